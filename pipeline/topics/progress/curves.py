"""Scores over the steps of runs with bands, areas under them and running times until targets: what is computed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from rankpress.core.faults import one_of
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores, Scores, Trajectories
from rankpress.spec.strict import Distinct, Flag, Incoherence, Level, Number, Section, Text
from rankpress.stats.progress import (
    Banded,
    area_under,
    expected_running_time,
    first_step_reached,
    interquartile_mean_of_runs,
    mean_of_runs,
    scores_at,
    share_reached,
)

_MOST_STEPS = 101  # at which curves are computed
_Targets = Annotated[tuple[Number, ...], Distinct("target"), Field(min_length=1)]


class ProgressOptions(Section):
    """Scores over the steps of runs, which scores.columns.step numbers. `{}` asks for them with defaults."""

    center: Literal["mean", "iqm"] = Field(
        default="mean",
        description="What is drawn at each step: the mean over data sets of the means over runs, or the interquartile"
        " mean of all runs.",
    )
    panels: Literal["datasets", "groups", "all"] = Field(
        default="datasets",
        description="A panel for each data set, for each of scores.groups, or one for all data sets.",
    )
    best_so_far: Flag | None = Field(
        default=None,
        description="true: the score at a step is the best of the run until then, as for optimizers that log the"
        " current one. null: where scores.reduce is best.",
    )
    log: Flag | None = Field(
        default=None,
        description="Whether steps are drawn on a logarithmic axis. null: where the last is at least a thousand times"
        " the first.",
    )
    targets: _Targets | dict[Text, _Targets] | None = Field(
        default=None,
        description="Scores to reach, for all data sets or by data set: expected running times until then, and the"
        " share of runs that reach them. null: none.",
    )
    metric: Text | None = Field(default=None, description="The metric of the targets. null: the only one.")
    level: Level = Field(default=0.95, description="Confidence level of the intervals, which are over runs.")
    draws: int = Field(default=1000, ge=100, le=1_000_000, description="Resamples of the runs, with center: iqm.")
    seed: int = Field(default=0, ge=0, description="Seed of the resamples.")


@dataclass(frozen=True)
class Curves:
    """Scores over steps on one data set, or on several together."""

    name: str  # of the data set or group; empty where it is of all data sets
    datasets: tuple[str, ...]
    steps: FloatArray  # (n_steps,)
    # arrays of (n_algorithms, n_steps), in the metric's own unit; nan before all runs have begun, and of an algorithm
    # without a run on one of the data sets
    scores: Banded


@dataclass(frozen=True)
class RunningTimes:
    """How long the runs of each algorithm take to reach a target on a data set."""

    dataset: str
    target: float
    expected: FloatArray  # (n_algorithms,): in steps; inf where no run reaches it, nan without runs
    hits: IntArray  # hits, runs: (n_algorithms,): runs that reach the target, of how many
    runs: IntArray


@dataclass(frozen=True)
class Progress:
    """What was found for one metric."""

    step: str  # the column of the steps
    center: str
    level: float
    draws: int
    best_so_far: bool
    log: bool
    has_early_ends: bool  # whether some run ends before others on its data set
    curves: tuple[Curves, ...]
    areas: Banded  # arrays of (n_datasets, n_algorithms): mean height of the curves of each data set
    mean_areas: Banded  # arrays of (n_algorithms,): their means over data sets
    times: tuple[RunningTimes, ...]  # by data set, then by target
    # steps, and by name of a panel the share of runs and targets that are reached by each, (n_algorithms, n_steps)
    shares_at: FloatArray
    shares: Mapping[str, FloatArray]


_Runs = Sequence[Sequence[tuple[FloatArray, FloatArray]]]


def without_steps(section: ProgressOptions, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find a section without the column of the steps."""
    scores = others.get("scores")
    if scores is None:
        return
    if scores.columns.step is None:
        yield Incoherence(
            (), "progress without scores.columns.step, the column that numbers the steps of a run", "both"
        )
    if section.panels == "groups" and not scores.groups:
        yield Incoherence(
            ("panels",), "panels: groups without scores.groups", "datasets or all, or groups of data sets"
        )
    if section.metric is None and section.targets is not None and len(scores.metrics) > 1:
        names = ", ".join(metric.name for metric in scores.metrics)
        yield Incoherence(("metric",), "targets without the metric that they are scores in", f"one of {names}")


