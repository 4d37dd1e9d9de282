"""How stable a ranking is: the share of resamples in which each algorithm has each rank, as blobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rankpress.figures.axes import fitting_ticks
from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    draw_segments,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_width, place_lines, wrap_apart
from rankpress.wording.names import MOST, one_name, rest
from rankpress.wording.numbers import percent_text
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


EDGE, _PAD, _TICK = 0.05, 0.08, 0.04
_MOST_NAME = 0.35  # of the width
_HIGHEST_ROW, _ALL_ROWS = 0.34, 6.0  # inches
_FILLED = 0.94  # of a row or of the step between ranks, by the largest blob
_LEAST_SHARE = 0.002  # a smaller blob is not seen


@dataclass(frozen=True)
class _Chart:
    """Where everything goes, in inches."""

    lines: Sequence[tuple[str, ...]]
    left: float
    step: float  # from one rank to the next
    top: float
    row: float
    legend: Legend
    height: float

    def x(self, rank: float) -> float:
        """Where a rank lies."""
        return self.left + (rank - 0.5) * self.step

    def y(self, row: int) -> float:
        """Return the middle of a row."""
        return self.top + (row + 0.5) * self.row

    @property
    def bottom(self) -> float:
        """The end of the last row."""
        return self.top + len(self.lines) * self.row


def rank_blobs(
    names: Sequence[str],
    shares: npt.ArrayLike,
    *,
    order: Sequence[int] | None = None,
    level: float = 0.95,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw how often each algorithm has each rank when data sets are resampled, one row per algorithm.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    shares : (n_algorithms, n_algorithms) array_like
        Share of the resamples in which the algorithm of the row has the rank of the column; rows add up to 1. It is
        the area of a blob; a cross marks the median.
    order : sequence of int, optional
        The algorithms from top to bottom; as `names` has them by default.
    level : float
        Share of the resamples that the line of each row spans, as much being omitted at either end.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        For no names, shares of another shape or that do not add up to 1, and an order that lacks an algorithm.

    Examples
    --------
    >>> figure = rank_blobs(["knn", "svm"], [[0.75, 0.25], [0.25, 0.75]])
    >>> float(figure.get_figwidth())
    5.5
    """
    order = list(range(len(names))) if order is None else list(order)
    matrix = _checked(names, shares, order)[order]
    with drawing_context(style):
        style = axes_width(ax, style)
        colour = style.palette[0]
        chart = _lay_out([names[i] for i in order], level, colour, style)
        canvas = open_canvas(chart.height, style, ax)
        _draw_axis(canvas, chart, style)
        for row, lines in enumerate(chart.lines):
            place_lines(canvas, chart.left - _PAD, chart.y(row), lines, style, ha="right", gid=f"name-{row}")
        largest = _FILLED * min(chart.row, chart.step) / sqrt(matrix.max())
        for row, rank in np.argwhere(matrix >= _LEAST_SHARE).tolist():
            size, at = 72 * largest * sqrt(matrix[row, rank]), ([chart.x(rank + 1)], [chart.y(row)])
            draw_marks(canvas, *at, "o", colour, size, f"blob-{row}-{rank + 1}", zorder=1.5)
        medians = [quantile_of(of_row, 0.5) for of_row in matrix]
        ends = [(quantile_of(of_row, (1 - level) / 2), quantile_of(of_row, (1 + level) / 2)) for of_row in matrix]
        spans = [((chart.x(low), chart.y(row)), (chart.x(high), chart.y(row))) for row, (low, high) in enumerate(ends)]
        draw_segments(canvas, spans, style.ink, 0.8, "spans", 2.0)
        xs, ys = [chart.x(median) for median in medians], [chart.y(row) for row in range(len(medians))]
        draw_marks(canvas, xs, ys, "x", style.ink, 4.0, "medians", edge_width=1.1)
        draw_legend(canvas, chart.legend, EDGE, chart.bottom + 0.08, style)
        return root_figure(canvas)


