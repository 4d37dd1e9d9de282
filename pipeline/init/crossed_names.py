"""Names that are those of a few under several conditions, whatever these are called, by which who is first differs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.kinds import crossed
from rankpress.init.measured import columns_of
from rankpress.init.turns import Turned, find_turned
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# Names by their beginnings and by what stands behind these.
Grid = Mapping[str, Mapping[str, str]]

# Of more names none are looked through, and conditions are fewer than what is measured under them.
_MOST_NAMES, _LEAST_STEMS = 200, 3
_MOST_WAYS = 4


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
        if len(names) <= _MOST_NAMES and (role == header or len(columns) == 1):
            for grid in (*crossed(names), *_with_ends(names)):
                if turned := _turned_under(scores, grid, role):
                    yield _doubt(guess, _sentence(grid, turned, word), grid, "" if role == header else columns[0], word)
                    return


def _sentence(grid: Grid, turned: Turned, word: str) -> str:
    ends = list(next(iter(grid.values())))
    one, other = (quoted(ends[level]) if ends[level] else "nothing else" for level in turned.levels)
    return (
        f"the {len(grid) * len(ends)} {word}s seem to be {len(grid)}, each under {len(ends)} conditions: "
        f"{quoted(turned.firsts[0])} is first with {one}, and {quoted(turned.firsts[1])} with {other}, on nearly all "
        "data sets"
    )


def _turned_under(scores: Measured, grid: Grid, role: str) -> Turned | None:
    """Return two conditions under which different algorithms are first, of names of algorithms or data sets."""
    names = scores.algorithms if role == "algorithm" else scores.datasets
    stems, ends = list(grid), list(next(iter(grid.values())))
    if len(stems) < max(_LEAST_STEMS, len(ends)):
        return None
    stem_of, end_of = np.zeros(len(names), dtype=np.int64), np.zeros(len(names), dtype=np.int64)
    for stem, columns in grid.items():
        for end, name in columns.items():
            stem_of[names.index(name)], end_of[names.index(name)] = stems.index(stem), ends.index(end)
    if role == "dataset":
        return find_turned(scores, end_of[scores.dataset_of], stem_of[scores.dataset_of])
    of_stems = replace(scores, algorithms=tuple(stems), algorithm_of=stem_of[scores.algorithm_of])
    return find_turned(of_stems, end_of[scores.algorithm_of], scores.dataset_of)


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


def _doubt(guess: Guess, text: str, grid: Grid, column: str, word: str) -> Doubt:
    """Return the question which of the names are compared: all of them, or those of one condition."""
    ends = list(next(iter(grid.values())))
    a = "an" if word == "algorithm" else "a"
    every = guess.selection({}) if column else f"scores.ignore={json.dumps(guess.ignored, ensure_ascii=False)}"
    ways = [Way(f"each is {a} {word} of its own", "set", every)]
    for end in ends[:_MOST_WAYS]:
        kept = [columns[end] for columns in grid.values()]
        meaning = f"those with {quoted(end) if end else 'nothing else'} alone are compared"
        if column:
            ways.append(Way(meaning, "set", guess.selection({column: kept})))
        else:
            others = [name for columns in grid.values() for name in columns.values() if name not in kept]
            ignored = json.dumps([*guess.ignored, *others], ensure_ascii=False)
            ways.append(Way(meaning, "set", f"scores.ignore={ignored}"))
    return Doubt(text, "where" if column else "ignore", column, is_open=True, ways=tuple(ways))
