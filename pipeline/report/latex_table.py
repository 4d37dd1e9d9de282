"""A table as a LaTeX fragment: plain booktabs tabulars, whose size and division are decided here and not by TeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from rankpress.catalog.kinds import TABLES, VENUES
from rankpress.core.latex import comment_text, latex_escape
from rankpress.core.table import (
    Cell,
    Mark,
    Table,
    cells_by_column,
    column_panel,
    column_panels,
    subscript_of,
)
from rankpress.figures.venues import POINTS
from rankpress.report.latex import (
    breakable,
    fits_one_line,
    latex_pieces,
    latex_text,
    latex_width,
    render_latex,
    word_parts,
)
from rankpress.report.narrowed_tables import compacted, narrowed
from rankpress.report.table_view import transposed
from rankpress.spec.report_sections import ReportOptions
from rankpress.spec.table_options import Transposable, table_options
from rankpress.wording.numbers import MINUS
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, compose, pieces, plain, without_citations, without_names


class Measures(NamedTuple):
    """How wide and high tables may be in a paper, in points of TeX."""

    column: float  # of two next to each other; as wide as the text, where there is one
    text: float  # a page of one column
    page: float  # both columns; as wide as the text, where there is one
    sideways: float  # a page turned on its side
    height: float  # of a page, less a caption and a few lines
    sideways_height: float

    @property
    def upright(self) -> tuple[float, ...]:
        """The widths of what is not turned, the narrowest first."""
        return tuple(sorted({self.column, self.text, self.page}))


# Columns of about 3.1 inches, the text of the class article, and a page that holds two columns.
_WITHOUT_VENUE = Measures(221.0, 345.0, 450.0, 660.0, 510.0, 320.0)
_CAPTION, _SIDEWAYS_CAPTION = 40.0, 25.0


def measures_of(venue: str | None) -> Measures:
    """Return the measures of the papers of a venue; without one those that fit most papers."""
    if venue is None:
        return _WITHOUT_VENUE
    column, text, height = (round(inches * POINTS - 0.004, 2) for inches in VENUES[venue][1:4])  # down, never up
    return Measures(column, text, text, height, height - _CAPTION, text - _SIDEWAYS_CAPTION)


class Size(NamedTuple):
    r"""A size of print: LaTeX's name for it, an em, \tabcolsep, and a line, in points."""

    name: str
    em: float
    gap: float
    line: float


_SIZES = (
    Size("small", 9.25, 6, 11),
    Size("small", 9.25, 4, 11),
    Size("footnotesize", 8.5, 4, 9.5),
    Size("footnotesize", 8.5, 3, 9.5),
    Size("scriptsize", 7.95, 3, 8),
    Size("scriptsize", 7.95, 2, 8),
)
_READABLE = 4  # sizes tried before a wider place is taken

# In ems: names, texts and column titles beyond these are broken into lines.
_NAME, _ONE_OF_SEVERAL_NAMES, _TEXT, _TITLE, _LONGEST_TITLE = 14.0, 9.0, 14.0, 4.6, 9.0
_WHOLE = 40.0  # names and texts where there is room
_BOLD = 1.14  # how much wider bold digits are
_BLANK = 3.0  # points, of the blank that stands between a number and its detail
_PADDED = 40  # characters up to which the columns of the source are aligned

# Of what stands out, and of the best and the second of a row.
SHADES: dict[Mark, str] = {
    "gray": r"\cellcolor[gray]{0.74}",
    "light-gray": r"\cellcolor[gray]{0.88}",
    "highlight": r"\cellcolor[gray]{0.92}",
}
_ALIGN = {"left": "l", "right": "r", "center": "c"}
_NUMBER = re.compile(rf"([<>]?)([+{MINUS}]?)([0-9]+)(?:\.([0-9]+))?(?:e({MINUS}?)([0-9]+))?")
_BLANKS = re.compile(r"(\s+)")
_AS_SET_BY_SIUNITX = str.maketrans({MINUS: "-"})


