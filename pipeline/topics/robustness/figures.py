"""Figures of sensitivity, replicability and power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.entries import AdjustmentMethod, OmnibusMethod, PairwiseMethod
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels, dashed
from rankpress.core.scores import IntArray
from rankpress.stats.replicability import Replicability
from rankpress.stats.simulated_power import LEVEL, UNADJUSTED, share_bands
from rankpress.topics.robustness.power import PowerFigureOptions, own_text, procedure_title
from rankpress.topics.robustness.replicability import Part, ReplicabilityFigureOptions, drawn_by, drawn_for_all
from rankpress.topics.robustness.sensitivity_phrases import DIFFER, decided_by
from rankpress.topics.topic import Request
from rankpress.wording.names import isolated
from rankpress.wording.numbers import level_text, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, algorithm_named, capitalized, say

if TYPE_CHECKING:
    from rankpress.figures.lines import Line, LinePanel
    from rankpress.robustness.power import PairPower, Powered
    from rankpress.robustness.replicability import Replicated
    from rankpress.robustness.variations import Sensitivity, Stability


# Further conclusions are in the table.
MOST_STRIPS = 12
# The level moves no p-value, and a cost none of a test.
_SERIES = {
    "one data set omitted": ("dataset",),
    "one algorithm omitted": ("algorithm",),
    "one group omitted or alone": ("group", "group-alone"),
    "scores rounded": ("digits",),
    "another test": ("omnibus", "pairwise"),
    "another adjustment": ("adjust",),
    "missing results otherwise": ("missing",),
}


def plan_sensitivity(request: Request) -> Iterator[Plan | Missing]:
    """Plan strips for the conclusions of tests that are nearest to being turned over."""
    from rankpress.figures.strips import LEAST_P, describe_p_strips, p_strips

    analysis, sensitivity = request.analysis, request.analysis.robustness.sensitivity
    if sensitivity is None or not sensitivity.variations:
        why = (
            "there are no variations of the study; sensitivity: {} requests them"
            if sensitivity is None
            else "nothing could be varied"
        )
        yield request.missing(why)
        return
    nearest = _nearest(sensitivity)
    if not nearest:
        tested = any(stability.p_under is not None for stability in sensitivity.conclusions)
        yield request.missing("no variation changes a conclusion of a test" if tested else "there are no tests")
        return
    names = [_named(analysis, stability, request.labels) for stability in nearest]
    of_study = [nan if stability.p is None else stability.p for stability in nearest]
    series = _series(sensitivity, nearest)
    changed = {
        label: [_changed(*row, sensitivity.alpha) for row in zip(of_study, rows, strict=True)]
        for label, rows in series.items()
    }
    drawn = [of_study, *(row for rows in changed.values() for row in rows)]
    edge = "; p < 10⁻⁶ at the edge" if any(p < LEAST_P for row in drawn for p in row) else ""
    title = "p (pairs: adjusted)" if sensitivity.adjust else "p"
    counts = [(sum(len(rows[i]) for rows in changed.values()), _tried(series, i)) for i in range(len(nearest))]
    drawing = partial(p_strips, names, of_study, _padded(changed), alpha=sensitivity.alpha, title=title)
    yield request.plan(
        partial(drawing, own_label="the study as it is", counts=[f"{which} of {tried}" for which, tried in counts]),
        say("p-values under variations of the study by {}", analysis.metric),
        _sensitivity_caption(analysis, sensitivity, nearest, edge),
        describe_p_strips(names, of_study, series, alpha=sensitivity.alpha),
        [request.names],
    )


def _nearest(sensitivity: Sensitivity) -> list[Stability]:
    """Return the conclusions of tests that change, the least stable first, of those alike the nearest to the level."""

    def far(stability: Stability) -> tuple[float, float]:
        return stability.share, abs(log((1.0 if stability.p is None else max(stability.p, 1e-300)) / sensitivity.alpha))

    changed = [conclusion for conclusion in sensitivity.conclusions if _changes(conclusion, sensitivity.alpha)]
    return sorted(changed, key=far)[:MOST_STRIPS]


def _changes(stability: Stability, alpha: float) -> bool:
    """Return whether a variation puts the p-value of a conclusion on the other side of the level."""
    p = nan if stability.p is None else stability.p
    return stability.p_under is not None and bool(_changed(p, [float(other) for other in stability.p_under], alpha))


def _named(analysis: Analysis, stability: Stability, labels: Labels) -> str:
    if not stability.conclusion.subject:
        return DIFFER
    drawn = dict(zip(analysis.names, labels.drawn(analysis.algorithms), strict=True))
    place = {analysis.names[algorithm]: place for place, algorithm in enumerate(analysis.best_first)}
    better_first = sorted(stability.conclusion.subject, key=lambda name: place.get(name, len(place)))
    return " and ".join(drawn.get(name, *labels.drawn([algorithm_named(name)])) for name in better_first)


def _series(sensitivity: Sensitivity, nearest: list[Stability]) -> dict[str, list[list[float]]]:
    """Return the p-values of each kind of variation that can touch a conclusion; of one not tried, none."""
    series = {}
    for label, kinds in _SERIES.items():
        places = [
            (index, variation.kind) for index, variation in enumerate(sensitivity.variations) if variation.kind in kinds
        ]
        series[label] = [
            [float(stability.p_under[place]) for place, kind in places if kind in stability.counts]
            for stability in nearest
            if stability.p_under is not None
        ]
    return series


def _changed(p: float, under: Sequence[float], alpha: float) -> list[float]:
    """Return the p-values that lie on the other side of the level than that of the study."""
    return [other for other in under if other == other and (other <= alpha) != (p <= alpha)]


def _tried(series: Mapping[str, list[list[float]]], row: int) -> int:
    """Return how many variations say something of a conclusion."""
    return sum(p == p for rows in series.values() for p in rows[row])


def _padded(series: Mapping[str, list[list[float]]]) -> dict[str, list[list[float]]]:
    return {label: [row or [nan] for row in rows] for label, rows in series.items()}


def _sensitivity_caption(analysis: Analysis, sensitivity: Sensitivity, nearest: list[Stability], edge: str) -> Prose:
    tested = sum(stability.p_under is not None for stability in sensitivity.conclusions)
    changing = sum(_changes(stability, sensitivity.alpha) for stability in sensitivity.conclusions)
    which = "all that depend on a test"
    if changing > len(nearest):
        which = f"the least stable of {changing:,} that change, of {tested:,}"
    elif changing < tested:
        which = f"of {tested:,}; no variation changes the others"
    return say(
        "p-values of {} ({}) by {} in {} under those variations of the study that change the conclusion (gray:"
        " how many). Vertical lines: the study; marks: one choice changed; left of the line p ≤ {}{}.",
        counted(len(nearest), "conclusion"),
        which,
        decided_by(analysis),
        analysis.metric,
        level_text(sensitivity.alpha),
        edge,
    )


_Z = 1.959963984540054
_X = "bias k of the samples"
_ALL_PAIRS = "all pairs"
_LEAST_R = 0.5  # of many draws


@dataclass(frozen=True)
class _Measure:
    """What the lines of a figure show: the field of `Replicability`, its title, and where its band comes from."""

    field: str
    title: str
    error: str


_REJECTIONS = _Measure("rejections", "share of samples that reject", "")
_P = _Measure("average_p", "average p", "average_p_error")
_OF_P = _Measure("of_p", "R(p)", "of_p_error")
_OF_OUTCOMES = _Measure("of_outcomes", "R(e)", "of_outcomes_error")
_OF_PAIRS: Mapping[Part, tuple[_Measure, ...]] = {
    "rejections": (_REJECTIONS,),
    "p": (_P,),
    "r": (_OF_P, _OF_OUTCOMES),
}
_OF_ALL: Mapping[Part, _Measure] = {"together": _REJECTIONS, "together-p": _P}
_OF_OMNIBUS: tuple[Part, ...] = ("together-r",)


def plan_replicability(request: Request[ReplicabilityFigureOptions]) -> Iterator[Plan | Missing]:
    """Plan the figures that are requested; without any, rejections of single pairs or else of all together."""
    replicated, analysis = request.analysis.robustness.replicated, request.analysis
    if replicated is None:
        yield request.missing("there are no samples of data sets; replicability: {} requests them")
        return
    if not replicated.each:
        yield request.missing(f"no samples of data sets could be drawn ({replicated.obstacle})")
        return
    first = replicated.each[0]
    of_pairs, of_all = bool(first.alone and replicated.shown), bool(first.omnibus or first.adjusted)
    there = (*(_OF_PAIRS if of_pairs else ()), *(_OF_ALL if of_all else ()), *(_OF_OMNIBUS if first.omnibus else ()))
    parts = request.options.parts
    for part in there if parts == "all" else there[:1] if parts is None else [part for part in parts if part in there]:
        if part in _OF_PAIRS:
            yield _plan_pairs(request, replicated, part)
        elif part in _OF_ALL:
            yield _plan_together(request, replicated, part)
        else:
            panels = [
                _Panel(measure.title, measure, _lines(replicated, _of_kind(replicated, "omnibus"), measure, 0))
                for measure in (_OF_P, _OF_OUTCOMES)
            ]
            title, where = "R(p) and R(e) of omnibus tests", _drawn(replicated, drawn_for_all(analysis, replicated))
            yield _plan(request, replicated, part, title, say("{}: {}", title, where), panels)


def _plan_pairs(request: Request[ReplicabilityFigureOptions], replicated: Replicated, part: Part) -> Plan:
    """Plan a figure of tests of single pairs."""
    alone, measures = _of_kind(replicated, "alone"), _OF_PAIRS[part]
    title = " and ".join(measure.title for measure in measures)
    panels = [
        _Panel(pair, measure, _lines(replicated, alone, measure, pair))
        for measure in measures
        for pair in replicated.shown
    ]
    where = _drawn(replicated, drawn_by(request.analysis, replicated))
    return _plan(
        request, replicated, part, title, say("{} (tests of each pair): {}", capitalized(title), where), panels
    )


def _plan_together(request: Request[ReplicabilityFigureOptions], replicated: Replicated, part: Part) -> Plan:
    """Plan a figure of omnibus tests, and of pairs adjusted for their number."""
    omnibus, adjusted, measure = _of_kind(replicated, "omnibus"), _of_kind(replicated, "adjusted"), _OF_ALL[part]
    panels = [_Panel("omnibus tests", measure, _lines(replicated, omnibus, measure, 0))] if omnibus else []
    where = _drawn(replicated, drawn_for_all(request.analysis, replicated))
    caption = say("{} (tests of all algorithms): {}", capitalized(measure.title), where)
    if adjusted:
        panels.append(_Panel(_ALL_PAIRS, measure, _over_pairs(replicated, measure)))
        panels += [_Panel(pair, measure, _lines(replicated, adjusted, measure, pair)) for pair in replicated.shown]
        what = "share of significant pairs" if measure is _REJECTIONS else "p of a sample"
        caption = say("{}; {}: mean {}", caption, _ALL_PAIRS, what)
    return _plan(request, replicated, part, f"{measure.title}, all together", caption, panels)


class _Panel(NamedTuple):
    which: int | str  # a pair, or what the panel is called
    measure: _Measure
    lines: tuple[Line, ...]


_METHODS: Mapping[str, Mapping[str, PairwiseMethod | OmnibusMethod | AdjustmentMethod]] = {
    "alone": PAIRWISE,
    "omnibus": OMNIBUS,
    "adjusted": ADJUSTMENTS,
}


def _of_kind(replicated: Replicated, kind: str) -> dict[str, list[Replicability]]:
    """Return each test or adjustment of a kind at all biases, by its title."""
    names = getattr(replicated.each[0], kind)
    titles = {name: dashed(_METHODS[kind][name].title) for name in names}
    return {titles[name]: [getattr(repeated, kind)[name] for repeated in replicated.each] for name in names}


def _drawn(replicated: Replicated, where: Prose) -> Prose:
    form = "{:,} samples of {:,} of {} with a bias k toward data sets on which {}"
    return say(form, replicated.draws, replicated.size, counted(replicated.n_datasets, "data set"), where)


def _plan(
    request: Request[ReplicabilityFigureOptions],
    replicated: Replicated,
    part: Part,
    title: str,
    caption: Prose,
    panels: Sequence[_Panel],
) -> Plan:
    from rankpress.figures.lines import LinePanel, describe_lines, line_panels

    measures = tuple(dict.fromkeys(panel.measure for panel in panels))
    several, y_title = len(measures) > 1, title if len(measures) > 1 else measures[0].title

    def titled(names: Sequence[str]) -> list[LinePanel]:
        return [LinePanel(_title(replicated, names, panel, of_several=several), panel.lines) for panel in panels]

    first = replicated.each[0]
    alpha = level_text(next(iter((first.alone or first.omnibus or first.adjusted).values())).alpha)
    of_level = f" Rejections: p ≤ {alpha}." if _P not in measures else " Smaller p are higher."
    of_level = f"{of_level.rstrip('.')}; bands: 95% Monte Carlo intervals (seed {replicated.seed})."
    return request.plan(
        partial(
            line_panels,
            titled(request.labels.drawn(request.names)),
            x_title=_X,
            y_title=y_title,
            y_range=_range(measures, [line for panel in panels for line in panel.lines]),
            downwards=measures == (_P,),
        ),
        say("Tests on samples of data sets by {}: {}", request.analysis.metric, title),
        say("{}.{}", caption, of_level),
        describe_lines(titled(request.labels.in_text(request.names)), _X, y_title),
        [request.names],
        part=f"-{part}",
    )


def _range(measures: tuple[_Measure, ...], lines: Sequence[Line]) -> tuple[float, float] | None:
    """Heights that measures can have, but for those of very few draws."""
    if _P in measures:
        return None
    if _REJECTIONS in measures:
        return 0.0, 1.0
    return min(_LEAST_R, *(y for line in lines for y in line.ys)), 1.0


def _title(replicated: Replicated, names: Sequence[str], panel: _Panel, *, of_several: bool) -> str:
    if isinstance(panel.which, str):
        return panel.which
    a, b = replicated.pairs[panel.which].tolist()
    return f"{names[a]} and {names[b]}" + (f": {panel.measure.title}" if of_several else "")


def _lines(
    replicated: Replicated, tests: Mapping[str, list[Replicability]], measure: _Measure, index: int
) -> tuple[Line, ...]:
    from rankpress.figures.lines import Line

    lines = []
    for title, several in tests.items():
        if measure is _REJECTIONS:
            ys = [float(replicability.rejections[index] / replicability.n) for replicability in several]
            lows, highs = (
                [float(replicability.low[index]) for replicability in several],
                [float(replicability.high[index]) for replicability in several],
            )
        else:
            ys = [float(getattr(replicability, measure.field)[index]) for replicability in several]
            errors = [_Z * float(getattr(replicability, measure.error)[index]) for replicability in several]
            lows, highs = _band(ys, errors, 0.0 if measure is _P else min(_LEAST_R, *ys))
        lines.append(_ascending(Line(title, replicated.biases, ys, lows, highs)))
    return tuple(lines)


def _band(ys: list[float], errors: list[float], least: float = 0.0) -> tuple[list[float], list[float]]:
    pairs = list(zip(ys, errors, strict=True))
    return [max(y - error, least) for y, error in pairs], [min(y + error, 1.0) for y, error in pairs]


def _over_pairs(replicated: Replicated, measure: _Measure) -> tuple[Line, ...]:
    """Means over the pairs, whose errors are those of the draws' own means."""
    from rankpress.figures.lines import Line

    lines, n = [], len(replicated.pairs) if measure is _REJECTIONS else 1
    for name in replicated.each[0].adjusted:
        several = [
            (repeated.rejected if measure is _REJECTIONS else repeated.over_pairs)[name] for repeated in replicated.each
        ]
        ys = [mean / n for mean, _ in several]
        bounds = _band(ys, [_Z * error / n for _, error in several])
        lines.append(_ascending(Line(dashed(ADJUSTMENTS[name].title), replicated.biases, ys, *bounds)))
    return tuple(lines)


