"""From what a spec says of its scores to the tables that they are read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.core.faults import Fault, Findings, StudyPlace, one_of, without_passwords
from rankpress.core.scores import BoolArray, Reading
from rankpress.sources import formats
from rankpress.sources.cells import (
    Cells,
    Sheet,
    Stretch,
    coded,
    described,
    filled_with,
    find_no_column,
    find_same_names,
    taken,
    texts,
)
from rankpress.sources.conversions import CONVERSIONS, remedy_for
from rankpress.sources.databases import Query, libraries_of, read_query
from rankpress.sources.files import Matched, Origin, UnlistedOrigin, Unreadable, match_files
from rankpress.sources.filled import with_filled
from rankpress.sources.formats import Format
from rankpress.sources.markups import fault_of_markup
from rankpress.sources.numerals import NumberColumn, plain_cells
from rankpress.sources.side_by_side import MOST_JOINED, joined_side_by_side, may_join
from rankpress.spec.conditions import same
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.spec.conditions import Condition
    from rankpress.spec.model import ScoresOptions
    from rankpress.spec.scores_section import CsvOptions


# Of many files, so many different lines of comments are kept.
_MOST_COMMENTS = 100


@dataclass(frozen=True)
class Made:
    """How a column is made from others of the same row: their names, and what makes its cells from theirs."""

    columns: tuple[str, ...]
    make: Callable[..., Cells]


def same_as(column: str) -> Made:
    """Return how a column with the cells of another is made."""
    return Made((column,), lambda cells: cells)


@dataclass(frozen=True, kw_only=True)
class DerivedSheet(Sheet):
    """A table with further columns, made from its own or the same text in each row; those that it has already stay."""

    inner: Sheet
    further: Mapping[str, Made | str]

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read the rows of the table, with the further columns."""
        further = [self.further.get(self.header[column]) for column in columns]
        requested = [
            self.inner.header.index(name)
            for column, filling in zip(columns, further, strict=True)
            for name in (filling.columns if isinstance(filling, Made) else () if filling else (self.header[column],))
        ]
        for stretch in self.inner.stretches(requested, findings):
            read = iter(stretch.columns)
            yield Stretch(stretch.rows, [self._cells(filling, read, len(stretch.rows)) for filling in further])

    def _cells(self, filling: Made | str | None, read: Iterator[Cells], n: int) -> Cells:
        if isinstance(filling, str):
            return filled_with(filling, n)
        return next(read) if filling is None else filling.make(*(next(read) for _ in filling.columns))


def derived(sheet: Sheet, further: Mapping[str, Made | str], **changes: Any) -> Sheet:
    """Return the table with further columns before its own, but for those of names that it has."""
    new = {name: filling for name, filling in further.items() if name not in sheet.header}
    return DerivedSheet(**described(sheet) | {"header": (*new, *sheet.header)} | changes, inner=sheet, further=new)


