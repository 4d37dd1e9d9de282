"""The parts of a plane of algorithms as artists, on a canvas in inches."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from rankpress.figures.canvas import draw_line, line_step, set_dashes
from rankpress.figures.plane.layout import EDGE, TICK, Frame, Key, PointLabels, guide_lines, x_numbers, y_numbers
from rankpress.figures.style import Style
from rankpress.figures.text import place_lines, text_width, write

RULER = 0.16  # inches beyond the frame that a ruler takes, beside its text
_STOP = 0.03  # half the length of the strokes that end a ruler
_GUIDE = (3.0, 2.2)


def draw_frame(ax: Axes, frame: Frame, style: Style) -> None:
    """Draw the two axes with their numbers and titles."""
    left, top, right, bottom = frame.box
    draw_line(ax, [left, left, right], [top, bottom, bottom], style.ink, 0.8, "frame")
    below = bottom + TICK + 0.02 + line_step(style) / 2
    for number, (at, text, middle) in enumerate(x_numbers(frame, style)):
        draw_line(ax, [at, at], [bottom, bottom + TICK], style.ink, 0.8, f"x-tick-{number}")
        place_lines(ax, middle, below, [text], style, ha="center", gid=f"x-number-{number}")
    for number, (at, text) in enumerate(y_numbers(frame, style)):
        draw_line(ax, [left - TICK, left], [at, at], style.ink, 0.8, f"y-tick-{number}")
        place_lines(ax, left - TICK - 0.03, at, [text], style, ha="right", gid=f"y-number-{number}")
    _write_titles(ax, frame, style)


def _write_titles(ax: Axes, frame: Frame, style: Style) -> None:
    """Write the axes' titles below and, upright, at the left."""
    line = line_step(style)
    middle = frame.bottom - 0.02 - len(frame.x_title) * line / 2
    widest = max(text_width(text, style.font_size) for text in frame.x_title)
    centre = frame.left + frame.width / 2
    centre = min(max(centre, EDGE + widest / 2), style.width - EDGE - widest / 2)
    place_lines(ax, centre, middle, frame.x_title, style, ha="center", gid="x-title")
    for number, text in enumerate(frame.y_title):
        at = frame.edge + (number + 0.5) * line
        gid = f"y-title-{number}" if number else "y-title"
        write(ax, at, frame.top + frame.height / 2, text, style, ha="center", va="center", rotation=90, gid=gid)


def draw_guides(
    ax: Axes, frame: Frame, axis: str, ends: tuple[float, float], reference: float | None, style: Style
) -> None:
    """Draw dashed lines across the frame at two values of an axis, and a line at the one that they are about."""
    for value, which in ((ends[0], "low"), (ends[1], "high"), (reference, "reference")):
        # None where it lies beyond the frame.
        for x0, y0, x1, y1 in () if value is None else guide_lines(frame, axis, [value]):
            line = draw_line(ax, [x0, x1], [y0, y1], style.muted, 0.6, f"{axis}-{which}", zorder=0.7)
            set_dashes(line, () if which == "reference" else _GUIDE)


def draw_area(
    ax: Axes, frame: Frame, xs: tuple[float, float] | None, ys: tuple[float, float] | None, style: Style
) -> None:
    """Shade what lies between two values of either axis or of both."""
    left, top, right, bottom = frame.box
    x0, x1 = (left, right) if xs is None else sorted(min(max(frame.x_at(x), left), right) for x in xs)
    y0, y1 = (top, bottom) if ys is None else sorted(min(max(frame.y_at(y), top), bottom) for y in ys)
    area = Rectangle((x0, y0), x1 - x0, y1 - y0, facecolor=style.shade, edgecolor="none", clip_on=False)
    area.set(gid="area", zorder=0.5)
    ax.add_patch(area)


def draw_ruler(ax: Axes, frame: Frame, axis: str, ends: tuple[float, float], text: str, style: Style) -> None:
    """Draw the extent of a band beyond the frame, above it or at its right, with what it is."""
    left, top, right, bottom = frame.box
    upright = axis == "y"
    at, least, most = (frame.y_at, top, bottom) if upright else (frame.x_at, left, right)
    low, high = sorted(min(max(at(end), least), most) for end in ends)
    beyond = right + RULER / 2 if upright else top - RULER / 2

    def line(across: Sequence[float], along: Sequence[float], gid: str) -> None:
        xs, ys = (across, along) if upright else (along, across)
        draw_line(ax, xs, ys, style.ink, 1.1, gid)

    line([beyond, beyond], [low, high], f"{axis}-cd-bar")
    for number, end in enumerate((low, high)):
        if any(abs(at(value) - end) < 1e-9 for value in ends):
            line([beyond - _STOP, beyond + _STOP], [end, end], f"{axis}-cd-end-{number}")
    text = text if text_width(text, style.font_size) <= most - least else "CD"  # the caption has its size
    half = text_width(text, style.font_size) / 2
    middle = min(max((low + high) / 2, least + half), most - half)
    if upright:
        x = right + RULER + line_step(style) / 2 - 0.02
        write(ax, x, middle, text, style, ha="center", va="center", rotation=90, gid="y-cd-text")
    else:
        place_lines(ax, middle, top - RULER - line_step(style) / 2 + 0.02, [text], style, ha="center", gid="x-cd-text")


def draw_point(
    ax: Axes, spot: tuple[float, float], gid: str, style: Style, *, colour: str, marker: str = "o", hollow: bool = False
) -> None:
    """Draw the marker of an algorithm."""
    point = Line2D([spot[0]], [spot[1]], linestyle="none", marker=marker, color=colour, clip_on=False)
    point.set(markersize=4.2, markeredgewidth=0.8, markerfacecolor=style.paper if hollow else colour)
    point.set(gid=gid, zorder=3)
    ax.add_line(point)


def draw_labels(ax: Axes, labels: PointLabels, style: Style, *, muted: Sequence[int] = ()) -> None:
    """Write what stands at the points, with a line to those that stand apart from theirs."""
    for i, (lines, placed) in enumerate(zip(labels.lines, labels.placed, strict=True)):
        if placed.leader:
            x0, y0, x1, y1 = placed.leader
            draw_line(ax, [x0, x1], [y0, y1], style.muted, 0.4, f"leader-{i}", zorder=1.5)
        colour = style.muted if i in muted else style.ink
        place_lines(ax, placed.left, placed.middle, lines, style, colour=colour, gid=f"label-{i}")


def draw_key(ax: Axes, key: Key, top: float, style: Style) -> None:
    """Write who the numbers are."""
    for (i, number, name), (left, middle) in zip(key.entries, key.places, strict=True):
        x, y = EDGE + left + key.number_width, top + 0.04 + middle
        place_lines(ax, x - 0.06, y, [number], style, colour=style.muted, ha="right", gid=f"key-{i}-number")
        place_lines(ax, x, y, [name], style, gid=f"key-{i}")
