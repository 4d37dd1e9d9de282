"""results.json: what many tests come to by chance, what a p-value says at best, and the wins the sign test needs."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.multiplicity import Attempts
from rankpress.report.pairwise_variant import needed_wins
from rankpress.report.plain import Json, number
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.critical_wins import demsar_critical_wins


def multiplicity_results(analysis: Analysis) -> Json:
    """How many comparisons were made, the chance of an error among them, and the same of tests within data sets."""
    over, within = analysis.multiplicity.over, analysis.multiplicity.within
    return {
        **_figures("comparisons", over, "nothing was compared over data sets"),
        "within": _figures("tests", within, "no tests were made within data sets"),
    }


def _figures(what: str, attempts: Attempts | None, why: str) -> Json:
    if attempts is None:
        undefined = ("expected_errors", "chance_of_any_error", "level_for_family")
        return {what: 0, "tuning_runs": None, **dict.fromkeys(undefined), "why": why}
    return {
        what: attempts.tests,
        "tuning_runs": attempts.tuning_runs,
        "expected_errors": attempts.expected_errors,
        "chance_of_any_error": attempts.chance_of_any_error,
        "level_for_family": attempts.level_for_family,
    }


def calibration_results(p: float) -> Json:
    """What an unadjusted p says at best: bounds of the Bayes factor and of the probability of no difference."""
    bounds = {"bayes_factor_bound": bayes_factor_bound, "error_probability_bound": error_probability_bound}
    # both fall to 0 with p; of a p that is not known they are not either
    return {name: bound(p) if p > 0 else number(p) for name, bound in bounds.items()}


def sign_test_results(analysis: Analysis) -> Iterator[Json]:
    """For each number of data sets that the sign test used, the fewest wins that are significant, unadjusted."""
    for needed in needed_wins(analysis):
        printed = demsar_critical_wins(needed.n_datasets)
        told: Json = {
            "n_datasets": needed.n_datasets,
            "wins": needed.wins,
            "level": needed.level,
            "demsar_table_3": None if printed is None else {"wins": printed.wins, "level": printed.level},
        }
        yield told if needed.wins else {**told, "why": "not even all wins are significant; level is theirs"}
