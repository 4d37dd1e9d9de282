"""Orders, warnings about them, and fronts of cost in results.json: their types, and what is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Required

from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.core.plain_data import Json, by_name, picked, stated
from rankpress.stages.conclude import Contradictions
from rankpress.stages.order import Ordered
from rankpress.stats.concordance import RankAgreement
from rankpress.stats.multitest import Front
from rankpress.topics.comparisons.omnibus import omnibus_result
from rankpress.topics.result_types import Algorithm, Dataset, Figure, OmnibusResult, Why

MOST_CONTRADICTED = 50  # pairs of a warning that are listed


class ConditionResult(TypedDict, total=False):
    """A condition for a single best algorithm."""

    condition: Annotated[int, "its number"]
    requires: Annotated[str, "what it requires"]
    holds: Annotated[bool | None, "whether it is met"]


class BestResult(TypedDict, total=False):
    """Say whether a best may be named."""

    adjustment: Annotated[str, "whose groups decide"]
    cost: Annotated[str | None, "which cost decides"]
    first: Annotated[list[str], "of the smallest average rank"]
    conditions: list[ConditionResult]
    algorithm: Annotated[str | None, "the best"]
    why: Annotated[str, "why none may be named"]


class PlaceResult(TypedDict, total=False):
    """A place in an order."""

    position: int
    algorithm: Required[str]
    decided_by: Annotated[
        str,
        "reason for the position before the next algorithm: `test`, if that is cheaper and significantly worse, `cost`,"
        " or `rank`, the average rank at equal costs; of the last, before it",
    ]


class OrderResult(TypedDict, total=False):
    """An order of the algorithms by tests and cost."""

    cost: Annotated[str | None, "null if the study states the prior"]
    cost_weights: Annotated[dict[Annotated[str, "COST"], Figure], "empty if the study states the prior"]
    prior: Annotated[list[str], "cheapest first"]
    ranking: list[PlaceResult]
    edges: Annotated[list[list[str]], "[a, b]: more expensive a is significantly better than cheaper b"]
    per_dataset: Annotated[dict[Dataset, list[str]], "the order on each data set"]
    why: Annotated[str, "why there is no order"]
    within: Annotated[str, "the test within data sets that it rests on"]
    adjust: Annotated[str, "the adjustment that it rests on"]
    test: Annotated[str | None, "the test over the data sets that it rests on; null on one data set"]
    within_adjust: Annotated[str, "the adjustment within data sets that it rests on"]
    sides: Annotated[str, "`one` or `two`: of the tests within data sets that it rests on"]
    average_ranks: Annotated[dict[Algorithm, Figure] | None, "of the ranks within the orders of the data sets"]
    average_costs: Annotated[
        dict[Algorithm, Figure] | None, "as shares of their sum on a data set if there are several costs"
    ]
    omnibus: Annotated[OmnibusResult | None, "of those ranks"]
    rejected: Annotated[bool | None, "whether it rejects at alpha, so that pairs were compared"]


class AgreementResult(TypedDict, total=False):
    """How far two orders agree."""

    tau_b: Annotated[Figure, "Kendall's tau-b"]
    same: Annotated[bool, "whether they are the same"]
    largest_change: Annotated[int, "the most places that an algorithm moved"]
    moved: Annotated[list[str], "the algorithms that moved so far"]
    why: Why


class OtherOrderResult(OrderResult, total=False):
    """The order by another cost."""

    agreement: Annotated[AgreementResult | None, "with the order by the first cost"]


class SimilarityResult(TypedDict):
    """How similar what the tests decide on the data sets is, where cost broke no tie."""

    mean_tau_b: Annotated[Figure, "mean of Kendall's tau-b over the pairs of data sets"]
    with_all: Annotated[
        dict[Dataset, Figure],
        "Kendall's tau-b with what the tests over all data sets decide; null where one of the two is nothing",
    ]


class GroupOrderResult(OrderResult, total=False):
    """The order on a group of data sets."""

    datasets: Annotated[list[str], "those of the group"]
    agreement: Annotated[AgreementResult | None, "with the order on all"]


class ValidationOrderResult(OrderResult, total=False):
    """The order from validation scores."""

    scores: Annotated[str, "their column"]
    agreement: Annotated[AgreementResult | None, "with the order from test scores"]
    agreement_per_dataset: Annotated[dict[Dataset, AgreementResult | None], "the same on each data set"]


class WarningResult(TypedDict, total=False):
    """Significant differences that are not transitive or that the order contradicts."""

    test: Annotated[str, "`comparisons`, `order` or `within`: which differences, by which test"]
    dataset: str | None
    adjust: str
    cycles: Annotated[int, "number of triples in a circle"]
    gaps: Annotated[int, "number of triples whose ends do not differ"]
    intransitive: Annotated[list[list[str]], "some of these triples"]
    contradicted: Annotated[list[list[str]], "[a, b]: a is significantly better and comes after b; the first 50"]
    n_contradicted: Annotated[int, "number of such pairs"]


class OrdersResult(OrderResult, total=False):
    """The order on all data sets, and those by other costs, on groups and from validation scores."""

    by_other_costs: Annotated[list[OtherOrderResult], "with a list in order.cost"]
    similarity: Annotated[
        SimilarityResult | None, "of what the tests decide on the data sets; null where that is nothing on all but one"
    ]
    warnings: list[WarningResult]
    groups: dict[Annotated[str, "GROUP"], GroupOrderResult]
    validation: ValidationOrderResult | None


class FrontResult(TypedDict, total=False):
    """Algorithms undominated in cost and average rank, or mean score."""

    members: Annotated[list[str], "the cheapest first"]
    dominated_by: Annotated[dict[Algorithm, str], "the cheapest member that dominates each other algorithm"]


class CostFrontsResult(TypedDict, total=False):
    """The fronts by a cost: algorithms that no other is as good and as cheap as."""

    cost: str
    costs: Annotated[dict[Algorithm, Figure] | None, "means over the data sets of the metric that have every result"]
    scores: Annotated[
        dict[Algorithm, Figure] | None, "means over the data sets of the metric; null if some are missing"
    ]
    by_rank: Annotated[FrontResult | None, "undominated in cost and average rank"]
    by_score: Annotated[FrontResult | None, "undominated in cost and mean score"]
    why: Why


def order_results(analysis: Analysis) -> Json:
    """Return the order with its warnings, and the orders on groups and from validation scores."""
    names, similarity = analysis.names, analysis.conclusions.similarity
    validation = analysis.further_orders.by_validation
    return {
        **_of_order(analysis.ordered, names),
        "by_other_costs": [
            {**_of_order(ordered, names), "agreement": _of_agreement(agreement, names)}
            for ordered, agreement in analysis.other_orders
        ],
        "similarity": similarity
        and {
            "mean_tau_b": similarity.mean,
            "with_all": dict(zip(analysis.ordered.within.orders, similarity.with_all, strict=True)),
        },
        "warnings": [_of_warning(contradiction, names) for contradiction in analysis.conclusions.contradictions],
        "groups": {
            group.name: {
                "datasets": group.datasets,
                **_of_order(group.ordered, names),
                "agreement": _of_agreement(group.agreement, names),
            }
            for group in analysis.further_orders.on_groups
        },
        "validation": validation
        and {
            "scores": validation.column,
            **_of_order(validation.ordered, names),
            "agreement": _of_agreement(validation.agreement, names),
            "agreement_per_dataset": {
                dataset: _of_agreement(agreement, names) for dataset, agreement in validation.by_dataset.items()
            },
        },
    }


def _of_order(ordered: Ordered, names: Sequence[str]) -> Json:
    ordering = {
        "cost": ordered.costs.label,
        "cost_weights": ordered.costs.weights,
        "prior": [names[i] for i in ordered.prior],
        "ranking": [
            {"position": place, "algorithm": names[position.algorithm], "decided_by": position.decided_by}
            for place, position in enumerate(ordered.ranking, start=1)
        ],
        "edges": [[names[a], names[b]] for a, b in ordered.edges],
        "per_dataset": {dataset: [names[i] for i in order] for dataset, order in ordered.within.orders.items()},
    }
    if ordered.why:
        return {**ordering, "why": ordered.why}
    averages = {"average_ranks": ordered.average_ranks, "average_costs": ordered.costs.average}
    return {
        **ordering,
        "within": ordered.within.test,
        "test": ordered.test or None,
        "adjust": ordered.adjust,
        "within_adjust": ordered.within.adjust,
        "sides": ordered.within.sides,
        **{key: by_name(names, values) for key, values in averages.items()},
        "omnibus": None if ordered.omnibus is None else omnibus_result(ordered.omnibus),
        "rejected": ordered.rejected,
    }


def _of_warning(contradictions: Contradictions, names: Sequence[str]) -> Json:
    intransitive = contradictions.intransitive
    return {
        **picked(contradictions, "test dataset"),
        "adjust": contradictions.adjustment,
        "cycles": intransitive.n_cycles,
        "gaps": intransitive.n_gaps,
        "intransitive": [[names[i] for i in triple] for triple in intransitive.examples],
        "contradicted": [[names[a], names[b]] for a, b in contradictions.contradicted[:MOST_CONTRADICTED]],
        "n_contradicted": len(contradictions.contradicted),
    }


def _of_agreement(agreement: RankAgreement | None, names: Sequence[str]) -> Json | None:
    if agreement is None:
        return None
    largest, moved = int(agreement.largest_change), [names[i] for i in agreement.moved]
    return {**picked(agreement, "tau_b same"), "largest_change": largest, "moved": moved, **stated(why=agreement.why)}


def front_results(analysis: Analysis) -> Iterator[Json]:
    """Yield the front by each cost."""
    names = analysis.names

    def members(front: Front | None) -> Json | None:
        if front is None:
            return None
        dominated = {names[i]: names[by] for i, by in enumerate(front.dominated_by) if by is not None}
        return {"members": [names[i] for i in front.members], "dominated_by": dominated}

    for front in analysis.conclusions.fronts:
        yield {
            "cost": front.cost,
            "costs": by_name(names, front.costs),
            "by_rank": members(front.by_rank),
            "scores": by_name(names, front.scores),
            "by_score": members(front.by_score),
            **stated(why=front.why),
        }
