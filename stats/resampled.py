"""Student's t over the folds of one data set, its variance corrected for overlapping training sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix
from rankpress.stats.tails import t_two_sided

NO_DIFFERENCE = "the two score alike on every fold"
NO_VARIANCE = "the difference is the same on every fold, so that the statistic is infinite; p is its limit"

CONSTANT_TO = 1e-12
"""Differences that vary by less than this part of the largest are equal but for rounding."""


@dataclass(frozen=True)
class WithinTests:
    """The outcome of one test within one data set, for several pairs of algorithms.

    Parameters
    ----------
    name : str
        The test.
    difference, standard_error : (n_pairs,) float arrays
        Mean difference over the folds, first less second, and its standard error; nan where the test has
        none.
    df : (n_pairs,) float array or tuple of float
        Degrees of freedom: of t, by pair, or the two of F.
    statistic, p : (n_pairs,) float arrays
        The statistic is nan where it is undefined or infinite; p is two-sided.
    why : tuple of str
        By pair, why something is nan; "" where nothing is.
    """

    name: str
    difference: FloatArray
    standard_error: FloatArray
    df: FloatArray | tuple[float, ...]
    statistic: FloatArray
    p: FloatArray
    why: tuple[str, ...]


def corrected_t(differences: ArrayLike, test_train_ratio: float) -> WithinTests:
    """The variance-corrected resampled t test of the mean difference over folds.

    Parameters
    ----------
    differences : (n_folds, n_pairs) array_like
        Score of the first less that of the second, on each fold of each repeat.
    test_train_ratio : float
        Number of test cases divided by number of training cases, 1/9 in ten-fold cross-validation.

    Returns
    -------
    WithinTests
        t with n_folds - 1 degrees of freedom. Where all differences are equal there is no t: p is 1 if they
        are all zero, else 0, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two folds, differences that are missing, or a ratio that is not positive.

    Notes
    -----
    The standard error is sqrt((1 / n_folds + test_train_ratio) s^2), s^2 being the sample variance of the
    differences; the second term stands for the correlation of folds that share training cases. For r times
    repeated k-fold cross-validation n_folds is r k.

    References
    ----------
    .. [1] Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52,
       239-281. doi:10.1023/A:1024068626366
    .. [2] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, equation 1. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> test = corrected_t([[0.02], [0.04], [0.03], [0.01], [0.05]], 1 / 4)
    >>> test.standard_error.round(5).tolist(), test.statistic.round(4).tolist(), test.p.round(4).tolist()
    ([0.01061], [2.8284], [0.0474])
    """
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    difference = matrix.mean(axis=0)
    standard_error = corrected_standard_error(matrix, test_train_ratio)
    constant = standard_error == 0
    statistic = np.divide(difference, standard_error, out=np.full_like(difference, np.nan), where=~constant)
    df = np.full_like(difference, matrix.shape[0] - 1)
    absent = constant & ~matrix.any(axis=0)
    p = np.where(constant, absent.astype(np.float64), t_two_sided(statistic, df))
    why = why_undefined(constant, absent, otherwise="")
    return WithinTests("corrected-t", difference, standard_error, df, statistic, p, why)


def corrected_standard_error(differences: FloatArray, test_train_ratio: float) -> FloatArray:
    """Standard error of the mean difference over folds, corrected for overlapping training sets.

    Parameters
    ----------
    differences : (n_folds, n_pairs) float array
    test_train_ratio : float
        Number of test cases divided by number of training cases.

    Returns
    -------
    (n_pairs,) float array
        Exactly 0 where the differences are all equal but for rounding.

    Raises
    ------
    ValueError
        If the ratio is not a positive number.

    Examples
    --------
    >>> corrected_standard_error(np.array([[0.3], [0.3], [0.3]]), 1 / 2).tolist()
    [0.0]
    """
    if not 0 < test_train_ratio < np.inf:
        raise ValueError(f"test_train_ratio: got {test_train_ratio!r}; a positive number is needed")
    n_folds = differences.shape[0]
    error = np.sqrt(differences.var(axis=0, ddof=1) * (1 / n_folds + test_train_ratio))
    return np.where(np.ptp(differences, axis=0) <= CONSTANT_TO * np.abs(differences).max(axis=0), 0.0, error)


def why_undefined(constant: ArrayLike, absent: ArrayLike, *, otherwise: str) -> tuple[str, ...]:
    """By pair, why there is no statistic: all differences are equal (`constant`) or even zero (`absent`)."""
    return tuple(
        NO_DIFFERENCE if none else NO_VARIANCE if same else otherwise
        for same, none in zip(np.asarray(constant), np.asarray(absent), strict=True)
    )