class Shaping:
    """What `scores.ignore` and `scores.join` say of the columns of tables, and what of it was met so far."""

    def __init__(self, ignore: Sequence[str], join: Mapping[str, Sequence[str]]) -> None:
        self.ignore, self.join = ignore, join
        self._unmet = dict.fromkeys(ignore)
        self._there: dict[str, None] = {}

    def of(self, sheet: Sheet, findings: Findings) -> Iterator[Sheet]:
        """Yield the table with the requested columns; nothing where every column is ignored."""
        yield from self.without_ignored(self.with_joined(sheet, findings), findings)

    def with_joined(self, sheet: Sheet, findings: Findings) -> Sheet:
        """Return the table with further columns, each joined from several."""
        if not self.ignore and not self.join:
            return sheet
        self._there |= dict.fromkeys(sheet.header)
        self._find_wrong_joins(sheet, findings)
        created = {
            name: Made(tuple(columns), _joined)
            for name, columns in self.join.items()
            if name not in sheet.header and set(columns) <= set(sheet.header)
        }
        return derived(sheet, created)

    def without_ignored(self, sheet: Sheet, findings: Findings) -> Iterator[Sheet]:
        """Yield the table without the columns to ignore; nothing where that leaves none."""
        if not self.ignore:
            yield sheet
            return
        self._unmet = {name: None for name in self._unmet if name not in sheet.header}
        header = tuple(name for name in sheet.header if name not in self.ignore)
        if header:
            yield DerivedSheet(**described(sheet) | {"header": header}, inner=sheet, further={})
        else:
            message = f"no column of {sheet.place} is left: {counted(len(sheet.header), 'column')} ignored"
            findings.add_unread(
                "tables without a column", Fault(StudyPlace("scores", "ignore"), message, "at least one column")
            )

    def find_unmet(self, findings: Findings) -> None:
        """Report of columns to ignore that no table has."""
        for name in {} if findings.unread else self._unmet:
            fault = Fault(
                StudyPlace("scores", "ignore"), f"no table has a column {quoted(name)}", one_of(name, self._there)
            )
            findings.add("columns that are not there", fault)

    def _find_wrong_joins(self, sheet: Sheet, findings: Findings) -> None:
        for name, columns in self.join.items():
            if name in sheet.header:
                message = f"there is a column {quoted(name)} in the file, and scores.join makes another"
                findings.add_unread("columns that are there twice", Fault(sheet.head, message, "another name for one"))
            for column in columns:
                if column not in sheet.header:
                    find_no_column(sheet, column, findings, ", which scores.join asks for")


def _joined(*columns: Cells) -> Cells:
    """Return the cells of a row parted by slashes, as lists of names have commas; empty ones are omitted."""
    return [" / ".join(filter(None, cells)) for cells in zip(*map(texts, columns), strict=True)]


class _Selection:
    """The conditions of `scores.where`, how many rows were checked against them, and how many of these met them."""

    def __init__(self, where: Mapping[str, Condition], csv: CsvOptions | None = None, of_dataset: str = "") -> None:
        self.where, self.csv = where, csv
        self.of_dataset = of_dataset  # the column that names the data sets of rows; empty where none does
        self._datasets: dict[str, bool] = {}  # whether any of their rows meets the conditions
        self.read = self.kept = 0
        self._values: dict[str, dict[str, None]] = {column: {} for column in where}

    def of(self, sheet: Sheet, findings: Findings) -> Iterator[Sheet]:
        """Yield the table with those rows that meet the conditions; nothing where it lacks a column of theirs."""
        if not self.where:
            yield sheet
            return
        lacking = [column for column in self.where if column not in sheet.header]
        for column in lacking:
            find_no_column(sheet, column, findings, ", which scores.where asks for")
        if not lacking:
            yield SelectedSheet(**described(sheet), inner=sheet, selection=self, csv=self.csv)

    def keeps(self, columns: Sequence[Cells], n: int) -> BoolArray:
        """Return which of n rows meet all conditions; the columns are those of the conditions."""
        keep = np.ones(n, dtype=bool)
        for (column, condition), cells in zip(self.where.items(), columns, strict=True):
            if isinstance(cells, np.ndarray) and not condition.named:
                # of scores and times nearly all differ, too many to make names of them
                least = -np.inf if condition.min is None else condition.min
                keep &= (cells >= least) & (cells <= (np.inf if condition.max is None else condition.max))
                continue
            names = coded(cells)  # each different one is asked once
            if condition.named:
                self._values[column] |= dict.fromkeys(names.categories)
            keep &= np.array([condition.holds(name) for name in names.categories], dtype=bool)[names.codes]
        self.read += n
        self.kept += int(np.count_nonzero(keep))
        return keep

    def note_datasets(self, cells: Cells, keep: BoolArray) -> None:
        """Remember the data sets of rows, and which of these were kept."""
        names = coded(cells)
        kept = {names.categories[code] for code in np.unique(names.codes[keep]).tolist()}
        for name in names.categories:
            self._datasets[name] = self._datasets.get(name, False) or name in kept

    @property
    def left_out(self) -> tuple[str, ...]:
        """The data sets of which no row meets the conditions."""
        return tuple(name for name, is_kept in self._datasets.items() if name and not is_kept)

    def find_unmet(self, findings: Findings) -> None:
        """Report of values that no row has, and that no row is left."""
        if findings.unread or not self.read:
            return
        for column, condition in self.where.items():
            seen = self._values[column]
            unmet = (value for value in condition.named if not any(same(value, name) for name in seen))
            findings.add_each("values that no row has", unmet, partial(_unmet, column, list(filter(None, seen))))
        if not self.kept:
            columns = listed(self.where)
            fault = Fault(
                StudyPlace("scores", "where"),
                f"of {counted(self.read, 'row')}, none meets the conditions on {columns}",
                "at least one row",
            )
            findings.add_unread("conditions that no row meets", fault)


