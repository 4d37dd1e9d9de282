"""Groups of algorithms in which no pair differs, when one may be named best, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import (
    BoolArray,
    FloatArray,
    as_better,
    as_order,
    as_p_values,
    as_pairs,
    as_vector,
    check_level,
)

MOST_GROUPS = 10_000
"""More groups than anyone can read; a graph of 50 algorithms may have over 80 million."""


class TooManyGroups(ValueError):
    """Report that there are more groups than were looked for.

    Examples
    --------
    >>> try:
    ...     groups([1.0, 1.0, 0.0], [[0, 1], [1, 2], [0, 2]], [1.0, 2.0, 3.0], alpha=0.05, most=1)
    ... except TooManyGroups as error:
    ...     print(error)
    adjusted: they leave more than 1 groups undivided
    """


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
        neighbors: see `is_run`.

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
    cliques = []
    for clique in _maximal_cliques(neighbours):
        if clique.bit_count() > 1:
            cliques.append(tuple(_members(clique)))
        if len(cliques) > most:
            raise TooManyGroups(f"adjusted: they leave more than {most} groups undivided")
    return tuple(tuple(algorithm_at[member] for member in members) for members in sorted(cliques))


def is_run(group: Sequence[int], average_ranks: FloatArray) -> bool:
    """Return whether no other algorithm's average rank lies among those of the group."""
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


CONDITIONS = (
    "the first in rank differs from all others",
    "the first in rank is in one group, which shares no member with another",
    "the group of the first shares members with others, but not the first, which is its cheapest member",
    "the group of the first shares members with others, but neither the first nor its cheapest member",
)

TWO_GROUPS = "the first in rank belongs to several groups"
SHARED_CHEAPEST = "the cheapest algorithm in the first group also belongs to another group"
NO_PRIOR = "the cheapest algorithm in the first group is not known"


@dataclass(frozen=True)
class NamedBest:
    """Say whether a best may be named.

    Parameters
    ----------
    conditions : tuple of four (bool or None)
        Which of `CONDITIONS` hold, at most one; None where that depends on a prior which was not given.
    first : tuple of int
        The algorithms of the smallest average rank, several where they tie.
    best : int or None
        The best, None where none may be named.
    why : str
        Why none may be named, where that is so.

    Examples
    --------
    >>> name_best([(0, 1)], average_ranks=[1.2, 1.8]).best is None
    True
    """

    conditions: tuple[bool | None, ...]
    first: tuple[int, ...]
    best: int | None
    why: str = ""


def name_best(
    groups: Sequence[Sequence[int]], average_ranks: ArrayLike, prior: Sequence[int] | None = None
) -> NamedBest:
    """Name the best algorithm from groups of algorithms that do not differ, if one of four conditions holds.

    Parameters
    ----------
    groups : sequence of sequences of int
        The maximal sets of two or more algorithms in which no two differ significantly, as
        `rankpress.stats.groups.groups` finds them.
    average_ranks : (n_algorithms,) array_like
        1 for the best.
    prior : sequence of int or None
        All algorithms, the cheapest (simplest) first; None where that is not known.

    Returns
    -------
    NamedBest

    Raises
    ------
    ValueError
        If a group has fewer than two members or one that is no algorithm, or the prior does not name each
        algorithm once.

    Notes
    -----
    A test of equality finds differences but does not order algorithms. Section 2.2 of [2]_, after [1]_, lists
    four cases in which its outcome, drawn as lines under algorithms in rank order, still shows the best:

    1. the first has no line: it is the best;
    2. the first has one line that overlaps no other: the cheapest algorithm on it is the best;
    3. that line overlaps others, the overlap leaves out the first, and the first is itself the cheapest on
       its line: it is the best;
    4. as 3, but another is the cheapest on the line, and the overlap leaves it out too: that one is the best.

    Lines are the groups, overlap their common members. The text of the third case does not say that the
    first is the cheapest, but its example (1 3 4 2, numbered from the cheapest up) does, and without it no
    outcome with lines would be left undecided. As to the fourth, the example that cannot be decided
    (4 3 2 1) has its line's cheapest algorithm, 2, in the overlap, and on the next line a cheaper one, which
    differs from the first. Groups of tests other than of ranks need not be runs; a first that is in several
    has several lines, and none of the conditions holds.

    References
    ----------
    .. [1] Yildiz, O. T. and Alpaydin, E. (2006). Ordering and finding the best of K > 2 supervised learning
       algorithms. IEEE Transactions on Pattern Analysis and Machine Intelligence 28, 392-402.
       doi:10.1109/TPAMI.2006.61
    .. [2] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning
       algorithms over multiple data sets. Pattern Recognition 45, 1772-1781, section 2.2.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    The paper's "4 1 3 2" and "4 3 2 1", algorithms here numbered from 0, lines under the first three and the
    last two:

    >>> name_best([(3, 0, 2), (2, 1)], [2, 4, 3, 1], prior=range(4))
    NamedBest(conditions=(False, False, False, True), first=(3,), best=0, why='')
    >>> name_best([(3, 2, 1), (1, 0)], [4, 3, 2, 1], prior=range(4)).why
    'the cheapest algorithm in the first group also belongs to another group'
    """
    ranks = as_vector("average_ranks", average_ranks, least=2)
    lines = _as_groups(groups, ranks.size)
    cheapest_first = None if prior is None else as_order("prior", prior, ranks.size)
    first = tuple(np.flatnonzero(ranks == ranks.min()).tolist())
    under = [line for line in lines if not line.isdisjoint(first)]
    if not under and len(first) == 1:
        return NamedBest((True, False, False, False), first, first[0])
    if len(under) != 1 or not under[0].issuperset(first):
        return NamedBest((False,) * 4, first, None, TWO_GROUPS)
    [line] = under
    overlap = line & {member for other in lines if other != line for member in other}
    if cheapest_first is None:
        conditions = (False, True, False, False) if not overlap else (False, False, None, None)
        return NamedBest(conditions, first, None, NO_PRIOR)
    cheapest = min(line, key=cheapest_first.index)
    if not overlap:
        return NamedBest((False, True, False, False), first, cheapest)
    if cheapest in overlap:
        return NamedBest((False,) * 4, first, None, SHARED_CHEAPEST)
    return NamedBest((False, False, cheapest in first, cheapest not in first), first, cheapest)


