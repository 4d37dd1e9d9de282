"""Hodges and Lehmann's shift between two algorithms, with the interval that inverts Wilcoxon's test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, check_level
from rankpress.stats.blocks import in_blocks
from rankpress.stats.differences import paired_differences
from rankpress.stats.effects import PairEffects, are_constant, too_few, why_without_width
from rankpress.stats.tails import normal_cdf, normal_two_sided_isf
from rankpress.stats.walsh import walsh_order_statistics
from rankpress.stats.wilcoxon import EXACT_UP_TO, chances_of_sums

LISTED_UP_TO = 150
"""Most data sets of which listing all averages of many pairs at once is faster than selecting, pair by pair."""

_AVERAGES_AT_ONCE = 2_000_000


@in_blocks
def hodges_lehmann(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """The shift between two algorithms that Wilcoxon's signed-ranks test is about, with its interval.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Least level of the intervals.

    Returns
    -------
    PairEffects
        In the unit of the scores, first less second; 0 is no difference. `details` has the `attained` level; intervals
        are nan where there are too few data sets for the level, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The estimate is the median of the n (n + 1) / 2 averages of two differences, those of a difference with itself
    included [1]_. The interval holds the shifts that the test does not reject: it reaches from the r-th smallest to
    the r-th largest average, r the largest number for which twice the chance of a sum of ranks below r is at most
    1 - level [2]_, by the exact distribution for up to 50 data sets, past that by the normal one. The differences are
    assumed independent and symmetric about the shift. The distribution is that without ties; with ties and zeros the
    interval, its ends included, is the same, and its level no lower, so that where differences are tied the test can
    reject zero and the interval still hold it.

    References
    ----------
    .. [1] Hodges, J. L. and Lehmann, E. L. (1963). Estimates of location based on rank tests. Annals of Mathematical
       Statistics 34, 598-611. doi:10.1214/aoms/1177704172
    .. [2] Bauer, D. F. (1972). Constructing confidence sets using rank statistics. Journal of the American Statistical
       Association 67, 687-690. doi:10.1080/01621459.1972.10481279

    Examples
    --------
    Depression scores of nine patients on two visits, an example of R's wilcox.test, which gives a shift of 0.46 and an
    interval from 0.010 to 0.786 at level 0.9609:

    >>> first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    >>> second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    >>> effect = hodges_lehmann(np.column_stack([first, second]), [[0, 1]])
    >>> effect.estimate.round(3).tolist(), effect.low.round(3).tolist(), effect.high.round(3).tolist()
    ([0.46], [0.01], [0.786])
    >>> effect.details["attained"].round(4).tolist()
    [0.9609]
    """
    check_level("level", level)
    differences, rounding = paired_differences(scores, pairs, rows=2)
    n_datasets, n_pairs = differences.shape
    depth, attained = _depth(n_datasets, level)
    estimate, low, high = _order_statistics(differences.T, max(depth, 1))
    why = why_without_width(differences, are_constant(differences, rounding))
    if not depth:
        low = high = np.full(n_pairs, np.nan)
        why = (too_few(n_datasets, level),) * n_pairs
    details = {"attained": np.full(n_pairs, attained)}
    return PairEffects("hodges-lehmann", estimate, low, high, level, "Wilcoxon inverted", why, details)


def _depth(n_datasets: int, level: float) -> tuple[int, float]:
    """How far from its ends among the averages the interval begins and ends, and its level; 0 and nan if there is none.

    The r-th smallest average is positive where the sum of the ranks of negative differences is below r.
    """
    if n_datasets <= EXACT_UP_TO:
        ranks = np.arange(1, n_datasets + 1)
        beyond = 2 * np.cumsum(chances_of_sums(ranks[np.newaxis], int(ranks.sum()))[0])
        depth = int(np.count_nonzero(beyond[: len(beyond) // 2] <= (1 - level) * (1 + 1e-12)))
        return (depth, float(1 - beyond[depth - 1])) if depth else (0, np.nan)
    mean = n_datasets * (n_datasets + 1) / 4
    spread = np.sqrt(mean * (2 * n_datasets + 1) / 6)
    depth = int(mean - spread * float(normal_two_sided_isf(1 - level))) + 1
    return (depth, float(1 - 2 * normal_cdf((depth - 1 - mean) / spread))) if depth > 0 else (0, np.nan)


def _order_statistics(differences: FloatArray, depth: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Median, depth-th smallest and depth-th largest of the averages of each row."""
    n = differences.shape[1]
    count = n * (n + 1) // 2
    places = np.array([(count - 1) // 2, count // 2, depth - 1, count - depth])
    find = _by_listing if n <= LISTED_UP_TO else _by_selection
    found = find(differences, places)
    return found[:, :2].mean(axis=1), found[:, 2], found[:, 3]


def _by_selection(differences: FloatArray, places: IntArray) -> FloatArray:
    return np.array([walsh_order_statistics(row, places) for row in differences])


def _by_listing(differences: FloatArray, places: IntArray) -> FloatArray:
    """The same from a list of all averages, some rows at a time."""
    first, second = np.triu_indices(differences.shape[1])
    found = np.empty((len(differences), len(places)))
    at_once = max(1, _AVERAGES_AT_ONCE // len(first))
    for start in range(0, len(differences), at_once):
        some = differences[start : start + at_once]
        averages = (some[:, first] + some[:, second]) / 2
        averages.partition(np.unique(places), axis=1)
        found[start : start + at_once] = averages[:, places]
    return found
