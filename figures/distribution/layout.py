"""Where the parts of a chart of rank distributions go, in inches, y down: a row an algorithm, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, isfinite
from typing import Literal

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.cd.diagram import Scale
from rankpress.figures.cd.layout import make_axis
from rankpress.figures.numerals import rank_text
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, text_width
from rankpress.figures.wrapping import wrap_text
from rankpress.stats.spread import Spread

EDGE = 0.05
GAP = 0.06
TICK = 0.04
DEEPEST = 0.42  # inches of a row
_CALM = 5.0  # inches of all rows, where names need no more
FILLED = 0.84  # of a row, by dots or bars
_MOST_NAME = 0.38  # of the width
_WIDEST_DOT, _LEAST_DOT = 0.05, 0.014
_BESIDE = 0.8  # of the distance from a rank to the next, by the dots or the bar of one

Form = Literal["box", "violin"]


@dataclass(frozen=True)
class Row:
    """An algorithm: its name and average, the middle of its row, and how many data sets give it each rank."""

    algorithm: int
    name: tuple[str, ...]
    average: str
    y: float
    counts: tuple[tuple[float, int], ...]

    @property
    def most(self) -> int:
        """The most data sets that give it one rank."""
        return max((count for _, count in self.counts), default=1)


@dataclass(frozen=True)
class Chart:
    """Rows under an axis of ranks; `dot` is the size of a data set's dot, 0 where they have no room."""

    rows: tuple[Row, ...]
    scale: Scale
    axis_y: float
    numbered: tuple[int, ...]
    name_x: float
    average_x: float
    row_height: float
    nearest: float
    dot: float
    title_y: float
    legend: Legend
    height: float

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.rows[-1].y + self.row_height / 2


def lay_out_chart(
    names: Sequence[str], ranks: Sequence[Sequence[float]], spread: Spread, *, form: Form, style: Style
) -> Chart:
    """Place rows in order of the average ranks; `ranks` are those of each algorithm, nan where there is none."""
    size, line = style.font_size, line_step(style)
    means = [float(mean) for mean in spread.mean]
    order = sorted(range(len(names)), key=lambda i: (not isfinite(means[i]), means[i], i))
    counts = [tuple(sorted(Counter(rank for rank in own if isfinite(rank)).items())) for own in ranks]
    averages = [rank_text(mean) if isfinite(mean) else "–" for mean in means]
    average_width = max(text_width(text, size) for text in averages)
    top = EDGE + 2 * line + TICK + 0.03
    legend = arrange_legend(legend_entries(form, style), style.width - 2 * EDGE, style)
    room = style.max_height - top - legend.height - 2 * EDGE - 0.04
    lines = _wrap_names(names, style, room)
    name_width = max(block_width(own, size) for own in lines)
    begin = EDGE + name_width + GAP + average_width + 1.5 * GAP
    room_across = style.width - EDGE - begin
    beyond = max(0.0, text_width(str(len(names)), size) - room_across / len(names)) / 2  # of the last number
    unit = (room_across - beyond) / len(names)
    scale = Scale(1, max(2, len(names)), begin + unit / 2, unit)
    least = max(block_height(own, size) for own in lines) * (0.98 if max(map(len, lines)) == 1 else 1.06)
    row_height = max(least, min(DEEPEST, _CALM / len(names), room / len(names)))
    rows = tuple(Row(i, lines[i], averages[i], top + (at + 0.5) * row_height, counts[i]) for at, i in enumerate(order))
    nearest = _nearest(counts) * unit
    dot = _dot_size(counts, row_height, nearest) if form == "box" else 0.0
    shown = legend if dot or form == "violin" else arrange_legend(legend.entries[1:], style.width - 2 * EDGE, style)
    return Chart(
        rows=rows,
        scale=scale,
        axis_y=top - 0.03,
        numbered=tuple(rank for rank in make_axis(scale, top, size).numbered if rank <= len(names)),
        name_x=EDGE + name_width,
        average_x=begin - 1.5 * GAP,
        row_height=row_height,
        nearest=nearest,
        dot=dot,
        title_y=EDGE + line / 2,
        legend=shown,
        height=top + len(names) * row_height + 0.04 + shown.height + EDGE,
    )


def _wrap_names(names: Sequence[str], style: Style, room: float) -> list[tuple[str, ...]]:
    """Names in two lines where all rows have room for them, else in one."""
    size, width = style.font_size, _MOST_NAME * style.width
    for most in (2, 1):
        lines = [wrap_text(name, width, size, max_lines=most) for name in names]
        if max(block_height(own, size) for own in lines) * 1.06 * len(names) <= room:
            break
    return lines


def legend_entries(form: Form, style: Style) -> tuple[LegendEntry, ...]:
    """Say what the marks are; that of a dot comes first."""
    average = LegendEntry(("average",), Look(style.palette[1 % len(style.palette)], (), "D"), line=False)
    median = LegendEntry(("median",), Look(style.ink, (), "|"), line=False)
    if form == "violin":
        return LegendEntry(("data sets, by their number",), Look(style.shade, (), ""), width=6.0), median, average
    return (
        LegendEntry(("data set",), Look(style.muted, (), "."), line=False),
        LegendEntry(("middle half",), Look(style.shade, (), ""), width=6.0),
        median,
        average,
        LegendEntry(("range",), Look(style.ink, (), ""), width=0.7),
    )


def _nearest(counts: Sequence[Sequence[tuple[float, int]]]) -> float:
    """The least distance of two ranks that an algorithm has, at most that of two places."""
    steps = [high[0] - low[0] for own in counts for low, high in pairwise(own)]
    return min([1.0, *steps])


def _dot_size(counts: Sequence[Sequence[tuple[float, int]]], row_height: float, nearest: float) -> float:
    """The largest dots that all have room in their rows beside and above each other; 0 where none have."""
    most = max((count for own in counts for _, count in own), default=1)
    size = _WIDEST_DOT
    while size >= _LEAST_DOT:
        across, up = dots_across(size, nearest), int(FILLED * row_height / size)
        if across * up >= most:
            return size
        size -= 0.002
    return 0.0


def dots_across(size: float, nearest: float) -> int:
    """How many dots have room beside each other about a rank."""
    return max(1, int(_BESIDE * nearest / size))


def place_dots(chart: Chart, row: Row) -> tuple[tuple[float, float], ...]:
    """A row's dots, those of one rank stacked about its middle, in columns where one is not enough."""
    up = max(1, int(FILLED * chart.row_height / chart.dot))
    places = []
    for rank, count in row.counts:
        columns = ceil(count / up)
        for number in range(count):
            column, place = number % columns, number // columns
            stacked = ceil((count - column) / columns)
            x = chart.scale.x(rank) + (column - (columns - 1) / 2) * chart.dot
            places.append((x, row.y + (place - (stacked - 1) / 2) * chart.dot))
    return tuple(places)


def bar_width(chart: Chart) -> float:
    """Inches along the axis of a bar of a violin."""
    return _BESIDE * min(chart.nearest, 0.3)
