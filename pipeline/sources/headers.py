"""Names of columns that stand in two rows, such as a tool over what was measured of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rankpress.sources.cells import FAILED
from rankpress.sources.numerals import Column, Kind, read_texts


def joined_header(rows: Sequence[Sequence[str]], stated: int | None = None) -> tuple[tuple[str, ...], int]:
    """Return the names of columns from the first rows of a table, and how many rows they stand in.

    Two where that is stated, or where the second row repeats under each name of the first what it has under others, or
    has units, which become a part of the names.

    >>> joined_header([["", "A", "", "B", ""], ["problem", "time", "gap", "time", "gap"], ["p1", "1", "2", "3", "4"]])
    (('problem', 'A / time', 'A / gap', 'B / time', 'B / gap'), 2)
    >>> joined_header([["kernel", "A", "B"], ["", "ms", "[ms]"], ["k1", "1.5", "2.5"]])
    (('kernel', 'A (ms)', 'B (ms)'), 2)
    """
    if not rows:
        return (), 1
    first, *rest = rows
    if stated is None and rest and len(rest[0]) == len(first) and _are_units(*rest):
        return tuple(
            f"{name} ({unit})" if unit else name for name, unit in zip(first, _plain(rest[0]), strict=False)
        ), 2
    if not rest or len(rest[0]) != len(first) or not (stated == 2 or (stated is None and _repeats(first, *rest))):
        return tuple(first), 1
    names = [
        " / ".join(filter(None, (over, under))) for over, under in zip(_filled(first, rest[0]), rest[0], strict=True)
    ]
    return tuple(names), 2


_UNITS = frozenset(
    "s sec secs seconds ms us µs μs ns min minutes h hours d days b kb mb gb tb kib mib gib bytes % percent pct j kj "
    "kwh w hz khz mhz ghz usd eur $ € db bits nats iter/s it/s ops/s req/s tokens/s fps flops gflops cycles".split()
)
_UNNAMED = frozenset({"", "-", "unit", "units", "[unit]", "[units]", "(unit)", "(units)", "[-]", "(-)"})


def _plain(units: Sequence[str]) -> list[str]:
    """Return units without the brackets around them; "" where there is none."""
    return ["" if unit.casefold() in _UNNAMED else unit.strip("[]() ") for unit in units]


def _are_units(second: Sequence[str], below: Sequence[str] = (), *rest: Sequence[str]) -> bool:
    """Return whether a row has units alone, over a row with numbers below them."""
    over = [index for index, unit in enumerate(_plain(second)) if unit]
    if not over or len(below) != len(second) or not all(_plain(second)[index].casefold() in _UNITS for index in over):
        return False
    cells = [below[index] for index in over]
    return all(reading.kind is Kind.NUMBER for reading in read_texts(cells, Column("", "")))


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
