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
from rankpress.core.labels import Labels, dashed
from rankpress.core.numbers import fixed, level_text, percent_text
from rankpress.core.scores import IntArray
from rankpress.core.text import Prose, algorithm_named, plain, say
from rankpress.figures.isolation import isolated
from rankpress.robustness.power import PairPower, Powered
from rankpress.robustness.replicability import Replicated
from rankpress.robustness.variations import Sensitivity, Stability
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stats.replicability import Replicability, agreement_of_outcomes
from rankpress.stats.simulated_power import LEVEL, share_bands
from rankpress.topics.conclusions import DIFFER, decided_by
from rankpress.topics.power import own_text, title_of
from rankpress.topics.replicability import NO_MEASURE, drawn_by, drawn_for_all

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


def plan_sensitivity(
    analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels
) -> Iterator[Plan | Missing]:
    """Plan strips for the conclusions of tests that are nearest to being turned over."""
    from rankpress.figures.strips import LEAST_P, describe_p_strips, p_strips

    metric, result = analysis.metric, analysis.sensitivity
    if result is None or not result.variations:
        why = "no section sensitivity asks for variations" if result is None else "nothing could be varied"
        yield Missing("sensitivity", metric, why)
        return
    shown = _nearest(result)
    names, own = (
        [_named(analysis, item, labels) for item in shown],
        [nan if item.p is None else item.p for item in shown],
    )
    if not shown:
        yield Missing("sensitivity", metric, "no test was made")
        return
    series = _series(result, shown)
    beyond = any(p < LEAST_P for row in (own, *(row for rows in series.values() for row in rows)) for p in row)
    edge = f" Smaller p than {LEAST_P:f} stand there, at the left edge." if beyond else ""
    yield Plan(
        metrics=(analysis.scores.name,),
        kind="sensitivity",
        title=say("p-values under variations of the study by {}", metric),
        caption=_sensitivity_caption(analysis, result, shown, edge) + labels.explained_if_drawn(analysis.algorithms),
        alt=describe_p_strips(names, own, series, alpha=result.alpha),
        draw=partial(
            p_strips,
            names,
            own,
            series,
            alpha=result.alpha,
            title="p, of pairs adjusted" if result.adjust else "p",
            own_label="the study as it is",
            style=style,
        ),
    )


def _nearest(sensitivity: Sensitivity) -> list[Stability]:
    """Return the conclusions of tests that stand least, and of those alike the ones whose p is nearest to the level."""

    def far(stability: Stability) -> tuple[float, float]:
        return stability.share, abs(log((1.0 if stability.p is None else max(stability.p, 1e-300)) / sensitivity.alpha))

    return sorted((conclusion for conclusion in sensitivity.conclusions if conclusion.p_under is not None), key=far)[
        :MOST_STRIPS
    ]


def _named(analysis: Analysis, stability: Stability, labels: Labels) -> str:
    if not stability.conclusion.subject:
        return DIFFER
    shown = dict(zip(analysis.names, labels.drawn(analysis.algorithms), strict=True))
    return " – ".join(shown.get(name, *labels.drawn([algorithm_named(name)])) for name in stability.conclusion.subject)


def _series(sensitivity: Sensitivity, shown: list[Stability]) -> dict[str, list[list[float]]]:
    """Return the p-values of each kind of variation, for those that have any."""
    series = {}
    for label, kinds in _SERIES.items():
        places = [index for index, variation in enumerate(sensitivity.variations) if variation.kind in kinds]
        rows = [
            [float(item.p_under[place]) for place in places if _bears(sensitivity, item, place)]
            for item in shown
            if item.p_under is not None
        ]
        if any(p == p for row in rows for p in row):
            series[label] = rows
    return series


def _bears(sensitivity: Sensitivity, stability: Stability, index: int) -> bool:
    """Return whether a variation can touch the conclusion."""
    return sensitivity.variations[index].kind in stability.counts


