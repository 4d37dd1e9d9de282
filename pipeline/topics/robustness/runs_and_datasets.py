"""Topic runs-and-datasets: how much of differences is between runs and data sets, and how precise more would be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.core.scores import MetricResults, MetricScores
from rankpress.spec.topic_steps import Step
from rankpress.stats.pairs import all_pairs
from rankpress.stats.precision import Precision, precision_of
from rankpress.stats.spread import spread
from rankpress.topics.facts import Fact, Subjects, Unit, decimals
from rankpress.topics.phrases import the_best, unweighted
from rankpress.topics.topic import Facts, Request, ResultKey, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import Rounding, between_in_words, counted_in_words, rounding_of_estimates
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, joined, say

_LEAST_DATASETS = 3
_SHARE = NumberForm("number", 0, factor=100)
_TIMES = (1.0, 2.0, 3.0, 4.0)  # as many runs as there are, in the figure after each number up to these


@dataclass(frozen=True)
class OfPairs:
    """The parts of the variance of the mean difference of every pair."""

    pairs: tuple[tuple[int, int], ...]
    precision: Precision
    runs: tuple[int, int]  # least and most runs of an algorithm on a data set


def compute_precision(scores: MetricResults) -> OfPairs | None:
    """Part variances between runs and data sets; None without at least two runs of each algorithm on each data set."""
    if not isinstance(scores, MetricScores) or scores.n_datasets < _LEAST_DATASETS:
        return None
    if len(scores.by_seed) < scores.n_datasets:
        return None
    runs = [each for each in scores.by_seed if each is not None]
    counts = np.array([np.isfinite(each).sum(axis=0) for each in runs])
    if len(runs) < scores.n_datasets or counts.min() < 2:
        return None
    pairs = all_pairs(len(scores.algorithms))
    precision = precision_of(runs, pairs)
    return OfPairs(tuple(map(tuple, pairs.tolist())), precision, (int(counts.min()), int(counts.max())))


def precision_in(analysis: Analysis) -> OfPairs | None:
    """Return the parts of variances in a metric; None where it has no runs."""
    of_pairs: OfPairs | None = analysis.computed.get("runs-and-datasets")
    return of_pairs


def _leading(analysis: Analysis, of_pairs: OfPairs) -> tuple[int, int, int]:
    """Return the two that a reader compares first, and where their pair is."""
    a, b = analysis.leading_pair
    return a, b, of_pairs.pairs.index((min(a, b), max(a, b)))


def _rounding(analysis: Analysis, of_pairs: OfPairs) -> Rounding:
    errors = of_pairs.precision.standard_error()
    scale = analysis.scores.scale
    rounding = rounding_of_estimates(scale.factor * of_pairs.precision.difference, scale.factor * errors)
    return Rounding(rounding.decimals + 1, rounding.scientific, factor=scale.factor)


@where(precision_in)
def findings_on_precision(analysis: Analysis, of_pairs: OfPairs) -> Iterator[Prose]:
    """Say how much of the variance of the first difference is between runs, and how precise more would be."""
    a, b, place = _leading(analysis, of_pairs)
    share = float(of_pairs.precision.share_of_runs[place])
    if not math.isfinite(share):
        return
    form, scale = _rounding(analysis, of_pairs), analysis.scores.scale
    errors = [float(of_pairs.precision.standard_error(*times)[place]) for times in ((1, 1), (2, 1), (1, 2))]
    now, runs, datasets = map(form.text, errors)
    yield say(
        "Of the variance of the {}mean difference in {} between {} and {}, {}% is between runs and {}% between data"
        " sets. The standard error of this difference is {}; it would be {} with twice the runs and {} with twice the"
        " data sets.",
        unweighted(analysis),
        analysis.metric,
        analysis.algorithms[a],
        analysis.algorithms[b],
        _SHARE.text(share),
        _SHARE.text(1 - share),
        scale.difference_phrase(now) if scale.sign else now,
        runs,
        datasets,
    )


@where(precision_in)
def _methods(analysis: Analysis, of_pairs: OfPairs) -> Iterator[Prose]:
    """Say how the variance was divided."""
    yield (
        "The variance of mean differences over data sets was divided by the method of moments: the part that the"
        " standard errors of the means over runs explain is between runs, the rest between data sets."
    )


@where(precision_in)
def _limits(analysis: Analysis, of_pairs: OfPairs) -> Iterator[Prose]:
    """Say what the parts do not say."""
    yield (
        f"The parts of the variance are estimated from {counted(of_pairs.precision.n_datasets, 'data set')} and"
        " imprecise where these are few."
    )


def plan_runs_and_datasets(request: Request) -> Iterator[Plan | Missing]:
    """Plan the standard error of the first difference over the number of runs, a line for a number of data sets."""
    from rankpress.figures.lines import Line, LinePanel, describe_lines, line_panels

    analysis = request.analysis
    of_pairs = precision_in(analysis)
    if of_pairs is None:
        yield request.missing("no two runs of each algorithm on each of three data sets were read")
        return
    a, b, place = _leading(analysis, of_pairs)
    factor, n = analysis.scores.scale.factor, of_pairs.precision.n_datasets
    runs = _runs_drawn(of_pairs)
    usual = sum(of_pairs.runs) / 2
    lines = [
        Line(
            counted(datasets * n, "data set"),
            runs,
            [factor * float(of_pairs.precision.standard_error(number / usual, datasets)[place]) for number in runs],
        )
        for datasets in (1, 2, 4)
    ]
    x_title, y_title = "runs on each data set", _standard_error(analysis)
    panels = [LinePanel("", lines)]
    yield request.plan(
        partial(line_panels, panels, x_title=x_title, y_title=y_title, y_range=(0.0, max(lines[0].ys))),
        say("Precision with more runs and data sets in {}", analysis.metric),
        say(
            "Expected standard error of the mean difference in {} between {} and {} by number of runs and data sets;"
            " the study has {} on each of {}.",
            analysis.metric,
            analysis.algorithms[a],
            analysis.algorithms[b],
            _runs_counted(of_pairs),
            counted_in_words(n, "data set"),
        ),
        describe_lines(panels, x_title, y_title),
        [request.names],
    )


def _standard_error(analysis: Analysis) -> str:
    """Return what stands at the axis of a standard error: with the unit, where scores have one."""
    sign = analysis.scores.scale.sign
    return f"standard error ({sign})" if sign else "standard error"


def _runs_drawn(of_pairs: OfPairs) -> list[float]:
    """Return whole numbers of runs: from one up to as many as there are, and some times as many."""
    usual = sum(of_pairs.runs) / 2
    step = max(1, round(usual / 4))
    return sorted({1.0, *map(float, range(step, round(usual) + 1, step)), *(float(round(t * usual)) for t in _TIMES)})


def plan_score_boxes(request: Request) -> Iterator[Plan | Missing]:
    """Plan box plots of the runs or instances of each algorithm, the best ranked on top, one panel per data set."""
    from rankpress.figures.intervals import describe_intervals, interval_pages, interval_panels

    analysis, labels = request.analysis, request.labels
    order, factor = analysis.best_first, analysis.scores.scale.factor
    panels, boxes = [], []
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or not (scores.has_runs or scores.has_instances):
        yield request.missing("no data set has several runs of an algorithm, or several instances")
        return
    none = (None,) * scores.n_datasets
    by_dataset = zip(scores.datasets, scores.by_seed or none, scores.instances or none, strict=False)
    for dataset, runs, instances in by_dataset:
        several = runs if instances is None else instances
        if several is not None:
            of = spread(factor * several[:, list(order)])
            rows = zip(of.median.tolist(), of.least.tolist(), of.greatest.tolist(), strict=True)
            panels.append((labels.plain(dataset_named(dataset)), list(rows)))
            boxes.append(list(zip(of.lower.tolist(), of.upper.tolist(), strict=True)))
    drawn, in_text = (
        [names[i] for i in order] for names in (labels.drawn(request.names), labels.in_text(request.names))
    )
    title, start = labels.plain(analysis.measured), 0
    what = joined([*(["runs"] if scores.has_runs else []), *(["instances"] if scores.has_instances else [])])
    for part, which, page in numbered(interval_pages(drawn, panels, style=request.style)):
        of_page = boxes[start : start + len(page)]
        start += len(page)
        yield request.plan(
            partial(
                interval_panels, drawn, page, title=title, references=[None] * len(page), boxes=of_page, by_row=True
            ),
            say("{} in {}{}", capitalized(what), analysis.metric, which),
            say(
                "Box plots of {} over the {} of each data set: median (dot), quartiles (box), range (line); {} on top.",
                analysis.measured,
                what,
                the_best(analysis),
            ),
            describe_intervals(in_text, page, title=title),
            [request.names],
            whole=PANELS,
            part=part,
            algorithms=[request.names[i] for i in order],
        )


def _runs_counted(of_pairs: OfPairs) -> str:
    return between_in_words(of_pairs.runs, "run")


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the share between runs of each pair: \rpAccuracyShareOfRunsForestVsTree."""
    of_pairs = precision_in(about.analysis)
    if of_pairs is None:
        return
    form = Unit(_rounding(about.analysis, of_pairs).text)
    errors, shares = of_pairs.precision.standard_error(), of_pairs.precision.share_of_runs
    for row, pair in about.of_pairs(of_pairs.pairs):
        if math.isfinite(shares[row]):
            meaning = say("share of the variance of the mean difference of {} that is between runs", pair.both)
            yield Fact("ShareOfRuns", float(shares[row]), decimals(2), meaning, pair.of, is_minor=True)
            meaning = say("standard error of the mean difference of {} over data sets", pair.both)
            yield Fact("MeanDifferenceError", float(errors[row]), form, meaning, pair.of, is_minor=True)