@dataclass(frozen=True)
class _Digits:
    """The longest parts of a column's numbers: comparator, sign, whole, decimals, sign and digits of the exponent."""

    parts: tuple[str, str, str, str, str, str]

    @property
    def specification(self) -> str:
        comparator, sign, integer, decimals, exponent_sign, exponent = self.parts
        point = f".{len(decimals)}" if decimals else ""
        power = f"e{'-' if exponent_sign else ''}{len(exponent)}" if exponent else ""
        return f"S[table-format={comparator}{'-' if sign else ''}{len(integer)}{point}{power}]"

    @property
    def widest(self) -> str:
        comparator, sign, integer, decimals, exponent_sign, exponent = self.parts
        power = f"e{exponent_sign}{exponent}" if exponent else ""
        return f"{comparator}{sign}{integer}{'.' if decimals else ''}{decimals}{power}"

    def underlined(self, text: str) -> str:
        """Return an underlined number, which siunitx does not set, with the room of the digits that it lacks."""
        comparator, sign, integer, decimals, *_ = _parts(text)
        before = (self.parts[0] if not comparator else "") + ("-" if self.parts[1] and not sign else "")
        before += "0" * (len(self.parts[2]) - len(integer))
        behind = ("." if self.parts[3] and not decimals else "") + "0" * (len(self.parts[3]) - len(decimals))
        room = [rf"\phantom{{{missing}}}" if missing else "" for missing in (before, behind)]
        mantissa, *powers = text.translate(_AS_SET_BY_SIUNITX).split("e")
        shown = mantissa + "".join(rf"\mathrm{{e}}{power.replace('-', '{-}')}" for power in powers)
        return rf"{{${room[0]}\underline{{{shown}}}{room[1]}$}}"


def _parts(text: str) -> Sequence[str]:
    """Return the parts of a number as printed; nothing of what is no number."""
    return number.groups("") if (number := _NUMBER.fullmatch(text)) else ()


def _digits(table: Table, column: int) -> _Digits | None:
    """Return how much room the numbers of a column take where most of its cells are numbers, the footer's apart."""
    cells = [plain(row[column].body) for row in table.body if row[column].body]
    numbers = [parts for parts in map(_parts, cells) if parts]
    if table.align[column] != "right" or 2 * len(numbers) <= len(cells):
        return None
    # siunitx would set powers of ten among numbers without in a column of their own
    if len({bool(exponent) for *_, integer, decimals, _, exponent in numbers if integer != "0" or decimals}) > 1:
        return None
    return _Digits(tuple(max(part, key=len) for part in zip(*numbers, strict=True)))


class _Column(NamedTuple):
    """A column: its width and that of the details of its cells, in ems, and the room of its numbers in S columns."""

    width: float
    detail: float = 0.0
    digits: _Digits | None = None

    def points(self, size: Size) -> float:
        """Return its width with the space left and right of it."""
        return (self.width + self.detail) * size.em + 2 * size.gap + (_BLANK if self.detail else 0.0)


@dataclass(frozen=True)
class Layout:
    """A table as it is set, its size, its columns, which of them stand in each tabular, and what is omitted."""

    table: Table
    size: Size
    columns: tuple[_Column, ...]
    panels: tuple[tuple[int, ...], ...]
    omitted: tuple[str, ...] = ()
    room: float = 0.0  # the width that it was divided for, in points

    @property
    def width(self) -> float:
        """The width of the widest tabular, in points."""
        return max(sum(self.columns[place].points(self.size) for place in panel) for panel in self.panels)


def lay_out(table: Table, report: ReportOptions) -> Layout:
    """Choose the narrowest place in which a table fits in a readable size; what fits none is divided by columns.

    A table over pages needs pages of one column, and cannot be reduced there.
    """
    widths, measures = widths_of(table, report), measures_of(report.venue)
    layout = _narrowest(table, report, widths)
    one_column = tuple(width for width in widths if width <= measures.text)
    return _narrowest(table, report, one_column) if one_column and is_long(layout, measures) else layout


def _narrowest(table: Table, report: ReportOptions, widths: Sequence[float]) -> Layout:
    """Choose the narrowest of these widths; the sizes that are hard to read are for the last alone."""
    forms = [
        (form, columns, table.layout.dispensable[:n_omitted])
        for n_omitted, form in _forms(table)
        for columns in _columns(form, report.latex.siunitx)
    ]
    for width in widths:
        fitting = forms if table.layout.narrow or width == widths[-1] else forms[:3]
        for sizes in (_SIZES[:_READABLE], _SIZES[_READABLE:] if width == widths[-1] else ()):
            for layout in (_unsplit(*form, size) for form in fitting for size in sizes):
                if layout.width <= width:
                    return layout
    (form, columns, omitted), size = forms[-1], _SIZES[-2]
    panels = column_panels(form, [column.points(size) for column in columns], widths[-1])
    return Layout(form, size, columns, tuple(map(tuple, panels)), omitted, widths[-1])


