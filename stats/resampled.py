"""Student's t over the folds of one data set with corrected variance, and the 5x2cv tests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    as_matrix,
    as_vector,
    exponents,
    refuse_unfinite,
    standard_deviation,
)
from rankpress.stats.tails import f_sf, t_two_sided

NO_DIFFERENCE = "the two score alike on every fold"
NO_VARIANCE = "the difference is the same on every fold, so that the statistic is infinite; p is its limit"

CONSTANT_TO = 1e-12
"""Differences that vary by less than this part of the largest are equal but for rounding."""


@dataclass(frozen=True)
class WithinTests:
    """Hold the outcome of one test within one data set, for several pairs of algorithms.

    Parameters
    ----------
    name : str
        The test.
    difference, standard_error : (n_pairs,) float arrays
        Mean difference over the folds, or the test examples, first less second, and its standard error; nan
        where the test has none.
    df : (n_pairs,) float array or tuple of float
        Degrees of freedom: of t or chi-squared, by pair, nan where there are none, or the two of F.
    statistic, p : (n_pairs,) float arrays
        The statistic is nan where it is undefined or infinite; p is two-sided.
    why : tuple of str
        By pair, why something is nan; "" where nothing is.
    details : mapping of str to (n_pairs,) float array
        What else the test gives, such as the counts that McNemar's tests compare.
    exchanged : {"negative", "other count", "same"}
        What the statistic is of the second against the first: the negative, the number of test examples on which only
        the second is right (or U of the second), or the same.

    Examples
    --------
    >>> corrected_t([[0.02], [0.04], [0.03], [0.01], [0.05]], 1 / 4).p.round(4).tolist()
    [0.0474]
    """

    name: str
    difference: FloatArray
    standard_error: FloatArray
    df: FloatArray | tuple[float, ...]
    statistic: FloatArray
    p: FloatArray
    why: tuple[str, ...]
    details: Mapping[str, FloatArray] = field(default_factory=dict)
    exchanged: Literal["negative", "other count", "same"] = "negative"

    @property
    def tested_difference(self) -> FloatArray:
        """The difference whose sign says whom the test favors: the mean one, but the first of the 5x2cv t test."""
        return self.details.get("first_difference", self.difference)

    @property
    def exchanged_statistic(self) -> FloatArray:
        """The statistic of the second against the first."""
        if self.exchanged == "same":
            return self.statistic
        if self.exchanged == "negative":
            return 0.0 - self.statistic  # from 0.0, so that none is not -0.0
        return self.details["u_b" if "u_b" in self.details else "only_b"]

    def turn(self, turned: BoolArray) -> WithinTests:
        """Return the tests with some of the pairs the other way round."""
        details = {name: _turned(name, self.details, turned) for name in self.details}
        statistic = np.where(turned, self.exchanged_statistic, self.statistic)
        difference = np.where(turned, 0.0 - self.difference, self.difference)  # from 0.0, so that none is not -0.0
        return replace(self, difference=difference, statistic=statistic, details=details)


def _turned(name: str, details: Mapping[str, FloatArray], turned: BoolArray) -> FloatArray:
    if name == "a12":
        return np.where(turned, 1.0 - details[name], details[name])
    if name in ("a12_low", "a12_high"):
        end = details["a12_high" if name == "a12_low" else "a12_low"]
        return np.where(turned, 1.0 - end, details[name])
    counterparts = {"only_a": "only_b", "only_b": "only_a", "n_a": "n_b", "n_b": "n_a", "u_a": "u_b", "u_b": "u_a"}
    if name in counterparts:
        return np.where(turned, details[counterparts[name]], details[name])
    return np.where(turned, 0.0 - details[name], details[name]) if name == "first_difference" else details[name]


def corrected_t(
    differences: ArrayLike,
    test_train_ratio: float | None = None,
    *,
    n_train: ArrayLike | None = None,
    n_test: ArrayLike | None = None,
) -> WithinTests:
    """Return the variance-corrected resampled t test of the mean difference over folds.

    Parameters
    ----------
    differences : (n_folds, n_pairs) array_like
        Score of the first minus that of the second, on each fold of each repeat.
    test_train_ratio : float
        Number of test cases divided by number of training cases, 1/9 in ten-fold cross-validation.
    n_train, n_test : (n_folds,) array_like
        Instead of the ratio, the cases of each fold, which may differ: `average_ratio` of them is taken.

    Returns
    -------
    WithinTests
        t with n_folds - 1 degrees of freedom. Where all differences are equal there is no t: p is 1 if they
        are all zero, else 0, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two folds, differences that are missing, a ratio or numbers of cases that are not positive,
        and where neither or both are given.

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
    ratio = _ratio(len(matrix), test_train_ratio, n_train, n_test)
    return _t_over_folds("corrected-t", matrix, corrected_standard_error(matrix, ratio))


