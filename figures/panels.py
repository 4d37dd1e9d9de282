"""Grids of panels with titles, axes' titles and a legend around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, draw_legend, line_step
from rankpress.figures.style import Style
from rankpress.figures.text import block_height, place_lines, wrap_apart, wrap_evenly

if TYPE_CHECKING:
    from matplotlib.axes import Axes


GAP = 0.14  # inches between panels next to each other


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
        """Return whether the panel begins a row."""
        return number % self.columns == 0

    def is_last(self, number: int) -> bool:
        """Return whether the panel ends a row at the page's right edge."""
        return number % self.columns == self.columns - 1

    def is_lowest(self, number: int) -> bool:
        """Return whether no panel is below this one."""
        return number + self.columns >= self.count


@dataclass(frozen=True)
class PanelPage:
    """A grid of panels, their titles `above` inches over them, the x axis's title below and the legend on top."""

    grid: Grid
    titles: tuple[tuple[str, ...], ...]
    above: float
    x_title: tuple[str, ...]
    legend: Legend
    height: float


def lay_out_panels(
    names: Sequence[str],
    x_title: str,
    entries: Iterable[LegendEntry],
    columns: int,
    left: float,
    size: tuple[float, float],
    style: Style,
    *,
    above: float = 0.0,
    below: float = 0.15,
) -> PanelPage:
    """Stack the legend, rows of panels of this width and height, and the title of the x axis."""
    titles = tuple(wrap_apart(names, size[0], style.font_size, max_lines=2))
    heights = [_title_height(title, style) for title in titles]
    legend = arrange_legend(entries, style.width - left - 0.05, style)
    tops, top = [], 0.05 + legend.height + 0.07
    for row in range(0, len(names), columns):
        tops.append(top + max(heights[row : row + columns]) + 0.03 + above)
        top = tops[-1] + size[1] + below
    grid = Grid(columns, len(names), left, tuple(tops), *size)
    room = min(style.width - 0.3, 2 * min(grid.centre, style.width - grid.centre) - 0.04)
    lines = wrap_evenly(x_title, room, style.font_size, max_lines=3)
    height = grid.bottom + 0.09 + line_step(style) + block_height(lines, style.font_size) + 0.04
    return PanelPage(grid, titles, above, lines, legend, height)


def _title_height(title: Sequence[str], style: Style) -> float:
    return block_height(title, style.font_size) if any(title) else 0.0


def draw_around_panels(canvas: Axes, page: PanelPage, style: Style) -> None:
    """Write the titles of the panels and of the x axis, and draw the legend."""
    grid = page.grid
    for number, title in enumerate(page.titles):
        left, top = grid.corner(number)
        middle = top - page.above - 0.03 - _title_height(title, style) / 2
        place_lines(canvas, left + grid.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")
    middle = page.height - 0.04 - block_height(page.x_title, style.font_size) / 2
    place_lines(canvas, grid.centre, middle, page.x_title, style, ha="center", gid="x-title")
    draw_legend(canvas, page.legend, grid.left, 0.05, style)


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