def _ascending(line: Line) -> Line:
    """Return the same line with biases ascending, whatever the order of the spec."""
    order = np.argsort(line.xs, kind="stable").tolist()
    values = ((name, getattr(line, name)) for name in ("xs", "ys", "lows", "highs"))
    some: dict[str, Any] = {name: each and [each[i] for i in order] for name, each in values}
    return replace(line, **some)


MOST_PANELS = 6
_Y = "power"


def plan_power(request: Request[PowerFigureOptions]) -> Iterator[Plan | Missing]:
    """Plan one panel per pair, and a difference worth having where the axis has the numbers of data sets."""
    from rankpress.figures.lines import ReferenceLine, describe_lines, line_panels

    analysis, labels, powered = request.analysis, request.labels, request.analysis.robustness.powered
    if powered is None:
        yield request.missing("there are no simulations of power; power: {effect: NUMBER} requests them")
        return
    each = _chosen(analysis, powered, request.options.pairs)
    if not each:
        simulated = "of no such pair power was simulated"
        yield request.missing(simulated if powered.each else "of no pair power could be simulated")
        return
    by_size = request.options.against == "datasets"
    difference = labels.plain(analysis.measured)
    panels = _by_size if by_size else _by_difference
    of_pairs = panels(analysis, powered, each, labels.drawn(request.names))
    left_out = ""
    if len(of_pairs) > MOST_PANELS:
        first = f"the first {MOST_PANELS} of {len(of_pairs)}"
        left_out = f" Shown are {first}; the tables have all, and pairs of this figure chooses."
    references = [ReferenceLine(powered.target, f"power of {level_text(powered.target)}")]
    if by_size:
        here = f"this study: {counted(powered.n_datasets, 'data set')}"
        references.append(ReferenceLine(float(powered.n_datasets), here, across=True))
    yield request.plan(
        partial(
            line_panels,
            of_pairs[:MOST_PANELS],
            x_title="data sets" if by_size else f"mean difference in {isolated(difference)}",
            y_title=_Y,
            x_log=by_size,
            y_range=(0, 1),
            references=references,
        ),
        say("Power by {} over the {}", analysis.metric, "number of data sets" if by_size else "difference"),
        _power_caption(analysis, powered, by_size) + left_out,
        describe_lines(
            panels(analysis, powered, each, labels.in_text(request.names))[:MOST_PANELS],
            "data sets" if by_size else f"mean difference in {difference}",
            _Y,
        ),
        [request.names],
    )