def kfold_t(differences: ArrayLike) -> WithinTests:
    """Return the paired t test of the mean difference over the folds of one cross-validation, uncorrected.

    Parameters
    ----------
    differences : (n_folds, n_pairs) array_like
        Score of the first minus that of the second, on each fold.

    Returns
    -------
    WithinTests
        t with n_folds - 1 degrees of freedom; where there is none, as for `corrected_t`.

    Raises
    ------
    ValueError
        For fewer than two folds, or differences that are missing.

    Notes
    -----
    It takes the folds for independent. Any two of k training sets share (k - 2) / (k - 1) of their cases, so the
    variance comes out too small: the test rejects too often where the algorithms are equal. It is here for
    comparison with results that were published with it; `corrected_t` allows for the overlap.

    References
    ----------
    .. [1] Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923, section 3.4. doi:10.1162/089976698300017197

    Examples
    --------
    >>> test = kfold_t([[0.02], [0.04], [0.03], [0.01], [0.05]])
    >>> test.standard_error.round(5).tolist(), test.statistic.round(4).tolist(), test.p.round(4).tolist()
    ([0.00707], [4.2426], [0.0132])
    """
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    return _t_over_folds("kfold-t", matrix, _standard_error(matrix, 1 / len(matrix)))


def resampled_t(differences: ArrayLike) -> WithinTests:
    """Return the paired t test of the mean difference over random splits into training and test cases, uncorrected.

    Parameters
    ----------
    differences : (n_splits, n_pairs) array_like
        Score of the first minus that of the second, on each split.

    Returns
    -------
    WithinTests
        t with n_splits - 1 degrees of freedom; where there is none, as for `corrected_t`.

    Raises
    ------
    ValueError
        For fewer than two splits, or differences that are missing.

    Notes
    -----
    The arithmetic of `kfold_t`, for a design that breaks its assumption the more: training and test sets overlap, and
    more splits of the same cases make p as small as one likes. `corrected_t` allows for the overlap.

    References
    ----------
    .. [1] Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923, section 3.3. doi:10.1162/089976698300017197

    Examples
    --------
    >>> resampled_t([[0.02], [0.04], [0.03], [0.01], [0.05]]).p.round(4).tolist()
    [0.0132]
    """
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    return _t_over_folds("resampled-t", matrix, _standard_error(matrix, 1 / len(matrix)))


@dataclass(frozen=True)
class RepeatedTests:
    """The tests of pairs over the first repeats of a cross-validation, one row per number of repeats."""

    repeats: IntArray  # (n_numbers,): over how many
    # difference, corrected, uncorrected: (n_numbers, n_pairs): the mean difference over their folds, p by `corrected_t`
    # and by `resampled_t`; nan where it is the same on every fold
    difference: FloatArray
    corrected: FloatArray
    uncorrected: FloatArray


def over_repeats(differences: ArrayLike, repeat: ArrayLike, test_train_ratio: float) -> RepeatedTests:
    """Test over the first repeat of a cross-validation, the first two, and so on."""
    # Repeats add folds and no cases: as they grow, the uncorrected p-value of any mean difference falls to zero, and
    # the corrected one to that of the ratio alone (Berrar 2017, section 4.2).
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    of_repeat = as_vector("repeat", repeat, length=len(matrix))
    repeats = np.unique(of_repeat)
    parts = [matrix[of_repeat <= last] for last in repeats]
    corrected = [corrected_t(part, test_train_ratio) for part in parts]
    return RepeatedTests(
        np.arange(1, len(repeats) + 1),
        np.array([tests.difference for tests in corrected]),
        _p_of_statistics(corrected),
        _p_of_statistics([resampled_t(part) for part in parts]),
    )


def _p_of_statistics(tests: Sequence[WithinTests]) -> FloatArray:
    """Return p where there is a statistic, else nan."""
    return np.array([np.where(np.isfinite(test.statistic), test.p, np.nan) for test in tests])


