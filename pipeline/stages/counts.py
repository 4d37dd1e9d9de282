"""Metrics that are computed of counts, which are summed over the folds and runs of a data set before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.expressions import evaluated
from rankpress.core.faults import Fault, Findings, quoted
from rankpress.core.scores import FloatArray
from rankpress.sources.measurements import Grid, Measurements
from rankpress.stages.missing import Retained

if TYPE_CHECKING:
    from rankpress.spec.model import Metric


def with_counts(measured: Measurements, metrics: Sequence[Metric]) -> Measurements:
    """Return the measurements with a column for each metric of counts, which is empty where one of these is."""
    values = dict(measured.values)
    for metric in metrics:
        if metric.counts is not None and all(column in values for column in metric.columns):
            values[metric.name] = np.sum([measured.values[column] for column in metric.columns], axis=0)
    return replace(measured, values=values)


def of_counts(metric: Metric, measured: Measurements, grid: Grid) -> FloatArray:
    """Compute a metric of the sums of counts in each cell; nan or infinite where it is undefined."""
    sums = {}
    for name, column in (metric.counts or {}).items():
        laid = grid.lay(measured.values[column])
        sums[name] = np.zeros((len(measured.datasets), len(measured.algorithms)))
        np.add.at(sums[name], grid.dataset, np.nan_to_num(laid))
    with np.errstate(divide="ignore", invalid="ignore"):
        values: FloatArray = np.asarray(evaluated(metric.formula, sums), dtype=np.float64)
    return values


def find_undefined(
    measured: Measurements,
    grid: Grid,
    retained: Mapping[str, Retained],
    metrics: Sequence[Metric],
    findings: Findings,
) -> None:
    """Find cells whose counts leave a metric undefined, and counts below zero."""
    for metric in metrics:
        if metric.counts is None:
            continue
        for column in metric.columns:
            below = np.flatnonzero(measured.values[column] < 0).tolist()
            findings.add_each("counts below zero", below, partial(_below_zero, measured, column))
        undefined = retained[metric.name].needed & ~np.isfinite(of_counts(metric, measured, grid))
        cells = np.argwhere(undefined).tolist()
        findings.add_each("metrics that are undefined", cells, partial(_undefined, measured, metric))


def _undefined(measured: Measurements, metric: Metric, cell: list[int]) -> Fault:
    dataset, algorithm = cell
    return Fault(
        "scores.metrics",
        f"{metric.name} of {quoted(measured.algorithms[algorithm])} on {quoted(measured.datasets[dataset])} is"
        f" undefined: its counts make the denominator of {metric.formula} zero",
        "counts of which it can be computed",
        "leave the data set out by scores.where, or give the metric another expression",
    )


def _below_zero(measured: Measurements, column: str, row: int) -> Fault:
    return Fault(measured.place(row, column), f"{measured.values[column][row]:g} is no count", "a count of 0 or more")
