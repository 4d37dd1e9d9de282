"""The map of scores, ranks or distances to the best: a cell for each data set and algorithm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.figures.canvas import (
    axes_width,
    open_canvas,
    root_figure,
)
from rankpress.figures.colours import even_ramp
from rankpress.figures.grid import (
    EDGE,
    SMALLEST,
    ColourBar,
    Grid,
    arrange_grid,
    cell_box,
    draw_cells,
    draw_colour_bar,
    draw_hatching,
    draw_heads,
    draw_row_names,
    draw_text,
    even_parts,
    least_pitch,
    small,
    text_size,
)
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import text_width, wrap_text
from rankpress.wording.names import enumerate_names, isolated, one_name
from rankpress.wording.numbers import short_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_STEPS = 33
_WIDEST_CELL = 0.75
_HIGHEST_ROW = 0.2
MISSING_LABEL = "no result"


@dataclass(frozen=True)
class _Plan:
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
    rows: range | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a cell for each data set and algorithm, its number in it where all fit, struck through where there is none.

    Parameters
    ----------
    values : (n_datasets, n_algorithms) array of float
        What the colors show; nan where there is no result.
    datasets, algorithms : sequence of str
    label : str
        What the values are, such as "accuracy".
    better : {'higher', 'lower'}
        Which values are darker.
    number : callable
        How a value is printed in its cell.
    rows : range, optional
        The data sets to draw, such as one of `score_map_pages`, with the sizes and colors that all have together.
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
        low, high = _ends(values)
        colours = even_ramp(_STEPS, style)
        colours = colours if better == "higher" else colours[::-1]
        meaning = f"{isolated(label)}, {better} is better"
        bar = _bar(meaning, (low, high), number, colours, style, missing=bool(np.isnan(values).any()))
        texts = [number(value) for value in values[np.isfinite(values)].tolist()]
        plan = _plan(datasets, algorithms, texts, bar, rows, style)
        canvas = open_canvas(plan.height, style, ax)
        _draw_values(canvas, plan, values, _places(values, low, high), number, style)
        draw_row_names(canvas, plan.grid, style)
        draw_heads(canvas, plan.grid, style)
        draw_colour_bar(canvas, bar, plan.grid, plan.bar_y, style)
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
    bar = _bar(f"{isolated(label)}, higher is better", (0.0, 1.0), short_number, (style.ink,), style, missing=True)
    size = SMALLEST * style.font_size
    pitch = least_pitch([wrap_text(name, 0.42 * style.width, size) for name in datasets], size)
    grid = arrange_grid(
        datasets,
        algorithms,
        style,
        cell_width=(0.0, _WIDEST_CELL),
        cell_height=pitch,
        row_size=size,
    )
    fitting = max(1, int((style.max_height - grid.top - _foot(bar, style)) / grid.cell_height))
    return even_parts(len(datasets), fitting)


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
    """Return the step of color of each value; halved before they are subtracted, lest they overflow."""
    if low == high:
        return np.full(values.shape, _STEPS // 2)
    shares = (values / 2 - low / 2) / (high / 2 - low / 2)
    return np.nan_to_num(np.clip(shares, 0, 1) * (_STEPS - 1)).round().astype(int)


def _bar(
    meaning: str,
    ends: tuple[float, float],
    number: Callable[[float], str],
    colours: Sequence[str],
    style: Style,
    *,
    missing: bool,
) -> ColourBar:
    text = wrap_text(meaning, style.width - 2 * EDGE, style.font_size, max_lines=3)
    low, high = ends
    middle = number(low / 2 + high / 2) if low < high else ""
    return ColourBar(
        tuple(colours),
        (number(low), number(high) if low < high else ""),
        middle,
        text,
        MISSING_LABEL if missing else "",
    )


def _foot(bar: ColourBar, style: Style) -> float:
    return 0.1 + bar.height(style) + EDGE


def _plan(
    datasets: Sequence[str], algorithms: Sequence[str], texts: Sequence[str], bar: ColourBar, rows: range, style: Style
) -> _Plan:
    """Rows as high as is comfortable, or lower, with smaller names, so that a page holds them."""
    requested = (
        max((text_width(text, SMALLEST * style.font_size, bold=True) for text in set(texts)), default=0.0) + 0.05
    )
    requested = requested if len(algorithms) * requested < 0.75 * style.width else 0.0

    def arranged(size: float, height: float) -> Grid:
        return arrange_grid(
            datasets,
            algorithms,
            style,
            cell_width=(requested, _WIDEST_CELL),
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
    comfortable = arranged(size, max(grid.cell_height, min(room, _HIGHEST_ROW)))
    if text_size(texts, comfortable.cell_width, comfortable.cell_height, style) is not None:
        grid = comfortable  # without numbers, rows are as high as their names
    grid_shown = replace(grid, row_names=tuple(grid.row_names[row] for row in rows))
    bar_y = grid_shown.bottom + 0.1
    fitting = text_size(texts, grid.cell_width, grid.cell_height, style)
    return _Plan(grid_shown, rows, fitting, bar, bar_y, grid_shown.bottom + _foot(bar, style))


def _draw_values(
    ax: Axes, plan: _Plan, values: np.ndarray, places: np.ndarray, number: Callable[[float], str], style: Style
) -> None:
    cells = {
        (row, column): (float(values[index, column]), plan.bar.colours[places[index, column]])
        for row, index in enumerate(plan.rows)
        for column in range(values.shape[1])
    }
    there = {cell: colour for cell, (value, colour) in cells.items() if not np.isnan(value)}
    draw_cells(ax, plan.grid, there)
    draw_hatching(ax, [cell_box(plan.grid, cell) for cell in cells if cell not in there], style)
    if plan.text_size is not None:
        lettering = small(style, plan.text_size)
        for cell, colour in there.items():
            draw_text(ax, plan.grid, cell, [number(cells[cell][0])], colour, lettering, bold=False)


def describe_score_map(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    *,
    label: str,
    number: Callable[[float], str],
    rows: range | None = None,
) -> str:
    r"""Describe a map of scores; parameters as for `score_map`."""
    rows = range(len(datasets)) if rows is None else rows
    values_shown = np.asarray(values, dtype=float)[rows.start : rows.stop]
    across = enumerate_names([one_name(name) for name in algorithms])
    size = f"{_counted(len(rows), 'data set')} by {_counted(len(algorithms), 'algorithm')}"
    texts = [f"Map of {one_name(label)}, {size}: {across}."]
    if np.isfinite(values_shown).any():
        ends = [
            f"{number(float(values_shown.ravel()[index]))} ({one_name(algorithms[index % len(algorithms)])} on"
            f" {one_name(datasets[rows.start + index // len(algorithms)])})"
            for index in (int(np.nanargmin(values_shown)), int(np.nanargmax(values_shown)))
        ]
        texts.append(f"The least is {ends[0]}, the greatest {ends[1]}.")
    missing = int(np.isnan(values_shown).sum())
    if missing:
        texts.append(f"{missing} result{' is' if missing == 1 else 's are'} missing.")
    return " ".join(texts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
