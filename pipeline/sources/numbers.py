"""Cells of text as numbers; whatever is no finite number is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import FloatArray
from rankpress.sources.cells import Cells, Coded, number_text, texts
from rankpress.sources.findings import Findings, listed, plain, quoted, shown

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
COMMA = re.compile(r"[+-]?[\d.]*,[\d,]*\.?\d*%?", re.ASCII)
NO_RESULT = frozenset({"nan", "na", "n/a", "null", "none", "missing", "failed", "-", "--", "?"})
INFINITE = frozenset({"inf", "infinity", "∞"})

# Stands for a cell that is at fault, so that it is not told as missing besides; such scores are never handed on.
AT_FAULT = 1.0


@dataclass(frozen=True)
class Column:
    """A column of a file, and what to do where none of its cells is a number."""

    path: str
    name: str
    advice: str = ""


def numbers(cells: Cells, rows: Sequence[int], column: Column, findings: Findings) -> FloatArray:
    """Read cells of one column as numbers.

    Parameters
    ----------
    cells : Cells
        Text without blanks around it, numbers, or names that are read as numbers.
    rows : sequence of int
        Their rows in the file, for the faults.
    column : Column
        Where they stand, for the faults.
    findings : Findings
        Takes a fault for each cell that is neither empty nor a finite number.

    Returns
    -------
    (n_cells,) float array
        nan for empty cells.
    """
    if isinstance(cells, Coded):
        each = _all_finite([name or "0" for name in cells.categories])
        if each is None:
            return _one_by_one(texts(cells), rows, column, findings)
        return np.where([not name for name in cells.categories], np.nan, each)[cells.codes]
    if isinstance(cells, np.ndarray):
        # what is no number in a column of numbers is a missing one, and infinite ones are told
        infinite = np.isinf(cells)
        told = [number_text(value) for value in cells[infinite].tolist()]
        _one_by_one(told, np.asarray(rows)[infinite].tolist(), column, findings)
        return np.where(infinite, AT_FAULT, cells) if told else cells
    each = _all_finite(cells)
    return _one_by_one(cells, rows, column, findings) if each is None else each


def _all_finite(cells: Sequence[str]) -> FloatArray | None:
    """The numbers, where each cell is a finite one."""
    joined = "".join(cells)
    # Python's float also takes 1_000 and digits of other scripts.
    if not joined.isascii() or "_" in joined:
        return None
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _one_by_one(cells: Sequence[str], rows: Sequence[int], column: Column, findings: Findings) -> FloatArray:
    values = np.full(len(cells), np.nan)
    wrong = []
    for index, cell in enumerate(cells):
        if cell:
            values[index] = float(cell) if NUMBER.fullmatch(cell) else np.nan
            if not np.isfinite(values[index]):
                values[index] = AT_FAULT
                wrong.append(index)
    if len(wrong) > 1 and len(wrong) == len(cells) - cells.count(""):
        findings.add_unread("columns without a number", _no_number(column, [cells[index] for index in wrong]))
    else:
        findings.add_each(
            "cells that are not numbers",
            wrong,
            lambda index: _not_a_number(
                f"{plain(column.path)} row {rows[index]} column {shown(column.name)}", cells[index]
            ),
        )
    return values


def _no_number(column: Column, cells: Sequence[str]) -> Fault:
    return Fault(
        f"{plain(column.path)} column {shown(column.name)}",
        f"none of the {len(cells):,} cells is a number; they hold {listed(dict.fromkeys(cells), most=3)}",
        "a number in each cell",
        _advice(cells[0]) or column.advice,
    )


def _not_a_number(place: str, cell: str) -> Fault:
    if NUMBER.fullmatch(cell):
        return Fault(place, f"{quoted(cell)} is too large", "a number of at most 1.8e308")
    return Fault(place, f"{quoted(cell)} is not a finite number", "a number such as 0.95 or 1e-3", _advice(cell))


def _advice(cell: str) -> str:
    """What to do about a cell that is no number, where its text tells."""
    word = cell.lower().strip("+-") or cell
    if word in NO_RESULT:
        return "leave the cell empty where there is no result; scores.missing says what is done about it"
    if word in INFINITE:
        return "leave the cell empty where there is no result, or write a large number where that is meant"
    if COMMA.fullmatch(cell):
        return "write a decimal point, and nothing between the thousands"
    if "±" in cell or "+-" in cell or "(" in cell:
        return "write one number a cell: the score itself, or its mean without what stands beside it"
    if cell.endswith("%"):
        return "write the number without a percent sign, in all cells"
    return ""
