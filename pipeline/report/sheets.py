"""How a table is set on the pages of report.pdf: upright, in smaller print, on its side, or in panels of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from rankpress.report.division import column_units, divide
from rankpress.report.fonts import text_width
from rankpress.report.page_table import Panel
from rankpress.report.table import Cell, Table


@dataclass(frozen=True)
class Sheet:
    """One way to set a table; the style sheet pdf.css knows the classes, and says the same sizes.

    Parameters
    ----------
    classes : str
        Of the table's element.
    room : float
        Width between the margins, points.
    size : float
        Of the print, points.
    padding : float
        Left and right of a column together, points.
    rows : int
        Up to so many are kept on one page.
    """

    classes: str
    room: float
    size: float
    padding: float
    rows: int


# A4 with margins of 18 mm, upright and on its side; the first that a table fits is taken.
UPRIGHT, UPRIGHT_SMALL = Sheet("", 493.0, 9.0, 9.0, 16), Sheet("small", 493.0, 8.0, 6.0, 18)
SIDEWAYS, SIDEWAYS_SMALL = Sheet("sideways", 739.0, 9.0, 9.0, 24), Sheet("sideways small", 739.0, 8.0, 6.0, 27)
SHEETS = (UPRIGHT, UPRIGHT_SMALL, SIDEWAYS, SIDEWAYS_SMALL)
FEW = 2  # panels on upright pages that read better than turning the page

# In ems: where names, text and heads are broken into lines; what a mark of significance needs beyond the padding.
NAMES, NAMES_OF_SEVERAL, TEXT, HEAD, LONG_HEAD, STAR = 16.0, 11.0, 22.0, 6.0, 9.0, 0.5
WORDS = re.compile(r"[\s\u00a0-]+")
NARROW = 300.0  # points, to which a small table is widened, for its caption is no wider than it


def panels(table: Table) -> tuple[Panel, ...]:
    """Divide a table into panels that fit a page.

    Parameters
    ----------
    table : Table
        The columns of its stub stand in every panel.

    Returns
    -------
    tuple of Panel
        One, wherever the table fits a page upright or on its side; none if the PDF leaves it out.
    """
    if not table.in_pdf:
        return ()
    ems = tuple(_column_ems(table))
    for sheet in SHEETS:
        widths = _points(ems, sheet)
        if sum(widths) <= sheet.room:
            return (Panel(table, _widened(widths), _classes(table, sheet)),)
    upright = _cuts(table, _points(ems, UPRIGHT_SMALL), UPRIGHT_SMALL.room)
    sheet = UPRIGHT_SMALL if len(upright) <= FEW else SIDEWAYS_SMALL
    return tuple(_panels(table, _points(ems, sheet), sheet))


def _panels(table: Table, widths: Sequence[float], sheet: Sheet) -> Iterator[Panel]:
    cuts = _cuts(table, widths, sheet.room)
    stub = range(table.stub)
    for number, columns in enumerate(cuts, start=1):
        yield Panel(
            columns_of(table, (*stub, *columns)),
            tuple(widths[column] for column in (*stub, *columns)),
            _classes(table, sheet),
            f"part {number} of {len(cuts)}",
            first=number == 1,
            last=number == len(cuts),
        )


def _classes(table: Table, sheet: Sheet) -> str:
    return f"{sheet.classes} short".strip() if len(table.rows) <= sheet.rows else sheet.classes


def _column_ems(table: Table) -> Iterator[float]:
    """Yield the width of each column's content, in ems."""
    heads = [cell for cell in table.head[-1] for _ in range(cell.span)]
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.align)
    for place, (head, column) in enumerate(zip(heads, columns, strict=True)):
        body = max((_body_ems(cell) for cell in column), default=0.0)
        detail = max((text_width(f" {cell.detail}") for cell in column if cell.detail), default=0.0)
        most = TEXT if place >= table.stub else NAMES if table.stub == 1 else NAMES_OF_SEVERAL
        yield max(min(body, most) + detail, _head_ems(head.text) if head.span == 1 else 0.0)


def _body_ems(cell: Cell) -> float:
    return text_width(cell.body, bold="bold" in cell.marks) + (STAR if "significant" in cell.marks else 0.0)


def _head_ems(text: str) -> float:
    """Return the width of a head: of its longest word where it is broken into lines, up to a bound."""
    if (whole := text_width(text, bold=True)) <= HEAD:
        return whole
    longest = max(text_width(word, bold=True) for word in WORDS.split(text))
    return min(max(longest, HEAD), LONG_HEAD)


def _points(ems: Sequence[float], sheet: Sheet) -> tuple[float, ...]:
    return tuple(ceil(10 * (em * sheet.size + sheet.padding + 0.4)) / 10 for em in ems)  # a hair more than needed


def _widened(widths: tuple[float, ...]) -> tuple[float, ...]:
    """Return the widths of a narrow table with air between its columns."""
    factor = min(NARROW / sum(widths), 2.0)
    return widths if factor <= 1 else tuple(round(width * factor, 1) for width in widths)


def _cuts(table: Table, widths: Sequence[float], room: float) -> list[range]:
    """Return the columns of each panel beside those of the stub."""
    units = column_units(len(widths), table.stub, table.unit)
    wide = [sum(widths[column] for column in unit) for unit in units]
    runs = divide(wide, room - sum(widths[: table.stub]))
    return [range(units[run.start].start, units[run.stop - 1].stop) for run in runs]


def columns_of(table: Table, columns: Sequence[int]) -> Table:
    """Return a table with some of its columns; a head over several is cut to those that are left."""
    chosen = set(columns)
    return replace(
        table,
        head=tuple(tuple(_cut(row, chosen)) for row in table.head),
        rows=tuple(tuple(_cut(row, chosen)) for row in table.rows),
        align=tuple(table.align[column] for column in columns),
        columns=tuple(table.columns[column] for column in columns) if table.columns else (),
    )


def _cut(row: Iterable[Cell], chosen: set[int]) -> Iterator[Cell]:
    start = 0
    for cell in row:
        if cell.span == 1:
            if start in chosen:
                yield cell
        elif span := len(chosen.intersection(range(start, start + cell.span))):
            yield replace(cell, span=span)
        start += cell.span
