"""Cochran's Q test of whether several algorithms are right on as many of the same test examples."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_matrix
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.tails import chi_squared_sf

ALL_ALIKE = "all algorithms are right on the same examples"


def cochran_q(outcomes: ArrayLike) -> OmnibusTest:
    """Test whether several algorithms have the same accuracy, from their outcomes on the same test examples.

    Parameters
    ----------
    outcomes : (n_examples, n_algorithms) array_like
        1 where the algorithm is right on the example, 0 where it is wrong.

    Returns
    -------
    OmnibusTest
        Q, with n_algorithms - 1 degrees of freedom of chi-squared; nan where each example is right for all algorithms
        or for none, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no example, or entries other than 0 and 1.

    Notes
    -----
    The examples are taken for independent draws. For two algorithms Q is McNemar's chi-squared without continuity
    correction.

    References
    ----------
    .. [1] Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika 37, 256-266.
       doi:10.1093/biomet/37.3-4.256

    Examples
    --------
    Nine, eight and three examples right: Q = 2 (3 (81 + 64 + 9) - 20^2) / (3 x 20 - (3 x 9 + 4 x 4 + 3)) = 124 / 14.

    >>> outcomes = [[1, 1, 1]] * 3 + [[1, 1, 0]] * 4 + [[1, 0, 0]] * 2 + [[0, 1, 0]] + [[0, 0, 0]] * 2
    >>> test = cochran_q(outcomes)
    >>> round(test.statistic, 4), test.df, round(test.p, 4)
    (8.8571, (2.0,), 0.0119)
    """
    matrix = as_matrix("outcomes", outcomes, rows=1, columns=2)
    if not np.isin(matrix, (0.0, 1.0)).all():
        row, column = np.argwhere(~np.isin(matrix, (0.0, 1.0)))[0].tolist()
        raise ValueError(f"outcomes: row {row} column {column} is {matrix[row, column]}; 0 or 1 is needed")
    return cochran_q_from_both_right(matrix.T @ matrix)


def cochran_q_from_both_right(both: ArrayLike) -> OmnibusTest:
    """Cochran's Q from how often algorithms are right, singly and in pairs: no more is needed.

    Parameters
    ----------
    both : (n_algorithms, n_algorithms) array_like
        On how many examples both algorithms are right; on the diagonal, on how many the one is.

    Returns
    -------
    OmnibusTest
        As of `cochran_q`.

    Raises
    ------
    ValueError
        For fewer than two algorithms, or counts that are missing, negative or not symmetric.

    Notes
    -----
    The number of algorithms that are right on an example, squared and summed over the examples, is the sum over all
    pairs of algorithms, each with itself included, of the examples on which both are right.

    References
    ----------
    .. [1] Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika 37, 256-266.
       doi:10.1093/biomet/37.3-4.256

    Examples
    --------
    >>> round(cochran_q_from_both_right([[9, 7, 3], [7, 8, 3], [3, 3, 3]]).statistic, 4)
    8.8571
    """
    counts = as_matrix("both", both, rows=2, columns=2)
    if counts.shape[0] != counts.shape[1] or (counts != counts.T).any() or (counts < 0).any():
        raise ValueError(f"both: got an array of shape {counts.shape}; a symmetric matrix of counts is needed")
    k = len(counts)
    right = np.diag(counts)
    unlike = k * right.sum() - counts.sum()
    if unlike == 0:
        return OmnibusTest("cochran-q", np.nan, (k - 1.0,), np.nan, why=ALL_ALIKE)
    statistic = float((k - 1) * (k * (right**2).sum() - right.sum() ** 2) / unlike)
    return OmnibusTest("cochran-q", statistic, (k - 1.0,), chi_squared_sf(statistic, k - 1))
