"""The scatter of two algorithms' scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.drawings.pairs import chosen_pairs, part_of, place_of
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_scatter
from rankpress.report.error_rates import at_level_of
from rankpress.report.inline import plain
from rankpress.report.numbers import p_phrase
from rankpress.report.prose.phrases import procedure
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a scatter for each pair."""
    metric = analysis.scores.name
    if analysis.scores.means is None or analysis.ranking.ranks is None:
        yield Missing("scatter", metric, "only average ranks were given")
        return
    pairs = chosen_pairs(analysis, figure.pairs)
    if not pairs:
        yield Missing("scatter", metric, "it takes two algorithms")
    for pair in pairs:
        part = part_of(analysis, pair, among=len(pairs))
        planned = _plan_pair(analysis, analysis.scores.means, analysis.ranking.ranks, pair, part, style)
        if planned is None:
            names = " and ".join(plain(analysis.names[i]) for i in pair)
            yield Missing("scatter", metric, f"there is no data set on which {names} both have a score")
        else:
            yield planned


def _plan_pair(
    analysis: Analysis, means: np.ndarray, ranks: np.ndarray, pair: tuple[int, int], part: str, style: Style
) -> Plan | None:
    from rankpress.figures.plane.scatter import score_scatter

    scores, names = analysis.scores, tuple(analysis.names[i] for i in pair)
    both = np.isfinite(means[:, pair]).all(axis=1)
    if not both.any():
        return None
    values = [(float(first), float(second)) for first, second in means[both][:, pair]]
    # Ranks carry the tolerance within which scores are tied.
    outcomes = np.sign(ranks[both, pair[1]] - ranks[both, pair[0]]).astype(int).tolist()
    datasets = [name for name, there in zip(scores.datasets, both, strict=True) if there]
    metric, remark = plain(scores.name), _remark(analysis, pair)
    first, second = in_text(names)
    return Plan(
        metrics=(scores.name,),
        kind="scatter",
        title=f"{scores.name} of {names[0]} and {names[1]}",
        caption=scatter_caption(analysis, pair, outcomes) + explained_if_drawn(datasets),
        alt=describe_scatter(
            (first, second), values, outcomes, datasets=in_text(datasets), metric=metric, remark=remark
        ),
        draw=partial(
            score_scatter,
            (first, second),
            values,
            outcomes,
            datasets=drawn(datasets),
            better=scores.better,
            metric=metric,
            remark=remark,
            style=style,
        ),
        part=part,
    )


def _remark(analysis: Analysis, pair: tuple[int, int]) -> str:
    """The p-value that decides about the pair, and by what it is adjusted; empty where it was not compared."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    found = None if over is None else place_of(pair, over.pairs)
    if method is None or found is None:
        return ""
    return f"{p_phrase(analysis.adjusted.p[method][found[0]])} ({ADJUSTMENTS[method].title})"


def scatter_caption(analysis: Analysis, pair: tuple[int, int], outcomes: list[int]) -> str:
    """What a scatter of two algorithms' scores shows, with what the tests say of the pair."""
    first, second = (analysis.names[i] for i in pair)
    wins, losses, ties = (outcomes.count(which) for which in (1, -1, 0))
    size = counted(len(outcomes), "data set")
    told = [
        f"{analysis.scores.name} of {first} (upwards) and of {second} (across), a point for each of {size}.",
        "On the dashed line both score alike.",
        f"{first} is better on {wins}, {second} on {losses}; they are tied on {ties}.",
        *_tested(analysis, pair),
    ]
    unseen = analysis.scores.n_datasets - len(outcomes)
    if unseen:
        told.append(f"{counted(unseen, 'data set')} without a score of both are not shown.")
    told.append("Names stand at data sets far from the line, as far as they have room.")
    return " ".join(told)


def _tested(analysis: Analysis, pair: tuple[int, int]) -> Iterator[str]:
    """What the pairwise test and the adjustment that decides say of a pair."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    found = None if over is None else place_of(pair, over.pairs)
    if over is None or method is None or found is None:
        return
    p, adjusted = over.p[found[0]], analysis.adjusted.p[method][found[0]]
    verdict = "tells them apart" if adjusted <= analysis.adjusted.alpha else "does not tell them apart"
    yield (
        f"By the {PAIRWISE[over.procedure].title} {p_phrase(p)}; with {procedure(method)} for"
        f" {counted(len(over.p), 'comparison')} {p_phrase(adjusted)}, which {verdict}"
        f" {at_level_of(method, analysis.adjusted.alpha)}."
    )
