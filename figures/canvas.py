"""The area that a diagram draws on, in inches, with packing and panels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import nan
from typing import TYPE_CHECKING

import numpy.typing as npt

from rankpress.figures.style import Look, Style
from rankpress.figures.text import LINE_HEIGHT, block_height, block_width, place_lines, wrap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Point = tuple[float, float]
Segment = tuple[Point, Point]


def pack_intervals(intervals: Sequence[tuple[float, float]], gap: float) -> tuple[int, ...]:
    """Return the row of each interval when intervals of a row must lie more than `gap` apart and rows are to be few."""
    # Taking intervals by their beginning and any row that is free needs as many rows as intervals overlap at the worst
    # place, and no packing needs fewer.
    ends: list[float] = []
    rows = [0] * len(intervals)
    for index in sorted(range(len(intervals)), key=lambda i: intervals[i]):
        low, high = intervals[index]
        free = next((row for row, end in enumerate(ends) if end + gap < low), len(ends))
        ends[free : free + 1] = [high]
        rows[index] = free
    return tuple(rows)


def flow_widths(widths: Sequence[float], width: float, gap: float) -> tuple[tuple[int, float], ...]:
    """Line and offset of each entry when entries of these widths follow each other in lines of `width`."""
    places: list[tuple[int, float]] = []
    line, offset = 0, 0.0
    for entry_width in widths:
        if offset and offset + entry_width > width:
            line, offset = line + 1, 0.0
        places.append((line, offset))
        offset += entry_width + gap
    return tuple(places)


def spread_apart(places: Sequence[float], gaps: Sequence[float], low: float, high: float) -> tuple[float, ...]:
    """Move ascending places as little as possible, by squares, so that neighbors lie at least `gaps` apart."""
    # Where there is not room for the gaps between `low` and `high`, all shrink alike. A place that need not move stays
    # exactly what it is.
    needed = sum(gaps)
    shrunk = min(1.0, (high - low) / needed) if needed > 0 else 1.0
    offsets = list(accumulate((gap * shrunk for gap in gaps), initial=0.0))
    blocks: list[tuple[float, int]] = []  # mean and size: isotonic regression by pooling adjacent violators
    for place, offset in zip(places, offsets, strict=True):
        mean, size = place - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, count = blocks.pop()
            mean, size = (other * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    means = [min(max(mean, low), high - offsets[-1]) for mean, size in blocks for _ in range(size)]
    spread = [mean + offset for mean, offset in zip(means, offsets, strict=True)]
    near = 1e-9 * max(abs(low), abs(high), high - low)
    return tuple(old if abs(new - old) <= near else new for old, new in zip(places, spread, strict=True))


SAMPLE = 0.24  # inches of line that a legend shows of a series


class AxesTooLow(ValueError):
    """Axes to draw in are not as high as the diagram has to be at their width; all in inches."""

    def __init__(self, height: float, width: float, needed: float) -> None:
        super().__init__(f"the axes are {height:.2f} in high, but the diagram needs {needed:.2f} in")
        self.height, self.width, self.needed = height, width, needed


def axes_width(ax: Axes | None, style: Style) -> Style:
    """Return the style at the width of the axes to draw in, where there are such."""
    if ax is None:
        return style
    return style.with_width(float(ax.get_window_extent().width) / root_figure(ax).dpi)


def open_canvas(height: float, style: Style, ax: Axes | None = None) -> Axes:
    """Axes of the style's width and this height without frame, y counting inches down from the top."""
    if ax is None:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(style.width, height), facecolor="none" if style.transparent else style.paper)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    else:
        room = float(ax.get_window_extent().height) / root_figure(ax).dpi
        if room < height - 0.005:
            raise AxesTooLow(room, style.width, height)
        height = room
    ax.set_axis_off()
    ax.set_xlim(0, style.width)
    ax.set_ylim(height, 0)
    return ax


def overlay_canvas(ax: Axes, style: Style) -> Axes:
    """Return a canvas in inches over one whose x counts something else."""
    overlay = ax.inset_axes((0.0, 0.0, 1.0, 1.0))
    overlay.set_axis_off()
    overlay.set_xlim(0, style.width)
    overlay.set_ylim(ax.get_ylim())
    return overlay


def root_figure(ax: Axes) -> Figure:
    """Return the figure that axes belong to, also when they lie in a part of it."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


@dataclass(frozen=True)
class LegendEntry:
    """What explains a look, or a remark without one; with `line` off a marker alone is shown; `lines` once arranged."""

    text: str
    look: Look | None = None
    line: bool = True
    hollow: bool = False
    width: float = 1.2
    lines: tuple[str, ...] = ()

    @property
    def sample(self) -> float:
        """Inches of what is shown before the label."""
        return 0.0 if self.look is None else SAMPLE if self.line else 0.07

    @property
    def indent(self) -> float:
        """Inches from the entry's left edge to its label."""
        return self.sample + 0.05 if self.look else 0.0


@dataclass(frozen=True)
class Legend:
    """Entries and where each goes: its left edge and the middle of its line, from the legend's top left corner."""

    entries: tuple[LegendEntry, ...]
    places: tuple[tuple[float, float], ...]
    height: float
    width: float  # that it takes of the one that it was given


