"""Columns of numbers that are written otherwise, with their numbers alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, is_failure, role_of
from rankpress.sources import numerals
from rankpress.sources.cells import Coded, Sheet, coded
from rankpress.sources.numerals import (
    CellReading,
    Kind,
    are_numbers,
    are_per_cent,
    decimal_in,
    may_be_thousands,
    read_texts,
)

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CsvOptions


def with_plain_numbers(table: Table, sheets: Sequence[Sheet], csv: CsvOptions | None = None) -> Table:
    """Return the table with the number alone in cells of columns of numbers; cells that are not read stay texts.

    `csv` is what the user says of how numbers are written. Where nothing says whether a comma stands between thousands,
    it is taken to, and `grouped` has the columns with the first such cell.
    """
    decimals = {sheet.decimal for sheet in sheets}
    decimal = decimals.pop() if len(decimals) == 1 else ""
    is_stated = csv is not None and (csv.decimal is not None or csv.thousands is not None)
    grouped = {} if is_stated else _grouped(table.columns)
    decimal = "." if grouped else decimal
    columns = dict(table.columns)
    for name, column in table.columns.items():
        if column.is_numeric:
            continue
        of_column = numerals.Column("", name, decimal=decimal, stated=csv)
        readings = dict(zip(column.labels, read_texts(column.labels, of_column), strict=True))
        if not are_numbers({label: reading for label, reading in readings.items() if not is_failure(label)}):
            continue
        unread = _unread(readings)
        if unread and not _may_hold_scores(name, table, len(unread), readings.values()):
            continue
        labels = [label if label in unread else reading.number or label for label, reading in readings.items()]
        plain = coded(Coded(tuple(labels), column.codes))
        columns[name] = Column(name, plain.categories, plain.codes)
    return replace(
        table, columns=columns, grouped={name: cell for name, cell in grouped.items() if columns[name].is_numeric}
    )


def _grouped(columns: Mapping[str, Column]) -> dict[str, str]:
    """Return the columns with cells such as 5,820, and the first one, where no column shows the decimal sign."""
    cells = {
        name: next(cell for cell in column.labels if may_be_thousands(cell))
        for name, column in columns.items()
        if any(map(may_be_thousands, column.labels))
    }
    signs = {decimal_in(columns[name].labels) for name in columns if columns[name].is_numeric or name in cells}
    return cells if signs <= {""} else {}


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
