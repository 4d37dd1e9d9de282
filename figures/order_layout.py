"""Where nodes, arcs and names of a MultiTest graph go, in inches; many algorithms in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    draw_legend,
    draw_line,
    draw_marks,
    flow_widths,
    line_step,
    open_canvas,
)
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, longest_piece, place_lines, text_width, wrap_text
from rankpress.figures.wording import isolated

if TYPE_CHECKING:
    from matplotlib.axes import Axes


EDGE = 0.05
RADIUS = 0.095  # of a node with a number in it
_WIDEST_SLOT = 1.1
_LONGEST_NAME = 1.5  # of a name that stands upright
_MOST_NUMBERED = 24  # places listed with their number in a node; of more, a smaller node stands before the number
NO_TEST = "No test puts a more expensive algorithm before a cheaper one."
_PORTS = 0.16  # to either side of a node's middle that arcs may end


@dataclass(frozen=True)
class Arc:
    """From the cheaper algorithm to the more expensive, more accurate one: both ends' x, and the height."""

    cheaper: int
    expensive: int
    begin: float
    end: float
    height: float


@dataclass(frozen=True)
class NodeNames:
    """Names under the nodes, in lines; upright ones stand in `tiers`, of which each begins at an offset."""

    lines: Mapping[int, tuple[str, ...]]
    upright: bool
    tiers: Mapping[int, float]
    height: float


@dataclass(frozen=True)
class OrderEntry:
    """A place in the resulting order: its node, with the middle measured from the list's top left, and its name."""

    x: float
    y: float
    radius: float
    number: str
    lines: tuple[str, ...]


def place_nodes(prior: Sequence[int], width: float) -> tuple[dict[int, float], float]:
    """Return the x of each algorithm, the cheapest at the left, and the width that each has to itself."""
    slot = min(_WIDEST_SLOT, (width - 2 * EDGE) / len(prior))
    left = (width - slot * len(prior)) / 2
    return {algorithm: left + (place + 0.5) * slot for place, algorithm in enumerate(prior)}, slot


