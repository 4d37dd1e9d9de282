"""Grids of cells with named rows and columns: layout and artists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rankpress.figures.canvas import draw_line, draw_marks
from rankpress.figures.colours import text_colour
from rankpress.figures.style import Style
from rankpress.figures.text import (
    LINE_HEIGHT,
    block_height,
    block_width,
    longest_piece,
    place_lines,
    reach_about_middle,
    text_width,
    wrap_text,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


EDGE = 0.05
BETWEEN = 0.06  # from a name to the cells
SMALLEST = 0.75  # of the type size, of texts in cells and of names of many rows
PITCH = 1.12  # of the type size, from one row's name to the next at the nearest
_SIZES = (1.0, 0.9375, 0.875, 0.8125, SMALLEST)
_LONGEST_HEAD = 1.3  # inches of a name that stands upright
_IN_CELL = 0.05  # inches that a text in a cell leaves free of its width


@dataclass(frozen=True)
class Heads:
    """Names above columns, in lines; upright ones may stand in `tiers`, heights above the lowest, with leaders."""

    lines: tuple[tuple[str, ...], ...]
    upright: bool
    tiers: tuple[float, ...]
    size: float
    height: float


@dataclass(frozen=True)
class Grid:
    """Cells of one size, their top left corner, and the names next to and above them."""

    left: float
    top: float
    cell_width: float
    cell_height: float
    row_names: tuple[tuple[str, ...], ...]
    row_size: float
    heads: Heads

    @property
    def right(self) -> float:
        """Where the cells end."""
        return self.left + self.cell_width * len(self.heads.lines)

    @property
    def bottom(self) -> float:
        """Where the cells end."""
        return self.top + self.cell_height * len(self.row_names)

    def below(self, width: float, style: Style) -> float:
        """Return where something of this width begins below the cells: at their left edge, or as near as it can."""
        return max(EDGE, min(self.left, style.width - EDGE - width))

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the top left corner of a cell."""
        return self.left + column * self.cell_width, self.top + row * self.cell_height

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.left + (column + 0.5) * self.cell_width, self.top + (row + 0.5) * self.cell_height


