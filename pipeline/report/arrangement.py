"""What a study asks of its tables: which rows and columns, their caption, how they lie; a table in, a table out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.naming import key_of
from rankpress.report.columns import column_blocks, spread, with_columns
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import difference
from rankpress.report.transposition import transposed
from rankpress.spec.tables_section import OF_ALGORITHMS

if TYPE_CHECKING:
    from rankpress.spec.tables_section import TableOptions

Asked = Sequence[str | tuple[str, str]]

DATASET = "Data set"


def arranged(table: Table, options: TableOptions) -> Table | None:
    """Arrange a table as a study asks.

    Parameters
    ----------
    table : Table
        As it was built.
    options : TableOptions
        What the study says of its kind.

    Returns
    -------
    Table or None
        None where it is omitted, or has none of the rows or columns that are asked for.
    """
    if options.omit:
        return None
    chosen = table
    if options.rows is not None:
        rows = rows_asked(chosen, options.rows)
        chosen = replace(chosen, rows=(*(chosen.rows[at] for at in rows), *_footer(chosen)))
    if options.columns is not None:
        chosen = with_columns(chosen, columns_asked(chosen, options.columns))
    n_rows, n_columns = len(chosen.rows) - table.footer, len(chosen.align) - table.stub
    if not n_rows or not n_columns:
        return None
    chosen = replace(
        chosen,
        notes=(*chosen.notes, *_left_out(table, n_rows, n_columns)),
        in_pdf=chosen.in_pdf or chosen != table,
        long=options.long,
        landscape=options.landscape,
        caption=_caption(table, options),
    )
    return transposed(chosen) if options.transpose else chosen


def _footer(table: Table) -> tuple[tuple[Cell, ...], ...]:
    return table.rows[len(table.rows) - table.footer :]


def _caption(table: Table, options: TableOptions) -> str:
    caption = options.caption
    if isinstance(caption, dict):
        return caption.get(key_of(table.metric), table.caption)
    return table.caption if caption is None else caption


def _left_out(table: Table, n_rows: int, n_columns: int) -> Iterator[str]:
    """That ranks, marks and tests are of more than the table shows."""
    all_rows, all_columns = len(table.rows) - table.footer, len(table.align) - table.stub
    told = []
    if n_rows < all_rows:
        told.append(f"{n_rows} of {all_rows} rows")
    if n_columns < all_columns and table.kind in OF_ALGORITHMS:
        told.append(f"{n_columns} of {all_columns} columns")
    if told:
        yield f"Shown: {' and '.join(told)}; ranks, averages and tests are of all."


def rows_asked(table: Table, asked: Asked) -> list[int]:
    """Find the rows of a table that are asked for.

    Parameters
    ----------
    table : Table
        The table.
    asked : sequence of str or (str, str)
        Names of data sets, algorithms or tests, and pairs of algorithms. Where rows have data sets and algorithms,
        names of the one kind alone leave the other as it is.

    Returns
    -------
    list of int
        Rows of the body, in the order of what is asked for; a row of two algorithms is there if both are asked for.
    """
    body = table.rows[: len(table.rows) - table.footer]
    heads = [cell.name for cell in table.head[-1]]
    of_dataset = [at for at in range(table.stub) if heads[at] == DATASET]
    others = [at for at in range(table.stub) if heads[at] != DATASET]
    places, n_free = [], 0
    for stub in (of_dataset, others):
        names = [_names(row, stub) for row in body]
        known = {name for one in names for name in one}
        free = not any(_is_of(item, known) for item in asked)  # what is asked for may be of the other kind alone
        n_free += free
        places.append([(0, 0) if free else _place(one, asked) for one in names])
    if n_free == len(places):
        return []
    wanted = [
        (of_dataset_place, place, at)
        for at, (of_dataset_place, place) in enumerate(zip(*places, strict=True))
        if of_dataset_place is not None and place is not None
    ]
    return [at for *_, at in sorted(wanted)]


def _names(row: Sequence[Cell], stub: Iterable[int]) -> tuple[str, ...]:
    """The names in a row's stub; a number there is no name."""
    return tuple(row[at].name for at in stub if not isinstance(row[at].value, int | float))


def _is_of(item: str | tuple[str, str], names: set[str]) -> bool:
    return item in names if isinstance(item, str) else names.issuperset(item)


def _place(names: tuple[str, ...], asked: Asked) -> tuple[int, int] | None:
    """Where a row with these names comes among those asked for."""
    for at, item in enumerate(asked):
        if not isinstance(item, str) and set(item) == set(names):
            return at, -1
    if not names or not all(name in asked for name in names):
        return None
    places = sorted(asked.index(name) for name in names)
    return places[0], places[-1]


def columns_asked(table: Table, asked: Asked) -> list[int]:
    """Find the columns of a table that are asked for.

    Parameters
    ----------
    table : Table
        The table.
    asked : sequence of str or (str, str)
        Names over columns: of algorithms, of figures, or of what several columns have in common, such as a metric or
        a pair of algorithms.

    Returns
    -------
    list of int
        Columns, the stub among them, in the order of what is asked for; what stays together is not torn apart.
    """
    stub = range(table.stub)
    blocks = [[column for column in block if column not in stub] for block in column_blocks(table)]
    blocks = [block for block in blocks if block]
    over = [_over(table, block[0]) for block in blocks]
    placed = [(place, block) for block, name in zip(blocks, over, strict=True) if (place := _at(name, asked)) >= 0]
    leaves = [cell.name for cell in spread(table.head[-1])]
    by_leaf = {column: _at(leaves[column], asked) for block in blocks for column in block}
    kept = [block for _, block in sorted(placed, key=lambda one: one[0])] or blocks
    if any(place >= 0 for place in by_leaf.values()):
        kept = [
            sorted((column for column in block if by_leaf[column] >= 0), key=lambda column: by_leaf[column])
            for block in kept
        ]
    elif not placed:
        return [*stub]
    return [*stub, *(column for block in kept for column in block)]


def _over(table: Table, column: int) -> str:
    """What stands over a column in the first of two rows of heads."""
    return spread(table.head[0])[column].name if len(table.head) > 1 else ""


def _at(name: str, asked: Asked) -> int:
    """Where a name is asked for, -1 where it is not."""
    spelt = ((item,) if isinstance(item, str) else (difference(*item), difference(*reversed(item))) for item in asked)
    return next((at for at, names in enumerate(spelt) if name in names), -1)
