"""Shaffer's static procedure for all pairs, which knows how many hypotheses can be true at once."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.adjustments import step_down
from rankpress.stats.arrays import FloatArray, as_p_values, check_count


def possible_true_hypotheses(n_algorithms: int) -> tuple[int, ...]:
    """How many of the hypotheses "these two perform alike" can be true at once.

    Parameters
    ----------
    n_algorithms : int
        At least 1.

    Returns
    -------
    tuple of int
        Ascending, from 0 to all n_algorithms (n_algorithms - 1) / 2.

    Raises
    ------
    ValueError
        For no algorithm.

    Notes
    -----
    Performing alike divides the algorithms into classes, and a class of j of them makes j (j - 1) / 2
    hypotheses true.

    References
    ----------
    .. [1] Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. Journal of the
       American Statistical Association 81, 826-831. doi:10.1080/01621459.1986.10478341

    Examples
    --------
    >>> possible_true_hypotheses(5)
    (0, 1, 2, 3, 4, 6, 10)
    """
    check_count("n_algorithms", n_algorithms, 1)
    return _possible_counts(int(n_algorithms))


@cache
def _possible_counts(n_algorithms: int) -> tuple[int, ...]:
    counts = [1]  # bit c of entry n is set if c hypotheses on n algorithms can be true
    for n in range(1, n_algorithms + 1):
        united = 0
        for size in range(1, n + 1):
            united |= counts[n - size] << math.comb(size, 2)
        counts.append(united)
    return tuple(count for count, bit in enumerate(reversed(f"{counts[n_algorithms]:b}")) if bit == "1")


def shaffer_static(p: ArrayLike, n_algorithms: int) -> FloatArray:
    """Adjust the p-values of all pairs by Shaffer's static step-down procedure.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values of all pairs, in any order.
    n_algorithms : int
        At least 2.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If the p-values are not as many as there are pairs, or one is not between 0 and 1.

    Notes
    -----
    Holm's procedure, but each step multiplies by the largest number of hypotheses that can be true after so
    many were rejected, instead of by the number of those left.

    References
    ----------
    .. [1] Shaffer, J. P. (1986). Journal of the American Statistical Association 81, 826-831.
       doi:10.1080/01621459.1986.10478341
    .. [2] Garcia, S. and Herrera, F. (2008). Journal of Machine Learning Research 9, 2677-2694, section 2.1.

    Examples
    --------
    >>> shaffer_static([0.01, 0.02, 0.03], 3).round(3).tolist()
    [0.03, 0.03, 0.03]
    """
    check_count("n_algorithms", n_algorithms, 2)
    count = math.comb(n_algorithms, 2)
    p_values = as_p_values(p, length=count)
    possible = np.array(possible_true_hypotheses(n_algorithms))
    left = np.arange(count, 0, -1)
    return step_down(p_values, possible[np.searchsorted(possible, left, side="right") - 1])
