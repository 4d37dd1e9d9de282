"""Cells without a whole result and what contradicts itself, once all files are read."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, StudyPlace, one_of
from rankpress.core.scores import BoolArray, Coverage, FloatArray, Gap, IntArray, Missing
from rankpress.core.twins import twins
from rankpress.sources.cells import CodeArray
from rankpress.sources.measurements import MeasurementGrid, Measurements, split_of
from rankpress.wording.strings import counted, listed, quoted, shown

if TYPE_CHECKING:
    from rankpress.spec.model import Metric, ScoresOptions


@dataclass(frozen=True)
class Retained:
    """What the missing policy leaves of one metric."""

    datasets: IntArray  # indices of those that are kept
    algorithms: IntArray
    gap: BoolArray  # (all data sets, all algorithms) bool array: Cells that have no result, or not on all folds
    missing: Missing  # the same in words, for the report

    @property
    def needed(self) -> BoolArray:
        """The cells that are kept and have a result."""
        needed = np.zeros_like(self.gap)
        needed[np.ix_(self.datasets, self.algorithms)] = True
        return needed & ~self.gap


IMPUTATIONS = ("dataset-mean", "dataset-worst", "baseline")


def impute(policy: str, means: FloatArray, better: str, baseline: int | None) -> FloatArray:
    """Put a score in the place of each missing one."""
    if policy == "baseline":
        stand_in = means[:, baseline]
    elif policy == "dataset-mean":
        stand_in = np.nanmean(means, axis=1)
    else:
        stand_in = np.nanmin(means, axis=1) if better == "higher" else np.nanmax(means, axis=1)
    filled: FloatArray = np.where(np.isnan(means), stand_in[:, None], means)
    return filled


def apply_policy(
    policy: str, measured: Measurements, grid: MeasurementGrid, n_results: IntArray, baseline: str | None = None
) -> Retained:
    """Decide which data sets and algorithms are kept."""
    # A cell with results on some of the folds that its data set has is missing as a whole, under every policy. A data
    # set on which no algorithm has a whole result is dropped under worst-rank too, since there is nothing to rank, and
    # where scores are imputed, as one without a result of the baseline is; under incomplete-blocks one with fewer than
    # two, since nothing can be compared there, and an algorithm without any.
    gap = n_results < grid.expected[:, None]
    rows, columns = retained_by(policy, gap)
    if baseline in measured.algorithms:
        rows &= ~gap[:, measured.algorithms.index(baseline)]
    gaps = {
        (d, a): Gap(
            measured.datasets[d],
            measured.algorithms[a],
            int(n_results[d, a]),
            int(grid.expected[d]),
            shown(measured.reasons.get((d, a), "")),
        )
        for d, a in np.argwhere(gap).tolist()
    }
    retained_gaps = tuple(gap_of_cell for (d, a), gap_of_cell in gaps.items() if rows[d] and columns[a])
    missing = Missing(
        policy,
        gaps=tuple(gaps.values()),
        dropped_datasets=tuple(measured.datasets[d] for d in np.flatnonzero(~rows)),
        dropped_algorithms=tuple(measured.algorithms[a] for a in np.flatnonzero(~columns)),
        worst_ranked=retained_gaps if policy == "worst-rank" else (),
        left_open=retained_gaps if policy == "incomplete-blocks" else (),
        imputed=retained_gaps if policy in IMPUTATIONS else (),
        coverage=Coverage(measured.datasets, measured.algorithms, ~gap, tuple(grid.expected.tolist())),
    )
    return Retained(np.flatnonzero(rows), np.flatnonzero(columns), gap, missing)


def retained_by(policy: str, gap: BoolArray) -> tuple[BoolArray, BoolArray]:
    """Return which data sets and which algorithms a policy keeps."""
    rows, columns = np.ones(gap.shape[0], dtype=bool), np.ones(gap.shape[1], dtype=bool)
    if policy == "drop-datasets":
        rows[gap.any(axis=1)] = False
    elif policy == "drop-algorithms":
        columns[gap.any(axis=0)] = False
    elif policy == "worst-rank" or policy in IMPUTATIONS:
        rows[gap.all(axis=1)] = False
    elif policy == "incomplete-blocks":
        rows = np.count_nonzero(~gap, axis=1) >= 2
        columns = (~gap[rows]).any(axis=0)
    return rows, columns


def find_gaps(
    measured: Measurements, grid: MeasurementGrid, retained: Mapping[str, Retained], findings: Findings
) -> None:
    """Tell what the policy leaves undone: each missing cell under "error", else metrics of which too little is left."""
    gap = np.logical_or.reduce([of_metric.gap for of_metric in retained.values()]) & ~measured.is_wrong
    if not gap.any():
        return
    error = any(of_metric.missing.policy == "error" for of_metric in retained.values())
    if error:
        laid = {metric: grid.lay(measured.values[metric]) for metric in retained}
        policies = _other_policies("error", gap)
        findings.add_each(
            "missing results",
            _cells(gap, retained, grid, laid),
            lambda cell: _gap_fault(cell, measured, grid, laid, policies),
        )
        _find_twins(measured, findings)
        return
    for metric, of_metric in retained.items():
        if not len(of_metric.datasets) or len(of_metric.algorithms) < 2:
            findings.add("metrics of which too little is left", _too_little(metric, of_metric))
        elif of_metric.missing.policy == "incomplete-blocks":
            _find_parts(metric, of_metric, measured, findings)


def _find_parts(metric: str, retained: Retained, measured: Measurements, findings: Findings) -> None:
    """Find algorithms that no chain of shared data sets links, of which neither ranks nor means are comparable."""
    # stats brings all of scipy with it, which reading scores can do without
    from rankpress.stats.incomplete_blocks import linked

    there = ~retained.gap[np.ix_(retained.datasets, retained.algorithms)].astype(bool)
    parts = linked((there.T.astype(np.float64) @ there) > 0)
    if len(parts) < 2:
        return
    names = [listed((measured.algorithms[retained.algorithms[index]] for index in part), most=5) for part in parts]
    fault = Fault(
        StudyPlace("scores", "missing"),
        f"the algorithms fall into {len(parts)} parts that share no data set in {shown(metric)}, so their average ranks"
        f" are not comparable: {'; '.join(names[:5])}" + ("; ..." if len(parts) > 5 else ""),
        "data sets that link all algorithms",
        "add results that link them, or compare each part in a study of its own: leave the others out by scores.where,"
        " or of a wide file by scores.ignore",
    )
    findings.add("parts that share no data set", fault)
    _find_twins(measured, findings)


def _cells(
    gap: BoolArray, retained: Mapping[str, Retained], grid: MeasurementGrid, laid: Mapping[str, FloatArray]
) -> Iterator[tuple[int, int, list[str]]]:
    """Each missing cell, once for all metrics that it misses on the same folds."""
    for d, a in np.argwhere(gap).tolist():
        alike: dict[bytes, list[str]] = {}
        for metric, of_metric in retained.items():
            if of_metric.gap[d, a]:
                alike.setdefault(np.isnan(laid[metric][grid.rows_of(d), a]).tobytes(), []).append(metric)
        yield from ((d, a, metrics) for metrics in alike.values())


def _gap_fault(
    cell: tuple[int, int, list[str]],
    measured: Measurements,
    grid: MeasurementGrid,
    laid: Mapping[str, FloatArray],
    policies: str,
) -> Fault:
    dataset, algorithm, metrics = cell
    rows = grid.rows_of(dataset)
    absent = np.isnan(laid[metrics[0]][rows, algorithm])
    expected = int(grid.expected[dataset])
    who, where = quoted(measured.algorithms[algorithm]), quoted(measured.datasets[dataset])
    message = f"{who} has no {listed(metrics)} on {where}"
    if expected > 1:
        message = (
            f"{who} has {expected - absent.sum()} of {counted(expected, 'measurement')} of {listed(metrics)} on {where}"
        )
        if not absent.all():
            lacking = np.arange(rows.start, rows.stop)[absent]
            message += f", none of {listed(split_of(row, measured, grid) for row in lacking)}"
            having, owners = np.nonzero(~np.isnan(laid[metrics[0]][lacking]))
            # a single algorithm that has these folds is likelier to be at fault than all others
            if len({*owners.tolist()}) == 1 and len(having) == len(lacking):
                message += f", which only {quoted(measured.algorithms[owners[0]])} has"
    if (dataset, algorithm) in measured.reasons:
        message += f": {shown(measured.reasons[dataset, algorithm])}"
    split = "example" if "example" in measured.split_names else "fold" if measured.split_names else ""
    return Fault(
        _place(measured, grid.measured[rows, algorithm][absent], algorithm, metrics[0]),
        message,
        f"a result of each algorithm on each data set{f' and {split}' if split else ''}",
        f"add what is missing{f', or set scores.missing to {policies}' if policies else ''}",
    )


def _place(measured: Measurements, rows: CodeArray, algorithm: int, metric: str) -> str:
    """Return the empty cell if there is one, else a file with other results of the algorithm."""
    empty = rows[rows >= 0]
    if len(empty):
        return measured.place(int(empty[0]), metric)
    others = np.flatnonzero(measured.algorithm == algorithm)
    return measured.places[measured.file[others[0]]] if len(others) else StudyPlace("scores")


def _other_policies(policy: str, gap: BoolArray) -> str:
    """Return the other policies that leave something to compare, and what each would leave; empty if none does."""
    in_blocks = [np.count_nonzero(retained) for retained in retained_by("incomplete-blocks", gap)]
    datasets, algorithms = counted(gap.shape[0], "data set"), counted(gap.shape[1], "algorithm")
    leaves = {
        "drop-datasets": f"keeps {np.count_nonzero(~gap.any(axis=1))} of {datasets}",
        "drop-algorithms": f"keeps {np.count_nonzero(~gap.any(axis=0))} of {algorithms}",
        "worst-rank": f"keeps {np.count_nonzero(~gap.all(axis=1))} of {datasets} and all algorithms",
        "incomplete-blocks": f"keeps {in_blocks[0]} of {datasets} and {in_blocks[1]} of {algorithms}, gaps and all",
    }
    enough = {other for other in leaves if all(map(np.greater_equal, map(np.sum, retained_by(other, gap)), (1, 2)))}
    *first, last = [f"{other} ({left})" for other, left in leaves.items() if other in enough - {policy}] or [""]
    return f"{', '.join(first)} or {last}" if first else last


def _too_little(metric: str, retained: Retained) -> Fault:
    n_datasets, n_algorithms = retained.gap.shape
    policies = _other_policies(retained.missing.policy, retained.gap)
    return Fault(
        StudyPlace("scores", "missing"),
        f"missing: {retained.missing.policy} leaves {len(retained.datasets)} of {counted(n_datasets, 'data set')}"
        f" and {len(retained.algorithms)} of {counted(n_algorithms, 'algorithm')} in {shown(metric)}",
        "at least one data set and two algorithms",
        f"set it to {policies}" if policies else "add what is missing",
    )


def _find_twins(measured: Measurements, findings: Findings) -> None:
    """Find names that hardly differ: a likely reason for gaps."""
    for role, names in (("dataset", measured.datasets), ("algorithm", measured.algorithms)):
        pairs = list(twins(names))
        renamed = json.dumps({role: {name: earlier for earlier, name in pairs}}, ensure_ascii=False)
        remedy = f"write them alike if they are one: --set {shlex.quote(f'scores.rename={renamed}')}"
        for earlier, name in pairs:
            kind = "data sets" if role == "dataset" else "algorithms"
            message = f"{quoted(earlier)} and {quoted(name)} are two {kind}, since they are not written alike"
            fault = Fault(StudyPlace("scores"), message, remedy=remedy)
            findings.add("names that are nearly the same", fault)


def find_no_baseline(measured: Measurements, baseline: str | None, findings: Findings) -> None:
    """Find that the algorithm whose scores stand in for missing ones is nowhere."""
    if baseline is not None and baseline not in measured.algorithms:
        message = f"no algorithm is called {quoted(baseline)}"
        findings.add(
            "names that are nowhere",
            Fault(StudyPlace("scores", "baseline"), message, one_of(baseline, measured.algorithms)),
        )


def find_too_few(algorithms: Sequence[str], findings: Findings) -> None:
    """Find that there is nothing to compare."""
    if len(algorithms) < 2:
        fault = Fault(
            StudyPlace("scores", "files"),
            f"the files hold one algorithm, {quoted(algorithms[0])}" if algorithms else "the files hold no algorithm",
            "at least two algorithms",
            "name the files of all algorithms, and the column that distinguishes them as scores.columns.algorithm",
        )
        findings.add("algorithms too few", fault)


def find_unmet_names(measured: Measurements, findings: Findings) -> None:
    """Find names that the spec takes for others and that are nowhere."""
    for kind, names in (("dataset", measured.datasets), ("algorithm", measured.algorithms)):
        for name in measured.unmet.get(kind, ()):
            message = f"no {'data set' if kind == 'dataset' else kind} is called {quoted(name)}"
            findings.add("names that are nowhere", Fault(StudyPlace("scores", "rename"), message, one_of(name, names)))


def find_wrong_clusters(measured: Measurements, grid: MeasurementGrid, findings: Findings) -> None:
    """Find test examples that one row puts into another cluster than the first row of the example does."""
    clusters = measured.cluster
    if clusters is None:
        return
    first = np.full(len(grid.repeat), len(measured.row))
    np.minimum.at(first, grid.row, np.arange(len(measured.row)))
    before = first[grid.row]

    def tell(index: int) -> Fault:
        here, there = (quoted(measured.clusters[clusters[each]]) for each in (index, before[index]))
        return Fault(
            measured.place(index),
            f"{split_of(int(grid.row[index]), measured, grid)} is in cluster {here}, and in cluster {there} in"
            f" {measured.place(int(before[index]))}",
            "the same cluster of a test example for all algorithms",
        )

    wrong = np.flatnonzero(clusters != clusters[before]).tolist()
    findings.add_each("test examples in several clusters", wrong, tell)


def find_missing_costs(
    measured: Measurements, retained: Sequence[Retained], costs: Sequence[str], findings: Findings
) -> None:
    """Find empty costs of results that are kept."""
    needed = np.logical_or.reduce([of_metric.needed for of_metric in retained])
    requested = needed[measured.dataset, measured.algorithm]
    for cost in costs:
        remedy = "fill it in, or leave the column out of scores.costs"
        _find_empty(measured, cost, requested, "cost", "score", remedy, findings)


def find_missing_validations(
    measured: Measurements, retained: Mapping[str, Retained], metrics: Sequence[Metric], findings: Findings
) -> None:
    """Find empty validation scores of results that are kept."""
    for metric in metrics:
        if metric.validation is not None:
            requested = retained[metric.name].needed[measured.dataset, measured.algorithm]
            score, remedy = f"score in {quoted(metric.name)}", "fill it in, or remove validation from scores.metrics"
            _find_empty(measured, metric.validation, requested, "validation score", score, remedy, findings)


def _find_empty(
    measured: Measurements, column: str, needed: BoolArray, what: str, score: str, remedy: str, findings: Findings
) -> None:
    """Find the empty cells of a column in rows that have a score."""

    def tell(index: int) -> Fault:
        algorithm = quoted(measured.algorithms[measured.algorithm[index]])
        message = f"the {what} of {algorithm} on {quoted(measured.datasets[measured.dataset[index]])} is empty"
        return Fault(measured.place(index, column), message, f"a number in each row that has a {score}", remedy)

    wrong = measured.is_wrong[measured.dataset, measured.algorithm]
    empty = np.flatnonzero(needed & ~wrong & np.isnan(measured.values[column]))
    findings.add_each(f"rows without a {what}", empty.tolist(), tell)


def find_wrong_counts(
    measured: Measurements, grid: MeasurementGrid, options: ScoresOptions, findings: Findings
) -> None:
    """Find numbers of cases that are not there, or not the same for all algorithms tested on a fold."""
    scored = np.logical_or.reduce([~np.isnan(measured.values[metric.name]) for metric in options.metrics])
    for column in (options.columns.n_train, options.columns.n_test):
        if column in measured.values:
            remedy = "fill it in, or leave the column out of the files"
            _find_empty(measured, column, scored, "number of cases", "score", remedy, findings)
    if options.columns.n_test in measured.values:
        _find_different_tests(measured, grid, options.columns.n_test, findings)


def _find_different_tests(measured: Measurements, grid: MeasurementGrid, column: str, findings: Findings) -> None:
    laid = grid.lay(measured.values[column])
    least, most = (reduce(laid, axis=1, initial=np.nan) for reduce in (np.fmin.reduce, np.fmax.reduce))

    def tell(row: int) -> Fault:
        larger, smaller = (
            int(grid.measured[row, np.flatnonzero(laid[row] == count)[0]]) for count in (most[row], least[row])
        )
        return Fault(
            measured.place(larger, column),
            f"{most[row]:.10g} cases were tested on, but {least[row]:.10g} in {measured.place(smaller)}, the same fold",
            "the same cases in a fold of a data set, whatever the algorithm",
            "split the data alike for all algorithms: their scores are compared fold by fold",
        )

    findings.add_each("folds that are not the same for all algorithms", np.flatnonzero(least < most).tolist(), tell)
