"""Orders of algorithms from their ranks by data set: Borda's, Condorcet's winner, Kemeny's; and how stable they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, check_count
from rankpress.stats.leaderboards import places
from rankpress.stats.ranks import rank_scores, scaled_ranks

_HELD_AT_ONCE = 8_000_000  # numbers of the resamples that are ranked together

MOST_FOR_KEMENY = 12
"""Most algorithms whose order of least disagreement is searched for among all of them."""


def borda_counts(scores: ArrayLike) -> FloatArray:
    """How many algorithms each beats on all data sets together, ties as halves.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.

    Returns
    -------
    (n_algorithms,) float array
        Number of data sets times (k - average rank).

    Raises
    ------
    ValueError
        For missing or infinite scores.

    References
    ----------
    .. [1] de Borda, J.-C. (1781). Mémoire sur les élections au scrutin. Histoire de l'Académie royale des sciences.

    Examples
    --------
    >>> borda_counts([[3, 2, 1], [1, 2, 2]]).tolist()
    [2.0, 2.5, 1.5]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    counts: FloatArray = (matrix.shape[1] - rank_scores(matrix)).sum(axis=0)
    return counts


def majority(scores: ArrayLike) -> FloatArray:
    """On how many data sets each is better than each other one, ties as halves, where both have results.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.

    Returns
    -------
    (n_algorithms, n_algorithms) float array
        The row against the column; 0 on the diagonal.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> majority([[3, 2], [1, 1]]).tolist()
    [[0.0, 1.5], [0.5, 0.0]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
    wins: FloatArray = np.nansum((np.sign(matrix[:, :, None] - matrix[:, None, :]) + 1) / 2, axis=0)
    np.fill_diagonal(wins, 0.0)
    return wins


def condorcet_winner(scores: ArrayLike) -> int | None:
    """Return the algorithm that is better than each other one on most data sets, if there is one.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.

    Returns
    -------
    int or None
        Index of the algorithm.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> condorcet_winner([[3, 2, 1], [3, 1, 2], [1, 2, 3]]), condorcet_winner([[3, 2, 1], [1, 3, 2], [2, 1, 3]])
    (0, None)
    """
    wins = majority(scores)
    beaten = wins > wins.T
    np.fill_diagonal(beaten, True)
    first = np.flatnonzero(beaten.all(axis=1))
    return int(first[0]) if first.size else None


def kemeny_order(scores: ArrayLike) -> tuple[list[int], float, bool] | None:
    """Return the order that disagrees least with the data sets, pair by pair.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.

    Returns
    -------
    (order, cost, is_unique) or None
        Indices from the best; for how many pairs on how many data sets the order is wrong, ties as halves; and whether
        no other order is as good, else this is the first by index. None with more than 12 algorithms.

    Raises
    ------
    ValueError
        For infinite scores.

    References
    ----------
    .. [1] Kemeny, J. G. (1959). Mathematics without numbers. Daedalus 88, 577-591.

    Examples
    --------
    >>> kemeny_order([[3, 2, 1], [3, 1, 2], [1, 2, 3]])
    ([0, 2, 1], 3.0, True)
    """
    wins = majority(scores)
    k = len(wins)
    if k > MOST_FOR_KEMENY:
        return None
    # The least cost of the last places, by which algorithms they hold: each is put before those that follow it.
    costs, firsts = np.full(1 << k, np.inf), np.zeros(1 << k, dtype=np.int64)
    costs[0], unique = 0.0, np.ones(1 << k, dtype=bool)
    for chosen in range(1, 1 << k):
        members = [algorithm for algorithm in range(k) if chosen >> algorithm & 1]
        for first in members:
            rest = chosen & ~(1 << first)
            cost = costs[rest] + wins[members, first].sum()
            if cost < costs[chosen] - 1e-9:
                costs[chosen], firsts[chosen], unique[chosen] = cost, first, unique[rest]
            elif cost < costs[chosen] + 1e-9:
                unique[chosen] = False
    order, left = [], (1 << k) - 1
    while left:
        order.append(int(firsts[left]))
        left &= ~(1 << order[-1])
    return order, float(costs[-1]), bool(unique[-1])


def rank_shares(scores: ArrayLike, *, draws: int = 2000, seed: int = 0) -> FloatArray:
    """How often each algorithm has each place by average rank when data sets are redrawn.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.
    draws : int
        Resamples of the data sets.
    seed : int
        Of the generator.

    Returns
    -------
    (n_algorithms, n_places) float array
        Rows and columns add up to 1; algorithms that tie share their places. The first column is the chance of being
        the best of such a resample, not that of being the best. With missing results ranks are scaled to the number of
        all algorithms, averages are over the data sets that have the algorithm, and resamples without a result of some
        algorithm do not count; all nan where none is left.

    Raises
    ------
    ValueError
        For infinite scores, and draws below 1.

    Notes
    -----
    Where algorithms are nearly equal a resample makes more of their differences than there is.

    References
    ----------
    .. [1] Wiesenfarth, M. et al. (2021). Methods and open-source toolkit for analyzing and visualizing challenge
       results. Scientific Reports 11, 2369. doi:10.1038/s41598-021-82017-6

    Examples
    --------
    >>> rank_shares([[3, 2, 1], [3, 2, 1]], draws=10).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    check_count("draws", draws, 1)
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
    ranks = scaled_ranks(rank_scores(matrix, missing="gap"))
    rng = np.random.default_rng(seed)
    (n, k), present = ranks.shape, np.isfinite(ranks)
    at_once, total, complete = max(1, _HELD_AT_ONCE // max(n, k * k)), np.zeros((k, k)), 0
    for start in range(0, draws, at_once):
        counts = rng.multinomial(n, np.full(n, 1 / n), size=min(at_once, draws - start))
        if present.all():
            averages = counts @ ranks  # sums of halves are exact, so that equal averages are tied
        else:
            results = counts @ present
            counts = counts[(results > 0).all(axis=1)]
            averages = np.round(counts @ np.where(present, ranks, 0.0) / (counts @ present), 9)
        if len(averages):
            total += places(-averages).sum(axis=0)
            complete += len(averages)
    return total / complete if complete else np.full((k, k), np.nan)
