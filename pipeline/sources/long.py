"""Files in long layout: a row a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import SourceFile
from rankpress.sources.findings import Findings, one_of, plain, quoted, shown
from rankpress.sources.measurements import ONLY, CodeArray, Gathering, Measurements
from rankpress.sources.numbers import Column, numbers
from rankpress.sources.sheet import Sheet, Stretch, open_sheet

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

# Keys of scores.columns; the columns have the same names unless the spec says otherwise.
NAMES = ("dataset", "algorithm")
SPLITS = ("repeat", "fold")
EXAMPLES = ("example",)
SIZES = ("n_train", "n_test")


def read_long(folder: Path, files: Sequence[str], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold one in each row.

    Names are taken as written, without blanks around them. Columns of repeats, folds and numbers of cases may be left
    out, by all files alike. Where a column of test examples is named, each of them is taken for a fold, and those other
    columns are not read.

    Parameters
    ----------
    folder : Path
        Folder of the spec.
    files : sequence of str
        Files relative to it.
    options : ScoresOptions
        Names of the columns.
    findings : Findings
        Takes what is wrong with the files.

    Returns
    -------
    Measurements
    """
    reading = _LongFiles(options, findings)
    for path in files:
        sheet = open_sheet(folder, path, findings)
        if sheet is not None:
            reading.read(sheet)
    return reading.finish()


class _LongFiles:
    """The measurements of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        # what tells the measurements of a cell apart; each is given by a column or not there
        self.splits = SPLITS if options.columns.example is None else EXAMPLES
        self.sizes = SIZES if options.columns.example is None else ()
        self.column = {key: str(getattr(options.columns, key)) for key in (*NAMES, *self.splits, *self.sizes)}
        self.metrics = [metric.name for metric in options.metrics]
        self.metrics += [metric.validation for metric in options.metrics if metric.validation is not None]
        self.costs = options.costs
        self.gathering = Gathering()
        self.sheets: list[Sheet] = []
        self.files: list[SourceFile] = []

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        if self._lacks_columns(sheet):
            return
        self.sheets.append(sheet)
        given = [name for name in self._used() if name in sheet.header]
        count = 0
        for stretch in sheet.stretches([sheet.header.index(name) for name in given], self.findings):
            self._gather(sheet.path, dict(zip(given, stretch.columns, strict=True)), stretch)
            count += len(stretch.rows)
        self.files.append(SourceFile(sheet.path, sheet.size, sheet.sha256, count))

    def finish(self) -> Measurements:
        """All measurements of all files."""
        self._refuse_different_columns()
        there = dict.fromkeys(name for sheet in self.sheets for name in sheet.header if name)
        used = self._used()
        return self.gathering.finish(
            self.files,
            columns=[name for name in self._numbers() if name in there or not self.sheets],
            split_names=tuple(key for key in self.splits if self.column[key] in there),
            spare=[name for name in there if name not in used],
        )

    def _used(self) -> list[str]:
        """All columns that something is read from, where they are there."""
        return list(dict.fromkeys([*self.column.values(), *self._numbers()]))

    def _numbers(self) -> list[str]:
        """The columns of numbers, where they are there; a cost may be a metric too."""
        return list(dict.fromkeys([*self.metrics, *self.costs, *(self.column[key] for key in self.sizes)]))

    def _lacks_columns(self, sheet: Sheet) -> bool:
        # An optional column under another name than it has by default was asked for, so it must be there.
        asked = [self.column[key] for key in (*self.splits, *self.sizes) if self.column[key] != key or key in EXAMPLES]
        names = [self.column[key] for key in NAMES]
        lacking = [name for name in (*names, *self.metrics, *self.costs, *asked) if name not in sheet.header]
        wide = all(name in lacking for name in names)
        for name in dict.fromkeys(lacking):
            fault = Fault(
                sheet.head,
                f"there is no column {quoted(name)}",
                one_of(name, filter(None, sheet.header)),
                self._remedy(name) + (", or write layout: wide if each algorithm has a column" if wide else ""),
            )
            self.findings.add_unread("columns that are not there", fault)
        return bool(lacking)

    def _remedy(self, name: str) -> str:
        for key, column in self.column.items():
            if name == column:
                return f"write columns: {{{key}: NAME}} under scores, with the name that the column has in the file"
        return f"name a column of the file in scores.{'metrics' if name in self.metrics else 'costs'}"

    def _gather(self, path: str, cells: dict[str, list[str]], stretch: Stretch) -> None:
        rows = stretch.rows
        for name in (self.column[key] for key in (*NAMES, *self.splits)):
            if "" in cells.get(name, ()):
                self._refuse_empty(path, name, cells[name], rows)
        values = {
            name: numbers(cells[name], rows, Column(path, name), self.findings)
            if name in cells
            else np.full(len(rows), np.nan)
            for name in self._numbers()
        }
        self.gathering.add(self._codes(cells, rows), values)

    def _codes(self, cells: dict[str, list[str]], rows: Sequence[int]) -> dict[str, CodeArray]:
        only = [ONLY] * len(rows)
        numbering = {
            "dataset": self.gathering.datasets,
            "algorithm": self.gathering.algorithms,
            "repeat": self.gathering.repeats,
            "fold": self.gathering.folds,
        }
        columns = self.column | ({"fold": self.column["example"]} if "example" in self.column else {})
        codes = {key: names.encode(cells.get(columns.get(key, ""), only)) for key, names in numbering.items()}
        codes["file"] = np.full(len(rows), len(self.files), dtype=np.int32)
        codes["row"] = np.asarray(rows, dtype=np.int32)
        return codes

    def _refuse_empty(self, path: str, name: str, cells: list[str], rows: Sequence[int]) -> None:
        self.findings.unread = True
        self.findings.add_each(
            "empty cells where a name belongs",
            [row for row, cell in zip(rows, cells, strict=True) if not cell],
            lambda row: Fault(
                f"{plain(path)} row {row} column {shown(name)}",
                "the cell is empty",
                "a data set and an algorithm in each row, and "
                + ("a repeat and a fold where they have columns" if self.splits == SPLITS else "the test example"),
            ),
        )

    def _refuse_different_columns(self) -> None:
        """Columns that may be left out must be left out by all files, or by none."""
        for name in (self.column[key] for key in (*self.splits, *self.sizes)):
            having = [sheet for sheet in self.sheets if name in sheet.header]
            for sheet in self.sheets if having else ():
                if name not in sheet.header:
                    fault = Fault(
                        sheet.head,
                        f"there is no column {quoted(name)}, which {plain(having[0].path)} has",
                        "the column in all files, or in none",
                    )
                    self.findings.add_unread("columns that only some files have", fault)
