"""Differences of the scores of two algorithms on each data set, and how far rounding can have moved them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, as_pairs

ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""Differences that agree to this part of the scores are equal but for rounding (0.3 - 0.2 and 0.2 - 0.1)."""


def paired_differences(
    scores: ArrayLike, pairs: ArrayLike, *, rows: int = 1, missing: bool = False
) -> tuple[FloatArray, FloatArray]:
    """The score of the first of each pair less that of the second, on each data set.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    rows : int
        Fewest data sets allowed.
    missing : bool
        Whether scores may be nan, for a missing result; the differences and their rounding are then nan too.

    Returns
    -------
    differences : (n_datasets, n_pairs) float array
        Exactly 0 where two scores are equal but for rounding.
    rounding : (n_datasets, n_pairs) float array
        Differences no farther apart than this are equal but for rounding.

    Raises
    ------
    ValueError
        If scores are missing, infinite or too few, or the pairs are not of these algorithms.

    Examples
    --------
    >>> differences, rounding = paired_differences([[0.3, 0.1 + 0.2], [0.5, 0.25]], [[0, 1]])
    >>> differences.ravel().tolist()
    [0.0, 0.25]
    """
    matrix = as_matrix("scores", scores, rows=rows, columns=2, missing=missing)
    indices = as_pairs(pairs, matrix.shape[1])
    first, second = matrix[:, indices[:, 0]], matrix[:, indices[:, 1]]
    differences, rounding = first - second, ROUNDING * np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(differences) <= rounding, 0.0, differences), rounding