def _unmet(column: str, seen: list[str], value: str) -> Fault:
    return Fault(
        StudyPlace("scores", "where"), f"no row has {quoted(value)} in column {quoted(column)}", one_of(value, seen)
    )


@dataclass(frozen=True, kw_only=True)
class SelectedSheet(Sheet):
    """A table without the rows that do not meet the conditions."""

    inner: Sheet
    selection: _Selection
    csv: CsvOptions | None = None

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read the rows that are kept."""
        of_conditions = [self.header.index(column) for column in self.selection.where]
        of_dataset = [place for place in columns if self.header[place] == self.selection.of_dataset]
        requested = list(dict.fromkeys([*columns, *of_conditions]))
        for stretch in self.inner.stretches(requested, findings):
            read = dict(zip(requested, stretch.columns, strict=True))
            asked = [
                plain_cells(
                    read[column], NumberColumn(self.place, self.header[column], decimal=self.decimal, stated=self.csv)
                )
                for column in of_conditions
            ]
            keep = self.selection.keeps(asked, len(stretch.rows))
            for column in of_dataset:
                self.selection.note_datasets(read[column], keep)
            rows = np.asarray(stretch.rows)[keep].tolist()
            yield Stretch(rows, [taken(read[column], keep) for column in columns])


# In place of the name of a table: all tables of a file, which are then named by a column.
EVERY_TABLE, OF_TABLE = "*", "table"


def with_names_of_tables(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return tables that bear names with these in a further column."""
    return [derived(sheet, {OF_TABLE: sheet.table}, table="") for sheet in sheets if sheet.table]


def with_captured(sheet: Sheet, origin: Origin) -> Sheet:
    """Return the table with the columns that the name of its file gives, in place of its own of the same names."""
    if not origin.captured:
        return sheet
    header = (*(name for name in sheet.header if name not in origin.captured), *origin.captured)
    return DerivedSheet(**described(sheet) | {"header": header}, inner=sheet, further=origin.captured)


# Suffixes of files that are recognized by their content, whatever they are called.
OF_CONTENT = frozenset({".parquet", ".duckdb", ".db", ".sqlite", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".json"})


@dataclass(frozen=True)
class Part:
    """Some of the data sets of a study: the files that hold them, and their names there."""

    files: tuple[Matched, ...]
    names: tuple[str, ...]


