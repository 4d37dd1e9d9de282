"""Aligned ranks: scores less the mean of their data set, ranked over all data sets together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.anova import scale_to_one
from rankpress.stats.arrays import ROUNDING, FloatArray, as_matrix, as_pairs
from rankpress.stats.friedman import ALL_TIED
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.ranks import midranks
from rankpress.stats.tails import chi_squared_sf, normal_two_sided


@dataclass(frozen=True)
class _Spread:
    """Sums of aligned ranks, and how far those of one data set are spread.

    `sums` are rank sums less their mean, by algorithm; `within` is the sum over all cells of (aligned rank - mean
    aligned rank of the data set) squared.
    """

    n_algorithms: int
    sums: FloatArray
    within: float


def aligned_ranks_test(scores: ArrayLike) -> OmnibusTest:
    """Test by Hodges and Lehmann's aligned ranks that all algorithms perform equally well.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.

    Returns
    -------
    OmnibusTest
        Chi-squared with n_algorithms - 1 degrees of freedom. If all algorithms are tied everywhere it is 0 / 0: nan,
        and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or scores that are missing or infinite.

    Notes
    -----
    The mean of its data set is taken from each score, and all N k of these are ranked together, so that a data set on
    which algorithms differ more counts for more. If all perform equally well, the aligned ranks of a data set are as
    likely in any order. With R_j the sum of the aligned ranks of algorithm j, and r_ij those of data set i with mean
    r_i,

        T = (k - 1) sum_j (R_j - N (N k + 1) / 2)^2 / sum_ij (r_ij - r_i)^2,

    whose denominator comes from that permutation distribution with the aligned ranks as they stand. Without ties this
    is the statistic of [2]_; with ties it is corrected for them. Data sets are assumed independent, differences
    comparable between them.

    References
    ----------
    .. [1] Hodges, J. L. and Lehmann, E. L. (1962). Rank methods for combination of independent experiments in
       analysis of variance. Annals of Mathematical Statistics 33, 482-497. doi:10.1214/aoms/1177704575
    .. [2] Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for multiple
       comparisons in the design of experiments in computational intelligence and data mining: experimental analysis
       of power. Information Sciences 180, 2044-2064. doi:10.1016/j.ins.2009.12.010

    Examples
    --------
    Aligned scores 2, 0, -2 and 3, -4, 1, hence aligned ranks 2, 4, 5 and 1, 6, 3 with sums 3, 10, 8 and means 11/3 and
    10/3: T = 2 (16 + 9 + 1) / (14/3 + 38/3).

    >>> test = aligned_ranks_test([[12, 10, 8], [53, 46, 51]])
    >>> round(test.statistic, 4), test.df, round(test.p, 4)
    (3.0, (2.0,), 0.2231)
    """
    spread = _spread(as_matrix("scores", scores, rows=1, columns=2))
    df = spread.n_algorithms - 1.0
    if spread.within == 0:
        return OmnibusTest("aligned-ranks", math.nan, (df,), math.nan, why=ALL_TIED)
    statistic = df * float((spread.sums**2).sum()) / spread.within
    return OmnibusTest("aligned-ranks", statistic, (df,), chi_squared_sf(statistic, df))


def aligned_ranks(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their aligned ranks whether two algorithms perform equally well.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        z, negative where the first of the pair is better, as its ranks are lower; 0 where all algorithms are tied
        everywhere.

    Raises
    ------
    ValueError
        If scores are missing or infinite, or the pairs are not of these algorithms.

    Notes
    -----
    z is the difference of two sums of aligned ranks divided by its standard deviation if all algorithms perform equally
    well, the aligned ranks of each data set being as likely in any order: sqrt(2 sum_ij (r_ij - r_i)^2 / (k - 1)). For
    two algorithms its square is the statistic of `aligned_ranks_test`. The standard error in use after [1]_,
    sqrt(k (N + 1) / 6) for the difference of two average aligned ranks, is too small: these ranks run up to N k, so
    that even if all N k were exchangeable it would have to be sqrt(k (N k + 1) / 6), and they are not, for those of a
    data set are opposed to each other. The outcome for a pair depends on which other algorithms are in the study.

    References
    ----------
    .. [1] Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for multiple
       comparisons in the design of experiments in computational intelligence and data mining: experimental analysis
       of power. Information Sciences 180, 2044-2064. doi:10.1016/j.ins.2009.12.010
    .. [2] Hodges, J. L. and Lehmann, E. L. (1962). Rank methods for combination of independent experiments in
       analysis of variance. Annals of Mathematical Statistics 33, 482-497. doi:10.1214/aoms/1177704575

    Examples
    --------
    The sums 3 and 10 of the example of `aligned_ranks_test`, whose variance is 52 / 3:

    >>> test = aligned_ranks([[12, 10, 8], [53, 46, 51]], [[0, 1]])
    >>> (test.statistic * math.sqrt(52 / 3)).round(9).tolist(), test.p.round(4).tolist()
    ([-7.0], [0.0927])
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    spread = _spread(matrix)
    difference = spread.sums[indices[:, 0]] - spread.sums[indices[:, 1]]
    deviation = math.sqrt(2 * spread.within / (spread.n_algorithms - 1))
    z = difference / deviation if deviation > 0 else np.zeros_like(difference)
    return PairTests("aligned-ranks", z, normal_two_sided(z), of="ranks")


def _spread(matrix: FloatArray) -> _Spread:
    n_datasets, n_algorithms = matrix.shape
    matrix, _ = scale_to_one(matrix)
    losses = matrix.mean(axis=1, keepdims=True) - matrix
    largest = np.abs(matrix).max(axis=1, keepdims=True)
    ranks = midranks(losses, np.broadcast_to(ROUNDING * largest, matrix.shape))
    within = ranks - ranks.mean(axis=1, keepdims=True)
    sums = ranks.sum(axis=0) - n_datasets * (n_datasets * n_algorithms + 1) / 2
    return _Spread(n_algorithms, sums, float((within**2).sum()))