def _forms(table: Table) -> Iterator[tuple[int, Table]]:
    """Yield a table, the table with short names, then with ever fewer columns; each with the number of omitted ones."""
    yield 0, compacted(table)
    _, *fewer = narrowed(compacted(table.short_form or table))
    if table.short_form is not None:
        yield 0, compacted(table.short_form)
    yield from enumerate(fewer, 1)


def _unsplit(table: Table, columns: tuple[_Column, ...], omitted: tuple[str, ...], size: Size) -> Layout:
    return Layout(table, size, columns, (tuple(range(len(columns))),), omitted)


def natural_width(table: Table, report: ReportOptions) -> float:
    """Return the width of a table with all its columns that is not divided, in the smallest size."""
    form = compacted(table.short_form or table)
    return _unsplit(form, _columns(form, report.latex.siunitx)[-1], (), _SIZES[-1]).width


def widths_of(table: Table, report: ReportOptions) -> tuple[float, ...]:
    """Return the widths that a table is laid out for, the narrowest first."""
    measures, width = measures_of(report.venue), table.layout.width or report.latex.width
    if width:
        return (getattr(measures, width) if isinstance(width, str) else width,)
    return (measures.sideways,) if table.layout.landscape else measures.upright


def _columns(table: Table, siunitx: bool) -> tuple[tuple[_Column, ...], ...]:
    """Return the columns of a table with names and texts on one line, and with them broken into several.

    The first of all has titles that are broken between words alone, the others at hyphens too.
    """
    name = _NAME if table.stub == 1 else _ONE_OF_SEVERAL_NAMES
    whole, unbroken, broken = [], [], []
    for place, title in enumerate(cells_by_column(table.head[-1])):
        cells = [row[place] for row in table.rows]
        digits = _digits(table, place) if siunitx else None
        widths = (latex_width(cell.body) * (_BOLD if "bold" in cell.marks else 1) for cell in cells)
        body = max(widths, default=0.0)
        if digits is not None:
            body = max(body, latex_width(digits.widest))
        detail = max((latex_width(cell.detail) for cell in cells if cell.detail), default=0.0)
        least = _title_width(title.text) - detail
        words = _title_width(title.text, whole=True) - detail
        whole.append(_Column(max(min(body, _WHOLE), words), detail, digits))
        unbroken.append(_Column(max(min(body, _WHOLE), least), detail, digits))
        broken.append(_Column(max(min(body, name if place < table.stub else _TEXT), least), detail, digits))
    return tuple(whole), tuple(unbroken), tuple(broken)


def _title_width(title: Prose, *, whole: bool = False) -> float:
    """Return the width of a column title in ems, broken between words where it is long, unless whole at hyphens too."""
    words = plain(title).split()
    parts = words if whole else (part for word in words for part in latex_pieces(word))
    longest = max(map(latex_width, parts), default=0.0)
    return min(latex_width(title), max(longest, _TITLE), _LONGEST_TITLE)


def is_long(layout: Layout, measures: Measures) -> bool:
    """Return whether a table goes on over pages: on request, or because no page has room for its rows."""
    table = layout.table
    height = measures.sideways_height if table.layout.landscape else measures.height
    line = layout.size.line * len(layout.panels)
    if table.layout.long or len(table.rows) * line > height:
        return True
    lines = (
        max(_lines(cell.body, column.width) for cell, column in zip(row, layout.columns, strict=True))
        for row in table.rows
    )
    return sum(lines) * line > height


def _lines(text: Prose, width: float) -> int:
    return 1 if fits_one_line(text, width) else 1 + int(latex_width(text) / width * 1.2)


def table_fragment(
    table: Table, *, stamp: str, templates: Path | None = None, report: ReportOptions | None = None
) -> str:
    r"""Set a table as a fragment to \input into a float or a page: no caption, no notes and no preamble."""
    report = report or ReportOptions.unchecked()
    return _fragment(table, lay_out(table, report), stamp=stamp, templates=templates, report=report)


