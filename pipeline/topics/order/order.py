"""Topic order by cost, and the fronts of cost and rank: tables, sentences, facts, results and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray
from rankpress.core.table import Cell, Table
from rankpress.spec.table_options import OfDataset, Sortable, Transposable
from rankpress.stages.order import Ordered, Position
from rankpress.stats.multitest import sort_steps
from rankpress.topics.facts import COUNT, NAMES, STATISTIC, WORDS, Fact, Subjects, Unit, subjects_of
from rankpress.topics.order.checks import (
    best_paragraphs,
    best_results,
    contradiction_caveats,
    cost_paragraphs,
    costs_in,
    facts_of_order_checks,
    facts_of_places,
    group_paragraphs,
    group_reminders,
    ordering_costs_table,
    ordering_groups_table,
    ordering_similarity_table,
    ordering_validation_table,
    places_in,
    similarity_note,
    validation_paragraphs,
)
from rankpress.topics.order.figures import (
    CostFrontOptions,
    OrderFigureOptions,
    over_complete,
    plan_cost_front,
    plan_order,
)
from rankpress.topics.order.methods import (
    better_phrase,
    cheapest_of_equals,
    ordering_methods,
    ordering_methods_in_short,
)
from rankpress.topics.order.results import (
    BestResult,
    CostFrontsResult,
    OrdersResult,
    front_results,
    order_results,
)
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    adjusted,
    average_rank,
    count,
    decimal,
    level_phrase,
    listed,
    mean_over_datasets,
    scope_of_metric,
    table_of,
    test_with,
)
from rankpress.topics.topic import (
    DATASETS,
    ON_DATASETS,
    Axes,
    Facts,
    Headline,
    ResultKey,
    TableRequest,
    Topic,
    register,
    where,
)
from rankpress.topics.within.methods import divided_into
from rankpress.wording.numbers import Scale, counted_in_words, in_words, level_text
from rankpress.wording.text import Prose, cost_named, dataset_named, join, joined, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study


def _place_by_cost(study: Study) -> list[str]:
    if study.order is None:
        return []
    weights = study.order.cost_weights
    return [f"Place by {next(iter(weights)) if len(weights) == 1 else 'cost' if weights else 'prior'}"]


@Axes(
    columns=("Decided by", "Share of cost", "Average place", "Average rank", "Ranked above"),
    more_columns=_place_by_cost,
)
def ordering_table(analysis: Analysis) -> Table | None:
    """Build the table of the ordering over all data sets."""
    ordered, names = analysis.ordered, analysis.algorithms
    if not ordered.ranking:
        return None
    by_cost = bool(ordered.costs.label)
    short = "cost" if len(ordered.costs.weights) > 1 else next(map(cost_named, ordered.costs.weights), "prior")
    columns: dict[Prose, Callable[[int, Position], Cell | Prose]] = {
        "Place": lambda place, _: count(place),
        "Algorithm": lambda _, position: names[position.algorithm],
        "Decided by": lambda _, position: (
            "prior" if not by_cost and position.decided_by == "cost" else position.decided_by
        ),
        say("Place by {}", short): lambda _, position: count(ordered.prior.index(position.algorithm) + 1),
    }
    if (costs := ordered.costs.average) is not None:
        columns["Share of cost"] = lambda _, position: decimal(costs[position.algorithm], 3)
    if (ranks := ordered.average_ranks) is not None:
        averaged = "Average place" if ordered.within.orders else "Average rank"
        columns[averaged] = lambda _, position: average_rank(ranks[position.algorithm])
    if ordered.edges:
        columns["Ranked above"] = lambda _, position: join(
            [names[b] for a, b in ordered.edges if a == position.algorithm], ", "
        )
    return table_of(
        list(columns),
        ([cell(*ranked) for cell in columns.values()] for ranked in enumerate(ordered.ranking, start=1)),
        align="rll" + "r" * (len(columns) - 3 - bool(ordered.edges)) + "l" * bool(ordered.edges),
        stub=2,
        title=say("Order by {} and {}", analysis.metric, _prior(ordered)),
        caption=say(
            "Order of {} and {}: cheaper ones first, unless a more expensive one is significantly better.",
            scope_of_metric(analysis),
            _prior(ordered),
        ),
        notes=tuple(_notes(analysis)),
    )


def _prior(ordered: Ordered) -> Prose:
    return ordered.costs.label or "a stated prior"


def _notes(analysis: Analysis) -> list[Prose]:
    ordered = analysis.ordered
    level = level_text(analysis.adjusted.alpha)
    notes: list[Prose] = [
        f"Decided by: reason for the position before the next algorithm{_of_equal_costs(ordered)}.",
        *([f"Ranked above: cheaper algorithms that are significantly worse (level {level})."] if ordered.edges else []),
    ]
    if ordered.costs.average is not None:
        notes.append(say("Share of cost: average share of the sum of {}.", _shared(ordered)))
    if ordered.average_ranks is not None and ordered.within.orders:
        notes.append("Average place: mean place in the orders on the data sets.")
    return notes


def _of_equal_costs(ordered: Ordered) -> str:
    ranked = any(position.decided_by == "rank" for position in ordered.ranking)
    return "; rank: average rank, as their costs are equal" if ranked else ""


def _shared(ordered: Ordered) -> Prose:
    if len(ordered.costs.weights) < 2:
        return say("{} on each data set", ordered.costs.label)
    weights = joined(say("{} {:.4g}", cost_named(name), weight) for name, weight in ordered.costs.weights.items())
    return say("each cost on each data set, with weights {}", weights)


@Axes(DATASETS, of_algorithms=True).by_request
def ordering_datasets_table(request: TableRequest) -> Table | None:
    """Build the table of the orders on each data set."""
    analysis = request.analysis
    ordered, names = analysis.ordered, analysis.algorithms
    if not ordered.within.orders or len(ordered.within.orders) * len(names) > request.most(MOST_CELLS_BUILT):
        return None
    places = {name: np.argsort(order) + 1 for name, order in ordered.within.orders.items()}
    return table_of(
        ("Data set", *names),
        ((dataset_named(name), *map(count, row.tolist())) for name, row in places.items()),
        title=say("Places on each data set by {} and {}", analysis.metric, _prior(ordered)),
        caption=say("Place of each algorithm in the order by {} and cost on each data set.", analysis.metric),
        notes=similarity_note(analysis),
        in_pdf=not _is_one_order(ordered),  # of which a sentence says all
    )


def _is_one_order(ordered: Ordered) -> bool:
    """Return whether the order is the same on all of several data sets."""
    orders = ordered.within.orders.values()
    return len(orders) > 1 and len({tuple(order) for order in orders}) == 1


@Axes(columns=("Taken", "Candidates, cheapest first", "Cheaper, but waiting for")).by_request
def ordering_steps_table(request: TableRequest[OfDataset]) -> Table | None:
    """Build the table of the steps of MultiTest's topological sort."""
    analysis, options = request.analysis, request.options
    dataset, names, ordered = options.dataset, analysis.algorithms, analysis.ordered
    if not ordered.ranking or dataset not in (None, *ordered.within.priors):
        return None
    ordered = ordered if dataset is None else ordered.on(dataset)
    taken = [position.algorithm for position in ordered.ranking]
    rows = []
    for step, candidates in enumerate(sort_steps(ordered.prior, [(b, a) for a, b in ordered.edges]), start=1):
        waiting = [
            say("{} ({})", names[b], listed([names[a] for a in taken[step - 1 :] if (a, b) in ordered.edges]))
            for b in ordered.prior[: ordered.prior.index(candidates[0])]
            if b in taken[step:]
        ]
        listing = join([names[i] for i in candidates], ", ")
        rows.append((count(step), names[candidates[0]], listing, join(waiting, "; ")))
    where = "" if dataset is None else say(" on {}", dataset_named(dataset))
    caption = (
        "Which algorithm the topological sort ({}) takes at each step: the cheapest of those without a significantly"
        " better, more expensive algorithm that is still to be taken."
    )
    return table_of(
        ("Step", "Taken", "Candidates, cheapest first", "Cheaper, but waiting for"),
        rows,
        align="rlll",
        stub=2,
        title=say("Steps of the order by {} and {}{}", analysis.metric, _prior(ordered), where),
        caption=say(caption, cite("ulas2012")),
        notes=("In parentheses: the algorithms that are significantly better and still to be taken.",),
    )


