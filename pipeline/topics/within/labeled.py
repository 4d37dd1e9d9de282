"""Topic labeled: mean scores that a judge gives to all test examples, corrected by labels on some of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import Examples, FloatArray, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Flag, Incoherence, Level, Section
from rankpress.spec.topic_steps import Step
from rankpress.stats.prediction_powered import PredictionPoweredMean, prediction_powered_mean
from rankpress.topics.facts import Fact, Subjects, Unit, interval
from rankpress.topics.phrases import count, datasets_named, number, table_of, with_interval
from rankpress.topics.topic import PAIRS_ON_DATASETS, Axes, Facts, ResultKey, Rows, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import MISSING, Rounding, percent_text
from rankpress.wording.text import Prose, dataset_named, join, say

FEW_LABELS = 30  # below these the normal distribution is a poor approximation
_LEAST = 2
_MOST_NAMED = 6
_MOST_DATASETS = 3


class LabeledOptions(Section):
    """Prediction-powered means, of labels and a judge: the default where a metric has labels; null omits them."""

    level: Level = Field(default=0.95, description="Confidence level of the intervals.")
    tuned: Flag = Field(
        default=True,
        description="true: the judge has the weight that makes the variance smallest; false: its full weight.",
    )


@dataclass(frozen=True)
class LabeledMean:
    """The mean of an algorithm on a data set by a judge and labels."""

    dataset: str
    algorithm: int
    examples: int
    judged: float  # the mean score of the judge over all examples
    labels: int
    powered: PredictionPoweredMean | None
    why: str = ""  # where there is none


def compute_labeled(scores: MetricScores, options: LabeledOptions) -> tuple[LabeledMean, ...]:
    """Compute the prediction-powered means of each algorithm on each data set that has labels."""
    return tuple(
        _mean(dataset, examples, examples.labels, algorithm, options, is_share=scores.scale.is_proportion)
        for dataset, examples in zip(scores.datasets, scores.examples, strict=False)
        if examples is not None and examples.labels is not None and np.isfinite(examples.labels).any()
        for algorithm in range(len(scores.algorithms))
    )


def _mean(
    dataset: str, examples: Examples, labels: FloatArray, algorithm: int, options: LabeledOptions, *, is_share: bool
) -> LabeledMean:
    judged, labels = examples.scores[:, algorithm], labels[:, algorithm]
    has_label = np.isfinite(labels)
    n, total = int(has_label.sum()), float(judged.mean())
    if examples.n_clusters < len(judged):
        why = "test examples are in clusters, and the interval takes them for independent"
    elif n < _LEAST or len(judged) - n < _LEAST:
        why = f"{_LEAST} test examples with a label and {_LEAST} without are needed"
    elif not np.isfinite(judged).all():
        why = "the score of the judge is missing"
    else:
        powered = prediction_powered_mean(
            labels[has_label], judged[has_label], judged[~has_label], tuned=options.tuned, level=options.level
        )
        if is_share or np.isin(labels[has_label], (0, 1)).all():
            powered = replace(powered, low=max(powered.low, 0.0), high=min(powered.high, 1.0))
        return LabeledMean(dataset, algorithm, len(judged), total, n, powered)
    return LabeledMean(dataset, algorithm, len(judged), total, n, None, why)


def _has_labels(study: Any) -> bool:
    return any(metric.labels is not None for metric in study.scores.metrics)


def without_labels(options: LabeledOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find that no metric has labels."""
    scores = others.get("scores")
    if options is not None and scores is not None and not any(metric.labels for metric in scores.metrics):
        yield Incoherence((), "labeled without labels of a metric", "scores.metrics: [{name: JUDGE, labels: COLUMN}]")


def labeled_of(analysis: Analysis) -> tuple[LabeledMean, ...] | None:
    """Return the means by judge and labels; None where there are none."""
    return analysis.computed.get("labeled") or None


