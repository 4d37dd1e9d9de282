"""Tests on draws of data sets over the bias: how often they reject, their average p, and how alike they come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt.lines import describe_lines
from rankpress.replicability.found import Replicated
from rankpress.report.numbers import fixed, level_text
from rankpress.report.tables.replicability import NO_MEASURE, adjusted_of, drawn_by, drawn_for_all
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.replicability import Replicability, agreement_of_outcomes
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.figures.lines.layout import Line, LinePanel, SecondAxis
    from rankpress.figures.style import Style

_Z = 1.959963984540054
_X = "bias k of the draws"
_ALL_PAIRS = "all pairs"
_LEAST_R = 0.5  # of many draws


@dataclass(frozen=True)
class _Measure:
    """What the lines of a figure show: the field of `Replicability`, its title, and where its band comes from."""

    field: str
    title: str
    error: str


_REJECTIONS = _Measure("rejections", "share of draws that reject", "")
_P = _Measure("average_p", "average p", "average_p_error")
_OF_P = _Measure("of_p", "R(p)", "of_p_error")
_OF_OUTCOMES = _Measure("of_outcomes", "R(e)", "of_outcomes_error")
_SCALE = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan the figures of single pairs, and of all algorithms together."""
    found, metric = analysis.replicated, analysis.scores.name
    if found is None or not found.each:
        why = _why_not(found)
        yield Missing("replicability", metric, why)
        return
    if found.each[0].alone and found.shown:
        for part, measures in (("-rejections", (_REJECTIONS,)), ("-p", (_P,)), ("-r", (_OF_P, _OF_OUTCOMES))):
            yield _of_pairs(analysis, found, part, measures, style)
    if found.each[0].omnibus or found.each[0].adjusted:
        for part, measure in (("-together", _REJECTIONS), ("-together-p", _P)):
            yield _together(analysis, found, part, measure, style)
    if found.each[0].omnibus:
        yield _of_omnibus(analysis, found, "-together-r", (_OF_P, _OF_OUTCOMES), style)


def _why_not(found: Replicated | None) -> str:
    if found is None:
        return "the study has no section replicability"
    return f"no draws of data sets could be made ({found.left_out['all'].partition('. ')[0].rstrip('.')})"


def _of_pairs(analysis: Analysis, found: Replicated, part: str, measures: tuple[_Measure, ...], style: Style) -> Plan:
    tests = {name: [one.alone[name] for one in found.each] for name in found.each[0].alone}
    titles = {name: PAIRWISE[name].title for name in tests}
    panels = [(at, measure, _lines(found, tests, titles, measure, at)) for measure in measures for at in found.shown]
    told = " and ".join(measure.title for measure in measures)
    caption = f"{told[:1].upper()}{told[1:]} of tests of a pair on {_drawn(found, drawn_by(analysis, found))}"
    return _plan(analysis, found, part, told, caption, panels, measures, style)


def _drawn(found: Replicated, where: str) -> str:
    return (
        f"{found.draws:,} draws of {found.size:,} of {counted(found.n_datasets, 'data set')} at each bias k: the larger"
        f" k, the more they favour data sets on which {where}."
    )


def _of_omnibus(analysis: Analysis, found: Replicated, part: str, measures: tuple[_Measure, ...], style: Style) -> Plan:
    tests = {name: [one.omnibus[name] for one in found.each] for name in found.each[0].omnibus}
    titles = {name: OMNIBUS[name].title for name in tests}
    panels = [(measure.title, measure, _lines(found, tests, titles, measure, 0)) for measure in measures]
    told = " and ".join(measure.title for measure in measures)
    caption = f"{told} of omnibus tests on {_drawn(found, drawn_for_all(analysis, found))}"
    return _plan(analysis, found, part, f"{told} of omnibus tests", caption, panels, measures, style)


def _together(analysis: Analysis, found: Replicated, part: str, measure: _Measure, style: Style) -> Plan:
    omnibus = {name: [one.omnibus[name] for one in found.each] for name in found.each[0].omnibus}
    adjusted = {name: [one.adjusted[name] for one in found.each] for name in found.each[0].adjusted}
    titles = {name: OMNIBUS[name].title for name in omnibus} | {name: ADJUSTMENTS[name].title for name in adjusted}
    panels: list[tuple[int | str, _Measure, tuple[Line, ...]]] = []
    if omnibus:
        panels.append(("omnibus tests", measure, _lines(found, omnibus, titles, measure, 0)))
    if adjusted:
        panels.append((_ALL_PAIRS, measure, _over_pairs(found, titles, measure)))
        panels += [(at, measure, _lines(found, adjusted, titles, measure, at)) for at in found.shown]
    caption = (
        f"{measure.title[:1].upper()}{measure.title[1:]} of tests of all algorithms on"
        f" {_drawn(found, drawn_for_all(analysis, found))}"
    )
    if adjusted:
        what = "share of pairs that a draw rejects" if measure is _REJECTIONS else "p of a draw"
        caption += f" {adjusted_of(found)} The panel of {_ALL_PAIRS} shows the mean {what}."
    return _plan(analysis, found, part, f"{measure.title}, all together", caption, panels, (measure,), style)


