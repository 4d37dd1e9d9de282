"""The critical difference diagram of Demsar (2006), figure 1: average ranks on an axis, groups as bars."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.canvas import axes_width, open_canvas, root_figure
from rankpress.figures.cd.artists import draw_diagram
from rankpress.figures.cd.axis import Sides, arrange_names, lay_out_axis
from rankpress.figures.cd.diagram import Diagram, check_content
from rankpress.figures.cd.rows import lay_out_rows
from rankpress.figures.style import PAPER, Style, drawing_context

Layout = Literal["auto", "axis", "rows"]

MOST_ON_AXIS = 24
"""Algorithms of a diagram that finds its own layout: connectors of more are hard to follow."""


def critical_difference_diagram(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    layout: Layout = "auto",
    best: Literal["left", "right"] | None = None,
    sides: Sides = "both",
    show_ranks: bool = True,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw average ranks, with what the tests could not tell apart.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Long names are wrapped, very long ones lose their middle.
    average_ranks : (n_algorithms,) sequence of float
        1 is best.
    groups : sequence of sequences of int, optional
        Algorithms that no test separates, as `rankpress.stats.groups` gives them; groups of one are not drawn. A group
        that leaves out an algorithm between its members is drawn in parts, its members marked by dots.
    cd : float, optional
        The critical difference: a bar of this length above the axis, or the interval about the control's rank.
    control : int, optional
        The algorithm that the others are compared with.
    significant_vs_control : collection of int, optional
        Algorithms that differ from the control; none if empty, not marked at all if None.
    highlight : collection of int, optional
        Algorithms whose name and connector stand out.
    title : str, optional
    layout : {'auto', 'axis', 'rows'}
        Demsar's axis, with names at its sides, or an algorithm a row, the best first, with groups as upright bars: for
        many algorithms, long names or a narrow column. Left to itself, the axis as long as it reads well.
    best : {'right', 'left'}, optional
        Where the best rank lies on the axis. Demsar has it at the right; rows, which are read from the left, have it
        there.
    sides : {'both', 'left', 'right'}
        Where the names stand beside an axis.
    show_ranks : bool
        Whether average ranks stand beside the names.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are not as many ranks as names, a rank or `cd` is not finite, or an index names no algorithm.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7, 1-30.

    Examples
    --------
    >>> figure = critical_difference_diagram(
    ...     ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
    ...     [3.143, 2.000, 2.893, 1.964],
    ...     groups=[(3, 1, 2), (1, 2, 0)],
    ...     cd=1.25,
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    with drawing_context(style):
        style = axes_width(ax, style)
        diagram = lay_out_diagram(
            names,
            average_ranks,
            groups=groups,
            cd=cd,
            control=control,
            significant_vs_control=significant_vs_control,
            highlight=highlight,
            title=title,
            layout=layout,
            best=best,
            sides=sides,
            show_ranks=show_ranks,
            style=style,
        )
        canvas = open_canvas(diagram.height, style, ax)
        # In units of rank along x, so that whoever restyles the diagram finds ranks where ranks are drawn.
        canvas.set_xlim(diagram.scale.rank(0), diagram.scale.rank(style.width))
        draw_diagram(canvas, diagram, style)
        return root_figure(canvas)


def lay_out_diagram(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    layout: Layout = "auto",
    best: Literal["left", "right"] | None = None,
    sides: Sides = "both",
    show_ranks: bool = True,
    style: Style = PAPER,
) -> Diagram:
    """Lay out the diagram that `critical_difference_diagram` draws, for whoever draws it by other means.

    Parameters are those of `critical_difference_diagram`.

    Examples
    --------
    >>> diagram = lay_out_diagram(["A", "B", "C"], [1.2, 1.9, 2.9], groups=[(0, 1)], cd=1.0)
    >>> diagram.layout, diagram.axis.numbered
    ('axis', (1, 2, 3))
    """
    content = check_content(names, average_ranks, groups, cd, control, significant_vs_control, highlight)
    if layout != "rows" and (layout == "axis" or len(names) <= MOST_ON_AXIS):
        on_axis = best or "right"
        arranged = arrange_names(content, on_axis, sides=sides, show_ranks=show_ranks, style=style)
        if layout == "axis" or arranged.reads_well(content.names):
            return lay_out_axis(content, arranged, on_axis, title, style)
    return lay_out_rows(content, best=best or "left", show_ranks=show_ranks, title=title, style=style)
