"""The posterior of a Bayesian comparison over data sets, in a triangle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, isfinite
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    Point,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    open_canvas,
    root_figure,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, printable, text_width, wrap_text
from rankpress.stats.simplex import SimplexDensity
from rankpress.wording.names import isolated, one_name
from rankpress.wording.numbers import probability_phrase

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_FloatArray = npt.NDArray[np.float64]

_EDGE = 0.05
_GAP = 0.07  # between the triangle and its labels
_MOST_SIDE = 3.1  # inches: a larger triangle shows nothing more
_HEIGHT = 3**0.5 / 2  # of a triangle of side 1


@dataclass(frozen=True)
class CornerLabel:
    """The outcome at a corner with its probability: lines about `x`; `y` is their middle."""

    lines: tuple[str, ...]
    x: float
    y: float


@dataclass(frozen=True)
class Triangle:
    """Corners for the first, for neither and for the second, with their labels; inches, y down from the top."""

    corners: tuple[Point, Point, Point]
    labels: tuple[CornerLabel, CornerLabel, CornerLabel]
    legend: Legend
    legend_y: float
    height: float

    def place(self, chances: Sequence[float] | _FloatArray) -> Point:
        """Return where three chances lie that add up to 1."""
        x, y = np.asarray(chances, dtype=np.float64) @ np.asarray(self.corners)
        return float(x), float(y)


def lay_out_triangle(
    names: tuple[str, str], probabilities: Sequence[float], shares: Sequence[float], style: Style
) -> Triangle:
    """Place the triangle with the first at its left, the second at its right, and neither at its top."""
    size, width = style.font_size, style.width
    half = width / 2 - _EDGE - _GAP
    phrases = [probability_phrase(p) for p in probabilities]
    first, second = (
        _next_to_each_other(f"{isolated(name)} better", phrases[which], half, size)
        for name, which in zip(names, (0, 2), strict=True)
    )
    top = _next_to_each_other("practically equivalent", phrases[1], width - 2 * _EDGE, size)
    legend = arrange_legend(region_entries(shares, style), width - 2 * _EDGE, style)
    above, below = block_height(top, size), max(block_height(first, size), block_height(second, size))
    apex_y = _EDGE + above + _GAP
    rest = apex_y + _GAP + below + _GAP + legend.height + _EDGE
    side = min(_MOST_SIDE, width - 2 * _EDGE - 0.1, max(0.8, (style.max_height - rest) / _HEIGHT))
    left, right, base_y = (width - side) / 2, (width + side) / 2, apex_y + side * _HEIGHT
    labels_y = base_y + _GAP

    def label(lines: tuple[str, ...], corner: float) -> CornerLabel:
        reach = block_width(lines, size) / 2
        low, high = (_EDGE, width / 2 - _GAP) if corner < width / 2 else (width / 2 + _GAP, width - _EDGE)
        x = min(max(corner, low + reach), high - reach)
        return CornerLabel(lines, x, labels_y + block_height(lines, size) / 2)

    legend_y = labels_y + below + _GAP
    return Triangle(
        corners=((left, base_y), (width / 2, apex_y), (right, base_y)),
        labels=(label(first, left), CornerLabel(top, width / 2, _EDGE + above / 2), label(second, right)),
        legend=legend,
        legend_y=legend_y,
        height=legend_y + legend.height + _EDGE,
    )


def _next_to_each_other(outcome: str, phrase: str, width: float, size: float) -> tuple[str, ...]:
    """Return the lines of an outcome with its probability: on one line where both fit, else on lines of their own."""
    line = printable(f"{outcome}, {phrase}")
    return (line,) if text_width(line, size) <= width else (*wrap_text(outcome, width, size, max_lines=4), phrase)


def region_colours(style: Style, regions: int) -> tuple[str, ...]:
    """Colors of the regions, the innermost first; the palette's light blue lies between shade and accent in gray."""
    between = style.palette[5 % len(style.palette)]
    return (style.accent, between, style.shade)[:regions]


