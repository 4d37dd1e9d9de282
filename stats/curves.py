"""Confidence curves of the difference of two algorithms, over folds or test examples, and their average."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_vector, check_count, check_level
from rankpress.stats.resampled import corrected_standard_error
from rankpress.stats.tails import normal_two_sided, normal_two_sided_isf, t_mean_absolute, t_two_sided, t_two_sided_isf


@dataclass(frozen=True)
class Curve(ABC):
    """Give all confidence intervals of a difference at once, nested; the common part of all forms.

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

    Examples
    --------
    >>> from rankpress.stats import from_folds
    >>> curve = from_folds([0.02, 0.04, 0.03, 0.01, 0.05], test_train_ratio=1 / 4)
    >>> isinstance(curve, Curve), [round(bound, 3) for bound in curve.interval(0.95)]
    (True, [0.001, 0.059])
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
        """Return where the two flanks have height p, an array of numbers above 0 and at most 1."""

    @property
    @abstractmethod
    def aucc(self) -> float:
        """Area under the curve, in the unit of the difference: the smaller, the more precise the estimate."""

    @property
    @abstractmethod
    def entangled_null(self) -> float:
        """The difference that has the same p-value as a difference of zero, so that the data favor neither."""
        # It is 0 itself where the estimate is, and nan where there is no other such difference, or no end of them.

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
        """Points to draw the curve through, from its left end over the peak to its right."""
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
    """Give the curve in Student's t form, symmetric about the estimate.

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
        """Return where the two flanks have height p, an array of numbers above 0 and at most 1."""
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
        """Area under the curve by equation 2 of Berrar (2017): 4 / sqrt(2 pi) standard errors, the limit of `aucc`."""
        return 4.0 / math.sqrt(2.0 * math.pi) * self.standard_error


def from_folds(differences: ArrayLike, test_train_ratio: float) -> ConfidenceCurve:
    """Return the confidence curve of the corrected resampled t test.

    Parameters
    ----------
    differences : (n_folds,) array_like
        Score of the first minus that of the second, on each fold of each repeat.
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
    """Area under a curve of any form, from the widths of its intervals."""
    # The area is the integral of the width w(p) over p from 0 to 1. With p = 2 Phi(-z) and z = exp(u) the integrand
    # vanishes at both ends and is analytic between, so that the trapezoidal rule converges geometrically. The cut at
    # `flattest` matters only for tails as heavy as those of Student's t with fewer than 1.1 degrees of freedom.
    step = 1 / 16
    z = np.exp(np.arange(-20.0, math.log(flattest), step))
    lower, upper = curve.bounds(normal_two_sided(z))
    density = 2.0 / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * z * z)
    return float(np.sum((upper - lower) * density * z) * step)


_FLATTEST = 37.5  # beyond this distance the two-sided normal p-value is no longer a normal float
_PARTS, _DIVISIONS = 16, 15  # of which the last leaves no room between floats