def _chosen(analysis: Analysis, powered: Powered, pairs: Sequence[tuple[str, str]] | None) -> tuple[PairPower, ...]:
    if pairs is None:
        return powered.each
    names = analysis.names
    by_pair = {frozenset((names[power.a], names[power.b])): power for power in powered.each}
    requested = (frozenset(pair) for pair in pairs)
    return tuple(by_pair[pair] for pair in requested if pair in by_pair)


def _by_size(analysis: Analysis, powered: Powered, each: Sequence[PairPower], names: Sequence[str]) -> list[LinePanel]:
    from rankpress.figures.lines import LinePanel

    panels, scale = [], analysis.scores.scale
    for power in each:
        for effect, power_of_effect in zip(powered.effects, power.by_size, strict=True):
            difference = scale.score_phrase(level_text(scale.factor * effect))
            title = f"{_positive_difference(analysis, power, names)} = {difference}"
            panels.append(LinePanel(title, _power_lines(powered, power_of_effect.sizes, power_of_effect.right)))
    return panels


def _by_difference(
    analysis: Analysis, powered: Powered, each: Sequence[PairPower], names: Sequence[str]
) -> list[LinePanel]:
    from rankpress.figures.lines import LinePanel

    panels, factor = [], analysis.scores.scale.factor
    for power in each:
        differences, counts = factor * power.by_difference.differences, power.by_difference.counts
        panels.append(
            LinePanel(_positive_difference(analysis, power, names), _power_lines(powered, differences.tolist(), counts))
        )
    return panels


