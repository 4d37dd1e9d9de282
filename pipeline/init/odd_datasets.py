"""What stands at an end of the data sets and may be none: a sum, a property, a name unlike the others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.measured import columns_of
from rankpress.init.overall_scores import TOGETHER
from rankpress.init.placement import called_as
from rankpress.init.spellings import is_unlike
from rankpress.init.vocabulary import is_overall, is_total, sums_up
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# What is said of what is left of the data sets.
_REST = frozenset("rest other others übrige reste resto".split())
# As many names at an end are looked at, of so many at most.
_MOST_AT_END, _MOST_DATASETS = 3, 60


def doubts_on_odd_datasets(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that names at an end of the data sets may be none, where another algorithm is first without them; open."""
    order = scores.datasets_in_order
    columns = columns_of(table, guess, "dataset")
    is_header = guess.layout == "wide" and "algorithm" in guess.columns
    if not 3 < len(order) <= _MOST_DATASETS or (len(columns) > 1 and not is_header):
        return
    asked = {name for doubt in guess.doubts if doubt.is_open for name in (doubt.column, doubt.value)}
    first = scores.first()
    for odd in filter(None, (_odd_ones(order), _odd_ones(order[::-1]))):
        codes = [scores.datasets.index(name) for name in odd]
        without = scores.first(np.where(np.isin(scores.dataset_of, codes), np.nan, scores.values))
        if without == first or not asked.isdisjoint(odd):
            continue
        text = (
            f"{listed(map(quoted, odd))} may be no data set{'s' if len(odd) > 1 else ''}, by the name and the place; "
            f"{quoted(first) if first else 'no one'} is first with, and {quoted(without) if without else 'no one'} "
            "without"
        )
        yield Doubt(
            text,
            "ignore" if is_header else "where",
            odd[0] if is_header else columns[0],
            value="" if is_header else odd[0],
            is_open=True,
            ways=_ways(guess, odd, "" if is_header else columns[0]),
        )


def _odd_ones(order: Sequence[str]) -> list[str]:
    """Return the names at the beginning that are those of no data set, or written unlike all others."""
    for number in range(min(_MOST_AT_END, (len(order) - 1) // 2), 0, -1):
        ends, others = list(order[:number]), list(order[number:])
        if all(_is_called_otherwise(name) or is_unlike(name, others) for name in ends):
            return ends
    return []


def _is_called_otherwise(name: str) -> bool:
    is_sum = sums_up(name) or is_overall(name) or is_total(name) or not (TOGETHER | _REST).isdisjoint(words_of(name))
    return is_sum or bool(called_as(name))


def _ways(guess: Guess, odd: Sequence[str], column: str) -> tuple[Way, ...]:
    """Return what may be meant: that they are data sets, and that they are none."""
    names = listed(map(quoted, odd))
    if column:
        left = {column: {"not": [*guess.excluded.get(column, ()), *odd]}}
        read, out = guess.selection({}), guess.selection(left)
    else:
        ignored = [list(guess.ignored), [*guess.ignored, *odd]]
        read, out = (f"scores.ignore={json.dumps(names, ensure_ascii=False)}" for names in ignored)
    return (
        Way(f"{names}: compared on as the others", "set", read),
        Way(f"{names}: not compared on", "set", out),
    )
