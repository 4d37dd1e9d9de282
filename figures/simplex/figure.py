"""The posterior of a Bayesian comparison over data sets, after Benavoli et al. (2017): a triangle of three chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, isfinite

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from rankpress.figures.canvas import axes_width, draw_legend, open_canvas, root_figure, set_dashes
from rankpress.figures.simplex.layout import EDGE, Triangle, lay_out_triangle, region_colours, region_outlines
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import place_lines
from rankpress.stats.simplex import SimplexDensity


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
