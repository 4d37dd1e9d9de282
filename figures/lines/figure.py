"""Panels of lines with bands about them, such as curves of power and sensitivity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.axis import NumberedAxis
from rankpress.figures.canvas import axes_width, draw_legend, open_canvas, root_figure, set_dashes
from rankpress.figures.lines.layout import Line, LinePage, LinePanel, Reference, SecondAxis, lay_out_lines, line_looks
from rankpress.figures.panel_grid import add_panel
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import place_lines, write
from rankpress.figures.ticks import Ticks, set_ticks

_FEW = 12  # points of a line that are all marked


def line_panels(
    panels: Sequence[LinePanel],
    *,
    x_title: str,
    y_title: str,
    x_log: bool = False,
    y_range: tuple[float, float] | None = None,
    reference: Reference | None = None,
    columns: int | None = None,
    downwards: bool = False,
    second: SecondAxis | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw panels of lines on shared axes; in one panel alone, labels stand at the ends of few lines.

    Parameters
    ----------
    panels : sequence of LinePanel
    x_title, y_title : str
        What the axes show.
    x_log : bool
        Whether the x axis is logarithmic.
    y_range : (float, float), optional
        What the y axis has to show, such as (0, 1); what is drawn, by default.
    reference : Reference, optional
        A height to mark in all panels.
    columns : int, optional
        Panels beside each other; as many as have room, by default.
    downwards : bool
        Whether smaller values stand above larger ones, as p-values do where a rising line is to mean more power; labels
        then stand in the legend.
    second : SecondAxis, optional
        What heights mean in another unit, at the right of each row; labels then stand in the legend.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no panels, a panel has no lines, the parts of a line differ in length, or an x that is not positive
        is to be drawn on a logarithmic axis.

    Examples
    --------
    >>> power = Line("Wilcoxon", [5, 10, 20], [0.2, 0.5, 0.9], [0.1, 0.4, 0.8], [0.3, 0.6, 1.0])
    >>> figure = line_panels(
    ...     [LinePanel("", [power])], x_title="data sets", y_title="power", reference=Reference(0.8, "power of 0.8")
    ... )
    >>> len(figure.axes)
    2
    """
    _check(panels, x_log)
    with drawing_context(style):
        style = axes_width(ax, style)
        looks = line_looks(panels, style)
        page = lay_out_lines(
            panels, looks, (x_title, y_title), x_log, y_range, reference, columns, second, downwards, style
        )
        canvas = open_canvas(page.height, style, ax)
        for number, panel in enumerate(panels):
            _draw_panel(canvas, page, number, panel, looks, reference, downwards, style)
        _draw_second_axis(canvas, page, second, downwards, style)
        _draw_end_labels(canvas, page, panels[0].lines, looks, style)
        write(canvas, 0.09, page.grid.middle, page.y_title, style, ha="center", va="center", rotation=90, gid="y-title")
        place_lines(canvas, page.grid.centre, page.x_title_y, page.x_title, style, ha="center", gid="x-title")
        draw_legend(canvas, page.legend, page.grid.left, 0.05, style)
        return root_figure(canvas)


def _check(panels: Sequence[LinePanel], x_log: bool) -> None:
    if not panels or not all(panel.lines for panel in panels):
        raise ValueError("panels: at least one is needed, and a line in each")
    for line in (line for panel in panels for line in panel.lines):
        if len({len(row) for row in (line.xs, line.ys, line.lows, line.highs) if row is not None}) > 1:
            raise ValueError(f"the line {line.label!r}: xs, ys, lows and highs differ in length")
        if x_log and not all(x > 0 for x in line.xs):
            raise ValueError(f"the line {line.label!r}: on a logarithmic axis all xs must be positive")


