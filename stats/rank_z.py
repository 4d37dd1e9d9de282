"""The z test of two average ranks, which follows a Friedman test."""

from __future__ import annotations

from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_pairs, as_vector
from rankpress.stats.pairs import PairTests
from rankpress.stats.ranks import rank_standard_error
from rankpress.stats.tails import normal_two_sided


def rank_z(average_ranks: ArrayLike, n_datasets: int, pairs: ArrayLike) -> PairTests:
    """Test by their average ranks whether two algorithms perform alike.

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
        z is the rank of the first less that of the second in standard errors, negative where the first is
        better.

    Raises
    ------
    ValueError
        If ranks, pairs or the number of data sets do not fit.

    Notes
    -----
    The standard error is that of the Friedman test without ties; it holds if all algorithms perform alike, so
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
    return PairTests("rank-z", z, normal_two_sided(z))
