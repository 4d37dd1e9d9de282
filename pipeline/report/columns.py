"""The columns of a table: what stands over them, and some of them taken, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rankpress.report.table import Cell, Table


def with_columns(table: Table, columns: Sequence[int]) -> Table:
    """Take some columns of a table, in any order.

    Parameters
    ----------
    table : Table
        The table.
    columns : sequence of int
        Which columns, those of the stub first.

    Returns
    -------
    Table
        A head over several is over those that are left, where they stand together.
    """
    blocks = [block for block in column_blocks(table) if set(block) & set(columns)]
    sizes = {sum(column in columns for column in block if column >= table.stub) for block in blocks} - {0}
    return replace(
        table,
        head=tuple(tuple(_some_heads(row, columns)) for row in table.head),
        rows=tuple(tuple(row[column] for column in columns) for row in table.rows),
        align=tuple(table.align[column] for column in columns),
        columns=tuple(table.columns[column] for column in columns) if table.columns else (),
        unit=sizes.pop() if table.unit > 1 and len(sizes) == 1 else 1,
    )


def _some_heads(row: Sequence[Cell], columns: Sequence[int]) -> Iterator[Cell]:
    over = [(place, cell) for place, cell in enumerate(row) for _ in range(cell.span)]
    for (_, cell), run in groupby((over[column] for column in columns), key=lambda one: one):
        yield replace(cell, span=sum(1 for _ in run))


def column_blocks(table: Table) -> Iterator[list[int]]:
    """Columns with one head over them, or neighbours with none; all of a table with a single row of heads."""
    over = [Cell("", span=len(table.align))] if len(table.head) == 1 else table.head[0]
    start = 0
    for _, cells in groupby(enumerate(over, 1), key=lambda placed: placed[1].text and placed[0]):
        end = start + sum(cell.span for _, cell in cells)
        yield list(range(start, end))
        start = end


def spread(row: Sequence[Cell]) -> list[Cell]:
    """The cell over each column."""
    return [cell for cell in row for _ in range(cell.span)]