def unknown_in_progress(section: ProgressOptions, scores: Scores) -> Iterator[Incoherence]:
    """Find a metric or data sets of targets that the scores do not have, and steps that are no running times."""
    metrics = [metric.name for metric in scores.metrics]
    if section.metric is not None and section.metric not in metrics:
        yield Incoherence(("metric",), f"the scores have no metric '{section.metric}'", one_of(section.metric, metrics))
    for name in section.targets if isinstance(section.targets, dict) else ():
        if name not in scores.all_datasets:
            yield Incoherence(
                ("targets", name), f"the scores have no data set '{name}'", one_of(name, scores.all_datasets)
            )
    steps = [each.steps.min() for metric in scores.scored for each in metric.trajectories if each.steps.size]
    if section.targets is not None and steps and min(steps) < 0:
        yield Incoherence(("targets",), f"step {min(steps):g} is no running time", "steps of 0 or more")


def compute_progress(
    read: MetricResults, groups: Mapping[str, Sequence[str]], options: ProgressOptions
) -> Progress | None:
    """Compute curves, areas and running times of a metric; None where it has no scores over steps."""
    if not isinstance(read, MetricScores) or not any(len(each.algorithm) for each in read.trajectories):
        return None
    best_so_far = read.reading.reduced == "best" if options.best_so_far is None else options.best_so_far
    runs = [_runs_of(each, read, best_so_far) for each in read.trajectories]
    firsts, lasts = zip(*(_ends_of(on) for on in runs), strict=True)
    areas = [_areas(on, first, last) for on, first, last in zip(runs, firsts, lasts, strict=True)]
    by_dataset = [[_mean_or_nothing([values], options.level) for values in on] for on in areas]
    times = tuple(_times(read, runs, options))
    panels = dict(_panels(read, groups, options))
    at, shares = _shares(read, runs, times, {} if options.panels == "datasets" else panels)
    return Progress(
        read.reading.step,
        options.center,
        options.level,
        options.draws,
        best_so_far,
        options.log if options.log is not None else min(firsts) > 0 and max(lasts) >= 1000 * min(firsts),
        any(steps[-1] < last for on, last in zip(runs, lasts, strict=True) for of in on for steps, _ in of),
        tuple(_curves(name, rows, read, runs, options) for name, rows in panels.items()),
        _stacked([_stacked(row) for row in by_dataset]),
        _stacked([_mean_or_nothing([on[i] for on in areas], options.level) for i in range(len(read.algorithms))]),
        times,
        at,
        shares,
    )


def _runs_of(trajectories: Trajectories, read: MetricScores, best_so_far: bool) -> _Runs:
    """Return the runs of each algorithm, with the best score until each step where that is requested."""
    runs = [trajectories.of(i) for i in range(len(read.algorithms))]
    if not best_so_far:
        return runs
    best = np.maximum.accumulate if read.better == "higher" else np.minimum.accumulate
    return [[(steps, best(scores)) for steps, scores in of] for of in runs]


def _ends_of(on: _Runs) -> tuple[float, float]:
    """Return between which steps all runs on a data set are compared: from where the last begins to the last end."""
    firsts, lasts = zip(*((steps[0], steps[-1]) for of in on for steps, _ in of), strict=True)
    return float(max(firsts)), float(max(lasts))


def _areas(on: _Runs, first: float, last: float) -> list[FloatArray]:
    return [np.array([[area_under(steps, scores, first, last)] for steps, scores in of]).reshape(-1, 1) for of in on]


def _mean_or_nothing(values: Sequence[FloatArray], level: float) -> Banded:
    """Return a mean with its interval as arrays of one number, nan where a data set has no run."""
    if not all(map(len, values)):
        return Banded(*(np.array([np.nan]) for _ in range(3)))
    return mean_of_runs(values, level)


def _stacked(bands: Sequence[Banded]) -> Banded:
    """Put bands below one another; those of one number become vectors."""
    parts = ([getattr(band, part) for band in bands] for part in ("estimate", "low", "high"))
    return Banded(*(np.array(part)[:, 0] if np.shape(part)[1:] == (1,) else np.array(part) for part in parts))


