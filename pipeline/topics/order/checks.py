"""Who may be named best, and what an order is compared with: sentences, tables and results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked, stated
from rankpress.core.table import Cell, Table
from rankpress.stages.conclude import Contradictions
from rankpress.stages.order import GroupOrder, Ordered, Position
from rankpress.stats.concordance import RankAgreement
from rankpress.stats.groups import CONDITIONS
from rankpress.topics.facts import COUNT, NONE, WORDS, Fact, Subjects, decimals, distinct_words
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    average_rank,
    count,
    decimal,
    grouped_by,
    head_row,
    is_exploratory,
    listed,
    named,
    number,
    procedure_of,
    right,
    table_of,
    test_with,
)
from rankpress.topics.topic import DATASETS, Axes
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import MISSING, counted_in_words, fixed, in_words
from rankpress.wording.text import Prose, Text, dataset_named, group_named, join, joined, metric_named, plain, say

_MOST_EXAMPLES = 3


def best_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return whether a best may be named, and by which of the four conditions."""
    best, names = analysis.conclusions.best, analysis.algorithms
    if best is None or not (analysis.ordered.ranking or best.named.best is not None) or is_exploratory([analysis]):
        return []
    source = say("conditions of {}", cite("ulas2012"))
    if best.named.best is None:
        return [
            say(
                "By the {} and {}, no single algorithm is the best: {}.",
                source,
                procedure_of(analysis, best.adjustment),
                best.named.why,
            )
        ]
    which = best.named.conditions.index(True)
    who = names[best.named.best]
    cost = best.cost or "the stated prior"
    reason = _reason(which, who, [names[i] for i in best.named.first], cost)
    form = "{} is the single best algorithm by the {} and {}: {}.{}"
    return [say(form, who, source, procedure_of(analysis, best.adjustment), reason, _other_first(analysis, who, cost))]


def _other_first(analysis: Analysis, who: Prose, cost: Prose) -> Prose:
    """Why the order by cost may begin with another than the named best."""
    ranking = analysis.ordered.ranking
    first = analysis.algorithms[ranking[0].algorithm] if ranking else who
    if first == who:
        return ""
    by_test = f" ({test_with(analysis.ordered.test, analysis.ordered.adjust)})" if analysis.ordered.adjust else ""
    form = (
        " {} nevertheless comes first in the order by {}, which uses tests of its own{} and not the comparisons over"
        " the data sets."
    )
    return say(form, first, cost, by_test)


def _reason(which: int, who: Prose, first: Sequence[Text], cost: Prose) -> Prose:
    if which == 0:
        return "it differs significantly from all others"
    if [who] == [*first]:
        return say("no algorithm from which it does not differ significantly is cheaper by {}", cost)
    form = "by {} it is the cheapest of the algorithms that do not differ significantly from {}, which {} first"
    return say(form, cost, listed(first), "ranks" if len(first) == 1 else "rank")


def best_results(analysis: Analysis) -> Json | None:
    """Return which of the conditions for naming a best hold, and whom they name; None where there are no groups."""
    best, names = analysis.conclusions.best, analysis.names
    if best is None:
        return None
    return {
        **picked(best, "adjustment cost"),
        "first": [names[i] for i in best.named.first],
        "conditions": [
            {"condition": number, "requires": requires, "holds": holds}
            for number, (requires, holds) in enumerate(zip(CONDITIONS, best.named.conditions, strict=True), start=1)
        ],
        "algorithm": None if best.named.best is None else names[best.named.best],
        **stated(why=best.named.why),
    }


def contradiction_caveats(analysis: Analysis) -> list[Prose]:
    """Return which significant differences the order contradicts, and which contradict one another."""
    contradictions = analysis.conclusions.contradictions
    texts = [
        sentence
        for contradiction in contradictions
        if contradiction.test != "within"
        for sentence in _over(analysis, contradiction)
    ]
    return [
        *texts,
        *_within(analysis, [contradiction for contradiction in contradictions if contradiction.test == "within"]),
    ]


