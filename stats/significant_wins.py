"""The sign test over significant wins: data sets on which a test finds one algorithm better than the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import IntArray, as_matrix, check_level


def count_significant(p: ArrayLike, difference: ArrayLike, alpha: float) -> IntArray:
    """Count on how many data sets the first of a pair is significantly better, neither is, or the second is.

    Parameters
    ----------
    p : (n_datasets, n_pairs) array_like
        Two-sided p-values of tests within the data sets; nan where a pair was not tested.
    difference : (n_datasets, n_pairs) array_like
        Score of the first less that of the second, higher being better.
    alpha : float
        Level of each test; its p is significant if it is at most alpha.

    Returns
    -------
    (n_pairs, 3) int array
        Wins of the first, data sets where neither is better, losses of the first. Data sets where a pair was
        not tested are not counted.

    Raises
    ------
    ValueError
        If the arrays do not fit, or p lies outside 0 to 1.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 4.4.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> count_significant([[0.01], [0.30], [0.04], [float("nan")]], [[0.2], [0.1], [-0.1], [0.3]], 0.05).tolist()
    [[1, 1, 1]]
    """
    p_values = as_matrix("p", p, rows=1, columns=1, missing=True)
    differences = as_matrix("difference", difference, rows=1, columns=1, missing=True)
    check_level("alpha", alpha)
    if p_values.shape != differences.shape:
        raise ValueError(f"difference: got shape {differences.shape}; {p_values.shape}, that of p, is needed")
    outside = np.argwhere((p_values < 0) | (p_values > 1))
    if outside.size:
        row, column = outside[0].tolist()
        raise ValueError(f"p: row {row} column {column} is {p_values[row, column]}; p-values lie between 0 and 1")
    tested, found = ~np.isnan(p_values), p_values <= alpha
    won, lost = found & (differences > 0), found & (differences < 0)
    counts = (won, tested & ~won & ~lost, lost)
    return np.column_stack([count.sum(axis=0) for count in counts]).astype(np.int64)
