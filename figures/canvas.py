"""The area that a diagram draws on, in inches, with packing and panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.style import Look, Style
from rankpress.figures.text import LINE_HEIGHT, block_height, block_width, place_lines, wrap_text


def pack_intervals(intervals: Sequence[tuple[float, float]], gap: float) -> tuple[int, ...]:
    """The row of each interval when intervals of a row must lie more than `gap` apart and rows are to be few.

    Taking intervals by their beginning and any row that is free needs as many rows as intervals overlap at the worst
    place, and no packing needs fewer.
    """
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
    for entry in widths:
        if offset and offset + entry > width:
            line, offset = line + 1, 0.0
        places.append((line, offset))
        offset += entry + gap
    return tuple(places)


def spread_apart(places: Sequence[float], gaps: Sequence[float], low: float, high: float) -> tuple[float, ...]:
    """Move ascending places as little as possible, by squares, so that neighbours lie at least `gaps` apart.

    Where there is not room for the gaps between `low` and `high`, all shrink alike. A place that need not move stays
    exactly what it is.
    """
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


def axes_width(ax: Axes | None, style: Style) -> Style:
    """The style at the width of the axes to draw in, where there are such."""
    if ax is None:
        return style
    return style.with_width(float(ax.get_window_extent().width) / root_figure(ax).dpi)


def open_canvas(height: float, style: Style, ax: Axes | None = None) -> Axes:
    """Axes of the style's width and this height without frame, y counting inches down from the top."""
    if ax is None:
        figure = Figure(figsize=(style.width, height), facecolor=style.paper)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    else:
        room = float(ax.get_window_extent().height) / root_figure(ax).dpi
        if room < height - 0.005:
            raise ValueError(f"the axes are {room:.2f} in high, but the diagram needs {height:.2f} in")
        height = room
    ax.set_axis_off()
    ax.set_xlim(0, style.width)
    ax.set_ylim(height, 0)
    return ax


def overlay_canvas(ax: Axes, style: Style) -> Axes:
    """A canvas in inches over one whose x counts something else."""
    overlay = ax.inset_axes((0.0, 0.0, 1.0, 1.0))
    overlay.set_axis_off()
    overlay.set_xlim(0, style.width)
    overlay.set_ylim(ax.get_ylim())
    return overlay


def root_figure(ax: Axes) -> Figure:
    """The figure that axes belong to, also when they lie in a part of it."""
    figure = ax.get_figure(root=True)
    assert isinstance(figure, Figure)
    return figure


@dataclass(frozen=True)
class LegendEntry:
    """A label in lines and the look of what it explains, none for a remark; with `line` off a marker alone is shown."""

    lines: tuple[str, ...]
    look: Look | None
    line: bool = True
    hollow: bool = False
    width: float = 1.2

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


def arrange_legend(entries: tuple[LegendEntry, ...], width: float, style: Style) -> Legend:
    """Let entries flow in lines no longer than `width`, and break the labels that are longer by themselves."""
    if not entries:
        return Legend((), (), 0.0)
    size = style.font_size
    entries = tuple(_fitting(entry, width - entry.indent, size) for entry in entries)
    widths = [entry.indent + block_width(entry.lines, size) for entry in entries]
    flowed = flow_widths(widths, width, gap=0.16)
    rows = max(row for row, _ in flowed) + 1
    heights = [
        max(block_height(entry.lines, size) for entry, (line, _) in zip(entries, flowed, strict=True) if line == row)
        for row in range(rows)
    ]
    middles = [sum(heights[:row]) + heights[row] / 2 for row in range(rows)]
    places = tuple((offset, middles[row]) for row, offset in flowed)
    return Legend(entries, places, sum(heights))


def _fitting(entry: LegendEntry, room: float, size: float) -> LegendEntry:
    if block_width(entry.lines, size) <= room:
        return entry
    return replace(entry, lines=wrap_text(" ".join(entry.lines), room, size, max_lines=4))


def draw_legend(ax: Axes, legend: Legend, left: float, top: float, style: Style) -> None:
    """Draw a legend on a canvas in inches."""
    for number, (entry, (offset, middle)) in enumerate(zip(legend.entries, legend.places, strict=True)):
        x, y = left + offset, top + middle
        if entry.look:
            draw_sample(ax, entry, entry.look, x, y, style)
        place_lines(ax, x + entry.indent, y, entry.lines, style, gid=f"legend-{number}")


