"""Which tables report.pdf and report.tex print where all of them would take too long, and which no document shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rankpress.report.table import Table

MOST_CELLS = 100_000  # half a minute on two processors; some 450 pages


def printed(tables: Sequence[Table], most: int = MOST_CELLS) -> tuple[Table, ...]:
    """Leave the longest tables out of the printed reports, until the others have no more cells than that.

    Parameters
    ----------
    tables : sequence of Table
        All of a report.
    most : int
        Cells of those that are printed together.

    Returns
    -------
    tuple of Table
        The same, with `in_pdf` false for those that are left out.
    """
    left, kept = most, set()
    for at in sorted(range(len(tables)), key=lambda at: _cells(tables[at])):
        left -= _cells(tables[at]) if tables[at].in_pdf else 0
        if left >= 0:
            kept.add(at)
    return tuple(
        table if at in kept or not table.in_pdf else replace(table, in_pdf=False) for at, table in enumerate(tables)
    )


def is_too_long(table: Table) -> bool:
    """Return whether a table has too many cells for any document, so that only its CSV file is written."""
    return _cells(table) > MOST_CELLS


def _cells(table: Table) -> int:
    return len(table.rows) * len(table.align)
