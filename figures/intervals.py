"""Interval plots: estimates with confidence intervals, a row each, a panel a data set."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from rankpress.figures.axes import (
    GAP,
    NumberedAxis,
    PanelPage,
    add_panel,
    choose_columns,
    draw_around_panels,
    fitting_ticks,
    lay_out_panels,
    limits_about,
    set_ticks,
)
from rankpress.figures.canvas import draw_line, draw_marks, line_step, open_canvas, root_figure
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import block_width, place_lines, wrap_apart
from rankpress.figures.wording import MOST, one_name, rest

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Interval = tuple[float, float, float]  # estimate, lower and upper bound; nan where there is none
Panel = tuple[str, Sequence[Interval]]

_EDGE = 0.05
_LEAST_PANEL = 1.0
_MOST_NAME = 0.3  # of the width


def interval_panels(
    names: Sequence[str],
    panels: Sequence[Panel],
    *,
    title: str,
    share_x: bool = False,
    among: Sequence[Panel] | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw estimates with their intervals, a row a name, in a panel for each data set.

    Parameters
    ----------
    names : sequence of str
        Of the rows, from the top; the same in all panels.
    panels : sequence of (str, sequence of (float, float, float))
        A title, and for each name its estimate and the bounds of its interval; nan where there is none.
    title : str
        Of the x axis, on which a vertical line marks 0; estimates whose intervals contain it are hollow.
    share_x : bool
        Whether all panels have the same x axis, on which lengths can be compared between them.
    among : sequence of panels, optional
        All panels of a study where this page shows some of them, for `share_x`.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no names or panels, or a panel has another number of intervals than there are names.

    Examples
    --------
    >>> panels = [("iris", [(0.05, 0.01, 0.09), (-0.01, -0.03, 0.01)])]
    >>> figure = interval_panels(["naive Bayes", "CART"], panels, title="difference in accuracy from majority")
    >>> len(figure.axes)
    2
    """
    if not names or not panels or any(len(rows) != len(names) for _, rows in panels):
        raise ValueError(f"panels: at least one is needed, each with {len(names)} intervals, one for each name")
    with drawing_context(style):
        page, lines = _lay_out(names, panels, title, style)
        grid, everything = page.grid, [row for _, rows in among or panels for row in rows]
        canvas = open_canvas(page.height, style)
        for number, (_, rows) in enumerate(panels):
            low, high = limits_about([0.0, *(end for row in (everything if share_x else rows) for end in _ends(row))])
            axis = NumberedAxis(low, high, fitting_ticks(low, high, grid.panel_width, style, beyond=GAP / 2 - 0.03))
            ax = add_panel(canvas, grid, number, style)
            ax.set_xlim(low, high)
            ax.set_ylim(len(names) - 0.5, -0.5)
            set_ticks(ax.xaxis, axis.ticks, style)
            set_ticks(ax.yaxis, (), style)
            ax.spines["left"].set_visible(False)
            draw_line(ax, [0.0, 0.0], [-0.5, len(names) - 0.5], style.muted, 0.7, "null", 1.0)
            for row, (estimate, lower, upper) in enumerate(rows):
                if isfinite(estimate):
                    colour = style.muted if lower <= 0 <= upper else style.ink
                    face = style.paper if lower <= 0 <= upper else colour
                    draw_line(ax, [lower, upper], [row, row], colour, 1.1, f"interval-{row}", 2.0)
                    draw_marks(ax, [estimate], [row], "o", colour, 3.0, f"estimate-{row}", face=face, edge=colour,
                               edge_width=0.7)  # fmt: skip
            if grid.is_first(number):
                left, top = grid.corner(number)
                for row, text in enumerate(lines):
                    middle = top + (row + 0.5) * grid.panel_height / len(names)
                    place_lines(canvas, left - 0.06, middle, text, style, ha="right", gid=f"name-{row}")
        draw_around_panels(canvas, page, style)
        return root_figure(canvas)


def interval_pages(
    names: Sequence[str], panels: Sequence[Panel], *, style: Style = PAPER
) -> tuple[Sequence[Panel], ...]:
    """Divide panels among pages no higher than the style's greatest height, as evenly as whole rows permit.

    Examples
    --------
    >>> [len(page) for page in interval_pages(["CART"], [(f"data {i}", [(0.1, 0.0, 0.2)]) for i in range(30)])]
    [30]
    """
    with drawing_context(style):
        across = _lay_out(names, panels, "", style)[0].grid.columns
        rows = -(-len(panels) // across)
        for pages in range(1, rows + 1):
            each = -(-rows // pages) * across
            divided = tuple(panels[start : start + each] for start in range(0, len(panels), each))
            heights = [_lay_out(names, page, "", style)[0].height + 2 * line_step(style) for page in divided]
            if max(heights) <= style.max_height:
                break
        return divided


def _lay_out(
    names: Sequence[str], panels: Sequence[Panel], title: str, style: Style
) -> tuple[PanelPage, list[tuple[str, ...]]]:
    """Place panels next to the names of their rows."""
    lines = wrap_apart(names, _MOST_NAME * style.width, style.font_size)
    left = _EDGE + max(block_width(text, style.font_size) for text in lines) + 0.1
    room = style.width - left - 0.1
    columns = choose_columns(len(panels), room, _LEAST_PANEL)
    size = ((room - (columns - 1) * GAP) / columns, max(0.3, len(names) * line_step(style)))
    titles, below = [name for name, _ in panels], 0.13 + line_step(style)
    page = lay_out_panels(titles, title, (), columns, left, size, style, below=below)
    return page, lines


def _ends(interval: Interval) -> tuple[float, ...]:
    return tuple(value for value in interval if isfinite(value))


def describe_intervals(names: Sequence[str], panels: Sequence[Panel], *, title: str) -> str:
    """Describe an interval plot by where the intervals lie; parameters as for `interval_panels`."""
    texts = []
    for row, name in enumerate(names[:MOST]):
        known = [rows[row] for _, rows in panels if isfinite(rows[row][0])]
        above, below = sum(low > 0 for _, low, _ in known), sum(high < 0 for *_, high in known)
        texts.append(f"{one_name(name)} {above}, {len(known) - above - below}, {below}")
    number = f"{len(panels)} panel{'' if len(panels) == 1 else 's'}"
    return (
        f"Intervals of the {title} in {number}. Number of panels where the interval lies above, across and below"
        f" 0: {'; '.join(texts)}{rest(len(names))}."
    )
