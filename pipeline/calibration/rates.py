"""The rates of errors that a calibration estimates, and its results.json."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rankpress.calibration.experiments import Calibration, Order, Orderings, Studies
from rankpress.catalog.entries import ErrorRate
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.plain_data import Json, picked
from rankpress.stats.proportions import exact_interval
from rankpress.stats.synthetic import UNADJUSTED, FamilyErrors

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """An estimated chance: its value, the interval of 95%, and the low end of that which holds together with others."""

    value: float
    low: float
    high: float
    low_of_all: float

    def above(self, level: float) -> bool:
        """Return whether its own interval lies above a level."""
        return self.low > level

    def clearly_above(self, level: float) -> bool:
        """Return whether the interval that holds together with all others does."""
        return self.low_of_all > level


@dataclass(frozen=True)
class Rate:
    """The error rate of a test with an adjustment in studies of one kind: the rate that the adjustment controls."""

    studies: Studies
    errors: FamilyErrors
    estimate: Estimate

    @property
    def holds(self) -> ErrorRate | None:
        """The error rate that the adjustment controls; None without adjustment."""
        return None if self.errors.adjustment == UNADJUSTED else ADJUSTMENTS[self.errors.adjustment].controls

    @property
    def has_true_null(self) -> bool:
        """Whether the null hypothesis of the test is true of pairs that are equal."""
        return PAIRWISE[self.errors.test].null in self.studies.world.true

    @property
    def is_to_hold(self) -> bool:
        """Whether the adjustment controls its rate in these studies if the null hypothesis of the test is true."""
        if self.holds == "family-wise error if all are true":
            return self.studies.world.better == "none"
        return self.holds not in (None, "family-wise error if independent")

    @property
    def is_promised(self) -> bool:
        """Whether the adjustment has to control its rate in these studies."""
        return self.has_true_null and self.is_to_hold


def estimate(successes: float, draws: int, n_estimates: int = 1) -> Estimate:
    """Return an estimate with Clopper and Pearson's intervals."""
    # Thousands of rates are estimated, of which one in forty lies above its level by its own interval though none is.
    # So a rate is called clearly above only by an interval that holds together with all others (Bonferroni), which is
    # what the summary counts; the intervals in the tables remain each rate's own.
    low, high = exact_interval(successes, draws, LEVEL)
    low_of_all, _ = exact_interval(successes, draws, 1 - (1 - LEVEL) / n_estimates)
    return Estimate(successes / draws, low, high, low_of_all)


def family_rates(calibration: Calibration) -> tuple[Rate, ...]:
    """Return the rates of all tests, adjustments and kinds of studies; without adjustment the family-wise error."""
    every = [(family.studies, errors) for family in calibration.families for errors in family.errors]
    number = sum(errors.adjustment != UNADJUSTED for _, errors in every)
    fdr = {name for name, adjustment in ADJUSTMENTS.items() if adjustment.controls == "false discovery rate"}
    sums = (errors.false_shares if errors.adjustment in fdr else errors.erring for _, errors in every)
    return tuple(
        Rate(studies, errors, estimate(total, errors.draws, number))
        for (studies, errors), total in zip(every, sums, strict=True)
    )


def largest(rates: Iterable[Rate]) -> Rate | None:
    """Return the one with the largest estimate; None of none."""
    return max(rates, key=lambda rate: rate.estimate.value, default=None)


def largest_rates(rates: Iterable[Rate]) -> dict[tuple[str, str, str], Rate]:
    """By world, test and adjustment the largest of the rates in studies of all sizes."""
    result: dict[tuple[str, str, str], Rate] = {}
    for rate in rates:
        key = rate.studies.name, rate.errors.test, rate.errors.adjustment
        if key not in result or rate.estimate.value > result[key].estimate.value:
            result[key] = rate
    return result


def omnibus_rates(calibration: Calibration) -> tuple[Mapping[str, Estimate], ...]:
    """For each kind of studies, the rate of each omnibus test; their intervals hold together over all kinds."""
    number = sum(len(result.rejected) for result in calibration.omnibus)
    return tuple(
        {name: estimate(count, result.draws, number) for name, count in result.rejected.items()}
        for result in calibration.omnibus
    )


def within_rates(calibration: Calibration) -> Mapping[str, Estimate]:
    """Return the rate of each test within a data set; empty where none was tried."""
    result = calibration.within
    if result is None:
        return {}
    return {name: estimate(count, result.draws, len(result.rejected)) for name, count in result.rejected.items()}


def order_text(order: Order) -> str:
    """Return an order as its algorithms, best first, numbered from the cheapest on."""
    return "–".join(str(index + 1) for index in order)


SCHEMA = "rankpress.calibration/3"


def results(calibration: Calibration, rates: Sequence[Rate]) -> Json:
    """Every number that the report of a calibration prints, unrounded."""
    settings, alpha, methods = asdict(calibration.settings), calibration.settings.alpha, calibration.settings.methods
    largest = [largest_rates(rate for rate in rates if rate.errors.control == control) for control in (False, True)]
    settings["sizes"] = [list(size) for size in settings["sizes"]]
    settings["methods"] = {
        "omnibus": list(methods.omnibus),
        "tests": _with_options(methods.tests),
        "adjustments": _with_options(methods.adjustments),
        "controls": list(methods.controls),
    }
    result: Json = {
        "schema": SCHEMA,
        "settings": settings,
        "orders": {ordering.procedure: _orders(ordering) for ordering in calibration.orderings},
        "families": [_rate(item, alpha) for by_key in largest for item in by_key.values()],
        "omnibus": [
            {**_size(item.studies), "rates": _rates(rates_of_kind, alpha)}
            for item, rates_of_kind in zip(calibration.omnibus, omnibus_rates(calibration), strict=True)
        ],
    }
    if calibration.within is not None:
        cases = calibration.within.learners.cases
        result["within"] = {"cases": cases, "rates": _rates(within_rates(calibration), alpha)}
    return result


def _with_options(methods: Mapping[str, Mapping[str, Any]]) -> list[Json]:
    return [{"name": name, "options": dict(options) or None} for name, options in methods.items()]


def _size(studies: Studies) -> Json:
    return {"world": studies.name, "algorithms": studies.k, "datasets": studies.n_datasets}


def _orders(orderings: Orderings) -> Json:
    shares = []
    for index, step in enumerate(orderings.steps):
        counts = {order: counts[index] for order, counts in orderings.counts.items() if counts[index]}
        intervals = {order_text(order): _interval(estimate(n, orderings.draws)) for order, n in counts.items()}
        shares.append({"lambda": step, "orders": intervals})
    size = {"algorithms": orderings.k, "datasets": orderings.n_datasets}
    return {**size, "draws": orderings.draws, "shares": shares}


def _rate(rate: Rate, alpha: float) -> Json:
    return {
        **_size(rate.studies),
        **picked(rate.errors, "control test adjustment"),
        "holds": rate.holds,
        **picked(rate.errors, "draws erring false_discovery_rate"),
        "null_is_true": rate.has_true_null,
        "promised": rate.is_promised,
        **_estimate(rate.estimate, alpha),
    }


def _rates(rates: Mapping[str, Estimate], alpha: float) -> Json:
    return {name: _estimate(rate, alpha) for name, rate in rates.items()}


def _estimate(item: Estimate, alpha: float) -> Json:
    return {**_interval(item), "above": item.above(alpha), "clearly_above": item.clearly_above(alpha)}


def _interval(item: Estimate) -> Json:
    return {"rate": item.value, "interval_95": [item.low, item.high]}
