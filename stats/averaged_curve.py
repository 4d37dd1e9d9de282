"""The average of the confidence curves of several studies of the same two algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray
from rankpress.stats.curves import ConfidenceCurve, Curve
from rankpress.stats.tails import normal_two_sided

_FLATTEST = 37.5  # beyond this distance the two-sided normal p-value is no longer a normal float
_PARTS, _DIVISIONS = 16, 15  # of which the last leaves no room between floats


@dataclass(frozen=True)
class AveragedCurve(Curve):
    """The average of several curves, height by height.

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
        """Where the two flanks have height p, an array of numbers above 0 and at most 1."""
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
        """Whether x lies outside the flanks at the height of z."""
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
