"""MultiTest: an order of algorithms by accuracy and cost, with costs and fronts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import (
    BoolArray,
    FloatArray,
    as_better,
    as_matrix,
    as_order,
    as_p_values,
    as_pairs,
    as_vector,
    check_count,
    check_level,
)


@dataclass(frozen=True)
class MultiTestOrder:
    """Hold an order of all algorithms.

    Parameters
    ----------
    order : tuple of int
        Algorithms from the best to the worst.
    edges : tuple of (int, int)
        Pairs (cheaper, more expensive) of which the more expensive is significantly more accurate.
    decided_by : tuple of {"test", "cost"}
        By position in the order: "test" where a test puts the algorithm directly before a cheaper one.

    Examples
    --------
    >>> multitest([[0, 0], [1, 0]], prior=[0, 1]).order
    (1, 0)
    """

    order: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    decided_by: tuple[Literal["test", "cost"], ...]


def multitest(more_accurate: ArrayLike, prior: Sequence[int]) -> MultiTestOrder:
    """Order algorithms by cost, except where a more expensive one is significantly more accurate.

    Parameters
    ----------
    more_accurate : (n_algorithms, n_algorithms) array_like of bool
        Entry [i, j] is whether i is significantly more accurate than j.
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
    An edge leads from each algorithm to the more expensive ones that are significantly more accurate. Then again
    and again the cheapest algorithm without an edge to any that is left is taken next. Edges lead from
    cheaper to more expensive only, so there always is one, even if test results go round in a circle. A more expensive
    algorithm comes before a cheaper one only while some algorithm that is significantly more accurate than
    the cheaper one, perhaps the more expensive one itself, is still to be taken. Directly before a cheaper one there is
    only an algorithm with an edge from it: what keeps neighbors in their order is either one test or the cost.

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
    MultiTestOrder(order=(1, 0, 3, 2), edges=((0, 1), (2, 3)), decided_by=('test', 'cost', 'test', 'cost'))
    """
    better = as_better("more_accurate", more_accurate)
    cheapest_first = as_order("prior", prior, len(better))
    edges = tuple(
        (cheap, costly)
        for place, cheap in enumerate(cheapest_first)
        for costly in cheapest_first[place + 1 :]
        if better[costly, cheap]
    )
    order = tuple(candidates[0] for candidates in sort_steps(cheapest_first, edges))
    decided_by = tuple[Literal["test", "cost"], ...](
        "test" if (following, algorithm) in edges else "cost" for algorithm, following in pairwise(order)
    )
    return MultiTestOrder(order, edges, (*decided_by, "cost"))


def sort_steps(prior: Sequence[int], edges: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return from which algorithms each step of MultiTest's topological sort takes the first."""
    # Reference: Ulas et al. 2012.
    left = list(as_order("prior", prior, len(prior)))
    steps = []
    while left:
        held_back = {cheap for cheap, costly in edges if costly in left}
        steps.append(tuple(algorithm for algorithm in left if algorithm not in held_back))
        left.remove(steps[-1][0])
    return tuple(steps)


def one_sided(p: ArrayLike, difference: ArrayLike, pairs: ArrayLike, prior: Sequence[int]) -> FloatArray:
    """Turn two-sided tests into tests that the cheaper of two algorithms is at least as accurate.

    Parameters
    ----------
    p : (n_pairs,) array_like
        Two-sided, not adjusted, of tests that treat both directions alike.
    difference : (n_pairs,) array_like
        Score of the first of a pair minus that of the second, higher being better.
    pairs : (n_pairs, 2) array_like of int
    prior : sequence of int
        All algorithms, the cheapest first.

    Returns
    -------
    (n_pairs,) float array
        Half of p where the more expensive algorithm scores better, else 1 less that half; 1 where both score alike.

    Raises
    ------
    ValueError
        If the arrays do not fit.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 3.1.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    The first algorithm is the most expensive, and scores better than the second only:

    >>> one_sided([0.04, 0.04, 1.0], [0.2, -0.2, 0.0], [[0, 1], [0, 2], [1, 2]], [1, 2, 0]).tolist()
    [0.02, 0.98, 1.0]
    """
    places = np.argsort(as_order("prior", prior, len(prior)))
    indices = as_pairs(pairs, len(prior))
    p_values = as_p_values(p, length=len(indices))
    first_costs_more = places[indices[:, 0]] > places[indices[:, 1]]
    against = np.where(first_costs_more, 1, -1) * as_vector("difference", difference, length=len(indices))
    return np.select([against > 0, against < 0], [p_values / 2, 1 - p_values / 2], 1.0)


