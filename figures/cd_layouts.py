"""The two layouts of a critical difference diagram: names at the sides of an axis, or in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

from rankpress.figures.canvas import line_step, pack_intervals, spread_apart
from rankpress.figures.cd_diagram import (
    BAR_STEP,
    BAR_WIDTH,
    EDGE,
    GAP,
    OVERHANG,
    Bar,
    Content,
    Diagram,
    Place,
    Point,
    RankLabel,
    RankScale,
    find_runs,
    is_marked,
    make_axis,
    make_interval,
    make_legend,
    make_ruler,
    make_scale,
    place_head,
)
from rankpress.figures.style import Style
from rankpress.figures.text import block_height, block_width, keeps_words, text_width, wrap_text
from rankpress.wording.numbers import rank_text

Sides = Literal["both", "left", "right"]

APART = 0.04  # inches between lines that a bar has to part
_TURN = 0.1  # inches below the axis where a line that must keep clear of another has left its rank
_POINT_OFF = 0.04  # inches from the end of a line to the point on it
_AXIS_LEAST_BAR_STEP = 0.05  # where there are many rows
_AXIS_LEAST_AXIS = 0.36  # of the width: names are wrapped or shortened rather than have the axis shorter
_AXIS_MOST_LINES = 10
_CALM_LINES = 3


@dataclass(frozen=True)
class Names:
    """The labels' texts, and the width of the names and of the ranks at either side."""

    lines: tuple[tuple[str, ...], ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    left_width: float
    right_width: float
    rank_width: float
    heights: tuple[float, ...]

    @property
    def height(self) -> float:
        """Height of the higher side."""
        return max(sum(self.heights[i] for i in side) for side in (self.left, self.right))

    def reads_well(self, names: Sequence[str]) -> bool:
        """Return whether all names are whole, in few lines that end where words do."""
        pairs = zip(names, self.lines, strict=True)
        return all(len(lines) <= _CALM_LINES and keeps_words(name, lines) for name, lines in pairs)


def arrange_names(
    content: Content, best: Literal["left", "right"], *, sides: Sides, show_ranks: bool, style: Style
) -> Names:
    """Set names to either side in as many lines as the height allows, so that the axis keeps its share of the width."""
    size, bold = style.font_size, content.bold
    rank_width = max(text_width(rank_text(r), size) for r in content.ranks) + GAP if show_ranks else 0.0
    columns = 2 if sides == "both" else 1
    fixed = 2 * EDGE + columns * (rank_width + 3 * GAP)
    limit = max(0.3, (style.width * (1 - _AXIS_LEAST_AXIS) - fixed) / columns)
    left_to_right = content.best_first if best == "left" else content.best_first[::-1]

    places_of_names = tuple(enumerate(content.names))

    def arrange(most: int) -> Names:
        lines = tuple(wrap_text(name, limit, size, max_lines=most, bold=i in bold) for i, name in places_of_names)
        widths = [block_width(line, size, bold=i in bold) for i, line in enumerate(lines)]
        between = 0.06 if any(len(line) > 1 for line in lines) else 0.01
        heights = tuple(block_height(line, size, bold=i in bold) + between for i, line in enumerate(lines))
        left, right = _split(left_to_right, heights, sides)
        return Names(
            lines,
            left,
            right,
            left_width=max((widths[i] for i in left), default=0.0),
            right_width=max((widths[i] for i in right), default=0.0),
            rank_width=rank_width,
            heights=heights,
        )

    for most in range(_AXIS_MOST_LINES, 1, -1):
        arranged = arrange(most)
        if arranged.height <= style.max_height * 0.75:
            return arranged
    return arrange(1)


def _split(
    left_to_right: Sequence[int], heights: Sequence[float], sides: Sides
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is labelled at the left and at the right, outermost first: equally high stacks, or one side alone."""
    order = list(left_to_right)
    if sides != "both":
        cut = len(order) if sides == "left" else 0
    else:
        half = len(order) / 2

        def higher_side(cut: int) -> tuple[float, float]:
            stacks = sum(heights[i] for i in order[:cut]), sum(heights[i] for i in order[cut:])
            return round(max(stacks), 6), abs(cut - half)

        cut = min(range(1, len(order)), key=higher_side, default=1)
    return tuple(order[:cut]), tuple(reversed(order[cut:]))


def lay_out_axis(content: Content, names: Names, best: Literal["left", "right"], style: Style) -> Diagram:
    """Stack the parts from the top: critical difference, axis, bars, labels, legend."""
    ruler_y, axis_y = place_head(content, style)
    scale = _scale_between(content, names, best, style.width)
    bars_y = axis_y + 0.12
    lines_at = _spread_lines(content, scale)
    bars, bars_bottom = _stack_bars(content, lines_at, scale, bars_y, _room_for_bars(bars_y, names, style))
    labels_y = bars_bottom + (0.07 if bars else 0.0)
    legend = make_legend(content, any(bar.dots for bar in bars), len(content.groups) - len(bars), style)
    legend_y = labels_y + names.height + (0.06 if legend.entries else 0.0)
    labels = _place_labels_of_axis(content, names, lines_at, axis_y, labels_y, scale, style)
    marked = content.significant is not None
    return Diagram(
        layout="axis",
        width=style.width,
        height=legend_y + legend.height + EDGE,
        scale=scale,
        axis=make_axis(scale, axis_y, style.font_size),
        ruler=make_ruler(content, scale, ruler_y, style),
        interval=make_interval(content, scale, ruler_y, bars_bottom + 0.04, style),
        labels=labels,
        points=tuple(_point_before(label, content, scale) for label in labels if marked),
        whiskers=(),
        bars=bars,
        bar_width=BAR_WIDTH,
        legend=legend,
        legend_y=legend_y,
    )


def _point_before(label: RankLabel, content: Content, scale: RankScale) -> Point:
    """What sets an algorithm apart from the control, on its line next to the text; on the axis points would overlap."""
    edge, y = label.line[-1]
    inwards = scale.length(_POINT_OFF) if label.line[-2][0] > edge else -scale.length(_POINT_OFF)
    return Point(label.algorithm, (edge + inwards, y), content.mark(label.algorithm))


def _scale_between(content: Content, names: Names, best: Literal["left", "right"], width: float) -> RankScale:
    """Return the scale between the names."""

    def margin(side: tuple[int, ...], name_width: float) -> float:
        return EDGE + name_width + GAP + names.rank_width + 2 * GAP if side else EDGE + 2 * GAP

    begin = margin(names.left, names.left_width)
    return make_scale(content, begin, width - begin - margin(names.right, names.right_width), best, width)


def _room_for_bars(bars_y: float, names: Names, style: Style) -> float:
    return style.max_height - bars_y - names.height - 3 * line_step(style)


def _spread_lines(content: Content, scale: RankScale) -> tuple[float, ...]:
    """Where below the axis each algorithm's line runs, as a rank: its own, or next to it where a bar ends between."""
    # Two lines that no bar parts may lie as close as their ranks do.
    order = content.best_first
    groups = [frozenset(number for number, group in enumerate(content.groups) if i in group) for i in order]
    gaps = [scale.length(APART) if group != following else 0.0 for group, following in pairwise(groups)]
    low, high = sorted((scale.first, scale.last))
    spread = spread_apart([content.ranks[i] for i in order], gaps, low, high)
    position = [0.0] * len(order)
    for i, place in zip(order, spread, strict=True):
        position[i] = place
    return tuple(position)


def _stack_bars(
    content: Content, lines_at: Sequence[float], scale: RankScale, top: float, room: float
) -> tuple[tuple[Bar, ...], float]:
    """Return a bar a group, in the fewest rows, and the height of the last row."""
    order = content.best_first
    places = [lines_at[i] for i in order]
    ranks = [content.ranks[i] for i in order]
    over = scale.length(OVERHANG)
    groups = [sorted(order.index(i) for i in group) for group in content.groups]
    spans = [(places[group[0]] - over, places[group[-1]] + over) for group in groups]
    rows = pack_intervals(spans, gap=scale.length(0.05))
    most, step = _fit_rows(rows, room)
    bars = []
    for number, (positions, row) in enumerate(zip(groups, rows, strict=True)):
        if row < most:
            y, marked = top + row * step, is_marked(positions, ranks)
            runs = (
                _reach(first, last, places, 0.0 if marked else over)
                for first, last in find_runs(positions, marked=marked)
            )
            dots = tuple((places[position], y) for position in positions if marked)
            bars.append(Bar(number, tuple(((low, y), (high, y)) for low, high in runs), dots))
    return tuple(bars), top + max(0, most - 1) * step


def _fit_rows(rows: Sequence[int], room: float) -> tuple[int, float]:
    """Return how many rows of bars have room, and the step from row to row: many rows lie closer."""
    # Tests that are not on ranks can leave thousands of groups, more than any page holds.
    count = max(rows, default=-1) + 1
    step = min(BAR_STEP, max(_AXIS_LEAST_BAR_STEP, room / max(count, 1)))
    return min(count, max(12, int(room / step + 1e-9))), step


def _reach(first: int, last: int, places: Sequence[float], over: float) -> tuple[float, float]:
    """From where to where a bar goes that covers these neighbors: beyond them, but short of the next."""
    before = places[first] - places[first - 1] if first else over / 0.4
    after = places[last + 1] - places[last] if last + 1 < len(places) else over / 0.4
    return places[first] - min(over, 0.4 * before), places[last] + min(over, 0.4 * after)


def _place_labels_of_axis(
    content: Content, names: Names, lines_at: Sequence[float], axis_y: float, top: float, scale: RankScale, style: Style
) -> tuple[RankLabel, ...]:
    """Labels in rows from `top` down, the outermost algorithm in the first, so that no connectors cross."""
    labels: list[RankLabel] = []
    sides: tuple[tuple[Literal["left", "right"], tuple[int, ...]], ...] = (
        ("left", names.left),
        ("right", names.right),
    )
    for side, algorithms in sides:
        left = side == "left"
        name_x = EDGE + names.left_width if left else style.width - EDGE - names.right_width
        edge = scale.rank(name_x + names.rank_width + GAP if left else name_x - names.rank_width - GAP)
        y = top
        for i in algorithms:
            middle = y + names.heights[i] / 2
            labels.append(
                RankLabel(
                    algorithm=i,
                    lines=names.lines[i],
                    align="right" if left else "left",
                    name_x=name_x,
                    rank=rank_text(content.ranks[i]) if names.rank_width else "",
                    rank_x=name_x + names.rank_width if left else name_x - GAP,
                    y=middle,
                    line=_connector(content.ranks[i], lines_at[i], edge, axis_y, middle),
                    stands_out=i in content.bold,
                )
            )
            y += names.heights[i]
    return tuple(labels)


def _connector(rank: float, line_at: float, edge: float, axis_y: float, y: float) -> tuple[Place, ...]:
    """From the rank on the axis down to the label's row and along it."""
    turn = () if line_at == rank else ((line_at, axis_y + _TURN),)
    return ((rank, axis_y), *turn, (line_at, y), (edge, y))


_ROWS_LEAST_AXIS = 0.22  # of the width: names are wrapped or shortened rather than have the axis shorter
_ROWS_AXIS, _ROWS_NAMES = 0.42, 3.5  # of the width, and inches: on a wide page names leave the axis more than that
_USUAL_BARS, _MOST_BARS = 0.15, 0.3  # of the width: bars lie closer rather than take more; beyond, some are left out
_ROWS_LEAST_BAR_STEP = 0.035
_ROWS_MOST_LINES = 4
_OVERHANG = 0.3  # of the least height of a row
_DENSEST = 0.9  # of a row's usual height: single lines that still keep clear of each other


@dataclass(frozen=True)
class _Rows:
    """The names' lines from the best down, how high each row is, and how wide names, ranks and letters are."""

    lines: tuple[tuple[str, ...], ...]
    heights: tuple[float, ...]
    names_width: float
    rank_width: float
    letters_width: float

    def middles(self, top: float) -> tuple[float, ...]:
        """Return the middle of each row when the first begins at `top`."""
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


def lay_out_rows(content: Content, *, best: Literal["left", "right"], show_ranks: bool, style: Style) -> Diagram:
    """Stack critical difference and axis, then one row per algorithm from the best down, then the legend."""
    ruler_y, axis_y = place_head(content, style)
    columns = _choose_columns(content, style.width)
    order = content.best_first
    ranks = [content.ranks[i] for i in order]
    dotted = any(is_marked(positions, ranks) for _, positions, _ in columns.groups)
    legend = make_legend(content, dotted, len(content.groups) - len(columns.groups), style)
    top = axis_y + 0.06
    below = (0.06 if legend.entries else 0.0) + legend.height + EDGE
    rows = _arrange_rows(content, show_ranks, columns.width, style.max_height - top - below, style)
    middles, bottom = rows.middles(top), top + sum(rows.heights)
    begin = EDGE + rows.names_width + GAP + rows.rank_width + rows.letters_width + 2 * GAP
    end = style.width - EDGE - columns.width - (0.0 if columns.count else 2 * GAP)
    scale = make_scale(content, begin, end - begin, best, style.width)
    return Diagram(
        layout="rows",
        width=style.width,
        height=bottom + below,
        scale=scale,
        axis=make_axis(scale, axis_y, style.font_size, grid_bottom=bottom),
        ruler=make_ruler(content, scale, ruler_y, style),
        interval=make_interval(content, scale, ruler_y, bottom, style),
        labels=_place_labels_of_rows(content, rows, middles, (begin - GAP, style.width - EDGE), scale),
        points=tuple(Point(i, (content.ranks[i], y), content.mark(i)) for i, y in zip(order, middles, strict=True)),
        whiskers=_place_whiskers(content, middles),
        bars=_place_bars(columns, ranks, middles, min(rows.heights), scale, style),
        bar_width=columns.bar_width,
        legend=legend,
        legend_y=bottom + below - EDGE - legend.height,
    )


def _place_whiskers(content: Content, middles: Sequence[float]) -> tuple[tuple[Place, Place], ...]:
    """Return from where to where the rank interval of each row reaches."""
    if not content.intervals:
        return ()
    of_rows = zip(content.best_first, middles, strict=True)
    return tuple(((content.intervals[i][0], y), (content.intervals[i][1], y)) for i, y in of_rows)


def _choose_columns(content: Content, width: float) -> _Columns:
    """Return the fewest columns that hold all groups, or as many groups as have room."""
    place = {i: index for index, i in enumerate(content.best_first)}
    groups = [tuple(sorted(place[i] for i in group)) for group in content.groups]
    packed = pack_intervals([(group[0], group[-1]) for group in groups], gap=0.5)
    count = max(packed, default=-1) + 1
    step = min(BAR_STEP, max(_ROWS_LEAST_BAR_STEP, width * _USUAL_BARS / max(count, 1)))
    most = min(count, int(width * _MOST_BARS / step))
    chosen = zip(range(len(groups)), groups, packed, strict=True)
    return _Columns(tuple(placed for placed in chosen if placed[2] < most), most, step)


def _arrange_rows(content: Content, show_ranks: bool, columns: float, height: float, style: Style) -> _Rows:
    """Set names in as many lines as the height allows, so that the axis keeps its share of the width."""
    size, bold, order = style.font_size, content.bold, content.best_first
    rank_width = max(text_width(rank_text(rank), size) for rank in content.ranks) + GAP if show_ranks else 0.0
    letters_width = block_width(content.letters, size) + GAP if content.letters else 0.0
    fixed_width = rank_width + letters_width + columns
    axis = max(_ROWS_LEAST_AXIS * style.width, min(_ROWS_AXIS * style.width, style.width - _ROWS_NAMES))
    limit = max(0.3, style.width - axis - 2 * EDGE - 3 * GAP - fixed_width)

    def arrange(most: int) -> _Rows:
        lines = tuple(wrap_text(content.names[i], limit, size, max_lines=most, bold=i in bold) for i in order)
        width = max(block_width(block, size, bold=i in bold) for i, block in zip(order, lines, strict=True))
        between = 0.04 if any(len(block) > 1 for block in lines) else 0.0
        heights = tuple(
            block_height(block, size, bold=i in bold) + between for i, block in zip(order, lines, strict=True)
        )
        return _Rows(lines, heights, width, rank_width, letters_width)

    for most in range(_ROWS_MOST_LINES, 1, -1):
        arranged = arrange(most)
        if sum(arranged.heights) <= height:
            return arranged
    arranged = arrange(1)
    shrunk = min(1.0, max(_DENSEST, height / sum(arranged.heights)))
    return replace(arranged, heights=tuple(row * shrunk for row in arranged.heights))


def _place_labels_of_rows(
    content: Content, rows: _Rows, middles: Sequence[float], guide: tuple[float, float], scale: RankScale
) -> tuple[RankLabel, ...]:
    begin, end = map(scale.rank, guide)
    return tuple(
        RankLabel(
            algorithm=i,
            lines=lines,
            align="left",
            name_x=EDGE,
            rank=rank_text(content.ranks[i]) if rows.rank_width else "",
            rank_x=EDGE + rows.names_width + GAP + rows.rank_width,
            y=y,
            line=((begin, y), (end, y)),
            stands_out=i in content.bold,
            letters=content.letters[i] if content.letters else "",
            letters_x=EDGE + rows.names_width + GAP + rows.rank_width + GAP,
        )
        for i, lines, y in zip(content.best_first, rows.lines, middles, strict=True)
    )


def _place_bars(
    columns: _Columns,
    ranks: Sequence[float],
    middles: Sequence[float],
    row: float,
    scale: RankScale,
    style: Style,
) -> tuple[Bar, ...]:
    """Return the bars at the right, those of the best beginning nearest the axis."""
    over = _OVERHANG * row
    bars = []
    for number, positions, column in columns.groups:
        x = scale.rank(style.width - EDGE - columns.bar_width / 144 - (columns.count - 1 - column) * columns.step)
        marked = is_marked(positions, ranks)
        reach = 0.0 if marked else over
        runs = find_runs(positions, marked=marked)
        stretches = tuple(((x, middles[first] - reach), (x, middles[last] + reach)) for first, last in runs)
        dots = tuple((x, middles[position]) for position in positions if marked)
        bars.append(Bar(number, stretches, dots))
    return tuple(bars)
