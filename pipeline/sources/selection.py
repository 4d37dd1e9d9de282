"""Which rows of a table are read: `scores.where`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import BoolArray, FloatArray
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

    Attributes
    ----------
    read, kept : int
        Rows that were held against the conditions, and those that met them.
    """

    def __init__(self, where: Mapping[str, Condition]) -> None:
        self.where = where
        self.read = self.kept = 0
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
            if isinstance(cells, np.ndarray) and not condition.named:
                # of scores and times nearly all differ, too many to make names of them
                keep &= _in_range(condition, cells)
            else:
                keep &= self._named(column, condition, cells)
        self.read += n
        self.kept += int(np.count_nonzero(keep))
        return keep

    def _named(self, column: str, condition: Condition, cells: Cells) -> BoolArray:
        """Which cells meet a condition, each different one asked once."""
        names = coded(cells)
        if condition.named:
            self._values[column] |= dict.fromkeys(names.categories)
        meets = np.array([condition.holds(name) for name in names.categories], dtype=bool)
        met: BoolArray = meets[names.codes]
        return met

    def find_unmet(self, findings: Findings) -> None:
        """Tell of values that no row has, and that no row is left."""
        if findings.unread or not self.read:
            return
        for column, condition in self.where.items():
            seen = self._values[column]
            unmet = (value for value in condition.named if not any(same(value, name) for name in seen))
            findings.add_each("values that no row has", unmet, partial(_unmet, column, list(filter(None, seen))))
        if not self.kept:
            columns = listed(self.where)
            fault = Fault(
                "scores.where", f"none of the {self.read:,} rows meets the conditions on {columns}", "a row at least"
            )
            findings.add_unread("conditions that no row meets", fault)


def _unmet(column: str, seen: list[str], value: str) -> Fault:
    return Fault("scores.where", f"no row has {quoted(value)} in column {quoted(column)}", one_of(value, seen))


def _in_range(condition: Condition, numbers: FloatArray) -> BoolArray:
    least = -np.inf if condition.min is None else condition.min
    most = np.inf if condition.max is None else condition.max
    return (numbers >= least) & (numbers <= most)


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
        asked = list(dict.fromkeys([*columns, *of_conditions]))
        for stretch in self.inner.stretches(asked, findings):
            read = dict(zip(asked, stretch.columns, strict=True))
            keep = self.selection.keeps([read[column] for column in of_conditions], len(stretch.rows))
            rows = np.asarray(stretch.rows)[keep].tolist()
            yield Stretch(rows, [taken(read[column], keep) for column in columns])
