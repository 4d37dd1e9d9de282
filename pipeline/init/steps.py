"""Whether a column numbers the steps of a run, along which the scores of a curve move, or levels that change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.init.leaders import leader_by_rank
from rankpress.init.vocabulary import is_example, is_setting, is_step, may_be_step, numbered_role, role_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.table import Table

# Steps of a name that shows them are at least as many; of any other name so many more, and as evenly spaced.
_LEAST_STEPS, _LEAST_UNNAMED = 3, 5
# Trends and effects are looked for in the first rows.
_MOST_ROWS = 200_000
# How far scores move with the steps of a cell: the mean of correlations, by how much the name says.
_OF_MAYBE, CURVED = 0.3, 0.5


def find_step(table: Table, names: Sequence[str], measure: str, free: Iterable[str]) -> str:
    """Return the column that numbers the steps of runs, "" where none does.

    `names` are the columns of data set and algorithm, `free` those that may number steps.
    """
    if not measure or table.is_key(*names):
        return ""
    runs = [name for name in table.columns if _numbers_runs(table, name, names)]
    several = [name for name in free if _has_steps(table, name, names) and name not in runs]
    for name in sorted(several, key=lambda name: (not is_step(name), not may_be_step(name))):
        others = [other for other in runs if other != name]
        if _is_step(table, name, [*names, *others], measure):
            return name
    return ""


def _numbers_runs(table: Table, name: str, names: Sequence[str]) -> bool:
    """Return whether a column is called a fold or seed and is none of the steps of a name that may be both."""
    column = table.columns[name]
    is_run = bool(numbered_role(name)) and not may_be_step(name) and not is_step(name)
    return is_run and name not in names and column.is_full and column.distinct > 1 and not table.is_key(name)


def _has_steps(table: Table, name: str, names: Sequence[str]) -> bool:
    column = table.columns[name]
    return (
        name not in names
        and column.is_numeric
        and column.is_full
        and column.distinct >= _LEAST_STEPS
        and len(column.codes) == table.rows
        and not column.is_running
        and not (is_example(name) and not is_step(name))
        and role_of(name) not in ("n_train", "n_test")
        and table.combinations(*names, name) > 1.5 * table.combinations(*names)
    )


def _is_step(table: Table, name: str, run: Sequence[str], measure: str) -> bool:
    """Return whether a column numbers steps within runs, by its name and by how scores move."""
    rows, cells = table.combinations(*run, name), table.combinations(*run)
    if rows < _LEAST_STEPS * cells / 1.5:
        return False
    shared = rows / (cells * table.distinct(name))
    if is_step(name):
        return shared >= 0.5 or _goes_up(table, name, run)
    if shared < 0.5 and not _goes_up(table, name, run):
        return False
    moves = trend(table, name, run, measure)
    if may_be_step(name):
        return moves >= _OF_MAYBE
    evenly = table.distinct(name) >= _LEAST_UNNAMED and _is_evenly_spaced(table.columns[name].numbers)
    return evenly and not is_setting(name) and moves >= CURVED and _goes_up(table, name, run)


def _is_evenly_spaced(numbers: FloatArray) -> bool:
    values = np.unique(numbers)
    steps = np.diff(values)
    return len(steps) > 0 and bool(np.allclose(steps, steps[0], rtol=1e-6))


def _goes_up(table: Table, name: str, run: Sequence[str]) -> bool:
    """Return whether the numbers of nearly all runs go up from row to row."""
    keys = table.keys(*run)[0]
    order = np.argsort(keys, kind="stable")
    values, same = table.columns[name].numbers[: len(keys)][order], np.diff(keys[order]) == 0
    return bool(same.any()) and float((np.diff(values)[same] > 0).mean()) > 0.95


class _Within(NamedTuple):
    scores: FloatArray
    level: IntArray
    group: IntArray
    owner: IntArray


def _within(table: Table, name: str, cell: Sequence[str], measure: str) -> _Within:
    """Return the scores within cells, of mean 0 and spread 1, the level of the column in each row, and its data set.

    The first column of `cell` names the data set.
    """
    scores, column = table.columns[measure].numbers, table.columns[name]
    keys = table.keys(*cell)[0]
    n = min(len(scores), len(keys), len(column.codes), _MOST_ROWS)
    fine = np.isfinite(scores[:n])
    _, group = np.unique(keys[:n][fine], return_inverse=True)
    levels = column.numbers[:n][fine] if column.is_numeric else column.codes[:n][fine]
    _, level = np.unique(levels, return_inverse=True)
    owner = table.columns[cell[0]].codes[:n][fine].astype(np.int64)
    return _Within(_standardized(scores[:n][fine], group), level, group, owner)


def _standardized(values: FloatArray, group: IntArray) -> FloatArray:
    counts = np.bincount(group)
    centred: FloatArray = values - (np.bincount(group, weights=values) / counts)[group]
    spread = np.sqrt(np.bincount(group, weights=centred**2) / counts)[group]
    return np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 0)


def trend(table: Table, name: str, cell: Sequence[str], measure: str) -> float:
    """Return the mean correlation of score and level within cells, from 0 to 1; 0 where chance may explain it."""
    scores, level, group, _ = _within(table, name, cell, measure)
    if not len(scores):
        return 0.0
    steps = _standardized(level.astype(float), group)
    counts = np.bincount(group)
    enough = counts >= _LEAST_STEPS
    each = (np.bincount(group, weights=scores * steps) / counts)[enough]
    if not len(each):
        return 0.0
    # algorithms share what happens on a data set, so that data sets alone count
    n = min(len(each), table.distinct(cell[0]))
    moves, chance = abs(float(each.mean())), 1 / np.sqrt(n * (np.median(counts[enough]) - 1))
    return moves if moves > 3.5 * chance else 0.0


def changes_scores(table: Table, name: str, cell: Sequence[str], measure: str) -> bool:
    """Return whether the levels of a column change scores alike in all cells, as settings do and folds do not."""
    if not measure:
        return False
    scores, level, _, owner = _within(table, name, cell, measure)
    # algorithms share the folds of a data set: the mean over them counts once
    if len(scores):
        both = owner * (int(level.max()) + 1) + level
        _, first, pair = np.unique(both, return_index=True, return_inverse=True)
        scores, level = np.bincount(pair, weights=scores) / np.bincount(pair), level[first]
    counts = np.bincount(level) if len(level) else np.zeros(0)
    if len(counts) < 2 or len(scores) < 3 * len(counts):
        return False
    means = np.bincount(level, weights=scores) / np.maximum(counts, 1)
    between = float((counts * means**2).sum()) / (len(counts) - 1)
    within = float(((scores - means[level]) ** 2).sum()) / max(len(scores) - len(counts), 1)
    return bool(between > (1 + 7 * np.sqrt(2 / (len(counts) - 1))) * within)


# Levels that are best for so many algorithms on data sets are what was measured under, rather than one's own setting.
_NEARLY_ALL = 0.8


def best_level(table: Table, name: str, cell: Sequence[str], measure: str, better: Better) -> str:
    """Return the level of a column at which nearly all cells have their best score; "" where there is none.

    Cells are those of algorithms on data sets that have all levels, by the means of their rows.
    """
    values = table.columns[measure].numbers[:_MOST_ROWS]
    column = table.columns[name]
    n = min(len(values), len(column.codes))
    keys = table.keys(*cell)[0][:n]
    there = np.isfinite(values[:n])
    if table.distinct(name) < 2 or not there.any():
        return ""
    _, group = np.unique(keys[there], return_inverse=True)
    shape = (int(group.max()) + 1, len(column.labels))
    place, size = group * shape[1] + column.codes[:n][there], shape[0] * shape[1]
    if size > _MOST_ROWS * 10:
        return ""
    counts = np.bincount(place, minlength=size)
    with np.errstate(invalid="ignore"):
        means = (np.bincount(place, weights=values[:n][there], minlength=size) / counts).reshape(shape)
    means = means[np.isfinite(means).sum(axis=1) == table.distinct(name)]
    if len(means) < _LEAST_STEPS:
        return ""
    means = np.where(np.isfinite(means), means if better == "higher" else -means, -np.inf)
    is_best = means == means.max(axis=1, keepdims=True)
    shares = (is_best & (is_best.sum(axis=1) == 1)[:, None]).mean(axis=0)
    best = int(np.argmax(shares))
    return column.labels[best] if shares[best] >= _NEARLY_ALL else ""


def last_of(table: Table, step: str, run: Sequence[str], measure: str, better: Better | None = None) -> BoolArray:
    """Return which rows are the last of their run, or with a direction the best."""
    scores = table.columns[measure].numbers
    keys = table.keys(*run)[0]
    n = min(len(scores), len(keys))
    by = table.columns[step].numbers[:n] if better is None else scores[:n] * (1 if better == "higher" else -1)
    fine = np.flatnonzero(np.isfinite(scores[:n]) & np.isfinite(by))
    order = fine[np.lexsort((by[fine], keys[:n][fine]))]
    ends = np.append(keys[order][1:] != keys[order][:-1], True) if len(order) else np.zeros(0, dtype=bool)
    rows: BoolArray = np.zeros(n, dtype=bool)
    rows[order[ends]] = True
    return rows


def doubt_of_step(table: Table, step: str, roles: dict[str, Sequence[str]], measure: str, better: Better) -> Doubt:
    """Return that the last step of a run is read, and whom the other ways rank first.

    `roles` are the columns that name the data set, the algorithm and the run.
    """
    datasets, algorithms, run = roles["dataset"], roles["algorithm"], roles["run"]

    def first(rows: BoolArray | None) -> str:
        return " / ".join(leader_by_rank(table, datasets, algorithms, measure, better, rows))

    last = first(last_of(table, step, run, measure))
    others = {"best": first(last_of(table, step, run, measure, better)), "mean": first(None)}
    differ = [f"by {way} {quoted(name)} is first" for way, name in others.items() if name and name != last]
    doubt = doubt_of_last(table, step)
    text = f"{doubt.text}; by last {quoted(last)} is first, {' and '.join(differ)}" if differ and last else doubt.text
    return replace(doubt, text=text, is_open=bool(differ) and not (is_step(step) or may_be_step(step)))


def doubt_of_last(table: Table, step: str) -> Doubt:
    """Return that the last step of a run is read, and what else could be."""
    text = (
        f"it numbers {table.distinct(step)} steps of a run, which are not averaged: the last of each is read; "
        "scores.reduce also takes best, mean, area, {last: K} and {at: N}"
    )
    ways = tuple(
        Way(f"the {way} of each run counts", "set", f"scores.reduce={way}") for way in ("last", "best", "mean")
    )
    return Doubt(text, "reduce", step, ways=ways)
