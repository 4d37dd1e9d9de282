"""Sheets of report.pdf: which tables lie on their side or are divided, and the rules of a theme."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from rankpress.core.table import Cell, Table, column_panels, with_columns
from rankpress.core.text import Prose, plain
from rankpress.report.fonts import own_faces
from rankpress.report.page_table import SHORT_PANEL, Panel
from rankpress.spec.theme import Theme


@dataclass(frozen=True)
class Sheet:
    """One way to set a table; the style sheet pdf.css knows the classes, and says the same sizes."""

    classes: str  # of the table's element
    room: float  # width between the margins, points
    size: float  # of the print, points
    padding: float  # left and right of a column together, points
    rows: int  # up to so many are kept on one page


FEW = 2  # panels on upright pages that read better than turning the page
HEAD_ROWS = 4  # those of a panel's head and caption
# Of a page's rows: those that are rather kept together, those that it shows.
SHORT, SHOWN = 0.33, 0.9
LINE = 1.25  # of a line, in sizes of the print; as pdf.css says, and the paddings below
PADDINGS, SMALL_PADDINGS = (9.0, 3.2), (6.0, 2.6)  # left and right together, and above and below, in points

# In ems: where names, text and heads are broken into lines; what a mark of significance needs beyond the padding.
NAMES, NAMES_OF_SEVERAL, TEXT, HEAD, LONG_HEAD, STAR = 16.0, 11.0, 22.0, 6.0, 9.0, 0.5
WORDS = re.compile(r"[\s\u00a0-]+")
LEAST_TEXT = 80.0  # points of a column of text that can still be read
NARROW = 300.0  # points, to which a small table is widened, for its caption is no wider than it


class Sheets:
    """The pages of a theme, as tables are set on them.

    Parameters
    ----------
    theme : Theme
        Paper, margins and sizes.
    """

    def __init__(self, theme: Theme) -> None:
        self._faces = own_faces()
        self._standing = tuple(_sheets(theme, ""))
        self._turned = tuple(_sheets(theme, "sideways"))
        small = self._standing[-1]
        self._shown = int(SHOWN * theme.room()[1] / (LINE * small.size + SMALL_PADDINGS[1]))

    def panels(self, table: Table) -> tuple[Panel, ...]:
        """Divide a table into panels that fit a page."""
        if not table.in_pdf:
            return ()
        ems, small = tuple(self._column_ems(table)), self._standing[-1]
        if table.short_form is not None and sum(_points(ems, small)) > small.room:
            table = table.short_form
            ems = tuple(self._column_ems(table))
        upright = column_panels(table, _points(ems, small), small.room)
        is_short = len(upright) * (len(table.rows) + HEAD_ROWS) <= self._shown
        standing, turned = self._standing, self._turned
        is_upright = is_short or table.is_of_texts  # texts are broken into lines sooner than turned
        for sheet in turned if table.landscape else standing if is_upright else (*standing, *turned):
            widths = _points(ems, sheet)
            if sum(widths) <= sheet.room:
                return (Panel(table, _widened(widths, sheet.room), self._classes(table, widths, sheet)),)
        if table.is_of_texts and small.room > LEAST_TEXT * len(ems):
            widths = _shared(_points(ems, small), small.room)
            return (Panel(table, widths, self._classes(table, widths, small)),)
        may_stand = (is_short or len(upright) <= FEW) and not table.landscape
        sheet = small if may_stand else turned[-1]
        return tuple(self._divided(table, _points(ems, sheet), sheet))

    def _divided(self, table: Table, widths: Sequence[float], sheet: Sheet) -> Iterator[Panel]:
        cuts = column_panels(table, widths, sheet.room)
        classes = self._classes(table, widths, sheet)
        for number, columns in enumerate(cuts, start=1):
            yield Panel(
                with_columns(table, columns),
                tuple(widths[column] for column in columns),
                classes,
                f"part {number} of {len(cuts)}",
                first=number == 1,
                last=number == len(cuts),
            )

    def _classes(self, table: Table, widths: Sequence[float], sheet: Sheet) -> str:
        """Return the classes of a table, which is kept together where its lines are few."""
        is_short = len(table.rows) <= sheet.rows and self._lines(table, widths, sheet) <= sheet.rows
        return f"{sheet.classes} {SHORT_PANEL}".strip() if is_short else sheet.classes

    def _lines(self, table: Table, widths: Sequence[float], sheet: Sheet) -> int:
        """Return how many lines the rows of a table take."""
        return sum(
            max(
                ceil(self._faces.text_width(cell.text) * sheet.size / (width - sheet.padding))
                for cell, width in zip(row, widths, strict=True)
            )
            for row in table.rows
        )

    def _column_ems(self, table: Table) -> Iterator[float]:
        """Yield the width of each column's content, in ems."""
        heads = [cell for cell in table.head[-1] for _ in range(cell.span)]
        columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.align)
        for place, (head, column) in enumerate(zip(heads, columns, strict=True)):
            body = max((self._body_ems(cell) for cell in column), default=0.0)
            width = self._faces.text_width
            detail = max((width(f" {cell.detail}") for cell in column if cell.detail), default=0.0)
            most = TEXT if place >= table.stub else NAMES if table.stub == 1 else NAMES_OF_SEVERAL
            yield max(min(body, most) + detail, self._head_ems(head.text) if head.span == 1 else 0.0)

    def _body_ems(self, cell: Cell) -> float:
        width = self._faces.text_width(cell.body, bold="bold" in cell.marks)
        return width + (STAR if "significant" in cell.marks else 0.0)

    def _head_ems(self, text: Prose) -> float:
        """Return the width of a head: of its longest word where it is broken into lines, up to a bound."""
        width = self._faces.text_width
        if (unbroken := width(text, bold=True)) <= HEAD:
            return unbroken
        longest = max(width(word, bold=True) for word in WORDS.split(plain(text)))
        return min(max(longest, HEAD), LONG_HEAD)


def _sheets(theme: Theme, turned: str) -> Iterator[Sheet]:
    """Yield the two sizes of print that tables have on a page."""
    wide, high = theme.room(turned=bool(turned))
    for name, size, (sides, above) in (
        ("", theme.tables, PADDINGS),
        ("small", theme.tables - 1, SMALL_PADDINGS),
    ):
        rows = int(SHORT * high / (LINE * size + above))
        yield Sheet(f"{turned} {name}".strip(), floor(wide), size, sides, rows)


def _points(ems: Sequence[float], sheet: Sheet) -> tuple[float, ...]:
    return tuple(ceil(10 * (em * sheet.size + sheet.padding + 0.4)) / 10 for em in ems)  # a hair more than needed


def _widened(widths: tuple[float, ...], room: float) -> tuple[float, ...]:
    """Return the widths of a narrow table with air between its columns."""
    factor = min(min(NARROW, room) / sum(widths), 2.0)
    return widths if factor <= 1 else tuple(round(width * factor, 1) for width in widths)


def _shared(widths: Sequence[float], room: float) -> tuple[float, ...]:
    """Return the widths of columns that share a page: those that need less than their share keep to what they need."""
    left, shares = room, {}
    for taken, (width, column) in enumerate(sorted((width, column) for column, width in enumerate(widths))):
        shares[column] = floor(10 * min(width, left / (len(widths) - taken))) / 10
        left -= shares[column]
    return tuple(shares[column] for column in range(len(widths)))
