"""P-values of conclusions under changes of a study: a strip a conclusion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from rankpress.figures.axes import NumberedAxis, value_axis
from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, wrap_apart, wrap_text
from rankpress.wording.names import enumerate_names, one_name
from rankpress.wording.numbers import p_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_EDGE = 0.05
_GAP = 0.08
_TICK = 0.04
LEAST_P = 1e-6  # smaller ones stand at the edge
_LANE = 0.075  # inches between kinds of marks
_SPARE = 0.07  # above and below the lanes of a row
_MOST_NAME = 0.36  # of the width
_LEVEL = (4.0, 2.0)

_Series = Mapping[str, Sequence[Sequence[float]]]


@dataclass(frozen=True)
class Strip:
    """A row: its name, its upper edge and its height."""

    name: tuple[str, ...]
    top: float
    height: float

    @property
    def middle(self) -> float:
        """The middle of the row."""
        return self.top + self.height / 2

    def lane(self, number: int, lanes: int) -> float:
        """Return the middle of a lane."""
        return self.middle + (number - (lanes - 1) / 2) * _LANE


@dataclass(frozen=True)
class StripPage:
    """Rows below an axis of p-values, and a legend below them."""

    strips: tuple[Strip, ...]
    axis: NumberedAxis
    names_end: float
    left: float
    right: float
    axis_y: float
    title: tuple[str, ...]
    title_y: float
    legend: Legend
    height: float

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.strips[-1].top + self.strips[-1].height

    def x(self, p: float) -> float:
        """Return where a p-value lies, at the edge where it is too small for the axis."""
        return self.left + self.axis.share(max(p, LEAST_P)) * (self.right - self.left)


def lay_out_strips(
    names: Sequence[str],
    values: Sequence[float],
    series: _Series,
    looks: Mapping[str, Look],
    texts: tuple[str, str, str],
    alpha: float,
    style: Style,
    counts: Sequence[str] = (),
) -> StripPage:
    """Place rows in the order given; `texts` are the title of the axis, and what p and the level are called."""
    size, line = style.font_size, line_step(style)
    beside = block_width(counts, size) + _GAP if counts else 0.0
    lines = wrap_apart(names, _MOST_NAME * style.width - beside, size, max_lines=2)
    names_end = _EDGE + max(block_width(own_lines, size) for own_lines in lines)
    left = names_end + beside + _GAP
    right = style.width - _EDGE - 0.06
    title = wrap_text(texts[0], style.width - 2 * _EDGE, size, max_lines=2)
    axis_y = _EDGE + block_height(title, size) + 0.03 + line + _TICK
    top, strips = axis_y + 0.04, []
    lanes = max(1, len(series)) * _LANE + _SPARE
    for own_lines in lines:
        strips.append(Strip(own_lines, top, max(lanes, block_height(own_lines, size) + 0.04)))
        top += strips[-1].height
    legend = arrange_legend(_entries(looks, texts, style), style.width - 2 * _EDGE, style)
    ps = [alpha, *values, *(p for rows in series.values() for row in rows for p in row)]
    finite = [min(max(p, LEAST_P), 1.0) for p in ps if isfinite(p)]
    return StripPage(
        strips=tuple(strips),
        axis=value_axis(finite, right - left, style, log=True, beyond=0.1),
        names_end=names_end,
        left=left,
        right=right,
        axis_y=axis_y,
        title=title,
        title_y=_EDGE + block_height(title, size) / 2,
        legend=legend,
        height=top + 0.06 + legend.height + _EDGE,
    )


def _entries(looks: Mapping[str, Look], texts: tuple[str, str, str], style: Style) -> tuple[LegendEntry, ...]:
    marks = [LegendEntry(label, look, line=False) for label, look in looks.items()]
    estimate = LegendEntry(texts[1], Look(style.ink, (), "|"), line=False)
    return (estimate, *marks, LegendEntry(texts[2], Look(style.muted, _LEVEL, ""), width=0.8))


def p_strips(
    names: Sequence[str],
    values: Sequence[float],
    series: _Series,
    *,
    alpha: float,
    title: str = "p",
    own_label: str = "as it is",
    counts: Sequence[str] = (),
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a strip for each conclusion: its p-value, and its fate under each of several changes.

    Parameters
    ----------
    names : sequence of str
        The conclusions, in the order of the strips.
    values : sequence of float
        The p-value of each as it is.
    series : mapping of str to sequence of sequence of float
        For each kind of change, the p-values of each conclusion under the changes of that kind; nan where a change says
        nothing of it. A kind without any is not shown, and leaves the looks of the others as they are.
    alpha : float
        The level that is marked.
    title : str
        Of the axis.
    own_label : str
        What these p-values are.
    counts : sequence of str, optional
        What stands behind the name of each conclusion, such as how many changes it does not survive.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no conclusions, or not as many p-values or rows of them as conclusions.

    Examples
    --------
    >>> figure = p_strips(
    ...     ["A and B", "A and C"],
    ...     [0.04, 0.2],
    ...     {"one data set omitted": [[0.03, 0.06], [0.1, 0.3]], "another test": [[0.01], [0.04]]},
    ...     alpha=0.05,
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    if not names or len(values) != len(names) or any(len(rows) != len(names) for rows in series.values()):
        raise ValueError(f"names: got {len(names)} with {len(values)} p-values; as many rows of each series are needed")
    with drawing_context(style):
        style = axes_width(ax, style)
        looks = {
            label: style.look(number)
            for number, (label, rows) in enumerate(series.items())
            if any(isfinite(p) for row in rows for p in row)
        }
        series, level = {label: series[label] for label in looks}, f"level {alpha:g}"
        page = lay_out_strips(names, values, series, looks, (title, own_label, level), alpha, style, counts)
        canvas = open_canvas(page.height, style, ax)
        _draw_axis(canvas, page, alpha, style)
        for row, p in enumerate(values):
            _draw_strip(canvas, page, row, p, series, looks, style)
        for row, text in enumerate(counts):
            x, y = page.left - _GAP, page.strips[row].middle
            place_lines(canvas, x, y, [text], style, ha="right", colour=style.muted, gid=f"count-{row}")
        draw_legend(canvas, page.legend, _EDGE, page.bottom + 0.06, style)
        return root_figure(canvas)


def _draw_axis(ax: Axes, page: StripPage, alpha: float, style: Style) -> None:
    """Draw the axis above, faint lines down from its numbers, and the level."""
    y = page.axis_y
    draw_line(ax, [page.left, page.right], [y, y], style.ink, 0.8, "axis")
    middle = y - _TICK - line_step(style) / 2
    for number, (place, text) in enumerate(page.axis.ticks):
        x = page.left + page.axis.share_of(place) * (page.right - page.left)
        draw_line(ax, [x, x], [y - _TICK, y], style.ink, 0.8, f"tick-{number}")
        draw_line(ax, [x, x], [y, page.bottom], style.faint, 0.4, f"guide-{number}", zorder=0.5)
        place_lines(ax, x, middle, [text], style, ha="center", gid=f"number-{number}")
    half = block_width(page.title, style.font_size) / 2
    centre = min((page.left + page.right) / 2, style.width - _EDGE - half)
    place_lines(ax, centre, page.title_y, page.title, style, ha="center", gid="title")
    index = page.x(alpha)
    draw_line(ax, [index, index], [y, page.bottom], style.muted, 0.8, "level", zorder=0.8, dashes=_LEVEL)


def _draw_strip(
    ax: Axes, page: StripPage, row: int, value: float, series: _Series, looks: dict[str, Look], style: Style
) -> None:
    strip = page.strips[row]
    place_lines(ax, page.names_end, strip.middle, strip.name, style, ha="right", gid=f"name-{row}")
    if row:
        draw_line(ax, [_EDGE, page.right], [strip.top, strip.top], style.faint, 0.4, f"rule-{row}", zorder=0.4)
    if isfinite(value):
        x, half = page.x(value), 0.42 * strip.height
        draw_line(ax, [x, x], [strip.middle - half, strip.middle + half], style.ink, 1.6, f"own-{row}", zorder=1.5)
    for lane, (label, rows) in enumerate(series.items()):
        xs = [page.x(p) for p in rows[row] if isfinite(p)]
        if not xs:
            continue
        look, y = looks[label], strip.lane(lane, len(series))
        mark = (look.marker, look.colour, 3.4, f"marks-{row}-{lane}")
        ys = [y] * len(xs)
        draw_marks(ax, xs, ys, *mark, edge=style.paper, edge_width=0.3, zorder=2 + lane / 100)


def describe_p_strips(
    names: Sequence[str], values: Sequence[float], series: Mapping[str, Sequence[Sequence[float]]], *, alpha: float
) -> str:
    """Describe p-values of conclusions and how far they move under changes."""
    texts = []
    for row, name in enumerate(names):
        finite = [p for rows in series.values() for p in rows[row] if isfinite(p)]
        at_most = sum(p <= alpha for p in finite)
        least, greatest = (p_text(end(finite), alpha) if finite else "" for end in (min, max))
        moved = (
            f" ({least} to {greatest} under variations, {at_most} of {len(finite)} at most {alpha:g})" if finite else ""
        )
        here = p_text(values[row], alpha) if isfinite(values[row]) else "undefined"
        texts.append(f"{one_name(name)} {here}{moved}")
    number = f"{len(names)} conclusion{'' if len(names) == 1 else 's'}"
    return f"p-values of {number} in the study and under variations, level {alpha:g}: {enumerate_names(texts)}."
