"""Where panels of lines go, in inches, with their axes and what tells the lines apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite

from rankpress.figures.axis import NumberedAxis, value_axis
from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.packing import spread_apart
from rankpress.figures.panel_grid import GAP, Grid, choose_columns, stack_rows
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, text_width
from rankpress.figures.wrapping import wrap_apart, wrap_evenly, wrap_text

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
