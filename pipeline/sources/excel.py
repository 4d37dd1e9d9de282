"""Workbooks of Excel and LibreOffice: the values of their cells, and how many cells they span."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from rankpress.core.faults import Fault, Findings, plain
from rankpress.sources.cells import HeldSheet, Sheet, find_same_names, text_of, typed
from rankpress.sources.files import Origin, Unreadable, imported, too_large
from rankpress.sources.formats import Format

CHUNK = 1 << 18


def spanned_cells(archive: zipfile.ZipFile) -> Iterator[int]:
    """Yield how many cells each part of a workbook spans, from the first cell of a sheet to the last one filled."""
    for part in archive.infolist():
        with archive.open(part) as stream:
            if part.filename.endswith(".bin") and "worksheets/" in part.filename:
                yield _binary(stream)
            else:
                counting = _Counting()
                try:
                    while chunk := stream.read(CHUNK):
                        counting.parser.Parse(chunk, False)
                except expat.ExpatError:
                    pass  # a picture, say; and what is broken XML, readers do not come to the end of either
                yield counting.cells


class _Counting:
    """Counts the cells of the sheets in a part of .xlsx or .ods, element by element."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self._before = self._row = self._last_row = self._column = self._height = self._width = 0

    @property
    def cells(self) -> int:
        return self._before + self._height * self._width

    def _start(self, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "c":
            self._column, self._row = _place(given.get("r", ""), self._column + 1, self._row)
            self._last_row = self._row
        elif kind == "row":
            self._row = self._last_row = _number(given.get("r"), self._row + 1)
            self._column = 0
        elif kind == "table":
            self._before, self._last_row, self._height, self._width = self.cells, 0, 0, 0
        elif kind == "table-row":
            self._row, self._column = self._last_row + 1, 0
            self._last_row += _number(given.get("table:number-rows-repeated"), 1)
        elif kind in ("table-cell", "covered-table-cell"):
            self._column += _number(given.get("table:number-columns-repeated"), 1)
        if kind in ("v", "is", "p") or "office:value-type" in given:
            self._height, self._width = max(self._height, self._last_row), max(self._width, self._column)


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 19 else otherwise


def _place(reference: str, column: int, row: int) -> tuple[int, int]:
    """Column and row of a cell by a reference such as XFD12; as given where it has none."""
    letters = reference.rstrip("0123456789")
    if letters:
        column = 0
        for letter in letters[:4].upper():
            column = column * 26 + ord(letter) - 64
    return column, _number(reference[len(letters) :], row)


def _binary(stream: IO[bytes]) -> int:
    """Return how many cells a sheet of .xlsb spans: records of a kind, a length and as many bytes."""
    row = height = width = 0
    while (kind := _varying(stream, 2)) is not None and (length := _varying(stream, 4)) is not None:
        content = stream.read(length)
        number = int.from_bytes(content[:4], "little")
        if kind == 0:
            row = number + 1
        elif 1 < kind <= 11:
            height, width = max(height, row), max(width, number + 1)
    return height * width


def _varying(stream: IO[bytes], most: int) -> int | None:
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
    calamine = imported("python_calamine", "excel", origin.place)
    try:
        if origin.beginning.startswith(ZIP):
            _refuse_large(origin)
        book = calamine.load_workbook(io.BytesIO(origin.content))
        # hidden ones, and those of charts, hold no scores
        tables = [
            (item.name, book.get_sheet_by_name(item.name).to_python(skip_empty_area=False))
            for item in book.sheets_metadata
            if item.visible == calamine.SheetVisibleEnum.Visible and item.typ == calamine.SheetTypeEnum.WorkSheet
        ]
    except (Unreadable, MemoryError):
        raise
    except BaseException as error:
        # what a reader in Rust calls a panic is no Exception
        known = (calamine.CalamineError, ValueError, OSError, BadZipFile, zlib.error, NotImplementedError, RuntimeError)
        if not isinstance(error, known) and type(error).__name__ != "PanicException":
            raise
        raise Unreadable(Fault(origin.place, f"the workbook cannot be read: {plain(str(error))}")) from error
    sheets = [_sheet(origin, name, records) for name, records in tables if any(map(_some, records))]
    if not sheets:
        raise Unreadable(Fault(origin.place, "all sheets of the workbook are empty", "a sheet of scores"))
    for sheet in sheets:
        find_same_names(sheet, findings)
    return list(sheets)


def _refuse_large(origin: Origin) -> None:
    """Raise Unreadable where the parts of a workbook, or the sheets in it, are larger than the origin may be."""
    with ZipFile(io.BytesIO(origin.content)) as archive:
        if sum(part.file_size for part in archive.infolist()) > origin.limit.bytes:
            raise Unreadable(too_large(origin.place, "unpacked, the workbook holds", "bytes", origin.limit.bytes))
        cells = 0
        for spanned in spanned_cells(archive):
            cells += spanned
            if cells > origin.limit.cells:
                text = "from their first to their last cell, its sheets span"
                raise Unreadable(too_large(origin.place, text, "cells", origin.limit.cells))


def _sheet(origin: Origin, name: str, records: list[list[Any]]) -> Sheet:
    """Take the first row that is not empty for the header; columns without a name and a value are passed over."""
    numbered = [(row, record) for row, record in enumerate(records, 1) if _some(record)]
    header_row, head = numbered.pop(0)
    named = [text_of(cell or None) for cell in head]
    remaining = [
        index for index, name in enumerate(named) if name or any(record[index] != "" for _, record in numbered)
    ]
    return HeldSheet(
        f"{origin.place} sheet {plain(name)}",
        tuple(named[index] for index in remaining),
        (origin.file,),
        header_row,
        name,
        cells=tuple(
            typed(None if record[index] == "" else record[index] for _, record in numbered) for index in remaining
        ),
        rows=[row for row, _ in numbered],
    )


def _some(record: list[Any]) -> bool:
    return any(cell != "" for cell in record)


EXCEL_FORMAT = Format("excel", "a workbook", _recognizes, _open, libraries=("python-calamine",))
