"""Intervals of a proportion: exact ones, and score intervals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from rankpress.stats.arrays import FloatArray


def exact_interval(successes: float, draws: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval of a chance."""
    # Reference: Clopper and Pearson 1934.
    if draws < 1 or not 0 <= successes <= draws:
        raise ValueError(f"successes: got {successes} of {draws}; from 0 to as many as there are draws are needed")
    tail = (1 - confidence) / 2
    low = float(scipy.special.betaincinv(successes, draws - successes + 1, tail)) if successes > 0 else 0.0
    high = float(scipy.special.betainccinv(successes + 1, draws - successes, tail)) if successes < draws else 1.0
    return low, high


_STEPS = 60


def wilson_interval(share: FloatArray, n: FloatArray, halves: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval of the mean of n draws of 0, 1/2 or 1."""
    # Reference: Wilson 1927.
    half = (n * share + z**2 / 2) / (n + z**2)
    spread = half**2 - (n * share**2 + z**2 * halves / 4) / (n + z**2)
    root = np.sqrt(np.maximum(spread, 0.0))
    return np.clip(half - root, 0.0, share), np.clip(half + root, share, 1.0)


def score_interval(
    share: FloatArray, variance: Callable[[FloatArray], FloatArray], z: float
) -> tuple[FloatArray, FloatArray]:
    """Return the interval of the values from which an estimate of a chance is at most z standard errors away."""
    low = _boundary(share, np.zeros_like(share), variance, z)
    return low, _boundary(share, np.ones_like(share), variance, z)


def _boundary(share: FloatArray, end: FloatArray, variance: Callable[[FloatArray], FloatArray], z: float) -> FloatArray:
    """Between the end and the estimate, where the estimate begins to be too far; by bisection."""
    outside, inside = end, share
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        reached = np.abs(share - middle) <= z * np.sqrt(variance(middle))
        outside, inside = np.where(reached, outside, middle), np.where(reached, middle, inside)
    return np.where(share == end, share, inside)
