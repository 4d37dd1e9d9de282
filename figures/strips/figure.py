"""P-values of conclusions when something of a study is otherwise: a strip a conclusion, a mark each time."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.canvas import axes_width, draw_legend, draw_line, line_step, open_canvas, root_figure
from rankpress.figures.strips.layout import EDGE, GAP, TICK, Series, StripPage, lay_out_strips
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import place_lines


def p_strips(
    names: Sequence[str],
    own: Sequence[float],
    series: Series,
    *,
    alpha: float,
    title: str = "p",
    own_label: str = "as it is",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a strip for each conclusion: its p-value, and what becomes of it under each of several changes.

    Parameters
    ----------
    names : sequence of str
        The conclusions, in the order of the strips.
    own : sequence of float
        The p-value of each as it is.
    series : mapping of str to sequence of sequence of float
        For each kind of change, the p-values of each conclusion under the changes of that kind; nan where a change says
        nothing of it.
    alpha : float
        The level that is marked.
    title : str
        Of the axis.
    own_label : str
        What the p-values `own` are.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no conclusions, or not as many p-values or rows of them as conclusions.

    Examples
    --------
    >>> figure = p_strips(
    ...     ["A and B", "A and C"],
    ...     [0.04, 0.2],
    ...     {"a data set left out": [[0.03, 0.06], [0.1, 0.3]], "another test": [[0.01], [0.04]]},
    ...     alpha=0.05,
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    if not names or len(own) != len(names) or any(len(rows) != len(names) for rows in series.values()):
        raise ValueError(f"names: got {len(names)} with {len(own)} p-values; as many rows of each series are needed")
    with drawing_context(style):
        style = axes_width(ax, style)
        looks = {label: style.look(number) for number, label in enumerate(series)}
        level = f"level {alpha:g}"
        page = lay_out_strips(names, own, series, looks, (title, own_label, level), alpha, style)
        canvas = open_canvas(page.height, style, ax)
        _draw_axis(canvas, page, alpha, style)
        for row, p in enumerate(own):
            _draw_strip(canvas, page, row, p, series, looks, style)
        draw_legend(canvas, page.legend, EDGE, page.bottom + 0.06, style)
        return root_figure(canvas)


def _draw_axis(ax: Axes, page: StripPage, alpha: float, style: Style) -> None:
    """Draw the axis above, faint lines down from its numbers, and the level."""
    y = page.axis_y
    draw_line(ax, [page.left, page.right], [y, y], style.ink, 0.8, "axis")
    middle = y - TICK - line_step(style) / 2
    for number, (place, text) in enumerate(page.axis.ticks):
        x = page.left + page.axis.share_of(place) * (page.right - page.left)
        draw_line(ax, [x, x], [y - TICK, y], style.ink, 0.8, f"tick-{number}")
        draw_line(ax, [x, x], [y, page.bottom], style.faint, 0.4, f"guide-{number}", zorder=0.5)
        place_lines(ax, x, middle, [text], style, ha="center", gid=f"number-{number}")
    place_lines(ax, (page.left + page.right) / 2, page.title_y, page.title, style, ha="center", gid="title")
    at = page.x(alpha)
    level = Line2D([at, at], [y, page.bottom], color=style.muted, linewidth=0.8, clip_on=False)
    level.set(gid="level", zorder=0.8, dashes=(4.0, 2.0))
    ax.add_line(level)


def _draw_strip(
    ax: Axes, page: StripPage, row: int, own: float, series: Series, looks: dict[str, Look], style: Style
) -> None:
    strip = page.strips[row]
    place_lines(ax, page.left - GAP, strip.middle, strip.name, style, ha="right", gid=f"name-{row}")
    if row:
        draw_line(ax, [EDGE, page.right], [strip.top, strip.top], style.faint, 0.4, f"rule-{row}", zorder=0.4)
    if isfinite(own):
        x, half = page.x(own), 0.42 * strip.height
        draw_line(ax, [x, x], [strip.middle - half, strip.middle + half], style.ink, 1.6, f"own-{row}", zorder=1.5)
    for lane, (label, rows) in enumerate(series.items()):
        known = [page.x(p) for p in rows[row] if isfinite(p)]
        if not known:
            continue
        look, y = looks[label], strip.lane(lane, len(series))
        marks = Line2D(known, [y] * len(known), linestyle="none", marker=look.marker, color=look.colour, clip_on=False)
        marks.set(markersize=3.4, markeredgewidth=0.3, markeredgecolor=style.paper, zorder=2 + lane / 100)
        marks.set(gid=f"marks-{row}-{lane}")
        ax.add_line(marks)