def arrange_legend(entries: Iterable[LegendEntry], width: float, style: Style) -> Legend:
    """Let entries flow in lines no longer than `width`; a longer label is broken."""
    size = style.font_size
    entries = tuple(
        replace(entry, lines=wrap_text(entry.text, width - entry.indent, size, max_lines=3)) for entry in entries
    )
    widths = [entry.indent + block_width(entry.lines, size) for entry in entries]
    flowed = flow_widths(widths, width, gap=0.16)
    heights = [0.0] * (max((row for row, _ in flowed), default=-1) + 1)
    for entry, (row, _) in zip(entries, flowed, strict=True):
        heights[row] = max(heights[row], block_height(entry.lines, size))
    places = tuple((offset, sum(heights[:row]) + heights[row] / 2) for row, offset in flowed)
    taken = max((offset + own for (offset, _), own in zip(places, widths, strict=True)), default=0.0)
    return Legend(entries, places, sum(heights), taken)


def draw_legend(ax: Axes, legend: Legend, left: float, top: float, style: Style, *, gid: str = "legend") -> None:
    """Draw a legend on a canvas in inches."""
    for number, (entry, (offset, middle)) in enumerate(zip(legend.entries, legend.places, strict=True)):
        x, y = left + offset, top + middle
        if entry.look:
            _draw_sample(ax, entry, entry.look, x, y, style)
        place_lines(ax, x + entry.indent, y, entry.lines, style, gid=f"{gid}-{number}")


def _draw_sample(ax: Axes, entry: LegendEntry, look: Look, x: float, y: float, style: Style) -> None:
    """Draw the piece of line, or the marker, that stands before a legend's label."""
    if entry.line:
        draw_line(ax, [x, x + entry.sample], [y, y], look.colour, entry.width, None, dashes=look.dashes)
    if look.marker:
        size, edge = 4.0, 0.8
        if not entry.line and look.marker in "|s":  # a stroke as high as text, a patch of colour
            size, edge = (0.9 * style.font_size, 1.8) if look.marker == "|" else (5.5, 0.8)
        face = style.paper if entry.hollow else look.colour
        mark = (look.marker, look.colour, size, None)
        draw_marks(ax, [x + entry.sample / 2], [y], *mark, face=face, edge=look.colour, edge_width=edge, zorder=2)


def draw_line(
    ax: Axes,
    xs: npt.ArrayLike,
    ys: npt.ArrayLike,
    colour: str,
    width: float,
    gid: str | None,
    zorder: float = 2.0,
    *,
    dashes: tuple[float, ...] = (),
    clip: bool = False,
) -> Line2D:
    """Draw a line that ends exactly where it ends; dashes are lengths in line widths, none leave it solid."""
    from matplotlib.lines import Line2D

    line = Line2D(
        xs,
        ys,
        color=colour,
        linewidth=width,
        linestyle=(0, dashes) if dashes else "solid",
        solid_capstyle="butt",
        solid_joinstyle="miter",
        clip_on=clip,
        gid=gid,
        zorder=zorder,
    )
    ax.add_artist(line)  # not `add_line`, which looks for the limits that the line would need
    return line


def draw_segments(
    ax: Axes,
    segments: Sequence[Segment],
    colour: str,
    width: float,
    gid: str,
    zorder: float = 2.0,
    *,
    dashes: tuple[float, ...] = (),
) -> None:
    """Draw straight lines of one look as one artist."""
    points = [point for start, end in segments for point in (start, end, (nan, nan))]
    draw_line(ax, [x for x, _ in points], [y for _, y in points], colour, width, gid, zorder, dashes=dashes)


def draw_marks(
    ax: Axes,
    xs: Sequence[float],
    ys: Sequence[float],
    marker: str,
    colour: str,
    size: float,
    gid: str | None,
    *,
    face: str | None = None,
    edge: str | None = None,
    edge_width: float = 0.0,
    zorder: float = 3.0,
    clip: bool = False,
) -> None:
    """Draw markers of one look, `size` points wide."""
    from matplotlib.lines import Line2D

    marks = Line2D(
        xs,
        ys,
        color=colour,
        linestyle="none",
        marker=marker,
        markersize=size,
        markerfacecolor=face or colour,
        markeredgecolor=edge or colour,
        markeredgewidth=edge_width,
        clip_on=clip,
        gid=gid,
        zorder=zorder,
    )
    ax.add_artist(marks)


def draw_rectangle(
    ax: Axes,
    box: tuple[float, float, float, float],
    face: str,
    gid: str,
    *,
    edge: str = "none",
    zorder: float = 1.0,
) -> None:
    """Fill a rectangle, given as its corner, width and height."""
    from matplotlib.patches import Rectangle

    x, y, width, height = box
    rectangle = Rectangle((x, y), width, height, facecolor=face, edgecolor=edge, linewidth=0.6, clip_on=False)
    rectangle.set(gid=gid, zorder=zorder)
    ax.add_artist(rectangle)


def line_step(style: Style) -> float:
    """Inches from one line of text to the next."""
    return LINE_HEIGHT * style.font_size / 72


def upright_place(style: Style) -> float:
    """Inches from an edge of the canvas to the middle of an upright title."""
    return 0.02 + line_step(style) / 2
