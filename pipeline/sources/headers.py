"""Names of columns that stand in several rows, such as a tool over what was measured of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rankpress.catalog.metrics import way_of
from rankpress.sources.cells import FAILED, NO_RESULT
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts

MOST_ROWS = 4  # of a header
LOOKED_AT = MOST_ROWS + 1  # first rows of a table that show where its header ends


# What names the spread of the score in front of it: SE, s.d., +/-, 95% CI.
_SPREAD = re.compile(r"s\.?[de]\.?m?|std|stdev|std\.? ?(?:dev|err)\.?|±|\+/?-|(?:\d\d ?% ?)?ci", re.IGNORECASE)


def joined_header(rows: Sequence[Sequence[str]], stated: int | None = None) -> tuple[tuple[str, ...], int]:
    """Return the names of columns from the first rows of a table, and how many rows they stand in.

    A name that is repeated behind several columns, as SE is, is that of each column in front of it.

    >>> joined_header([["data", "A", "SE", "B", "SE"], ["d1", "0.5", "0.1", "0.6", "0.1"]])[0]
    ('data', 'A', 'A SE', 'B', 'B SE')
    """
    names, n = _joined(rows, stated)
    times = Counter(names)
    spreads = {name for name, number in times.items() if number > 1 and _SPREAD.fullmatch(name)}
    own = (
        f"{before} {name}" if name in spreads and before not in spreads else name for before, name in pairwise(names)
    )
    return (*names[:1], *own), n


def _joined(rows: Sequence[Sequence[str]], stated: int | None) -> tuple[tuple[str, ...], int]:
    """Return the names of columns from the first rows of a table, and how many rows they stand in.

    Several where that is stated, or where a row of names alone stands over the numbers and the names above it are not
    distinguished without it; and two where the second has units, which become a part of the names. The last row may
    name the leading columns alone, as pandas writes the names of an index.

    >>> joined_header([["", "A", "", "B", ""], ["problem", "time", "gap", "time", "gap"], ["p1", "1", "2", "3", "4"]])
    (('problem', 'A / time', 'A / gap', 'B / time', 'B / gap'), 2)
    >>> joined_header([["kernel", "A", "B"], ["", "ms", "[ms]"], ["k1", "1.5", "2.5"]])
    (('kernel', 'A (ms)', 'B (ms)'), 2)
    >>> joined_header([["", "mae", "mae"], ["", "mean", "std"], ["series", "", ""], ["s1", "1.5", "0.1"]])
    (('series', 'mae / mean', 'mae / std'), 3)

    What stands over all columns is a part of their names where it is a metric.

    >>> joined_header([["", "Variant", ""], ["data", "A", "B"], ["d1", "0.5", "0.6"]])
    (('data', 'A', 'B'), 2)
    """
    if not rows:
        return (), 1
    first, *rest = rows
    if stated is None and rest and len(rest[0]) == len(first) and _are_units(*rest):
        return tuple(
            f"{name} ({unit})" if unit else name for name, unit in zip(first, _plain(rest[0]), strict=False)
        ), 2
    n = min(stated, len(rows)) if stated else _count_levels(rows)
    if n < 2 or any(len(row) != len(first) for row in rows[:n]):
        return tuple(first), 1
    levels, leading = list(rows[:n]), list[str]()
    if (names := levels[-1]) and _names_leading(names, levels[:-1]):
        levels, leading = levels[:-1], list(names)
    filled = [*(_filled(over, levels[index + 1 :]) for index, over in enumerate(levels[:-1])), levels[-1]]
    filled = [names for names in filled[:-1] if not _is_heading(names)] + filled[-1:]
    joined = [" / ".join(dict.fromkeys(filter(None, names))) for names in zip(*filled, strict=True)]
    return tuple(name or above for name, above in zip(leading or joined, joined, strict=True)), n


def with_index_names(rows: Sequence[tuple[int, list[str]]], head: int = 0) -> list[tuple[int, list[str]]]:
    """Return numbered rows with the names of an index, which pandas writes below the other names, in front of these.

    No further row may be like that one, which would be the heading of some rows. The name of all columns, which may
    stand over them, is passed over where the format itself says of how many rows its head is.

    >>> with_index_names([(1, ["", "A", "B"]), (2, ["dataset", "", ""]), (3, ["iris", "1", "2"])])
    [(1, ['dataset', 'A', 'B']), (3, ['iris', '1', '2'])]
    """
    if len(rows) <= _INDEX_ROW + 1 or len(rows[0][1]) != len(rows[_INDEX_ROW][1]):
        return list(rows)
    (number, over), (_, names), *body = rows
    n = next((place for place, name in enumerate(names) if not name), 0)
    are_names = n > 0 and not any(names[n:]) and all(over[n:]) and not any(over[: n - 1])
    is_alone = not any(all(cells[:n]) and not any(cells[n:]) for _, cells in body)
    is_head = head == _INDEX_ROW + 1
    if not are_names or not (is_head or (is_alone and not over[n - 1])):
        return list(rows)
    return [(number, [*names[:n], *over[n:]]), *body]


_INDEX_ROW = 1  # that of the names of an index, where the other names have one row


def _is_heading(names: Sequence[str]) -> bool:
    """Return whether one name stands over all columns but leading ones, and says no metric: it tells nothing apart."""
    over = [name for name in names if name]
    return len(over) > 1 and len(set(over)) == 1 and names[-1] != "" and way_of(over[0]) is None


def _count_levels(rows: Sequence[Sequence[str]]) -> int:
    """Return how many of the first rows are a header: those that it takes to tell the columns of numbers apart."""
    width, kinds = len(rows[0]), [_kinds(row) for row in rows]
    first = next((index for index, row in enumerate(kinds[1:], 1) if NumeralKind.NUMBER in row), 0)
    if first < 2 or any(len(row) != width for row in rows[: first + 1]):
        return 1
    numbers = _columns_of_numbers(kinds[first])
    if NumeralKind.NUMBER in kinds[0]:
        return 1
    # a leading column without a name has names of rows, such as horizons
    first_number = next((index for index in numbers if any(row[index] for row in rows[:first])), 0)
    numbers = [index for index in numbers if index >= first_number] if first_number > numbers[0] == 1 else numbers
    levels = 1
    while levels < first and not _are_distinct(rows[:levels], numbers):
        under = [rows[levels][index] for index in numbers]
        if not any(under) or any(name and name.casefold() in FAILED | NO_RESULT for name in under):
            break
        levels += 1
    if levels > 1 and not _are_distinct(rows[:levels], numbers):
        return 1  # whatever they are, they are no names
    first_number = levels > 1 and levels < first and _names_leading(rows[levels], rows[:levels])
    return levels + 1 if first_number else levels


def _columns_of_numbers(kinds: Sequence[NumeralKind]) -> list[int]:
    """Return the columns of a row with numbers, and those behind the first one with what is like a number, as 8/20."""
    first = kinds.index(NumeralKind.NUMBER)
    like_numbers = (NumeralKind.NUMBER, NumeralKind.UNREAD)
    return [index for index, kind in enumerate(kinds) if index >= first and kind in like_numbers]


def _kinds(row: Sequence[str]) -> list[NumeralKind]:
    return [reading.kind for reading in read_texts(list(row), NumberColumn("", "", decimal="."))]


def _are_distinct(levels: Sequence[Sequence[str]], columns: Sequence[int]) -> bool:
    """Return whether rows of names tell columns apart, and each has a name of its own in one of the last two."""
    filled = [*(_filled(over, levels[index + 1 :]) for index, over in enumerate(levels[:-1])), levels[-1]]
    names = [tuple(level[column] for level in filled) for column in columns]
    return len(set(names)) == len(names) and all(any(level[column] for level in levels[-2:]) for column in columns)


def _names_leading(names: Sequence[str], levels: Sequence[Sequence[str]]) -> bool:
    """Return whether a row has names over the leading columns alone, where the levels above it name the others."""
    last = max((index for index, name in enumerate(names) if name), default=-1)
    return 0 <= last < len(names) - 1 and all(names[: last + 1]) and all(any(level[last + 1 :]) for level in levels)


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
    return all(reading.kind is NumeralKind.NUMBER for reading in read_texts(cells, NumberColumn("", "")))


def _filled(over: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    """Return the names of a row, each over all columns that it stands above."""
    filled, last = list[str](), ""
    for name, *under in zip(over, *below, strict=True):
        last = name or (last if any(under) else "")
        filled.append(last)
    return filled
