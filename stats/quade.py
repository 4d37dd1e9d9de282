"""Quade's test: ranks on each data set, weighted by the rank of the data set's range."""

from __future__ import annotations

import math
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.anova import NO_ERROR, f_test, t_tests, two_way
from rankpress.stats.arrays import ROUNDING, FloatArray, as_matrix, as_pairs
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.ranks import midranks, rank_scores

SAME_EVERYWHERE = "all data sets rank the algorithms in one order with one weight, so that F is infinite; p is exact"


def quade_test(scores: ArrayLike) -> OmnibusTest:
    """Test by Quade's statistic that all algorithms perform equally well.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.

    Returns
    -------
    OmnibusTest
        F with n_algorithms - 1 and (n_algorithms - 1) (n_datasets - 1) degrees of freedom, as R's ``quade.test``
        gives it. Where all data sets weigh the same and give the same ranks F is infinite, and p the chance that they
        do.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or scores that are missing or infinite.

    Notes
    -----
    With Q_i the rank of the range of data set i among all ranges, 1 for the smallest, and r_ij the rank of algorithm j
    on it, the F ratio of a two-way analysis of variance is taken of S_ij = Q_i (r_ij - (k + 1) / 2). Ties of both kinds
    of ranks are averaged. The range is the same whichever direction is better, and so are the weights. Data sets are
    assumed independent, ranges comparable between them. For two algorithms it is Wilcoxon's signed-ranks test by an
    approximation of Student's.

    References
    ----------
    .. [1] Quade, D. (1979). Using weighted rankings in the analysis of complete blocks with additive block effects.
       Journal of the American Statistical Association 74, 680-683. doi:10.1080/01621459.1979.10481670
    .. [2] Conover, W. J. (1999). Practical Nonparametric Statistics, third edition. Wiley, section 5.8.

    Examples
    --------
    Ranges 5, 2 and 9, hence weights 2, 1 and 3. The columns of S sum to -5, 4 and 1, and its squares to 28, so that
    F = 2 * 14 / (28 - 14).

    >>> test = quade_test([[9, 6, 4], [2, 1, 3], [15, 6, 9]])
    >>> round(test.statistic, 4), test.df, round(test.p, 4)
    (2.0, (2.0, 4.0), 0.25)
    """
    weighted = _weighted(as_matrix("scores", scores, rows=1, columns=2))
    test = f_test("quade", two_way(weighted))
    if test.why != NO_ERROR:
        return test
    return OmnibusTest("quade", math.nan, test.df, _chance_of_agreement(weighted), why=SAME_EVERYWHERE)


def quade(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their weighted ranks whether two algorithms perform equally well, after Quade's test.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t, negative where the first of the pair is better, as its ranks are lower; `details` has its degrees of freedom,
        `df`. Where all data sets weigh the same and give the same ranks t is nan, and p is 1 for two that are tied and
        0 for others; `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, scores that are missing, or pairs that are not of these algorithms.

    Notes
    -----
    Conover's form [1]_: with S_j the column sums of `quade_test`, A the sum of all squares of S_ij and B that of S_j
    divided by N,

        t = (S_i - S_j) / sqrt(2 N (A - B) / ((N - 1) (k - 1))),

    with (N - 1) (k - 1) degrees of freedom. Others take a normal distribution and the variance of Q_i r_ij if all
    algorithms perform equally well. The outcome for a pair depends on which other algorithms are in the study.

    References
    ----------
    .. [1] Conover, W. J. (1999). Practical Nonparametric Statistics, third edition. Wiley, section 5.8.
    .. [2] Quade, D. (1979). Using weighted rankings in the analysis of complete blocks with additive block effects.
       Journal of the American Statistical Association 74, 680-683. doi:10.1080/01621459.1979.10481670

    Examples
    --------
    The sums -5 and 4 of the example of `quade_test`, with A - B = 14 and hence a standard deviation of sqrt(21):

    >>> test = quade([[9, 6, 4], [2, 1, 3], [15, 6, 9]], [[0, 1]])
    >>> (test.statistic * math.sqrt(21)).round(9).tolist(), test.p.round(4).tolist()
    ([-9.0], [0.121])
    """
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    return t_tests("quade", two_way(_weighted(matrix)), as_pairs(pairs, matrix.shape[1]))


def _weighted(matrix: FloatArray) -> FloatArray:
    """Ranks on each data set, centred and weighted by the rank of its range."""
    rounding = ROUNDING * np.abs(matrix).max(axis=1)
    weights = midranks(np.ptp(matrix, axis=1), rounding)
    centred = rank_scores(matrix) - (matrix.shape[1] + 1) / 2
    return np.asarray(weights[:, np.newaxis] * centred, dtype=np.float64)


def _chance_of_agreement(weighted: FloatArray) -> float:
    """Chance that all data sets put ranks with these ties in the same order."""
    n_datasets, n_algorithms = weighted.shape
    ties = [len(list(tied)) for _, tied in groupby(sorted(weighted[0].tolist()))]
    orders = math.factorial(n_algorithms) // math.prod(math.factorial(tied) for tied in ties)
    return math.exp((1 - n_datasets) * math.log(orders))
