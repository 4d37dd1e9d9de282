"""What shows only when all files are read: results told twice, costs without a value, folds that are not the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.faults import Fault
from rankpress.grid import Grid, split_of
from rankpress.missing import Kept
from rankpress.sources.findings import Findings, listed, one_of, quoted
from rankpress.sources.measurements import Measurements

if TYPE_CHECKING:
    from rankpress.spec.model import Metric, ScoresOptions


def find_too_few(algorithms: Sequence[str], findings: Findings) -> None:
    """Find that there is nothing to compare."""
    if len(algorithms) < 2:
        fault = Fault(
            "scores.files",
            f"the files hold one algorithm, {quoted(algorithms[0])}" if algorithms else "the files hold no algorithm",
            "two algorithms at least",
            "name the files of all algorithms, and the column that tells them apart as scores.columns.algorithm",
        )
        findings.add("algorithms too few", fault)


def find_unmet_names(measured: Measurements, findings: Findings) -> None:
    """Find names that the spec takes for others and that are nowhere."""
    for kind, names in (("dataset", measured.datasets), ("algorithm", measured.algorithms)):
        unmet = measured.unmet.get(kind, ())
        findings.add_each("names that are nowhere", unmet, partial(_nowhere, kind, names))


def _nowhere(kind: str, names: Sequence[str], name: str) -> Fault:
    told = f"no {'data set' if kind == 'dataset' else kind} is called {quoted(name)}"
    return Fault("scores.rename", told, one_of(name, names))


def find_duplicates(measured: Measurements, grid: Grid, findings: Findings) -> None:
    """Find algorithms that were measured twice on the same data set, repeat and fold; one fault a row of the files."""
    again = grid.again
    rows = measured.file[again] * (measured.row.max(initial=0) + np.int64(1)) + measured.row[again]
    _, first, counts = np.unique(rows, return_index=True, return_counts=True)
    found = zip(again[first].tolist(), counts.tolist(), strict=True)
    findings.add_each("duplicates", found, partial(_duplicate, measured, grid))


def _duplicate(measured: Measurements, grid: Grid, found: tuple[int, int]) -> Fault:
    """A measurement that stands there again, and how many measurements of the same row do."""
    index, number = found
    row, algorithm = int(grid.row[index]), int(measured.algorithm[index])
    first, split = int(grid.at[row, algorithm]), split_of(row, measured, grid)
    where = quoted(measured.datasets[measured.dataset[index]]) + (f", {split}," if split else "")
    different = [
        f"{column} {_written(values[index])} here and {_written(values[first])} there"
        for column, values in measured.values.items()
        if not np.array_equal(values[index], values[first], equal_nan=True)
    ]
    who = f"{number} algorithms" if number > 1 else quoted(measured.algorithms[algorithm])
    same_file = measured.file[first] == measured.file[index]
    before = f"row {measured.row[first]}" if same_file else measured.place(first)
    values = listed(different) if different else "with the same values"
    return Fault(
        measured.place(index),
        f"{who} on {where} {'were' if number > 1 else 'was'} measured before, in {before}"
        + (f" ({values})" if number == 1 else ""),
        f"one measurement of each algorithm on each data set{_each_split(measured)}",
        _advice(measured),
    )


def _written(value: float) -> str:
    return "empty" if np.isnan(value) else repr(float(value))


def _each_split(measured: Measurements) -> str:
    if not measured.split_names:
        return ""
    return " and example" if "example" in measured.split_names else ", repeat and fold"


def _advice(measured: Measurements) -> str:
    spare = listed(measured.spare)
    if not spare:
        return "remove one of the two"
    if measured.split_names:
        return f"remove one of the two; the columns that nothing is read from may tell them apart: {spare}"
    return (
        "remove one of the two, or if they are folds or repeats, name the column that tells them apart as"
        f" scores.columns.fold or scores.columns.repeat; columns that nothing is read from: {spare}"
    )


def find_missing_costs(measured: Measurements, kept: Sequence[Kept], costs: Sequence[str], findings: Findings) -> None:
    """Find empty costs of results that are kept."""
    needed = np.logical_or.reduce([of_metric.needed for of_metric in kept])
    wanted = needed[measured.dataset, measured.algorithm]
    for cost in costs:
        empty = np.flatnonzero(wanted & np.isnan(measured.values[cost])).tolist()
        findings.add_each("empty costs", empty, partial(_empty_cost, measured, cost))


def find_missing_validations(
    measured: Measurements, kept: Mapping[str, Kept], metrics: Sequence[Metric], findings: Findings
) -> None:
    """Find empty validation scores of results that are kept."""
    for metric in metrics:
        if metric.validation is not None:
            wanted = kept[metric.name].needed[measured.dataset, measured.algorithm]
            empty = np.flatnonzero(wanted & np.isnan(measured.values[metric.validation])).tolist()
            tell = partial(_empty_validation, measured, metric.name, metric.validation)
            findings.add_each("empty validation scores", empty, tell)


def _empty_validation(measured: Measurements, metric: str, validation: str, index: int) -> Fault:
    algorithm = measured.algorithms[measured.algorithm[index]]
    dataset = measured.datasets[measured.dataset[index]]
    return Fault(
        measured.place(index, validation),
        f"the validation score of {quoted(algorithm)} on {quoted(dataset)} is empty",
        f"a number in each row that has a score in {quoted(metric)}",
        "fill it in, or remove validation from scores.metrics",
    )


def _empty_cost(measured: Measurements, cost: str, index: int) -> Fault:
    algorithm = measured.algorithms[measured.algorithm[index]]
    dataset = measured.datasets[measured.dataset[index]]
    return Fault(
        measured.place(index, cost),
        f"the cost of {quoted(algorithm)} on {quoted(dataset)} is empty",
        "a number in each row that has a score",
        "fill it in, or leave the column out of scores.costs",
    )


def find_wrong_counts(measured: Measurements, grid: Grid, options: ScoresOptions, findings: Findings) -> None:
    """Find numbers of cases that are not there, or not the same for all algorithms tested on a fold."""
    scored = np.logical_or.reduce([~np.isnan(measured.values[metric.name]) for metric in options.metrics])
    for column in (options.columns.n_train, options.columns.n_test):
        if column in measured.values:
            empty = np.flatnonzero(scored & np.isnan(measured.values[column])).tolist()
            findings.add_each("empty numbers of cases", empty, partial(_empty_count, measured, column))
    if options.columns.n_test in measured.values:
        _find_different_tests(measured, grid, options.columns.n_test, findings)


def _empty_count(measured: Measurements, column: str, index: int) -> Fault:
    return Fault(
        measured.place(index, column),
        "the number of cases is empty",
        "a number in each row that has a score",
        "fill it in, or leave the column out of the files",
    )


def _find_different_tests(measured: Measurements, grid: Grid, column: str, findings: Findings) -> None:
    laid = grid.lay(measured.values[column])
    least, most = (reduce(laid, axis=1, initial=np.nan) for reduce in (np.fmin.reduce, np.fmax.reduce))

    def tell(row: int) -> Fault:
        one, other = (int(grid.at[row, np.flatnonzero(laid[row] == count)[0]]) for count in (most[row], least[row]))
        return Fault(
            measured.place(one, column),
            f"{most[row]:.10g} cases were tested on, but {least[row]:.10g} in {measured.place(other)}, the same fold",
            "the same cases in a fold of a data set, whatever the algorithm",
            "split the data alike for all algorithms: their scores are compared fold by fold",
        )

    findings.add_each("folds that are not the same for all algorithms", np.flatnonzero(least < most).tolist(), tell)
