"""Tukey's test of all pairs and Dunnett's test with a control, by the studentized range and multivariate t."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_count
from rankpress.stats.nemenyi import studentized_range_sf
from rankpress.stats.tails import normal_cdf

# What is neglected of the integral is less than exp(-NEGLECTED) of its largest part, at either end.
NEGLECTED = 39.0
ROWS_AT_ONCE = 512


def studentized_sf(sf: Callable[[FloatArray], FloatArray], t: ArrayLike, df: float) -> FloatArray:
    """Chance that X / s exceeds t, s being an estimate of the standard deviation that is independent of X."""
    # The integral of P(X > t s) over the density of u = log s is taken by the trapezoidal rule, whose error falls
    # faster than any power of the step where the integrand is analytic and vanishes at both ends (Trefethen and
    # Weideman 2014, doi:10.1137/130932132). The nodes are laid so that log t + u is always a multiple of the step: all
    # t then share their values of P(X > x), and thousands cost little more than one.
    values = np.asarray(t, dtype=np.float64)
    chances: FloatArray = (values == 0).astype(np.float64).ravel()
    inside = np.flatnonzero((values > 0) & np.isfinite(values))
    if inside.size:
        chances[inside] = _integral(sf, values.ravel()[inside], df)
    return np.asarray(chances.reshape(values.shape), dtype=np.float64)


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
    integral = (density * chances[place[nodes - lowest]]).sum(axis=1) * step
    return np.asarray(np.clip(integral, 0.0, 1.0), dtype=np.float64)


def _window(largest_log_t: float, df: float, step: float) -> tuple[int, int]:
    """Return the nodes needed, in steps from log t: where they begin, and how many they are."""
    # The density of u falls by exp(-df g) from its peak at 0, g being at least u^2 / (1 + |u|) on the left and u^2 on
    # the right. For a large t the tail of X draws the peak of the product to the left, to -log(1 + t^2 / df) / 2; once
    # that is below -750 / df the chance is below the smallest number.
    c = NEGLECTED / df
    shift = min(float(np.logaddexp(0.0, 2 * largest_log_t - math.log(df))) / 2, 750 / df)
    left = (c + math.sqrt(c * c + 4 * c)) / 2 + shift
    first = -math.ceil(left / step) - 1
    return first, math.ceil(math.sqrt(c) / step) + 2 - first


def _log_density(u: FloatArray, df: float) -> FloatArray:
    """Logarithm of the density of u = log s, for which df s^2 is chi-squared."""
    half = df / 2
    if half < 50:
        at_peak = math.log(2) + half * math.log(half) - half - float(scipy.special.gammaln(half))
    else:  # by Stirling's series, for the large terms above cancel
        at_peak = math.log(2 * half / math.pi) / 2 - 1 / (12 * half) + 1 / (360 * half**3) - 1 / (1260 * half**5)
    return np.asarray(df * u - half * np.expm1(2 * u) + at_peak, dtype=np.float64)


def tukey_sf(q: ArrayLike, k: int, df: float) -> FloatArray:
    """Chance that the range of k normal variables exceeds q estimated standard deviations."""
    check_count("k", k, 2)
    ranges = check_studentized("q", q, df)
    if math.isinf(df):
        return studentized_range_sf(ranges, k)
    # The range of two is sqrt(2) normal deviates, and no range has a heavier tail.
    return studentized_sf(lambda x: studentized_range_sf(x * math.sqrt(2), k), ranges / math.sqrt(2), df)


def tukey(t: ArrayLike, n_algorithms: int, df: float) -> FloatArray:
    """Adjust the t statistics of all pairs by Tukey's single-step test.

    Parameters
    ----------
    t : (n_pairs,) array_like
        As `block_t` gives them for all pairs, with one error of `df` degrees of freedom; may be infinite.
    n_algorithms : int
        At least 2.
    df : float
        (n_algorithms - 1) (n_datasets - 1) in a complete design.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values: the chance that the largest of all t is at least as large.

    Raises
    ------
    ValueError
        If a t is not a number, there are fewer than two algorithms, or df is not at least 1.

    Notes
    -----
    The range of the means in standard errors is sqrt(2) abs(t). The error must be that of the block design: with that
    of independent groups, which takes in how data sets differ, the test can lose all its power.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.1.
    .. [2] Tukey, J. W. (1949). Comparing individual means in the analysis of variance. Biometrics 5, 99-114.
       doi:10.2307/3001913

    Examples
    --------
    3.877 is the upper 5% point for three algorithms on six data sets:

    >>> tukey([3.877 / math.sqrt(2), -1.0, 0.0], 3, 10).round(3).tolist()
    [0.05, 0.593, 1.0]
    """
    return tukey_sf(np.abs(t) * math.sqrt(2), n_algorithms, df)


def check_studentized(name: str, values: ArrayLike, df: float) -> FloatArray:
    """Return a float array of statistics of at least 0, with degrees of freedom of at least 1."""
    statistics = np.array(values, dtype=np.float64)
    if not (statistics >= 0).all():
        raise ValueError(f"{name}: got {statistics[~(statistics >= 0)].flat[0]}; numbers of at least 0 are needed")
    if not df >= 1:
        raise ValueError(f"df: got {df!r}; a number of at least 1 is needed")
    return statistics


# The integrand is even, analytic and falls off like a normal density: the trapezoidal rule on its right half, with the
# node at 0 counted half, leaves rounding only. Chances whose nodes lie beyond are below the smallest number.
_STEP = 0.05
_GRID = _STEP * np.arange(801)
WEIGHTS = 2 * _STEP * np.exp(-(_GRID**2) / 2) / math.sqrt(2 * math.pi) * np.where(_GRID == 0, 0.5, 1.0)


def dunnett_sf(t: ArrayLike, n_comparisons: int, df: float) -> FloatArray:
    """Chance that the largest of several abs(t) with one control exceeds t."""
    # The t are correlated by 1/2, through the control. With Z its mean in standard deviations, the chance for a known
    # variance is E[1 - (Phi(Z + sqrt(2) t) - Phi(Z - sqrt(2) t))^m] for m comparisons, summed without cancellation, so
    # that small chances keep their relative accuracy.
    check_count("n_comparisons", n_comparisons, 1)
    values = check_studentized("t", t, df)

    def known_variance(x: FloatArray) -> FloatArray:
        distance = np.minimum(x, 40.0)[:, np.newaxis] * math.sqrt(2)
        outside = normal_cdf(-_GRID - distance) + normal_cdf(_GRID - distance)
        with np.errstate(divide="ignore"):  # log 0 at t = 0, whose exponential is the right 0
            some_outside = -np.expm1(n_comparisons * np.log1p(-np.minimum(outside, 1.0)))
        return np.asarray(some_outside @ WEIGHTS, dtype=np.float64)

    if math.isinf(df):
        return np.clip(known_variance(values.ravel()).reshape(values.shape), 0.0, 1.0)
    return studentized_sf(known_variance, values, df)


def dunnett(t: ArrayLike, df: float) -> FloatArray:
    """Adjust the t statistics of all comparisons with a control by Dunnett's single-step test.

    Parameters
    ----------
    t : (n_pairs,) array_like
        As `block_t` gives them for the pairs with a control, with one error of `df` degrees of freedom; may be
        infinite.
    df : float
        (n_algorithms - 1) (n_datasets - 1) in a complete design.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values, two-sided: the chance that the largest of all abs(t) is at least as large.

    Raises
    ------
    ValueError
        If a t is not a number, there is none, or df is not at least 1.

    References
    ----------
    .. [1] Dunnett, C. W. (1955). A multiple comparison procedure for comparing several treatments with a control.
       Journal of the American Statistical Association 50, 1096-1121. doi:10.1080/01621459.1955.10501294
    .. [2] Dunnett, C. W. (1964). New tables for multiple comparisons with a control. Biometrics 20, 482-491.
       doi:10.2307/2528490

    Examples
    --------
    >>> dunnett([2.68, -1.0, 0.0], 12).round(3).tolist()
    [0.05, 0.638, 1.0]
    """
    statistics = np.abs(np.asarray(t, dtype=np.float64))
    return dunnett_sf(statistics, statistics.size, df)
