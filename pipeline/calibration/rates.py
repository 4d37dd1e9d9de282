"""Error rates with intervals, and which of them lie above the level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.calibration.families import Studies
from rankpress.stats.families import ADJUSTMENTS, Holds
from rankpress.stats.score_interval import wilson_interval
from rankpress.stats.simulated_families import UNADJUSTED, FamilyErrors
from rankpress.stats.tails import normal_isf

if TYPE_CHECKING:
    from rankpress.calibration.calibration import Calibration

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """An estimated chance: its value, the interval of 95%, and the one that holds together with all others."""

    value: float
    low: float
    high: float
    low_of_all: float

    def above(self, level: float) -> bool:
        """Whether its own interval lies above a level."""
        return self.low > level

    def clearly_above(self, level: float) -> bool:
        """Whether the interval that holds together with all others does."""
        return self.low_of_all > level


@dataclass(frozen=True)
class Rate:
    """The rate of errors of an adjustment of a test in studies of one kind, that rate which it is to keep."""

    studies: Studies
    errors: FamilyErrors
    estimate: Estimate

    @property
    def holds(self) -> Holds | None:
        """What the adjustment keeps at the level; None of no adjustment."""
        return None if self.errors.adjustment == UNADJUSTED else ADJUSTMENTS[self.errors.adjustment].holds


def estimate(share: float, draws: int, n_estimates: int = 1) -> Estimate:
    """An estimate with Wilson's intervals.

    Parameters
    ----------
    share : float
        Mean of draws between 0 and 1. Of shares of false rejections, which vary less than zeros and ones, the
        intervals are no narrower than they need to be.
    draws : int
    n_estimates : int
        How many estimates the second interval holds together with, by Bonferroni's inequality.

    Returns
    -------
    Estimate

    Examples
    --------
    >>> one = estimate(0.08, 1000, 100)
    >>> round(one.low, 3), round(one.high, 3), one.above(0.05), one.clearly_above(0.05)
    (0.065, 0.098, True, True)
    """
    means, n, none = np.array([share]), np.array([float(draws)]), np.zeros(1)
    low, high = wilson_interval(means, n, none, normal_isf((1 - LEVEL) / 2))
    low_of_all, _ = wilson_interval(means, n, none, normal_isf((1 - LEVEL) / 2 / n_estimates))
    return Estimate(share, float(low[0]), float(high[0]), float(low_of_all[0]))


def family_rates(calibration: Calibration) -> tuple[Rate, ...]:
    """The rates of all tests, adjustments and kinds of studies; unadjusted p-values have their family-wise error."""
    every = [(found.studies, errors) for found in calibration.families for errors in found.errors]
    number = sum(errors.adjustment != UNADJUSTED for _, errors in every)
    return tuple(Rate(studies, errors, estimate(_kept(errors), errors.draws, number)) for studies, errors in every)


def _kept(errors: FamilyErrors) -> float:
    """The rate that the adjustment is to keep."""
    adjustment = ADJUSTMENTS.get(errors.adjustment)
    is_fdr = adjustment is not None and adjustment.holds == "false discovery rate"
    return errors.false_discovery_rate if is_fdr else errors.rate
