"""Panels of one size beside and below each other, in inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from rankpress.figures.style import Style

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
