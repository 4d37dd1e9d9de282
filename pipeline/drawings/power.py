"""Simulated power over the number of data sets, or over the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt.lines import describe_lines
from rankpress.figures.isolation import isolated
from rankpress.naming import key_of
from rankpress.power.found import PairPower, Powered
from rankpress.report.inline import plain
from rankpress.report.numbers import level_text, percent_text
from rankpress.report.power_told import own_told, simulated, title_of
from rankpress.scores import IntArray
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.required_size import LEVEL, share_bands
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.figures.lines.layout import Line, LinePanel
    from rankpress.figures.style import Style

MOST_PANELS = 6
_Y = "power"
_OWN = "this study"


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a panel a pair, and a difference worth having where the axis has the numbers of data sets."""
    from rankpress.figures.lines.figure import line_panels
    from rankpress.figures.lines.layout import Reference

    powered, metric = analysis.powered, analysis.scores.name
    each = () if powered is None else _chosen(analysis, powered, figure)
    if powered is None or not each:
        yield Missing("power", metric, _why_not(powered))
        return
    by_size = figure.against == "datasets"
    x_title = "data sets" if by_size else f"mean difference in {plain(metric)}"
    panels = _by_size if by_size else _by_difference
    yield Plan(
        metrics=(metric,),
        kind="power",
        title=f"Power by {metric} over the {'number of data sets' if by_size else 'difference'}",
        caption=_caption(analysis, powered, by_size)
        + _left_out(len(panels(powered, each, analysis.names)))
        + explained_if_drawn(analysis.names),
        alt=describe_lines(_without_own(panels(powered, each, in_text(analysis.names))[:MOST_PANELS]), x_title, _Y),
        draw=partial(
            line_panels,
            panels(powered, each, drawn(analysis.names))[:MOST_PANELS],
            x_title="data sets" if by_size else f"mean difference in {isolated(plain(metric))}",
            y_title=_Y,
            x_log=by_size,
            y_range=(0, 1),
            reference=Reference(powered.target, f"power of {level_text(powered.target)}"),
            style=style,
        ),
    )


def _why_not(powered: Powered | None) -> str:
    if powered is None:
        return "the study has no section power"
    return "of no such pair power was simulated" if powered.each else "of no pair power could be simulated"


def _chosen(analysis: Analysis, powered: Powered, figure: PlottedFigure) -> tuple[PairPower, ...]:
    if figure.pairs is None:
        return powered.each
    names = [key_of(name) for name in analysis.names]
    by_pair = {frozenset((names[one.a], names[one.b])): one for one in powered.each}
    asked = (frozenset(pair) for pair in figure.pairs)
    return tuple(by_pair[pair] for pair in asked if pair in by_pair)


def _by_size(powered: Powered, each: Sequence[PairPower], names: Sequence[str]) -> list[LinePanel]:
    from rankpress.figures.lines.layout import Line, LinePanel

    panels = []
    for one in each:
        for effect, found in zip(powered.effects, one.by_size, strict=True):
            own = Line(f"{_OWN}: {counted(powered.own, 'data set')}", [float(powered.own)] * 2, [0.0, 1.0])
            title = f"{names[one.a]} − {names[one.b]} = {level_text(effect)}"
            panels.append(LinePanel(title, [*_lines(powered, found.sizes, found.right), own]))
    return panels


def _without_own(panels: Sequence[LinePanel]) -> list[LinePanel]:
    """Without the stroke at the study's own number, which is no course that could be told."""
    return [replace(one, lines=[line for line in one.lines if not line.label.startswith(_OWN)]) for one in panels]


def _by_difference(powered: Powered, each: Sequence[PairPower], names: Sequence[str]) -> list[LinePanel]:
    from rankpress.figures.lines.layout import LinePanel

    return [
        LinePanel(
            f"{names[one.a]} − {names[one.b]}",
            _lines(powered, one.by_difference.differences.tolist(), one.by_difference.counts),
        )
        for one in each
    ]


def _lines(powered: Powered, xs: Sequence[float], counts: IntArray) -> list[Line]:
    from rankpress.figures.lines.layout import Line

    low, high = share_bands(counts, powered.draws)
    shares = counts / powered.draws
    return [
        Line(title_of(name), xs, shares[:, at].tolist(), low[:, at].tolist(), high[:, at].tolist())
        for at, name in enumerate(powered.procedures)
    ]


def _left_out(simulated: int) -> str:
    if simulated <= MOST_PANELS:
        return ""
    return f" Shown are the first {MOST_PANELS} of {simulated}; the tables have all, and pairs of this figure chooses."


def _caption(analysis: Analysis, powered: Powered, by_size: bool) -> str:
    what = (
        f"if the first algorithm of a pair is better in {analysis.scores.name} by the mean difference in the title,"
        " over the number of data sets"
        if by_size
        else f"on {own_told(analysis, powered)}, over the mean difference in {analysis.scores.name}"
    )
    return (
        f"Simulated power of the {PAIRWISE[powered.test].title}, by itself and adjusted, to find the better of a pair"
        f" {what}. {simulated(powered)}. Bands: Wilson intervals of {percent_text(LEVEL)}, of what the number of"
        " simulated studies leaves open; how far the observed spread may be off, they do not hold."
    )
