"""Results of Weka's Experimenter: a row a data set, run, fold and scheme, as CSV or as ARFF.

In both a cell with a comma or a blank stands between single quotes. A scheme is called by the last part of its name and
its options, as one with other options is another.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.sources.cells import Cells, coded
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.sheet import HeldSheet, Sheet
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

KEYS = {"dataset": "Key_Dataset", "algorithm": "Key_Scheme", "repeat": "Key_Run", "fold": "Key_Fold"}
SIZES = {"n_train": "Number_of_training_instances", "n_test": "Number_of_testing_instances"}
# What the Experimenter's own analysis compares by, where the class is nominal and where it is a number.
BETTER: dict[str, Better] = {"Percent_correct": "higher", "Root_relative_squared_error": "lower"}
_ATTRIBUTE = re.compile(r"\s*@attribute\s+('(?:[^'\\]|\\.)*'|\S+)", re.IGNORECASE)
_DATA = re.compile(r"\s*@data\s*", re.IGNORECASE)


def _recognizes(origin: Origin) -> bool:
    beginning = origin.beginning.lstrip(b"\xef\xbb\xbf \t\r\n")
    if beginning[:9].lower() == b"@relation":
        return re.search(rb"@attribute\s+Key_Scheme\b", beginning, re.IGNORECASE) is not None
    return {b"Key_Dataset", b"Key_Scheme"} <= {name.strip() for name in beginning.partition(b"\n")[0].split(b",")}


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    lines = origin.content.decode("utf-8-sig", "replace").splitlines()
    header, first = _arff_header(lines, origin) if lines[0].lower().startswith("@relation") else _csv_header(lines)
    rows, records = list[int](), list[list[str]]()
    for row, record in _records(lines[first:], first + 1):
        if len(record) != len(header):
            told = f"the row has {counted(len(record), 'cell')}, the header {counted(len(header), 'cell')}"
            findings.add_unread(
                "rows of another length than the header",
                Fault(f"{origin.place} row {row}", told, "whole rows", "is the file cut off?"),
            )
            continue
        rows.append(row)
        records.append(["" if cell == "?" else cell for cell in record])
    columns = (
        dict(zip(header, map(list, zip(*records, strict=True)), strict=True))
        if records
        else {name: [] for name in header}
    )
    cells = _with_names(columns)
    return [
        HeldSheet(
            origin.place,
            tuple(cells),
            (origin.file,),
            first,
            better=_better(cells),
            cells=tuple(cells.values()),
            rows=rows,
        )
    ]


def _better(names: Container[str]) -> dict[str, Better]:
    """The first of the scores that is there."""
    return dict([(name, BETTER[name]) for name in BETTER if name in names][:1])


def _csv_header(lines: list[str]) -> tuple[list[str], int]:
    return [name.strip() for name in next(_cells(lines[:1]))], 1


def _arff_header(lines: list[str], origin: Origin) -> tuple[list[str], int]:
    names = list[str]()
    for at, line in enumerate(lines):
        if _DATA.fullmatch(line):
            return names, at + 1
        match = _ATTRIBUTE.match(line)
        if match:
            names.append(next(_cells([match[1]]))[0])
    raise Unreadable(Fault(origin.place, "the file has no @data", "a whole ARFF file", "is the file cut off?"))


def _records(lines: list[str], first: int) -> Iterator[tuple[int, list[str]]]:
    for row, line in enumerate(lines, first):
        if line.strip() and not line.startswith("%"):
            yield row, [cell.strip() for cell in next(_cells([line]))]


def _cells(lines: list[str]) -> Iterator[list[str]]:
    return csv.reader(io.StringIO("\n".join(lines)), quotechar="'", escapechar="\\", skipinitialspace=True)


def _with_names(columns: dict[str, list[str]]) -> dict[str, Cells]:
    """The columns, and before them those that tell measurements apart under the names that specs have for them."""
    cells: dict[str, Cells] = {}
    for name, column in (KEYS | SIZES).items():
        if column in columns:
            cells[name] = columns[column]
    options = columns.get("Key_Scheme_options", [""] * len(columns["Key_Scheme"]))
    schemes = zip(columns["Key_Scheme"], options, strict=True)
    cells["algorithm"] = coded([f"{scheme.rpartition('.')[2]} {option}".strip() for scheme, option in schemes])
    return cells | {name: column for name, column in columns.items() if name not in (*cells, "Date_time")}


FORMAT = Format("weka", "results of Weka's Experimenter", _recognizes, _open)