def _fragment(table: Table, layout: Layout, *, stamp: str, templates: Path | None, report: ReportOptions) -> str:
    long = is_long(layout, measures_of(report.venue))
    packages = ["booktabs", *(["siunitx"] if report.latex.siunitx else []), *(["longtable"] if long else [])]
    context = {
        "stamp": Markup(comment_text(stamp)),
        "packages": packages,
        "title": Markup(comment_text(plain(table.title))),
        "place": Markup(comment_text(_place(table, layout, long, report))),
        "siunitx": report.latex.siunitx,
        "environment": "longtable" if long else "tabular",
        "size": layout.size.name,
        "gap": f"{layout.size.gap:g}",
        "shaded": layout.table.is_shaded,
        "calling": table.calling,
        "entry": without_citations(table.title),
        "caption": without_citations(table.called_caption) if report.latex.caption else "",
        "label": label_of(table, report.prefix),
        "anchor": Markup(f"{report.prefix}-{table.name}"),
        "panels": [_panel(column_panel(layout.table, panel), layout, panel) for panel in layout.panels],
    }
    return render_latex(templates, context, f"latex/tables/{table.kind}.tex.j2", "latex/table.tex.j2")


def label_of(table: Table, prefix: str) -> Markup:
    """Return the label of a table in LaTeX."""
    return Markup(f"tab:{prefix}-{table.name}")


def _place(table: Table, layout: Layout, long: bool, report: ReportOptions) -> str:
    """Return how wide a table is and where that fits, for the comment in its second line."""
    measures, width = measures_of(report.venue), ceil(layout.width)
    sideways = "sideways" in (table.layout.width, report.latex.width)
    if table.layout.landscape or (sideways and width > measures.page):
        where = "on a page on its side: landscape of the package pdflscape, or sidewaystable of rotating"
    else:
        where = _upright_place(width, measures, report.venue)
    over_pages = (
        ", over pages of one column: in a paper of two, give fewer rows or set \\onecolumn before it" if long else ""
    )
    without = f"; without {', '.join(layout.omitted)}, which the CSV file has" if layout.omitted else ""
    return f"up to {width} pt wide, fits {where}{over_pages}{without}"


def _upright_place(width: float, measures: Measures, venue: str | None) -> str:
    if venue is None:
        wider = "on a page of one column, or in table*" if width <= measures.text else "in table*"
        return "in a column" if width <= measures.column else wider
    if measures.column == measures.page:
        return f"on a page of {venue} ({measures.page:g} pt)"
    if width <= measures.column:
        return f"in a column of {venue} ({measures.column:g} pt)"
    return f"in table* of {venue} ({measures.page:g} pt)"


def table_files(
    tables: Iterable[Table], *, stamp: str, templates: Path | None = None, report: ReportOptions | None = None
) -> Iterator[tuple[str, str]]:
    """Yield path and text of the fragments of tables, and of their notes."""
    report = report or ReportOptions.unchecked()
    for table in tables:
        layout = lay_out(table, report)
        yield f"tables/{table.name}.tex", _fragment(table, layout, stamp=stamp, templates=templates, report=report)
        if table.notes_in(report.latex.notes):
            # those of the columns that are set; where none is left, report.tex still reads the file
            notes = layout.table.notes_in(report.latex.notes)
            yield f"tables/{table.name}-notes.tex", _notes(table, notes, stamp, templates)


def _notes(table: Table, notes: Iterable[Prose], stamp: str, templates: Path | None) -> str:
    context = {
        "stamp": Markup(comment_text(stamp)),
        "title": Markup(comment_text(plain(table.title))),
        "notes": tuple(map(without_citations, notes)),
    }
    return render_latex(templates, context, "latex/notes.tex.j2")


@dataclass(frozen=True)
class _Panel:
    """A tabular: specification and number of its columns, and its rows as LaTeX."""

    columns: Markup
    number: int
    head: tuple[Markup, ...]
    body: tuple[Markup, ...]
    footer: tuple[Markup, ...]


def _panel(table: Table, layout: Layout, places: Sequence[int]) -> _Panel:
    columns, body = [layout.columns[place] for place in places], len(table.body)
    details = [max((cell.detail for cell in column), key=len, default="") for column in zip(*table.rows, strict=True)]
    rows = [
        [
            part
            for cell, column, align, longest in zip(row, columns, table.align, details, strict=True)
            for part in _cell(
                cell, column, align, layout.size, longest, in_body=number < body, subscript=table.has_subscripts
            )
        ]
        for number, row in enumerate(table.rows)
    ]
    set_rows = tuple(
        Markup(f"{row}\n\\midrule") if number in table.group_ends and number < body else row
        for number, row in enumerate(_aligned(rows), 1)
    )
    specification = "".join(
        (_ALIGN[align] if column.digits is None else column.digits.specification) + (r"@{ }l" if column.detail else "")
        for column, align in zip(columns, table.align, strict=True)
    )
    return _Panel(
        Markup(specification),
        sum(2 if column.detail else 1 for column in columns),
        tuple(_head(table, columns)),
        set_rows[:body],
        set_rows[body:],
    )


