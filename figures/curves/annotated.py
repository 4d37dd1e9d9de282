"""One confidence curve with its key elements named, after Berrar (2017), figure 3."""

from __future__ import annotations

import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.canvas import axes_width, draw_legend, open_canvas, root_figure, set_dashes
from rankpress.figures.curves.annotated_layout import AnnotatedLayout, Shown, lay_out_annotated
from rankpress.figures.curves.artists import (
    curve_line,
    draw_flags,
    label_confidence,
    set_axes,
    write_p_axes,
)
from rankpress.figures.curves.layout import HEADROOM
from rankpress.figures.isolation import isolated
from rankpress.figures.panel_grid import add_panel
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import place_lines
from rankpress.stats.curves import Curve


def annotated_confidence_curve(
    curve: Curve,
    *,
    first: str,
    second: str,
    metric: str = "score",
    dataset: str = "",
    null: float = 0.0,
    level: float = 0.95,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the confidence curve of one pair with the names and values of its key elements.

    Named are the point estimate, the confidence interval, the null value with its p-value, the entangled null value,
    which has the same p-value, so that the data favour neither, and the area under the curve, which is the smaller the
    more precise the estimate is.

    Parameters
    ----------
    curve : Curve
        Of the score of the first less that of the second.
    first, second : str
        The two algorithms.
    metric : str
        What the difference is a difference in.
    dataset : str
        Written above; may be empty.
    null : float
        The difference that stands as null.
    level : float
        Confidence level of the interval.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949, figure 3. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ConfidenceCurve(0.15, 0.1, 99)
    >>> figure = annotated_confidence_curve(curve, first="random forest", second="CART", metric="accuracy")
    >>> [text.get_text() for text in figure.findobj() if (text.get_gid() or "").startswith("flag-")]
    ['point estimate 0.15', 'null value 0', 'entangled null value 0.30']
    """
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")
    with drawing_context(style):
        style = axes_width(ax, style)
        shown = Shown(curve, null, level)
        title = f"difference in {isolated(metric)}, {isolated(first)} less {isolated(second)}"
        layout = lay_out_annotated(shown, dataset, title, style)
        canvas = open_canvas(layout.height, style, ax)
        panel = add_panel(canvas, layout.grid, 0, style)
        _draw_elements(panel, shown, style)
        set_axes(panel, layout.ticks, layout.grid.panel_height, style, p_labels=True, x_labels=True)
        _draw_names(canvas, layout, style)
        return root_figure(canvas)


def _draw_elements(ax: Axes, shown: Shown, style: Style) -> None:
    """Draw area, curve, interval, null line, and the p-value's line to the entangled null value."""
    curve, level, p = shown.curve, shown.level, shown.p
    xs, ps = curve_line(curve, style.max_height)
    ax.fill_between(xs, ps, color=style.shade, linewidth=0, zorder=1, gid="area")
    _line(ax, "null", [shown.null] * 2, [0, HEADROOM], style.accent, 0.9, 1.5)
    _line(ax, "curve", xs, ps, style.ink, 1.3, 2)
    _line(ax, "estimate", [curve.difference] * 2, [0, 1], style.muted, 0.6, 1.4, (4, 2))
    low, high = curve.interval(level)
    _line(ax, "interval", [low, high], [1 - level] * 2, style.ink, 2.4, 2.5)
    _mark(ax, "interval-ends", [low, high], 1 - level, style.ink, "|", 7)
    reach = shown.entangled if shown.sees_entangled else shown.null
    left = shown.limits[0]
    _line(ax, "p-null", [left, max(reach, shown.null)], [p, p], style.accent, 0.9, 1.6, (1.4, 1.2))
    _mark(ax, "null-mark", [shown.null], p, style.accent, "o", 4.5)
    if shown.sees_entangled:
        _mark(ax, "entangled", [shown.entangled], p, style.accent, "*", 8)
    _mark(ax, "peak", [curve.difference], 1.0, style.ink, "D", 3.6)


def _line(
    ax: Axes,
    gid: str,
    xs: npt.ArrayLike,
    ys: npt.ArrayLike,
    colour: str,
    width: float,
    zorder: float,
    dashes: tuple[float, ...] = (),
) -> None:
    line = Line2D(xs, ys, color=colour, linewidth=width, solid_capstyle="butt")
    line.set(gid=gid, zorder=zorder)
    set_dashes(line, dashes)
    ax.add_line(line)


def _mark(ax: Axes, gid: str, xs: list[float], y: float, colour: str, marker: str, size: float) -> None:
    marks = Line2D(xs, [y] * len(xs), color=colour, linestyle="none", marker=marker)
    marks.set(gid=gid, zorder=3, markersize=size, markeredgewidth=1.2 if marker == "|" else 0)
    ax.add_line(marks)


def _draw_names(canvas: Axes, layout: AnnotatedLayout, style: Style) -> None:
    grid = layout.grid

    def height_of(p: float) -> float:
        return grid.top + grid.panel_height * (1 - p / HEADROOM)

    if layout.flags:
        colours = [style.muted if one.gid == "estimate" else style.accent for one in layout.named]
        feet = [height_of(HEADROOM if one.gid == "null" else one.p) for one in layout.named]
        draw_flags(canvas, layout.flags, colours, feet, grid.top, style)
    label_confidence(canvas, grid.right, grid.top, grid.panel_height, style)
    write_p_axes(canvas, grid, style)
    place_lines(canvas, grid.centre, layout.title_y, layout.title, style, ha="center", gid="title")
    place_lines(canvas, grid.centre, layout.x_title_y, layout.x_title, style, ha="center", gid="x-title")
    draw_legend(canvas, layout.legend, grid.left, 0.05, style)
