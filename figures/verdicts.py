"""Small multiples of significance: for each data set a matrix of which algorithm is significantly better than which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    open_canvas,
    root_figure,
)
from rankpress.figures.grid import BETWEEN, EDGE, SMALLEST, Box, draw_boxes, draw_hatching, least_pitch, small
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, wrap_apart, wrap_text
from rankpress.wording.names import enumerate_names, one_name, rest
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_LEAST_SIDE, _MOST_SIDE = 0.72, 1.2  # inches of a matrix
_CELL = 0.06  # inches that a cell takes if there is room
_BETWEEN = (0.14, 0.1)  # inches from one matrix to the next, across and down
_TITLE_LINES = 2
_NAMES = 0.22  # of the width, that names of rows may take
_HIGHER = 1.5  # times as high as without them, that matrices with names of rows may be
_LEADERS = 0.22  # inches from names at their own distances to the rows of a matrix
_MUCH = 0.75  # of a matrix, by which names with leaders may be higher than its place
_MOST_APART = 15  # algorithms, of which the cells stand apart
_MOST_DESCRIBED = 12
_EVERY = 10  # row that is numbered, where names have no room
_BETTER, _NEITHER, _UNTESTED = (
    "row significantly better than column",
    "not significantly better",
    "struck through: not tested",
)


@dataclass(frozen=True)
class _Layout:
    """Matrices of `side` inches in rows of `columns`, each under a title of `head` inches.

    Where rows are lower than names, these take so many places before the first matrix, with leaders to its rows, and
    the first line of matrices is `higher`, half of it above them.
    """

    columns: int
    side: float
    head: float
    left: float
    names: tuple[tuple[str, ...], ...] = ()  # of the rows, at the left of each first matrix, or of the first of all
    places: int = 0  # that names with leaders take
    higher: float = 0.0

    @property
    def pitch(self) -> tuple[float, float]:
        """Inches from one matrix to the next."""
        return self.side + _BETWEEN[0], self.side + self.head + _BETWEEN[1]

    def corner(self, place: int) -> tuple[float, float]:
        """Return the top left corner of the cells of a matrix."""
        row, column = divmod(place + self.places, self.columns)
        across, down = self.pitch
        return self.left + column * across, EDGE + row * down + self.head + (self.higher if row else self.higher / 2)

    def height(self, count: int) -> float:
        """Return the height of so many matrices."""
        return -(-(count + self.places) // self.columns) * self.pitch[1] + self.higher

    def fitting(self, height: float) -> int:
        """Return how many matrices fit into a height."""
        return max(1, max(1, int((height - self.higher) / self.pitch[1])) * self.columns - self.places)


def verdict_matrices(
    better: npt.NDArray[np.float64],
    datasets: Sequence[str],
    *,
    algorithms: Sequence[str] = (),
    rows: range | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a small matrix for each data set, dark where the row's algorithm is significantly better than the column's.

    Rows and columns are the algorithms in one order in all matrices: where they are ordered best first, dark cells
    below the diagonal are data sets on which a worse one wins.

    Parameters
    ----------
    better : (n_datasets, k, k) array of float
        1 where the row's algorithm is significantly better, 0 where it is not, nan where the pair was not tested.
    datasets : sequence of str
    algorithms : sequence of str, optional
        Their names, which stand at the rows of the first matrix of each line where rows are high enough for them.
    rows : range, optional
        The data sets to draw, such as one of `verdict_pages`.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is not one square matrix a data set, or not one name an algorithm.

    Examples
    --------
    >>> better = np.array([[[np.nan, 1.0], [0.0, np.nan]], [[np.nan, 0.0], [0.0, np.nan]]])
    >>> float(verdict_matrices(better, ["iris", "wine"]).get_figwidth())
    5.5
    """
    better = np.asarray(better, dtype=float)
    _check(better, datasets, algorithms)
    rows = range(len(datasets)) if rows is None else rows
    with drawing_context(style):
        style = axes_width(ax, style)
        layout = _lay_out(better.shape[1], datasets, algorithms, style)
        lettering = small(style, SMALLEST * style.font_size)
        foot = EDGE + layout.height(len(rows))
        legend = _legend(style, untested=bool((np.isnan(better) & ~np.eye(better.shape[1], dtype=bool)).any()))
        canvas = open_canvas(foot + legend.height + EDGE, style, ax)
        boxes: dict[str, list[Box]] = {_BETTER: [], _NEITHER: [], _UNTESTED: []}
        for place, index in enumerate(rows):
            left, top = layout.corner(place)
            for kind, box in _cells(better[index], left, top, layout.side):
                boxes[kind].append(box)
            lines = _title(datasets[index], layout.side, style)
            middle = top - 0.03 - block_height(lines, lettering.font_size) / 2
            place_lines(canvas, left, middle, lines, lettering, gid=f"title-{place}")
            for row, (of_name, x, y, to) in enumerate(_row_names(layout, place, lettering.font_size)):
                place_lines(canvas, x, y, of_name, lettering, ha="right", gid=f"name-{place}-{row}")
                if layout.places:
                    ends = (x + BETWEEN / 2, left - BETWEEN / 2), (y, to)
                    draw_line(canvas, *ends, style.muted, 0.4, gid=f"leader-{row}")
        for kind, colour in _colours(style).items():
            draw_boxes(canvas, boxes[kind], colour, gid="better" if kind == _BETTER else "neither")
        for name, band in _bands(better.shape[1], [layout.corner(place) for place in range(len(rows))], layout.side):
            draw_boxes(canvas, band, "none", gid=name)
        draw_hatching(canvas, boxes[_UNTESTED], style, gid="untested")
        draw_legend(canvas, legend, EDGE, foot, style)
        return root_figure(canvas)


