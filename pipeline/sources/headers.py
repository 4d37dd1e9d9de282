"""Names of columns that stand in two rows, such as a tool over what was measured of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rankpress.sources.cells import FAILED
from rankpress.sources.numerals import Column, Kind, read_texts


def joined_header(rows: Sequence[Sequence[str]], stated: int | None = None) -> tuple[tuple[str, ...], int]:
    """Return the names of columns from the first rows of a table, and how many rows they stand in.

    Two where that is stated, or where the second row repeats under each name of the first what it has under others.

    >>> joined_header([["", "A", "", "B", ""], ["problem", "time", "gap", "time", "gap"], ["p1", "1", "2", "3", "4"]])
    (('problem', 'A / time', 'A / gap', 'B / time', 'B / gap'), 2)
    """
    if not rows:
        return (), 1
    first, *rest = rows
    if not rest or len(rest[0]) != len(first) or not (stated == 2 or (stated is None and _repeats(first, *rest))):
        return tuple(first), 1
    names = [
        " / ".join(filter(None, (over, under))) for over, under in zip(_filled(first, rest[0]), rest[0], strict=True)
    ]
    return tuple(names), 2


def _filled(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return the names of the first row, each over all columns that it stands above."""
    filled, last = list[str](), ""
    for over, under in zip(first, second, strict=True):
        last = over or (last if under else "")
        filled.append(last)
    return filled


def _repeats(first: Sequence[str], second: Sequence[str], *rest: Sequence[str]) -> bool:
    """Return whether the second row has the same names under several of the first, and numbers follow."""
    kinds = {reading.kind for reading in read_texts(list(second), Column("", ""))}
    if Kind.NUMBER in kinds or not rest or any(name.lower() in FAILED for name in second):
        return False
    if not any(reading.kind is Kind.NUMBER for reading in read_texts(list(rest[0]), Column("", ""))):
        return False
    columns = zip(_filled(first, second), second, strict=True)
    blocks = [
        (over, tuple(under for _, under in group)) for over, group in groupby(columns, key=lambda column: column[0])
    ]
    names = [over for over, _ in blocks]
    times = Counter(under for over, under in blocks if over and len(set(under)) > 1 and all(under))
    return len(set(names)) == len(names) and max(times.values(), default=0) > 1
