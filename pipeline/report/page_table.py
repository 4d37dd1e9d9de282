"""A table as the HTML templates are given it: cells with their elements, classes and unrounded values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from rankpress.report.characters import Writing
from rankpress.report.table import Alignment, Cell, Mark, Table

# What is said of a mark to those who cannot see it.
SPOKEN: Mapping[Mark, str] = {"bold": "bold", "underline": "underlined", "significant": "significant"}
CLASSES: tuple[Mark, ...] = ("significant", "muted")
PARTS = re.compile(r"(?<=[_/.,:;=+|-])|(?=[(\[{<])")  # where a name may be broken
SHORT = 10  # characters of a name that any column has room for
LONG = 60  # characters of a name, from which a page shows three lines of it and the whole of it on request


class PageCell(NamedTuple):
    """A cell; ``table.html.j2`` lists what its parts are."""

    text: str
    detail: str
    detailed: bool
    element: str
    scope: str
    span: int
    bold: bool
    underline: bool
    classes: str
    value: str
    spoken: str
    whole: str


class Panel(NamedTuple):
    """A part of a table that is set by itself: its columns, their widths in points, classes, and which part it is."""

    table: Table
    widths: tuple[float, ...] = ()
    classes: str = ""
    part: str = ""
    first: bool = True
    last: bool = True


@dataclass(frozen=True)
class PageTable:
    """A table, or a panel of one; ``table.html.j2`` lists what its parts are."""

    identifier: str
    number: int
    name: str
    title: str
    caption: str
    part: str
    classes: str
    detail: str
    widths: tuple[float, ...]
    width: float
    head: tuple[tuple[PageCell, ...], ...]
    body: tuple[tuple[PageCell, ...], ...]
    footer: tuple[tuple[PageCell, ...], ...]
    notes: tuple[str, ...]


def page_table(panel: Panel, number: int, write: Writing, *, on_screen: bool) -> PageTable:
    """Return a panel of a table as templates take it.

    Parameters
    ----------
    panel : Panel
        The table, or some columns of it.
    number : int
        That it bears in the report.
    write : Writing
        Writes a text, what cannot be shown as code points.
    on_screen : bool
        Whether marks are told in words too, and long names cut short.

    Returns
    -------
    PageTable
        The caption stands over the first panel of a table, the notes under the last.
    """
    table = panel.table
    cells = _Cells(table, write, on_screen)
    rows = tuple(cells.row(row) for row in table.rows)
    body = len(rows) - table.footer
    return PageTable(
        identifier=f"table-{table.name}" if panel.first else "",
        number=number,
        name=table.name,
        title=write(table.title),
        caption=write(table.caption) if panel.first else "",
        part=panel.part,
        classes=" ".join(filter(None, (panel.classes, cells.detail_class))),
        detail=table.detail,
        widths=panel.widths,
        width=round(sum(panel.widths), 1),
        head=tuple(cells.head()),
        body=rows[:body],
        footer=rows[body:],
        notes=tuple(write(note) for note in table.notes) if panel.last else (),
    )


class _Cells:
    """Makes the cells of one table."""

    def __init__(self, table: Table, write: Writing, on_screen: bool) -> None:
        self._table = table
        self._write = write
        self._on_screen = on_screen
        columns = zip(*table.rows, strict=True) if table.rows else ()
        self._details = [max((cell.detail for cell in column), key=_spaces) for column in columns]

    @property
    def detail_class(self) -> str:
        """How much room the longest detail takes, as a class that the style sheet knows."""
        longest = max(map(len, self._details), default=0)
        return f"detail-{min(longest, 8)}" if longest and self._on_screen else ""

    def head(self) -> Iterator[tuple[PageCell, ...]]:
        """Yield the rows of the head; a cell of the last has the column's name in CSV as its value."""
        for row in self._table.head:
            names = self._table.columns if row is self._table.head[-1] else ()
            yield tuple(
                self._cell(cell, column, "colgroup" if cell.span > 1 else "col", names[column] if names else "")
                for column, cell in _placed(row)
            )

    def row(self, row: Iterable[Cell]) -> tuple[PageCell, ...]:
        """Return a row of the body."""
        stub = self._table.stub
        return tuple(
            self._cell(cell, column, "row" if column < stub else "", "" if cell.value is None else str(cell.value))
            for column, cell in _placed(row)
        )

    def _cell(self, cell: Cell, column: int, scope: str, value: str) -> PageCell:
        text = self._write(cell.body)
        scope = scope if cell.text else ""  # an empty head names nothing
        is_head = scope.startswith("col")
        spoken = ", ".join(told for mark, told in SPOKEN.items() if mark in cell.marks)
        detailed = not is_head and cell.span == 1 and bool(self._details[column])
        detail = self._write(cell.detail)
        return PageCell(
            text=self._breakable(text) if scope else text,
            detail=detail if self._on_screen or not detailed else _padded(detail, self._details[column]),
            detailed=detailed and self._on_screen,
            element="th" if scope else "td",
            scope=scope,
            span=cell.span,
            bold="bold" in cell.marks,
            underline="underline" in cell.marks,
            classes=_classes(cell, self._table.align[column], scope),
            value="" if value == text else self._write(value),
            spoken=spoken if self._on_screen else "",
            whole=text if self._on_screen and scope and len(text) > LONG else "",
        )

    def _breakable(self, text: str) -> str:
        """Return a name that a narrow column breaks where its parts meet rather than anywhere."""
        if not self._on_screen or len(text) <= SHORT:
            return text
        return Markup("<wbr>").join(PARTS.split(text))


def _spaces(detail: str) -> int:
    """Return how many spaces take the room of a detail in the font of report.pdf, where a digit takes that of two."""
    return sum(1 if character == "." else 2 for character in detail)


def _padded(detail: str, longest: str) -> str:
    """Return a detail with a space before it and as many after it as align it with the longest of its column."""
    room = _spaces(longest) - _spaces(detail)
    return (f"\N{NO-BREAK SPACE}{detail}" if detail else "\N{NO-BREAK SPACE}") + "\N{NO-BREAK SPACE}" * room


def _placed(row: Iterable[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a row, each with the column it begins in."""
    column = 0
    for cell in row:
        yield column, cell
        column += cell.span


def _classes(cell: Cell, align: Alignment, scope: str) -> str:
    """Return the classes of a cell; numbers to the right need none, nor do names of rows to the left."""
    classes: list[str] = [mark for mark in CLASSES if mark in cell.marks]
    if cell.span > 1:
        classes.append("group")
    elif align != "right" and scope != "row":
        classes.append(align)
    return " ".join(classes)
