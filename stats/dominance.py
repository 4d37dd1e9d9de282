"""How often one algorithm scores higher: Cliff's delta over all data sets, superiority on the same one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, FloatArray, IntArray, as_matrix, as_pairs, check_level, paired_differences
from rankpress.stats.effects import NO_DIFFERENCE, PairEffects, are_alike
from rankpress.stats.proportions import wilson_interval
from rankpress.stats.tails import normal_two_sided_isf, t_two_sided_isf
from rankpress.stats.walsh import in_blocks

_TWO_DATASETS = "two data sets do not show how much the estimate varies"


@in_blocks
def probability_of_superiority(
    scores: ArrayLike, pairs: ArrayLike, level: float = 0.95, *, tolerance: float | None = None
) -> PairEffects:
    """Return the chance that the first of two algorithms is the better one on a data set, ties counting half.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.
    tolerance : float or None
        Differences nearer to 0 than this are ties; None: those within the rounding error of the scores.

    Returns
    -------
    PairEffects
        From 0 to 1; 0.5 is no difference.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    P(first > second) + P(tie) / 2 on one and the same data set: wins and half of the ties, as a part of the data sets.
    It is Grissom and Kim's measure for dependent groups [1]_. The interval is Wilson's; ties, which vary less than wins
    and losses, enter it with their own variance.

    References
    ----------
    .. [1] Grissom, R. J. and Kim, J. J. (2012). Effect Sizes for Research, 2nd edition, chapter 5. Routledge.
       doi:10.4324/9780203803233
    .. [2] Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal of the
       American Statistical Association 22, 209-212. doi:10.1080/01621459.1927.10502953

    Examples
    --------
    Eight wins on ten data sets:

    >>> effect = probability_of_superiority([[1, 0]] * 8 + [[0, 1]] * 2, [[0, 1]])
    >>> effect.estimate.tolist(), effect.low.round(4).tolist(), effect.high.round(4).tolist()
    ([0.8], [0.4902], [0.9433])
    """
    check_level("level", level)
    differences, _ = paired_differences(scores, pairs, rows=2, tolerance=tolerance)
    n_datasets, n_pairs = differences.shape
    ties = (differences == 0).mean(axis=0)
    share = (np.sign(differences).sum(axis=0) / n_datasets + 1) / 2
    low, high = wilson_interval(
        share, np.full(n_pairs, float(n_datasets)), ties, float(normal_two_sided_isf(1 - level))
    )
    why = tuple(NO_DIFFERENCE if all_tied else "" for all_tied in ties == 1)
    return PairEffects("superiority", share, low, high, level, "Wilson", why)


@in_blocks
def cliffs_delta(
    scores: ArrayLike, pairs: ArrayLike, level: float = 0.95, *, tolerance: float | None = None
) -> PairEffects:
    """Compute Cliff's delta: how much more often a score of one algorithm exceeds one of the other than falls below it.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.
    tolerance : float or None
        Scores nearer to each other than this are tied; None: those that agree but for rounding error. An algorithm that
        ties with another on every data set has a delta of 0.

    Returns
    -------
    PairEffects
        From -1 to 1; 0 is no difference.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The estimate compares all n x n pairs of scores, as is usual. Most of these are of different data sets, so that an
    algorithm that is a little better on every one has a delta near 0 where data sets differ much in difficulty;
    `probability_of_superiority` compares scores on the same data set.

    The interval honours that data sets are what varies. It is by Student's t on Fisher's scale about the estimate, with
    the jackknife variance of delta between different data sets (d_b of [1]_, which leaves out the n pairs of a data set
    with itself), or (1 - delta^2) / (n^2 - 1), the least that [2]_ allow for, if that is larger. Where all scores of
    one algorithm exceed those of the other on all other data sets, it is Wilson's for that share of n. In simulations
    of normal, skewed and heavy-tailed differences on 10 to 100 data sets intervals of level 0.95 held the true delta
    between data sets in 88 to 100% of studies; without the least variance in as few as 76%, where 10 data sets differ
    four times as much as algorithms do on one of them.

    References
    ----------
    .. [1] Cliff, N. (1993). Dominance statistics: ordinal analyses to answer ordinal questions. Psychological Bulletin
       114, 494-509. doi:10.1037/0033-2909.114.3.494
    .. [2] Feng, D. and Cliff, N. (2004). Monte Carlo evaluation of ordinal d with improved confidence interval. Journal
       of Modern Applied Statistical Methods 3, 322-332. doi:10.22237/jmasm/1099267560

    Examples
    --------
    Of nine pairs of scores six are in favor of the first, three of the second:

    >>> cliffs_delta([[2, 1], [4, 3], [6, 5]], [[0, 1]]).estimate.round(4).tolist()
    [0.3333]
    """
    check_level("level", level)
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    first, second = _net_wins(matrix, indices, tolerance)
    n_datasets, n_pairs = first.shape
    differences, _ = paired_differences(matrix, indices, tolerance=tolerance)
    absent = are_alike(differences)
    estimate = np.where(absent, 0.0, np.clip(first.sum(axis=0) / n_datasets**2, -1.0, 1.0))
    why = tuple(NO_DIFFERENCE if none else "" for none in absent)
    if n_datasets == 2:
        low = high = np.full(n_pairs, np.nan)
        return PairEffects("cliffs-delta", estimate, low, high, level, "Fisher's z", (_TWO_DATASETS,) * n_pairs)
    itself = np.sign(differences)
    low, high = _about(estimate, first - itself, second + itself, level)
    low, high = (np.where(absent, 0.0, end) for end in (low, high))
    return PairEffects("cliffs-delta", estimate, low, high, level, "Fisher's z", why)


def _net_wins(matrix: FloatArray, pairs: IntArray, tolerance: float | None) -> tuple[FloatArray, FloatArray]:
    """Return how many scores of the other of each pair a score exceeds, less those that exceed it, for both sides."""
    used, indices = np.unique(pairs, return_inverse=True)
    order = np.argsort(matrix[:, used].T, axis=1)
    ascending = np.take_along_axis(matrix[:, used].T, order, axis=1)
    sides = indices.reshape(pairs.shape)
    first, second = (_net_wins_of_first(ascending, order, each, tolerance) for each in (sides, sides[:, ::-1]))
    return first, second


def _net_wins_of_first(ascending: FloatArray, order: IntArray, pairs: IntArray, tolerance: float | None) -> FloatArray:
    slack = 0.0 * ascending if tolerance == 0 else ROUNDING * np.abs(ascending)
    n = ascending.shape[1]
    net = np.empty((n, len(pairs)))
    for b in np.unique(pairs[:, 1]):  # one search for all that it is compared with
        places = np.flatnonzero(pairs[:, 1] == b)
        a = pairs[places, 0]
        if tolerance:  # those just as far away as this are not tied
            below = np.searchsorted(ascending[b], ascending[a] - tolerance, side="right")
            net[order[a].T, places] = (below - (n - np.searchsorted(ascending[b], ascending[a] + tolerance))).T
            continue
        # in ascending order, since searching for 100,000 scores in any other misses the processor's cache each time
        below = np.searchsorted(ascending[b], ascending[a] - slack[a], side="left")
        most, not_above = ascending[a] + slack[a], below.copy()
        tied = np.append(ascending[b], np.inf)[below] <= most
        not_above[tied] = np.searchsorted(ascending[b], most[tied], side="right")
        net[order[a].T, places] = (below - (n - not_above)).T
    return net


def _about(estimate: FloatArray, first: FloatArray, second: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Interval about the estimate, its width from the net wins of each score over those of other data sets."""
    n = len(first)
    influence = (first - second) / (n - 1)
    delta = influence.mean(axis=0) / 2
    variance = (n - 1) / (n * (n - 2) ** 2) * ((influence - 2 * delta) ** 2).sum(axis=0)
    # of few data sets that contribute alike the jackknife is near 0, which is no sign of certainty
    variance = np.maximum(variance, (1 - delta**2) / (n**2 - 1))
    separated = np.abs(delta) >= 1 - 1e-9
    inner = np.where(separated, 0.0, estimate)
    half = float(t_two_sided_isf(1 - level, n - 1)) * np.sqrt(variance) / (1 - inner**2)
    low, high = np.tanh(np.arctanh(inner) - half), np.tanh(np.arctanh(inner) + half)
    z = float(normal_two_sided_isf(1 - level))
    certain = wilson_interval((1 + estimate) / 2, np.full_like(delta, n), np.zeros_like(delta), z)
    return np.where(separated, 2 * certain[0] - 1, low), np.where(separated, 2 * certain[1] - 1, high)
