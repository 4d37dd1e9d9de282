"""Error rates with intervals, and which of them lie above the level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.calibration.families import Studies
from rankpress.calibration.settings import Truth
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.stats.exact_interval import exact_interval
from rankpress.stats.families import ADJUSTMENTS, Holds
from rankpress.stats.simulated_families import UNADJUSTED, FamilyErrors

if TYPE_CHECKING:
    from rankpress.calibration.calibration import Calibration

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """An estimated chance: its value, the interval of 95%, and the low end of that which holds together with others."""

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

    @property
    def is_promised(self) -> bool:
        """Whether there is an adjustment, and it is to keep its rate where the truth of the studies holds."""
        if self.holds == "family-wise error if all are true":
            return self.studies.truth == "all equal"
        return self.holds not in (None, "family-wise error if independent")


def estimate(successes: float, draws: int, n_estimates: int = 1) -> Estimate:
    """An estimate with Clopper and Pearson's intervals.

    Parameters
    ----------
    successes : float
        How many of the draws, or the sum of shares between 0 and 1.
    draws : int
    n_estimates : int
        How many estimates the second interval holds together with, by Bonferroni's inequality.

    Returns
    -------
    Estimate

    Examples
    --------
    >>> one = estimate(80, 1000, 100)
    >>> round(one.low, 3), round(one.high, 3), one.above(0.05), one.clearly_above(0.05)
    (0.064, 0.099, True, True)
    """
    low, high = exact_interval(successes, draws, LEVEL)
    low_of_all, _ = exact_interval(successes, draws, 1 - (1 - LEVEL) / n_estimates)
    return Estimate(successes / draws, low, high, low_of_all)


def family_rates(calibration: Calibration) -> tuple[Rate, ...]:
    """The rates of all tests, adjustments and kinds of studies; unadjusted p-values have their family-wise error."""
    every = [(found.studies, errors) for found in calibration.families for errors in found.errors]
    number = sum(errors.adjustment != UNADJUSTED for _, errors in every)
    return tuple(Rate(studies, errors, estimate(_kept(errors), errors.draws, number)) for studies, errors in every)


def _kept(errors: FamilyErrors) -> float:
    """The sum over the draws of what the adjustment is to keep."""
    adjustment = ADJUSTMENTS.get(errors.adjustment)
    is_fdr = adjustment is not None and adjustment.holds == "false discovery rate"
    return errors.false_shares if is_fdr else errors.erring


def interval_text(one: Estimate) -> str:
    """An estimate with its interval."""
    return f"{fixed(one.value, 3)} ({percent_text(LEVEL)} interval {fixed(one.low, 3)} to {fixed(one.high, 3)})"


def too_few(draws: int, alpha: float) -> str:
    """That so few draws cannot tell whether a level is kept; nothing where they can."""
    none = estimate(0, draws)
    if none.high <= alpha:
        return ""
    return (
        f"These draws are too few to tell whether a rate of {level_text(alpha)} is kept: even none of {draws:,} has an"
        f" interval up to {fixed(none.high, 3)}."
    )


def largest(rates: Iterable[Rate]) -> Rate | None:
    """The one with the largest estimate; None of none."""
    return max(rates, key=lambda one: one.estimate.value, default=None)


def largest_rates(rates: Iterable[Rate]) -> dict[tuple[Truth, str, str], Rate]:
    """By truth, test and adjustment the largest of the rates in studies of all sizes and distributions."""
    found: dict[tuple[Truth, str, str], Rate] = {}
    for one in rates:
        key = one.studies.truth, one.errors.test, one.errors.adjustment
        if key not in found or one.estimate.value > found[key].estimate.value:
            found[key] = one
    return found


def omnibus_rates(calibration: Calibration) -> tuple[Mapping[str, Estimate], ...]:
    """For each kind of studies, the rate of each omnibus test; their intervals hold together over all kinds."""
    number = sum(len(found.rejected) for found in calibration.omnibus)
    return tuple(
        {name: estimate(count, found.draws, number) for name, count in found.rejected.items()}
        for found in calibration.omnibus
    )


def within_rates(calibration: Calibration) -> Mapping[str, Estimate]:
    """The rate of each test within a data set; empty where none was tried."""
    found = calibration.within
    if found is None:
        return {}
    return {name: estimate(count, found.draws, len(found.rejected)) for name, count in found.rejected.items()}
