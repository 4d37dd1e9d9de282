"""Columns whose values turn who is first, whatever they are called: which rows are meant is asked then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.doubts import Doubt, Way
from rankpress.init.kinds import crossed
from rankpress.init.measured import cells_of, columns_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.core.scores import IntArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# A column with more different values is hardly one of conditions, and as many are offered.
_MOST_LEVELS, _MOST_WAYS = 20, 4
# Two orders of algorithms are turned where they are on at least so many data sets, and on so large a share of them.
_LEAST_TURNED, _NEARLY_ALL = 3, 0.75
# Chance turns some of repeated measurements, and all of them seldom on so many data sets.
_LEAST_OF_REPEATS, _ALL_REPEATS = 6, 0.95


@dataclass(frozen=True)
class _Turned:
    """Two levels at which different algorithms are first, and beat each other on nearly all data sets."""

    levels: tuple[int, int]
    firsts: tuple[str, str]


def doubts_on_levels(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield the first column by whose values different algorithms are first on the same data sets; always open."""
    if guess.choose:  # of each run one row is read
        return
    asked = {doubt.column for doubt in guess.doubts if doubt.is_open}
    joined = {name: columns for columns in guess.join.values() for name in columns}
    for name in _may_divide(table, guess, scores):
        if name in asked:
            continue
        column = table.columns[name]
        level_of = column.codes[scores.row_of].astype(np.int64)
        datasets = [other for other in columns_of(table, guess, "dataset") if other != name]
        owner_of = table.keys(*datasets)[0][scores.row_of] if name in joined and datasets else scores.dataset_of
        if _at_header(guess) == "dataset" and name in joined:
            continue
        repeats = [guess.columns[role] for role in ("seed", "fold", "repeat") if role in guess.columns]
        is_repeat = any(table.follows(name, repeat) for repeat in repeats if repeat in table.columns)
        bounds = (_LEAST_OF_REPEATS, _ALL_REPEATS) if is_repeat else (_LEAST_TURNED, _NEARLY_ALL)
        if turned := _turned(scores, level_of, owner_of, bounds):
            yield _doubt(guess, name, column.labels, turned)
            return


