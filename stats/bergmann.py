"""Bergmann and Hommel's procedure for all pairs: closed testing over exhaustive sets of hypotheses.

A set of hypotheses "these two perform alike" is exhaustive if all of them, and no others, can be true at
once: it then is the set of all pairs within the blocks of a partition of the algorithms. The adjusted p-value
of a pair is the largest product of the size of an exhaustive set that contains it with the set's smallest
p-value. There are Bell(k) - 1 such sets, far too many to list beyond a dozen algorithms, but they need no
listing. If t is the smallest p-value in the set, then all its blocks are cliques of the graph whose edges are
the pairs with p >= t. So for each level t among the p-values the largest number of pairs in a partition into
cliques is wanted that keeps the pair in question together.

Two programs find it: `cliques.py` over all subsets of the algorithms, for p-values of any kind, and `runs.py`
over runs of rank neighbours, for p-values that fall with the distance of the average ranks, as those of
`rank_z` do.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values, check_count
from rankpress.stats.cliques import largest_products_over_cliques
from rankpress.stats.runs import falling_with_distance, largest_products_over_runs

MOST_ALGORITHMS = 16
"""Most algorithms whose subsets are gone through, in seconds and some hundred megabytes."""

MOST_ALGORITHMS_BY_RANKS = 100
"""Most algorithms when p-values fall with the distance of average ranks."""


def feasible_bergmann_hommel(k: int, by_ranks: bool) -> bool:
    """Whether `bergmann_hommel` takes k algorithms on.

    Parameters
    ----------
    k : int
        Number of algorithms.
    by_ranks : bool
        Whether the p-values fall with the distance of average ranks, as those of `rank_z` do.

    Returns
    -------
    bool

    Examples
    --------
    >>> feasible_bergmann_hommel(50, by_ranks=True), feasible_bergmann_hommel(50, by_ranks=False)
    (True, False)
    """
    return k <= (MOST_ALGORITHMS_BY_RANKS if by_ranks else MOST_ALGORITHMS)


def bergmann_hommel(
    p: ArrayLike, n_algorithms: int, *, monotone: bool = False, average_ranks: ArrayLike | None = None
) -> FloatArray:
    """Adjust the p-values of all pairs by Bergmann and Hommel's procedure.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values in the order of `all_pairs`.
    n_algorithms : int
        At least 2; at most 16, or 100 if the p-values fall with the distance of the average ranks.
    monotone : bool
        Whether no adjusted p-value may be below that of a smaller p-value, as in Table 5 of [2]_. The closed
        procedure by its definition does not ask for that.
    average_ranks : (n_algorithms,) array_like, optional
        With them, p-values that fall as the distance of average ranks grows are recognised, and found by
        the faster program.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values, at most 1, in the same order. Equal p-values with `monotone` get equal adjusted
        ones.

    Raises
    ------
    ValueError
        If the p-values are not as many as there are pairs, one is not between 0 and 1, or there are too many
        algorithms.

    References
    ----------
    .. [1] Bergmann, B. and Hommel, G. (1988). Improvements of general multiple test procedures for redundant
       systems of hypotheses. In: Multiple Hypotheses Testing, 100-115. doi:10.1007/978-3-642-52307-6_8
    .. [2] Garcia, S. and Herrera, F. (2008). Journal of Machine Learning Research 9, 2677-2694, sections 2.1
       and 3.

    Examples
    --------
    >>> bergmann_hommel([0.01, 0.02, 0.03], 3).round(3).tolist()
    [0.03, 0.03, 0.03]
    """
    check_count("n_algorithms", n_algorithms, 2)
    p_values = as_p_values(p, length=math.comb(n_algorithms, 2))
    falling = None if average_ranks is None else falling_with_distance(p_values, average_ranks, n_algorithms)
    if not feasible_bergmann_hommel(n_algorithms, by_ranks=falling is not None):
        raise ValueError(
            f"bergmann-hommel: got {n_algorithms} algorithms; at most {MOST_ALGORITHMS} are feasible, or "
            f"{MOST_ALGORITHMS_BY_RANKS} if p-values fall with the distance of average ranks; "
            "Shaffer's static procedure takes any number"
        )
    if falling is not None:
        adjusted = largest_products_over_runs(falling, np.asarray(average_ranks, dtype=np.float64))
    else:
        adjusted = largest_products_over_cliques(p_values, n_algorithms)
    adjusted = np.minimum(np.maximum(adjusted, p_values), 1.0)
    return _enforce_order(adjusted, p_values) if monotone else adjusted


def _enforce_order(adjusted: FloatArray, p: FloatArray) -> FloatArray:
    """Raise each adjusted p-value to the largest of those whose p-value is no larger."""
    order = np.argsort(p, kind="stable")
    running = np.maximum.accumulate(adjusted[order])
    last_equal = np.searchsorted(p[order], p, side="right") - 1
    return np.asarray(running[last_equal], dtype=np.float64)
