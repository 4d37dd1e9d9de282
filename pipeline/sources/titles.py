"""Rows above the header of a table that are none of its own: a title, who measured it, an empty line."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rankpress.sources.cells import FAILED, NO_RESULT
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts

# "Table 3: Accuracy", and without a number as knitr::kable and pandoc write it
CAPTION = re.compile(r"[*_\s]*(Tab(?:le|\.|elle|leau)\s*\w{0,4}\s*[.:].*?)[*_\s]*")
_LOOKED_INTO = 100
_MOST_LINES = 12
_FEWEST_ROWS = 3  # of a table under a title


@dataclass(frozen=True)
class Title:
    """What stands above a table, and on how many lines, empty ones included."""

    text: str = ""
    lines: int = 0


def title_of(lines: Sequence[str], delimiters: Sequence[str]) -> Title:
    r"""Return the lines before the header that have no cell for each column, or words in the first columns alone.

    >>> title_of(["Table 1: WER [%]", "", "corpus,A,B", "c1,1.5,2.5", "c2,2.5,3.5"], ",;")
    Title(text='Table 1: WER [%]', lines=2)
    >>> title_of(["corpus,A,B", "c1,1.5,2.5", "c2,2.5,3.5"], ",;").lines
    0
    >>> title_of(["Sizes, in bytes of code", "====", "", "set   A  B", "c1   15 25", "c2  125 35"], ",;").lines
    3
    """
    numbers = [number for number, line in enumerate(lines) if line.strip()][:_LOOKED_INTO]
    beginning = [lines[number] for number in numbers]
    rows, width = _widest([_cells(beginning, sign) for sign in delimiters])
    if not width:  # no delimiter parts it: columns may be aligned by blanks
        rows, width = _widest([[line.split() for line in beginning]])
    n = count_titles(rows, width) if width else 0
    if not n:
        return Title()
    text = " ".join(lines[number].strip(" \t\"'" + "".join(delimiters)) for number in numbers[:n])
    return Title(text, numbers[n])


def count_titles(rows: Sequence[Sequence[str]], width: int) -> int:
    """Return how many of the first rows are titles above the header of a table with so many columns.

    >>> count_titles([["Table 1", "", ""], ["corpus", "A", "B"], ["c1", "1.5", "2.5"]], 3)
    1
    """
    n = next((index for index, row in enumerate(rows[:_MOST_LINES]) if not _is_short(row, width)), 0)
    is_header = n and _is_header(rows[n], is_certain=all(_is_apart(row, width) for row in rows[:n]))
    return n if is_header else 0


def _cells(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    try:
        rows = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        return [[cell.strip() for cell in row] for row in rows]
    except csv.Error:
        return []


def _widest(tables: Sequence[list[list[str]]]) -> tuple[list[list[str]], int]:
    """Return the table that most lines have the same number of cells of, two at least, and how many; 0 for none."""
    widths = [Counter(len(row) for row in rows if len(row) > 1).most_common(1) for rows in tables]
    counts = [(times[0][1], times[0][0]) if times else (0, 0) for times in widths]
    best = max(range(len(tables)), key=lambda index: counts[index], default=-1)
    if best < 0 or counts[best][0] < _FEWEST_ROWS:
        return [], 0
    return tables[best], counts[best][1]


def _is_short(row: Sequence[str], width: int) -> bool:
    """Return whether a row has another number of cells than the others, words in its first cells alone, or one text."""
    filled = [bool(cell) for cell in row]
    return len(row) != width or _is_one(row) or (not filled[-1] and all(filled[: sum(filled)]))


def _is_one(row: Sequence[str]) -> bool:
    """Return whether a row has the same text in each column, as a cell has that spans all of them."""
    return len(row) > 1 and len(set(row)) == 1


def _is_apart(row: Sequence[str], width: int) -> bool:
    """Return whether such a row has so few cells that it can be no header."""
    return len(row) != width or _is_one(row) or 2 * sum(map(bool, row)) <= width


def _is_header(row: Sequence[str], *, is_certain: bool) -> bool:
    """Return whether a row has names alone, over all columns; where titles are certain, over nearly all suffices."""
    kinds = {reading.kind for reading in read_texts(list(row), NumberColumn("", "", decimal="."))}
    if NumeralKind.NUMBER in kinds or any(cell and cell.casefold() in FAILED | NO_RESULT for cell in row):
        return False
    return all(row) or (is_certain and (not row[0] or sum(map(bool, row)) >= len(row) - 1))
