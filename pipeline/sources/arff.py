"""Tables of Weka, OpenML and ASlib: attributes with their types, and rows, dense or sparse."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

from rankpress.core.faults import Fault, Findings, counted, quoted
from rankpress.sources.cells import HeldSheet, Sheet, find_same_names
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format

_RELATION = re.compile(rb"(\s*(%[^\n]*)?\n)*\s*@relation\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s'"{]+)\s+(\S.*)""", re.IGNORECASE)
_NUMERIC = frozenset({"numeric", "real", "integer"})


def _recognizes(origin: Origin) -> bool:
    return not origin.is_folder and (origin.suffix == ".arff" or _RELATION.match(origin.beginning) is not None)


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    attributes, rows, columns = read_arff(origin, findings)
    header = tuple(name for name, _ in attributes)
    sheet = HeldSheet(origin.place, header, (origin.file,), cells=columns, rows=rows)
    find_same_names(sheet, findings)
    return [sheet]


Attributes = Sequence[tuple[str, str]]
"""Names and types."""


def read_arff(origin: Origin, findings: Findings) -> tuple[Attributes, list[int], tuple[list[str], ...]]:
    """Return the attributes, the lines of rows, and their cells by column; raises Unreadable."""
    try:
        lines = origin.content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1:,} of the file is no text in UTF-8"
        raise Unreadable(Fault(origin.place, message, "text in UTF-8")) from error
    attributes: list[tuple[str, str]] = []
    for first, line in enumerate(lines, 1):
        text = line.strip()
        if text.lower() == "@data":
            break
        if text.lower().startswith("@attribute"):
            attributes.append(_attribute(text, f"{origin.place} line {first}"))
    else:
        raise Unreadable(Fault(origin.place, "the file has no @data", "a whole ARFF file", "is the file cut off?"))
    if not attributes:
        raise Unreadable(Fault(origin.place, "there is no attribute", "a line @ATTRIBUTE for each column"))
    return attributes, *read_rows(lines[first:], first + 1, attributes, origin.place, findings)


def read_rows(
    lines: Sequence[str], first: int, attributes: Attributes, place: str, findings: Findings
) -> tuple[list[int], tuple[list[str], ...]]:
    """Return the lines of rows, of which the first line bears a number, and their cells by column."""
    rows, records = list[int](), list[list[str]]()
    for number, record in _records(lines, first, place, findings):
        cells = _cells(record, attributes)
        if cells is None:
            text = f"the row has {counted(len(record), 'cell')}, the header {counted(len(attributes), 'cell')}"
            fault = Fault(f"{place} row {number}", text, "whole rows", "is the file cut off?")
            findings.add_unread("rows of another length than the header", fault)
            continue
        rows.append(number)
        records.append(cells)
    return rows, tuple(map(list, zip(*records, strict=True))) if records else ([],) * len(attributes)


def _attribute(line: str, place: str) -> tuple[str, str]:
    match = _ATTRIBUTE.fullmatch(line)
    if match is None:
        raise Unreadable(Fault(place, f"{quoted(line)} names no attribute", "@ATTRIBUTE name type"))
    return _unquoted(match[1]), match[2].strip()


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def _records(lines: Sequence[str], first: int, place: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row with the number of its line; those of a sparse row are its pairs."""
    for number, line in enumerate(lines, first):
        text = line.strip()
        if not text or text.startswith("%"):
            continue
        sparse = text.startswith("{") and text.endswith("}")
        quote = "'" if text.count("'") > text.count('"') else '"'
        reader = csv.reader(
            [text[1:-1] if sparse else text], quotechar=quote, escapechar="\\", skipinitialspace=True, strict=True
        )
        try:
            cells = [cell.strip() for cell in next(reader, [])]
        except csv.Error as error:
            fault = Fault(f"{place} row {number}", f"the row cannot be split into cells: {error}", "closed quotes")
            findings.add_unread("broken rows", fault)
            continue
        yield number, ["{", *cells] if sparse else cells


def _cells(record: list[str], attributes: Attributes) -> list[str] | None:
    """Return the cells of a row, those that a sparse one leaves out included; None where they are not as many."""
    if record[:1] != ["{"]:
        return record if len(record) == len(attributes) else None
    given: dict[int, str] = {}
    for pair in filter(None, record[1:]):
        index, _, value = pair.partition(" ")
        if not index.isdecimal() or int(index) >= len(attributes) or int(index) in given:
            return None
        given[int(index)] = _unquoted(value.strip())
    return [given.get(place, _left_out(kind)) for place, (_, kind) in enumerate(attributes)]


def _left_out(kind: str) -> str:
    """Return what a sparse row means by leaving a cell out: 0, or of a nominal attribute its first value."""
    if kind.startswith("{"):
        return _unquoted(kind.strip("{} ").split(",")[0].strip())
    return "0" if kind.lower() in _NUMERIC else ""


FORMAT = Format("arff", "a table of Weka or OpenML", _recognizes, _open)
