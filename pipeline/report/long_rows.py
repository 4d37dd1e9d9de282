"""The rows of long tables, taken out of a page as text, so that it is parsed and divided without them."""

from __future__ import annotations

import re
from collections.abc import Sequence

MANY = 60  # rows of a table's body, from which they are kept as text

_BODY = re.compile(r"(<tbody\b[^>]*>)(.*?)(</tbody>)", re.DOTALL)
_ROW = re.compile(r"<tr\b.*?(?=<tr\b|\Z)", re.DOTALL)  # whose end tag HTML lets one leave out
_CELL = re.compile(r"<t[dh]\b")
_LIFTED = re.compile(r'<tr data-lifted="(\d+)" data-from="(\d+)" data-to="(\d*)"(?: data-marked="(1?)")?></tr>')
_MARK = "row-of-long-table-"


def count_cells(html: str) -> int:
    """Return how many cells the tables of a page have."""
    return sum(1 for _ in _CELL.finditer(html))


def lift_rows(html: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Take the rows of long tables out of a page, so that it is parsed and divided without them.

    Parameters
    ----------
    html : str
        The page.

    Returns
    -------
    str
        The page with one row in the place of each body's.
    tuple of tuple of str
        The rows that stood there, for `restore_rows`.

    Examples
    --------
    >>> page, rows = lift_rows("<tbody>" + "<tr><td>1</td></tr>" * 60 + "</tbody>")
    >>> page, len(rows[0])
    ('<tbody><tr data-lifted="0" data-from="0" data-to=""></tr></tbody>', 60)
    """
    lifted: list[tuple[str, ...]] = []

    def without(found: re.Match[str]) -> str:
        begin, body, end = found.groups()
        rows = tuple(map(str.strip, _ROW.findall(body)))
        if len(rows) < MANY or "<table" in body or not all(map(_is_row, rows)) or _ROW.sub("", body).strip():
            return found.group()
        lifted.append(rows)
        return f'{begin}<tr data-lifted="{len(lifted) - 1}" data-from="0" data-to=""></tr>{end}'

    return _BODY.sub(without, html), tuple(lifted)


def _is_row(text: str) -> bool:
    """Whether nothing stands behind the end of a row."""
    return "</tr>" not in text.removesuffix("</tr>")


def restore_rows(html: str, rows: Sequence[Sequence[str]]) -> str:
    """Put rows back into a page, those that it asks for.

    Parameters
    ----------
    html : str
        The page, with rows in whose place others stood: from which on, up to which, and whether they are to bear marks.
    rows : sequence of sequences of str
        What was taken out.

    Returns
    -------
    str
        The page; `row_of` tells from its mark which row of a table one is.
    """

    def put(found: re.Match[str]) -> str:
        start, stop = int(found[2]), int(found[3]) if found[3] else None
        chosen = rows[int(found[1])][start:stop]
        return "".join(_marked(row, at) for at, row in enumerate(chosen, start)) if found[4] else "".join(chosen)

    return _LIFTED.sub(put, html)


def row_of(anchor: str) -> int | None:
    """Return which row of a table that is cut an anchor is on; None for any other anchor."""
    return int(anchor.removeprefix(_MARK)) if anchor.startswith(_MARK) else None


def _marked(row: str, number: int) -> str:
    return row if row.startswith("<tr id=") else f'<tr id="{_MARK}{number}"{row.removeprefix("<tr")}'
