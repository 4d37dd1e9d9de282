"""Where everything in a critical difference diagram goes, in inches; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from rankpress.figures.numerals import rank_text
from rankpress.figures.packing import pack_intervals
from rankpress.figures.style import Style
from rankpress.figures.text import block_height, block_width, printable, text_width, wrap_text

Sides = Literal["both", "left", "right"]

EDGE = 0.04  # kept free along the canvas
GAP = 0.06  # between name and rank, rank and connector, connector and axis
OVERHANG = 0.035  # of a group's bar beyond its outer members
BAR_STEP, LEAST_BAR_STEP = 0.085, 0.05  # from one row of bars to the next, and where there are many rows
_LEAST_AXIS = 0.36  # of the width: names are wrapped or shortened rather than have the axis shorter
_MOST_LINES = 4


@dataclass(frozen=True)
class Label:
    """An algorithm's name and rank at one side; `y` is the middle, measured down from the top."""

    algorithm: int
    side: Literal["left", "right"]
    lines: tuple[str, ...]
    rank: str
    y: float


@dataclass(frozen=True)
class Bar:
    """A group's bar in units of rank: solid over its `runs`, with `dots` where these leave others out.

    `number` is the group's place among those asked for, of which not all may have room.
    """

    number: int
    row: int
    runs: tuple[tuple[float, float], ...]
    dots: tuple[float, ...]


@dataclass(frozen=True)
class Scale:
    """The axis from its left end, `first`; inches per rank are negative with the best at the right."""

    first: float
    last: float
    origin: float
    inches_per_rank: float

    def x(self, rank: float) -> float:
        """Inches from the left edge."""
        return self.origin + (rank - self.first) * self.inches_per_rank

    def rank(self, x: float) -> float:
        """The rank at so many inches from the left edge."""
        return self.first + (x - self.origin) / self.inches_per_rank


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


def arrange_names(
    names: Sequence[str],
    left_to_right: Sequence[int],
    ranks: Sequence[float],
    *,
    bold: frozenset[int],
    sides: Sides,
    show_ranks: bool,
    height: float,
    style: Style,
) -> Names:
    """Set names to either side in as many lines as `height` allows, so that the axis keeps its share of the width."""
    size = style.font_size
    rank_width = max(text_width(rank_text(r), size) for r in ranks) + GAP if show_ranks else 0.0
    columns = 2 if sides == "both" else 1
    fixed = 2 * EDGE + columns * (rank_width + 3 * GAP)
    limit = max(0.3, (style.width * (1 - _LEAST_AXIS) - fixed) / columns)

    def arrange(most: int) -> Names:
        lines = tuple(wrap_text(name, limit, size, max_lines=most, bold=i in bold) for i, name in enumerate(names))
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

    for most in range(_MOST_LINES, 1, -1):
        arranged = arrange(most)
        if arranged.height <= height:
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


def make_scale(
    ranks: Sequence[float], cd: float | None, names: Names, best: Literal["left", "right"], width: float
) -> Scale:
    """The axis between the names: from 1 to the number of algorithms, or the occupied part of that if it is small."""
    low, high = min(1, floor(min(ranks))), max(len(ranks), ceil(max(ranks)))
    if len(ranks) > 10:  # with few algorithms the whole scale is worth its room
        occupied = floor(min(ranks)), ceil(max(ranks))
        if occupied[1] - occupied[0] < 0.8 * (high - low):
            low, high = occupied
    high = max(high, low + 1)

    def margin(side: tuple[int, ...], name_width: float) -> float:
        return EDGE + name_width + GAP + names.rank_width + 2 * GAP if side else EDGE + 2 * GAP

    begin = margin(names.left, names.left_width)
    length = width - begin - margin(names.right, names.right_width)
    # A critical difference beyond the whole scale (very few data sets) must still fit the canvas.
    inches = min(length / (high - low), (width - 2 * EDGE) / cd if cd else length)
    begin += (length - inches * (high - low)) / 2
    if best == "right":
        return Scale(high, low, begin, -inches)
    return Scale(low, high, begin, inches)


