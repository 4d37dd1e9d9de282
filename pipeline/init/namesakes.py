"""Names of a column that are written nearly alike: of one thing where what the one lacks the other has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from rankpress.core.doubts import Doubt, Way
from rankpress.core.twins import twins_by_overlap
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
        The columns that name the data sets and the algorithms, by role.
    """
    for role, other in (("algorithm", "dataset"), ("dataset", "algorithm")):
        own, next_to = (table.columns.get(columns.get(key, key)) for key in (role, other))
        if own is None or next_to is None or role in table.settled:
            continue
        pairs, _ = twins_by_overlap(filter(None, own.labels), partial(_next_to, own, next_to))
        if not pairs:
            continue
        word = role.replace("dataset", "data set")
        written = listed((f"{quoted(earlier)} and {quoted(name)}" for earlier, name in pairs), most=3)
        text = f"{written} are written nearly alike, and no {_BESIDE[role]} has both"
        rename = json.dumps({role: {name: earlier for earlier, name in pairs}}, ensure_ascii=False)
        ways = (
            Way(f"such names are two {word}s", "set", "scores.rename={}"),
            Way(f"such names are one {word}", "set", f"scores.rename={rename}"),
        )
        yield Doubt(text, "rename", columns.get(role, role), value=pairs[0][1], is_open=True, ways=ways)


def _next_to(own: Column, other: Column, name: str) -> set[int]:
    """Return what the rows of a name have in another column."""
    return {*other.codes[own.where([name])].tolist()}


_BESIDE = {"algorithm": "data set", "dataset": "algorithm"}
