"""How the ranks of each algorithm spread over the data sets: dots, boxes or bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, isfinite
from typing import TYPE_CHECKING, Literal

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    draw_rectangle,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.cd_diagram import RankScale, make_axis
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, text_width, wrap_text
from rankpress.stats.spread import Spread
from rankpress.wording.names import enumerate_names, one_name
from rankpress.wording.numbers import rank_text
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_EDGE = 0.05
_GAP = 0.06
_TICK = 0.04
DEEPEST = 0.34  # inches of a row
_CALM = 3.2  # inches of all rows, where names need no more
FILLED = 0.84  # of a row, by dots or bars
_MOST_NAME = 0.38  # of the width
_WIDEST_DOT, _LEAST_DOT = 0.05, 0.014
_OF_STEP = 0.8  # of the distance from a rank to the next, by the dots or the bar of one

_Form = Literal["dots", "box", "violin"]


@dataclass(frozen=True)
class Row:
    """An algorithm: its name and average, the middle of its row, and how many data sets give it each rank."""

    algorithm: int
    name: tuple[str, ...]
    average: str
    y: float
    counts: tuple[tuple[float, int], ...]

    @property
    def most(self) -> int:
        """The most data sets that give it one rank."""
        return max((count for _, count in self.counts), default=1)


@dataclass(frozen=True)
class Chart:
    """Rows under an axis of ranks; `dot` is the size of a data set's dot, 0 in other forms.

    The form is that of boxes where dots are requested and have no room.
    """

    form: _Form

    rows: tuple[Row, ...]
    scale: RankScale
    axis_y: float
    numbered: tuple[int, ...]
    name_x: float
    average_x: float
    row_height: float
    nearest: float
    dot: float
    title_y: float
    legend: Legend
    height: float

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.rows[-1].y + self.row_height / 2


def lay_out_chart(
    names: Sequence[str], ranks: Sequence[Sequence[float]], spread: Spread, *, form: _Form, style: Style
) -> Chart:
    """Place rows in order of the average ranks; `ranks` are those of each algorithm, nan where there is none."""
    size, line = style.font_size, line_step(style)
    means = [float(mean) for mean in spread.mean]
    order = sorted(range(len(names)), key=lambda i: (not isfinite(means[i]), means[i], i))
    counts = [tuple(sorted(Counter(rank for rank in of_algorithm if isfinite(rank)).items())) for of_algorithm in ranks]
    averages = [rank_text(mean) if isfinite(mean) else "–" for mean in means]
    average_width = max(text_width(text, size) for text in averages)
    top = _EDGE + 2 * line + _TICK + 0.03
    legends = {
        some: arrange_legend(legend_entries(some, style, shades=has_shades(spread)), style.width - 2 * _EDGE, style)
        for some in (form, "box")
    }
    room = style.max_height - top - max(some.height for some in legends.values()) - 2 * _EDGE - 0.04
    lines = _wrap_names(names, style, room)
    name_width = max(block_width(of_algorithm, size) for of_algorithm in lines)
    begin = _EDGE + name_width + _GAP + average_width + 1.5 * _GAP
    room_across = style.width - _EDGE - begin
    beyond = max(0.0, text_width(str(len(names)), size) - room_across / len(names)) / 2  # of the last number
    unit = (room_across - beyond) / len(names)
    scale = RankScale(1, max(2, len(names)), begin + unit / 2, unit)
    least = max(block_height(of_algorithm, size) for of_algorithm in lines) * (
        0.98 if max(map(len, lines)) == 1 else 1.06
    )
    row_height = max(least, min(DEEPEST, _CALM / len(names), room / len(names)))
    rows = tuple(
        Row(i, lines[i], averages[i], top + (index + 0.5) * row_height, counts[i]) for index, i in enumerate(order)
    )
    nearest = _nearest(counts) * unit
    dot = _dot_size(counts, row_height, nearest) if form == "dots" else 0.0
    form = "box" if form == "dots" and not dot else form
    return Chart(
        form=form,
        rows=rows,
        scale=scale,
        axis_y=top - 0.03,
        numbered=tuple(rank for rank in make_axis(scale, top, size).numbered if rank <= len(names)),
        name_x=_EDGE + name_width,
        average_x=begin - 1.5 * _GAP,
        row_height=row_height,
        nearest=nearest,
        dot=dot,
        title_y=_EDGE + line / 2,
        legend=legends[form],
        height=top + len(names) * row_height + 0.04 + legends[form].height + _EDGE,
    )


def _wrap_names(names: Sequence[str], style: Style, room: float) -> list[tuple[str, ...]]:
    """Names in two lines where all rows have room for them, else in one."""
    size, width = style.font_size, _MOST_NAME * style.width
    for most in (2, 1):
        lines = [wrap_text(name, width, size, max_lines=most) for name in names]
        if max(block_height(block, size) for block in lines) * 1.06 * len(names) <= room:
            break
    return lines


def has_shades(spread: Spread) -> bool:
    """Return whether the middle half of some algorithm's ranks is more than one rank, which a shade then shows."""
    return bool((spread.upper > spread.lower).any())


