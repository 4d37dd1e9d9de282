"""Which rows and columns of a table a study requests, by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rankpress.core.table import Table, cells_by_column, column_blocks, names_of_columns, with_columns
from rankpress.topics.phrases import difference
from rankpress.wording.text import plain

NameOrPair = str | tuple[str, str]
Requested = Sequence[NameOrPair]

DATASET = "Data set"


def selected(table: Table, rows: Requested | None, columns: Requested | None) -> Table:
    """Return a table with the rows and columns that are requested, None for all, and those that sum up others."""
    if rows is not None:
        sums = [row for row in table.body if row[0].name in table.subtotals]
        chosen = [table.rows[row] for row in requested_rows(table, rows)]
        table = replace(
            table, rows=(*chosen, *sums, *table.foot), footer=len(sums) + table.footer, subtotals=frozenset()
        )
    return table if columns is None else with_columns(table, requested_columns(table, columns))


def requested_rows(table: Table, requested: Requested) -> list[int]:
    """Find the rows of a table that are requested."""
    heads = [cell.name for cell in table.head[-1]]
    of_dataset = [index for index in range(table.stub) if heads[index] == DATASET]
    others = [index for index in range(table.stub) if heads[index] != DATASET]
    places, n_free = [], 0
    for stub in (of_dataset, others):
        # a number in the stub is no name
        names = [tuple(row[i].name for i in stub if not isinstance(row[i].value, int | float)) for row in table.body]
        existing = {name for element in names for name in element}
        # what is requested may be of the other kind alone
        free = not any(
            existing.issuperset((name_or_pair,) if isinstance(name_or_pair, str) else name_or_pair)
            for name_or_pair in requested
        )
        n_free += free
        places.append([(0, 0) if free else _place(element, requested) for element in names])
    if n_free == len(places):
        return []
    needed = [
        (of_dataset_place, place, index)
        for index, (of_dataset_place, place) in enumerate(zip(*places, strict=True))
        if of_dataset_place is not None and place is not None
    ]
    return [index for *_, index in sorted(needed)]


def _place(names: tuple[str, ...], requested: Requested) -> tuple[int, int] | None:
    """Return where a row with these names comes among those requested."""
    for index, name_or_pair in enumerate(requested):
        if not isinstance(name_or_pair, str) and set(name_or_pair) == set(names):
            return index, -1
    if not names or not all(name in requested for name in names):
        return None
    places = sorted(requested.index(name) for name in names)
    return places[0], places[-1]


def requested_columns(table: Table, requested: Requested) -> list[int]:
    """Find the columns of a table that are requested, by their own names or by what stands over several of them."""
    over, names = _names_by_column(table)
    blocks = [[column for column in block if column >= table.stub] for block in column_blocks(table)]
    blocks = [block for block in blocks if block]
    by_over = [_first_at([over[block[0]]], requested) for block in blocks]
    by_name = {column: _first_at(names[column], requested) for block in blocks for column in block}
    has_over, has_name = max(by_over, default=-1) >= 0, max(by_name.values(), default=-1) >= 0
    placed = []
    for place, block in zip(by_over, blocks, strict=True):
        columns = sorted((column for column in block if by_name[column] >= 0), key=lambda column: by_name[column])
        first = place if place >= 0 else by_name[columns[0]] if columns else len(requested)
        # with no name over them, such as costs next to metrics, columns are of nothing that is not requested
        if (has_over or has_name) and (place >= 0 or not has_over or (columns and not over[block[0]])):
            placed.append((first, columns if has_name else block))
    return [*range(table.stub), *(column for _, block in sorted(placed, key=lambda each: each[0]) for column in block)]


def absent_columns(table: Table, requested: Requested) -> list[NameOrPair]:
    """Return what is requested and no column that is taken is called, nor what stands over it."""
    over, names = _names_by_column(table)
    taken = {name for column in requested_columns(table, requested) for name in (over[column], *names[column])}
    return [name_or_pair for name_or_pair in requested if taken.isdisjoint(_spelt(name_or_pair))]


def _names_by_column(table: Table) -> tuple[list[str], list[frozenset[str]]]:
    """Return what stands over each column in the first of two rows of heads, and what the column may be called."""
    names = names_of_columns(table)
    over = [cell.name for cell in cells_by_column(table.head[0])] if len(table.head) > 1 else [""] * len(names)
    if table.kind != "average-ranks":
        return over, names
    # where a metric is requested, its mean is: without a column of its own, the one below it
    metrics = over if len(table.head) > 1 else [table.metric] * len(names)
    titles = frozenset[str]().union(*names)
    return [""] * len(names), [
        called | {metric} if "Mean" in called and metric not in titles else called
        for called, metric in zip(names, metrics, strict=True)
    ]


def _first_at(names: Iterable[str], requested: Requested) -> int:
    """Return where the first of several names is requested, -1 where none is."""
    spelt = [_spelt(name_or_pair) for name_or_pair in requested]
    return min((place for name in names for place, each in enumerate(spelt) if name in each), default=-1)


def _spelt(name_or_pair: NameOrPair) -> tuple[str, ...]:
    """Return how columns are called by a name or a pair."""
    if isinstance(name_or_pair, str):
        return (name_or_pair,)
    a, b = name_or_pair
    return plain(difference(a, b)), plain(difference(b, a))
