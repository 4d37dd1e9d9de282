"""The numbers behind the cells of report.html, by which its script sorts and which it copies, in few bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rankpress.report.table import Cell, Table

DIGITS = 6  # that count, for a table of a thousand pairs holds fifty thousand numbers; the files of tables/ have all

_MINUS = str.maketrans("\N{MINUS SIGN}", "-")
_LARGEST_WHOLE = 2.0**53  # up to which whole numbers are exact


def row_values(row: Iterable[Cell]) -> str:
    r"""Write the numbers of a row that its text does not tell.

    Parameters
    ----------
    row : iterable of Cell
        The row.

    Returns
    -------
    str
        For each cell its value and those of its detail, with commas between and no zero before the point; cells are
        divided by spaces. What can be read off the text is left out, and so are cells at the end that have nothing.

    Examples
    --------
    >>> row_values((Cell("iris"), Cell("0.91", 0.9123), Cell("0.90", 0.9), Cell("<0.001", 1e-9), Cell("\u2013", "")))
    ' .9123  1e-09'
    >>> row_values((Cell("0.91 (1.5)", 0.9123, detail="(1.5)", detail_value=1.5),))
    '.9123'
    >>> row_values((Cell("0.1 [0, 0.2]", 0.1, detail="[0, 0.2]", detail_value=(0.01, 0.21)),))
    ',.01,.21'
    """
    return " ".join(map(_cell, row)).rstrip(" ")


def detail_parts(table: Table) -> tuple[str, ...]:
    """Say of each column what its details are, where CSV gives them columns of their own.

    Returns
    -------
    tuple of str
        One a column, with commas between several parts; empty where there are no details.
    """
    parts = ",".join(table.detail_parts or (table.detail,)) if table.detail else ""
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.align)
    return tuple(parts if any(cell.detail_value is not None for cell in column) else "" for column in columns)


def _cell(cell: Cell) -> str:
    value = "" if cell.value is None or isinstance(cell.value, str) else _unless_read(cell.value, cell.body)
    details = _details(cell)
    return ",".join((value, *details)) if any(details) else value


def _details(cell: Cell) -> Sequence[str]:
    if cell.detail_value is None:
        return ()
    if isinstance(cell.detail_value, tuple):
        return [_number(one) for one in cell.detail_value]
    return (_unless_read(cell.detail_value, cell.detail.strip("()[]")),)


def _unless_read(value: float, text: str) -> str:
    try:
        read = float(text.translate(_MINUS))
    except ValueError:
        return _number(value)
    return "" if read == value else _number(value)


def _number(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST_WHOLE:
        return str(int(value))
    if not math.isfinite(value):
        return str(value)
    text = repr(float(f"{value:.{DIGITS}g}"))
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
