"""Panels of lines with bands about them, such as curves of power and sensitivity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite, log10

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.axis import NumberedAxis, Ticks, set_ticks, value_axis
from rankpress.figures.canvas import (
    GAP,
    Grid,
    Legend,
    LegendEntry,
    add_panel,
    arrange_legend,
    axes_width,
    choose_columns,
    draw_legend,
    line_step,
    open_canvas,
    root_figure,
    set_dashes,
    spread_apart,
    stack_rows,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, place_lines, text_width, wrap_apart, wrap_evenly, wrap_text, write

_LEAST_PANEL = 1.2
_LEADER = 0.16  # inches between the end of a line and its label
_ROOMS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.5, 2.5)  # inches for a number of an axis, tried from the least on
_MOST_AT_ENDS, _LEAST_WIDTH = 10, 4.0


@dataclass(frozen=True)
class Line:
    """A line through points, with a band about it where there are bounds; what is nan is left out.

    Parameters
    ----------
    label : str
        The same label looks the same in all panels.
    xs, ys : sequence of float
    lows, highs : sequence of float, optional
        Ends of the band at each point.
    """

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] | None = None
    highs: Sequence[float] | None = None


@dataclass(frozen=True)
class LinePanel:
    """Lines on the same axes; the title may be empty."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Reference:
    """A height that is marked in all panels, such as a power of 0.8, and what it is."""

    value: float
    label: str


@dataclass(frozen=True)
class SecondAxis:
    """What heights mean in another unit, told at the right: a title, and texts by height."""

    title: str
    ticks: Sequence[tuple[float, str]]


@dataclass(frozen=True)
class EndLabel:
    """A label to the right of the end of its line: both heights are inches from the top of the canvas."""

    text: str
    end: float
    middle: float


@dataclass(frozen=True)
class LinePage:
    """A grid of panels of lines; numbers are inches, y down from the top."""

    grid: Grid
    x: NumberedAxis
    y: NumberedAxis
    titles: tuple[tuple[str, ...], ...]
    x_title: tuple[str, ...]
    x_title_y: float
    y_title: str
    legend: Legend
    end_labels: tuple[EndLabel, ...]
    height: float


def line_looks(panels: Sequence[LinePanel], style: Style) -> dict[str, Look]:
    """A look for each label, in the order in which labels first appear."""
    labels = dict.fromkeys(line.label for panel in panels for line in panel.lines)
    return {label: style.look(number) for number, label in enumerate(labels)}


def lay_out_lines(
    panels: Sequence[LinePanel],
    looks: Mapping[str, Look],
    titles: tuple[str, str],
    x_log: bool,
    y_range: tuple[float, float] | None,
    reference: Reference | None,
    columns: int | None,
    second: SecondAxis | None,
    downwards: bool,
    style: Style,
) -> LinePage:
    """Place panels, titles, labels and legend; `titles` are those of the x and the y axis."""
    size, line = style.font_size, line_step(style)
    y_values = list(y_range) if y_range else _heights(panels, reference)
    left = 0.09 + line / 2 + 0.05 + _widest_number(y_values, style) + 0.08
    beyond = _room_of(second, style)
    columns = columns or choose_columns(len(panels), style.width - left - 0.1 - beyond, _LEAST_PANEL)
    at_ends = () if second or downwards else _texts_at_ends(panels, style)
    right = 0.1 + beyond + (_LEADER + max(text_width(text, size) for text in at_ends) if at_ends else 0.0)
    width = (style.width - left - right - (columns - 1) * GAP) / columns
    height = min(2.4, max(0.9, 0.7 * width, len(at_ends) * line))
    legend = arrange_legend(_entries({} if at_ends else looks, reference, style), style.width - left - 0.05, style)
    names = tuple(wrap_apart([panel.title for panel in panels], width, size, max_lines=2))
    heads = [
        max(_name_height(name, size) for name in names[row : row + columns]) for row in range(0, len(names), columns)
    ]
    tops = stack_rows(0.05 + legend.height + 0.08, heads, height, [0.15] * len(heads))
    grid = Grid(columns, len(panels), left, tops, width, height)
    x_title = wrap_evenly(titles[0], style.width - 0.3, size, max_lines=3)
    total = grid.bottom + 0.09 + line + block_height(x_title, size) + 0.04
    y = _fitting_axis(y_values, height, style, upright=True)
    return LinePage(
        grid=grid,
        x=_fitting_axis(_known(x for panel in panels for one in panel.lines for x in one.xs), width, style, log=x_log),
        y=y,
        titles=names,
        x_title=x_title,
        x_title_y=total - 0.04 - block_height(x_title, size) / 2,
        y_title=wrap_text(titles[1], 2 * min(grid.middle, total - grid.middle) - 0.1, size)[0],
        legend=legend,
        end_labels=_place_end_labels(panels[0].lines, at_ends, y, grid, style) if at_ends else (),
        height=total,
    )