def _draw_panel(
    canvas: Axes,
    page: LinePage,
    number: int,
    panel: LinePanel,
    looks: Mapping[str, Look],
    reference: Reference | None,
    downwards: bool,
    style: Style,
) -> None:
    grid = page.grid
    ax = add_panel(canvas, grid, number, style)
    ax.set_xlim(page.x.first, page.x.last)
    set_ticks(ax.xaxis, _ticks(page.x), style, numbered=grid.is_lowest(number))
    set_ticks(ax.yaxis, _ticks(page.y), style, numbered=grid.is_first(number))
    ax.set_ylim(*((page.y.last, page.y.first) if downwards else (page.y.first, page.y.last)))
    if reference is not None:
        level = Line2D([page.x.first, page.x.last], [reference.value] * 2, color=style.muted, linewidth=0.8)
        level.set(gid="reference", zorder=1.5, dashes=(4.0, 2.0))
        ax.add_line(level)
    for place, line in enumerate(panel.lines):
        _draw_line(ax, place, line, looks[line.label], page.x.log, style)
    left, top = grid.corner(number)
    title = page.titles[number]
    middle = top - 0.03 - 0.5 * len(title) * 1.25 * style.font_size / 72
    place_lines(canvas, left + grid.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")


def _draw_second_axis(canvas: Axes, page: LinePage, second: SecondAxis | None, downwards: bool, style: Style) -> None:
    """Write the heights' other meaning right of the last panel of each row, and its title."""
    if second is None:
        return
    grid = page.grid
    for number in range(grid.count):
        if not grid.is_last(number) and number + 1 < grid.count:
            continue
        left, top = grid.corner(number)
        x = left + grid.panel_width + 0.06
        for height, text in second.ticks:
            share = page.y.share(height)
            y = top + grid.panel_height * (share if downwards else 1 - share)
            write(canvas, x, y, text, style, va="center", gid=f"second-{number}")
    write(
        canvas,
        style.width - 0.09,
        grid.middle,
        second.title,
        style,
        ha="center",
        va="center",
        rotation=90,
        gid="second-title",
    )


def _ticks(axis: NumberedAxis) -> Ticks:
    return Ticks((axis.first, axis.last), tuple(at for at, _ in axis.ticks), tuple(text for _, text in axis.ticks))


def _draw_line(ax: Axes, number: int, line: Line, look: Look, x_log: bool, style: Style) -> None:
    """Draw a line, markers on some of its points, and the band about it."""
    xs = _logarithms(line.xs) if x_log else np.asarray(line.xs, dtype=np.float64)
    if line.lows is not None and line.highs is not None:
        band = ax.fill_between(xs, line.lows, line.highs, color=look.colour, alpha=0.16, linewidth=0)
        band.set(gid=f"band-{number}", zorder=1)
    drawn = Line2D(xs, line.ys, color=look.colour, linewidth=1.2, marker=look.marker, markersize=3.8)
    drawn.set(gid=f"line-{number}", zorder=2 + number / 1000, markevery=max(1, -(-len(xs) // _FEW)))
    drawn.set(markeredgewidth=0.3, markeredgecolor=style.paper)
    set_dashes(drawn, look.dashes)
    ax.add_line(drawn)


def _logarithms(xs: Sequence[float]) -> npt.NDArray[np.float64]:
    return np.array([log10(x) for x in xs])


def _draw_end_labels(
    canvas: Axes, page: LinePage, lines: Sequence[Line], looks: Mapping[str, Look], style: Style
) -> None:
    """Write labels right of the panel, each tied to the end of its line."""
    right = page.grid.right
    for number, (label, line) in enumerate(zip(page.end_labels, lines if page.end_labels else (), strict=True)):
        x = log10(line.xs[-1]) if page.x.log else line.xs[-1]
        start = page.grid.left + page.x.share_of(x) * page.grid.panel_width + 0.04
        leader = Line2D([start, right, right + 0.12], [label.end, label.end, label.middle], linewidth=0.5)
        leader.set(color=looks[line.label].colour, clip_on=False, gid=f"leader-{number}", zorder=1.2)
        canvas.add_line(leader)
        place_lines(canvas, right + 0.14, label.middle, [label.text], style, gid=f"label-{number}")
