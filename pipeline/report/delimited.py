"""Tables as CSV: the same rows, unrounded."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from itertools import chain

from rankpress.naming import key_of
from rankpress.report.inline import plain
from rankpress.report.table import Cell, Table

P_VALUES = "p-values"
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
        for a formula begins with an apostrophe. What has a label is called what the files call it. Details, such as
        ranks beside scores, have columns of their own. The last column says of p-values that they are exploratory,
        where they are.
    """
    names = [_told_name(name) for name in table.columns or (cell.text for cell in table.head[-1])]
    detailed, parts = _detailed(table), table.detail_parts or (table.detail,)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = (
        _safe(told)
        for name, has_detail in zip(names, detailed, strict=True)
        for told in ([name, *(f"{name} {part}" for part in parts)] if has_detail else [name])
    )
    writer.writerow([*heads, *([P_VALUES] if table.p_values else [])])
    if not any(detailed) and not table.p_values:  # the longest tables have no details
        writer.writerows(map(_value, row) for row in table.rows)
        return out.getvalue()
    for row in table.rows:
        told = (_told(cell, len(parts) if has_detail else 0) for cell, has_detail in zip(row, detailed, strict=True))
        writer.writerow([*chain.from_iterable(told), *([table.p_values] if table.p_values else [])])
    return out.getvalue()


def _detailed(table: Table) -> list[bool]:
    """Which columns have details, to be told in a column of their own."""
    columns = zip(*table.rows, strict=True)
    return [bool(table.detail) and any(cell.detail_value is not None for cell in column) for column in columns]


def _told(cell: Cell, n_details: int) -> Iterator[str]:
    yield _value(cell)
    value = cell.detail_value
    details = value if isinstance(value, tuple) else () if value is None else (value,)
    yield from ("" if math.isnan(one) else _number(one) for one in details[:n_details])
    yield from [""] * (n_details - len(details))


def _value(cell: Cell) -> str:
    if isinstance(cell.value, (int, float)):
        return _number(cell.value)
    return _safe(_told_name(cell.body if cell.value is None else cell.value))


def _told_name(text: str) -> str:
    """What a program looks up: the name in the files and not its label, signs and not mathematics."""
    return plain(key_of(text))


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else str(value)


def _safe(text: str) -> str:
    # the csv module would leave a bare carriage return unquoted
    told = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{told}" if text.startswith(_FORMULA) else told
