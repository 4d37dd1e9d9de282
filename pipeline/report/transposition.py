"""A table turned on its side: its rows become columns."""

from __future__ import annotations

from dataclasses import replace

from rankpress.report.columns import spread
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import left, named, right

# What the names over the columns are, at each level of the head; of the others they say what the figures are.
_LEVELS = {
    "scores": ("Algorithm",),
    "ranks": ("Algorithm",),
    "ordering-datasets": ("Algorithm",),
    "aucc": ("Pair", ""),
}
_METRIC = "Metric"


def transposed(table: Table) -> Table:
    """Turn rows into columns; what sums up the rows is the last of the columns.

    Parameters
    ----------
    table : Table
        With one column that names the rows.

    Returns
    -------
    Table
    """
    body, n_footer = len(table.rows) - table.footer, table.footer
    spanner, levels = _levels(table)
    names = [row[0] for row in table.rows]
    corners = _corners(table, len(levels))
    head = [(*map(named, corners), *names)]
    if spanner is not None:
        head.insert(0, (named("", span=len(levels)), replace(spanner, span=body), *[named("")] * n_footer))
    return replace(
        table,
        head=tuple(head),
        rows=tuple(
            (*(replace(level[column], span=1) for level in levels), *(row[column] for row in table.rows))
            for column in range(1, len(table.align))
        ),
        align=(*left(len(levels)), *right(len(names))),
        footer=0,
        stub=len(levels),
        unit=1,
        columns=(*(corner or "Figure" for corner in corners), *(cell.text for cell in names)),
    )


def _levels(table: Table) -> tuple[Cell | None, list[list[Cell]]]:
    """A head over all columns alike, if there is one, and the levels of those that name the columns."""
    rows = [spread(row) for row in table.head]
    if len(rows) == 1:
        return None, rows
    [over, leaves] = rows
    over_figures = [cell for cell in table.head[0] if cell.text]
    if len(over_figures) == 1:
        return over_figures[0], [leaves]
    return None, [over, leaves]


def _corners(table: Table, n_levels: int) -> tuple[str, ...]:
    """What the columns that name the rows of a transposed table name."""
    return (_METRIC, *_LEVELS.get(table.kind, ("",)))[-n_levels:]
