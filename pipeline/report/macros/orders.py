"""What a text may cite of orders: places over all data sets, on groups and by validation scores, costs, the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.order import Ordered, Position
from rankpress.report.macros.citable import Citable, Letters, letters_of, p_value, rounded, whole
from rankpress.report.macros.names import distinct_words
from rankpress.report.numbers import rounding_of, statistic_text
from rankpress.scores import FloatArray
from rankpress.stats.families import ADJUSTMENTS
from rankpress.wording import joined


def of_orders(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """What may be cited of the orders of one metric.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    letters : Letters
        For its names.

    Yields
    ------
    Citable
    """
    yield from _whole_order(analysis, letters)
    yield from _fronts(analysis, letters)
    yield from _best(analysis)
    yield from _groups(analysis, letters)
    validation = analysis.validation
    if validation is not None and validation.agreement is not None:
        told = "tau-b of the orders from test and validation scores"
        yield rounded("ValidationTau", validation.agreement.tau_b, 2, told)
        yield from _places(analysis, letters, "ValidationPlace", validation.ordered.ranking, "by validation scores")


def _whole_order(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    ordered, names = analysis.ordered, analysis.names
    if not ordered.ranking:
        return
    in_order = [names[position.algorithm] for position in ordered.ranking]
    yield Citable("Order", joined(in_order), "the algorithms in the order by tests and cost, the first the best")
    yield Citable("OrderFirst", in_order[0], "first in the order by tests and cost")
    yield whole("OrderEdges", len(ordered.edges), "pairs of which the costlier is significantly more accurate")
    yield from _places(analysis, letters, "Place", ordered.ranking, "in the order")
    yield from _costs(ordered, letters, "Cost", "averaged")
    if ordered.omnibus is not None:
        statistic = ordered.omnibus.statistic
        told = "Friedman test on what the order compares"
        yield Citable("OrderFriedmanStatistic", statistic_text(statistic), f"{told}: statistic", statistic)
        yield p_value("OrderFriedmanP", ordered.omnibus.p, f"{told}: p")


def _fronts(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    words = letters_of([front.cost for front in analysis.fronts])
    for front in analysis.fronts:
        if front.by_rank is not None:
            members = joined(analysis.names[i] for i in front.by_rank.members)
            told = f"undominated in average rank and mean {front.cost}, the cheapest first"
            yield Citable(f"Undominated{words[front.cost]}", members, told)
        yield from _means(analysis, letters, f"Mean{words[front.cost]}", front.costs, f"mean {front.cost}")
    with_scores = next((front for front in analysis.fronts if front.scores is not None), None)
    if with_scores is not None:
        told = f"mean over the data sets of the {analysis.scores.name}"
        yield from _means(analysis, letters, "MeanScore", with_scores.scores, told)


def _means(analysis: Analysis, letters: Letters, kind: str, means: FloatArray | None, told: str) -> Iterator[Citable]:
    if means is None:
        return
    rounding = rounding_of(means[None, :])
    for name, value in zip(analysis.names, means.tolist(), strict=True):
        yield Citable(kind, rounding.text(value), f"{told} of {name}", value, letters.algorithms[name])


def _best(analysis: Analysis) -> Iterator[Citable]:
    best, names = analysis.best, analysis.names
    if best is not None and best.named.best is not None:
        title = ADJUSTMENTS[best.adjustment].title
        yield Citable("NamedBest", names[best.named.best], f"who {title} lets be named best")


def _groups(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    words = distinct_words(group.name for group in analysis.groups)
    for group in analysis.groups:
        where = f"In{words[group.name]}"
        yield whole(f"Datasets{where}", len(group.datasets), f"number of data sets in {group.name}")
        if group.agreement is not None:
            told = f"tau-b of the orders on {group.name} and on all data sets"
            yield rounded(f"Tau{where}", group.agreement.tau_b, 2, told)
        yield from _places(analysis, letters, f"Place{where}", group.ordered.ranking, f"in the order on {group.name}")
        yield from _costs(group.ordered, letters, f"Cost{where}", f"averaged on {group.name}")


def _costs(ordered: Ordered, letters: Letters, kind: str, said: str) -> Iterator[Citable]:
    if ordered.average_costs is not None:
        for (name, of), cost in zip(letters.algorithms.items(), ordered.average_costs.tolist(), strict=True):
            yield rounded(kind, cost, 2, f"cost of {name}, normalized on each data set and {said}", of)


def _places(
    analysis: Analysis, letters: Letters, kind: str, ranking: Sequence[Position], said: str
) -> Iterator[Citable]:
    for place, position in enumerate(ranking, start=1):
        name = analysis.names[position.algorithm]
        yield whole(kind, place, f"place of {name} {said}", letters.algorithms[name])
