"""Runs whose answer is not the expected one: a run that is wrong is no result of its time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.catalog.metrics import is_cost
from rankpress.core.doubts import Doubt, Way
from rankpress.core.scores import BoolArray
from rankpress.init.outcomes import says_failed
from rankpress.init.table import Column, Table
from rankpress.wording.strings import counted, listed, quoted

# More answers than these are none that a table would have of each data set.
_MOST_ANSWERS = 50
# What stands in the place of an answer that nobody knows; false and infeasible are answers.
_UNKNOWN = frozenset(["", "?", "-", "unknown", "none", "unsolved", "open"])
# Of more data sets or algorithms with a wrong run, no command lists them.
_MOST_OMITTED = 20
# The least share of runs with an answer that have the expected one.
_MOSTLY_RIGHT = 0.5


@dataclass(frozen=True)
class _Answers:
    """The columns of what runs answered and what they should have, and which runs are wrong."""

    given: str
    expected: str
    wrong: BoolArray


def doubts_on_wrong_runs(table: Table, names: tuple[str, str], measure: str, free: Sequence[str]) -> Iterator[Doubt]:
    """Yield that runs with a time or another cost gave a wrong answer; open, since the fastest one may be wrong.

    Parameters
    ----------
    table : Table
        One row per run.
    names : (str, str)
        The columns of data sets and algorithms.
    measure : str
        The column of scores. Of other scores than costs a wrong answer may be what they measure.
    free : sequence of str
        The columns that nothing else is known of.
    """
    answers = _answers(table, names[0], free) if is_cost(measure) else None
    if answers is None:
        return
    scored = np.isfinite(table.columns[measure].numbers)
    n = min(len(scored), len(answers.wrong))
    wrong, owner = answers.wrong[:n] & scored[:n], table.columns[names[1]]
    if not wrong.any():
        return
    counts, total = (
        np.bincount(owner.codes[:n][rows], minlength=len(owner.labels)) for rows in (wrong, np.ones(n, dtype=bool))
    )
    whose = [f"{counts[code]} of {total[code]} of {owner.labels[code]}" for code in np.argsort(-counts) if counts[code]]
    text = (
        f"{int(wrong.sum()):,} of {counted(n, 'run')} answered otherwise than {quoted(answers.expected)} says: "
        f"{listed(whose, 3)}; a wrong run is no result of its {measure}: empty the cells of those numbers and set "
        "scores.missing, or let them count"
    )
    ways = [Way("the numbers of wrong runs count as those of other runs", "set", "scores.missing=error")]
    for name, what in zip(reversed(names), ("an algorithm", "a data set"), strict=True):
        column = table.columns[name]
        labels = [column.labels[code] for code in np.unique(column.codes[:n][wrong]).tolist()]
        if len(labels) <= min(_MOST_OMITTED, column.distinct - 2):
            value = json.dumps({name: {"not": labels}}, ensure_ascii=False)
            ways.append(Way(f"{what} with a wrong run is not compared", "set", f"scores.where={value}"))
    yield Doubt(text, "missing", answers.given, is_open=True, ways=tuple(ways))


def _answers(table: Table, dataset: str, free: Sequence[str]) -> _Answers | None:
    """Return the columns of answers: one has the same for all runs on a data set, and most of the other's agree."""
    columns = [table.columns[name] for name in free if _may_answer(table, table.columns[name])]
    of_datasets = [column for column in columns if table.follows(column.name, dataset)]
    for expected in of_datasets:
        for given in (column for column in columns if column not in of_datasets):
            wrong = _differ(given, expected)
            if wrong is not None:
                return _Answers(given.name, expected.name, wrong)
    return None


def _may_answer(table: Table, column: Column) -> bool:
    return len(column.codes) == table.rows and not column.is_numeric and 1 < column.distinct <= _MOST_ANSWERS


def _differ(given: Column, expected: Column) -> BoolArray | None:
    """Return where an answer is another than the expected one; None where these are no answers to the same question.

    That a run failed, or that nobody knows the answer, is no answer.
    """
    known = {label.casefold() for label in expected.labels} - _UNKNOWN
    labels = {label.casefold() for label in given.labels}
    if len(known & labels) < 2 or not all(label in known | _UNKNOWN or says_failed(label) for label in labels):
        return None
    own, other = (np.array([label.casefold() for label in column.labels])[column.codes] for column in (given, expected))
    there = np.isin(own, [*known]) & np.isin(other, [*known])
    wrong: BoolArray = there & (own != other)
    n, n_right = int(there.sum()), int((there & ~wrong).sum())
    return wrong if n and n_right >= _MOSTLY_RIGHT * n else None
