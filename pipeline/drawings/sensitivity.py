"""The strips of p-values under variations of the study."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import log, nan
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_p_strips
from rankpress.report.numbers import level_text
from rankpress.report.variations_told import DIFFER, decided_by
from rankpress.sensitivity.found import Sensitivity, Stability
from rankpress.short_names import drawn, explained_if_drawn
from rankpress.spec.plot_section import PlottedFigure
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.figures.style import Style

# Further conclusions are in the table.
MOST_STRIPS = 12
# The level moves no p-value, and a cost none of a test.
_SERIES = {
    "a data set left out": ("dataset",),
    "an algorithm left out": ("algorithm",),
    "a group left out or alone": ("group", "group-alone"),
    "scores rounded": ("digits",),
    "another test": ("omnibus", "pairwise"),
    "another adjustment": ("adjust",),
    "missing results otherwise": ("missing",),
}


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan strips for the conclusions of tests that are nearest to being turned over."""
    from rankpress.figures.strips.figure import p_strips
    from rankpress.figures.strips.layout import LEAST_P

    metric, found = analysis.scores.name, analysis.sensitivity
    if found is None or not found.variations:
        why = "no section sensitivity asks for variations" if found is None else "nothing could be varied"
        yield Missing("sensitivity", metric, why)
        return
    shown = _nearest(found)
    names, own = [_named(analysis, one) for one in shown], [nan if one.p is None else one.p for one in shown]
    if not shown:
        yield Missing("sensitivity", metric, "no test was made")
        return
    series = _series(found, shown)
    beyond = any(p < LEAST_P for row in (own, *(row for rows in series.values() for row in rows)) for p in row)
    edge = f" Smaller p than {LEAST_P:f} stand there, at the left edge." if beyond else ""
    yield Plan(
        metrics=(metric,),
        kind="sensitivity",
        title=f"p-values under variations of the study by {metric}",
        caption=_caption(analysis, found, shown, edge) + explained_if_drawn(analysis.names),
        alt=describe_p_strips(names, own, series, alpha=found.alpha),
        draw=partial(
            p_strips,
            names,
            own,
            series,
            alpha=found.alpha,
            title="p, of pairs adjusted" if found.adjust else "p",
            own_label="the study as it is",
            style=style,
        ),
    )


def _nearest(found: Sensitivity) -> list[Stability]:
    """The conclusions of tests that stand least, and of those alike the ones whose p is nearest to the level."""

    def far(one: Stability) -> tuple[float, float]:
        return one.share, abs(log((1.0 if one.p is None else max(one.p, 1e-300)) / found.alpha))

    return sorted((one for one in found.conclusions if one.p_under is not None), key=far)[:MOST_STRIPS]


def _named(analysis: Analysis, one: Stability) -> str:
    if not one.conclusion.subject:
        return DIFFER
    shown = dict(zip(analysis.names, drawn(analysis.names), strict=True))
    return " – ".join(shown.get(name, *drawn([name])) for name in one.conclusion.subject)


def _series(found: Sensitivity, shown: list[Stability]) -> dict[str, list[list[float]]]:
    """The p-values of each kind of variation, for those that have any."""
    series = {}
    for label, kinds in _SERIES.items():
        places = [at for at, variation in enumerate(found.variations) if variation.kind in kinds]
        rows = [
            [float(one.p_under[at]) for at in places if _bears(found, one, at)]
            for one in shown
            if one.p_under is not None
        ]
        if any(p == p for row in rows for p in row):
            series[label] = rows
    return series


def _bears(found: Sensitivity, one: Stability, at: int) -> bool:
    """Whether a variation can touch the conclusion."""
    return found.variations[at].kind in one.counts


def _caption(analysis: Analysis, found: Sensitivity, shown: list[Stability], edge: str) -> str:
    tested = sum(one.p_under is not None for one in found.conclusions)
    which = f"the {len(shown)} that stand least of {tested}" if tested > len(shown) else "all that rest on a test"
    return (
        f"p-values of {counted(len(shown), 'conclusion')} ({which}) by {decided_by(analysis)}, in"
        f" {analysis.scores.name}, and under each variation of the study: one choice is made otherwise each time."
        f" Strokes are the study as it is; marks left of the dashed line, level {level_text(found.alpha)}, find a"
        f" difference.{edge} Marks show what hangs on a choice; they are no draws, and not for choosing from."
    )
