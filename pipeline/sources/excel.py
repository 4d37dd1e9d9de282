"""Workbooks of Excel and LibreOffice: the values of their cells, and how many cells they span."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import IO, Any
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import HeldSheet, Sheet, Stretch, text_of, typed
from rankpress.sources.files import Origin, Unreadable, import_optional, too_large
from rankpress.sources.formats import Format
from rankpress.sources.headers import LOOKED_AT, joined_header
from rankpress.sources.old_workbooks import contents_of_old
from rankpress.sources.stacked import Stacked, stacked_tables
from rankpress.sources.titles import count_titles
from rankpress.sources.workbook_parts import cell_place_of, comments_in, names_of_parts, number_of, struck_in
from rankpress.wording.strings import counted, quoted, without_controls

CHUNK = 1 << 18
_NO_END = 1 << 62  # bytes
_MOST_ABOVE = 20  # rows that titles and a header are looked for in


@dataclass
class Contents:
    """What the parts of a workbook hold once a reader has put every cell in its place."""

    cells: int = 0  # from the first cell of a sheet to the last one filled
    bytes: int = 0  # unpacked, and with a text for each cell that refers to it
    # by part or table, and by column from 1, the first row whose cell has a formula and no value, and how many do
    unvalued: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)


def contents_of(archive: zipfile.ZipFile) -> Iterator[Contents]:
    """Yield what a workbook holds, each time that some of it was looked at; raises what zipfile does."""
    contents, lengths = Contents(), list[int]()
    # the texts that cells refer to come first
    for part in sorted(archive.infolist(), key=lambda part: "sharedstrings" not in part.filename.lower()):
        part = copy(part)
        part.file_size = _NO_END  # what stands there need not be true, and readers go on to the end
        with archive.open(part) as stream:
            if part.filename.endswith(".bin"):
                yield from _contents_of_records(_Counted(stream, contents), part.filename, contents, lengths)
            else:
                yield from _contents_of_elements(stream, part.filename, contents, lengths)


def _contents_of_elements(stream: IO[bytes], name: str, contents: Contents, lengths: list[int]) -> Iterator[Contents]:
    counting, before, unpacked = _Counting(lengths, name, contents.unvalued), replace(contents), 0
    try:
        while chunk := stream.read(CHUNK):
            unpacked += len(chunk)
            counting.parser.Parse(chunk, False)
            contents.cells = before.cells + counting.cells
            contents.bytes = before.bytes + unpacked + counting.characters
            yield contents
    except expat.ExpatError:  # a picture, say; and what is broken XML, readers do not come to the end of either
        while chunk := stream.read(CHUNK):
            contents.bytes += len(chunk)
            yield contents


class _Counting:
    """Counts the cells of the sheets in a part of .xlsx or .ods, and the characters of their texts.

    Of formulas it finds those that no program computed: a program that writes a workbook may leave that to Excel.
    """

    def __init__(self, lengths: list[int], name: str, unvalued: dict[tuple[str, int], tuple[int, int]]) -> None:
        self._name, self._unvalued = name, unvalued
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self._lengths, self._length, self._times = lengths, 0, 1
        self.characters = 0
        self._before = self._row = self._last_row = self._column = self._height = self._width = 0

    @property
    def cells(self) -> int:
        return self._before + self._height * self._width

    def _start(self, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "c":
            self._column, self._row = cell_place_of(given.get("r", ""), self._column + 1, self._row)
            self._last_row = self._row
            self._refers = given.get("t") == "s"
            self._has_formula, self._has_value = False, given.get("t") == "str"  # an empty text is a value
        elif kind == "f":
            self._has_formula = True
        elif kind == "row":
            self._row = self._last_row = number_of(given.get("r"), self._row + 1)
            self._column = 0
        elif kind == "table":
            self._before, self._last_row, self._height, self._width = self.cells, 0, 0, 0
            self._name = given.get("table:name", self._name)
        elif kind == "table-row":
            self._row, self._column = self._last_row + 1, 0
            self._repeated = number_of(given.get("table:number-rows-repeated"), 1)
            self._last_row += self._repeated
        elif kind in ("table-cell", "covered-table-cell"):
            across = number_of(given.get("table:number-columns-repeated"), 1)
            self._column += across
            if "table:formula" in given and not given.keys() & {"office:value-type", "calcext:value-type"}:
                self._find_unvalued(self._row)
            self._times, self._length = across * self._repeated, len(given.get("office:string-value", ""))
            self.parser.CharacterDataHandler = self._add
        elif kind == "si":
            self._length = 0
            self.parser.CharacterDataHandler = self._add
        if kind in ("v", "is", "p") or "office:value-type" in given:
            self._height, self._width = max(self._height, self._last_row), max(self._width, self._column)
            if kind == "v" and self._refers and self._lengths:
                self._reference = ""
                self.parser.CharacterDataHandler = self._refer
            elif kind == "v" and self._has_formula:
                self.parser.CharacterDataHandler = self._value

    _refers, _reference, _repeated = False, "", 1
    _has_formula = _has_value = False

    def _end(self, name: str) -> None:
        kind = name.rpartition(":")[2]
        if kind == "si":
            self._lengths.append(self._length)
        elif kind in ("table-cell", "covered-table-cell"):
            self.characters += self._length * (self._times - 1)  # one stands in the part itself
        elif kind == "c" and self._has_formula and not self._has_value:
            self._find_unvalued(self._row)
        elif kind == "v" and self._refers and self.parser.CharacterDataHandler is not None:
            self.characters += _length_at(self._lengths, self._reference)
        elif kind != "v":
            return
        self.parser.CharacterDataHandler = None

    def _find_unvalued(self, row: int) -> None:
        first, times = self._unvalued.get((self._name, self._column), (row, 0))
        self._unvalued[self._name, self._column] = first, times + 1

    def _value(self, text: str) -> None:
        self._has_value = self._has_value or bool(text.strip())

    def _add(self, text: str) -> None:
        self._length += len(text)

    def _refer(self, text: str) -> None:
        self._reference += text


def _length_at(lengths: list[int], reference: str) -> int:
    index = number_of(reference.strip(), len(lengths))
    return lengths[index] if index < len(lengths) else 0


_TEXT, _REFERENCE = 19, 7  # kinds of records: a text that cells refer to, a cell that refers to one
_SOME = 10_000  # records, after which the limits are looked at


def _contents_of_records(stream: _Counted, name: str, contents: Contents, lengths: list[int]) -> Iterator[Contents]:
    """Count what a part of .xlsb holds: records of a kind, a length and as many bytes."""
    is_sheet, has_texts = "worksheets/" in name, "sharedstrings" in name.lower()
    before, row, height, width, met = contents.cells, 0, 0, 0, 0
    while (is_sheet or has_texts) and (kind := _varying(stream, 2)) is not None:
        length = _varying(stream, 4)
        if length is None:
            break
        content = stream.read(length)
        number = int.from_bytes(content[:4], "little")
        if has_texts:
            lengths += [int.from_bytes(content[1:5], "little")] if kind == _TEXT else []
        elif kind == 0:
            row = number + 1
        elif 1 < kind <= 11:
            height, width = max(height, row), max(width, number + 1)
            contents.cells = before + height * width
            if kind == _REFERENCE:
                contents.bytes += _length_at(lengths, str(int.from_bytes(content[8:12], "little")))
        met += 1
        if met % _SOME == 0:
            yield contents
    yield contents
    while stream.read(CHUNK):
        yield contents


class _Counted:
    """A part of a workbook, whose bytes count for what the workbook holds."""

    def __init__(self, inner: IO[bytes], contents: Contents) -> None:
        self._inner, self._contents = inner, contents

    def read(self, size: int) -> bytes:
        content = b""
        while len(content) < size and (chunk := self._inner.read(min(CHUNK, size - len(content)))):
            content += chunk
        self._contents.bytes += len(content)
        return content


def _varying(stream: _Counted, most: int) -> int | None:
    """Return a number in bytes of seven bits each, the last of which is below 128; None at the end."""
    number = 0
    for index in range(most):
        if not (byte := stream.read(1)):
            return None
        number |= (byte[0] & 127) << 7 * index
        if byte[0] < 128:
            break
    return number


# How a zip of the kind begins, and an old Excel file.
ZIP, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = (b"[Content_Types].xml", b"xl/", b"docProps/", b"_rels/", b"mimetypeapplication/vnd.oasis.opendocument.spr")
SUFFIXES = frozenset({".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"})


def _recognizes(origin: Origin) -> bool:
    if origin.beginning.startswith(ZIP):
        return origin.beginning[30:].startswith(PARTS)
    return origin.beginning.startswith(OLD) and origin.suffix in SUFFIXES


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    calamine = import_optional("python_calamine", "excel", origin.place)
    unvalued: dict[tuple[str, int], tuple[int, int]] = {}
    try:
        unvalued = _unvalued_in(origin)
        book = calamine.load_workbook(io.BytesIO(origin.content))
        # hidden ones, and those of charts, hold no scores
        tables = [
            (sheet.name, book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False))
            for sheet in book.sheets_metadata
            if sheet.visible == calamine.SheetVisibleEnum.Visible and sheet.typ == calamine.SheetTypeEnum.WorkSheet
        ]
    except (Unreadable, MemoryError):
        raise
    except BaseException as error:
        # what a reader in Rust calls a panic is no Exception
        unreadable = (
            calamine.CalamineError,
            ValueError,
            OSError,
            BadZipFile,
            zlib.error,
            NotImplementedError,
            RuntimeError,
        )
        if not isinstance(error, unreadable) and type(error).__name__ != "PanicException":
            raise
        raise Unreadable(Fault(origin.place, f"the workbook cannot be read: {without_controls(str(error))}")) from error
    comments, struck = _besides(origin)
    some = [(name, _with_struck(records, struck.get(name, ()))) for name, records in tables if any(map(_some, records))]
    sheets = [sheet for name, records in some for sheet in _sheets(origin, name, records, unvalued, len(some) == 1)]
    if not sheets:
        raise Unreadable(Fault(origin.place, "all sheets of the workbook are empty", "a sheet of scores"))
    notes = tuple(islice(chain(_notes_among(some), comments), _MOST_NOTES))
    return [replace(sheet, comments=notes) for sheet in sheets] if notes else list(sheets)


_MOST_NOTES = 200


def _notes_among(tables: Sequence[tuple[str, list[list[Any]]]]) -> Iterator[str]:
    """Yield the texts of sheets that hold no numbers: what somebody notes on the others."""
    for _, records in tables if len(tables) > 1 else ():
        cells = [cell for record in records[:_MOST_NOTES] for cell in record if cell != ""]
        if all(isinstance(cell, str) for cell in cells):
            yield from (" ".join(cell.split()) for cell in cells)


def _besides(origin: Origin) -> tuple[list[str], dict[str, set[tuple[int, int]]]]:
    """Return the comments on cells of .xlsx, and by sheet the cells that are struck through."""
    if not origin.beginning.startswith(ZIP):
        return [], {}
    with ZipFile(io.BytesIO(origin.content)) as archive:
        return list(comments_in(archive)), struck_in(archive)


def _with_struck(records: list[list[Any]], struck: Collection[tuple[int, int]]) -> list[list[Any]]:
    """Return the rows with numbers that are struck through written as Markdown does: they count for nothing unasked."""
    for row, column in struck:
        if row < len(records) and column < len(records[row]) and isinstance(records[row][column], int | float):
            records[row][column] = f"~~{text_of(records[row][column])}~~"
    return records


def _unvalued_in(origin: Origin) -> dict[tuple[str, int], tuple[int, int]]:
    """Return by sheet and column the formulas without values, as in `Contents`.

    Raises Unreadable where the workbook, with each cell in its place, is larger than the origin may be.
    """
    limit, contents, archive = origin.limit, Contents(), None
    with ExitStack() as opened:
        if origin.beginning.startswith(ZIP):
            archive = opened.enter_context(ZipFile(io.BytesIO(origin.content)))
            parts = contents_of(archive)
        else:
            parts = iter([Contents(*contents_of_old(origin.content))])
        for contents in parts:
            if contents.bytes > limit.bytes:
                what = "unpacked, with a text for each cell that has it, the workbook holds"
                raise Unreadable(too_large(origin.place, what, "bytes", limit.bytes))
            if contents.cells > limit.cells:
                what = "from their first to their last cell, its sheets span"
                raise Unreadable(too_large(origin.place, what, "cells", limit.cells))
        names = names_of_parts(archive) if archive and contents.unvalued else {}
    return {(names.get(part, part), column): times for (part, column), times in contents.unvalued.items()}


@dataclass(frozen=True)
class WorkbookSheet(HeldSheet):
    """A sheet of a workbook, some cells of which may hold formulas that no program computed."""

    # by column the first row whose cell has a formula and no value, and how many do
    unvalued: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Yield all rows at once; of columns with formulas that have no values, a fault each."""
        if lacking := [column for column in columns if column in self.unvalued]:
            findings.add_unread("formulas without values", self._fault(lacking[0], len(lacking)))
        else:
            yield from super().stretches(columns, findings)

    def _fault(self, column: int, n_columns: int) -> Fault:
        row, times = self.unvalued[column]
        where = f"{self.place} row {row} column {quoted(self.header[column])}"
        others = [f"{times - 1:,} more in it"] * (times > 1) + [f"in {counted(n_columns - 1, 'more column')}"] * (
            n_columns > 1
        )
        further = f" ({', '.join(others)})" if others else ""
        return Fault(
            where,
            f"the cell holds a formula and no value: no program has computed it{further}",
            "the value of each formula, which Excel and LibreOffice store when they save a workbook",
            "open the workbook in Excel or LibreOffice and save it",
        )