def _as_groups(groups: Sequence[Sequence[int]], k: int) -> list[frozenset[int]]:
    lines = [frozenset(int(member) for member in group) for group in groups]
    for line in lines:
        if len(line) < 2 or not line <= set(range(k)):
            raise ValueError(f"groups: got {sorted(line)}; two or more indices from 0 to {k - 1} are needed")
    return lines


@dataclass(frozen=True)
class Intransitivity:
    """List triples (a, b, c) of which a is better than b and b better than c, but a not better than c.

    Parameters
    ----------
    n_cycles : int
        Triples in which c is better than a; each counts once, whichever comes first.
    n_gaps : int
        Triples in which a and c do not differ.
    examples : tuple of (int, int, int)
        Some of them, cycles first and each beginning with its smallest index, otherwise in ascending order.

    Examples
    --------
    >>> find_intransitive([[0, 1, 0], [0, 0, 1], [1, 0, 0]]).n_cycles
    1
    """

    n_cycles: int
    n_gaps: int
    examples: tuple[tuple[int, int, int], ...]


def find_intransitive(better: ArrayLike, most: int = 20) -> Intransitivity:
    """Find where significant differences are not transitive.

    Parameters
    ----------
    better : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] is whether i is significantly better than j.
    most : int
        How many examples are kept.

    Returns
    -------
    Intransitivity

    Raises
    ------
    ValueError
        If the matrix is not square, or two algorithms are each better than the other.

    Notes
    -----
    A gap is no fault of a test: a difference may be too small to be found. But an order that puts cost before
    accuracy where no difference was found may contradict one that was: with a better than b, b better than c,
    a and c alike, and b the cheapest, then c, then a, MultiTest [1]_ holds b back for a and puts c before it.
    Where neither cycles nor gaps are, its order contradicts no difference.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 3.1.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    0 is better than 1, 1 better than 2, and 2 better than 0:

    >>> find_intransitive([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    Intransitivity(n_cycles=1, n_gaps=0, examples=((0, 1, 2),))
    """
    wins = as_better("better", better)
    cycles: list[tuple[int, int, int]] = []
    gaps: list[tuple[int, int, int]] = []
    n_cycles = n_gaps = 0
    for a, beaten in enumerate(wins):
        # rows: b that a beats; columns: c that b beats and a does not
        reached = beaten[:, None] & wins & ~beaten[None, :]
        reached[:, a] = False
        back = reached & wins[:, a][None, :]
        n_gaps += int(reached.sum() - back.sum())
        gaps += _cycles_through(a, reached & ~back, most - len(gaps))
        # each cycle is met from each of its three members: count it from the smallest
        smallest = back.copy()
        smallest[:a], smallest[:, :a] = False, False
        n_cycles += int(smallest.sum())
        cycles += _cycles_through(a, smallest, most - len(cycles))
    return Intransitivity(n_cycles, n_gaps, tuple([*cycles, *gaps][:most]))


def _cycles_through(a: int, closing: BoolArray, most: int) -> list[tuple[int, int, int]]:
    return [(a, int(b), int(c)) for b, c in np.argwhere(closing)[: max(most, 0)]]


def find_contradicted(better: ArrayLike, order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Find the significant differences that an order contradicts.

    Parameters
    ----------
    better : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] is whether i is significantly better than j.
    order : sequence of int
        All algorithms, the best first.

    Returns
    -------
    tuple of (int, int)
        Pairs (i, j) of which i is significantly better, yet comes after j; by the place of i.

    Raises
    ------
    ValueError
        If the matrix is not square, two algorithms are each better than the other, or the order does not
        name each algorithm once.

    Examples
    --------
    0 is better than 1, but 2, which is better than 0, is the costliest and keeps 0 back:

    >>> find_contradicted([[0, 1, 0], [0, 0, 0], [1, 0, 0]], [1, 2, 0])
    ((0, 1),)
    """
    wins = as_better("better", better)
    best_first = as_order("order", order, len(wins))
    ordered = wins[np.ix_(best_first, best_first)]
    return tuple((best_first[i], best_first[j]) for i, j in np.argwhere(np.tril(ordered)).tolist())
