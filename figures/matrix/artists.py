"""Cells, names and colour bars of a grid, drawn on a canvas in inches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from rankpress.figures.matrix.colour_maps import text_colour
from rankpress.figures.matrix.grid import BETWEEN, EDGE, Grid, small
from rankpress.figures.style import Style
from rankpress.figures.text import LINE_HEIGHT, block_height, place_lines, text_width, write

Cell = tuple[int, int]
Box = tuple[float, float, float, float]  # left, top, width, height

_BAR_HEIGHT = 0.1
_BAR_WIDTH = 1.8
_APART = 0.2  # of the strip and what stands beside it
_SAMPLE = 1.4 * _BAR_HEIGHT


def draw_boxes(ax: Axes, boxes: Sequence[Box], colour: str, *, gid: str) -> None:
    """Fill rectangles of one colour, as one artist, however many."""
    if not boxes:
        return
    x, y, width, height = np.asarray(boxes, dtype=float).T
    corners = np.stack([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)])
    vertices = corners.transpose(2, 0, 1).reshape(-1, 2)
    codes = np.tile([Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(boxes))
    patch = PathPatch(Path(vertices, codes), facecolor=colour, edgecolor="none", linewidth=0, clip_on=False)
    patch.set(gid=gid, zorder=1)
    ax.add_patch(patch)


def draw_cells(ax: Axes, grid: Grid, cells: Mapping[Cell, str], *, gid: str = "cells") -> None:
    """Fill cells, each with its colour, a thin line of the ground between them."""
    gap = min(0.012, 0.12 * grid.cell_width, 0.12 * grid.cell_height)
    by_colour: dict[str, list[Box]] = {}
    for (row, column), colour in cells.items():
        x, y = grid.corner(row, column)
        box = (x + gap / 2, y + gap / 2, grid.cell_width - gap, grid.cell_height - gap)
        by_colour.setdefault(colour, []).append(box)
    for colour, boxes in sorted(by_colour.items()):
        draw_boxes(ax, boxes, colour, gid=f"{gid}-{colour[1:]}")


def draw_text(ax: Axes, grid: Grid, cell: Cell, lines: Sequence[str], ground: str, style: Style, bold: bool) -> None:
    """Write in the middle of a cell, in the colour that can be read on its ground."""
    x, y = grid.middle(*cell)
    gid = f"text-{cell[0]}-{cell[1]}"
    place_lines(ax, x, y, lines, style, gid=gid, ha="center", bold=bold, colour=text_colour(ground, style))


def draw_dots(ax: Axes, grid: Grid, cells: Mapping[Cell, str], style: Style) -> None:
    """Mark cells by a dot, in the colour that can be seen on each ground."""
    size = 72 * min(0.045, 0.45 * grid.cell_width, 0.45 * grid.cell_height)
    by_colour: dict[str, list[Cell]] = {}
    for cell, ground in cells.items():
        by_colour.setdefault(text_colour(ground, style), []).append(cell)
    for colour, members in sorted(by_colour.items()):
        x, y = zip(*(grid.middle(*cell) for cell in members), strict=True)
        dots = Line2D(x, y, linestyle="none", marker="o", color=colour, clip_on=False)
        dots.set(gid=f"dots-{colour[1:]}", markersize=size, markeredgewidth=0, zorder=2)
        ax.add_line(dots)


def draw_hatching(ax: Axes, boxes: Sequence[Box], style: Style, *, gid: str = "hatched") -> None:
    """Strike boxes through from corner to corner, a fine line that colour maps have not."""
    if not boxes:
        return
    vertices: list[tuple[float, float]] = []
    for left, top, width, height in boxes:
        inset = 0.12 * min(width, height)
        vertices += [(left + inset, top + height - inset), (left + width - inset, top + inset)]
    codes = [Path.MOVETO, Path.LINETO] * len(boxes)
    patch = PathPatch(Path(vertices, codes), facecolor="none", edgecolor=style.muted, linewidth=0.5, clip_on=False)
    patch.set(gid=gid, zorder=2)
    ax.add_patch(patch)


def cell_box(grid: Grid, cell: Cell) -> Box:
    """A cell's left, top, width and height."""
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
            leader = Line2D([x, x], [bottom + 0.02, foot + 0.02], color=style.faint, linewidth=0.5, clip_on=False)
            leader.set(gid=f"leader-{column}", zorder=0.5)
            ax.add_line(leader)
        for number, line in enumerate(lines):
            across = x + (number - (len(lines) - 1) / 2) * LINE_HEIGHT * heads.size / 72
            gid = f"column-{column}-{number}" if number else f"column-{column}"
            write(ax, across, bottom, line, lettering, gid=gid, ha="center", va="bottom", rotation=90)


@dataclass(frozen=True)
class ColourBar:
    """Colours from left to right, what stands under both ends and the middle, and what they show, in lines."""

    colours: tuple[str, ...]
    ends: tuple[str, str]
    middle: str
    label: tuple[str, ...]
    missing: str = ""

    def height(self, style: Style) -> float:
        """Inches that it takes."""
        line = block_height("0", style.font_size)
        below = 0.0 if not self.missing or self.missing_is_beside(style) else line + 0.04
        return block_height(self.label, style.font_size) + 0.03 + _BAR_HEIGHT + 0.02 + line + below

    def width(self, style: Style) -> float:
        """Inches of the coloured strip: as long as the numbers below it need."""
        return min(max(_BAR_WIDTH, self._numbers_width(style)), style.width - 2 * EDGE)

    def middle_fits(self, style: Style) -> bool:
        """Whether there is room for the number under the middle."""
        return self._numbers_width(style) <= style.width - 2 * EDGE

    def missing_is_beside(self, style: Style) -> bool:
        """Whether what a missing result looks like has room beside the strip; else it stands below."""
        needed = _APART + _SAMPLE + 0.05 + text_width(self.missing, style.font_size)
        return self.width(style) + needed <= style.width - 2 * EDGE

    def _numbers_width(self, style: Style) -> float:
        size = style.font_size
        return 2 * max(text_width(end, size) + text_width(self.middle, size) / 2 + 0.08 for end in self.ends)


def draw_colour_bar(ax: Axes, bar: ColourBar, left: float, top: float, style: Style) -> None:
    """Draw a colour bar, its label above it, and beside it what a missing result looks like."""
    size, width = style.font_size, bar.width(style)
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
        beside = bar.missing_is_beside(style)
        x = left + width + _APART if beside else left
        y = strip + _BAR_HEIGHT / 2 if beside else top + bar.height(style) - block_height("0", size) / 2
        draw_hatching(ax, [(x, y - _BAR_HEIGHT / 2, _SAMPLE, _BAR_HEIGHT)], style, gid="bar-missing-sample")
        place_lines(ax, x + _SAMPLE + 0.05, y, [bar.missing], style, gid="bar-missing")
