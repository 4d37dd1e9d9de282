"""Half matrices of report.html, whose cells show one of several quantities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rankpress.core.table import Cell, Table
from rankpress.core.text import Prose, Writing

SHADES = (0.001, 0.01)  # p-values up to which a significant cell has the darkest shade, and the next
LONG_NAME = 9  # characters, beyond which the names above the columns are turned


class MatrixName(NamedTuple):
    """An algorithm at the head of a row or a column: as shown there, its name, and the same for scripts."""

    text: str
    title: str
    algorithm: str


class MatrixCell(NamedTuple):
    """A cell: its text, its title, its classes, and the texts of all quantities; empty below the diagonal."""

    text: str = ""
    title: str = ""
    classes: str = ""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class PageMatrix:
    """A half matrix; ``matrix.html.j2`` lists what its parts are."""

    quantities: tuple[str, ...]
    head: tuple[MatrixName, ...]
    rows: tuple[tuple[MatrixName, tuple[MatrixCell, ...]], ...]
    shaded: bool
    turned: bool


def page_matrix(table: Table, write: Writing) -> PageMatrix:
    """Return a half matrix as templates take it."""
    head = [_name(cell, write) for cell in table.head[-1][1:]]
    return PageMatrix(
        quantities=tuple(map(write, table.quantities)),
        head=tuple(head),
        rows=tuple(_rows(table, head, write)),
        shaded=any("significant" in cell.marks for row in table.rows for cell in row),
        turned=any(len(name.text) > LONG_NAME for name in head),
    )


def _name(cell: Cell, write: Writing) -> MatrixName:
    title = cell.value if isinstance(cell.value, Prose) else cell.text
    return MatrixName(write(cell.text), write(title), write(cell.name))


def _rows(
    table: Table, head: Sequence[MatrixName], write: Writing
) -> Iterator[tuple[MatrixName, tuple[MatrixCell, ...]]]:
    first = write(table.quantities[0])
    for stub, *cells in table.rows:
        row = _name(stub, write)
        texts = [tuple(map(write, (str(cell.text), *cell.others))) if cell.others else () for cell in cells]
        yield (
            row,
            tuple(
                MatrixCell(own[0], f"{row.title}, {column.title}: {first} {own[0]}", _classes(cell), own)
                if own
                else MatrixCell()
                for own, cell, column in zip(texts, cells, head, strict=True)
            ),
        )


def _classes(cell: Cell) -> str:
    """Return the shade of a significant cell; others are muted, or unmarked where no test decides."""
    if "significant" not in cell.marks:
        return " ".join(sorted(cell.marks))
    darker = sum(isinstance(cell.value, float) and cell.value <= p for p in SHADES)
    return f"significant shade-{darker + 1}"
