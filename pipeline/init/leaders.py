"""Which algorithm a reading of a table would rank first: whether two readings come to the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import BoolArray, FloatArray

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.table import Table

# Beyond as many comparisons no leader is looked for, and beyond as many rows only the first are.
_MOST_COMPARED = 30_000_000
_MOST_ROWS = 200_000


def leader_by_rank(
    table: Table,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    measure: str,
    better: Better,
    rows: BoolArray | None = None,
) -> tuple[str, ...]:
    """Return the algorithm with the best average rank, by the cells of its columns; () where none can be named.

    The score of a cell is the mean over its rows, or over those of them that `rows` has.
    """
    values = table.columns[measure].numbers[:_MOST_ROWS]
    keys = [table.keys(*names)[0] for names in (datasets, algorithms)]
    n = min(len(values), *map(len, keys))
    chosen = np.isfinite(values[:n])
    if rows is not None:
        n = min(n, len(rows))
        chosen = chosen[:n] & rows[:n]
    places = np.flatnonzero(chosen)
    if not len(places):
        return ()
    d, a = (np.unique(key[places], return_inverse=True)[1] for key in keys)
    shape = (int(d.max()) + 1, int(a.max()) + 1)
    if shape[0] * shape[1] ** 2 > _MOST_COMPARED:
        return ()
    cell = d * shape[1] + a
    size = shape[0] * shape[1]
    counts = np.bincount(cell, minlength=size)
    sums = np.bincount(cell, weights=values[places], minlength=size)
    means = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).reshape(shape)
    best = first_by_rank(means if better == "higher" else -means)
    if best is None:
        return ()
    row = places[np.flatnonzero(a == best)[0]]
    return tuple(table.columns[name].labels[table.columns[name].codes[row]] for name in algorithms)


def first_by_rank(scores: FloatArray) -> int | None:
    """Return the column whose average rank is the best, higher scores being better; None where several share it."""
    there = np.isfinite(scores)
    shares = np.zeros(scores.shape[1])
    for index in range(scores.shape[1]):
        own = scores[:, [index]]
        both = there & there[:, [index]]
        wins = np.where(both, (own > scores) + 0.5 * (own == scores), 0).sum(axis=1) - 0.5
        others = both.sum(axis=1) - 1
        compared = others > 0
        shares[index] = np.mean(wins[compared] / others[compared]) if compared.any() else -1.0
    best = int(np.argmax(shares))
    return best if np.count_nonzero(shares > shares[best] - 1e-9) == 1 else None
