"""Grids of cells with named rows and columns: where cells, names and their texts go, in inches; nothing is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rankpress.figures.style import Style
from rankpress.figures.text import LINE_HEIGHT, block_height, block_width, reach_about_middle, text_width
from rankpress.figures.wrapping import longest_piece, wrap_text

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
    """Cells of one size, their top left corner, and the names beside and above them."""

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

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """The top left corner of a cell."""
        return self.left + column * self.cell_width, self.top + row * self.cell_height

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.left + (column + 0.5) * self.cell_width, self.top + (row + 0.5) * self.cell_height


def small(style: Style, size: float) -> Style:
    """The style at another type size."""
    return style if size == style.font_size else replace(style, font_size=size)


def least_pitch(names: Sequence[Sequence[str]], size: float) -> float:
    """Inches from one row's name to the next, so that no descender meets an accent of the next."""
    reaches = [reach_about_middle(line, size) for lines in names for line in lines] or [(0.0, 0.0)]
    above, below = max(above for above, _ in reaches), max(below for _, below in reaches)
    return max(PITCH * size / 72, above + below + 0.004)


def arrange_heads(names: Sequence[str], slot: float, style: Style) -> Heads:
    """Set names above their columns: level where each fits its slot whole, in smaller type if need be, else upright.

    Where slots are thinner than lines, upright names stand in tiers.

    Examples
    --------
    >>> from rankpress.figures.style import PAPER
    >>> arrange_heads(["knn", "tree"], 0.6, PAPER).upright, arrange_heads(["random forests"], 0.2, PAPER).upright
    (False, True)
    """
    room = slot - 0.05
    for size in (share * style.font_size for share in _SIZES):
        level = tuple(wrap_text(name, room, size, max_lines=3) for name in names)
        if all(longest_piece(name, size) <= room for name in names) and not any("…" in "".join(one) for one in level):
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


def row_name_room(names: Sequence[str], wanted: float, size: float, style: Style) -> float:
    """Inches for names beside rows: what the cells that are wanted leave, within bounds, and no more than needed."""
    needed = max(text_width(line, size) for name in names for line in wrap_text(name, style.width, size))
    left = style.width - 2 * EDGE - BETWEEN - wanted
    return min(needed + 0.005, max(0.25 * style.width, min(left, 0.42 * style.width)))


def arrange_grid(
    rows: Sequence[str],
    columns: Sequence[str],
    style: Style,
    *,
    top: float,
    cell_width: tuple[float, float],
    cell_height: float,
    row_size: float | None = None,
) -> Grid:
    """Place a grid in the middle of the style's width.

    Parameters
    ----------
    rows, columns : sequence of str
        Their names.
    style : Style
    top : float
        Where the names of columns begin.
    cell_width : (float, float)
        The width that texts in cells want, and the greatest.
    cell_height : float
        Names of rows take two lines where this has room for them.
    row_size : float, optional
        Type size of the names of rows.

    Returns
    -------
    Grid
        No wider than the style; cells are as wide as there is room.
    """
    size = row_size or style.font_size
    least, most = cell_width
    room = row_name_room(rows, least * len(columns), size, style)
    lines = max(1, min(3, int(cell_height / (LINE_HEIGHT * size / 72))))
    names = tuple(wrap_text(name, room, size, max_lines=lines) for name in rows)
    beside = max(block_width(one, size) for one in names) + BETWEEN
    width = min(most, (style.width - 2 * EDGE - beside) / len(columns))
    left = (style.width - beside - width * len(columns)) / 2 + beside
    heads = arrange_heads(columns, width, style)
    height = max(cell_height, least_pitch(names, size), *(block_height(one, size) for one in names if len(one) > 1))
    return Grid(left, top + heads.height + BETWEEN, width, height, names, size, heads)


def text_size(texts: Sequence[str], width: float, height: float, style: Style, *, lines: int = 1) -> float | None:
    """The largest type size at which bold texts fit cells of this size; None where even the smallest is too large.

    Examples
    --------
    >>> from rankpress.figures.style import PAPER
    >>> text_size(["0.012"], 0.6, 0.2, PAPER), text_size(["0.012"], 0.2, 0.2, PAPER)
    (8.0, None)
    """
    widest = max((text_width(text, style.font_size, bold=True) for text in set(texts)), default=0.0)
    for share in _SIZES:
        high = lines * share * style.font_size / 72 * (LINE_HEIGHT if lines > 1 else PITCH)
        if widest * share <= width - min(_IN_CELL, 0.1 * width) + 1e-9 and high <= height:
            return style.font_size * share
    return None
