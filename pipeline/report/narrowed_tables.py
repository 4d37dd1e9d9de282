"""Tables with fewer or shorter columns, where a page has no room for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rankpress.core.table import (
    Cell,
    Table,
    cells_by_column,
    with_aligned_records,
    with_columns,
)
from rankpress.wording.text import Prose, plain


def compacted(table: Table) -> Table:
    """Set the columns of a table under their shorter heads, those that share one as one, with slashes between."""
    if table.is_transposed or not table.layout.shorter:
        return table
    runs = list(_runs(table))
    firsts, heads = [places[0] for places, _ in runs], cells_by_column(table.head[-1])
    merged = replace(
        with_columns(table, firsts),
        head=(
            *with_columns(table, firsts).head[:-1],
            tuple(
                heads[place] if title is None else Cell(title) for place, (_, title) in zip(firsts, runs, strict=True)
            ),
        ),
        rows=tuple(tuple(_merged(row[places.start : places.stop]) for places, _ in runs) for row in table.rows),
    )
    return with_aligned_records(merged)


def _runs(table: Table) -> Iterator[tuple[range, Prose | None]]:
    """Yield the columns that become one, and their shorter head if there is one."""
    names, place = [cell.name for cell in cells_by_column(table.head[-1])], 0
    while place < len(names):
        title, n_columns = next(
            (
                (title, len(columns))
                for title, columns in table.layout.shorter
                if tuple(names[place : place + len(columns)]) == columns
            ),
            (None, 1),
        )
        yield range(place, place + n_columns), title
        place += n_columns


def _merged(cells: Sequence[Cell]) -> Cell:
    if len(cells) == 1:
        return cells[0]
    counts = [cell.value for cell in cells if isinstance(cell.value, int)]
    wins_ties_losses = (counts[0], counts[1], counts[2]) if len(counts) == len(cells) == 3 else None
    return replace(cells[0], text="/".join(plain(cell.text) for cell in cells), record=wins_ties_losses)


def narrowed(table: Table) -> Iterator[Table]:
    """Yield a table, and then with ever fewer of its columns."""
    yield table
    for number in range(1, len(table.layout.dispensable) + 1):
        omitted, heads = table.layout.dispensable[:number], [cell.name for cell in cells_by_column(table.head[-1])]
        yield _under_one_head(with_columns(table, [place for place, name in enumerate(heads) if name not in omitted]))


def _under_one_head(table: Table) -> Table:
    """Leave out the lower heads where they are all the same."""
    lower = cells_by_column(table.head[-1])
    if len(table.head) == 1 or len({cell.name for cell in lower[table.stub :]}) > 1:
        return table
    return replace(table, head=((*lower[: table.stub], *cells_by_column(table.head[0])[table.stub :]),))
