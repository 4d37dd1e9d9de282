"""Wilcoxon's signed-ranks test over data sets, exact with ties and zeros."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, paired_differences
from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import normal_cdf, normal_two_sided
from rankpress.stats.walsh import in_blocks

Zeros = Literal["split", "pratt", "wilcox"]

EXACT_UP_TO = 50
"""Most differences other than zero for which p is exact: multiples of 2**-50 still add up without rounding."""

EXACT_UP_TO_SUM = 25_000
"""Largest sum of their ranks for which p is exact; zeros ranked before them can exceed it past 500 data sets."""

# Times that runs of near ties are split all at once; a chain of nearly equal numbers may need as many as it has.
_MOST_SPLITS = 32
_AT_ONCE = 60_000


@in_blocks
def wilcoxon(
    scores: ArrayLike, pairs: ArrayLike, *, zeros: Zeros = "split", tolerance: float | None = None
) -> PairTests:
    """Compare two algorithms over data sets by Wilcoxon's signed-ranks test.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    zeros : {"split", "pratt", "wilcox"}
        How differences of zero. "split": they are ranked with the others and their ranks are split
        evenly between the sums; of an odd number of them one is ignored [1]_. "pratt": they are ranked with the
        others, and their ranks are dropped [3]_. "wilcox": they are dropped before the others are ranked [2]_.
    tolerance : float or None
        Differences nearer to 0 than this are zero; with 0 those of equal scores. None: those within the rounding error
        of the scores, as `rank_scores` has it.

    Returns
    -------
    PairTests
        `statistic` is the smaller sum of ranks. `details` has `r_plus`, the sum of ranks of the data sets on
        which the first of the pair is better; `r_minus`, on which the second is; `n_used`, the number of data
        sets whose ranks are in the sums; `exact`, 1 where p is exact, which it is for up to 50 differences other
        than zero (unless hundreds of zeros make their ranks large), and 0 where it is by the normal distribution;
        `least_p`, the least exact p of as many differences other than zero. p is 1 where no data set differs
        between the two.

    Raises
    ------
    ValueError
        If scores are missing or infinite, the pairs are not of these algorithms, or zeros is none of those above.

    Notes
    -----
    The exact p is that of the permutation distribution of the ranks as they stand, ties included: each difference
    that is not zero is as likely positive as negative, those that are zero stay. The normal form takes its
    variance, a quarter of the sum of the squared ranks of those differences, so that it is corrected for ties and
    zeros; there is no continuity correction. How a zero is treated changes the ranks of the other differences, and
    so p, but each of the three is exact for its own. Data sets are assumed independent, and differences comparable
    between them as to which is the larger.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.3.
    .. [2] Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
       doi:10.2307/3001968
    .. [3] Pratt, J. W. (1959). Remarks on zeros and ties in the Wilcoxon signed rank procedures. Journal of
       the American Statistical Association 54, 655-667. doi:10.1080/01621459.1959.10501526

    Examples
    --------
    C4.5 with m tuned, and without, as in Table 2 of [1]_, which finds sums of 93 and 12:

    >>> tuned = [.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978]
    >>> plain = [.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957]
    >>> test = wilcoxon(np.column_stack([tuned, plain]), [[0, 1]])
    >>> test.details["r_plus"].tolist(), test.details["r_minus"].tolist(), test.p.round(4).tolist()
    ([93.0], [12.0], [0.0078])
    """
    if zeros not in get_args(Zeros):
        raise ValueError(f"zeros: got {zeros!r}; one of {', '.join(get_args(Zeros))} is needed")
    differences, rounding = paired_differences(scores, pairs, tolerance=tolerance)
    tested = signed_ranks_test(differences.T, rounding.T, zeros)
    details = {"r_plus": tested.r_plus, "r_minus": tested.r_minus, "n_used": tested.n_used.astype(np.float64)}
    details |= {"exact": tested.exact.astype(np.float64), "least_p": least_p_of_signs(tested.n_moving)}
    statistic = np.minimum(tested.r_plus, tested.r_minus)
    return PairTests("wilcoxon", statistic, tested.p, details, of="signed ranks")


@dataclass(frozen=True)
class SignedRanksTest:
    """The test of each row of differences.

    Parameters
    ----------
    r_plus, r_minus : (n_rows,) float arrays
        Sums of the ranks of positive and negative differences, each with half of the ranks of zeros.
    n_used, n_moving : (n_rows,) int arrays
        How many differences have a rank, and how many of them are not zero.
    p : (n_rows,) float array
        Two-sided p-values.
    exact : (n_rows,) bool array
        Which of them are exact.
    """

    r_plus: FloatArray
    r_minus: FloatArray
    n_used: IntArray
    n_moving: IntArray
    p: FloatArray
    exact: BoolArray


def signed_ranks_test(differences: FloatArray, rounding: FloatArray, zeros: Zeros) -> SignedRanksTest:
    """Test each row of differences, in which those of no difference are 0."""
    sums = _rank_sums(differences, rounding, zeros)
    moving, lead, exact = sums.moving, sums.plus - sums.minus, sums.are_exact
    p = normal_two_sided(_deviations(moving, lead))
    p[exact] = np.minimum(1.0, 2 * _exact_upper(moving[exact], np.abs(lead[exact])))
    return SignedRanksTest(sums.plus, sums.minus, sums.n_used, np.count_nonzero(moving, axis=1), p, exact)


def wilcoxon_upper(differences: FloatArray, rounding: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return p of the one-sided signed-ranks test that the differences of a column exceed zero, and its sum of ranks.

    Zeros are split; p is exact where that of `wilcoxon` is.
    """
    sums = _rank_sums(differences.T, rounding.T, "split")
    lead, exact = sums.plus - sums.minus, sums.are_exact
    p = normal_cdf(-_deviations(sums.moving, lead))
    p[exact] = _exact_upper(sums.moving[exact], lead[exact])
    return p, sums.plus


