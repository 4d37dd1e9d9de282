"""Which rows of a table are read: `scores.where`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import BoolArray
from rankpress.sources.cells import Cells, coded, taken
from rankpress.sources.findings import Findings, listed, one_of, quoted
from rankpress.sources.sheet import Sheet, Stretch
from rankpress.spec.where_section import same

if TYPE_CHECKING:
    from rankpress.spec.where_section import Condition


class Selection:
    """The conditions of a spec, and what of them was met by the tables so far.

    Parameters
    ----------
    where : mapping of str to Condition
        By column.
    """

    def __init__(self, where: Mapping[str, Condition]) -> None:
        self.where = where
        self._read = self._kept = 0
        self._values: dict[str, dict[str, None]] = {column: {} for column in where}

    def of(self, sheet: Sheet, findings: Findings) -> Iterator[Sheet]:
        """The table with those rows that meet the conditions; nothing where it lacks a column of theirs."""
        if not self.where:
            yield sheet
            return
        lacking = [column for column in self.where if column not in sheet.header]
        for column in lacking:
            fault = Fault(
                sheet.head,
                f"there is no column {quoted(column)}, which scores.where asks for",
                one_of(column, filter(None, sheet.header)),
            )
            findings.add_unread("columns that are not there", fault)
        if not lacking:
            yield SelectedSheet(
                sheet.place,
                sheet.header,
                sheet.files,
                sheet.header_row,
                sheet.table,
                sheet.better,
                sheet.reason,
                inner=sheet,
                selection=self,
            )

    def keeps(self, columns: Sequence[Cells], n: int) -> BoolArray:
        """Which of n rows meet all conditions; the columns are those of the conditions."""
        keep = np.ones(n, dtype=bool)
        for (column, condition), cells in zip(self.where.items(), columns, strict=True):
            names = coded(cells)
            self._values[column] |= dict.fromkeys(names.categories)
            meets = np.array([condition.holds(name) for name in names.categories], dtype=bool)
            keep &= meets[names.codes] if n else keep
        self._read += n
        self._kept += int(np.count_nonzero(keep))
        return keep

    def find_unmet(self, findings: Findings) -> None:
        """Tell of values that no row has, and that no row is left."""
        if findings.unread or not self._read:
            return
        for column, condition in self.where.items():
            seen = self._values[column]
            for value in condition.named:
                if not any(same(value, name) for name in seen):
                    fault = Fault(
                        "scores.where",
                        f"no row has {quoted(value)} in column {quoted(column)}",
                        one_of(value, [name for name in seen if name]),
                    )
                    findings.add("values that no row has", fault)
        if not self._kept:
            columns = listed(self.where)
            fault = Fault(
                "scores.where", f"none of the {self._read:,} rows meets the conditions on {columns}", "a row at least"
            )
            findings.add("conditions that no row meets", fault)


@dataclass(frozen=True)
class SelectedSheet(Sheet):
    """A table without the rows that do not meet the conditions."""

    inner: Sheet | None = field(default=None)
    selection: Selection | None = field(default=None)

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """The rows that are kept."""
        assert self.inner is not None
        assert self.selection is not None
        of_conditions = [self.header.index(column) for column in self.selection.where]
        for stretch in self.inner.stretches([*columns, *of_conditions], findings):
            keep = self.selection.keeps(stretch.columns[len(columns) :], len(stretch.rows))
            rows = np.asarray(stretch.rows)[keep].tolist()
            yield Stretch(rows, [taken(cells, keep) for cells in stretch.columns[: len(columns)]])
