"""Tables of report.html."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup, escape

from rankpress.core.environment import html_environment, template_text
from rankpress.core.labels import LONG, ends_of, without_middles
from rankpress.core.table import Alignment, Cell, Mark, Table, show_in_notebooks, subscript_of
from rankpress.report.markdown import tables_markdown
from rankpress.wording.strings import counted, unbroken
from rankpress.wording.text import Piece, Prose, Text, Writing, is_right_to_left, pieces, plain

_SHADES = (0.001, 0.01)  # p-values up to which a significant cell has the darkest shade, and the next
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
    head = [_matrix_name(cell, write) for cell in table.head[-1][1:]]
    return PageMatrix(
        quantities=tuple(map(write, table.quantities)),
        head=tuple(head),
        rows=tuple(_rows(table, head, write)),
        shaded=any("significant" in cell.marks for row in table.rows for cell in row),
        turned=any(len(name.text) > LONG_NAME for name in head),
    )


def _matrix_name(cell: Cell, write: Writing) -> MatrixName:
    title = cell.value if isinstance(cell.value, Prose) else cell.text
    return MatrixName(write(without_middles(cell.text)), write(title), write(cell.name))


def _rows(
    table: Table, head: Sequence[MatrixName], write: Writing
) -> Iterator[tuple[MatrixName, tuple[MatrixCell, ...]]]:
    first = write(table.quantities[0])
    for stub, *cells in table.rows:
        row = _matrix_name(stub, write)
        texts = [tuple(map(write, (str(cell.text), *cell.others))) if cell.others else () for cell in cells]
        yield (
            row,
            tuple(
                MatrixCell(
                    values[0], f"{row.title}, {column.title}: {first} {values[0]}", _matrix_classes(cell), values
                )
                if values
                else MatrixCell()
                for values, cell, column in zip(texts, cells, head, strict=True)
            ),
        )


def _matrix_classes(cell: Cell) -> str:
    """Return the shade of a significant cell; others are muted, or unmarked where no test decides."""
    if "significant" not in cell.marks:
        return " ".join(sorted(cell.marks))
    darker = sum(isinstance(cell.value, float) and cell.value <= p for p in _SHADES)
    return f"significant shade-{darker + 1}"


DIGITS = 6  # that count, for a table of a thousand pairs holds fifty thousand numbers; the files of tables/ have all

_MINUS = str.maketrans("\N{MINUS SIGN}", "-")
_LARGEST_WHOLE = 2.0**53  # up to which whole numbers are exact


def row_values(row: Iterable[Cell]) -> str:
    r"""Write the numbers of a row that its text does not tell."""
    return " ".join(map(_cell, row)).rstrip(" ")


def detail_parts(table: Table) -> tuple[str, ...]:
    """Say of each column what its details are, where CSV gives them columns of their own."""
    parts = ",".join(table.detail_parts or (table.detail,)) if table.detail else ""
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.align)
    return tuple(parts if any(cell.detail_value is not None for cell in column) else "" for column in columns)


def _cell(cell: Cell) -> str:
    value = _unless_read(cell.value, plain(cell.body)) if isinstance(cell.value, int | float) else ""
    details = _details(cell)
    return ",".join((value, *details)) if any(details) else value


def _details(cell: Cell) -> Sequence[str]:
    if cell.detail_value is None:
        return ()
    if isinstance(cell.detail_value, tuple):
        return [_number(number) for number in cell.detail_value]
    return (_unless_read(cell.detail_value, cell.detail.strip("()[]")),)


def _unless_read(value: float, text: str) -> str:
    try:
        read = float(text.translate(_MINUS))
    except ValueError:
        return _number(value)
    return "" if read == value else _number(value)


def _number(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST_WHOLE:
        return str(int(value))
    if not math.isfinite(value):
        return str(value)
    digits = repr(float(f"{value:.{DIGITS}g}"))
    return digits.replace("0.", ".", 1) if digits.startswith(("0.", "-0.")) else digits


_LINK = Markup('<a class="citation" href="#{}">{}</a>')

# Tables have the whole name; on screen it is shown where the pointer rests.
_ALGORITHM = Markup('<span class="algorithm{}" data-algorithm="{}">{}</span>')
_UNBROKEN = 24  # characters of a name that stay on one line, as N-BEATS
_BRIEF = Markup('<span class="brief" title="{}">{}</span>')


def reference_anchor(key: str) -> str:
    """Return the identifier of a source in the list of references."""
    return f"reference-{key}"


class LinkedText:
    """How a format writes sentences.

    Examples
    --------
    >>> from rankpress.wording.text import citation
    >>> print(LinkedText(Writing(), {"hsu1996"})("after " + citation("hsu1996", "Hsu 1996")))
    after <a class="citation" href="#reference-hsu1996">Hsu (1996)</a>
    """

    def __init__(self, write: Writing, keys: Collection[str], *, whole_names: bool = False) -> None:
        self._write = write
        self._keys = keys  # of the sources in the list of references; a citation of any other is text
        self._whole_names = whole_names

    def __call__(self, text: Prose) -> str:
        """Return a text as it is written: markup where it holds a citation."""
        if isinstance(text, str):
            return unbroken(self._write(text))
        return Markup().join(map(self._set, pieces(text)))

    def _set(self, piece: Piece) -> Markup:
        set_piece = self._set_piece(piece)
        if not piece.algorithm:
            return set_piece
        longest = max(map(len, piece.shown.split()), default=0)
        room = " whole" if len(piece.shown) <= _UNBROKEN else " long" if longest > LONG else ""
        return _ALGORITHM.format(room, self._write(piece.algorithm), set_piece)

    def _set_piece(self, piece: Piece) -> Markup:
        if piece.kind == "citation" and piece.source in self._keys:
            return _LINK.format(reference_anchor(piece.source), self._write(piece.shown))
        if piece.kind == "mathematics":
            return escape(self._write(piece.shown.replace(" ", "\N{NO-BREAK SPACE}")))
        if piece.kind != "name":
            return escape(unbroken(self._write(piece.shown)))
        full, brief = (self._write(Text((piece._replace(shown=name),))) for name in (piece.shown, piece.source))
        return _BRIEF.format(full, brief) if ends_of(piece) and not self._whole_names else escape(full)


CLASSES: tuple[Mark, ...] = ("significant", "equivalent", "muted", "highlight", "gray", "light-gray")
SET_OFF: tuple[Mark, ...] = ("bold", "underline")  # elements within the cell, or classes of it
_PARTS = re.compile(r"(?<=[_/.,:;=+|-])|(?=[(\[{<])")  # where a name may be broken
SHORT = 10  # characters of a name that any column has room for
_SPACES = {".": 1, ",": 1, " ": 1, "(": 1, ")": 1, "[": 1, "]": 1}  # room of some characters, in whole spaces
MINUS_ON_SCREEN, MINUS_IN_PRINT = 3, 2  # rather too little in print, where too much breaks the line of its cell
NBSP, MINUS = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}"
ALIGNED = 8  # characters of the longest details that the style sheet of the page aligns
SHORT_PANEL = "short"  # class of what is kept on one page
_SUBSCRIPT = Markup("<sub>{}</sub>{}")
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
    algorithm: str
    of_algorithms: bool


class PageRow(NamedTuple):
    """A row: its cells, and the numbers that they stand for; ``row.html.j2`` tells how these are written."""

    cells: tuple[PageCell, ...]
    values: str = ""


class Views(NamedTuple):
    """What a table can show: titles, and of each row and cell what stands in its place, and its shade."""

    titles: tuple[str, ...]
    others: str


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
    folded: bool = False
    matrix: PageMatrix | None = None
    views: Views | None = None
    file: str = ""


def page_table(panel: Panel, number: int, write: Writing, link: LinkedText, *, on_screen: bool) -> PageTable:
    """Return a panel of a table as templates take it."""
    table = panel.table
    cells = _Cells(table, write, link, on_screen)
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
        caption=link(table.caption if goes_on else table.called_caption),
        part=panel.part,
        classes=" ".join(filter(None, (panel.classes, cells.detail_class))),
        widths=panel.widths,
        width=round(sum(panel.widths), 1),
        stub=table.stub,
        head=head,
        body=rows[:body],
        footer=rows[body:],
        notes=tuple(link(note) for note in table.notes) if panel.last else (),
        views=_views(table, write) if on_screen and table.views else None,
        file=f"tables/{table.name}.csv" if on_screen and table.kind != "macros" else "",
    )


def _views(table: Table, write: Writing) -> Views:
    """Write what cells can show: rows by line, cells apart by bars, and in a cell texts and shade by semicolons."""
    rows = (
        "|".join(";".join((*cell.others, str(cell.shade))) if cell.others else "" for cell in row) for row in table.rows
    )
    return Views(tuple(map(write, table.views)), "\n".join(rows))


class _Cells:
    """Makes the cells of one table."""

    def __init__(self, table: Table, write: Writing, link: LinkedText, on_screen: bool) -> None:
        self._table = table
        self._write = write
        self._link = link
        self._on_screen = on_screen
        columns = zip(*table.rows, strict=True) if table.rows else ()
        self._parts = detail_parts(table)
        self._room = _SPACES | {MINUS: MINUS_ON_SCREEN if on_screen else MINUS_IN_PRINT}
        self._named = frozenset(_named(table)) if on_screen else frozenset()
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
            self._cell(cell, column, "row" if column < stub else "", _name(cell)) for column, cell in _placed(row)
        )
        return PageRow(cells, row_values(row) if self._on_screen else "")

    def _cell(self, cell: Cell, column: int, scope: str, value: Prose, parts: str = "") -> PageCell:
        body = cell.body
        says_more = self._on_screen and not isinstance(body, str) and any(piece.algorithm for piece in pieces(body))
        text = self._link(body) if says_more else self._write(body)
        algorithm = self._write(cell.algorithm) if self._on_screen else ""
        scope = scope if cell.text else ""  # an empty head names nothing
        is_head = scope.startswith("col")
        detailed = not is_head and cell.span == 1 and bool(self._details[column]) and cell.record is None
        detail = self._write(cell.detail)
        # Report.pdf is a tenth quicker where a cell has no element within it; what stands for a detail bears no mark.
        inside = self._on_screen or bool(cell.detail) or detailed
        is_long = self._on_screen and bool(scope) and len(text) > LONG
        elided = self._elided(body) if is_long else None
        return PageCell(
            text=elided or (self._breakable(text) if scope and not says_more else text),
            detail=self._lowered(cell) or (self._aligned(detail, self._details[column]) if detailed else detail),
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
            algorithm="" if column in self._named and scope == "row" and algorithm == text else algorithm,
            of_algorithms=is_head and cell.span == 1 and column in self._named,
        )

    def _elided(self, body: Prose) -> Markup | None:
        """Return a name whose middle is hidden, where that leaves it apart from all others."""
        piece, *others = pieces(body)
        ends = None if others or is_right_to_left(piece.shown) else ends_of(piece)
        if ends is None:
            return None
        before, after = ends
        middle = piece.shown[len(before) : len(piece.shown) - len(after)]
        before, middle, after = (self._write(part) for part in (before, middle, after))
        return _ELIDED.format(self._breakable(before), middle, self._breakable(after))

    def _lowered(self, cell: Cell) -> str:
        """Return a detail whose number, a spread, is a subscript; empty where the table has none."""
        spread, rest = subscript_of(cell.detail) if self._table.has_subscripts else ("", "")
        return _SUBSCRIPT.format(spread, f" {rest}" if rest else "") if spread else ""

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
        return Markup("<wbr>").join(_PARTS.split(text))


def _named(table: Table) -> Iterator[int]:
    """Yield the columns in which algorithms name rows."""
    for column in range(table.stub):
        if all(row[column].algorithm for row in table.body):
            yield column


def _name(cell: Cell) -> Prose:
    """Return what a cell stands for, where that is no number."""
    return "" if cell.value is None or isinstance(cell.value, int | float) else cell.value


def _placed(row: Iterable[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a row, each with the column it begins in."""
    column = 0
    for cell in row:
        yield column, cell
        column += cell.span


