"""Tables of votes between two algorithms: the two, who won, and the unit that votes were taken in."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.table import Column, Table
from rankpress.sources.votes import FIRST, SECOND, TIES
from rankpress.wording.strings import listed, quoted

# Words in the names of columns of those who vote, and of what they vote on, the likeliest unit first.
_UNITS = (
    ("cluster",), ("judge", "annotator", "rater", "voter", "user", "reviewer", "grader", "evaluator"),
    ("question", "prompt", "task", "item", "conversation", "topic", "instance", "dataset"),
)  # fmt: skip
_WORDS = FIRST | SECOND | TIES
# What a column of winners is called where it has no names but A and B, as columns of algorithms may have them too.
_WINNERS = frozenset(
    "winner win won vote preference preferred choice chosen outcome result verdict judgment judgement decision".split()
)
_MOST_COLUMNS = 40  # of a table that is searched


@dataclass(frozen=True)
class VoteColumns:
    """The columns of a table of votes."""

    model_a: str
    model_b: str
    winner: str
    units: tuple[str, ...]  # those that may be the unit that votes were taken in, the likeliest first


def votes_of(table: Table, place: str) -> VoteColumns | None:
    """Return the columns of a table of votes; None of another one; FaultsFound where no column has the units."""
    texts = [name for name, column in table.columns.items() if not column.is_numeric and column.distinct > 1]
    if len(texts) < 3 or len(texts) > _MOST_COLUMNS:
        return None
    labels = {name: {*filter(None, table.columns[name].labels)} for name in texts}
    for first, second, winner in permutations(texts, 3):
        names = labels[first] | labels[second]
        said = {label for label in labels[winner] if label not in names}
        if list(table.columns).index(first) > list(table.columns).index(second) or len(names) < 2:
            continue
        shared = len(labels[first] & labels[second])
        if 2 * shared < min(len(labels[first]), len(labels[second])) or any(s.lower() not in _WORDS for s in said):
            continue
        if labels[winner].isdisjoint(names) and _WINNERS.isdisjoint(words_of(winner)):
            continue
        if not _are_of_two(*(table.columns[name] for name in (first, second, winner))):
            continue
        if any(_shares(labels[name], names) for name in texts if name not in (first, second, winner)):
            continue  # of versions or settings, one of several columns with the same values
        units = _units(table, (first, second, winner))
        if not units:
            text = f"votes between {quoted(first)} and {quoted(second)}, and no column of who voted, or on what"
            expected = "a column such as judge or question, for votes of one of them depend on each other"
            raise FaultsFound([Fault(place, text, expected)])
        return VoteColumns(first, second, winner, units)
    return None


def _shares(labels: Set[str], names: Set[str]) -> bool:
    """Return whether most values of a column are among the names of those that are voted on."""
    return 2 * len(labels & names) > len(labels)


def _are_of_two(first: Column, second: Column, winner: Column) -> bool:
    """Return whether two names differ in most rows, and the winner is one of them or a word of votes."""
    n = min(len(column.codes) for column in (first, second, winner))
    names = [np.array(column.labels, dtype=object)[column.codes[:n]] for column in (first, second, winner)]
    word = np.array([label.lower() in _WORDS for label in winner.labels])[winner.codes[:n]]
    is_one = word | (names[2] == names[0]) | (names[2] == names[1]) | (names[2] == "")
    return bool(is_one.all() and 2 * np.count_nonzero(names[0] == names[1]) < n)


def _units(table: Table, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that say who voted, or on what, the likeliest first."""
    free = [name for name in table.columns if name not in taken and table.distinct(name) > 1]
    return tuple(name for words in _UNITS for name in free if not {*words_of(name)}.isdisjoint(words))


def doubt_on_units(columns: VoteColumns) -> str:
    """Say which unit was taken, and which others there are."""
    others = columns.units[1:]
    text = f"votes of one {quoted(columns.units[0])} may depend on each other, and are resampled together"
    return f"{text}; {listed(map(quoted, others), 3)} may be meant" if others else text
