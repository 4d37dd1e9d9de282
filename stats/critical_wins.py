"""How many wins the sign test needs, exactly, and how many a much used table says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankpress.stats.arrays import check_count, check_level
from rankpress.stats.tails import fair_coin_two_sided

# Row 0.05 of Table 3 in Demsar (2006), from 5 data sets on.
_TABLE_3 = (5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18)
_TABLE_3_FROM = 5


@dataclass(frozen=True)
class CriticalWins:
    """Wins that are significant by the sign test.

    Parameters
    ----------
    n_datasets : int
        Data sets, of which ties count as half a win.
    wins : int or None
        The fewest that are significant; None where not even all are.
    level : float
        Two-sided level that they attain: the p of exactly so many; of all, where none are significant.
    """

    n_datasets: int
    wins: int | None
    level: float


def sign_test_critical_wins(n_datasets: int, alpha: float) -> CriticalWins:
    """The fewest wins on so many data sets that the two-sided sign test calls significant.

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
    """What Table 3 of Demsar (2006) has for 0.05, and the two-sided level that it really is.

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
