"""Tables that stand one below the other in a file of text or a sheet of a workbook, each with a header of its own."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.sources.cells import FAILED, NO_RESULT
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts
from rankpress.sources.row_tables import Rows

# The title of a table, "" without one, and its rows.
Stacked = tuple[str, Rows]


def stacked_tables(rows: Rows) -> list[Stacked]:
    """Return the tables in rows, each by its title; none unless there are two at least.

    A table begins with a row of names over numbers. It is the first row, or stands below a blank one, or repeats
    names of the header above it; rows of one cell between a blank row and it are its title.

    Parameters
    ----------
    rows
        The rows of a file or sheet with their numbers; blank ones hold nothing or empty cells.

    Examples
    --------
    >>> rows = [["Accuracy"], ["d", "A"], ["iris", "0.9"], [], ["Time"], ["d", "A"], ["iris", "3"]]
    >>> [(title, len(table)) for title, table in stacked_tables(list(enumerate(rows, 1)))]
    [('Accuracy', 2), ('Time', 2)]
    """
    tables, title, is_below_blank = list[Stacked](), list[str](), True
    for index, (number, record) in enumerate(rows):
        cells = _without_end(record)
        if not cells:
            is_below_blank = True
        elif _begins(cells, _below(rows, index), tables[-1][1][0][1] if tables else [], is_below_blank=is_below_blank):
            title = [*(_titles_at_end(tables[-1][1]) if tables else []), *title]
            tables.append((" ".join(title).rstrip(": "), [(number, cells)]))
            title, is_below_blank = [], False
        elif sum(map(bool, cells)) == 1 and (is_below_blank or not tables):
            title.append(cells[-1])
        elif tables and not title:
            tables[-1][1].append((number, _of_width(record, len(tables[-1][1][0][1]))))
            is_below_blank = False
        else:  # rows that no header stands above
            return []
    return tables if len(tables) > 1 else []


def _titles_at_end(rows: Rows) -> list[str]:
    """Take the last rows that have one cell alone off a table, and return them: they are titles of what is below."""
    titles: list[str] = []
    while len(rows) > 1 and sum(map(bool, cells := rows[-1][1])) == 1:
        titles.insert(0, next(filter(None, cells)))
        rows.pop()
    return titles


def _without_end(record: Sequence[str]) -> list[str]:
    """Return the cells of a row up to the last one with anything in it."""
    cells = [cell.strip() for cell in record]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _of_width(record: Sequence[str], width: int) -> list[str]:
    """Return the cells of a row without empty ones behind the last column of its table."""
    cells = [cell.strip() for cell in record]
    return cells if any(cells[width:]) else cells[:width]


def _below(rows: Rows, index: int) -> list[str]:
    """Return the cells of the next row; none where it is blank."""
    return _without_end(rows[index + 1][1]) if index + 1 < len(rows) else []


def _begins(cells: Sequence[str], below: Sequence[str], header: Sequence[str], *, is_below_blank: bool) -> bool:
    """Return whether a row is the header of a table: names over numbers, after a blank row or as those above."""
    is_another = is_below_blank or any(map(str.__eq__, header, cells))
    if not is_another or len(cells) < 2 or not _are_names(cells):
        return False
    return NumeralKind.NUMBER in _kinds(below[1 : len(cells)])


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether cells hold names: no numbers, none of no result, and only the first empty."""
    kinds = _kinds(cells)
    if NumeralKind.NUMBER in kinds or NumeralKind.UNREAD in kinds or not all(cells[1:]):
        return False
    return all(cell.casefold() not in FAILED | NO_RESULT for cell in cells if cell)


def _kinds(cells: Sequence[str]) -> list[NumeralKind]:
    return [reading.kind for reading in read_texts(list(cells), NumberColumn("", "", decimal="."))]
