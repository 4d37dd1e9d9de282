"""A critical difference diagram laid out, and what both of its layouts share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite
from typing import Literal

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.style import Look, Style
from rankpress.figures.text import text_width
from rankpress.wording.numbers import cd_text
from rankpress.wording.strings import counted

Place = tuple[float, float]
"""A rank along x, and inches down along y."""

_Mark = Literal["plain", "control", "differs", "does not differ"]


@dataclass(frozen=True)
class Content:
    """What a diagram shows, checked; those of `bold` stand out, and each may have a rank interval."""

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]
    cd: float | None
    control: int | None
    significant: frozenset[int] | None
    bold: frozenset[int]
    intervals: tuple[tuple[float, float], ...] = ()
    letters: tuple[str, ...] = ()  # of the groups of each algorithm, which rows have next to the ranks; empty for none

    @property
    def best_first(self) -> tuple[int, ...]:
        """The algorithms in order; of equal ones those of better groups come first, so that groups stay together."""
        middles: list[list[float]] = [[] for _ in self.ranks]
        for group in self.groups:
            middle = sum(self.ranks[i] for i in group) / len(group)
            for i in group:
                middles[i].append(middle)
        key = [
            sum(of_groups) / len(of_groups) if of_groups else rank
            for of_groups, rank in zip(middles, self.ranks, strict=True)
        ]
        return tuple(sorted(range(len(self.ranks)), key=lambda i: (self.ranks[i], key[i], i)))

    def mark(self, algorithm: int) -> _Mark:
        """Describe the point of an algorithm."""
        if self.significant is None:
            return "plain"
        if algorithm == self.control:
            return "control"
        return "differs" if algorithm in self.significant else "does not differ"


def check_content(
    names: Sequence[str],
    average_ranks: Sequence[float],
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Collection[int] = (),
    rank_intervals: Sequence[tuple[float, float]] | None = None,
    letters: Sequence[str] | None = None,
) -> Content:
    """Gather the arguments of `critical_difference_diagram` and refuse what cannot be drawn."""
    ranks = tuple(float(rank) for rank in average_ranks)
    drawn = tuple(tuple(group) for group in groups or () if len(group) > 1)
    if len(names) != len(ranks) or not ranks:
        raise ValueError(f"got {len(names)} names and {len(ranks)} average ranks; one rank a name is needed")
    if not all(map(isfinite, ranks)):
        raise ValueError(f"average_ranks: got {ranks}; finite numbers are needed")
    if cd is not None and not (isfinite(cd) and cd > 0):
        raise ValueError(f"cd: got {cd}; a finite positive number is needed")
    if significant_vs_control is not None and control is None:
        raise ValueError("significant_vs_control: got algorithms but no control that they differ from")
    intervals = tuple((float(low), float(high)) for low, high in rank_intervals or ())
    within = all(1 <= low <= high <= len(ranks) for low, high in intervals)
    if intervals and (len(intervals) != len(ranks) or not within):
        raise ValueError(f"rank_intervals: got {intervals}; for each algorithm ranks from 1 to {len(ranks)} are needed")
    if letters is not None and len(letters) != len(ranks):
        raise ValueError(f"letters: got {len(letters)} for {len(ranks)} algorithms")
    of_control = [] if control is None else [control, *(significant_vs_control or ())]
    indices = {*(i for group in drawn for i in group), *highlight, *of_control}
    if not indices <= set(range(len(names))):
        last = len(names) - 1
        raise ValueError(f"got algorithms {sorted(indices)} in groups, control or highlight; 0 to {last} exist")
    return Content(
        names=tuple(names),
        ranks=ranks,
        groups=drawn,
        cd=None if cd is None else float(cd),
        control=control,
        significant=None if significant_vs_control is None else frozenset(significant_vs_control),
        bold=frozenset(highlight) | (frozenset() if control is None else {control}),
        intervals=intervals,
        letters=tuple(letters or ()),
    )


@dataclass(frozen=True)
class RankScale:
    """The axis from its left end, `first`; inches per rank are negative with the best at the right."""

    first: float
    last: float
    origin: float
    inches_per_rank: float

    def x(self, rank: float) -> float:
        """Inches from the left edge."""
        return self.origin + (rank - self.first) * self.inches_per_rank

    def rank(self, x: float) -> float:
        """Return the rank at so many inches from the left edge."""
        return self.first + (x - self.origin) / self.inches_per_rank

    def length(self, inches: float) -> float:
        """So many inches in units of rank."""
        return inches / abs(self.inches_per_rank)


@dataclass(frozen=True)
class Axis:
    """The axis, with ranks that it numbers and others that it marks; in rows it has lines down to `grid_bottom`."""

    y: float
    numbered: tuple[int, ...]
    marked: tuple[float, ...]
    grid_bottom: float | None = None


@dataclass(frozen=True)
class Ruler:
    """The critical difference as a bar between two ranks, and its text about `text_x`, in inches."""

    begin: float
    end: float
    y: float
    text: str
    text_x: float


@dataclass(frozen=True)
class Interval:
    """The interval about the control's rank; where the axis cuts it off, it has no end to show."""

    low: float
    high: float
    ends: tuple[float, ...]
    y: float
    bottom: float
    text: str
    text_x: float


