"""The critical difference diagram for the page's script: what each adjustment leaves undivided at some levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.adjust import at_level
from rankpress.drawings.cd import cd_caption, cd_marks, highlighted
from rankpress.report.document import Live
from rankpress.report.numbers import level_text
from rankpress.report.prose.phrases import separation
from rankpress.report.prose.summary import separated_in_words
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.families import ADJUSTMENTS

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.drawings.plan import Drawing

LEVELS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25)
"""Levels to choose from, beside the study's own."""

MOST_GROUPS = 200
"""More bars than a page can show."""


def live_diagram(analysis: Analysis, drawing: Drawing) -> Live | None:
    """Prepare the critical difference diagram of one metric for the page's script.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    drawing : Drawing
        The one that it stands in for, whose options it takes over.

    Returns
    -------
    Live or None
        `data` has ``names``, ``ranks``, ``order`` (best first), ``control``, ``highlight``, ``alphas``, the place of
        the study's own ``level`` among them and of the drawing's ``adjustment`` among the choices, the ``caption`` that
        the study gives it (or null), how it is laid out (``bestAtLeft``, ``oneSide``, ``showRanks``), ``groupings``,
        and ``states``: by adjustment and level the number of the grouping (or null), the critical difference (or null),
        the caption, and what is separated, in words. A grouping is a list of groups, each a list of places in
        ``order``; with a control, it is the one list of algorithms that differ from it. None without adjustments.
    """
    adjusted, figure = analysis.adjusted, drawing.figure or PlottedFigure(name="cd")
    method = figure.adjust or adjusted.deciding
    if method is None:
        return None
    average = analysis.ranking.average
    order = np.argsort(average, kind="stable").tolist()
    alphas = sorted({*LEVELS, adjusted.alpha})
    groupings: dict[tuple[tuple[int, ...], ...], int] = {}
    read = [_at_level(analysis, alpha) for alpha in alphas]
    highlight = highlighted(analysis, figure)
    return Live(
        kind="cd",
        drawing=drawing.name,
        title=f"Average ranks by {analysis.scores.name}",
        choices={"adjustment": tuple(ADJUSTMENTS[name].title for name in adjusted.p)},
        data={
            "names": list(analysis.names),
            "ranks": [float(f"{rank:.12g}") for rank in average],
            "order": order,
            "control": None if analysis.tested.control is None else order.index(analysis.tested.control),
            "highlight": sorted(map(order.index, highlight)),
            "alphas": alphas,
            "alphaTexts": [level_text(alpha) for alpha in alphas],
            "level": alphas.index(adjusted.alpha),
            "adjustment": [*adjusted.p].index(method),
            "caption": figure.caption,
            **_layout(figure, len(order)),
            "states": [
                [_state(_by(one, name), name, order, highlight, groupings) for one in read] for name in adjusted.p
            ],
            "groupings": [[list(group) for group in groups] for groups in groupings],
        },
    )


def _layout(figure: PlottedFigure, size: int) -> dict[str, bool]:
    """How the drawing is laid out, as far as a screen does not decide it."""
    from rankpress.figures.cd.figure import MOST_ON_AXIS

    in_rows = figure.layout == "rows" or (figure.layout == "auto" and size > MOST_ON_AXIS)
    best = figure.best or ("left" if in_rows else "right")
    return {"bestAtLeft": best == "left", "oneSide": in_rows or figure.sides != "both", "showRanks": figure.ranks}


def _at_level(analysis: Analysis, alpha: float) -> Analysis:
    """The analysis as it would be at another level."""
    read = at_level(analysis.ranking, analysis.tested, analysis.adjusted, alpha, MOST_GROUPS)
    return replace(analysis, adjusted=read)


def _by(analysis: Analysis, method: str) -> Analysis:
    """The analysis as if one adjustment were the only one, and so decided."""
    return replace(analysis, adjusted=replace(analysis.adjusted, p={method: analysis.adjusted.p[method]}))


def _state(
    analysis: Analysis,
    method: str,
    order: Sequence[int],
    highlight: Sequence[int],
    groupings: dict[tuple[tuple[int, ...], ...], int],
) -> list[object]:
    """What the diagram shows by one adjustment at one level."""
    marks, found = cd_marks(analysis, method), separation(analysis)
    shown = marks["groups"] if marks["control"] is None else (marks["significant_vs_control"],)
    number = None if shown is None else groupings.setdefault(tuple(_places(shown, order)), len(groupings))
    cd = None if marks["cd"] is None else float(f"{marks['cd']:.6g}")
    told = "" if found is None else separated_in_words(analysis, found)
    return [number, cd, cd_caption(analysis, method, highlight), told]


def _places(groups: Sequence[Sequence[int]], order: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for group in groups:
        yield tuple(sorted(order.index(member) for member in group))