def _plan(
    analysis: Analysis,
    found: Replicated,
    part: str,
    told: str,
    caption: str,
    panels: Sequence[tuple[int | str, _Measure, tuple[Line, ...]]],
    measures: tuple[_Measure, ...],
    style: Style,
) -> Plan:
    from rankpress.figures.lines.figure import line_panels
    from rankpress.figures.lines.layout import LinePanel

    several, metric = len(measures) > 1, analysis.scores.name

    def titled(names: tuple[str, ...]) -> list[LinePanel]:
        return [
            LinePanel(_title(found, names, which, measure if several else None), lines)
            for which, measure, lines in panels
        ]

    y_title = told if several else measures[0].title
    alpha = level_text(
        next(iter((found.each[0].alone or found.each[0].omnibus or found.each[0].adjusted).values())).alpha
    )
    of_level = f" A test rejects where p is at most {alpha}." if _P not in measures else " Small p are above."
    if measures == (_REJECTIONS,):
        of_all = f", except of {_ALL_PAIRS}" if any(which == _ALL_PAIRS for which, *_ in panels) else ""
        of_level += f" At the right: R(e), which follows from the share{of_all}."
    bands = f" Bands: Monte Carlo intervals of 95%, seed {found.seed}."
    return Plan(
        metrics=(metric,),
        part=part,
        kind="replicability",
        title=f"Tests on draws of data sets by {metric}: {told}",
        caption=f"{caption}{of_level}{bands} {NO_MEASURE}{explained_if_drawn(analysis.names)}",
        alt=describe_lines(titled(tuple(in_text(analysis.names))), _X, y_title),
        draw=partial(
            line_panels,
            titled(tuple(drawn(analysis.names))),
            x_title=_X,
            y_title=y_title,
            y_range=_range(measures, [line for _, _, lines in panels for line in lines]),
            downwards=measures == (_P,),
            second=_second(found) if measures == (_REJECTIONS,) else None,
            style=style,
        ),
    )


def _range(measures: tuple[_Measure, ...], lines: Sequence[Line]) -> tuple[float, float] | None:
    """Heights that measures can have, but for those of very few draws."""
    if _P in measures:
        return None
    if _REJECTIONS in measures:
        return 0.0, 1.0
    return min(_LEAST_R, *(y for line in lines for y in line.ys)), 1.0


def _title(found: Replicated, names: tuple[str, ...], which: int | str, measure: _Measure | None) -> str:
    if isinstance(which, str):
        return which
    a, b = found.pairs[which].tolist()
    return f"{names[a]} and {names[b]}" + (f": {measure.title}" if measure is not None else "")


def _second(found: Replicated) -> SecondAxis:
    """R(e) of each share of rejections, which it follows from."""
    from rankpress.figures.lines.layout import SecondAxis

    r = agreement_of_outcomes([round(share * found.draws) for share in _SCALE], found.draws)
    return SecondAxis("R(e)", [(share, fixed(float(one), 2)) for share, one in zip(_SCALE, r, strict=True)])


def _lines(
    found: Replicated,
    tests: Mapping[str, list[Replicability]],
    titles: Mapping[str, str],
    measure: _Measure,
    at: int,
) -> tuple[Line, ...]:
    from rankpress.figures.lines.layout import Line

    lines = []
    for name, several in tests.items():
        if measure is _REJECTIONS:
            ys = [float(one.rejections[at] / one.n) for one in several]
            lows, highs = [float(one.low[at]) for one in several], [float(one.high[at]) for one in several]
        else:
            ys = [float(getattr(one, measure.field)[at]) for one in several]
            errors = [_Z * float(getattr(one, measure.error)[at]) for one in several]
            lows, highs = _band(ys, errors, 0.0 if measure is _P else min(_LEAST_R, *ys))
        lines.append(_ascending(Line(titles[name], found.biases, ys, lows, highs)))
    return tuple(lines)


def _band(ys: list[float], errors: list[float], least: float = 0.0) -> tuple[list[float], list[float]]:
    pairs = list(zip(ys, errors, strict=True))
    return [max(y - error, least) for y, error in pairs], [min(y + error, 1.0) for y, error in pairs]


def _over_pairs(found: Replicated, titles: Mapping[str, str], measure: _Measure) -> tuple[Line, ...]:
    """Means over the pairs, whose errors are those of the draws' own means."""
    from rankpress.figures.lines.layout import Line

    lines, n = [], len(found.pairs) if measure is _REJECTIONS else 1
    for name in found.each[0].adjusted:
        several = [(one.rejected if measure is _REJECTIONS else one.over_pairs)[name] for one in found.each]
        ys = [mean / n for mean, _ in several]
        bounds = _band(ys, [_Z * error / n for _, error in several])
        lines.append(_ascending(Line(titles[name], found.biases, ys, *bounds)))
    return tuple(lines)


def _ascending(line: Line) -> Line:
    """The same line with biases ascending, whatever the order of the spec."""
    from rankpress.figures.lines.layout import Line

    order = np.argsort(line.xs, kind="stable").tolist()

    def sorted_by(values: Sequence[float] | None) -> list[float] | None:
        return None if values is None else [values[i] for i in order]

    return Line(
        line.label,
        [line.xs[i] for i in order],
        [line.ys[i] for i in order],
        sorted_by(line.lows),
        sorted_by(line.highs),
    )