def region_entries(shares: Sequence[float], style: Style) -> tuple[LegendEntry, ...]:
    """Say what the shades and the cross are."""
    shades = [
        LegendEntry(f"{100 * share:g}%", Look(colour, (), ""), width=6.0)
        for share, colour in zip(shares, region_colours(style, len(shares)), strict=True)
    ]
    mean = LegendEntry("mean", Look(style.ink, (), "D"), line=False, hollow=True)
    return (*shades, LegendEntry("of the posterior"), mean)


def posterior_simplex(
    names: tuple[str, str],
    density: SimplexDensity,
    probabilities: Sequence[float],
    *,
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
        triangle = lay_out_triangle(names, probabilities, density.shares, style)
        canvas = open_canvas(triangle.height, style, ax)
        _draw_regions(canvas, triangle, density, style)
        _draw_frame(canvas, triangle, style)
        x, y = triangle.place(density.mean)
        draw_marks(canvas, [x], [y], "D", style.ink, 4.0, "mean", face=style.paper, edge_width=0.8, zorder=4)
        _write_labels(canvas, triangle, style)
        draw_legend(canvas, triangle.legend, _EDGE, triangle.legend_y, style)
        return root_figure(canvas)


def _check(density: SimplexDensity, probabilities: Sequence[float]) -> None:
    if len(probabilities) != 3 or not all(map(isfinite, probabilities)) or not isclose(sum(probabilities), 1):
        raise ValueError(f"probabilities: got {tuple(probabilities)}; three that add up to 1 are needed")
    if len(density.shares) > 3:
        raise ValueError(f"density: got {len(density.shares)} regions; no more than three can be distinguished")


def _draw_regions(ax: Axes, triangle: Triangle, density: SimplexDensity, style: Style) -> None:
    """Draw each region over the wider ones, outlined so that it is distinct in gray too."""
    steps = np.arange(density.cells + 1) / density.cells
    first, neither = np.meshgrid(steps, steps, indexing="ij")
    second = 1 - first - neither
    x, y = np.moveaxis(np.stack([first, neither, second], axis=-1) @ np.asarray(triangle.corners), -1, 0)
    inside = np.ma.masked_where(second < -1e-9, density.density)
    colours = region_colours(style, len(density.shares))
    for region in reversed(range(len(density.shares))):
        level = density.levels[region] * (1 - 1e-9)
        shape = ax.contourf(x, y, inside, levels=[level, 2 * density.density.max()], colors=[colours[region]])
        shape.set(gid=f"region-{region}", zorder=2 - region / 10, clip_on=False)
        shape.set(edgecolor=style.accent, linewidth=0.4)


def _draw_frame(ax: Axes, triangle: Triangle, style: Style) -> None:
    """Draw the triangle, and the lines on which two chances are equal and the third is less."""
    first, top, second = triangle.corners
    xs, ys = zip(first, top, second, first, strict=True)
    draw_line(ax, xs, ys, style.ink, 0.9, "triangle", zorder=3)
    centre = triangle.place((1 / 3, 1 / 3, 1 / 3))
    for number in range(3):
        middle = triangle.place([0.0 if chance == number else 0.5 for chance in range(3)])
        across, up = zip(centre, middle, strict=True)
        # A line of the ground beneath the dashes keeps them visible on the darkest region.
        draw_line(ax, across, up, style.paper, 1.5, f"ground-{number}", zorder=3)
        draw_line(ax, across, up, style.ink, 0.7, f"border-{number}", zorder=3, dashes=(4.0, 2.0))


def _write_labels(ax: Axes, triangle: Triangle, style: Style) -> None:
    for number, label in enumerate(triangle.labels):
        place_lines(ax, label.x, label.y, label.lines, style, ha="center", gid=f"corner-{number}")


def describe_simplex(names: tuple[str, str], probabilities: Sequence[float], mean: Sequence[float]) -> str:
    r"""Describe a posterior over the triangle of three chances; `mean` is that of the chances."""
    first, second = map(one_name, names)
    phrases = [probability_phrase(p) for p in probabilities]
    return (
        f"Posterior probabilities of three outcomes: {first} is better, the two are practically equivalent, {second} is"
        f" better. Each, in this order, is the most probable with {phrases[0]}, {phrases[1]} and {phrases[2]}."
        f" Their means are {mean[0]:.2f}, {mean[1]:.2f} and {mean[2]:.2f}."
    )
