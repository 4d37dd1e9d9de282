"""Columns that may name the algorithms, such as model and backend, and sentences that say which is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import words_of
from rankpress.init.vocabulary import is_kind_of_dataset, role_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.table import Table

# What does something, and so is mostly compared.
_TOOLS = frozenset(
    "engine framework library lib package solver compiler interpreter optimizer tool toolkit program software "
    "solution implementation codec strategy policy allocator scheduler simulator estimator learner planner detector "
    "scheme protocol technique procedure".split()
)
# What somebody compares, or measures something with, and no word for an algorithm alone.
_COMPARED = _TOOLS | frozenset(
    "model backend device hardware gpu cpu accelerator chip processor machine host platform runtime vm jvm version "
    "release setting settings config configuration preset provider vendor database dbms browser system pipeline "
    "quantization precision backbone encoder kernel driver os toolchain agent architecture network".split()
)
# Words between which a sentence speaks of one thing.
_WORDS = r"(?:(?!(?:across|over|on|in|by|with|per|for)\b)[\w.'-]+ ){0,3}?"
_ASKS = (
    r"\b(?:which|what|best|fastest|slowest|strongest) {words}{noun}\b",
    r"\bcompar(?:e|es|ed|ing|isons?)(?: of| the| between|:)? {words}{noun}\b",
    r"\b{noun} (?:(?:are|is|were) )?(?:compar(?:ed|isons?)|shoot-?out|rankings?|bake-?off)\b",
    r"\b(?:rankings?|shoot-?out) (?:of|between) {words}{noun}\b",
)
_OVER = r"\b(?:over|across|on|averaged over) {words}{noun}\b"
_MOST_LINES, _LONGEST = 50, 400


def may_name_algorithms(column: str) -> bool:
    """Return whether a column of that name may name what is compared, and as well what it is compared on.

    >>> [may_name_algorithms(name) for name in ("backend", "model_name", "dataset", "algorithm")]
    [True, True, False, False]
    """
    words = words_of(column)
    return role_of(column) != "dataset" and bool(words) and _noun_of(column) in _COMPARED


# Nouns that do not say what their column names.
_ANY = frozenset(
    "name id key label item entry row index title type kind mode option expr expression number no nr unnamed column "
    "variable field value group class category combination case condition metric measure".split()
)
# The ends of nouns for what does something, as algorithms do: tagger, simulator, régresseur, tokenization.
_DOER = re.compile(r"(?:er|or|eur|ador|isation|ization)s?$")


def is_hardly_compared(column: str) -> bool:
    """Return whether a name is that of things that are hardly compared, as far as its noun shows: of no doers.

    >>> [is_hardly_compared(name) for name in ("road section", "line_of_business", "tokenizer", "LLM", "backend")]
    [True, True, False, False, False]
    """
    noun = _noun_of(column)
    is_word = noun.isalpha() and len(noun) > 2 and not column.isupper()
    return is_word and noun not in _COMPARED | _ANY and not _DOER.search(noun)


def _points_of_doers(datasets: str, algorithms: str) -> float:
    """Return what the nouns of two columns say for the second as what is compared, where neither has a usual name.

    >>> _points_of_doers("family", "tool"), _points_of_doers("tagger", "jet_class"), _points_of_doers("river", "tool")
    (1.5, -0.5, 1.5)
    """
    return _likeness_to_doer(algorithms) - _likeness_to_doer(datasets)


def _likeness_to_doer(column: str) -> float:
    noun = _noun_of(column)
    if role_of(column) or is_kind_of_dataset(column):
        return 0.0
    return 1.5 if noun in _TOOLS else 0.5 if noun not in _COMPARED | _ANY and _DOER.search(noun) else 0.0


def said_to_be_compared(table: Table, columns: Sequence[str]) -> str:
    """Return which of some columns the sentences near a table say is compared; "" where they name none, or several."""
    lines = _lines_of(table)
    asked = {name for name in columns if any(_says(line, pattern, name) for line in lines for pattern in _ASKS)}
    if not asked:  # of two, what something is measured over is not what is compared
        over = {name for name in columns if any(_says(line, _OVER, name) for line in lines)}
        asked = {*columns} - over if over else set()
    return asked.pop() if len(asked) == 1 else ""


def _says(line: str, pattern: str, column: str) -> bool:
    return bool(re.search(pattern.format(words=_WORDS, noun=_with_plural(_noun_of(column))), line, re.IGNORECASE))


def _lines_of(table: Table) -> list[str]:
    return [line[:_LONGEST] for line in (table.title, *table.comments)[:_MOST_LINES] if line]


def _with_plural(noun: str) -> str:
    return rf"{noun[:-1]}(?:y|ies)" if noun.endswith("y") else rf"{noun}(?:e?s)?"


# All that sentences may say is compared, by the noun that they have.
_ASKS_FOR_ANY = [
    re.compile(
        pattern.format(
            words=_WORDS, noun="(?:" + "|".join(rf"(?P<{noun}>{_with_plural(noun)})" for noun in _COMPARED) + ")"
        ),
        re.IGNORECASE,
    )
    for pattern in _ASKS
]


def points_of_rows(table: Table, column: str) -> float:
    """Return what sentences near a wide table say for a column that names its rows as that of the algorithms.

    They speak against it where they say that something else is compared, which the header then names.
    """
    if not may_name_algorithms(column) or not all_may_name_algorithms(table, column):
        return 0
    asked = {asking.lastgroup for line in _lines_of(table) for each in _ASKS_FOR_ANY for asking in each.finditer(line)}
    return 0 if len(asked) != 1 else 6 if _noun_of(column) in asked else -6


def _noun_of(column: str) -> str:
    words = [word for word in words_of(column) if word not in ("name", "id")]
    return words[-1] if words else ""


def points_of_pair(table: Table, datasets: str, algorithms: str) -> Iterator[tuple[str, float]]:
    """Yield what speaks for two columns as data sets and algorithms, of which either could be what is compared."""
    if points := _points_of_doers(datasets, algorithms):
        yield f"of {quoted(datasets)} and {quoted(algorithms)}, one does something, as algorithms do", points
    if not all_may_name_algorithms(table, datasets, algorithms):
        return
    said = said_to_be_compared(table, (datasets, algorithms))
    if said:
        yield f"a sentence near the numbers says that each {quoted(said)} is compared", 6 if said == algorithms else -6
    # what their names say of algorithms then says nothing of the other
    points = 3 if role_of(datasets) == "algorithm" else 0
    points -= 3 if role_of(algorithms) == "algorithm" else 0
    if points:
        yield f"either of {quoted(datasets)} and {quoted(algorithms)} may be what is compared", points


def all_may_name_algorithms(table: Table, *columns: str) -> bool:
    """Return whether each of some columns could be what is compared, and the user names none of them."""
    settled = {name for names in table.settled.values() for name in names}
    return all(may_name_algorithms(name) and name not in settled | table.parts | table.stated for name in columns)