@dataclass(frozen=True)
class RankLabel:
    """An algorithm's name and rank, aligned at `name_x` and `rank_x` in inches; `y` is the middle.

    `line` ties the name to the axis, or guides the eye along a row. Letters begin at `letters_x`.
    """

    algorithm: int
    lines: tuple[str, ...]
    align: Literal["left", "right"]
    name_x: float
    rank: str
    rank_x: float
    y: float
    line: tuple[Place, ...]
    stands_out: bool
    letters: str = ""
    letters_x: float = 0.0


@dataclass(frozen=True)
class Point:
    """The point of an algorithm: its rank in a row, or what sets it apart from the control."""

    algorithm: int
    place: Place
    mark: _Mark


@dataclass(frozen=True)
class Bar:
    """A group's bar: solid over its `runs`, with `dots` where these leave others out.

    `number` is the group's place among those requested, of which not all may have room.
    """

    number: int
    runs: tuple[tuple[Place, Place], ...]
    dots: tuple[Place, ...]


@dataclass(frozen=True)
class Diagram:
    """A critical difference diagram in either layout; sizes are inches."""

    layout: Literal["axis", "rows"]
    width: float
    height: float
    scale: RankScale
    axis: Axis
    ruler: Ruler | None
    interval: Interval | None
    labels: tuple[RankLabel, ...]
    points: tuple[Point, ...]
    whiskers: tuple[tuple[Place, Place], ...]
    bars: tuple[Bar, ...]
    bar_width: float
    legend: Legend
    legend_y: float


EDGE = 0.04  # kept free along the canvas
GAP = 0.06  # between name and rank, rank and connector, connector and axis
TICK = 0.05
STOP = 0.035  # half the height of the strokes that end a ruler
OVERHANG = 0.035  # of a group's bar beyond its outer members
BAR_WIDTH = 2.6  # points
BAR_STEP = 0.085  # from one row of bars to the next
_STEPS = (1, 2, 3, 5, 10, 20, 50, 100)  # from one numbered rank to the next
_ROUND = 5  # from this step on its multiples are numbered


def place_head(content: Content, style: Style) -> tuple[float, float]:
    """Stack critical difference and axis from the top: their heights."""
    line = line_step(style)
    if content.cd is None:
        return EDGE, EDGE + line + TICK
    ruler_y = EDGE + line + 0.05
    return ruler_y, ruler_y + 0.06 + line + TICK


def make_scale(
    content: Content, begin: float, length: float, best: Literal["left", "right"], width: float
) -> RankScale:
    """Return the axis from `begin` on: 1 to the number of algorithms, or the occupied part of that if it is small."""
    ranks, cd = content.ranks, content.cd
    low, high = min(1, floor(min(ranks))), max(len(ranks), ceil(max(ranks)))
    if len(ranks) > 10:  # with few algorithms the whole scale is worth its room
        reach = (*ranks, *(end for both in content.intervals for end in both))
        occupied = floor(min(reach)), ceil(max(reach))
        if occupied[1] - occupied[0] < 0.8 * (high - low):
            low, high = occupied
    high = max(high, low + 1)
    # A critical difference beyond the whole scale (very few data sets) must still fit the canvas.
    inches = min(length / (high - low), (width - 2 * EDGE) / cd if cd else length)
    begin += (length - inches * (high - low)) / 2
    if best == "right":
        return RankScale(high, low, begin, -inches)
    return RankScale(low, high, begin, inches)


