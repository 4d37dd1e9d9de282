"""A file of rows and columns in text (CSV or TSV), read a stretch at a time, each cell as it was written.

The reader is Python's own: it tells a short row from one with empty cells and counts rows as a spreadsheet does.
"""

from __future__ import annotations

import bz2
import codecs
import csv
import gzip
import hashlib
import io
import lzma
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault
from rankpress.sources.findings import Findings, plain, quoted
from rankpress.wording import counted

DELIMITERS = {".csv": ",;\t", ".tsv": "\t", ".txt": "\t;,"}
UNPACKERS = {".gz": gzip.decompress, ".xz": lzma.decompress, ".bz2": bz2.decompress}
STRETCH = 20_000

# Files that say how they are encoded, and not as UTF-8.
FOREIGN = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "a spreadsheet or a zip archive"}


@dataclass(frozen=True)
class Stretch:
    """Some rows of a sheet, by column.

    Parameters
    ----------
    rows : sequence of int
        Numbers of the rows as a spreadsheet shows them; the header is row 1.
    columns : list of lists of str
        The cells of the columns that were asked for, without blanks around them.
    """

    rows: Sequence[int]
    columns: list[list[str]]


@dataclass(frozen=True)
class Sheet:
    """A file whose header has been read.

    Parameters
    ----------
    path : str
        Relative to the spec.
    header : tuple of str
        Names of the columns, without blanks around them; a column may have none.
    header_row : int
        The row that they stand in.
    size : int
        Bytes on the disk.
    sha256 : str
        Of these bytes, in hex.
    """

    path: str
    header: tuple[str, ...]
    header_row: int
    size: int
    sha256: str
    _content: bytes = field(repr=False)
    _delimiter: str = field(repr=False)

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows under the header; rows with nothing in any cell are passed over."""
        records = _records(self._content, self._delimiter)
        row, some, broken = 1 + len(_leading(records)), False, False
        while not broken:
            read: list[list[str]] = []
            try:
                read.extend(islice(records, STRETCH))
            except csv.Error as error:
                # What comes after an unclosed quote cannot be told from text, so reading stops here.
                broken = True
                findings.add_unread("broken rows", _broken(self.path, row + len(read), error))
            if not read:
                break
            rows, whole = self._whole(row, read, findings)
            row, some = row + len(read), some or any(map(any, read))
            yield Stretch(rows, [list(map(str.strip, map(itemgetter(column), whole))) for column in columns])
        if not some and not broken:
            fault = Fault(plain(self.path), "the file has a header but no rows", "a row at least under the header")
            findings.add_unread("files without rows", fault)

    def _whole(self, first: int, records: list[list[str]], findings: Findings) -> tuple[Sequence[int], list[list[str]]]:
        """The rows that have as many cells as the header, and their numbers; the others are faults or blank."""
        width = len(self.header)
        if set(map(len, records)) == {width} and all(map(any, records)):
            return range(first, first + len(records)), records
        numbered = [(row, record) for row, record in enumerate(records, first) if any(record)]
        for row, record in numbered:
            if len(record) != width:
                findings.add_unread("rows of another length than the header", self._ragged(row, len(record)))
        kept = [(row, record) for row, record in numbered if len(record) == width]
        return [row for row, _ in kept], [record for _, record in kept]

    @property
    def head(self) -> str:
        """The place of the header, as faults name it."""
        return f"{plain(self.path)} row {self.header_row}"

    def _ragged(self, row: int, cells: int) -> Fault:
        return Fault(
            f"{plain(self.path)} row {row}",
            f"the row has {counted(cells, 'cell')}, the header {counted(len(self.header), 'cell')}",
            f"{len(self.header)} cells in each row, empty ones included",
            f"put a cell that holds a {_named(self._delimiter)} between double quotes, and give each column a name",
        )


def open_sheet(folder: Path, path: str, findings: Findings) -> Sheet | None:
    """Read a file and its header.

    Parameters
    ----------
    folder : Path
        Folder of the spec.
    path : str
        File relative to it: .csv, .tsv or .txt, as it is or packed as .gz, .xz or .bz2.
    findings : Findings
        Takes what is wrong with it.

    Returns
    -------
    Sheet or None
        None where nothing of the file can be read.
    """
    try:
        return _open(folder, path, findings)
    except _Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return None


class _Unreadable(Exception):
    """Nothing of a file can be read; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _open(folder: Path, path: str, findings: Findings) -> Sheet:
    suffix, packing = _suffixes(path)
    try:
        packed = (folder / path).read_bytes()
    except OSError as error:
        raise _Unreadable(Fault(plain(path), f"the file cannot be read: {error.strerror}")) from error
    content = packed if packing is None else _unpacked(path, packing, packed)
    _refuse_foreign(path, content)
    delimiter = _delimiter(content, suffix)
    header, row = _header(path, content, delimiter)
    if not any(header):
        fault = Fault(plain(path), "the file is empty", "a header with the names of the columns, and rows under it")
        raise _Unreadable(fault)
    _find_duplicates(path, header, row, findings)
    return Sheet(path, header, row, len(packed), hashlib.sha256(packed).hexdigest(), content, delimiter)


