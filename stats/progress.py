"""Runs that go on until a target is reached or a budget is spent: expected running time and its distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector


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
        For no runs, times that are not positive and times above the budget.

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
    wrong = np.flatnonzero((times <= 0) | (times > ends) | ~(ends > 0) | ~np.isfinite(ends))
    if wrong.size:
        raise ValueError(
            f"reached: entry {wrong[0]} is {times[wrong[0]]} with a budget of {ends[wrong[0]]};"
            " times above 0 and up to the budget are needed"
        )
    return times, ends
