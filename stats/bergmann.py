"""Bergmann and Hommel's procedure for all pairs: closed testing over exhaustive sets."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rankpress.stats.arrays import FloatArray, IntArray, as_p_values, as_vector, check_count
from rankpress.stats.exhaustive import exhaustive_sets
from rankpress.stats.pairs import all_pairs

Counts = NDArray[np.int16]

_FEW = 8  # algorithms at most have so few exhaustive sets, 4,139, that going through all of them is fastest


def largest_products(p: FloatArray, n_algorithms: int) -> FloatArray:
    """For each pair the largest product, over exhaustive sets with it, of size and smallest p-value."""
    return (largest_products_over_sets if n_algorithms <= _FEW else largest_products_over_cliques)(p, n_algorithms)


def most_pairs(p: FloatArray, n_algorithms: int) -> IntArray:
    """For each level, how many hypotheses can be true if all with smaller p-values are false."""
    return (most_pairs_over_sets if n_algorithms <= _FEW else most_pairs_over_cliques)(p, n_algorithms)


def largest_products_over_sets(p: FloatArray, n_algorithms: int) -> FloatArray:
    """Return the same from a list of the exhaustive sets."""
    sets = exhaustive_sets(n_algorithms)
    products = np.where(sets, p, np.inf).min(axis=1) * sets.sum(axis=1)
    return np.asarray((sets * products[:, np.newaxis]).max(axis=0))


def most_pairs_over_sets(p: FloatArray, n_algorithms: int) -> IntArray:
    """Return the same from a list of the exhaustive sets."""
    sets = exhaustive_sets(n_algorithms)
    can_be_true = np.where(sets, p, np.inf).min(axis=1)[:, np.newaxis] >= np.unique(p)
    return np.asarray((can_be_true * sets.sum(axis=1)[:, np.newaxis]).max(axis=0))


def largest_products_over_cliques(p: FloatArray, n_algorithms: int) -> FloatArray:
    """For each pair the largest product, over exhaustive sets with it, of size and smallest p-value."""
    levels, level_of_pair = np.unique(p, return_inverse=True)
    n_levels = _levels_as_clique(level_of_pair, n_algorithms, levels.size)
    most_pairs = _most_pairs_in_cliques(n_levels, n_algorithms, levels.size)
    everyone = (1 << n_algorithms) - 1
    masks = np.arange(1 << n_algorithms)
    size = np.bitwise_count(masks).astype(np.int64)
    # Best with one block given: that block's pairs and the best partition of all the others.
    products = levels * ((size * (size - 1) // 2)[:, np.newaxis] + most_pairs[everyone ^ masks])
    products[np.arange(levels.size) >= n_levels[:, np.newaxis]] = 0.0
    best = products.max(axis=1)
    pair_masks = (1 << all_pairs(n_algorithms)).sum(axis=1)
    return np.array([best[(masks & pair) == pair].max() for pair in pair_masks])


def most_pairs_over_cliques(p: FloatArray, n_algorithms: int) -> IntArray:
    """For each level, how many hypotheses can be true if all with smaller p-values are false."""
    levels, level_of_pair = np.unique(p, return_inverse=True)
    n_levels = _levels_as_clique(level_of_pair, n_algorithms, levels.size)
    most_pairs: IntArray = _most_pairs_in_cliques(n_levels, n_algorithms, levels.size)[-1].astype(np.int64)
    return most_pairs


def _levels_as_clique(level_of_pair: IntArray, n_algorithms: int, n_levels: int) -> IntArray:
    """For each subset the number of levels, from the lowest up, at which all its pairs are edges."""
    edge = np.full((n_algorithms, n_algorithms), n_levels - 1)
    first, second = all_pairs(n_algorithms).T
    edge[first, second] = edge[second, first] = level_of_pair
    lowest = np.full(1 << n_algorithms, n_levels - 1)
    for newest in range(n_algorithms):
        to_newest = np.full(1 << newest, n_levels - 1)  # lowest edge from each subset of the earlier ones
        for other in range(newest):
            half = 1 << other
            to_newest[half : 2 * half] = np.minimum(to_newest[:half], edge[other, newest])
        lowest[1 << newest : 2 << newest] = np.minimum(lowest[: 1 << newest], to_newest)
    return lowest + 1


def _most_pairs_in_cliques(n_levels: IntArray, n_algorithms: int, count: int) -> Counts:
    """For each subset and level the largest number of pairs within the blocks of a partition into cliques."""
    # Algorithms are added one at a time. The block of the newest is it and some subset C of the earlier; what that adds
    # to the best partition of a subset D is the same for all D outside C, so that each C takes one operation on a view
    # with an axis of length 2 for each algorithm, in it or not.
    most = np.zeros((1 << n_algorithms, count), dtype=np.int16)
    for newest in range(n_algorithms):
        half = 1 << newest
        shape = (2,) * newest + (count,)
        without, with_newest = most[:half].reshape(shape), most[half : 2 * half].reshape(shape)
        for companions in range(half):
            chosen = [companions >> member & 1 for member in reversed(range(newest))]
            usable = slice(0, int(n_levels[half | companions]))
            outside = (*(0 if member else slice(None) for member in chosen), usable)
            joined = (*(1 if member else slice(None) for member in chosen), usable)
            pairs = math.comb(companions.bit_count() + 1, 2)
            longer: Counts = without[outside] + np.int16(pairs)
            np.maximum(with_newest[joined], longer, out=with_newest[joined])
    return most


_ROUNDING = 1e-9
"""How much, as a part of itself, a p-value may rise with the distance and still be taken to fall."""

_AT_ONCE = 256  # pairs whose partitions are looked for together: arrays that stay in the cache


def largest_products_over_runs(p: FloatArray, average_ranks: FloatArray) -> FloatArray:
    """For each pair the largest product, over exhaustive sets with it, of size and smallest p-value."""
    # Each pair takes the levels in descending order of t times the largest number of pairs in any partition, a bound
    # for all pairs, and is finished when its largest product so far reaches the bound of its next level. All unfinished
    # pairs take their next step together. The products are exact below 1; from 1 on, where they no longer matter, only
    # known to be at least 1.
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
    """Return the products of the pairs in rank order, every open pair at its own next level at a time."""
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
            index = levels[next_level[some]]
            best[some] = np.maximum(best[some], index * _most_pairs_with(square, index, first[some], second[some]))
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
    """For each level, how many hypotheses can be true if all with smaller p-values are false."""
    order = np.argsort(average_ranks, kind="stable")
    square = (_symmetric(p, average_ranks.size) + np.eye(average_ranks.size))[np.ix_(order, order)]
    return _most_pairs_in_runs(square, np.unique(p))


def falling_with_distance(p: FloatArray, average_ranks: ArrayLike, n_algorithms: int) -> FloatArray | None:
    """Return the p-values freed of rounding; None if they rise with the distance by more than rounding."""
    ranks = as_vector("average_ranks", average_ranks, length=n_algorithms)
    first, second = all_pairs(n_algorithms).T
    distance = np.abs(ranks[first] - ranks[second])
    order = np.lexsort((-p, distance))
    falling = np.empty_like(p)
    falling[order] = np.minimum.accumulate(p[order])
    for group in np.split(order, np.flatnonzero(np.diff(distance[order])) + 1):
        falling[group] = falling[group].min()
    return falling if np.allclose(falling, p, rtol=_ROUNDING, atol=0.0) else None


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
        # in rank order p rises toward the diagonal, so that those that can share a run with this end are the last
        starts = np.searchsorted(square[end, : end + 1], levels)
        sizes = np.arange(end + 1, 0, -1)
        joined = most[:, : end + 1] + sizes * (sizes - 1) // 2
        most[:, end + 1] = np.where(np.arange(end + 1) >= starts[:, np.newaxis], joined, 0).max(axis=1)
    return most[:, count]


def _most_pairs_with(square: FloatArray, levels: FloatArray, left: IntArray, right: IntArray) -> IntArray:
    """Largest number of pairs in a partition into cliques that keeps left and right together."""
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


MOST_ALGORITHMS = 16
"""Most algorithms whose subsets are gone through, in seconds and some hundred megabytes."""

MOST_ALGORITHMS_BY_RANKS = 100
"""Most algorithms when p-values fall with the distance of average ranks."""


def feasible_bergmann_hommel(k: int, by_ranks: bool) -> bool:
    """Return whether `bergmann_hommel` takes k algorithms on.

    Parameters
    ----------
    k : int
        Number of algorithms.
    by_ranks : bool
        Whether the p-values fall with the distance of average ranks, as those of `rank_z` do.

    Returns
    -------
    bool

    Examples
    --------
    >>> feasible_bergmann_hommel(50, by_ranks=True), feasible_bergmann_hommel(50, by_ranks=False)
    (True, False)
    """
    return k <= (MOST_ALGORITHMS_BY_RANKS if by_ranks else MOST_ALGORITHMS)


def bergmann_hommel(
    p: ArrayLike, n_algorithms: int, *, monotone: bool = False, average_ranks: ArrayLike | None = None
) -> FloatArray:
    """Adjust the p-values of all pairs by Bergmann and Hommel's procedure.

    Parameters
    ----------
    p : (n_algorithms * (n_algorithms - 1) / 2,) array_like
        p-values in the order of `all_pairs`.
    n_algorithms : int
        At least 2; at most 16, or 100 if the p-values fall with the distance of the average ranks.
    monotone : bool
        Whether no adjusted p-value may be below that of a smaller p-value, as in Table 5 of [2]_. The closed
        procedure by its definition does not ask for that.
    average_ranks : (n_algorithms,) array_like, optional
        With them, p-values that fall as the distance of average ranks grows are recognized, and found by
        the faster program.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values, at most 1, in the same order. Equal p-values with `monotone` get equal adjusted
        ones.

    Raises
    ------
    ValueError
        If the p-values are not as many as there are pairs, one is not between 0 and 1, or there are too many
        algorithms.

    References
    ----------
    .. [1] Bergmann, B. and Hommel, G. (1988). Improvements of general multiple test procedures for redundant
       systems of hypotheses. In: Multiple Hypotheses Testing, 100-115. doi:10.1007/978-3-642-52307-6_8
    .. [2] Garcia, S. and Herrera, F. (2008). Journal of Machine Learning Research 9, 2677-2694, sections 2.1
       and 3.

    Examples
    --------
    >>> bergmann_hommel([0.01, 0.02, 0.03], 3).round(3).tolist()
    [0.03, 0.03, 0.03]
    """
    check_count("n_algorithms", n_algorithms, 2)
    p_values = as_p_values(p, length=math.comb(n_algorithms, 2))
    falling = None if average_ranks is None else falling_with_distance(p_values, average_ranks, n_algorithms)
    if not feasible_bergmann_hommel(n_algorithms, by_ranks=falling is not None):
        raise ValueError(
            f"bergmann-hommel: got {n_algorithms} algorithms; at most {MOST_ALGORITHMS} are feasible, or "
            f"{MOST_ALGORITHMS_BY_RANKS} if p-values fall with the distance of average ranks; "
            "Shaffer's static procedure takes any number"
        )
    if falling is not None:
        adjusted = largest_products_over_runs(falling, np.asarray(average_ranks, dtype=np.float64))
    else:
        adjusted = largest_products(p_values, n_algorithms)
    adjusted = np.minimum(np.maximum(adjusted, p_values), 1.0)
    return _enforce_order(adjusted, p_values) if monotone else adjusted


def _enforce_order(adjusted: FloatArray, p: FloatArray) -> FloatArray:
    """Raise each adjusted p-value to the largest of those whose p-value is no larger."""
    order = np.argsort(p, kind="stable")
    running = np.maximum.accumulate(adjusted[order])
    last_equal = np.searchsorted(p[order], p, side="right") - 1
    return np.asarray(running[last_equal], dtype=np.float64)
