"""Points between two axes: layout and artists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.figures.axes import NumberedAxis
from rankpress.figures.canvas import draw_line, draw_marks, draw_rectangle, line_step
from rankpress.figures.label_placement import Box, LabelPlacement, PlacedLabel, place_labels
from rankpress.figures.style import Style
from rankpress.figures.text import (
    block_height,
    block_width,
    place_lines,
    text_width,
    wrap_evenly,
    wrap_text,
    write_upright,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


EDGE = 0.05
TICK = 0.045
RADIUS = 0.032  # of a point
_HIGHEST = 3.6
_COLUMN_GAP = 0.18  # between the columns of a key
_LEAST_KEY_NAME = 0.9
_CALM = 0.13  # inches that names may stand away from their points on average before numbers take their place
_FULL = 0.3  # share of the area that names may fill


@dataclass(frozen=True)
class Frame:
    """The rectangle that points lie in, its axes, and what is written along them."""

    left: float
    top: float
    width: float
    height: float
    x: NumberedAxis
    y: NumberedAxis
    x_title: tuple[str, ...]
    y_title: tuple[str, ...]
    bottom: float
    edge: float = EDGE  # left of the title of the y axis

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point lies on the canvas."""
        return self.x_at(x), self.y_at(y)

    def x_at(self, value: float) -> float:
        """Return where a value of the x axis lies on the canvas."""
        return self.left + self.width * self.x.share(value)

    def y_at(self, value: float) -> float:
        """Return where a value of the y axis lies on the canvas."""
        return self.top + self.height * (1 - self.y.share(value))

    @property
    def box(self) -> Box:
        """The frame's left, top, right and bottom edge."""
        return self.left, self.top, self.left + self.width, self.top + self.height


@dataclass(frozen=True)
class Key:
    """Which number stands for whom, in columns: each entry's left edge and middle, and the width of a number."""

    entries: tuple[tuple[int, str, str], ...]
    places: tuple[tuple[float, float], ...]
    number_width: float
    height: float


@dataclass(frozen=True)
class PointLabels:
    """What stands at each point and where, and the key to what are numbers."""

    lines: tuple[tuple[str, ...], ...]
    placed: tuple[PlacedLabel, ...]
    key: Key


def make_frame(
    make_x: Callable[[float], NumberedAxis],
    make_y: Callable[[float], NumberedAxis],
    titles: tuple[str, str],
    *,
    count: int,
    above: float,
    aside: float,
    height: float | None = None,
    style: Style,
) -> Frame:
    """Fill the style's width less `aside` at the right and `above` at the top; many points make it higher."""
    # `make_x` and `make_y` take the inches that an axis has.
    size, line = style.font_size, line_step(style)
    right, top = EDGE + max(aside, 0.15), EDGE + max(above, line / 2)
    height = height or min(_HIGHEST, (0.95 + 0.01 * max(0, count - 20)) * (style.width - right - 0.5))
    y_axis = make_y(height)
    y_title = wrap_evenly(titles[1], height, size, max_lines=2)
    numbers = max((text_width(text, size) for _, text in y_axis.ticks), default=0.0)
    left = EDGE + len(y_title) * line + 0.05 + numbers + TICK + 0.03
    width = style.width - left - right
    x_axis = make_x(width)
    x_title = wrap_evenly(titles[0], style.width - 2 * EDGE, size, max_lines=2)
    bottom = top + height + TICK + 0.02 + line + 0.02 + block_height(x_title, size) + 0.02
    return Frame(left, top, width, height, x_axis, y_axis, x_title, y_title, bottom)


def guide_lines(frame: Frame, axis: str, values: Sequence[float]) -> list[Box]:
    """Lines across the frame at values of an axis, as far as they lie in it."""
    left, top, right, bottom = frame.box
    if axis == "x":
        return [(x, top, x, bottom) for x in map(frame.x_at, values) if left <= x <= right]
    return [(left, y, right, y) for y in map(frame.y_at, values) if top <= y <= bottom]


