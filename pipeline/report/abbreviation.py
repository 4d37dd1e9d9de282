"""Short names in the heads of tables with many columns, and the note that says whom they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rankpress.naming import Name, key_of, parts_of, short_of
from rankpress.report.table import Cell, Table
from rankpress.short_names import MOST_IN_FULL, explained


def abbreviated(table: Table) -> Table:
    """Put short names into the heads of a table where many names stand side by side.

    Parameters
    ----------
    table : Table
        A table as a study asks for it.

    Returns
    -------
    Table
        The same where it has few columns, or no name of a column has a shorter one.
    """
    if len(table.align) - table.stub <= MOST_IN_FULL:
        return table
    names = list(_shortened(table))
    if not names:
        return table
    head = tuple(tuple(_in_short(cell) for cell in row) for row in table.head)
    return replace(table, head=head, notes=(*table.notes, explained(names)))


def _shortened(table: Table) -> Iterator[str]:
    """The names in the heads that have shorter ones, those of two apart."""
    for row in table.head:
        for cell in row:
            yield from (part for part in parts_of(cell.text) if short_of(part) != part)


def _in_short(cell: Cell) -> Cell:
    short = short_of(cell.text)
    return cell if short == cell.text else replace(cell, text=Name(short, key_of(cell.text)))