@dataclass(frozen=True)
class _RankSums:
    """The sums of signed ranks of several rows of differences."""

    plus: FloatArray
    minus: FloatArray
    n_used: IntArray
    moving: FloatArray  # the ranks of differences other than zero, the others 0

    @property
    def are_exact(self) -> BoolArray:
        """For which p is exact."""
        few = np.count_nonzero(self.moving, axis=1) <= EXACT_UP_TO
        return np.asarray(few & (self.moving.sum(axis=1) <= EXACT_UP_TO_SUM), dtype=np.bool_)


def _rank_sums(differences: FloatArray, rounding: FloatArray, zeros: Zeros) -> _RankSums:
    ranks, sign = signed_ranks(differences, rounding, zeros)
    half_of_zeros = np.where(sign == 0, ranks, 0.0).sum(axis=1) / 2
    plus, minus = (np.where(side * sign > 0, ranks, 0.0).sum(axis=1) + half_of_zeros for side in (1, -1))
    return _RankSums(plus, minus, (ranks > 0).sum(axis=1), np.where(sign != 0, ranks, 0.0))


def ranks_of_differences(scores: ArrayLike, *, zeros: Zeros = "split", tolerance: float | None = None) -> FloatArray:
    """Return the ranks of the sizes of the differences of two algorithms, as `wilcoxon` sums them.

    Parameters
    ----------
    scores : (n_datasets, 2) array_like
        Of the two algorithms.
    zeros, tolerance
        As in `wilcoxon`.

    Returns
    -------
    (n_datasets,) float array
        1 for the smallest; ties share their mean rank; 0 for a difference that is not ranked.

    Raises
    ------
    ValueError
        If scores are missing or infinite.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, Table 2.

    Examples
    --------
    >>> ranks_of_differences([[0.9, 0.7], [0.6, 0.6], [0.8, 0.9], [0.5, 0.5]]).tolist()
    [4.0, 1.5, 3.0, 1.5]
    """
    differences, rounding = paired_differences(scores, [[0, 1]], tolerance=tolerance)
    ranks = np.empty(len(differences))
    ranks[np.argsort(np.abs(differences[:, 0]), kind="stable")] = signed_ranks(differences.T, rounding.T, zeros)[0][0]
    return ranks


def signed_ranks(differences: FloatArray, rounding: FloatArray, zeros: Zeros) -> tuple[FloatArray, FloatArray]:
    """Ranks of the absolute differences and their signs, row by row and in ascending order."""
    # A zero that is ignored or dropped has rank 0, and so no weight anywhere.
    order = np.argsort(np.abs(differences), axis=1, kind="stable")
    differences, rounding = (np.take_along_axis(each, order, axis=1) for each in (differences, rounding))
    size, sign = np.abs(differences), np.sign(differences)
    n_zeros = (sign == 0).sum(axis=1, keepdims=True)  # they have come to the front
    unranked = {"split": n_zeros % 2, "pratt": 0 * n_zeros, "wilcox": n_zeros}[zeros]
    place = np.arange(1, size.shape[1] + 1) - unranked
    starts = _starts_of_ties(size, rounding)
    ranks = _averaged(place, starts)
    return np.where(sign == 0, 0.0, ranks) if zeros == "pratt" else ranks, sign


def _starts_of_ties(size: FloatArray, rounding: FloatArray) -> BoolArray:
    """Return where in each ascending row a new run of ties starts; a run is tied with its first member."""
    if size.shape[1] <= len(size):
        return _starts_column_by_column(size, rounding)
    wide = np.diff(size, axis=1) > rounding.max(axis=1, keepdims=True)  # no run goes on over such a gap
    starts = np.concatenate([np.ones_like(size[:, :1], dtype=np.bool_), wide], axis=1)
    for _ in range(_MOST_SPLITS):
        beyond = _beyond_first(size, rounding, starts)
        rows = np.flatnonzero(beyond.any(axis=1))
        if not rows.size:
            return starts
        # only the first member of a run that is not tied with the run's first surely starts another
        runs = np.cumsum(starts[rows], axis=1)
        row, column = np.nonzero(beyond[rows])
        _, first = np.unique(row * size.shape[1] + runs[row, column] - 1, return_index=True)
        starts[rows[row[first]], column[first]] = True
    return _starts_column_by_column(size, rounding)


