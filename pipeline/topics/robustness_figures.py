"""Figures of sensitivity, replicability and power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log, nan
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import counted
from rankpress.core.labels import key_of
from rankpress.core.numbers import fixed, level_text, percent_text
from rankpress.core.scores import IntArray
from rankpress.core.text import plain
from rankpress.figures.isolation import isolated
from rankpress.robustness.power import PairPower, Powered
from rankpress.robustness.replicability import Replicated
from rankpress.robustness.variations import Sensitivity, Stability
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stats.replicability import Replicability, agreement_of_outcomes
from rankpress.stats.simulated_power import LEVEL, share_bands
from rankpress.topics.labelled import drawn, explained_if_drawn, in_text
from rankpress.topics.power import own_told, simulated, title_of
from rankpress.topics.replicability import NO_MEASURE, adjusted_of, drawn_by, drawn_for_all
from rankpress.topics.sensitivity import DIFFER, decided_by

if TYPE_CHECKING:
    from rankpress.figures.lines import Line, LinePanel, SecondAxis
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


def plan_sensitivity(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan strips for the conclusions of tests that are nearest to being turned over."""
    from rankpress.figures.strips import LEAST_P, describe_p_strips, p_strips

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
        caption=_sensitivity_caption(analysis, found, shown, edge) + explained_if_drawn(analysis.names),
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


def _sensitivity_caption(analysis: Analysis, found: Sensitivity, shown: list[Stability], edge: str) -> str:
    tested = sum(one.p_under is not None for one in found.conclusions)
    which = f"the {len(shown)} that stand least of {tested}" if tested > len(shown) else "all that rest on a test"
    return (
        f"p-values of {counted(len(shown), 'conclusion')} ({which}) by {decided_by(analysis)}, in"
        f" {analysis.scores.name}, and under each variation of the study: one choice is made otherwise each time."
        f" Strokes are the study as it is; marks left of the dashed line, level {level_text(found.alpha)}, find a"
        f" difference.{edge} Marks show what hangs on a choice; they are no draws, and not for choosing from."
    )


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


