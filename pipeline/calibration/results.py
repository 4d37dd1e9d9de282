"""What a calibration found, as plain data: its results.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import Orderings
from rankpress.calibration.rates import Estimate, Rate, estimate
from rankpress.calibration.tables import order_text
from rankpress.report.plain import Json

SCHEMA = "rankpress.calibration/1"


def results(calibration: Calibration, rates: Sequence[Rate]) -> Json:
    """Every figure of a calibration, unrounded.

    Parameters
    ----------
    calibration : Calibration
    rates : sequence of Rate
        As `family_rates` gives them.

    Returns
    -------
    dict
    """
    settings = asdict(calibration.settings)
    return {
        "schema": SCHEMA,
        "settings": {**settings, "steps": list(settings["steps"]), "sizes": [list(size) for size in settings["sizes"]]},
        "orders": {found.procedure: _orders(found) for found in calibration.orderings},
        "families": [_rate(one, calibration.settings.alpha) for one in rates],
        "omnibus": [
            {
                "scores": found.studies.kind,
                "algorithms": found.studies.k,
                "datasets": found.studies.n_datasets,
                "rates": _rates(found.rejected, found.draws),
            }
            for found in calibration.omnibus
        ],
        "within": {
            "cases": calibration.within.learners.cases,
            "rates": _rates(calibration.within.rejected, calibration.within.draws),
        },
    }


def _orders(found: Orderings) -> Json:
    return {
        "algorithms": found.k,
        "datasets": found.n_datasets,
        "draws": found.draws,
        "shares": [
            {
                "lambda": step,
                "orders": {
                    order_text(order): _estimate(estimate(counts[at] / found.draws, found.draws))
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
        **_estimate(one.estimate),
        "above": one.estimate.above(alpha),
        "clearly_above": one.estimate.clearly_above(alpha),
    }


def _rates(rejected: Mapping[str, int], draws: int) -> Json:
    return {name: _estimate(estimate(count / draws, draws)) for name, count in rejected.items()}


def _estimate(one: Estimate) -> Json:
    return {"rate": one.value, "interval_95": [one.low, one.high]}
