"""Columns at the left of a table in which each name stands once, above the rows that it is of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.core.doubts import Doubt
from rankpress.core.faults import Findings
from rankpress.sources.cells import NUMBER, Sheet, texts

# So many first rows are looked at.
_MOST_ROWS = 2_000


def columns_to_fill(sheet: Sheet) -> list[str]:
    """Return the leading columns whose blank cells stand for the name above them."""
    read = next(iter(sheet.stretches(range(min(len(sheet.header), 4)), Findings())), None)
    if read is None or len(read.rows) < 4:
        return []
    columns = [texts(cells)[:_MOST_ROWS] for cells in read.columns]
    filled = list[str]()
    groups = [0] * len(columns[0])
    for name, column, *right in zip(sheet.header, columns, columns[1:], strict=False):
        if not _stand_once(column, groups, right[0]):
            break
        filled.append(name)
        groups = [sum(1 for cell in column[: row + 1] if cell) for row in range(len(column))]
    return filled


def _stand_once(column: Sequence[str], groups: Sequence[int], right: Sequence[str]) -> bool:
    """Return whether a column has each name once in a group, in its first row, and rows with other cells below it."""
    names = [(group, cell) for group, cell in zip(groups, column, strict=True) if cell]
    blank = [row for row, cell in enumerate(column) if not cell]
    starts = [row for row in range(len(column)) if not row or groups[row] != groups[row - 1]]
    return (
        len(names) > 1
        and len(set(names)) == len(names)
        and len(blank) >= len(names)
        and all(column[row] for row in starts)
        and all(right[row] for row in range(len(right)))
        and not all(NUMBER.fullmatch(cell) for cell in column if cell)
    )


def doubts_on_filling(columns: Sequence[str]) -> Iterator[Doubt]:
    """Yield that blank cells are taken for the names above them."""
    for name in columns:
        yield Doubt("each name stands once; the blank cells below it are of the same name", "fill", name)
