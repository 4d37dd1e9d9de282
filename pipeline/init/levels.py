"""Columns whose values turn who is first, whatever they are called: which rows are meant is asked then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.doubts import Doubt, Way
from rankpress.init.measured import cells_of, columns_of
from rankpress.init.turns import ALL_REPEATS, NEARLY_ALL, Turned, find_turned
from rankpress.init.vocabulary import role_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.core.scores import IntArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# A column with more different values is hardly one of conditions, and as many are offered.
_MOST_LEVELS, _MOST_WAYS = 20, 4


def doubts_on_levels(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield the first column by whose values different algorithms are first on the same data sets; always open."""
    asked = {doubt.column for doubt in guess.doubts if doubt.is_open}
    repeats = [guess.columns[role] for role in ("seed", "fold", "repeat") if role in guess.columns]
    for name in _may_divide(table, guess, scores):
        column = table.columns[name]
        is_repeat = any(table.follows(name, repeat) for repeat in repeats if repeat in table.columns)
        turned = name not in asked and find_turned(
            scores,
            column.codes[scores.row_of].astype(np.int64),
            _owners_of(table, guess, scores, name),
            ALL_REPEATS if is_repeat else NEARLY_ALL,
        )
        if turned:
            yield _doubt(guess, name, column.labels, turned)
            return


def doubts_on_partial_levels(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield the first column with values that some algorithms alone have, if these decide who is first; always open.

    Numbered seeds and folds that an algorithm lacks are missing runs, and no conditions.
    """
    if not table.is_whole:  # what algorithms lack may be in files that were not looked into
        return
    asked = {doubt.column for doubt in guess.doubts if doubt.is_open}
    repeats = {guess.columns[role] for role in ("seed", "fold", "repeat") if role in guess.columns}
    present, first = np.isfinite(scores.values), scores.first()
    for name in dict.fromkeys((*_may_divide(table, guess, scores), *_of_few_fractions(table, guess, scores))):
        labels, level_of = table.columns[name].labels, table.columns[name].codes[scores.row_of]
        pairs = np.unique(np.column_stack([level_of[present], scores.algorithm_of[present]]), axis=0)
        levels, having = np.unique(pairs[:, 0], return_counts=True)
        shared = levels[having == len(scores.algorithms)]
        partial = [labels[level] for level in levels[having < len(scores.algorithms)].tolist()]
        is_of_runs = name in repeats and all(map(str.isdecimal, partial))
        if name in asked or is_of_runs or not partial or not len(shared):
            continue
        of_shared = scores.first(np.where(np.isin(level_of, shared), scores.values, np.nan))
        if first and of_shared and of_shared != first:
            kept = [labels[level] for level in shared.tolist()]
            reason = (
                f"{quoted(partial[0])} in {quoted(name)} is of some algorithms alone, and {quoted(first)} is first with"
                f" such rows, {quoted(of_shared)} without them"
            )
            ways = (
                Way("the rows that all algorithms have are compared", "set", guess.selection({name: kept})),
                Way("all rows are compared", "set", guess.selection({})),
            )
            yield Doubt(reason, "where", name, is_open=True, ways=ways)
            return


def _of_few_fractions(table: Table, guess: Guess, scores: Measured) -> Iterator[str]:
    """Yield columns of a few fractions that come again and again, such as shares of the training data."""
    in_roles = {*guess.metrics, *guess.costs, *guess.where, *guess.excluded, *guess.columns.values()}
    for name, column in table.columns.items():
        is_few = 1 < len(column.labels) <= _MOST_WAYS and len(column.codes) >= 5 * len(column.labels)
        if guess.layout == "long" and name not in in_roles and column.is_numeric and is_few:
            yield name


def _owners_of(table: Table, guess: Guess, scores: Measured, part: str) -> IntArray:
    """Return the data set of each score, without the part of its name that a column is."""
    columns = columns_of(table, guess, "dataset")
    others = [name for name in columns if name != part]
    return table.keys(*others)[0][scores.row_of] if others and len(others) < len(columns) else scores.dataset_of


def doubts_on_order(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that the first rows of all cells and the last ones turn who is first, where nothing numbers them; open."""
    if not guess.repeats or any(doubt.is_open and doubt.key == "repeats" for doubt in guess.doubts):
        return
    cells = scores.dataset_of * len(scores.algorithms) + scores.algorithm_of
    there = np.flatnonzero(np.isfinite(scores.values))
    level_of = np.full(len(cells), -1)
    level_of[there[::-1][np.unique(cells[there][::-1], return_index=True)[1]]] = 1
    level_of[there[np.unique(cells[there], return_index=True)[1]]] = 0
    if turned := find_turned(scores, level_of, scores.dataset_of):
        first, last = map(quoted, turned.firsts)
        reason = (
            f"{first} is first by the first row of each, {last} by the last, on nearly all data sets; if some of the "
            "rows replace others, remove the others"
        )
        way = Way("each row is a fold, and all count", "set", "scores.repeats=rows")
        yield Doubt(reason, "repeats", is_open=True, ways=(way,))


def _may_divide(table: Table, guess: Guess, scores: Measured) -> Iterator[str]:
    """Yield the columns of few values that name neither data sets nor algorithms by themselves, and hold no scores."""
    if guess.choose:  # of each run one row is read
        return
    names = {role: columns_of(table, guess, role) for role in ("dataset", "algorithm")}
    sole = {columns[0] for columns in names.values() if len(columns) == 1}
    in_roles = {*guess.metrics, *guess.costs, *guess.where, *guess.excluded, guess.columns.get("example", "")}
    in_roles |= {*names["algorithm"], *(cells_of(table, guess) if guess.layout != "long" else ())}
    in_roles.add(guess.columns.get("step", ""))
    # next to a column that is called as data sets are, another one that was joined to it may be of conditions
    called = [name for name in names["dataset"] if role_of(name) == "dataset"]
    joined = {*names["dataset"]}.difference(called) if called else set()
    in_roles |= {*called} if joined else set()
    for name, column in table.columns.items():
        few = 1 < len(column.labels) <= _MOST_LEVELS and len(column.codes) > scores.row_of.max()
        is_fraction = column.is_numeric and not column.is_integral and name not in joined
        is_measured = bool(better_of(name)) or is_cost(name) or is_fraction
        if few and name not in sole and name not in in_roles and not is_measured:
            yield name


def _doubt(guess: Guess, name: str, labels: tuple[str, ...], turned: Turned) -> Doubt:
    """Return the question which rows are compared: all of them, or those of one level."""
    one, other = (quoted(labels[level]) if labels[level] else "nothing" for level in turned.levels)
    doubt = (
        f"{quoted(turned.firsts[0])} is first where {quoted(name)} is {one}, and {quoted(turned.firsts[1])} where it "
        f"is {other}, on nearly all data sets; the rows of both are read"
    )
    chosen = [labels[level] for level in turned.levels]
    others = [label for label in labels if label not in chosen]
    ways = [Way("the rows of all are compared", "set", guess.selection({}))]
    ways += [
        Way(
            f"only the rows with {quoted(label) if label else 'nothing'} are compared",
            "set",
            guess.selection({name: [label]}),
        )
        for label in [*chosen, *others][:_MOST_WAYS]
    ]
    return Doubt(doubt, "where", name, is_open=True, ways=tuple(ways))
