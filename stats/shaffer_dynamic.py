"""Shaffer's dynamic procedure for all pairs, which knows which hypotheses were rejected, and not only how many."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values, check_count
from rankpress.stats.bergmann import MOST_ALGORITHMS, MOST_ALGORITHMS_BY_RANKS, feasible_bergmann_hommel
from rankpress.stats.cliques import most_pairs_over_cliques
from rankpress.stats.runs import falling_with_distance, most_pairs_over_runs


def shaffer_dynamic(p: ArrayLike, n_algorithms: int, *, average_ranks: ArrayLike | None = None) -> FloatArray:
    """Adjust the p-values of all pairs by Shaffer's dynamic step-down procedure.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values in the order of `all_pairs`.
    n_algorithms : int
        At least 2; at most 16, or 100 if the p-values fall with the distance of the average ranks.
    average_ranks : (n_algorithms,) array_like, optional
        With them, p-values that fall as the distance of average ranks grows are recognised, and adjusted by
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
        most = most_pairs_over_cliques(p_values, n_algorithms)
    else:
        most = most_pairs_over_runs(falling, np.asarray(average_ranks, dtype=np.float64))
    levels, level_of_pair = np.unique(p_values if falling is None else falling, return_inverse=True)
    adjusted = np.maximum.accumulate(levels * most)[level_of_pair]
    return np.minimum(np.maximum(adjusted, p_values), 1.0)