def average_ratio(n_train: ArrayLike, n_test: ArrayLike) -> float:
    """Return the ratio of test to training cases that stands for folds of different sizes."""
    # Let the differences on J folds have one variance and correlations that average to rho. Then the variance of their
    # mean is exactly (1 / J + rho / (1 - rho)) times the expectation of their sample variance, however the correlations
    # vary: it is the correlation that is to be averaged. Nadeau and Bengio (2003) put n_test / (n_train + n_test) for
    # it. In cross-validation this gives 1 / (k - 1) whether or not k divides the number of cases, and where all folds
    # split the same cases, the mean of n_test over the mean of n_train; the mean of the ratios would be larger.
    trained = as_vector("n_train", n_train)
    tested = as_vector("n_test", n_test, length=trained.size)
    for name, cases in (("n_train", trained), ("n_test", tested)):
        if (cases <= 0).any():
            place = int(np.flatnonzero(cases <= 0)[0])
            raise ValueError(f"{name}: entry {place} is {cases[place]}; numbers above 0 are needed")
    share = float(np.mean(tested / (trained + tested)))
    return share / (1 - share)


def corrected_standard_error(differences: FloatArray, test_train_ratio: float) -> FloatArray:
    """Standard error of the mean difference over folds, corrected for overlapping training sets."""
    if not 0 < test_train_ratio < np.inf:
        raise ValueError(f"test_train_ratio: got {test_train_ratio!r}; a positive number is needed")
    return _standard_error(differences, 1 / len(differences) + test_train_ratio)


def _ratio(n_folds: int, ratio: float | None, n_train: ArrayLike | None, n_test: ArrayLike | None) -> float:
    if ratio is not None and n_train is None and n_test is None:
        return ratio
    if ratio is not None or n_train is None or n_test is None:
        raise ValueError("corrected_t: either test_train_ratio, or both n_train and n_test are needed")
    return average_ratio(as_vector("n_train", n_train, length=n_folds), n_test)


def _standard_error(differences: FloatArray, factor: float) -> FloatArray:
    """Root of factor times the sample variance, exactly 0 where the differences are equal but for rounding."""
    error = standard_deviation(differences) * math.sqrt(factor)
    return np.where(np.ptp(differences, axis=0) <= CONSTANT_TO * np.abs(differences).max(axis=0), 0.0, error)


def _t_over_folds(name: str, differences: FloatArray, standard_error: FloatArray) -> WithinTests:
    difference = differences.mean(axis=0)
    constant = standard_error == 0
    statistic = np.divide(difference, standard_error, out=np.full_like(difference, np.nan), where=~constant)
    df = np.full_like(difference, len(differences) - 1)
    absent = constant & ~differences.any(axis=0)
    p = np.where(constant, absent.astype(np.float64), t_two_sided(statistic, df))
    why = why_undefined(constant, absent, otherwise="")
    return WithinTests(name, difference, standard_error, df, statistic, p, why)


def why_undefined(constant: ArrayLike, absent: ArrayLike, *, otherwise: str) -> tuple[str, ...]:
    """By pair, why there is no statistic: all differences are equal (`constant`) or even zero (`absent`)."""
    return tuple(
        NO_DIFFERENCE if none else NO_VARIANCE if same else otherwise
        for same, none in zip(np.asarray(constant), np.asarray(absent), strict=True)
    )


NO_STANDARD_ERROR = "the 5x2cv F test has no standard error"
OF_ONE_FOLD = "the 5x2cv t test divides the difference on the first fold, not the mean one, by its standard error"
NO_FIRST_DIFFERENCE = "the first difference is zero and so is its standard error; p is 1"


def five_by_two_cv_t(differences: ArrayLike) -> WithinTests:
    """Return the 5x2cv t test.

    Parameters
    ----------
    differences : (5, 2, n_pairs) array_like
        Score of the first minus that of the second, by repeat and fold.

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
    """Return the combined 5x2cv F test.

    Parameters
    ----------
    differences : (5, 2, n_pairs) array_like
        Score of the first minus that of the second, by repeat and fold.

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
    unscaled = _as_cube(differences)
    cube = np.ldexp(unscaled, -exponents(unscaled.reshape(10, -1)))  # squares stay within a float
    spread, constant = _spread(cube)
    absent = constant & ~cube.any(axis=(0, 1))
    squares = (cube**2).sum(axis=(0, 1))
    variance = (spread**2).sum(axis=0)
    statistic = np.divide(squares, variance, out=np.full_like(squares, np.nan), where=~constant)
    p = np.where(constant, absent.astype(np.float64), f_sf(statistic, 10.0, 5.0))
    why = why_undefined(constant, absent, otherwise=NO_STANDARD_ERROR)
    difference = unscaled.mean(axis=(0, 1))
    no_error = np.full_like(difference, np.nan)
    return WithinTests("5x2cv-f", difference, no_error, (10.0, 5.0), statistic, p, why, exchanged="same")


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
