"""Figures of scores: the score map and the scatter of two algorithms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.faults import counted
from rankpress.core.labels import Labels, dashed
from rankpress.core.numbers import p_phrase, place_text, rounding_of
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.text import Prose, capitalized, join, references, say
from rankpress.stats.spread import shortfall_from_best
from rankpress.topics.phrases import at_level_of, procedure, scope
from rankpress.topics.ranks_figures import chosen_pairs, part_of, place_of
from rankpress.topics.topic import Request


@dataclass(frozen=True)
class _Shown:
    """What the colours show: its name in the figure and in the caption, its values, and how they are printed."""

    label: str
    metrics_text: Prose
    values: FloatArray
    better: Literal["higher", "lower"]
    number: Callable[[float], str]


def plan_score_map(request: Request) -> Iterator[Plan | Missing]:
    """Plan a map, in parts where there are more data sets than a page has room for."""
    from rankpress.figures.scores import describe_score_map, score_map, score_map_pages

    analysis, labels, colour = request.analysis, request.labels, request.figure.colour
    shown = _shown(analysis, colour, labels)
    if shown is None:
        yield request.missing("only average ranks are known")
        return
    order = list(analysis.ranking.best_first)
    values, datasets = shown.values[:, order], references("datasets", analysis.scores.datasets)
    names = [analysis.algorithms[i] for i in order]
    drawn = labels.drawn(datasets), labels.drawn(names)
    record: dict[str, Any] = {"label": shown.label, "number": shown.number}
    for part, which, rows in numbered(score_map_pages(*drawn, style=request.style, label=shown.label)):
        yield request.plan(
            partial(score_map, values, *drawn, **record, better=shown.better, rows=rows),
            say("Map of {}{}", shown.metrics_text, which),
            score_map_caption(analysis, shown.metrics_text, colour, paged=bool(part)),
            describe_score_map(values, labels.in_text(datasets), labels.in_text(names), **record, rows=rows),
            [names, datasets],
            part=part,
        )


def _shown(analysis: Analysis, colour: Literal["scores", "ranks", "best"], labels: Labels) -> _Shown | None:
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if scores.means is None or scores.oriented is None or ranks is None:
        return None
    metric, rounding = analysis.metric, rounding_of(scores.means)
    if colour == "ranks":
        return _Shown(f"rank by {labels.plain(metric)}", say("ranks by {}", metric), ranks, "lower", place_text)
    if colour == "best":
        short, text = shortfall_from_best(scores.oriented), say("distance in {} to the best", metric)
        return _Shown(labels.plain(text), text, short, "lower", rounding.text)
    return _Shown(labels.plain(metric), metric, scores.means, scores.better, rounding.text)


def score_map_caption(
    analysis: Analysis, text: Prose, colour: Literal["scores", "ranks", "best"], *, paged: bool = False
) -> Prose:
    """Return what a map of scores shows, in a few sentences."""
    scores = analysis.scores
    scale = {
        "scores": say(" ({} {} is better), on one scale for all data sets", scores.better, analysis.metric),
        "ranks": "",
        "best": " on its data set, of which the best has distance 0",
    }
    order = "the algorithms from the left by average rank, the best first"
    sentences = [
        say("{} of {}; {}.", capitalized(text), scope(analysis), order),
        say("The stronger the color of a cell, the better the result{}.", scale[colour]),
    ]
    if paged:
        sentences.append("All parts have the same colors.")
    if scores.missing.worst_ranked and colour == "ranks":
        sentences.append("A missing result is ranked last on its data set.")
    elif scores.missing.worst_ranked or scores.missing.left_open:
        sentences.append("Cells that are struck through have no result.")
    sentences.append("Colors show no significance.")
    return join(sentences)


def plan_scatter(request: Request) -> Iterator[Plan | Missing]:
    """Plan a scatter for each pair."""
    analysis = request.analysis
    if analysis.scores.means is None or analysis.ranking.ranks is None:
        yield request.missing("only average ranks were given")
        return
    pairs = chosen_pairs(analysis, request.figure.pairs)
    if not pairs:
        yield request.missing("it takes two algorithms")
    for pair in pairs:
        part = part_of(analysis, pair, among=len(pairs))
        yield _plan_pair(request, analysis.scores.means, analysis.ranking.ranks, pair, part)


def _plan_pair(
    request: Request, means: FloatArray, ranks: FloatArray, pair: tuple[int, int], part: str
) -> Plan | Missing:
    from rankpress.figures.scatter import describe_scatter, score_scatter

    analysis, labels = request.analysis, request.labels
    names = tuple(analysis.algorithms[i] for i in pair)
    both: BoolArray = np.asarray(np.isfinite(means[:, pair]).all(axis=1))
    if not both.any():
        text = " and ".join(map(labels.plain, names))
        return request.missing(f"there is no data set on which {text} both have a score")
    values = [(float(first), float(second)) for first, second in means[both][:, pair]]
    # Ranks carry the tolerance within which scores are tied.
    outcomes = np.sign(ranks[both, pair[1]] - ranks[both, pair[0]]).astype(int).tolist()
    there = zip(analysis.scores.datasets, both, strict=True)
    datasets = references("datasets", (name for name, has_both in there if has_both))
    shown: dict[str, Any] = {"metric": labels.plain(analysis.metric), "remark": _remark(analysis, pair)}
    first, second = labels.in_text(names)
    what = (first, second), values, outcomes
    return request.plan(
        partial(score_scatter, *what, datasets=labels.drawn(datasets), better=analysis.scores.better, **shown),
        say("{} of {} and {}", analysis.metric, *names),
        scatter_caption(analysis, pair, outcomes),
        describe_scatter(*what, datasets=labels.in_text(datasets), **shown),
        [datasets],
        part=part,
    )


def _remark(analysis: Analysis, pair: tuple[int, int]) -> str:
    """Return the p-value that decides about the pair, and by what it is adjusted; empty where it was not compared."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    result = None if over is None else place_of(pair, over.pairs)
    if method is None or result is None:
        return ""
    return f"{p_phrase(analysis.adjusted.p[method][result[0]])} ({dashed(ADJUSTMENTS[method].title)})"


