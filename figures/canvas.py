"""The area that a diagram draws on, measured in inches from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.packing import flow_widths
from rankpress.figures.style import Look, Style
from rankpress.figures.text import LINE_HEIGHT, block_height, block_width, place_lines
from rankpress.figures.wrapping import wrap_text

SAMPLE = 0.24  # inches of line that a legend shows of a series


def axes_width(ax: Axes | None, style: Style) -> Style:
    """The style at the width of the axes to draw in, where there are such."""
    if ax is None:
        return style
    return style.with_width(float(ax.get_window_extent().width) / root_figure(ax).dpi)


def open_canvas(height: float, style: Style, ax: Axes | None = None) -> Axes:
    """Axes of the style's width and this height without frame, y counting inches down from the top.

    Raises
    ------
    ValueError
        If the axes given are lower than what is to be drawn.
    """
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