def label_points(
    names: Sequence[str],
    spots: Sequence[tuple[float, float]],
    frame: Frame,
    *,
    first: Collection[int] = (),
    lines: Sequence[Box] = (),
    style: Style,
) -> PointLabels:
    """Write names at the points where all have room, else at those that come `first`, else numbers."""
    # Numbers count the points that have them from the top down.
    left, top, right, bottom = frame.box
    area = left + 0.03, top + 0.02, right - 0.02, bottom - 0.02
    order = sorted(range(len(names)), key=lambda i: (spots[i][1], -spots[i][0], i))
    best: tuple[list[tuple[str, ...]], dict[int, str], LabelPlacement] | None = None
    for lines_of_names, width in _ways(len(names), first, area[2] - area[0]):
        number = {i: str(index) for index, i in enumerate((i for i in order if i not in lines_of_names), start=1)}
        blocks = [
            wrap_text(name, width, style.font_size, max_lines=2) if i in lines_of_names else (number[i],)
            for i, name in enumerate(names)
        ]
        sizes = [(block_width(block, style.font_size), block_height(block, style.font_size)) for block in blocks]
        filled = sum(wide * high for wide, high in sizes) / ((area[2] - area[0]) * (area[3] - area[1]))
        if lines_of_names and filled > _FULL:
            continue
        placed = place_labels(spots, sizes, area, radius=RADIUS, lines=lines)
        best = blocks, number, placed
        if not placed.overlaps and not placed.covered and placed.reach <= _CALM:
            break
    assert best is not None
    blocks, numbers, placed = best
    key = _make_key([(i, number, names[i]) for i, number in numbers.items()], frame.bottom, style)
    return PointLabels(tuple(blocks), placed.labels, key)


def _ways(count: int, first: Collection[int], width: float) -> Iterator[tuple[frozenset[int], float]]:
    """Which points are named, and how wide names may be; the others are numbered."""
    everyone, some = frozenset(range(count)), frozenset(first)
    yield everyone, min(1.6, 0.45 * width)
    yield everyone, min(1.1, 0.33 * width)
    if some and some != everyone:
        yield some, min(1.6, 0.45 * width)
        yield some, min(1.1, 0.33 * width)
    yield frozenset(), 0.0


