"""Columns that name the unit of each number: scores of several units are compared by no one unseen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.catalog.units import have_one_quantity, is_unit, unit_in_brackets
from rankpress.core.doubts import Doubt, Way
from rankpress.init.measured import cells_of
from rankpress.init.numerals import are_beyond_per_cent, names_per_cent
from rankpress.wording.numbers import short_number
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Column, Table

_NAMES = frozenset(
    "unit units uom einheit einheiten unité unités unidad unidades unità currency währung devise moneda 通貨".split()
)


def names_units(column: Column) -> bool:
    """Return whether a column of texts says in which unit the numbers of each row are."""
    labels = [label for label in column.labels if label]
    if column.is_numeric or not labels:
        return False
    return not _NAMES.isdisjoint(words_of(column.name)) or all(map(is_unit, labels))


def doubts_on_units(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield the units of the scores of a metric where there are several; open if they differ within a data set."""
    used = {*guess.columns.values(), *(name for names in guess.join.values() for name in names)}
    for name, column in table.columns.items():
        if name in used or not names_units(column):
            continue
        unit_of = column.codes[scores.row_of]
        there = np.isfinite(scores.values) & (unit_of != _code(column, ""))
        codes = np.unique(unit_of[there]).tolist()
        if len(codes) < 2:
            continue
        pairs = np.unique(np.column_stack([scores.dataset_of[there], unit_of[there]]), axis=0)
        is_open = len(pairs) > len(np.unique(pairs[:, 0]))
        having = {column.labels[code]: scores.of_algorithms(there & (unit_of == code)) for code in codes}
        of_units = listed(
            (f"{quoted(unit)} of {listed(map(quoted, names), 2)}" for unit, names in having.items()), most=4
        )
        text = f"{scores.metric} is in several units, {of_units}; no number is converted: write all of them in one unit"
        ways: tuple[Way, ...] = (Way("the numbers are in one unit all the same", "set", guess.selection({})),)
        ways += tuple(
            Way(f"the rows in {quoted(unit)} alone are compared", "set", guess.selection({name: [unit]}))
            for unit, names in having.items()
            if len(names) > 1
        )
        yield Doubt(text, "where", name, is_open=is_open, ways=ways if is_open else ())


def doubts_on_per_cent(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that numbers are none of the percentages that their name says they are."""
    columns = (scores.metric,) if guess.layout == "long" else cells_of(table, guess)
    if names_per_cent(scores.metric) and scores.metric not in guess.units and are_beyond_per_cent(table, columns):
        middle = short_number(float(np.nanmedian(np.abs(scores.values))))
        yield Doubt(
            f"percentages by the name, but half of the numbers are {middle} or more; no unit is assumed", scores.metric
        )


def doubts_on_units_of_heads(read: Sequence[str], left: Sequence[str], ignored: Sequence[str]) -> Iterator[Doubt]:
    """Yield that the heads of algorithms have several units of one quantity, as TS [s] next to GA [ms]; open.

    `read` are their columns, `left` those that may be of others, and `ignored` all that are not read.
    """
    units = {name: unit for name in (*read, *left) if (unit := unit_in_brackets(name))}
    if len(set(units.values())) < 2 or not have_one_quantity(units.values()):
        return
    [(usual, _)] = Counter(units.values()).most_common(1)
    odd = [name for name, unit in units.items() if unit != usual]
    other = next(name for name, unit in units.items() if unit == usual)
    text = f"it is in {units[odd[0]]}, {quoted(other)} in {usual}; no number is converted: write all in one unit"
    names = json.dumps(list(dict.fromkeys((*ignored, *odd))), ensure_ascii=False)
    way = Way(
        f"{listed(map(quoted, odd), 4)} {'are' if len(odd) > 1 else 'is'} not compared", "set", f"scores.ignore={names}"
    )
    yield Doubt(text, "ignore", odd[0], is_open=True, ways=(way,))


def _code(column: Column, label: str) -> int:
    return column.labels.index(label) if label in column.labels else -1