def plan_replicability(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan the figures of single pairs, and of all algorithms together."""
    found, metric = analysis.replicated, analysis.scores.name
    if found is None or not found.each:
        why = _replicability_why_not(found)
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


def _replicability_why_not(found: Replicated | None) -> str:
    if found is None:
        return "the study has no section replicability"
    return f"no draws of data sets could be made ({found.left_out['all'].partition('. ')[0].rstrip('.')})"


def _of_pairs(analysis: Analysis, found: Replicated, part: str, measures: tuple[_Measure, ...], style: Style) -> Plan:
    tests = {name: [one.alone[name] for one in found.each] for name in found.each[0].alone}
    titles = {name: PAIRWISE[name].title for name in tests}
    panels = [
        (at, measure, _replicability_lines(found, tests, titles, measure, at))
        for measure in measures
        for at in found.shown
    ]
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
    panels = [(measure.title, measure, _replicability_lines(found, tests, titles, measure, 0)) for measure in measures]
    told = " and ".join(measure.title for measure in measures)
    caption = f"{told} of omnibus tests on {_drawn(found, drawn_for_all(analysis, found))}"
    return _plan(analysis, found, part, f"{told} of omnibus tests", caption, panels, measures, style)


def _together(analysis: Analysis, found: Replicated, part: str, measure: _Measure, style: Style) -> Plan:
    omnibus = {name: [one.omnibus[name] for one in found.each] for name in found.each[0].omnibus}
    adjusted = {name: [one.adjusted[name] for one in found.each] for name in found.each[0].adjusted}
    titles = {name: OMNIBUS[name].title for name in omnibus} | {name: ADJUSTMENTS[name].title for name in adjusted}
    panels: list[tuple[int | str, _Measure, tuple[Line, ...]]] = []
    if omnibus:
        panels.append(("omnibus tests", measure, _replicability_lines(found, omnibus, titles, measure, 0)))
    if adjusted:
        panels.append((_ALL_PAIRS, measure, _over_pairs(found, titles, measure)))
        panels += [(at, measure, _replicability_lines(found, adjusted, titles, measure, at)) for at in found.shown]
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
    from rankpress.figures.lines import LinePanel, describe_lines, line_panels

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
    from rankpress.figures.lines import SecondAxis

    r = agreement_of_outcomes([round(share * found.draws) for share in _SCALE], found.draws)
    return SecondAxis("R(e)", [(share, fixed(float(one), 2)) for share, one in zip(_SCALE, r, strict=True)])


def _replicability_lines(
    found: Replicated,
    tests: Mapping[str, list[Replicability]],
    titles: Mapping[str, str],
    measure: _Measure,
    at: int,
) -> tuple[Line, ...]:
    from rankpress.figures.lines import Line

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
    from rankpress.figures.lines import Line

    lines, n = [], len(found.pairs) if measure is _REJECTIONS else 1
    for name in found.each[0].adjusted:
        several = [(one.rejected if measure is _REJECTIONS else one.over_pairs)[name] for one in found.each]
        ys = [mean / n for mean, _ in several]
        bounds = _band(ys, [_Z * error / n for _, error in several])
        lines.append(_ascending(Line(titles[name], found.biases, ys, *bounds)))
    return tuple(lines)


def _ascending(line: Line) -> Line:
    """The same line with biases ascending, whatever the order of the spec."""
    from rankpress.figures.lines import Line

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


MOST_PANELS = 6
_Y = "power"


def plan_power(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a panel a pair, and a difference worth having where the axis has the numbers of data sets."""
    from rankpress.figures.lines import Reference, describe_lines, line_panels

    powered, metric = analysis.powered, analysis.scores.name
    each = () if powered is None else _chosen(analysis, powered, figure)
    if powered is None or not each:
        yield Missing("power", metric, _power_why_not(powered))
        return
    by_size = figure.against == "datasets"
    x_title = "data sets" if by_size else f"mean difference in {plain(metric)}"
    panels = _by_size if by_size else _by_difference
    shown = panels(powered, each, drawn(analysis.names))[:MOST_PANELS]
    yield Plan(
        metrics=(metric,),
        kind="power",
        title=f"Power by {metric} over the {'number of data sets' if by_size else 'difference'}",
        caption=_power_caption(analysis, powered, by_size)
        + _left_out(len(panels(powered, each, analysis.names)))
        + explained_if_drawn(analysis.names),
        alt=describe_lines(panels(powered, each, in_text(analysis.names))[:MOST_PANELS], x_title, _Y),
        draw=partial(
            line_panels,
            _with_own(powered, shown) if by_size else shown,
            x_title="data sets" if by_size else f"mean difference in {isolated(plain(metric))}",
            y_title=_Y,
            x_log=by_size,
            y_range=(0, 1),
            reference=Reference(powered.target, f"power of {level_text(powered.target)}"),
            style=style,
        ),
    )


def _power_why_not(powered: Powered | None) -> str:
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
    from rankpress.figures.lines import LinePanel

    return [
        LinePanel(
            f"{names[one.a]} − {names[one.b]} = {level_text(effect)}", _power_lines(powered, found.sizes, found.right)
        )
        for one in each
        for effect, found in zip(powered.effects, one.by_size, strict=True)
    ]


def _with_own(powered: Powered, panels: Sequence[LinePanel]) -> list[LinePanel]:
    """Add a stroke at the study's own number of data sets."""
    from rankpress.figures.lines import Line

    own = Line(f"this study: {counted(powered.own, 'data set')}", [float(powered.own)] * 2, [0.0, 1.0])
    return [replace(panel, lines=[*panel.lines, own]) for panel in panels]


def _by_difference(powered: Powered, each: Sequence[PairPower], names: Sequence[str]) -> list[LinePanel]:
    from rankpress.figures.lines import LinePanel

    return [
        LinePanel(
            f"{names[one.a]} − {names[one.b]}",
            _power_lines(powered, one.by_difference.differences.tolist(), one.by_difference.counts),
        )
        for one in each
    ]


def _power_lines(powered: Powered, xs: Sequence[float], counts: IntArray) -> list[Line]:
    from rankpress.figures.lines import Line

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


def _power_caption(analysis: Analysis, powered: Powered, by_size: bool) -> str:
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
