"""Measurements that were made again with other seeds, as their mean."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import FloatArray, IntArray
from rankpress.sources.cells import CodeArray
from rankpress.sources.findings import Findings, quoted, shown
from rankpress.sources.measurements import Measurements


def average_seeds(measured: Measurements, findings: Findings) -> Measurements:
    """Put the mean in place of the measurements that differ in their seeds alone.

    A data set, repeat and fold may have other seeds, and another number of them, for each algorithm. Where one of them
    has no score the mean is missing too.

    Parameters
    ----------
    measured : Measurements
        As the files have them; as they are where no column tells of seeds.
    findings : Findings
        Takes seeds that are there twice.

    Returns
    -------
    Measurements
        Each stands for the first of those that it is the mean of.
    """
    if measured.seed is None:
        return measured
    _, first, group = np.unique(_places(measured), return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    group, first = place[group], first[order]
    _find_again(measured, measured.seed, group, findings)
    runs = np.bincount(group, minlength=len(first))
    return replace(
        measured,
        **{name: getattr(measured, name)[first] for name in ("dataset", "algorithm", "repeat", "fold", "file", "row")},
        values={column: _means(values, group, len(first)) for column, values in measured.values.items()},
        seed=None,
        averaged=(int(runs.min(initial=len(group))), int(runs.max(initial=0))),
    )


def _places(measured: Measurements) -> IntArray:
    """A number for each data set, algorithm, repeat and fold."""
    places = measured.dataset.astype(np.int64)
    for codes, n in (
        (measured.algorithm, len(measured.algorithms)),
        (measured.repeat, len(measured.repeats.labels)),
        (measured.fold, len(measured.folds.labels)),
    ):
        places = places * n + codes
    return places


def _means(values: FloatArray, group: IntArray, n: int) -> FloatArray:
    """The mean of each group, the same whatever the order of the files; nan where a value is."""
    order = np.lexsort((values, group))
    counts = np.bincount(group, minlength=n)
    starts = np.cumsum(counts) - counts
    means: FloatArray = np.add.reduceat(values[order] / counts[group[order]], starts) if n else np.empty(0)
    # a sum of thirds need not be the number itself, where all are the same
    least, most = values[order][starts], values[order][starts + counts - 1]
    return np.where(least == most, least, means)


def _find_again(measured: Measurements, seed: CodeArray, group: IntArray, findings: Findings) -> None:
    both = group * np.int64(seed.max(initial=0) + 1) + seed
    _, first, inverse = np.unique(both, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[inverse] != np.arange(len(both)))
    findings.add_each("duplicates", again.tolist(), partial(_again, measured, first[inverse]))


def _again(measured: Measurements, first: IntArray, index: int) -> Fault:
    assert measured.seed is not None
    who, where = measured.algorithms[measured.algorithm[index]], measured.datasets[measured.dataset[index]]
    seed, before = shown(measured.seeds[measured.seed[index]]), measured.place(int(first[index]))
    return Fault(
        measured.place(index),
        f"{quoted(who)} on {quoted(where)} was measured before with the seed {seed}, in {before}",
        "one measurement with each seed of an algorithm on each data set, repeat and fold",
    )