def _over(analysis: Analysis, contradictions: Contradictions) -> Iterator[Prose]:
    by = procedure_of(analysis, contradictions.adjustment)
    what = (
        "the comparisons over the data sets"
        if contradictions.test == "comparisons"
        else "the tests that decide the order"
    )
    if contradictions.contradicted:
        number = len(contradictions.contradicted)
        pairs = counted_in_words(number, "pair")
        form = "In {} the order places an algorithm before one that is significantly better by {} in {}: {}."
        yield say(form, pairs, by, what, _reversed(analysis, contradictions.contradicted))
    if contradictions.intransitive.examples:
        form = "By {}, {} are not transitive: {}. An order may contradict some of them."
        yield say(form, by, what, _triple(analysis, contradictions))


def _within(analysis: Analysis, contradictions: Sequence[Contradictions]) -> Iterator[Prose]:
    intransitive = [contradiction for contradiction in contradictions if contradiction.intransitive.examples]
    contradicted = [contradiction for contradiction in contradictions if contradiction.contradicted]
    if intransitive:
        first = intransitive[0]
        form = "On {} significant differences are not transitive: on {} {}. An order there may contradict a test."
        yield say(
            form,
            counted_in_words(len(intransitive), "data set"),
            dataset_named(first.dataset or ""),
            _triple(analysis, first),
        )
    if contradicted:
        first = contradicted[0]
        yield say(
            "On {} it does (on {}, {}).",
            counted_in_words(len(contradicted), "data set"),
            dataset_named(first.dataset or ""),
            _reversed(analysis, first.contradicted),
        )


def _triple(analysis: Analysis, contradictions: Contradictions) -> Prose:
    a, b, c = (analysis.algorithms[i] for i in contradictions.intransitive.examples[0])
    last = say("{} than {}", c, a) if contradictions.intransitive.n_cycles else say("{} not than {}", a, c)
    form = "{} is better than {} and {} than {}, {} {}"
    return say(form, a, b, b, c, "and" if contradictions.intransitive.n_cycles else "but", last)


def _reversed(analysis: Analysis, pairs: Sequence[tuple[int, int]]) -> Prose:
    names = analysis.algorithms
    texts = [say("{} comes before {}", names[b], names[a]) for a, b in pairs[:_MOST_EXAMPLES]]
    return joined(texts) if len(pairs) == len(texts) else say("for example, {}", joined(texts))


def group_paragraphs(analysis: Analysis) -> list[Prose]:
    """Who comes first on each group of data sets, and how far its order agrees with that on all."""
    created = [group for group in analysis.further_orders.on_groups if group.ordered.ranking]
    if not created:
        return []
    by_cost = [
        group_named(group.name) for group in created if group.ordered.omnibus is not None and not group.ordered.rejected
    ]
    cost = "cost" if analysis.ordered.costs.label else "the stated prior"
    form = " On {} {} alone orders them, as Friedman's test does not reject."
    return [_firsts(analysis, created) + (say(form, joined(by_cost), cost) if by_cost else "")]


def _firsts(analysis: Analysis, orders: Sequence[GroupOrder]) -> Prose:
    names, led = analysis.algorithms, []
    for group in orders:
        tau = "" if group.agreement is None else f", tau-b {fixed(group.agreement.tau_b, 2)}"
        where = say("{} ({}{})", group_named(group.name), counted_in_words(len(group.datasets), "data set"), tau)
        led.append((names[group.ordered.ranking[0].algorithm], where))
    firsts = [*grouped_by(led).items()]
    first = names[analysis.ordered.ranking[0].algorithm] if analysis.ordered.ranking else None
    on_all = ", as on all data sets" if first is not None and [first] == [leader for leader, _ in firsts] else ""
    parts = [say("{} comes first on {}{}", leader, joined(groups), on_all) for leader, groups in firsts]
    if first is not None and not on_all:
        parts.append(say("on all data sets {} does", first))
    prior = analysis.ordered.costs.label or "the stated prior"
    sentence = say("In the order by {} and tests of {}, {}.", prior, analysis.metric, join(parts, "; "))
    if first is None:
        return sentence
    return say("{} Tau-b ({}) compares each with the order on all data sets.", sentence, cite("kendall1945"))


def group_reminders(analysis: Analysis) -> list[str]:
    """Return what not to read into orders of groups."""
    if not any(group.ordered.ranking for group in analysis.further_orders.on_groups):
        return []
    fewer = (
        "The order on a group is computed as that on all data sets, from fewer of them: where tests on a group do not"
        " reject, cost decides. That two groups have other orders does not show that algorithms differ otherwise on"
        " them."
    )
    return [fewer]