def more_accurate(p: ArrayLike, difference: ArrayLike, pairs: ArrayLike, k: int, alpha: float) -> BoolArray:
    """Turn two-sided tests of pairs into who is significantly more accurate than whom.

    Parameters
    ----------
    p : (n_pairs,) array_like
        p-values, adjusted for their number; significant if at most alpha.
    difference : (n_pairs,) array_like
        Score of the first of a pair minus that of the second, higher being better.
    pairs : (n_pairs, 2) array_like of int
    k : int
        Number of algorithms.
    alpha : float

    Returns
    -------
    (k, k) bool array
        Entry [i, j] is whether i is significantly more accurate than j.

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


@dataclass(frozen=True)
class Front:
    """Hold the undominated algorithms.

    Parameters
    ----------
    members : tuple of int
        The cheapest first, which is the worst of them; those equal in both things follow one another.
    dominated_by : tuple of (int or None)
        For each algorithm the member that costs least among those that dominate it, the first of several; None for
        members.

    Examples
    --------
    >>> undominated(cost=[1, 3, 4], loss=[4, 2, 3]).members
    (0, 1)
    """

    members: tuple[int, ...]
    dominated_by: tuple[int | None, ...]


def undominated(cost: ArrayLike, loss: ArrayLike) -> Front:
    """Find the algorithms that no other beats in cost or loss without being beaten in the other.

    Parameters
    ----------
    cost, loss : (n_algorithms,) array_like
        Less is better in both; turn scores of which more is better by their sign.

    Returns
    -------
    Front

    Raises
    ------
    ValueError
        If the vectors differ in length, are empty, or hold what is not finite.

    Notes
    -----
    One algorithm dominates another if it is at least as cheap and at least as good, and better in one of the two. Those
    equal in both do not dominate each other: they are on the front together, or not at all [1]_. In order of cost,
    and of loss at equal cost, an algorithm is on the front if its loss is below that of all before it, or if it
    equals the last one of the front in both.

    References
    ----------
    .. [1] Kung, H. T., Luccio, F. and Preparata, F. P. (1975). On finding the maxima of a set of vectors. Journal of
       the ACM 22, 469-476. doi:10.1145/321906.321910

    Examples
    --------
    The third is dearer and worse than the second:

    >>> undominated([1.0, 3.0, 4.0, 9.0], [4.0, 2.0, 3.0, 1.0])
    Front(members=(0, 1, 3), dominated_by=(None, None, 1, None))
    """
    costs = as_vector("cost", cost)
    losses = as_vector("loss", loss, length=costs.size)
    members: list[int] = []
    for i in np.lexsort((losses, costs)).tolist():
        last = members[-1] if members else None
        if last is None or losses[i] < losses[last] or (costs[i] == costs[last] and losses[i] == losses[last]):
            members.append(i)
    dominated_by = tuple(
        None if i in members else next(j for j in members if costs[j] <= costs[i] and losses[j] <= losses[i])
        for i in range(costs.size)
    )
    return Front(tuple(members), dominated_by)


def normalized_costs(costs: ArrayLike) -> FloatArray:
    """Share of each algorithm in the cost of each data set."""
    matrix = as_matrix("costs", costs, rows=1, columns=1)
    if (matrix < 0).any():
        row, column = np.argwhere(matrix < 0)[0].tolist()
        raise ValueError(f"costs: row {row} column {column} is {matrix[row, column]}; costs are at least 0")
    largest = matrix.max(axis=1, keepdims=True)
    scaled = np.divide(matrix, largest, out=np.ones_like(matrix), where=largest > 0)
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), dtype=np.float64)


def average_normalized_costs(costs: ArrayLike) -> FloatArray:
    """Average share of each algorithm in the cost of a data set."""
    # Line 8 of Table 2 in Ulas et al. (2012) asks for costs normalised per data set and then averaged, without saying
    # how they are normalised. Here each is divided by the sum of the data set's costs, so that all data sets weigh the
    # same however long they take. A data set whose costs are all zero counts as one on which all cost the same.
    return np.asarray(normalized_costs(costs).mean(axis=0), dtype=np.float64)


def combined_costs(costs: Sequence[ArrayLike], weights: ArrayLike) -> FloatArray:
    """Combine several costs of different units into one.

    Parameters
    ----------
    costs : sequence of (n_datasets, n_algorithms) array_like
        Each in a unit of its own, not negative.
    weights : (n_costs,) array_like
        How much each counts, above 0; only their ratios matter.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        The weighted mean of the shares that each algorithm has in the costs of a data set; rows sum to 1.

    Raises
    ------
    ValueError
        If costs are negative, missing or infinite, their shapes differ, or a weight is not above 0.

    Notes
    -----
    Section 5 of [1]_ speaks of an overall measure of several costs, and of how its weights are a matter of
    choice: another choice, or other normalizing than by the sum, can give another order. Halving the unit of
    one cost changes nothing, since only shares are added.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 5.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    Shares of 1/4 and 3/4 in the seconds, of 1/2 and 1/2 in the bytes:

    >>> combined_costs([[[1, 3]], [[500, 500]]], [3, 1]).tolist()
    [[0.3125, 0.6875]]
    """
    shares = [normalized_costs(cost) for cost in costs]
    factors = as_vector("weights", weights, length=len(shares))
    wrong = np.flatnonzero(~(factors > 0))
    if wrong.size:
        raise ValueError(f"weights: entry {wrong[0]} is {factors[wrong[0]]}; weights are above 0")
    shapes = {share.shape for share in shares}
    if len(shapes) > 1:
        raise ValueError(f"costs: got shapes {sorted(shapes)}; all need the same data sets and algorithms")
    return np.asarray(np.tensordot(factors / factors.sum(), np.array(shares), axes=1), dtype=np.float64)
