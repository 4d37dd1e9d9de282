"""How a table in text is written: what parts its cells, the decimal sign, what stands between thousands."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.core.faults import Fault, quoted
from rankpress.sources.files import Unreadable

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CsvOptions

BLANKS = "blanks"
NAMED = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", BLANKS: "blanks"}
# By suffix, in the order in which those are taken that fit a file equally well.
USUAL = {".csv": ",;\t|", ".tsv": "\t;,|", ".txt": "\t;,|"}
_LOOKED_INTO = 100
_BLANK = re.compile(r'("(?:[^"]|"")*")|[ \t]+')
_WITH_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?%?")
_THOUSANDS = {sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+") for sign in ",."}
# Thousands with decimals, which leave no doubt of either sign.
_BOTH = {
    sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+{re.escape(other)}\d+")
    for sign, other in (",.", ".,")
}
_POINT = re.compile(r"[+-]?\d*\.\d+(?:[eE][+-]?\d+)?")


@dataclass(frozen=True)
class Dialect:
    """What parts cells, and how numbers are written."""

    delimiter: str  # a character, or `BLANKS` for any number of them
    decimal: str = "."  # decimal, thousands: signs in numbers; no sign between thousands where empty
    thousands: str = ""
    has_row_names: bool = False  # whether rows have a cell more than the header, a name in front, as R writes them

    @property
    def is_plain(self) -> bool:
        """Whether numbers are written as Python writes them."""
        return self.decimal == "." and not self.thousands

    def records(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Part lines into cells; raises csv.Error."""
        if self.delimiter == BLANKS:
            return csv.reader(map(_tabbed, lines), delimiter="\t", strict=True)
        return csv.reader(lines, delimiter=self.delimiter, strict=True, skipinitialspace=True)

    def number(self, cell: str) -> str:
        """Return a cell as Python writes numbers, where it is one."""
        if self.thousands and any(form[self.thousands].fullmatch(cell) for form in (_THOUSANDS, _BOTH)):
            cell = cell.replace(self.thousands, "")
        return cell.replace(",", ".") if self.decimal == "," and _WITH_COMMA.fullmatch(cell) else cell


def _tabbed(line: str) -> str:
    return _BLANK.sub(lambda match: match[1] or "\t", line.strip())


def detect(text: str, suffix: str, place: str, given: CsvOptions | None = None) -> Dialect:
    """Return how a table is written, by its first lines and by what the spec says; raises Unreadable where in doubt."""
    # The last line of the text may be cut.
    lines = [line for line in text.splitlines() if line.strip()][:_LOOKED_INTO]
    stated = given.delimiter if given is not None else None
    dialect = Dialect(_SPELT.get(stated, stated)) if stated else _parted(lines, suffix)
    try:
        header, *rows = dialect.records(lines)
    except (csv.Error, ValueError):
        return dialect  # reading it reports what is wrong
    decimal: str | None = given.decimal if given is not None else None
    thousands: str | None = given.thousands if given is not None else None
    cells = [cell.strip() for row in rows for cell in row]
    if decimal is None:
        decimal = _decimal(cells, place, thousands, dialect.delimiter)
    if thousands is None:
        other = "." if decimal == "," else ","
        thousands = other if any(form[other].fullmatch(cell) for cell in cells for form in (_THOUSANDS, _BOTH)) else ""
    names = len(rows) > 0 and dialect.delimiter == BLANKS and {len(row) for row in rows} == {len(header) + 1}
    return Dialect(dialect.delimiter, decimal, thousands, names)


_SPELT = {" ": BLANKS, "tab": "\t"}


def _parted(lines: Sequence[str], suffix: str) -> Dialect:
    """Return the delimiter by which all lines have as many cells, the usual one of several; blanks are the last."""
    usual = USUAL.get(suffix, USUAL[".csv"])
    even = [(sign, width) for sign in usual if (width := _width(Dialect(sign), lines)) > 1]
    if even:
        most = max(width for _, width in even)
        # of a header "a, b;c" with rows of two cells by both signs, the one that makes numbers of them
        best = max(even, key=lambda item: (_numbers(Dialect(item[0]), lines), item[1] == most))
        return Dialect(best[0])
    if lines and not any(sign in lines[0] for sign in usual):
        blank = Dialect(BLANKS)
        widths = [len(row) for row in _split(blank, lines)]
        if widths and widths[0] > 1 and set(widths[1:]) <= {widths[0], widths[0] + 1} and len(set(widths[1:])) == 1:
            return blank
    first = lines[0] if lines else ""
    return Dialect(next((sign for sign in usual if sign in first), usual[0]))


def _split(dialect: Dialect, lines: Sequence[str]) -> list[list[str]]:
    try:
        return list(dialect.records(lines))
    except csv.Error:
        return []


def _width(dialect: Dialect, lines: Sequence[str]) -> int:
    """Return how many cells all lines have; 0 where they differ."""
    widths = {len(row) for row in _split(dialect, lines)}
    return widths.pop() if len(widths) == 1 else 0


def _numbers(dialect: Dialect, lines: Sequence[str]) -> int:
    """Return the cells that are numbers, however they are written."""
    cells = (cell.strip() for row in _split(dialect, lines)[1:] for cell in row)
    return sum(bool(_WITH_COMMA.fullmatch(cell) or _POINT.fullmatch(cell) or cell.isdecimal()) for cell in cells)


def _decimal(cells: Sequence[str], place: str, thousands: str | None, delimiter: str) -> str:
    """Return the decimal sign of numbers, which a comma before three digits alone leaves in doubt."""
    commas = [cell for cell in cells if _WITH_COMMA.fullmatch(cell)]
    decimal_commas = [cell for cell in commas if not _THOUSANDS[","].fullmatch(cell)]
    decimal_commas += [cell for cell in cells if _BOTH["."].fullmatch(cell)]
    points = [cell for cell in cells if _POINT.fullmatch(cell) and not _THOUSANDS["."].fullmatch(cell)]
    points += [cell for cell in cells if _BOTH[","].fullmatch(cell)]
    if decimal_commas and points:
        message = f"numbers have decimal commas and decimal points: {quoted(decimal_commas[0])}, {quoted(points[0])}"
        raise Unreadable(Fault(place, message, "one decimal sign", "write all numbers alike"))
    if decimal_commas:
        return ","
    if not commas or points or thousands is not None or delimiter == ",":
        return "."
    message = f"{quoted(commas[0])} may be a number of thousands, or have three decimals"
    remedy = 'write under scores csv: {thousands: ","}, or csv: {decimal: ","}'
    raise Unreadable(Fault(place, message, "numbers whose decimal sign is certain", remedy))
