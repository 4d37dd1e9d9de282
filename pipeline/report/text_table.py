"""A table as text for a terminal: columns aligned, bold as **1.0**, underlined as _1.0_."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from rankpress.core.table import Cell, Table, in_print, without_shades
from rankpress.wording.strings import without_controls
from rankpress.wording.text import plain


def table_text(table: Table) -> str:
    """Set a table as text: its title and caption, its rows, and its notes.

    Examples
    --------
    >>> marked = Cell("0.9", 0.9, frozenset({"bold"}))
    >>> print(table_text(Table(title="T", head=((Cell(""), Cell("ours")),), rows=((Cell("a"), marked),),
    ...                        align=("left", "right"))))
    T.
    ─  ───────
          ours
    ─  ───────
    a  **0.9**
    ─  ───────
    """
    printed = without_shades(in_print(table))
    heads = [list(_head(row)) for row in printed.head if any(cell.text for cell in row)]
    rows = [[_cell(cell) for cell in row] for row in printed.rows]
    widths = [max(map(cell_len, column)) for column in zip(*(row for row in (heads[-1], *rows)), strict=True)]
    rule = "  ".join("─" * width for width in widths)
    lines = [rule, *(_line(row, widths, printed.align) for row in heads), rule]
    for place, row in enumerate(rows):
        is_ruled = place in printed.group_ends or (printed.footer and place == len(rows) - printed.footer)
        lines += [rule] if is_ruled else []
        lines.append(_line(row, widths, printed.align))
    caption = without_controls(plain(printed.called_caption))
    title = caption or f"{without_controls(plain(printed.title))}."
    return "\n".join([title, *lines, rule, *(without_controls(plain(note)) for note in printed.notes)])


def _head(row: Sequence[Cell]) -> Iterator[str]:
    """Yield what stands over each column; what spans several over the first of them."""
    for cell in row:
        yield _cell(cell)
        yield from [""] * (cell.span - 1)


def _cell(cell: Cell) -> str:
    body = without_controls("".join(" " if character.isspace() else character for character in plain(cell.body)))
    star = cell.sign
    sign = "**" if "bold" in cell.marks else "_" if "underline" in cell.marks else ""
    return f"{sign}{body}{sign}{star} {cell.detail}".rstrip() if body else ""


def _line(row: Sequence[str], widths: Sequence[int], align: Sequence[str]) -> str:
    """Return a row; what is wider than its column takes room of empty ones behind it."""
    line, end = "", 0
    for cell, width, side in zip(row, widths, align, strict=True):
        room = " " * max(width - cell_len(cell), 0)
        start = " " * max(end - cell_len(line), 0)
        line += start + (room + cell if side == "right" else cell + room) if cell else ""
        end += width + 2
    return line.rstrip()
