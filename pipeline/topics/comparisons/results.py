"""Tests over the data sets in results.json: of all algorithms, and what is known of each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

from pydantic import FiniteFloat
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.catalog.tests import NULLS
from rankpress.core.plain_data import Json, picked, stated
from rankpress.stages.test import Attempts, OverDatasets
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.stats.sign import demsar_critical_wins
from rankpress.topics.columns import ABSENT, from_columns
from rankpress.topics.comparisons.equivalence import pair_equivalence
from rankpress.topics.comparisons.omnibus import omnibus_result
from rankpress.topics.comparisons.pairs import levels_of_steps
from rankpress.topics.comparisons.pairwise_test import needed_wins
from rankpress.topics.data.data import bias_of_missing
from rankpress.topics.effects.effects import pair_effects
from rankpress.topics.result_types import Figure, Why
from rankpress.topics.topic import ResultKey


class DisputeResult(TypedDict, total=False):
    """Where the test that decides and one of the other kind, of average ranks or of two alone, part."""

    test: Annotated[str, "the other test"]
    adjustment: Annotated[str, "the adjustment of its p-values"]
    only_deciding: Annotated[list[list[str]], "pairs that are significant by the test that decides only"]
    only_other: Annotated[list[list[str]], "pairs that are significant by the other test only"]
    depends_on_pool: Annotated[
        list[list[str]] | None,
        "pairs whose unadjusted verdict by average ranks changes if one other algorithm is omitted",
    ]


class Table3Result(TypedDict, total=False):
    """What Table 3 of Demšar (2006) has."""

    wins: int | None
    level: Annotated[Figure, "exact"]


class SignTestResult(TypedDict, total=False):
    """The fewest wins that are significant by the sign test, unadjusted, on a number of data sets."""

    n_datasets: int
    wins: int | None
    level: Annotated[Figure, "their exact level"]
    demsar_table_3: Table3Result | None
    why: Why


class AttemptsResult(TypedDict, total=False):
    """Errors to expect if no algorithms differed and the tests were independent."""

    tuning_runs: Annotated[int | None, "`test.tuning_runs`, which count as tests"]
    expected_errors: Annotated[Figure, "number of errors at alpha"]
    chance_of_any_error: Figure
    level_for_family: Annotated[Figure, "level of each test that keeps the chance of any error at alpha"]
    why: Why


class WithinAttemptsResult(AttemptsResult, total=False):
    """Errors to expect among the tests within data sets."""

    tests: int


class MultiplicityResult(AttemptsResult, total=False):
    """Errors to expect among the comparisons over the data sets."""

    comparisons: int
    within: WithinAttemptsResult


class FamiliesResult(TypedDict, total=False):
    """Which comparisons p-values are adjusted for together, and the chance of an error in any metric."""

    over: Annotated[str, "`pairs`: those of each metric by themselves; `metrics`: those of all metrics"]
    comparisons: Annotated[dict[str, int], "by metric"]
    primary: Annotated[str | None, "the metric that was planned to decide"]
    chance_of_any_error: Annotated[Figure, "if metrics are independent, each at its level; null of other error rates"]
    correlation: FiniteFloat
    chance_if_correlated: Annotated[Figure, "the same if the statistics of any two metrics have that correlation"]


def _control(analysis: Analysis) -> str | None:
    control = analysis.tested.control
    return None if control is None else analysis.names[control]


def _omnibus(analysis: Analysis) -> Json:
    return {name: omnibus_result(test) for name, test in analysis.tested.omnibus.items()}


def _pairwise(analysis: Analysis) -> str | None:
    over = analysis.tested.over
    return None if over is None else over.procedure


def _critical_differences(analysis: Analysis) -> Json:
    differences, over = analysis.adjusted.critical_difference, analysis.tested.over
    if analysis.ranking.is_of_two:
        return {}
    why = (
        analysis.tested.left_out.get("over", "")
        if over is None
        else f"A critical difference of average ranks belongs to rank-z; pairs were compared by {over.procedure}."
    )
    none = {"alpha": analysis.adjusted.alpha, "q": None, "cd": None, "why": why}
    return {
        name: differences.get(name, none) for name, adjustment in ADJUSTMENTS.items() if adjustment.test == "rank-z"
    }


def _error_rates(analysis: Analysis) -> Json:
    """Return which rate of errors each adjustment controls, and where missing results make the tests exceed it."""
    bias = bias_of_missing(analysis)
    exceeded = "" if bias is None else f"; exceeded {bias.condition} (in {bias.share})"
    return {method: f"{ADJUSTMENTS[method].controls}{exceeded}" for method in analysis.adjusted.p}


def _null_hypothesis(analysis: Analysis) -> Json | None:
    """Return what the error rate of the pairwise test rests on."""
    over = analysis.tested.over
    if over is None:
        return None
    method = PAIRWISE[over.procedure]
    return {"of": "each pair" if method.pair_alone else "all algorithms", "text": NULLS[method.null].statement}


def _groups(analysis: Analysis) -> Json:
    names = analysis.names
    return {
        method: [[names[i] for i in group] for group in groups] for method, groups in analysis.adjusted.groups.items()
    }


def _comparisons(analysis: Analysis) -> list[Any]:
    """Return what is known of each pair; where pairs are many, their records are made as they are read."""
    over = analysis.tested.over
    return from_columns(0 if over is None else len(over.pairs), _columns(analysis))


def _columns(analysis: Analysis) -> Json:
    """Return what is known of each pair, as columns."""
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return {}
    sides, p_values = over.pairs.tolist(), over.p.tolist()
    details = {name: values.astype(float) for name, values in over.details.items()}
    others = {
        "details": details,
        "effects": pair_effects(analysis),
        "equivalence": pair_equivalence(analysis),
        "also": _also(analysis),
    }
    return {
        "a": [names[a] for a, _ in sides],
        "b": [names[b] for _, b in sides],
        "difference": over.difference,
        "statistic": over.statistic,
        "p": over.p,
        "favours": _favoured(over, names),
        "bayes_factor_bound": [_bound(bayes_factor_bound, p) for p in p_values],
        "error_probability_bound": [_bound(error_probability_bound, p) for p in p_values],
        "adjusted": dict(analysis.adjusted.p),
        **({"levels": levels} if (levels := levels_of_steps(analysis)) else {}),
        **({} if over.wins is None else dict(zip(("wins", "ties", "losses"), over.wins.T, strict=True))),
        "why": [why or ABSENT for why in over.why or [""] * len(sides)],
        **stated(**others),
    }


def dispute_pairs(analysis: Analysis) -> Sequence[Sequence[int]]:
    """Return the pairs that are compared."""
    over = analysis.tested.over
    return [] if over is None else over.pairs.tolist()


def _also(analysis: Analysis) -> Json:
    """Return what the other tests find of the pairs, by test, as columns."""
    tests = zip(analysis.tested.also, analysis.adjusted.also, strict=True)
    return {
        over.procedure: {
            "statistic": over.statistic,
            "p": over.p,
            "favours": _favoured(over, analysis.names),
            "adjusted": dict(adjusted.p),
        }
        for over, adjusted in tests
    }


def _favoured(over: OverDatasets, names: Sequence[str]) -> list[str | None]:
    """Return whom the test favors of each pair."""
    pairs = zip(over.pairs.tolist(), over.favours.tolist(), strict=True)
    return [(None, names[a], names[b])[favoured] for (a, b), favoured in pairs]


def dispute_results(analysis: Analysis) -> Json | None:
    """Return where the test that decides and one of the other kind part."""
    dispute, names, pairs = analysis.conclusions.dispute, analysis.names, dispute_pairs(analysis)
    if dispute is None:
        return None
    only_deciding, only_other, turned = (
        [[names[i] for i in pairs[row]] for row in rows]
        for rows in (dispute.only_deciding, dispute.only_other, dispute.turned)
    )
    return {
        "test": analysis.tested.also[dispute.other].procedure,
        "adjustment": dispute.adjustment,
        "only_deciding": only_deciding,
        "only_other": only_other,
        "depends_on_pool": turned if dispute.pool is not None else None,
    }


def multiplicity_results(analysis: Analysis) -> Json:
    """How many comparisons were made, the chance of an error among them, likewise for tests within data sets."""

    def errors(attempts: Attempts | None, why: str) -> Json:
        names = "tuning_runs expected_errors chance_of_any_error level_for_family"
        return {**dict.fromkeys(names.split()), "why": why} if attempts is None else picked(attempts, names)

    over, within = analysis.conclusions.multiplicity.over, analysis.conclusions.multiplicity.within
    of_within = errors(within, "there are no tests within data sets")
    return {
        "comparisons": 0 if over is None else over.tests,
        **errors(over, "nothing was compared over data sets"),
        "within": {"tests": 0 if within is None else within.tests, **of_within},
    }


def _bound(bound: Callable[[float], Any], p: float) -> float:
    """Return what an unadjusted p says at best; the bounds fall to 0 with p, and are not known where it is not."""
    return float(bound(p)) if p > 0 else p


def sign_test_results(analysis: Analysis) -> Iterator[Json]:
    """For each number of data sets that the sign test used, the fewest wins that are significant, unadjusted."""
    for needed in needed_wins(analysis):
        printed = demsar_critical_wins(needed.n_datasets)
        why = "" if needed.wins else "not even all wins are significant; level is theirs"
        table = {"demsar_table_3": printed and picked(printed, "wins level")}
        yield picked(needed, "n_datasets wins level") | table | stated(why=why)


OF_COMPARISONS = (
    ResultKey("control", None, _control),
    ResultKey("omnibus", None, _omnibus),
    ResultKey("pairwise", None, _pairwise),
    ResultKey("critical_difference", None, _critical_differences),
    ResultKey("error_rates", None, _error_rates),
    ResultKey("null_hypothesis", None, _null_hypothesis),
    ResultKey("comparisons", None, _comparisons),
    ResultKey("groups", None, _groups),
    ResultKey("multiplicity", MultiplicityResult, multiplicity_results),
    ResultKey("sign_test", list[SignTestResult], sign_test_results),
    ResultKey("dispute", DisputeResult | None, dispute_results),
)