def validation_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return how far the order from validation scores agrees with that from test scores."""
    validation = analysis.further_orders.by_validation
    if validation is None:
        return []
    agreement = validation.agreement
    if agreement is None:
        why = validation.ordered.why or analysis.ordered.why
        return [
            say(
                "Orders from {} and {} could not be compared. {}", analysis.metric, metric_named(validation.column), why
            )
        ]
    form = "The order from validation scores ({}) {}."
    return [
        say(form, metric_named(validation.column), _agrees(analysis, agreement, "that from test scores"))
        + _on_datasets(analysis, list(validation.by_dataset.items()))
    ]


def _agrees(analysis: Analysis, agreement: RankAgreement, other: Prose) -> Prose:
    if agreement.same:
        return say("is the same as {}", other)
    moved = listed([analysis.algorithms[i] for i in agreement.moved])
    places = counted_in_words(int(agreement.largest_change), "place")
    form = "differs from {} (Kendall's tau-b {}, {}): the largest change is of {} ({})"
    return say(form, other, fixed(agreement.tau_b, 2), cite("kendall1945"), places, moved)


def _on_datasets(analysis: Analysis, names: Sequence[tuple[str, RankAgreement]]) -> Prose:
    if not names:
        return ""
    same = sum(agreement.same for _, agreement in names)
    datasets = counted_in_words(len(names), "data set")
    sentence: Prose = f" On {in_words(same) if same else 'none'} of {datasets} the two orders are the same"
    dataset, most = max(names, key=lambda name: name[1].largest_change)
    if most.largest_change:
        who = listed([analysis.algorithms[i] for i in most.moved])
        form = "; the largest change is of {}, on {} ({})"
        sentence += say(form, counted_in_words(int(most.largest_change), "place"), dataset_named(dataset), who)
    return say("{}.", sentence)


_NONE = Cell(MISSING, "")


@Axes(columns=("All",), more_columns=lambda study: study.scores.groups)
def ordering_groups_table(analysis: Analysis) -> Table | None:
    """Build the table of places on all data sets and on each group."""
    groups, names = analysis.further_orders.on_groups, analysis.algorithms
    if not any(group.ordered.ranking for group in groups):
        return None
    orders = [analysis.ordered, *(group.ordered for group in groups)]
    taus = [math.nan if group.agreement is None else group.agreement.tau_b for group in groups]
    caption = "Place of each algorithm in the order by {} and {}, on all data sets and on each group alone."
    return table_of(
        ("Algorithm", "All", *(group_named(group.name) for group in groups)),
        (
            *(
                (names[i], *(count(order.places[i]) if order.ranking else _NONE for order in orders))
                for i in _rows(analysis)
            ),
            ("Data sets", count(analysis.scores.n_datasets), *(count(len(group.datasets)) for group in groups)),
            ("Kendall's tau-b with all", _NONE, *(decimal(tau, 2) for tau in taus)),
        ),
        footer=2,
        title=say("Places on groups of data sets by {}", analysis.metric),
        caption=say(caption, analysis.metric, analysis.ordered.costs.label or "a stated prior"),
        notes=(
            "Tau-b is 1 where two orders agree and −1 where one reverses the other.",
            *(say("{}: {}", group_named(group.name), group.ordered.why) for group in groups if group.ordered.why),
        ),
    )


@Axes(columns=("Test", "Validation", "Change"))
def ordering_validation_table(analysis: Analysis) -> Table | None:
    """Build the table of places by test scores and by validation scores."""
    validation, ordered, names = analysis.further_orders.by_validation, analysis.ordered, analysis.algorithms
    if validation is None or validation.agreement is None:
        return None
    test, other, column = ordered.places, validation.ordered.places, metric_named(validation.column)

    def change(places: int) -> Cell:
        return number(places, NumberForm("change"))

    form = (
        "Place of each algorithm in the order from test scores ({}) and in that from validation scores ({}), by the"
        " same procedure."
    )
    return table_of(
        ("Algorithm", "Test", "Validation", "Change"),
        ((names[i], count(test[i]), count(other[i]), change(int(test[i] - other[i]))) for i in _rows(analysis)),
        title=say("Places by {} and by {}", analysis.metric, column),
        caption=say(form, analysis.metric, column),
        notes=("A change is the place on test scores less that on validation scores.",),
    )


def _rows(analysis: Analysis) -> tuple[int, ...]:
    """Return the algorithms in the order on all data sets, or if there is none, by average rank."""
    return tuple(position.algorithm for position in analysis.ordered.ranking) or analysis.best_first


def _costs_compared(analysis: Analysis) -> list[tuple[Ordered, RankAgreement | None]]:
    """Return the orders by all costs, where there are several and each orders; no agreement with the first itself."""
    orders = [(analysis.ordered, None), *analysis.other_orders]
    return orders if len(orders) > 1 and all(ordered.ranking for ordered, _ in orders) else []


@Axes()
def ordering_costs_table(analysis: Analysis) -> Table | None:
    """Build the table of the orders by several costs side by side."""
    orders = [ordered for ordered, _ in _costs_compared(analysis)]
    if not orders:
        return None
    names, dash = analysis.algorithms, Cell(MISSING, "")
    averaged = "Average place" if analysis.ordered.within.orders else "Average rank"
    heads = [ordered.costs.label or "" for ordered in orders]
    rows = tuple(
        (
            named(names[i]),
            *(
                cell
                for ordered in orders
                for cell in (
                    count(ordered.prior.index(i) + 1),
                    dash if ordered.average_ranks is None else average_rank(ordered.average_ranks[i]),
                    count(ordered.places[i]),
                )
            ),
        )
        for i in _rows(analysis)
    )
    within = ("By cost", averaged, "Order")
    return Table(
        title=say("Orders by {} and each cost", analysis.metric),
        caption=say("By each cost: the place by the cost alone, the {}, and the place in the order.", averaged.lower()),
        head=(
            (named(""), *(Cell(head, head, span=len(within)) for head in heads)),
            head_row("Algorithm", *within * len(orders)),
        ),
        rows=rows,
        align=("left", *right(len(within) * len(orders))),
        unit=len(within),
        columns=("Algorithm", *(say("{} by {}", column, head) for head in heads for column in within)),
    )


def cost_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return how far the orders by other costs agree with that by the first."""
    first = say("that by {}", analysis.ordered.costs.label or "")
    return [
        say("The order by {} {}.", ordered.costs.label or "", _agrees(analysis, agreement, first))
        for ordered, agreement in _costs_compared(analysis)
        if agreement is not None
    ]


