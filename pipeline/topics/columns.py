"""Records of results.json as columns, one array for each value that they have, and made from them as they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast

import numpy as np

from rankpress.core.plain_data import Json, plain_data

MOST_VALUES = 100_000  # of a key of a metric; one that has more stands in the file of arrays
ABSENT = object()  # in a column, where a record has no such key

Path = tuple[str | int, ...]


class Records(Sequence[Any]):
    """Records that are made as they are read, since all of them take much memory; `tree` has them where columns do."""

    def __init__(self, length: int, make: Callable[[], Iterator[Any]], tree: Mapping[str, Any] | None = None) -> None:
        self._length, self._make, self.tree = length, make, tree

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Any]:
        return self._make()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [*islice(self, *index.indices(self._length))]
        return next(islice(self, range(self._length)[index], None))


def from_columns(length: int, tree: Mapping[str, Any]) -> list[Any]:
    """Return records from a record that has columns in place of values: arrays, or lists of what may be `ABSENT`.

    They are a list where they are few, and made as they are read where they go to the arrays.
    """
    records = Records(length, lambda: _records(length, tree), tree)
    first: object = next(iter(records), {})
    return cast("list[Any]", records) if are_long(length, first) else [*records]


_BLOCK = 500  # rows whose columns are made plain together, which is quicker than value by value


def _records(length: int, tree: Mapping[str, Any]) -> Iterator[Json]:
    """Yield the rows of columns."""
    for start in range(0, length, _BLOCK):
        block = _plain(tree, slice(start, start + _BLOCK))
        yield from (_value(block, row) for row in range(min(_BLOCK, length - start)))


def _plain(columns: Any, rows: slice) -> Any:
    """Return some rows of columns as plain data."""
    if isinstance(columns, dict):
        return {key: _plain(part, rows) for key, part in columns.items()}
    if isinstance(columns, tuple):
        return tuple(_plain(part, rows) for part in columns)
    if isinstance(columns, np.ndarray):
        return plain_data(columns[rows])
    return [value if value is ABSENT else plain_data(value) for value in columns[rows]]


def _value(columns: Any, row: int) -> Any:
    """Return a row of columns, a record without the keys that it does not have."""
    if type(columns) is dict:
        return {key: value for key, part in columns.items() if (value := _value(part, row)) is not ABSENT}
    return [_value(part, row) for part in columns] if type(columns) is tuple else columns[row]


def are_many(values: int) -> bool:
    """Return whether so many values under a key of a metric stand in the file of arrays."""
    return values > MOST_VALUES


def are_long(length: int, first: object) -> bool:
    """Return whether records stand in the file of arrays, given how many there are and the first."""
    return are_many(length * sum(1 for _ in leaves_of(first, ())))


def leaves_of(value: object, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the values of a record that are no mapping or list, each with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves_of(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from leaves_of(part, (*path, index))
    else:
        yield path, value
