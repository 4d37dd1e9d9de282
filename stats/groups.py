"""The largest groups of algorithms that no test separates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values, as_pairs, as_vector, check_level

MOST_GROUPS = 10_000
"""More groups than anyone can read; a graph of 50 algorithms may have over 80 million."""


class TooManyGroups(ValueError):
    """There are more groups than were looked for."""


def groups(
    adjusted: ArrayLike, pairs: ArrayLike, average_ranks: ArrayLike, alpha: float, most: int = MOST_GROUPS
) -> tuple[tuple[int, ...], ...]:
    """Find the maximal sets of two or more algorithms in which no two differ significantly.

    Parameters
    ----------
    adjusted : (n_pairs,) array_like
        Adjusted p-values. A pair differs significantly if its p-value is at most alpha.
    pairs : (n_pairs, 2) array_like of int
        All pairs of the algorithms, in any order.
    average_ranks : (n_algorithms,) array_like
        1 for the best.
    alpha : float
        Family-wise significance level.
    most : int
        How many groups are looked for before the search is given up.

    Returns
    -------
    tuple of tuples of int
        Members in rank order, groups with the best first member first. A group need not be a run of rank
        neighbours: see `is_run`.

    Raises
    ------
    TooManyGroups
        If there are more than `most`; a ValueError.
    ValueError
        If the arrays do not fit or a pair is missing.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.4.
    .. [2] Bron, C. and Kerbosch, J. (1973). Algorithm 457: finding all cliques of an undirected graph.
       Communications of the ACM 16, 575-577. doi:10.1145/362342.362367
    .. [3] Tomita, E., Tanaka, A. and Takahashi, H. (2006). The worst-case time complexity for generating all
       maximal cliques and computational experiments. Theoretical Computer Science 363, 28-42.
       doi:10.1016/j.tcs.2006.06.015

    Examples
    --------
    The first and the last differ; the one between belongs to both groups:

    >>> groups([0.60, 0.04, 0.30], [[0, 1], [0, 2], [1, 2]], [1.5, 2.0, 2.5], 0.05)
    ((0, 1), (1, 2))
    """
    ranks = as_vector("average_ranks", average_ranks, least=2)
    indices = as_pairs(pairs, ranks.size)
    p_values = as_p_values(adjusted, length=len(indices))
    check_level("alpha", alpha)
    needed = ranks.size * (ranks.size - 1) // 2
    if not len({frozenset(pair) for pair in indices.tolist()}) == len(indices) == needed:
        raise ValueError(
            f"pairs: got {len(indices)}; each of the {needed} pairs of {ranks.size} algorithms is needed once"
        )
    place = np.argsort(np.argsort(ranks, kind="stable"), kind="stable")
    neighbours = [0] * ranks.size  # bit masks over places in rank order
    for a, b in place[indices[p_values > alpha]].tolist():
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    algorithm_at = np.argsort(ranks, kind="stable").tolist()
    found = []
    for clique in _maximal_cliques(neighbours):
        if clique.bit_count() > 1:
            found.append(tuple(_members(clique)))
        if len(found) > most:
            raise TooManyGroups(f"adjusted: they leave more than {most} groups undivided")
    return tuple(tuple(algorithm_at[member] for member in members) for members in sorted(found))


def is_run(group: Sequence[int], average_ranks: FloatArray) -> bool:
    """Whether no other algorithm's average rank lies among those of the group.

    Parameters
    ----------
    group : sequence of int
        Indices of its members, at least one.
    average_ranks : (n_algorithms,) float array

    Returns
    -------
    bool
        False also where an algorithm outside shares the rank of the group's first or last: a bar would touch
        it.

    Raises
    ------
    ValueError
        If the group is empty or has members that are no algorithms.

    Examples
    --------
    >>> is_run((0, 2), [1.0, 1.5, 2.0]), is_run((0, 1), [1.0, 1.5, 2.0])
    (False, True)
    """
    ranks = as_vector("average_ranks", average_ranks)
    members = sorted(set(group))
    if not members or members[0] < 0 or members[-1] >= ranks.size:
        raise ValueError(f"group: got {tuple(group)}; indices from 0 to {ranks.size - 1} are needed")
    inside = ranks[members]
    others = np.delete(ranks, members)
    return not bool(((others >= inside.min()) & (others <= inside.max())).any())


def _maximal_cliques(neighbours: Sequence[int]) -> Iterator[int]:
    """Each maximal clique once, as a bit mask, by Bron and Kerbosch's search with a pivot as in Tomita."""
    unfinished = [(0, (1 << len(neighbours)) - 1, 0)]  # clique so far, who may join it, who was tried before
    while unfinished:
        clique, candidates, tried = unfinished.pop()
        if not candidates:
            if not tried:
                yield clique
            continue
        pivot = _best_pivot(neighbours, candidates, tried)
        for vertex in _members(candidates & ~neighbours[pivot]):
            bit = 1 << vertex
            unfinished.append((clique | bit, candidates & neighbours[vertex], tried & neighbours[vertex]))
            candidates &= ~bit
            tried |= bit


def _best_pivot(neighbours: Sequence[int], candidates: int, tried: int) -> int:
    return max(_members(candidates | tried), key=lambda vertex: (neighbours[vertex] & candidates).bit_count())


def _members(mask: int) -> Iterator[int]:
    """Places of the bits that are set, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
