"""How far data sets agree in ranking the algorithms, and how far two orders agree."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_matrix, as_vector, check_level
from rankpress.stats.proportions import exact_interval
from rankpress.stats.ranks import rank_scores
from rankpress.stats.tails import t_two_sided_isf

ALL_TIED = "all algorithms are tied on every data set"
PERFECT = "every data set ranks the algorithms in the same order, so that their agreement does not vary"
STEADY = "their agreement is the same without any one of the data sets, which leaves no error to estimate"
TOO_FEW = "fewer than three data sets do not show how much their agreement varies"


@dataclass(frozen=True)
class Concordance:
    """Hold Kendall's W with its interval.

    Parameters
    ----------
    estimate, low, high : float
        Between 0, no agreement, and 1; nan where undefined.
    level : float
        Level of the interval.
    method : str
        How the interval is made.
    why : str
        Why something is nan; "" where nothing is.

    Examples
    --------
    >>> kendall_w([[1, 2, 3], [1, 2, 3], [1, 3, 2]]).level
    0.95
    """

    estimate: float
    low: float
    high: float
    level: float
    method: str
    why: str


def kendall_w(ranks: ArrayLike, level: float = 0.95) -> Concordance:
    """Compute Kendall's W over data sets, corrected for ties.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best; at least two data sets. Ties may bear the ranks of any tie rule: they are averaged.
    level : float
        Level of the interval.

    Returns
    -------
    Concordance

    Raises
    ------
    ValueError
        For fewer than two algorithms or data sets, ranks that are not finite, or a level outside 0 to 1.

    Notes
    -----
    W is Friedman's statistic, corrected for ties, over n (k - 1). Without ties it is (1 + (n - 1) r) / n, r being the
    average of Spearman's correlations of each two data sets [1]_, so that W is 1 / n for data sets that do not agree at
    all. The interval is made for the expectation of r, by Student's t on Fisher's scale with the jackknife variance of
    r over data sets, and put on the scale of W for n data sets. In simulations of 8 to 100 data sets it held the true
    value in 91 to 99% of studies, but for three algorithms on eight data sets that nearly always agree, where, counting
    the studies without an interval, it fell to 72%. A bootstrap interval (BCa) is not given, for it held the value in
    as few as 51%: a data set that is drawn twice agrees with itself. Where the jackknife has no variance, as with two
    rankings of equally many data sets each, there is no interval. For two algorithms the expectation of r is
    (2 p - 1)^2 times the share of data sets that do not tie them, p being the chance that the first is better on one of
    these; its interval follows from the exact one of p [2]_.

    References
    ----------
    .. [1] Kendall, M. G. and Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical Statistics
       10, 275-287. doi:10.1214/aoms/1177732186
    .. [2] Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the case of
       the binomial. Biometrika 26, 404-413. doi:10.1093/biomet/26.4.404

    Examples
    --------
    Of three data sets two agree, and the third exchanges two neighbors. The correlations are 1, 1/2 and 1/2, r is
    their average 2/3, and W is (1 + 2 * 2/3) / 3:

    >>> round(kendall_w([[1, 2, 3], [1, 2, 3], [1, 3, 2]]).estimate, 6)
    0.777778
    """
    check_level("level", level)
    matrix = rank_scores(as_matrix("ranks", ranks, rows=2, columns=2), better="lower")
    n_datasets, n_algorithms = matrix.shape
    centred = matrix - (n_algorithms + 1) / 2  # multiples of 1/2, so that the sums below are exact
    sums, spread = centred.sum(axis=0), (centred**2).sum(axis=1)
    if not spread.any():
        return Concordance(math.nan, math.nan, math.nan, level, "Fisher's z", ALL_TIED)
    estimate = float((sums**2).sum() / (n_datasets * spread.sum()))
    if n_algorithms == 2:
        return _of_two(centred[:, 0], estimate, level)
    if n_datasets < 3:
        return Concordance(estimate, math.nan, math.nan, level, "Fisher's z", TOO_FEW)
    left = spread.sum() - spread
    if estimate == 1 or not left.all():
        return Concordance(estimate, math.nan, math.nan, level, "Fisher's z", PERFECT)
    r = (n_datasets * estimate - 1) / (n_datasets - 1)
    without = (((sums - centred) ** 2).sum(axis=1) / left - 1) / (n_datasets - 2)
    error = math.sqrt((n_datasets - 1) / n_datasets * float(((without - without.mean()) ** 2).sum()))
    if error <= 1e-12:
        return Concordance(estimate, math.nan, math.nan, level, "Fisher's z", STEADY)
    half = float(t_two_sided_isf(1 - level, n_datasets - 1)) * error / (1 - r**2)
    low, high = (
        max(0.0, (1 + (n_datasets - 1) * math.tanh(math.atanh(r) + step)) / n_datasets) for step in (-half, half)
    )
    return Concordance(estimate, min(low, estimate), max(high, estimate), level, "Fisher's z", "")


def _of_two(centred: FloatArray, estimate: float, level: float) -> Concordance:
    """Return W of two algorithms, from the ranks of one of them less their mean, with the interval by the binomial."""
    n, wins, untied = len(centred), int((centred < 0).sum()), int(np.count_nonzero(centred))
    ends = exact_interval(wins, untied, level)
    farthest = max(abs(2 * end - 1) for end in ends)
    nearest = 0.0 if ends[0] <= 0.5 <= ends[1] else min(abs(2 * end - 1) for end in ends)
    low, high = ((1 + (n - 1) * untied / n * lead**2) / n for lead in (nearest, farthest))
    return Concordance(estimate, min(low, estimate), max(high, estimate), level, "binomial", "")


@dataclass(frozen=True)
class RankAgreement:
    """Hold the agreement of two rankings.

    Parameters
    ----------
    tau_b : float
        Kendall's tau-b, from -1 (one reverses the other) to 1; nan where one of them ties all.
    same : bool
        Whether they order every pair alike, ties included.
    largest_change : float
        How far, at most, a rank is from that in the other.
    moved : tuple of int
        The algorithms that are so far, empty where none moved.
    why : str
        Why tau-b is not known, where it is not.

    Examples
    --------
    >>> compare_rankings([1, 2, 3], [2, 1, 3]).moved
    (0, 1)
    """

    tau_b: float
    same: bool
    largest_change: float
    moved: tuple[int, ...]
    why: str = ""


def kendall_tau_b(ranks: ArrayLike, others: ArrayLike) -> float:
    """Compute Kendall's coefficient of rank correlation tau-b, which allows for ties.

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
    first = as_vector("ranks", ranks, least=2)
    return float(kendall_tau_b_matrix(np.array([first, as_vector("others", others, length=first.size)]))[0, 1])


