"""How far scores vary over runs: as cells state it next to a score, or as the runs of a study show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import numpy as np

from rankpress.core.scores import (
    FloatArray,
    MetricScores,
)
from rankpress.sources.measurements import MeasurementGrid, Measurements
from rankpress.stages.missing import (
    Retained,
)

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions


Accompanied = Mapping[tuple[str, int, str], tuple[float, bool]]


def _given_spreads(
    accompanied: Accompanied, measured: Measurements, grid: MeasurementGrid, options: ScoresOptions
) -> dict[str, FloatArray]:
    """Return by metric the spreads that cells gave next to a score, nan where there is none or scores are several."""
    if not accompanied or measured.runs is not None:
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
    results: dict[str, FloatArray] = {}
    for metric, of_cells in spreads.items():
        values = _by_dataset(of_cells, grid)
        means = grid.means(grid.lay(measured.values[metric]))
        if np.isfinite(values).any() and not (enclosed[metric] and _are_ranks(values, means)):
            results[metric] = values
    return results


def _seed_spreads(
    measured: Measurements, grid: MeasurementGrid, options: ScoresOptions
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Return by metric over how many seeds each score is a mean, and the standard deviation over them.

    Both are nan on data sets with folds, over which scores vary too.
    """
    if measured.runs is None or options.columns.example is not None:
        return {}, {}
    runs = {name: _by_dataset(counts.astype(np.float64), grid) for name, counts in measured.runs.items()}
    variances = {
        metric.name: _by_dataset(measured.answer_variance[metric.name], grid)
        for metric in options.metrics
        if metric.name in measured.answer_variance
    }
    spreads = {name: np.sqrt(variance * runs[name]) for name, variance in variances.items()}
    return runs, {name: spread for name, spread in spreads.items() if np.isfinite(spread).any()}


def _by_dataset(values: FloatArray, grid: MeasurementGrid) -> FloatArray:
    """Lay values out by data set and algorithm; nan on data sets with folds."""
    several = np.diff(grid.starts) > 1
    return np.where(several[:, None], np.nan, grid.lay(values)[grid.starts[:-1]])


def _names_of(index: int, measured: Measurements, options: ScoresOptions) -> set[str]:
    """Return what the column of a wide file is called that holds a measurement: its algorithm, or its data set."""
    names = (measured.algorithms[measured.algorithm[index]], measured.datasets[measured.dataset[index]])
    renamed = (*options.rename.algorithm.items(), *options.rename.dataset.items())
    return {*names, *(old for old, new in renamed if new in names)}


def _are_ranks(values: FloatArray, means: FloatArray) -> bool:
    """Return whether the numbers of nearly all data sets are the ranks of the scores, from either end."""
    complete = np.isfinite(values).all(axis=1) & np.isfinite(means).all(axis=1)
    if not complete.any():
        return False
    # stats brings all of scipy with it, which reading scores can do without
    from rankpress.stats.ranks import Better, Ties, rank_scores

    printed = (
        rank_scores(means[complete], better=better, ties=ties, tolerance=0.0)
        for better in get_args(Better)
        for ties in get_args(Ties)
    )
    alike = np.any([np.isclose(ranks, values[complete]).all(axis=1) for ranks in printed], axis=0)
    return float(alike.mean()) > 0.8


def find_spreads(
    accompanied: Accompanied, measured: Measurements, grid: MeasurementGrid, options: ScoresOptions
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Return by metric over how many runs each score is a mean, and how far it varies over them."""
    runs, spreads = _seed_spreads(measured, grid, options)
    return runs, spreads | _given_spreads(accompanied, measured, grid, options)


def with_spreads(
    scores: MetricScores, retained: Retained, spreads: FloatArray | None, runs: FloatArray | None
) -> MetricScores:
    """Return scores with how far each varies over its runs, and over how many it is a mean, where that is known."""
    if spreads is None:
        return scores
    compared = np.ix_(retained.datasets, retained.algorithms)
    return replace(scores, spreads=spreads[compared], runs=None if runs is None else runs[compared])