def _sensitivity_caption(analysis: Analysis, sensitivity: Sensitivity, shown: list[Stability], edge: str) -> Prose:
    tested = sum(item.p_under is not None for item in sensitivity.conclusions)
    which = f"the {len(shown)} that stand least of {tested}" if tested > len(shown) else "all that rest on a test"
    return say(
        "p-values of {} ({}) by {}, in {}, and under each variation of the study: one choice is made otherwise each"
        " time. Strokes are the study as it is; marks left of the dashed line, level {}, find a difference.{} Marks"
        " show what hangs on a choice; they are no draws, and not for choosing from.",
        counted(len(shown), "conclusion"),
        which,
        decided_by(analysis),
        analysis.metric,
        level_text(sensitivity.alpha),
        edge,
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


def plan_replicability(
    analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels
) -> Iterator[Plan | Missing]:
    """Plan the figures of single pairs, and of all algorithms together."""
    result, metric = analysis.replicated, analysis.metric
    if result is None or not result.each:
        why = _replicability_why_not(result)
        yield Missing("replicability", metric, why)
        return
    if result.each[0].alone and result.shown:
        for part, measures in (("-rejections", (_REJECTIONS,)), ("-p", (_P,)), ("-r", (_OF_P, _OF_OUTCOMES))):
            yield _of_pairs(analysis, result, part, measures, style, labels)
    if result.each[0].omnibus or result.each[0].adjusted:
        for part, measure in (("-together", _REJECTIONS), ("-together-p", _P)):
            yield _together(analysis, result, part, measure, style, labels)
    if result.each[0].omnibus:
        yield _of_omnibus(analysis, result, "-together-r", (_OF_P, _OF_OUTCOMES), style, labels)


def _replicability_why_not(replicated: Replicated | None) -> str:
    if replicated is None:
        return "the study has no section replicability"
    return f"no draws of data sets could be made ({plain(replicated.left_out['all']).partition('. ')[0].rstrip('.')})"


def _of_pairs(
    analysis: Analysis, replicated: Replicated, part: str, measures: tuple[_Measure, ...], style: Style, labels: Labels
) -> Plan:
    tests = {name: [item.alone[name] for item in replicated.each] for name in replicated.each[0].alone}
    titles = {name: dashed(PAIRWISE[name].title) for name in tests}
    panels = [
        (index, measure, _replicability_lines(replicated, tests, titles, measure, index))
        for measure in measures
        for index in replicated.shown
    ]
    text = " and ".join(measure.title for measure in measures)
    caption = say(
        "{}{} of tests of a pair on {}", text[:1].upper(), text[1:], _drawn(replicated, drawn_by(analysis, replicated))
    )
    return _plan(analysis, replicated, part, text, caption, panels, measures, style, labels)


def _drawn(replicated: Replicated, where: Prose) -> Prose:
    form = "{:,} draws of {:,} of {} at each bias k: the larger k, the more they favor data sets on which {}."
    return say(form, replicated.draws, replicated.size, counted(replicated.n_datasets, "data set"), where)


def _of_omnibus(
    analysis: Analysis, replicated: Replicated, part: str, measures: tuple[_Measure, ...], style: Style, labels: Labels
) -> Plan:
    tests = {name: [item.omnibus[name] for item in replicated.each] for name in replicated.each[0].omnibus}
    titles = {name: dashed(OMNIBUS[name].title) for name in tests}
    panels = [
        (measure.title, measure, _replicability_lines(replicated, tests, titles, measure, 0)) for measure in measures
    ]
    text = " and ".join(measure.title for measure in measures)
    caption = say("{} of omnibus tests on {}", text, _drawn(replicated, drawn_for_all(analysis, replicated)))
    return _plan(analysis, replicated, part, f"{text} of omnibus tests", caption, panels, measures, style, labels)


def _together(
    analysis: Analysis, replicated: Replicated, part: str, measure: _Measure, style: Style, labels: Labels
) -> Plan:
    omnibus = {name: [item.omnibus[name] for item in replicated.each] for name in replicated.each[0].omnibus}
    adjusted = {name: [item.adjusted[name] for item in replicated.each] for name in replicated.each[0].adjusted}
    titles = {name: dashed(OMNIBUS[name].title) for name in omnibus}
    titles |= {name: dashed(ADJUSTMENTS[name].title) for name in adjusted}
    panels: list[tuple[int | str, _Measure, tuple[Line, ...]]] = []
    if omnibus:
        panels.append(("omnibus tests", measure, _replicability_lines(replicated, omnibus, titles, measure, 0)))
    if adjusted:
        panels.append((_ALL_PAIRS, measure, _over_pairs(replicated, titles, measure)))
        panels += [
            (index, measure, _replicability_lines(replicated, adjusted, titles, measure, index))
            for index in replicated.shown
        ]
    form = "{}{} of tests of all algorithms on {}"
    caption = say(
        form, measure.title[:1].upper(), measure.title[1:], _drawn(replicated, drawn_for_all(analysis, replicated))
    )
    if adjusted:
        what = "share of pairs that a draw rejects" if measure is _REJECTIONS else "p of a draw"
        caption += say(" The panel of {} shows the mean {}.", _ALL_PAIRS, what)
    return _plan(
        analysis, replicated, part, f"{measure.title}, all together", caption, panels, (measure,), style, labels
    )


def _plan(
    analysis: Analysis,
    replicated: Replicated,
    part: str,
    text: str,
    caption: Prose,
    panels: Sequence[tuple[int | str, _Measure, tuple[Line, ...]]],
    measures: tuple[_Measure, ...],
    style: Style,
    labels: Labels,
) -> Plan:
    from rankpress.figures.lines import LinePanel, describe_lines, line_panels

    several, metric = len(measures) > 1, analysis.metric

    def titled(names: tuple[str, ...]) -> list[LinePanel]:
        return [
            LinePanel(_title(replicated, names, which, measure if several else None), lines)
            for which, measure, lines in panels
        ]

    y_title = text if several else measures[0].title
    alpha = level_text(
        next(
            iter((replicated.each[0].alone or replicated.each[0].omnibus or replicated.each[0].adjusted).values())
        ).alpha
    )
    of_level = f" A test rejects where p is at most {alpha}." if _P not in measures else " Small p are above."
    if measures == (_REJECTIONS,):
        of_all = f", except of {_ALL_PAIRS}" if any(which == _ALL_PAIRS for which, *_ in panels) else ""
        of_level += f" At the right: R(e), which follows from the share{of_all}."
    bands = f" Bands: Monte Carlo intervals of 95%, seed {replicated.seed}."
    return Plan(
        metrics=(analysis.scores.name,),
        part=part,
        kind="replicability",
        title=say("Tests on draws of data sets by {}: {}", metric, text),
        caption=say(
            "{}{}{} {}{}", caption, of_level, bands, NO_MEASURE, labels.explained_if_drawn(analysis.algorithms)
        ),
        alt=describe_lines(titled(tuple(labels.in_text(analysis.algorithms))), _X, y_title),
        draw=partial(
            line_panels,
            titled(tuple(labels.drawn(analysis.algorithms))),
            x_title=_X,
            y_title=y_title,
            y_range=_range(measures, [line for _, _, lines in panels for line in lines]),
            downwards=measures == (_P,),
            second=_second(replicated) if measures == (_REJECTIONS,) else None,
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


def _title(replicated: Replicated, names: tuple[str, ...], which: int | str, measure: _Measure | None) -> str:
    if isinstance(which, str):
        return which
    a, b = replicated.pairs[which].tolist()
    return f"{names[a]} and {names[b]}" + (f": {measure.title}" if measure is not None else "")


def _second(replicated: Replicated) -> SecondAxis:
    """R(e) of each share of rejections, which it follows from."""
    from rankpress.figures.lines import SecondAxis

    r = agreement_of_outcomes([round(share * replicated.draws) for share in _SCALE], replicated.draws)
    return SecondAxis("R(e)", [(share, fixed(float(item), 2)) for share, item in zip(_SCALE, r, strict=True)])


def _replicability_lines(
    replicated: Replicated,
    tests: Mapping[str, list[Replicability]],
    titles: Mapping[str, str],
    measure: _Measure,
    index: int,
) -> tuple[Line, ...]:
    from rankpress.figures.lines import Line

    lines = []
    for name, several in tests.items():
        if measure is _REJECTIONS:
            ys = [float(item.rejections[index] / item.n) for item in several]
            lows, highs = [float(item.low[index]) for item in several], [float(item.high[index]) for item in several]
        else:
            ys = [float(getattr(item, measure.field)[index]) for item in several]
            errors = [_Z * float(getattr(item, measure.error)[index]) for item in several]
            lows, highs = _band(ys, errors, 0.0 if measure is _P else min(_LEAST_R, *ys))
        lines.append(_ascending(Line(titles[name], replicated.biases, ys, lows, highs)))
    return tuple(lines)


def _band(ys: list[float], errors: list[float], least: float = 0.0) -> tuple[list[float], list[float]]:
    pairs = list(zip(ys, errors, strict=True))
    return [max(y - error, least) for y, error in pairs], [min(y + error, 1.0) for y, error in pairs]


def _over_pairs(replicated: Replicated, titles: Mapping[str, str], measure: _Measure) -> tuple[Line, ...]:
    """Means over the pairs, whose errors are those of the draws' own means."""
    from rankpress.figures.lines import Line

    lines, n = [], len(replicated.pairs) if measure is _REJECTIONS else 1
    for name in replicated.each[0].adjusted:
        several = [(item.rejected if measure is _REJECTIONS else item.over_pairs)[name] for item in replicated.each]
        ys = [mean / n for mean, _ in several]
        bounds = _band(ys, [_Z * error / n for _, error in several])
        lines.append(_ascending(Line(titles[name], replicated.biases, ys, *bounds)))
    return tuple(lines)


def _ascending(line: Line) -> Line:
    """Return the same line with biases ascending, whatever the order of the spec."""
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


def plan_power(analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels) -> Iterator[Plan | Missing]:
    """Plan a panel a pair, and a difference worth having where the axis has the numbers of data sets."""
    from rankpress.figures.lines import Reference, describe_lines, line_panels

    powered, metric = analysis.powered, analysis.metric
    each = () if powered is None else _chosen(analysis, powered, figure)
    if powered is None or not each:
        yield Missing("power", metric, _power_why_not(powered))
        return
    by_size = figure.against == "datasets"
    x_title = "data sets" if by_size else f"mean difference in {labels.plain(metric)}"
    panels = _by_size if by_size else _by_difference
    shown = panels(powered, each, labels.drawn(analysis.algorithms))[:MOST_PANELS]
    yield Plan(
        metrics=(analysis.scores.name,),
        kind="power",
        title=say("Power by {} over the {}", metric, "number of data sets" if by_size else "difference"),
        caption=_power_caption(analysis, powered, by_size)
        + _left_out(len(panels(powered, each, analysis.names)))
        + labels.explained_if_drawn(analysis.algorithms),
        alt=describe_lines(panels(powered, each, labels.in_text(analysis.algorithms))[:MOST_PANELS], x_title, _Y),
        draw=partial(
            line_panels,
            _with_own(powered, shown) if by_size else shown,
            x_title="data sets" if by_size else f"mean difference in {isolated(labels.plain(metric))}",
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
    names = analysis.names
    by_pair = {frozenset((names[item.a], names[item.b])): item for item in powered.each}
    requested = (frozenset(pair) for pair in figure.pairs)
    return tuple(by_pair[pair] for pair in requested if pair in by_pair)


def _by_size(powered: Powered, each: Sequence[PairPower], names: Sequence[str]) -> list[LinePanel]:
    from rankpress.figures.lines import LinePanel

    return [
        LinePanel(
            f"{names[item.a]} − {names[item.b]} = {level_text(effect)}",
            _power_lines(powered, result.sizes, result.right),
        )
        for item in each
        for effect, result in zip(powered.effects, item.by_size, strict=True)
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
            f"{names[item.a]} − {names[item.b]}",
            _power_lines(powered, item.by_difference.differences.tolist(), item.by_difference.counts),
        )
        for item in each
    ]


def _power_lines(powered: Powered, xs: Sequence[float], counts: IntArray) -> list[Line]:
    from rankpress.figures.lines import Line

    low, high = share_bands(counts, powered.draws)
    shares = counts / powered.draws
    return [
        Line(dashed(title_of(name)), xs, shares[:, index].tolist(), low[:, index].tolist(), high[:, index].tolist())
        for index, name in enumerate(powered.procedures)
    ]


def _left_out(simulated: int) -> str:
    if simulated <= MOST_PANELS:
        return ""
    return f" Shown are the first {MOST_PANELS} of {simulated}; the tables have all, and pairs of this figure chooses."


def _power_caption(analysis: Analysis, powered: Powered, by_size: bool) -> Prose:
    what = (
        say(
            "if the first algorithm of a pair is better in {} by the mean difference in the title, over the number of"
            " data sets",
            analysis.metric,
        )
        if by_size
        else say("on {}, over the mean difference in {}", own_text(analysis, powered), analysis.metric)
    )
    form = (
        "Simulated power of the {}, unadjusted and adjusted, to find the better of a pair {}. Bands: {} Wilson"
        " intervals for the number of simulated studies; they do not account for the error of the observed spread."
    )
    return say(form, PAIRWISE[powered.test].title, what, percent_text(LEVEL))
