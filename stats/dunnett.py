"""Dunnett's test of each algorithm with a control, by the multivariate t distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_count
from rankpress.stats.studentized import studentized_sf
from rankpress.stats.tails import normal_cdf
from rankpress.stats.tukey import check_studentized

# The integrand is even, analytic and falls off like a normal density: the trapezoidal rule on its right half, with the
# node at 0 counted half, leaves rounding only. Chances whose nodes lie beyond are below the smallest number.
STEP = 0.05
GRID = STEP * np.arange(801)
WEIGHTS = 2 * STEP * np.exp(-(GRID**2) / 2) / math.sqrt(2 * math.pi) * np.where(GRID == 0, 0.5, 1.0)


def dunnett_sf(t: ArrayLike, n_comparisons: int, df: float) -> FloatArray:
    """Chance that the largest of several |t| with one control exceeds t.

    Parameters
    ----------
    t : array_like
        At least 0, of any shape; may be infinite.
    n_comparisons : int
        How many means are compared with that of the control, all from as many observations.
    df : float
        Degrees of freedom of the common estimate of the variance; may be infinite.

    Returns
    -------
    float array of the shape of t

    Raises
    ------
    ValueError
        For a negative or undefined t, no comparison, or df that is not at least 1.

    Notes
    -----
    The t are correlated by 1/2, through the control. With Z its mean in standard deviations, the chance for a known
    variance is E[1 - (Phi(Z + sqrt(2) t) - Phi(Z - sqrt(2) t))^m] for m comparisons, summed without cancellation, so
    that small chances keep their relative accuracy.

    Examples
    --------
    The two-sided 5% point for three comparisons and twelve degrees of freedom, 2.68 in Dunnett's table:

    >>> dunnett_sf(2.68, 3, 12).round(3).tolist()
    0.05
    """
    check_count("n_comparisons", n_comparisons, 1)
    values = check_studentized("t", t, df)

    def known_variance(x: FloatArray) -> FloatArray:
        distance = np.minimum(x, 40.0)[:, np.newaxis] * math.sqrt(2)
        outside = normal_cdf(-GRID - distance) + normal_cdf(GRID - distance)
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
        Adjusted p-values, two-sided: the chance that the largest of all |t| is at least as large.

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