def kendall_tau_b_matrix(rankings: ArrayLike) -> FloatArray:
    """Kendall's tau-b between any two of several rankings."""
    matrix = as_matrix("rankings", rankings, rows=1, columns=2)
    return _tau_of_directions(_directions(matrix))


def tau_of_verdicts(better: BoolArray) -> FloatArray:
    """Kendall's tau-b between what tests decided in any two of several cases; nan where they decided nothing in one.

    `better` has a matrix for each case: whether the algorithm of the row is significantly better than that of the
    column. A pair that a case leaves open is tied in it.
    """
    first, second = np.triu_indices(better.shape[1], k=1)
    return _tau_of_directions(better[:, first, second].astype(np.float64) - better[:, second, first])


def _tau_of_directions(directions: FloatArray) -> FloatArray:
    untied = np.count_nonzero(directions, axis=1).astype(np.float64)
    common = np.sqrt(np.outer(untied, untied))
    tau: FloatArray = np.divide(
        directions @ directions.T, common, out=np.full(common.shape, math.nan), where=common > 0
    )
    return tau


def _directions(rankings: FloatArray) -> FloatArray:
    """By ranking and pair: which of the two comes first, 0 for a tie."""
    first, second = np.triu_indices(rankings.shape[1], k=1)
    return np.asarray(np.sign(rankings[:, second] - rankings[:, first]), dtype=np.float64)


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
    first, second = np.asarray(ranks, dtype=np.float64), np.asarray(others, dtype=np.float64)
    change = np.abs(first - second)
    largest = float(change.max())
    moved = tuple(np.flatnonzero(change == largest).tolist()) if largest else ()
    same = bool((np.diff(_directions(np.array([first, second])), axis=0) == 0).all())
    why = "one of the two rankings ties all algorithms" if math.isnan(tau) else ""
    return RankAgreement(tau, same, largest, moved, why)
