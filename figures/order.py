"""The MultiTest graph of Ulas et al. (2012), figures 1 and 3: algorithms by cost and error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

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
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import (
    block_height,
    block_width,
    longest_piece,
    place_lines,
    text_width,
    wrap_apart,
    wrap_text,
    write,
)
from rankpress.wording.names import MOST, enumerate_names, isolated, name_list, one_name, rest
from rankpress.wording.text import joined

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


OrderForm = Literal["arcs", "slopes"]

_EDGE = 0.05
_MANY = 20  # algorithms, of which slopes are thinner
NO_TEST = "No test puts a more expensive algorithm before a cheaper one."


def multitest_graph(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    *,
    cost_label: str,
    layout: OrderForm = "slopes",
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
    decided_by : sequence of {'test', 'cost', 'rank'}
        By position in `order`: what put the algorithm there; 'rank' where its cost equals that of the next.
    cost_label : str
        What `prior` goes by, such as "fit_seconds".
    layout : {"arcs", "slopes"}
        "arcs": the algorithms in a row by cost, an arc from each to the more expensive one that is more accurate, and
        the order below; more than have room for a numbered node (15 in 3.25 in) are drawn as slopes. "slopes": a line
        for each from its place by cost at the left to its place in the resulting order at the right, strong where a
        test puts it before a cheaper one.
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
        oriented = _oriented(edges, prior)
        if layout == "slopes" or not arcs_fit(len(prior), style):
            slopes = _lay_out_slopes(names, prior, cost_label, style, decided_by, edges=bool(oriented))
            return root_figure(_draw_slopes(slopes, oriented, prior, order, decided_by, style, ax))
        plan = _plan(names, prior, oriented, order, decided_by, cost_label, style)
        canvas = open_canvas(plan.height, style, ax)
        for arc in plan.arcs:
            _draw_arc(canvas, arc, plan, prior, style)
        for place, (i, decided) in enumerate(zip(order, decided_by, strict=True), start=1):
            _draw_node(canvas, plan, i, place, style, by=decided)
        _draw_names(canvas, plan, style)
        _draw_cost(canvas, plan, style)
        draw_legend(canvas, plan.legend, _EDGE, plan.legend_y, style)
        draw_legend(canvas, plan.listed, _EDGE, plan.listed_y, style, gid="order")
        return root_figure(canvas)


def _check(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
) -> None:
    everyone = list(range(len(names)))
    for what, places in (("prior", prior), ("order", order)):
        if sorted(places) != everyone or not everyone:
            raise ValueError(f"{what}: got {list(places)}; each of {len(names)} algorithms is needed once")
    if any(a == b or not {a, b} <= set(everyone) for a, b in edges):
        raise ValueError(
            f"edges: got {list(edges)}; pairs of different algorithms from 0 to {len(names) - 1} are needed"
        )
    if len(decided_by) != len(names) or not set(decided_by) <= set(_DECIDED):
        raise ValueError(f"decided_by: got {list(decided_by)}; 'test', 'cost' or 'rank' is needed for each place")


def _oriented(edges: Sequence[tuple[int, int]], prior: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Each pair as (cheaper, more expensive), whichever way it came: an edge always leads to the more expensive."""
    place = {algorithm: place for place, algorithm in enumerate(prior)}
    pairs = (sorted(edge, key=lambda algorithm: place[algorithm]) for edge in edges)
    return tuple(sorted({(cheaper, expensive) for cheaper, expensive in pairs}))


_RADIUS = 0.095  # of a node with a number in it
_WIDEST_SLOT = 1.1
_LONGEST_NAME = 1.5  # of a name that stands upright
_PORTS = 0.16  # to either side of a node's middle that arcs may end


def arcs_fit(count: int, style: Style) -> bool:
    """Return whether so many nodes have room in a line, with the numbers in them and upright names under them."""
    digits = 0.6 * len(str(count)) * style.font_size / 72
    slot = (style.width - 2 * _EDGE) / count
    return digits <= 2 * _RADIUS - 0.02 and slot >= max(2 * _RADIUS + 0.02, line_step(style))