def draw_sample(ax: Axes, entry: LegendEntry, look: Look, x: float, y: float, style: Style) -> None:
    """Draw the piece of line, or the marker, that stands before a legend's label."""
    if entry.line:
        line = Line2D([x, x + entry.sample], [y, y], color=look.colour, linewidth=entry.width, clip_on=False)
        line.set_solid_capstyle("butt")
        set_dashes(line, look.dashes)
        ax.add_line(line)
    if look.marker:
        point = Line2D(
            [x + entry.sample / 2], [y], linestyle="none", marker=look.marker, color=look.colour, clip_on=False
        )
        face = style.paper if entry.hollow else look.colour
        size, edge = 4.0, 0.8
        if not entry.line and look.marker in "|s":  # a stroke as high as text, a patch of colour
            size, edge = (0.9 * style.font_size, 1.8) if look.marker == "|" else (5.5, 0.8)
        point.set(markersize=size, markeredgewidth=edge, markerfacecolor=face)
        ax.add_line(point)


def draw_line(
    ax: Axes, xs: Sequence[float], ys: Sequence[float], colour: str, width: float, gid: str, zorder: float = 2.0
) -> Line2D:
    """Draw a line that ends exactly where it ends."""
    line = Line2D(xs, ys, color=colour, linewidth=width, solid_capstyle="butt", solid_joinstyle="miter", clip_on=False)
    line.set(gid=gid, zorder=zorder)
    ax.add_line(line)
    return line


def set_dashes(line: Line2D, dashes: tuple[float, ...]) -> None:
    """Dash a line by lengths in line widths; none leave it solid."""
    if dashes:
        line.set_linestyle((0, dashes))


def line_step(style: Style) -> float:
    """Inches from one line of text to the next."""
    return LINE_HEIGHT * style.font_size / 72


GAP = 0.14  # inches between panels beside each other


@dataclass(frozen=True)
class Grid:
    """A grid of panels; all but `columns` and `count` are inches, y down from the top, `tops` where each row begins."""

    columns: int
    count: int
    left: float
    tops: tuple[float, ...]
    panel_width: float
    panel_height: float

    @property
    def top(self) -> float:
        """Upper edge of the first row."""
        return self.tops[0]

    @property
    def right(self) -> float:
        """Right edge of the last column."""
        return self.left + self.columns * (self.panel_width + GAP) - GAP

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.tops[-1] + self.panel_height

    @property
    def centre(self) -> float:
        """Halfway between the first column's left and the last one's right edge."""
        return (self.left + self.right) / 2

    @property
    def middle(self) -> float:
        """Halfway between the first row's upper and the last one's lower edge."""
        return (self.top + self.bottom) / 2

    def corner(self, number: int) -> tuple[float, float]:
        """Left and top edge of a panel."""
        row, column = divmod(number, self.columns)
        return self.left + column * (self.panel_width + GAP), self.tops[row]

    def is_first(self, number: int) -> bool:
        """Whether the panel begins a row."""
        return number % self.columns == 0

    def is_last(self, number: int) -> bool:
        """Whether the panel ends a row at the page's right edge."""
        return number % self.columns == self.columns - 1

    def is_lowest(self, number: int) -> bool:
        """Whether no panel is below this one."""
        return number + self.columns >= self.count


def stack_rows(top: float, heads: Sequence[float], panel_height: float, feet: Sequence[float]) -> tuple[float, ...]:
    """Where the panels of each row begin, when each row has a head above and a foot below."""
    tops = []
    for head, foot in zip(heads, feet, strict=True):
        tops.append(top + head)
        top += head + panel_height + foot
    return tuple(tops)


def choose_columns(count: int, width: float, least: float) -> int:
    """As many columns as have room, or fewer that need no more rows."""
    most = max(1, min(count, int((width + GAP) / (least + GAP) + 1e-9)))
    return -(-count // -(-count // most))


def add_panel(canvas: Axes, grid: Grid, number: int, style: Style) -> Axes:
    """Axes in the place of a panel, over a canvas."""
    left, top = grid.corner(number)
    height, box = float(canvas.get_ylim()[0]), canvas.get_position()
    place = (box.x0 + left / style.width * box.width, box.y0 + (1 - (top + grid.panel_height) / height) * box.height)
    size = (grid.panel_width / style.width * box.width, grid.panel_height / height * box.height)
    ax = canvas.figure.add_axes((*place, *size), facecolor="none")
    open_frame(ax, style)
    return ax


def open_frame(ax: Axes, style: Style) -> None:
    """Leave the lines at the left and below, thin."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set(linewidth=0.6, edgecolor=style.ink)
