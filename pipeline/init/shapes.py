"""Shapes of tables that no reading can explain, said for what they are: rows without a name, lists, a single row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rankpress.core.faults import Fault, Findings
from rankpress.init.table import Table
from rankpress.init.vocabulary import role_of
from rankpress.sources.cells import Sheet, empty
from rankpress.sources.layouts import COUNTS, PAIR
from rankpress.wording.strings import quoted, shown

MOST_UNNAMED = 0.1  # share of rows without a name in a column of names


def find_unreadable_shapes(table: Table, sheets: Sequence[Sheet], place: str, findings: Findings) -> None:
    """Report of a table in which nothing can be compared, or some rows are nameless."""
    lists = [name for name, column in table.columns.items() if column.labels and column.labels[0].startswith("[")]
    if not table.numeric and lists:
        cell = shown(table.columns[lists[0]].labels[0])
        text = f"{quoted(lists[0])} holds lists, such as {cell}, and no column holds numbers"
        findings.add("cells that hold lists", Fault(place, text, "a number in each cell", "write a row for each entry"))
    elif table.rows == 1 and len(sheets) == 1 and _is_no_layout_of_one_row(table):
        text = "the file holds one row, so that there is nothing to compare"
        remedy = "where each file is one run, give the folder of all of them, or a pattern such as 'runs/*.json'"
        findings.add("single rows", Fault(place, text, "two data sets and two algorithms at least", remedy))
    for name in _with_gaps(table):
        for sheet in (sheet for sheet in sheets if name in sheet.header):
            for stretch in sheet.stretches([sheet.header.index(name)], Findings()):
                rows = [stretch.rows[index] for index in empty(stretch.columns[0])]
                findings.add_each("rows without a name", rows, partial(_unnamed, sheet, name))


def _is_no_layout_of_one_row(table: Table) -> bool:
    """Return whether a table holds neither average ranks nor counts of test examples."""
    return len(table.numeric) < len(table.columns) and not {*PAIR, *COUNTS} <= table.columns.keys()


def _with_gaps(table: Table) -> Iterator[str]:
    """Yield the columns of names that few rows leave empty, where no other column names the same."""
    for name, column in table.columns.items():
        role = role_of(name)
        if role not in ("dataset", "algorithm") or column.is_numeric or column.is_full or column.distinct < 2:
            continue
        others = (other for other in table.columns.values() if role_of(other.name) == role)
        gaps = int(column.where([""]).sum())
        if gaps <= max(1, MOST_UNNAMED * len(column.codes)) and not any(other.is_full for other in others):
            yield name


def _unnamed(sheet: Sheet, name: str, row: int) -> Fault:
    place = f"{sheet.place} row {row} column {shown(name)}"
    return Fault(place, f"row {row} has no name", "a name in each row", "fill it in, or remove the row")