def _aligned(rows: Sequence[Sequence[str | None]]) -> Iterator[Markup]:
    """Yield rows with the ampersands below each other, as far as short cells go; None is covered by the cell before."""
    widths = [min(max(len(part or "") for part in column), _PADDED) for column in zip(*rows, strict=True)]
    for row in rows:
        parts = (part.ljust(width) for part, width in zip(row, widths, strict=True) if part is not None)
        yield Markup(" & ".join(parts).rstrip() + r" \\")


def _detail(detail: str, *, subscript: bool) -> str:
    """Set what stands behind a number, whose own number, its spread, may be a subscript."""
    low, rest = subscript_of(detail) if subscript else ("", detail)
    if not low:
        return latex_escape(rest)
    return rf"$_{{\mbox{{\scriptsize {latex_escape(low)}}}}}$ {latex_escape(rest)}".rstrip()


def _cell(
    cell: Cell, column: _Column, align: str, size: Size, longest: str, *, in_body: bool, subscript: bool
) -> Iterator[str | None]:
    body, shade = _body(cell, column, align, size, in_body=in_body), _shade(cell)
    if not column.detail:
        # an S column takes in braces what is not of its number
        yield f"{{{shade}}}{body}" if shade and column.digits is not None else shade + body
    elif cell.record and not cell.detail:  # in the middle of both columns
        yield from (rf"\multicolumn{{2}}{{c}}{{{shade}{latex_text(cell.body)}}}", None)
    elif not shade:
        yield from (body, _detail(cell.detail, subscript=subscript))
    else:  # in one cell with its detail, whose own shade would cover the end of the number
        room = "0" * (len(longest) - len(cell.detail)) if cell.detail else longest
        missing = rf"\phantom{{{_detail(room, subscript=subscript)}}}" if room else ""
        content = _marked(cell, latex_text(cell.body)) + _sign(cell)
        yield from (
            rf"\multicolumn{{2}}{{r}}{{{shade}{content} {_detail(cell.detail, subscript=subscript)}{missing}}}",
            None,
        )


def _shade(cell: Cell) -> str:
    return next((shade for mark, shade in SHADES.items() if mark in cell.marks), "") if cell.marks else ""


def _sign(cell: Cell) -> str:
    return rf"\rlap{{{sign}}}" if (sign := cell.sign) else ""


def _body(cell: Cell, column: _Column, align: str, size: Size, *, in_body: bool) -> str:
    """Return what stands before the detail of a cell, with its marks."""
    star = _sign(cell)
    if column.digits is None:
        return _marked(cell, _broken(cell.body, column, align, size)) + star
    if not in_body or not _NUMBER.fullmatch(plain(cell.body)):
        return f"{{{_marked(cell, latex_text(cell.body))}{star}}}"
    if "underline" in cell.marks:
        return column.digits.underlined(plain(cell.body)) + (f"{{{star}}}" if star else "")
    bold = r"\bfseries " if "bold" in cell.marks else ""
    return bold + plain(cell.body).translate(_AS_SET_BY_SIUNITX) + (f"{{{star}}}" if star else "")


def _marked(cell: Cell, text: str) -> str:
    if not cell.marks:
        return text
    command = "textbf" if "bold" in cell.marks else "underline" if "underline" in cell.marks else ""
    return rf"\{command}{{{text}}}" if command else text


def _broken(text: Prose, column: _Column, align: str, size: Size) -> str:
    """Return a text on one line where it fits its column, else in a box of the column's width."""
    if fits_one_line(text, column.width):
        # a string and no Markup, which escapes whatever it is joined with
        return latex_escape(text) if type(text) is str else str(latex_text(text))
    ragged = r"\raggedright" if align == "left" else r"\raggedleft"
    return (
        rf"\parbox[t]{{{column.width * size.em:.0f}pt}}{{{ragged} {breakable(text, column.width, column.width)}\strut}}"
    )


