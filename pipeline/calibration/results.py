"""What a calibration found, as plain data: its results.json."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import Orderings
from rankpress.calibration.rates import Estimate, Rate, estimate, largest_rates, omnibus_rates, within_rates
from rankpress.calibration.tables import order_text
from rankpress.report.plain import Json

SCHEMA = "rankpress.calibration/2"


def results(calibration: Calibration, rates: Sequence[Rate]) -> Json:
    """Every figure that the report of a calibration prints, unrounded.

    Parameters
    ----------
    calibration : Calibration
    rates : sequence of Rate
        As `family_rates` gives them.

    Returns
    -------
    dict
    """
    settings, alpha = asdict(calibration.settings), calibration.settings.alpha
    found: Json = {
        "schema": SCHEMA,
        "settings": {**settings, "sizes": [list(size) for size in settings["sizes"]], "methods": _methods(calibration)},
        "orders": {found.procedure: _orders(found) for found in calibration.orderings},
        "families": [_rate(one, alpha) for control in (False, True) for one in _largest(rates, control)],
        "omnibus": [
            {
                "scores": found.studies.kind,
                "algorithms": found.studies.k,
                "datasets": found.studies.n_datasets,
                "rates": _rates(rates, alpha),
            }
            for found, rates in zip(calibration.omnibus, omnibus_rates(calibration), strict=True)
        ],
    }
    if calibration.within is not None:
        found["within"] = {
            "cases": calibration.within.learners.cases,
            "rates": _rates(within_rates(calibration), alpha),
        }
    return found


def _methods(calibration: Calibration) -> Json:
    methods = calibration.settings.methods
    return {
        "omnibus": list(methods.omnibus),
        "tests": [{"name": name, "options": dict(options) or None} for name, options in methods.tests.items()],
        "adjustments": [{"name": name, "options": dict(one) or None} for name, one in methods.adjustments.items()],
        "controls": list(methods.controls),
    }


def _largest(rates: Sequence[Rate], control: bool) -> Iterable[Rate]:
    """Of each test with each adjustment under each truth, the rate that the tables have."""
    return largest_rates(one for one in rates if one.errors.control == control).values()


def _orders(found: Orderings) -> Json:
    return {
        "algorithms": found.k,
        "datasets": found.n_datasets,
        "draws": found.draws,
        "shares": [
            {
                "lambda": step,
                "orders": {
                    order_text(order): _interval(estimate(counts[at], found.draws))
                    for order, counts in found.counts.items()
                    if counts[at]
                },
            }
            for at, step in enumerate(found.steps)
        ],
    }


def _rate(one: Rate, alpha: float) -> Json:
    studies, errors = one.studies, one.errors
    return {
        "truth": studies.truth,
        "scores": studies.kind,
        "algorithms": studies.k,
        "datasets": studies.n_datasets,
        "control": errors.control,
        "test": errors.test,
        "adjustment": errors.adjustment,
        "holds": one.holds,
        "draws": errors.draws,
        "erring": errors.erring,
        "false_discovery_rate": errors.false_discovery_rate,
        "promised": one.is_promised,
        **_estimate(one.estimate, alpha),
    }


def _rates(rates: Mapping[str, Estimate], alpha: float) -> Json:
    return {name: _estimate(one, alpha) for name, one in rates.items()}


def _estimate(one: Estimate, alpha: float) -> Json:
    return {**_interval(one), "above": one.above(alpha), "clearly_above": one.clearly_above(alpha)}


def _interval(one: Estimate) -> Json:
    return {"rate": one.value, "interval_95": [one.low, one.high]}
