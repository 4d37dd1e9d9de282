"""Figures of orders by error and cost: the graph of who is put before whom, and the fronts of cost and rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.core.document import Missing, Plan
from rankpress.core.known_names import unit_of_quantity
from rankpress.core.labels import slug
from rankpress.core.scores import MetricScores
from rankpress.spec.plot_sections import FigureOptions, PlaneOptions
from rankpress.spec.strict import Incoherence, NamedPlace, Text, unlisted
from rankpress.stages.conclude import CostFront
from rankpress.stages.order import Ordered
from rankpress.topics.order.methods import better_phrase
from rankpress.topics.phrases import at_level_of, critical_difference, over_datasets, procedure
from rankpress.topics.topic import Request
from rankpress.wording.numbers import counted_in_words
from rankpress.wording.text import Prose, cost_named, dataset_named, join, say


class OrderFigureOptions(FigureOptions):
    """Options of the graph of an order by cost."""

    layout: Literal["slopes", "arcs"] = Field(
        default="slopes",
        description="slopes: a line for each algorithm from its place by cost to its place in the order. arcs: arcs "
        "between as many algorithms as a line has room for.",
    )
    dataset: Text | None = Field(default=None, description="The data set. Default: all.")

    def datasets(self) -> Iterator[NamedPlace]:
        """Yield the data set."""
        if self.dataset is not None:
            yield ("dataset",), self.dataset


class CostFrontOptions(PlaneOptions):
    """Options of the plane of ranks or scores and costs."""

    cost: Text | None = Field(default=None, description="One of scores.costs. Default: each, one figure for each.")
    of: Literal["rank", "score"] = Field(default="rank", description="Average ranks or mean scores over the costs.")
    scale: Literal["auto", "log", "linear"] = Field(
        default="auto", description="Scale of the costs. auto: log where the largest is above 20 times the smallest."
    )

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield also a cost that the study has not."""
        yield from super().wrong_in_study(others)
        if "scores" in others and self.cost is not None and self.cost not in others["scores"].costs:
            yield unlisted(("cost",), self.cost, others["scores"].costs, "scores.costs", "cost")


def plan_order(request: Request[OrderFigureOptions]) -> Iterator[Plan | Missing]:
    """Plan a graph for each cost that orders: what MultiTest or Multi2Test made of it, or MultiTest on a data set."""
    analysis, dataset = request.analysis, request.options.dataset
    for number, ordered in enumerate((analysis.ordered, *analysis.further_orders.by_other_costs), start=1):
        part = f"-{number}" if number > 1 else ""
        if dataset is None and ordered.ranking:
            yield _plan_order(request, ordered, part)
        elif dataset is not None and dataset in ordered.within.priors:
            yield _plan_order(request, ordered.on(dataset), f"-{slug(dataset)}{part}")
        else:
            yield request.missing(say("the algorithms were not ordered by cost{}", _where(dataset)))


def _why_nothing_moves(ordered: Ordered, where: Prose) -> Prose:
    """Return why there is nothing to draw: the order is that by cost; empty where it is another."""
    if ordered.edges or tuple(position.algorithm for position in ordered.ranking) != tuple(ordered.prior):
        return ""
    form = "the order{} is that by {} alone, for no more expensive algorithm {} than a cheaper one"
    return say(form, where, ordered.costs.label or "the stated prior", better_phrase(ordered))


def _where(dataset: str | None) -> Prose:
    return "" if dataset is None else say(" on {}", dataset_named(dataset))


def _plan_order(request: Request[OrderFigureOptions], ordered: Ordered, part: str) -> Plan | Missing:
    from rankpress.figures.order import arcs_fit, describe_order, multitest_graph

    names, labels = request.names, request.labels
    label, where = ordered.costs.label or "stated prior", _where(request.options.dataset)
    if why := _why_nothing_moves(ordered, where):
        return request.missing(why)
    order = (
        ordered.prior,
        ordered.edges,
        tuple(position.algorithm for position in ordered.ranking),
        tuple(position.decided_by for position in ordered.ranking),
    )
    arcs = request.options.layout == "arcs" and arcs_fit(len(names), request.style)
    layout: Literal["arcs", "slopes"] = "arcs" if arcs else "slopes"
    return request.plan(
        partial(multitest_graph, labels.drawn(names), *order, cost_label=labels.plain(label), layout=layout),
        say("Order by {} and {}{}", request.analysis.metric, label, where),
        order_caption(request.analysis.adjusted.alpha, ordered, where, layout),
        describe_order(labels.in_text(names), *order, cost_label=labels.plain(label)),
        [names],
        part=part,
        algorithms=names,
    )