def doubts_on_order(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that the first rows of all cells and the last ones turn who is first, where nothing numbers them; open."""
    if not guess.repeats or any(doubt.is_open and doubt.key == "repeats" for doubt in guess.doubts):
        return
    cells = scores.dataset_of * len(scores.algorithms) + scores.algorithm_of
    there = np.flatnonzero(np.isfinite(scores.values))
    level_of = np.full(len(cells), -1)
    level_of[there[::-1][np.unique(cells[there][::-1], return_index=True)[1]]] = 1
    level_of[there[np.unique(cells[there], return_index=True)[1]]] = 0
    if turned := _turned(scores, level_of, scores.dataset_of, (_LEAST_TURNED, _NEARLY_ALL)):
        first, last = map(quoted, turned.firsts)
        text = (
            f"{first} is first by the first row of each, {last} by the last, on nearly all data sets; if some of the "
            "rows replace others, remove the others"
        )
        way = Way("each row is a fold, and all count", "set", "scores.repeats=rows")
        yield Doubt(text, "repeats", is_open=True, ways=(way,))


def doubts_on_crossed_names(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that names are those of a few, each under conditions by which different algorithms are first; open.

    Whatever the conditions are called: RF p1, RF p2, NB p1, NB p2.
    """
    header = "" if guess.layout != "wide" else "dataset" if "algorithm" in guess.columns else "algorithm"
    if any(doubt.is_open and len(doubt.ways) > 2 for doubt in guess.doubts):  # conditions are asked about already
        return
    for role, word in (("algorithm", "algorithm"), ("dataset", "data set")):
        columns = columns_of(table, guess, role)
        names = scores.algorithms if role == "algorithm" else scores.datasets
        if len(names) > _MOST_NAMES or (role != header and len(columns) > 1):
            continue
        for grid in (*crossed(names), *_with_ends(names)):
            is_of_few = len(grid) < max(_LEAST_STEMS, len(next(iter(grid.values()))))
            if not is_of_few and (turned := _turned_under(scores, grid, role)):
                ends = list(next(iter(grid.values())))
                one, other = (quoted(ends[level]) if ends[level] else "nothing else" for level in turned.levels)
                text = (
                    f"the {len(names)} {word}s seem to be {len(grid)}, each under {len(ends)} conditions: "
                    f"{quoted(turned.firsts[0])} is first with {one}, and {quoted(turned.firsts[1])} with {other}, on "
                    "nearly all data sets"
                )
                yield _doubt_on_crossed(guess, text, grid, "" if role == header else columns[0], word)
                return


# Of more names none are looked through, and conditions are fewer than what is measured under them.
_MOST_NAMES, _LEAST_STEMS = 200, 3


def _turned_under(scores: Measured, grid: Mapping[str, Mapping[str, str]], role: str) -> _Turned | None:
    """Return two conditions under which different algorithms are first, of names of algorithms or data sets."""
    names = scores.algorithms if role == "algorithm" else scores.datasets
    stems, ends = list(grid), list(next(iter(grid.values())))
    stem_of, end_of = np.zeros(len(names), dtype=np.int64), np.zeros(len(names), dtype=np.int64)
    for stem, columns in grid.items():
        for end, name in columns.items():
            stem_of[names.index(name)], end_of[names.index(name)] = stems.index(stem), ends.index(end)
    if role == "dataset":
        return _turned(scores, end_of[scores.dataset_of], stem_of[scores.dataset_of], (_LEAST_TURNED, _NEARLY_ALL))
    of_stems = replace(scores, algorithms=tuple(stems), algorithm_of=stem_of[scores.algorithm_of])
    return _turned(of_stems, end_of[scores.algorithm_of], scores.dataset_of, (_LEAST_TURNED, _NEARLY_ALL))


def _with_ends(names: Sequence[str]) -> Iterator[dict[str, dict[str, str]]]:
    """Yield names by their beginnings, bare ones as well, and all that stands behind each of these.

    >>> [list(grid) for grid in _with_ends(["RF", "RF+aug", "NB", "NB+aug"])]
    [['RF', 'NB']]
    """
    grid: dict[str, dict[str, str]] = {}
    for name in names:
        bare = [other for other in names if other and name.startswith(other) and re.match(r"[\W_]", name[len(other) :])]
        stem = min(bare, key=len, default=re.split("[+@#=&]", name)[0])
        grid.setdefault(stem, {})[name[len(stem) :]] = name
    ends = {frozenset(columns) for columns in grid.values()}
    if len(grid) > 1 and len(ends) == 1 and len(min(ends)) > 1:
        yield {stem: {end: grid[stem][end] for end in next(iter(grid.values()))} for stem in grid}


def _doubt_on_crossed(guess: Guess, text: str, grid: Mapping[str, Mapping[str, str]], column: str, word: str) -> Doubt:
    """Return the question which of the names are compared: all of them, or those of one condition."""
    ends = list(next(iter(grid.values())))
    a = "an" if word == "algorithm" else "a"
    ways = [Way(f"each is {a} {word} of its own", "set", f"scores.layout={guess.layout}")]
    for end in ends[:_MOST_WAYS]:
        kept = [columns[end] for columns in grid.values()]
        meaning = f"those with {quoted(end) if end else 'nothing else'} alone are compared"
        if column:
            ways.append(_way(guess, {column: kept}, meaning))
        else:
            others = [name for columns in grid.values() for name in columns.values() if name not in kept]
            ignored = json.dumps([*guess.ignored, *others], ensure_ascii=False)
            ways.append(Way(meaning, "set", f"scores.ignore={ignored}"))
    return Doubt(text, "where" if column else "ignore", column, is_open=True, ways=tuple(ways))


def _at_header(guess: Guess) -> str:
    """Return what the header of a wide table names: data sets or algorithms."""
    return "dataset" if guess.layout == "wide" and "algorithm" in guess.columns else ""


def _may_divide(table: Table, guess: Guess, scores: Measured) -> Iterator[str]:
    """Yield the columns of few values that name neither data sets nor algorithms by themselves, and hold no scores."""
    names = {role: columns_of(table, guess, role) for role in ("dataset", "algorithm")}
    sole = {columns[0] for columns in names.values() if len(columns) == 1}
    held = {*guess.metrics, *guess.costs, *guess.where, *guess.excluded, guess.columns.get("example", "")}
    held |= {*names["algorithm"], *(cells_of(table, guess) if guess.layout != "long" else ())}
    held.add(guess.columns.get("step", ""))
    for name, column in table.columns.items():
        few = 1 < len(column.labels) <= _MOST_LEVELS and len(column.codes) > scores.row_of.max()
        is_measured = bool(better_of(name)) or is_cost(name) or (column.is_numeric and not column.is_integral)
        if few and name not in sole and name not in held and not is_measured:
            yield name


def _turned(scores: Measured, level_of: IntArray, owner_of: IntArray, bounds: tuple[int, float]) -> _Turned | None:
    """Return two levels with different firsts that beat each other on nearly all data sets which have both levels.

    `owner_of` is the data set of each score, whatever its level is.
    """
    least, share = bounds
    firsts = dict[int, str]()
    for level in np.unique(level_of[level_of >= 0]).tolist():
        first = scores.first(np.where(level_of == level, scores.values, np.nan))
        if first:
            firsts[level] = first
    kept = list(firsts)
    for one in kept:
        for other in kept[kept.index(one) + 1 :]:
            if firsts[one] == firsts[other]:
                continue
            gaps = [_gaps(scores, level_of == level, owner_of, (firsts[one], firsts[other])) for level in (one, other)]
            both = gaps[0].keys() & gaps[1].keys()
            turned = sum(gaps[0][owner] * gaps[1][owner] < 0 for owner in both)
            if turned >= least and turned >= share * len(both):
                return _Turned((one, other), (firsts[one], firsts[other]))
    return None


def _gaps(
    scores: Measured, chosen: np.typing.NDArray[np.bool_], owner_of: IntArray, pair: tuple[str, str]
) -> dict[int, float]:
    """Return by how much the mean of one algorithm exceeds that of another, by data set, over some scores."""
    means = []
    for name in pair:
        own = chosen & (scores.algorithm_of == scores.algorithms.index(name)) & np.isfinite(scores.values)
        owners, place = np.unique(owner_of[own], return_inverse=True)
        sums = np.bincount(place, weights=scores.values[own]) / np.maximum(np.bincount(place), 1)
        means.append(dict(zip(owners.tolist(), sums.tolist(), strict=True)))
    return {owner: means[0][owner] - means[1][owner] for owner in means[0].keys() & means[1].keys()}


def _doubt(guess: Guess, name: str, labels: tuple[str, ...], turned: _Turned) -> Doubt:
    """Return the question which rows are compared: all of them, or those of one level."""
    one, other = (quoted(labels[level]) if labels[level] else "nothing" for level in turned.levels)
    text = (
        f"{quoted(turned.firsts[0])} is first where {quoted(name)} is {one}, and {quoted(turned.firsts[1])} where it "
        f"is {other}, on nearly all data sets; the rows of both are read"
    )
    chosen = [labels[level] for level in turned.levels]
    others = [label for label in labels if label not in chosen]
    ways = [_way(guess, {}, "the rows of all are compared")]
    ways += [
        _way(guess, {name: [label]}, f"only the rows with {quoted(label) if label else 'nothing'} are compared")
        for label in [*chosen, *others][:_MOST_WAYS]
    ]
    return Doubt(text, "where", name, is_open=True, ways=tuple(ways))


def _way(guess: Guess, more: dict[str, list[str]], meaning: str) -> Way:
    """Return the selection of rows that the guess makes, with more of it."""
    where: dict[str, Any] = {column: list(values) for column, values in guess.where.items()}
    where |= {column: {"not": list(names)} for column, names in guess.excluded.items()}
    return Way(meaning, "set", f"scores.where={json.dumps(where | more, ensure_ascii=False)}")
