"""Confidence curves of the difference of two algorithms on one data set, and the area under them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector, check_count, check_level
from rankpress.stats.resampled import corrected_standard_error
from rankpress.stats.tails import t_mean_absolute, t_two_sided, t_two_sided_isf


@dataclass(frozen=True)
class ConfidenceCurve:
    """All confidence intervals of a difference at once: the two-sided p-value of each supposed difference.

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
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, section 6. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> curve = ConfidenceCurve(0.05, 0.02, 99)
    >>> [round(bound, 4) for bound in curve.interval(0.95)], round(curve.p_null, 4)
    ([0.0103, 0.0897], 0.0141)
    """

    difference: float
    standard_error: float
    df: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.difference):
            raise ValueError(f"difference: got {self.difference}; a finite number is needed")
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

    def interval(self, level: float) -> tuple[float, float]:
        """Lower and upper bound of the confidence interval at a level such as 0.95."""
        check_level("level", level)
        half = float(t_two_sided_isf(1 - level, self.df)) * self.standard_error
        return self.difference - half, self.difference + half

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
            Symmetric about the difference and evenly spaced in p.
        """
        check_count("n", n, 3)
        check_level("lowest_p", lowest_p)
        if n % 2 == 0:
            raise ValueError(f"n: got {n}; an odd number is needed, so that one point is the peak")
        rising = np.linspace(lowest_p, 1.0, n // 2 + 1)
        left = -t_two_sided_isf(rising, self.df) * self.standard_error
        left[-1] = 0.0
        x = self.difference + np.concatenate([left, -left[-2::-1]])
        return x, np.concatenate([rising, rising[-2::-1]])

    @property
    def p_null(self) -> float:
        """Two-sided p-value of a difference of zero."""
        return float(self.p_at(0.0))

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
