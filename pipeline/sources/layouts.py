"""Layouts of score files: a row a measurement (long), or a data set (wide)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, quoted, shown
from rankpress.sources.cells import (
    Cells,
    CodeArray,
    Column,
    Sheet,
    Stretch,
    alike,
    coded,
    empty,
    find_no_column,
    numbers,
    taken,
    texts,
    whole_numbers,
    without_result,
)
from rankpress.sources.measurements import ONLY, Gathering, Measurements

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions


# Keys of scores.columns; the columns have the same names unless the spec says otherwise.
NAMES = ("dataset", "algorithm")
SPLITS = ("repeat", "fold")
EXAMPLES = ("example",)
SIZES = ("n_train", "n_test")
OPTIONAL = ("seed", "cluster")


def read_long(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold one in each row."""
    # Names are taken as written, without blanks around them. Columns of repeats, folds and numbers of cases may be left
    # out, by all files alike. Where a column of test examples is named, each of them is taken for a fold, and those
    # other columns are not read.
    reading = _LongFiles(options, findings)
    for sheet in sheets:
        reading.read(sheet)
    return reading.finish()


class _LongFiles:
    """The measurements of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        # what distinguishes the measurements of a cell; each is a column or absent
        self.splits = SPLITS if options.columns.example is None else EXAMPLES
        self.sizes = SIZES if options.columns.example is None else ()
        self.column = {key: str(getattr(options.columns, key)) for key in (*NAMES, *self.splits, *self.sizes)}
        for key in OPTIONAL:
            if getattr(options.columns, key) is not None:
                self.column[key] = getattr(options.columns, key)
        self.metrics = list(dict.fromkeys(column for metric in options.metrics for column in metric.columns))
        self.metrics += [metric.validation for metric in options.metrics if metric.validation is not None]
        self.costs = options.costs
        self.none = without_result(options.na)
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        self.heads: list[tuple[str, str, tuple[str, ...]]] = []  # place, place of the header, header

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        if self._lacks_columns(sheet):
            return
        self.heads.append((sheet.place, sheet.head, sheet.header))
        requested = [*self._used(), sheet.reason] if sheet.reason else self._used()
        given = [name for name in dict.fromkeys(requested) if name in sheet.header]
        count = 0
        for stretch in sheet.stretches([sheet.header.index(name) for name in given], self.findings):
            self._gather(sheet, dict(zip(given, stretch.columns, strict=True)), stretch)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def finish(self) -> Measurements:
        """Return all measurements of all files."""
        self._refuse_different_columns()
        there = dict.fromkeys(name for *_, header in self.heads for name in header if name)
        used = self._used()
        return self.gathering.finish(
            columns=[name for name in self._numbers() if name in there or not self.heads],
            split_names=tuple(key for key in self.splits if self.column[key] in there),
            spare=[name for name in there if name not in used],
        )

    def _used(self) -> list[str]:
        """Return all columns that something is read from, where they are there."""
        return list(dict.fromkeys([*self.column.values(), *self._numbers()]))

    def _numbers(self) -> list[str]:
        """Return the columns of numbers, where they are there; a cost may be a metric too."""
        return list(dict.fromkeys([*self.metrics, *self.costs, *(self.column[key] for key in self.sizes)]))

    def _lacks_columns(self, sheet: Sheet) -> bool:
        # An optional column under another name than it has by default was asked for, so it must be there.
        requested = [
            self.column[key] for key in (*self.splits, *self.sizes) if self.column[key] != key or key in EXAMPLES
        ]
        requested += [self.column[key] for key in OPTIONAL if key in self.column]
        names = [self.column[key] for key in NAMES]
        lacking = [name for name in (*names, *self.metrics, *self.costs, *requested) if name not in sheet.header]
        wide = all(name in lacking for name in names)
        for name in dict.fromkeys(lacking):
            remedy = self._remedy(name) + (", or write layout: wide if each algorithm has a column" if wide else "")
            find_no_column(sheet, name, self.findings, remedy=remedy)
        return bool(lacking)

    def _remedy(self, name: str) -> str:
        for key, column in self.column.items():
            if name == column:
                return f"write columns: {{{key}: NAME}} under scores, with the name that the column has in the file"
        return f"name a column of the file in scores.{'metrics' if name in self.metrics else 'costs'}"

    def _gather(self, sheet: Sheet, cells: dict[str, Cells], stretch: Stretch) -> None:
        place, rows = sheet.place, stretch.rows
        for name in (self.column[key] for key in (*NAMES, *self.splits, *OPTIONAL) if key in self.column):
            if name in cells:
                self._refuse_empty(place, name, cells[name], rows)
        values = {
            name: numbers(cells[name], rows, Column(place, name, none=self.none), self.findings)
            if name in cells
            else np.full(len(rows), np.nan)
            for name in self._numbers()
        }
        for name in (self.column[key] for key in self.sizes):
            whole_numbers(values[name], rows, Column(place, name), 1, self.findings)
        codes = self._codes(cells, rows)
        self.gathering.add(codes, values)
        if sheet.reason:
            scores = np.array([values[metric] for metric in self.metrics])
            failed = np.isnan(scores).any(axis=0)
            text = texts(taken(cells[sheet.reason], failed))
            self.gathering.add_reasons(codes["dataset"][failed], codes["algorithm"][failed], text)

    def _codes(self, cells: dict[str, Cells], rows: Sequence[int]) -> dict[str, CodeArray]:
        only = alike(ONLY, len(rows))
        numbering = {
            "dataset": self.gathering.datasets,
            "algorithm": self.gathering.algorithms,
            "repeat": self.gathering.repeats,
            "fold": self.gathering.folds,
        }
        optional = {"seed": self.gathering.seeds, "cluster": self.gathering.clusters}
        numbering |= {key: names for key, names in optional.items() if key in self.column}
        columns = self.column | ({"fold": self.column["example"]} if "example" in self.column else {})
        codes = {key: names.encode(cells.get(columns.get(key, ""), only)) for key, names in numbering.items()}
        codes["file"] = np.full(len(rows), len(self.gathering.places), dtype=np.int32)
        codes["row"] = np.asarray(rows, dtype=np.int32)
        return codes

    def _refuse_empty(self, place: str, name: str, cells: Cells, rows: Sequence[int]) -> None:
        without = empty(cells)
        self.findings.unread |= bool(without)
        self.findings.add_each(
            "empty cells where a name belongs",
            without,
            lambda index: Fault(
                f"{place} row {rows[index]} column {shown(name)}",
                "the cell is empty",
                "a data set and an algorithm in each row, and "
                + ("a repeat and a fold where they have columns" if self.splits == SPLITS else "the test example"),
            ),
        )

    def _refuse_different_columns(self) -> None:
        """Columns that may be left out must be left out by all files, or by none."""
        for name in (self.column[key] for key in (*self.splits, *self.sizes)):
            having = [place for place, _, header in self.heads if name in header]
            for _, head, header in self.heads if having else ():
                if name not in header:
                    text = f"there is no column {quoted(name)}, which {having[0]} has"
                    fault = Fault(head, text, "the column in all files, or in none")
                    self.findings.add_unread("columns that only some files have", fault)


def read_folds(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold those of an algorithm on a data set in a row, a column a fold."""
    names = (options.columns.dataset, options.columns.algorithm)
    unrolled = (_unrolled(sheet, names, options.columns.fold, options.metrics[0].name) for sheet in sheets)
    return read_long(unrolled, options, findings)


