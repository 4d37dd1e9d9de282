"""Names in a wide table that say of which kind the numbers next to them are, so that some are not to be compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import ANY_SCORE, better_of, is_cost, is_plain_metric, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.blocks import parted
from rankpress.init.vocabulary import is_on_training
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import FloatArray
    from rankpress.init.table import Table

# What was to be predicted is called so.
_TRUTHS = frozenset(
    "y ytrue truth groundtruth gt label labels target targets gold actual actuals observed answer trueclass truelabel "
    "expected ytest".split()
)
# Under which conditions something was measured, or by which part of the data.
_CONDITIONS = frozenset(
    "train training val valid validation dev test clean noisy corrupted cold hot warm before after seen unseen id ood "
    "iid in out insample outsample adversarial robust".split()
)
# The numbers of classes are fewer, and agree with those of others in so large a share of many rows.
_MOST_CLASSES, _LEAST_EQUAL, _LEAST_ROWS = 20, 0.3, 20
# One condition is the better one for so many algorithms on data sets, which no setting of an algorithm is.
_NEARLY_ALL = 0.8


def doubts_on_kinds(
    table: Table, keys: Sequence[str], cells: Sequence[str], better: Better, *, of_rows: bool
) -> Iterator[Doubt]:
    """Yield what the names of rows and columns say that are compared and may be no data sets or algorithms; all open.

    `keys` name the rows, `cells` are the columns of scores; `of_rows` is whether the rows are the algorithms.
    """
    if not cells or any(len(table.columns[name].codes) != table.rows for name in (*keys, *cells)):
        return
    scores = np.column_stack([table.columns[name].numbers for name in cells])
    yield from _doubts_on_truths(cells, scores)
    yield from _doubts_on_conditions(cells, scores if better == "higher" else -scores)
    word = "data set" if of_rows else "algorithm"
    for name in _measures_among(cells):
        text = f"called as what is measured, next to the names of {word}s; it is read as one"
        yield Doubt(text, "ignore", name, is_open=True)
    if len(keys) == 1:
        yield from _doubts_on_rows(table, keys[0], of_rows=of_rows)


def _doubts_on_truths(cells: Sequence[str], scores: FloatArray) -> Iterator[Doubt]:
    """Yield that columns may be predictions on single cases rather than scores on data sets."""
    truths = [name for name in cells if re.sub(r"[\W_]", "", name.casefold()) in _TRUTHS]
    ways = (Way("each row has the scores on a data set", "set", "scores.layout=wide"),)
    text = ""
    if truths:
        text = f"{quoted(truths[0])} is called as what was to be predicted"
    elif _are_classes(scores):
        text = "all numbers are whole, few, and mostly the same in all columns, as predicted classes are"
    if text:
        text += "; predictions on single cases are no scores: write the score of each algorithm on each data set"
        yield Doubt(text, "layout", (truths or cells)[0], is_open=True, ways=ways)


def _are_classes(scores: FloatArray) -> bool:
    there = scores[np.isfinite(scores).all(axis=1)]
    if len(there) < _LEAST_ROWS or scores.shape[1] < 2 or (there != np.round(there)).any():
        return False
    return len(np.unique(there)) <= _MOST_CLASSES and bool(np.mean(np.ptp(there, axis=1) == 0) >= _LEAST_EQUAL)


def _doubts_on_conditions(cells: Sequence[str], scores: FloatArray) -> Iterator[Doubt]:
    """Yield that each algorithm has a column of each of several conditions; `scores` are better the higher."""
    grid = _crossed(cells)
    if not grid:
        return
    ends = list(next(iter(grid.values())))
    places = np.array([[cells.index(columns[end]) for end in ends] for columns in grid.values()])
    values = scores[:, places].reshape(-1, len(ends))
    values = values[np.isfinite(values).all(axis=1)]
    first = np.bincount(values.argmax(axis=1), minlength=len(ends)).max() if len(values) else 0
    if first < _NEARLY_ALL * max(len(values), 1) and not all(_CONDITIONS.issuperset(words_of(end)) for end in ends):
        return
    text = (
        f"columns such as {listed(map(quoted, next(iter(grid.values())).values()), 3)} seem to be of "
        f"{counted(len(grid), 'algorithm')} under {counted(len(ends), 'condition')} ({listed(map(quoted, ends), 4)}), "
        "and would all be compared with each other"
    )
    kept = sorted(ends, key=lambda end: ("test" not in words_of(end), is_on_training(end)))
    ways = [Way("each column is an algorithm of its own", "set", "scores.layout=wide")]
    for end in kept[:3]:
        others = [columns[other] for columns in grid.values() for other in ends if other != end]
        ways.append(
            Way(f"{quoted(end)} alone is compared", "set", f"scores.ignore={json.dumps(others, ensure_ascii=False)}")
        )
    yield Doubt(text, "ignore", is_open=True, ways=tuple(ways))


def _crossed(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return names by their beginnings and ends where each beginning stands with each end, two of both at least.

    >>> _crossed(["RF_cold", "RF_hot", "NB_cold", "NB_hot"])["NB"]
    {'cold': 'NB_cold', 'hot': 'NB_hot'}
    >>> _crossed(["RF_cold", "NB_hot"]), _crossed(["GPT-3", "GPT-4", "Yi-3", "Yi-4"])
    ({}, {})
    """
    for at in (1, 0):
        grid: dict[str, dict[str, str]] = {}
        for name in names:
            for stem, end in list(parted(name, at))[-1:]:
                grid.setdefault(stem, {})[end] = name
        ends = {frozenset(columns) for columns in grid.values()}
        whole = len(ends) == 1 and sum(map(len, grid.values())) == len(names)
        if whole and len(grid) > 1 and len(min(ends)) > 1 and not any(map(str.isdecimal, min(ends))):
            return {stem: {end: grid[stem][end] for end in next(iter(grid.values()))} for stem in grid}
    return {}