def _make_key(entries: Sequence[tuple[int, str, str]], top: float, style: Style) -> Key:
    """Columns of numbers and names: as many as the names allow, or more of cut names where the page is full."""
    if not entries:
        return Key((), (), 0.0, 0.0)
    size, line = style.font_size, line_step(style)
    room = style.width - 2 * EDGE
    digits = max(text_width(number, size) for _, number, _ in entries) + 0.06
    longest = min(3.0, max(block_width(wrap_text(name, 3.0, size), size) for _, _, name in entries))
    columns = max(1, int((room + _COLUMN_GAP) / (digits + longest + _COLUMN_GAP)))
    most = max(columns, int((room + _COLUMN_GAP) / (digits + _LEAST_KEY_NAME + _COLUMN_GAP)))
    rows = -(-len(entries) // columns)
    while columns < most and top + rows * line > style.max_height - EDGE:
        columns += 1
        rows = -(-len(entries) // columns)
    columns = -(-len(entries) // rows)
    step = (room + _COLUMN_GAP) / columns
    step = min(step, digits + longest + 2 * _COLUMN_GAP)
    width = step - digits - _COLUMN_GAP
    texts = tuple((i, number, wrap_text(name, width, size)[0]) for i, number, name in entries)
    places = tuple((index // rows * step, (index % rows + 0.5) * line) for index in range(len(entries)))
    return Key(texts, places, digits, rows * line + 0.06)


RULER = 0.16  # inches beyond the frame that a ruler takes, next to its text
_STOP = 0.03  # half the length of the strokes that end a ruler
_GUIDE = (3.0, 2.2)


def draw_frame(ax: Axes, frame: Frame, style: Style) -> None:
    """Draw the two axes with their numbers and titles."""
    left, top, right, bottom = frame.box
    draw_line(ax, [left, left, right], [top, bottom, bottom], style.ink, 0.8, "frame")
    below = bottom + TICK + 0.02 + line_step(style) / 2
    for number, (place, text) in enumerate(frame.x.ticks):
        x = left + frame.width * frame.x.share_of(place)
        draw_line(ax, [x, x], [bottom, bottom + TICK], style.ink, 0.8, f"x-tick-{number}")
        place_lines(ax, x, below, [text], style, ha="center", gid=f"x-number-{number}")
    for number, place in enumerate(frame.x.minor):
        x = left + frame.width * frame.x.share_of(place)
        draw_line(ax, [x, x], [bottom, bottom + 0.55 * TICK], style.ink, 0.4, f"x-stroke-{number}")
    for number, (place, text) in enumerate(frame.y.ticks):
        y = bottom - frame.height * frame.y.share_of(place)
        draw_line(ax, [left - TICK, left], [y, y], style.ink, 0.8, f"y-tick-{number}")
        place_lines(ax, left - TICK - 0.03, y, [text], style, ha="right", gid=f"y-number-{number}")
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
        position = frame.edge + (number + 0.5) * line
        gid = f"y-title-{number}" if number else "y-title"
        write_upright(ax, position, frame.top + frame.height / 2, text, style, gid=gid)


def draw_guides(
    ax: Axes, frame: Frame, axis: str, ends: tuple[float, float], reference: float | None, style: Style
) -> None:
    """Draw dashed lines across the frame at two values of an axis, and a line at the one that they are about."""
    for value, which in ((ends[0], "low"), (ends[1], "high"), (reference, "reference")):
        # None where it lies beyond the frame.
        for x0, y0, x1, y1 in () if value is None else guide_lines(frame, axis, [value]):
            dashes = () if which == "reference" else _GUIDE
            draw_line(ax, [x0, x1], [y0, y1], style.muted, 0.6, f"{axis}-{which}", zorder=0.7, dashes=dashes)


def draw_area(
    ax: Axes, frame: Frame, xs: tuple[float, float] | None, ys: tuple[float, float] | None, style: Style
) -> None:
    """Shade what lies between two values of either axis or of both."""
    left, top, right, bottom = frame.box
    x0, x1 = (left, right) if xs is None else sorted(min(max(frame.x_at(x), left), right) for x in xs)
    y0, y1 = (top, bottom) if ys is None else sorted(min(max(frame.y_at(y), top), bottom) for y in ys)
    draw_rectangle(ax, (x0, y0, x1 - x0, y1 - y0), style.shade, "area", zorder=0.5)


def draw_ruler(ax: Axes, frame: Frame, axis: str, ends: tuple[float, float], text: str, style: Style) -> None:
    """Draw the extent of a band beyond the frame, above it or at its right, with what it is."""
    left, top, right, bottom = frame.box
    upright = axis == "y"
    index, least, most = (frame.y_at, top, bottom) if upright else (frame.x_at, left, right)
    low, high = sorted(min(max(index(end), least), most) for end in ends)
    beyond = right + RULER / 2 if upright else top - RULER / 2

    def line(across: Sequence[float], along: Sequence[float], gid: str) -> None:
        xs, ys = (across, along) if upright else (along, across)
        draw_line(ax, xs, ys, style.ink, 1.1, gid)

    line([beyond, beyond], [low, high], f"{axis}-cd-bar")
    for number, end in enumerate((low, high)):
        if any(abs(index(value) - end) < 1e-9 for value in ends):
            line([beyond - _STOP, beyond + _STOP], [end, end], f"{axis}-cd-end-{number}")
    text = text if text_width(text, style.font_size) <= most - least else "CD"  # the caption has its size
    half = text_width(text, style.font_size) / 2
    middle = min(max((low + high) / 2, least + half), most - half)
    if upright:
        x = right + RULER + line_step(style) / 2 - 0.02
        write_upright(ax, x, middle, text, style, gid="y-cd-text")
    else:
        place_lines(ax, middle, top - RULER - line_step(style) / 2 + 0.02, [text], style, ha="center", gid="x-cd-text")


def draw_point(
    ax: Axes, spot: tuple[float, float], gid: str, style: Style, *, colour: str, marker: str = "o", hollow: bool = False
) -> None:
    """Draw the marker of an algorithm."""
    face = style.paper if hollow else colour
    draw_marks(ax, [spot[0]], [spot[1]], marker, colour, 4.2, gid, face=face, edge_width=0.8)


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