def orient_edges(edges: Sequence[tuple[int, int]], prior: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Each pair as (cheaper, more expensive), whichever way it came: an edge always leads to the more expensive."""
    place = {algorithm: place for place, algorithm in enumerate(prior)}
    pairs = (sorted(edge, key=lambda algorithm: place[algorithm]) for edge in edges)
    return tuple(sorted({(cheaper, expensive) for cheaper, expensive in pairs}))


def arrange_arcs(
    edges: Sequence[tuple[int, int]], nodes: Mapping[int, float], slot: float
) -> tuple[tuple[Arc, ...], float]:
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
        Arc(*edge, ports[edge, edge[0]], ports[edge, edge[1]], highest * (spans[edge] / widest) ** 0.8)
        for edge in sorted(edges, key=lambda edge: -spans[edge])
    )
    return arcs, highest


def arrange_node_names(names: Sequence[str], prior: Sequence[int], slot: float, style: Style) -> NodeNames:
    """Set names in lines under their nodes, or upright where a word is wider than a node's room."""
    size = style.font_size
    room = slot - 0.07
    level = {i: wrap_text(names[i], room, size, max_lines=3) for i in prior}
    fits = all(longest_piece(names[i], size) <= room and "…" not in "".join(level[i]) for i in prior)
    if fits:
        height = max(block_height(lines, size) for lines in level.values())
        return NodeNames(level, False, dict.fromkeys(prior, 0.0), height)
    line = line_step(style)
    lines_wide = max(1, min(3, int(slot / line)))
    upright = {i: wrap_text(names[i], _LONGEST_NAME, size, max_lines=lines_wide) for i in prior}
    tiers = -(-line // slot) if slot < line else 1
    length = max(block_width(lines, size) for lines in upright.values())
    offsets = {i: (place % tiers) * (length + 0.08) for place, i in enumerate(prior)}
    return NodeNames(upright, True, offsets, tiers * (length + 0.08))


def _in_columns(widths: Sequence[float], width: float) -> tuple[tuple[int, float], ...]:
    """Row and offset of each entry: in columns, or where a long name makes those few, one close after the other."""
    gap = 0.16
    step = max(widths) + gap
    columns = max(1, int((width + gap) / step))
    flowed = flow_widths(widths, width, gap)
    if -(-len(widths) // columns) > flowed[-1][0] + 2:
        return flowed
    step = min(width / columns, 1.5 * step)
    return tuple((index // columns, index % columns * step) for index in range(len(widths)))


def arrange_order(
    names: Sequence[str], order: Sequence[int], width: float, style: Style
) -> tuple[tuple[OrderEntry, ...], float]:
    """Let the places of the resulting order follow each other in lines, and how high they are together."""
    size = style.font_size
    compact = len(order) > _MOST_NUMBERED
    radius = 0.04 if compact else RADIUS
    indent = 2 * radius + 0.05
    texts = [f"{place}. {isolated(names[i])}" if compact else names[i] for place, i in enumerate(order, start=1)]
    lines = [wrap_text(text, width * 0.6, size, max_lines=2) for text in texts]
    places = _in_columns([indent + block_width(entry, size) for entry in lines], width)
    row_heights: dict[int, float] = {}
    for (row, _), entry in zip(places, lines, strict=True):
        high = max(block_height(entry, size), 2 * radius + 0.03)
        row_heights[row] = max(high, row_heights.get(row, 0.0))
    tops = {row: sum(row_heights[above] for above in range(row)) for row in row_heights}
    entries = tuple(
        OrderEntry(offset + radius, tops[row] + row_heights[row] / 2, radius, "" if compact else str(place), entry)
        for place, ((row, offset), entry) in enumerate(zip(places, lines, strict=True), start=1)
    )
    return entries, sum(row_heights.values())


def decision_looks(style: Style) -> tuple[Look, Look]:
    """Return how nodes look whose place the test decided, and the cost; the latter are drawn hollow."""
    return Look(style.ink, (), "o"), Look(style.ink, (), "o")


def number_fits(slot: float, count: int, style: Style) -> bool:
    """Return whether nodes have room for the number of their place."""
    return slot >= 2 * RADIUS + 0.02 and text_width(str(count), style.font_size) <= 2 * RADIUS - 0.02


_GAP = 0.07  # between the parts of a row
_TIGHTEST = 1.18  # of the type size, from row to row
_WIDEST_COLUMN = 0.22
_MOST_GUIDED = 30  # columns that have a guide line each


@dataclass(frozen=True)
class OrderRows:
    """The parts of the figure, in inches: rows from the top, columns from the left."""

    rows: Mapping[int, float]  # the middle of each algorithm's row
    columns: Mapping[int, float]  # the middle of each algorithm's column, the cheapest first
    number_x: float  # number_x, name_x: right edge of the places' numbers, left edge of the names
    name_x: float
    names: Mapping[int, tuple[str, ...]]
    step: float  # from column to column
    heading: tuple[str, ...]  # what the columns go by
    top: float  # top, bottom: where the columns begin and end
    bottom: float
    legend: Legend
    height: float


def lay_out_rows(
    names: Sequence[str], prior: Sequence[int], order: Sequence[int], cost_label: str, style: Style, *, edges: bool
) -> OrderRows:
    """Give the names what they need up to two fifths of the width, and the columns the rest."""
    size, line, count = style.font_size, line_step(style), len(order)
    number_x = EDGE + text_width(str(count), size)
    name_x = number_x + _GAP
    wrapped = {i: wrap_text(names[i], 0.4 * style.width, size) for i in order}
    left = name_x + max(block_width(lines, size) for lines in wrapped.values()) + 2 * _GAP
    right = style.width - EDGE - text_width(str(count), size) / 2
    step = min(_WIDEST_COLUMN, (right - left) / count)
    columns = {i: left + (index + 0.5) * step for index, i in enumerate(prior)}
    heading = wrap_text(f"Place by {isolated(cost_label)}, 1 the cheapest", style.width - 2 * EDGE, size, max_lines=2)
    legend = arrange_legend(_legend_entries(style, edges=edges), style.width - 2 * EDGE, style)
    top = EDGE + block_height(heading, size) + line + 0.06
    below = 0.06 + legend.height + EDGE
    least = _TIGHTEST * size / 72
    row = max(least, min(1.3 * line, (style.max_height - top - below - 0.01) / count))
    heights = [max(row, block_height(wrapped[i], size) - line + least) for i in order]
    rows = {i: top + sum(heights[:index]) + heights[index] / 2 for index, i in enumerate(order)}
    bottom = top + sum(heights)
    return OrderRows(rows, columns, number_x, name_x, wrapped, step, heading, top, bottom, legend, bottom + below)


def _legend_entries(style: Style, *, edges: bool) -> tuple[LegendEntry, ...]:
    test, cost = decision_looks(style)
    return (
        LegendEntry("place decided by the test", test, line=False),
        LegendEntry("by the cost", cost, line=False, hollow=True),
        LegendEntry("a cheaper one that it is put before", Look(style.accent, (), "."), line=False)
        if edges
        else LegendEntry(NO_TEST),
    )


def draw_rows(
    plan: OrderRows,
    edges: Sequence[tuple[int, int]],
    prior: Sequence[int],
    order: Sequence[int],
    decided_by: Sequence[str],
    style: Style,
    ax: Axes | None,
) -> Axes:
    """Draw a row a place; `edges` are (cheaper, more expensive)."""
    canvas = open_canvas(plan.height, style, ax)
    _draw_head(canvas, plan, prior, style)
    beaten: dict[int, list[int]] = {}
    for cheaper, expensive in edges:
        beaten.setdefault(expensive, []).append(cheaper)
    for place, (i, decided) in enumerate(zip(order, decided_by, strict=True), start=1):
        y = plan.rows[i]
        place_lines(canvas, plan.number_x, y, [str(place)], style, colour=style.muted, ha="right", gid=f"place-{i}")
        place_lines(canvas, plan.name_x, y, plan.names[i], style, gid=f"name-{i}")
        _draw_strip(canvas, plan, i, sorted(beaten.get(i, ())), style, by_test=decided == "test")
    draw_legend(canvas, plan.legend, EDGE, plan.bottom + 0.06, style)
    return canvas


def _draw_head(ax: Axes, plan: OrderRows, prior: Sequence[int], style: Style) -> None:
    """Write what the columns go by, and number as many as have room."""
    size = style.font_size
    first, across = min(plan.columns.values()) - plan.step / 2, block_width(plan.heading, size)
    left = max(EDGE, min(first, style.width - EDGE - across))  # above the columns, or as near as there is room
    place_lines(ax, left, EDGE + block_height(plan.heading, size) / 2, plan.heading, style, gid="cost")
    middle = plan.top - 0.04 - line_step(style) / 2
    apart = (text_width(str(len(prior)), size) + 0.08) / plan.step
    every = next((step for step in (1, 2, 5, 10, 20, 50) if step >= apart), len(prior))
    for index, i in enumerate(prior, start=1):
        x = plan.columns[i]
        numbered = index % every == 0 or (index == 1 and every >= 5)
        if numbered:
            place_lines(ax, x, middle, [str(index)], style, colour=style.muted, ha="center", gid=f"column-{i}")
        if numbered or len(prior) <= _MOST_GUIDED:
            draw_line(ax, (x, x), (plan.top, plan.bottom), style.faint, 0.4, f"guide-{i}", 0.6)


def _draw_strip(ax: Axes, plan: OrderRows, i: int, beaten: Sequence[int], style: Style, *, by_test: bool) -> None:
    """Draw the node in the algorithm's own column, and dots in those of the cheaper ones that it is put before."""
    x, y = plan.columns[i], plan.rows[i]
    ends = min(plan.columns.values()), max(plan.columns.values())
    draw_line(ax, ends, (y, y), style.faint, 0.4, f"row-{i}", 0.5)
    if beaten:
        farthest = min(plan.columns[j] for j in beaten)
        draw_line(ax, (farthest, x), (y, y), style.accent, 0.6, f"reach-{i}", 1.0)
    wide = plan.step * 72
    for j in beaten:
        draw_marks(
            ax, [plan.columns[j]], [y], "o", style.accent, min(3.2, max(1.3, 0.6 * wide)), f"arc-{j}-{i}", zorder=2
        )
    face, size = style.ink if by_test else style.paper, 5.0 if wide > 5 else 4.0
    draw_marks(ax, [x], [y], "o", style.ink, size, f"node-{i}", face=face, edge_width=0.8)
