"""The multi-comparison matrix: how far two algorithms differ, on how many data sets, and with which p, in one cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.canvas import axes_width, open_canvas, root_figure
from rankpress.figures.isolation import isolated
from rankpress.figures.matrix.artists import (
    Cell,
    ColourBar,
    draw_cells,
    draw_colour_bar,
    draw_heads,
    draw_row_names,
    draw_text,
)
from rankpress.figures.matrix.colour_maps import DIVERGING, ramp
from rankpress.figures.matrix.compared import Comparisons
from rankpress.figures.matrix.grid import BETWEEN, EDGE, SMALLEST, Grid, arrange_grid, row_name_room, small, text_size
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import LINE_HEIGHT, block_height, place_lines, text_width
from rankpress.figures.wrapping import wrap_text

_WIDEST_CELL = 0.85
_STEPS = 31  # odd, so that no difference has a colour of its own
_LINES = 3


@dataclass(frozen=True)
class _Plan:
    """Where everything goes."""

    grid: Grid
    text_size: float
    key: tuple[str, ...]
    key_y: float
    bar: ColourBar
    bar_y: float
    height: float


def comparison_matrix(
    comparisons: Comparisons,
    *,
    alpha: float,
    label: str,
    p_label: str = "p",
    rows: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a cell for each pair: mean difference, wins/ties/losses and p, coloured by difference, bold up to alpha.

    Parameters
    ----------
    comparisons : Comparisons
    alpha : float
        Cells with p at most alpha are bold.
    label : str
        What the scores are, such as "accuracy".
    p_label : str
        What the p-values are called.
    rows, columns : sequence of int, optional
        The algorithms beside and above the cells, in this order; all of them if left out. Of more than
        `comparison_pages` puts on one page the texts would be too small to read.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are more columns than the width has room for.

    References
    ----------
    .. [1] Ismail-Fawaz, A., Dempster, A., Tan, C. W., Herrmann, M., Miller, L., Schmidt, D. F., Berretti, S., Weber,
       J., Devanne, M., Forestier, G. and Webb, G. I. (2023). An approach to multiple comparison benchmark evaluations
       that is stable under manipulation of the comparate set. arXiv:2305.11921. doi:10.48550/arXiv.2305.11921

    Examples
    --------
    >>> found = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> found.lines(1, 0)
    ('+0.02', '10/1/3', '0.040')
    >>> float(comparison_matrix(found, alpha=0.05, label="accuracy").get_figwidth())
    5.5
    """
    everyone = range(len(comparisons.names))
    rows, columns = (tuple(everyone if given is None else given) for given in (rows, columns))
    with drawing_context(style):
        style = axes_width(ax, style)
        plan = _plan(comparisons, rows, columns, alpha, label, p_label, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_comparisons(canvas, plan, comparisons, rows, columns, alpha, style)
        draw_row_names(canvas, plan.grid, style)
        draw_heads(canvas, plan.grid, style)
        middle = plan.key_y + block_height(plan.key, style.font_size) / 2
        place_lines(canvas, EDGE, middle, plan.key, style, gid="key")
        draw_colour_bar(canvas, plan.bar, EDGE, plan.bar_y, style)
        return root_figure(canvas)


def columns_that_fit(comparisons: Comparisons, *, style: Style = PAPER) -> int:
    """How many algorithms beside each other leave each cell room for its texts.

    Examples
    --------
    >>> found = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> columns_that_fit(found), columns_that_fit(found, style=PAPER.with_width(3.25))
    (14, 8)
    """
    room = style.width - 2 * EDGE - BETWEEN
    least = _least_width(comparisons, style)
    beside = row_name_room(comparisons.names, room, style.font_size, style)  # what names get when cells want all
    return max(1, int((room - beside) / least + 1e-9))


def comparison_pages(
    comparisons: Comparisons, rows: Sequence[int], columns: Sequence[int], *, style: Style = PAPER
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Divide rows and columns into pages on which the texts in cells can be read.

    Examples
    --------
    >>> found = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> comparison_pages(found, [0, 1], [0, 1])
    (((0, 1), (0, 1)),)
    """
    across = columns_that_fit(comparisons, style=style)
    row = LINE_HEIGHT * style.font_size / 72 * _LINES + 0.06
    down = max(1, int((style.max_height - 2.6) / row))  # of names above columns, the key and the colour bar
    return tuple((above, beside) for beside in _divided(columns, across) for above in _divided(rows, down))


def _divided(members: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Parts of at most so many, as even as can be."""
    parts = -(-len(members) // most)
    per_part, longer = divmod(len(members), parts)
    ends = [per_part * part + min(part, longer) for part in range(parts + 1)]
    return [tuple(members[begin:end]) for begin, end in pairwise(ends)]


def _least_width(comparisons: Comparisons, style: Style) -> float:
    """Inches that a cell's texts need at their smallest."""
    return 0.05 + max(text_width(text, SMALLEST * style.font_size, bold=True) for text in comparisons.texts)


def _plan(
    comparisons: Comparisons,
    rows: Sequence[int],
    columns: Sequence[int],
    alpha: float,
    label: str,
    p_label: str,
    style: Style,
) -> _Plan:
    names, least = comparisons.names, _least_width(comparisons, style)

    def arranged(size: float) -> Grid:
        return arrange_grid(
            [names[i] for i in rows],
            [names[i] for i in columns],
            style,
            top=EDGE,
            cell_width=(least, max(least, _WIDEST_CELL)),
            cell_height=LINE_HEIGHT * size / 72 * _LINES + 0.06,
        )

    grid = arranged(style.font_size)
    size = text_size(comparisons.texts, grid.cell_width, style.max_height, style, lines=_LINES)
    if size is None:
        raise ValueError(f"columns: got {len(columns)}; their texts cannot be read at a width of {style.width:g} in")
    grid = arranged(size)
    told = (
        f"In a cell: mean difference in {isolated(label)}, row less column; wins/ties/losses of the row; {p_label},"
        f" bold where at most {alpha:g}."
    )
    room = style.width - 2 * EDGE
    key = wrap_text(told, room, style.font_size, max_lines=6)
    key_y = grid.bottom + 0.1
    bar_y = key_y + block_height(key, style.font_size) + 0.05
    bar = _bar(comparisons, label, style)
    return _Plan(grid, size, key, key_y, bar, bar_y, bar_y + bar.height(style) + EDGE)


def _bar(comparisons: Comparisons, label: str, style: Style) -> ColourBar:
    """From differences against the row to those for it, whichever way the scores go."""
    colours = ramp(DIVERGING, np.linspace(0.14, 0.86, _STEPS).tolist(), style)
    most = comparisons.number(comparisons.reach).lstrip("+")
    high, low = f"+{most}", f"\N{MINUS SIGN}{most}"
    if comparisons.reach < comparisons.greatest:
        high, low = f"{high} or more", f"{low} or less"
    low, high = (high, low) if comparisons.better == "lower" else (low, high)
    told = f"Mean difference in {isolated(label)}: red where the row is worse, blue where it is better"
    lines = wrap_text(told, style.width - 2 * EDGE, style.font_size, max_lines=4)
    return ColourBar(colours, (low, high), "0", lines)


def _draw_comparisons(
    ax: Axes,
    plan: _Plan,
    comparisons: Comparisons,
    rows: Sequence[int],
    columns: Sequence[int],
    alpha: float,
    style: Style,
) -> None:
    grounds: dict[Cell, str] = {}
    for row, i in enumerate(rows):
        for column, j in enumerate(columns):
            difference = comparisons.difference(i, j)
            if difference is not None:
                grounds[row, column] = plan.bar.colours[_step(difference, comparisons)]
    draw_cells(ax, plan.grid, grounds)
    lettering = small(style, plan.text_size)
    for (row, column), ground in grounds.items():
        i, j = rows[row], columns[column]
        bold = comparisons.p_of(i, j) <= alpha
        draw_text(ax, plan.grid, (row, column), comparisons.lines(i, j), ground, lettering, bold)


def _step(difference: float, comparisons: Comparisons) -> int:
    """The step of colour, the middle one of no difference."""
    half = _STEPS // 2
    if np.isnan(difference) or not comparisons.reach:
        return half
    share = min(1.0, max(-1.0, difference / comparisons.reach)) * (1 if comparisons.better == "higher" else -1)
    return half + round(share * half)