class Opening:
    """The tables that hold the scores of a study, opened one at a time, with those rows that the spec selects.

    Of a part of the study only the rows of its data sets are read: all rows of files that hold no other data set.
    """

    def __init__(self, options: ScoresOptions, folder: Path, findings: Findings, part: Part | None = None) -> None:
        self._options, self._folder, self._findings, self._part = options, folder, findings, part
        # data sets that are chosen by their names are not lost
        column = options.columns.dataset if options.layout == "long" else ""
        self._selection = _Selection(options.where, options.csv, "" if column in options.where else column)
        self._formats: Counter[str] = Counter()
        self._libraries = dict[str, None]()

    def __iter__(self) -> Iterator[Sheet]:
        """Open the tables."""
        options, findings = self._options, self._findings
        shaping = Shaping(options.ignore, options.join)
        for opened in self._query_result() if options.database else self._joined():
            sheet = with_filled(opened, options.fill, findings)
            # rows may be selected by a column that is ignored otherwise: in a wide table each other one has scores
            for selected in self._selection.of(shaping.with_joined(sheet, findings), findings):
                yield from shaping.without_ignored(selected, findings)
        shaping.find_unmet(findings)
        self._selection.find_unmet(findings)

    def reading(self) -> Reading:
        """Return how the scores were read, once they were."""
        options = self._options
        return Reading(
            formats=dict(sorted(self._formats.items())),
            database=without_passwords(options.database or ""),
            query=options.query or "",
            rows=self._selection.read,
            passed_over=self._selection.read - self._selection.kept,
            datasets_passed_over=self._selection.left_out,
            where=tuple((column, condition.text) for column, condition in options.where.items()),
            renamed=(*options.rename.dataset.items(), *options.rename.algorithm.items()),
            joined=options.join,
            ignored=options.ignore,
            empty=dict(sorted(self._findings.empty.items())),
            blank_rows=self._findings.blank_rows,
            comments=tuple(islice(self._findings.comments, _MOST_COMMENTS)),
            filled=self._filled(),
            marks=dict(sorted(self._findings.marked.items())),
            accompanied=len(self._findings.accompanied),
            per_cent=tuple(self._findings.per_cent),
            libraries=tuple(sorted(self._libraries)),
        )

    def _filled(self) -> dict[str, int]:
        """Return how many cells of each column have the name above them, of all tables."""
        counts: Counter[str] = Counter()
        for (_, column), number in self._findings.filled.items():
            counts[column] += number
        return dict(counts)

    def _query_result(self) -> Iterator[Sheet]:
        """Yield the table that a database gives."""
        options = self._options
        limit = options.limit
        query = Query(str(options.database), str(options.query), self._folder, limit.seconds, limit.bytes)
        try:
            sheet = read_query(query)
        except Unreadable as unreadable:
            self._findings.add_unread("databases that cannot be asked", unreadable.fault)
            return
        find_same_names(sheet, self._findings)
        self._libraries |= dict.fromkeys(libraries_of(query))
        yield sheet

    def _joined(self) -> Iterator[Sheet]:
        """Yield the tables of the files; those of the same rows with other columns each are one in a long study."""
        sheets = self._in_files()
        some = list(islice(sheets, 2)) if self._options.layout == "long" and self._part is None else []
        if may_join(some):  # the others are opened ahead of reading only then, as each may take much memory
            some += islice(sheets, MOST_JOINED)
            joined = joined_side_by_side(some)
            some = some if joined is None else [joined]
        while some:
            yield some.pop(0)
        yield from sheets

    def _in_files(self) -> Iterator[Sheet]:
        options, findings = self._options, self._findings
        metrics = tuple(metric.name for metric in options.metrics)
        part = self._part
        make, files = (
            (Origin, match_files(self._folder, options.files or (), findings))
            if part is None
            else (UnlistedOrigin, part.files)
        )
        origins = [
            make(self._folder, matched.path, matched.captured, metrics, options.limit, options.csv, options.header)
            for matched in files
        ]
        for origin in origins:
            form = format_of(origin, options.format, findings)
            if form is not None:
                self._formats[form.name] += 1
                self._libraries |= dict.fromkeys(form.libraries)
                for sheet in _tables(form, origin, options.table, findings):
                    part_of_sheet = self._in_part(sheet, origin)
                    if part_of_sheet is not None:
                        yield with_captured(part_of_sheet, origin)

    def _in_part(self, sheet: Sheet, origin: Origin) -> Sheet | None:
        """Return the rows of a table that are to be read; None, and a fault, where they cannot be read alone."""
        column = self._options.columns.dataset
        if self._part is None or column in origin.captured:
            return sheet
        narrow = None if self._options.fill else sheet.only(column, self._part.names)
        if narrow is None:
            fault = Fault(sheet.place, "single data sets cannot be read from it")
            self._findings.add_unread("tables that are read as a whole", fault)
        return narrow