def _name_height(name: Sequence[str], size: float) -> float:
    return block_height(name, size) if any(name) else 0.0


def _known(values: Iterable[float]) -> list[float]:
    return [value for value in values if isfinite(value)]


def _heights(panels: Sequence[LinePanel], reference: Reference | None) -> list[float]:
    """All heights that are drawn."""
    lines = [line for panel in panels for line in panel.lines]
    rows = [row for line in lines for row in (line.ys, line.lows or (), line.highs or ())]
    return _known([*(value for row in rows for value in row), *([reference.value] if reference else [])]) or [0.0]


def _room_of(second: SecondAxis | None, style: Style) -> float:
    """Inches right of the panels for a second axis and its title."""
    if second is None:
        return 0.0
    return 0.1 + max(text_width(text, style.font_size) for _, text in second.ticks) + line_step(style)


def _widest_number(values: Sequence[float], style: Style) -> float:
    """Room for the numbers of the y axis, whose height is not known yet."""
    axes = [_fitting_axis(values, height, style, upright=True) for height in (0.9, 1.2, 1.6, 2.0, 2.4)]
    return max(text_width(text, style.font_size) for axis in axes for _, text in axis.ticks or ((0.0, ""),))


def _fitting_axis(
    values: Sequence[float], length: float, style: Style, *, log: bool = False, upright: bool = False
) -> NumberedAxis:
    """An axis with as many numbers as have room."""
    axis = value_axis(values or [0.0], length, log=log, tick_room=_ROOMS[0])
    for room in _ROOMS:
        axis = value_axis(values or [0.0], length, log=log, tick_room=room)
        needed = [
            1.5 * style.font_size / 72 if upright else text_width(text, style.font_size) + 0.08
            for _, text in axis.ticks
        ]
        places = [length * axis.share_of(place) for place, _ in axis.ticks]
        if all(b - a >= max(needed) for a, b in pairwise(places)):
            return axis
    return replace(axis, ticks=axis.ticks[:1])


def _texts_at_ends(panels: Sequence[LinePanel], style: Style) -> tuple[str, ...]:
    """Labels that stand at the ends of few lines in one panel alone; none where the legend has them."""
    lines = panels[0].lines
    known = all(line.ys and isfinite(line.ys[-1]) for line in lines)
    if len(panels) > 1 or not 1 < len(lines) <= _MOST_AT_ENDS or not known or style.width < _LEAST_WIDTH:
        return ()
    return tuple(wrap_text(line.label, 0.3 * style.width, style.font_size)[0] for line in lines)


def _place_end_labels(
    lines: Sequence[Line], texts: Sequence[str], y: NumberedAxis, grid: Grid, style: Style
) -> tuple[EndLabel, ...]:
    """Labels beside the ends of their lines, moved apart where those are near each other."""
    ends = [grid.top + grid.panel_height * (1 - y.share(line.ys[-1])) for line in lines]
    order = sorted(range(len(lines)), key=lambda i: (ends[i], i))
    step = line_step(style)
    low, high = grid.top, grid.top + grid.panel_height
    middles = spread_apart([ends[i] for i in order], [step] * (len(order) - 1), low, high)
    labels = {i: EndLabel(texts[i], ends[i], middle) for i, middle in zip(order, middles, strict=True)}
    return tuple(labels[i] for i in range(len(lines)))


def _entries(looks: Mapping[str, Look], reference: Reference | None, style: Style) -> tuple[LegendEntry, ...]:
    """One entry a label, one for the reference line."""
    width, size = style.width * 0.6, style.font_size
    entries = [LegendEntry(wrap_text(label, width, size, max_lines=2), look) for label, look in looks.items()]
    if reference is not None:
        lines = wrap_text(reference.label, width, size, max_lines=2)
        entries.append(LegendEntry(lines, Look(style.muted, (4.0, 2.0), ""), width=0.8))
    return tuple(entries)


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
