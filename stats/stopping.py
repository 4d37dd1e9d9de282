"""What a p-value of wins and losses depends on in addition to them: when sampling was meant to stop."""

from __future__ import annotations

import scipy

from rankpress.stats.arrays import check_count


def p_of_fixed_number(wins: int, losses: int) -> float:
    """Return the one-sided p-value of wins against losses where their number was fixed.

    Parameters
    ----------
    wins, losses : int

    Returns
    -------
    float
        The probability of so many wins or more out of all, if either outcome is as probable.

    Raises
    ------
    ValueError
        If one of the numbers is negative.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, section 4.1. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    Alice in [1]_ compares on six data sets, whatever they show:

    >>> round(p_of_fixed_number(5, 1), 2)
    0.11
    """
    check_count("wins", wins, 0)
    check_count("losses", losses, 0)
    return float(scipy.special.bdtr(losses, wins + losses, 0.5))


def p_of_last_loss(wins: int, losses: int) -> float:
    """Return the one-sided p-value of wins against losses where the last of these losses was to end the study.

    Parameters
    ----------
    wins, losses : int
        At least one loss.

    Returns
    -------
    float
        The probability of so many wins or more before that loss, if either outcome is as probable.

    Raises
    ------
    ValueError
        If the number of wins is negative, or that of losses less than 1.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, section 4.1. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    Bob in [1]_ stops as soon as his algorithm loses, with the same results as Alice:

    >>> round(p_of_last_loss(5, 1), 2)
    0.03
    """
    check_count("wins", wins, 0)
    check_count("losses", losses, 1)
    # before the loss that ends it there were fewer losses than that in wins + losses - 1 data sets
    return float(scipy.special.bdtr(losses - 1, wins + losses - 1, 0.5))