def legend_entries(form: _Form, style: Style, *, shades: bool = True) -> tuple[LegendEntry, ...]:
    """Say what the marks are; without shades dots have no middle half that could be seen."""
    average = LegendEntry("average", Look(style.palette[1 % len(style.palette)], (), "D"), line=False)
    median = LegendEntry("median", Look(style.ink, (), "|"), line=False)
    half = LegendEntry("middle half", Look(style.shade, (), ""), width=6.0)
    if form == "violin":
        return LegendEntry("data sets, by their number", Look(style.shade, (), ""), width=6.0), median, average
    if form == "dots":
        return LegendEntry("data set", Look(style.muted, (), "."), line=False), *([half] if shades else []), average
    return half, median, average, LegendEntry("range", Look(style.ink, (), ""), width=0.7)


def _nearest(counts: Sequence[Sequence[tuple[float, int]]]) -> float:
    """Return the least distance of two ranks that an algorithm has, at most that of two places."""
    steps = [high[0] - low[0] for counted in counts for low, high in pairwise(counted)]
    return min([1.0, *steps])


def _dot_size(counts: Sequence[Sequence[tuple[float, int]]], row_height: float, nearest: float) -> float:
    """Return the largest dots that all have room in their rows next to and above each other; 0 where none have."""
    most = max((count for counted in counts for _, count in counted), default=1)
    size = _WIDEST_DOT
    while size >= _LEAST_DOT:
        across, up = dots_across(size, nearest), int(FILLED * row_height / size)
        if across * up >= most:
            return size
        size -= 0.002
    return 0.0


def dots_across(size: float, nearest: float) -> int:
    """Return how many dots have room next to each other about a rank."""
    return max(1, int(_OF_STEP * nearest / size))


def place_dots(chart: Chart, row: Row) -> tuple[tuple[float, float], ...]:
    """Return a row's dots, those of one rank stacked about its middle, in columns where one is not enough."""
    up = max(1, int(FILLED * chart.row_height / chart.dot))
    places = []
    for rank, count in row.counts:
        columns = ceil(count / up)
        for number in range(count):
            column, place = number % columns, number // columns
            stacked = ceil((count - column) / columns)
            x = chart.scale.x(rank) + (column - (columns - 1) / 2) * chart.dot
            places.append((x, row.y + (place - (stacked - 1) / 2) * chart.dot))
    return tuple(places)


def bar_width(chart: Chart) -> float:
    """Inches along the axis of a bar of a violin."""
    return _OF_STEP * min(chart.nearest, 0.3)


_BOX = 0.52  # of a row's height


