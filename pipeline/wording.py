"""What faults, messages and sentences say in the same words: numbers of things, and things one after the other."""

from __future__ import annotations

from collections.abc import Iterable


def counted(count: int, one: str) -> str:
    """Say a number of things.

    Examples
    --------
    >>> counted(1, "data set"), counted(14, "data set")
    ('1 data set', '14 data sets')
    """
    return f"{count} {one if count == 1 else one + 's'}"


def joined(parts: Iterable[str]) -> str:
    """Join words with commas, and the last with `and`.

    Examples
    --------
    >>> joined(["A"]), joined(["A", "B"]), joined(["A", "B", "C"])
    ('A', 'A and B', 'A, B and C')
    """
    *first, end = parts
    return f"{', '.join(first)} and {end}" if first else end