_TEXT_MOST_NAMES = 20


_MOST_ON_FRONT = 12


def front_sentences(analysis: Analysis) -> Iterator[Prose]:
    """Who is on the front of average ranks over each cost."""
    mean = mean_over_datasets(analysis)
    for front in analysis.conclusions.fronts:
        if front.by_rank is None:
            continue
        members = [analysis.algorithms[i] for i in front.by_rank.members]
        others = [name for i, name in enumerate(analysis.algorithms) if i not in front.by_rank.members]
        names = listed(members, _MOST_ON_FRONT)
        on = say("only {} is", names) if len(members) == 1 else say("{} are", names)
        who = say("{} is", *others) if len(others) == 1 else f"the other {in_words(len(others))} are"
        rest = say("; {} dominated", who) if others else ""
        single = analysis.scores.n_datasets == 1
        ranked = say("{} and {}", analysis.metric, cost_named(front.cost))
        averaged = say("average rank and {} {}{}", mean, cost_named(front.cost), over_complete(front))
        yield say("In {}, {} Pareto-optimal{}.", ranked if single else averaged, on, rest)


def ordering_paragraphs(analysis: Analysis) -> list[Prose]:
    """The order, and what it rests on; who may be named the best; orders on groups and from validation scores."""
    return [
        *([join(_order(analysis))] if analysis.ordered.ranking else []),
        *cost_paragraphs(analysis),
        *best_paragraphs(analysis),
        *group_paragraphs(analysis),
        *validation_paragraphs(analysis),
        *front_sentences(analysis),
    ]


