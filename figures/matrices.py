"""The matrix of p-values of all pairs, and the map of scores, ranks or distances to the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, SupportsFloat

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    open_canvas,
    root_figure,
)
from rankpress.figures.grid import (
    BETWEEN,
    EDGE,
    SMALLEST,
    Cell,
    ColourBar,
    Grid,
    Heads,
    arrange_grid,
    cell_box,
    draw_cells,
    draw_colour_bar,
    draw_dots,
    draw_hatching,
    draw_heads,
    draw_row_names,
    draw_text,
    even_ramp,
    least_pitch,
    legible,
    ramp,
    small,
    text_size,
)
from rankpress.figures.isolation import isolated
from rankpress.figures.numerals import p_text, short_number
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_width, place_lines, text_width, wrap_text

_P_VALUES_WIDEST_CELL = 0.62
_HIGHEST_CELL = 0.26
_LADDER = (0.01, 0.001)  # steps of colour beyond the level


@dataclass(frozen=True)
class _PValuesPlan:
    """Where everything goes; `diagonal` are names on the diagonal of a triangle, none for a square."""

    grid: Grid
    diagonal: tuple[tuple[str, ...], ...]
    text_size: float | None
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
        The algorithms from top to bottom, such as the best ranked first; as `names` has them if left out.
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
    shown = [names[i] for i in order]
    with drawing_context(style):
        style = axes_width(ax, style)
        colours = _colours(alpha, style)
        plan = _p_values_plan(shown, alpha, colours, (label, raw_label), below, above, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_p_values(canvas, plan, {**below, **above}, alpha, colours, style)
        if plan.diagonal:
            _draw_diagonal(canvas, plan, style)
        else:
            draw_row_names(canvas, plan.grid, style)
            draw_heads(canvas, plan.grid, style)
        draw_legend(canvas, plan.legend, EDGE, plan.legend_y, style)
        return root_figure(canvas)


def _cells(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    p: Sequence[SupportsFloat] | np.ndarray,
    order: Sequence[int],
    what: str,
) -> dict[Cell, float]:
    """The p-values by their cells below the diagonal."""
    k = len(names)
    if sorted(order) != list(range(k)) or k < 2:
        raise ValueError(f"order: got {list(order)}; each of {k} algorithms, at least two, is needed once")
    values = [float(value) for value in p]
    if not all(0 <= value <= 1 for value in values):
        raise ValueError(f"{what}: p-values from 0 to 1 are needed")
    place = {algorithm: row for row, algorithm in enumerate(order)}
    found: dict[Cell, float] = {}
    for (a, b), value in zip(pairs, values, strict=True):
        low, high = sorted((place.get(int(a), -1), place.get(int(b), -1)))
        if low < 0 or low == high or (high, low) in found:
            raise ValueError(f"pairs: got ({a}, {b}); each pair of {k} algorithms is needed once")
        found[high, low] = value
    if len(found) != k * (k - 1) // 2:
        raise ValueError(f"pairs: got {len(found)}; each of the {k * (k - 1) // 2} pairs is needed once")
    return found


def _colours(alpha: float, style: Style) -> Mapping[float, str]:
    """The colour of p-values up to each step, the greatest step first; 1 is that of pairs that do not differ."""
    steps = [alpha, *(step for step in _LADDER if step < alpha)]
    dark = ramp("Blues", (0.38, 0.68, 0.96)[: len(steps)] if len(steps) > 1 else (0.68,), style)
    return {1.0: legible("#eeeeee", style), **dict(zip(steps, dark, strict=True))}


def _colour_of(p: float, alpha: float, colours: Mapping[float, str]) -> str:
    return colours[min(step for step in colours if p <= step)] if p <= alpha else colours[1.0]


def _p_values_plan(
    names: Sequence[str],
    alpha: float,
    colours: Mapping[float, str],
    labels: tuple[str, str],
    below: Mapping[Cell, float],
    above: Mapping[Cell, float],
    style: Style,
) -> _PValuesPlan:
    texts = [p_text(p) for p in (*below.values(), *above.values())]
    wanted = max(text_width(text, SMALLEST * style.font_size, bold=True) for text in texts) + 0.05
    diagonal: tuple[tuple[str, ...], ...] = ()
    if above:
        grid = _square(names, wanted, style)
        size = text_size(texts, grid.cell_width, grid.cell_height, style)
        grid = grid if size else _square(names, 0.0, style)  # names may have what texts cannot use
    else:
        grid, diagonal = _triangle(names, style)
        size = text_size(texts, grid.cell_width, grid.cell_height, style)
    legend = arrange_legend(_legend_entries(alpha, colours, labels, size, above, style), style.width - 2 * EDGE, style)
    legend_y = grid.bottom + 0.1
    return _PValuesPlan(grid, diagonal, size, legend, legend_y, legend_y + legend.height + EDGE)


def _row_size(count: int, names: Sequence[str], style: Style) -> tuple[float, float]:
    """Type size and distance of names of rows: smaller where there are many."""
    for size in (style.font_size, SMALLEST * style.font_size):
        pitch = least_pitch([wrap_text(name, style.width, size) for name in names], size)
        if pitch * count <= 0.55 * style.max_height:
            break
    return size, pitch


def _square(names: Sequence[str], wanted: float, style: Style) -> Grid:
    size, pitch = _row_size(len(names), names, style)
    height = pitch if len(names) > 25 else max(pitch, _HIGHEST_CELL)
    return arrange_grid(
        names, names, style, top=EDGE, cell_width=(wanted, _P_VALUES_WIDEST_CELL), cell_height=height, row_size=size
    )


def _triangle(names: Sequence[str], style: Style) -> tuple[Grid, tuple[tuple[str, ...], ...]]:
    """Cells left of and below names on the diagonal, which need room at the right of the last ones alone."""
    k = len(names)
    size, pitch = _row_size(k, names, style)
    lengths = [text_width(line, size) + 0.005 for name in names for line in wrap_text(name, style.width, size)]
    room = style.width - 2 * EDGE - BETWEEN
    width = min(_P_VALUES_WIDEST_CELL, *((room - length) / max(i, 1) for i, length in enumerate(lengths)))
    width = max(width, 0.58 * room / (k - 1)) if width < _P_VALUES_WIDEST_CELL else width
    lines = tuple(wrap_text(name, room - i * width, size) for i, name in enumerate(names))
    reach = max(i * width + BETWEEN + block_width(one, size) for i, one in enumerate(lines))
    left = max(EDGE, (style.width - reach) / 2)
    height = max(pitch, min(_HIGHEST_CELL, width))
    heads = Heads(((),) * k, False, (0.0,) * k, size, 0.0)
    return Grid(left, EDGE, width, height, ((),) * k, size, heads), lines


def _legend_entries(
    alpha: float,
    colours: Mapping[float, str],
    labels: tuple[str, str],
    size: float | None,
    square: Mapping[Cell, float],
    style: Style,
) -> tuple[LegendEntry, ...]:
    width = style.width - 2 * EDGE - 0.2
    what = f"{labels[0]} below the diagonal, {labels[1]} above:" if square else f"{labels[0]}:"

    def entry(text: str, look: Look | None) -> LegendEntry:
        return LegendEntry(wrap_text(text, width, style.font_size, max_lines=3), look, line=False)

    steps = [entry(f"≤ {step:g}", Look(colour, (), "s")) for step, colour in colours.items() if step < 1]
    mark = "bold" if size else "dot"
    return (
        entry(what, None),
        entry(f"> {alpha:g}", Look(colours[1.0], (), "s")),
        *steps,
        entry(f"{mark}: at most {alpha:g}", None),
    )


def _draw_p_values(
    ax: Axes, plan: _PValuesPlan, values: Mapping[Cell, float], alpha: float, colours: Mapping[float, str], style: Style
) -> None:
    grounds = {cell: _colour_of(p, alpha, colours) for cell, p in values.items()}
    draw_cells(ax, plan.grid, grounds)
    if plan.text_size is None:
        draw_dots(ax, plan.grid, {cell: grounds[cell] for cell, p in values.items() if p <= alpha}, style)
        return
    lettering = small(style, plan.text_size)
    for cell, p in values.items():
        draw_text(ax, plan.grid, cell, [p_text(p)], grounds[cell], lettering, p <= alpha)


def _draw_diagonal(ax: Axes, plan: _PValuesPlan, style: Style) -> None:
    lettering = small(style, plan.grid.row_size)
    for i, lines in enumerate(plan.diagonal):
        x, y = plan.grid.corner(i, i)
        place_lines(ax, x + BETWEEN, y + plan.grid.cell_height / 2, lines, lettering, gid=f"name-{i}")


_STEPS = 33
_SCORE_MAP_WIDEST_CELL = 0.75
_HIGHEST_ROW = 0.2
MISSING_LABEL = "no result"


@dataclass(frozen=True)
class _ScoreMapPlan:
    """Where everything goes; `rows` are the data sets of this page."""

    grid: Grid
    rows: range
    text_size: float | None
    bar: ColourBar
    bar_y: float
    height: float


def score_map(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    *,
    label: str,
    better: Literal["higher", "lower"] = "higher",
    number: Callable[[float], str] = short_number,
    scale: tuple[float, float] | None = None,
    rows: range | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a cell for each data set and algorithm, its number in it where all fit, struck through where there is none.

    Parameters
    ----------
    values : (n_datasets, n_algorithms) array of float
        What the colours show; nan where there is no result.
    datasets, algorithms : sequence of str
    label : str
        What the values are, such as "accuracy".
    better : {'higher', 'lower'}
        Which values are darker.
    number : callable
        How a value is printed in its cell.
    scale : (float, float), optional
        Values of the colours at either end; the least and the greatest value if left out.
    rows : range, optional
        The data sets to draw, such as one of `score_map_pages`, with the sizes and colours that all have together.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are not as many values as names, or values are infinite.

    Examples
    --------
    >>> figure = score_map(
    ...     np.array([[0.9, 0.8], [0.7, np.nan]]), ["iris", "wine"], ["knn", "svm"], label="accuracy"
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    values = np.asarray(values, dtype=float)
    _check(values, datasets, algorithms)
    rows = range(len(datasets)) if rows is None else rows
    with drawing_context(style):
        style = axes_width(ax, style)
        low, high = _ends(values) if scale is None else scale
        colours = even_ramp(_STEPS, style)
        colours = colours if better == "higher" else colours[::-1]
        bar = _bar(label, (low, high), number, colours, style, missing=bool(np.isnan(values).any()))
        texts = [number(value) for value in values[np.isfinite(values)].tolist()]
        plan = _score_map_plan(datasets, algorithms, texts, bar, rows, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_values(canvas, plan, values, _places(values, low, high), number, style)
        draw_row_names(canvas, plan.grid, style)
        draw_heads(canvas, plan.grid, style)
        draw_colour_bar(canvas, bar, EDGE, plan.bar_y, style)
        return root_figure(canvas)


def score_map_pages(
    datasets: Sequence[str], algorithms: Sequence[str], *, style: Style = PAPER, label: str = ""
) -> tuple[range, ...]:
    """Divide data sets into pages as few and as even as their readable names allow.

    Examples
    --------
    >>> [len(page) for page in score_map_pages([f"data {i}" for i in range(200)], ["knn", "svm"])]
    [67, 67, 66]
    """
    bar = _bar(label, (0.0, 1.0), short_number, (style.ink,), style, missing=True)
    size = SMALLEST * style.font_size
    pitch = least_pitch([wrap_text(name, 0.42 * style.width, size) for name in datasets], size)
    grid = arrange_grid(
        datasets,
        algorithms,
        style,
        top=EDGE,
        cell_width=(0.0, _SCORE_MAP_WIDEST_CELL),
        cell_height=pitch,
        row_size=size,
    )
    fitting = max(1, int((style.max_height - grid.top - _foot(bar, style)) / grid.cell_height))
    pages = -(-len(datasets) // fitting)
    per_page, longer = divmod(len(datasets), pages)
    sizes = [per_page + (page < longer) for page in range(pages)]
    starts = [sum(sizes[:page]) for page in range(pages)]
    return tuple(range(start, start + size) for start, size in zip(starts, sizes, strict=True))


def _check(values: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]) -> None:
    if values.shape != (len(datasets), len(algorithms)) or not values.size:
        raise ValueError(
            f"values: got shape {values.shape}; a row for each of {len(datasets)} data sets and a column for each of"
            f" {len(algorithms)} algorithms are needed"
        )
    if np.isinf(values).any():
        raise ValueError("values: got infinite ones; finite values are needed, nan where there is no result")


def _ends(values: np.ndarray) -> tuple[float, float]:
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def _places(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """The step of colour of each value; halved before they are subtracted, lest they overflow."""
    if low == high:
        return np.full(values.shape, _STEPS // 2)
    shares = (values / 2 - low / 2) / (high / 2 - low / 2)
    return np.nan_to_num(np.clip(shares, 0, 1) * (_STEPS - 1)).round().astype(int)


def _bar(
    label: str,
    ends: tuple[float, float],
    number: Callable[[float], str],
    colours: Sequence[str],
    style: Style,
    *,
    missing: bool,
) -> ColourBar:
    told = wrap_text(f"{isolated(label)}, darker is better", style.width - 2 * EDGE, style.font_size, max_lines=3)
    low, high = ends
    middle = number(low / 2 + high / 2) if low < high else ""
    return ColourBar(
        tuple(colours),
        (number(low), number(high) if low < high else ""),
        middle,
        told,
        MISSING_LABEL if missing else "",
    )


def _foot(bar: ColourBar, style: Style) -> float:
    return 0.1 + bar.height(style) + EDGE


def _score_map_plan(
    datasets: Sequence[str], algorithms: Sequence[str], texts: Sequence[str], bar: ColourBar, rows: range, style: Style
) -> _ScoreMapPlan:
    """Rows as high as is comfortable, or lower, with smaller names, so that a page holds them."""
    wanted = max((text_width(text, SMALLEST * style.font_size, bold=True) for text in set(texts)), default=0.0) + 0.05
    wanted = wanted if len(algorithms) * wanted < 0.75 * style.width else 0.0

    def arranged(size: float, height: float) -> Grid:
        return arrange_grid(
            datasets,
            algorithms,
            style,
            top=EDGE,
            cell_width=(wanted, _SCORE_MAP_WIDEST_CELL),
            cell_height=height,
            row_size=size,
        )

    size = style.font_size
    for size in (style.font_size, SMALLEST * style.font_size):
        least = least_pitch([wrap_text(name, 0.42 * style.width, size) for name in datasets], size)
        grid = arranged(size, least)
        room = (style.max_height - grid.top - _foot(bar, style)) / len(rows)
        if grid.cell_height <= room:
            break
    grid = arranged(size, max(grid.cell_height, min(room, _HIGHEST_ROW)))
    shown = Grid(
        grid.left,
        grid.top,
        grid.cell_width,
        grid.cell_height,
        tuple(grid.row_names[row] for row in rows),
        size,
        grid.heads,
    )
    bar_y = shown.bottom + 0.1
    fitting = text_size(texts, grid.cell_width, grid.cell_height, style)
    return _ScoreMapPlan(shown, rows, fitting, bar, bar_y, shown.bottom + _foot(bar, style))


def _draw_values(
    ax: Axes, plan: _ScoreMapPlan, values: np.ndarray, places: np.ndarray, number: Callable[[float], str], style: Style
) -> None:
    shown = {
        (row, column): (float(values[at, column]), plan.bar.colours[places[at, column]])
        for row, at in enumerate(plan.rows)
        for column in range(values.shape[1])
    }
    there = {cell: colour for cell, (value, colour) in shown.items() if not np.isnan(value)}
    draw_cells(ax, plan.grid, there)
    draw_hatching(ax, [cell_box(plan.grid, cell) for cell in shown if cell not in there], style)
    if plan.text_size is not None:
        lettering = small(style, plan.text_size)
        for cell, colour in there.items():
            draw_text(ax, plan.grid, cell, [number(shown[cell][0])], colour, lettering, bold=False)