def _suffixes(path: str) -> tuple[str, str | None]:
    """What the name of a file says of its delimiter and of how it is packed."""
    suffixes = [suffix.lower() for suffix in PurePosixPath(path).suffixes]
    packing = suffixes.pop() if suffixes and suffixes[-1] in UNPACKERS else None
    suffix = suffixes[-1] if suffixes else ""
    if suffix not in DELIMITERS:
        raise _Unreadable(
            Fault(
                plain(path),
                f"a file called {quoted(suffix)} is not read" if suffix else "the name of the file has no suffix",
                f"{', '.join(DELIMITERS)}, as it is or packed as {', '.join(UNPACKERS)}",
                "save the scores as CSV, or let scores.files name the files of scores only",
            )
        )
    return suffix, packing


def _unpacked(path: str, packing: str, packed: bytes) -> bytes:
    try:
        return UNPACKERS[packing](packed)
    except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        fault = Fault(plain(path), f"the file cannot be unpacked as {packing}: {error}", f"a whole {packing} file")
        raise _Unreadable(fault) from error


def _refuse_foreign(path: str, content: bytes) -> None:
    """Raise _Unreadable unless the content is text in UTF-8."""
    remedy = "save it as CSV in UTF-8"
    for start, form in FOREIGN.items():
        if content.startswith(start):
            raise _Unreadable(Fault(plain(path), f"the file is {form}", "text in UTF-8", remedy))
    try:
        content.decode("utf-8")
        position = content.find(b"\0")
    except UnicodeDecodeError as error:
        position = error.start
    if position >= 0:
        line = content.count(b"\n", 0, position) + 1
        found = f"byte {position + 1:,} of the file, 0x{content[position]:02x} in line {line:,}, is no text in UTF-8"
        raise _Unreadable(Fault(plain(path), found, "text in UTF-8", remedy))


def _delimiter(content: bytes, suffix: str) -> str:
    """The delimiter that goes with the suffix, or another if the first line has that alone."""
    first = io.BytesIO(content.removeprefix(codecs.BOM_UTF8).lstrip()).readline().decode("utf-8")
    usual = DELIMITERS[suffix]
    return next((delimiter for delimiter in usual if delimiter in first), usual[0])


def _records(content: bytes, delimiter: str) -> Iterator[list[str]]:
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", newline="")
    return csv.reader(text, delimiter=delimiter, strict=True, skipinitialspace=True)


def _leading(records: Iterator[list[str]]) -> list[list[str]]:
    """The records up to the first with anything in it, which is the header."""
    leading = []
    for record in records:
        leading.append(record)
        if any(record):
            break
    return leading


def _header(path: str, content: bytes, delimiter: str) -> tuple[tuple[str, ...], int]:
    """Names of the columns, and the row that they stand in."""
    try:
        leading = _leading(_records(content, delimiter))
    except csv.Error as error:
        raise _Unreadable(_broken(path, 1, error)) from error
    return tuple(map(str.strip, leading[-1])) if leading else (), len(leading)


def _find_duplicates(path: str, header: tuple[str, ...], row: int, findings: Findings) -> None:
    """Find names that stand over more than one column."""
    for name, times in Counter(filter(None, header)).items():
        if times > 1:
            columns = ", ".join(str(index) for index, other in enumerate(header, 1) if other == name)
            fault = Fault(
                f"{plain(path)} row {row}",
                f"{quoted(name)} stands over {times} columns: {columns}",
                "a name of its own for each column",
            )
            findings.add_unread("names that stand over several columns", fault)


def _broken(path: str, row: int, error: csv.Error) -> Fault:
    return Fault(
        f"{plain(path)} row {row}",
        f"the row cannot be split into cells: {error}",
        "each double quote closed in its cell, and written twice where it is part of the text",
    )


def _named(delimiter: str) -> str:
    return {",": "comma", ";": "semicolon", "\t": "tab"}[delimiter]
