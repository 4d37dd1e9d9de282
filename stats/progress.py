"""Runs over a budget: mean scores at each step with bands, areas under them, running times until a target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from rankpress.stats.aggregates import CUT
from rankpress.stats.arrays import FloatArray, as_vector, check_count, check_level

_BLOCK = 4_000_000  # scores of resampled runs that are in memory at a time


@dataclass(frozen=True)
class Banded:
    """Numbers with the ends of an interval about each, arrays of the same shape; ends are nan where there is none."""

    estimate: FloatArray
    low: FloatArray
    high: FloatArray


def scores_at(steps: ArrayLike, scores: ArrayLike, at: ArrayLike) -> FloatArray:
    """Return the score of a run at any step, by straight lines between its steps.

    Parameters
    ----------
    steps : (n_steps,) array_like
        In ascending order.
    scores : (n_steps,) array_like
        The score at each.
    at : (n_at,) array_like
        Where scores are wanted.

    Returns
    -------
    (n_at,) float array
        nan before the first step; after the last one its score.

    Raises
    ------
    ValueError
        For no steps, and numbers of scores that differ from those of steps.

    Examples
    --------
    >>> scores_at([10, 20], [0.5, 0.7], [5, 10, 15, 30]).tolist()
    [nan, 0.5, 0.6, 0.7]
    """
    xs = as_vector("steps", steps)
    values = np.interp(as_vector("at", at), xs, as_vector("scores", scores, length=len(xs)), left=math.nan)
    return np.asarray(values, dtype=np.float64)


def area_under(steps: ArrayLike, scores: ArrayLike, first: float, last: float) -> float:
    """Return the mean height of a run between two steps: the area below it, divided by their distance.

    Parameters
    ----------
    steps, scores : (n_steps,) array_like
        As for `scores_at`.
    first, last : float
        Between which steps; the run has begun at the first.

    Returns
    -------
    float
        In the unit of the scores; the score itself where both steps are the same. nan before the run has begun.

    Raises
    ------
    ValueError
        For no steps, numbers of scores that differ from those of steps, and a last step before the first.

    Examples
    --------
    >>> area_under([0, 10, 30], [0.0, 1.0, 1.0], 0, 30)
    0.8333333333333334
    """
    if last < first:
        raise ValueError(f"last: got {last} with first={first}; at least that is needed")
    xs = as_vector("steps", steps)
    at = np.array([first, *xs[(xs > first) & (xs < last)], last])
    heights = scores_at(xs, scores, at)
    if last == first:
        return float(heights[0])
    return float(np.sum(np.diff(at) * (heights[1:] + heights[:-1])) / 2 / (last - first))


def mean_of_runs(runs: Sequence[ArrayLike], level: float = 0.95) -> Banded:
    """Mean over data sets of the means over runs at each of several steps, with Student's t intervals over runs.

    Parameters
    ----------
    runs : sequence of (n_runs, n_at) array_like
        One per data set: the scores of its runs at the steps.
    level : float
        Confidence level of each interval.

    Returns
    -------
    Banded
        Arrays of (n_at,): nan where a run has no score yet; without ends where a data set has one run.

    Raises
    ------
    ValueError
        For no data sets, a data set without runs, and levels outside 0 to 1.

    Notes
    -----
    The variances of the means are added over the data sets, with the degrees of freedom of Welch and Satterthwaite.
    The intervals are conditional on the data sets, and each holds for itself.

    References
    ----------
    .. [1] Satterthwaite, F. E. (1946). An approximate distribution of estimates of variance components. Biometrics
       Bulletin 2, 110-114. doi:10.2307/3002019

    Examples
    --------
    >>> band = mean_of_runs([[[0.1, 0.5], [0.3, 0.7], [0.2, 0.6]]])
    >>> band.estimate.round(3).tolist(), band.low.round(3).tolist()
    ([0.2, 0.6], [-0.048, 0.352])
    """
    check_level("level", level)
    matrices = _as_matrices(runs)
    n = len(matrices)
    estimate: FloatArray = np.mean([matrix.mean(axis=0) for matrix in matrices], axis=0)
    if min(map(len, matrices)) < 2:
        return Banded(estimate, np.full_like(estimate, np.nan), np.full_like(estimate, np.nan))
    parts = np.array([matrix.var(axis=0, ddof=1) / len(matrix) for matrix in matrices]) / n**2
    total = parts.sum(axis=0)
    free = np.array([len(matrix) - 1 for matrix in matrices], dtype=np.float64)
    spread = (parts**2 / free[:, None]).sum(axis=0)
    df = np.divide(total**2, spread, out=np.full_like(total, free.sum()), where=spread > 0)
    half = stdtrit(df, (1 + level) / 2) * np.sqrt(total)
    return Banded(estimate, estimate - half, estimate + half)


def interquartile_mean_of_runs(
    runs: Sequence[ArrayLike], level: float = 0.95, *, draws: int = 1000, seed: int = 0
) -> Banded:
    """Interquartile mean of all runs on all data sets at each of several steps, with intervals over runs.

    Parameters
    ----------
    runs : sequence of (n_runs, n_at) array_like
        One per data set: the scores of its runs at the steps.
    level : float
        Confidence level of each interval.
    draws : int
        Resamples of the runs within each data set, of which the ends are percentiles.
    seed : int
        Of the generator.

    Returns
    -------
    Banded
        Arrays of (n_at,): nan where a run has no score yet; without ends where no data set has two runs.

    Raises
    ------
    ValueError
        For no data sets, a data set without runs, levels outside 0 to 1 and draws below 1.

    References
    ----------
    .. [1] Agarwal et al. (2021), section 4.3. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> interquartile_mean_of_runs([[[0.0], [1.0], [2.0], [9.0]]], draws=100).estimate.tolist()
    [1.5]
    """
    check_level("level", level)
    check_count("draws", draws, 1)
    matrices = _as_matrices(runs)
    pooled = np.concatenate(matrices)
    estimate = _middle(pooled[None])[0]
    if max(map(len, matrices)) < 2:
        return Banded(estimate, np.full_like(estimate, np.nan), np.full_like(estimate, np.nan))
    rng, starts = np.random.default_rng(seed), np.cumsum([0, *map(len, matrices)])
    block = max(1, _BLOCK // pooled.size)
    means = []
    for begin in range(0, draws, block):
        size = min(block, draws - begin)
        drawn = [start + rng.integers(len(matrix), size=(size, len(matrix)))
                 for start, matrix in zip(starts, matrices, strict=False)]  # fmt: skip
        means.append(_middle(pooled[np.concatenate(drawn, axis=1)]))
    low, high = np.quantile(np.concatenate(means), [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Banded(estimate, low, high)


def _as_matrices(runs: Sequence[ArrayLike]) -> list[FloatArray]:
    matrices = [np.array(each, dtype=np.float64) for each in runs]
    if not matrices or any(matrix.ndim != 2 or not len(matrix) for matrix in matrices):
        raise ValueError("runs: at least 1 data set is needed, each with a matrix of at least 1 run")
    return matrices


def _middle(values: FloatArray) -> FloatArray:
    """Interquartile means along the second of three axes; nan, which sorting puts last, where any is missing."""
    n = values.shape[1]
    cut = int(CUT * n)
    ordered = np.sort(values, axis=1)
    middle: FloatArray = ordered[:, cut : n - cut].mean(axis=1)
    return np.where(np.isnan(ordered[:, -1]), np.nan, middle)


def first_step_reached(steps: ArrayLike, scores: ArrayLike, target: float) -> float:
    """Return at which of its steps a run first scores at least a target; nan if it never does.

    Parameters
    ----------
    steps, scores : (n_steps,) array_like
        As for `scores_at`, higher scores being better.
    target : float
        The score to reach.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For no steps, and numbers of scores that differ from those of steps.

    Examples
    --------
    >>> first_step_reached([100, 200, 300], [0.2, 0.6, 0.5], 0.5)
    200.0
    """
    xs = as_vector("steps", steps)
    hits = np.flatnonzero(as_vector("scores", scores, length=len(xs)) >= target)
    return float(xs[hits[0]]) if hits.size else math.nan


def expected_running_time(reached: ArrayLike, budget: ArrayLike) -> tuple[float, float]:
    """Return the expected running time until a target is reached, and the share of runs that reach it.

    Parameters
    ----------
    reached : (n_runs,) array_like
        When each run reached the target; nan where it did not.
    budget : float or (n_runs,) array_like
        When a run that did not reach the target ended.

    Returns
    -------
    (expected, success) : tuple of float
        All time that was spent divided by the number of runs that reached the target; inf where none did.

    Raises
    ------
    ValueError
        For no runs, times below 0 and times above the budget.

    References
    ----------
    .. [1] Hansen, N., Auger, A., Ros, R., Mersmann, O., Tušar, T. and Brockhoff, D. (2021). COCO: a platform for
       comparing continuous optimizers in a black-box setting. Optimization Methods and Software 36, 114-144.
       doi:10.1080/10556788.2020.1808977

    Examples
    --------
    >>> expected_running_time([120, 300, np.nan, 450, np.nan], 1000)
    (956.6666666666666, 0.6)
    """
    times, ends = _checked(reached, budget)
    hit = np.isfinite(times)
    spent = float(np.where(hit, times, ends).sum())
    return (spent / int(hit.sum()) if hit.any() else math.inf), float(hit.mean())


def share_reached(reached: ArrayLike, at: ArrayLike) -> FloatArray:
    """Share of runs, or of runs and targets, that are reached by each time.

    Parameters
    ----------
    reached : array_like
        When each run reached each target, in any shape; nan where it did not.
    at : (n_times,) array_like
        Times.

    Returns
    -------
    (n_times,) float array
        The empirical distribution function of the running times.

    Raises
    ------
    ValueError
        For no runs and times that are missing.

    Examples
    --------
    >>> share_reached([[120, 300], [np.nan, 450]], [100, 300, 1000]).tolist()
    [0.0, 0.5, 0.75]
    """
    times = np.asarray(reached, dtype=np.float64).ravel()
    if not times.size:
        raise ValueError("reached: got no runs; at least 1 is needed")
    shares: FloatArray = (times[None] <= as_vector("at", at)[:, None]).mean(axis=1)
    return shares


def _checked(reached: ArrayLike, budget: ArrayLike) -> tuple[FloatArray, FloatArray]:
    times = np.array(reached, dtype=np.float64)
    if times.ndim != 1 or not times.size:
        raise ValueError(f"reached: got an array of shape {times.shape}; a vector of at least 1 run is needed")
    ends: FloatArray = np.broadcast_to(np.asarray(budget, dtype=np.float64), times.shape)
    wrong = np.flatnonzero((times < 0) | (times > ends) | ~(ends >= 0) | ~np.isfinite(ends))
    if wrong.size:
        raise ValueError(
            f"reached: entry {wrong[0]} is {times[wrong[0]]} with a budget of {ends[wrong[0]]};"
            " times from 0 to the budget are needed"
        )
    return times, ends
