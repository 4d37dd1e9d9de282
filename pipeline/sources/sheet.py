"""What a source is to those who read it: rows and columns with a header, read a stretch at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.scores import SourceFile
from rankpress.sources.cells import Cells
from rankpress.sources.findings import Findings, quoted

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

STRETCH = 20_000


@dataclass(frozen=True)
class Stretch:
    """Some rows of a sheet, by column.

    Parameters
    ----------
    rows : sequence of int
        Their numbers, as whoever made the file would count them; in a spreadsheet the header is row 1.
    columns : list of Cells
        The cells of the columns that were asked for: text, numbers, or names that repeat.
    """

    rows: Sequence[int]
    columns: list[Cells]


@dataclass(frozen=True)
class Sheet(ABC):
    """A table of a source, of which the names of the columns are known and the rows are yet to be read.

    Parameters
    ----------
    place : str
        The file, and where it holds several tables the table, as faults name them: without line ends and the like.
    header : tuple of str
        Names of the columns, without blanks around them; a column may have none.
    files : tuple of SourceFile
        The files that it is read from, which are the inputs of the report.
    header_row : int
        The row that the names stand in; 0 where they stand in no row.
    table : str
        Its name, where the file holds several tables.
    better : mapping of str to {"higher", "lower"}
        The columns that the source itself says are scores, and which direction of each is the better one.
    reason : str
        The column that says why a row has no score, where there is one.
    """

    place: str
    header: tuple[str, ...]
    files: tuple[SourceFile, ...]
    header_row: int = 0
    table: str = ""
    better: Mapping[str, Better] = field(default_factory=dict)
    reason: str = ""

    @abstractmethod
    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows, some at a time; rows with nothing in any cell are passed over.

        Parameters
        ----------
        columns : sequence of int
            Which columns, by their places in the header.
        findings : Findings
            Takes what is wrong with the rows; `findings.add_unread` where they cannot be read.
        """

    @property
    def head(self) -> str:
        """The place of the header, as faults name it."""
        return f"{self.place} row {self.header_row}" if self.header_row else self.place

    def read_files(self, rows: int) -> tuple[SourceFile, ...]:
        """Its files, once so many rows were read from it; of several, the first is said to hold them."""
        return tuple(replace(file, rows=0 if at else rows) for at, file in enumerate(self.files))


@dataclass(frozen=True)
class HeldSheet(Sheet):
    """A table that is held in memory.

    Parameters
    ----------
    cells : tuple of Cells
        By column.
    rows : sequence of int
        The numbers of the rows.
    """

    cells: tuple[Cells, ...] = ()
    rows: Sequence[int] = ()

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """All rows at once."""
        if not len(self.rows):
            find_no_rows(self.place, findings)
            return
        yield Stretch(self.rows, [self.cells[column] for column in columns])


def find_no_rows(place: str, findings: Findings) -> None:
    """Tell that a table has no rows."""
    fault = Fault(place, "the file has a header but no rows", "a row at least under the header")
    findings.add_unread("files without rows", fault)


def find_same_names(sheet: Sheet, findings: Findings) -> None:
    """Tell of names that stand over more than one column."""
    for name, times in Counter(filter(None, sheet.header)).items():
        if times > 1:
            columns = ", ".join(str(index) for index, other in enumerate(sheet.header, 1) if other == name)
            fault = Fault(
                sheet.head,
                f"{quoted(name)} stands over {times} columns: {columns}",
                "a name of its own for each column",
            )
            findings.add_unread("names that stand over several columns", fault)
