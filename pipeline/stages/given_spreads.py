"""Spreads that stood next to scores in their cells, kept as spreads; ranks in parentheses are dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import FloatArray
from rankpress.sources.measurements import Grid, Measurements

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

Accompanied = Mapping[tuple[str, int, str], tuple[float, bool]]


def given_spreads(
    accompanied: Accompanied, measured: Measurements, grid: Grid, options: ScoresOptions
) -> dict[str, FloatArray]:
    """Return by metric the spreads that cells gave, nan where there is none or the data set has several measurements.

    Parameters
    ----------
    accompanied : mapping of (place, row, column) to (number, whether in parentheses)
        The second numbers of cells.
    """
    if not accompanied or measured.averaged is not None:
        return {}
    where = defaultdict[tuple[str, int], list[int]](list)
    for index, (file, row) in enumerate(zip(measured.file.tolist(), measured.row.tolist(), strict=True)):
        where[measured.places[file], row].append(index)
    spreads = {metric.name: np.full(len(measured.row), np.nan) for metric in options.metrics}
    enclosed = dict.fromkeys(spreads, True)
    for (place, row, column), (number, in_parentheses) in accompanied.items():
        metric = column if options.layout == "long" else options.metrics[0].name
        for index in where[place, row] if metric in spreads else ():
            if options.layout == "long" or column in _names_of(index, measured, options):
                spreads[metric][index] = number
                enclosed[metric] &= in_parentheses
    laid = {metric: _by_dataset(values, grid) for metric, values in spreads.items()}
    means = {metric: grid.means(grid.lay(measured.values[metric])) for metric in spreads}
    return {
        metric: values
        for metric, values in laid.items()
        if np.isfinite(values).any() and not (enclosed[metric] and _are_ranks(values, means[metric]))
    }


def _names_of(index: int, measured: Measurements, options: ScoresOptions) -> set[str]:
    """Return what the column of a wide file is called that holds a measurement: its algorithm, or its data set."""
    named = (measured.algorithms[measured.algorithm[index]], measured.datasets[measured.dataset[index]])
    renamed = (*options.rename.algorithm.items(), *options.rename.dataset.items())
    return {*named, *(old for old, new in renamed if new in named)}


def _by_dataset(values: FloatArray, grid: Grid) -> FloatArray:
    laid = grid.lay(values)
    rows = [grid.rows_of(dataset) for dataset in range(len(grid.starts) - 1)]
    none = np.full(laid.shape[1], np.nan)
    return np.array([laid[row.start] if row.stop - row.start == 1 else none for row in rows])


def _are_ranks(values: FloatArray, means: FloatArray) -> bool:
    """Return whether the numbers of nearly all data sets are the ranks of the scores, from either end."""
    complete = np.isfinite(values).all(axis=1) & np.isfinite(means).all(axis=1)
    if not complete.any():
        return False
    alike = [
        any(np.allclose(ranks, spread) for sign in (-1, 1) for ranks in _ranks(sign * mean))
        for spread, mean in zip(values[complete], means[complete], strict=True)
    ]
    return float(np.mean(alike)) > 0.8


def _ranks(values: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the ranks that equal values share: the first of them, their average, the last."""
    ascending = np.sort(values)
    first = np.searchsorted(ascending, values).astype(np.float64) + 1
    last = np.searchsorted(ascending, values, "right").astype(np.float64)
    return first, (first + last) / 2, last
