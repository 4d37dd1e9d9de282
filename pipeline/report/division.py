"""Dividing what does not fit in one piece: columns over panels, rows over pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate


def divide(sizes: Sequence[float], room: float) -> list[range]:
    """Divide items into runs of neighbours that fit the room, as even in number as they can be.

    Parameters
    ----------
    sizes : sequence of float
        Of the items, in order.
    room : float
        What the items of a run may take up together; an item that is larger has a run of its own.

    Returns
    -------
    list of range
        As few runs as there can be.

    Examples
    --------
    >>> divide([1, 1, 1, 1], 3), divide([2, 2, 1, 1], 3)
    ([range(0, 2), range(2, 4)], [range(0, 1), range(1, 3), range(3, 4)])
    """
    greedy = list(_fill(sizes, room))
    even = list(_evenly(len(sizes), len(greedy)))
    fits = all(sum(sizes[run.start : run.stop]) <= room for run in even)
    return even if fits else greedy


def column_units(n_columns: int, stub: int, unit: int) -> list[range]:
    """The columns behind the stub that stay together: `unit` at a time, fewer in the last."""
    return [range(first, min(first + unit, n_columns)) for first in range(stub, n_columns, unit)]


def _fill(sizes: Sequence[float], room: float) -> Iterator[range]:
    start, used = 0, 0.0
    for at, size in enumerate(sizes):
        if at > start and used + size > room:
            yield range(start, at)
            start, used = at, 0.0
        used += size
    yield range(start, len(sizes))


def _evenly(n_items: int, n_runs: int) -> Iterator[range]:
    counts = [n_items // n_runs + (run < n_items % n_runs) for run in range(n_runs)]
    return (range(end - count, end) for count, end in zip(counts, accumulate(counts), strict=True))