def _measures_among(names: Sequence[str]) -> list[str]:
    """Return the names that are those of metrics or costs next to others that are not: several, or at either end.

    >>> _measures_among(["iris", "wine", "ECE"]), _measures_among(["ant", "energy", "wine"])
    (['ECE'], [])
    >>> _measures_among(["F1", "F2", "F3"])
    []
    """
    called = [_is_measure(name, names) for name in names]
    if all(called):
        return []
    front, back = called.index(False), called[::-1].index(False)
    at_ends = {*range(front), *range(len(names) - back, len(names))}
    kept = range(len(names)) if sum(called) > 1 and not any(map(is_cost, names)) else at_ends
    return [names[index] for index in sorted(kept) if called[index]]


def _is_measure(name: str, others: Sequence[str]) -> bool:
    """Return whether a name is that of a metric or cost alone, and no number of a series such as F1, F2, F3."""
    words = words_of(name)
    if not words or ANY_SCORE.issuperset(words) or not is_plain_metric(name) or not (better_of(name) or is_cost(name)):
        return False
    stem = name.rstrip("0123456789")
    return stem == name or not any(other != name and other.rstrip("0123456789") == stem for other in others)


def _doubts_on_rows(table: Table, key: str, *, of_rows: bool) -> Iterator[Doubt]:
    """Yield that rows are called as what is measured, those at the end or those of each data set."""
    column = table.columns[key]
    if column.is_numeric or not column.is_unique or len(column.codes) != table.rows:
        return
    labels = [column.labels[code] for code in column.codes.tolist()]
    word = "algorithm" if of_rows else "data set"
    for label in _measures_among(labels):
        file, row = table.place_of(labels.index(label))
        text = f"row {quoted(label)}: called as what is measured, next to the names of {word}s; it is read as one"
        yield Doubt(text, "where", key, file, row, label, is_open=True)
    grid = _crossed(labels)
    ends = list(next(iter(grid.values()), ()))
    if sum(bool(better_of(end) or is_cost(end)) for end in ends) > 1:
        text = f"each {word} has rows of several measures, {listed(map(quoted, ends), 3)}, which are read as {word}s"
        ways = [Way(f"each row is {'an' if of_rows else 'a'} {word}", "set", "scores.layout=wide")]
        for end in ends[:3]:
            where = json.dumps({key: [rows[end] for rows in grid.values()]}, ensure_ascii=False)
            ways.append(Way(f"the rows of {quoted(end)} alone are compared", "set", f"scores.where={where}"))
        yield Doubt(text, "where", key, is_open=True, ways=tuple(ways))