def _order(analysis: Analysis) -> Iterator[Prose]:
    ordered, names = analysis.ordered, analysis.algorithms
    order = [names[position.algorithm] for position in ordered.ranking]
    first, more = join(order[:_TEXT_MOST_NAMES], ", "), len(order) - _TEXT_MOST_NAMES
    prior, others = ordered.costs.label or "the stated prior", f", and {more} more" if more > 0 else ""
    yield say("Ordered by {} and {}, the algorithms are: {}{}.", analysis.metric, prior, first, others)
    if _is_one_order(ordered):
        yield "The order is the same on each data set."
    orders: Prose = say("{} alone orders the algorithms", prior)
    if ordered.has_equal_costs:
        orders = say("{}, and the average rank where it is equal, orders the algorithms", prior)
    if ordered.omnibus is not None and not ordered.rejected:
        yield say("{} {}, so that {}.", _not_rejected(ordered), level_phrase(analysis), orders)
    elif not ordered.edges:
        yield say("No more expensive algorithm {}: {}.", better_phrase(ordered), orders)
    else:
        put_before = {better for better, _ in ordered.edges}
        yield say(
            "The cheapest by {} comes first, unless a more expensive algorithm {} ({}). Tests move {} ahead of cheaper"
            " ones ({}).",
            prior,
            better_phrase(ordered),
            test_with(ordered.test, ordered.adjust),
            listed([names[place.algorithm] for place in ordered.ranking if place.algorithm in put_before]),
            counted_in_words(len(ordered.edges), "pair"),
        )


def _not_rejected(ordered: Ordered) -> str:
    """Return which test found no difference: Friedman's is of what the tests decide, not of the places by cost."""
    if not ordered.within.orders:
        return "The Friedman test on ranks is not significant"
    if not any(better.any() for better in ordered.within.better.values()):
        by = adjusted(ordered.within.adjust)
        return f"No test within the data sets (all pairs, {by}) is significant"
    return "The Friedman test on the ranks by the tests within the data sets is not significant"


def ordering_caveats(analysis: Analysis) -> list[Prose]:
    """Return which significant differences this order contradicts, and how it was made where that was not as stated."""
    if not analysis.ordered.ranking:
        return []
    return [*contradiction_caveats(analysis), *analysis.ordered.notes]


@where(lambda analysis: analysis.ordered if analysis.ordered.ranking else None)
def ordering_reminders(analysis: Analysis, ordered: Ordered) -> Iterator[Prose]:
    """Return what not to read into an order."""
    form = (
        "An order is not a list of significant differences: neighbors may not differ. Of two algorithms that do not"
        " differ significantly the cheaper one comes first, even if its scores are worse ({})."
    )
    yield say(form, cite("ulas2012"))
    yield f"Another cost{', other weights' if len(ordered.costs.weights) > 1 else ''} or prior can give another order."
    if ordered.within.orders and ordered.omnibus is not None:
        yield (
            "The first step orders the algorithms on each data set by cost and a test over its"
            f" {divided_into(ordered.within.test)}; the second step tests those places and not the scores, and need not"
            " reflect all significant differences of scores."
        )
    yield from group_reminders(analysis)


def facts_of_order(about: Subjects) -> Iterator[Fact]:
    """State the order over the data sets, with the place and the cost of each algorithm."""
    ordered, names = about.analysis.ordered, about.analysis.algorithms
    if not ordered.ranking:
        return
    in_order = [names[position.algorithm] for position in ordered.ranking]
    yield Fact("Order", in_order, NAMES, "the algorithms in the order by tests and cost, the first the best")
    yield Fact("OrderFirst", in_order[0], WORDS, "first in the order by tests and cost")
    edges = "pairs of which the more expensive is significantly better"
    yield Fact("OrderEdges", len(ordered.edges), COUNT, edges)
    yield from places_in(about, "Place", ordered.ranking, "in the order")
    yield from costs_in(about, ordered, "Cost", "averaged")
    if ordered.omnibus is not None and not math.isnan(ordered.omnibus.known.p):
        omnibus = ordered.omnibus.known
        ties = "" if omnibus is ordered.omnibus else ", not corrected for ties"
        meaning = f"Friedman test on what the order compares{ties}"
        yield Fact("OrderFriedmanStatistic", omnibus.statistic, STATISTIC, f"{meaning}: statistic")
        yield Fact("OrderFriedmanP", omnibus.p, about.p, f"{meaning}: p")


