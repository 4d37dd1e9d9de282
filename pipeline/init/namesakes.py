"""Names of a column that are written nearly alike: of one thing where what the one lacks the other has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.core.twins import twins
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.table import Table


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
        for earlier, name in twins(sorted(filter(None, own.labels), key=lambda label: not label.isprintable())):
            shared = np.intersect1d(next_to.codes[own.where([earlier])], next_to.codes[own.where([name])])
            if len(shared):
                continue
            word = role.replace("dataset", "data set")
            text = f"{quoted(earlier)} and {quoted(name)} are written nearly alike, and no {_BESIDE[role]} has both"
            rename = json.dumps({role: {name: earlier}}, ensure_ascii=False)
            ways = (
                Way(f"they are two {word}s", "set", "scores.rename={}"),
                Way(f"they are one {word}", "set", f"scores.rename={rename}"),
            )
            yield Doubt(text, "rename", columns.get(role, role), value=name, is_open=True, ways=ways)


_BESIDE = {"algorithm": "data set", "dataset": "algorithm"}
