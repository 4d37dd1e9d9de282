"""What an order is compared with: sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted, joined
from rankpress.core.numbers import fixed
from rankpress.stages.conclude import Contradictions
from rankpress.stages.order import GroupOrder
from rankpress.stats.concordance import RankAgreement
from rankpress.stats.groups import CONDITIONS
from rankpress.topics.phrases import capitalized, listed, procedure

_ORDINALS = ("first", "second", "third", "fourth")
_MOST_EXAMPLES = 3


def best_paragraphs(analysis: Analysis) -> list[str]:
    """Return whether a best may be named, and by which of the four conditions."""
    best, names = analysis.best, analysis.names
    if best is None or not (analysis.ordered.ranking or best.named.best is not None):
        return []
    by = capitalized(procedure(best.adjustment))
    source = f"four conditions that {cite('ulas2012')} give for naming a best"
    if best.named.best is None:
        return [f"{by} names no best algorithm, as none of the {source} holds: {best.named.why}."]
    which = best.named.conditions.index(True)
    who = names[best.named.best]
    cost = best.cost or "the stated prior"
    reason = _reason(which, who, listed([names[i] for i in best.named.first]), cost)
    holds = f"Of the {source} it is the {_ORDINALS[which]} that holds: {CONDITIONS[which]}."
    return [f"{by} lets {who} be named the best: {reason}. {holds}{_other_first(analysis, who, cost)}"]


def _other_first(analysis: Analysis, who: str, cost: str) -> str:
    """Why the order by cost may begin with another than the named best."""
    ranking = analysis.ordered.ranking
    first = analysis.names[ranking[0].algorithm] if ranking else who
    if first == who:
        return ""
    own = f", by {procedure(analysis.ordered.adjust)}," if analysis.ordered.adjust else ""
    return (
        f" The order begins with {first} all the same: it goes by {cost} wherever its own tests{own} do not put a"
        f" costlier algorithm first, and {who} is named by the comparisons over the data sets and not by these."
    )


def _reason(which: int, who: str, first: str, cost: str) -> str:
    if which == 0:
        return "it is first in rank and separated from all others"
    if who == first:
        return f"it is first in rank, and by {cost} the cheapest of those that it is not separated from"
    return f"by {cost} it is the cheapest of those that are not separated from {first}, first in rank"


def contradiction_caveats(analysis: Analysis) -> list[str]:
    """Return which significant differences the order contradicts, and which contradict one another."""
    result = analysis.contradictions
    texts = [sentence for item in result if item.test != "within" for sentence in _over(analysis, item)]
    return [*texts, *_within(analysis, [item for item in result if item.test == "within"])]


def _over(analysis: Analysis, contradictions: Contradictions) -> Iterator[str]:
    by = procedure(contradictions.adjustment)
    what = (
        "the comparisons over the data sets"
        if contradictions.test == "comparisons"
        else "the tests that decide the order"
    )
    if contradictions.contradicted:
        number = len(contradictions.contradicted)
        pairs = "a pair" if number == 1 else f"{number} pairs"
        yield (
            f"The order contradicts {what}: it puts {pairs} the other way round than {by} separates them"
            f" ({_reversed(analysis, contradictions.contradicted)})."
        )
    if contradictions.intransitive.examples:
        yield (
            f"By {by}, {what} are not transitive: {_triple(analysis, contradictions)}."
            " An order may contradict some of them."
        )


def _within(analysis: Analysis, contradictions: Sequence[Contradictions]) -> Iterator[str]:
    intransitive = [contradiction for contradiction in contradictions if contradiction.intransitive.examples]
    contradicted = [contradiction for contradiction in contradictions if contradiction.contradicted]
    if intransitive:
        first = intransitive[0]
        yield (
            f"On {counted(len(intransitive), 'data set')} significant differences are not transitive: on"
            f" {first.dataset} {_triple(analysis, first)}. An order there may contradict a test."
        )
    if contradicted:
        first = contradicted[0]
        yield (
            f"On {counted(len(contradicted), 'data set')} it does: on {first.dataset},"
            f" {_reversed(analysis, first.contradicted)}."
        )


def _triple(analysis: Analysis, contradictions: Contradictions) -> str:
    a, b, c = (analysis.names[i] for i in contradictions.intransitive.examples[0])
    last = f"{c} than {a}" if contradictions.intransitive.n_cycles else f"{a} not than {c}"
    return f"{a} is better than {b} and {b} than {c}, {'and' if contradictions.intransitive.n_cycles else 'but'} {last}"


def _reversed(analysis: Analysis, pairs: Sequence[tuple[int, int]]) -> str:
    names = analysis.names
    texts = [f"{names[b]} stands before {names[a]}, which is better" for a, b in pairs[:_MOST_EXAMPLES]]
    more = len(pairs) - len(texts)
    return "; ".join([*texts, *([f"and {more} more"] if more else [])])


def group_paragraphs(analysis: Analysis) -> list[str]:
    """Who leads on each group of data sets, and how far its order agrees with that on all."""
    created = [group for group in analysis.groups if group.ordered.ranking]
    if not created:
        return []
    by_cost = [group.name for group in created if group.ordered.omnibus is not None and not group.ordered.rejected]
    cost = "cost" if analysis.ordered.cost else "the stated prior"
    text = f" On {joined(by_cost)} {cost} alone orders them, as Friedman's test does not reject." if by_cost else ""
    return [_led(analysis, created) + text]


def _led(analysis: Analysis, orders: Sequence[GroupOrder]) -> str:
    names, leaders = analysis.names, dict[str, list[str]]()
    for group in orders:
        leaders.setdefault(names[group.ordered.ranking[0].algorithm], []).append(_agreeing(group))
    parts = [f"{leader} leads on {joined(groups)}" for leader, groups in leaders.items()]
    if not analysis.ordered.ranking:
        return f"Ordered apart, {'; '.join(parts)}."
    first = names[analysis.ordered.ranking[0].algorithm]
    whole = f"as {first} does on all data sets" if [*leaders] == [first] else f"on all data sets {first} leads"
    between = ", " if [*leaders] == [first] else "; "
    tau = f"Tau-b ({cite('kendall1945')}) is with the order on all data sets."
    return f"Ordered apart, {'; '.join(parts)}{between}{whole}. {tau}"


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


def validation_paragraphs(analysis: Analysis) -> list[str]:
    """Return how far the order from validation scores agrees with that from test scores."""
    validation = analysis.validation
    if validation is None:
        return []
    agreement = validation.agreement
    if agreement is None:
        why = validation.ordered.why or analysis.ordered.why
        return [f"Orders from {analysis.scores.name} and {validation.column} could not be compared. {why}"]
    return [
        f"The order from validation scores ({validation.column}) {_agrees(analysis, agreement)}."
        + _on_datasets(analysis, list(validation.by_dataset.items()))
    ]


def _agrees(analysis: Analysis, agreement: RankAgreement) -> str:
    if agreement.same:
        return "is the same as that from test scores"
    moved = listed([analysis.names[i] for i in agreement.moved])
    return (
        f"differs from that from test scores, Kendall's tau-b ({cite('kendall1945')}) being"
        f" {fixed(agreement.tau_b, 2)}: the largest change is of {counted(int(agreement.largest_change), 'place')}"
        f" ({moved})"
    )


def _on_datasets(analysis: Analysis, names: Sequence[tuple[str, RankAgreement]]) -> str:
    if not names:
        return ""
    same = sum(agreement.same for _, agreement in names)
    text = f" On {same or 'none'} of {counted(len(names), 'data set')} the two orders are the same"
    dataset, most = max(names, key=lambda name: name[1].largest_change)
    if most.largest_change:
        who = listed([analysis.names[i] for i in most.moved])
        text += f"; the largest change is of {counted(int(most.largest_change), 'place')}, on {dataset} ({who})"
    return f"{text}."
