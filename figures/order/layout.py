"""Where nodes, arcs and names of a MultiTest graph go, in inches; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rankpress.figures.canvas import line_step
from rankpress.figures.isolation import isolated
from rankpress.figures.packing import flow_widths
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, text_width
from rankpress.figures.wrapping import longest_piece, wrap_text

EDGE = 0.05
RADIUS = 0.095  # of a node with a number in it
_WIDEST_SLOT = 1.1
_LONGEST_NAME = 1.5  # of a name that stands upright
_MOST_NUMBERED = 24  # places listed with their number in a node; of more, a smaller node stands before the number
_MOST_ARCS = 40  # that an eye can follow
_PORTS = 0.16  # to either side of a node's middle that arcs may end


@dataclass(frozen=True)
class Arc:
    """From the cheaper algorithm to the costlier, more accurate one: both ends' x, and the height."""

    cheaper: int
    costlier: int
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


def choose_layout(prior: Sequence[int], edges: Sequence[tuple[int, int]], style: Style) -> Literal["arcs", "rows"]:
    """What `layout="auto"` of `multitest_graph` is, so that a caption can tell.

    Arcs are for as many as an eye can follow, where nodes are apart far enough for the numbers of their places.

    Examples
    --------
    >>> choose_layout((0, 1, 2, 3), [(1, 0), (3, 2)], Style()), choose_layout(range(60), [], Style())
    ('arcs', 'rows')
    """
    slot = place_nodes(prior, style.width)[1]
    followed = len(orient_edges(edges, prior)) <= _MOST_ARCS and number_fits(slot, len(prior), style)
    return "arcs" if followed else "rows"


def place_nodes(prior: Sequence[int], width: float) -> tuple[dict[int, float], float]:
    """The x of each algorithm, the cheapest at the left, and the width that each has to itself."""
    slot = min(_WIDEST_SLOT, (width - 2 * EDGE) / len(prior))
    left = (width - slot * len(prior)) / 2
    return {algorithm: left + (place + 0.5) * slot for place, algorithm in enumerate(prior)}, slot


def orient_edges(edges: Sequence[tuple[int, int]], prior: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Each pair as (cheaper, costlier), whichever way it came: an edge always leads to the costlier."""
    place = {algorithm: place for place, algorithm in enumerate(prior)}
    pairs = (sorted(edge, key=lambda algorithm: place[algorithm]) for edge in edges)
    return tuple(sorted({(cheaper, costlier) for cheaper, costlier in pairs}))


def arrange_arcs(
    edges: Sequence[tuple[int, int]], nodes: Mapping[int, float], slot: float
) -> tuple[tuple[Arc, ...], float]:
    """Arcs nested in each other, and the height of the highest.

    At a node, arcs that arrive end left of those that leave, and of either the longer ones lie outside: so arcs that
    share a node do not cross.
    """
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
    whole = all(longest_piece(names[i], size) <= room and "…" not in "".join(level[i]) for i in prior)
    if whole:
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
    return tuple((at // columns, at % columns * step) for at in range(len(widths)))


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
    """How nodes look whose place the test decided, and the cost; the latter are drawn hollow."""
    return Look(style.ink, (), "o"), Look(style.ink, (), "o")


def number_fits(slot: float, count: int, style: Style) -> bool:
    """Whether nodes have room for the number of their place."""
    return slot >= 2 * RADIUS + 0.02 and text_width(str(count), style.font_size) <= 2 * RADIUS - 0.02
