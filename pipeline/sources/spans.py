"""How many cells the sheets of a workbook span, counted before a reader makes room for all of them.

A reader lays a sheet out from its first cell to its last, so that a file of 1 KB with one cell in the last row and
column has it ask for hundreds of gigabytes.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import IO
from xml.parsers import expat

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
    """How many cells a sheet of .xlsb spans: records of a kind, a length and as many bytes."""
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
    """A number in bytes of seven bits each, the last of which is below 128; None at the end."""
    number = 0
    for at in range(most):
        if not (byte := stream.read(1)):
            return None
        number |= (byte[0] & 127) << 7 * at
        if byte[0] < 128:
            break
    return number
