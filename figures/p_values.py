"""The matrix of p-values of all pairs of algorithms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    open_canvas,
    root_figure,
)
from rankpress.figures.colours import legible, ramp
from rankpress.figures.grid import (
    BETWEEN,
    EDGE,
    SMALLEST,
    Cell,
    Grid,
    Heads,
    arrange_grid,
    draw_cells,
    draw_dots,
    draw_heads,
    draw_row_names,
    draw_text,
    least_pitch,
    small,
    text_size,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_width, place_lines, text_width, wrap_text
from rankpress.wording.names import MOST, one_name, rest
from rankpress.wording.numbers import p_text
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_WIDEST_CELL = 0.62
_HIGHEST_CELL = 0.26
_LADDER = (0.01, 0.001)  # steps of colour beyond the level


@dataclass(frozen=True)
class _Plan:
    """Where everything goes; `diagonal` are names on the diagonal of a triangle, none for a square."""

    grid: Grid
    diagonal: tuple[tuple[str, ...], ...]
    text_size: float | None
    texts: Mapping[Cell, str]
    legend: Legend
    legend_y: float
    height: float


def p_value_matrix(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    adjusted: Sequence[SupportsFloat] | np.ndarray,
    *,
    alpha: float,
    order: Sequence[int] | None = None,
    raw: Sequence[SupportsFloat] | np.ndarray | None = None,
    label: str = "adjusted p",
    raw_label: str = "raw p",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a cell for each pair of algorithms, darker the smaller p, those at most alpha in bold or with a dot.

    Without `raw` it is a triangle: a name on the diagonal is that of the row to its left and of the column below it.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    pairs : sequence of (int, int)
        Each pair of them once.
    adjusted : sequence of float
        Adjusted p-values of the pairs.
    alpha : float
        A pair differs where its adjusted p is at most alpha.
    order : sequence of int, optional
        The algorithms from top to bottom, such as the best ranked first; as `names` has them by default.
    raw : sequence of float, optional
        Unadjusted p-values, to stand above the diagonal.
    label, raw_label : str
        What the p-values are called below and above the diagonal.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If a pair is missing or there is one more, a p-value is not from 0 to 1, or `order` lacks an algorithm.

    Examples
    --------
    >>> pairs = [(0, 1), (0, 2), (1, 2)]
    >>> figure = p_value_matrix(["knn", "svm", "tree"], pairs, [0.6, 0.04, 0.0002], alpha=0.05)
    >>> float(figure.get_figwidth())
    5.5
    """
    order = list(range(len(names))) if order is None else list(order)
    below = _cells(names, pairs, adjusted, order, "adjusted")
    above = {} if raw is None else {(j, i): p for (i, j), p in _cells(names, pairs, raw, order, "raw").items()}
    if not 0 < alpha < 1:
        raise ValueError(f"alpha: got {alpha}; a level between 0 and 1 is needed")
    names_in_order = [names[i] for i in order]
    with drawing_context(style):
        style = axes_width(ax, style)
        colours = _colours(alpha, style)
        plan = _plan(names_in_order, alpha, colours, (label, raw_label), below, above, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_cells(canvas, plan, {**below, **above}, alpha, colours, style)
        if plan.diagonal:
            _draw_diagonal(canvas, plan, style)
        else:
            draw_row_names(canvas, plan.grid, style)
            draw_heads(canvas, plan.grid, style)
        draw_legend(canvas, plan.legend, plan.grid.below(plan.legend.width, style), plan.legend_y, style)
        return root_figure(canvas)


def prints_p_values(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    adjusted: Sequence[SupportsFloat] | np.ndarray,
    *,
    alpha: float,
    raw: Sequence[float] | np.ndarray | None = None,
    style: Style = PAPER,
) -> bool:
    """Return whether the cells of `p_value_matrix` have room for their p-values; where not, dots mark small ones.

    Parameters
    ----------
    names, pairs, adjusted, alpha, raw, style
        As for `p_value_matrix`.

    Returns
    -------
    bool

    Examples
    --------
    >>> prints_p_values(["knn", "svm", "tree"], [(0, 1), (0, 2), (1, 2)], [0.6, 0.04, 0.0002], alpha=0.05)
    True
    """
    order = list(range(len(names)))
    below = _cells(names, pairs, adjusted, order, "adjusted")
    above = {} if raw is None else {(j, i): p for (i, j), p in _cells(names, pairs, raw, order, "raw").items()}
    with drawing_context(style):
        return _plan(names, alpha, _colours(alpha, style), ("", ""), below, above, style).text_size is not None


def _cells(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    p: Sequence[SupportsFloat] | np.ndarray,
    order: Sequence[int],
    what: str,
) -> dict[Cell, float]:
    """Return the p-values by their cells below the diagonal."""
    k = len(names)
    if sorted(order) != list(range(k)) or k < 2:
        raise ValueError(f"order: got {list(order)}; each of {k} algorithms, at least two, is needed once")
    values = [float(value) for value in p]
    if not all(0 <= value <= 1 for value in values):
        raise ValueError(f"{what}: p-values from 0 to 1 are needed")
    place = {algorithm: row for row, algorithm in enumerate(order)}
    results: dict[Cell, float] = {}
    for (a, b), value in zip(pairs, values, strict=True):
        low, high = sorted((place.get(int(a), -1), place.get(int(b), -1)))
        if low < 0 or low == high or (high, low) in results:
            raise ValueError(f"pairs: got ({a}, {b}); each pair of {k} algorithms is needed once")
        results[high, low] = value
    if len(results) != k * (k - 1) // 2:
        raise ValueError(f"pairs: got {len(results)}; each of the {k * (k - 1) // 2} pairs is needed once")
    return results


def _colours(alpha: float, style: Style) -> Mapping[float, str]:
    """Return the color of p-values up to each step, the greatest step first; 1 is that of pairs that do not differ."""
    steps = [alpha, *(step for step in _LADDER if step < alpha)]
    dark = ramp("Blues", (0.38, 0.68, 0.96)[: len(steps)] if len(steps) > 1 else (0.68,), style)
    return {1.0: legible("#eeeeee", style), **dict(zip(steps, dark, strict=True))}


def _colour_of(p: float, alpha: float, colours: Mapping[float, str]) -> str:
    return colours[min(step for step in colours if p <= step)] if p <= alpha else colours[1.0]


def _plan(
    names: Sequence[str],
    alpha: float,
    colours: Mapping[float, str],
    labels: tuple[str, str],
    below: Mapping[Cell, float],
    above: Mapping[Cell, float],
    style: Style,
) -> _Plan:
    values = {**below, **above}
    whole = {cell: p_text(p, alpha) for cell, p in values.items()}
    briefly = {cell: text.replace("0.", ".") for cell, text in whole.items()}  # no p is more than 1
    diagonal: tuple[tuple[str, ...], ...] = ()
    for texts in (whole, briefly):
        if above:
            widest = max(text_width(text, SMALLEST * style.font_size, bold=True) for text in texts.values()) + 0.05
            grid = _square(names, widest, style)
        else:
            grid, diagonal = _triangle(names, style)
        size = text_size([*texts.values()], grid.cell_width, grid.cell_height, style)
        if size:
            break
    if above and not size:
        grid = _square(names, 0.0, style)  # names may have what texts cannot use
    legend = arrange_legend(
        _legend_entries(alpha, colours, labels, size, square=bool(above)), style.width - 2 * EDGE, style
    )
    legend_y = grid.bottom + 0.1
    return _Plan(grid, diagonal, size, texts, legend, legend_y, legend_y + legend.height + EDGE)


def _row_size(count: int, names: Sequence[str], style: Style) -> tuple[float, float]:
    """Type size and distance of names of rows: smaller where there are many."""
    for size in (style.font_size, SMALLEST * style.font_size):
        pitch = least_pitch([wrap_text(name, style.width, size) for name in names], size)
        if pitch * count <= 0.55 * style.max_height:
            break
    return size, pitch


def _square(names: Sequence[str], cell_width: float, style: Style) -> Grid:
    size, pitch = _row_size(len(names), names, style)
    height = pitch if len(names) > 25 else max(pitch, _HIGHEST_CELL)
    return arrange_grid(names, names, style, cell_width=(cell_width, _WIDEST_CELL), cell_height=height, row_size=size)


def _triangle(names: Sequence[str], style: Style) -> tuple[Grid, tuple[tuple[str, ...], ...]]:
    """Cells left of and below names on the diagonal, which need room at the right of the last ones alone."""
    k = len(names)
    size, pitch = _row_size(k, names, style)
    lengths = [text_width(line, size) + 0.005 for name in names for line in wrap_text(name, style.width, size)]
    room = style.width - 2 * EDGE - BETWEEN
    width = min(_WIDEST_CELL, *((room - length) / max(i, 1) for i, length in enumerate(lengths)))
    width = max(width, 0.58 * room / (k - 1)) if width < _WIDEST_CELL else width
    lines = tuple(wrap_text(name, room - i * width, size) for i, name in enumerate(names))
    reach = max(i * width + BETWEEN + block_width(name_lines, size) for i, name_lines in enumerate(lines))
    left = max(EDGE, (style.width - reach) / 2)
    height = max(pitch, min(_HIGHEST_CELL, width))
    heads = Heads(((),) * k, False, (0.0,) * k, size, 0.0)
    return Grid(left, EDGE, width, height, ((),) * k, size, heads), lines


def _legend_entries(
    alpha: float,
    colours: Mapping[float, str],
    labels: tuple[str, str],
    size: float | None,
    *,
    square: bool,
) -> tuple[LegendEntry, ...]:
    what = f"{labels[0]} below the diagonal, {labels[1]} above:" if square else f"{labels[0]}:"
    shades = [
        (f"> {alpha:g}", colours[1.0]),
        *((f"≤ {step:g}", colour) for step, colour in colours.items() if step < 1),
    ]
    return (
        LegendEntry(what),
        *(LegendEntry(text, Look(colour, (), "s"), line=False) for text, colour in shades),
        LegendEntry(f"{'bold' if size else 'dot'}: at most {alpha:g}"),
    )


def _draw_cells(
    ax: Axes, plan: _Plan, values: Mapping[Cell, float], alpha: float, colours: Mapping[float, str], style: Style
) -> None:
    grounds = {cell: _colour_of(p, alpha, colours) for cell, p in values.items()}
    draw_cells(ax, plan.grid, grounds)
    if plan.text_size is None:
        draw_dots(ax, plan.grid, {cell: grounds[cell] for cell, p in values.items() if p <= alpha}, style)
        return
    lettering = small(style, plan.text_size)
    for cell, p in values.items():
        draw_text(ax, plan.grid, cell, [plan.texts[cell]], grounds[cell], lettering, p <= alpha)


def _draw_diagonal(ax: Axes, plan: _Plan, style: Style) -> None:
    lettering = small(style, plan.grid.row_size)
    for i, lines in enumerate(plan.diagonal):
        x, y = plan.grid.corner(i, i)
        place_lines(ax, x + BETWEEN, y + plan.grid.cell_height / 2, lines, lettering, gid=f"name-{i}")


def describe_p_values(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    adjusted: Sequence[SupportsFloat] | np.ndarray,
    *,
    alpha: float,
    label: str = "adjusted p",
) -> str:
    r"""Describe a matrix of p-values; parameters as for `p_value_matrix`."""
    values = [float(value) for value in adjusted]
    significant = sorted((p, index) for index, p in enumerate(values) if p <= alpha)
    texts = [
        f"{one_name(names[int(pairs[index][0])])} and {one_name(names[int(pairs[index][1])])} ({p_text(p, alpha)})"
        for p, index in significant[:MOST]
    ]
    which = f"{len(significant)} of them: {'; '.join(texts)}{rest(len(significant))}" if significant else "none of them"
    return f"Matrix of {counted(len(values), 'pair')} of algorithms, {one_name(label)}; at most {alpha:g} for {which}."
