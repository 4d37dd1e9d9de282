"""Measurements laid out on a grid: a row a fold of a data set, a column an algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from rankpress.scores import FloatArray, IntArray
from rankpress.sources.cells import CodeArray
from rankpress.sources.findings import shown
from rankpress.sources.measurements import Measurements


@dataclass(frozen=True)
class Grid:
    """Where each measurement lies.

    Parameters
    ----------
    starts : (n_datasets + 1,) int array
        Rows ``starts[d]`` to ``starts[d + 1]`` are the folds of data set d, in ascending order of repeat and fold.
    repeat, fold : (n_rows,) int arrays
        Indices into the splits of the measurements.
    at : (n_rows, n_algorithms) int array
        Index of the measurement that lies there, -1 where there is none.
    row : (n_measurements,) int array
        The row of each measurement.
    again : int array
        Indices of the measurements whose place was taken, in the order of the files.
    """

    starts: IntArray
    repeat: CodeArray
    fold: CodeArray
    at: CodeArray
    row: CodeArray
    again: IntArray

    def lay(self, values: FloatArray) -> FloatArray:
        """Values of the measurements at their places; nan where there is none."""
        return np.append(values, np.nan)[self.at]

    @property
    def dataset(self) -> IntArray:
        """The data set of each row."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def rows_of(self, dataset: int) -> slice:
        """The rows of a data set."""
        return slice(int(self.starts[dataset]), int(self.starts[dataset + 1]))

    @property
    def expected(self) -> IntArray:
        """How many measurements a cell of each data set should have."""
        return np.maximum(np.diff(self.starts), 1)

    def found(self, laid: FloatArray) -> IntArray:
        """How many measurements each cell has that are not empty."""
        counts = np.vstack([np.zeros((1, laid.shape[1]), dtype=np.int64), np.cumsum(~np.isnan(laid), axis=0)])
        return np.diff(counts[self.starts], axis=0)

    def means(self, laid: FloatArray) -> FloatArray:
        """Mean of each cell over the measurements that are not empty, nan where all are."""
        means = np.empty((len(self.starts) - 1, laid.shape[1]))
        for dataset in range(len(means)):
            cells = laid[self.rows_of(dataset)]
            means[dataset] = cells[0] if len(cells) == 1 else [_mean(cell) for cell in cells.T]
        return means


def lay_out(measured: Measurements) -> Grid:
    """Find the place of each measurement; the first of the files takes it where there are several."""
    n_repeats, n_folds = len(measured.repeats.numbers), len(measured.folds.numbers)
    split = measured.repeat.astype(np.int64) * n_folds + measured.fold
    places, place = np.unique(measured.dataset * np.int64(n_repeats * n_folds) + split, return_inverse=True)
    indices = np.arange(len(place), dtype=np.int32)
    at = np.full((len(places), len(measured.algorithms)), len(place), dtype=np.int32)
    np.minimum.at(at, (place, measured.algorithm), indices)
    datasets, split = np.divmod(places, max(n_repeats * n_folds, 1))
    repeat, fold = np.divmod(split, max(n_folds, 1))
    return Grid(
        starts=np.searchsorted(datasets, np.arange(len(measured.datasets) + 1)),
        repeat=repeat.astype(np.int32),
        fold=fold.astype(np.int32),
        at=np.where(at == len(place), np.int32(-1), at),
        row=place.astype(np.int32),
        again=indices[at[place, measured.algorithm] != indices],
    )


def split_of(row: int, measured: Measurements, grid: Grid) -> str:
    """The repeat and the fold of a row of the grid, or its example, as the files write them, where there are more."""
    fold = "example" if "example" in measured.split_names else "fold"
    named = (("repeat", measured.repeats, grid.repeat[row]), (fold, measured.folds, grid.fold[row]))
    return " ".join(f"{name} {shown(splits.labels[index])}" for name, splits, index in named if len(splits.labels) > 1)


def _mean(values: FloatArray) -> float:
    """The mean, the same whatever the order of the values: equal scores on other folds must tie."""
    known = values[~np.isnan(values)].tolist()
    if not known:
        return float("nan")
    try:
        return fsum(known) / len(known)
    except OverflowError:
        return fsum(value / len(known) for value in known)
