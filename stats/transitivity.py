"""Significant differences that no order can respect: who is better than whom need not be transitive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, as_better, as_order


@dataclass(frozen=True)
class Intransitivity:
    """Triples (a, b, c) of which a is better than b and b better than c, but a not better than c.

    Parameters
    ----------
    n_cycles : int
        Triples in which c is better than a; each counts once, whichever comes first.
    n_gaps : int
        Triples in which a and c do not differ.
    examples : tuple of (int, int, int)
        Some of them, cycles first and each beginning with its smallest index, otherwise in ascending order.
    """

    n_cycles: int
    n_gaps: int
    examples: tuple[tuple[int, int, int], ...]


def find_intransitive(better: ArrayLike, most: int = 20) -> Intransitivity:
    """Find where significant differences are not transitive.

    Parameters
    ----------
    better : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] tells whether i is significantly better than j.
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
        gaps += _named(a, reached & ~back, most - len(gaps))
        # each cycle is met from each of its three members: count it from the smallest
        smallest = back.copy()
        smallest[:a], smallest[:, :a] = False, False
        n_cycles += int(smallest.sum())
        cycles += _named(a, smallest, most - len(cycles))
    return Intransitivity(n_cycles, n_gaps, tuple([*cycles, *gaps][:most]))


def _named(a: int, found: BoolArray, most: int) -> list[tuple[int, int, int]]:
    return [(a, int(b), int(c)) for b, c in np.argwhere(found)[: max(most, 0)]]


def find_contradicted(better: ArrayLike, order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Find the significant differences that an order contradicts.

    Parameters
    ----------
    better : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] tells whether i is significantly better than j.
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
