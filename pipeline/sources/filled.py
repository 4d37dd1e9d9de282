"""Tables whose names stand once, above the rows that they are of, as merged cells of a spreadsheet are saved."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rankpress.core.faults import Findings
from rankpress.sources.cells import Sheet, Stretch, described, find_no_column, texts


@dataclass(frozen=True, kw_only=True)
class FilledSheet(Sheet):
    """A table in which blank cells of some columns have the text of the nearest cell above that is not blank."""

    inner: Sheet
    filled: frozenset[str]

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read the rows of the table, with the names from above."""
        above = {column: "" for column in columns if self.header[column] in self.filled}
        counts = dict.fromkeys(above, 0)
        for stretch in self.inner.stretches(columns, findings):
            cells = list(stretch.columns)
            for place, column in enumerate(columns):
                if column in above:
                    names = list[str]()
                    for text in texts(cells[place]):
                        counts[column] += not text and above[column] != ""
                        above[column] = text or above[column]
                        names.append(above[column])
                    cells[place] = names
            yield Stretch(stretch.rows, cells)
        findings.filled |= {(self.place, self.header[column]): n for column, n in counts.items() if n}


def with_filled(sheet: Sheet, columns: Collection[str], findings: Findings) -> Sheet:
    """Return the table with blank cells of these columns filled from above, and report of those that it lacks."""
    for name in columns:
        if name not in sheet.header:
            find_no_column(sheet, name, findings, ", which scores.fill asks for")
    return FilledSheet(**described(sheet), inner=sheet, filled=frozenset(columns)) if columns else sheet
