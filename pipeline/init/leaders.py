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
_MOST_AT_ONCE = 1_000_000


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
    at_once = max(1, _MOST_AT_ONCE // max(scores.size, 1))
    starts = range(0, scores.shape[1], at_once)
    shares = np.concatenate([_shares_of_wins(scores, scores[:, start : start + at_once]) for start in starts])
    best = int(np.argmax(shares))
    return best if np.count_nonzero(shares > shares[best] - 1e-9) == 1 else None


def _shares_of_wins(scores: FloatArray, some: FloatArray) -> FloatArray:
    """Return which share of the others some columns are ahead of, ties as halves, on average over rows; -1 of none."""
    own, against = some[:, :, None], scores[:, None, :]
    both = np.isfinite(own) & np.isfinite(against)
    ahead = np.count_nonzero(both & (own > against), axis=2) + np.count_nonzero(both & (own == against), axis=2) / 2
    others = np.count_nonzero(both, axis=2) - 1
    shares = np.divide(ahead - 0.5, others, out=np.zeros(others.shape), where=others > 0).sum(axis=0)
    rows = np.count_nonzero(others > 0, axis=0)
    return np.asarray(np.divide(shares, rows, out=np.full(rows.shape, -1.0), where=rows > 0), dtype=np.float64)


def are_linked(there: BoolArray) -> bool:
    """Return whether data sets link all algorithms, so that their ranks are comparable.

    Parameters
    ----------
    there : BoolArray of shape (n_datasets, n_algorithms)
        Where there is a result.

    Examples
    --------
    >>> are_linked(np.array([[True, True, False], [False, True, True]])), are_linked(np.eye(2, dtype=bool))
    (True, False)
    """
    # stats brings all of scipy with it, which reading a table can do without
    from rankpress.stats.incomplete_blocks import linked

    return not there.size or len(linked((there.T.astype(np.float64) @ there) > 0)) == 1
