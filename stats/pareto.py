"""Pareto layers of algorithms by several losses at once, and how often each is on the front of resampled data sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, check_count

_DIGITS = 12  # that are compared: numbers that agree in them differ by rounding
_CELLS = 20_000_000  # compared at a time


def pareto_layers(losses: ArrayLike) -> IntArray:
    """Return the layer of each algorithm: 1 on the front, 2 on the front of the others, and so on.

    Parameters
    ----------
    losses : (n_algorithms, n_losses) array_like
        Less is better in each.

    Returns
    -------
    (n_algorithms,) int array
        Algorithms that are equal in all losses share their layer.

    Raises
    ------
    ValueError
        For losses that are missing or infinite.

    Notes
    -----
    One algorithm dominates another if it is at least as good in all losses and better in one.

    References
    ----------
    .. [1] Goldberg, D. E. (1989). Genetic Algorithms in Search, Optimization, and Machine Learning. Addison-Wesley.

    Examples
    --------
    >>> pareto_layers([[1, 5], [2, 3], [4, 1], [3, 4]]).tolist()
    [1, 1, 1, 2]
    """
    dominated = dominations(losses)
    layers = np.zeros(len(dominated), dtype=np.int64)
    layer = 0
    while (layers == 0).any():
        layer += 1
        rest = layers == 0
        layers[rest & ~dominated[rest].any(axis=0)] = layer
    return layers


def dominations(losses: ArrayLike) -> BoolArray:
    """Return which algorithm of the rows dominates which of the columns.

    Parameters
    ----------
    losses : (n_algorithms, n_losses) array_like
        Less is better in each.

    Returns
    -------
    (n_algorithms, n_algorithms) bool array

    Raises
    ------
    ValueError
        For losses that are missing or infinite.

    Examples
    --------
    >>> dominations([[1, 5], [2, 5], [1, 5]]).tolist()
    [[False, True, False], [False, False, False], [False, True, False]]
    """
    matrix = np.array(losses, dtype=np.float64)
    if matrix.ndim != 2 or min(matrix.shape) < 1 or not np.isfinite(matrix).all():
        raise ValueError(f"losses: got an array of shape {matrix.shape}; a matrix of finite numbers is needed")
    dominated: BoolArray = _dominate(_rounded(matrix)[None])[0]
    return dominated


def front_shares(
    losses: ArrayLike, *, weights: ArrayLike | None = None, draws: int = 2000, seed: int = 0
) -> FloatArray:
    """Return how often each algorithm is on the front of mean losses when data sets are redrawn.

    Parameters
    ----------
    losses : (n_datasets, n_algorithms, n_losses) array_like
        Less is better in each.
    weights : (n_datasets, n_losses) array_like, optional
        How much data sets count in the mean of each loss. By default all alike.
    draws : int
        Resamples of the data sets.
    seed : int
        Of the generator.

    Returns
    -------
    (n_algorithms,) float array
        Between 0 and 1.

    Raises
    ------
    ValueError
        For losses that are missing or infinite, weights that are not positive, and draws below 1.

    Examples
    --------
    >>> front_shares([[[1, 2], [2, 1], [3, 3]]] * 4, draws=10).tolist()
    [1.0, 1.0, 0.0]
    """
    check_count("draws", draws, 1)
    values = np.array(losses, dtype=np.float64)
    if values.ndim != 3 or min(values.shape) < 1 or not np.isfinite(values).all():
        raise ValueError(f"losses: got an array of shape {values.shape}; finite numbers by data set are needed")
    n, k, n_losses = values.shape
    of_each = np.ones((n, n_losses)) if weights is None else np.array(weights, dtype=np.float64)
    if of_each.shape != (n, n_losses) or not (of_each > 0).all():
        raise ValueError(f"weights: got an array of shape {of_each.shape}; {(n, n_losses)}, all positive, is needed")
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(n, np.full(n, 1 / n), size=draws)
    at_once = max(1, _CELLS // (k * k))
    fronts = np.zeros(k)
    for start in range(0, draws, at_once):
        redrawn = counts[start : start + at_once]
        sums = np.einsum("bn,nm,nkm->bkm", redrawn, of_each, values, optimize=True)
        means = _rounded(sums / (redrawn @ of_each)[:, None, :])
        fronts += (~_dominate(means).any(axis=1)).sum(axis=0)
    shares: FloatArray = fronts / draws
    return shares


def _dominate(losses: FloatArray) -> BoolArray:
    """Return by resample which algorithm of the rows dominates which of the columns."""
    shape = (len(losses), losses.shape[1], losses.shape[1])
    as_good, better = np.ones(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for loss in np.moveaxis(losses, 2, 0):
        as_good &= loss[:, :, None] <= loss[:, None, :]
        better |= loss[:, :, None] < loss[:, None, :]
    return as_good & better


def _rounded(losses: FloatArray) -> FloatArray:
    """Return losses in as many digits as are compared, by the largest of each."""
    axes = tuple(range(losses.ndim - 1))
    largest = np.abs(losses).max(axis=axes, keepdims=True, initial=0.0)
    unit = np.where(largest > 0, largest, 1.0) * 10.0**-_DIGITS
    rounded: FloatArray = np.round(losses / unit) * unit
    return rounded