def _panels(
    read: MetricScores, groups: Mapping[str, Sequence[str]], options: ProgressOptions
) -> Iterator[tuple[str, list[int]]]:
    """Yield the name of each panel with its data sets."""
    if options.panels == "all":
        yield "", list(range(read.n_datasets))
    elif options.panels == "datasets":
        yield from ((name, [row]) for row, name in enumerate(read.datasets))
    else:
        members = {
            name: [read.datasets.index(each) for each in of if each in read.datasets] for name, of in groups.items()
        }
        yield from ((name, rows) for name, rows in members.items() if rows)


def _curves(
    name: str, rows: Sequence[int], read: MetricScores, runs: Sequence[_Runs], options: ProgressOptions
) -> Curves:
    """Compute the curves of a panel at all steps there are, or at as many of them as can be seen."""
    at = _thinned(np.unique(np.concatenate([steps for row in rows for of in runs[row] for steps, _ in of])))
    bands = [_band([runs[row][i] for row in rows], at, options) for i in range(len(read.algorithms))]
    return Curves(name, tuple(read.datasets[row] for row in rows), at, _stacked_rows(bands))


def _band(of: _Runs, at: FloatArray, options: ProgressOptions) -> Banded:
    if not all(map(len, of)):
        return Banded(*(np.full(len(at), np.nan) for _ in range(3)))
    scores = [np.array([scores_at(steps, values, at) for steps, values in on]) for on in of]
    if options.center == "mean":
        return mean_of_runs(scores, options.level)
    return interquartile_mean_of_runs(scores, options.level, draws=options.draws, seed=options.seed)


def _stacked_rows(bands: Sequence[Banded]) -> Banded:
    return Banded(*(np.array([getattr(band, part) for band in bands]) for part in ("estimate", "low", "high")))


def _thinned(steps: FloatArray) -> FloatArray:
    """Leave as many steps as can be seen, the first and the last among them, as densely as they lie."""
    if len(steps) <= _MOST_STEPS:
        return steps
    return steps[np.linspace(0, len(steps) - 1, _MOST_STEPS).round().astype(np.int64)]


def _times(read: MetricScores, runs: Sequence[_Runs], options: ProgressOptions) -> Iterator[RunningTimes]:
    """Compute the running times until each target on each data set that has some."""
    if options.targets is None or options.metric not in (None, read.name):
        return
    for dataset, on in zip(read.datasets, runs, strict=True):
        targets = options.targets.get(dataset, ()) if isinstance(options.targets, dict) else options.targets
        for target in targets:
            reached = [_reached(of, read.sign, target) for of in on]
            expected = [
                expected_running_time(times, [steps[-1] for steps, _ in of])[0] if of else math.nan
                for times, of in zip(reached, on, strict=True)
            ]
            hits = [int(np.isfinite(times).sum()) for times in reached]
            yield RunningTimes(dataset, target, np.array(expected), np.array(hits), np.array([len(of) for of in on]))


def _reached(of: Sequence[tuple[FloatArray, FloatArray]], sign: int, target: float) -> FloatArray:
    return np.array([first_step_reached(steps, sign * scores, sign * target) for steps, scores in of])


def _shares(
    read: MetricScores, runs: Sequence[_Runs], times: Sequence[RunningTimes], panels: Mapping[str, Sequence[int]]
) -> tuple[FloatArray, dict[str, FloatArray]]:
    """Compute by panel which share of runs and targets is reached by each step; every target counts once."""
    if not times:
        return np.empty(0), {}
    row_of = {name: row for row, name in enumerate(read.datasets)}
    reached = [[_reached(of, read.sign, each.target) for of in runs[row_of[each.dataset]]] for each in times]
    ends = [steps[-1] for on in runs for of in on for steps, _ in of]
    hits = np.concatenate([of[np.isfinite(of)] for each in reached for of in each])
    at = _thinned(np.unique([*hits, max(ends)]))
    shares = {}
    for name, rows in (panels or {"": range(read.n_datasets)}).items():
        some = [each for each, time in zip(reached, times, strict=True) if row_of[time.dataset] in rows]
        if some:
            shares[name] = np.array(
                [
                    np.mean(
                        [share_reached(each[i], at) if len(each[i]) else np.full(len(at), np.nan) for each in some], 0
                    )
                    for i in range(len(read.algorithms))
                ]
            )
    return at, shares
