"""Exhaustive sets of hypotheses on pairs, and Bergmann and Hommel's procedure with Simes' test of each of them."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_p_values, check_count
from rankpress.stats.pairs import all_pairs

MOST_FOR_SETS = 10
"""Most algorithms whose exhaustive sets are listed: 115,974 sets, a fraction of a second."""

_AT_ONCE = 8192  # sets whose p-values are looked at together


@lru_cache(maxsize=4)
def exhaustive_sets(n_algorithms: int) -> BoolArray:
    """List all sets of hypotheses on pairs that can be just the true ones."""
    # To perform equally well divides the algorithms into classes; the hypotheses within the classes are true. The sets
    # are those of all partitions but the one into single algorithms (Garcia and Herrera 2008, section 2.1).
    check_count("n_algorithms", n_algorithms, 2)
    if n_algorithms > MOST_FOR_SETS:
        raise ValueError(f"n_algorithms: got {n_algorithms}; at most {MOST_FOR_SETS} have few enough exhaustive sets")
    classes = np.zeros((1, 1), dtype=np.int8)
    for _ in range(1, n_algorithms):  # the next algorithm joins one of the classes, or makes a new one
        choices = classes.max(axis=1).astype(np.int64) + 2
        newest = np.arange(choices.sum()) - np.repeat(np.cumsum(choices) - choices, choices)
        classes = np.column_stack([np.repeat(classes, choices, axis=0), newest.astype(np.int8)])
    first, second = all_pairs(n_algorithms).T
    sets = (classes[:, first] == classes[:, second])[:-1]  # the last has a class for each
    order = np.lexsort((*(~sets).T[::-1], sets.sum(axis=1)))
    listed: BoolArray = sets[order]
    listed.flags.writeable = False
    return listed


def bergmann_hommel_simes(p: ArrayLike, n_algorithms: int) -> FloatArray:
    """Adjust the p-values of all pairs by closed testing of the exhaustive sets with Simes' test.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values in the order of `all_pairs`.
    n_algorithms : int
        From 2 to 10.

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
    `bergmann_hommel` rejects an exhaustive set of n hypotheses where n times its smallest p-value is at most the level.
    Simes' test rejects it where n times its j-th smallest one, divided by j, is for some j [2]_, so that the procedure
    of [1]_ rejects all that Bergmann and Hommel's does. Like Hochberg's and Hommel's it keeps the level where Simes'
    inequality holds, which for two-sided comparisons that share algorithms is not proved.

    References
    ----------
    .. [1] Hommel, G. and Bernhard, G. (1999). Bonferroni procedures for logically related hypotheses. Journal of
       Statistical Planning and Inference 82, 119-128.
    .. [2] Simes, R. J. (1986). An improved Bonferroni procedure for multiple tests of significance. Biometrika 73,
       751-754. doi:10.1093/biomet/73.3.751

    Examples
    --------
    All three p-values are at most 0.05, so that Simes' test rejects at 0.05 that all three algorithms are equal:

    >>> bergmann_hommel_simes([0.02, 0.04, 0.05], 3).round(3).tolist()
    [0.05, 0.05, 0.05]
    """
    check_count("n_algorithms", n_algorithms, 2)
    p_values = as_p_values(p, length=math.comb(n_algorithms, 2))
    order = np.argsort(p_values, kind="stable")
    ascending, adjusted = p_values[order], np.zeros(p_values.size)
    sets = exhaustive_sets(n_algorithms)[:, order]
    for start in range(0, len(sets), _AT_ONCE):
        some = sets[start : start + _AT_ONCE]
        places = np.where(some, np.cumsum(some, axis=1), 1)
        simes = np.where(some, ascending / places, np.inf).min(axis=1) * some.sum(axis=1)
        adjusted = np.maximum(adjusted, (some * simes[:, np.newaxis]).max(axis=0))
    in_given_order = np.empty_like(adjusted)
    in_given_order[order] = np.minimum(np.maximum(adjusted, ascending), 1.0)
    return in_given_order


def retained_sets(p: ArrayLike, n_algorithms: int, alpha: float) -> BoolArray:
    """Return which of the exhaustive sets Bergmann and Hommel's procedure retains at a level."""
    # Their hypotheses are its acceptance set; all others are rejected.
    sets, p_values = exhaustive_sets(n_algorithms), as_p_values(p, length=math.comb(n_algorithms, 2))
    retained: BoolArray = np.where(sets, p_values, np.inf).min(axis=1) > alpha / sets.sum(axis=1)
    return retained