def scatter_caption(analysis: Analysis, pair: tuple[int, int], outcomes: list[int]) -> Prose:
    """Return what a scatter of two algorithms' scores shows, with what the tests say of the pair."""
    first, second = (analysis.algorithms[i] for i in pair)
    wins, losses, ties = (outcomes.count(which) for which in (1, -1, 0))
    size = counted(len(outcomes), "data set")
    texts = [
        say("{} of {} (upwards) and of {} (across), a point for each of {}.", analysis.metric, first, second, size),
        "On the dashed line both score alike.",
        say("{} is better on {}, {} on {}; they are tied on {}.", first, wins, second, losses, ties),
        *_tested(analysis, pair),
    ]
    unseen = analysis.scores.n_datasets - len(outcomes)
    if unseen:
        texts.append(f"{counted(unseen, 'data set')} without a score of both are not shown.")
    texts.append("Names stand at data sets far from the line, as far as they have room.")
    return join(texts)


def _tested(analysis: Analysis, pair: tuple[int, int]) -> Iterator[str]:
    """Yield what the pairwise test and the adjustment that decides say of a pair."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    result = None if over is None else place_of(pair, over.pairs)
    if over is None or method is None or result is None:
        return
    p, adjusted = over.p[result[0]], analysis.adjusted.p[method][result[0]]
    verdict = "tells them apart" if adjusted <= analysis.adjusted.alpha else "does not tell them apart"
    yield (
        f"By the {PAIRWISE[over.procedure].title} {p_phrase(p)}; with {procedure(method)} for"
        f" {counted(len(over.p), 'comparison')} {p_phrase(adjusted)}, which {verdict}"
        f" {at_level_of(method, analysis.adjusted.alpha)}."
    )
