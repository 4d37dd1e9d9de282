"""The sign test over data sets: wins, ties and losses."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import IntArray, as_matrix, as_pairs, check_tolerance
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import fair_coin_two_sided


def wins_ties_losses(scores: ArrayLike, pairs: ArrayLike, tolerance: float = 0.0) -> IntArray:
    """Count on how many data sets the first of a pair is better, as good and worse than the second.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    tolerance : float
        Scores nearer to each other than this are tied; with 0 only equal scores are.

    Returns
    -------
    (n_pairs, 3) int array
        Wins, ties and losses of the first.

    Raises
    ------
    ValueError
        If scores are missing or infinite, or pairs or tolerance do not fit.

    Examples
    --------
    >>> wins_ties_losses([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5]], [[0, 1]]).tolist()
    [[2, 1, 0]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    check_tolerance(tolerance)
    difference = matrix[:, indices[:, 0]] - matrix[:, indices[:, 1]]
    tied = (difference == 0) | (np.abs(difference) < tolerance)
    counts = [(difference > 0) & ~tied, tied, (difference < 0) & ~tied]
    return np.column_stack([count.sum(axis=0) for count in counts]).astype(np.int64)


def sign_test(scores: ArrayLike, pairs: ArrayLike, tolerance: float = 0.0) -> PairTests:
    """Test by wins and losses over data sets whether two algorithms perform alike.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    tolerance : float
        Scores nearer to each other than this are tied; with 0 only equal scores are.

    Returns
    -------
    PairTests
        `statistic` counts the wins of the first and half of the ties; p is the exact two-sided one of a fair
        coin, 1 where no data set is left. `details` has `wins`, `ties`, `losses` as they are, and `n_used`,
        the data sets counted.

    Raises
    ------
    ValueError
        If scores are missing or infinite, or pairs or tolerance do not fit.

    Notes
    -----
    As in [1]_, ties are split evenly, and of an odd number of them one is ignored. Data sets are assumed
    independent; nothing is assumed of how large the differences are. Table 3 of [1]_ gives as 0.05 what is
    exact for 0.10 two-sided: its example, 11 of 14, has p = 0.057.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.4.

    Examples
    --------
    >>> scores = [[1.0, 0.0]] * 10 + [[0.5, 0.5]] * 2 + [[0.0, 1.0]] * 2
    >>> test = sign_test(scores, [[0, 1]])
    >>> test.statistic.tolist(), test.p.round(4).tolist()
    ([11.0], [0.0574])
    """
    wins, ties, losses = wins_ties_losses(scores, pairs, tolerance).T.astype(np.float64)
    half = ties // 2
    n_used = wins + losses + 2 * half
    statistic = wins + half
    details = {"wins": wins, "ties": ties, "losses": losses, "n_used": n_used}
    return PairTests("sign", statistic, fair_coin_two_sided(statistic, n_used), details)