def rank_distribution(
    names: Sequence[str],
    ranks: Sequence[Sequence[float]],
    spread: Spread,
    *,
    form: _Form = "dots",
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
    form : {'dots', 'box', 'violin'}
        A dot for each data set over the middle half, or boxes where dots have no room; a box from quartile to quartile
        with lines to the ends; or a bar at each rank, as high as the number of data sets that give it, each row on a
        scale of its own. Nothing is smoothed: ranks are whole numbers, or halves where some are tied, and a smooth
        density would show ranks that no one has.
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
        chart = lay_out_chart(
            names, [[float(rank) for rank in of_algorithm] for of_algorithm in ranks], spread, form=form, style=style
        )
        canvas = open_canvas(chart.height, style, ax)
        _draw_axis(canvas, chart, style)
        for row in chart.rows:
            _write_row(canvas, chart, row, style)
            if not row.counts:
                continue
            if chart.form == "violin":
                _draw_bars(canvas, chart, row, style)
            elif chart.form == "dots":
                _draw_dots(canvas, chart, row, spread, style)
            else:
                _draw_box(canvas, chart, row, spread, style)
            _draw_middles(canvas, chart, row, spread, style)
        draw_legend(canvas, chart.legend, _EDGE, chart.bottom + 0.04, style)
        return root_figure(canvas)


def _check(names: Sequence[str], ranks: Sequence[Sequence[float]], spread: Spread, form: str) -> None:
    if not names or len(ranks) != len(names) or len(spread.mean) != len(names):
        raise ValueError(f"got {len(names)} names, ranks and summaries of {len(ranks)} and {len(spread.mean)}")
    if not all(1 <= rank <= len(names) for of_algorithm in ranks for rank in of_algorithm if isfinite(rank)):
        raise ValueError(f"ranks: numbers from 1 to {len(names)}, the number of algorithms, are needed")
    if form not in ("dots", "box", "violin"):
        raise ValueError(f"form: got {form!r}; 'dots', 'box' or 'violin' is needed")


def _draw_axis(ax: Axes, chart: Chart, style: Style) -> None:
    """Draw the axis above, and faint lines down from the ranks that it numbers."""
    y, half = chart.axis_y, chart.scale.inches_per_rank / 2
    ends = [chart.scale.x(1) - half, chart.scale.x(len(chart.rows)) + half]
    draw_line(ax, ends, [y, y], style.ink, 0.8, "axis")
    middle = y - _TICK - line_step(style) / 2
    for rank in chart.numbered:
        x = chart.scale.x(rank)
        draw_line(ax, [x, x], [y - _TICK, y], style.ink, 0.8, f"tick-{rank}")
        draw_line(ax, [x, x], [y, chart.bottom], style.faint, 0.4, f"grid-{rank}", zorder=0.5)
        place_lines(ax, x, middle, [str(rank)], style, ha="center", gid=f"number-{rank}")
    place_lines(ax, (ends[0] + ends[1]) / 2, chart.title_y, ["rank"], style, ha="center", gid="title")
    place_lines(ax, chart.average_x, middle, ["avg."], style, ha="right", colour=style.muted, gid="average-title")


def _write_row(ax: Axes, chart: Chart, row: Row, style: Style) -> None:
    place_lines(ax, chart.name_x, row.y, row.name, style, ha="right", gid=f"name-{row.algorithm}")
    gid = f"average-{row.algorithm}"
    place_lines(ax, chart.average_x, row.y, [row.average], style, ha="right", colour=style.muted, gid=gid)


def _draw_dots(ax: Axes, chart: Chart, row: Row, spread: Spread, style: Style) -> None:
    """Draw the dots over the middle half: the data themselves, whose ends and median are seen."""
    i, high = row.algorithm, FILLED * chart.row_height
    lower, upper = (chart.scale.x(float(ends[i])) for ends in (spread.lower, spread.upper))
    draw_rectangle(ax, (lower, row.y - high / 2, upper - lower, high), style.shade, f"box-{i}", zorder=0.4)
    xs, ys = zip(*place_dots(chart, row), strict=True)
    dot = ("o", style.muted, 0.92 * chart.dot * 72, f"dots-{i}")
    draw_marks(ax, xs, ys, *dot, edge=style.paper, edge_width=6 * chart.dot, zorder=2)


def _draw_box(ax: Axes, chart: Chart, row: Row, spread: Spread, style: Style) -> None:
    """Draw the line from end to end, and the box between the quartiles over it."""
    i, x, high = row.algorithm, chart.scale.x, _BOX * chart.row_height
    least, lower, upper, greatest = (
        x(float(ends[i])) for ends in (spread.least, spread.lower, spread.upper, spread.greatest)
    )
    draw_line(ax, [least, greatest], [row.y, row.y], style.ink, 0.7, f"range-{i}", zorder=1)
    for end, which in ((least, "least"), (greatest, "greatest")):
        draw_line(ax, [end, end], [row.y - high / 4, row.y + high / 4], style.ink, 0.7, f"{which}-{i}", zorder=1)
    box = lower, row.y - high / 2, upper - lower, high
    draw_rectangle(ax, box, style.shade, f"box-{i}", edge=style.muted, zorder=1.2)


def _draw_bars(ax: Axes, chart: Chart, row: Row, style: Style) -> None:
    """Draw a bar at each rank, as far up as down."""
    wide = bar_width(chart)
    for number, (rank, count) in enumerate(row.counts):
        high = FILLED * chart.row_height * count / row.most
        left, gid = chart.scale.x(rank) - wide / 2, f"bar-{row.algorithm}-{number}"
        box = left, row.y - high / 2, wide, high
        draw_rectangle(ax, box, style.shade, gid, edge=style.muted, zorder=1.2)


def _draw_middles(ax: Axes, chart: Chart, row: Row, spread: Spread, style: Style) -> None:
    """Draw the median as a stroke, where no dots show it, and the average as a diamond."""
    i, half = row.algorithm, FILLED * chart.row_height / 2
    x = chart.scale.x(float(spread.median[i]))
    if chart.form != "dots":
        draw_line(ax, [x, x], [row.y - half, row.y + half], style.ink, 1.8, f"median-{i}", zorder=1.6)
    mark = ("D", style.palette[1 % len(style.palette)], min(4.4, 0.5 * chart.row_height * 72), f"mean-{i}")
    draw_marks(ax, [chart.scale.x(float(spread.mean[i]))], [row.y], *mark, edge=style.paper, edge_width=0.6)


def form_drawn(
    names: Sequence[str],
    ranks: Sequence[Sequence[float]],
    spread: Spread,
    *,
    form: _Form = "dots",
    style: Style = PAPER,
) -> _Form:
    """Return the form that `rank_distribution` draws: that of boxes where dots have no room."""
    with drawing_context(style):
        return lay_out_chart(names, ranks, spread, form=form, style=style).form


def describe_rank_distribution(names: Sequence[str], spread: Spread) -> str:
    r"""Describe the ranks of algorithms over the data sets by average, median and ends, the best average first."""
    ranked = sorted((i for i in range(len(names)) if spread.n[i]), key=lambda i: (spread.mean[i], i))
    texts = [
        f"{one_name(names[i])} {rank_text(float(spread.mean[i]))} on average, median {spread.median[i]:.4g},"
        f" from {spread.least[i]:.4g} to {spread.greatest[i]:.4g}"
        for i in ranked
    ]
    return f"Ranks of {counted(len(names), 'algorithm')}, the best average first: {enumerate_names(texts)}."
