"""A critical difference diagram laid out: what is drawn where, known to those who draw it and to those who write it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from rankpress.figures.canvas import Legend

Place = tuple[float, float]
"""A rank along x, and inches down along y."""

Mark = Literal["plain", "control", "differs", "does not differ"]


@dataclass(frozen=True)
class Content:
    """What a diagram shows, checked; those of `bold` stand out."""

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]
    cd: float | None
    control: int | None
    significant: frozenset[int] | None
    bold: frozenset[int]

    @property
    def best_first(self) -> tuple[int, ...]:
        """The algorithms in order; of equal ones those of better groups come first, so that groups stay together."""
        middles: list[list[float]] = [[] for _ in self.ranks]
        for group in self.groups:
            middle = sum(self.ranks[i] for i in group) / len(group)
            for i in group:
                middles[i].append(middle)
        key = [sum(own) / len(own) if own else rank for own, rank in zip(middles, self.ranks, strict=True)]
        return tuple(sorted(range(len(self.ranks)), key=lambda i: (self.ranks[i], key[i], i)))

    def mark(self, algorithm: int) -> Mark:
        """What a point of this algorithm tells of it."""
        if self.significant is None:
            return "plain"
        if algorithm == self.control:
            return "control"
        return "differs" if algorithm in self.significant else "does not differ"


def check_content(
    names: Sequence[str],
    average_ranks: Sequence[float],
    groups: Sequence[Sequence[int]] | None,
    cd: float | None,
    control: int | None,
    significant: Collection[int] | None,
    highlight: Collection[int],
) -> Content:
    """Gather the arguments and refuse what cannot be drawn."""
    ranks = tuple(float(rank) for rank in average_ranks)
    drawn = tuple(tuple(group) for group in groups or () if len(group) > 1)
    if len(names) != len(ranks) or not ranks:
        raise ValueError(f"got {len(names)} names and {len(ranks)} average ranks; one rank a name is needed")
    if not all(map(isfinite, ranks)):
        raise ValueError(f"average_ranks: got {ranks}; finite numbers are needed")
    if cd is not None and not (isfinite(cd) and cd > 0):
        raise ValueError(f"cd: got {cd}; a finite positive number is needed")
    if significant is not None and control is None:
        raise ValueError("significant_vs_control: got algorithms but no control that they differ from")
    of_control = [] if control is None else [control, *(significant or ())]
    named = {*(i for group in drawn for i in group), *highlight, *of_control}
    if not named <= set(range(len(names))):
        raise ValueError(f"got algorithms {sorted(named)} in groups, control or highlight; 0 to {len(names) - 1} exist")
    return Content(
        names=tuple(names),
        ranks=ranks,
        groups=drawn,
        cd=None if cd is None else float(cd),
        control=control,
        significant=None if significant is None else frozenset(significant),
        bold=frozenset(highlight) | (frozenset() if control is None else {control}),
    )


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
class Label:
    """An algorithm's name and rank, aligned at `name_x` and `rank_x` in inches; `y` is the middle.

    `line` ties the name to the axis, or guides the eye along a row.
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


@dataclass(frozen=True)
class Point:
    """The point of an algorithm: its rank in a row, or what sets it apart from the control."""

    algorithm: int
    place: Place
    mark: Mark


@dataclass(frozen=True)
class Bar:
    """A group's bar: solid over its `runs`, with `dots` where these leave others out.

    `number` is the group's place among those asked for, of which not all may have room.
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
    title: tuple[str, ...]
    scale: Scale
    axis: Axis
    ruler: Ruler | None
    interval: Interval | None
    labels: tuple[Label, ...]
    points: tuple[Point, ...]
    bars: tuple[Bar, ...]
    bar_width: float
    legend: Legend
    legend_y: float
