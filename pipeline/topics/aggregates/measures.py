"""Aggregates over runs and data sets, computed, with their intervals over resampled runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from rankpress.catalog.ideals import best_of
from rankpress.core.scores import FloatArray, MetricResults, MetricScores, Scores
from rankpress.spec.strict import Distinct, Incoherence, Level, Section, Text
from rankpress.spec.table_options import unknown_metrics
from rankpress.stats.resampled_runs import Aggregated, Bootstrapped, aggregate
from rankpress.wording.forms import NumberForm

AggregateName = Literal["iqm", "median", "mean", "optimality-gap", "probability-of-improvement", "profiles"]
IMPROVEMENT, PROFILES = "probability-of-improvement", "profiles"
_N_TARGETS, _MOST_TARGETS = 51, 1000
CHANCE = NumberForm("number", 2)


@dataclass(frozen=True)
class AggregateKind:
    """How an aggregate is called, and what it is."""

    title: str  # in a sentence
    head: str  # of a column
    meaning: str  # a clause for a note


KINDS: Mapping[str, AggregateKind] = {
    "iqm": AggregateKind("interquartile mean", "IQM", "mean of the middle half of all scores"),
    "median": AggregateKind("median", "Median", "over the means of the data sets"),
    "mean": AggregateKind("mean", "Mean", "over the means of the data sets"),
    "optimality-gap": AggregateKind("optimality gap", "Optimality gap", "average shortfall from {}"),
}


class AggregatesOptions(Section):
    """Aggregates of the scores of runs over data sets. `{}` asks for all with their defaults, null for none."""

    measures: Annotated[tuple[AggregateName, ...], Distinct("measure")] = Field(
        default=("iqm", "median", "mean", "optimality-gap", "probability-of-improvement", "profiles"),
        min_length=1,
        description="Which, in the order of the table.",
    )
    target: float | dict[Text, float] | None = Field(
        default=None,
        description="The score of the optimality gap, beyond which nothing is gained, or by metric. null: the best"
        " value where that is known, such as 1 or 100 of accuracy; otherwise 1, or 0 where lower is better, and no gap"
        " where no run falls short of that.",
    )
    targets: Annotated[tuple[float, ...], Distinct("score")] | None = Field(
        default=None,
        min_length=1,
        max_length=_MOST_TARGETS,
        description=f"Scores at which profiles are computed. null: {_N_TARGETS} from the lowest score to the highest.",
    )
    level: Level = Field(default=0.95, description="Confidence level of the intervals.")
    draws: int = Field(
        default=2000, ge=100, le=1_000_000, description="Resamples of the runs, and as many of the data sets."
    )
    seed: int = Field(default=0, ge=0, description="Seed of the resamples.")


@dataclass(frozen=True)
class Aggregates:
    """What was found for one metric, in its own direction."""

    algorithms: tuple[int, ...]  # those with results on all data sets, as the arrays below have them
    left_out: tuple[int, ...]
    statistics: Aggregated
    measures: tuple[str, ...]  # that the study asks for
    targets: FloatArray  # of the profiles, ascending
    target: float  # of the optimality gap
    level: float
    draws: int
    runs: tuple[int, int] | None  # least and most of an algorithm on a data set; None where none has two
    n_datasets: int
    is_weighted: bool  # whether data sets count unlike

    @property
    def kinds(self) -> tuple[str, ...]:
        """The measures that are one number of each algorithm."""
        return tuple(name for name in self.measures if name in KINDS)


def compute_aggregates(scores: MetricResults, options: AggregatesOptions) -> Aggregates | None:
    """Compute the aggregates of a metric; None where there are average ranks alone, or results of none on all sets."""
    if not isinstance(scores, MetricScores):
        return None
    runs = scores_of_runs(scores)
    lacking = [bool(np.isnan(matrix).all(axis=0).any()) for matrix in runs]
    whole = tuple(i for i, lacks in enumerate(lacking) if not lacks)
    if not whole:
        return None
    target, targets = _target(scores, options), _targets(scores, runs, options)
    aggregated = aggregate(
        [scores.sign * runs[i] for i in whole],
        scores.sign * targets,
        target=scores.sign * target,
        level=options.level,
        draws=options.draws,
        seed=options.seed,
        weights=scores.weights,
    )
    numbers = np.concatenate([np.isfinite(runs[i]).sum(axis=0) for i in whole])
    return Aggregates(
        whole,
        tuple(i for i, lacks in enumerate(lacking) if lacks),
        aggregated if scores.better == "higher" else _turned(aggregated),
        tuple(name for name in options.measures if name != "optimality-gap" or _has_gap(aggregated, options)),
        targets,
        target,
        options.level,
        options.draws,
        (int(numbers.min()), int(numbers.max())) if numbers.max() > 1 else None,
        scores.n_datasets,
        scores.weights is not None,
    )


def scores_of_runs(scores: MetricResults) -> list[FloatArray]:
    """Return the runs of each algorithm by run and data set; the mean where a data set has no runs, nan for none."""
    if not isinstance(scores, MetricScores):
        raise ValueError(f"metric {scores.name}: average ranks alone have no runs")
    by_dataset = [
        scores.means[row][None, :] if runs is None else runs
        for row, runs in enumerate(scores.by_seed or (None,) * scores.n_datasets)
    ]
    longest = max(len(runs) for runs in by_dataset)
    stacked = np.full((len(scores.algorithms), longest, len(by_dataset)), np.nan)
    for row, runs in enumerate(by_dataset):
        stacked[:, : len(runs), row] = runs.T
    return list(stacked)


def _has_gap(aggregated: Aggregated, options: AggregatesOptions) -> bool:
    """Return whether the target is one: stated, or a default that some run falls short of."""
    return options.target is not None or bool(aggregated.measures["optimality-gap"].estimate.any())


def _target(scores: MetricResults, options: AggregatesOptions) -> float:
    target = options.target.get(scores.name) if isinstance(options.target, dict) else options.target
    if target is None and isinstance(scores, MetricScores) and not scores.reading.normalized:
        target = best_of(
            scores.name, scores.better, float(np.nanmin(scores.means)), float(np.nanmax(scores.means)), scores.scale
        )
    return target if target is not None else 1.0 if scores.better == "higher" else 0.0


def _targets(scores: MetricScores, runs: Sequence[FloatArray], options: AggregatesOptions) -> FloatArray:
    if options.targets is not None:
        return np.sort(np.array(options.targets, dtype=np.float64))
    values = np.concatenate([matrix[np.isfinite(matrix)] for matrix in runs])
    return np.linspace(values.min(), values.max(), _N_TARGETS)


def _turned(aggregated: Aggregated) -> Aggregated:
    """Turn scores that were multiplied by -1 back; gaps, profiles and chances are of what is better already."""
    turned = {
        name: measure
        if name == "optimality-gap"
        else Bootstrapped(
            -measure.estimate, *((-high, -low) for low, high in (measure.over_runs, measure.over_datasets))
        )
        for name, measure in aggregated.measures.items()
    }
    return replace(aggregated, measures=turned)


def unknown_targets(options: AggregatesOptions, scores: Scores) -> Iterator[Incoherence]:
    """Find metrics of targets that the study does not have."""
    if isinstance(options.target, dict):
        yield from unknown_metrics("target", options.target, [metric.name for metric in scores.metrics])
