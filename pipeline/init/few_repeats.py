"""Names that have several rows where most have one: runs of the same, or rows that replace others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.init.table import Table


def doubt_of_few_repeats(
    table: Table, names: Sequence[str], what: str, scores: Sequence[str], sides: tuple[Sequence[str], Sequence[str]]
) -> Doubt | None:
    """Return that a few names have several rows where most have one: the others may be left from an earlier run.

    None where at least half of the names have several rows, as repeats have by plan. `scores` are the columns of which
    it quotes what differs, `sides` those that name data sets and algorithms.
    """
    keys = table.keys(*names)[0]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    several = np.flatnonzero(counts > 1)
    if 2 * len(several) >= len(counts):
        return None
    rows_of = np.split(np.argsort(keys, kind="stable"), np.cumsum(counts)[:-1])
    in_order = sorted(several.tolist(), key=lambda index: first[index])
    clauses = [_clause_of_rows(table, names, rows_of[index].tolist(), scores) for index in in_order]
    clauses.sort(key=lambda clause: clause.endswith(_EQUAL))
    doubt = (
        f"{listed(clauses, most=3)}, where {len(counts) - len(several)} of {len(counts)} have one for each {what}; if "
        "one row replaces another, remove the other"
    )
    ways = [Way("the rows are runs, and their mean counts", "set", "scores.repeats=runs")]
    if _are_even(table, *sides):  # elsewhere they are runs as well, whatever they are called
        ways.append(Way("each row is a fold, and all count", "set", "scores.repeats=rows"))
    return Doubt(doubt, "repeats", is_open=True, ways=tuple(ways))


_EQUAL = "with the same scores"


def _clause_of_rows(table: Table, names: Sequence[str], rows: Sequence[int], scores: Sequence[str]) -> str:
    """Return that a name has several rows, which ones, and the first of their scores that differ."""
    name = " / ".join(table.columns[column].labels[table.columns[column].codes[rows[0]]] for column in names)
    numbers = [table.place_of(row)[1] for row in rows]
    where = f" (rows {listed([str(number) for number in numbers], most=4)})" if None not in numbers else ""
    cells = {name: [table.columns[name].labels[code] for code in table.columns[name].codes[[*rows]]] for name in scores}
    differing = next((name for name, own in cells.items() if len({*own}) > 1), None)
    values = _EQUAL if differing is None else f"with {quoted(differing)} {listed(cells[differing], most=4)}"
    return f"{quoted(name)} has {counted(len(rows), 'row')}{where} {values}"


def _are_even(table: Table, datasets: Sequence[str], algorithms: Sequence[str]) -> bool:
    """Return whether all algorithms have equally many rows on a data set."""
    cells = table.keys(*datasets, *algorithms)[0]
    _, first, counts = np.unique(cells, return_index=True, return_counts=True)
    pairs = {*zip(table.keys(*datasets)[0][first].tolist(), counts.tolist(), strict=True)}
    return len(pairs) == len({dataset for dataset, _ in pairs})
