"""Workbooks of Excel and LibreOffice: the values that stand in their cells, those of formulas as they were saved."""

from __future__ import annotations

import io
import zlib
from typing import Any
from zipfile import BadZipFile, ZipFile

from rankpress.faults import Fault
from rankpress.sources.cells import text_of, typed
from rankpress.sources.extras import imported
from rankpress.sources.findings import Findings, plain
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable, too_large
from rankpress.sources.sheet import HeldSheet, Sheet, find_same_names
from rankpress.sources.spans import spanned_cells

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
            (one.name, book.get_sheet_by_name(one.name).to_python(skip_empty_area=False))
            for one in book.sheets_metadata
            if one.visible == calamine.SheetVisibleEnum.Visible and one.typ == calamine.SheetTypeEnum.WorkSheet
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
                told = "from their first to their last cell, its sheets span"
                raise Unreadable(too_large(origin.place, told, "cells", origin.limit.cells))


def _sheet(origin: Origin, name: str, records: list[list[Any]]) -> Sheet:
    """The first row with anything in it is the header; columns without a name and a value are passed over."""
    numbered = [(row, record) for row, record in enumerate(records, 1) if _some(record)]
    header_row, head = numbered.pop(0)
    named = [text_of(cell or None) for cell in head]
    kept = [at for at, name in enumerate(named) if name or any(record[at] != "" for _, record in numbered)]
    return HeldSheet(
        f"{origin.place} sheet {plain(name)}",
        tuple(named[at] for at in kept),
        (origin.file,),
        header_row,
        name,
        cells=tuple(typed(None if record[at] == "" else record[at] for _, record in numbered) for at in kept),
        rows=[row for row, _ in numbered],
    )


def _some(record: list[Any]) -> bool:
    return any(cell != "" for cell in record)


FORMAT = Format("excel", "a workbook", _recognizes, _open, libraries=("python-calamine",))