def quantile_of(shares: Sequence[float] | npt.NDArray[np.float64], level: float) -> int:
    """Return the least rank up to which at least so large a share lies.

    Examples
    --------
    >>> quantile_of([0.2, 0.5, 0.3], 0.5), quantile_of([0.2, 0.5, 0.3], 0.025)
    (2, 1)
    """
    return int(np.flatnonzero(np.cumsum(shares) >= min(level, 1.0) - 1e-9)[0]) + 1


def _checked(names: Sequence[str], shares: npt.ArrayLike, order: Sequence[int]) -> npt.NDArray[np.float64]:
    matrix, k = np.asarray(shares, dtype=np.float64), len(names)
    if not k or matrix.shape != (k, k):
        raise ValueError(f"shares: got shape {matrix.shape}; one of each of {k} algorithms at each rank is needed")
    if not (matrix >= 0).all() or not np.allclose(matrix.sum(axis=1), 1):
        raise ValueError("shares: those of each algorithm must add up to 1")
    if sorted(order) != list(range(k)):
        raise ValueError(f"order: got {list(order)}; each of {k} algorithms is needed once")
    return matrix


def _lay_out(names: Sequence[str], level: float, colour: str, style: Style) -> _Chart:
    lines = wrap_apart(names, _MOST_NAME * style.width, style.font_size)
    left = EDGE + max(block_width(block, style.font_size) for block in lines) + _PAD
    step = (style.width - EDGE - left) / len(names)
    row = max(1.02 * line_step(style), min(_HIGHEST_ROW, _ALL_ROWS / len(names), step))
    top = EDGE + 2 * line_step(style) + _TICK + 0.03
    entries = (
        LegendEntry("area: share of resamples", Look(colour, (), "o"), line=False),
        LegendEntry("median", Look(style.ink, (), "x"), line=False),
        LegendEntry(f"{percent_text(level)} of resamples", Look(style.ink, (), ""), width=0.8),
    )
    legend = arrange_legend(entries, style.width - 2 * EDGE, style)
    return _Chart(lines, left, step, top, row, legend, top + len(names) * row + 0.08 + legend.height + EDGE)


def _draw_axis(ax: Axes, chart: _Chart, style: Style) -> None:
    """Draw the axis above, and faint lines down from the ranks that it numbers."""
    k, y = len(chart.lines), chart.top - 0.03
    ends = [chart.x(0.5), chart.x(k + 0.5)]
    draw_line(ax, ends, [y, y], style.ink, 0.8, "axis")
    ticks = fitting_ticks(0.5, k + 0.5, k * chart.step, style, integers=True)
    for rank in sorted({1, *(round(place) for place, _ in ticks if 1 <= place <= k)}):
        x = chart.x(rank)
        draw_line(ax, [x, x], [y - _TICK, y], style.ink, 0.8, f"tick-{rank}")
        draw_line(ax, [x, x], [y, chart.bottom], style.faint, 0.4, f"grid-{rank}", zorder=0.5)
        place_lines(ax, x, y - _TICK - line_step(style) / 2, [str(rank)], style, ha="center", gid=f"number-{rank}")
    place_lines(ax, sum(ends) / 2, EDGE + line_step(style) / 2, ["rank"], style, ha="center", gid="title")


def describe_rank_blobs(names: Sequence[str], shares: npt.ArrayLike, order: Sequence[int]) -> str:
    """Describe the ranks over resamples by their median and by how often the algorithm is first."""
    matrix = np.asarray(shares, dtype=np.float64)
    texts = [
        f"{one_name(names[i])} {quantile_of(matrix[i], 0.5)}, first in {100 * matrix[i, 0]:.0f}%"
        for i in list(order)[:MOST]
    ]
    return (
        f"Ranks of {counted(len(names), 'algorithm')} over resamples of the data sets, by median:"
        f" {'; '.join(texts)}{rest(len(names))}."
    )