def _classes(cell: Cell, align: Alignment, scope: str, marks: Iterable[Mark]) -> str:
    """Return the classes of a cell; numbers to the right need none, nor do names of rows to the left."""
    classes: list[str] = [mark for mark in marks if mark in cell.marks]
    if cell.span > 1:
        classes.append("group")
    elif align != "right" and scope != "row":
        classes.append(align)
    return " ".join(classes)


# A notebook keeps what it shows; of a longer table it shows the beginning.
MOST_ROWS = 60


def display_html(tables: Sequence[Table], title: str = "", sentences: Sequence[Prose] = ()) -> str:
    """Return tables as HTML for a notebook."""
    environment, write = html_environment(), Writing()
    link = LinkedText(write, ())
    return environment.get_template("html/notebook.html.j2").render(
        title=write(title),
        sentences=[write(plain(sentence)) for sentence in sentences],
        # without numbers and anchors, since a notebook may show a table twice
        tables=[
            replace(page_table(Panel(_shortened(table)), 0, write, link, on_screen=False), identifier="")
            for table in tables
        ],
        style=Markup(template_text(environment, "html/notebook.css")),
    )


def display_markdown(tables: Sequence[Table], title: str = "", sentences: Sequence[Prose] = ()) -> str:
    """Return tables as Markdown for a notebook; parameters are those of `display_html`."""
    return tables_markdown([_shortened(table) for table in tables], title, sentences)


def _shortened(table: Table) -> Table:
    if len(table.body) <= MOST_ROWS:
        return table
    remark = f"The first {MOST_ROWS} of {counted(len(table.body), 'row')}."
    return replace(table, rows=(*table.body[:MOST_ROWS], *table.foot), notes=(remark, *table.notes))


show_in_notebooks(Table, lambda table: display_html([table]), lambda table: display_markdown([table]))
