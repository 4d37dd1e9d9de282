"""Names of a column that are written nearly alike: of one thing where what the one lacks the other has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.core.twins import twins_by_overlap
from rankpress.init.leaders import are_linked
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.table import Column, Table


def doubts_on_namesakes(table: Table, columns: Mapping[str, str]) -> Iterator[Doubt]:
    """Yield names of algorithms or data sets that stand for one: they hardly differ, and share nothing.

    Parameters
    ----------
    table
        One row per measurement.
    columns
        The columns that name the data sets and the algorithms, and tell measurements apart, by role.
    """
    splits = {key: table.columns[columns[key]] for key in _SPLITS if columns.get(key) in table.columns}
    renamed: dict[str, dict[str, str]] = {}
    texts: dict[str, str] = {}
    for role, other in (("algorithm", "dataset"), ("dataset", "algorithm")):
        own, next_to = (table.columns.get(columns.get(key, key)) for key in (role, other))
        if own is None or next_to is None or role in table.settled:
            continue
        beside = partial(_next_to, own, (next_to, *splits.values()), renamed.get(other, {}))
        if pairs := twins_by_overlap(filter(None, own.labels), beside)[0]:
            renamed[role] = {name: earlier for earlier, name in pairs}
            written = listed((f"{quoted(earlier)} and {quoted(name)}" for earlier, name in pairs), most=3)
            texts[role] = (
                f"{written} are written nearly alike, and no {' and '.join((_BESIDE[role], *splits))} has both"
            )
    # one decision on all of them, as one program wrote them; apart, they may leave algorithms that nothing links
    one = Way("such names are one", "set", f"scores.rename={json.dumps(renamed, ensure_ascii=False)}")
    apart = Way("such names are two", "set", "scores.rename={}")
    ways = (apart, one) if texts and _links_algorithms(table, columns) else (one,)
    for role, text in texts.items():
        value = next(iter(renamed[role]))
        yield Doubt(text, "rename", columns.get(role, role), value=value, is_open=True, ways=ways)


def _links_algorithms(table: Table, columns: Mapping[str, str]) -> bool:
    """Return whether data sets link all algorithms, by the names as they stand."""
    datasets, algorithms = (table.columns[columns.get(role, role)] for role in ("dataset", "algorithm"))
    there = np.zeros((len(datasets.labels), len(algorithms.labels)), dtype=bool)
    there[datasets.codes, algorithms.codes] = True
    return are_linked(there[np.ix_(there.any(axis=1), there.any(axis=0))])


def _next_to(own: Column, others: Sequence[Column], renamed: Mapping[str, str], name: str) -> set[tuple[str, ...]]:
    """Return what the rows of a name have in other columns, the first of which has some names that are others now."""
    codes = np.unique(np.column_stack([other.codes for other in others])[own.where([name])], axis=0).tolist()
    texts = [[other.labels[code] for other, code in zip(others, row, strict=True)] for row in codes]
    return {(renamed.get(first, first), *rest) for first, *rest in texts}


_SPLITS = ("repeat", "fold", "example", "seed", "step")
_BESIDE = {"algorithm": "data set", "dataset": "algorithm"}
