"""Tables as CSV: the same rows, unrounded."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from itertools import chain

from rankpress.report.table import Cell, Table

# A spreadsheet takes text that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\0")


def table_csv(table: Table) -> str:
    """Set a table as CSV.

    Parameters
    ----------
    table : Table
        The table.

    Returns
    -------
    str
        One row of heads, then the body and its summary rows. Numbers are unrounded; text that a spreadsheet would take
        for a formula begins with an apostrophe. Details, such as ranks beside scores, have columns of their own.
    """
    names = table.columns or tuple(cell.text for cell in table.head[-1])
    detailed = _detailed(table)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        _safe(told)
        for name, has_detail in zip(names, detailed, strict=True)
        for told in ([name, f"{name} {table.detail}"] if has_detail else [name])
    )
    for row in table.rows:
        told = (_told(cell, has_detail) for cell, has_detail in zip(row, detailed, strict=True))
        writer.writerow(chain.from_iterable(told))
    return out.getvalue()


def _detailed(table: Table) -> list[bool]:
    """Which columns have details, to be told in a column of their own."""
    columns = zip(*table.rows, strict=True)
    return [bool(table.detail) and any(cell.detail_value is not None for cell in column) for column in columns]


def _told(cell: Cell, has_detail: bool) -> Iterator[str]:
    yield _value(cell)
    if has_detail:
        yield "" if cell.detail_value is None else _number(cell.detail_value)


def _value(cell: Cell) -> str:
    if isinstance(cell.value, (int, float)):
        return _number(cell.value)
    return _safe(cell.body if cell.value is None else cell.value)


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else str(value)


def _safe(text: str) -> str:
    # the csv module would leave a bare carriage return unquoted
    told = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{told}" if text.startswith(_FORMULA) else told
