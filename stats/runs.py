"""Bergmann and Hommel's adjustment over runs of rank neighbours, for p-values that fall with their distance.

Sort the algorithms by average rank. If p-values never rise with the distance, a set of algorithms is a clique
at level t just when its two ends have p >= t. Two facts then replace the search over all partitions.

Without a pair to keep together, some best partition consists of runs. Take two interleaved blocks, sort their
union, and cut it so that the block with the leftmost member keeps its size: both parts are cliques again.

With a pair i, j to keep together, let B be its block. Of all best partitions take one with B as large as can
be and the other blocks runs of what B leaves over. Let A be another block that has a member between the ends
of B, or members on both sides of it. That member could join B; so A has at least two members more than B,
else moving it there would lose nothing. Then no member of B but i and j can join A, as moving it would gain.
So those members lie outside A, and all to one side of it: two on different sides, each too far from the other
end of A, would be too far from each other. Hence, *once i and j are taken out*, the others fall into runs, of
which one, or none, is the rest of B. A single pass over the sorted algorithms finds the best of these.

B itself need not be a run. Where a crowd stands between i and j and another just beyond j, it can be best to
leave both in one block, with i and j in a block of two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_vector
from rankpress.stats.pairs import all_pairs

ROUNDING = 1e-9
"""How much, as a part of itself, a p-value may rise with the distance and still be taken to fall."""

_AT_ONCE = 256  # pairs whose partitions are looked for together: arrays that stay in the cache


def largest_products_over_runs(p: FloatArray, average_ranks: FloatArray) -> FloatArray:
    """For each pair the largest product, over exhaustive sets with it, of size and smallest p-value.

    Parameters
    ----------
    p : (n_pairs,) float array
        p-values in the order of `all_pairs`, never rising with the distance of the average ranks.
    average_ranks : (n_algorithms,) float array

    Returns
    -------
    (n_pairs,) float array
        Exact below 1. From 1 on, where it no longer matters, only known to be at least 1.

    Notes
    -----
    Each pair takes the levels in descending order of t times the largest number of pairs in any partition, a bound
    for all pairs, and is done with when its largest product so far reaches the bound of its next level. All pairs
    that are not take their next step together.

    Examples
    --------
    >>> largest_products_over_runs(np.array([0.25, 0.125, 0.25]), np.array([1.0, 2.0, 3.0])).tolist()
    [0.375, 0.375, 0.375]
    """
    n_algorithms = average_ranks.size
    order = np.argsort(average_ranks, kind="stable")
    first, second = all_pairs(n_algorithms).T
    square = (_symmetric(p, n_algorithms) + np.eye(n_algorithms))[np.ix_(order, order)]
    levels = np.unique(p[p > 0])[::-1]
    bounds = levels * _most_pairs_in_runs(square, levels)
    by_bound = np.argsort(-bounds, kind="stable")
    best = _largest_products(square, levels[by_bound], np.minimum(bounds[by_bound], 1.0))
    products = np.empty_like(square)
    products[np.ix_(order, order)] = _symmetric(best, n_algorithms)
    return np.asarray(products[first, second], dtype=np.float64)


def _largest_products(square: FloatArray, levels: FloatArray, bounds: FloatArray) -> FloatArray:
    """The products of the pairs in rank order, every open pair at its own next level at a time."""
    first, second = all_pairs(len(square)).T
    of_pair = square[first, second]
    best, next_level = np.zeros(of_pair.size), np.zeros(of_pair.size, dtype=np.int64)
    open_ = np.arange(of_pair.size)
    while True:
        next_level[open_] = _next_levels(of_pair[open_], best[open_], next_level[open_], levels, bounds)
        open_ = open_[next_level[open_] < len(levels)]
        if not open_.size:
            return best
        open_ = open_[np.argsort(next_level[open_], kind="stable")]
        for start in range(0, open_.size, _AT_ONCE):
            some = open_[start : start + _AT_ONCE]
            at = levels[next_level[some]]
            best[some] = np.maximum(best[some], at * _most_pairs_with(square, at, first[some], second[some]))
        next_level[open_] += 1


def _next_levels(p: FloatArray, best: FloatArray, start: IntArray, levels: FloatArray, bounds: FloatArray) -> IntArray:
    """For each pair the first level from its start on that it is alike at and whose bound exceeds its best product."""
    last = np.searchsorted(-bounds, -best, side="left")
    place = start.copy()
    waiting = np.flatnonzero(place < last)
    while waiting.size:
        waiting = waiting[p[waiting] < levels[place[waiting]]]
        place[waiting] += 1
        waiting = waiting[place[waiting] < last[waiting]]
    return np.where(place < last, place, len(levels))


def most_pairs_over_runs(p: FloatArray, average_ranks: FloatArray) -> IntArray:
    """For each level, how many hypotheses can be true if all with smaller p-values are false.

    Parameters
    ----------
    p : (n_pairs,) float array
        p-values in the order of `all_pairs`, never rising with the distance of the average ranks.
    average_ranks : (n_algorithms,) float array

    Returns
    -------
    (n_levels,) int array
        For each distinct p-value, in ascending order.

    Examples
    --------
    >>> most_pairs_over_runs(np.array([0.25, 0.125, 0.25]), np.array([1.0, 2.0, 3.0])).tolist()
    [3, 1]
    """
    order = np.argsort(average_ranks, kind="stable")
    square = (_symmetric(p, average_ranks.size) + np.eye(average_ranks.size))[np.ix_(order, order)]
    return _most_pairs_in_runs(square, np.unique(p))


def falling_with_distance(p: FloatArray, average_ranks: ArrayLike, n_algorithms: int) -> FloatArray | None:
    """The p-values freed of rounding; None if they rise with the distance by more than rounding.

    Parameters
    ----------
    p : (n_pairs,) float array
        p-values in the order of `all_pairs`.
    average_ranks : (n_algorithms,) array_like
    n_algorithms : int

    Returns
    -------
    (n_pairs,) float array or None

    Raises
    ------
    ValueError
        If there is not an average rank for each algorithm.

    Examples
    --------
    >>> falling_with_distance(np.array([0.25, 0.125, 0.25]), [1.0, 2.0, 3.0], 3).tolist()
    [0.25, 0.125, 0.25]
    >>> falling_with_distance(np.array([0.125, 0.25, 0.125]), [1.0, 2.0, 3.0], 3) is None
    True
    """
    ranks = as_vector("average_ranks", average_ranks, length=n_algorithms)
    first, second = all_pairs(n_algorithms).T
    distance = np.abs(ranks[first] - ranks[second])
    order = np.lexsort((-p, distance))
    falling = np.empty_like(p)
    falling[order] = np.minimum.accumulate(p[order])
    for group in np.split(order, np.flatnonzero(np.diff(distance[order])) + 1):
        falling[group] = falling[group].min()
    return falling if np.allclose(falling, p, rtol=ROUNDING, atol=0.0) else None


def _symmetric(values: FloatArray, n_algorithms: int) -> FloatArray:
    first, second = all_pairs(n_algorithms).T
    square = np.zeros((n_algorithms, n_algorithms))
    square[first, second] = square[second, first] = values
    return square


def _most_pairs_in_runs(square: FloatArray, levels: FloatArray) -> IntArray:
    """Largest number of pairs in a partition of all algorithms into runs that are cliques, at each level."""
    count = len(square)
    most = np.zeros((levels.size, count + 1), dtype=np.int64)
    for end in range(count):
        # in rank order p rises towards the diagonal, so that those that can share a run with this end are the last
        starts = np.searchsorted(square[end, : end + 1], levels)
        sizes = np.arange(end + 1, 0, -1)
        joined = most[:, : end + 1] + sizes * (sizes - 1) // 2
        most[:, end + 1] = np.where(np.arange(end + 1) >= starts[:, np.newaxis], joined, 0).max(axis=1)
    return most[:, count]


def _most_pairs_with(square: FloatArray, levels: FloatArray, left: IntArray, right: IntArray) -> IntArray:
    """Largest number of pairs in a partition into cliques that keeps left and right together.

    Parameters
    ----------
    square : (n_algorithms, n_algorithms) float array
        p-values between the algorithms in rank order, 1 of each with itself.
    levels : (n_rows,) float array
        Algorithms are alike where p is at least that of the row.
    left, right : (n_rows,) int array
        Places in rank order, left < right, alike.
    """
    count = len(square) - 2
    others = np.arange(count) + (np.arange(count) >= left[:, np.newaxis])
    others += others >= right[:, np.newaxis]
    # no run is longer than the number of those that one of its members is alike to
    longest = int((square >= levels.min()).sum(axis=1).max())
    # Most pairs among the first few others while the block of left and right is not met, and once it is. It
    # may be those two alone, hence the ones.
    before = np.zeros((left.size, count + 1), dtype=np.int64)
    after = np.ones((left.size, count + 1), dtype=np.int64)
    level, left, right = levels[:, np.newaxis], left[:, np.newaxis], right[:, np.newaxis]
    for end in range(count):
        starts = np.arange(max(0, end + 1 - longest), end + 1)
        sizes = end + 1 - starts
        heads, tail = others[:, starts], others[:, [end]]
        clique = square[heads, tail] >= level
        with_pair = square[np.minimum(heads, left), np.maximum(tail, right)] >= level
        alone = sizes * (sizes - 1) // 2
        joined = (sizes + 2) * (sizes + 1) // 2
        before[:, end + 1] = np.where(clique, before[:, starts] + alone, 0).max(axis=1)
        after[:, end + 1] = np.maximum(
            np.where(clique, after[:, starts] + alone, 0).max(axis=1),
            np.where(with_pair, before[:, starts] + joined, 0).max(axis=1),
        )
    return after[:, count]
