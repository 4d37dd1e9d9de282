"""Columns of numbers that are written otherwise, with their numbers alone, and cells that are not read as numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.doubts import Doubt
from rankpress.core.faults import Findings
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, is_failure, role_of
from rankpress.sources import numerals
from rankpress.sources.cells import Coded, Sheet, coded
from rankpress.sources.numerals import CellReading, Kind, are_numbers, are_per_cent, read_texts
from rankpress.wording.strings import quoted

MOST_UNREAD = 5  # doubts about cells of one column


def with_plain_numbers(table: Table, sheets: Sequence[Sheet]) -> Table:
    """Return the table with the number alone in cells of columns of numbers, and doubts about cells that are not read.

    Such a cell is empty in the table, so that its column remains one of numbers.
    """
    decimals = {sheet.decimal for sheet in sheets}
    decimal = decimals.pop() if len(decimals) == 1 else ""
    columns, doubts = dict(table.columns), list(table.doubts)
    for name, column in table.columns.items():
        if column.is_numeric:
            continue
        of_column = numerals.Column("", name, decimal=decimal)
        readings = dict(zip(column.labels, read_texts(column.labels, of_column), strict=True))
        if not are_numbers({label: reading for label, reading in readings.items() if not is_failure(label)}):
            continue
        unread = _unread(readings)
        if unread and not _may_hold_scores(name, table, len(unread), readings.values()):
            continue
        labels = ["" if label in unread else reading.number or label for label, reading in readings.items()]
        plain = coded(Coded(tuple(labels), column.codes))
        columns[name] = Column(name, plain.categories, plain.codes)
        doubts += _doubts(sheets, name, unread[:MOST_UNREAD])
    return replace(table, columns=columns, doubts=tuple(doubts))


def _unread(readings: Mapping[str, CellReading]) -> list[str]:
    """Return the cells of a column of numbers that are not read as such, or are in per cent while others are not."""
    per_cent = are_per_cent(readings.values())
    return [
        label
        for label, reading in readings.items()
        if (reading.kind is Kind.UNREAD and not is_failure(label))
        or (reading.kind is Kind.NUMBER and reading.is_per_cent != per_cent)
    ]


def _may_hold_scores(name: str, table: Table, unread: int, readings: Collection[CellReading]) -> bool:
    """Return whether a column of numbers with cells that are not read holds scores, and not names of things."""
    if name in table.parts | table.stated or role_of(name) or is_example(name):
        return False
    numbers = [reading.number for reading in readings if reading.number]
    is_score = better_of(name) or is_cost(name) or any("." in number for number in numbers)
    return bool(is_score) or 4 * unread <= len(numbers)


def _doubts(sheets: Sequence[Sheet], name: str, labels: Sequence[str]) -> Iterator[Doubt]:
    """Yield that these texts of a column are not read as numbers, each with the first place where it stands."""
    remaining = dict.fromkeys(labels)
    for sheet in sheets:
        if not remaining or name not in sheet.header:
            continue
        for stretch in sheet.stretches([sheet.header.index(name)], Findings()):
            cells = coded(stretch.columns[0])
            for label in [label for label in cells.categories if label in remaining]:
                del remaining[label]
                row = stretch.rows[int(np.argmax(cells.codes == cells.categories.index(label)))]
                text = f"{quoted(label)} in {sheet.place} row {row} is not read as a number like the others"
                yield Doubt(text, "files", name, sheet.place, row, label)
