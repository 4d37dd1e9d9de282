"""Bars in the fewest rows, and entries of a legend in lines."""

from __future__ import annotations

from collections.abc import Sequence


def pack_intervals(intervals: Sequence[tuple[float, float]], gap: float) -> tuple[int, ...]:
    """The row of each interval when intervals of a row must lie more than `gap` apart and rows are to be few.

    Taking intervals by their beginning and any row that is free needs as many rows as intervals overlap at the worst
    place, and no packing needs fewer.

    Examples
    --------
    >>> pack_intervals([(1, 3), (2, 4), (3.5, 6)], gap=0.1)
    (0, 1, 0)
    """
    ends: list[float] = []
    rows = [0] * len(intervals)
    for index in sorted(range(len(intervals)), key=lambda i: intervals[i]):
        low, high = intervals[index]
        free = next((row for row, end in enumerate(ends) if end + gap < low), len(ends))
        ends[free : free + 1] = [high]
        rows[index] = free
    return tuple(rows)


def flow_widths(widths: Sequence[float], width: float, gap: float) -> tuple[tuple[int, float], ...]:
    """Line and offset of each entry when entries of these widths follow each other in lines of `width`.

    Examples
    --------
    >>> flow_widths([2.0, 2.0, 1.0], width=4.5, gap=0.2)
    ((0, 0.0), (0, 2.2), (1, 0.0))
    """
    places: list[tuple[int, float]] = []
    line, offset = 0, 0.0
    for entry in widths:
        if offset and offset + entry > width:
            line, offset = line + 1, 0.0
        places.append((line, offset))
        offset += entry + gap
    return tuple(places)
