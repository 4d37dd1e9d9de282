"""What an order is compared with: sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import fixed
from rankpress.core.text import Prose, Text, capitalized, dataset_named, join, joined, metric_named, say
from rankpress.stages.conclude import Contradictions
from rankpress.stages.order import GroupOrder
from rankpress.stats.concordance import RankAgreement
from rankpress.stats.groups import CONDITIONS
from rankpress.topics.phrases import listed, procedure, test_with
from rankpress.topics.variants import is_exploratory

_ORDINALS = ("first", "second", "third", "fourth")
_MOST_EXAMPLES = 3


def best_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return whether a best may be named, and by which of the four conditions."""
    best, names = analysis.best, analysis.algorithms
    if best is None or not (analysis.ordered.ranking or best.named.best is not None) or is_exploratory([analysis]):
        return []
    by = capitalized(procedure(best.adjustment))
    source = say("four conditions for naming a best ({})", cite("ulas2012"))
    if best.named.best is None:
        return [say("By the {}, {} names no best algorithm: {}.", source, procedure(best.adjustment), best.named.why)]
    which = best.named.conditions.index(True)
    who = names[best.named.best]
    cost = best.cost or "the stated prior"
    reason = _reason(which, who, listed([names[i] for i in best.named.first]), cost)
    holds = say("Of the {} it is the {} that holds: {}.", source, _ORDINALS[which], CONDITIONS[which])
    return [say("{} lets {} be named the best: {}. {}{}", by, who, reason, holds, _other_first(analysis, who, cost))]


def _other_first(analysis: Analysis, who: Prose, cost: Prose) -> Prose:
    """Why the order by cost may begin with another than the named best."""
    ranking = analysis.ordered.ranking
    first = analysis.algorithms[ranking[0].algorithm] if ranking else who
    if first == who:
        return ""
    own = f", by {test_with(analysis.ordered.test, analysis.ordered.adjust)}," if analysis.ordered.adjust else ""
    form = (
        " The order begins with {} all the same: it goes by {} wherever its own tests{} do not put a more expensive"
        " algorithm first, and {} is named by the comparisons over the data sets and not by these."
    )
    return say(form, first, cost, own, who)


def _reason(which: int, who: Prose, first: Prose, cost: Prose) -> Prose:
    if which == 0:
        return "it ranks first and differs significantly from all others"
    if who == first:
        return say(
            "it ranks first and by {} is the cheapest of the algorithms from which it does not differ significantly",
            cost,
        )
    return say(
        "by {} it is the cheapest of the algorithms that do not differ significantly from {}, which ranks first",
        cost,
        first,
    )


def contradiction_caveats(analysis: Analysis) -> list[Prose]:
    """Return which significant differences the order contradicts, and which contradict one another."""
    result = analysis.contradictions
    texts = [sentence for item in result if item.test != "within" for sentence in _over(analysis, item)]
    return [*texts, *_within(analysis, [item for item in result if item.test == "within"])]


def _over(analysis: Analysis, contradictions: Contradictions) -> Iterator[Prose]:
    by = procedure(contradictions.adjustment)
    what = (
        "the comparisons over the data sets"
        if contradictions.test == "comparisons"
        else "the tests that decide the order"
    )
    if contradictions.contradicted:
        number = len(contradictions.contradicted)
        pairs = "a pair" if number == 1 else f"{number} pairs"
        form = "The order contradicts {}: it orders {} against significant differences by {} ({})."
        yield say(form, what, pairs, by, _reversed(analysis, contradictions.contradicted))
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
            form, counted(len(intransitive), "data set"), dataset_named(first.dataset or ""), _triple(analysis, first)
        )
    if contradicted:
        first = contradicted[0]
        yield say(
            "On {} it does: on {}, {}.",
            counted(len(contradicted), "data set"),
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
    texts = [say("{} stands before {}, which is better", names[b], names[a]) for a, b in pairs[:_MOST_EXAMPLES]]
    more = len(pairs) - len(texts)
    return join([*texts, *([f"and {more} more"] if more else [])], "; ")


def group_paragraphs(analysis: Analysis) -> list[Prose]:
    """Who leads on each group of data sets, and how far its order agrees with that on all."""
    created = [group for group in analysis.groups if group.ordered.ranking]
    if not created:
        return []
    by_cost = [group.name for group in created if group.ordered.omnibus is not None and not group.ordered.rejected]
    cost = "cost" if analysis.ordered.cost else "the stated prior"
    text = f" On {joined(by_cost)} {cost} alone orders them, as Friedman's test does not reject." if by_cost else ""
    return [_led(analysis, created) + text]


def _led(analysis: Analysis, orders: Sequence[GroupOrder]) -> Prose:
    names, leaders = analysis.algorithms, dict[Text, list[str]]()
    for group in orders:
        leaders.setdefault(names[group.ordered.ranking[0].algorithm], []).append(_agreeing(group))
    parts = [say("{} leads on {}", leader, joined(groups)) for leader, groups in leaders.items()]
    if not analysis.ordered.ranking:
        return say("Ordered apart, {}.", join(parts, "; "))
    first = names[analysis.ordered.ranking[0].algorithm]
    whole = (
        say("as {} does on all data sets", first) if [*leaders] == [first] else say("on all data sets {} leads", first)
    )
    between = ", " if [*leaders] == [first] else "; "
    tau = say("Tau-b ({}) is with the order on all data sets.", cite("kendall1945"))
    return say("Ordered apart, {}{}{}. {}", join(parts, "; "), between, whole, tau)


def _agreeing(group: GroupOrder) -> str:
    tau = "" if group.agreement is None else f", tau-b {fixed(group.agreement.tau_b, 2)}"
    return f"{group.name} ({counted(len(group.datasets), 'data set')}{tau})"


def group_reminders(analysis: Analysis) -> list[str]:
    """Return what not to read into orders of groups."""
    if not any(group.ordered.ranking for group in analysis.groups):
        return []
    fewer = (
        "Each group's order is made as that on all data sets, from fewer of them: where tests on a group do not reject,"
        " cost decides. That two groups have other orders does not show that algorithms differ otherwise on them."
    )
    return [fewer]


def validation_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return how far the order from validation scores agrees with that from test scores."""
    validation = analysis.validation
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
    return [
        say("The order from validation scores ({}) {}.", metric_named(validation.column), _agrees(analysis, agreement))
        + _on_datasets(analysis, list(validation.by_dataset.items()))
    ]


def _agrees(analysis: Analysis, agreement: RankAgreement) -> Prose:
    if agreement.same:
        return "is the same as that from test scores"
    moved = listed([analysis.algorithms[i] for i in agreement.moved])
    form = "differs from that from test scores, Kendall's tau-b ({}) being {}: the largest change is of {} ({})"
    return say(
        form, cite("kendall1945"), fixed(agreement.tau_b, 2), counted(int(agreement.largest_change), "place"), moved
    )


def _on_datasets(analysis: Analysis, names: Sequence[tuple[str, RankAgreement]]) -> Prose:
    if not names:
        return ""
    same = sum(agreement.same for _, agreement in names)
    text: Prose = f" On {same or 'none'} of {counted(len(names), 'data set')} the two orders are the same"
    dataset, most = max(names, key=lambda name: name[1].largest_change)
    if most.largest_change:
        who = listed([analysis.algorithms[i] for i in most.moved])
        form = "; the largest change is of {}, on {} ({})"
        text += say(form, counted(int(most.largest_change), "place"), dataset_named(dataset), who)
    return say("{}.", text)
