"""Numbers among the scores of a table that hardly are scores, and whether the answer hangs on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import is_cost, is_never_negative
from rankpress.core.doubts import Doubt, Way
from rankpress.core.placeholders import placeholders_in, sentence_on
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.init.leaders import first_by_rank, leader
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table


def doubts_on_placeholders(table: Table, guess: Guess) -> Iterator[Doubt]:
    """Yield the numbers that hardly are scores; open where another algorithm is first without them.

    A limit of time that a run reached is worse than all other times, and may well be meant.
    """
    metric, better = next(iter(guess.metrics.items()))
    by_name = _scores_by_name(table, guess, metric)
    if not by_name:
        return
    cells = np.concatenate(list(by_name.values()))
    for number in placeholders_in(cells, may_be_negative=not is_never_negative(metric)):
        names = [name for name, values in by_name.items() if (values == number).any()]
        is_worse = (number > np.nanmedian(cells)) == (better == "lower")
        first, without = _first(table, guess, None), _first(table, guess, number)
        is_open = first != without and not (is_worse and is_cost(metric))
        text = sentence_on(number, listed(map(quoted, names), most=3))
        yield Doubt(text, metric, is_open=is_open, ways=_ways(number, guess.na) if is_open else ())


def _ways(number: float, na: tuple[str, ...]) -> tuple[Way, ...]:
    """Return what may be meant: that the number is a score, and that it stands for no result."""
    both = (("is a score", na), ("stands for no result", (*na, f"{number:.15g}")))
    return tuple(
        Way(f"{number:.6g} {meaning}", "set", f"scores.na={json.dumps(list(texts), ensure_ascii=False)}")
        for meaning, texts in both
    )


def _scores_by_name(table: Table, guess: Guess, metric: str) -> dict[str, FloatArray]:
    """Return the scores of each algorithm; empty where the table does not have them apart."""
    if guess.layout == "wide" and "algorithm" not in guess.columns:
        return {name: table.columns[name].numbers[_rows_read(table, guess)] for name in _cells(table, guess)}
    if guess.layout != "long" or metric not in table.columns:
        return {}
    names = guess.join.get(guess.columns["algorithm"], (guess.columns["algorithm"],))
    numbers, rows = table.columns[metric].numbers, _rows_read(table, guess)
    keys = table.keys(*names)[0][: len(numbers)]
    numbers, rows = numbers[: len(keys)], rows[: len(keys)]
    _, firsts, codes = np.unique(keys, return_index=True, return_inverse=True)
    labels = [
        " / ".join(table.columns[name].labels[table.columns[name].codes[first]] for name in names) for first in firsts
    ]
    return {label: numbers[rows & (codes == code)] for code, label in enumerate(labels)} if len(labels) < 1_000 else {}


def _first(table: Table, guess: Guess, number: float | None) -> tuple[str, ...]:
    """Return the algorithm that is first without a number, or with all; () where none can be named."""
    metric, better = next(iter(guess.metrics.items()))
    rows = _rows_read(table, guess)
    if guess.layout == "long":
        datasets, algorithms = (
            guess.join.get(guess.columns[role], (guess.columns[role],)) for role in ("dataset", "algorithm")
        )
        return leader(
            table, datasets, algorithms, metric, better, rows & (table.columns[metric].numbers[: len(rows)] != number)
        )
    cells = _cells(table, guess)
    scores = np.column_stack([table.columns[name].numbers[rows] for name in cells])
    scores = np.where(scores == number, np.nan, scores) if number is not None else scores
    best = first_by_rank(scores if better == "higher" else -scores)
    return () if best is None else (cells[best],)


def _cells(table: Table, guess: Guess) -> list[str]:
    """Return the columns of a wide table that hold scores."""
    used = {*guess.unused, *guess.columns.values(), *(name for names in guess.join.values() for name in names)}
    return [name for name in table.numeric if name not in used]


def _rows_read(table: Table, guess: Guess) -> BoolArray:
    """Return which of the rows at hand are read."""
    lengths = [len(column.codes) for column in table.columns.values()]
    rows: BoolArray = np.ones(min(lengths, default=0), dtype=bool)
    for selection, are_read in ((guess.where, True), (guess.excluded, False)):
        for column, values in selection.items():
            rows &= table.columns[column].where(values)[: len(rows)] == are_read
    return rows