def make_axis(scale: RankScale, y: float, size: float, grid_bottom: float | None = None) -> Axis:
    """Return the axis with the ranks that it numbers, as many as have room, and those it only marks."""
    low, high = sorted((int(scale.first), int(scale.last)))
    room = scale.length(text_width(str(high), size) + 0.08)
    numbered = choose_ranks(low, high, room)
    halves = abs(scale.inches_per_rank) > 0.2
    marked = [low + half / 2 for half in range(2 * (high - low) + 1)] if halves else range(low, high + 1)
    return Axis(y, numbered, tuple(float(r) for r in marked if r not in numbered), grid_bottom)


def choose_ranks(low: int, high: int, room: float) -> tuple[int, ...]:
    """Ranks in equal steps from the lowest, or round ones and the lowest, none nearer to the next than `room`."""
    step = next((step for step in _STEPS if step >= room), high)
    if step < _ROUND:
        ranks = tuple(range(low, high + 1, step))
    else:
        round_ones = range((low // step + 1) * step, high + 1, step)
        ranks = (*((low,) if not round_ones or round_ones[0] - low >= room else ()), *round_ones)
    return ranks if len(ranks) > 1 or high - low < room else (low, high)


def make_ruler(content: Content, scale: RankScale, y: float, style: Style) -> Ruler | None:
    """Return the critical difference as a bar from the left end of the axis, where there is no control."""
    cd = content.cd
    if cd is None or content.control is not None:
        return None
    left = max(EDGE, min(scale.origin, style.width - EDGE - cd * abs(scale.inches_per_rank)))
    begin = scale.rank(left)
    end = begin + (cd if scale.inches_per_rank > 0 else -cd)
    text = cd_text(cd)
    return Ruler(begin, end, y, text, _text_above(text, (left + scale.x(end)) / 2, style))


def make_interval(content: Content, scale: RankScale, y: float, bottom: float, style: Style) -> Interval | None:
    """Return the interval of one critical difference about the control's rank, cut where the axis ends."""
    cd = content.cd
    if cd is None or content.control is None:
        return None
    rank = content.ranks[content.control]
    least, most = sorted((scale.first, scale.last))
    low, high = max(least, rank - cd), min(most, rank + cd)
    ends = tuple(end for end, uncut in ((low, rank - cd), (high, rank + cd)) if end == uncut)
    text = cd_text(cd, about_control=True)
    return Interval(low, high, ends, y, bottom, text, _text_above(text, scale.x(rank), style))


def _text_above(text: str, x: float, style: Style) -> float:
    """Return where the middle of a text over `x` is, or as near to it as the canvas allows."""
    half = text_width(text, style.font_size) / 2
    return min(max(x, EDGE + half), style.width - EDGE - half)


def find_runs(positions: Sequence[int], *, marked: bool) -> tuple[tuple[int, int], ...]:
    """First and last of each stretch of neighbors among ascending positions; where dots mark them, of two or more."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and runs[-1][1] == position - 1:
            runs[-1][1] = position
        else:
            runs.append([position, position])
    return tuple((first, last) for first, last in runs if first < last or not marked)


def is_marked(positions: Sequence[int], ranks: Sequence[float]) -> bool:
    """Return whether a group's members need dots: another algorithm's rank, of `ranks` in order, lies among theirs."""
    # A bar could be drawn past one of the same rank without touching it, but what it says would hang on a tie's order.
    low, high = ranks[positions[0]], ranks[positions[-1]]
    return sum(low <= rank <= high for rank in ranks) > len(positions)


def make_legend(content: Content, dotted: bool, left_out: int, style: Style) -> Legend:
    """Say what those marks mean that are not plain by themselves."""
    width = style.width - 2 * EDGE
    return arrange_legend(_legend_entries(content, dotted, left_out, style), width, style)


def _legend_entries(content: Content, dotted: bool, left_out: int, style: Style) -> Iterator[LegendEntry]:
    if content.significant is not None:
        yield LegendEntry("control", Look(style.accent, (), "D"), line=False)
        yield LegendEntry("differs significantly from it", Look(style.ink, (), "o"), line=False)
        yield LegendEntry("does not", Look(style.ink, (), "o"), line=False, hollow=True)
    if dotted:
        text = "only algorithms with a dot belong to the group"
        yield LegendEntry(text, Look(style.ink, (1.0, 1.6), "o"), width=0.7)
    if left_out:
        yield LegendEntry(f"no room here for {counted(left_out, 'more group')}")