@dataclass(frozen=True)
class _Arc:
    """From the cheaper algorithm to the more expensive, more accurate one: both ends' x, and the height."""

    cheaper: int
    expensive: int
    begin: float
    end: float
    height: float


@dataclass(frozen=True)
class _Plan:
    """What is drawn with arcs, and the heights at which the parts lie, inches from the top."""

    nodes: Mapping[int, float]
    arcs: tuple[_Arc, ...]
    nodes_y: float
    names: Mapping[int, tuple[str, ...]]
    upright: bool  # whether names stand upright
    names_y: float
    cost: tuple[str, ...]
    cost_y: float
    legend: Legend
    legend_y: float
    listed: Legend  # the resulting order
    listed_y: float
    height: float


_ENDS = ("cheapest", "most expensive")


def _plan(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    cost_label: str,
    style: Style,
) -> _Plan:
    """Stack the parts from the top: arcs, nodes, names, direction of cost, legend, order."""
    size, line, room = style.font_size, line_step(style), style.width - 2 * _EDGE
    slot = min(_WIDEST_SLOT, room / len(prior))
    left = (style.width - slot * len(prior)) / 2
    nodes = {algorithm: left + (place + 0.5) * slot for place, algorithm in enumerate(prior)}
    arcs, arcs_height = _arrange_arcs(edges, nodes, slot)
    nodes_y = _EDGE + arcs_height + 0.06 + _RADIUS
    lines, upright, names_height = _arrange_names(names, slot, style)
    names_y = nodes_y + _RADIUS + 0.05
    ends_width = max(block_width([end], size) for end in _ENDS) + 0.16  # what stands on either side of the label
    cost = wrap_text(cost_label, min(style.width * 0.5, room - 2 * ends_width), size, max_lines=2)
    cost_y = names_y + names_height + 0.08 + block_height(cost, size) / 2
    decisions = (_decided(text, by, style) for by, text in _decisions(decided_by))
    entries = [LegendEntry("resulting order, decided"), *decisions, *([] if arcs else [LegendEntry(NO_TEST)])]
    legend = arrange_legend(entries, room, style)
    legend_y = cost_y + block_height(cost, size) / 2 + 0.5 * line
    places = enumerate(zip(order, decided_by, strict=True), start=1)
    ordered = [_decided(f"{place}. {isolated(names[i])}", by, style) for place, (i, by) in places]
    listed = arrange_legend(ordered, room, style)
    listed_y = legend_y + legend.height + 0.04
    height = listed_y + listed.height + _EDGE
    return _Plan(
        nodes, arcs, nodes_y, lines, upright, names_y, cost, cost_y, legend, legend_y, listed, listed_y, height
    )


# What decides a place, and how its marks differ: filled circles, hollow circles, hollow squares.
_DECIDED = {"test": "by the test", "cost": "by the cost", "rank": "by the rank, at equal cost"}


def _decisions(decided_by: Sequence[str], lead: str = "") -> list[tuple[str, str]]:
    """Return what a legend explains: what decides some place, the first after the lead."""
    present = [(by, text) for by, text in _DECIDED.items() if by in decided_by]
    return [(by, text if number else f"{lead}{text}") for number, (by, text) in enumerate(present)]


def _marker(by: str) -> str:
    return "s" if by == "rank" else "o"


def _decided(text: str, by: str, style: Style) -> LegendEntry:
    """Put the mark of what decided before a text."""
    return LegendEntry(text, Look(style.ink, (), _marker(by)), line=False, hollow=by != "test")