def _head(table: Table, columns: Sequence[_Column]) -> Iterator[Markup]:
    """Yield the rows of the head, each above the last with the rules under what spans columns."""
    for row in table.head:
        is_last = row is table.head[-1]
        if not is_last and not any(cell.text for cell in row):
            continue
        starts = accumulate((cell.span for cell in row[:-1]), initial=0)
        titles, rules, used = [], [], 0
        for cell, start in zip(row, starts, strict=True):
            covered = columns[start : start + cell.span]
            number = sum(2 if column.detail else 1 for column in covered)
            titles.append(_title(cell, covered, number, table.align[start]))
            used += number
            if number > 1 and cell.text and not is_last:
                rules.append(rf"\cmidrule(lr){{{used - number + 1}-{used}}}")
        yield Markup(" & ".join(titles) + r" \\" + "".join(f"\n{rule}" for rule in rules))


def _title(cell: Cell, covered: Sequence[_Column], number: int, align: str) -> str:
    """Return the title of the columns that it spans, its lines stacked where it is broken."""
    is_number = covered[0].digits is not None
    letter = "c" if number > 1 or is_number else _ALIGN[align]
    lines = list(_title_lines(cell.text, sum(column.width + column.detail + 1 for column in covered) - 1))
    title = r"\\".join(_marked(cell, latex_text(line)) for line in lines)
    if len(lines) > 1:
        title = rf"\shortstack[{letter}]{{{title}}}"
    shade = _shade(cell)
    if number > 1:
        return rf"\multicolumn{{{number}}}{{c}}{{{shade}{title}}}"
    return f"{{{shade}{title}}}" if is_number else shade + title


def _title_lines(text: Prose, width: float) -> Iterator[Prose]:
    """Yield the lines of a title: words, and parts of words that are too long, as many in a line as fit."""
    if fits_one_line(text, width):
        yield text
        return
    line: Prose = ""
    for word in _words(without_names(text)):
        parts: Sequence[Prose] = word_parts(word, width, width) if isinstance(word, str) else (word,)
        for number, part in enumerate(parts):
            together = compose(line, " " if line and not number else "", part)
            if line and not fits_one_line(together, width):
                yield line
                together = part
            line = together
    yield line


def _words(text: Prose) -> Iterator[Prose]:
    """Divide a text at its blanks, mathematics and citations kept whole."""
    word: Prose = ""
    for piece in pieces(text):
        if piece.kind != "text":
            word = compose(word, piece)
            continue
        for run in _BLANKS.split(piece.shown):
            if run.isspace():
                yield from (word,) if word else ()
                word = ""
            else:
                word = compose(word, run)
    if word:
        yield word


_MOST_WARNED = 5  # tables that are named one by one


def _wider(measures: Measures) -> Iterator[tuple[str, float]]:
    """Yield the widths beyond a column that report.latex.width may name, the narrowest first."""
    if measures.text < measures.page:
        yield "text", measures.text
        yield f"{measures.page:g} (table*)", measures.page
    else:
        yield "text (table*)" if measures.column < measures.text else "text", measures.text
    yield "sideways", measures.sideways


def width_warnings(tables: Iterable[Table], report: ReportOptions) -> Iterator[str]:
    """Say which tables were divided by columns, the width that each needs, and what fits."""
    layouts = [(table, lay_out(table, report)) for table in tables]
    divided = [(table, layout) for table, layout in layouts if len(layout.panels) > 1]
    for table, layout in divided[:_MOST_WARNED]:
        needed = ceil(natural_width(table, report))
        ways = _what_fits(table, layout, report, needed)
        yield (
            f"the table {table.name} is {needed} points wide and {layout.room:g} fit, so"
            f" tables/{table.name}.tex divides it into {len(layout.panels)} parts; to avoid that, use"
            f" {', '.join(ways)} or shorter names under labels"
        )
    if others := [table.name for table, _ in divided[_MOST_WARNED:]]:
        many = "1 more table is" if len(others) == 1 else f"{counted(len(others), 'more table')} are"
        yield f"{many} divided by columns, as tables/NAME.tex says: {', '.join(others)}"


def _what_fits(table: Table, layout: Layout, report: ReportOptions, needed: int) -> Sequence[str]:
    wider, room = _wider(measures_of(report.venue)), layout.room
    fitting = [f"width: {name}" for name, width in wider if room < width >= needed]
    transposes = table.kind in TABLES and issubclass(table_options(table.kind), Transposable)
    if transposes and not table.is_transposed:
        turned = ceil(natural_width(transposed(table), report))
        fitting += [f"transpose: true ({turned} points)"] if turned <= room else []
    fitting.append(f"columns: [...] (up to {max(map(len, layout.panels)) - table.stub} of them)")
    return fitting
