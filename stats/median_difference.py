"""The median difference of two algorithms over data sets, with an interval that holds for any distribution."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import check_level
from rankpress.stats.blocks import in_blocks
from rankpress.stats.differences import paired_differences
from rankpress.stats.effects import PairEffects, are_constant, too_few, why_without_width


@in_blocks
def median_difference(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """The median over data sets of the difference of two algorithms, with the interval that inverts the sign test.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Least level of the intervals.

    Returns
    -------
    PairEffects
        In the unit of the scores, first less second; 0 is no difference. `details` has the `attained` level, which is
        at least that asked for; intervals are nan where there are too few data sets for it, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The interval reaches from the r-th smallest difference to the r-th largest, r the largest number for which
    1 - 2 P(B < r) is at least the level, B being binomial with n tosses of a fair coin. It holds for independent
    differences of any distribution with one median; with ties its level is higher still. A level of 0.95 needs six
    data sets.

    References
    ----------
    .. [1] Thompson, W. R. (1936). On confidence ranges for the median and other expectation distributions for
       populations of unknown distribution form. Annals of Mathematical Statistics 7, 122-128.
       doi:10.1214/aoms/1177732502

    Examples
    --------
    Of ten differences the second smallest and the second largest, at level 1 - 22 / 1024:

    >>> scores = np.column_stack([np.arange(1.0, 11.0) ** 2, np.zeros(10)])
    >>> effect = median_difference(scores, [[0, 1]])
    >>> effect.estimate.tolist(), effect.low.tolist(), effect.high.tolist()
    ([30.5], [4.0], [81.0])
    >>> effect.details["attained"].round(4).tolist()
    [0.9785]
    """
    check_level("level", level)
    differences, rounding = paired_differences(scores, pairs, rows=2)
    n_datasets, n_pairs = differences.shape
    ascending = np.sort(differences, axis=0)
    beyond = 2 * special.bdtr(np.arange(n_datasets // 2, dtype=np.float64), n_datasets, 0.5)
    # the slack lets a level such as 1 - 2 / 2**5, which floats only come near to, be met
    depth = int(np.count_nonzero(beyond <= (1 - level) * (1 + 1e-12)))
    why = why_without_width(differences, are_constant(differences, rounding))
    if depth:
        low, high, attained = ascending[depth - 1], ascending[n_datasets - depth], 1 - beyond[depth - 1]
    else:
        low = high = np.full(n_pairs, np.nan)
        attained, why = np.nan, (too_few(n_datasets, level),) * n_pairs
    details = {"attained": np.full(n_pairs, attained)}
    median = np.median(ascending, axis=0)
    return PairEffects("median-difference", median, low, high, level, "order statistics", why, details)
