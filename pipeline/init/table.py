"""The table that a study is guessed from: columns of names as codes, and what their cells show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt
from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.sources.cells import NUMBER, CodeArray

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.remarks import Remark
    from rankpress.init.stated import Stated
    from rankpress.sources.conventions import Convention

# Up to as many combinations of names are counted in an array; more are sorted.
_MOST_COUNTED = 1 << 24
# The share of rows that may lack a score next to others that they have.
MOST_EMPTY = 0.25
# 12.3 ± 0.4, 1,014.45 (0.2), 14.4.0@@140400, <9.2, 0.58k.x, 582ms, \SI{1.5}{\ms}: cells that begin with a number and
# hold more.
_MORE = re.compile(
    r"[^\w,]*\d*[.,]\d+(?:\W.*)?|"  # whatever signs stand in front of a decimal
    r"(?:\\[A-Za-z]+|[-+<>~${\s])*"
    r"(\d[\d.,]*([^\w.,].*|[.,]\w*|\s*|(?i:[nuµm]?s|sec|min|h|[kmg]i?b?))|\d*[.,]\d+[^\W\d].*)",
    re.DOTALL,
)
_DAY = r"(0[1-9]|1[0-2]){mark}(0[1-9]|[12]\d|3[01])"
# eight digits are a date only of a day of these centuries: stations and molecules have numbers of eight digits too
_DATES = (
    rf"\d{{4}}-{_DAY.format(mark='-')}([T ]\d\d:.*)?",
    rf"(19|20)\d\d{_DAY.format(mark='')}[T. ]?[\d.:]*",
    r"\d\d?:\d\d(:\d\d.*)?",
)
_DATE = re.compile("|".join(_DATES))


@dataclass(frozen=True, eq=False)
class Column:
    """A column: each text once, and which of them stands in each row; "" is an empty cell.

    A column of scores of a long file has the cells of the first rows alone.
    """

    name: str
    labels: tuple[str, ...]
    codes: CodeArray

    @cached_property
    def distinct(self) -> int:
        """How many different texts there are, empty cells aside."""
        return len(self.labels) - ("" in self.labels)

    @cached_property
    def is_mostly_numeric(self) -> bool:
        """Whether most of the texts of a column that is not numeric are numbers."""
        numbers = sum(NUMBER.fullmatch(label) is not None for label in self.labels)
        return not self.is_numeric and 2 * numbers > len(self.labels)

    @cached_property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return "" not in self.labels

    @cached_property
    def is_numeric(self) -> bool:
        """Whether nothing but numbers and gaps stand in the column, and one number at least."""
        return self.distinct > 0 and all(not label or NUMBER.fullmatch(label) for label in self.labels)

    @cached_property
    def numbers(self) -> FloatArray:
        """The cells of a column of numbers; one that holds none is not a number."""
        read = [float(label) if NUMBER.fullmatch(label) else np.nan for label in self.labels]
        return np.array(read)[self.codes]

    @cached_property
    def middle(self) -> float:
        """The median of the numbers."""
        return float(np.nanmedian(self.numbers))

    @cached_property
    def is_whole(self) -> bool:
        """Whether all numbers are written as whole ones."""
        return self.is_numeric and all(label.lstrip("+-").isdecimal() for label in self.labels if label)

    @cached_property
    def is_integral(self) -> bool:
        """Whether all numbers are whole, however they are written."""
        return self.is_numeric and all(float(label).is_integer() for label in self.labels if label)

    @cached_property
    def is_zero_or_one(self) -> bool:
        """Whether each cell is 0 or 1."""
        return all(re.fullmatch(r"[01](\.0*)?", label) for label in self.labels)

    @cached_property
    def is_unique(self) -> bool:
        """Whether no two rows agree in it."""
        return len(self.labels) == len(self.codes)

    @cached_property
    def is_running(self) -> bool:
        """Whether whole numbers go up by one from row to row."""
        return self.is_whole and self.is_unique and self.is_full and bool(np.all(np.diff(self.numbers) == 1))

    @cached_property
    def is_date(self) -> bool:
        """Whether the cells are dates or times."""
        return self.distinct > 0 and all(not label or _DATE.fullmatch(label) for label in self.labels[:200])

    @cached_property
    def holds_more_than_numbers(self) -> bool:
        """Whether nearly all cells of a column of texts begin with a number and hold more, as 12.3 ± 0.4 does."""
        texts = [label for label in self.labels if label]
        return not self.is_numeric and bool(texts) and sum(map(bool, map(_MORE.fullmatch, texts))) >= 0.9 * len(texts)

    @cached_property
    def share_of_numbers(self) -> float:
        """Which share of the cells that are not empty are numbers."""
        counts = np.bincount(self.codes, minlength=len(self.labels))
        is_number = np.array([NUMBER.fullmatch(label) is not None for label in self.labels], dtype=bool)
        filled = np.array([label != "" for label in self.labels], dtype=bool)
        return float(counts[is_number].sum() / max(counts[filled].sum(), 1))

    def only(self, rows: BoolArray) -> Column:
        """Return some of the rows."""
        present, codes = np.unique(self.codes[rows[: len(self.codes)]], return_inverse=True)
        return Column(self.name, tuple(self.labels[code] for code in present), codes.astype(np.int32))

    def where(self, labels: Sequence[str]) -> BoolArray:
        """Return which rows have one of these texts."""
        return np.isin(self.codes, [code for code, label in enumerate(self.labels) if label in labels])


@dataclass(frozen=True)
class Unread:
    """A text in a column of numbers that is no number: where it stands first, and how often."""

    value: str
    file: str
    row: int | None
    times: int


@dataclass(frozen=True)
class Table:
    """What is to be read, by column."""

    columns: Mapping[str, Column]
    rows: int
    # the keys of `scores` that name it: files and perhaps table, or database and query
    named: Mapping[str, str] = field(default_factory=dict)
    # what the source itself says are scores, and which direction of each is the better one
    better: Mapping[str, Better] = field(default_factory=dict)
    title: str = ""  # what stands above the header in the file
    comments: tuple[str, ...] = ()  # lines of comments above it
    remarks: tuple[Remark, ...] = ()  # sentences near it that say something of its numbers
    parts: frozenset[str] = frozenset()  # the columns that are parts of paths and that nothing is known of
    stated: frozenset[str] = frozenset()  # the columns that the user's own pattern names
    guessed: frozenset[str] = frozenset()  # parts of the paths of a folder that were called dataset or algorithm
    numbered: frozenset[str] = frozenset()  # those that were called fold though they are numbers alone
    counted: Mapping[str, str] = field(default_factory=dict)  # of `parts`, what they count by the words before them
    filled: tuple[str, ...] = ()  # columns whose blank cells have the name above them
    doubts: tuple[Doubt, ...] = ()  # of keys of `named`
    partial: frozenset[str] = frozenset()  # the columns that only some of the files have
    is_whole: bool = True  # whether all files were read
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by column, names of rows that sum up others
    # by column of numbers, the texts that stood in place of some, and how often; their cells are empty in `columns`
    failures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # by column of numbers, those of the texts that do not say that there is no result, such as >0.99, and their rows
    unread: Mapping[str, tuple[Unread, ...]] = field(default_factory=dict)
    # by column of numbers the first cell such as 5,820, where it may be read in two ways
    grouped: Mapping[str, str] = field(default_factory=dict)
    # by column of numbers the cells as they are written, where they hold more than the numbers
    written: Mapping[str, Column] = field(default_factory=dict)
    # by column, how its cells write numbers where they do so in a way of their own
    conventions: Mapping[str, Convention] = field(default_factory=dict)
    # by the names of rows that are not read, the mean ranks or the wins of the columns that they hold
    tallies: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    # what files of descriptions next to it say of directions, by metric
    described: Mapping[str, Stated] = field(default_factory=dict)
    # the files, and for the rows at hand which of them a row is of and its number there
    places: tuple[str, ...] = ()
    file_of: CodeArray | None = None
    row_of: IntArray | None = None
    # by role, a key of scores.columns, "score", "cost" or "choose": the columns that the user names, so that none is
    # guessed
    settled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def files_at(self, place: str) -> str:
        """Return the pattern of the files that are read in a folder, whose names say more; else the place."""
        files = self.named.get("files", "")
        return files if files.startswith(f"{place.rstrip('/')}/") else place

    @cached_property
    def numeric(self) -> list[str]:
        """The columns of numbers."""
        return [name for name, column in self.columns.items() if column.is_numeric]

    @cached_property
    def readable(self) -> list[str]:
        """The columns of numbers, and those of numbers but for a few cells."""
        return [name for name, column in self.columns.items() if column.is_numeric or column.is_mostly_numeric]

    def unit_of(self, names: Sequence[str]) -> str:
        """Return the unit that the cells of several columns have; "" where they have none, or different ones."""
        units = {self.conventions[name].unit if name in self.conventions else "" for name in names}
        return units.pop() if len(units) == 1 else ""

    def lacks(self, name: str) -> bool:
        """Return whether many of the files have no such column, or those that lack it have another in its place."""
        if name not in self.partial:
            return False
        empty = self.columns[name].where([""])
        others = (self.columns[other].where([""]) for other in self.numeric if other in self.partial and other != name)
        return self.empty_share(name) > MOST_EMPTY or any(np.array_equal(~other, empty) for other in others)

    def empty_share(self, name: str) -> float:
        """Return the share of the cells of a column that are empty."""
        column = self.columns[name]
        return float(column.where([""]).mean()) if len(column.codes) else 0.0

    @cached_property
    def claimed(self) -> frozenset[str]:
        """The columns that the user names for a role."""
        return frozenset(name for names in self.settled.values() for name in names)

    def distinct(self, name: str) -> int:
        """Return how many different texts there are in a column."""
        return self.columns[name].distinct

    def counts(self, *names: str) -> IntArray:
        """Return how many rows have each combination of texts in these columns that occurs."""
        keys, size = self.keys(*names)
        counts: IntArray = (
            np.bincount(keys, minlength=1) if size <= _MOST_COUNTED else np.unique(keys, return_counts=True)[1]
        )
        return counts[counts > 0]

    def combinations(self, *names: str) -> int:
        """Return how many combinations of texts in these columns occur."""
        return len(self.counts(*names)) if names else 1

    def is_key(self, *names: str) -> bool:
        """Return whether no two rows agree in all of these columns."""
        return self.combinations(*names) == self._length(*names) if names else self.rows < 2

    def follows(self, column: str, *names: str) -> bool:
        """Return whether a column has one text for each combination of texts in others."""
        return self.combinations(*names, column) == self.combinations(*names)

    def keys(self, *names: str) -> tuple[IntArray, int]:
        """Return a number for each row, equal where all these columns are, and how large it may be."""
        length, size = self._length(*names), 1
        keys: IntArray = np.zeros(length, dtype=np.int64)
        for name in names:
            column = self.columns[name]
            if size * len(column.labels) > 1 << 60:
                distinct, inverse = np.unique(keys, return_inverse=True)
                keys, size = inverse.astype(np.int64), len(distinct)
            keys, size = keys * len(column.labels) + column.codes[:length], size * len(column.labels)
        return keys, size

    def _length(self, *names: str) -> int:
        return min((len(self.columns[name].codes) for name in names), default=self.rows)

    @cached_property
    def at_hand(self) -> Table:
        """The first rows of a long file, of which all columns have the cells: the same number of each."""
        lengths = {len(column.codes) for column in self.columns.values()}
        return self if len(lengths) < 2 else self.only(np.arange(max(lengths)) < min(lengths))

    def only(self, rows: BoolArray) -> Table:
        """Return some of the rows."""
        columns, written = (
            {name: column.only(rows) for name, column in those.items()} for those in (self.columns, self.written)
        )
        file_of, row_of = (None if each is None else each[rows[: len(each)]] for each in (self.file_of, self.row_of))
        own = replace(self, columns=columns, written=written, rows=int(rows.sum()))
        return replace(own, file_of=file_of, row_of=row_of)  # type: ignore[arg-type]

    def place_of(self, index: int) -> tuple[str, int | None]:
        """Return the file of a row, and its number there as the author of the file counts."""
        if self.file_of is None or self.row_of is None or index >= len(self.row_of):
            return "", None
        return self.places[self.file_of[index]], int(self.row_of[index])

    def without(self, names: Sequence[str]) -> Table:
        """Return the table without some columns."""
        return replace(self, columns={name: column for name, column in self.columns.items() if name not in names})

    def spread(self, names: Sequence[str], measure: str) -> float:
        """Return the variance of the mean of a measure, in its largest score, over the texts in some columns."""
        values = in_largest(self.columns[measure].numbers)
        keys = self.keys(*names)[0][: len(values)]
        values = values[: len(keys)]
        finite = np.isfinite(values)
        _, group = np.unique(keys[finite], return_inverse=True)
        return spread_of(values[finite], group)


def in_largest(values: FloatArray) -> FloatArray:
    """Return numbers in the largest of them, whose squares neither overflow nor vanish."""
    largest = np.max(np.abs(values), initial=0, where=np.isfinite(values))
    return values / largest if largest > 0 else values


def spread_of(values: FloatArray, group: IntArray) -> float:
    """Return the variance of the means of groups."""
    counts = np.bincount(group)
    if len(counts) < 2:
        return 0.0
    return float(np.var(np.bincount(group, weights=values) / counts))
