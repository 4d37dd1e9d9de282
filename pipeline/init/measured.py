"""The scores that a guess reads of a table, each of an algorithm on a data set, and who is first by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.init.leaders import first_by_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rankpress.catalog.metrics import Better
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table

# Of more algorithms or comparisons nobody is looked for, and of more rows the first ones are looked at.
_MOST_ALGORITHMS, _MOST_COMPARED, _MOST_ROWS = 1_000, 30_000_000, 200_000


@dataclass(frozen=True)
class Measured:
    """The scores of a metric."""

    metric: str
    better: Better
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    values: FloatArray  # nan where a cell has no number
    # of each score
    dataset_of: IntArray
    algorithm_of: IntArray
    row_of: IntArray  # its place among the rows at hand

    @classmethod
    def of(cls, table: Table, guess: Guess, metric: str) -> Measured | None:
        """Return the scores of a metric; None where the table does not have those of each algorithm apart."""
        if guess.layout in ("ranks", "counts", "votes") or (guess.layout == "long" and metric not in table.columns):
            return None
        cells = (metric,) if guess.layout == "long" else cells_of(table, guess)
        lengths = [len(column.codes) for column in table.columns.values()]
        rows = np.flatnonzero(_are_read(table, guess)[: min((*lengths, _MOST_ROWS))])
        if not len(rows) or not cells:
            return None
        row_of, cell_of = (each.ravel() for each in np.meshgrid(rows, np.arange(len(cells)), indexing="ij"))
        values = np.column_stack([table.columns[name].numbers[rows] for name in cells]).ravel()
        at_header = (
            "" if guess.layout in ("long", "folds") else "dataset" if "algorithm" in guess.columns else "algorithm"
        )
        codes, names = dict[str, IntArray](), dict[str, tuple[str, ...]]()
        for role in ("dataset", "algorithm"):
            if role == at_header:
                codes[role], names[role] = cell_of, cells
                continue
            columns = columns_of(table, guess, role)
            keys = table.keys(*columns)[0][rows]
            _, firsts, code = np.unique(keys, return_index=True, return_inverse=True)
            codes[role] = np.repeat(code.astype(np.int64), len(cells))
            names[role] = _labels(table, columns, rows[firsts])
        if len(names["algorithm"]) > _MOST_ALGORITHMS:
            return None
        better = guess.metrics[metric]
        return cls(
            metric, better, names["algorithm"], names["dataset"], values, codes["dataset"], codes["algorithm"], row_of
        )

    def of_algorithms(self, chosen: BoolArray) -> list[str]:
        """Return the algorithms of some scores."""
        return [self.algorithms[code] for code in np.unique(self.algorithm_of[chosen]).tolist()]

    def first(self, values: FloatArray | None = None) -> str:
        """Return who has the best average rank, by these scores or by others in their place; "" for no one."""
        means = self.means(values)
        best = first_by_rank(means if self.better == "higher" else -means) if means.size else None
        return "" if best is None else self.algorithms[best]

    def means(self, values: FloatArray | None = None) -> FloatArray:
        """Return the mean of each algorithm on each data set, one row per data set; nothing where they are too many."""
        values = self.values if values is None else values
        there = np.isfinite(values)
        shape = (int(self.dataset_of.max()) + 1, len(self.algorithms))
        if shape[0] * shape[1] ** 2 > _MOST_COMPARED:
            return np.empty((0, shape[1]))
        cell = (self.dataset_of * shape[1] + self.algorithm_of)[there]
        counts = np.bincount(cell, minlength=shape[0] * shape[1])
        sums = np.bincount(cell, weights=values[there], minlength=shape[0] * shape[1])
        means: FloatArray = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).reshape(shape)
        return means

    @property
    def algorithms_in_order(self) -> list[str]:
        """The algorithms in the order of the table."""
        return _in_order(self.algorithms, self.algorithm_of)

    @property
    def datasets_in_order(self) -> list[str]:
        """The data sets in the order of the table."""
        return _in_order(self.datasets, self.dataset_of)


def _in_order(names: Sequence[str], code_of: IntArray) -> list[str]:
    codes, first = np.unique(code_of, return_index=True)
    return [names[code] for code in codes[np.argsort(first)].tolist()]


def columns_of(table: Table, guess: Guess, role: str) -> tuple[str, ...]:
    """Return the columns whose cells name the data sets, or the algorithms."""
    default = "dataset" if "dataset" in table.columns else next(iter(table.columns))
    name = guess.columns.get(role, default if guess.layout == "wide" else role)
    return guess.join.get(name, (name,)) if name in guess.columns.values() or guess.layout == "wide" else (name,)


def cells_of(table: Table, guess: Guess) -> tuple[str, ...]:
    """Return the columns of a wide table that hold scores."""
    used = {*guess.unused, *guess.columns.values(), *(name for names in guess.join.values() for name in names)}
    used.update(columns_of(table, guess, "algorithm" if "algorithm" in guess.columns else "dataset"))
    return tuple(name for name in table.numeric if name not in used)


def _labels(table: Table, columns: Sequence[str], rows: IntArray) -> tuple[str, ...]:
    parts = [
        [table.columns[name].labels[code] for code in table.columns[name].codes[rows].tolist()] for name in columns
    ]
    return tuple(" / ".join(label) for label in zip(*parts, strict=True))


def _are_read(table: Table, guess: Guess) -> BoolArray:
    """Return which of the rows at hand are read."""
    lengths = [len(column.codes) for column in table.columns.values()]
    rows: BoolArray = np.ones(min(lengths, default=0), dtype=bool)
    for selection, are_read in ((guess.where, True), (guess.excluded, False)):
        for column, values in selection.items():
            if column in table.columns:
                rows &= table.columns[column].where(values)[: len(rows)] == are_read
    return rows
