"""Confidence curves of the difference of two algorithms on the same test examples, by Quesenberry and Hurst."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_count
from rankpress.stats.curves import Curve, area_by_quadrature
from rankpress.stats.tails import normal_two_sided, normal_two_sided_isf


@dataclass(frozen=True)
class QuesenberryHurstCurve(Curve):
    """The curve of nested Quesenberry-Hurst intervals, leaning towards 0; `quesenberry_hurst` makes it of counts.

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
        """Where the two flanks have height p, an array of numbers above 0 and at most 1."""
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
    """The confidence curve of the difference in accuracy of two algorithms on one test set.

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
    example tells the two apart, q is 0 and all intervals are the point 0, which says nothing of precision.

    References
    ----------
    .. [1] Quesenberry, C. P. and Hurst, D. C. (1964). Large sample simultaneous confidence intervals for multinomial
       proportions. Technometrics 6, 191-195. doi:10.1080/00401706.1964.10490163
    .. [2] Berrar, D. (2017). Machine Learning 106, 911-949, section 6.4.1 and figure 4. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    Figure 4b of [2]_: of 100 cases a random forest has 55 right and a fair coin 45; 50 cases tell them apart.

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
