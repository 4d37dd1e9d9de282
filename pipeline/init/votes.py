"""Tables of votes between two algorithms: the two, who won, and the unit that votes were taken in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.table import Column, Table
from rankpress.sources.votes import FIRST, SECOND, TIES
from rankpress.wording.strings import counted, listed, quoted

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
_MOST_UNKNOWN = 5


@dataclass(frozen=True)
class VoteColumns:
    """The columns of a table of votes."""

    model_a: str
    model_b: str
    winner: str
    units: tuple[str, ...]  # those that may be the unit that votes were taken in, the likeliest first
    unknown: tuple[str, ...] = ()  # winners in some rows that are neither an algorithm nor a word of votes


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
        unknown = sorted(label for label in said if label.lower() not in _WORDS)
        if 2 * shared < min(len(labels[first]), len(labels[second])) or not _are_few(table.columns[winner], unknown):
            continue
        if labels[winner].isdisjoint(names) and _WINNERS.isdisjoint(words_of(winner)):
            continue
        if not _are_of_two(table.columns[first], table.columns[second], table.columns[winner], unknown):
            continue
        if any(_shares(labels[name], names) for name in texts if name not in (first, second, winner)):
            continue  # of versions or settings, one of several columns with the same values
        units = _units(table, (first, second, winner))
        if not units:
            text = f"votes between {quoted(first)} and {quoted(second)}, and no column of who voted, or on what"
            expected = "a column such as judge or question, for votes of one of them depend on each other"
            raise FaultsFound([Fault(place, text, expected)])
        return VoteColumns(first, second, winner, units, tuple(unknown))
    return None


def _shares(labels: Set[str], names: Set[str]) -> bool:
    """Return whether most values of a column are among the names of those that are voted on."""
    return 2 * len(labels & names) > len(labels)


def _are_few(winner: Column, unknown: Sequence[str]) -> bool:
    """Return whether some values are in few rows of a column of winners, and those of votes in nearly all."""
    return len(unknown) <= _MOST_UNKNOWN and bool(5 * np.count_nonzero(winner.where(unknown)) <= len(winner.codes))


def _are_of_two(first: Column, second: Column, winner: Column, unknown: Sequence[str]) -> bool:
    """Return whether two names differ in most rows, and the winner is one of them, a word of votes or unknown."""
    n = min(len(column.codes) for column in (first, second, winner))
    names = [np.array(column.labels, dtype=object)[column.codes[:n]] for column in (first, second, winner)]
    word = np.array([label.lower() in _WORDS or label in unknown for label in winner.labels])[winner.codes[:n]]
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


def doubts_on_votes(table: Table, votes: VoteColumns) -> Iterator[Doubt]:
    """Yield winners that nothing shows the meaning of, which is asked, and votes that are there twice."""
    winner = table.columns[votes.winner]
    if votes.unknown:
        n = int(np.count_nonzero(winner.where(votes.unknown)))
        words = listed(map(quoted, votes.unknown), 3)
        text = f"the winner is {words} in {n} of {counted(len(winner.codes), 'row')}; write tie there if neither won"
        where = json.dumps({votes.winner: {"not": list(votes.unknown)}}, ensure_ascii=False)
        ways = (Way("these rows are no votes", "set", f"scores.where={where}"),)
        yield Doubt(text, "where", votes.winner, is_open=True, ways=ways)
    # of one judge on one question a vote is one; of all who vote on a question many are the same
    kinds = sum(any(not {*words_of(unit)}.isdisjoint(words) for unit in votes.units) for words in _UNITS[1:])
    twice = table.rows - table.combinations(*table.columns) if kinds > 1 else 0
    if twice:
        verb = "is" if twice == 1 else "are"
        text = f"{twice} of {counted(table.rows, 'vote')} {verb} duplicated, the same as another in all columns"
        yield Doubt(f"{text}; each is counted", "files")