def _arrange_arcs(
    edges: Sequence[tuple[int, int]], nodes: Mapping[int, float], slot: float
) -> tuple[tuple[_Arc, ...], float]:
    """Arcs nested in each other, and the height of the highest."""
    # At a node, arcs that arrive end left of those that leave, and of either the longer ones lie outside: so arcs that
    # share a node do not cross.
    if not edges:
        return (), 0.0
    spans = {edge: nodes[edge[1]] - nodes[edge[0]] for edge in edges}
    widest = max(spans.values())
    highest = min(2.4, 0.25 + 0.17 * widest / slot)
    ports: dict[tuple[tuple[int, int], int], float] = {}
    for node, x in nodes.items():
        arriving = sorted((edge for edge in edges if edge[1] == node), key=lambda edge: spans[edge])
        leaving = sorted((edge for edge in edges if edge[0] == node), key=lambda edge: -spans[edge])
        at_node = [*arriving, *leaving]
        reach = min(_PORTS, 0.4 * slot, 0.025 * (len(at_node) - 1))
        for number, edge in enumerate(at_node):
            share = number / (len(at_node) - 1) - 0.5 if len(at_node) > 1 else 0.0
            ports[edge, node] = x + 2 * reach * share
    arcs = tuple(
        _Arc(*edge, ports[edge, edge[0]], ports[edge, edge[1]], highest * (spans[edge] / widest) ** 0.8)
        for edge in sorted(edges, key=lambda edge: -spans[edge])
    )
    return arcs, highest


def _arrange_names(names: Sequence[str], slot: float, style: Style) -> tuple[dict[int, tuple[str, ...]], bool, float]:
    """Set names in lines under their nodes, or upright where a word is wider than a node's room; and their height."""
    size, room = style.font_size, slot - 0.07
    level = {i: wrap_text(name, room, size, max_lines=3) for i, name in enumerate(names)}
    if all(longest_piece(names[i], size) <= room and "…" not in "".join(lines) for i, lines in level.items()):
        return level, False, max(block_height(lines, size) for lines in level.values())
    lines_wide = max(1, min(3, int(slot / line_step(style))))
    upright = {i: wrap_text(name, _LONGEST_NAME, size, max_lines=lines_wide) for i, name in enumerate(names)}
    return upright, True, max(block_width(lines, size) for lines in upright.values()) + 0.08


def _draw_arc(ax: Axes, arc: _Arc, plan: _Plan, prior: Sequence[int], style: Style) -> None:
    """Draw half an ellipse down to the more expensive algorithm's node, in that one's color."""
    angle = np.linspace(np.pi, 0.0, 60)
    base = plan.nodes_y - _RADIUS - 0.05
    x = (arc.begin + arc.end) / 2 + (arc.end - arc.begin) / 2 * np.cos(angle)
    y = base - (arc.height - 0.05) * np.sin(angle)
    colour = style.palette[prior.index(arc.expensive) % len(style.palette)]
    dense = len(plan.arcs) > 60
    gid = f"{arc.cheaper}-{arc.expensive}"
    draw_line(ax, x, y, colour, 0.5 if dense else 0.9, f"arc-{gid}")
    draw_marks(ax, [arc.end], [base + 0.012], "v", colour, 2.5 if dense else 3.5, f"tip-{gid}", zorder=2.1)


def _draw_node(ax: Axes, plan: _Plan, i: int, place: int, style: Style, *, by: str) -> None:
    """Draw an algorithm's node with its place in the resulting order."""
    from matplotlib.patches import Ellipse, Patch, Rectangle

    x, y = plan.nodes[i], plan.nodes_y
    node: Patch = Ellipse((x, y), 2 * _RADIUS, 2 * _RADIUS)
    if _marker(by) == "s":
        side = 1.8 * _RADIUS
        node = Rectangle((x - side / 2, y - side / 2), side, side)
    face, colour = (style.ink, style.paper) if by == "test" else (style.paper, style.ink)
    node.set(facecolor=face, edgecolor=style.ink, linewidth=0.8, clip_on=False, gid=f"node-{i}", zorder=3)
    ax.add_artist(node)
    place_lines(ax, x, y, [str(place)], style, colour=colour, ha="center", gid=f"node-{i}-place")


def _draw_names(ax: Axes, plan: _Plan, style: Style) -> None:
    for i, lines in plan.names.items():
        x = plan.nodes[i]
        if not plan.upright:
            middle = plan.names_y + block_height(lines, style.font_size) / 2
            place_lines(ax, x, middle, lines, style, ha="center", gid=f"name-{i}")
            continue
        for number, line in enumerate(lines):
            across = x + (number - (len(lines) - 1) / 2) * line_step(style)
            gid = f"name-{i}-{number}" if number else f"name-{i}"
            write(ax, across, plan.names_y, line, style, ha="center", va="top", rotation=90, gid=gid)


