"""The sign test over data sets, over significant wins, and the wins that it needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import IntArray, as_matrix, as_pairs, check_count, check_level, check_tolerance
from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import fair_coin_two_sided
from rankpress.stats.walsh import in_blocks


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
    """Test by wins and losses over data sets whether two algorithms perform equally well.

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


def sign_test_of_ranks(ranks: ArrayLike, pairs: ArrayLike, *, tolerance: float = 0.0) -> PairTests:
    """Make the sign test by ranks, 1 for the best, or by other numbers of which the lower is better."""
    return sign_test(-np.asarray(ranks, dtype=np.float64), pairs, tolerance)


def sign_test_of_counts(counts: ArrayLike) -> PairTests:
    """Test by wins and losses that are counted already whether two algorithms perform equally well."""
    # Where a win is a significant difference on a data set, as in section 4.4 of Ulas et al. (2012), the
    # data sets on which neither is better are ties and are split: only so are the wins significant that its text names.
    table = as_matrix("counts", counts, rows=1, columns=3)
    wrong = np.argwhere((table < 0) | (table != np.floor(table)))
    if table.shape[1] != 3 or wrong.size:
        got = f"row {wrong[0, 0]} is {table[wrong[0, 0]].tolist()}" if wrong.size else f"got shape {table.shape}"
        raise ValueError(f"counts: {got}; wins, ties and losses, whole numbers of at least 0, are needed")
    wins, ties, losses = table.T
    half = ties // 2
    n_used = wins + losses + 2 * half
    statistic = wins + half
    details = {"wins": wins, "ties": ties, "losses": losses, "n_used": n_used, "least_p": least_p_of_signs(n_used)}
    return PairTests("sign", statistic, fair_coin_two_sided(statistic, n_used), details, of="wins")


# Row 0.05 of Table 3 in Demsar (2006), from 5 data sets on.
_TABLE_3 = (5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18)
_TABLE_3_FROM = 5


@dataclass(frozen=True)
class CriticalWins:
    """Hold the wins that are significant by the sign test.

    Parameters
    ----------
    n_datasets : int
        Data sets, of which ties count as half a win.
    wins : int or None
        The fewest that are significant; None where not even all are.
    level : float
        Two-sided level that they attain: the p of exactly so many; of all, where none are significant.

    Examples
    --------
    >>> sign_test_critical_wins(14, 0.05).wins
    12
    """

    n_datasets: int
    wins: int | None
    level: float


def sign_test_critical_wins(n_datasets: int, alpha: float) -> CriticalWins:
    """Return the fewest wins on so many data sets that the two-sided sign test calls significant.

    Parameters
    ----------
    n_datasets : int
        At least 1.
    alpha : float
        Level of significance, two-sided.

    Returns
    -------
    CriticalWins

    Raises
    ------
    ValueError
        For no data set, or a level outside 0 to 1.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.4 and Table 3.

    Examples
    --------
    Of 14 data sets 12 have to be won, not the 11 of [1]_, which have a p of 0.0574:

    >>> needed = sign_test_critical_wins(14, 0.05)
    >>> needed.wins, round(needed.level, 4)
    (12, 0.0129)
    >>> sign_test_critical_wins(5, 0.05)
    CriticalWins(n_datasets=5, wins=None, level=0.0625)
    """
    check_count("n_datasets", n_datasets, 1)
    check_level("alpha", alpha)
    wins = np.arange(n_datasets // 2 + 1, n_datasets + 1)
    levels = fair_coin_two_sided(wins.astype(np.float64), np.full(wins.shape, float(n_datasets)))
    significant = np.flatnonzero(levels <= alpha)
    if not significant.size:
        return CriticalWins(n_datasets, None, float(levels[-1]))
    return CriticalWins(n_datasets, int(wins[significant[0]]), float(levels[significant[0]]))


def demsar_critical_wins(n_datasets: int) -> CriticalWins | None:
    """Return what Table 3 of Demsar (2006) has for 0.05, and the two-sided level that it really is.

    Parameters
    ----------
    n_datasets : int
        At least 1.

    Returns
    -------
    CriticalWins or None
        None outside the 5 to 25 data sets of the table.

    Raises
    ------
    ValueError
        For no data set.

    Notes
    -----
    The table is headed two-tailed. But for 23 and 24 data sets its row 0.05 has what is exact for 0.05 one-sided, that
    is 0.10 two-sided; its row 0.10, which is not here, has what is exact for 0.20 two-sided. For 5, 8, 11, 13, 14, 16,
    18, 19, 21 and 22 data sets the row 0.05 has one win less than two sides need (of 5 not even all are enough).

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.4 and Table 3.

    Examples
    --------
    >>> printed = demsar_critical_wins(14)
    >>> printed.wins, round(printed.level, 4)
    (11, 0.0574)
    """
    check_count("n_datasets", n_datasets, 1)
    place = n_datasets - _TABLE_3_FROM
    if not 0 <= place < len(_TABLE_3):
        return None
    wins = _TABLE_3[place]
    level = fair_coin_two_sided(np.array([float(wins)]), np.array([float(n_datasets)]))[0]
    return CriticalWins(n_datasets, wins, float(level))


def count_significant(p: ArrayLike, difference: ArrayLike, alpha: float) -> IntArray:
    """Count on how many data sets the first of a pair is significantly better, neither is, or the second is.

    Parameters
    ----------
    p : (n_datasets, n_pairs) array_like
        Two-sided p-values of tests within the data sets; nan where a pair was not tested.
    difference : (n_datasets, n_pairs) array_like
        Score of the first minus that of the second, higher being better.
    alpha : float
        Level of each test; its p is significant if it is at most alpha.

    Returns
    -------
    (n_pairs, 3) int array
        Wins of the first, data sets where neither is better, losses of the first. Data sets where a pair was
        not tested are not counted.

    Raises
    ------
    ValueError
        If the arrays do not fit, or p lies outside 0 to 1.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 4.4.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> count_significant([[0.01], [0.30], [0.04], [float("nan")]], [[0.2], [0.1], [-0.1], [0.3]], 0.05).tolist()
    [[1, 1, 1]]
    """
    p_values = as_matrix("p", p, rows=1, columns=1, missing=True)
    differences = as_matrix("difference", difference, rows=1, columns=1, missing=True)
    check_level("alpha", alpha)
    if p_values.shape != differences.shape:
        raise ValueError(f"difference: got shape {differences.shape}; {p_values.shape}, that of p, is needed")
    outside = np.argwhere((p_values < 0) | (p_values > 1))
    if outside.size:
        row, column = outside[0].tolist()
        raise ValueError(f"p: row {row} column {column} is {p_values[row, column]}; p-values lie between 0 and 1")
    tested, significant = ~np.isnan(p_values), p_values <= alpha
    won, lost = significant & (differences > 0), significant & (differences < 0)
    counts = (won, tested & ~won & ~lost, lost)
    return np.column_stack([count.sum(axis=0) for count in counts]).astype(np.int64)
