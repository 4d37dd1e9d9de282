"""What an old workbook of Excel holds: records of its stream, and the texts that cells refer to."""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

# Kinds of records: the texts, more of the record before, a sheet with its place, the end of a sheet.
_TEXTS, _MORE, _SHEET, _LAST = 0x00FC, 0x003C, 0x0085, 0x000A
_REFERENCE = 0x00FD  # a cell that has one of the texts
_CELLS = frozenset({0x0006, 0x00BD, 0x00BE, 0x00D6, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E, _REFERENCE})
_END = 0xFFFF_FFFA  # the least number that is no sector
_DIRECTORY_ENTRY = 128


def contents_of_old(content: bytes) -> tuple[int, int]:
    """Return how many cells the sheets span once each is in its place, and how many bytes the texts of cells have.

    Both are 0 of what is damaged, which its reader refuses; a stream below 4,096 bytes is not looked at.
    """
    try:
        stream = _stream(content)
        lengths, sheets = _lengths_and_sheets(stream)
        cells = size = 0
        for place, times in sheets.items():
            of_sheet, references = _cells_and_references(stream, place)
            cells += times * of_sheet
            size += times * sum(lengths[index] * n for index, n in references.items() if index < len(lengths))
    except (IndexError, struct.error):
        return 0, 0
    return cells, size


def _records(stream: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        yield kind, stream[place + 4 : place + 4 + length]
        if kind == _LAST:
            return
        place += 4 + length


def _lengths_and_sheets(stream: bytes) -> tuple[Sequence[int], Counter[int]]:
    """Return the lengths of all texts, and where sheets begin: several names may lead to one."""
    parts, sheets, before = list[bytes](), Counter[int](), 0
    for kind, content in _records(stream, 0):
        if kind == _SHEET:
            sheets[struct.unpack_from("<I", content)[0]] += 1
        if kind == _TEXTS or (kind == _MORE and before == _TEXTS):
            parts.append(content)
        before = before if kind == _MORE else kind
    return _lengths(parts), sheets


def _lengths(parts: Sequence[bytes]) -> array[int]:
    """Return the bytes of each text; one that goes on in the next part states there again how wide its letters are."""
    lengths, at, place = array("I"), 0, 8
    while at < len(parts) and (place < len(parts[at]) or at + 1 < len(parts)):
        if place >= len(parts[at]):
            at, place = at + 1, 0
            continue
        if place + 3 > len(parts[at]):
            break
        left, flags = struct.unpack_from("<HB", parts[at], place)
        lengths.append(left * 3)  # UTF-8 has up to three bytes where the file has one or two
        place += 3
        behind = 0
        if flags & 8:
            behind += 4 * struct.unpack_from("<H", parts[at], place)[0]
            place += 2
        if flags & 4:
            behind += struct.unpack_from("<I", parts[at], place)[0]
            place += 4
        while left:
            width = 1 + (flags & 1)
            here = min(left, (len(parts[at]) - place) // width)
            left, place = left - here, place + here * width
            if left:
                at, place = at + 1, 1
                flags = parts[at][0]
        while behind > len(parts[at]) - place:
            behind -= len(parts[at]) - place
            at, place = at + 1, 0
            if at == len(parts):
                return lengths
        place += behind
    return lengths


def _cells_and_references(stream: bytes, place: int) -> tuple[int, Counter[int]]:
    """Return how many cells a sheet spans from the first to the last one, and which texts they have, how often."""
    rows, columns, references = set[int](), set[int](), Counter[int]()
    for kind, content in _records(stream, place):
        if kind in _CELLS:
            row, column = struct.unpack_from("<HH", content)
            rows.add(row)
            columns.add(column)
            if kind in (0x00BD, 0x00BE):  # several cells in a row
                columns.add(struct.unpack_from("<H", content, len(content) - 2)[0])
            if kind == _REFERENCE:
                references[struct.unpack_from("<I", content, 6)[0]] += 1
    return (max(rows) + 1) * (max(columns) + 1) if rows else 0, references


def _stream(content: bytes) -> bytes:
    """Return the workbook's stream: its sectors, one after the other."""
    size = 1 << min(struct.unpack_from("<H", content, 30)[0], 20)
    per_sector = size // 4
    (first,) = struct.unpack_from("<I", content, 48)
    further, _ = struct.unpack_from("<II", content, 68)
    tables = list(struct.unpack_from("<109I", content, 76))
    for _ in range(len(content) // size):  # lists of further tables, each of which names the next
        if further >= _END:
            break
        *more, further = struct.unpack_from(f"<{per_sector}I", content, (further + 1) * size)
        tables += more
    following = array("I")
    for table in tables:
        if table < _END and len(following) * size < len(content):
            following.extend(struct.unpack_from(f"<{per_sector}I", content, (table + 1) * size))
    directory = _chain(content, first, following, size)
    for start in range(0, len(directory) - _DIRECTORY_ENTRY + 1, _DIRECTORY_ENTRY):
        entry = directory[start : start + _DIRECTORY_ENTRY]
        name = entry[: max(int.from_bytes(entry[64:66], "little") - 2, 0)].decode("utf-16-le", "replace")
        if name.lower() in ("workbook", "book"):
            begin, length = struct.unpack_from("<II", entry, 116)
            return _chain(content, begin, following, size)[:length] if length >= 4096 else b""
    return b""


def _chain(content: bytes, sector: int, following: Sequence[int], size: int) -> bytes:
    parts: list[bytes] = []
    while sector < _END and len(parts) <= len(following):  # a circle has no end
        parts.append(content[(sector + 1) * size : (sector + 2) * size])
        sector = following[sector]
    return b"".join(parts)
