"""What was expected of the files in each metric, and what was there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import Balance, Gap, IntArray
from rankpress.stages.runs import most_runs
from rankpress.wording.strings import shown

if TYPE_CHECKING:
    from rankpress.sources.measurements import MeasurementGrid, Measurements
    from rankpress.stages.missing import Retained


def balance_of(metric: str, retained: Retained, measured: Measurements, grid: MeasurementGrid) -> Balance:
    """Compare the results and runs of a metric with those that were expected."""
    datasets, algorithms = retained.gap.shape
    balance = Balance(
        metric,
        algorithms,
        datasets,
        int(np.count_nonzero(~retained.gap)),
        retained.missing.gaps,
        early=measured.early.get(metric, ()),
    )
    if measured.runs is None or metric not in measured.runs:
        return balance
    counts = measured.runs[metric]
    measured_counts = _by_cell(counts, grid)
    most = _by_cell(most_runs(measured, counts), grid).max(axis=1, initial=0)
    if measured.by_rows:  # nothing says that there are more, and a row of one algorithm may be there twice
        most = np.array([_usual(row) for row in measured_counts])
    expected = np.maximum(most[:, None], measured_counts)
    short = np.argwhere((measured_counts < expected) & ~retained.gap).tolist()
    return replace(
        balance,
        runs_expected=int(expected.sum()),
        runs_read=int(measured_counts.sum()),
        runs_each=measured.averaged(metric),
        by_rows=measured.by_rows,
        short=tuple(_short(measured, d, a, int(measured_counts[d, a]), int(expected[d, a])) for d, a in short),
    )


def _usual(counts: IntArray) -> int:
    """Return the number that most of those have that are not 0, and the greatest of several."""
    numbers, times = np.unique(counts[counts > 0], return_counts=True)
    return int(numbers[times == times.max()].max()) if len(numbers) else 0


def _short(measured: Measurements, dataset: int, algorithm: int, count: int, expected: int) -> Gap:
    reason = shown(measured.reasons.get((dataset, algorithm), ""))
    return Gap(measured.datasets[dataset], measured.algorithms[algorithm], count, expected, reason)


def _by_cell(counts: IntArray, grid: MeasurementGrid) -> IntArray:
    """Sum what is counted for each measurement over the folds of each data set and algorithm."""
    laid = np.append(counts, 0)[grid.measured]
    sums = np.vstack([np.zeros((1, laid.shape[1]), dtype=np.int64), np.cumsum(laid, axis=0)])
    return np.diff(sums[grid.starts], axis=0)