def _rounding(analysis: Analysis, means: tuple[LabeledMean, ...]) -> Rounding:
    powered = [mean.powered for mean in means if mean.powered is not None]
    if not powered:
        return analysis.scores.scale.rounding(np.array([[mean.judged for mean in means]]))
    estimates, errors = ([getattr(each, key) for each in powered] for key in ("estimate", "standard_error"))
    return analysis.scores.scale.rounding_of_estimates(np.array(estimates), np.array(errors))


@where(labeled_of)
def _findings(analysis: Analysis, means: tuple[LabeledMean, ...]) -> Iterator[Prose]:
    """State the corrected means with their intervals."""
    rounding, sign = _rounding(analysis, means), analysis.scores.sign
    by_dataset: dict[str, list[tuple[LabeledMean, PredictionPoweredMean]]] = {}
    for mean in means:
        if mean.powered is not None:
            by_dataset.setdefault(mean.dataset, []).append((mean, mean.powered))
    for dataset, those in by_dataset.items() if len(by_dataset) <= _MOST_DATASETS else ():
        ordered = sorted(those, key=lambda pair: -sign * pair[1].estimate)
        level = percent_text(ordered[0][1].level)
        means_named = [
            say(
                "{} {} ({}{} to {}; judge alone {})",
                analysis.algorithms[mean.algorithm],
                rounding.text(powered.estimate),
                "" if place else f"{level} CI ",
                rounding.text(powered.low),
                rounding.text(powered.high),
                rounding.text(mean.judged),
            )
            for place, (mean, powered) in enumerate(ordered[:_MOST_NAMED])
        ]
        more = f" and {len(ordered) - _MOST_NAMED} others" if len(ordered) > _MOST_NAMED else ""
        form = "Mean {} on {}, corrected by labels: {}{}."
        yield say(form, analysis.metric, dataset_named(dataset), join(means_named, "; "), more)


@where(labeled_of)
def _methods(_analysis: Analysis, means: tuple[LabeledMean, ...]) -> Iterator[Prose]:
    """Say how the means were corrected."""
    powered = [mean.powered for mean in means if mean.powered is not None]
    if powered:
        form = "Mean scores of the judge were corrected by its mean error on the labeled test examples ({}){}."
        is_tuned = any(each.weight != 1 for each in powered)
        tuned = "; the weight of the judge minimizes the variance (PPI++, arXiv:2311.01453)" if is_tuned else ""
        yield say(form, cite("angelopoulos2023"), tuned)


@where(labeled_of)
def _limits(_analysis: Analysis, means: tuple[LabeledMean, ...]) -> Iterator[Prose]:
    """Say what the correction takes for granted."""
    powered = [mean.powered for mean in means if mean.powered is not None]
    if powered:
        yield (
            "Means corrected by labels presuppose that the labeled test examples were drawn at random; ranks and tests"
            " use the scores of the judge, without correction."
        )
    least = min((each.labeled for each in powered), default=FEW_LABELS)
    if least < FEW_LABELS:
        yield f"With {least} labels, intervals by the normal distribution are approximate."


_HEADS = ("Examples", "Labels", "Judge", "Labels alone", "Corrected", "Weight")
_WEIGHT = NumberForm("share")


@Axes(Rows("data sets, algorithms", PAIRS_ON_DATASETS.names), _HEADS)
def labeled_table(analysis: Analysis) -> Table | None:
    """Build the table of mean scores by the judge, by labels and by both."""
    means = labeled_of(analysis)
    if means is None:
        return None
    rounding = _rounding(analysis, means)
    rows = [
        (
            dataset_named(mean.dataset),
            analysis.algorithms[mean.algorithm],
            count(mean.examples),
            count(mean.labels),
            number(mean.judged, rounding),
            *_cells(mean.powered, rounding),
        )
        for mean in means
    ]
    level = next((percent_text(mean.powered.level) for mean in means if mean.powered is not None), "")
    return table_of(
        ("Data set", "Algorithm", *_HEADS),
        rows,
        names=2,
        title=say("Mean {} by judge and labels", analysis.metric),
        caption=say(
            "Mean {} over the test examples of {}: by the judge, by the labels alone, and corrected by the labels{}.",
            analysis.metric,
            datasets_named([*dict.fromkeys(mean.dataset for mean in means)]),
            f", with {level} intervals" if level else "",
        ),
        notes=(
            "Weight: how much the judge counts, from 0 to 1.",
            *(f"A dash: {why}." for why in sorted({mean.why for mean in means if mean.why})),
        ),
        detail="interval",
        detail_parts=("from", "to"),
    )