def verdict_pages(
    n_algorithms: int, datasets: Sequence[str], *, algorithms: Sequence[str] = (), style: Style = PAPER
) -> tuple[range, ...]:
    """Divide data sets into as few pages as have room for them, as even as full lines of matrices allow.

    Examples
    --------
    >>> [len(page) for page in verdict_pages(12, [f"data {i}" for i in range(131)])]
    [48, 48, 35]
    """
    layout = _lay_out(n_algorithms, datasets, algorithms, style)
    room = style.max_height - 2 * EDGE - _legend(style, untested=True).height
    pages = -(-len(datasets) // layout.fitting(room))
    lines = -(-(-(-len(datasets) // pages) + layout.places) // layout.columns)
    per_page = lines * layout.columns - layout.places
    return tuple(range(start, min(start + per_page, len(datasets))) for start in range(0, len(datasets), per_page))


def _check(better: npt.NDArray[np.float64], datasets: Sequence[str], algorithms: Sequence[str]) -> None:
    if better.ndim != 3 or better.shape[0] != len(datasets) or better.shape[1] != better.shape[2] or not better.size:
        raise ValueError(
            f"better: got shape {better.shape}; a square matrix for each of {len(datasets)} data sets is needed"
        )
    if algorithms and len(algorithms) != better.shape[1]:
        raise ValueError(f"algorithms: got {len(algorithms)} names; one for each of {better.shape[1]} rows is needed")


def _lay_out(n_algorithms: int, datasets: Sequence[str], algorithms: Sequence[str], style: Style) -> _Layout:
    """Lay matrices out with the names of their rows, where these make them not much larger."""
    bare = _fill(n_algorithms * _CELL, 0.0, datasets, style)
    size = SMALLEST * style.font_size
    if not algorithms:
        return bare
    names = tuple(wrap_apart(algorithms, _NAMES * style.width, size))
    if max(map(len, names)) > 1:
        return _with_leaders(bare, algorithms, datasets, style)
    aside = max(block_width(name, size) for name in names) + BETWEEN
    with_names = _fill(n_algorithms * least_pitch(names, size), aside, datasets, style, names)
    fits = with_names.side >= n_algorithms * least_pitch(names, size) - 1e-9
    is_low = with_names.height(len(datasets)) <= _HIGHER * bare.height(len(datasets))
    return with_names if fits and is_low else _with_leaders(bare, algorithms, datasets, style)


def _with_leaders(bare: _Layout, algorithms: Sequence[str], datasets: Sequence[str], style: Style) -> _Layout:
    """Put names before the first matrix, where they are apart in at most two places and not much higher than it."""
    size = SMALLEST * style.font_size
    rooms = [places * bare.pitch[0] - _LEADERS for places in range(1, min(3, bare.columns))]
    set_names = [tuple(wrap_text(name, room, size) for name in algorithms) for room in rooms]
    whole = [[*algorithms] == ["".join(lines) for lines in names] for names in set_names]
    places = whole.index(True) + 1 if any(whole) else len(rooms)
    if not places or len({*set_names[places - 1]}) < len({*algorithms}):
        return _with_numbers(len(algorithms), datasets, style)
    names, taken = set_names[places - 1], len(datasets) + places
    columns = max(places + 1, -(-taken // -(-taken // bare.columns)))  # so that the last line is as full as can be
    left = (style.width - columns * bare.pitch[0] + _BETWEEN[0]) / 2
    higher = len(names) * least_pitch(names, size) - bare.side - 2 * min(bare.head, _BETWEEN[1])
    layout = replace(bare, columns=columns, names=names, places=places, left=left, higher=max(0.0, higher))
    is_low = layout.higher <= _MUCH * layout.side and layout.height(1) < 0.5 * style.max_height
    return layout if is_low else _with_numbers(len(algorithms), datasets, style)


def _with_numbers(n_algorithms: int, datasets: Sequence[str], style: Style) -> _Layout:
    """Number the first row and every tenth at the left of each line of matrices."""
    numbers = tuple((str(row) if row == 1 or row % _EVERY == 0 else "",) for row in range(1, n_algorithms + 1))
    aside = block_width([text for (text,) in numbers], SMALLEST * style.font_size) + BETWEEN
    return _fill(n_algorithms * _CELL, aside, datasets, style, numbers)


def numbers_rows(
    n_algorithms: int, datasets: Sequence[str], *, algorithms: Sequence[str], style: Style = PAPER
) -> bool:
    """Return whether `verdict_matrices` numbers its rows, because their names have no room; a caption then has both.

    Examples
    --------
    >>> names = [f"random forest {number}" for number in range(30)]
    >>> numbers_rows(30, ["iris", "wine"], algorithms=names), numbers_rows(3, ["iris"], algorithms=names[:3])
    (True, False)
    """
    with drawing_context(style):
        layout = _lay_out(n_algorithms, datasets, algorithms, style)
    return bool(layout.names) and layout.names[0] == ("1",) and layout.names[0][0] != algorithms[0]


def _row_names(layout: _Layout, place: int, size: float) -> Iterator[tuple[tuple[str, ...], float, float, float]]:
    """Yield the names next to a matrix, with their right ends, their middles, and the middles of their rows."""
    left, top = layout.corner(place)
    if place if layout.places else place % layout.columns:
        return
    k = len(layout.names)
    pitch = least_pitch(layout.names, size) if layout.places else layout.side / max(1, k)
    begin = top + (layout.side - k * pitch) / 2
    for row, name in enumerate(layout.names):
        if name == ("",):
            continue
        x = left - (_LEADERS if layout.places else BETWEEN)
        yield name, x, begin + (row + 0.5) * pitch, top + (row + 0.5) * layout.side / k


def _fill(
    least: float, aside: float, datasets: Sequence[str], style: Style, names: tuple[tuple[str, ...], ...] = ()
) -> _Layout:
    """Fill the width next to the names of rows with matrices that are no smaller than is readable."""
    room = style.width - 2 * EDGE - aside
    side = min(max(_LEAST_SIDE, least), _MOST_SIDE, room)
    columns = max(1, int((room + _BETWEEN[0]) / (side + _BETWEEN[0])))
    side = min((room + _BETWEEN[0]) / columns - _BETWEEN[0], _MOST_SIDE)
    size = SMALLEST * style.font_size
    head = max((block_height(_title(name, side, style), size) for name in datasets), default=0.0) + 0.04
    n_columns = min(columns, len(datasets))
    left = (style.width + aside - n_columns * side - (n_columns - 1) * _BETWEEN[0]) / 2
    return _Layout(columns, side, head, left, names)


def _title(name: str, side: float, style: Style) -> tuple[str, ...]:
    return wrap_text(name, side, SMALLEST * style.font_size, max_lines=_TITLE_LINES)


def _cells(better: npt.NDArray[np.float64], left: float, top: float, side: float) -> Iterator[tuple[str, Box]]:
    """Yield the cells of a matrix by what they show, neighbors in a row as one where they are small."""
    # The diagonal shows nothing.
    k = len(better)
    cell = side / k
    gap = 0.12 * cell if k <= _MOST_APART else 0.0
    kinds = np.where(np.isnan(better), _UNTESTED, np.where(better > 0, _BETTER, _NEITHER))
    np.fill_diagonal(kinds, "")
    for row in range(k):
        ends = [*(np.flatnonzero(kinds[row, 1:] != kinds[row, :-1]) + 1).tolist(), k] if not gap else range(1, k + 1)
        for start, end in pairwise((0, *ends)):
            if kind := str(kinds[row, start]):
                yield kind, (left + start * cell, top + row * cell, (end - start) * cell - gap, cell - gap)


def _bands(k: int, corners: Sequence[tuple[float, float]], side: float) -> Iterator[tuple[str, list[Box]]]:
    """Yield the unpainted rows and columns of each algorithm in all matrices, which a page paints when it is asked."""
    cell = side / k
    for index in range(k):
        yield f"column-{index}", [(left + index * cell, top, cell, side) for left, top in corners]
    for index in range(k):
        yield f"row-{index}", [(left, top + index * cell, side, cell) for left, top in corners]


def _colours(style: Style) -> dict[str, str]:
    return {_BETTER: style.accent, _NEITHER: style.shade}


def _legend(style: Style, *, untested: bool) -> Legend:
    entries = [LegendEntry(kind, Look(colour, (), "s"), line=False) for kind, colour in _colours(style).items()]
    entries += [LegendEntry(_UNTESTED)] if untested else []
    return arrange_legend(entries, style.width - 2 * EDGE, style)


def describe_verdicts(
    better: npt.NDArray[np.float64], datasets: Sequence[str], algorithms: Sequence[str], *, rows: range | None = None
) -> str:
    """Describe matrices of significance: of each data set on how many pairs, and who is better most often."""
    rows = range(len(datasets)) if rows is None else rows
    names = [one_name(name) for name in algorithms]
    texts = [f"Matrices of significant differences on {counted(len(rows), 'data set')}, of {enumerate_names(names)}."]
    for index in rows[:_MOST_DESCRIBED]:
        won = np.nan_to_num(better[index]).sum(axis=1).astype(int)
        differ = counted(int(won.sum()), "significant difference") if won.any() else "no significant difference"
        best = f"; {names[int(won.argmax())]} is better than {int(won.max())}" if won.any() else ""
        texts.append(f"{one_name(datasets[index])}: {differ}{best}.")
    more = len(rows) - _MOST_DESCRIBED
    return " ".join([*texts, *([rest(more)] if more > 0 else [])])
