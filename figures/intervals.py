"""Interval plots: estimates with confidence intervals, one row for each, in panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING

from rankpress.figures.axes import (
    GAP,
    NumberedAxis,
    PanelGrid,
    PanelPage,
    choose_columns,
    draw_around_panels,
    fitting_ticks,
    lay_out_panels,
    limits_about,
    rank_axis,
)
from rankpress.figures.canvas import (
    Point,
    Segment,
    draw_line,
    draw_marks,
    draw_rectangle,
    draw_segments,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import block_height, block_width, place_lines, wrap_apart
from rankpress.wording.names import MOST, one_name, rest
from rankpress.wording.numbers import short_number
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


Interval = tuple[float, float, float]  # estimate, lower and upper bound; nan where there is none
_Panel = tuple[str, Sequence[Interval]]

_EDGE = 0.05
_LEAST_PANEL = 1.0
_MOST_NAME = 0.3  # of the width
_TICK, _PAD = 2.5 / 72, 2 / 72  # lengths of the marks of an axis, and between them and the numbers


def interval_panels(
    names: Sequence[str],
    panels: Sequence[_Panel],
    *,
    title: str,
    share_x: bool = False,
    among: Sequence[_Panel] | None = None,
    references: Sequence[float | None] | None = None,
    dotted: bool = False,
    bands: Sequence[tuple[float, float] | None] | None = None,
    by_row: bool = False,
    boxes: Sequence[Sequence[tuple[float, float]]] | None = None,
    numbers: Callable[[float], str] | None = None,
    of_ranks: bool = False,
    sums_up: bool = False,
    style: Style = PAPER,
) -> Figure:
    """Draw estimates with their intervals, one row per name, in a panel for each data set.

    Parameters
    ----------
    names : sequence of str
        Of the rows, from the top; the same in all panels.
    panels : sequence of (str, sequence of (float, float, float))
        A title, and for each name its estimate and the bounds of its interval; nan where there is none.
    title : str
        Of the x axis, on which a vertical line marks 0.
    share_x : bool
        Whether all panels have the same x axis, on which lengths can be compared between them.
    among : sequence of panels, optional
        All panels of a study where this page shows some of them, for `share_x`.
    references : sequence of (float or None), optional
        In place of 0, what the vertical line of each panel marks; where it is None, there is none.
    dotted : bool
        Whether that line is dotted, as that of a value by convention.
    bands : sequence of ((float, float) or None), optional
        A shaded range of each panel, such as the interval of the best.
    by_row : bool
        Whether the estimates of each row are an artist of their own, with its number in their id.
    boxes : sequence of sequences of (float, float), optional
        The ends of a box about each estimate, such as quartiles about a median; nan where there is none.
    numbers : callable, optional
        How numbers are printed: of one panel, each row then ends with its estimate and the ends of its interval.
    of_ranks : bool
        Whether the estimates are average ranks, of which none is less than 1; the axis then numbers ranks from 1 on.
    sums_up : bool
        Whether the last row sums up the others, and stands below a line.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no names or panels, or a panel has another number of intervals than there are names.

    Examples
    --------
    >>> panels = [("iris", [(0.05, 0.01, 0.09), (-0.01, -0.03, 0.01)])]
    >>> figure = interval_panels(["naive Bayes", "CART"], panels, title="difference in accuracy from majority")
    >>> float(figure.get_figwidth())
    5.5
    """
    if not names or not panels or any(len(rows) != len(names) for _, rows in panels):
        raise ValueError(f"panels: at least one is needed, each with {len(names)} intervals, one for each name")
    with drawing_context(style):
        printed = _printed(panels[0][1], numbers) if numbers is not None and len(panels) == 1 else []
        page, lines = _lay_out(names, panels, title, style, printed)
        grid, everything = page.grid, [row for _, rows in among or panels for row in rows]
        canvas = open_canvas(page.height, style)
        drawn = _Drawn()
        for number, (_, rows) in enumerate(panels):
            reference = 0.0 if references is None else references[number]
            axis = _axis(everything if share_x else rows, reference, grid, style, of_ranks=of_ranks)
            _add_panel(drawn, rows, axis, reference, grid, number)
            if bands is not None and (band := bands[number]) is not None:
                low, high = (_across(axis, end, grid, number) for end in band)
                box = (low, grid.corner(number)[1], high - low, grid.panel_height)
                draw_rectangle(canvas, box, style.shade, f"band-{number}", zorder=0.5)
            for row, (lower, upper) in enumerate(() if boxes is None else boxes[number]):
                if isfinite(lower):
                    left, right = (_across(axis, end, grid, number) for end in (lower, upper))
                    y, height = _down(row, len(rows), grid, number), 0.5 * grid.panel_height / len(rows)
                    box = (left, y - height / 2, right - left, height)
                    draw_rectangle(canvas, box, style.shade, f"box-{number}-{row}", edge=style.ink, zorder=2.5)
            if sums_up and len(names) > 1:
                left, top = grid.corner(number)
                y = top + grid.panel_height * (1 - 1 / len(names))
                draw_line(canvas, [left, left + grid.panel_width], [y, y], style.faint, 0.6, f"rule-{number}", 0.8)
            _write_numbers(canvas, axis, grid, number, style)
            if grid.is_first(number):
                _write_names(canvas, lines, grid, number, style)
        for row, text in enumerate(printed):
            y = _down(row, len(printed), grid, 0)
            place_lines(canvas, style.width - _EDGE, y, [text], style, ha="right", gid=f"values-{row}")
        _draw(canvas, drawn, style, by_row=by_row, dotted=dotted)
        draw_around_panels(canvas, page, style)
        return root_figure(canvas)


@dataclass(frozen=True)
class _Drawn:
    """What is alike in all panels, in inches: each list becomes one artist, for many artists are slow."""

    axes: list[Segment] = field(default_factory=list)
    nulls: list[Segment] = field(default_factory=list)
    intervals: list[Segment] = field(default_factory=list)
    estimates: list[Point] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)  # that each estimate is of


def _axis(
    rows: Sequence[Interval], reference: float | None, grid: PanelGrid, style: Style, *, of_ranks: bool
) -> NumberedAxis:
    if of_ranks:
        ends = [end for interval in rows for end in _ends(interval)]
        ranks = rank_axis(ends, grid.panel_width, style, count=len(rows), upright=False)
        return NumberedAxis(ranks.last, ranks.first, ranks.ticks)
    marked = [] if reference is None else [reference]
    low, high = limits_about([*marked, *(end for interval in rows for end in _ends(interval))])
    return NumberedAxis(low, high, fitting_ticks(low, high, grid.panel_width, style, beyond=GAP / 2 - 0.03))


def _add_panel(
    drawn: _Drawn, rows: Sequence[Interval], axis: NumberedAxis, reference: float | None, grid: PanelGrid, number: int
) -> None:
    """Add what a panel shows to what is drawn."""
    left, top = grid.corner(number)
    bottom = top + grid.panel_height
    drawn.axes.append(((left, bottom), (left + grid.panel_width, bottom)))
    for place, _ in axis.ticks:
        x = _across(axis, place, grid, number)
        drawn.axes.append(((x, bottom), (x, bottom + _TICK)))
    if reference is not None:
        null = _across(axis, reference, grid, number)
        drawn.nulls.append(((null, top), (null, bottom)))
    for row, interval in enumerate(rows):
        if isfinite(interval[0]):
            y = _down(row, len(rows), grid, number)
            estimate, lower, upper = (_across(axis, value, grid, number) for value in interval)
            drawn.intervals.append(((lower, y), (upper, y)))
            drawn.estimates.append((estimate, y))
            drawn.rows.append(row)


def _write_numbers(canvas: Axes, axis: NumberedAxis, grid: PanelGrid, number: int, style: Style) -> None:
    y = grid.corner(number)[1] + grid.panel_height + _TICK + _PAD + line_step(style) / 2
    for place, text in axis.ticks:
        x = _across(axis, place, grid, number)
        place_lines(canvas, x, y, [text], style, ha="center", gid=f"number-{number}")


def _write_names(canvas: Axes, lines: Sequence[tuple[str, ...]], grid: PanelGrid, number: int, style: Style) -> None:
    x = grid.corner(number)[0] - 0.06
    for row, text in enumerate(lines):
        place_lines(canvas, x, _down(row, len(lines), grid, number), text, style, ha="right", gid=f"name-{row}")


def _across(axis: NumberedAxis, place: float, grid: PanelGrid, number: int) -> float:
    """Return where a value lies in a panel, in inches from the left."""
    return grid.corner(number)[0] + axis.share_of(place) * grid.panel_width


def _down(row: int, count: int, grid: PanelGrid, number: int) -> float:
    """Return the middle of a row of a panel, in inches from the top."""
    return grid.corner(number)[1] + (row + 0.5) * grid.panel_height / count


def _draw(canvas: Axes, drawn: _Drawn, style: Style, *, by_row: bool, dotted: bool) -> None:
    draw_segments(canvas, drawn.axes, style.ink, 0.6, "axes", 1.5)
    draw_segments(canvas, drawn.nulls, style.muted, 0.7, "null", 1.0, dashes=(1.4, 1.8) if dotted else ())
    if drawn.estimates:  # alike, whether they contain 0 or not: an interval is no test of that value alone
        draw_segments(canvas, drawn.intervals, style.ink, 1.1, "intervals", 2.0)
        groups: dict[str, list[Point]] = {}
        for row, point in zip(drawn.rows, drawn.estimates, strict=True):
            groups.setdefault(f"estimate-{row}" if by_row else "estimates", []).append(point)
        for gid, points in groups.items():
            xs, ys = zip(*points, strict=True)
            draw_marks(canvas, xs, ys, "o", style.ink, 3.0, gid, face=style.ink, edge=style.ink, edge_width=0.7)


def interval_pages(
    names: Sequence[str], panels: Sequence[_Panel], *, style: Style = PAPER
) -> tuple[Sequence[_Panel], ...]:
    """Divide panels among pages no higher than the style's greatest height, as evenly as whole rows permit.

    Examples
    --------
    >>> [len(page) for page in interval_pages(["CART"], [(f"data {i}", [(0.1, 0.0, 0.2)]) for i in range(30)])]
    [30]
    """
    with drawing_context(style):
        across = _lay_out(names, panels, "", style)[0].grid.columns
        rows = -(-len(panels) // across)
        for pages in range(1, rows + 1):
            each = -(-rows // pages) * across
            divided = tuple(panels[start : start + each] for start in range(0, len(panels), each))
            heights = [_lay_out(names, page, "", style)[0].height + 2 * line_step(style) for page in divided]
            if max(heights) <= style.max_height:
                break
        return divided


def _printed(rows: Sequence[Interval], number: Callable[[float], str]) -> list[str]:
    """Return each estimate with its interval, as forest plots have them at the right."""
    return [
        f"{number(row[0])} ({number(row[1])} to {number(row[2])})" if isfinite(row[0]) else "\N{EN DASH}"
        for row in rows
    ]


def _lay_out(
    names: Sequence[str], panels: Sequence[_Panel], title: str, style: Style, printed: Sequence[str] = ()
) -> tuple[PanelPage, list[tuple[str, ...]]]:
    """Place panels next to the names of their rows."""
    lines = wrap_apart(names, _MOST_NAME * style.width, style.font_size)
    left = _EDGE + max(block_width(text, style.font_size) for text in lines) + 0.1
    room = style.width - left - 0.1 - (block_width(printed, style.font_size) + 0.1 if printed else 0.0)
    columns = choose_columns(len(panels), room, _LEAST_PANEL)
    # names that differ in their middles take several lines, and stacked accents are higher than a line
    row = max(line_step(style), *(block_height(text, style.font_size) for text in lines))
    size = ((room - (columns - 1) * GAP) / columns, max(0.3, len(names) * row))
    titles, below = [name for name, _ in panels], 0.13 + line_step(style)
    page = lay_out_panels(titles, title, (), columns, left, size, style, below=below)
    return page, lines


def _ends(interval: Interval) -> tuple[float, ...]:
    return tuple(value for value in interval if isfinite(value))


def describe_intervals(names: Sequence[str], panels: Sequence[_Panel], *, title: str, on_datasets: bool = False) -> str:
    """Describe where estimates and intervals lie in panels, or on data sets; parameters as for `interval_panels`."""
    texts = []
    for row, name in enumerate(names[:MOST]):
        with_interval = [rows[row] for _, rows in panels if isfinite(rows[row][0])]
        if with_interval:
            estimates, lows, highs = zip(*with_interval, strict=True)
            texts.append(f"{one_name(name)} {_span(estimates, estimates)} ({_span(lows, highs)})")
        else:
            texts.append(f"{one_name(name)} none")
    each = f"{'; '.join(texts)}{rest(len(names))}"
    if len(panels) == 1:
        return f"Intervals of the {title}: {each}."
    where = f"on {counted(len(panels), 'data set')}" if on_datasets else f"in {counted(len(panels), 'panel')}"
    return (
        f"Intervals of the {title} {where}. Smallest and largest estimate, and in"
        f" parentheses the ends of all intervals: {each}."
    )


def _span(lows: Sequence[float], highs: Sequence[float]) -> str:
    low, high = short_number(min(lows)), short_number(max(highs))
    return low if lows is highs and low == high else f"{low} to {high}"
