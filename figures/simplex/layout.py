"""Where the parts of a posterior's triangle go, in inches, and the outlines of its regions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend
from rankpress.figures.numerals import probability_phrase
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, wrap_text
from rankpress.stats.simplex import SimplexDensity

_FloatArray = npt.NDArray[np.float64]
_IntArray = npt.NDArray[np.int64]

EDGE = 0.05
_GAP = 0.07  # between the triangle and its labels
_MOST_SIDE = 3.1  # inches: a larger triangle shows nothing more
_HEIGHT = 3**0.5 / 2  # of a triangle of side 1

Point = tuple[float, float]


@dataclass(frozen=True)
class CornerLabel:
    """What stands at a corner: lines above a probability, all about `x`; `y` is the middle of the lines."""

    lines: tuple[str, ...]
    probability: str
    x: float
    y: float
    probability_y: float


@dataclass(frozen=True)
class Triangle:
    """Corners for the first, for neither and for the second, with their labels; inches, y down from the top."""

    corners: tuple[Point, Point, Point]
    labels: tuple[CornerLabel, CornerLabel, CornerLabel]
    legend: Legend
    legend_y: float
    height: float

    def place(self, chances: Sequence[float] | _FloatArray) -> Point:
        """Where three chances lie that add up to 1."""
        x, y = np.asarray(chances, dtype=np.float64) @ np.asarray(self.corners)
        return float(x), float(y)


def lay_out_triangle(
    names: tuple[str, str], neither: str, probabilities: Sequence[float], held: Sequence[float], style: Style
) -> Triangle:
    """Place the triangle with the first at its left, the second at its right, and neither at its top."""
    size, width = style.font_size, style.width
    half = width / 2 - EDGE - _GAP
    phrases = [probability_phrase(p) for p in probabilities]
    longer = ["better, " + phrases[0], phrases[1], "better, " + phrases[2]]
    if block_width(longer, size, bold=True) <= half:
        phrases = longer
    first, second = (wrap_text(name, half, size, max_lines=3) for name in names)
    top_lines = wrap_text(neither, width - 2 * EDGE, size, max_lines=2)
    line = block_height([phrases[1]], size, bold=True)
    legend = arrange_legend(region_entries(held, style), width - 2 * EDGE, style)
    below = max(block_height(first, size), block_height(second, size))
    apex_y = EDGE + block_height(top_lines, size) + line + _GAP
    rest = apex_y + _GAP + below + line + _GAP + legend.height + EDGE
    side = min(_MOST_SIDE, width - 2 * EDGE - 0.1, max(0.8, (style.max_height - rest) / _HEIGHT))
    left, right, base_y = (width - side) / 2, (width + side) / 2, apex_y + side * _HEIGHT
    top_label = CornerLabel(
        top_lines, phrases[1], width / 2, EDGE + block_height(top_lines, size) / 2, apex_y - _GAP - line / 2
    )
    labels_y = base_y + _GAP

    def label(lines: tuple[str, ...], phrase: str, corner: float) -> CornerLabel:
        reach = max(block_width(lines, size), block_width([phrase], size, bold=True)) / 2
        low, high = (EDGE, width / 2 - _GAP) if corner < width / 2 else (width / 2 + _GAP, width - EDGE)
        x = min(max(corner, low + reach), high - reach)
        height = block_height(lines, size)
        return CornerLabel(lines, phrase, x, labels_y + height / 2, labels_y + height + line / 2)

    legend_y = labels_y + below + line + _GAP
    return Triangle(
        corners=((left, base_y), (width / 2, apex_y), (right, base_y)),
        labels=(label(first, phrases[0], left), top_label, label(second, phrases[2], right)),
        legend=legend,
        legend_y=legend_y,
        height=legend_y + legend.height + EDGE,
    )


def region_colours(style: Style, regions: int) -> tuple[str, ...]:
    """Colours of the regions, the innermost first; the palette's light blue lies between shade and accent in grey."""
    between = style.palette[5 % len(style.palette)]
    return (style.accent, between, style.shade)[:regions]


def region_entries(held: Sequence[float], style: Style) -> tuple[LegendEntry, ...]:
    """Say what the shades and the cross are."""
    shades = [
        LegendEntry((f"{100 * share:g}%",), Look(colour, (), ""), width=6.0)
        for share, colour in zip(held, region_colours(style, len(held)), strict=True)
    ]
    width = style.width - 2 * EDGE - 0.3
    what = wrap_text("of the posterior", width, style.font_size, max_lines=2)
    mean = LegendEntry(("mean",), Look(style.ink, (), "D"), line=False, hollow=True)
    return (*shades, LegendEntry(what, None), mean)


def region_outlines(density: SimplexDensity, region: int) -> tuple[_FloatArray, ...]:
    """Closed lines, in chances, about the cells of a region and of those within it.

    Cells that touch lose their common edge, so that no seam shows between them.
    """
    cells = density.corners[density.region <= region]
    if not len(cells):
        return ()
    scale = round(1 / np.ptp(cells[0], axis=0).max())
    edges = _outer_edges(np.rint(cells * scale).astype(np.int64))
    following: defaultdict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for begin, end in edges:
        following[begin].append(end)
    loops = []
    for start in list(following):
        while following[start]:
            loop = [start]
            while following[loop[-1]]:
                loop.append(following[loop[-1]].pop())
            loops.append(np.array(loop) / scale)
    return tuple(loops)


def _outer_edges(cells: _IntArray) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Directed edges, all cells turned alike, that are not met by the same edge the other way round."""
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}
    for cell in cells:
        a, b, c = (tuple(corner.tolist()) for corner in cell)
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        ring = (a, b, c) if turn > 0 else (a, c, b)
        for edge in zip(ring, (*ring[1:], ring[0]), strict=True):
            if edge[::-1] in seen:
                del seen[edge[::-1]]
            else:
                seen[edge] = None
    return list(seen)
