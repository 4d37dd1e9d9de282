"""Columns that say themselves which direction of a score is better: higher_is_better, direction, the unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import doubt_of_direction, way_of
from rankpress.init.definitions import definition_in
from rankpress.init.sentences import metric_of_sentence, way_of_comment, way_of_title
from rankpress.init.table import Column
from rankpress.init.units import names_units
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.table import Table

# Names of columns whose cells say yes or no to a direction, without case and punctuation.
_ASSERTED: dict[str, Better] = {
    **dict.fromkeys(
        "higherisbetter higherbetter largerisbetter greaterisbetter biggerisbetter moreisbetter maximize maximise "
        "maximization ismaximized tomaximize".split(),
        "higher",
    ),
    **dict.fromkeys(
        "lowerisbetter lowerbetter smallerisbetter lessisbetter minimize minimise minimization isminimized "
        "tominimize".split(),
        "lower",
    ),
}
_YES, _NO = frozenset("true yes y 1 1.0 t".split()), frozenset("false no n 0 0.0 f".split())
# Cells that name a direction.
_WAYS: dict[str, Better] = {
    **dict.fromkeys("higher high up max maximum maximize maximise larger greater ↑ desc descending".split(), "higher"),
    **dict.fromkeys("lower low down min minimum minimize minimise smaller less ↓ asc ascending".split(), "lower"),
}
_OF_WAYS = frozenset(
    "direction better betterdirection bestis goal sense optimization optimisation optimize optimise optimum aim "
    "objective objectivesense order isbetter whichisbetter ↑↓".split()
)


@dataclass(frozen=True)
class Stated:
    """What a column, a comment above the table, or a file of descriptions says of the better direction."""

    column: str  # "" for comments above the table
    better: Better | None  # None where its cells disagree
    values: tuple[str, ...]
    file: str = ""  # the file of descriptions
    doubt: str = ""  # what a word in it leaves open

    @property
    def sign(self) -> str:
        """The column and what it holds, the comments, or the file, in words."""
        if self.file:
            return f"the file {quoted(self.file)}"
        if not self.column:
            return f"what stands above, {listed(map(quoted, self.values), 3)},"
        return f"column {quoted(self.column)} ({listed(self.values, 3)})"


def stated_direction(table: Table) -> Stated | None:
    """Return what the first column says that states the better direction of all rows; units speak after all others."""
    said = [(column, ways) for column in table.columns.values() if (ways := _ways_in(column))]
    for column, ways in said or [(each, ways) for each in table.columns.values() if (ways := _ways_of_units(each))]:
        labels = tuple(label for label in column.labels if label)
        return Stated(column.name, ways.pop() if len(ways) == 1 else None, labels)
    return None


def direction_in_comments(table: Table) -> Stated | None:
    """Return what the comments and the title of a table say of the better direction, if they do."""
    said = {line: way for line in table.comments if (way := way_of_comment(line))}
    if way := way_of_title(table.title):
        said[table.title] = way
    ways = {*said.values()}
    doubts = [doubt_of_direction(metric_of_sentence(line)) for line in said]
    doubt = doubts[0] if doubts and all(doubts) else ""
    return Stated("", ways.pop() if len(ways) == 1 else None, tuple(said), doubt=doubt) if said else None


def leaves_open(table: Table) -> bool:
    """Return whether a title or comment defines a score by two others that do not show which direction is better."""
    definitions = map(definition_in, (table.title, *table.comments))
    return any(each is not None and each.better is None for each in definitions)


def _ways_in(column: Column) -> set[Better]:
    """Return the directions that the cells of a column state; none unless each of them does."""
    name = re.sub(r"[\W_]", "", column.name.casefold()) or column.name.strip()
    labels = [label.casefold().strip() for label in column.labels if label]
    if not labels or len(labels) > len(_WAYS):
        return set()
    if (way := _ASSERTED.get(name)) and _YES.union(_NO).issuperset(labels):
        return {way if label in _YES else _other(way) for label in labels}
    if name in _OF_WAYS:
        ways = [_WAYS.get(label) or way_of_title(label) for label in labels]
        return {each for each in ways if each} if all(ways) else set()
    said = [way_of_title(label) if "better" in label else None for label in labels]
    return {each for each in said if each} if all(said) else set()


def way_of_cell(name: str, cell: str) -> Better | None:
    """Return the direction that a cell states under the name of its column.

    >>> way_of_cell("higher_is_better", "false"), way_of_cell("direction", "max")
    ('lower', 'higher')
    """
    ways = _ways_in(Column(name, (cell,), np.zeros(1, dtype=np.int32)))
    return ways.pop() if len(ways) == 1 else None


def _ways_of_units(column: Column) -> set[Better]:
    """Return the directions of the units that the cells of a column name; none unless each of them shows it."""
    labels = [label for label in column.labels if label]
    if not names_units(column) or not labels:
        return set()
    ways = [way_of(label) or way_of(f"a ({label})") for label in labels]
    return {each for each in ways if each} if all(ways) else set()


def _other(better: Better) -> Better:
    return "higher" if better == "lower" else "lower"
