"""Columns that the names of files give: `runs/{algorithm}/{dataset}/{fold}.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rankpress.faults import Fault
from rankpress.sources.cells import alike
from rankpress.sources.findings import Findings, quoted
from rankpress.sources.origin import Origin
from rankpress.sources.sheet import Sheet, Stretch


@dataclass(frozen=True)
class CapturedSheet(Sheet):
    """A table with further columns, each the same in all rows."""

    inner: Sheet | None = field(default=None)
    captured: Mapping[str, str] = field(default_factory=dict)

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """The rows of the table, with the further columns behind its own."""
        assert self.inner is not None
        own = len(self.inner.header)
        values = list(self.captured.values())
        for stretch in self.inner.stretches([column for column in columns if column < own], findings):
            read = iter(stretch.columns)
            n = len(stretch.rows)
            yield Stretch(
                stretch.rows,
                [next(read) if column < own else alike(values[column - own], n) for column in columns],
            )


def with_captured(sheet: Sheet, origin: Origin, findings: Findings) -> Sheet:
    """The table with the columns that the name of its file gives, or as it is where the name gives none."""
    if not origin.captured:
        return sheet
    for name in origin.captured:
        if name in sheet.header:
            fault = Fault(
                sheet.head,
                f"there is a column {quoted(name)} in the file, and scores.files takes one of that name from its path",
                "one of the two",
                "call the one in braces otherwise; * stands for a part of the path that is no column",
            )
            findings.add_unread("columns that are there twice", fault)
    return CapturedSheet(
        sheet.place,
        (*sheet.header, *origin.captured),
        sheet.files,
        sheet.header_row,
        sheet.table,
        sheet.better,
        sheet.reason,
        inner=sheet,
        captured=origin.captured,
    )
