"""The sign test over data sets: wins, ties and losses."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import IntArray, as_matrix, as_pairs, check_tolerance
from rankpress.stats.attainable import least_p_of_signs
from rankpress.stats.blocks import in_blocks
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import fair_coin_two_sided


@in_blocks
def wins_ties_losses(scores: ArrayLike, pairs: ArrayLike, tolerance: float = 0.0) -> IntArray:
    """Count on how many data sets the first of a pair is better, as good and worse than the second.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result, on which nothing is counted.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    tolerance : float
        Scores nearer to each other than this are tied; with 0 only equal scores are.

    Returns
    -------
    (n_pairs, 3) int array
        Wins, ties and losses of the first, on the data sets that both have.

    Raises
    ------
    ValueError
        If scores are infinite, or pairs or tolerance do not fit.

    Examples
    --------
    >>> wins_ties_losses([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5]], [[0, 1]]).tolist()
    [[2, 1, 0]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
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
        coin, 1 where no data set is left. `details` has `wins`, `ties`, `losses` as they are; `n_used`, the
        data sets counted; and `least_p`, the least p that the test can give of so many.

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
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    return sign_test_of_counts(wins_ties_losses(matrix, pairs, tolerance))


def sign_test_of_counts(counts: ArrayLike) -> PairTests:
    """Test by wins and losses that are counted already whether two algorithms perform alike.

    Parameters
    ----------
    counts : (n_pairs, 3) array_like of int
        Data sets on which the first of a pair wins, neither does, and it loses.

    Returns
    -------
    PairTests
        As `sign_test` gives it.

    Raises
    ------
    ValueError
        If the counts are not three a pair, or not whole numbers of at least 0.

    Notes
    -----
    Where a win is a significant difference on a data set, as in section 4.4 of [1]_, the data sets on which
    neither is better are ties and are split: only so are the wins significant that its text names.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, sections 2.1
       and 4.4. doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    svr against c45 and lnp in Table 6, 14 and 10 wins on 38 data sets without a loss:

    >>> sign_test_of_counts([[14, 24, 0], [10, 28, 0]]).p.round(3).tolist()
    [0.034, 0.143]
    """
    table = as_matrix("counts", counts, rows=1, columns=3)
    wrong = np.argwhere((table < 0) | (table != np.floor(table)))
    if table.shape[1] != 3 or wrong.size:
        what = f"row {wrong[0, 0]} is {table[wrong[0, 0]].tolist()}" if wrong.size else f"got shape {table.shape}"
        raise ValueError(f"counts: {what}; wins, ties and losses, whole numbers of at least 0, are needed")
    wins, ties, losses = table.T
    half = ties // 2
    n_used = wins + losses + 2 * half
    statistic = wins + half
    details = {"wins": wins, "ties": ties, "losses": losses, "n_used": n_used, "least_p": least_p_of_signs(n_used)}
    return PairTests("sign", statistic, fair_coin_two_sided(statistic, n_used), details)
