"""The matched-pairs rank-biserial correlation of two algorithms: Wilcoxon's sums of ranks as an effect size."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import FloatArray, check_level
from rankpress.stats.blocks import in_blocks
from rankpress.stats.differences import paired_differences
from rankpress.stats.effects import NO_DIFFERENCE, PairEffects, are_alike
from rankpress.stats.score_interval import score_interval
from rankpress.stats.tails import normal_two_sided_isf
from rankpress.stats.wilcoxon import signed_ranks


@in_blocks
def rank_biserial(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """Wilcoxon's sum of ranks for the first algorithm less that for the second, as a part of both.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.

    Returns
    -------
    PairEffects
        From -1, the second is better on every data set, to 1; 0 is no difference.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    (R+ - R-) / (R+ + R-), the simple difference of [1]_, with ranks of zeros split as in `wilcoxon`. It estimates
    2 P(D1 + D2 > 0) - 1 for the differences D on two data sets. The interval is a score interval like that of [2]_ for
    two samples: it holds the values from which the estimate is not too many standard errors away, the standard error
    being that which the value itself implies for normal differences (for 0 it is the same for all symmetric ones).
    In simulations intervals of level 0.95 held the true value in 90 to 98% of studies of 8 to 100 data sets, normal,
    heavy-tailed and skewed alike. Intervals from the spread of ranks in the sample itself did so in as few as 43%:
    where one algorithm is better almost everywhere, that spread is often 0.

    References
    ----------
    .. [1] Kerby, D. S. (2014). The simple difference formula: an approach to teaching nonparametric correlation.
       Comprehensive Psychology 3, 11.IT.3.1. doi:10.2466/11.IT.3.1
    .. [2] Newcombe, R. G. (2006). Confidence intervals for an effect size measure based on the Mann-Whitney statistic.
       Part 2: asymptotic methods and evaluation. Statistics in Medicine 25, 559-573. doi:10.1002/sim.2324

    Examples
    --------
    C4.5 with m tuned, and without, as in Table 2 of Demsar (2006), who finds sums of ranks of 93 and 12:

    >>> tuned = [.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978]
    >>> plain = [.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957]
    >>> effect = rank_biserial(np.column_stack([tuned, plain]), [[0, 1]])
    >>> effect.estimate.round(4).tolist() == [round((93 - 12) / 105, 4)]
    True
    """
    check_level("level", level)
    differences, rounding = paired_differences(scores, pairs, rows=2)
    ranks, sign = signed_ranks(differences.T, rounding.T, "split")
    total = ranks.sum(axis=1)
    estimate = np.divide((sign * ranks).sum(axis=1), total, out=np.zeros_like(total), where=total > 0)
    n = np.maximum((ranks > 0).sum(axis=1), 2).astype(np.float64)
    z = float(normal_two_sided_isf(1 - level))
    ends = score_interval((1 + estimate) / 2, lambda chance: _variance(chance, n), z)
    absent = are_alike(differences)
    low, high = (np.where(absent, 0.0, 2 * end - 1) for end in ends)
    why = tuple(NO_DIFFERENCE if none else "" for none in absent)
    return PairEffects("rank-biserial", estimate, low, high, level, "score", why)


def _variance(chance: FloatArray, n: FloatArray) -> FloatArray:
    """Variance of the share of pairs of n normal differences whose sum is positive, where that has this chance.

    D1 + D2 and D1 + D3 are correlated by 1/2; that both are positive has, by Owen's T function, the chance below.
    """
    both = chance - 2 * special.owens_t(special.ndtri(chance), np.sqrt(1 / 3))
    shared, alone = both - chance**2, chance * (1 - chance)
    return np.asarray(np.maximum(4 * (n - 2) * shared + 2 * alone, 0.0) / (n * (n - 1)), dtype=np.float64)