def _positive_difference(analysis: Analysis, power: PairPower, names: Sequence[str]) -> str:
    """Return which score less which is above zero if the first algorithm of a pair is the better one."""
    a, b = (power.a, power.b)[:: analysis.scores.sign]
    return f"{names[a]} − {names[b]}"


def _power_lines(powered: Powered, xs: Sequence[float], counts: IntArray) -> list[Line]:
    from rankpress.figures.lines import Line

    low, high = share_bands(counts, powered.draws)
    shares = counts / powered.draws
    return [
        Line(
            dashed("unadjusted" if name == UNADJUSTED else procedure_title(name)),
            xs,
            shares[:, index].tolist(),
            low[:, index].tolist(),
            high[:, index].tolist(),
        )
        for index, name in enumerate(powered.procedures)
    ]


def _power_caption(analysis: Analysis, powered: Powered, by_size: bool) -> Prose:
    what = (
        say(
            "by the number of data sets, if the algorithms of a pair differ in {} by the mean difference in the title",
            analysis.metric,
        )
        if by_size
        else say("on {}, by the mean difference in {}", own_text(analysis, powered), analysis.measured)
    )
    form = (
        "Simulated power of the {}, unadjusted and adjusted, {}. Bands: {} intervals of the simulation alone (Wilson)."
    )
    return say(form, PAIRWISE[powered.test].title, what, percent_text(LEVEL))
