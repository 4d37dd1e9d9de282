"""Data sets whose numbers a sentence says run the other way, by a mark in their names or by these names."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.measured import columns_of
from rankpress.init.measures import ways_of
from rankpress.init.sentences import TURNS, is_conditional_way, says_way
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# What stands at an end of a name and says that it is of another kind than others without it.
_MARK = re.compile(
    r"[(\[](?P<bracketed>[^\W\d]\w{0,9}|[*\u2020\u2021\u00a7\u00b6#+-])[)\]]$|(?P<sign>[*\u2020\u2021\u00a7\u00b6#^]+)$"
    r"|[\s_-](?P<word>r|rev|reversed?|inv|inverse|inverted|neg|negative|negated)$|^(?P<front>[*\u2020\u2021\u00a7\u00b6#]+)"
    r"|\u207b\u00b9$",
    re.IGNORECASE,
)
_SPELLED = {"*": r"\b(?:asterisks?|stars?|starred)\b", "\u2020": r"\bdaggers?\b"}


def speaks_of_turned(sentence: str) -> bool:
    """Return whether a sentence may say that some numbers run the other way: of a mark, or under a condition.

    >>> speaks_of_turned("Items with (R) are reverse-coded."), speaks_of_turned("* lower is better")
    (True, True)
    >>> speaks_of_turned("Higher is better, except on iris"), speaks_of_turned("Errors: lower is better")
    (True, False)
    """
    if is_conditional_way(sentence):
        return True
    return bool(_NAMES_MARK.search(sentence)) and (says_way(sentence) or bool(TURNS.search(sentence)))


_NAMES_MARK = re.compile(
    r"[(\[](?:[^\W\d]\w{0,9}|[*\u2020\u2021\u00a7\u00b6#+-])[)\]]|(?:^|\s)[\"'(]?[*\u2020\u2021\u00a7\u00b6#^]+(?=\W|$)"
    r"|\b(?:marked|marks?|denoted|flagged|tagged|starred|asterisks?|daggers?|suffix)\b"
    r"|\b(?:R|rev|inv|neg|reverse|inverse)\b(?!-)",
    re.IGNORECASE,
)


def doubt_on_turned(table: Table, guess: Guess, scores: Measured, sentence: str, text: str) -> Doubt | None:
    """Return what is in doubt of data sets that a sentence is about; open where another is first if they are turned.

    None where the sentence says nothing of the kind; `text` quotes it.
    """
    if not speaks_of_turned(sentence):
        return None
    meant = [name for name in scores.datasets if _is_named(name, sentence)] or marked_in(sentence, scores.datasets)
    if len(meant) == len(scores.datasets):
        return None
    if not meant:
        ways = ways_of(scores.better)
        return (
            Doubt(text, scores.metric, scores.metric, is_open=True, ways=ways) if is_conditional_way(sentence) else None
        )
    return ask_about_turned(table, guess, scores, meant, text)


def ask_about_turned(table: Table, guess: Guess, scores: Measured, meant: Sequence[str], text: str) -> Doubt:
    """Return the doubt that the numbers on some data sets run the other way; open where another is first then."""
    are_meant = np.isin(scores.dataset_of, [scores.datasets.index(name) for name in meant])
    first, other = scores.first(), scores.first(np.where(are_meant, -scores.values, scores.values))
    if first == other:
        return Doubt(text)
    named = counted(len(meant), "data set")
    by_either = [quoted(each) if each else "no one" for each in (first, other)]
    text += f"; {by_either[0]} is first as the numbers stand, {by_either[1]} if those on {named} run the other way"
    return ask_whether_compared(table, guess, meant, text)


def ask_whether_compared(table: Table, guess: Guess, meant: Sequence[str], text: str) -> Doubt:
    """Return the question whether some data sets are compared as they stand, or omitted."""
    meanings = (
        "all numbers are compared as they stand",
        "these data sets are omitted: turn their numbers, to have them",
    )
    if guess.layout == "wide" and "algorithm" in guess.columns:
        values = [
            f"scores.ignore={json.dumps([*guess.ignored, *more], ensure_ascii=False)}" for more in ((), tuple(meant))
        ]
        key, column = "ignore", meant[0]
    else:
        [column, *more_columns] = columns_of(table, guess, "dataset")
        if more_columns or column not in table.columns:
            return Doubt(text, is_open=True)
        left = list(dict.fromkeys((*guess.excluded.get(column, ()), *meant)))
        values = [guess.selection({}), guess.selection({column: {"not": left}})]
        key = "where"
    ways = tuple(Way(meaning, "set", value) for meaning, value in zip(meanings, values, strict=True))
    return Doubt(text, key, column, is_open=True, ways=ways)


def _is_named(name: str, sentence: str) -> bool:
    is_name = len(name) > 1 and not name.isdecimal()
    return is_name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) is not None


def marked_in(sentence: str, names: Sequence[str]) -> list[str]:
    """Return the names with a mark that a sentence is about, of several of which some have none.

    >>> marked_in("items with (R) are reversed", ["calm (R)", "glad", "sad (R)"]), marked_in("* is turned", ["a*", "b"])
    (['calm (R)', 'sad (R)'], ['a*'])
    >>> marked_in("inv: lower is better", ["speed_inv", "size"]), marked_in("Reversed", ["a (R)", "b"])
    (['speed_inv'], [])
    """
    of_marks: dict[str, list[str]] = {}
    for name in names:
        if mark := _mark_of(name):
            of_marks.setdefault(mark, []).append(name)
    for mark, marked in of_marks.items():
        word = rf"(?<!\w){re.escape(mark)}(?!\w)" if mark.isalnum() else re.escape(mark)
        flags = 0 if len(mark) == 1 else re.IGNORECASE
        if re.search(word, sentence, flags) or (
            mark in _SPELLED and re.search(_SPELLED[mark], sentence, re.IGNORECASE)
        ):
            return marked
    return []


def _mark_of(name: str) -> str:
    mark = _MARK.search(name.strip())
    return next(filter(None, mark.groupdict().values()), mark[0]) if mark else ""