def facts_of_fronts(about: Subjects) -> Iterator[Fact]:
    """State who is undominated by each cost, and the means that this is of."""
    analysis = about.analysis
    mean = mean_over_datasets(analysis)
    words = subjects_of([front.cost for front in analysis.conclusions.fronts])
    for front in analysis.conclusions.fronts:
        if front.by_rank is not None:
            members = [analysis.algorithms[i] for i in front.by_rank.members]
            meaning = say("undominated in average rank and {} {}, the cheapest first", mean, cost_named(front.cost))
            yield Fact(f"Undominated/{words[front.cost].path}", members, NAMES, meaning)
        meaning = say("{} {}{}", mean, cost_named(front.cost), over_complete(front))
        yield from _facts_of_means(about, f"Mean/{words[front.cost].path}", front.costs, Scale(), meaning)
    scores = next((front.scores for front in analysis.conclusions.fronts if front.scores is not None), None)
    meaning = say("{} over the data sets of the {}", mean, analysis.metric)
    yield from _facts_of_means(about, "MeanScore", scores, analysis.scores.scale, meaning)


def _facts_of_means(
    about: Subjects, key: str, means: FloatArray | None, scale: Scale, meaning: Prose
) -> Iterator[Fact]:
    if means is not None:
        unit = Unit(scale.rounding(means[None, :]).text)
        for name, value in zip(about.analysis.algorithms, means.tolist(), strict=True):
            yield Fact(key, value, unit, say("{} of {}", meaning, name), about.algorithms[name], is_minor="/" in key)


class OrderingDatasetsOptions(Transposable, Sortable):
    """Options of the places on each data set."""


register(
    Topic(
        "ordering",
        "Ordering",
        paragraphs=ordering_paragraphs,
        caveats=ordering_caveats,
        reminders=ordering_reminders,
        after="bayes",
        limitations="Further analyses",
        methods=(ordering_methods,),
        brief_methods=ordering_methods_in_short,
        brief_account=lambda analysis, earlier: [*cheapest_of_equals(analysis, earlier), *group_paragraphs(analysis)],
        headline=Headline(cheapest_of_equals, place=40),
        facts=(
            Facts(facts_of_order),
            Facts(facts_of_fronts),
            Facts(facts_of_order_checks),
            Facts(facts_of_places, "datasets", ON_DATASETS, is_often_cited=True),
        ),
        results=(
            ResultKey("best", BestResult | None, best_results),
            ResultKey("order", OrdersResult, order_results),
            ResultKey("cost_fronts", list[CostFrontsResult], front_results, "one for each cost"),
        ),
        tables=(
            TableKind("ordering", "the order by error and cost", builder=ordering_table, shows="tests"),
            TableKind(
                "ordering-costs",
                "the orders by several costs side by side",
                builder=ordering_costs_table,
                shows="tests",
            ),
            TableKind(
                "ordering-steps",
                "the steps of MultiTest's topological sort, over the data sets or on `dataset`",
                builder=ordering_steps_table,
                options=OfDataset,
                shows="tests",
                on_request=True,
            ),
            TableKind(
                "ordering-groups",
                "the orders on groups of data sets",
                builder=ordering_groups_table,
                options=Transposable,
                shows="tests",
            ),
            TableKind(
                "ordering-validation",
                "the orders by test and by validation scores",
                builder=ordering_validation_table,
                options=Transposable,
                shows="tests",
            ),
            TableKind(
                "ordering-datasets",
                "places in the order on each data set",
                builder=ordering_datasets_table,
                options=OrderingDatasetsOptions,
                shows="tests",
                is_detail=True,
            ),
            TableKind(
                "ordering-similarity",
                "Kendall's tau-b between the decisions of the tests on the data sets",
                builder=ordering_similarity_table,
                shows="tests",
                on_request=True,
            ),
        ),
        figures=(
            FigureKind(
                "order",
                "the order by cost next to the order by tests and cost",
                builder=plan_order,
                options=OrderFigureOptions,
                shows="tests",
                by_family=True,
            ),
            FigureKind(
                "cost-front",
                "which algorithms none beats in both score and cost",
                builder=plan_cost_front,
                options=CostFrontOptions,
                of_ranks=True,
                shows="tests",
                by_family=True,
            ),
        ),
    )
)
