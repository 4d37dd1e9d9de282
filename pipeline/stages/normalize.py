"""Scores as shares of the way from one score to another on each data set, before anything else is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.core.scores import FloatArray
from rankpress.sources.cells import CodeArray
from rankpress.sources.measurements import Measurements, of_rows
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions
    from rankpress.spec.normalization import End, NormalizeOptions

_PLACE = StudyPlace("scores", "normalize")


def normalize(
    measured: Measurements,
    options: ScoresOptions,
    findings: Findings,
    reduce: Callable[[Measurements], Measurements],
) -> Measurements:
    """Return measurements with normalized scores, without the algorithms that these are normalized by.

    `reduce` puts one measurement in place of runs, steps and settings: what an algorithm scores.
    """
    normalization = options.normalize
    if normalization is None:
        return measured
    references = normalization.names if normalization.by == "algorithms" else ()
    unknown = [name for name in references if name not in measured.algorithms]
    if unknown:
        findings.unread = True
        findings.add(
            "algorithms that are not there",
            Fault(
                _PLACE, f"the scores have no algorithm {quoted(unknown[0])}", f"one of {listed(measured.algorithms, 8)}"
            ),
        )
        return measured
    by = reduce(measured) if references else measured
    values = dict(measured.values)
    for metric in options.metrics:
        low, high = (_ends(end, metric.name, by, normalization) for end in (normalization.low, normalization.high))
        wrong = list(_wrong(low, high, metric.name, measured))
        findings.unread |= bool(wrong)
        findings.add_each("data sets without a scale", wrong, lambda fault: fault)
        with np.errstate(divide="ignore", invalid="ignore"):
            for column in filter(None, (metric.name, metric.validation)):
                shares = (values[column] - low[measured.dataset]) / (high - low)[measured.dataset]
                values[column] = np.where(np.isfinite(values[column]), shares, values[column])
    return _without(replace(measured, values=values), references)


def runs_normalized_by(measured: Measurements, options: ScoresOptions) -> dict[str, int]:
    """Return how many runs there are of each algorithm that scores are normalized by, and which is not compared."""
    normalization = options.normalize
    if normalization is None or normalization.by != "algorithms":
        return {}
    names = [name for name in normalization.names if name in measured.algorithms]
    return {name: int(np.count_nonzero(measured.algorithm == measured.algorithms.index(name))) for name in names}


def _ends(end: End, metric: str, by: Measurements, normalization: NormalizeOptions) -> FloatArray:
    """Return the score that becomes 0, or 1, on each data set; nan where there is none or several."""
    if isinstance(end, dict):
        return np.array([end.get(name, np.nan) for name in by.datasets], dtype=np.float64)
    if not isinstance(end, str):
        return np.full(len(by.datasets), float(end))
    if normalization.by == "columns":
        return _of_datasets(by.values[end], by.dataset, len(by.datasets), alike=True)
    rows = np.flatnonzero(by.algorithm == by.algorithms.index(end))
    return _of_datasets(by.values[metric][rows], by.dataset[rows], len(by.datasets), alike=False)


def _of_datasets(values: FloatArray, dataset: CodeArray, n: int, *, alike: bool) -> FloatArray:
    """Return the mean of the values on each data set, nan where there is none, or where they have to be alike."""
    there = np.isfinite(values)
    values, dataset = values[there], dataset[there]
    counts = np.bincount(dataset, minlength=n)
    means: FloatArray = np.divide(
        np.bincount(dataset, weights=values, minlength=n), counts, out=np.full(n, np.nan), where=counts > 0
    )
    if alike:
        differs = ~np.isclose(values, means[dataset], rtol=1e-12, atol=0)
        means[dataset[differs]] = np.nan
    return means


def _wrong(low: FloatArray, high: FloatArray, metric: str, measured: Measurements) -> Iterator[Fault]:
    for name, first, second in zip(measured.datasets, low.tolist(), high.tolist(), strict=True):
        if not (np.isfinite(first) and np.isfinite(second)):
            which = "low" if not np.isfinite(first) else "high"
            yield Fault(
                _PLACE, f"{quoted(name)} has no single score of {metric} for {which}", "a score on every data set"
            )
        elif first >= second:
            message = f"on {quoted(name)} low is {first:g} and high is {second:g}"
            yield Fault(_PLACE, message, "a low below high; where lower scores are better too")


def _without(measured: Measurements, algorithms: tuple[str, ...]) -> Measurements:
    """Return the measurements of all other algorithms."""
    if not algorithms:
        return measured
    names = [name for name in measured.algorithms if name not in algorithms]
    place = np.array([names.index(name) if name in names else -1 for name in measured.algorithms])
    rows = np.flatnonzero(place[measured.algorithm] >= 0)
    return replace(
        of_rows(measured, rows),
        algorithms=tuple(names),
        algorithm=place[measured.algorithm[rows]].astype(measured.algorithm.dtype),
        reasons={(d, int(place[a])): why for (d, a), why in measured.reasons.items() if place[a] >= 0},
        wrong=frozenset((d, int(place[a])) for d, a in measured.wrong if place[a] >= 0),
    )
