"""Runs that were not solved within a limit: the limit, and which times lie beyond it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.core.scores import MetricScores
from rankpress.sources.measurements import MeasurementGrid, Measurements
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CensoredOptions


@dataclass(frozen=True)
class Limited:
    """Measurements with infinite times where a run was not solved within the limit."""

    measured: Measurements
    limit: float | None  # None where none is known
    is_assumed: bool = False  # whether it is but the largest time
    # of the runs that a column says to have solved after more than the limit: data set, algorithm, time
    late: tuple[tuple[str, str, float], ...] = ()

    def mark(self, scores: MetricScores) -> MetricScores:
        """Return times of which those beyond the limit, which are infinite, are marked and have no number."""
        if self.limit is None:
            return scores
        unsolved = np.isinf(scores.means)
        means = np.where(unsolved, np.nan, scores.means)
        late = tuple(run for run in self.late if run[0] in scores.datasets and run[1] in scores.algorithms)
        scores = replace(scores, means=means, unreduced=None, censored=unsolved, late=late)
        return replace(scores, limit=self.limit, limit_is_assumed=self.is_assumed)


def limit_times(
    measured: Measurements, grid: MeasurementGrid, options: CensoredOptions, metric: str, findings: Findings
) -> Limited:
    """Return the measurements with infinite times where a run was not solved within the limit, and the limit."""
    times = measured.values[metric]
    findings.add_each(
        "times below 0",
        np.flatnonzero(times < 0).tolist(),
        lambda index: Fault(
            measured.place(index, metric), f"a time of {times[index]:.10g}", "a time of 0 or more, or timeout"
        ),
    )
    for dataset in np.flatnonzero(grid.expected > 1).tolist()[:1]:
        on = quoted(measured.datasets[dataset])
        runs = counted(int(grid.expected[dataset]), "run")
        message = f"{on} has {runs} of an algorithm, which have no mean where one is unsolved"
        fault = Fault(StudyPlace("scores", "censored"), message, "one run of an algorithm on a data set")
        findings.add("several runs with a limit", fault)
    limit = options.limit or measured.largest
    if not limit:
        fault = Fault(StudyPlace("scores", "censored"), "no cell shows the limit", "limit: the limit of the runs")
        findings.add_unread("runs without a limit", fault)
        return Limited(measured, None)
    # where no column says how a run ended, one that took the whole limit was stopped
    beyond = times > limit if options.column is not None or options.limit is None else times >= limit
    datasets, algorithms = measured.datasets, measured.algorithms
    late = np.flatnonzero(beyond & np.isfinite(times)).tolist() if options.column is not None else []
    return Limited(
        replace(measured, values={**measured.values, metric: np.where(beyond, np.inf, times)}),
        limit,
        is_assumed=options.limit is None and limit in times[~beyond],
        late=tuple(
            (datasets[measured.dataset[index]], algorithms[measured.algorithm[index]], float(times[index]))
            for index in late
        ),
    )
