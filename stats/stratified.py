"""Differences over the questions of several benchmarks that are fixed, each a stratum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_matrix, check_level
from rankpress.stats.resampled import CONSTANT_TO
from rankpress.stats.tails import t_two_sided


@dataclass(frozen=True)
class StratifiedMeans:
    """Hold means over strata with their intervals and tests of being zero.

    Parameters
    ----------
    mean, standard_error, df, low, high : (n_columns,) float arrays
        The mean of the estimates of the strata, its standard error, Satterthwaite's degrees of freedom (nan where the
        error is zero), and the ends of its interval by Student's t.
    statistic, p : (n_columns,) float arrays
        t and its two-sided p. Where the error is zero there is no t (nan), and p is 1 if the mean is zero, else 0.
    level : float
        Of the intervals.

    Examples
    --------
    >>> stratified_means([[0.04], [0.02]], [[0.03], [0.04]], [[9], [16]]).mean.round(4).tolist()
    [0.03]
    """

    mean: FloatArray
    standard_error: FloatArray
    df: FloatArray
    low: FloatArray
    high: FloatArray
    statistic: FloatArray
    p: FloatArray
    level: float


def stratified_means(
    estimates: ArrayLike, standard_errors: ArrayLike, df: ArrayLike, *, level: float = 0.95
) -> StratifiedMeans:
    """Combine independent estimates of several strata, all of the same weight, and test whether their mean is zero.

    Parameters
    ----------
    estimates, standard_errors, df : (n_strata, n_columns) array_like
        Of each stratum: the estimate, such as the mean paired difference over the questions of a benchmark, its
        standard error, and the degrees of freedom of its squared error.
    level : float
        Of the intervals.

    Returns
    -------
    StratifiedMeans

    Raises
    ------
    ValueError
        For values that are missing, arrays that do not fit, or a level outside of (0, 1).

    Notes
    -----
    The strata are fixed and their questions are sampled ([1]_): with L strata the squared standard error is the sum of
    theirs, divided by L^2. Its degrees of freedom are Satterthwaite's [2]_, the square of that sum divided by the sum
    of each squared term over its degrees of freedom. With one stratum all is as it is there.

    References
    ----------
    .. [1] Miller, E. (2024). Adding error bars to evals: a statistical approach to language model evaluations.
       arXiv:2411.00640. doi:10.48550/arXiv.2411.00640
    .. [2] Satterthwaite, F. E. (1946). An approximate distribution of estimates of variance components. Biometrics
       Bulletin 2, 110-114. doi:10.2307/3002019

    Examples
    --------
    Two benchmarks, with 0.04 and 0.02 as differences, and errors of 0.03 and 0.04 on 9 and 16 degrees of freedom:

    >>> combined = stratified_means([[0.04], [0.02]], [[0.03], [0.04]], [[9], [16]])
    >>> combined.mean.round(4).tolist(), combined.standard_error.round(4).tolist(), combined.df.round(4).tolist()
    ([0.03], [0.025], [25.0])
    """
    check_level("level", level)
    matrix = as_matrix("estimates", estimates, rows=1, columns=1)
    errors = as_matrix("standard_errors", standard_errors, rows=1, columns=1)
    degrees = as_matrix("df", df, rows=1, columns=1)
    if not matrix.shape == errors.shape == degrees.shape:
        shapes = f"{matrix.shape}, {errors.shape} and {degrees.shape}"
        raise ValueError(f"estimates, standard_errors, df: got arrays of shapes {shapes}; one shape is needed")
    mean, largest = matrix.mean(axis=0), errors.max(axis=0)
    constant: BoolArray = np.asarray(largest == 0)
    squared = (errors / np.where(constant, 1.0, largest)) ** 2  # within a float, whatever the unit
    variance, spread = squared.sum(axis=0), (squared**2 / degrees).sum(axis=0)
    error = largest * np.sqrt(variance) / len(matrix)
    of_error = np.divide(variance**2, spread, out=np.full_like(mean, np.nan), where=~constant)
    statistic = np.divide(mean, error, out=np.full_like(mean, np.nan), where=~constant)
    none = np.abs(mean) <= CONSTANT_TO * np.abs(matrix).max(axis=0)
    p = np.where(constant, none.astype(np.float64), t_two_sided(statistic, of_error))
    half = np.where(constant, 0.0, scipy.special.stdtrit(of_error, (1 + level) / 2) * error)
    return StratifiedMeans(mean, error, of_error, mean - half, mean + half, statistic, p, level)
