"""Figures of scores and ranks: score map, rank distributions, two metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, FigureKind
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.labels import Labels
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.spec.plot_sections import FigureOptions, PlaneOptions
from rankpress.spec.strict import Incoherence, Text
from rankpress.stats.ranks import scaled_ranks
from rankpress.stats.spread import shortfall_from_best, spread
from rankpress.topics.phrases import (
    at_level_of,
    critical_difference,
    over_datasets,
    procedure,
    scope,
)
from rankpress.topics.topic import Request
from rankpress.wording.numbers import counted_in_words, place_text
from rankpress.wording.text import Prose, capitalized, join, joined, references, say

if TYPE_CHECKING:
    pass


from rankpress.topics.ranks.diagrams import SCALED_RANKS


@dataclass(frozen=True)
class _Shown:
    """What the colors show: its name in the figure and in the caption, its values, and how they are printed."""

    label: str
    metrics_text: Prose
    values: FloatArray
    better: Literal["higher", "lower"]
    number: Callable[[float], str]


class ScoreMapOptions(FigureOptions):
    """Options of the map of scores."""

    color: Literal["scores", "ranks", "best"] = Field(
        default="scores",
        description="Colors show scores, ranks, or how far a score is from its data set's best.",
    )


def plan_score_map(request: Request[ScoreMapOptions]) -> Iterator[Plan | Missing]:
    """Plan a map, in parts where there are more data sets than a page has room for."""
    from rankpress.figures.scores import describe_score_map, score_map, score_map_pages

    analysis, labels, color = request.analysis, request.labels, request.options.color
    colored = _shown(analysis, color, labels)
    if colored is None:
        yield request.missing("only average ranks are known")
        return
    order = list(analysis.ranking.best_first)
    values, datasets = colored.values[:, order], references("datasets", analysis.scores.datasets)
    names = [analysis.algorithms[i] for i in order]
    drawn = labels.drawn(datasets), labels.drawn(names)
    options: dict[str, Any] = {"label": colored.label, "number": colored.number}
    for part, which, rows in numbered(score_map_pages(*drawn, style=request.style, label=colored.label)):
        yield request.plan(
            partial(score_map, values, *drawn, **options, better=colored.better, rows=rows),
            say("Map of {}{}", colored.metrics_text, which),
            score_map_caption(analysis, colored.metrics_text, color, paged=bool(part)),
            describe_score_map(values, labels.in_text(datasets), labels.in_text(names), **options, rows=rows),
            [names, datasets],
            part=part,
        )


def _shown(analysis: Analysis, color: Literal["scores", "ranks", "best"], labels: Labels) -> _Shown | None:
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if not isinstance(scores, MetricScores) or ranks is None:
        return None
    oriented, means = scores.oriented, scores.means
    metric, factor, rounding = analysis.metric, scores.scale.factor, scores.scale.rounding(means)
    if scores.missing.imputed:  # which were not measured
        imputed = scores.missing.is_imputed(scores.datasets, scores.algorithms)
        ranks, oriented, means = (np.where(imputed, np.nan, values) for values in (ranks, oriented, means))
    number = replace(rounding, factor=1.0).text  # of numbers that are on the scale already
    if color == "ranks":
        return _Shown(f"rank by {labels.plain(metric)}", say("ranks by {}", metric), ranks, "lower", place_text)
    if color == "best":
        short, what = shortfall_from_best(oriented), say("distance in {} to the best", analysis.measured)
        return _Shown(labels.plain(what), what, factor * short, "lower", number)
    return _Shown(labels.plain(analysis.measured), analysis.measured, factor * means, scores.better, number)


def score_map_caption(
    analysis: Analysis, what: Prose, color: Literal["scores", "ranks", "best"], *, paged: bool = False
) -> Prose:
    """Return what a map of scores shows, in a few sentences."""
    scores = analysis.scores
    scale = {
        "scores": say(" ({} {} is better), on one scale for all data sets", scores.better, analysis.metric),
        "ranks": "",
        "best": " on the data set (the best has distance 0)",
    }
    legend: list[Prose] = [say("Stronger colors: better results{}", scale[color])]
    if paged:
        legend.append("all parts have the same colors")
    if scores.missing.worst_ranked and color == "ranks":
        legend.append("missing results are ranked last on their data set")
    elif scores.has_no_numbers or scores.missing.left_open or scores.missing.imputed:
        legend.append(f"struck through: {'not solved within the limit' if scores.has_censored else 'no result'}")
    form = "{} of {}, the best average rank first. {}. Colors do not show significance."
    return say(form, capitalized(what), scope(analysis), join(legend, "; "))


class RankDistributionOptions(FigureOptions):
    """Options of the spread of ranks."""

    form: Literal["dots", "box", "violin"] = Field(
        default="dots",
        description="dots: a dot for each data set, boxes where dots have no room. box: boxes. violin: bars as high as "
        "the number of data sets.",
    )


def plan_rank_distribution(request: Request[RankDistributionOptions]) -> Iterator[Plan | Missing]:
    """Plan a row for each algorithm, the best average rank first."""
    from rankpress.figures.distribution import (
        describe_rank_distribution,
        form_drawn,
        has_shades,
        rank_distribution,
    )

    analysis, names, labels = request.analysis, request.names, request.labels
    ranks = analysis.ranking.ranks
    if ranks is None:
        yield request.missing("only average ranks were given")
        return
    scaled = scaled_ranks(ranks) if analysis.ranking.has_gaps else ranks
    summary = spread(scaled)
    drawn = labels.drawn(names), scaled.T.tolist(), summary
    form = form_drawn(*drawn, form=request.options.form, style=request.style)
    yield request.plan(
        partial(rank_distribution, *drawn, form=form),
        say("Ranks by {} over the data sets", analysis.metric),
        distribution_caption(analysis, form, shades=has_shades(summary)),
        describe_rank_distribution(labels.in_text(names), summary),
        [names],
        algorithms=names,
    )


def distribution_caption(analysis: Analysis, form: str, *, shades: bool) -> Prose:
    """Return what the dots, boxes or bars of ranks show."""
    marks = {
        "dots": f"Each dot is a data set, {'shades are the middle half, ' if shades else ''}diamonds average ranks",
        "box": "Boxes show quartiles and medians, whiskers the range, diamonds average ranks",
        "violin": "Bars show the number of data sets with each rank, strokes medians, diamonds average ranks",
    }
    what = over_datasets(analysis), analysis.metric, SCALED_RANKS if analysis.ranking.has_gaps else ""
    return say("Ranks of {} by {}{}, the best average rank first. {}. Overlap is not a test.", *what, marks[form])


class TwoMetricsOptions(PlaneOptions):
    """Options of the plane of two metrics."""

    x: Text | None = Field(default=None, description="The metric on the horizontal axis. Default: the first one.")
    y: Text | None = Field(
        default=None, description="The metric on the vertical axis. Default: each other one, one figure for each."
    )

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield also axes of metrics that the study has not."""
        yield from super().wrong_in_study(others)
        metrics = [metric.name for metric in others["scores"].metrics] if "scores" in others else []
        for axis, metric in (("x", self.x), ("y", self.y)):
            if metrics and metric is not None:
                yield from self.wrong_metric((axis,), metric, metrics)

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that both axes are of one metric."""
        if self.x is not None and self.x == self.y:
            yield Incoherence(("y",), f"x and y are both '{self.x}'", "two metrics")


def plan_two_metrics(request: Request[TwoMetricsOptions]) -> Iterator[Plan | Missing]:
    """Plan a plane for each metric next to the first one, or next to the one that is named."""
    options, by_name = request.options, {analysis.scores.name: analysis for analysis in request.analyses}
    across = by_name.get(options.x or next((name for name in by_name if name != options.y), ""))
    if across is None:
        for analysis in request.analyses:
            yield Missing("two-metrics", analysis.metric, "there is no second metric")
        return
    first = across.scores.name
    others = [name for name in by_name if name != first] if options.y is None else [options.y]
    if not others or others == [first]:
        yield Missing("two-metrics", across.metric, "there is no second metric")
    for name in others:
        if name in by_name and name != first:
            yield _plan_pair(request, across, by_name[name])


def _plan_pair(request: Request[TwoMetricsOptions], across: Analysis, up: Analysis) -> Plan | Missing:
    from rankpress.figures.two_metrics import describe_two_metrics, two_metrics_plane

    names = tuple(name for name in across.algorithms if name in up.algorithms)
    if not names:
        return Missing("two-metrics", across.metric, say("{} has none of its algorithms", up.metric))
    across_ranks, up_ranks = (
        [float(analysis.ranking.average[analysis.algorithms.index(name)]) for name in names]
        for analysis in (across, up)
    )
    control = None if across.tested.control is None else across.algorithms[across.tested.control]
    texts: dict[str, Any] = {
        "metrics": (request.labels.plain(across.metric), request.labels.plain(up.metric)),
        "cd": _critical_differences((across, up)),
        "control": names.index(control) if control in names else None,
    }
    ranks = (across_ranks, up_ranks)
    return request.plan(
        partial(two_metrics_plane, request.labels.drawn(names), ranks, **texts, height=request.options.height),
        say("Average ranks by {} and {}", across.metric, up.metric),
        two_metrics_caption(across, up, names),
        describe_two_metrics(request.labels.in_text(names), ranks, **texts),
        [names],
        metrics=(across.scores.name, up.scores.name),
        algorithms=names,
    )


def _critical_differences(both: tuple[Analysis, Analysis]) -> tuple[float, float] | None:
    """Return the critical differences of the deciding adjustment, where both metrics have one."""
    across, up = (critical_difference(analysis, analysis.adjusted.deciding) for analysis in both)
    return None if across is None or up is None else (across, up)


def two_metrics_caption(across: Analysis, up: Analysis, names: Sequence[Prose]) -> Prose:
    """Return what a plane of two metrics shows, in a few sentences."""
    first, second = across.scores, up.scores
    over = [counted_in_words(scores.n_datasets, "data set") for scores in (first, second)]
    shared, *apart = (
        (f" over {over[0]}", "", "") if over[0] == over[1] else ("", *(f" over {datasets}" for datasets in over))
    )
    form = "Average ranks of {}{}: by {}{} (horizontal axis) and by {}{} (vertical axis)."
    axes = say(form, counted_in_words(len(names), "algorithm"), shared, across.metric, apart[0], up.metric, apart[1])
    texts: list[Prose] = [axes, "Line: Pareto front, the best of both at the top right."]
    if set(across.algorithms) != set(up.algorithms):
        texts.append("Ranks by a metric are among all algorithms that have it; those that have both are drawn.")
    sizes, method = _critical_differences((across, up)), across.adjusted.deciding
    if sizes is None or method is None:
        return join(texts)
    differ = joined([say("{:.2f} by {}", sizes[0], across.metric), say("{:.2f} by {}", sizes[1], up.metric)])
    by = f"{procedure(method)} {at_level_of(method, across.adjusted.alpha)}"
    if across.tested.control is None:
        lines: Prose = "Cross-hairs: the best rank by each metric (diamonds)"
        of = "the best"
    else:
        lines = say("Cross-hairs: {}, the control (diamond)", across.algorithms[across.tested.control])
        of = "it"
    form = "{}; dashed: one critical difference from {} ({}); algorithms in the shaded area differ from {} by neither"
    texts.append(say(f"{form} metric ({{}}, not adjusted for two metrics).", lines, of, differ, of, by))
    return join(texts)


FIGURES.add(
    FigureKind(
        "two-metrics",
        "average ranks by two metrics",
        "ranks",
        plan_two_metrics,
        TwoMetricsOptions,
        of_all_metrics=True,
        of_ranks=True,
        shows="tests",
        by_family=True,
    ),
    FigureKind("score-map", "all scores as a map of colors", "scores", plan_score_map, ScoreMapOptions),
    FigureKind(
        "rank-distribution",
        "how the ranks of each algorithm spread over the data sets",
        "ranks",
        plan_rank_distribution,
        RankDistributionOptions,
        of_ranks=True,
    ),
)
