"""Ranks of the algorithms on each data set, and their averages over the data sets."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, BoolArray, FloatArray, as_matrix, check_count, check_tolerance

Better = Literal["higher", "lower"]
Ties = Literal["average", "min", "max"]
MissingRanks = Literal["last", "gap"]


def rank_scores(
    scores: ArrayLike,
    *,
    better: Better = "higher",
    ties: Ties = "average",
    tolerance: float | None = None,
    missing: MissingRanks = "last",
) -> FloatArray:
    """Rank the algorithms on each data set, 1 for the best.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Scores in any unit; nan where a result is missing.
    better : {"higher", "lower"}
        Which scores are the better ones.
    ties : {"average", "min", "max"}
        Tied algorithms all get the average, the smallest or the largest of the ranks that they take up
        together.
    tolerance : float or None
        Scores nearer to each other than this are tied; with 0 only equal scores are. None: scores that agree but for
        the rounding error of their computation, 16 units in the last place, as the tests of differences have it.
    missing : {"last", "gap"}
        Missing results of a data set come last, tied with each other, or have no rank: nan.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        Ranks, with gaps those among the results that are there.

    Raises
    ------
    ValueError
        If the scores are no matrix, or infinite, or an option is none of those above.

    Notes
    -----
    Nearness does not carry over: with a tolerance of 2 and scores 1, 2, 3 each is near the next, the ends
    are not. A run of ties therefore starts at the best score that belongs to no earlier run and takes in all
    scores that are nearer than the tolerance *to that first one*. No two scores of a run are then a tolerance
    or more apart, and the order of the columns does not matter.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30, section 3.2.2. https://www.jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    Two data sets of Table 6 in [1]_, the second with a tie:

    >>> rank_scores([[0.763, 0.768, 0.771, 0.798], [0.936, 0.931, 0.916, 0.931]]).tolist()
    [[4.0, 3.0, 2.0, 1.0], [1.0, 2.5, 4.0, 2.5]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=1, missing=True)
    if better not in ("higher", "lower"):
        raise ValueError(f"better: got {better!r}; 'higher' or 'lower' is needed")
    if ties not in ("average", "min", "max"):
        raise ValueError(f"ties: got {ties!r}; 'average', 'min' or 'max' is needed")
    if missing not in ("last", "gap"):
        raise ValueError(f"missing: got {missing!r}; 'last' or 'gap' is needed")
    if tolerance is not None:
        check_tolerance(tolerance)
    losses = -matrix if better == "higher" else matrix
    sorted_to = np.arange(len(losses))[:, np.newaxis], np.argsort(losses, axis=1, kind="stable")  # nan sorts last
    first, last = _runs(losses[sorted_to], tolerance)
    ranks = np.empty_like(matrix)
    ranks[sorted_to] = {"average": (first + last) / 2, "min": first, "max": last}[ties] + 1.0
    if missing == "gap":
        ranks[np.isnan(matrix)] = np.nan
    return ranks


def _runs(ascending: FloatArray, tolerance: float | None) -> tuple[FloatArray, FloatArray]:
    """Place of the first and of the last member of each entry's run of ties, row by row, counted from 0."""
    own = np.broadcast_to(np.arange(ascending.shape[1], dtype=np.float64), ascending.shape)
    first, last = own.copy(), own.copy()
    # where no entry is tied with the one before it, each is a run of its own
    rows = np.flatnonzero(_are_tied(ascending[:, 1:], ascending[:, :-1], tolerance).any(axis=1))
    if rows.size:
        first[rows], last[rows] = _runs_of_ties(ascending[rows], tolerance)
    return first, last