class PrecisionResult(TypedDict):
    """The parts of the variance of a mean difference over data sets."""

    a: str
    b: str
    difference: Annotated[float, "a minus b, mean over data sets of means over runs"]
    standard_error: float
    variance: Annotated[float, "of the differences over data sets"]
    between_runs: Annotated[float, "the part of it that is due to runs"]
    share_of_runs: Annotated[float | None, "that part as a share, at most 1; null without variance"]
    with_twice_the_runs: Annotated[float, "standard error to expect"]
    with_twice_the_datasets: Annotated[float, "standard error to expect"]


def results_of_precision(analysis: Analysis) -> list[dict[str, Any]] | None:
    """Return the key `runs_and_datasets` of the metric in results.json."""
    of_pairs = precision_in(analysis)
    if of_pairs is None:
        return None
    precision, names = of_pairs.precision, analysis.names
    columns = zip(
        of_pairs.pairs,
        precision.difference.tolist(),
        precision.standard_error().tolist(),
        precision.variance.tolist(),
        precision.of_runs.tolist(),
        precision.share_of_runs.tolist(),
        precision.standard_error(runs=2).tolist(),
        precision.standard_error(datasets=2).tolist(),
        strict=True,
    )
    keys = [key for key in PrecisionResult.__annotations__ if key not in ("a", "b")]
    return [{"a": names[a], "b": names[b], **dict(zip(keys, values, strict=True))} for (a, b), *values in columns]


def _has_runs(study: Any) -> bool:
    return bool(study.scores.has_runs_alone)


def _has_instances(study: Any) -> bool:
    return study.scores.columns.instance is not None


def _numbers_runs(study: Any) -> bool:
    return study.scores.columns.seed is not None or study.scores.repeats is not None


register(
    Topic(
        "runs-and-datasets",
        "Runs and data sets",
        paragraphs=findings_on_precision,
        reminders=_limits,
        after="labeled",
        step=Step("runs-and-datasets", compute_precision, active=_numbers_runs),
        methods=(_methods,),
        facts=(Facts(_facts, scope="pairs", title="parts of variances{}"),),
        results=(ResultKey("runs_and_datasets", list[PrecisionResult] | None, results_of_precision),),
        figures=(
            FigureKind(
                "runs-and-datasets",
                "standard error of the first difference by number of runs and data sets",
                builder=plan_runs_and_datasets,
                default_where=_has_runs,
            ),
            FigureKind(
                "score-boxes",
                "box plots of the runs, or of the instances, of each data set",
                builder=plan_score_boxes,
                by_family=True,
                default_where=_has_instances,
            ),
        ),
    )
)
