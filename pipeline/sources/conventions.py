"""Ways of writing numbers that a whole column shares: shares of trials, units, letters, brackets, pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import words_of
from rankpress.catalog.units import is_unit
from rankpress.sources.cells import NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rankpress.spec.scores_section import CsvOptions

# Returns a number as Python writes it; "?" where a text is none.
Plain = Callable[[str], str]


@dataclass(frozen=True)
class Convention:
    """How the cells of a column write numbers."""

    kind: str  # "shares", "units", "letters", "brackets" or "pairs"
    unit: str  # what the numbers are in once they are read: "s", "B" for bytes, another one, or "" for none
    numbers: Mapping[str, str]  # by cell, without what sets it off, the number as Python writes it
    is_whole: bool  # whether a number that is written otherwise is none of the column


_TRIED = re.compile(r"(\d{1,6})\s*/\s*([1-9]\d{0,5})", re.ASCII)  # how often it succeeded, of how many trials


def share_of(cell: str) -> float | None:
    """Return the share of trials that succeeded, where a cell counts both.

    >>> share_of("12/30"), share_of("45 / 50"), share_of("5/3"), share_of("3/1/2")
    (0.4, 0.9, None, None)
    """
    counted_trials = _TRIED.fullmatch(cell)
    if counted_trials is None or (solved := int(counted_trials[1])) > (trials := int(counted_trials[2])):
        return None
    return solved / trials


def _shares(cells: Sequence[str]) -> Convention | None:
    tried = [cell for cell in cells if _TRIED.fullmatch(cell)]
    shares = {cell: share for cell in tried if (share := share_of(cell)) is not None}
    if 2 * len(tried) <= len(cells) or len(shares) < len(tried):
        return None
    return Convention("shares", "", {cell: repr(share) for cell, share in shares.items()}, is_whole=False)


# How many of the units that are read one of these is.
_SECONDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("ns", "nsec"), "0.000000001"),
        **dict.fromkeys(("us", "µs", "μs", "usec"), "0.000001"),
        **dict.fromkeys(("ms", "msec"), "0.001"),
        **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "1"),
        **dict.fromkeys(("min", "mins", "minute", "minutes"), "60"),
        **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "3600"),
        **dict.fromkeys(("day", "days"), "86400"),
    }
)
_BYTES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("b", "byte", "bytes"), "1"),
        **{f"{letter}b": str(1000**power) for power, letter in enumerate("kmgt", 1)},
        **{f"{letter}ib": str(1024**power) for power, letter in enumerate("kmgt", 1)},
    }
)
_QUANTITY = re.compile(r"([-+]?[\d.,' ]*\d(?:[eE][-+]?\d+)?)\s*([^\W\d_]+(?:/[a-zA-Z]+)?|×)")
# 1h 2m 3.5s, 2 min 3 s, 3m12s: of several units, m is minutes
_PARTS = re.compile(r"(?:(\d+)\s*h(?:ours?|rs?)?\s*)?(?:(\d+)\s*m(?:ins?)?\s*)?(?:(\d+(?:\.\d+)?)\s*s(?:ecs?)?)?")
# 2:49:13, 1 day, 0:04:45.5 and 0 days 00:04:45, as clocks, schedulers, Python and pandas write how long it took
_CLOCK = re.compile(r"(?:(\d+)(?:\s+days?,?\s+|-))?(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)", re.ASCII)
_MOMENTS = frozenset("time start started end ended begin began finish finished at date timestamp clock when".split())
# Units of which one number is as many as it says, beside those that names of metrics end in.
_AS_WRITTEN = frozenset("x × db pp pts hz khz bpp px it epochs steps".split())


def _units(cells: Sequence[str], plain: Plain, name: str) -> Convention | None:
    """Return the numbers of cells that most have a unit: times in seconds, sizes in bytes, or all with the same unit.

    Where the name of the column ends in such a unit, it is that one.
    """
    read = {cell: quantity for cell in cells if (quantity := _quantity(cell, plain))}
    if 2 * len(read) <= len(cells) or (_are_moments(read) and not _MOMENTS.isdisjoint(words_of(name))):
        return None
    units = {unit for _, unit in read.values()}
    for base, sizes in (("s", _SECONDS), ("B", _BYTES)):
        if units <= sizes.keys():
            own = next((word for word in reversed(words_of(name)) if word in sizes), "")
            target = own if own and words_of(name)[-1] == own else base
            size = Decimal(sizes[target.lower()])
            return Convention(
                "units",
                target,
                {cell: _written(number * Decimal(sizes[unit]) / size) for cell, (number, unit) in read.items()},
                is_whole=True,
            )
    if len(units) != 1 or not (is_unit(unit := units.pop()) or unit in _AS_WRITTEN):
        return None
    return Convention("units", unit, {cell: _written(number) for cell, (number, _) in read.items()}, is_whole=True)


def _are_moments(cells: Iterable[str]) -> bool:
    """Return whether cells may be times of day, which no run took: 09:30:00."""
    return all(
        (clock := _CLOCK.fullmatch(cell)) and not clock[1] and len(clock[2]) == 2 and clock[2] < "24" for cell in cells
    )


def measured_in(unit: str) -> str:
    """Return what numbers of a unit are: time, bytes, or the unit itself.

    >>> measured_in("s"), measured_in("B"), measured_in("fps"), measured_in("")
    ('time', 'bytes', 'fps', '')
    """
    small = unit.lower()
    return "time" if small in _SECONDS else "bytes" if small in _BYTES else unit


def _quantity(cell: str, plain: Plain) -> tuple[Decimal, str] | None:
    """Return the number and the unit, in small letters, of a cell that has both; of several units, in seconds."""
    whole = _QUANTITY.fullmatch(cell)
    if whole and NUMBER.fullmatch(number := plain(whole[1].strip())):
        return Decimal(number), whole[2].lower()
    if clock := _CLOCK.fullmatch(cell):
        days, hours, minutes, seconds = (Decimal(part or 0) for part in clock.groups())
        return 86400 * days + 3600 * hours + 60 * minutes + seconds, "s"
    parts = _PARTS.fullmatch(cell)
    if not cell or parts is None or sum(part is not None for part in parts.groups()) < 2:
        return None
    hours, minutes, seconds = (Decimal(part or 0) for part in parts.groups())
    return 3600 * hours + 60 * minutes + seconds, "s"


def _written(number: Decimal) -> str:
    return format(number, "f")


_LETTERED = re.compile(r"([-+]?[\d.,]*\d)\s?(k|K|M|G|B|T|bn|mn|mio)")
_THOUSANDS = {"k": 3, "K": 3, "M": 6, "mn": 6, "mio": 6, "G": 9, "B": 9, "bn": 9, "T": 12}


def _letters(cells: Sequence[str], plain: Plain) -> Convention | None:
    """Return the numbers of cells some of which have a letter for thousands or millions, if all others are numbers."""
    read = {}
    for cell in cells:
        lettered = _LETTERED.fullmatch(cell)
        if lettered and NUMBER.fullmatch(number := plain(lettered[1])):
            read[cell] = _written(Decimal(number).scaleb(_THOUSANDS[lettered[2]]))
        elif not NUMBER.fullmatch(plain(cell)):
            return None
    return Convention("letters", "", read, is_whole=False) if read else None


_BRACKETED = re.compile(r"\(\s*([\d.,]*\d(?:[eE][-+]?\d+)?)\s*(%?)\s*\)\s*(%?)")


def in_brackets(cell: str) -> str:
    """Return the number that a cell holds in brackets and nothing else; "" where it does not.

    >>> in_brackets("(8.2)"), in_brackets("0.5 (2)"), in_brackets("(-8.2)")
    ('8.2', '', '')
    """
    bracketed = _BRACKETED.fullmatch(cell)
    return bracketed[1] if bracketed else ""


_PAIR = re.compile(
    r"[(\[]?\s*([^\s/|;,()\[\]][^/|;,()\[\]]*?)\s*([/|;]|,\s)\s*([^/|;,()\[\]]*[^\s/|;,()\[\]])\s*[)\]]?"
)


_BEGINS = re.compile(r"[-+]?\.?\d")


def parts_of_pair(cell: str) -> tuple[str, str] | None:
    """Return the two numbers of a cell that holds such, such as precision and recall.

    >>> parts_of_pair("0.70/0.61"), parts_of_pair("(0.70, 0.61)"), parts_of_pair("3/1/2"), parts_of_pair("a/b")
    (('0.70', '0.61'), ('0.70', '0.61'), None, None)
    """
    pair = _PAIR.fullmatch(cell)
    return (pair[1], pair[3]) if pair and all(map(_BEGINS.match, (pair[1], pair[3]))) else None


def convention_of(
    cells: Iterable[str], plain: Plain, name: str = "", stated: CsvOptions | None = None
) -> Convention | None:
    """Return how the cells of a column write numbers, where they do so in a way of their own.

    Parameters
    ----------
    cells
        Different texts of the column, without what sets them off.
    plain
        How a number of the column is written in Python.
    name
        The name of the column.
    stated
        What the spec says of brackets and pairs.
    """
    some = [cell for cell in cells if any(map(str.isdigit, cell))]
    if stated and stated.brackets and (read := {cell: number for cell in some if (number := in_brackets(cell))}):
        sign = "-" if stated.brackets == "negative" else ""
        return Convention("brackets", "", {cell: sign + plain(number) for cell, number in read.items()}, is_whole=False)
    if stated and stated.pair and (pairs := {cell: both for cell in some if (both := parts_of_pair(cell))}):
        at = 0 if stated.pair == "first" else 1
        return Convention("pairs", "", {cell: both[at] for cell, both in pairs.items()}, is_whole=False)
    return _shares(some) or _units(some, plain, name) or _letters(some, plain)