def _draw_cost(ax: Axes, plan: _Plan, style: Style) -> None:
    """Say which way the cost grows, and what cost."""
    size = style.font_size
    place_lines(ax, _EDGE, plan.cost_y, _ENDS[:1], style, colour=style.muted, gid="cheapest")
    place_lines(
        ax, style.width - _EDGE, plan.cost_y, _ENDS[1:], style, colour=style.muted, ha="right", gid="most-expensive"
    )
    place_lines(ax, style.width / 2, plan.cost_y, plan.cost, style, colour=style.muted, ha="center", gid="cost")
    half = block_width(plan.cost, size) / 2 + 0.08
    left = _EDGE + block_width(_ENDS[:1], size) + 0.08
    right = style.width - _EDGE - block_width(_ENDS[1:], size) - 0.08
    for number, (begin, end) in enumerate(((left, style.width / 2 - half), (style.width / 2 + half, right))):
        if end > begin:
            draw_line(ax, [begin, end], [plan.cost_y] * 2, style.faint, 0.8, f"cost-line-{number}")
    if right > style.width / 2 + half:
        draw_marks(ax, [right], [plan.cost_y], ">", style.muted, 3.5, "cost-tip", zorder=2)


_GAP = 0.07  # between the parts of a row
_TIGHTEST = 1.18  # of the type size, from row to row
_MOST_NAME = 0.32  # of the width
_STEEPEST = 2.6  # inches that a slope goes across


@dataclass(frozen=True)
class _Slopes:
    """The parts of the figure, in inches: rows of places from the top, the ends of slopes from the left."""

    rows: tuple[float, ...]  # the middle of each place's row
    left: float  # left, right: where slopes begin and end
    right: float
    number: float  # width of the places' numbers
    names: Mapping[int, tuple[str, ...]]
    heads: tuple[tuple[str, ...], tuple[str, ...]]
    top: float  # top, bottom: where the rows begin and end
    bottom: float
    legend: Legend
    height: float


def _lay_out_slopes(
    names: Sequence[str], prior: Sequence[int], cost_label: str, style: Style, decided_by: Sequence[str], *, edges: bool
) -> _Slopes:
    """Give the names on either side what they need up to a third of the width, and the slopes the rest."""
    size, line, count = style.font_size, line_step(style), len(prior)
    number = text_width(str(count), size)
    wrapped = dict(enumerate(wrap_apart(names, _MOST_NAME * style.width, size)))
    aside = _EDGE + max(block_width(lines, size) for lines in wrapped.values()) + 2 * _GAP + number + _GAP
    across = min(_STEEPEST, style.width - 2 * aside)
    left = (style.width - across) / 2
    room = left + across / 2 - 2 * _GAP - _EDGE
    heads = (
        wrap_text(f"by {isolated(cost_label)}", room, size, max_lines=2),
        wrap_text("by tests, then cost", room, size, max_lines=2),
    )
    ahead = LegendEntry("ranked above cheaper ones by a test", Look(style.accent, (), ""), width=1.4)
    entries = (
        ahead if edges else LegendEntry(NO_TEST),
        *(_decided(text, by, style) for by, text in _decisions(decided_by, "place decided ")),
    )
    legend = arrange_legend(entries, style.width - 2 * _EDGE, style)
    top = _EDGE + max(block_height(head, size) for head in heads) + 0.06
    below = 0.06 + legend.height + _EDGE
    least = _TIGHTEST * size / 72 + max(block_height(lines, size) for lines in wrapped.values()) - line
    row = max(least, min(1.3 * line, (style.max_height - top - below - 0.01) / count))
    rows = tuple(top + (place + 0.5) * row for place in range(count))
    bottom = top + count * row
    return _Slopes(rows, left, left + across, number, wrapped, heads, top, bottom, legend, bottom + below)