def _unrolled(sheet: Sheet, names: tuple[str, ...], fold: str, metric: str) -> Sheet:
    keys = tuple(name for name in names if name in sheet.header)
    return UnrolledSheet(
        sheet.place, (*keys, fold, metric), sheet.files, sheet.header_row, sheet.table, inner=sheet, keys=keys
    )


@dataclass(frozen=True, kw_only=True)
class UnrolledSheet(Sheet):
    """A table with a column a fold, as one with a row a fold: its keys, the name of the column, and the cell."""

    inner: Sheet
    keys: tuple[str, ...]

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read each row once for each column that is no key."""
        header = self.inner.header
        folds = [index for index, name in enumerate(header) if name not in self.keys]
        requested = [*map(header.index, self.keys), *folds]
        for stretch in self.inner.stretches(requested, findings):
            n = len(stretch.rows)
            cells = [texts(column) for column in stretch.columns]
            labels = [header[index] for index in folds for _ in range(n)]
            values = [cell for column in cells[len(self.keys) :] for cell in column]
            columns_read = [*(column * len(folds) for column in cells[: len(self.keys)]), labels, values]
            yield Stretch(list(stretch.rows) * len(folds), [coded(columns_read[column]) for column in columns])


ADVICE = "name it in scores.ignore if it describes the rows: each column but that of their names is taken for scores"


def read_wide(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold the scores of a data set in each row."""
    # The names of the data sets stand in the column that `columns.dataset` names, else in the first; where the spec
    # names `columns.algorithm` alone, those of the algorithms stand there, and each other column is a data set. Several
    # files are put together by the names of their rows and columns.
    table = _WideFiles(options, findings)
    for sheet in sheets:
        table.read(sheet)
    return table.gathering.finish([table.metric], tuple(table.splits))


