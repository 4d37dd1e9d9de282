"""Kendall's coefficient of concordance: how far data sets agree in ranking the algorithms."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_matrix, check_level
from rankpress.stats.ranks import rank_scores
from rankpress.stats.tails import t_two_sided_isf

ALL_TIED = "all algorithms are tied on every data set"
PERFECT = "every data set ranks the algorithms alike, so that their agreement does not vary"
TOO_FEW = "fewer than three data sets do not tell how much their agreement varies"


@dataclass(frozen=True)
class Concordance:
    """Kendall's W with its interval.

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
    """

    estimate: float
    low: float
    high: float
    level: float
    method: str
    why: str


def kendall_w(ranks: ArrayLike, level: float = 0.95) -> Concordance:
    """Kendall's W over data sets, corrected for ties.

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
    as few as 51%: a data set that is drawn twice agrees with itself.

    References
    ----------
    .. [1] Kendall, M. G. and Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical Statistics
       10, 275-287. doi:10.1214/aoms/1177732186

    Examples
    --------
    Of three data sets two agree, and the third exchanges two neighbours. The correlations are 1, 1/2 and 1/2, r is
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
    if n_datasets < 3:
        return Concordance(estimate, math.nan, math.nan, level, "Fisher's z", TOO_FEW)
    left = spread.sum() - spread
    if estimate == 1 or not left.all():
        return Concordance(estimate, math.nan, math.nan, level, "Fisher's z", PERFECT)
    r = (n_datasets * estimate - 1) / (n_datasets - 1)
    without = (((sums - centred) ** 2).sum(axis=1) / left - 1) / (n_datasets - 2)
    error = math.sqrt((n_datasets - 1) / n_datasets * float(((without - without.mean()) ** 2).sum()))
    half = float(t_two_sided_isf(1 - level, n_datasets - 1)) * error / (1 - r**2)
    low, high = (
        max(0.0, (1 + (n_datasets - 1) * math.tanh(math.atanh(r) + step)) / n_datasets) for step in (-half, half)
    )
    return Concordance(estimate, min(low, estimate), max(high, estimate), level, "Fisher's z", "")
