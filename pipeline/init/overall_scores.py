"""Data sets that are all others together, by their names or scores: Score, Final, All, or the benchmark itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt
from rankpress.init.measured import Measured, cells_of, columns_of
from rankpress.init.placement import Use, can_be_mean
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table

# What is said of all data sets together, and the words next to it.
TOGETHER = frozenset(
    "all overall total totals final micro macro weighted combined joint pooled everything whole together summary score "
    "result alle gesamtwert gesamtergebnis endergebnis endwert summe tout tous ensemble somme todo todos todas suma "
    "tutti tutto somma totale razem totaal som итог всего 综合 总分 合計 합계".split()
)
_WITH = frozenset(
    "of the on over scores value values points performance perf accuracy acc task tasks data set sets dataset datasets "
    "benchmark benchmarks".split()
)
_FEWEST_OTHERS, _MOST_DATASETS = 2, 60
# On so many data sets and algorithms, what keeps so much closer to the mean of the others than any of them does, moves
# along with it and is on its level is a mean too, of some of them or with weights: in simulations 1 of 200 others is.
_FEWEST, _CLOSER, _ALONG, _LEVEL, _LEAST = 5, 0.5, 0.35, 0.5, 1e-6


class _Overall(NamedTuple):
    name: str
    text: str  # why it may be all others together
    is_read: bool


def without_overall_scores(table: Table, guess: Guess) -> Guess:
    """Return the guess without data sets that are all others together, by their names or scores, with doubts on these.

    What is called so, but has scores that are no mean of the others, is read. The doubts are open where another
    algorithm is first otherwise.
    """
    metric = next(iter(guess.metrics), "")
    is_header = guess.layout == "wide" and "algorithm" in guess.columns
    if not metric or guess.layout not in ("long", "wide", "folds"):
        return guess
    columns = columns_of(table, guess, "dataset")
    names = cells_of(table, guess) if is_header else table.columns[columns[0]].labels
    is_one = is_header or len(columns) == 1
    scores = Measured.of(table, guess, metric) if is_one and len(names) <= _MOST_DATASETS else None
    if scores is None or len(scores.datasets) <= _FEWEST_OTHERS or len(scores.algorithms) < 2:
        return guess
    asked = {name for doubt in (*guess.doubts, *table.doubts) for name in (doubt.column, doubt.value)}
    shown = guess.rename.get("dataset", {})
    every = [each for each in _overall_among(scores, shown) if not (each.is_read and each.name in asked)]
    column = "" if is_header else columns[0]
    doubts = [_doubt(each, column, is_open=_decides(guess, scores, each.name)) for each in every]
    return _without(guess, column, [each.name for each in every if not each.is_read], doubts)


_CALLED = "named like a summary of others"
_BETWEEN = f"{_CALLED}, and its scores lie between theirs for each algorithm"
_ELSEWHERE = f"{_CALLED}, though its scores do not lie between theirs"
_KEEPS_TO_MEAN = "its scores keep to the mean of the others far closer than those of any other do, as a summary does"


def _overall_among(scores: Measured, shown: Mapping[str, str]) -> Iterator[_Overall]:
    """Yield what may be all data sets together: what is called so, and what keeps to the mean at either end."""
    order, means = scores.datasets_in_order, scores.means()
    rows = {name: means[scores.datasets.index(name)] for name in order} if len(means) else {}
    called = [name for name in rows if _is_called(shown.get(name, name))]
    parts = [name for name in rows if name not in called]
    if len(parts) < max(_FEWEST_OTHERS, len(called)):
        return
    others = np.stack([rows[name] for name in parts], axis=1)
    there = np.isfinite(others).any(axis=1)
    for name in called:
        is_mean = can_be_mean(rows[name][there], others[there])
        yield _Overall(name, _BETWEEN if is_mean else _ELSEWHERE, is_read=not is_mean)
    for name in {order[0], order[-1]}.intersection(parts):
        if _keeps_to_mean(rows[name], np.delete(others, parts.index(name), axis=1)):
            yield _Overall(name, _KEEPS_TO_MEAN, is_read=False)


def _is_called(name: str) -> bool:
    """Return whether a name says that something is all data sets together, or the score on them.

    >>> [name for name in ("Score", "Final score", "All tasks", "score-sd", "Final Four", "F1") if _is_called(name)]
    ['Score', 'Final score', 'All tasks']
    """
    words = {word for word in words_of(name) if not word.isdecimal()}
    return not TOGETHER.isdisjoint(words) and words <= TOGETHER | _WITH


def _keeps_to_mean(own: FloatArray, others: FloatArray) -> bool:
    """Return whether scores of algorithms keep to the mean of the others, a column each, as only means of them do."""
    there = np.isfinite(own) & np.isfinite(others).all(axis=1)
    own, others = own[there], others[there]
    if min(others.shape) < _FEWEST or not can_be_mean(own, others):
        return False
    mean, n = others.mean(axis=1), others.shape[1]
    spread = float(np.std(own - mean))
    spreads = np.std(others - (others.sum(axis=1, keepdims=True) - others) / (n - 1), axis=0)
    if spreads.min() <= _LEAST * np.abs(others).max():
        return False  # algorithms differ by the same on all data sets, or not at all
    is_level = abs(float(own.mean() - mean.mean())) <= _LEVEL * float(np.std(others.mean(axis=0)))
    return is_level and spread <= _ALONG * float(np.std(mean)) and spread <= _CLOSER * float(spreads.min())


def _decides(guess: Guess, scores: Measured, name: str) -> bool:
    """Return whether another algorithm is first without a data set, by a direction that may be the better one."""
    is_asked = any(doubt.is_open and doubt.key == scores.metric for doubt in guess.doubts)
    without = np.where(scores.dataset_of == scores.datasets.index(name), np.nan, scores.values)
    ways: tuple[Better, ...] = ("higher", "lower") if is_asked else (scores.better,)
    by_way = (replace(scores, better=way) for way in ways)
    return any(each.first() != each.first(without) for each in by_way)


def _doubt(overall: _Overall, column: str, *, is_open: bool) -> Doubt:
    """Return the doubt on a data set of the header, or on one that a column names."""
    name, text, is_read = overall
    if not column:
        return Doubt(f"{text}; it is {'' if is_read else 'not '}read", "ignore", name, is_open=is_open)
    text = f"{quoted(name)} is {'' if is_read else 'not '}read as a data set: {text}"
    return Doubt(text, "where", column, value=name, is_open=is_open)


def _without(guess: Guess, column: str, left: Sequence[str], doubts: Sequence[Doubt]) -> Guess:
    """Return the guess with doubts, and without data sets of the header, or of a column."""
    if not left:
        return replace(guess, doubts=(*guess.doubts, *doubts))
    # other doubts on what is left out are whether it is read
    others = [doubt for doubt in guess.doubts if {doubt.column, doubt.value}.isdisjoint(left)]
    guess = replace(guess, doubts=(*(_with_more_left(doubt, column, left) for doubt in others), *doubts))
    if column:
        return replace(guess, excluded={**guess.excluded, column: (*guess.excluded.get(column, ()), *left)})
    texts = {doubt.column: doubt.text for doubt in doubts}
    return replace(
        guess,
        unused=[*guess.unused, *left],
        ignored=[*guess.ignored, *left],
        uses={**guess.uses, **{name: Use("summary", "all data sets together", texts[name]) for name in left}},
        notes={key: note for key, note in guess.notes.items() if key != "ignore"},
    )


def _with_more_left(doubt: Doubt, column: str, left: Sequence[str]) -> Doubt:
    """Return a doubt whose ways leave more out, as what settles it states all that is not read."""

    def value_of(value: str) -> str:
        key, _, stated = value.partition("=")
        if key == "scores.ignore" and not column:
            return f"{key}={json.dumps([*json.loads(stated), *left], ensure_ascii=False)}"
        if key == "scores.where" and column:
            where = json.loads(stated)
            rows = where.setdefault(column, {"not": []})
            if isinstance(rows, dict):
                rows["not"] += left
            return f"{key}={json.dumps(where, ensure_ascii=False)}"
        return value

    return replace(doubt, ways=tuple(way.with_values(value_of) for way in doubt.ways))
