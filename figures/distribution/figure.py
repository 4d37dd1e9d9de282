"""How the ranks of each algorithm spread over the data sets: boxes with a dot a data set, or bars about a line."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from rankpress.figures.canvas import axes_width, draw_legend, draw_line, line_step, open_canvas, root_figure
from rankpress.figures.distribution.layout import (
    EDGE,
    FILLED,
    TICK,
    Chart,
    Form,
    Row,
    bar_width,
    lay_out_chart,
    place_dots,
)
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import place_lines
from rankpress.stats.spread import Spread

_BOX = 0.52  # of a row's height


def rank_distribution(
    names: Sequence[str],
    ranks: Sequence[Sequence[float]],
    spread: Spread,
    *,
    form: Form = "box",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw how the ranks of each algorithm spread, the best average first.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    ranks : (n_algorithms, n_datasets) sequence
        Ranks of each, 1 being best; nan where there is none.
    spread : Spread
        Their summary, from `rankpress.stats.spread` of the transposed ranks.
    form : {'box', 'violin'}
        A box from quartile to quartile with lines to the ends, and a dot for each data set as far as they have room;
        or a bar at each rank, as high as the number of data sets that give it, each row on a scale of its own.
        Nothing is smoothed: ranks are whole numbers, or halves where some are tied, and a smooth density would show
        ranks that nobody has.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no algorithms, not as many ranks as names, or ranks that are below 1 or above the number of
        algorithms.

    Examples
    --------
    >>> from rankpress.stats import spread
    >>> ranks = [[1, 1, 2, 1], [2, 3, 1, 2], [3, 2, 3, 3]]
    >>> figure = rank_distribution(["naive Bayes", "CART", "1-NN"], ranks, spread(list(zip(*ranks))))
    >>> float(figure.get_figwidth())
    5.5
    """
    _check(names, ranks, spread, form)
    with drawing_context(style):
        style = axes_width(ax, style)
        chart = lay_out_chart(names, [[float(rank) for rank in own] for own in ranks], spread, form=form, style=style)
        canvas = open_canvas(chart.height, style, ax)
        _draw_axis(canvas, chart, style)
        for row in chart.rows:
            _write_row(canvas, chart, row, style)
            if not row.counts:
                continue
            if form == "violin":
                _draw_bars(canvas, chart, row, style)
            else:
                _draw_box(canvas, chart, row, spread, style)
            _draw_middles(canvas, chart, row, spread, style)
        draw_legend(canvas, chart.legend, EDGE, chart.bottom + 0.04, style)
        return root_figure(canvas)


def _check(names: Sequence[str], ranks: Sequence[Sequence[float]], spread: Spread, form: str) -> None:
    if not names or len(ranks) != len(names) or len(spread.mean) != len(names):
        raise ValueError(f"got {len(names)} names, ranks and summaries of {len(ranks)} and {len(spread.mean)}")
    if not all(1 <= rank <= len(names) for own in ranks for rank in own if isfinite(rank)):
        raise ValueError(f"ranks: numbers from 1 to {len(names)}, the number of algorithms, are needed")
    if form not in ("box", "violin"):
        raise ValueError(f"form: got {form!r}; 'box' or 'violin' is needed")


def _draw_axis(ax: Axes, chart: Chart, style: Style) -> None:
    """Draw the axis above, and faint lines down from the ranks that it numbers."""
    y, half = chart.axis_y, chart.scale.inches_per_rank / 2
    ends = [chart.scale.x(1) - half, chart.scale.x(len(chart.rows)) + half]
    draw_line(ax, ends, [y, y], style.ink, 0.8, "axis")
    middle = y - TICK - line_step(style) / 2
    for rank in chart.numbered:
        x = chart.scale.x(rank)
        draw_line(ax, [x, x], [y - TICK, y], style.ink, 0.8, f"tick-{rank}")
        draw_line(ax, [x, x], [y, chart.bottom], style.faint, 0.4, f"guide-{rank}", zorder=0.5)
        place_lines(ax, x, middle, [str(rank)], style, ha="center", gid=f"number-{rank}")
    place_lines(ax, (ends[0] + ends[1]) / 2, chart.title_y, ["rank"], style, ha="center", gid="title")
    place_lines(ax, chart.average_x, middle, ["avg."], style, ha="right", colour=style.muted, gid="average-title")