def _draw_slopes(
    plan: _Slopes,
    edges: Sequence[tuple[int, int]],
    prior: Sequence[int],
    order: Sequence[int],
    decided_by: Sequence[str],
    style: Style,
    ax: Axes | None,
) -> Axes:
    """Draw a line per algorithm, from its place by cost to that in the order; `edges` are (cheaper, more expensive)."""
    canvas, size = open_canvas(plan.height, style, ax), style.font_size
    left, right = plan.left - 2 * _GAP, plan.right + 2 * _GAP
    for x, head, ha, gid in ((left, plan.heads[0], "right", "cost"), (right, plan.heads[1], "left", "order")):
        # above the names, or as near to them as there is room
        wide = block_width(head, size)
        outer = x + wide / 3 if ha == "right" else style.width - x + wide / 3
        inwards = min(max(_EDGE + wide, outer), style.width / 2 - _GAP)
        x = inwards if ha == "right" else style.width - inwards
        place_lines(canvas, x, _EDGE + block_height(head, size) / 2, head, style, ha=ha, colour=style.muted, gid=gid)
    ahead = {expensive for _, expensive in edges}
    reached = {i: place for place, i in enumerate(order)}
    bold = 1.4 if len(prior) <= _MANY else 0.9
    for begin, i in enumerate(prior):
        start, end = plan.rows[begin], plan.rows[reached[i]]
        colour, width = (style.accent, bold) if i in ahead else (style.muted, 0.5 * bold)
        draw_line(canvas, (plan.left, plan.right), (start, end), colour, width, f"slope-{i}", 1.5 if i in ahead else 1)
        draw_marks(canvas, [plan.left], [start], "o", colour, 2.6, f"start-{i}")
        by = decided_by[reached[i]]
        face, marker = style.ink if by == "test" else style.paper, _marker(by)
        draw_marks(canvas, [plan.right], [end], marker, style.ink, 5.0, f"node-{i}", face=face, edge_width=0.8)
        _write_place(canvas, plan, (left, -1.0), start, begin + 1, plan.names[i], style, gids=(f"label-{i}", "cost"))
        _write_place(canvas, plan, (right, 1.0), end, reached[i] + 1, plan.names[i], style, gids=(f"name-{i}", "order"))
    draw_legend(canvas, plan.legend, _EDGE, plan.bottom + 0.06, style)
    return canvas


def _write_place(
    ax: Axes,
    plan: _Slopes,
    side: tuple[float, float],
    y: float,
    place: int,
    name: Sequence[str],
    style: Style,
    *,
    gids: tuple[str, str],
) -> None:
    """Write a place and the name next to an end of a slope, outwards."""
    x, outwards = side
    number = x if outwards < 0 else x + plan.number
    place_lines(ax, number, y, [str(place)], style, colour=style.muted, ha="right", gid=f"{gids[1]}-place-{place}")
    beyond = x + outwards * (plan.number + _GAP)
    place_lines(ax, beyond, y, name, style, ha="right" if outwards < 0 else "left", gid=gids[0])


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
        lines.append(f"Ranked above cheaper ones by a test: {'; '.join(texts)}{rest(len(winners))}.")
    else:
        lines.append("No test puts a more expensive one before a cheaper one.")
    ranked = [f"{number} {one_name(names[i])}" for number, i in enumerate(order, start=1)]
    lines.append(f"Resulting order: {enumerate_names(ranked)}; {_describe_decisions(decided_by)}.")
    return " ".join(lines)


def _describe_decisions(decided_by: Sequence[str]) -> str:
    places: dict[str, list[str]] = {}
    for by in ("test", "cost", "rank"):
        numbers = [str(number) for number, decided in enumerate(decided_by, start=1) if decided == by]
        if numbers:
            places[f"{by}, at equal cost," if by == "rank" and len(set(decided_by)) > 1 else by] = numbers
    *fewer, most = sorted(places, key=lambda by: len(places[by]))
    if not fewer:
        return f"the {most} decided all places"
    counted = (f"the {by} decided {'place' if len(places[by]) == 1 else 'places'} {joined(places[by])}" for by in fewer)
    return f"{', '.join(counted)}, the {most} the others".replace(",,", ",")
