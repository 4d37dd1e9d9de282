"""A table as every format sets it: columns, rows, cells, marks and notes."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, pairwise
from typing import Any, Literal

from rankpress.wording.forms import INTERVAL, Form, is_p
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, Text, capitalized, compose, join, plain

Mark = Literal[
    "bold", "underline", "gray", "light-gray", "significant", "equivalent", "muted", "highlight", "incomplete", "fewer"
]
_SIGNS: dict[Mark, str] = {"significant": "*", "equivalent": "="}  # set behind a number
# The shades of cells, where a format has colors: of the best, of the second, and of what stands out.
FILLS: dict[Mark, str] = {"gray": "bdbdbd", "light-gray": "e0e0e0", "highlight": "e6edf5"}
# The marks that stand in place of shades where a format has none, and how notes call the shades and these.
UNSHADED: dict[Mark, Mark] = {"gray": "bold", "light-gray": "underline"}
CALLED: dict[Mark, str] = {
    "bold": "bold",
    "underline": "underlined",
    "gray": "on dark gray",
    "light-gray": "on light gray",
}
Alignment = Literal["left", "right", "center"]
_MARKS_OF_SECOND: tuple[Mark, ...] = ("underline", "light-gray")
MOST_CELLS_SHOWN = 100_000  # of a table in any document, where they take some 450 pages; CSV has all


_WRITERS: dict[type, tuple[Callable[[Any], str], Callable[[Any], str]]] = {}


def show_in_notebooks(kind: type, html: Callable[[Any], str], markdown: Callable[[Any], str]) -> None:
    """Register what notebooks show of the objects of a class, as HTML and as Markdown."""
    _WRITERS[kind] = html, markdown


class Displayed:
    """Shows itself in a notebook; as plain text where no writer is loaded."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _WRITERS[type(self)][0](self) if type(self) in _WRITERS else None

    def _repr_markdown_(self) -> str | None:
        return _WRITERS[type(self)][1](self) if type(self) in _WRITERS else None


@dataclass(slots=True, unsafe_hash=True)
class Cell:
    """Hold a cell: what is printed, what it stands for and how it is marked; none changes, as if frozen.

    Examples
    --------
    >>> Cell("0.91", value=0.9142, marks=frozenset({"bold"})).body
    '0.91'
    """

    # A frozen class takes six times as long to fill, and tables have millions of cells.

    text: Prose  # as printed, unescaped; each format escapes it once
    # the unrounded value for CSV; "" where there is none, None where the text is all there is
    value: float | int | Prose | None = None
    marks: frozenset[Mark] = frozenset()  # how it is set off; each format has its own way of showing a mark
    span: int = 1  # columns it covers, for heads over several columns
    # the end of `text` where it may be set smaller and aligned by itself: a rank in parentheses, an interval
    detail: str = ""
    # what the detail stands for, where CSV gives it a column of its own, or several: the ends of an interval
    detail_value: float | tuple[float, ...] | None = None
    # what report.html can show in its place, as the other `quantities` or `views` of its table
    others: tuple[str, ...] = ()
    shade: int = 0  # how far report.html shades it where a reader asks for that, in percent
    algorithm: str = ""  # the algorithm that it names, as `Piece.algorithm`; `Labels.shown` fills it in
    form: Form | None = None  # how `value` is printed as `text`, where it is a number
    # how the numbers of `detail_value` are set as `detail`, printed as `value` is: "[{}, {}]", "± {}"; empty where they
    # are printed in another way
    detail_frame: str = ""
    record: tuple[int, int, int] | None = None  # the wins, ties and losses that it counts

    @property
    def body(self) -> Prose:
        """The text without its detail, which only strings have."""
        return self.text.removesuffix(self.detail).rstrip() if self.detail and isinstance(self.text, str) else self.text

    @property
    def sign(self) -> str:
        """What stands behind its number: an asterisk where it is significant, an equals sign of equivalence."""
        return "".join(sign for mark, sign in _SIGNS.items() if mark in self.marks) if self.marks else ""

    @property
    def fill(self) -> str:
        """Its shade as six hexadecimal digits; empty where it has none."""
        return next((fill for mark, fill in FILLS.items() if mark in self.marks), "")

    @property
    def is_p(self) -> bool:
        """Whether it is a p-value."""
        return is_p(self.form)

    def printed_as(self, form: Form) -> Cell:
        """Return the cell with its number, and its spread or interval, printed in another form."""
        if self.form is None or not isinstance(self.value, int | float):
            return self
        detail = self.detail
        if self.detail_frame and self.detail_value is not None:
            values = self.detail_value if isinstance(self.detail_value, tuple) else (self.detail_value,)
            missing = all(map(math.isnan, values))  # an estimate without its interval
            of_detail = form.of_ends(values[0], values[-1]) if self.detail_frame == INTERVAL else form
            detail = "" if missing else self.detail_frame.format(*map(of_detail.text, values))
        printed = form.text(self.value)
        return replace(self, text=f"{printed} {detail}".rstrip(), detail=detail, form=form)

    @property
    def name(self) -> str:
        """What it names, as the files and the spec do: its value where that is a text."""
        return plain(self.value if self.value and isinstance(self.value, Prose) else self.text)