class _WideFiles:
    """The measurements of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        self.metric = options.metrics[0].name
        self.none = without_result(options.na)
        given = options.columns.model_fields_set
        self.key = "algorithm" if "algorithm" in given and "dataset" not in given else "dataset"
        self.name_of_rows = getattr(options.columns, self.key)
        self.splits = {key: getattr(options.columns, key) for key in SPLITS if key in given}
        self.numbers_rows = options.repeats == "rows"
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        names = {"dataset": self.gathering.datasets, "algorithm": self.gathering.algorithms}
        self.of_rows = names.pop(self.key)
        [(self.other_key, self.of_columns)] = names.items()

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        names = self._column_of_names(sheet)
        if names is None:
            return
        splits = self._columns_of_splits(sheet)
        others = [column for column in range(len(sheet.header)) if column not in (names, *splits)]
        for column in others:
            self._register(sheet, column)
        count = 0
        for stretch in sheet.stretches([names, *splits, *others], self.findings):
            self._gather(sheet.place, [sheet.header[column] for column in (names, *splits, *others)], stretch)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def _column_of_names(self, sheet: Sheet) -> int | None:
        if self.name_of_rows in sheet.header:
            return sheet.header.index(self.name_of_rows)
        # Another name than the default one was asked for, so it must be there.
        if self.name_of_rows != self.key:
            remedy = f"name the column of the names as scores.columns.{self.key}, or leave that out to take the first"
            find_no_column(sheet, self.name_of_rows, self.findings, remedy=remedy)
            return None
        return 0

    def _columns_of_splits(self, sheet: Sheet) -> list[int]:
        for name in self.splits.values():
            if name not in sheet.header:
                find_no_column(sheet, name, self.findings)
        return [sheet.header.index(name) for name in self.splits.values() if name in sheet.header]

    def _register(self, sheet: Sheet, column: int) -> None:
        """Number the algorithm of a column, which may have no result at all."""
        if not sheet.header[column]:
            fault = Fault(
                f"{sheet.head} column {column + 1}",
                "the column has no name",
                "the name of an algorithm over each column but that of the data sets",
            )
            self.findings.add_unread("columns without a name", fault)
        _ = self.of_columns.code(sheet.header[column])

    def _gather(self, place: str, header: list[str], stretch: Stretch) -> None:
        n_splits = len(self._splits_in(header))
        names, *columns = stretch.columns
        self.findings.add_each(
            "empty cells where a name belongs",
            empty(names),
            lambda index: Fault(
                f"{place} row {stretch.rows[index]} column {shown(header[0]) or 1}",
                "the cell is empty",
                "the name of a data set",
            ),
        )
        of_row = self.of_rows.encode(names)
        rows = np.asarray(stretch.rows, dtype=np.int32)
        only = alike(ONLY, len(rows))
        splits = dict(zip(self._splits_in(header), columns, strict=False))
        numbering = {"repeat": self.gathering.repeats, "fold": self.gathering.folds}
        split_codes = {key: codes.encode(splits.get(key, only)) for key, codes in numbering.items()}
        for column, cells in zip(header[1 + n_splits :], columns[n_splits:], strict=True):
            values = numbers(cells, stretch.rows, Column(place, column, ADVICE, self.none), self.findings)
            there = ~np.isnan(values) | self.numbers_rows
            zeros = np.zeros(np.count_nonzero(there), dtype=np.int32)
            codes = {
                self.key: of_row[there],
                self.other_key: zeros + self.of_columns.code(column),
                "repeat": split_codes["repeat"][there],
                "fold": split_codes["fold"][there],
                "file": zeros + len(self.gathering.places),
                "row": rows[there],
            }
            self.gathering.add(codes, {self.metric: values[there]})

    def _splits_in(self, header: Sequence[str]) -> list[str]:
        """Return the keys of the splits that have a column."""
        return [key for key, name in self.splits.items() if name in header]
