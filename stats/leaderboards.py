"""Measures of leaderboards over data sets, with intervals: win rate, skill, improvability, champions and more.

Results may be missing (nan). A data set then counts for the algorithms that have a result on it, among which they are
compared; an algorithm's mean is over its data sets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix
from rankpress.stats.ranks import rank_scores
from rankpress.stats.resampled_intervals import STUDENT, Intervals, resampled_interval
from rankpress.stats.tails import t_two_sided_isf

CLIP = (0.01, 100.0)
"""Ratios of errors to the baseline's are cut to this range, so that one data set does not decide alone."""


_ROUNDING = 1e-12  # a standard error of less is that of equal values


@dataclass(frozen=True)
class Measure:
    """A number for each algorithm, a mean over data sets or a function of one.

    Parameters
    ----------
    estimate, low, high : (n_algorithms,) float arrays
        Ends of the interval over data sets, within the values that the measure can take; nan where there is one data
        set alone or all have the same value, which say nothing of other data sets, and where too many resamples lack
        the algorithm. The estimate is nan where no data set counts for an algorithm.
    level : float
        Of each interval.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    level: float


def win_rate(scores: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """Share of the data sets on which each beats another algorithm, ties as halves, averaged over the others.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        Between 0 and 1. Without missing results it is (k - average rank) / (k - 1). With some, each pair counts on the
        data sets that both have, and the interval is that of a mean of ratios over data sets.

    Raises
    ------
    ValueError
        For two algorithms without a data set in common, infinite scores.

    Examples
    --------
    >>> win_rate([[3, 2, 1], [1, 2, 2]]).estimate.tolist()
    [0.5, 0.625, 0.375]
    >>> win_rate([[3, 2, 1], [1, 2, float("nan")]]).estimate.tolist()
    [0.75, 0.75, 0.0]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
    k = matrix.shape[1]
    present = np.isfinite(matrix)
    if present.all():
        return _mean((k - rank_scores(matrix)) / (k - 1), intervals, (0.0, 1.0))
    shared = (present.T.astype(np.float64) @ present) - np.diag(present.sum(axis=0))
    if not (shared + np.eye(k)).all():
        raise ValueError("scores: two algorithms have no data set in common")
    shared += np.eye(k)  # which nothing is won on
    won = np.zeros((k, k))
    for row in matrix:
        won += _halves(row)
    rates = won / shared
    # What a data set adds to the mean of the shares of an algorithm, which adds up to 0 over the data sets.
    slopes = np.array([((_halves(row) - rates * _both(row)) / shared).sum(axis=1) for row in matrix]) / (k - 1)
    estimate, n = rates.sum(axis=1) / (k - 1), present.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt((slopes**2).sum(axis=0) * n / (n - 1))
    if intervals.method == "t":
        ends = _student(estimate, error, n, intervals.level)
    else:
        ends = resampled_interval(partial(_mean_shares, matrix), estimate, len(matrix), intervals, width=k * k)
    return _measure(estimate, ends, error, intervals, (0.0, 1.0))


def _mean_shares(matrix: FloatArray, counts: FloatArray) -> FloatArray:
    """Return the mean of the shares of each algorithm against the others in each resample of data sets with gaps."""
    k = matrix.shape[1]
    won, both = (counts @ np.array([of(row).ravel() for row in matrix], dtype=np.float64) for of in (_halves, _both))
    rates = won.reshape(-1, k, k)
    with np.errstate(invalid="ignore"):
        np.divide(rates, both.reshape(-1, k, k), out=rates, where=~np.eye(k, dtype=bool))
    means: FloatArray = rates.sum(axis=2) / (k - 1)
    return means


def _both(row: FloatArray) -> BoolArray:
    """Return which pairs of two different algorithms both have a result on a data set."""
    present = np.isfinite(row)
    both: BoolArray = np.outer(present, present) & ~np.eye(len(row), dtype=bool)
    return both


def _halves(row: FloatArray) -> FloatArray:
    """Return 1 where the row beats the column on a data set, a half where they tie, 0 where one has no result."""
    return np.where(_both(row), (np.sign(row[:, None] - row) + 1) / 2, 0.0)


