"""MultiTest: an order of algorithms by accuracy where a test tells them apart, by cost where none does.

Applied to each data set and then to the ranks that this gives, it is Multi2Test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import (
    BoolArray,
    as_better,
    as_order,
    as_p_values,
    as_pairs,
    as_vector,
    check_count,
    check_level,
)


@dataclass(frozen=True)
class MultiTestOrder:
    """An order of all algorithms.

    Parameters
    ----------
    order : tuple of int
        Algorithms from the best to the worst.
    edges : tuple of (int, int)
        Pairs (cheaper, costlier) of which the costlier is significantly more accurate.
    decided_by : tuple of {"test", "cost"}
        By position in the order: "test" where the algorithm's place differs from its place in the prior.
    """

    order: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    decided_by: tuple[Literal["test", "cost"], ...]


def multitest(more_accurate: ArrayLike, prior: Sequence[int]) -> MultiTestOrder:
    """Order algorithms by cost, except where a costlier one is significantly more accurate.

    Parameters
    ----------
    more_accurate : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] tells whether i is significantly more accurate than j.
    prior : sequence of int
        All algorithms, the cheapest first.

    Returns
    -------
    MultiTestOrder

    Raises
    ------
    ValueError
        If the matrix is not square, has two algorithms each more accurate than the other or one more accurate
        than itself, or the prior does not name each algorithm once.

    Notes
    -----
    An edge leads from each algorithm to the costlier ones that are significantly more accurate. Then again
    and again the cheapest algorithm without an edge to any that is left is taken next. Edges lead from
    cheaper to costlier only, so there always is one, even if test results go round in a circle. A costlier
    algorithm comes before a cheaper one only while some algorithm that is significantly more accurate than
    the cheaper one, perhaps the costlier one itself, is still to be taken.

    References
    ----------
    .. [1] Yildiz, O. T. and Alpaydin, E. (2006). Ordering and finding the best of K > 2 supervised learning
       algorithms. IEEE Transactions on Pattern Analysis and Machine Intelligence 28, 392-402.
       doi:10.1109/TPAMI.2006.61
    .. [2] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning
       algorithms over multiple data sets. Pattern Recognition 45, 1772-1781, section 3.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    The example of section 3.2 in [2]_, A, B, C, D from the cheapest up, B better than A and C, D better than
    C:

    >>> better = [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    >>> multitest(better, [0, 1, 2, 3])
    MultiTestOrder(order=(1, 0, 3, 2), edges=((0, 1), (2, 3)), decided_by=('test', 'test', 'test', 'test'))
    """
    better = as_better("more_accurate", more_accurate)
    cheapest_first = as_order("prior", prior, len(better))
    edges = tuple(
        (cheap, costly)
        for place, cheap in enumerate(cheapest_first)
        for costly in cheapest_first[place + 1 :]
        if better[costly, cheap]
    )
    order = _sort(cheapest_first, edges)
    moved = tuple[Literal["test", "cost"], ...](
        "cost" if was == now else "test" for was, now in zip(cheapest_first, order, strict=True)
    )
    return MultiTestOrder(order, edges, moved)


def _sort(cheapest_first: Sequence[int], edges: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    left = list(cheapest_first)
    order = []
    while left:
        held_back = {cheap for cheap, costly in edges if costly in left}
        following = next(algorithm for algorithm in left if algorithm not in held_back)
        left.remove(following)
        order.append(following)
    return tuple(order)


def more_accurate(p: ArrayLike, difference: ArrayLike, pairs: ArrayLike, k: int, alpha: float) -> BoolArray:
    """Turn two-sided tests of pairs into who is significantly more accurate than whom.

    Parameters
    ----------
    p : (n_pairs,) array_like
        p-values, adjusted for their number; significant if at most alpha.
    difference : (n_pairs,) array_like
        Score of the first of a pair less that of the second, higher being better.
    pairs : (n_pairs, 2) array_like of int
    k : int
        Number of algorithms.
    alpha : float

    Returns
    -------
    (k, k) bool array
        Entry [i, j] tells whether i is significantly more accurate than j.

    Raises
    ------
    ValueError
        If the arrays do not fit.

    Examples
    --------
    >>> pairs = [[0, 1], [0, 2], [1, 2]]
    >>> more_accurate([0.01, 0.01, 0.60], [-0.2, 0.1, 0.3], pairs, 3, 0.05).astype(int).tolist()
    [[0, 0, 1], [1, 0, 0], [0, 0, 0]]
    """
    check_count("k", k, 2)
    check_level("alpha", alpha)
    indices = as_pairs(pairs, k)
    p_values = as_p_values(p, length=len(indices))
    differences = as_vector("difference", difference, length=len(indices))
    better = np.zeros((k, k), dtype=np.bool_)
    for winner, loser, sign in ((0, 1, 1), (1, 0, -1)):
        won = indices[(p_values <= alpha) & (sign * differences > 0)]
        better[won[:, winner], won[:, loser]] = True
    return better
