"""Files in wide layout: a row a data set, a column an algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from rankpress.faults import Fault
from rankpress.sources.cells import empty
from rankpress.sources.findings import Findings, one_of, quoted, shown
from rankpress.sources.measurements import ONLY, Gathering, Measurements
from rankpress.sources.numbers import Column, numbers, without_result
from rankpress.sources.sheet import Sheet, Stretch

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

ADVICE = "name it in scores.ignore if it describes the rows: each column but that of their names is taken for scores"


def read_wide(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Measurements:
    """Read measurements from files that hold the scores of a data set in each row.

    The names of the data sets stand in the column that `columns.dataset` names, else in the first; where the spec names
    `columns.algorithm` alone, those of the algorithms stand there, and each other column is a data set. Several files
    are put together by the names of their rows and columns.

    Parameters
    ----------
    sheets : iterable of Sheet
        The tables, one after the other.
    options : ScoresOptions
        The metric, and the column of the names.
    findings : Findings
        Takes what is wrong with the files.

    Returns
    -------
    Measurements
        Of one value, the metric; an empty cell is no measurement.
    """
    table = _WideFiles(options, findings)
    for sheet in sheets:
        table.read(sheet)
    return table.gathering.finish([table.metric])


class _WideFiles:
    """The measurements of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        self.metric = options.metrics[0].name
        self.none = without_result(options.na)
        given = options.columns.model_fields_set
        self.key = "algorithm" if "algorithm" in given and "dataset" not in given else "dataset"
        self.name_of_rows = getattr(options.columns, self.key)
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        names = {"dataset": self.gathering.datasets, "algorithm": self.gathering.algorithms}
        self.of_rows = names.pop(self.key)
        [(self.other_key, self.of_columns)] = names.items()

    def read(self, sheet: Sheet) -> None:
        """Gather the measurements of one file."""
        names = self._column_of_names(sheet)
        if names is None:
            return
        others = [column for column in range(len(sheet.header)) if column != names]
        for column in others:
            self._register(sheet, column)
        count = 0
        for stretch in sheet.stretches([names, *others], self.findings):
            self._gather(sheet.place, [sheet.header[column] for column in (names, *others)], stretch)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def _column_of_names(self, sheet: Sheet) -> int | None:
        if self.name_of_rows in sheet.header:
            return sheet.header.index(self.name_of_rows)
        # Another name than the default one was asked for, so it must be there.
        if self.name_of_rows != self.key:
            fault = Fault(
                sheet.head,
                f"there is no column {quoted(self.name_of_rows)}",
                one_of(self.name_of_rows, filter(None, sheet.header)),
                f"name the column of the names as scores.columns.{self.key}, or leave that out to take the first",
            )
            self.findings.add_unread("columns that are not there", fault)
            return None
        return 0

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
        names, *columns = stretch.columns
        self.findings.add_each(
            "empty cells where a name belongs",
            empty(names),
            lambda at: Fault(
                f"{place} row {stretch.rows[at]} column {shown(header[0]) or 1}",
                "the cell is empty",
                "the name of a data set",
            ),
        )
        of_row = self.of_rows.encode(names)
        rows = np.asarray(stretch.rows, dtype=np.int32)
        for column, cells in zip(header[1:], columns, strict=True):
            values = numbers(cells, stretch.rows, Column(place, column, ADVICE, self.none), self.findings)
            there = ~np.isnan(values)
            only = np.zeros(np.count_nonzero(there), dtype=np.int32)
            codes = {
                self.key: of_row[there],
                self.other_key: only + self.of_columns.code(column),
                "repeat": only + self.gathering.repeats.code(ONLY),
                "fold": only + self.gathering.folds.code(ONLY),
                "file": only + len(self.gathering.places),
                "row": rows[there],
            }
            self.gathering.add(codes, {self.metric: values[there]})
