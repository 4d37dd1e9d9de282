"""The posterior of a Bayesian comparison over data sets, in a triangle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, isfinite

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    open_canvas,
    root_figure,
    set_dashes,
)
from rankpress.figures.numerals import probability_phrase
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, wrap_text
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


def posterior_simplex(
    names: tuple[str, str],
    density: SimplexDensity,
    probabilities: Sequence[float],
    *,
    neither: str = "practically equivalent",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw where the posterior of three chances lies: the first is better, neither is, the second is.

    Parameters
    ----------
    names : (str, str)
        The two algorithms.
    density : SimplexDensity
        The posterior, from `rankpress.stats.simplex_density`.
    probabilities : (3,) sequence of float
        Posterior probabilities that each chance is the greatest: shares of the posterior in the three parts that the
        dashed lines divide.
    neither : str
        What stands at the top.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If the probabilities are not three that add up to 1, or there are more than three regions.

    Notes
    -----
    A point's nearness to a corner is a chance on a further data set, which is what the Bayesian sign and signed-rank
    tests have a posterior of. The point where the dashed lines meet has all three equal.

    References
    ----------
    .. [1] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.

    Examples
    --------
    >>> from rankpress.stats import bayes_sign, sign_draws, simplex_density
    >>> scores = [[0.9, 0.5]] * 9 + [[0.7, 0.7]] * 4 + [[0.5, 0.6]]
    >>> test = bayes_sign(scores, [(0, 1)], rope=0.01)
    >>> density = simplex_density(sign_draws(scores, (0, 1), rope=0.01))
    >>> probabilities = test.p_first[0], test.p_equal[0], test.p_second[0]
    >>> figure = posterior_simplex(("naive Bayes", "CART"), density, probabilities)
    >>> float(figure.get_figwidth())
    5.5
    """
    _check(density, probabilities)
    with drawing_context(style):
        style = axes_width(ax, style)
        triangle = lay_out_triangle(names, neither, probabilities, density.held, style)
        canvas = open_canvas(triangle.height, style, ax)
        _draw_regions(canvas, triangle, density, style)
        _draw_frame(canvas, triangle, style)
        mean = Line2D(*([at] for at in triangle.place(density.mean)), linestyle="none", marker="D", color=style.ink)
        mean.set(gid="mean", markersize=4.0, markeredgewidth=0.8, markerfacecolor=style.paper, zorder=4)
        mean.set_clip_on(False)
        canvas.add_line(mean)
        _write_labels(canvas, triangle, style)
        draw_legend(canvas, triangle.legend, EDGE, triangle.legend_y, style)
        return root_figure(canvas)


def _check(density: SimplexDensity, probabilities: Sequence[float]) -> None:
    if len(probabilities) != 3 or not all(map(isfinite, probabilities)) or not isclose(sum(probabilities), 1):
        raise ValueError(f"probabilities: got {tuple(probabilities)}; three that add up to 1 are needed")
    if len(density.held) > 3:
        raise ValueError(f"density: got {len(density.held)} regions; no more than three can be told apart")


def _draw_regions(ax: Axes, triangle: Triangle, density: SimplexDensity, style: Style) -> None:
    """Draw each region over the wider ones, its outline telling it from them in grey too."""
    colours = region_colours(style, len(density.held))
    for region in reversed(range(len(density.held))):
        loops = region_outlines(density, region)
        if not loops:
            continue
        corners = np.asarray(triangle.corners)
        paths = [Path(loop @ corners, closed=True) for loop in loops]
        patch = PathPatch(
            Path.make_compound_path(*paths), facecolor=colours[region], edgecolor=style.accent, linewidth=0.4
        )
        patch.set(gid=f"region-{region}", zorder=2 - region / 10, clip_on=False)
        ax.add_patch(patch)


def _draw_frame(ax: Axes, triangle: Triangle, style: Style) -> None:
    """Draw the triangle, and the lines on which two chances are equal and the third is less."""
    first, top, second = triangle.corners
    outline = Line2D(*zip(first, top, second, first, strict=True), color=style.ink, linewidth=0.9)
    outline.set(gid="triangle", zorder=3, solid_joinstyle="miter", clip_on=False)
    ax.add_line(outline)
    centre = triangle.place((1 / 3, 1 / 3, 1 / 3))
    for number in range(3):
        middle = triangle.place([0.0 if chance == number else 0.5 for chance in range(3)])
        # A line of the ground beneath the dashes keeps them visible on the darkest region.
        for colour, width, dashes, gid in (
            (style.paper, 1.5, (), f"ground-{number}"),
            (style.ink, 0.7, (4.0, 2.0), f"border-{number}"),
        ):
            border = Line2D(*zip(centre, middle, strict=True), color=colour, linewidth=width)
            border.set(gid=gid, zorder=3, clip_on=False)
            set_dashes(border, dashes)
            ax.add_line(border)


def _write_labels(ax: Axes, triangle: Triangle, style: Style) -> None:
    for number, label in enumerate(triangle.labels):
        place_lines(ax, label.x, label.y, label.lines, style, ha="center", gid=f"corner-{number}")
        place_lines(
            ax,
            label.x,
            label.probability_y,
            [label.probability],
            style,
            bold=True,
            ha="center",
            gid=f"probability-{number}",
        )
