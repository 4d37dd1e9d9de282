"""Bars in the fewest rows, entries of a legend in lines, and places moved apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate


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


def spread_apart(places: Sequence[float], gaps: Sequence[float], low: float, high: float) -> tuple[float, ...]:
    """Move ascending places as little as possible, by squares, so that neighbours lie at least `gaps` apart.

    Where there is not room for the gaps between `low` and `high`, all shrink alike. A place that need not move stays
    exactly what it is.

    Examples
    --------
    >>> spread_apart([1.0, 2.0, 2.0, 4.0], gaps=[0.5, 0.5, 0.5], low=0.0, high=5.0)
    (1.0, 1.75, 2.25, 4.0)
    """
    needed = sum(gaps)
    shrunk = min(1.0, (high - low) / needed) if needed > 0 else 1.0
    offsets = list(accumulate((gap * shrunk for gap in gaps), initial=0.0))
    blocks: list[tuple[float, int]] = []  # mean and size: isotonic regression by pooling adjacent violators
    for place, offset in zip(places, offsets, strict=True):
        mean, size = place - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, count = blocks.pop()
            mean, size = (other * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    means = [min(max(mean, low), high - offsets[-1]) for mean, size in blocks for _ in range(size)]
    spread = [mean + offset for mean, offset in zip(means, offsets, strict=True)]
    near = 1e-9 * max(abs(low), abs(high), high - low)
    return tuple(old if abs(new - old) <= near else new for old, new in zip(places, spread, strict=True))
