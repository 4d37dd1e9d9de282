"""How far two orders of the same algorithms agree."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector


@dataclass(frozen=True)
class RankAgreement:
    """The agreement of two rankings.

    Parameters
    ----------
    tau_b : float
        Kendall's tau-b, from -1 (one is the other turned round) to 1; nan where one of them ties all.
    same : bool
        Whether they order every pair alike, ties included.
    largest_change : float
        How far, at most, a rank is from that in the other.
    moved : tuple of int
        The algorithms that are so far, empty where none moved.
    why : str
        Why tau-b is not known, where it is not.
    """

    tau_b: float
    same: bool
    largest_change: float
    moved: tuple[int, ...]
    why: str = ""


def kendall_tau_b(ranks: ArrayLike, others: ArrayLike) -> float:
    """Kendall's coefficient of rank correlation tau-b, which allows for ties.

    Parameters
    ----------
    ranks, others : (n_algorithms,) array_like
        Two rankings of the same algorithms, or any numbers that put them in order.

    Returns
    -------
    float
        Between -1 and 1; nan where one of them ties all algorithms.

    Raises
    ------
    ValueError
        If they differ in length, have fewer than two entries, or hold one that is not finite.

    Notes
    -----
    Pairs ordered alike less pairs ordered otherwise, over the geometric mean of the numbers of pairs that
    each of the two does not tie.

    References
    ----------
    .. [1] Kendall, M. G. (1945). The treatment of ties in ranking problems. Biometrika 33, 239-251,
       doi:10.1093/biomet/33.3.239

    Examples
    --------
    Of three pairs one is ordered otherwise:

    >>> round(kendall_tau_b([1, 2, 3], [1, 3, 2]), 4)
    0.3333
    """
    one = _directions(as_vector("ranks", ranks, least=2))
    other = _directions(as_vector("others", others, length=len(np.atleast_1d(np.asarray(ranks)))))
    untied = math.sqrt(float(np.count_nonzero(one)) * float(np.count_nonzero(other)))
    return float((one * other).sum()) / untied if untied else math.nan


def _directions(ranks: FloatArray) -> FloatArray:
    """By pair: which of the two comes first, 0 for a tie."""
    first, second = np.triu_indices(ranks.size, k=1)
    return np.asarray(np.sign(ranks[second] - ranks[first]), dtype=np.float64)


def compare_rankings(ranks: ArrayLike, others: ArrayLike) -> RankAgreement:
    """Say how far two rankings agree.

    Parameters
    ----------
    ranks, others : (n_algorithms,) array_like
        Ranks of the same algorithms, 1 for the best.

    Returns
    -------
    RankAgreement

    Raises
    ------
    ValueError
        If they differ in length, have fewer than two entries, or hold one that is not finite.

    Notes
    -----
    Section 4.7 of [1]_ holds the orders found on validation scores against those on test scores by counting
    the data sets on which they are the same, and those on which a rank changes much.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 4.7.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> compare_rankings([1, 2, 3], [2, 1, 3])
    RankAgreement(tau_b=0.3333333333333333, same=False, largest_change=1.0, moved=(0, 1), why='')
    """
    tau = kendall_tau_b(ranks, others)
    one, other = np.asarray(ranks, dtype=np.float64), np.asarray(others, dtype=np.float64)
    change = np.abs(one - other)
    largest = float(change.max())
    moved = tuple(np.flatnonzero(change == largest).tolist()) if largest else ()
    same = bool((_directions(one) == _directions(other)).all())
    why = "one of the two rankings ties all algorithms" if math.isnan(tau) else ""
    return RankAgreement(tau, same, largest, moved, why)
