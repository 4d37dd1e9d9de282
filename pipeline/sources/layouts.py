"""Layouts of score files: one row per measurement (long) or data set (wide, folds), average ranks, counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.core.scores import FloatArray, SourceFile
from rankpress.sources.cells import (
    NUMBER,
    Cells,
    CodeArray,
    Sheet,
    Stretch,
    coded,
    described,
    empty,
    filled_with,
    find_no_column,
    taken,
    texts,
)
from rankpress.sources.measurements import ONLY, Gathering, Measurements
from rankpress.sources.numerals import Censoring, NoResult, NumberColumn, ShareUnit, numbers, whole_numbers
from rankpress.wording.strings import counted, quoted, shown

if TYPE_CHECKING:
    from rankpress.spec.column_names import ColumnNames
    from rankpress.spec.scores_section import ScoresOptions


# Keys of scores.columns; the columns have the same names unless the spec says otherwise.
NAMES = ("dataset", "algorithm")
SPLITS = ("repeat", "fold")
EXAMPLES = ("example",)
SIZES = ("n_train", "n_test")
OPTIONAL = ("seed", "step", "cluster", "scheme", "instance")
_OF_NAMES = tuple(key for key in OPTIONAL if key != "step")  # whose cells are names
# What columns are called, in a word, whose cells say in a row without a score why it has none.
_OF_REASONS = frozenset("error exception reason message failure status".split())


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
        splits = SPLITS if options.columns.example is None else EXAMPLES
        self.splits = tuple(key for key in splits if getattr(options.columns, key) is not None)
        self.sizes = SIZES if options.columns.example is None else ()
        self.column = {key: str(getattr(options.columns, key)) for key in (*NAMES, *self.splits, *self.sizes)}
        for key in OPTIONAL:
            if getattr(options.columns, key) is not None:
                self.column[key] = getattr(options.columns, key)
        self.metrics = list(dict.fromkeys(column for metric in options.metrics for column in metric.columns))
        further = [column for metric in options.metrics for column in (metric.validation, metric.labels)]
        self.metrics = list(dict.fromkeys([*self.metrics, *filter(None, further)]))
        self.costs = options.costs
        self.criteria = () if options.choose is None else (options.choose.by,)
        scale = options.normalize
        self.scales = scale.names if scale is not None and scale.by == "columns" else ()
        self.none, self.csv = NoResult.of(options.na), options.csv
        self.units = {name: ShareUnit() for name in self._numbers()}
        self.censored, self.censoring = options.censored, censoring_of(options)
        self.outcome = None if options.censored is None else options.censored.column
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        self.heads: list[tuple[str, str, tuple[str, ...]]] = []  # place, place of the header, header
        self.of_reasons: set[str] = set()  # columns that say why some rows have no score
        self.without: list[tuple[Sheet, list[str]]] = []  # files of records, and the numbers they lack

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        if self._lacks_columns(sheet):
            return
        self.heads.append((sheet.place, sheet.head, sheet.header))
        requested = [*self._used(), *filter(None, [reason := self._reason(sheet)])]
        given = [name for name in dict.fromkeys(requested) if name in sheet.header]
        count = 0
        for stretch in sheet.stretches([sheet.header.index(name) for name in given], self.findings):
            self._gather(sheet, dict(zip(given, stretch.columns, strict=True)), stretch, reason)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def finish(self) -> Measurements:
        """Return all measurements of all files."""
        self._refuse_different_columns()
        self._refuse_lacking()
        there = dict.fromkeys(name for *_, header in self.heads for name in header if name)
        used = self._used()
        measured = self.gathering.finish(
            columns=[name for name in self._numbers() if name in there or not self.heads],
            split_names=tuple(key for key in self.splits if self.column[key] in there),
            spare=[name for name in there if name not in used and name not in self.of_reasons],
        )
        return replace(measured, largest=self.censoring.largest if self.censoring else 0.0)

    def _used(self) -> list[str]:
        """Return all columns that something is read from, where they are there."""
        return list(dict.fromkeys([*self.column.values(), *self._numbers(), *filter(None, [self.outcome])]))

    def _numbers(self) -> list[str]:
        """Return the columns of numbers, where they are there; a cost may be a metric too."""
        keys = (*self.sizes, "step")
        of_columns = (self.column[key] for key in keys if key in self.column)
        return list(dict.fromkeys([*self.metrics, *self.costs, *self.criteria, *self.scales, *of_columns]))

    def _lacks_columns(self, sheet: Sheet) -> bool:
        # An optional column under another name than it has by default was asked for, so it must be there.
        requested = [
            self.column[key] for key in (*self.splits, *self.sizes) if self.column[key] != key or key in EXAMPLES
        ]
        requested += [self.column[key] for key in OPTIONAL if key in self.column]
        names = [self.column[key] for key in NAMES]
        requested += filter(None, [self.outcome])
        needed = (*names, *self.metrics, *self.costs, *self.criteria, *self.scales, *requested)
        lacking = [name for name in needed if name not in sheet.header]
        wide = all(name in lacking for name in names)
        # where keys are those of records, one that is not there is null: a failed run, if any other file has it
        if not sheet.header_row and {*lacking} <= {*self.metrics, *self.costs}:
            self.without.append((sheet, lacking))
            return False
        for name in dict.fromkeys(lacking):
            remedy = self._remedy(name) + (", or write layout: wide if each algorithm has a column" if wide else "")
            find_no_column(sheet, name, self.findings, remedy=remedy)
        return bool(lacking)

    def _refuse_lacking(self) -> None:
        """Refuse files of records without a number that no other file has."""
        there = {name for *_, header in self.heads for name in header}
        for sheet, lacking in self.without:
            for name in dict.fromkeys(lacking):
                if name not in there:
                    find_no_column(sheet, name, self.findings, remedy=self._remedy(name))

    def _remedy(self, name: str) -> str:
        for key, column in self.column.items():
            if name == column:
                return f"write columns: {{{key}: NAME}} under scores, with the name that the column has in the file"
        keys = {"metrics": self.metrics, "costs": self.costs, "normalize": self.scales}
        key = next((key for key, names in keys.items() if name in names), "choose.by")
        return f"name a column of the file in scores.{key}"

    def _reason(self, sheet: Sheet) -> str:
        """Return the column that says why a row has no score: that of the format, or one that is called so."""
        free = (name for name in sheet.header if name not in self._used())
        return sheet.reason or next((name for name in free if not _OF_REASONS.isdisjoint(words_of(name))), "")

    def _gather(self, sheet: Sheet, cells: dict[str, Cells], stretch: Stretch, reason: str) -> None:
        place, rows = sheet.place, stretch.rows
        for name in (self.column[key] for key in (*NAMES, *self.splits, *_OF_NAMES) if key in self.column):
            if name in cells:
                self._refuse_empty(place, name, cells[name], rows)
        values = dict.fromkeys(self._numbers(), np.full(len(rows), np.nan))
        wrong = np.zeros(len(rows), dtype=bool)
        for name in filter(cells.__contains__, values):
            censoring = self.censoring if name in self.metrics else None
            column = NumberColumn(place, name, "", self.none, sheet.decimal, self.csv, self.units[name], censoring)
            read = numbers(cells[name], rows, column, self.findings)
            values[name], wrong = read.values, wrong | read.wrong
        for name in (self.column[key] for key in self.sizes):
            whole_numbers(values[name], rows, NumberColumn(place, name), 1, self.findings)
        if self.outcome is not None:
            [metric] = self.metrics
            values[metric] = self._ended(cells[self.outcome], values[metric])
        codes = self._codes(cells, rows)
        self.gathering.add(codes, values)
        self.gathering.add_wrong(codes["dataset"][wrong], codes["algorithm"][wrong])
        if reason:
            scores = np.array([values[metric] for metric in self.metrics])
            failed = np.isnan(scores).any(axis=0)
            reasons = ["" if NUMBER.fullmatch(cell) else cell for cell in texts(taken(cells[reason], failed))]
            self.gathering.add_reasons(codes["dataset"][failed], codes["algorithm"][failed], reasons)
            self.of_reasons |= {reason} if any(reasons) else set()

    def _ended(self, outcomes: Cells, times: FloatArray) -> FloatArray:
        """Return the times of runs, infinite where the run did not solve and nan where it is not said."""
        solved = frozenset(outcome.lower() for outcome in self.censored.ok) if self.censored else frozenset()
        ended = np.array([outcome.lower() in solved for outcome in texts(outcomes)], dtype=bool)
        unstated = np.zeros(len(times), dtype=bool)
        unstated[empty(outcomes)] = True
        return np.where(ended, times, np.where(unstated, np.nan, np.inf))

    def _codes(self, cells: dict[str, Cells], rows: Sequence[int]) -> dict[str, CodeArray]:
        only = filled_with(ONLY, len(rows))
        numbering = {
            "dataset": self.gathering.datasets,
            "algorithm": self.gathering.algorithms,
            "repeat": self.gathering.repeats,
            "fold": self.gathering.folds,
        }
        numbering |= {key: getattr(self.gathering, f"{key}s") for key in _OF_NAMES if key in self.column}
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
                + ("a repeat and a fold where they have columns" if self.splits != EXAMPLES else "the test example"),
            ),
        )

    def _refuse_different_columns(self) -> None:
        """Columns that may be omitted must be omitted by all files, or by none."""
        for name in (self.column[key] for key in (*self.splits, *self.sizes)):
            having = [place for place, _, header in self.heads if name in header]
            for _, head, header in self.heads if having else ():
                if name not in header:
                    message = f"there is no column {quoted(name)}, which {having[0]} has"
                    fault = Fault(head, message, "the column in all files, or in none")
                    self.findings.add_unread("columns that only some files have", fault)


def censoring_of(options: ScoresOptions) -> Censoring | None:
    """Return what says in cells that a run was not solved; None where a study does not ask for it."""
    return None if options.censored is None else Censoring(options.censored.cells)


def read_folds(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold those of an algorithm on a data set in a row, one column per fold."""
    columns, metric = options.columns, options.metrics[0].name

    def unrolled(sheet: Sheet) -> Sheet:
        keys = tuple(name for name in (columns.dataset, columns.algorithm) if name in sheet.header)
        header = (*keys, str(columns.fold), metric)
        return UnrolledSheet(**described(sheet) | {"header": header}, inner=sheet, keys=keys)

    return read_long(map(unrolled, sheets), options, findings)


