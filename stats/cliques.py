"""Bergmann and Hommel's adjustment over all subsets of the algorithms, for p-values of any kind.

Subsets are bit masks. Levels are the distinct p-values in ascending order; a set of algorithms is a clique at
the levels up to the smallest p-value of its pairs, always a first stretch of them, so that all levels are
handled in one array operation.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.pairs import all_pairs

Counts = NDArray[np.int16]


def largest_products_over_cliques(p: FloatArray, n_algorithms: int) -> FloatArray:
    """For each pair the largest product, over exhaustive sets with it, of size and smallest p-value.

    Parameters
    ----------
    p : (n_pairs,) float array
        p-values in the order of `all_pairs`.
    n_algorithms : int
        Memory grows as 2**n_algorithms, time as 3**n_algorithms.

    Returns
    -------
    (n_pairs,) float array
        Not limited to 1.

    Examples
    --------
    >>> largest_products_over_cliques(np.array([0.01, 0.02, 0.03]), 3).round(3).tolist()
    [0.03, 0.03, 0.03]
    """
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
    """For each level, how many hypotheses can be true if all with smaller p-values are false.

    Parameters
    ----------
    p : (n_pairs,) float array
        p-values in the order of `all_pairs`.
    n_algorithms : int
        Memory grows as 2**n_algorithms, time as 3**n_algorithms.

    Returns
    -------
    (n_levels,) int array
        For each distinct p-value, in ascending order.

    Examples
    --------
    >>> most_pairs_over_cliques(np.array([0.01, 0.02, 0.03]), 3).tolist()
    [3, 1, 1]
    """
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
    """For each subset and level the largest number of pairs within the blocks of a partition into cliques.

    Algorithms are added one at a time. The block of the newest is it and some subset C of the earlier; what
    that adds to the best partition of a subset D is the same for all D outside C, so that each C takes one
    operation on a view with an axis of length 2 for each algorithm, in it or not.
    """
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
            np.maximum(with_newest[joined], without[outside] + np.int16(pairs), out=with_newest[joined])
    return most
