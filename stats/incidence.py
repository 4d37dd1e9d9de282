"""Which results there are: the pattern of a study in which some algorithms have no result on some data sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix
from rankpress.stats.ranks import rank_scores


@dataclass(frozen=True)
class Incidence:
    """Which algorithms have a result on which data sets.

    Parameters
    ----------
    present : (n_datasets, n_algorithms) bool array
        Where there is a result.
    per_algorithm : (n_algorithms,) int array
        Data sets on which the algorithm has a result.
    per_dataset : (n_datasets,) int array
        Algorithms that have a result on the data set.
    shared : (n_algorithms, n_algorithms) int array
        Data sets on which both have a result; on the diagonal those of the one.
    components : tuple of tuples of int
        Algorithms that are linked by data sets which they share, directly or by way of others: each part in ascending
        order, the parts by their first algorithm.
    balanced : bool
        Whether all data sets have equally many algorithms, at least two, all algorithms equally many data sets, and all
        pairs share equally many. Complete results are balanced.
    """

    present: BoolArray
    per_algorithm: IntArray
    per_dataset: IntArray
    shared: IntArray
    components: tuple[tuple[int, ...], ...]
    balanced: bool

    @property
    def complete(self) -> bool:
        """Whether no result is missing."""
        return bool(self.present.all())

    @property
    def connected(self) -> bool:
        """Whether all algorithms are linked, so that any two can be compared."""
        return len(self.components) == 1

    @property
    def never_together(self) -> IntArray:
        """(n, 2) int array of the pairs of algorithms that share no data set, the smaller index first."""
        return np.argwhere(np.triu(self.shared == 0, k=1))


def incidence(scores: ArrayLike) -> Incidence:
    """Describe which results there are.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Scores or ranks; nan where there is no result.

    Returns
    -------
    Incidence

    Raises
    ------
    ValueError
        If they are no matrix, or infinite.

    Examples
    --------
    >>> nan = float("nan")
    >>> found = incidence([[1, 2, nan], [1, 2, nan], [nan, 1, 2]])
    >>> found.per_algorithm.tolist(), found.components, found.never_together.tolist(), found.balanced
    ([2, 3, 1], ((0, 1, 2),), [[0, 2]], False)
    """
    present = ~np.isnan(as_matrix("scores", scores, rows=1, columns=1, missing=True))
    counts = present.astype(np.int64)
    shared: IntArray = counts.T @ counts
    per_dataset: IntArray = counts.sum(axis=1)
    return Incidence(
        present=present,
        per_algorithm=counts.sum(axis=0),
        per_dataset=per_dataset,
        shared=shared,
        components=linked(shared > 0),
        balanced=_balanced(per_dataset, shared),
    )


def linked(joined: ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Divide algorithms into parts with no link between them.

    Parameters
    ----------
    joined : (n_algorithms, n_algorithms) array_like of bool
        Symmetric: which two are linked directly.

    Returns
    -------
    tuple of tuples of int
        Each part in ascending order, the parts by their first algorithm.

    Examples
    --------
    >>> linked([[True, False, True], [False, True, False], [True, False, True]])
    ((0, 2), (1,))
    """
    reach = np.array(joined, dtype=bool)
    np.fill_diagonal(reach, True)
    while True:
        further = (reach.astype(np.float64) @ reach) > 0
        if (further == reach).all():
            break
        reach = further
    return tuple(tuple(np.flatnonzero(row).tolist()) for at, row in enumerate(reach) if not row[:at].any())


def ranks_in_blocks(ranks: ArrayLike) -> tuple[FloatArray, int]:
    """Rank anew on each data set among the algorithms that have a result, where at least two do.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best, nan for a missing result. Only the order within a data set counts.

    Returns
    -------
    (matrix, left_out)
        Ranks of the data sets with two results or more, tied ones averaged; and how many data sets had fewer.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or infinite ranks.

    Examples
    --------
    >>> nan = float("nan")
    >>> matrix, left_out = ranks_in_blocks([[1, 3, nan], [nan, nan, 1], [2, 1, 2]])
    >>> matrix.tolist(), left_out
    ([[1.0, 2.0, nan], [2.5, 1.0, 2.5]], 1)
    """
    matrix = as_matrix("ranks", ranks, rows=1, columns=2, missing=True)
    kept = np.count_nonzero(~np.isnan(matrix), axis=1) >= 2
    if not kept.any():
        return matrix[kept], len(matrix)
    return rank_scores(matrix[kept], better="lower", missing="gap"), int(np.count_nonzero(~kept))


def _balanced(per_dataset: IntArray, shared: IntArray) -> bool:
    together = shared[np.triu_indices(len(shared), k=1)]
    alike = [np.unique(counts).size <= 1 for counts in (per_dataset, np.diag(shared), together)]
    return all(alike) and int(per_dataset[0]) >= 2
