"""What loading hands on: scores of algorithms over data sets, by metric and by fold, and costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from rankpress.spec.scores_section import Better

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Folds:
    """The scores of all algorithms on the folds of one data set.

    Parameters
    ----------
    repeat, fold : (n_folds,) int arrays
        Which repeat and which fold of it each row is, in ascending order; a single repeat is all 1.
    scores : (n_folds, n_algorithms) float array
        In the metric's own unit and direction; a column is nan where the algorithm's cell is missing.
    n_train, n_test : (n_folds,) float arrays or None
        Cases trained on and tested on, where the files tell.
    """

    repeat: IntArray
    fold: IntArray
    scores: FloatArray
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None

    @property
    def per_repeat(self) -> IntArray:
        """The number of folds in each repeat."""
        counts: IntArray = np.unique(self.repeat, return_counts=True)[1]
        return counts


@dataclass(frozen=True)
class Gap:
    """A cell of the scores that has no (whole) result: `found` of `expected` measurements."""

    dataset: str
    algorithm: str
    found: int
    expected: int


@dataclass(frozen=True)
class Missing:
    """What was missing in one metric, and what the policy did about it."""

    policy: str
    gaps: tuple[Gap, ...] = ()
    dropped_datasets: tuple[str, ...] = ()
    dropped_algorithms: tuple[str, ...] = ()
    worst_ranked: tuple[Gap, ...] = ()


@dataclass(frozen=True)
class MetricScores:
    """The scores in one metric, with whatever the missing policy dropped already gone.

    Parameters
    ----------
    name : str
        The metric.
    better : {"higher", "lower"}
        Its direction.
    datasets, algorithms : tuples of str
        In the order of their first appearance in the files.
    means : (n_datasets, n_algorithms) float array or None
        Mean over the measurements of a cell; nan where `missing: worst-rank` ranks it last; None for `layout: ranks`.
    average_ranks : (n_algorithms,) float array or None
        Only for `layout: ranks`, where nothing else is known.
    n_datasets : int
        Number of data sets, also where `datasets` is empty (`layout: ranks`).
    folds : tuple of (Folds or None)
        One a data set; None where the data set has one measurement a cell.
    missing : Missing
        The pattern of what was missing.
    """

    name: str
    better: Better
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    means: FloatArray | None
    n_datasets: int
    average_ranks: FloatArray | None = None
    folds: tuple[Folds | None, ...] = ()
    missing: Missing = field(default_factory=lambda: Missing("error"))

    @property
    def oriented(self) -> FloatArray | None:
        """The means turned so that higher is better."""
        if self.means is None:
            return None
        return self.means if self.better == "higher" else -self.means

    @property
    def has_folds(self) -> bool:
        """Whether any data set has more than one measurement a cell."""
        return any(folds is not None for folds in self.folds)


@dataclass(frozen=True)
class Costs:
    """One cost, a mean for each data set and algorithm; lower is cheaper."""

    name: str
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    values: FloatArray

    def of(self, datasets: tuple[str, ...], algorithms: tuple[str, ...]) -> FloatArray:
        """The costs of these data sets (rows) and algorithms (columns)."""
        rows = [self.datasets.index(name) for name in datasets]
        columns = [self.algorithms.index(name) for name in algorithms]
        return self.values[np.ix_(rows, columns)]


@dataclass(frozen=True)
class SourceFile:
    """A file that scores were read from: path relative to the spec, size in bytes, sha256 in hex, rows."""

    path: str
    size: int
    sha256: str
    rows: int


@dataclass(frozen=True)
class Scores:
    """All that was read: each metric's scores, each cost, and the files they came from."""

    metrics: tuple[MetricScores, ...]
    costs: Mapping[str, Costs]
    sources: tuple[SourceFile, ...]