def similarity_note(analysis: Analysis) -> tuple[Prose, ...]:
    """Return how similar the orders on the data sets are, in a line."""
    similarity = analysis.conclusions.similarity
    if similarity is None:
        return ()
    form = "Mean Kendall's tau-b of what the tests decide{}: {} between two data sets{}."
    decided = int(np.isfinite(np.diagonal(similarity.between)).sum())
    n_datasets = len(similarity.between)
    where = f" on {in_words(decided)} of {counted_in_words(n_datasets, 'data set')}" if decided < n_datasets else ""
    with_all = similarity.with_all[np.isfinite(similarity.with_all)]
    over_all = f", {fixed(float(with_all.mean()), 2)} between one and all" if len(with_all) else ""
    return (say(form, where, fixed(similarity.mean, 2), over_all),)


@Axes(DATASETS, columns=("All",))
def ordering_similarity_table(analysis: Analysis) -> Table | None:
    """Build the table of Kendall's tau-b between the decisions of the tests on the data sets."""
    similarity, datasets = analysis.conclusions.similarity, list(map(dataset_named, analysis.ordered.within.orders))
    if similarity is None or len(datasets) ** 2 > MOST_CELLS_BUILT:
        return None
    values = np.column_stack([similarity.with_all, similarity.between])
    caption = (
        "Kendall's tau-b ({}) between the pairs that tests of {} decide on two data sets, and with those decided over"
        " all; what {} alone orders is tied."
    )
    cost = analysis.ordered.costs.label or "a stated prior"
    return table_of(
        ("Data set", "All", *datasets),
        ((name, *(decimal(value, 2) for value in row)) for name, row in zip(datasets, values, strict=True)),
        title=say("Agreement of the tests on the data sets by {}", analysis.metric),
        caption=say(caption, cite("kendall1945"), analysis.metric, cost),
        notes=(
            "1 where the same pairs are decided alike, −1 where all are decided otherwise, a dash where none is.",
            *similarity_note(analysis),
        ),
    )


