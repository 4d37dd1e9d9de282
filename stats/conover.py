"""Conover's test of two algorithms after Friedman's: t on the rank sums."""

from __future__ import annotations

from numpy.typing import ArrayLike

from rankpress.stats.anova import t_tests, two_way
from rankpress.stats.arrays import as_matrix, as_pairs
from rankpress.stats.pairs import PairTests
from rankpress.stats.ranks import rank_scores


def conover(ranks: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their rank sums whether two algorithms perform alike, after Friedman's test.

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
        sets rank alike t is nan, and p is 1 for two that are tied and 0 for others; `why` says so.

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
    algorithms perform alike, so that ties are corrected for and the test finds more than one by the latter; it keeps
    its level only for algorithms that are compared because Friedman's test, or Iman and Davenport's, rejected. The
    outcome for a pair depends on which other algorithms are in the study.

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
