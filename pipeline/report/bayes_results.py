"""The Bayesian comparisons in results.json."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.bayes import Bayesian
from rankpress.report.plain import Json, number, whole
from rankpress.stats.posterior import Posterior


def bayes_results(analysis: Analysis) -> Json | None:
    """The comparisons over the data sets and within each; None where none were asked for.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    dict or None
    """
    bayesian = analysis.bayesian
    if bayesian is None:
        return None
    return {
        "rope": bayesian.rope,
        "over": None if bayesian.over is None else _over(analysis, bayesian, bayesian.over),
        "within": list(_within(analysis, bayesian)),
        "left_out": dict(bayesian.left_out),
        "notes": list(bayesian.notes),
    }


def _over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Json:
    names = analysis.names
    return {
        "test": bayesian.over_procedure,
        "rope": posterior.rope,
        "prior_strength": posterior.prior_strength,
        "draws": posterior.draws,
        "seed": posterior.seed,
        "comparisons": [
            {
                "a": names[a],
                "b": names[b],
                **_probabilities(posterior, at),
                "monte_carlo_error": number(posterior.monte_carlo_error[at]),
                "details": {name: number(values[at]) for name, values in posterior.details.items()},
            }
            for at, (a, b) in enumerate(bayesian.pairs.tolist())
        ],
    }


def _within(analysis: Analysis, bayesian: Bayesian) -> Iterator[Json]:
    names, sign = analysis.names, 1 if analysis.scores.better == "higher" else -1
    for one in bayesian.within:
        details = one.posterior.details
        for at, (a, b) in enumerate(one.pairs.tolist()):
            yield {
                "dataset": one.dataset,
                "a": names[a],
                "b": names[b],
                "test": bayesian.within_procedure,
                "rope": one.posterior.rope,
                "difference": number(sign * details["mean"][at]),
                "scale": number(details["scale"][at]),
                "df": whole(details["df"][at]),
                **_probabilities(one.posterior, at),
            }


def _probabilities(posterior: Posterior, at: int) -> Json:
    told: Json = {
        "a_better": number(posterior.p_first[at]),
        "equal": number(posterior.p_equal[at]),
        "b_better": number(posterior.p_second[at]),
    }
    return {**told, "why": posterior.why[at]} if posterior.why[at] else told
