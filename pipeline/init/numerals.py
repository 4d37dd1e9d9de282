"""Columns of numbers that are written otherwise, with their numbers alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, is_failure, role_of
from rankpress.sources import numerals
from rankpress.sources.cells import Coded, Sheet, coded
from rankpress.sources.numerals import CellReading, Kind, are_numbers, are_per_cent, read_texts


def with_plain_numbers(table: Table, sheets: Sequence[Sheet]) -> Table:
    """Return the table with the number alone in cells of columns of numbers; cells that are not read stay texts."""
    decimals = {sheet.decimal for sheet in sheets}
    decimal = decimals.pop() if len(decimals) == 1 else ""
    columns = dict(table.columns)
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
        labels = [label if label in unread else reading.number or label for label, reading in readings.items()]
        plain = coded(Coded(tuple(labels), column.codes))
        columns[name] = Column(name, plain.categories, plain.codes)
    return replace(table, columns=columns)


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