@dataclass(frozen=True)
class AveragedCurve(Curve):
    """Average several curves, height by height.

    At each height both flanks are the means of the curves' flanks, so that the interval at each level runs from the
    mean of the lower to the mean of the upper bounds.

    Parameters
    ----------
    curves : sequence of Curve
        The studies' curves, of one difference in one unit.

    Raises
    ------
    ValueError
        If there are none.

    Notes
    -----
    Berrar (2017) shows such an average and does not write it down. His curves are lists of intervals at given levels
    (his Algorithm 1), and the estimate that he reads from the average is one of all experiments. The mean of the
    p-values at each x would be another average: it reaches no height of 1 and has in general several peaks, the highest
    of them at the estimate of a single study, since between the estimates tails add up to convex arcs.

    The average summarizes; it pools nothing. Its intervals are as wide as the studies' are on average, however many
    there are, and a spread of the estimates does not show in them. It weighs all studies alike.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for
       the comparison of classifiers. Machine Learning 106, 911-949, section 6.4.2 and figure 5f.
       doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> studies = [ConfidenceCurve(0.07, 0.02, 9), ConfidenceCurve(0.05, 0.04, 9)]
    >>> average = AveragedCurve(studies)
    >>> [round(bound, 4) for bound in average.interval(0.95)]
    [-0.0079, 0.1279]
    >>> alike = ConfidenceCurve(0.06, 0.03, 9)  # with equal degrees of freedom the average is again Student's t
    >>> round(average.p_null, 12) == round(alike.p_null, 12)
    True
    """

    difference: float = field(init=False)
    curves: Sequence[Curve]

    def __post_init__(self) -> None:
        curves = tuple(self.curves)
        if not curves:
            raise ValueError("curves: got none; at least one is needed")
        object.__setattr__(self, "curves", curves)
        object.__setattr__(self, "difference", float(np.mean([curve.difference for curve in curves])))
        super().__post_init__()

    def bounds(self, p: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return where the two flanks have height p, an array of numbers above 0 and at most 1."""
        if self._of_students_t is not None:
            return self._of_students_t.bounds(p)
        lower, upper = np.mean([curve.bounds(p) for curve in self.curves], axis=0)
        return lower, upper

    def p_at(self, x: ArrayLike) -> FloatArray:
        """Two-sided p-value of each supposed difference x, an array of any shape."""
        if self._of_students_t is not None:
            return self._of_students_t.p_at(x)
        supposed = np.asarray(x, dtype=np.float64)
        # The height is sought as the distance z that a standard normal has it at, which is even in the tails.
        near, width = np.zeros(supposed.shape), _FLATTEST
        for _ in range(_DIVISIONS):
            width /= _PARTS
            edges = near[..., np.newaxis] + width * np.arange(1, _PARTS)
            near = near + width * np.count_nonzero(self._is_beyond(supposed[..., np.newaxis], edges), axis=-1)
        p = np.where(self._is_beyond(supposed, np.full(supposed.shape, _FLATTEST)), 0.0, normal_two_sided(near))
        return np.where(supposed == self.difference, 1.0, p)

    def _is_beyond(self, x: FloatArray, z: FloatArray) -> BoolArray:
        """Return whether x lies outside the flanks at the height of z."""
        lower, upper = self.bounds(normal_two_sided(z))
        return (x < lower) | (x > upper)

    @cached_property
    def _of_students_t(self) -> ConfidenceCurve | None:
        """The average itself where all curves are Student's t with equal degrees of freedom: it is another one."""
        curves = [curve for curve in self.curves if isinstance(curve, ConfidenceCurve)]
        if len(curves) < len(self.curves) or len({curve.df for curve in curves}) > 1:
            return None
        return ConfidenceCurve(
            self.difference, float(np.mean([curve.standard_error for curve in curves])), curves[0].df
        )

    @cached_property
    def p_null(self) -> float:
        """Two-sided p-value of a difference of zero, and of the entangled one."""
        return float(self.p_at(0.0))

    @cached_property
    def aucc(self) -> float:
        """Area under the curve: the mean of the curves' areas."""
        return float(np.mean([curve.aucc for curve in self.curves]))

    @property
    def entangled_null(self) -> float:
        """The difference that has the same p-value as zero: the other flank at that height."""
        if self._of_students_t is not None:
            return self._of_students_t.entangled_null
        if self.difference == 0:
            return 0.0
        if self.p_null == 0:
            return np.nan
        side = 1 if self.difference > 0 else 0
        other, farther = self.bounds([self.p_null, 0.5 * self.p_null])[side]
        return np.nan if other == farther else float(other)  # an upright flank has no height of its own


@dataclass(frozen=True)
class ScaledCurve(Curve):
    """A curve in another unit: of the same difference, times a factor.

    Parameters
    ----------
    difference : float
        Point estimate in the other unit; `scaled` computes it.
    curve : Curve
        The curve in the unit of the scores.
    factor : float
        By what the difference is multiplied, such as 100 for percent.

    Examples
    --------
    >>> curve = scaled(ConfidenceCurve(0.05, 0.02, 99), 100.0)
    >>> [round(bound, 2) for bound in curve.interval(0.95)], round(curve.p_null, 4), round(curve.entangled_null, 1)
    ([1.03, 8.97], 0.0141, 10.0)
    """

    curve: Curve
    factor: float

    def p_at(self, x: ArrayLike) -> FloatArray:
        """Two-sided p-value of each supposed difference x, an array of any shape."""
        return self.curve.p_at(np.asarray(x, dtype=np.float64) / self.factor)

    def bounds(self, p: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return where the two flanks have height p, an array of numbers above 0 and at most 1."""
        lower, upper = self.curve.bounds(p)
        return self.factor * lower, self.factor * upper

    @property
    def aucc(self) -> float:
        """Area under the curve, in the unit of the difference."""
        return self.factor * self.curve.aucc

    @property
    def entangled_null(self) -> float:
        """The difference that has the same p-value as a difference of zero."""
        return self.factor * self.curve.entangled_null


def scaled(curve: Curve, factor: float) -> Curve:
    """Return a curve of a difference times a positive factor; itself where that is 1."""
    return curve if factor == 1 else ScaledCurve(factor * curve.difference, curve, factor)


@dataclass(frozen=True)
class QuesenberryHurstCurve(Curve):
    """Give the curve of nested Quesenberry-Hurst intervals, leaning toward 0; `quesenberry_hurst` makes it of counts.

    Parameters
    ----------
    difference : float
        Share of the examples that the first alone has right, less the share that the second alone has right.
    discordant : float
        The sum of the two shares.
    n : int
        Number of examples.

    Raises
    ------
    ValueError
        If the difference exceeds the discordant share, that is not within 0 to 1, or there is no example.

    Examples
    --------
    >>> round(quesenberry_hurst(100, only_a=30, only_b=20).difference, 2)
    0.1
    """

    discordant: float
    n: int

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("n", self.n, 1)
        if not abs(self.difference) <= self.discordant <= 1:
            raise ValueError(
                f"discordant: got {self.discordant} with a difference of {self.difference}; a share of the examples, "
                "from the size of the difference to 1, is needed"
            )

    def p_at(self, x: ArrayLike) -> FloatArray:
        """Two-sided p-value of each supposed difference x, an array of any shape."""
        supposed = np.asarray(x, dtype=np.float64)
        variance = self.discordant - supposed**2
        inside = variance > 0
        distance = np.abs(supposed - self.difference) * np.sqrt(self.n / np.where(inside, variance, 1.0))
        p = np.where(inside, normal_two_sided(distance), 0.0)
        return np.where(supposed == self.difference, 1.0, p)

    def bounds(self, p: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return where the two flanks have height p, an array of numbers above 0 and at most 1."""
        reach = normal_two_sided_isf(p) ** 2 / self.n
        half = np.sqrt(reach * (self.discordant - self.difference**2 + reach * self.discordant))
        return (self.difference - half) / (1 + reach), (self.difference + half) / (1 + reach)

    @cached_property
    def aucc(self) -> float:
        """Area under the curve, by quadrature."""
        return area_by_quadrature(self)

    @property
    def entangled_null(self) -> float:
        """The difference that has the same p-value as zero; nan where nothing lies beyond the estimate, 1 or -1."""
        if self.difference == 0:
            return 0.0
        if abs(self.difference) == 1:
            return math.nan
        return 2 * self.difference * self.discordant / (self.discordant + self.difference**2)


def quesenberry_hurst(n: int, only_a: int, only_b: int) -> QuesenberryHurstCurve:
    """Return the confidence curve of the difference in accuracy of two algorithms on one test set.

    Parameters
    ----------
    n : int
        Number of test examples.
    only_a, only_b : int
        How many of them the first alone, and the second alone, has right. To get the difference in error rate, exchange
        the two.

    Returns
    -------
    QuesenberryHurstCurve
        Of the first's accuracy less the second's.

    Raises
    ------
    ValueError
        For numbers that are no counts, or more than n.

    Notes
    -----
    The interval at level 1 - alpha holds the differences x with (d - x)^2 <= c (q - x^2), where d is
    (only_a - only_b) / n, q is (only_a + only_b) / n, and c is the upper alpha quantile of chi-squared with one degree
    of freedom, divided by n. That is [d -+ sqrt(c ((1 + c) q - d^2))] / (1 + c), and solved for c, the p-value of x. It
    supposes examples drawn independently of each other, and many: the chi-squared distribution is a limit. Where no
    example distinguishes the two, q is 0 and all intervals are the point 0, which says nothing of precision.

    References
    ----------
    .. [1] Quesenberry, C. P. and Hurst, D. C. (1964). Large sample simultaneous confidence intervals for multinomial
       proportions. Technometrics 6, 191-195. doi:10.1080/00401706.1964.10490163
    .. [2] Berrar, D. (2017). Machine Learning 106, 911-949, section 6.4.1 and figure 4. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    Figure 4b of [2]_: of 100 cases a random forest has 55 right and a fair coin 45; 50 cases distinguish them.

    >>> curve = quesenberry_hurst(100, 30, 20)
    >>> round(curve.difference, 2), [round(bound, 3) for bound in curve.interval(0.95)]
    (0.1, [-0.038, 0.231])
    """
    check_count("n", n, 1)
    check_count("only_a", only_a, 0)
    check_count("only_b", only_b, 0)
    if only_a + only_b > n:
        raise ValueError(f"only_a, only_b: got {only_a} and {only_b}; together no more than the {n} examples")
    return QuesenberryHurstCurve((only_a - only_b) / n, (only_a + only_b) / n, n)