def make_bars(groups: Sequence[Sequence[int]], ranks: Sequence[float], inches_per_rank: float) -> tuple[Bar, ...]:
    """A bar a group, in the fewest rows; the bar of a group that leaves out an algorithm in between is in parts."""
    over = OVERHANG / abs(inches_per_rank)
    drawn = [tuple(sorted(group, key=lambda i: ranks[i])) for group in groups]
    runs = [_runs(group, ranks, over) for group in drawn]
    spans = [
        (min(parts[0][0], ranks[group[0]] - over), max(parts[-1][1], ranks[group[-1]] + over))
        for group, parts in zip(drawn, runs, strict=True)
    ]
    rows = pack_intervals(spans, gap=0.05 / abs(inches_per_rank))
    return tuple(
        Bar(number, row, parts, tuple(ranks[i] for i in group) if len(parts) > 1 else ())
        for number, (group, row, parts) in enumerate(zip(drawn, rows, runs, strict=True))
    )


def _runs(members: Sequence[int], ranks: Sequence[float], over: float) -> tuple[tuple[float, float], ...]:
    """Stretches of rank that hold members of a group only, with an overhang that stops short of others."""
    others = [rank for i, rank in enumerate(ranks) if i not in members]
    runs: list[list[float]] = []
    for rank in (ranks[i] for i in members):
        if runs and not any(runs[-1][1] <= other <= rank for other in others):
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    stretches = []
    for low, high in runs:
        room = [abs(other - end) for other in others for end in (low, high)]
        reach = min(over, 0.4 * min(room, default=over / 0.4))
        stretches.append((low - reach, high + reach))
    return tuple(stretches)


def tick_ranks(scale: Scale, size: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Ranks that the axis numbers, as many as have room, and those it only marks."""
    low, high = sorted((int(scale.first), int(scale.last)))
    inches = abs(scale.inches_per_rank)
    room = (text_width(str(high), size) + 0.08) / inches
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100) if step >= room), high)
    numbered = [low, *(rank for rank in range(low + 1, high) if rank % step == 0), high]
    # A critical difference far beyond the scale leaves no room for both ends.
    inner = [r for r in numbered if r == low or (r - low >= room and (r == high or high - r >= room))]
    marked = [low + half / 2 for half in range(2 * (high - low) + 1)] if inches > 0.2 else range(low, high + 1)
    return tuple(dict.fromkeys(inner)), tuple(float(rank) for rank in marked if rank not in inner)


def place_labels(names: Names, ranks: Sequence[float], top: float) -> tuple[Label, ...]:
    """Labels in rows from `top` down, the outermost algorithm in the first, so that no connectors cross."""
    labels: list[Label] = []
    sides: tuple[tuple[Literal["left", "right"], tuple[int, ...]], ...] = (
        ("left", names.left),
        ("right", names.right),
    )
    for side, algorithms in sides:
        y = top
        for i in algorithms:
            labels.append(Label(i, side, names.lines[i], rank_text(ranks[i]), y + names.heights[i] / 2))
            y += names.heights[i]
    return tuple(labels)


def title_lines(title: str | None, style: Style) -> tuple[str, ...]:
    """A title in lines as wide as the figure."""
    if not title or not printable(title):
        return ()
    return wrap_text(title, style.width - 2 * EDGE, style.font_size, max_lines=3, bold=True)


def fit_bars(bars: Sequence[Bar], room: float) -> tuple[tuple[Bar, ...], float]:
    """The bars of as many rows as have room, and the step from row to row: many rows lie closer.

    Tests that are not on ranks can leave thousands of groups, more than any page holds.
    """
    rows = max((bar.row for bar in bars), default=0) + 1
    step = min(BAR_STEP, max(LEAST_BAR_STEP, room / rows))
    most = max(12, int(room / step))
    return tuple(bar for bar in bars if bar.row < most), step
