"""Chances for statistics that are divided by an estimate of the standard deviation."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import FloatArray

# What is neglected of the integral is less than exp(-NEGLECTED) of its largest part, at either end.
NEGLECTED = 39.0
ROWS_AT_ONCE = 512


def studentized_sf(sf: Callable[[FloatArray], FloatArray], t: ArrayLike, df: float) -> FloatArray:
    """Chance that X / s exceeds t, s being an estimate of the standard deviation that is independent of X.

    Parameters
    ----------
    sf : callable
        Gives P(X > x) for a vector of x >= 0; it must fall off like a normal tail, exp(-x^2 / 2).
    t : array_like
        At least 0, of any shape; may be infinite.
    df : float
        Degrees of freedom of s; df s^2 is chi-squared.

    Returns
    -------
    float array of the shape of t

    Notes
    -----
    The integral of P(X > t s) over the density of u = log s is taken by the trapezoidal rule, whose error falls faster
    than any power of the step, as the integrand is analytic and vanishes at both ends [1]_. The rule is as good
    wherever its nodes lie. They are laid so that log t + u is always a multiple of the step: all t then share their
    values of P(X > x), and thousands cost little more than one.

    References
    ----------
    .. [1] Trefethen, L. N. and Weideman, J. A. C. (2014). The exponentially convergent trapezoidal rule. SIAM
       Review 56, 385-458. doi:10.1137/130932132
    """
    values = np.asarray(t, dtype=np.float64)
    found: FloatArray = (values == 0).astype(np.float64).ravel()
    inside = np.flatnonzero((values > 0) & np.isfinite(values))
    if inside.size:
        found[inside] = _integral(sf, values.ravel()[inside], df)
    return np.asarray(found.reshape(values.shape), dtype=np.float64)


def _integral(sf: Callable[[FloatArray], FloatArray], t: FloatArray, df: float) -> FloatArray:
    # Below, the chance is 1 but for less than rounding; above, it hardly has a number.
    log_t = np.log(np.clip(t, 1e-18, 1e150))
    step = min(0.08, 0.4 / math.sqrt(df))
    first, count = _window(float(log_t.max()), df, step)
    nodes = np.floor(log_t / step).astype(np.int64)[:, np.newaxis] + np.arange(first, first + count)
    u = np.asarray(nodes * step - log_t[:, np.newaxis], dtype=np.float64)
    density = np.exp(_log_density(u, df))
    lowest = nodes.min()
    used = np.zeros(nodes.max() - lowest + 1, dtype=np.bool_)
    used[nodes - lowest] = True
    x = np.exp((np.flatnonzero(used) + lowest) * step)
    chances: FloatArray = np.concatenate([sf(x[row : row + ROWS_AT_ONCE]) for row in range(0, len(x), ROWS_AT_ONCE)])
    place = np.cumsum(used) - 1
    found = (density * chances[place[nodes - lowest]]).sum(axis=1) * step
    return np.asarray(np.clip(found, 0.0, 1.0), dtype=np.float64)


def _window(largest_log_t: float, df: float, step: float) -> tuple[int, int]:
    """The nodes needed, in steps from log t: where they begin, and how many they are.

    The density of u falls by exp(-df g) from its peak at 0, g being at least u^2 / (1 + |u|) on the left and u^2 on the
    right. For a large t the tail of X draws the peak of the product to the left, to -log(1 + t^2 / df) / 2; once that
    is below -750 / df the chance is below the smallest number.
    """
    c = NEGLECTED / df
    shift = min(float(np.logaddexp(0.0, 2 * largest_log_t - math.log(df))) / 2, 750 / df)
    left = (c + math.sqrt(c * c + 4 * c)) / 2 + shift
    first = -math.ceil(left / step) - 1
    return first, math.ceil(math.sqrt(c) / step) + 2 - first


def _log_density(u: FloatArray, df: float) -> FloatArray:
    """Logarithm of the density of u = log s, for which df s^2 is chi-squared."""
    half = df / 2
    if half < 50:
        at_peak = math.log(2) + half * math.log(half) - half - float(special.gammaln(half))
    else:  # by Stirling's series, for the large terms above cancel
        at_peak = math.log(2 * half / math.pi) / 2 - 1 / (12 * half) + 1 / (360 * half**3) - 1 / (1260 * half**5)
    return np.asarray(df * u - half * np.expm1(2 * u) + at_peak, dtype=np.float64)
