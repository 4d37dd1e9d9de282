"""How sure the rank of an algorithm is: confidence sets for ranks over data sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, BoolArray, FloatArray, IntArray, as_matrix, check_level, paired_differences
from rankpress.stats.bootstrap import DRAWS as RESAMPLES
from rankpress.stats.bootstrap import blocks_of_counts
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.sign_flips import DRAWS, SLACK, blocks_of_signs, standardized


@dataclass(frozen=True)
class RankIntervals:
    """Hold intervals for the ranks of algorithms, 1 the best.

    Parameters
    ----------
    method : {"simultaneous", "marginal", "bootstrap"}
        All true ranks lie in their intervals with the level; each rank does by itself; or percentiles of resamples.
    low, high : (n_algorithms,) int arrays
        The best and the worst rank of each interval.
    level : float
        Confidence level.

    Examples
    --------
    >>> ranks = bootstrap_rank_intervals([[9, 2, 1], [8, 1, 2], [9, 3, 3], [7, 2, 3], [8, 3, 1], [9, 1, 1]])
    >>> ranks.low.tolist(), ranks.high.tolist()
    ([1, 2, 2], [1, 3, 3])
    """

    method: Literal["simultaneous", "marginal", "bootstrap"]
    low: IntArray
    high: IntArray
    level: float


def rank_confidence_sets(
    scores: ArrayLike, level: float = 0.95, *, simultaneous: bool = True, draws: int = DRAWS, seed: int = 0
) -> RankIntervals:
    """Compute confidence sets for the ranks of algorithms by their mean scores over data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better: scores, or ranks on each data set with their sign turned; at least two data sets.
    level : float
        Confidence level.
    simultaneous : bool
        Whether all sets together have the level, or each by itself.
    draws, seed : int
        Of the random signs, where data sets are too many for all of them.

    Returns
    -------
    RankIntervals

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, scores that are missing or infinite, or a level outside 0 to 1.

    Notes
    -----
    The rank of an algorithm is one more than the number of algorithms of larger expected score. Its set starts at one
    more than the number of algorithms found better than it and ends at their number minus that of those found worse
    [1]_ (section 3.4), by step-down tests of the one-sided hypotheses that one algorithm is no better than another,
    for all ordered pairs (simultaneous) or those of the algorithm itself (marginal). Their critical values are
    quantiles of the largest t statistic by random signs of the data sets instead of the bootstrap of [1]_, whose
    statistics of 10 data sets are far too small or without a spread. Signs are exact for differences that are jointly
    symmetric; with fewer than six data sets at level 0.95 nothing is found, and all sets hold all ranks.

    References
    ----------
    .. [1] Mogstad, M., Romano, J. P., Shaikh, A. M. and Wilhelm, D. (2024). Inference for ranks with applications to
       mobility across neighbourhoods and academic achievement across countries. Review of Economic Studies 91, 476-518.
       doi:10.1093/restud/rdad006
    .. [2] Romano, J. P. and Wolf, M. (2005). Exact and approximate stepdown methods for multiple hypothesis testing.
       Journal of the American Statistical Association 100, 94-108. doi:10.1198/016214504000000539

    Examples
    --------
    The first algorithm is best on all of eight data sets, the order of the others is open:

    >>> scores = np.array([[9, 2, 1], [8, 1, 2], [9, 3, 3], [7, 2, 3], [8, 3, 1], [9, 1, 1], [8, 2, 3], [7, 1, 0]])
    >>> ranks = rank_confidence_sets(scores)
    >>> ranks.low.tolist(), ranks.high.tolist()
    ([1, 2, 2], [1, 3, 3])
    """
    check_level("level", level)
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    k = matrix.shape[1]
    if simultaneous:
        better = _found_better(matrix, np.arange(k), level, draws, seed)
        low, high = 1 + better.sum(axis=0), k - better.sum(axis=1)
    else:
        ends = []
        for algorithm in range(k):
            better = _found_better(matrix, np.array([algorithm]), level, draws, seed)
            ends.append((1 + better[:, algorithm].sum(), k - better[algorithm].sum()))
        low, high = np.array(ends).T
    return RankIntervals("simultaneous" if simultaneous else "marginal", low, high, level)


def _found_better(matrix: FloatArray, of: IntArray, level: float, draws: int, seed: int) -> BoolArray:
    """Return which algorithms [i, j] are found better, among all ordered pairs that have one of the algorithms `of`."""
    k = matrix.shape[1]
    pairs = all_pairs(k) if len(of) == k else pairs_with(int(of[0]), k)
    columns = standardized(paired_differences(matrix, pairs)[0])
    observed = columns.sum(axis=0)
    statistic = np.stack([observed, -observed])  # of the pairs, and of the pairs turned round
    remaining = np.ones(statistic.shape, dtype=np.bool_)
    while True:
        rejected = remaining & (statistic * (1 - SLACK) > _critical_value(columns, remaining, level, draws, seed))
        if not rejected.any():
            break
        remaining &= ~rejected
    better = np.zeros((k, k), dtype=np.bool_)
    better[tuple(pairs[~remaining[0]].T)] = True
    better[tuple(pairs[~remaining[1], ::-1].T)] = True
    return better


def _critical_value(columns: FloatArray, remaining: BoolArray, level: float, draws: int, seed: int) -> float:
    """Return what the largest remaining statistic exceeds in too many draws of signs for a test of this level."""
    largest = []
    for signs in blocks_of_signs(len(columns), draws, seed, columns.shape[1]):
        sums = signs @ columns
        for turned in (sums, -sums):  # each draw of signs stands for that with all signs turned, too
            ahead = np.where(remaining[0], turned, -np.inf).max(axis=1)
            largest.append(np.maximum(ahead, np.where(remaining[1], -turned, -np.inf).max(axis=1)))
    descending = np.sort(np.concatenate(largest))[::-1]
    return float(descending[int((1 - level) * len(descending) * (1 + SLACK))])


def bootstrap_rank_intervals(
    scores: ArrayLike, level: float = 0.95, *, draws: int = RESAMPLES, seed: int = 1
) -> RankIntervals:
    """Compute percentile intervals of the ranks that algorithms have on resampled data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better: scores, or ranks on each data set with their sign turned.
    level : float
        Level of each interval by itself.
    draws, seed : int
        Of the resamples.

    Returns
    -------
    RankIntervals

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, scores that are missing or infinite, or a level outside 0 to 1.

    Notes
    -----
    Of each resample algorithms are ranked by their mean scores, and the interval reaches from the lower to the upper
    percentile of an algorithm's ranks, those between two ranks taken outwards [1]_. Algorithms that tie in a resample
    have the best of their ranks in the lower end and the worst in the upper. It shows how stable an observed rank is;
    where algorithms are equally good or nearly so, it holds the true rank less often than its level says, and
    `rank_confidence_sets` should be preferred [2]_.

    References
    ----------
    .. [1] Goldstein, H. and Spiegelhalter, D. J. (1996). League tables and their limitations: statistical issues in
       comparisons of institutional performance. Journal of the Royal Statistical Society A 159, 385-409.
       doi:10.2307/2983325
    .. [2] Mogstad, M., Romano, J. P., Shaikh, A. M. and Wilhelm, D. (2024). Inference for ranks with applications to
       mobility across neighbourhoods and academic achievement across countries. Review of Economic Studies 91, 476-518.
       doi:10.1093/restud/rdad006

    Examples
    --------
    >>> scores = np.array([[9, 2, 1], [8, 1, 2], [9, 3, 3], [7, 2, 3], [8, 3, 1], [9, 1, 1], [8, 2, 3], [7, 1, 0]])
    >>> ranks = bootstrap_rank_intervals(scores)
    >>> ranks.low.tolist(), ranks.high.tolist()
    ([1, 2, 2], [1, 3, 3])
    """
    check_level("level", level)
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    best, worst = [], []
    for counts in blocks_of_counts(len(matrix), draws, seed):
        totals, rounding = (counts @ matrix).T, ROUNDING * (counts @ np.abs(matrix)).T
        above = [(totals > total + slack).sum(axis=0) for total, slack in zip(totals, rounding, strict=True)]
        not_below = [(totals >= total - slack).sum(axis=0) for total, slack in zip(totals, rounding, strict=True)]
        best.append(1 + np.array(above))
        worst.append(np.array(not_below))
    tail = (1 - level) / 2
    low = np.quantile(np.concatenate(best, axis=1), tail, axis=1, method="lower")
    high = np.quantile(np.concatenate(worst, axis=1), 1 - tail, axis=1, method="higher")
    return RankIntervals("bootstrap", low.astype(np.int64), high.astype(np.int64), level)
