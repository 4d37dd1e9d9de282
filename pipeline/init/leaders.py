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
# Two orders of algorithms are turned where they are on at least so many data sets, and on so large a share of them.
_LEAST_TURNED, _NEARLY_ALL = 3, 0.75


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


def turned_leaders(
    table: Table, datasets: Sequence[str], algorithms: Sequence[str], measure: str, better: Better
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return who is first by the first row of each cell and who by the last, if rows of a cell turn their order.

    Chance turns it on some data sets; what replaces earlier rows does on nearly all.
    """
    if not measure:
        return None
    values = table.columns[measure].numbers[:_MOST_ROWS]
    keys = table.keys(*datasets, *algorithms)[0][: len(values)]
    fine = np.flatnonzero(np.isfinite(values[: len(keys)]))
    ends = (
        fine[np.unique(keys[fine], return_index=True)[1]],
        fine[::-1][np.unique(keys[fine][::-1], return_index=True)[1]],
    )
    masks = [np.isin(np.arange(len(keys)), end) for end in ends]
    leaders = [leader_by_rank(table, datasets, algorithms, measure, better, mask) for mask in masks]
    if not all(leaders) or leaders[0] == leaders[1]:
        return None
    owner, gaps = table.keys(*datasets)[0][: len(keys)], []
    for mask in masks:
        of_two = []
        for names in leaders:
            own = np.logical_and.reduce(
                [
                    table.columns[column].where([name])[: len(keys)]
                    for column, name in zip(algorithms, names, strict=True)
                ]
            )
            places = np.flatnonzero(mask & own)
            of_two.append(dict(zip(owner[places].tolist(), values[places].tolist(), strict=True)))
        gaps.append({name: of_two[0][name] - of_two[1][name] for name in of_two[0].keys() & of_two[1].keys()})
    both = gaps[0].keys() & gaps[1].keys()
    turned = sum(gaps[0][name] * gaps[1][name] < 0 for name in both)
    if len(both) < _LEAST_TURNED or turned < _NEARLY_ALL * len(both):
        return None
    return leaders[0], leaders[1]


def first_by_rank(scores: FloatArray) -> int | None:
    """Return the column whose average rank is the best, higher scores being better; None where several share it."""
    there = np.isfinite(scores)
    shares = np.zeros(scores.shape[1])
    for index in range(scores.shape[1]):
        own = scores[:, [index]]
        both = there & there[:, [index]]
        wins = np.where(both, (own > scores) + 0.5 * (own == scores), 0).sum(axis=1) - 0.5
        others = both.sum(axis=1) - 1
        known = others > 0
        shares[index] = np.mean(wins[known] / others[known]) if known.any() else -1.0
    best = int(np.argmax(shares))
    return best if np.count_nonzero(shares > shares[best] - 1e-9) == 1 else None
