"""Tests over five repeats of two-fold cross-validation on one data set: the t test and the combined F test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, exponents, refuse_unfinite
from rankpress.stats.resampled import CONSTANT_TO, WithinTests, why_undefined
from rankpress.stats.tails import f_sf, t_two_sided

NO_STANDARD_ERROR = "the 5x2cv F test has no standard error"
OF_ONE_FOLD = "the 5x2cv t test divides the difference on the first fold, not the mean one, by its standard error"
NO_FIRST_DIFFERENCE = "the first difference is zero and so is its standard error; p is 1"


def five_by_two_cv_t(differences: ArrayLike) -> WithinTests:
    """The 5x2cv t test.

    Parameters
    ----------
    differences : (5, 2, n_pairs) array_like
        Score of the first less that of the second, by repeat and fold.

    Returns
    -------
    WithinTests
        t with 5 degrees of freedom. `difference` is the mean of all ten, as an estimate; the test itself divides the
        very first one, `details["first_difference"]`, by `details["first_standard_error"]`, so that the mean has no
        standard error (nan, and `why` says so). Where the two folds of each repeat differ by the same amount there is
        no t: p is 1 if the first difference is zero, else 0, and `why` says so.

    Raises
    ------
    ValueError
        For another number of repeats or folds, or differences that are missing.

    Notes
    -----
    t is the difference on the first fold of the first repeat divided by the root of the mean over the repeats of the
    variance of their two. Any of the ten differences might be that numerator, and each gives another p: the combined F
    test uses all of them.

    References
    ----------
    .. [1] Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923, section 3.5. doi:10.1162/089976698300017197

    Examples
    --------
    >>> folds = [[0.03, 0.01], [0.02, 0.04], [0.00, 0.02], [0.03, 0.05], [0.01, 0.03]]
    >>> test = five_by_two_cv_t(np.reshape(folds, (5, 2, 1)))
    >>> test.statistic.round(4).tolist(), test.df.tolist(), test.p.round(4).tolist()
    ([2.1213], [5.0], [0.0874])
    """
    cube = _as_cube(differences)
    powers = exponents(cube.reshape(10, -1))
    spread, constant = _spread(np.ldexp(cube, -powers))  # squares stay within a float
    first = cube[0, 0]
    error = np.where(constant, 0.0, np.ldexp(np.sqrt((spread**2).mean(axis=0) / 2), powers))
    statistic = np.divide(first, error, out=np.full_like(first, np.nan), where=~constant)
    df = np.full_like(first, 5)
    p = np.where(constant, (first == 0).astype(np.float64), t_two_sided(statistic, df))
    absent = constant & ~cube.any(axis=(0, 1))
    why = why_undefined(constant, absent, otherwise=OF_ONE_FOLD)
    why = tuple(
        NO_FIRST_DIFFERENCE if zero else reason
        for zero, reason in zip(constant & (first == 0) & ~absent, why, strict=True)
    )
    details = {"first_difference": first, "first_standard_error": error}
    no_error = np.full_like(first, np.nan)
    return WithinTests("5x2cv-t", cube.mean(axis=(0, 1)), no_error, df, statistic, p, why, details)


def five_by_two_cv_f(differences: ArrayLike) -> WithinTests:
    """The combined 5x2cv F test.

    Parameters
    ----------
    differences : (5, 2, n_pairs) array_like
        Score of the first less that of the second, by repeat and fold.

    Returns
    -------
    WithinTests
        F with 10 and 5 degrees of freedom. It has no standard error (nan, and `why` says so). Where the two
        folds of each repeat differ by the same amount there is no F: p is 1 if all differences are zero, else
        0, and `why` says so.

    Raises
    ------
    ValueError
        For another number of repeats or folds, or differences that are missing.

    Notes
    -----
    F is the sum of the ten squared differences divided by twice the sum over repeats of the variance of its
    two.

    References
    ----------
    .. [1] Alpaydin, E. (1999). Combined 5x2 cv F test for comparing supervised classification learning
       algorithms. Neural Computation 11, 1885-1892, equation 3.1. doi:10.1162/089976699300016007

    Examples
    --------
    >>> folds = [[0.03, 0.01], [0.02, 0.04], [0.00, 0.02], [0.03, 0.05], [0.01, 0.03]]
    >>> test = five_by_two_cv_f(np.reshape(folds, (5, 2, 1)))
    >>> test.statistic.round(3).tolist(), test.df, test.p.round(4).tolist()
    ([3.9], (10.0, 5.0), [0.0731])
    """
    given = _as_cube(differences)
    cube = np.ldexp(given, -exponents(given.reshape(10, -1)))  # squares stay within a float
    spread, constant = _spread(cube)
    absent = constant & ~cube.any(axis=(0, 1))
    squares = (cube**2).sum(axis=(0, 1))
    variance = (spread**2).sum(axis=0)
    statistic = np.divide(squares, variance, out=np.full_like(squares, np.nan), where=~constant)
    p = np.where(constant, absent.astype(np.float64), f_sf(statistic, 10.0, 5.0))
    why = why_undefined(constant, absent, otherwise=NO_STANDARD_ERROR)
    difference = given.mean(axis=(0, 1))
    no_error = np.full_like(difference, np.nan)
    return WithinTests("5x2cv-f", difference, no_error, (10.0, 5.0), statistic, p, why)


def _as_cube(differences: ArrayLike) -> FloatArray:
    cube = np.array(differences, dtype=np.float64)
    if cube.ndim != 3 or cube.shape[:2] != (5, 2) or cube.shape[2] < 1:
        raise ValueError(f"differences: got an array of shape {cube.shape}; (5, 2, n_pairs) is needed")
    refuse_unfinite("differences", cube)
    return cube


def _spread(cube: FloatArray) -> tuple[FloatArray, BoolArray]:
    """By repeat and pair how far the two folds are apart, and the pairs of which none are but for rounding."""
    spread = np.abs(cube[:, 0] - cube[:, 1])  # the variance of two numbers is half their squared difference
    return spread, spread.max(axis=0) <= CONSTANT_TO * np.abs(cube).max(axis=(0, 1))
