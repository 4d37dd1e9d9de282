"""The exact null distribution of Friedman's statistic, ties included, for small studies."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix
from rankpress.stats.ranks import rank_scores

MOST_STEPS = 2_000_000
"""Most sums of a state and an arrangement that are formed; up to about 0.3 seconds."""

STEPS_AT_LAST = 20
"""How many times faster a step with the last data set is."""

MOST_ARRANGEMENTS = 40_320
"""Most orders that the ranks of one data set are put into: those of eight algorithms."""


def friedman_exact(ranks: ArrayLike) -> float:
    """The exact p-value of Friedman's test, conditional on the ranks as they stand.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best. Ties may bear the ranks of any tie rule: the test averages them.

    Returns
    -------
    float
        Chance of rank sums at least as far apart; nan where that would take more than `MOST_STEPS` steps. 1 if all
        algorithms are tied on every data set.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or ranks that are not finite.

    Notes
    -----
    If all algorithms perform alike, the ranks of a data set, tied or not, are as likely in any order, independently of
    the other data sets. Friedman's statistic and Iman and Davenport's both rise with the sum of the squared deviations
    of the rank sums from their mean, given the ties, so that the one p-value is that of both. The distribution is
    built up data set by data set. Only the sorted rank sums matter: which algorithm has which is a matter of names.
    It is feasible up to about 100 data sets of three algorithms, 25 of four, 9 of five and 5 of six.

    References
    ----------
    .. [1] Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of
       variance. Journal of the American Statistical Association 32, 675-701. doi:10.1080/01621459.1937.10503522

    Examples
    --------
    Of the 36 pairs of orders of three algorithms, 6 agree; with three data sets 6 of 216 do, all alike:

    >>> friedman_exact([[1, 2, 3], [1, 2, 3]]) == 6 / 36, friedman_exact([[1, 2, 3]] * 3) == 6 / 216
    (True, True)
    """
    matrix = rank_scores(as_matrix("ranks", ranks, rows=1, columns=2), better="lower")
    doubled = np.rint(2 * matrix).astype(np.int64) - (matrix.shape[1] + 1)  # halves, centred: whole numbers
    observed = int((doubled.sum(axis=0) ** 2).sum())
    blocks = np.sort(doubled, axis=1)
    blocks = blocks[blocks.any(axis=1)]  # of a data set that ties all there is one order
    fewest_ties_first = sorted(map(tuple, blocks.tolist()), key=lambda block: (-len(set(block)), block))
    return _chance(tuple(fewest_ties_first), observed)


@lru_cache(maxsize=64)  # the tests of one study, Friedman's and those that rise with it, ask for the same
def _chance(blocks: tuple[tuple[int, ...], ...], observed: int) -> float:
    """Chance that the squares of the rank sums come to what was observed or more."""
    if len(blocks) < 2:
        return 1.0  # one order of ranks is as far apart as another
    if _fewest_steps(len(blocks), len(blocks[0])) > MOST_STEPS:
        return math.nan
    # The first data set may stand in any one order, and the sums with the last need no sorting: both cost little, so
    # that those of most orders are taken for them.
    first, last, *others = blocks
    states, chances, steps = np.array([first], dtype=np.int64), np.ones(1), 0
    for block in others:
        orders = _arrangements(block)
        steps += len(states) * len(orders)
        if steps > MOST_STEPS:
            return math.nan
        states, chances = _add(states, chances, orders)
    orders = _arrangements(last)
    if steps + len(states) * len(orders) / STEPS_AT_LAST > MOST_STEPS:
        return math.nan
    return _last(states, chances, orders, observed)


def _fewest_steps(n: int, k: int) -> float:
    """About how many steps ranks without ties take; with ties there are more states, or fewer arrangements."""
    if math.factorial(k) > MOST_ARRANGEMENTS:
        return math.inf
    # Sums of n orders of 1, ..., k are about k^(k-2) n^(k-1) vectors, and k! times fewer once they are sorted.
    return float(k ** (k - 2) * (n - 2) ** (k - 1))


def _arrangements(block: tuple[int, ...]) -> IntArray:
    """The different orders of a data set's ranks, all equally likely."""
    return np.array(sorted(set(permutations(block))), dtype=np.int64)


def _add(states: IntArray, chances: FloatArray, orders: IntArray) -> tuple[IntArray, FloatArray]:
    """The sorted rank sums after one more data set, and the chance of each."""
    k = states.shape[1]
    sums = np.sort((states[:, np.newaxis] + orders).reshape(-1, k), axis=1)
    low, high = int(sums.min()), int(sums.max())
    keys = np.zeros(len(sums), dtype=np.int64)
    for column in range(k - 1):  # the last follows from the others
        keys = keys * (high - low + 1) + (sums[:, column] - low)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.repeat(chances / len(orders), len(orders))
    return sums[first], np.asarray(np.bincount(which, weights=weights), dtype=np.float64)


def _last(states: IntArray, chances: FloatArray, orders: IntArray, observed: int) -> float:
    """Chance after the last data set, by |u + v|^2 = |u|^2 + |v|^2 + 2 u v."""
    needed = (observed - (states**2).sum(axis=1) - (orders[0] ** 2).sum()) / 2
    reached = np.empty(len(states))
    rows = max(1, 2_000_000 // len(orders))
    for start in range(0, len(states), rows):
        part = slice(start, start + rows)
        products = states[part].astype(np.float64) @ orders.T.astype(np.float64)  # whole numbers, hence exact
        reached[part] = (products >= needed[part, np.newaxis]).sum(axis=1)
    return min(1.0, float(chances @ reached) / len(orders))