def _read_runs(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold those of all algorithms in a run, at a step or on an example in a row."""
    columns, metric = options.columns, options.metrics[0].name
    key, other = keys_of_wide(columns)

    def unrolled(sheet: Sheet) -> Sheet:
        name = getattr(columns, key)
        row_names = name if name in sheet.header or name != key else sheet.header[0]
        roles = (*(SPLITS if columns.example is None else EXAMPLES), "cluster", "seed", "step")
        splits = [getattr(columns, role) for role in roles]
        further = tuple(split for split in splits if split in sheet.header and split != row_names)
        header = (name, *further, getattr(columns, other), metric)
        return UnrolledSheet(**described(sheet) | {"header": header}, inner=sheet, keys=(row_names, *further))

    return read_long(map(unrolled, sheets), options, findings)


def keys_of_wide(columns: ColumnNames) -> tuple[str, str]:
    """Return what the rows of a wide table are, and what its columns are: data sets or algorithms."""
    given = columns.model_fields_set
    return ("algorithm", "dataset") if "algorithm" in given and "dataset" not in given else ("dataset", "algorithm")


@dataclass(frozen=True, kw_only=True)
class UnrolledSheet(Sheet):
    """A table with a column for each fold or algorithm, read as a row for each: keys, the column's name, the cell."""

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
    if any(getattr(options.columns, role) is not None for role in ("seed", "step", "example")):
        return _read_runs(sheets, options, findings)
    table = _WideFiles(options, findings)
    for sheet in sheets:
        table.read(sheet)
    measured = table.gathering.finish([table.metric], tuple(table.splits))
    return replace(measured, largest=table.censoring.largest if table.censoring else 0.0)


class _WideFiles:
    """The measurements of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        self.metric = options.metrics[0].name
        self.none, self.csv, self.unit = NoResult.of(options.na), options.csv, ShareUnit(self.metric)
        self.censoring = censoring_of(options)
        given = options.columns.model_fields_set
        self.key, _ = keys_of_wide(options.columns)
        self.name_of_rows = getattr(options.columns, self.key)
        self.splits = {key: column for key in SPLITS if key in given and (column := getattr(options.columns, key))}
        self.numbers_rows = options.repeats is not None
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        names = {"dataset": self.gathering.datasets, "algorithm": self.gathering.algorithms}
        self.of_rows = names.pop(self.key)
        [(self.other_key, self.of_columns)] = names.items()

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        header, names = sheet.header, 0
        if self.name_of_rows in header:
            names = header.index(self.name_of_rows)
        elif self.name_of_rows != self.key:  # another name than the default one was asked for, so it must be there
            remedy = f"name the column of the names as scores.columns.{self.key}, or leave that out to take the first"
            find_no_column(sheet, self.name_of_rows, self.findings, remedy=remedy)
            return
        for name in self.splits.values():
            if name not in header:
                find_no_column(sheet, name, self.findings)
        splits = {key: header.index(name) for key, name in self.splits.items() if name in header}
        others = [column for column in range(len(header)) if column not in (names, *splits.values())]
        for column in others:
            if not header[column]:
                expected = "the name of an algorithm over each column but that of the data sets"
                fault = Fault(f"{sheet.head} column {column + 1}", "the column has no name", expected)
                self.findings.add_unread("columns without a name", fault)
            _ = self.of_columns.code(header[column])  # which may have no result at all
        count = 0
        for stretch in sheet.stretches([names, *splits.values(), *others], self.findings):
            self._gather(sheet, header[names], list(splits), [header[column] for column in others], stretch)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def _gather(
        self, sheet: Sheet, name_of_rows: str, splits: Sequence[str], others: Sequence[str], stretch: Stretch
    ) -> None:
        names, *columns = stretch.columns
        self.findings.add_each(
            "empty cells where a name belongs",
            empty(names),
            lambda index: Fault(
                f"{sheet.place} row {stretch.rows[index]} column {shown(name_of_rows) or 1}",
                "the row has no name: the cell is empty",
                f"the name of {'an algorithm' if self.key == 'algorithm' else 'a data set'}",
            ),
        )
        of_row = self.of_rows.encode(names)
        rows = np.asarray(stretch.rows, dtype=np.int32)
        given, only = dict(zip(splits, columns, strict=False)), filled_with(ONLY, len(rows))
        numbering = {"repeat": self.gathering.repeats, "fold": self.gathering.folds}
        split_codes = {key: codes.encode(given.get(key, only)) for key, codes in numbering.items()}
        for column, cells in zip(others, columns[len(splits) :], strict=True):
            of_column = NumberColumn(
                sheet.place, column, ADVICE, self.none, sheet.decimal, self.csv, self.unit, self.censoring
            )
            read = numbers(cells, stretch.rows, of_column, self.findings)
            there = ~np.isnan(read.values) | read.wrong | self.numbers_rows
            zeros = np.zeros(np.count_nonzero(there), dtype=np.int32)
            codes = {
                self.key: of_row[there],
                self.other_key: zeros + self.of_columns.code(column),
                "repeat": split_codes["repeat"][there],
                "fold": split_codes["fold"][there],
                "file": zeros + len(self.gathering.places),
                "row": rows[there],
            }
            self.gathering.add(codes, {self.metric: read.values[there]})
            self.gathering.add_wrong(*(codes[key][read.wrong[there]] for key in ("dataset", "algorithm")))


@dataclass(frozen=True)
class AverageRanks:
    """Average ranks as printed, and the files that they stand in."""

    algorithms: tuple[str, ...]
    ranks: FloatArray
    files: tuple[SourceFile, ...]


def read_ranks(sheets: Iterable[Sheet], findings: Findings) -> AverageRanks | None:
    """Read average ranks from a file with the names of the algorithms and one row under them."""
    # the rows are read here, as what selects them is asked what it kept once all sheets were given
    read = [(sheet, list(sheet.records(findings))) for sheet in sheets]
    if len(read) > 1:
        fault = Fault(
            StudyPlace("scores", "files"),
            f"{counted(len(read), 'file')} with layout: ranks",
            "one file with one row of ranks",
        )
        findings.add_unread("files too many", fault)
    only = _only_row(*read[0], findings) if read else None
    if only is None:
        return None
    sheet, (row, texts) = read[0][0], only
    texts_by_name = zip(sheet.header, texts, strict=True)
    ranks = np.array(
        [numbers([cell], [row], NumberColumn(sheet.place, name), findings).values[0] for name, cell in texts_by_name]
    )
    if not findings:
        _refuse_impossible(sheet, row, texts, ranks, findings)
    return AverageRanks(sheet.header, ranks, sheet.read_files(1))


def _only_row(sheet: Sheet, rows: list[tuple[int, list[str]]], findings: Findings) -> tuple[int, list[str]] | None:
    """Return the number of the one row under the header, and its cells."""
    if len(rows) > 1:
        fault = Fault(
            f"{sheet.place} row {rows[1][0]}",
            f"the file has {counted(len(rows), 'row')} under its header",
            "with layout: ranks one row, of average ranks",
        )
        findings.add_unread("rows too many", fault)
    for row, cells in [(sheet.header_row, list(sheet.header)), *rows[:1]]:
        for column, cell in enumerate(cells, 1):
            if not cell:
                fault = Fault(
                    f"{sheet.place} row {row} column {column}",
                    "the cell is empty",
                    "an algorithm in each column of the header, and its average rank under it",
                )
                findings.add_unread("empty cells", fault)
    return None if findings.unread or not rows else rows[0]


def _refuse_impossible(sheet: Sheet, row: int, texts: list[str], ranks: FloatArray, findings: Findings) -> None:
    """Find ranks outside 1 to k, and a sum that is not k (k + 1) / 2 by more than the digits omitted may add up to."""
    k = len(ranks)
    for name, cell, rank in zip(sheet.header, texts, ranks, strict=True):
        if not 1 <= rank <= k:
            fault = Fault(
                f"{sheet.place} row {row} column {shown(name)}",
                f"an average rank of {shown(cell)}",
                f"a number from 1 to {k}, the number of algorithms",
            )
            findings.add("impossible ranks", fault)
    if findings:
        return
    total = sum(map(Decimal, texts), Decimal())
    # ranks without decimals say too little of their sum for a test
    half_units = (Decimal(5).scaleb(int(Decimal(cell).as_tuple().exponent) - 1) for cell in texts)  # of the last digits
    rounding = min(sum(half_units, Decimal()), k * Decimal("0.05"))
    if abs(total - k * (k + 1) // 2) > rounding:
        fault = Fault(
            f"{sheet.place} row {row}",
            f"the average ranks add up to {total}",
            f"{k * (k + 1) // 2} for {counted(k, 'algorithm')}, within {rounding} for the digits that are printed",
            "give the ranks of all algorithms that were compared, with ties ranked by their mean",
        )
        findings.add("impossible sums of ranks", fault)