def _beyond_first(size: FloatArray, rounding: FloatArray, starts: BoolArray) -> BoolArray:
    """Return which members of each run, as the starts stand, are not tied with the first of their run."""
    first = np.maximum.accumulate(np.where(starts, np.arange(size.shape[1]), 0), axis=1)
    head, slack = (np.take_along_axis(each, first, axis=1) for each in (size, rounding))
    beyond: BoolArray = (size - head > np.maximum(slack, rounding)) | ((head == 0) & (size > 0))
    return beyond


def _starts_column_by_column(size: FloatArray, rounding: FloatArray) -> BoolArray:
    starts = np.ones(size.shape, dtype=np.bool_)
    head, slack = size[:, 0], rounding[:, 0]
    for column in range(1, size.shape[1]):
        apart = size[:, column] - head > np.maximum(slack, rounding[:, column])
        starts[:, column] = apart | ((head == 0) & (size[:, column] > 0))
        head = np.where(starts[:, column], size[:, column], head)
        slack = np.where(starts[:, column], rounding[:, column], slack)
    return starts


def _averaged(place: IntArray, starts: BoolArray) -> FloatArray:
    """Return the average place of each run of ties; a place of 0 or less, that of an unranked zero, takes no part."""
    rows, columns = place.shape
    run = np.cumsum(starts, axis=1) - 1 + columns * np.arange(rows)[:, np.newaxis]
    members, places = (
        np.bincount(run.ravel(), weights=each.ravel(), minlength=run.size) for each in (place > 0, np.maximum(place, 0))
    )
    return np.where(place > 0, (places / np.maximum(members, 1))[run], 0.0)


def _exact_upper(moving: FloatArray, difference: FloatArray) -> FloatArray:
    """Chance that random signs make the positive ranks exceed the others by at least as much."""
    doubled = np.rint(2 * moving).astype(np.int64)  # average ranks are halves
    unit = np.maximum(1, np.gcd.reduce(doubled, axis=1))  # 2 where none is
    doubled //= unit[:, np.newaxis]
    smaller = (doubled.sum(axis=1) - np.rint(2 * difference).astype(np.int64) // unit) // 2
    # rows of the same ranks, as all without ties are, share one distribution
    number_of: dict[bytes, int] = {}  # found by their bytes, far faster than by sorting
    number = np.array([number_of.setdefault(row.tobytes(), len(number_of)) for row in doubled], dtype=np.int64)
    weights = np.frombuffer(b"".join(number_of), dtype=np.int64).reshape(-1, doubled.shape[1])
    most = np.zeros(len(weights), dtype=np.int64)
    np.maximum.at(most, number, smaller)
    p = np.empty(difference.shape)
    for rows in _blocks(most):
        at_most = np.cumsum(chances_of_sums(weights[rows], int(most[rows].max())), axis=1)
        place = np.full(len(weights), -1)
        place[rows] = np.arange(len(rows))
        in_block = np.flatnonzero(place[number] >= 0)
        p[in_block] = at_most[place[number[in_block]], smaller[in_block]]
    return p


def _blocks(most: IntArray) -> Iterator[IntArray]:
    """Rows to be worked on together, whose sums are wanted about as far, as many as stay in the cache."""
    order = np.argsort(most, kind="stable")[::-1]
    start = 0
    while start < len(order):
        end = start + max(1, _AT_ONCE // (int(most[order[start]]) + 1))
        yield order[start:end]
        start = end


def chances_of_sums(weights: IntArray, up_to: int) -> FloatArray:
    """Chance of each sum from 0 to a bound when every weight of a row counts with probability one half."""
    # Sums of no more than 50 weights are exact: their chances are multiples of 2**-50, in whatever order they are
    # added.
    weights = weights[:, weights.any(axis=0)]  # a weight of 0 adds nothing to any sum
    rows, columns = weights.shape
    ahead = min(int(weights.max(initial=0)), up_to + 1)
    counts = np.zeros((rows, ahead + up_to + 1))  # what is ahead of the sum 0 stays 0
    counts[:, ahead] = 1.0
    shift = np.minimum(weights, ahead)
    start = np.arange(rows) * counts.shape[1] + ahead
    windows = sliding_window_view(counts.ravel(), up_to + 1)  # which show what is added meanwhile
    reach = np.minimum(np.cumsum(shift.max(axis=0, initial=0)), up_to) + 1
    for column, length in zip(shift.T, reach.tolist(), strict=True):
        counts[:, ahead : ahead + length] += windows[start - column, :length]
    chances: FloatArray = np.ldexp(counts[:, ahead:], -columns)
    return chances


def _deviations(moving: FloatArray, difference: FloatArray) -> FloatArray:
    """Return the difference of the rank sums in its standard deviations under random signs; 0 without any rank."""
    spread = np.sqrt((moving**2).sum(axis=1))
    deviations: FloatArray = np.divide(difference, spread, out=np.zeros_like(difference), where=spread > 0)
    return deviations
