"""A table as the HTML templates are given it: cells with their elements, classes and unrounded values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from rankpress.naming import LONG
from rankpress.report.characters import Writing, is_right_to_left
from rankpress.report.inline import pieces
from rankpress.report.page_links import LinkedText, ends_of
from rankpress.report.page_values import detail_parts, row_values
from rankpress.report.table import Alignment, Cell, Mark, Table

CLASSES: tuple[Mark, ...] = ("significant", "muted")
SET_OFF: tuple[Mark, ...] = ("bold", "underline")  # elements within the cell, or classes of it
PARTS = re.compile(r"(?<=[_/.,:;=+|-])|(?=[(\[{<])")  # where a name may be broken
SHORT = 10  # characters of a name that any column has room for
SPACES = {".": 1, ",": 1, " ": 1, "(": 1, ")": 1, "[": 1, "]": 1}  # room of some characters, in whole spaces
MINUS_ON_SCREEN, MINUS_IN_PRINT = 3, 2  # rather too little in print, where too much breaks the line of its cell
NBSP, MINUS = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}"
ALIGNED = 8  # characters of the longest details that the style sheet of the page aligns
SHORT_PANEL = "short"  # class of what is kept on one page
_ELIDED = Markup('<span class="elided">{}<span class="middle">{}</span>{}</span>')


class PageCell(NamedTuple):
    """A cell; ``row.html.j2`` lists what its parts are."""

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
    parts: str
    is_long: bool


class PageRow(NamedTuple):
    """A row: its cells, and the numbers that they stand for; ``row.html.j2`` tells how these are written."""

    cells: tuple[PageCell, ...]
    values: str = ""


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
    kind: str
    number: int
    name: str
    title: str
    caption: str
    part: str
    classes: str
    widths: tuple[float, ...]
    width: float
    stub: int
    head: tuple[PageRow, ...]
    body: tuple[PageRow, ...]
    footer: tuple[PageRow, ...]
    notes: tuple[str, ...]


def page_table(panel: Panel, number: int, write: Writing, link: LinkedText, *, on_screen: bool) -> PageTable:
    """Return a panel of a table as templates take it.

    Parameters
    ----------
    panel : Panel
        The table, or some columns of it.
    number : int
        That it bears in the report.
    write : Writing
        Writes a text, what cannot be shown as code points.
    link : LinkedText
        Writes captions and notes, whose citations lead to the references.
    on_screen : bool
        Whether the numbers behind cells are given too, and long names cut short.

    Returns
    -------
    PageTable
        The caption stands over the first panel of a table, the notes under the last.
    """
    table = panel.table
    cells = _Cells(table, write, on_screen)
    # a caption stands on the first page alone, and the head on all
    goes_on = bool(table.calling) and not on_screen and SHORT_PANEL not in panel.classes.split()
    head = (cells.calling(), *cells.head()) if goes_on else tuple(cells.head())
    rows = tuple(cells.row(row) for row in table.rows)
    body = len(rows) - table.footer
    return PageTable(
        identifier=f"table-{table.name}" if panel.first else "",
        kind=table.kind,
        number=number,
        name=table.name,
        title=write(table.title),
        caption=link(table.caption if goes_on else table.called_caption) if panel.first else "",
        part=panel.part,
        classes=" ".join(filter(None, (panel.classes, cells.detail_class))),
        widths=panel.widths,
        width=round(sum(panel.widths), 1),
        stub=table.stub,
        head=head,
        body=rows[:body],
        footer=rows[body:],
        notes=tuple(link(note) for note in table.notes) if panel.last else (),
    )


class _Cells:
    """Makes the cells of one table."""

    def __init__(self, table: Table, write: Writing, on_screen: bool) -> None:
        self._table = table
        self._write = write
        self._on_screen = on_screen
        columns = zip(*table.rows, strict=True) if table.rows else ()
        self._parts = detail_parts(table)
        self._room = SPACES | {MINUS: MINUS_ON_SCREEN if on_screen else MINUS_IN_PRINT}
        self._details = [max((cell.detail for cell in column), key=self._spaces) for column in columns]

    @property
    def detail_class(self) -> str:
        """How much room the longest detail takes, as a class that the style sheet knows."""
        longest = max(map(len, self._details), default=0)
        return f"detail-{min(longest, ALIGNED)}" if longest and self._on_screen else ""

    def calling(self) -> PageRow:
        """Return a row of the head that says what the table is called."""
        span = sum(cell.span for cell in self._table.head[-1])
        cell = Cell(self._table.calling, span=span)
        return PageRow((self._cell(cell, 0, "colgroup" if span > 1 else "col", "")._replace(classes="calling"),))

    def head(self) -> Iterator[PageRow]:
        """Yield the rows of the head; a cell of the last has the column's name in CSV as its value."""
        for row in self._table.head:
            is_last = row is self._table.head[-1]
            names = self._table.columns if is_last else ()
            yield PageRow(
                tuple(
                    self._cell(
                        cell,
                        column,
                        "colgroup" if cell.span > 1 else "col",
                        names[column] if names else "",
                        self._parts[column] if is_last else "",
                    )
                    for column, cell in _placed(row)
                )
            )

    def row(self, row: Sequence[Cell]) -> PageRow:
        """Return a row of the body."""
        stub = self._table.stub
        cells = tuple(
            self._cell(cell, column, "row" if column < stub else "", cell.value if isinstance(cell.value, str) else "")
            for column, cell in _placed(row)
        )
        return PageRow(cells, row_values(row) if self._on_screen else "")

    def _cell(self, cell: Cell, column: int, scope: str, value: str, parts: str = "") -> PageCell:
        text = self._write(cell.body)
        scope = scope if cell.text else ""  # an empty head names nothing
        is_head = scope.startswith("col")
        detailed = not is_head and cell.span == 1 and bool(self._details[column])
        detail = self._write(cell.detail)
        # Report.pdf is a tenth quicker where a cell has no element within it; behind a bold score the rank stays light.
        inside = self._on_screen or bool(cell.detail)
        is_long = self._on_screen and bool(scope) and len(text) > LONG
        elided = self._elided(cell.body) if is_long else None
        return PageCell(
            text=elided or (self._breakable(text) if scope else text),
            detail=self._aligned(detail, self._details[column]) if detailed else detail,
            detailed=detailed and self._on_screen,
            element="th" if scope else "td",
            scope=scope,
            span=cell.span,
            bold=inside and "bold" in cell.marks,
            underline=inside and "underline" in cell.marks,
            classes=_classes(cell, self._table.align[column], scope, CLASSES if inside else (*CLASSES, *SET_OFF)),
            value="" if value == text or not self._on_screen else self._write(value),
            parts=parts,
            is_long=is_long and elided is None,
        )

    def _elided(self, body: str) -> Markup | None:
        """Return a name whose middle is hidden, where that leaves it apart from all others."""
        piece, *others = pieces(body)
        ends = None if others or is_right_to_left(body) else ends_of(piece)
        if ends is None:
            return None
        before, after = ends
        middle = piece.shown[len(before) : len(piece.shown) - len(after)]
        before, middle, after = (self._write(part) for part in (before, middle, after))
        return _ELIDED.format(self._breakable(before), middle, self._breakable(after))

    def _aligned(self, detail: str, longest: str) -> str:
        """Return a detail that takes the room of its column's longest, where the style sheet does not see to it."""
        missing = self._spaces(longest) - self._spaces(detail)
        if not self._on_screen:
            return NBSP + detail + NBSP * missing
        return detail + " " * missing if len(longest) > ALIGNED else detail

    def _spaces(self, detail: str) -> int:
        """Return how many spaces take about the room of a detail, where a digit takes that of two."""
        return sum(self._room.get(character, 2) for character in detail)

    def _breakable(self, text: str) -> str:
        """Return a name that a narrow column breaks where its parts meet rather than anywhere."""
        if not self._on_screen or len(text) <= SHORT:
            return text
        return Markup("<wbr>").join(PARTS.split(text))


def _placed(row: Iterable[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a row, each with the column it begins in."""
    column = 0
    for cell in row:
        yield column, cell
        column += cell.span


def _classes(cell: Cell, align: Alignment, scope: str, told: Iterable[Mark]) -> str:
    """Return the classes of a cell; numbers to the right need none, nor do names of rows to the left."""
    classes: list[str] = [mark for mark in told if mark in cell.marks]
    if cell.span > 1:
        classes.append("group")
    elif align != "right" and scope != "row":
        classes.append(align)
    return " ".join(classes)
