"""Tables in text, CSV or TSV or bare numbers, read a stretch at a time, and their cells."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import BinaryIO

import numpy as np

from rankpress.core.faults import Fault, Findings, counted
from rankpress.sources.cells import NUMBER, STRETCH, Cells, HeldSheet, Sheet, Stretch, find_no_rows, find_same_names
from rankpress.sources.dialect import NAMED, USUAL, Dialect, detect
from rankpress.sources.files import BEGINNING, Origin, Unreadable
from rankpress.sources.formats import Format

CHUNK = 1 << 20
# Names of a hundred thousand columns fit; a file without line ends does not fill the memory.
LONGEST_LINE = 1 << 24
# Names that programs give to text of any kind, and how many lines are looked at there.
_UNTOLD = frozenset({"", ".out", ".dat", ".data", ".res", ".results", ".log", ".tab", ".asc"})
_LOOKED_INTO = 50

# Files that say how they are encoded, and not as UTF-8.
FOREIGN = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "a spreadsheet or a zip archive"}


@dataclass(frozen=True, kw_only=True)
class DelimitedSheet(Sheet):
    """A file of text whose header has been read."""

    origin: Origin = field(repr=False)
    dialect: Dialect

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows under the header; rows with nothing in any cell are passed over."""
        with self.origin.open() as stream:
            yield from self._read(_records(stream, self.dialect), columns, findings)

    def _read(self, records: Iterator[list[str]], columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        row, some, broken = 1 + len(_leading(records)), False, False
        while not broken:
            read: list[list[str]] = []
            try:
                read.extend(islice(records, STRETCH))
            except csv.Error as error:
                # What comes after an unclosed quote cannot be distinguished from text, so reading stops here.
                broken = True
                findings.add_unread("broken rows", _broken(self.place, row + len(read), error))
            if not read:
                break
            rows, complete = self._whole_rows(row, read, findings)
            row, some = row + len(read), some or any(map(any, read))
            yield Stretch(rows, [self._column(column, complete) for column in columns])
        if not some and not broken:
            find_no_rows(self.place, findings)

    def _column(self, column: int, rows: list[list[str]]) -> list[str]:
        cells = list(map(str.strip, map(itemgetter(column), rows)))
        return cells if self.dialect.is_plain else list(map(self.dialect.number, cells))

    def _whole_rows(
        self, first: int, records: list[list[str]], findings: Findings
    ) -> tuple[Sequence[int], list[list[str]]]:
        """Return the rows that have as many cells as the header, and their numbers; the others are faults or blank."""
        width = len(self.header)
        if set(map(len, records)) == {width} and all(map(any, records)):
            return range(first, first + len(records)), records
        numbered = [(row, record) for row, record in enumerate(records, first) if any(record)]
        for row, record in numbered:
            if len(record) != width:
                findings.add_unread("rows of another length than the header", self._ragged(row, len(record)))
        remaining = [(row, record) for row, record in numbered if len(record) == width]
        return [row for row, _ in remaining], [record for _, record in remaining]

    def _ragged(self, row: int, cells: int) -> Fault:
        return Fault(
            f"{self.place} row {row}",
            f"the row has {counted(cells, 'cell')}, the header {counted(len(self.header), 'cell')}",
            f"{len(self.header)} cells in each row, empty ones included",
            f"put a cell with a {NAMED[self.dialect.delimiter]} between double quotes, and give each column a name",
        )


def _delimited_recognizes(origin: Origin) -> bool:
    """Return whether the name says so, or where it says nothing known, the lines: nearly any text could be a table."""
    if origin.is_folder:
        return False
    return origin.suffix in USUAL or (origin.suffix in _UNTOLD and _has_even_rows(origin))


def _has_even_rows(origin: Origin) -> bool:
    """Return whether the first lines have the same number of cells each, two at least."""
    if b"\0" in origin.beginning:
        return False
    lines = _beginning(origin).splitlines()[:_LOOKED_INTO]
    if len(lines) < 2:
        return False
    try:
        dialect = detect("\n".join(lines), origin.suffix, origin.place, origin.csv)
        widths = {len(row) for row in dialect.records(lines)}
    except (Unreadable, csv.Error):
        return False
    return len(widths) == 1 and widths.pop() > 1


def _beginning(origin: Origin) -> str:
    """Return the first lines as text."""
    beginning = origin.beginning.removeprefix(codecs.BOM_UTF8)
    if len(origin.beginning) == BEGINNING:
        beginning = beginning[: beginning.rfind(b"\n") + 1] or beginning
    return beginning.decode("utf-8", "ignore")


def _delimited_open(origin: Origin, findings: Findings) -> list[Sheet]:
    _refuse_foreign(origin)
    dialect = detect(_beginning(origin), origin.suffix, origin.place, origin.csv)
    header, row = _header(origin, dialect)
    if not any(header):
        expected = "a header with the names of the columns, and rows under it"
        raise Unreadable(Fault(origin.place, "the file is empty", expected))
    sheet = DelimitedSheet(origin.place, header, (origin.file,), row, origin=origin, dialect=dialect)
    find_same_names(sheet, findings)
    return [sheet]


def _refuse_foreign(origin: Origin) -> None:
    """Raise Unreadable unless the content is text in UTF-8, in lines that fit memory."""
    remedy = "save it as CSV in UTF-8"
    for start, form in FOREIGN.items():
        if origin.beginning.startswith(start):
            raise Unreadable(Fault(origin.place, f"the file is {form}", "text in UTF-8", remedy))
    with origin.open() as stream:
        if line := _first_endless_line(stream):
            message = f"line {line:,} has more than {LONGEST_LINE:,} bytes"
            raise Unreadable(Fault(origin.place, message, "a row a line"))
    with origin.open() as stream:
        wrong = _first_wrong_byte(stream)
    if wrong is not None:
        position, byte, line = wrong
        message = f"byte {position + 1:,} of the file, 0x{byte:02x} in line {line:,}, is no text in UTF-8"
        raise Unreadable(Fault(origin.place, message, "text in UTF-8", remedy))


def _first_wrong_byte(stream: BinaryIO) -> tuple[int, int, int] | None:
    """Return where text ceases to be UTF-8, or has a zero: the byte's position, the byte, and its line."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    start, line, last = 0, 1, False
    while not last:
        chunk = stream.read(CHUNK)
        last = not chunk
        pending = decoder.getstate()[0] + chunk
        try:
            decoder.decode(chunk, last)
            wrong = pending.find(b"\0")
        except UnicodeDecodeError as error:
            wrong = error.start
        if wrong >= 0:
            return start + wrong, pending[wrong], line + pending.count(b"\n", 0, wrong)
        left = len(decoder.getstate()[0])
        start, line = start + len(pending) - left, line + pending.count(b"\n")
    return None


def _first_endless_line(stream: BinaryIO) -> int:
    """Return the number of the first line without an end in reach; 0 where there is none."""
    line, length = 1, 0
    while chunk := stream.read(CHUNK):
        lines = chunk.replace(b"\r", b"\n").split(b"\n", 1)
        if length + len(lines[0]) > LONGEST_LINE:
            return line
        length = length + len(chunk) if len(lines) == 1 else len(chunk) - 1 - max(map(chunk.rfind, (b"\n", b"\r")))
        line += chunk.count(b"\n")
    return 0


def _records(stream: BinaryIO, dialect: Dialect) -> Iterator[list[str]]:
    return dialect.records(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""))


def _leading(records: Iterator[list[str]]) -> list[list[str]]:
    """Return the records up to the first with anything in it, which is the header."""
    leading = []
    for record in records:
        leading.append(record)
        if any(record):
            break
    return leading


def _header(origin: Origin, dialect: Dialect) -> tuple[tuple[str, ...], int]:
    """Names of the columns, and the row that they stand in."""
    try:
        with origin.open() as stream:
            leading = _leading(_records(stream, dialect))
    except csv.Error as error:
        raise Unreadable(_broken(origin.place, 1, error)) from error
    names = tuple(map(str.strip, leading[-1])) if leading else ()
    return ("", *names) if dialect.has_row_names else names, len(leading)


def _broken(place: str, row: int, error: csv.Error) -> Fault:
    return Fault(
        f"{place} row {row}",
        f"the row cannot be split into cells: {error}",
        "each double quote closed in its cell, and written twice where it is part of the text",
    )


DELIMITED_FORMAT = Format("csv", "a table in text", _delimited_recognizes, _delimited_open)


_LINES = re.compile(rb"\s*((" + NUMBER.pattern.encode() + rb")[ \t]*(\r?\n\s*|$))+")
_MARK = b"\xef\xbb\xbf"


def _bare_numbers_recognizes(origin: Origin) -> bool:
    beginning = origin.beginning.removeprefix(_MARK)
    if len(origin.beginning) == BEGINNING:
        beginning = beginning[: beginning.rfind(b"\n") + 1]
    return _LINES.fullmatch(beginning) is not None


def _bare_numbers_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """A column called as the only metric of the study, or `score`; where there are several rows, they are repeats."""
    lines = origin.content.removeprefix(_MARK).decode("utf-8", "replace").split("\n")
    numbered = [(row, line.strip()) for row, line in enumerate(lines, 1) if line.strip()]
    name = origin.metrics[0] if len(origin.metrics) == 1 else "score"
    cells: dict[str, Cells] = {name: [line for _, line in numbered]}
    if len(numbered) > 1 and "repeat" not in origin.captured:
        cells["repeat"] = np.arange(1.0, len(numbered) + 1)
    rows = [row for row, _ in numbered]
    return [HeldSheet(origin.place, tuple(cells), (origin.file,), cells=tuple(cells.values()), rows=rows)]


BARE_NUMBERS_FORMAT = Format("numbers", "numbers alone", _bare_numbers_recognizes, _bare_numbers_open)
