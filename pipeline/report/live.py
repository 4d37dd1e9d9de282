"""The critical difference diagram of report.html at the levels and by the adjustments that a reader may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.document import Live
from rankpress.core.labels import dashed
from rankpress.stages.adjust import Adjusted, at_level
from rankpress.topics.conclusion.leaders import separated_in_words
from rankpress.topics.imputation import lacking_results
from rankpress.topics.phrases import is_exploratory, separation, with_key
from rankpress.topics.ranks.diagrams import (
    CdOptions,
    cd_caption,
    cd_marks,
    drawn_groups,
    group_letters_in_rows,
    highlighted,
    rank_whiskers,
    stands_in_rows,
)
from rankpress.topics.topic import KEY_OF_FAMILIES
from rankpress.wording.numbers import level_text
from rankpress.wording.text import Prose, say

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.document import Drawing


LEVELS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25)
"""Levels to choose from, next to the study's own."""

MOST_GROUPS = 200
"""More bars than a page can show."""
MOST_BARS = 16
"""More bars across an axis than can be read, of so many algorithms that the figure next to it has a row for each."""


Families = tuple[tuple[str, ...], tuple[int | None, ...]]
"""What families are called, and which of them each algorithm is of."""


def live_diagram(analysis: Analysis, drawing: Drawing, families: Families = ((), ())) -> Live | None:
    """Prepare the critical difference diagram of one metric for the page's script."""
    requested, adjusted = None if drawing.figure is None else drawing.figure.options, analysis.adjusted
    options = requested if isinstance(requested, CdOptions) else CdOptions.unchecked()
    method = options.adjust or adjusted.deciding
    if method is None or rank_whiskers(analysis, options):  # whose level the page cannot change
        return None
    average, groups = analysis.ranking.average, cd_marks(analysis, method)["groups"] or ()
    leading = drawn_groups(analysis, groups, options)
    layout = _layout(options, in_rows=stands_in_rows(analysis, leading, options))
    if layout["inRows"] and len(leading) > MOST_BARS:
        return None
    order = np.argsort(average, kind="stable").tolist()
    letters = group_letters_in_rows(analysis, groups, options) is not None
    if len(leading) < len(groups):  # letters of all groups, of which the page draws some
        if options.letters:
            return None
        letters = False
    alphas = sorted({*LEVELS, adjusted.alpha})
    key = [KEY_OF_FAMILIES if families[0] else "", lacking_results(analysis)]
    return Live(
        drawing=drawing.name,
        title=say("Average ranks by {}", analysis.metric),
        choices={"adjustment": tuple(dashed(ADJUSTMENTS[name].title) for name in adjusted.p)},
        data={
            "names": list(analysis.algorithms),
            "ranks": [float(f"{rank:.12g}") for rank in average],
            "order": order,
            "control": None if analysis.tested.control is None else order.index(analysis.tested.control),
            "highlight": sorted(map(order.index, highlighted(analysis, options))),
            "alphas": alphas,
            "alphaTexts": [level_text(alpha) for alpha in alphas],
            "level": alphas.index(adjusted.alpha),
            "adjustment": [*adjusted.p].index(method),
            "caption": options.caption,
            "tables": _marks_in_tables(analysis),
            **layout,
            "letters": letters,
            "families": _families(families),
            **_states(analysis, alphas, order, options, key, with_letters=letters),
        },
    )


def _families(families: Families) -> dict[str, object] | None:
    """Return what families are called, and which each algorithm is of; their signs, and colors of points and names."""
    names, of = families
    if not names:
        return None
    from rankpress.figures.colours import readable
    from rankpress.figures.families import look_of, marker_of
    from rankpress.figures.style import PAPER

    colours = [look_of(number, PAPER).colour for number in range(len(names))]
    return {
        "names": names,
        "of": of,
        "signs": [marker_of(number) for number in range(len(names))],
        "points": colours,
        "texts": [readable(colour, PAPER.paper) for colour in colours],
    }


def _marks_in_tables(analysis: Analysis) -> str:
    """Say by what tables next to the diagram go on to mark differences when a reader changes it."""
    deciding = analysis.adjusted.deciding
    by = "" if deciding is None else f", {dashed(ADJUSTMENTS[deciding].title)}"
    return f"Marks in the tables remain those of the study (level {level_text(analysis.adjusted.alpha)}{by})."


def _layout(options: CdOptions, *, in_rows: bool) -> dict[str, bool]:
    """Return how the drawing is laid out, as far as a screen does not decide it."""
    best = options.best or ("left" if in_rows else "right")
    one_side = in_rows or options.sides != "both"
    return {"inRows": in_rows, "bestAtLeft": best == "left", "oneSide": one_side, "showRanks": options.ranks}


def _states(
    analysis: Analysis,
    alphas: Sequence[float],
    order: Sequence[int],
    options: CdOptions,
    key: Sequence[Prose],
    *,
    with_letters: bool,
) -> dict[str, list[list[object]]]:
    """Return what the diagram shows by each adjustment at each level, and the groups that states refer to by number."""
    groupings: dict[tuple[tuple[int, ...], ...], int] = {}
    by_level = [at_level(analysis.ranking, analysis.tested, analysis.adjusted, alpha, MOST_GROUPS) for alpha in alphas]
    states: list[list[object]] = [
        [
            _state(analysis, at_alpha, name, order, options, groupings, key, with_letters=with_letters)
            for at_alpha in by_level
        ]
        for name in analysis.adjusted.p
    ]
    return {"states": states, "groupings": [[list(group) for group in groups] for groups in groupings]}


def _state(
    analysis: Analysis,
    adjusted: Adjusted,
    method: str,
    order: Sequence[int],
    options: CdOptions,
    groupings: dict[tuple[tuple[int, ...], ...], int],
    key: Sequence[Prose],
    *,
    with_letters: bool,
) -> list[object]:
    """Return what the diagram shows by one adjustment at one level."""
    # as if the adjustment were the only one, and so decided
    analysis = replace(analysis, adjusted=replace(adjusted, p={method: adjusted.p[method]}))
    marks, separated = cd_marks(analysis, method), separation(analysis)
    groups = marks["groups"] if marks["control"] is None else (marks["significant_vs_control"],)
    drawn, number = groups, None
    if groups is not None:
        drawn = drawn_groups(analysis, groups, options) if marks["control"] is None else groups
        places = tuple(tuple(sorted(map(order.index, group))) for group in drawn)
        number = groupings.setdefault(places, len(groupings))
    cd = None if marks["cd"] is None else float(f"{marks['cd']:.6g}")
    sentence = "" if separated is None or is_exploratory([analysis]) else separated_in_words(analysis, separated)
    caption = cd_caption(analysis, method, highlighted(analysis, options), groups=drawn, with_letters=with_letters)
    return [number, cd, dashed(with_key(caption, key)), dashed(sentence)]


def live_figures(
    analyses: Sequence[Analysis], drawings: Sequence[Drawing], families: Mapping[str, Families]
) -> tuple[Live, ...]:
    """Return the live diagram of each metric, which goes with the metric's first critical difference diagram.

    `families` has by metric what families its algorithms are of.
    """
    of_metric = {analysis.scores.name: analysis for analysis in analyses}
    firsts: dict[str, Drawing] = {}
    for drawing in drawings:
        if drawing.kind == "cd":
            firsts.setdefault(drawing.metric, drawing)
    created = (live_diagram(of_metric[metric], drawing, families[metric]) for metric, drawing in firsts.items())
    return tuple(live for live in created if live is not None)