def order_caption(alpha: float, ordered: Ordered, where: Prose, layout: str) -> Prose:
    """Return what the graph of an ordering, over the data sets or on one, shows in one of its layouts."""
    level, edges, label = f"at level {alpha:g}", ordered.edges, ordered.costs.label or "stated prior"
    better, are_better = better_phrase(ordered), better_phrase(ordered, are_many=True)
    none = f"No more expensive algorithm {better} than a cheaper one {level}"
    if layout == "slopes":
        form = "Left: the algorithms by {}{}, the cheapest at the top; right: in the order by tests and {}."
        strong = f"Strong lines: algorithms that {are_better} than cheaper ones {level}"
        sides = say(form, label, where, label)
        marks = {
            "cost": "hollow circles: the cost decides the place",
            "rank": "squares: costs are equal, and the rank decides it",
        }
        decided_by = {position.decided_by for position in ordered.ranking}
        key = [explained for by, explained in marks.items() if by in decided_by]
        return say("{} {}.", sides, join([strong if edges else none, *key], "; "))
    nodes = say("Algorithms from the cheapest on the left by {}{}.", label, where)
    arcs = f"Arcs lead from a cheaper algorithm to a more expensive one that {better} {level}"
    return say("{} {}; below: the resulting order.", nodes, arcs if edges else none)


def plan_cost_front(request: Request[CostFrontOptions]) -> Iterator[Plan | Missing]:
    """Plan a figure for each cost, or for the one that is named."""
    fronts = [front for front in request.analysis.conclusions.fronts if request.options.cost in (None, front.cost)]
    if not fronts:
        yield request.missing("the scores have no costs")
    for front in fronts:
        why = _why_no_front(front, request.options)
        yield request.missing(why) if why else _plan_cost(request, front)


def _why_no_front(front: CostFront, options: CostFrontOptions) -> Prose:
    if front.costs is None or (options.of == "score" and front.by_score is None):
        return front.why
    if options.scale == "log" and front.costs.min() <= 0:
        return say("{} has a mean of 0, which a log scale cannot show", cost_named(front.cost))
    return ""


def _plan_cost(request: Request[CostFrontOptions], cost_front: CostFront) -> Plan:
    from rankpress.figures.cost_front import cost_front_plane, describe_cost_front

    analysis, names, labels, of = request.analysis, request.names, request.labels, request.options.of
    of_rank, scale = of == "rank", analysis.scores.scale
    metric = analysis.metric if of_rank else analysis.measured
    values, front = (
        (analysis.ranking.average, cost_front.by_rank) if of_rank else (cost_front.scores, cost_front.by_score)
    )
    assert cost_front.costs is not None
    assert values is not None
    assert front is not None
    options: dict[str, Any] = {
        "cost_label": labels.plain(cost_named(cost_front.cost)),
        "metric": labels.plain(metric),
        "of": of,
        "cd": _critical_difference(analysis) if of_rank else None,
    }
    results = cost_front.costs.tolist(), (values if of_rank else scale.factor * values).tolist(), front
    better = "lower" if of_rank else analysis.scores.better
    means = values if not isinstance(analysis.scores, MetricScores) else analysis.scores.means
    number = replace(scale.rounding(means), factor=1.0).text
    return request.plan(
        partial(
            cost_front_plane,
            labels.drawn(names),
            *results,
            **options,
            better=better,
            unit=unit_of_quantity(labels.plain(cost_named(cost_front.cost)), cost_front.cost),
            scale=request.options.scale,
            height=request.options.height,
        ),
        say("{} {} against {}", "Average rank by" if of_rank else "Mean", metric, cost_named(cost_front.cost)),
        cost_front_caption(analysis, cost_front, of),
        describe_cost_front(labels.in_text(names), *results, number=number, **options),
        [names],
        part=f"-{slug(cost_front.cost)}{'' if of_rank else '-score'}",
        algorithms=names,
    )


def over_complete(front: CostFront) -> str:
    """Return over which data sets costs are means, where not over all of the metric."""
    if front.n_complete is None:
        return ""
    return f" over the {counted_in_words(front.n_complete, 'data set')} with every result"


def _critical_difference(analysis: Analysis) -> float | None:
    """Return the critical difference of the deciding adjustment; None with a control, where none is from the best."""
    return None if analysis.tested.control is not None else critical_difference(analysis, analysis.adjusted.deciding)


def cost_front_caption(analysis: Analysis, cost_front: CostFront, of: str) -> Prose:
    """Return what ranks or scores over costs show, in a few sentences."""
    method = analysis.adjusted.deciding
    value = "Average ranks" if of == "rank" else "Mean scores"
    form = "{} of {} by {}, against their mean {}. {}. Domination refers to means, not to significant differences."
    metric = analysis.metric if of == "rank" else analysis.measured
    legend = "Filled squares and line: Pareto front; hollow circles: dominated"
    cd = _critical_difference(analysis) if of == "rank" else None
    if cd is not None and method is not None:
        level = at_level_of(method, analysis.adjusted.alpha)
        legend += f"; shaded: not significantly worse than the best ({procedure(method)} {level}, CD = {cd:.2f})"
    if cost_front.n_complete is not None:
        legend += f"; costs are means{over_complete(cost_front)}"
    legend += "; means are weighted (scores.weights)" if analysis.is_weighted else ""
    return say(form, value, over_datasets(analysis), metric, cost_named(cost_front.cost), legend)
