"""Confidence curves of the difference of two algorithms: what all have in common, and Student's t form."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector, check_count, check_level
from rankpress.stats.resampled import corrected_standard_error
from rankpress.stats.tails import normal_two_sided, t_mean_absolute, t_two_sided, t_two_sided_isf


@dataclass(frozen=True)
class Curve(ABC):
    """All confidence intervals of a difference at once, nested; the common part of all forms.

    A curve may be read either way: at height p, between its two flanks, lies the interval of level 1 - p; over a
    supposed difference x it has the two-sided p-value of x.

    Parameters
    ----------
    difference : float
        Point estimate, where the curve reaches 1.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, section 6. doi:10.1007/s10994-016-5612-6
    """

    difference: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.difference):
            raise ValueError(f"difference: got {self.difference}; a finite number is needed")

    @abstractmethod
    def p_at(self, x: ArrayLike) -> FloatArray:
        """Two-sided p-value of each supposed difference x, an array of any shape."""

    @abstractmethod
    def bounds(self, p: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Where the two flanks have height p, an array of numbers above 0 and at most 1."""

    @property
    @abstractmethod
    def aucc(self) -> float:
        """Area under the curve, in the unit of the difference: the smaller, the more precise the estimate."""

    @property
    @abstractmethod
    def entangled_null(self) -> float:
        """The difference that has the same p-value as a difference of zero, so that the data favour neither.

        It is 0 itself where the estimate is, and nan where there is no other such difference, or no end of them.
        """

    @property
    def p_null(self) -> float:
        """Two-sided p-value of a difference of zero, and of the entangled one."""
        return float(self.p_at(0.0))

    def interval(self, level: float) -> tuple[float, float]:
        """Lower and upper bound of the confidence interval at a level such as 0.95."""
        check_level("level", level)
        lower, upper = self.bounds(1 - level)
        return float(lower), float(upper)

    def points(self, n: int = 201, lowest_p: float = 0.001) -> tuple[FloatArray, FloatArray]:
        """Points to draw the curve through, from its left end over the peak to its right.

        Parameters
        ----------
        n : int
            How many, an odd number of at least 3, so that the peak is one of them.
        lowest_p : float
            Height of the two ends.

        Returns
        -------
        x, p : (n,) float arrays
            Evenly spaced in p.
        """
        check_count("n", n, 3)
        check_level("lowest_p", lowest_p)
        if n % 2 == 0:
            raise ValueError(f"n: got {n}; an odd number is needed, so that one point is the peak")
        rising = np.linspace(lowest_p, 1.0, n // 2 + 1)
        lower, upper = self.bounds(rising[:-1])
        x = np.concatenate([lower, [self.difference], upper[::-1]])
        return x, np.concatenate([rising, rising[-2::-1]])


@dataclass(frozen=True)
class ConfidenceCurve(Curve):
    """Student's t form of the curve, symmetric about the estimate.

    Parameters
    ----------
    difference : float
        Point estimate, where the curve reaches 1.
    standard_error : float
        0 where all folds agree; the curve then is 1 at the difference and 0 elsewhere.
    df : float
        Degrees of freedom of Student's t.

    Raises
    ------
    ValueError
        If the standard error is negative, df is not positive, or a number is not finite.

    References
    ----------
    .. [1] Berrar, D. (2017). Machine Learning 106, 911-949, equations 1 and 2. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> curve = ConfidenceCurve(0.05, 0.02, 99)
    >>> [round(bound, 4) for bound in curve.interval(0.95)], round(curve.p_null, 4)
    ([0.0103, 0.0897], 0.0141)

    A difference of 0.1 is as compatible with the data as none at all:

    >>> curve.entangled_null, round(float(curve.p_at(curve.entangled_null)), 4)
    (0.1, 0.0141)
    """

    standard_error: float
    df: float

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.standard_error < math.inf:
            raise ValueError(f"standard_error: got {self.standard_error}; a number of at least 0 is needed")
        if not 0 < self.df < math.inf:
            raise ValueError(f"df: got {self.df}; a positive finite number is needed")

    def p_at(self, x: ArrayLike) -> FloatArray:
        """Two-sided p-value of each supposed difference x, an array of any shape."""
        distance = np.abs(np.asarray(x, dtype=np.float64) - self.difference)
        if self.standard_error == 0:
            return np.where(distance == 0, 1.0, 0.0)
        return t_two_sided(distance / self.standard_error, self.df)

    def bounds(self, p: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Where the two flanks have height p, an array of numbers above 0 and at most 1."""
        half = t_two_sided_isf(p, self.df) * self.standard_error if self.standard_error > 0 else np.zeros(np.shape(p))
        return self.difference - half, self.difference + half

    @property
    def entangled_null(self) -> float:
        """The difference that has the same p-value as zero: by symmetry, twice the estimate; nan without spread."""
        return 2 * self.difference if self.standard_error > 0 or self.difference == 0 else math.nan

    @property
    def aucc(self) -> float:
        """Area under the curve, exact for Student's t: 2 standard errors times E|T|; infinite for df <= 1."""
        return 2.0 * self.standard_error * t_mean_absolute(self.df) if self.standard_error > 0 else 0.0

    @property
    def aucc_normal(self) -> float:
        """Area under the curve by equation 2 of [1]_: 4 / sqrt(2 pi) standard errors, the limit of `aucc`."""
        return 4.0 / math.sqrt(2.0 * math.pi) * self.standard_error


def from_folds(differences: ArrayLike, test_train_ratio: float) -> ConfidenceCurve:
    """The confidence curve of the corrected resampled t test.

    Parameters
    ----------
    differences : (n_folds,) array_like
        Score of the first less that of the second, on each fold of each repeat.
    test_train_ratio : float
        Number of test cases divided by number of training cases, 1/9 in ten-fold cross-validation.

    Returns
    -------
    ConfidenceCurve
        With n_folds - 1 degrees of freedom.

    Raises
    ------
    ValueError
        For fewer than two folds, differences that are missing, or a ratio that is not positive.

    References
    ----------
    .. [1] Berrar, D. (2017). Machine Learning 106, 911-949, section 6.2. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> curve = from_folds([0.02, 0.04, 0.03, 0.01, 0.05], 1 / 4)
    >>> round(curve.difference, 3), round(curve.standard_error, 5), curve.df
    (0.03, 0.01061, 4.0)
    """
    folds = as_vector("differences", differences, least=2)
    standard_error = float(corrected_standard_error(folds[:, np.newaxis], test_train_ratio)[0])
    return ConfidenceCurve(float(folds.mean()), standard_error, float(folds.size - 1))


def area_by_quadrature(curve: Curve, flattest: float = 37.0) -> float:
    """Area under a curve of any form, from the widths of its intervals.

    Parameters
    ----------
    curve : Curve
    flattest : float
        Where the tails are cut off: at the height that a standard normal has two-sided at this distance.

    Returns
    -------
    float
        In the unit of the difference. What the cut leaves out is of no account unless the tails are as heavy as those
        of Student's t with fewer than 1.1 degrees of freedom.

    Notes
    -----
    The area is the integral of the width w(p) over p from 0 to 1. With p = 2 Phi(-z) and z = exp(u) the integrand falls
    to nothing at either end and is analytic between, so that the trapezoidal rule converges geometrically.

    Examples
    --------
    >>> curve = ConfidenceCurve(0.05, 0.02, 9)
    >>> round(area_by_quadrature(curve), 12) == round(curve.aucc, 12)
    True
    """
    step = 1 / 16
    z = np.exp(np.arange(-20.0, math.log(flattest), step))
    lower, upper = curve.bounds(normal_two_sided(z))
    density = 2.0 / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * z * z)
    return float(np.sum((upper - lower) * density * z) * step)
