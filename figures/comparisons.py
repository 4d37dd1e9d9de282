"""The multi-comparison matrix: how far two algorithms differ, on how many data sets, with which p."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.figures.canvas import axes_width, open_canvas, root_figure
from rankpress.figures.colours import DIVERGING, ramp
from rankpress.figures.grid import (
    BETWEEN,
    EDGE,
    SMALLEST,
    Cell,
    ColourBar,
    Grid,
    arrange_grid,
    draw_cells,
    draw_colour_bar,
    draw_heads,
    draw_row_names,
    draw_text,
    even_parts,
    row_name_room,
    small,
    text_size,
)
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import LINE_HEIGHT, text_width, wrap_text
from rankpress.wording.names import MOST, isolated, one_name, rest
from rankpress.wording.numbers import level_text, p_text, short_number
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_WITHIN = 2.5  # times the median difference is as far as colours reach where the greatest is twice that


@dataclass(frozen=True)
class Comparisons:
    """Hold comparisons of pairs (a, b) of algorithms.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    pairs : sequence of (int, int)
        Algorithms a and b.
    differences : sequence of float
        Mean score of a minus that of b; nan where there is none.
    wins : sequence of (int, int, int)
        Data sets on which a is better, as good, and worse.
    p : sequence of float
    better : {'higher', 'lower'}
        Which scores are.
    number : callable
        How a difference is printed; a plus is put before those above 0.
    alpha : float
        The level: pairs with p at most alpha differ significantly.

    Examples
    --------
    >>> comparisons = Comparisons(["knn", "svm"], pairs=[(0, 1)], differences=[-0.02], wins=[(3, 1, 10)], p=[0.04])
    >>> comparisons.lines(0, 1), comparisons.lines(1, 0)
    (('−0.02', '3/1/10', '0.040'), ('+0.02', '10/1/3', '0.040'))
    """

    names: Sequence[str]
    pairs: Sequence[tuple[int, int]]
    differences: Sequence[float]
    wins: Sequence[tuple[int, int, int]]
    p: Sequence[float]
    better: Literal["higher", "lower"] = "higher"
    number: Callable[[float], str] = short_number
    alpha: float = 0.05

    def __post_init__(self) -> None:
        """Refuse comparisons that do not fit each other."""
        lengths = {len(self.pairs), len(self.differences), len(self.wins), len(self.p)}
        if len(lengths) > 1 or len(self._index) != len(self.pairs):
            raise ValueError("pairs, differences, wins, p: one of each is needed for each pair, no pair twice")
        if any(a == b or not {a, b} <= set(range(len(self.names))) for a, b in self.pairs):
            raise ValueError(f"pairs: pairs of different algorithms from 0 to {len(self.names) - 1} are needed")

    def among(self, rows: Collection[int], columns: Collection[int]) -> Comparisons:
        """Return the pairs of one of the rows and one of the columns, whose differences alone then set the colors.

        Examples
        --------
        >>> pairs, wins = [(0, 1), (0, 2), (1, 2)], [(3, 0, 1), (4, 0, 0), (3, 0, 1)]
        >>> comparisons = Comparisons("ABC", pairs, differences=[0.1, 0.6, 0.5], wins=wins, p=[0.5, 0.1, 0.2])
        >>> comparisons.greatest, comparisons.among([0], [0, 1]).greatest
        (0.6, 0.1)
        """
        of = [
            index
            for index, (a, b) in enumerate(self.pairs)
            if (a in rows and b in columns) or (b in rows and a in columns)
        ]
        return replace(
            self,
            pairs=[self.pairs[index] for index in of],
            differences=[self.differences[index] for index in of],
            wins=[self.wins[index] for index in of],
            p=[self.p[index] for index in of],
        )

    @cached_property
    def _index(self) -> dict[frozenset[int], int]:
        return {frozenset((int(a), int(b))): index for index, (a, b) in enumerate(self.pairs)}

    @cached_property
    def greatest(self) -> float:
        """The greatest difference of all, whatever its sign."""
        return max((abs(float(difference)) for difference in self.differences if not np.isnan(difference)), default=0.0)

    @cached_property
    def reach(self) -> float:
        """The difference from which on colors are the darkest: the greatest, unless few differences are as great."""
        # One algorithm far from all others would leave all else nearly white.
        sizes = [abs(float(difference)) for difference in self.differences if not np.isnan(difference)]
        typical = median(sizes) if sizes else 0.0
        return _WITHIN * typical if self.greatest > 2 * _WITHIN * typical > 0 else self.greatest

    def difference(self, row: int, column: int) -> float | None:
        """Mean score of one minus that of the other; None where they were not compared."""
        index = self._index.get(frozenset((row, column)))
        if row == column or index is None:
            return None
        return float(self.differences[index]) * (1 if int(self.pairs[index][0]) == row else -1)

    def p_of(self, row: int, column: int) -> float:
        """Return the p-value of a pair that was compared."""
        return float(self.p[self._index[frozenset((row, column))]])

    def lines(self, row: int, column: int) -> tuple[str, str, str]:
        """Return the texts of a cell: the difference, wins, ties and losses of the row, and p."""
        index = self._index[frozenset((row, column))]
        value = self.difference(row, column) or 0.0
        printed = "–" if np.isnan(value) else self.number(value + 0.0)
        sign = "+" if value > 0 and printed.strip("0.") else ""
        wins = [int(count) for count in self.wins[index]]
        wins = wins if int(self.pairs[index][0]) == row else wins[::-1]
        return sign + printed, "/".join(map(str, wins)), p_text(float(self.p[index]), self.alpha)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All texts that cells may hold."""
        pairs = [(int(a), int(b)) for a, b in self.pairs]
        return tuple(dict.fromkeys(text for a, b in pairs for cell in ((a, b), (b, a)) for text in self.lines(*cell)))


