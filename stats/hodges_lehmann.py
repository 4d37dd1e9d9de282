"""The Hodges-Lehmann shift between two algorithms, with the interval that inverts Wilcoxon's signed-ranks test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, check_level, paired_differences
from rankpress.stats.effects import PairEffects, are_constant, too_few, why_without_width
from rankpress.stats.tails import normal_cdf, normal_two_sided_isf
from rankpress.stats.walsh import in_blocks, walsh_order_statistics
from rankpress.stats.wilcoxon import EXACT_UP_TO, Zeros, chances_of_sums, signed_ranks_test

LISTED_UP_TO = 300
"""Most data sets of which listing all averages of many pairs at once is faster than selecting, pair by pair."""

_AVERAGES_AT_ONCE = 400_000


@in_blocks
def hodges_lehmann(
    scores: ArrayLike,
    pairs: ArrayLike,
    level: float = 0.95,
    *,
    zeros: Zeros = "split",
    tolerance: float | None = None,
) -> PairEffects:
    """Return the shift between two algorithms that Wilcoxon's signed-ranks test is about, with its interval.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Least level of the intervals.
    zeros, tolerance
        How `wilcoxon` treats differences of zero, and which are.

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
    assumed independent and symmetric about the shift.

    The distribution is that without ties; with ties and zeros the level of the interval, its ends included, is no
    lower. Whether the interval contains zero is decided by the test itself, in which ties and zeros count. Where it
    rejects zero at 1 - level, the interval has the shifts on the side of the better algorithm alone, from the first
    average beyond which one is not rejected; where it does not reject, zero belongs to the interval. So interval and
    test agree, except that an end is zero itself where the test rejects zero and no shift next to it, as differences of
    zero can make it.

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
    differences, rounding = paired_differences(scores, pairs, rows=2, tolerance=tolerance)
    n_datasets, n_pairs = differences.shape
    depth, attained = _depth(n_datasets, level)
    estimate, low, high = _order_statistics(differences.T, max(depth, 1))
    why = why_without_width(differences, are_constant(differences, rounding))
    if depth:
        low, high = _as_tested(differences.T, rounding.T, zeros, level, (estimate, low, high))
    else:
        low = high = np.full(n_pairs, np.nan)
        why = (too_few(n_datasets, level),) * n_pairs
    details = {"attained": np.full(n_pairs, attained)}
    return PairEffects("hodges-lehmann", estimate, low, high, level, "Wilcoxon inverted", why, details)


def _as_tested(
    differences: FloatArray,
    rounding: FloatArray,
    zeros: Zeros,
    level: float,
    interval: tuple[FloatArray, FloatArray, FloatArray],
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of intervals (estimate, low, high) that contain zero where the test of each row retains it."""
    estimate, low, high = interval
    tested = signed_ranks_test(differences, rounding, zeros)
    rejected, sign = _is_rejected(tested.p, level), np.sign(tested.r_plus - tested.r_minus)
    low, high = np.where(rejected, low, np.minimum(low, 0.0)), np.where(rejected, high, np.maximum(high, 0.0))
    contradicted = np.flatnonzero(rejected & (low <= 0) & (high >= 0))
    if contradicted.size:
        turned = sign[contradicted]
        some = turned[:, np.newaxis] * differences[contradicted]
        nearest = _first_retained(some, rounding[contradicted], zeros, level, turned * estimate[contradicted])
        end = turned * nearest
        low[contradicted] = np.where(turned > 0, end, low[contradicted])
        high[contradicted] = np.where(turned < 0, end, high[contradicted])
    return low, high


def _is_rejected(p: FloatArray, level: float) -> BoolArray:
    # the slack lets p equal a level such as 1 - 2 / 2**5, which floats only come near to
    return np.asarray(p <= (1 - level) * (1 + 1e-12), dtype=np.bool_)


_HALVINGS = 44
"""Enough for a shift to be nearer to one average than to any other of scores with ten digits."""


def _first_retained(
    differences: FloatArray, rounding: FloatArray, zeros: Zeros, level: float, estimate: FloatArray
) -> FloatArray:
    """Return the average from zero toward the estimate, which is above 0, beyond which the test retains a shift."""
    below, above = np.zeros(len(differences)), np.maximum(estimate, 0.0)
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        shifted = differences - middle[:, np.newaxis]
        shifted[np.abs(shifted) <= rounding] = 0.0
        rejected = _is_rejected(signed_ranks_test(shifted, rounding, zeros).p, level)
        below, above = np.where(rejected, middle, below), np.where(rejected, above, middle)
    return np.array([_nearest_average(row, shift) for row, shift in zip(differences, above, strict=True)])


def _nearest_average(values: FloatArray, shift: float) -> float:
    """Return which average of two values, or 0, is nearest to a number."""
    ascending = np.sort(values)
    place = np.searchsorted(ascending, 2 * shift - ascending)
    others = (ascending[np.clip(place - back, 0, len(ascending) - 1)] for back in (0, 1))
    averages = np.concatenate([[0.0], *((ascending + other) / 2 for other in others)])
    return max(0.0, float(averages[np.argmin(np.abs(averages - shift))]))


def _depth(n_datasets: int, level: float) -> tuple[int, float]:
    """Return how far from the ends of the averages the interval ends, and its level; 0 and nan without an interval."""
    # The r-th smallest average is positive where the sum of the ranks of negative differences is below r.
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
    index = find(differences, places)
    return index[:, :2].mean(axis=1), index[:, 2], index[:, 3]


def _by_selection(differences: FloatArray, places: IntArray) -> FloatArray:
    return np.array([walsh_order_statistics(row, places) for row in differences])


def _by_listing(differences: FloatArray, places: IntArray) -> FloatArray:
    """Return the same from a list of the averages that can have one of the places, some rows at a time."""
    ascending = np.sort(differences, axis=1)
    starts, ends, below = _columns_of_places(differences.shape[1], places)
    size, among_candidates = int((ends - starts).sum()), places - below
    averages = np.empty((len(differences), len(places)))
    at_once = max(1, _AVERAGES_AT_ONCE // size)
    for row in range(0, len(differences), at_once):
        some = ascending[row : row + at_once]
        columns = enumerate(zip(starts.tolist(), ends.tolist(), strict=True))
        candidates = np.concatenate([some[:, i : i + 1] + some[:, start:end] for i, (start, end) in columns], axis=1)
        candidates /= 2
        candidates.partition(np.unique(among_candidates), axis=1)
        averages[row : row + at_once] = candidates[:, among_candidates]
    return averages


def _columns_of_places(n: int, places: IntArray) -> tuple[IntArray, IntArray, int]:
    """Return which of n ascending values, each averaged with itself and larger ones, can give averages at some places.

    These are, for each value, the second values from a first to before a last, and the number of averages below them.
    """
    # The average of the i-th and j-th value is no less than those of values up to the i-th with values up to the j-th,
    # and no greater than those of values from the j-th with values from the i-th on.
    i, j = np.arange(n)[:, np.newaxis], np.arange(n)
    least = (i + 1) * (j + 1) - i * (i + 1) // 2 - 1
    most = n * (n + 1) // 2 - (n - i) * (n - j) + (n - 1 - j) * (n - j) // 2
    too_small = (most < places.min()) & (j >= i)
    starts = np.arange(n) + too_small.sum(axis=1)
    ends = np.maximum(starts, n - ((least > places.max()) & (j >= i)).sum(axis=1))
    return starts, ends, int(too_small.sum())