def vote_share(wins: ArrayLike, ties: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """Share of its votes that each algorithm wins, ties as halves.

    Parameters
    ----------
    wins : (n_clusters, n_algorithms, n_algorithms) array_like
        By cluster of votes, how often the row wins against the column.
    ties : (n_clusters, n_algorithms, n_algorithms) array_like
        By cluster, how often the two are tied; symmetric.
    level : float
        Of the intervals, which are those of a ratio over clusters: votes of a cluster may depend on each other.

    Returns
    -------
    Measure
        Between 0 and 1.

    Raises
    ------
    ValueError
        For an algorithm without votes.

    References
    ----------
    .. [1] Cochran, W. G. (1977). Sampling Techniques, third edition, section 9A.8. Wiley.

    Examples
    --------
    >>> vote_share([[[0, 3], [1, 0]]], [[[0, 0], [0, 0]]]).estimate.tolist()
    [0.75, 0.25]
    """
    beaten, tied = np.array(wins, dtype=np.float64), np.array(ties, dtype=np.float64)
    won = (beaten + tied / 2).sum(axis=2)
    votes = won + (beaten + tied / 2).sum(axis=1)
    if not (votes.sum(axis=0) > 0).all():
        raise ValueError("wins: an algorithm has no votes")
    share, n = won.sum(axis=0) / votes.sum(axis=0), len(won)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(((won - share * votes) ** 2).sum(axis=0) * n / (n - 1)) / votes.sum(axis=0)
    if intervals.method == "t":
        ends = _student(share, error, np.full(len(share), n), intervals.level)
    else:
        ends = resampled_interval(partial(_ratio_of_sums, won, votes), share, n, intervals)
    return _measure(share, ends, error, intervals, (0.0, 1.0))


def _ratio_of_sums(numerators: FloatArray, denominators: FloatArray, counts: FloatArray) -> FloatArray:
    """Return the ratio of two sums over each resample; nan where the second is 0."""
    with np.errstate(invalid="ignore"):
        ratios: FloatArray = counts @ numerators / (counts @ denominators)
    return ratios


def champions(scores: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """Share of the data sets on which each is the best; those that tie there share it.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        Shares that add up to 1.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> champions([[3, 2, 1], [1, 2, 2]]).estimate.tolist()
    [0.5, 0.25, 0.25]
    """
    return _mean(places(scores)[:, :, 0], intervals, (0.0, 1.0))


def places(scores: ArrayLike) -> FloatArray:
    """Share of each place that each algorithm has on each data set; those that tie share their places evenly.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.

    Returns
    -------
    (n_datasets, n_algorithms, n_places) float array
        Rows and columns of each data set add up to 1; nan for a missing result.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> places([[1, 2, 2]]).tolist()
    [[[0.0, 0.0, 1.0], [0.5, 0.5, 0.0], [0.5, 0.5, 0.0]]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
    first, last = (rank_scores(matrix, ties=ends, missing="gap")[:, :, None] for ends in ("min", "max"))
    place = np.arange(1, matrix.shape[1] + 1)
    return ((place >= first) & (place <= last)) / (last - first + 1)


def mean_reciprocal_rank(scores: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """Mean over data sets of one over the rank.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        Above 0 and at most 1.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> mean_reciprocal_rank([[3, 2, 1], [3, 2, 1]]).estimate.round(3).tolist()
    [1.0, 0.5, 0.333]
    """
    ranks = rank_scores(as_matrix("scores", scores, rows=1, columns=2, missing=True), missing="gap")
    return _mean(1 / ranks, intervals, (1 / ranks.shape[1], 1.0))


def improvability(errors: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """By which part each error would fall if the best algorithm of each data set were taken.

    Parameters
    ----------
    errors : (n_datasets, n_algorithms) array_like
        At least 0, lower is better; nan for a missing result.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        Between 0 and 1, lower is better; 0 on a data set with an error of 0.

    Raises
    ------
    ValueError
        For errors that are infinite or negative.

    References
    ----------
    .. [1] Erickson, N. et al. (2025). TabArena: a living benchmark for machine learning on tabular data.
       doi:10.48550/arXiv.2506.16791

    Examples
    --------
    >>> improvability([[1, 2], [4, 3]]).estimate.tolist()
    [0.125, 0.25]
    """
    matrix = _errors(errors)
    best = np.broadcast_to(np.fmin.reduce(matrix, axis=1, keepdims=True), matrix.shape)
    ratio = np.divide(best, matrix, out=np.ones_like(matrix), where=~(matrix == 0))
    return _mean(1 - ratio, intervals, (0.0, 1.0))


def relative_error(errors: ArrayLike, baseline: int, intervals: Intervals = STUDENT) -> Measure:
    """Geometric mean over data sets of the ratio of each error to that of a baseline.

    Parameters
    ----------
    errors : (n_datasets, n_algorithms) array_like
        At least 0, lower is better; nan for a missing result.
    baseline : int
        Index of an algorithm.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        1 for the baseline, below 1 for better ones. Each ratio is cut to between 0.01 and 100; 1 where both errors
        are 0.

    Raises
    ------
    ValueError
        For errors that are infinite or negative.

    Examples
    --------
    >>> relative_error([[0.1, 0.2], [0.4, 0.2]], 0).estimate.tolist()
    [1.0, 1.0]
    """
    of_logarithms = _mean(np.log(_ratios(errors, baseline)), intervals)
    return Measure(
        np.exp(of_logarithms.estimate), np.exp(of_logarithms.low), np.exp(of_logarithms.high), intervals.level
    )


def skill(errors: ArrayLike, baseline: int, intervals: Intervals = STUDENT) -> Measure:
    """By which part each algorithm lowers the error of a baseline, by the geometric mean of the ratios.

    Parameters
    ----------
    errors : (n_datasets, n_algorithms) array_like
        At least 0, lower is better; nan for a missing result.
    baseline : int
        Index of an algorithm.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        One less the relative error: 0 for the baseline, higher is better, at most 0.99.

    Raises
    ------
    ValueError
        For errors that are infinite or negative.

    References
    ----------
    .. [1] Shchur, O. et al. (2025). fev-bench: a realistic benchmark for time series forecasting.
       doi:10.48550/arXiv.2509.26468

    Examples
    --------
    >>> skill([[0.2, 0.1], [0.4, 0.2]], 0).estimate.tolist()
    [0.0, 0.5]
    """
    ratio = relative_error(errors, baseline, intervals)
    return Measure(1 - ratio.estimate, 1 - ratio.high, 1 - ratio.low, intervals.level)


def rescaled_error(errors: ArrayLike, intervals: Intervals = STUDENT) -> Measure:
    """Errors of each data set brought to between 0 for the best and 1 for the worst, averaged over data sets.

    Parameters
    ----------
    errors : (n_datasets, n_algorithms) array_like
        Lower is better; nan for a missing result.
    intervals : Intervals
        How the intervals are computed.

    Returns
    -------
    Measure
        Between 0 and 1; 0 on a data set on which all are alike.

    Raises
    ------
    ValueError
        For infinite errors.

    Notes
    -----
    The scale depends on the worst algorithm that takes part: adding a poor one moves all others together.

    Examples
    --------
    >>> rescaled_error([[0.1, 0.2, 0.3], [0.4, 0.4, 0.4]]).estimate.round(3).tolist()
    [0.0, 0.25, 0.5]
    """
    matrix = as_matrix("errors", errors, rows=1, columns=2, missing=True)
    least = np.fmin.reduce(matrix, axis=1, keepdims=True)
    span = np.broadcast_to(np.fmax.reduce(matrix, axis=1, keepdims=True) - least, matrix.shape)
    return _mean(np.divide(matrix - least, span, out=matrix - least, where=span > 0), intervals, (0.0, 1.0))


def _errors(errors: ArrayLike) -> FloatArray:
    matrix = as_matrix("errors", errors, rows=1, columns=2, missing=True)
    if (matrix < 0).any():
        raise ValueError(f"errors: got {np.fmin.reduce(matrix, axis=None):g}; errors of at least 0 are needed")
    return matrix


def _ratios(errors: ArrayLike, baseline: int) -> FloatArray:
    matrix = _errors(errors)
    if not 0 <= baseline < matrix.shape[1]:
        raise ValueError(f"baseline: got {baseline}; an index from 0 to {matrix.shape[1] - 1} is needed")
    base = np.broadcast_to(matrix[:, [baseline]], matrix.shape)
    both_zero = (matrix == 0) & (base == 0)
    ratio = np.divide(matrix, base, out=np.where(np.isnan(matrix), np.nan, np.inf), where=~(base == 0))
    return np.where(both_zero, 1.0, np.clip(ratio, *CLIP))


def _mean(values: FloatArray, intervals: Intervals, within: tuple[float, float] = (-math.inf, math.inf)) -> Measure:
    """Return means over data sets with intervals, cut to the values that are possible."""
    present = np.isfinite(values)
    n = present.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        estimate = np.where(present, values, 0.0).sum(axis=0) / n
        centered = np.where(present, values - estimate, 0.0)
        error = np.sqrt((centered**2).sum(axis=0) / (n - 1) / n)
    if intervals.method == "t":
        ends = _student(estimate, error, n, intervals.level)
    else:
        means = partial(_ratio_of_sums, np.where(present, values, 0.0), present.astype(np.float64))
        ends = resampled_interval(means, estimate, len(values), intervals)
    return _measure(estimate, ends, error, intervals, within)


def _student(estimate: FloatArray, error: FloatArray, n: IntArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the ends of Student's t intervals over n data sets for each algorithm."""
    half = np.full_like(estimate, np.nan)
    for algorithm in np.flatnonzero(n > 1):
        half[algorithm] = float(t_two_sided_isf(1 - level, int(n[algorithm]) - 1)) * error[algorithm]
    return estimate - half, estimate + half


def _measure(
    estimate: FloatArray,
    ends: tuple[FloatArray, FloatArray],
    error: FloatArray,
    intervals: Intervals,
    within: tuple[float, float],
) -> Measure:
    """Return estimates with intervals within possible values; none where data sets do not differ (error 0 or nan)."""
    low, high = (np.where(error > _ROUNDING, end, np.nan) for end in ends)
    return Measure(estimate, np.maximum(low, within[0]), np.minimum(high, within[1]), intervals.level)