def format_of(origin: Origin, name: str | None, findings: Findings) -> Format | None:
    """The format of a file or folder: the one of that name, or the one detected from the content; None, and a fault."""
    try:
        form = formats.recognized(origin, findings) if name is None else formats.format_named(name, findings)
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return None
    if form is None and name is None:
        findings.add_unread("files that cannot be read", _unknown(origin))
    return form


def open_origin(origin: Origin, findings: Findings) -> Sequence[Sheet]:
    """Open the tables of a file or folder, whatever its format."""
    form = format_of(origin, None, findings)
    return () if form is None else _tables(form, origin, None, findings)


def _tables(form: Format, origin: Origin, table: str | None, findings: Findings) -> Sequence[Sheet]:
    try:
        sheets = _chosen(form.open(origin, findings), table, origin, findings)
        for sheet in sheets:
            find_same_names(sheet, findings)
        return sheets
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return ()


def _chosen(sheets: Sequence[Sheet], table: str | None, origin: Origin, findings: Findings) -> Sequence[Sheet]:
    """The tables that are to be read: the one that is asked for, or all where they bear no names of their own."""
    called = [sheet.table for sheet in sheets if sheet.table]
    if table is None and len(called) < 2:
        return sheets
    every = table == EVERY_TABLE
    chosen = with_names_of_tables(sheets) if every else [sheet for sheet in sheets if sheet.table == table]
    if not chosen:
        message = (
            f"the file holds {counted(len(called), 'table')}: {listed(called)}"
            if called
            else "the file holds one table, unnamed"
        )
        fault = Fault(
            origin.place,
            message if table is None else f"the file has no table {quoted(table)}",
            "scores.table: NAME, the one to be read" if table is None else one_of(table, called),
            "" if called else "remove scores.table",
        )
        findings.add_unread("tables that are not read", fault)
    return chosen


_LOGS = frozenset({".log", ".out", ".err"})
_ARRAYS = frozenset({".pt", ".pth"})


def _unknown(origin: Origin) -> Fault:
    if origin.is_folder:
        return Fault(
            origin.place, "the folder is of no format that is known", f"one of {listed(formats.names(), most=40)}"
        )
    if fault := fault_of_markup(origin):
        return fault
    suffix, expected = origin.suffix, f"a file of one of these formats: {listed(formats.names(), most=40)}"
    remedy = "save the scores as CSV, let scores.files name the files of scores only, or say scores.format"
    if not origin.beginning:
        return Fault(origin.place, "the file is empty", expected)
    if suffix in OF_CONTENT:
        message = f"the file is called {quoted(suffix)}, and what it holds is nothing of the kind"
        return Fault(origin.place, message, expected, "is it whole? if it is text, call it .csv, or say scores.format")
    if suffix in _LOGS:
        remedy = "write the last result of each run to a CSV file, with the columns dataset, algorithm and the score"
        return Fault(origin.place, "this is the log of a program, and no table", expected, remedy)
    if suffix in CONVERSIONS:
        read = "a file that is read as it is, such as CSV, JSON, Parquet or a workbook"
        return Fault(origin.place, f"this holds {CONVERSIONS[suffix].holds}", read, remedy_for(origin.path, suffix))
    if suffix in _ARRAYS:
        remedy = "write a CSV file: one row per data set and one column per algorithm, with their names"
        return Fault(origin.place, "this holds arrays, whose rows and columns have no names", expected, remedy)
    message = f"a file called {quoted(suffix)} is not read" if suffix else "the name of the file has no suffix"
    return Fault(origin.place, message, expected, remedy)
