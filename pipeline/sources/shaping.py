"""Columns that a table has for its readers: `scores.ignore` takes some away, `scores.join` makes one of several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rankpress.faults import Fault
from rankpress.sources.cells import Cells, texts
from rankpress.sources.derived import Made, derived
from rankpress.sources.findings import Findings, one_of, quoted
from rankpress.sources.sheet import Sheet


class Shaping:
    """What a spec says of the columns of its tables, and what of it was met so far.

    Parameters
    ----------
    ignore : sequence of str
        Columns that are taken as if they were not there.
    join : mapping of str to sequence of str
        By the name of a further column, those whose cells it joins.
    """

    def __init__(self, ignore: Sequence[str], join: Mapping[str, Sequence[str]]) -> None:
        self.ignore, self.join = ignore, join
        self._unmet = dict.fromkeys(ignore)
        self._there: dict[str, None] = {}

    def of(self, sheet: Sheet, findings: Findings) -> Iterator[Sheet]:
        """Yield the table with the requested columns; nothing where every column is ignored."""
        if not self.ignore and not self.join:
            yield sheet
            return
        self._there |= dict.fromkeys(sheet.header)
        self._find_wrong_joins(sheet, findings)
        made = {
            name: Made(tuple(columns), _joined)
            for name, columns in self.join.items()
            if name not in sheet.header and set(columns) <= set(sheet.header)
        }
        whole = derived(sheet, made, sheet.better, sheet.reason)
        self._unmet = {name: None for name in self._unmet if name not in sheet.header}
        header = tuple(name for name in whole.header if name not in self.ignore)
        if header:
            yield replace(whole, header=header)
        else:
            fault = Fault(
                "scores.ignore", f"all {len(whole.header)} columns of {sheet.place} are ignored", "a column at least"
            )
            findings.add_unread("tables without a column", fault)

    def find_unmet(self, findings: Findings) -> None:
        """Tell of columns to ignore that no table has."""
        unmet = {} if findings.unread else self._unmet
        findings.add_each("columns that are not there", unmet, self._not_there)

    def _not_there(self, name: str) -> Fault:
        return Fault("scores.ignore", f"no table has a column {quoted(name)}", one_of(name, self._there))

    def _find_wrong_joins(self, sheet: Sheet, findings: Findings) -> None:
        for name, columns in self.join.items():
            if name in sheet.header:
                told = f"there is a column {quoted(name)} in the file, and scores.join makes another"
                findings.add_unread("columns that are there twice", Fault(sheet.head, told, "another name for one"))
            for column in columns:
                if column not in sheet.header:
                    told = f"there is no column {quoted(column)}, which scores.join asks for"
                    fault = Fault(sheet.head, told, one_of(column, filter(None, sheet.header)))
                    findings.add_unread("columns that are not there", fault)


def _joined(*columns: Cells) -> Cells:
    """The cells of a row parted by slashes, as lists of names have commas; empty ones are left out."""
    return [" / ".join(filter(None, cells)) for cells in zip(*map(texts, columns), strict=True)]
