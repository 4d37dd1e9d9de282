"""Labels above places on a line, each on a pole: in few rows, no pole through another's label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Side = Literal["left", "centre", "right"]

_PAD = 0.035  # inches between a pole and the label beside it
_APART = 0.05  # between labels of a row
_CLEAR = 0.02  # between a label and the pole of another


@dataclass(frozen=True)
class Flag:
    """Where a label goes: its pole, its row, from 0 at the bottom, its side of the pole, and its ends in inches."""

    place: float
    row: int
    side: Side
    left: float
    right: float


def place_flags(
    places: Sequence[float], widths: Sequence[float], left: float, right: float, most_rows: int
) -> tuple[Flag, ...] | None:
    """Place labels above places on a line; a label stands beside its pole, or centred on its end.

    Labels are placed from both ends towards the middle, each as low as those before it allow, those of the left half
    to the left of their poles, if there is room. So poles rise towards the middle, and cross nothing.

    Parameters
    ----------
    places, widths : sequence of float
        Where the poles stand, and how wide the labels are, in inches.
    left, right : float
        What labels must not go beyond.
    most_rows : int

    Returns
    -------
    tuple of Flag, or None
        None where so many rows do not suffice.

    Examples
    --------
    >>> [(flag.row, flag.side) for flag in place_flags([1.0, 1.1, 3.0], [0.5, 0.5, 0.5], 0.0, 4.0, 3)]
    [(0, 'left'), (0, 'right'), (0, 'centre')]
    >>> place_flags([1.0] * 9, [1.0] * 9, 0.0, 2.0, 2) is None
    True
    """
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    placed: dict[int, Flag] = {}
    for turn in range(len(order)):
        index = order[-1 - turn // 2] if turn % 2 else order[turn // 2]
        flag = _place(index, turn % 2 == 0, places, widths, (left, right), placed, most_rows)
        if flag is None:
            return None
        placed[index] = flag
    return tuple(placed[i] for i in range(len(places)))


def _place(
    index: int,
    in_left_half: bool,
    places: Sequence[float],
    widths: Sequence[float],
    ends: tuple[float, float],
    placed: dict[int, Flag],
    most_rows: int,
) -> Flag | None:
    outwards: tuple[Side, ...] = ("left", "right") if in_left_half else ("right", "left")
    alone = _stands_alone(index, places, widths)
    sides: tuple[Side, ...] = ("centre", *outwards) if alone else (outwards[0], "centre", outwards[1])
    for row in range(most_rows):
        for side in sides:
            start = _start(places[index], widths[index], side)
            flag = Flag(places[index], row, side, start, start + widths[index])
            inside = flag.left >= ends[0] and flag.right <= ends[1]
            if inside and not any(_conflict(flag, other) for other in placed.values()):
                return flag
    return None


def _start(place: float, width: float, side: Side) -> float:
    return {"left": place - _PAD - width, "centre": place - width / 2, "right": place + _PAD}[side]


def _stands_alone(index: int, places: Sequence[float], widths: Sequence[float]) -> bool:
    """Whether the label centred on its pole meets no other label so centred."""
    return all(
        abs(places[index] - place) >= (widths[index] + width) / 2 + _APART
        for i, (place, width) in enumerate(zip(places, widths, strict=True))
        if i != index
    )


def _conflict(one: Flag, other: Flag) -> bool:
    meet = one.left < other.right + _APART and other.left < one.right + _APART
    lower = one.row <= other.row and _crosses(other.place, one)
    upper = other.row <= one.row and _crosses(one.place, other)
    return (meet and one.row == other.row) or lower or upper


def _crosses(pole: float, flag: Flag) -> bool:
    return flag.left - _CLEAR < pole < flag.right + _CLEAR