def facts_of_places(about: Subjects) -> Iterator[Fact]:
    """State the places of algorithms in the orders on single data sets, and how far these agree with validation."""
    analysis = about.analysis
    for dataset, order in analysis.ordered.within.orders.items():
        for place, algorithm in enumerate(order if about.datasets(dataset) else (), start=1):
            name = analysis.algorithms[algorithm]
            meaning = say("place of {} in the order on {}", name, dataset_named(dataset))
            yield Fact("Place", place, COUNT, meaning, about.algorithms[name], about.on(dataset))
    validation = analysis.further_orders.by_validation
    for dataset, agreement in () if validation is None else validation.by_dataset.items():
        if about.datasets(dataset):
            meaning = say("tau-b of the orders from test and validation scores on {}", dataset_named(dataset))
            yield Fact("ValidationTau", agreement.tau_b, decimals(2), meaning, NONE, about.on(dataset))


def facts_of_order_checks(about: Subjects) -> Iterator[Fact]:
    """Who may be named the best, the orders on groups of data sets, and that from validation scores."""
    best, orders, tau = about.analysis.conclusions.best, about.analysis.further_orders, "tau-b of the orders"
    validation = orders.by_validation
    if best is not None and best.named.best is not None:
        meaning = f"the single best algorithm, {ADJUSTMENTS[best.adjustment].title}"
        yield Fact("NamedBest", about.analysis.algorithms[best.named.best], WORDS, meaning)
    words = distinct_words(group.name for group in orders.on_groups)
    for group in orders.on_groups:
        where, name = f"In{words[group.name]}", group_named(group.name)
        yield Fact(f"Datasets{where}", len(group.datasets), COUNT, say("number of data sets in {}", name))
        if group.agreement is not None:
            on_both = say("{} on {} and on all data sets", tau, name)
            yield Fact(f"Tau{where}", group.agreement.tau_b, decimals(2), on_both)
        yield from places_in(about, f"Place{where}", group.ordered.ranking, say("in the order on {}", name))
        yield from costs_in(about, group.ordered, f"Cost{where}", say("averaged on {}", name))
    if about.analysis.conclusions.similarity is not None:
        meaning = "mean tau-b of what the tests decide on two data sets"
        yield Fact("OrderSimilarity", about.analysis.conclusions.similarity.mean, decimals(2), meaning)
    words = distinct_words(plain(ordered.costs.label or "") for ordered in orders.by_other_costs)
    for ordered, agreement in about.analysis.other_orders:
        if agreement is not None:
            by = f"By{words[plain(ordered.costs.label or '')]}"
            yield Fact(
                f"OrderTau{by}",
                agreement.tau_b,
                decimals(2),
                say("{} by the first cost and {}", tau, ordered.costs.label),
            )
            yield from places_in(about, f"Place{by}", ordered.ranking, say("in the order by {}", ordered.costs.label))
            yield from costs_in(about, ordered, f"Cost{by}", "averaged")
    if validation is not None and validation.agreement is not None:
        meaning = f"{tau} from test and validation scores"
        yield Fact("ValidationTau", validation.agreement.tau_b, decimals(2), meaning)
        yield from places_in(about, "ValidationPlace", validation.ordered.ranking, "by validation scores")


def costs_in(about: Subjects, ordered: Ordered, key: str, averaged: Prose) -> Iterator[Fact]:
    """State the average cost of each algorithm."""
    if ordered.costs.average is not None:
        for name, cost in zip(about.analysis.algorithms, ordered.costs.average.tolist(), strict=True):
            meaning = say("cost of {}, normalized on each data set and {}", name, averaged)
            yield Fact(key, cost, decimals(2), meaning, about.algorithms[name], is_minor=True)


def places_in(about: Subjects, key: str, ranking: Sequence[Position], where: Prose) -> Iterator[Fact]:
    """State the place of each algorithm in an order."""
    for place, position in enumerate(ranking, start=1):
        name = about.analysis.algorithms[position.algorithm]
        yield Fact(key, place, COUNT, say("place of {} {}", name, where), about.algorithms[name])