def even_parts(count: int, most: int) -> tuple[range, ...]:
    """Divide so many rows or columns into the fewest parts of at most so many, as even as can be."""
    parts = -(-count // most)
    per_part, longer = divmod(count, parts)
    ends = [per_part * part + min(part, longer) for part in range(parts + 1)]
    return tuple(range(begin, end) for begin, end in pairwise(ends))


def small(style: Style, size: float) -> Style:
    """Return the style at another type size."""
    return style if size == style.font_size else replace(style, font_size=size)


def least_pitch(names: Sequence[Sequence[str]], size: float) -> float:
    """Inches from one row's name to the next, so that no descender meets an accent of the next."""
    reaches = [reach_about_middle(line, size) for lines in names for line in lines] or [(0.0, 0.0)]
    above, below = max(above for above, _ in reaches), max(below for _, below in reaches)
    return max(PITCH * size / 72, above + below + 0.004)


def arrange_heads(names: Sequence[str], slot: float, style: Style) -> Heads:
    """Set names above their columns: level where each fits its slot whole, in smaller type if need be, else upright."""
    # Where slots are thinner than lines, upright names stand in tiers.
    room = slot - 0.05
    for size in (share * style.font_size for share in _SIZES):
        if any(longest_piece(name, size) > room for name in names):
            continue
        level = tuple(wrap_text(name, room, size, max_lines=3) for name in names)
        if not any("…" in "".join(lines) for lines in level):
            height = max(block_height(lines, size) for lines in level)
            return Heads(level, False, (0.0,) * len(names), size, height)
    size, smaller = style.font_size, SMALLEST * style.font_size
    size = size if _thickness(names, size) <= slot else smaller
    thick = _thickness(names, size)
    lines_wide = max(1, min(2, int(slot / (LINE_HEIGHT * size / 72))))
    n_tiers = max(1, -int(-thick // slot))
    longest = min(_LONGEST_HEAD, 0.3 * style.max_height / n_tiers)
    upright = tuple(wrap_text(name, longest, size, max_lines=lines_wide) for name in names)
    step = max(block_width(lines, size) for lines in upright) + 0.06
    tiers = tuple(column % n_tiers * step for column in range(len(names)))
    return Heads(upright, True, tiers, size, n_tiers * step - 0.06)


def _thickness(names: Sequence[str], size: float) -> float:
    """Inches across the thickest of some names on one line each."""
    return least_pitch([wrap_text(name, _LONGEST_HEAD, size) for name in names], size)


def row_name_room(names: Sequence[str], cells_width: float, size: float, style: Style) -> float:
    """Inches for names next to rows: what the cells that are wanted leave, within bounds, and no more than needed."""
    needed = max(text_width(line, size) for name in names for line in wrap_text(name, style.width, size))
    left = style.width - 2 * EDGE - BETWEEN - cells_width
    return min(needed + 0.005, max(0.25 * style.width, min(left, 0.42 * style.width)))


def arrange_grid(
    rows: Sequence[str],
    columns: Sequence[str],
    style: Style,
    *,
    cell_width: tuple[float, float],
    cell_height: float,
    row_size: float | None = None,
) -> Grid:
    """Place a grid in the middle of the style's width."""
    size = row_size or style.font_size
    least, most = cell_width
    room = row_name_room(rows, least * len(columns), size, style)
    lines = max(1, min(3, int(cell_height / (LINE_HEIGHT * size / 72))))
    names = tuple(wrap_text(name, room, size, max_lines=lines) for name in rows)
    aside = max(block_width(lines_of, size) for lines_of in names) + BETWEEN
    width = min(most, (style.width - 2 * EDGE - aside) / len(columns))
    left = (style.width - aside - width * len(columns)) / 2 + aside
    heads = arrange_heads(columns, width, style)
    height = max(
        cell_height,
        least_pitch(names, size),
        *(block_height(lines_of, size) for lines_of in names if len(lines_of) > 1),
    )
    return Grid(left, EDGE + heads.height + BETWEEN, width, height, names, size, heads)


def text_size(texts: Sequence[str], width: float, height: float, style: Style, *, lines: int = 1) -> float | None:
    """The largest type size at which bold texts fit cells of this size; None where even the smallest is too large."""
    widest = max((text_width(text, style.font_size, bold=True) for text in set(texts)), default=0.0)
    for share in _SIZES:
        high = lines * share * style.font_size / 72 * (LINE_HEIGHT if lines > 1 else PITCH)
        if widest * share <= width - min(_IN_CELL, 0.1 * width) + 1e-9 and high <= height:
            return style.font_size * share
    return None


Cell = tuple[int, int]
Box = tuple[float, float, float, float]  # left, top, width, height

_BAR_HEIGHT = 0.1
_BAR_WIDTH = 1.8
_APART = 0.2  # of the strip and what stands next to it
_SAMPLE = 1.4 * _BAR_HEIGHT


def draw_boxes(ax: Axes, boxes: Sequence[Box], colour: str, *, gid: str) -> None:
    """Fill rectangles of one color, as one artist, however many."""
    if not boxes:
        return
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    x, y, width, height = np.asarray(boxes, dtype=float).T
    corners = np.stack([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)])
    vertices = corners.transpose(2, 0, 1).reshape(-1, 2)
    codes = np.tile([Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(boxes))
    patch = PathPatch(Path(vertices, codes), facecolor=colour, edgecolor="none", linewidth=0, clip_on=False)
    patch.set(gid=gid, zorder=1)
    ax.add_artist(patch)


def draw_cells(ax: Axes, grid: Grid, cells: Mapping[Cell, str]) -> None:
    """Fill cells, each with its color, a thin line of the ground between them."""
    gap = min(0.012, 0.12 * grid.cell_width, 0.12 * grid.cell_height)
    by_colour: dict[str, list[Box]] = {}
    for (row, column), colour in cells.items():
        x, y = grid.corner(row, column)
        box = (x + gap / 2, y + gap / 2, grid.cell_width - gap, grid.cell_height - gap)
        by_colour.setdefault(colour, []).append(box)
    for colour, boxes in sorted(by_colour.items()):
        draw_boxes(ax, boxes, colour, gid=f"cells-{colour[1:]}")


def draw_text(ax: Axes, grid: Grid, cell: Cell, lines: Sequence[str], ground: str, style: Style, bold: bool) -> None:
    """Write in the middle of a cell, in the color that can be read on its ground."""
    x, y = grid.middle(*cell)
    gid = f"text-{cell[0]}-{cell[1]}"
    place_lines(ax, x, y, lines, style, gid=gid, ha="center", bold=bold, colour=text_colour(ground, style))


def draw_dots(ax: Axes, grid: Grid, cells: Mapping[Cell, str], style: Style) -> None:
    """Mark cells by a dot, in the color that can be seen on each ground."""
    size = 72 * min(0.045, 0.45 * grid.cell_width, 0.45 * grid.cell_height)
    by_colour: dict[str, list[Cell]] = {}
    for cell, ground in cells.items():
        by_colour.setdefault(text_colour(ground, style), []).append(cell)
    for colour, members in sorted(by_colour.items()):
        x, y = zip(*(grid.middle(*cell) for cell in members), strict=True)
        draw_marks(ax, x, y, "o", colour, size, f"dots-{colour[1:]}", zorder=2)


def draw_hatching(ax: Axes, boxes: Sequence[Box], style: Style, *, gid: str = "hatched") -> None:
    """Strike boxes through from corner to corner, a fine line that color maps have not."""
    if not boxes:
        return
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    vertices: list[tuple[float, float]] = []
    for left, top, width, height in boxes:
        inset = 0.12 * min(width, height)
        vertices += [(left + inset, top + height - inset), (left + width - inset, top + inset)]
    codes = [Path.MOVETO, Path.LINETO] * len(boxes)
    patch = PathPatch(Path(vertices, codes), facecolor="none", edgecolor=style.muted, linewidth=0.5, clip_on=False)
    patch.set(gid=gid, zorder=2)
    ax.add_artist(patch)


def cell_box(grid: Grid, cell: Cell) -> Box:
    """Return a cell's left, top, width and height."""
    return (*grid.corner(*cell), grid.cell_width, grid.cell_height)


def draw_row_names(ax: Axes, grid: Grid, style: Style) -> None:
    """Write names to the left of their rows."""
    for row, lines in enumerate(grid.row_names):
        _, y = grid.middle(row, 0)
        place_lines(ax, grid.left - BETWEEN, y, lines, small(style, grid.row_size), gid=f"row-{row}", ha="right")


def draw_heads(ax: Axes, grid: Grid, style: Style) -> None:
    """Write names above their columns."""
    heads, lettering = grid.heads, small(style, grid.heads.size)
    foot = grid.top - BETWEEN
    for column, lines in enumerate(heads.lines):
        x = grid.left + (column + 0.5) * grid.cell_width
        if not heads.upright:
            middle = foot - block_height(lines, heads.size) / 2
            place_lines(ax, x, middle, lines, lettering, gid=f"column-{column}", ha="center")
            continue
        bottom = foot - heads.tiers[column]
        if heads.tiers[column]:
            draw_line(ax, [x, x], [bottom + 0.02, foot + 0.02], style.faint, 0.5, f"leader-{column}", zorder=0.5)
        for number, line in enumerate(lines):
            across = x + (number - (len(lines) - 1) / 2) * LINE_HEIGHT * heads.size / 72
            gid = f"column-{column}-{number}" if number else f"column-{column}"
            write(ax, across, bottom, line, lettering, gid=gid, ha="center", va="bottom", rotation=90)


@dataclass(frozen=True)
class ColourBar:
    """Colors from left to right, what stands under both ends and the middle, and what they show, in lines."""

    colours: tuple[str, ...]
    ends: tuple[str, str]
    middle: str
    label: tuple[str, ...]
    missing: str = ""

    def height(self, style: Style) -> float:
        """Inches that it takes."""
        line = block_height("0", style.font_size)
        below = 0.0 if not self.missing or self.missing_is_aside(style) else line + 0.04
        return block_height(self.label, style.font_size) + 0.03 + _BAR_HEIGHT + 0.02 + line + below

    def width(self, style: Style) -> float:
        """Inches of the colored strip: as long as the numbers below it need."""
        return min(max(_BAR_WIDTH, self._numbers_width(style)), style.width - 2 * EDGE)

    def whole_width(self, style: Style) -> float:
        """Inches of the strip, its label and what stands next to it."""
        size, missing = style.font_size, self.missing and self.missing_is_aside(style)
        aside = _APART + _SAMPLE + 0.05 + text_width(self.missing, size) if missing else 0.0
        return max(
            self.width(style) + aside, block_width(self.label, size), _SAMPLE + 0.05 + text_width(self.missing, size)
        )

    def middle_fits(self, style: Style) -> bool:
        """Return whether there is room for the number under the middle."""
        return self._numbers_width(style) <= style.width - 2 * EDGE

    def missing_is_aside(self, style: Style) -> bool:
        """Return whether what a missing result looks like has room next to the strip; else it stands below."""
        needed = _APART + _SAMPLE + 0.05 + text_width(self.missing, style.font_size)
        return self.width(style) + needed <= style.width - 2 * EDGE

    def _numbers_width(self, style: Style) -> float:
        size = style.font_size
        return 2 * max(text_width(end, size) + text_width(self.middle, size) / 2 + 0.08 for end in self.ends)


def draw_colour_bar(ax: Axes, bar: ColourBar, grid: Grid, top: float, style: Style) -> None:
    """Draw a color bar below a grid, its label above it, and next to it what a missing result looks like."""
    size, width = style.font_size, bar.width(style)
    left = grid.below(bar.whole_width(style), style)
    label_height = block_height(bar.label, size)
    place_lines(ax, left, top + label_height / 2, bar.label, style, gid="bar-label")
    strip = top + label_height + 0.03
    step = width / len(bar.colours)
    for number, colour in enumerate(bar.colours):
        draw_boxes(ax, [(left + number * step, strip, step * 1.02, _BAR_HEIGHT)], colour, gid=f"bar-{number}")
    y = strip + _BAR_HEIGHT + 0.02 + block_height("0", size) / 2
    for text, x, ha, gid in (
        (bar.ends[0], left, "left", "bar-low"),
        (bar.middle if bar.middle_fits(style) else "", left + width / 2, "center", "bar-middle"),
        (bar.ends[1], left + width, "right", "bar-high"),
    ):
        place_lines(ax, x, y, [text] if text else [], style, gid=gid, ha=ha)
    if bar.missing:
        is_aside = bar.missing_is_aside(style)
        x = left + width + _APART if is_aside else left
        # next to the strip; type that is higher than it reaches down, not into the label
        y = max(strip + _BAR_HEIGHT / 2, top + label_height + block_height("0", size) / 2)
        y = y if is_aside else top + bar.height(style) - block_height("0", size) / 2
        draw_hatching(ax, [(x, y - _BAR_HEIGHT / 2, _SAMPLE, _BAR_HEIGHT)], style, gid="bar-missing-sample")
        place_lines(ax, x + _SAMPLE + 0.05, y, [bar.missing], style, gid="bar-missing")