def _write_row(ax: Axes, chart: Chart, row: Row, style: Style) -> None:
    place_lines(ax, chart.name_x, row.y, row.name, style, ha="right", gid=f"name-{row.algorithm}")
    gid = f"average-{row.algorithm}"
    place_lines(ax, chart.average_x, row.y, [row.average], style, ha="right", colour=style.muted, gid=gid)


def _draw_box(ax: Axes, chart: Chart, row: Row, spread: Spread, style: Style) -> None:
    """Draw the line from end to end, the box between the quartiles over it, and the dots over that."""
    i, x, high = row.algorithm, chart.scale.x, _BOX * chart.row_height
    least, lower, upper, greatest = (
        x(float(ends[i])) for ends in (spread.least, spread.lower, spread.upper, spread.greatest)
    )
    draw_line(ax, [least, greatest], [row.y, row.y], style.ink, 0.7, f"range-{i}", zorder=1)
    for end, which in ((least, "least"), (greatest, "greatest")):
        draw_line(ax, [end, end], [row.y - high / 4, row.y + high / 4], style.ink, 0.7, f"{which}-{i}", zorder=1)
    _add_rectangle(ax, lower, row.y - high / 2, upper - lower, high, style.shade, style.muted, f"box-{i}", zorder=1.2)
    if chart.dot:
        places = place_dots(chart, row)
        dots = Line2D(*zip(*places, strict=True), linestyle="none", marker="o", color=style.muted, clip_on=False)
        dots.set(markersize=0.92 * chart.dot * 72, markeredgewidth=6 * chart.dot, markeredgecolor=style.paper)
        dots.set(gid=f"dots-{i}", zorder=2)
        ax.add_line(dots)


def _draw_bars(ax: Axes, chart: Chart, row: Row, style: Style) -> None:
    """Draw a bar at each rank, as far up as down."""
    wide = bar_width(chart)
    for number, (rank, count) in enumerate(row.counts):
        high = FILLED * chart.row_height * count / row.most
        left, gid = chart.scale.x(rank) - wide / 2, f"bar-{row.algorithm}-{number}"
        _add_rectangle(ax, left, row.y - high / 2, wide, high, style.shade, style.muted, gid, zorder=1.2)


def _add_rectangle(
    ax: Axes, x: float, y: float, width: float, height: float, face: str, edge: str, gid: str, *, zorder: float
) -> None:
    rectangle = Rectangle((x, y), width, height, facecolor=face, edgecolor=edge, linewidth=0.6, clip_on=False)
    rectangle.set(gid=gid, zorder=zorder)
    ax.add_patch(rectangle)


def _draw_middles(ax: Axes, chart: Chart, row: Row, spread: Spread, style: Style) -> None:
    """Draw the median as a stroke behind the dots, and the average as a diamond over them."""
    i, half = row.algorithm, FILLED * chart.row_height / 2
    x = chart.scale.x(float(spread.median[i]))
    draw_line(ax, [x, x], [row.y - half, row.y + half], style.ink, 1.8, f"median-{i}", zorder=1.6)
    average = Line2D([chart.scale.x(float(spread.mean[i]))], [row.y], linestyle="none", marker="D", clip_on=False)
    average.set(markersize=min(4.4, 0.5 * chart.row_height * 72), markeredgewidth=0.6, markeredgecolor=style.paper)
    average.set(markerfacecolor=style.palette[1 % len(style.palette)], gid=f"mean-{i}", zorder=3)
    ax.add_line(average)