def _runs_of_ties(ascending: FloatArray, tolerance: float | None) -> tuple[FloatArray, FloatArray]:
    n_columns = ascending.shape[1]
    first = np.zeros(ascending.shape)
    last = np.full(ascending.shape, n_columns - 1.0)
    head = ascending[:, 0]
    for column in range(1, n_columns):
        scores = ascending[:, column]
        tied = _are_tied(scores, head, tolerance)
        head = np.where(tied, head, scores)
        first[:, column] = np.where(tied, first[:, column - 1], column)
    for column in range(n_columns - 2, -1, -1):
        same_run = first[:, column] == first[:, column + 1]
        last[:, column] = np.where(same_run, last[:, column + 1], column)
    return first, last


def _are_tied(scores: FloatArray, head: FloatArray, tolerance: float | None) -> BoolArray:
    """Return which scores are tied with the first of a run, which none is below."""
    equal = (scores == head) | (np.isnan(scores) & np.isnan(head))
    if tolerance is None:
        near = scores - head <= ROUNDING * np.maximum(np.abs(scores), np.abs(head))
    else:
        near = scores - head < tolerance
    tied: BoolArray = equal | near
    return tied


def average_ranks(ranks: ArrayLike) -> FloatArray:
    """Return the average rank of each algorithm over the data sets.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best.

    Returns
    -------
    (n_algorithms,) float array

    Raises
    ------
    ValueError
        If the ranks are no matrix or not finite.

    Examples
    --------
    >>> average_ranks([[4, 3, 2, 1], [1, 2.5, 4, 2.5]]).tolist()
    [2.5, 2.75, 3.0, 1.75]
    """
    matrix = as_matrix("ranks", ranks, rows=1, columns=1)
    # Ranks are halves, so their sums are exact: equal rank sums give equal averages, whatever their order.
    return np.asarray(matrix.sum(axis=0) / matrix.shape[0], dtype=np.float64)


def scaled_average_ranks(ranks: ArrayLike) -> FloatArray:
    """Average rank of each algorithm where some have no result on some data sets."""
    # If the missing algorithms fell at random among those that are there, r (k + 1) / (k_i + 1) would be the expected
    # rank among all k: rank 2 of 3 and rank 4 of 7 are both the middle. An average of such ranks does not know which
    # opponents an algorithm met; `rankpress.stats.skillings_mack_pairs` does.
    scaled = scaled_ranks(ranks)
    # Sums are rounded once, so that averages do not depend on the order of the data sets.
    columns = [column[~np.isnan(column)] for column in scaled.T]
    return np.array([math.fsum(column) / column.size if column.size else np.nan for column in columns])


def scaled_ranks(ranks: ArrayLike) -> FloatArray:
    """Ranks among the algorithms that have a result on a data set, as ranks among all."""
    matrix = as_matrix("ranks", ranks, rows=1, columns=1, missing=True)
    among = np.isfinite(matrix).sum(axis=1, keepdims=True)
    return np.asarray(matrix * ((matrix.shape[1] + 1) / (among + 1)), dtype=np.float64)


def rank_standard_error(n_datasets: int, n_algorithms: int) -> float:
    """Standard error of the difference of two average ranks if all algorithms perform equally well."""
    # It assumes that no algorithms are tied on a data set; ties make it too large, and the tests that use it
    # conservative. Reference: Demsar 2006, section 3.2.2.
    check_count("n_datasets", n_datasets, 1)
    check_count("n_algorithms", n_algorithms, 2)
    return math.sqrt(n_algorithms * (n_algorithms + 1) / (6.0 * n_datasets))


def midranks(values: FloatArray, rounding: FloatArray) -> FloatArray:
    """Rank numbers from 1 for the smallest; those that are equal but for rounding share the average rank."""
    order = np.argsort(values, axis=None, kind="stable")
    ascending, slack = values.ravel()[order], rounding.ravel()[order]
    apart = np.diff(ascending) > np.maximum(slack[1:], slack[:-1])
    run = np.concatenate([[0], np.cumsum(apart)])
    last = np.cumsum(np.bincount(run))
    average = (last + np.concatenate([[0], last[:-1]]) + 1) / 2
    ranks = np.empty(values.size)
    ranks[order] = average[run]
    return ranks.reshape(values.shape)
