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
from rankpress.figures.text import block_height, block_width
from rankpress.figures.wrapping import wrap_text
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
    """Closed lines, in chances, about what is at least as dense as a region's level.

    The triangles of the lattice are cut where the density, linear in each, has that level; pieces that touch lose their
    common edge, so that the rest joins to lines.
    """
    level, side = density.levels[region], density.cells + 1
    triangles = _triangles(density.cells)
    inside = density.density.ravel()[triangles] >= level
    edges = np.concatenate([_edges(triangles, inside, count, side**2) for count in (1, 2, 3)])
    code = 1 + int(edges.max(initial=0))
    outer = edges[~np.isin(edges @ [code, 1], edges @ [1, code])]
    following: defaultdict[int, list[int]] = defaultdict(list)
    for begin, end in outer.tolist():
        following[begin].append(end)
    loops = []
    for start in list(following):
        while following[start]:
            loop = [start]
            while following[loop[-1]]:
                loop.append(following[loop[-1]].pop())
            loops.append(_chances_at(np.array(loop), density, level))
    return tuple(loops)


def _triangles(cells: int) -> _IntArray:
    """The corners of all triangles of a lattice as numbers of its points, all turned alike."""
    side = cells + 1
    i, j = (axis.ravel() for axis in np.indices((cells, cells)))
    point = i * side + j
    up = np.stack([point, point + side, point + 1], axis=1)[i + j < cells]
    down = np.stack([point + side + 1, point + 1, point + side], axis=1)[i + j < cells - 1]
    return np.concatenate([up, down])


def _edges(triangles: _IntArray, inside: npt.NDArray[np.bool_], count: int, points: int) -> _IntArray:
    """Directed edges of the pieces of triangles of which so many corners are inside.

    A place between two points has a number too, made from theirs, so that both triangles beside it find the same.
    """
    chosen = inside.sum(axis=1) == count
    # the corner that is alone, if one is, comes first
    alone = (inside[chosen] if count == 1 else ~inside[chosen]).argmax(axis=1)
    a, b, c = np.take_along_axis(triangles[chosen], (alone[:, None] + np.arange(3)) % 3, axis=1).T

    def cut(one: _IntArray, other: _IntArray) -> _IntArray:
        return points * (1 + np.minimum(one, other)) + np.maximum(one, other)

    rings = {1: (a, cut(a, b), cut(c, a)), 2: (b, c, cut(c, a), cut(a, b)), 3: (a, b, c)}
    ring = rings[count]
    return np.concatenate([np.stack(pair, axis=1) for pair in zip(ring, (*ring[1:], ring[0]), strict=True)])


def _chances_at(numbers: _IntArray, density: SimplexDensity, level: float) -> _FloatArray:
    """The chances at points of the lattice, and at the places between two of them that have the level."""
    side, values = density.cells + 1, density.density.ravel()
    between = numbers >= side**2
    low, high = np.where(between, numbers // side**2 - 1, numbers), numbers % side**2
    step = np.where(between, values[high] - values[low], 1.0)
    share = np.where(between, (level - values[low]) / step, 0.0)[:, None]
    first, second = (np.stack(np.divmod(point, side), axis=1) / density.cells for point in (low, high))
    two = first + share * (second - first)
    return np.column_stack([two, 1 - two.sum(axis=1)])
