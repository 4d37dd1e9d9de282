"""The graph of an ordering by tests and cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_order
from rankpress.report.inline import plain
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan the graph of what MultiTest or Multi2Test made of the costs."""
    from rankpress.figures.order.graph import multitest_graph
    from rankpress.figures.order.layout import choose_layout

    metric, ordered = analysis.scores.name, analysis.ordered
    if not ordered.ranking:
        yield Missing("order", metric, "the algorithms were not ordered by cost")
        return
    label = ordered.cost or "stated prior"
    order = tuple(position.algorithm for position in ordered.ranking)
    shown = (
        ordered.prior,
        ordered.edges,
        order,
        tuple(position.decided_by for position in ordered.ranking),
    )
    layout = choose_layout(ordered.prior, ordered.edges, style)
    yield Plan(
        metrics=(metric,),
        kind="order",
        title=f"Order by {metric} and {label}",
        caption=order_caption(analysis, label, layout) + explained_if_drawn(analysis.names),
        alt=describe_order(in_text(analysis.names), *shown, cost_label=plain(label)),
        draw=partial(
            multitest_graph, drawn(analysis.names), *shown, cost_label=plain(label), layout=layout, style=style
        ),
    )


def order_caption(analysis: Analysis, label: str, layout: str = "arcs") -> str:
    """What the graph of an ordering shows in one of its layouts; `label` is what it goes by."""
    level, edges = f"at level {analysis.adjusted.alpha:g}", analysis.ordered.edges
    none = f"No test puts a costlier algorithm before a cheaper one {level}"
    if layout == "rows":
        told = (
            f"The algorithms in the order that follows from tests and {label}, the place by {label} of each in its row."
        )
        before = f"Small dots stand in the columns of the cheaper algorithms that a test puts it before {level}"
        return f"{told} {before if edges else none}; hollow circles mark places that the cost decided."
    told = f"Algorithms from the cheapest on the left by {label}."
    arcs = f"An arc leads from a cheaper algorithm to a costlier one that a test puts before it {level}"
    return f"{told} {arcs if edges else none}; below, the order that follows, and what decided each place."