def _cells(powered: PredictionPoweredMean | None, rounding: Rounding) -> tuple[Cell, ...]:
    if powered is None:
        return (Cell(MISSING, ""),) * 3
    corrected = with_interval(powered.estimate, powered.low, powered.high, rounding)
    return number(powered.classical, rounding), corrected, number(round(powered.weight, 2), _WEIGHT)


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the corrected mean of each algorithm on each data set: \rpScoreOnArcCorrectedMeanForest."""
    means = labeled_of(about.analysis) or ()
    for mean in means:
        powered = mean.powered
        if powered is None or not about.datasets(mean.dataset):
            continue
        name, unit = about.analysis.algorithms[mean.algorithm], Unit(_rounding(about.analysis, means).text)
        meaning = say("mean of {} on {}, corrected by labels", name, dataset_named(mean.dataset))
        whom, on = about.algorithms[name], about.on(mean.dataset)
        yield Fact("CorrectedMean", powered.estimate, unit, meaning, whom, on)
        ends = powered.low, powered.high
        yield from interval("CorrectedMean", ends, unit, meaning, whom, on, level=powered.level)


class LabeledResult(TypedDict, total=False):
    """The mean score of an algorithm on the test examples of a data set, by a judge and labels."""

    dataset: str
    algorithm: str
    labels: Annotated[int, "number of labeled test examples"]
    judge: Annotated[float | None, "mean score of the judge over all test examples"]
    classical: Annotated[float, "mean of the labels alone"]
    estimate: Annotated[float, "mean score of the judge, corrected by the labels"]
    standard_error: Annotated[float, "of the estimate"]
    interval: Annotated[list[float], "of the estimate, by the normal distribution"]
    level: Annotated[float, "confidence level of the interval"]
    weight: Annotated[float, "how much the judge counts, from 0 to 1"]
    why: Annotated[str, "only where there is no estimate"]


def _results(analysis: Analysis) -> list[dict[str, Any]] | None:
    """Return the key `labeled` of the metric in results.json."""
    means = labeled_of(analysis)
    return None if means is None else [_result(analysis, mean) for mean in means]


def _result(analysis: Analysis, mean: LabeledMean) -> dict[str, Any]:
    common: dict[str, Any] = {
        "dataset": mean.dataset,
        "algorithm": analysis.names[mean.algorithm],
        "labels": mean.labels,
        "judge": None if math.isnan(mean.judged) else mean.judged,
    }
    if mean.powered is None:
        return {**common, "why": mean.why}
    powered = mean.powered
    return {
        **common,
        "classical": powered.classical,
        "estimate": powered.estimate,
        "standard_error": powered.standard_error,
        "interval": [powered.low, powered.high],
        "level": powered.level,
        "weight": powered.weight,
    }


register(
    Topic(
        "labeled",
        "Mean scores corrected by labels",
        paragraphs=_findings,
        reminders=_limits,
        after="rates",
        step=Step(
            "labeled",
            compute_labeled,
            section=LabeledOptions,
            default_where=_has_labels,
            wrong=without_labels,
            description="Mean scores of a judge over test examples, corrected by labels on some of them.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, _earlier: _findings(analysis),
        facts=(Facts(_facts, "datasets", "corrected means on single data sets{}"),),
        results=(ResultKey("labeled", list[LabeledResult] | None, _results),),
        tables=(
            TableKind(
                "labeled",
                "mean scores by a judge, by labels, and by both; needs labels of a metric",
                builder=labeled_table,
                is_detail=True,
            ),
        ),
    )
)