@dataclass(frozen=True)
class TableLayout:
    """How a table is laid out on paper."""

    long: bool = False  # whether LaTeX may break it over pages, with its head repeated
    landscape: bool = False  # whether it stands on a page turned on its side, where it is printed
    # whether LaTeX omits columns to fit it into one column of a page of two, unless the study chose its width
    narrow: bool = False
    # columns that LaTeX omits where the table does not fit, the first first; CSV has them all
    dispensable: tuple[str, ...] = ()
    # columns that LaTeX sets as one, with slashes between, or under a shorter head
    shorter: tuple[tuple[Prose, tuple[str, ...]], ...] = ()
    # the width that it is laid out for in LaTeX, as `report.latex.width`, where the table has one of its own
    width: str | float = ""


@dataclass(frozen=True)
class Table(Displayed):
    """Hold a table of a report."""

    name: str = ""  # file name without suffix and last part of the label, such as ``accuracy-scores``
    metric: str = ""  # the metric it belongs to; empty where it is of all metrics together
    title: Prose = ""  # a short heading
    caption: Prose = ""  # what the table shows: test, adjustment, level, number of data sets
    head: tuple[tuple[Cell, ...], ...] = ()  # one row, or two where columns are spanned
    rows: tuple[tuple[Cell, ...], ...] = ()  # the body; the first cell of a row names it
    align: tuple[Alignment, ...] = ()  # one a column
    footer: int = 0  # how many of the last rows sum up the others (average ranks) and are ruled off
    notes: tuple[Prose, ...] = ()  # what the marks mean, and caveats
    short_note: tuple[Prose, ...] = ()  # the one line of notes that a paper needs; the first of the notes where empty
    # names of columns with what of the notes and of the line is about them alone, and goes where they are omitted
    column_notes: tuple[tuple[str, Prose], ...] = ()
    # marks with what of the notes and of the line explains them, and goes where no cell has them
    mark_notes: tuple[tuple[Mark, Prose], ...] = ()
    group_ends: tuple[int, ...] = ()  # after how many rows each group of rows ends, to be ruled off
    subtotals: frozenset[str] = frozenset()  # the names of rows of the body that sum up others
    # whether report.pdf and report.tex print it; very long tables are left to HTML, CSV and their own fragment
    in_pdf: bool = True
    printed_rows: int = 0  # how many of its rows paper has where it is much longer, the first mattering most; 0 is all
    in_page: bool = True  # whether report.html prints it; what neither prints is in no document, but in its own files
    kind: str = ""  # which of the tables of a metric it is: "scores", "average-ranks", ...
    stub: int = 1  # how many of the first columns name a row, and stand before every part of a wide table that is split
    unit: int = 1  # how many columns stay together where it is
    columns: tuple[Prose, ...] = ()  # names of the columns in CSV; the last row of the head where empty
    detail: str = ""  # what the details of its cells are, such as "rank", where CSV gives them columns of their own
    detail_parts: tuple[str, ...] = ()  # where a detail has several values, what each is: "from", "to" of an interval
    has_subscripts: bool = False  # whether numbers at the beginning of details are set as subscripts
    # titles of the quantities in its cells and in their `others`, between which report.html can switch a half matrix
    quantities: tuple[str, ...] = ()
    # what report.html can show of the whole table: its cells as they are, each of their `others`, or shaded
    views: tuple[str, ...] = ()
    layout: TableLayout = field(default_factory=TableLayout)  # how it is laid out on paper
    unprinted: tuple[str, ...] = ()  # columns that its CSV file alone has
    is_transposed: bool = False  # whether its rows and columns were exchanged
    # what of tests it shows in this study, where its kind does not always: in its marks, or as p-values
    shows: Literal["", "marks", "p"] = ""
    # what its p-values are, such as "exploratory", which CSV says in a column of its own; empty where nobody says
    p_values: str = ""
    # a sentence on its p-values or tests for whoever begins to read: a caption ends with it, and where a table goes on
    # over pages it heads each of them; a fragment of LaTeX, whose caption is a paper's own, has it below
    calling: str = ""
    # the same with short names, for places where the names do not fit; `Labels.shown` makes it
    short_form: Table | None = None

    def notes_in(self, form: Literal["off", "short", "full"]) -> tuple[Prose, ...]:
        """Return all its notes, the line that a paper needs, or none."""
        if form == "short":
            return (join(self.short_note),) if self.short_note else self.notes[:1]
        return self.notes if form == "full" else ()

    @property
    def body(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows but for the footer."""
        return self.rows[: len(self.rows) - self.footer]

    @property
    def foot(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows at the end that sum up the others."""
        return self.rows[len(self.rows) - self.footer :]

    @property
    def is_shaded(self) -> bool:
        """Whether some cells have a shade of their own."""
        return any(cell.marks and not cell.marks.isdisjoint(FILLS) for row in self.rows for cell in row)

    @property
    def called_caption(self) -> Prose:
        """The caption, and what the table is called."""
        return join(filter(None, (self.caption, self.calling)))

    @property
    def texts(self) -> Iterator[Prose]:
        """The caption, the notes, and what stands in cells and is no mere string."""
        yield from (self.called_caption, *self.notes, *self.short_note)
        yield from (note for of in (self.column_notes, self.mark_notes) for _, note in of)
        yield from (cell.text for row in (*self.head, *self.rows) for cell in row if isinstance(cell.text, Text))

    @property
    def is_of_texts(self) -> bool:
        """Whether all its columns are texts, which may be broken into lines to fit next to each other."""
        return len(self.align) > 2 and all(align == "left" for align in self.align)


_SPREAD = re.compile(r"[\d.,e\u2212-]+")


def subscript_of(detail: str) -> tuple[str, str]:
    """Return the number at the beginning of a detail, and what follows it.

    >>> subscript_of("0.012 (1) +"), subscript_of("(1)")
    (('0.012', '(1) +'), ('', '(1)'))
    """
    first, _, rest = detail.partition(" ")
    return (first, rest) if _SPREAD.fullmatch(first) else ("", detail)


def with_columns(table: Table, columns: Sequence[int]) -> Table:
    """Take some columns of a table, in any order."""
    blocks = [block for block in column_blocks(table) if set(block) & set(columns)]
    sizes = {sum(column in columns for column in block if column >= table.stub) for block in blocks} - {0}
    names = [cell.name for cell in cells_by_column(table.head[-1])] if table.column_notes else []
    kept = {note for name, note in table.column_notes if any(names[column] == name for column in columns)}
    return replace(
        _without_notes(table, {note for _, note in table.column_notes} - kept),
        head=tuple(tuple(_some_heads(row, columns)) for row in table.head),
        rows=tuple(tuple(row[column] for column in columns) for row in table.rows),
        align=tuple(table.align[column] for column in columns),
        columns=tuple(table.columns[column] for column in columns) if table.columns else (),
        unit=sizes.pop() if table.unit > 1 and len(sizes) == 1 else 1,
    )


SECOND = "; {}: second"  # what a note on the mark of the best says of that of the second


def without_absent_marks(table: Table) -> Table:
    """Omit what notes say of marks that no cell of a table has.

    Examples
    --------
    >>> bold, note = Cell("0.9", 0.9, frozenset({"bold"})), "Bold: best; underlined: second."
    >>> without_absent_marks(Table(rows=((bold,),), notes=(note,), mark_notes=(("bold", note),))).notes
    ('Bold: best.',)
    """
    if not table.mark_notes:
        return table
    there = {mark for row in table.rows for cell in row for mark in cell.marks}
    kept = {note for mark, note in table.mark_notes if mark in there}
    left = _without_notes(table, {note for _, note in table.mark_notes} - kept)
    gone = {SECOND.format(CALLED[mark]): "" for mark in _MARKS_OF_SECOND if mark not in there}
    return _with_words(left, gone)


def _without_notes(table: Table, gone: Collection[Prose]) -> Table:
    """Omit some notes, from the line that a paper needs too."""
    if not gone:
        return table
    notes, short = (tuple(note for note in notes if note not in gone) for notes in (table.notes, table.short_note))
    return replace(table, notes=notes, short_note=short)


def column_panel(table: Table, columns: Sequence[int]) -> Table:
    """Take some columns, and of a half matrix the rows that have a cell in them."""
    panel = with_columns(table, columns)
    rows = [row for row in panel.body if any(cell.text for cell in row[table.stub :])]
    whole = all(any(cell.text for cell in row[table.stub :]) for row in table.body)
    return replace(panel, rows=(*rows, *panel.foot)) if whole and not table.group_ends else panel


def column_forms(table: Table) -> list[Form | None]:
    """Return how the numbers of each column are printed: those of its first cell with a number."""
    columns = zip(*table.body, strict=True) if table.body else [()] * len(table.align)
    return [next((cell.form for cell in column if cell.form is not None), None) for column in columns]


def names_of_columns(table: Table) -> list[frozenset[str]]:
    """Return what each column may be called: its name, its head, and a head that LaTeX sets over several."""
    heads = [(cell.name, plain(cell.text)) for cell in cells_by_column(table.head[-1])]
    return [
        frozenset((name, head, *(plain(short) for short, names in table.layout.shorter if name in names)))
        for name, head in heads
    ]


_FIGURE_SPACE = "\N{FIGURE SPACE}"  # as wide as a digit


def with_aligned_records(table: Table) -> Table:
    """Print the wins, ties and losses of each column below each other, with room for the digits that some lack."""
    columns = [[cell.record for cell in column if cell.record] for column in zip(*table.rows, strict=True)]
    if not any(len(records) > 1 for records in columns):
        return table
    widths = [[max(map(len, map(str, part))) for part in zip(*records, strict=True)] for records in columns]
    rows = (
        tuple(
            replace(
                cell,
                # losses have their room behind them: 24/0/ 0 reads as two numbers
                text="/".join(
                    f"{n:{_FIGURE_SPACE}{side}{width}}"
                    for n, side, width in zip(cell.record, ">><", of_column, strict=True)
                ),
            )
            if cell.record
            else cell
            for cell, of_column in zip(row, widths, strict=True)
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def without_shades(table: Table) -> Table:
    """Return a table for a format that has no shades: marks of letters stand in their place, which the notes call so.

    >>> cell = Cell("0.9", 0.9, frozenset({"gray"}))
    >>> table = without_shades(Table(rows=((cell,),), notes=("On dark gray: best.",)))
    >>> table.notes, *table.rows[0][0].marks
    (('Bold: best.',), 'bold')
    """
    if UNSHADED.keys().isdisjoint(mark for row in table.rows for cell in row for mark in cell.marks):
        return table
    rows = tuple(
        tuple(replace(cell, marks=frozenset(UNSHADED.get(mark, mark) for mark in cell.marks)) for cell in row)
        for row in table.rows
    )
    called = {CALLED[shade]: CALLED[mark] for shade, mark in UNSHADED.items()}
    words = called | {capitalized(shade): capitalized(mark) for shade, mark in called.items()}
    return _with_words(replace(table, rows=rows), words)


def _with_words(table: Table, words: Mapping[str, str]) -> Table:
    """Put words of notes in the place of others."""

    def changed(note: Prose) -> Prose:
        if isinstance(note, Text):
            return compose(*(changed(part) if isinstance(part, str) else part for part in note.parts))
        for word, instead in words.items():
            note = note.replace(word, instead)
        return note

    if not words:
        return table
    return replace(table, notes=tuple(map(changed, table.notes)), short_note=tuple(map(changed, table.short_note)))


def in_print(table: Table) -> Table:
    """Leave out the columns that the CSV file alone has."""
    if not table.unprinted:
        return table
    heads = [cell.name for cell in cells_by_column(table.head[-1])]
    places = [place for place, name in enumerate(heads) if name not in table.unprinted]
    return replace(with_columns(table, places), unprinted=())


_MUCH_LONGER = 1.5  # times as many rows as paper has, up to which it has them all


def is_shortened(table: Table) -> bool:
    """Return whether paper has only the first rows of a table."""
    return 0 < _MUCH_LONGER * table.printed_rows < len(table.body)


def shortened(table: Table) -> Table:
    """Return a table with the rows that paper has, and a note on where the others are.

    Examples
    --------
    >>> from dataclasses import replace
    >>> rows = tuple((Cell(str(number)),) for number in range(100))
    >>> table = Table("t", rows=rows, align=("left",), printed_rows=40)
    >>> len(shortened(table).rows), shortened(table).notes
    (40, ('The first 40 of 100 rows; tables/t.csv has all.',))
    >>> len(shortened(replace(table, rows=rows[:60])).rows)
    60
    """
    if not is_shortened(table):
        return table
    number = table.printed_rows
    note = f"The first {number} of {counted(len(table.body), 'row')}; tables/{table.name}.csv has all."
    ends = tuple(end for end in table.group_ends if end <= number)
    rows = (*table.body[:number], *table.foot)
    return replace(table, rows=rows, notes=(*table.notes, note), group_ends=ends, printed_rows=0)


def _some_heads(row: Sequence[Cell], columns: Sequence[int]) -> Iterator[Cell]:
    over = [(place, cell) for place, cell in enumerate(row) for _ in range(cell.span)]
    for (_, cell), run in groupby((over[column] for column in columns), key=lambda over_column: over_column):
        yield replace(cell, span=sum(1 for _ in run))


def column_blocks(table: Table) -> Iterator[list[int]]:
    """Columns with one head over them, or neighbors with none; all of a table with a single row of heads."""
    over = [Cell("", span=len(table.align))] if len(table.head) == 1 else table.head[0]
    start = 0
    for _, cells in groupby(enumerate(over, 1), key=lambda placed: placed[1].text and placed[0]):
        end = start + sum(cell.span for _, cell in cells)
        yield list(range(start, end))
        start = end


def column_panels(table: Table, widths: Sequence[float], room: float) -> list[list[int]]:
    """Divide columns into panels that fit the room, the stub in each, as even in number as they can be."""
    stub, last = list(range(table.stub)), len(widths)
    units = [range(first, min(first + table.unit, last)) for first in range(table.stub, last, table.unit)]
    sizes = [sum(widths[column] for column in unit) for unit in units]
    room -= sum(widths[: table.stub])
    greedy = list(_fill(sizes, room))
    count, longer = divmod(len(units), len(greedy))
    even = [range(start, end) for start, end in pairwise(n * count + min(n, longer) for n in range(len(greedy) + 1))]
    runs = even if all(sum(sizes[run.start : run.stop]) <= room for run in even) else greedy
    return [[*stub, *chain.from_iterable(units[run.start : run.stop])] for run in runs]


def _fill(sizes: Sequence[float], room: float) -> Iterator[range]:
    """Yield runs of neighbors, each as long as the room allows."""
    start, used = 0, 0.0
    for place, size in enumerate(sizes):
        if place > start and used + size > room:
            yield range(start, place)
            start, used = place, 0.0
        used += size
    yield range(start, len(sizes))


def cells_by_column(row: Sequence[Cell]) -> list[Cell]:
    """Return the cell over each column."""
    return [cell for cell in row for _ in range(cell.span)]


P_VALUES = "p-values"
# A spreadsheet takes text that begins so for a formula, unless it is a number.
_FORMULA = re.compile(r"(?![+-]\d+(?:\.\d+)?$)[=+\-@\t\r\0]")


def table_csv(table: Table) -> str:
    """Set a table as CSV, with the names that the files have, which programs look up."""
    heads = heads_of_values(table)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*map(_safe, chain.from_iterable(heads)), *([P_VALUES] if table.p_values else [])])
    if len(heads) == sum(map(len, heads)) and not table.p_values:  # the longest tables have no details
        writer.writerows(map(_value, row) for row in table.rows)
        return out.getvalue()
    for row in table.rows:
        cells = (_texts(cell, len(names) - 1) for cell, names in zip(row, heads, strict=True))
        writer.writerow([*chain.from_iterable(cells), *([table.p_values] if table.p_values else [])])
    return out.getvalue()


_PERCENT = " (%)"


def heads_of_values(table: Table) -> list[list[str]]:
    """Return how each column is called over unrounded numbers, and what stands behind them; shares are no percentages.

    Examples
    --------
    >>> from rankpress.wording.forms import NumberForm
    >>> rows = ((Cell("83", value=0.83, form=NumberForm("number", factor=100.0)), Cell("12%", value=12.0)),)
    >>> heads_of_values(Table(head=((Cell("Wins (%)"), Cell("Less (%)")),), rows=rows, align=("right", "right")))
    [['Wins'], ['Less (%)']]
    """
    names = [plain(name) for name in table.columns or (cell.text for cell in table.head[-1])]
    parts = table.detail_parts or (table.detail,)
    for place, name in enumerate(names):
        if name.endswith(_PERCENT) and any(getattr(row[place].form, "factor", 1.0) != 1.0 for row in table.rows):
            names[place] = name.removesuffix(_PERCENT)
    columns = zip(*table.rows, strict=True)
    detailed = [bool(table.detail) and any(cell.detail_value is not None for cell in column) for column in columns]
    return [
        [name, *(f"{name} {part}" for part in parts if has_detail)]
        for name, has_detail in zip(names, detailed or [False] * len(names), strict=True)
    ]


def _texts(cell: Cell, n_details: int) -> Iterator[str | float]:
    yield _value(cell)
    value = cell.detail_value
    details = value if isinstance(value, tuple) else () if value is None else (value,)
    yield from ("" if math.isnan(detail) else _number(detail) for detail in details[:n_details])
    yield from [""] * (n_details - len(details))


def _value(cell: Cell) -> str | float:
    value = cell.value
    # the csv module writes it as `_number` does
    return value if type(value) is float else _written(cell.body if value is None else value)


def list_csv(rows: Iterable[Iterable[Prose | float]]) -> str:
    """Set rows of texts and numbers as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_written, row) for row in rows)
    return out.getvalue()


def _written(value: Prose | float) -> str:
    return _number(value) if isinstance(value, (int, float)) else _safe(plain(value))


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else str(value)


def _safe(text: str) -> str:
    # the csv module would leave a bare carriage return unquoted
    written = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{written}" if _FORMULA.match(text) else written
