"""Wilcoxon's signed-ranks test over data sets, exact with ties and zeros."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, as_pairs
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import normal_two_sided

EXACT_UP_TO = 50
"""Most data sets for which p is exact: multiples of 2**-50 still add up without rounding."""

ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""Differences that agree to this part of the scores are equal but for rounding (0.3 - 0.2 and 0.2 - 0.1)."""


def wilcoxon(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Wilcoxon's signed-ranks test of two algorithms over data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        `statistic` is the smaller sum of ranks. `details` has `r_plus`, the sum of ranks of the data sets on
        which the first of the pair is better; `r_minus`, on which the second is; `n_used`, the number of data
        sets ranked. p is exact for up to 50 data sets ranked, else by the normal distribution. It is 1 where
        no data set tells the two apart.

    Raises
    ------
    ValueError
        If scores are missing or infinite, or the pairs are not of these algorithms.

    Notes
    -----
    As in [1]_, differences of zero are ranked with the others and their ranks are split evenly between the
    sums; of an odd number of them one is ignored. The exact p is that of the permutation distribution of the
    ranks as they stand: each difference that is not zero is as likely positive as negative, those that are
    zero stay. The normal form takes its variance, a quarter of the sum of the squared ranks of those
    differences, so that it is corrected for ties and zeros; there is no continuity correction. Data sets are
    assumed independent, and differences comparable between them as to which is the larger.

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
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    first, second = matrix[:, indices[:, 0]].T, matrix[:, indices[:, 1]].T
    ranks, sign = _signed_ranks(first - second, ROUNDING * np.maximum(np.abs(first), np.abs(second)))
    half_of_zeros = np.where(sign == 0, ranks, 0.0).sum(axis=1) / 2
    r_plus = np.where(sign > 0, ranks, 0.0).sum(axis=1) + half_of_zeros
    r_minus = np.where(sign < 0, ranks, 0.0).sum(axis=1) + half_of_zeros
    n_used = (ranks > 0).sum(axis=1)
    moving = np.where(sign != 0, ranks, 0.0)
    p = _normal_p(moving, r_plus - r_minus)
    exact = n_used <= EXACT_UP_TO
    p[exact] = _exact_p(moving[exact], (r_plus - r_minus)[exact])
    details = {"r_plus": r_plus, "r_minus": r_minus, "n_used": n_used.astype(np.float64)}
    return PairTests("wilcoxon", np.minimum(r_plus, r_minus), p, details)


def _signed_ranks(differences: FloatArray, rounding: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Ranks of the absolute differences and their signs, row by row and in ascending order.

    An ignored zero has rank 0, and so no weight anywhere.
    """
    sign = np.where(np.abs(differences) <= rounding, 0.0, np.sign(differences))
    size = np.abs(differences) * (sign != 0)
    order = np.argsort(size, axis=1, kind="stable")
    size, sign, rounding = (np.take_along_axis(each, order, axis=1) for each in (size, sign, rounding))
    odd = (sign == 0).sum(axis=1, keepdims=True) % 2  # the zero to ignore has come to the front
    place = np.arange(1, size.shape[1] + 1) - odd
    starts = _starts_of_ties(size, rounding)
    return np.array([_averaged(*row) for row in zip(place, starts, strict=True)]), sign


def _starts_of_ties(size: FloatArray, rounding: FloatArray) -> BoolArray:
    """Where in each ascending row a new run of ties starts; a run is tied with its first member."""
    starts = np.ones(size.shape, dtype=np.bool_)
    head, slack = size[:, 0], rounding[:, 0]
    for column in range(1, size.shape[1]):
        apart = size[:, column] - head > np.maximum(slack, rounding[:, column])
        starts[:, column] = apart | ((head == 0) & (size[:, column] > 0))
        head = np.where(starts[:, column], size[:, column], head)
        slack = np.where(starts[:, column], rounding[:, column], slack)
    return starts


def _averaged(place: IntArray, starts: BoolArray) -> FloatArray:
    """The average place of each run of ties; a place of 0, that of an ignored zero, takes no part."""
    run = np.cumsum(starts)
    members = np.bincount(run, weights=place > 0)
    average = np.bincount(run, weights=place) / np.maximum(members, 1)
    return np.where(place > 0, average[run], 0.0)


def _exact_p(moving: FloatArray, difference: FloatArray) -> FloatArray:
    """Chance that random signs make the rank sums differ at least as much."""
    p = np.empty(difference.shape)
    chances: dict[bytes, FloatArray] = {}  # pairs without ties all share one distribution
    for row, ranks in enumerate(moving):
        doubled = np.rint(2 * ranks[ranks > 0]).astype(np.int64)  # average ranks are halves
        key = doubled.tobytes()
        if key not in chances:
            chances[key] = np.cumsum(_chance_of_sums(doubled))
        smaller = round(doubled.sum() - 2 * abs(difference[row])) // 2
        p[row] = min(1.0, 2 * chances[key][smaller])
    return p


def _chance_of_sums(weights: IntArray) -> FloatArray:
    """Chance of each sum from 0 up when every weight counts with probability one half."""
    chance = np.zeros(int(weights.sum()) + 1)
    chance[0] = 1.0
    reached = 0
    for weight in weights.tolist():
        half = chance[: reached + 1] / 2
        chance[: reached + 1] = half
        chance[weight : weight + reached + 1] += half
        reached += weight
    return chance


def _normal_p(moving: FloatArray, difference: FloatArray) -> FloatArray:
    spread = np.sqrt((moving**2).sum(axis=1))  # standard deviation of the difference of the sums
    return normal_two_sided(np.divide(difference, spread, out=np.zeros_like(difference), where=spread > 0))
