"""The matrix of win rates: on which share of the data sets each algorithm beats each other one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rankpress.figures.canvas import (
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    open_canvas,
    root_figure,
)
from rankpress.figures.colours import ramp
from rankpress.figures.grid import (
    EDGE,
    SMALLEST,
    Grid,
    arrange_grid,
    draw_cells,
    draw_heads,
    draw_row_names,
    draw_text,
    least_pitch,
    small,
    text_size,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import text_width, wrap_text
from rankpress.wording.names import MOST, one_name, rest
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_WIDEST_CELL, _HIGHEST_CELL = 0.62, 0.26
_SHADES = 9  # an odd number, so that the middle one is that of as many wins as losses
_KEYS = (0.0, 0.25, 0.5, 0.75, 1.0)


def win_rate_matrix(
    names: Sequence[str],
    rates: npt.ArrayLike,
    *,
    order: Sequence[int] | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw how often the algorithm of each row beats that of each column, in percent.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    rates : (n_algorithms, n_algorithms) array_like
        Shares from 0 to 1; nan for pairs that have none, the diagonal is not looked at.
    order : sequence of int, optional
        The algorithms from top to bottom and from left to right; as `names` has them by default.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        For fewer than two names, rates of another shape or outside 0 to 1, and an order that lacks an algorithm.

    Examples
    --------
    >>> figure = win_rate_matrix(["knn", "svm"], [[0, 0.25], [0.75, 0]])
    >>> float(figure.get_figwidth())
    5.5
    """
    order = list(range(len(names))) if order is None else list(order)
    matrix = _checked(names, rates, order)[np.ix_(order, order)]
    with drawing_context(style):
        style = axes_width(ax, style)
        names_in_order = [names[i] for i in order]
        texts = {
            (row, column): f"{100 * matrix[row, column]:.0f}"
            for row, column in np.argwhere(np.isfinite(matrix)).tolist()
            if row != column
        }
        grid, size = _arranged(names_in_order, style)
        shades = ramp("RdBu", np.linspace(0.12, 0.88, _SHADES).tolist(), style)
        legend = arrange_legend(_entries(shades), style.width - 2 * EDGE, style)
        legend_y = grid.bottom + 0.1
        canvas = open_canvas(legend_y + legend.height + EDGE, style, ax)
        grounds = {cell: shades[round(matrix[cell] * (_SHADES - 1))] for cell in texts}
        draw_cells(canvas, grid, grounds)
        for cell, text in texts.items() if size else ():
            draw_text(canvas, grid, cell, [text], grounds[cell], small(style, size or style.font_size), bold=False)
        draw_row_names(canvas, grid, style)
        draw_heads(canvas, grid, style)
        draw_legend(canvas, legend, grid.below(legend.width, style), legend_y, style)
        return root_figure(canvas)


def _checked(names: Sequence[str], rates: npt.ArrayLike, order: Sequence[int]) -> npt.NDArray[np.float64]:
    matrix, k = np.asarray(rates, dtype=np.float64), len(names)
    if k < 2 or matrix.shape != (k, k):
        raise ValueError(f"rates: got shape {matrix.shape}; a rate of each pair of at least two algorithms is needed")
    apart = matrix[~np.eye(k, dtype=bool)]
    if not ((apart[np.isfinite(apart)] >= 0) & (apart[np.isfinite(apart)] <= 1)).all() or np.isinf(apart).any():
        raise ValueError("rates: shares from 0 to 1 are needed")
    if sorted(order) != list(range(k)):
        raise ValueError(f"order: got {list(order)}; each of {k} algorithms is needed once")
    return matrix


def _arranged(names: Sequence[str], style: Style) -> tuple[Grid, float | None]:
    """Place the cells, and return the type size of their numbers; None where they have no room."""
    for row_size in (style.font_size, SMALLEST * style.font_size):
        pitch = least_pitch([wrap_text(name, style.width, row_size) for name in names], row_size)
        if pitch * len(names) <= 0.55 * style.max_height:
            break
    height = pitch if len(names) > 25 else max(pitch, _HIGHEST_CELL)
    for least in (text_width("100", SMALLEST * style.font_size, bold=True) + 0.05, 0.0):
        grid = arrange_grid(
            names, names, style, cell_width=(least, _WIDEST_CELL), cell_height=height, row_size=row_size
        )
        size = text_size(["100"], grid.cell_width, grid.cell_height, style)
        if size:
            break
    return grid, size


def _entries(shades: Sequence[str]) -> tuple[LegendEntry, ...]:
    keys = (
        LegendEntry(f"{100 * key:.0f}", Look(shades[round(key * (_SHADES - 1))], (), "s"), line=False) for key in _KEYS
    )
    return LegendEntry("row beats column (%):"), *keys


def describe_win_rates(names: Sequence[str], rates: npt.ArrayLike, order: Sequence[int], of: str) -> str:
    """Describe a matrix of win rates, of data sets or votes, by whom each algorithm beats more often than not."""
    matrix = np.asarray(rates, dtype=np.float64)
    texts = []
    for i in list(order)[:MOST]:
        beaten = sum(matrix[i, j] > 0.5 for j in order if j != i)
        texts.append(f"{one_name(names[i])} {beaten}")
    return (
        f"Matrix of the win rates of {counted(len(names), 'algorithm')}. Number of others that each beats on more than"
        f" half of the {of}: {'; '.join(texts)}{rest(len(names))}."
    )
