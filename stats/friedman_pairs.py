"""Tests of two algorithms after Friedman's test: z of their average ranks, and Conover's t of their rank sums."""

from __future__ import annotations

from numpy.typing import ArrayLike

from rankpress.stats.anova import t_tests, two_way
from rankpress.stats.arrays import as_matrix, as_pairs, as_vector
from rankpress.stats.pairs import PairTests
from rankpress.stats.ranks import rank_scores, rank_standard_error
from rankpress.stats.tails import normal_two_sided


def rank_z(average_ranks: ArrayLike, n_datasets: int, pairs: ArrayLike) -> PairTests:
    """Test by their average ranks whether two algorithms perform equally well.

    Parameters
    ----------
    average_ranks : (n_algorithms,) array_like
        Of all algorithms in the study, 1 for the best.
    n_datasets : int
        How many data sets they are averages over.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        z is the rank of the first minus that of the second in standard errors, negative where the first is
        better.

    Raises
    ------
    ValueError
        If ranks, pairs or the number of data sets do not fit.

    Notes
    -----
    The standard error is that of the Friedman test without ties; it holds if all algorithms perform equally well, so
    that the outcome for a pair depends on which other algorithms are in the study.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2, table on page 15.

    Examples
    --------
    C4.5 against its three variants [1]_:

    >>> tests = rank_z([3.143, 2.000, 2.893, 1.964], 14, [[0, 3], [0, 1], [0, 2]])
    >>> tests.statistic.round(3).tolist(), tests.p.round(3).tolist()
    ([2.416, 2.342, 0.512], [0.016, 0.019, 0.608])
    """
    ranks = as_vector("average_ranks", average_ranks, least=2)
    indices = as_pairs(pairs, ranks.size)
    difference = ranks[indices[:, 0]] - ranks[indices[:, 1]]
    z = difference / rank_standard_error(n_datasets, ranks.size)
    return PairTests("rank-z", z, normal_two_sided(z), of="ranks")


def conover(ranks: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their rank sums whether two algorithms perform equally well, after Friedman's test.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best. Ties may bear the ranks of any tie rule: the test averages them.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t, negative where the first of the pair is better; `details` has its degrees of freedom, `df`. Where all data
        sets give the same ranks t is nan, and p is 1 for two that are tied and 0 for others; `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, ranks that are not finite, or pairs that are not of these
        algorithms.

    Notes
    -----
    With R_j the rank sums, A the sum of all squared ranks and N data sets of k algorithms,

        t = (R_i - R_j) / sqrt(2 (N A - sum R_j^2) / ((N - 1) (k - 1))),

    with (N - 1) (k - 1) degrees of freedom. The error is what the ranks leave, and not their variance if all
    algorithms perform equally well, so that ties are corrected for and the test finds more than one by the latter; it
    keeps its level only for algorithms that are compared because Friedman's test, or Iman and Davenport's, rejected.
    The outcome for a pair depends on which other algorithms are in the study.

    References
    ----------
    .. [1] Conover, W. J. (1999). Practical Nonparametric Statistics, third edition. Wiley, section 5.8, equation 6.

    Examples
    --------
    Rank sums 5, 7 and 12 of four data sets; the squares sum to 56, so that the error is 224 - 218 in 6 degrees:

    >>> test = conover([[1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 1, 3]], [[0, 1], [0, 2]])
    >>> test.statistic.round(4).tolist(), test.p.round(4).tolist()
    ([-1.4142, -4.9497], [0.207, 0.0026])
    """
    matrix = rank_scores(as_matrix("ranks", ranks, rows=2, columns=2), better="lower")
    return t_tests("conover", two_way(matrix), as_pairs(pairs, matrix.shape[1]))
