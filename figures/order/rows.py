"""A MultiTest graph of many algorithms: a row each in the resulting order, a column each in order of cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    draw_legend,
    draw_line,
    line_step,
    open_canvas,
)
from rankpress.figures.isolation import isolated
from rankpress.figures.order.layout import EDGE, decision_looks
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, place_lines, text_width
from rankpress.figures.wrapping import wrap_text

_GAP = 0.07  # between the parts of a row
_TIGHTEST = 1.18  # of the type size, from row to row
_WIDEST_COLUMN = 0.22
_MOST_GUIDED = 30  # columns that have a guide line each


@dataclass(frozen=True)
class OrderRows:
    """The parts of the figure, in inches: rows from the top, columns from the left.

    Parameters
    ----------
    rows : mapping of int to float
        The middle of each algorithm's row.
    columns : mapping of int to float
        The middle of each algorithm's column, the cheapest first.
    number_x, name_x : float
        Right edge of the places' numbers, left edge of the names.
    names : mapping of int to tuple of str
    step : float
        From column to column.
    heading : tuple of str
        What the columns go by.
    top, bottom : float
        Where the columns begin and end.
    """

    rows: Mapping[int, float]
    columns: Mapping[int, float]
    number_x: float
    name_x: float
    names: Mapping[int, tuple[str, ...]]
    step: float
    heading: tuple[str, ...]
    top: float
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
    columns = {i: left + (at + 0.5) * step for at, i in enumerate(prior)}
    heading = wrap_text(f"Place by {isolated(cost_label)}, 1 the cheapest", style.width - 2 * EDGE, size, max_lines=2)
    legend = arrange_legend(_legend_entries(style, edges=edges), style.width - 2 * EDGE, style)
    top = EDGE + block_height(heading, size) + line + 0.06
    below = 0.06 + legend.height + EDGE
    least = _TIGHTEST * size / 72
    row = max(least, min(1.3 * line, (style.max_height - top - below - 0.01) / count))
    heights = [max(row, block_height(wrapped[i], size) - line + least) for i in order]
    rows = {i: top + sum(heights[:at]) + heights[at] / 2 for at, i in enumerate(order)}
    bottom = top + sum(heights)
    return OrderRows(rows, columns, number_x, name_x, wrapped, step, heading, top, bottom, legend, bottom + below)


def _legend_entries(style: Style, *, edges: bool) -> tuple[LegendEntry, ...]:
    width = style.width - 2 * EDGE - 0.2
    test, cost = decision_looks(style)
    rows = [
        ("place decided by the test", test, False),
        ("by the cost", cost, True),
        ("a cheaper one that it is put before", Look(style.accent, (), "."), False)
        if edges
        else ("No test puts a costlier algorithm before a cheaper one.", None, False),
    ]
    return tuple(
        LegendEntry(wrap_text(text, width, style.font_size, max_lines=3), look, line=False, hollow=hollow)
        for text, look, hollow in rows
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
    """Draw a row a place; `edges` are (cheaper, costlier)."""
    canvas = open_canvas(plan.height, style, ax)
    _draw_head(canvas, plan, prior, style)
    beaten: dict[int, list[int]] = {}
    for cheaper, costlier in edges:
        beaten.setdefault(costlier, []).append(cheaper)
    for place, (i, decided) in enumerate(zip(order, decided_by, strict=True), start=1):
        y = plan.rows[i]
        place_lines(canvas, plan.number_x, y, [str(place)], style, colour=style.muted, ha="right", gid=f"place-{place}")
        place_lines(canvas, plan.name_x, y, plan.names[i], style, gid=f"order-{place}")
        _draw_strip(canvas, plan, i, sorted(beaten.get(i, ())), style, by_test=decided == "test")
    draw_legend(canvas, plan.legend, EDGE, plan.bottom + 0.06, style)
    return canvas


def _draw_head(ax: Axes, plan: OrderRows, prior: Sequence[int], style: Style) -> None:
    """Write what the columns go by, and number as many as have room."""
    size = style.font_size
    right = style.width - EDGE
    place_lines(ax, right, EDGE + block_height(plan.heading, size) / 2, plan.heading, style, ha="right", gid="cost")
    middle = plan.top - 0.04 - line_step(style) / 2
    apart = (text_width(str(len(prior)), size) + 0.08) / plan.step
    every = next((step for step in (1, 2, 5, 10, 20, 50) if step >= apart), len(prior))
    for at, i in enumerate(prior, start=1):
        x = plan.columns[i]
        numbered = at % every == 0 or (at == 1 and every >= 5)
        if numbered:
            place_lines(ax, x, middle, [str(at)], style, colour=style.muted, ha="center", gid=f"column-{i}")
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
        dot = Line2D([plan.columns[j]], [y], linestyle="none", marker="o", color=style.accent, clip_on=False)
        dot.set(gid=f"arc-{j}-{i}", markersize=min(3.2, max(1.3, 0.6 * wide)), markeredgewidth=0, zorder=2)
        ax.add_line(dot)
    node = Line2D([x], [y], linestyle="none", marker="o", color=style.ink, clip_on=False)
    node.set(markersize=5.0 if wide > 5 else 4.0, markeredgewidth=0.8, zorder=3, gid=f"node-{i}")
    node.set_markerfacecolor(style.ink if by_test else style.paper)
    ax.add_line(node)
