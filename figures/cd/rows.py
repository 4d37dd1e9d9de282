"""Rows in place of Demsar's layout: an algorithm a row, its rank as a point under an axis, groups as upright bars.

It holds more algorithms and longer names than names at the sides of an axis do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from rankpress.figures.cd.diagram import Bar, Content, Diagram, Label, Point, Scale
from rankpress.figures.cd.layout import (
    BAR_STEP,
    BAR_WIDTH,
    EDGE,
    GAP,
    find_runs,
    is_marked,
    make_axis,
    make_interval,
    make_legend,
    make_ruler,
    make_scale,
    place_head,
)
from rankpress.figures.numerals import rank_text
from rankpress.figures.packing import pack_intervals
from rankpress.figures.style import Style
from rankpress.figures.text import block_height, block_width, text_width
from rankpress.figures.wrapping import wrap_text

_LEAST_AXIS = 0.22  # of the width: names are wrapped or shortened rather than have the axis shorter
_USUAL_BARS, _MOST_BARS = 0.15, 0.3  # of the width: bars lie closer rather than take more; beyond, some are left out
_LEAST_BAR_STEP = 0.035
_MOST_LINES = 4
_OVERHANG = 0.3  # of the least height of a row
_DENSEST = 0.9  # of a row's usual height: single lines that still keep clear of each other


@dataclass(frozen=True)
class _Rows:
    """The names' lines from the best down, how high each row is, and how wide names and ranks are."""

    lines: tuple[tuple[str, ...], ...]
    heights: tuple[float, ...]
    names_width: float
    rank_width: float

    def middles(self, top: float) -> tuple[float, ...]:
        """The middle of each row when the first begins at `top`."""
        ends = accumulate(self.heights, initial=top)
        return tuple(end + height / 2 for end, height in zip(ends, self.heights, strict=False))


@dataclass(frozen=True)
class _Columns:
    """Groups that have room: number, ascending positions and column of each, and the step between columns."""

    groups: tuple[tuple[int, tuple[int, ...], int], ...]
    count: int
    step: float

    @property
    def bar_width(self) -> float:
        """Points: bars that lie close are thin."""
        return min(BAR_WIDTH, 0.64 * self.step * 72)

    @property
    def width(self) -> float:
        """All bars, and a gap before them."""
        return 2 * GAP + (self.count - 1) * self.step + self.bar_width / 72 if self.count else 0.0


def lay_out_rows(
    content: Content, *, best: Literal["left", "right"], show_ranks: bool, title: str | None, style: Style
) -> Diagram:
    """Stack title, critical difference and axis, then a row an algorithm from the best down, then the legend."""
    head = place_head(content, title, style)
    columns = _choose_columns(content, style.width)
    order = content.best_first
    ranks = [content.ranks[i] for i in order]
    dotted = any(is_marked(positions, ranks) for _, positions, _ in columns.groups)
    legend = make_legend(content, dotted, len(content.groups) - len(columns.groups), style)
    top = head.axis_y + 0.06
    below = (0.06 if legend.entries else 0.0) + legend.height + EDGE
    rows = _arrange_rows(content, show_ranks, columns.width, style.max_height - top - below, style)
    middles, bottom = rows.middles(top), top + sum(rows.heights)
    begin = EDGE + rows.names_width + GAP + rows.rank_width + 2 * GAP
    end = style.width - EDGE - columns.width - (0.0 if columns.count else 2 * GAP)
    scale = make_scale(content, begin, end - begin, best, style.width)
    return Diagram(
        layout="rows",
        width=style.width,
        height=bottom + below,
        title=head.title,
        scale=scale,
        axis=make_axis(scale, head.axis_y, style.font_size, grid_bottom=bottom),
        ruler=make_ruler(content, scale, head.ruler_y, style),
        interval=make_interval(content, scale, head.ruler_y, bottom, style),
        labels=_place_labels(content, rows, middles, (begin - GAP, style.width - EDGE), scale),
        points=tuple(Point(i, (content.ranks[i], y), content.mark(i)) for i, y in zip(order, middles, strict=True)),
        bars=_place_bars(columns, ranks, middles, min(rows.heights), scale, style),
        bar_width=columns.bar_width,
        legend=legend,
        legend_y=bottom + below - EDGE - legend.height,
    )


