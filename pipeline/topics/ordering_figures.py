"""Figures of the order by cost: its graph, and ranks or scores over costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

from rankpress.analysis import Analysis
from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels, slug
from rankpress.core.text import Prose, cost_named, dataset_named, join, say
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stages.conclude import CostFront
from rankpress.stages.order import Ordered
from rankpress.topics.phrases import at_level_of, procedure
from rankpress.topics.ranks_figures import critical_difference, over_datasets

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan_order(analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels) -> Iterator[Plan | Missing]:
    """Plan a graph for each cost that orders: what MultiTest or Multi2Test made of it, or MultiTest on a data set."""
    for number, ordered in enumerate((analysis.ordered, *analysis.orders_by_other_costs), start=1):
        part = f"-{number}" if number > 1 else ""
        if figure.dataset is None and ordered.ranking:
            yield _plan_order(analysis, ordered, figure, style, labels, part)
        elif figure.dataset is not None and figure.dataset in ordered.priors_within:
            there = ordered.on(figure.dataset)
            yield _plan_order(analysis, there, figure, style, labels, f"-{slug(figure.dataset)}{part}")
        else:
            where = "" if figure.dataset is None else say(" on {}", dataset_named(figure.dataset))
            yield Missing("order", analysis.metric, say("the algorithms were not ordered by cost{}", where))


def _plan_order(
    analysis: Analysis, ordered: Ordered, figure: PlottedFigure, style: Style, labels: Labels, part: str
) -> Plan:
    from rankpress.figures.order import describe_order, multitest_graph

    label = ordered.cost or "stated prior"
    where = "" if figure.dataset is None else say(" on {}", dataset_named(figure.dataset))
    shown = (
        ordered.prior,
        ordered.edges,
        tuple(position.algorithm for position in ordered.ranking),
        tuple(position.decided_by for position in ordered.ranking),
    )
    layout: Literal["arcs", "rows"] = "arcs" if figure.layout == "arcs" else "rows"
    caption = order_caption(analysis.adjusted.alpha, ordered, where, layout)
    return Plan(
        metrics=(analysis.scores.name,),
        kind="order",
        title=say("Order by {} and {}{}", analysis.metric, label, where),
        caption=caption + labels.explained_if_drawn(analysis.algorithms),
        alt=describe_order(labels.in_text(analysis.algorithms), *shown, cost_label=labels.plain(label)),
        draw=partial(
            multitest_graph,
            labels.drawn(analysis.algorithms),
            *shown,
            cost_label=labels.plain(label),
            layout=layout,
            style=style,
        ),
        part=part,
        algorithms=analysis.algorithms,
    )


def order_caption(alpha: float, ordered: Ordered, where: Prose, layout: str) -> Prose:
    """Return what the graph of an ordering, over the data sets or on one, shows in one of its layouts."""
    level, edges, label = f"at level {alpha:g}", ordered.edges, ordered.cost or "stated prior"
    none = f"No test puts a more expensive algorithm before a cheaper one {level}"
    if layout == "rows":
        form = "The algorithms in the order that follows from tests and {}{}, the place by {} of each in its row."
        text = say(form, label, where, label)
        before = f"Small dots stand in the columns of the cheaper algorithms that a test puts it before {level}"
        cost = "hollow circles mark algorithms that the cost puts before the next"
        return say("{} {}; {}.", text, before if edges else none, cost)
    text = say("Algorithms from the cheapest on the left by {}{}.", label, where)
    arcs = f"An arc leads from a cheaper algorithm to a more expensive one that a test puts before it {level}"
    return say(
        "{} {}; below, the order that follows, and what puts each algorithm before the next.",
        text,
        arcs if edges else none,
    )


def plan_cost_front(
    analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels
) -> Iterator[Plan | Missing]:
    """Plan a figure for each cost, or for the one that is named."""
    metric = analysis.metric
    fronts = [element for element in analysis.fronts if figure.cost in (None, element.cost)]
    if not fronts:
        yield Missing("cost-front", metric, "the scores have no costs")
    for item in fronts:
        why = _why_not(item, figure)
        yield Missing("cost-front", metric, why) if why else _plan_cost(analysis, item, figure, style, labels)


def _why_not(front: CostFront, figure: PlottedFigure) -> Prose:
    if front.costs is None or (figure.of == "score" and front.by_score is None):
        return front.why
    if figure.scale == "log" and front.costs.min() <= 0:
        return say("{} has a mean of 0, which a log scale cannot show", cost_named(front.cost))
    return ""


def _plan_cost(analysis: Analysis, item: CostFront, figure: PlottedFigure, style: Style, labels: Labels) -> Plan:
    from rankpress.figures.cost_front import cost_front_plane, describe_cost_front

    of_rank, metric = figure.of == "rank", analysis.metric
    values = analysis.ranking.average if of_rank else item.scores
    front = item.by_rank if of_rank else item.by_score
    assert item.costs is not None
    assert values is not None
    assert front is not None
    shown = (item.costs.tolist(), values.tolist(), front)
    cost = labels.plain(cost_named(item.cost))
    cd = _critical_difference(analysis) if of_rank else None
    return Plan(
        metrics=(analysis.scores.name,),
        kind="cost-front",
        title=say("{} {} against {}", "Average rank by" if of_rank else "Mean", metric, cost_named(item.cost)),
        caption=cost_front_caption(analysis, item, figure.of) + labels.explained_if_drawn(analysis.algorithms),
        alt=describe_cost_front(
            labels.in_text(analysis.algorithms),
            *shown,
            cost_label=cost,
            metric=labels.plain(metric),
            of=figure.of,
            cd=cd,
        ),
        draw=partial(
            cost_front_plane,
            labels.drawn(analysis.algorithms),
            *shown,
            cost_label=cost,
            metric=labels.plain(metric),
            of=figure.of,
            better="lower" if of_rank else analysis.scores.better,
            cd=cd,
            scale=figure.scale,
            style=style,
        ),
        part=f"-{slug(item.cost)}{'' if of_rank else '-score'}",
        algorithms=analysis.algorithms,
    )


def _critical_difference(analysis: Analysis) -> float | None:
    """That of the deciding adjustment; with a control there is none from the best."""
    return None if analysis.tested.control is not None else critical_difference(analysis, analysis.adjusted.deciding)


def cost_front_caption(analysis: Analysis, item: CostFront, of: str) -> Prose:
    """Return what ranks or scores over costs show, in a few sentences."""
    method = analysis.adjusted.deciding
    value = "Average ranks" if of == "rank" else "Mean scores"
    texts = [
        say(
            "{} of {} by {}, against their mean {} over these data sets.",
            value,
            over_datasets(analysis),
            analysis.metric,
            cost_named(item.cost),
        )
    ]
    texts.append(
        "Filled squares are on the front: no other algorithm is at least as good and as cheap and better in one of the"
        " two. The line bounds what they dominate; hollow circles are dominated."
    )
    cd = _critical_difference(analysis) if of == "rank" else None
    if cd is not None and method is not None:
        texts.append(
            f"Algorithms in the shaded area do not differ from the best by {procedure(method)}"
            f" {at_level_of(method, analysis.adjusted.alpha)} (critical difference {cd:.2f})."
        )
    texts.append("The front is one of means: that an algorithm dominates another does not say that they differ.")
    return join(texts)