# Of a sheet with more rows, what is read is one table.
_MOST_STACKED = 2_000


def _sheets(
    origin: Origin,
    name: str,
    records: list[list[Any]],
    unvalued: Mapping[tuple[str, int], tuple[int, int]],
    is_only: bool,
) -> Iterator[Sheet]:
    """Yield the table of a sheet, or those that stand one below the other in it, under their titles."""
    numbered = list(enumerate(records, 1))
    stacked: list[Stacked] = []
    if len(records) <= _MOST_STACKED:
        stacked = stacked_tables(
            [(row, [text_of(None if cell == "" else cell) for cell in record]) for row, record in numbered]
        )
    if not stacked:
        yield _sheet(origin, name, numbered, unvalued)
        return
    titles = Counter(title for title, _ in stacked)
    for place, (title, table) in enumerate(stacked, 1):
        rows, width = {row for row, _ in table}, len(table[0][1])
        kept = [(row, record[:width]) for row, record in numbered if row in rows]
        own = title if title and titles[title] == 1 else f"{title or 'table'} {place}"
        sheet = _sheet(origin, name, kept, unvalued)
        yield replace(
            sheet, place=f"{sheet.place} table {own}", table=own if is_only else f"{name}: {own}", title=title
        )


def _sheet(
    origin: Origin, name: str, rows: list[tuple[int, list[Any]]], unvalued: Mapping[tuple[str, int], tuple[int, int]]
) -> Sheet:
    """Take the first row with anything in it, or several, for the header; columns of nothing are passed over."""
    numbered = [(row, record) for row, record in rows if _some(record)]
    # an empty column in front is none of the table
    filled = [index for index in range(len(numbered[0][1])) if any(record[index] != "" for _, record in numbered)]
    first = _as_texts(numbered, filled)
    n = count_titles(first, len(first[0]))
    title, numbered = " ".join(filter(None, chain.from_iterable(first[:n]))), numbered[n:]
    header_row, first = numbered[0][0], _as_texts(numbered, filled)[:LOOKED_AT]
    names, header_rows = joined_header(first, origin.header)
    by_name, numbered = dict(zip(filled, names, strict=True)), numbered[header_rows:]
    remaining = [index for index, name in by_name.items() if name or any(record[index] != "" for _, record in numbered)]
    return WorkbookSheet(
        f"{origin.place} sheet {without_controls(name)}",
        tuple(by_name[index] for index in remaining),
        (origin.file,),
        header_row,
        name,
        title=title,
        cells=tuple(
            typed(None if record[index] == "" else record[index] for _, record in numbered) for index in remaining
        ),
        rows=[row for row, _ in numbered],
        unvalued={
            place: unvalued[name, index + 1] for place, index in enumerate(remaining) if (name, index + 1) in unvalued
        },
    )


def _as_texts(numbered: Sequence[tuple[int, list[Any]]], columns: Sequence[int]) -> list[list[str]]:
    """Return these columns of the first rows as texts."""
    cells = [[record[index] for index in columns] for _, record in numbered[:_MOST_ABOVE]]
    return [[text_of(None if cell == "" else cell) for cell in record] for record in cells]


def _some(record: list[Any]) -> bool:
    return any(cell != "" for cell in record)


EXCEL_FORMAT = Format("excel", "a workbook", _recognizes, _open, libraries=("python-calamine",))