def _choose_columns(content: Content, width: float) -> _Columns:
    """The fewest columns that hold all groups, or as many groups as have room."""
    place = {i: at for at, i in enumerate(content.best_first)}
    groups = [tuple(sorted(place[i] for i in group)) for group in content.groups]
    packed = pack_intervals([(group[0], group[-1]) for group in groups], gap=0.5)
    count = max(packed, default=-1) + 1
    step = min(BAR_STEP, max(_LEAST_BAR_STEP, width * _USUAL_BARS / max(count, 1)))
    most = min(count, int(width * _MOST_BARS / step))
    chosen = zip(range(len(groups)), groups, packed, strict=True)
    return _Columns(tuple(one for one in chosen if one[2] < most), most, step)


def _arrange_rows(content: Content, show_ranks: bool, columns: float, height: float, style: Style) -> _Rows:
    """Set names in as many lines as the height allows, so that the axis keeps its share of the width."""
    size, bold, order = style.font_size, content.bold, content.best_first
    rank_width = max(text_width(rank_text(rank), size) for rank in content.ranks) + GAP if show_ranks else 0.0
    limit = max(0.3, style.width * (1 - _LEAST_AXIS) - 2 * EDGE - 3 * GAP - rank_width - columns)

    def arrange(most: int) -> _Rows:
        lines = tuple(wrap_text(content.names[i], limit, size, max_lines=most, bold=i in bold) for i in order)
        width = max(block_width(own, size, bold=i in bold) for i, own in zip(order, lines, strict=True))
        between = 0.04 if any(len(own) > 1 for own in lines) else 0.0
        heights = tuple(block_height(own, size, bold=i in bold) + between for i, own in zip(order, lines, strict=True))
        return _Rows(lines, heights, width, rank_width)

    for most in range(_MOST_LINES, 1, -1):
        arranged = arrange(most)
        if sum(arranged.heights) <= height:
            return arranged
    arranged = arrange(1)
    shrunk = min(1.0, max(_DENSEST, height / sum(arranged.heights)))
    return _Rows(arranged.lines, tuple(one * shrunk for one in arranged.heights), arranged.names_width, rank_width)


def _place_labels(
    content: Content, rows: _Rows, middles: Sequence[float], guide: tuple[float, float], scale: Scale
) -> tuple[Label, ...]:
    begin, end = map(scale.rank, guide)
    return tuple(
        Label(
            algorithm=i,
            lines=lines,
            align="left",
            name_x=EDGE,
            rank=rank_text(content.ranks[i]) if rows.rank_width else "",
            rank_x=EDGE + rows.names_width + GAP + rows.rank_width,
            y=y,
            line=((begin, y), (end, y)),
            stands_out=i in content.bold,
        )
        for i, lines, y in zip(content.best_first, rows.lines, middles, strict=True)
    )


def _place_bars(
    columns: _Columns,
    ranks: Sequence[float],
    middles: Sequence[float],
    row: float,
    scale: Scale,
    style: Style,
) -> tuple[Bar, ...]:
    """The bars at the right, those of the best beginning nearest the axis."""
    over = _OVERHANG * row
    bars = []
    for number, positions, column in columns.groups:
        x = scale.rank(style.width - EDGE - columns.bar_width / 144 - (columns.count - 1 - column) * columns.step)
        marked = is_marked(positions, ranks)
        reach = 0.0 if marked else over
        runs = find_runs(positions, marked=marked)
        stretches = tuple(((x, middles[first] - reach), (x, middles[last] + reach)) for first, last in runs)
        dots = tuple((x, middles[at]) for at in positions if marked)
        bars.append(Bar(number, stretches, dots))
    return tuple(bars)
