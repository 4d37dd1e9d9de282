"""Shaffer's procedures for all pairs, static and dynamic."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.adjustments import step_down
from rankpress.stats.arrays import FloatArray, IntArray, as_p_values, check_count
from rankpress.stats.bergmann import (
    MOST_ALGORITHMS,
    MOST_ALGORITHMS_BY_RANKS,
    falling_with_distance,
    feasible_bergmann_hommel,
    most_pairs,
    most_pairs_over_runs,
)


def possible_true_hypotheses(n_algorithms: int) -> tuple[int, ...]:
    """Return how many of the hypotheses that two algorithms perform equally well can be true together."""
    # Equal performance divides the algorithms into classes, and a class of j of them makes j (j - 1) / 2 hypotheses
    # true. Reference: Shaffer 1986.
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


def most_true_hypotheses(n_algorithms: int) -> IntArray:
    """Return how many hypotheses can be true at each step, after none, one, two, ... were rejected."""
    possible = np.array(possible_true_hypotheses(n_algorithms))
    left = np.arange(math.comb(n_algorithms, 2), 0, -1)
    return np.asarray(possible[np.searchsorted(possible, left, side="right") - 1], dtype=np.int64)


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
    p_values = as_p_values(p, length=math.comb(n_algorithms, 2))
    return step_down(p_values, most_true_hypotheses(n_algorithms))


def shaffer_dynamic(p: ArrayLike, n_algorithms: int, *, average_ranks: ArrayLike | None = None) -> FloatArray:
    """Adjust the p-values of all pairs by Shaffer's dynamic step-down procedure.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values in the order of `all_pairs`.
    n_algorithms : int
        At least 2; at most 16, or 100 if the p-values fall with the distance of the average ranks.
    average_ranks : (n_algorithms,) array_like, optional
        With them, p-values that fall as the distance of average ranks grows are recognized, and adjusted by
        the faster program.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If the p-values are not as many as there are pairs, one is not between 0 and 1, or there are too many
        algorithms.

    Notes
    -----
    Holm's procedure, but each step multiplies by the largest number of hypotheses that can be true while
    those rejected before are all false. True hypotheses are the pairs within the blocks of a partition of the
    algorithms; no rejected pair may be in a block, so that blocks are cliques of the graph whose edges are
    the pairs with no smaller p-value. Its factors never exceed those of `shaffer_static`, and `bergmann_hommel`
    rejects all that it does.

    References
    ----------
    .. [1] Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. Journal of the
       American Statistical Association 81, 826-831. doi:10.1080/01621459.1986.10478341
    .. [2] Garcia, S. and Herrera, F. (2008). Journal of Machine Learning Research 9, 2677-2694, section 2.1.

    Examples
    --------
    >>> shaffer_dynamic([0.01, 0.03, 0.04, 0.05, 0.06, 0.02], 4).round(3).tolist()
    [0.06, 0.06, 0.08, 0.08, 0.08, 0.06]
    """
    check_count("n_algorithms", n_algorithms, 2)
    p_values = as_p_values(p, length=math.comb(n_algorithms, 2))
    falling = None if average_ranks is None else falling_with_distance(p_values, average_ranks, n_algorithms)
    if not feasible_bergmann_hommel(n_algorithms, by_ranks=falling is not None):
        raise ValueError(
            f"shaffer-dynamic: got {n_algorithms} algorithms; at most {MOST_ALGORITHMS} are feasible, or "
            f"{MOST_ALGORITHMS_BY_RANKS} if p-values fall with the distance of average ranks; "
            "Shaffer's static procedure takes any number"
        )
    if falling is None:
        most = most_pairs(p_values, n_algorithms)
    else:
        most = most_pairs_over_runs(falling, np.asarray(average_ranks, dtype=np.float64))
    levels, level_of_pair = np.unique(p_values if falling is None else falling, return_inverse=True)
    adjusted = np.maximum.accumulate(levels * most)[level_of_pair]
    return np.minimum(np.maximum(adjusted, p_values), 1.0)
