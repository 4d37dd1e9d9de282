"""Cells of text as numbers; whatever is no number that can be computed with is a fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import BoolArray, FloatArray
from rankpress.sources.cells import Cells, Coded, number_text, texts
from rankpress.sources.findings import Findings, listed, plain, quoted, shown
from rankpress.spec.strict import LARGEST

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
COMMA = re.compile(r"[+-]?[\d.]*,[\d,]*\.?\d*%?", re.ASCII)
# What a cell without a result says, in small letters: the words of R, pandas, SQL, Excel and Weka.
NO_RESULT = frozenset("na n/a #n/a <na> nan -nan null none nil ? - -- \N{EN DASH}".split())
FAILED = frozenset("missing failed fail error timeout memout oom".split())
INFINITE = frozenset({"inf", "infinity", "∞"})

# The largest whole number of cases: products of two of them, and sums over folds, are exact or nearly so in a float.
MOST_CASES = 1e12

# Stands for a cell that is at fault, so that it is not told as missing besides; such scores are never handed on.
AT_FAULT = 1.0


@dataclass(frozen=True)
class Column:
    """A column of a file, what to do where none of its cells is a number, and which texts stand for no result."""

    path: str
    name: str
    advice: str = ""
    none: frozenset[str] = NO_RESULT


def without_result(further: Iterable[str]) -> frozenset[str]:
    """The texts of cells that have no result, in small letters; some are known, a spec may name further ones."""
    return NO_RESULT | {text.lower() for text in further}


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
        Takes a fault for each cell that is neither empty nor a finite number, and how many say that there is no result.

    Returns
    -------
    (n_cells,) float array
        nan for empty cells, and for those that say so.
    """
    if isinstance(cells, Coded):
        none = [not name or name.lower() in column.none for name in cells.categories]
        each = _all_usable(["0" if empty else name for name, empty in zip(cells.categories, none, strict=True)])
        if each is None:
            return _one_by_one(texts(cells), rows, column, findings)
        _note_empty(cells, none, findings)
        return np.where(none, np.nan, each)[cells.codes]
    if isinstance(cells, np.ndarray):
        # what is no number in a column of numbers is a missing one
        wrong = np.abs(cells) > LARGEST
        told = [number_text(value) for value in cells[wrong].tolist()]
        _one_by_one(told, np.asarray(rows)[wrong].tolist(), column, findings)
        return np.where(wrong, AT_FAULT, cells) if told else cells
    each = _all_usable(cells)
    return _one_by_one(cells, rows, column, findings) if each is None else each


def whole_numbers(values: FloatArray, rows: Sequence[int], column: Column, least: int, findings: Findings) -> BoolArray:
    """Find numbers of cases that are not whole, below the least or absurdly large; return which they are."""
    wrong: BoolArray = ~np.isnan(values) & ~((values >= least) & (values <= MOST_CASES) & (values == np.floor(values)))
    findings.add_each(
        "numbers of cases that are not whole or out of range",
        np.flatnonzero(wrong).tolist(),
        lambda at: Fault(
            f"{plain(column.path)} row {rows[at]} column {shown(column.name)}",
            f"{values[at]:.10g} is not a number of cases",
            f"a whole number from {least} to {MOST_CASES:,.0f}",
        ),
    )
    findings.unread |= bool(wrong.any())
    return wrong


def _all_usable(cells: Sequence[str]) -> FloatArray | None:
    """The numbers, where each cell is one that can be computed with."""
    joined = "".join(cells)
    # Python's float also takes 1_000 and digits of other scripts.
    if not joined.isascii() or "_" in joined:
        return None
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        return None
    return values if (np.abs(values) <= LARGEST).all() else None


def _note_empty(cells: Coded, none: Sequence[bool], findings: Findings) -> None:
    """Count the cells that say that there is no result."""
    if any(none):
        times = np.bincount(cells.codes, minlength=len(none)).tolist()
        for name, empty, count in zip(cells.categories, none, times, strict=True):
            if name and empty and count:
                findings.empty[name] += count


def _one_by_one(cells: Sequence[str], rows: Sequence[int], column: Column, findings: Findings) -> FloatArray:
    values = np.full(len(cells), np.nan)
    wrong, some = [], 0
    for index, cell in enumerate(cells):
        if not cell:
            continue
        if NUMBER.fullmatch(cell):
            values[index] = float(cell)
        elif cell.lower() in column.none:
            findings.empty[cell] += 1
            continue
        some += 1
        if not abs(values[index]) <= LARGEST:
            values[index] = AT_FAULT
            wrong.append(index)
    if len(wrong) > 1 and len(wrong) == some and not any(NUMBER.fullmatch(cells[index]) for index in wrong):
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


_TOO_LARGE = "is it a placeholder for a failed run? leave the cell empty; else give the scores in a larger unit"


def _not_a_number(place: str, cell: str) -> Fault:
    if NUMBER.fullmatch(cell):
        return Fault(place, f"{quoted(cell)} is too large", f"a number from -{LARGEST:g} to {LARGEST:g}", _TOO_LARGE)
    return Fault(place, f"{quoted(cell)} is not a finite number", "a number such as 0.95 or 1e-3", _advice(cell))


def _advice(cell: str) -> str:
    """What to do about a cell that is no number, where its text tells."""
    word = cell.lower().strip("+-") or cell
    if word in FAILED:
        return (
            f"leave the cell empty where there is no result, or write na: [{cell}] under scores; scores.missing says"
            " what is done about it"
        )
    if word in INFINITE:
        return "leave the cell empty where there is no result, or write a large number where that is meant"
    if COMMA.fullmatch(cell):
        return "write a decimal point, and nothing between the thousands"
    if "±" in cell or "+-" in cell or "(" in cell:
        return "write one number a cell: the score itself, or its mean without what stands beside it"
    if cell.endswith("%"):
        return "write the number without a percent sign, in all cells"
    return ""