_WIDEST_CELL = 0.85
_STEPS = 31  # odd, so that no difference has a colour of its own
_LINES = 3


@dataclass(frozen=True)
class _Plan:
    """Where everything goes."""

    grid: Grid
    text_size: float
    bar: ColourBar
    bar_y: float
    height: float


def comparison_matrix(
    comparisons: Comparisons,
    *,
    label: str,
    rows: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
    cells: Collection[tuple[int, int]] | None = None,
    of_columns: bool = False,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a cell for each pair: mean difference, wins/ties/losses and p, colored by difference, bold up to alpha.

    Parameters
    ----------
    comparisons : Comparisons
    label : str
        What the scores are, such as "accuracy".
    rows, columns : sequence of int, optional
        The algorithms next to and above the cells, in this order; all of them by default. Of more than
        `comparison_pages` puts on one page the texts would be too small to read.
    cells : collection of (int, int), optional
        The pairs (row, column) that are drawn; all, by default.
    of_columns : bool
        Whether differences and wins are those of the column, such as a control, over the row.
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
    >>> comparisons = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> comparisons.lines(1, 0)
    ('+0.02', '10/1/3', '0.040')
    >>> float(comparison_matrix(comparisons, label="accuracy").get_figwidth())
    5.5
    """
    everyone = range(len(comparisons.names))
    rows, columns = (tuple(everyone if chosen is None else chosen) for chosen in (rows, columns))
    with drawing_context(style):
        style = axes_width(ax, style)
        plan = _plan(comparisons, rows, columns, label, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_comparisons(canvas, plan, comparisons, rows, columns, cells, of_columns, style)
        draw_row_names(canvas, plan.grid, style)
        draw_heads(canvas, plan.grid, style)
        draw_colour_bar(canvas, plan.bar, plan.grid, plan.bar_y, style)
        return root_figure(canvas)


def columns_that_fit(comparisons: Comparisons, *, style: Style = PAPER) -> int:
    """Return how many algorithms next to each other leave each cell room for its texts."""
    room = style.width - 2 * EDGE - BETWEEN
    least = _least_width(comparisons, style)
    names = row_name_room(comparisons.names, room, style.font_size, style)  # what names get when cells want all
    return max(1, int((room - names) / least + 1e-9))


def comparison_pages(
    comparisons: Comparisons,
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    cells: Collection[tuple[int, int]] | None = None,
    label: str = "",
    style: Style = PAPER,
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Divide rows and columns into pages on which the texts in cells can be read, each without those of empty cells.

    Examples
    --------
    >>> comparisons = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> comparison_pages(comparisons, [0, 1], [0, 1])
    (((0, 1), (0, 1)),)
    """
    across_parts = [
        tuple(columns[i] for i in part) for part in even_parts(len(columns), columns_that_fit(comparisons, style=style))
    ]
    row = LINE_HEIGHT * style.font_size / 72 * _LINES + 0.06
    with drawing_context(style):  # of names above columns and the colour bar
        others = max(_plan(comparisons, rows[:1], across, label, style).height for across in across_parts) - row
    down_parts = [
        tuple(rows[i] for i in part) for part in even_parts(len(rows), max(1, int((style.max_height - others) / row)))
    ]
    pages = (_without_empty(comparisons, down, across, cells) for across in across_parts for down in down_parts)
    return tuple(page for page in pages if all(page))


def _without_empty(
    comparisons: Comparisons, rows: Sequence[int], columns: Sequence[int], cells: Collection[tuple[int, int]] | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rows and columns of a page that have a cell with a text."""
    filled = [
        (i, j)
        for i in rows
        for j in columns
        if (cells is None or (i, j) in cells) and comparisons.difference(i, j) is not None
    ]
    with_rows, with_columns = {i for i, _ in filled}, {j for _, j in filled}
    return tuple(i for i in rows if i in with_rows), tuple(j for j in columns if j in with_columns)


def _least_width(comparisons: Comparisons, style: Style) -> float:
    """Inches that a cell's texts need at their smallest."""
    return 0.05 + max(text_width(text, SMALLEST * style.font_size, bold=True) for text in comparisons.texts)


def _plan(
    comparisons: Comparisons,
    rows: Sequence[int],
    columns: Sequence[int],
    label: str,
    style: Style,
) -> _Plan:
    names, least = comparisons.names, _least_width(comparisons, style)

    def arranged(size: float) -> Grid:
        return arrange_grid(
            [names[i] for i in rows],
            [names[i] for i in columns],
            style,
            cell_width=(least, max(least, _WIDEST_CELL)),
            cell_height=LINE_HEIGHT * size / 72 * _LINES + 0.06,
        )

    grid = arranged(style.font_size)
    size = text_size(comparisons.texts, grid.cell_width, style.max_height, style, lines=_LINES)
    if size is None:
        raise ValueError(f"columns: got {len(columns)}; their texts cannot be read at a width of {style.width:g} in")
    grid = arranged(size)
    bar, bar_y = _bar(comparisons, label, style), grid.bottom + 0.1
    return _Plan(grid, size, bar, bar_y, bar_y + bar.height(style) + EDGE)


def _bar(comparisons: Comparisons, label: str, style: Style) -> ColourBar:
    """From differences against the row to those for it, whichever way the scores go."""
    colours = ramp(DIVERGING, np.linspace(0.14, 0.86, _STEPS).tolist(), style)
    most = comparisons.number(comparisons.reach).lstrip("+")
    high, low = f"+{most}", f"\N{MINUS SIGN}{most}"
    if comparisons.reach < comparisons.greatest:
        high, low = f"{high} or more", f"{low} or less"
    low, high = (high, low) if comparisons.better == "lower" else (low, high)
    title = f"mean difference in {isolated(label)}"
    lines = wrap_text(title, style.width - 2 * EDGE, style.font_size, max_lines=4)
    return ColourBar(colours, (low, high), "0", lines)


def _draw_comparisons(
    ax: Axes,
    plan: _Plan,
    comparisons: Comparisons,
    rows: Sequence[int],
    columns: Sequence[int],
    cells: Collection[tuple[int, int]] | None,
    of_columns: bool,
    style: Style,
) -> None:
    grounds: dict[Cell, str] = {}
    for row, i in enumerate(rows):
        for column, j in enumerate(columns):
            difference = comparisons.difference(*((j, i) if of_columns else (i, j)))
            if difference is not None and (cells is None or (i, j) in cells):
                grounds[row, column] = plan.bar.colours[_step(difference, comparisons)]
    draw_cells(ax, plan.grid, grounds)
    lettering = small(style, plan.text_size)
    for (row, column), ground in grounds.items():
        i, j = (columns[column], rows[row]) if of_columns else (rows[row], columns[column])
        bold = comparisons.p_of(i, j) <= comparisons.alpha
        draw_text(ax, plan.grid, (row, column), comparisons.lines(i, j), ground, lettering, bold)


def _step(difference: float, comparisons: Comparisons) -> int:
    """Return the step of color, the middle one of no difference."""
    half = _STEPS // 2
    if np.isnan(difference) or not comparisons.reach:
        return half
    share = min(1.0, max(-1.0, difference / comparisons.reach)) * (1 if comparisons.better == "higher" else -1)
    return half + round(share * half)


def describe_comparisons(
    comparisons: Comparisons, *, label: str, rows: Sequence[int], columns: Sequence[int], of_columns: bool = False
) -> str:
    """Describe a multi-comparison matrix; parameters as for `comparison_matrix`."""
    once: dict[frozenset[int], tuple[int, int]] = {}
    for cell in ((i, j) for i in rows for j in columns):
        if comparisons.difference(*cell) is not None:
            once.setdefault(frozenset(cell), cell)
    significant = [cell for cell in once.values() if comparisons.p_of(*cell) <= comparisons.alpha]
    texts = []
    for i, j in ((j, i) if of_columns else (i, j) for i, j in significant[:MOST]):
        difference, wins, p = comparisons.lines(i, j)
        pair = f"{one_name(comparisons.names[i])} minus {one_name(comparisons.names[j])}"
        texts.append(f"{pair} {difference}, wins/ties/losses {wins}, p {p}")
    which = f"{len(significant)}: {'; '.join(texts)}{rest(len(significant))}" if significant else "none"
    level = level_text(comparisons.alpha)
    return (
        f"Matrix of mean differences in {one_name(label)} between algorithms, {len(rows)} in rows and {len(columns)} in"
        f" columns, with wins, ties, losses and p. Of {counted(len(once), 'pair')} p is at most {level} for {which}."
    )
