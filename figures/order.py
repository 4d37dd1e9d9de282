"""The MultiTest graph of Ulas et al. (2012), figures 1 and 3: algorithms by cost and error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.figures import order_layout
from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.order_layout import EDGE, RADIUS, Arc, NodeNames, OrderEntry, draw_rows, lay_out_rows
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, wrap_text, write
from rankpress.figures.wording import MOST, enumerate_names, join, name_list, one_name, rest

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


OrderForm = Literal["arcs", "rows"]


@dataclass(frozen=True)
class _Plan:
    """What is drawn, and the heights at which the parts lie, inches from the top."""

    nodes: Mapping[int, float]
    slot: float
    arcs: tuple[Arc, ...]
    nodes_y: float
    names: NodeNames
    names_y: float
    cost: tuple[str, ...]
    cost_y: float
    legend: Legend
    legend_y: float
    entries: tuple[OrderEntry, ...]
    entries_y: float
    height: float


def multitest_graph(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    *,
    cost_label: str,
    layout: OrderForm = "rows",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw algorithms by cost, which more expensive ones are more accurate, and the order that follows.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    prior : sequence of int
        All of them, the cheapest first.
    edges : sequence of (int, int)
        (more expensive, cheaper): the first is significantly more accurate. As an edge always leads
        to the more expensive, the pair may stand the other way round.
    order : sequence of int
        All algorithms, the best first.
    decided_by : sequence of {'test', 'cost'}
        By position in `order`: what put the algorithm there.
    cost_label : str
        What `prior` goes by, such as "fit_seconds".
    layout : {"arcs", "rows"}
        "arcs": the algorithms in a row by cost, an arc from each to the more expensive one that is more accurate, and
        the order below. "rows": a row each in the resulting order with a node in the column of its place by cost, and
        dots in those of the cheaper ones that it is put before.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If `prior` or `order` does not hold each algorithm once, an edge names one that is not there, or a place has
        nothing that decided it.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning algorithms
       over multiple data sets. Pattern Recognition 45, 1772-1781. doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    Figure 3 of [1]_:

    >>> figure = multitest_graph(
    ...     "ABCD", (0, 1, 2, 3), [(1, 0), (3, 2)], (1, 0, 3, 2), ["test", "cost"] * 2, cost_label="prior order"
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    _check(names, prior, edges, order, decided_by)
    with drawing_context(style):
        style = axes_width(ax, style)
        oriented = order_layout.orient_edges(edges, prior)
        if layout == "rows":
            rows = lay_out_rows(names, prior, order, cost_label, style, edges=bool(oriented))
            return root_figure(draw_rows(rows, oriented, prior, order, decided_by, style, ax))
        plan = _plan(names, prior, edges, order, cost_label, style)
        canvas = open_canvas(plan.height, style, ax)
        for arc in plan.arcs:
            _draw_arc(canvas, arc, plan, prior, style)
        _draw_nodes(canvas, plan, order, decided_by, style)
        _draw_names(canvas, plan, style)
        _draw_cost(canvas, plan, style)
        draw_legend(canvas, plan.legend, EDGE, plan.legend_y, style)
        _draw_order(canvas, plan, decided_by, style)
        return root_figure(canvas)


def _check(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
) -> None:
    everyone = list(range(len(names)))
    for what, given in (("prior", prior), ("order", order)):
        if sorted(given) != everyone or not everyone:
            raise ValueError(f"{what}: got {list(given)}; each of {len(names)} algorithms is needed once")
    if any(a == b or not {a, b} <= set(everyone) for a, b in edges):
        raise ValueError(
            f"edges: got {list(edges)}; pairs of different algorithms from 0 to {len(names) - 1} are needed"
        )
    if len(decided_by) != len(names) or not set(decided_by) <= {"test", "cost"}:
        raise ValueError(f"decided_by: got {list(decided_by)}; 'test' or 'cost' is needed for each place")


def _plan(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    cost_label: str,
    style: Style,
) -> _Plan:
    """Stack the parts from the top: arcs, nodes, names, direction of cost, legend, order."""
    size, line = style.font_size, line_step(style)
    nodes, slot = order_layout.place_nodes(prior, style.width)
    arcs, arcs_height = order_layout.arrange_arcs(order_layout.orient_edges(edges, prior), nodes, slot)
    nodes_y = EDGE + arcs_height + 0.06 + RADIUS
    node_names = order_layout.arrange_node_names(names, prior, slot, style)
    names_y = nodes_y + RADIUS + 0.05
    cost = wrap_text(cost_label, style.width * 0.5, size, max_lines=2)
    cost_y = names_y + node_names.height + 0.08 + block_height(cost, size) / 2
    legend = arrange_legend(_legend_entries(bool(arcs), style), style.width - 2 * EDGE, style)
    legend_y = cost_y + block_height(cost, size) / 2 + 0.5 * line
    entries, entries_height = order_layout.arrange_order(names, order, style.width - 2 * EDGE, style)
    entries_y = legend_y + legend.height + 0.04
    return _Plan(
        nodes=nodes,
        slot=slot,
        arcs=arcs,
        nodes_y=nodes_y,
        names=node_names,
        names_y=names_y,
        cost=cost,
        cost_y=cost_y,
        legend=legend,
        legend_y=legend_y,
        entries=entries,
        entries_y=entries_y,
        height=entries_y + entries_height + EDGE,
    )


def _legend_entries(arcs: bool, style: Style) -> tuple[LegendEntry, ...]:
    by_test, by_cost = order_layout.decision_looks(style)
    entries = (
        LegendEntry("Resulting order, decided"),
        LegendEntry("by the test", by_test, line=False),
        LegendEntry("by the cost", by_cost, line=False, hollow=True),
    )
    return entries if arcs else (*entries, LegendEntry(order_layout.NO_TEST))


def _draw_arc(ax: Axes, arc: Arc, plan: _Plan, prior: Sequence[int], style: Style) -> None:
    """Draw half an ellipse down to the more expensive algorithm's node, in that one's colour."""
    angle = np.linspace(np.pi, 0.0, 60)
    base = plan.nodes_y - RADIUS - 0.05
    x = (arc.begin + arc.end) / 2 + (arc.end - arc.begin) / 2 * np.cos(angle)
    y = base - (arc.height - 0.05) * np.sin(angle)
    colour = style.palette[prior.index(arc.expensive) % len(style.palette)]
    dense = len(plan.arcs) > 60
    gid = f"{arc.cheaper}-{arc.expensive}"
    draw_line(ax, x, y, colour, 0.5 if dense else 0.9, f"arc-{gid}")
    draw_marks(ax, [arc.end], [base + 0.012], "v", colour, 2.5 if dense else 3.5, f"tip-{gid}", zorder=2.1)


def _draw_nodes(ax: Axes, plan: _Plan, order: Sequence[int], decided_by: Sequence[str], style: Style) -> None:
    """Draw the nodes with the places of their algorithms, small ones without."""
    numbered = order_layout.number_fits(plan.slot, len(order), style)
    radius = RADIUS if numbered else min(0.04, 0.4 * plan.slot)
    for place, (i, decided) in enumerate(zip(order, decided_by, strict=True), start=1):
        text = str(place) if numbered else ""
        y = plan.nodes_y if numbered else plan.nodes_y - RADIUS + radius
        _draw_node(ax, plan.nodes[i], y, radius, text, decided == "test", f"node-{i}", style)


def _draw_node(ax: Axes, x: float, y: float, radius: float, text: str, by_test: bool, gid: str, style: Style) -> None:
    from matplotlib.patches import Ellipse

    node = Ellipse((x, y), 2 * radius, 2 * radius, edgecolor=style.ink, linewidth=0.8, clip_on=False)
    node.set(facecolor=style.ink if by_test else style.paper, gid=gid, zorder=3)
    ax.add_patch(node)
    if text:
        colour = style.paper if by_test else style.ink
        place_lines(ax, x, y, [text], style, colour=colour, ha="center", gid=f"{gid}-place")


def _draw_names(ax: Axes, plan: _Plan, style: Style) -> None:
    for i, lines in plan.names.lines.items():
        x = plan.nodes[i]
        if not plan.names.upright:
            middle = plan.names_y + block_height(lines, style.font_size) / 2
            place_lines(ax, x, middle, lines, style, ha="center", gid=f"name-{i}")
            continue
        top = plan.names_y + plan.names.tiers[i]
        if plan.names.tiers[i]:
            draw_line(ax, [x, x], [plan.names_y, top - 0.03], style.faint, 0.5, f"leader-{i}", zorder=1)
        for number, line in enumerate(lines):
            across = x + (number - (len(lines) - 1) / 2) * line_step(style)
            gid = f"name-{i}-{number}" if number else f"name-{i}"
            write(ax, across, top, line, style, ha="center", va="top", rotation=90, gid=gid)


def _draw_cost(ax: Axes, plan: _Plan, style: Style) -> None:
    """Say which way the cost grows, and what cost."""
    size = style.font_size
    ends = ("cheapest", "costliest")
    place_lines(ax, EDGE, plan.cost_y, ends[:1], style, colour=style.muted, gid="cheapest")
    place_lines(ax, style.width - EDGE, plan.cost_y, ends[1:], style, colour=style.muted, ha="right", gid="costliest")
    place_lines(ax, style.width / 2, plan.cost_y, plan.cost, style, colour=style.muted, ha="center", gid="cost")
    half = block_width(plan.cost, size) / 2 + 0.08
    left = EDGE + block_width(ends[:1], size) + 0.08
    right = style.width - EDGE - block_width(ends[1:], size) - 0.08
    for number, (begin, end) in enumerate(((left, style.width / 2 - half), (style.width / 2 + half, right))):
        if end > begin:
            draw_line(ax, [begin, end], [plan.cost_y] * 2, style.faint, 0.8, f"cost-line-{number}")
    if right > style.width / 2 + half:
        draw_marks(ax, [right], [plan.cost_y], ">", style.muted, 3.5, "cost-tip", zorder=2)


def _draw_order(ax: Axes, plan: _Plan, decided_by: Sequence[str], style: Style) -> None:
    """List the algorithms in the resulting order."""
    for place, (entry, decided) in enumerate(zip(plan.entries, decided_by, strict=True), start=1):
        x, y = EDGE + entry.x, plan.entries_y + entry.y
        _draw_node(ax, x, y, entry.radius, entry.number, decided == "test", f"place-{place}", style)
        place_lines(ax, x + entry.radius + 0.05, y, entry.lines, style, gid=f"order-{place}")


def describe_order(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    *,
    cost_label: str,
) -> str:
    r"""Describe a MultiTest graph; parameters as for `multitest_graph`."""
    place = {algorithm: number for number, algorithm in enumerate(prior)}
    beaten: dict[int, list[int]] = {}
    for edge in edges:
        cheaper, expensive = sorted(edge, key=lambda i: place[i])
        beaten.setdefault(expensive, []).append(cheaper)
    cheapest_first = enumerate_names([one_name(names[i]) for i in prior])
    lines = [f"Algorithms from the cheapest by {one_name(cost_label)}: {cheapest_first}."]
    if beaten:
        winners = sorted(beaten, key=lambda i: place[i])
        texts = [
            f"{one_name(names[i])} before {name_list(names, sorted(beaten[i], key=lambda j: place[j]))}"
            for i in winners[:MOST]
        ]
        lines.append(f"Put before cheaper ones by a test: {'; '.join(texts)}{rest(len(winners))}.")
    else:
        lines.append("No test puts a more expensive one before a cheaper one.")
    ranked = [f"{number} {one_name(names[i])}" for number, i in enumerate(order, start=1)]
    lines.append(f"Resulting order: {enumerate_names(ranked)}; {_describe_decisions(decided_by)}.")
    return " ".join(lines)


def _describe_decisions(decided_by: Sequence[str]) -> str:
    places: dict[str, list[str]] = {"test": [], "cost": []}
    for number, decided in enumerate(decided_by, start=1):
        places[decided].append(str(number))
    fewer, more = sorted(places, key=lambda decided: len(places[decided]))
    if not places[fewer]:
        return f"the {more} decided all places"
    noun = "place" if len(places[fewer]) == 1 else "places"
    return f"the {fewer} decided {noun} {join(places[fewer])}, the {more} the others"
