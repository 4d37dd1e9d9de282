"""report.typ, and tables, figures, paragraphs and numbers as fragments that a paper in Typst includes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import floor
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rankpress.catalog.formats import Written
from rankpress.core.bibliography import library, references_bib
from rankpress.core.latex import comment_text
from rankpress.core.table import column_panel, column_panels, subscript_of
from rankpress.core.typst import typst_string, typst_text
from rankpress.report.latex_table import measures_of
from rankpress.report.page_table import Panel
from rankpress.report.pdf import LONG_HEAD, PADDINGS, SMALL_PADDINGS, Sheets
from rankpress.spec.report_sections import PREFIX
from rankpress.wording.text import Prose, say

if TYPE_CHECKING:
    from rankpress.core.document import Document, Drawing, Section
    from rankpress.core.table import Cell, Table
    from rankpress.report.fonts import Faces
    from rankpress.report.rendering import Rendering
    from rankpress.spec.theme import Theme

RULE, THIN = "0.8pt", "0.4pt"
_SMALL = 0.85  # of the print of a table: what stands behind its numbers, and its notes

_LOOSER = 1.08  # times as wide as those of report.pdf columns of a page may be
_INSET = (4.0, 2.2)  # points at the sides of a cell, and above and below, in a table of the theme's size
LEAST = 5.5  # points of the smallest letters of a table that is reduced, as macros.tex has them
# Sets a table at most as wide as its place. Of its divisions, whole and then in ever narrower parts, the first one is
# taken whose letters stay readable. Each part is a function of the size of print: smaller print, unlike a scaled
# table, may go on over pages. What is too wide even in the narrowest parts is set smaller, rather than over its place.
_FIT = f"""\
#let fit(size, ..divisions) = layout(room => {{
  let divisions = divisions.pos()
  let sizes = divisions.map(division => {{
    let reduced = division.parts.map(part => room.width / measure(part(size)).width)
    if calc.min(..reduced) < 1 {{ size * calc.min(..reduced) * 0.995 }} else {{ size }}
  }})
  let fitting = sizes.position(size => size >= {LEAST}pt)
  let place = if fitting == none {{ sizes.len() - 1 }} else {{ fitting }}
  for part in divisions.at(place).parts {{ part(sizes.at(place)) }}
  divisions.at(place).notes
}})
// Sets a text in lines, and divides words that are longer than one.
#let lines(width, body) = block(width: width * 1em)[
  #show regex("[!-\\u{{36f}}]{{" + str(calc.floor(width / 0.6)) + ",}}"): word => word.text.clusters().join(sym.zws)
  #body
]"""
# A table of up to half a page stays whole, a longer one is broken, so that no page is left half empty before it; so are
# words that no column can hold. Words of a name that takes several lines stand close.
_WHOLE = """\
#show table: it => {
  set par(justify: false)
  show regex("[!-\\u{36f}]{25,}"): word => word.text.clusters().join(sym.zws)
  it
}
#show figure.where(kind: table): set block(breakable: true)
#show figure.where(kind: table): it => layout(size => {
  block(width: 100%, breakable: measure(width: size.width, it).height > 0.5 * size.height, it)
})"""
# A name without a blank, whole in the list of names, may be longer than a line; an address is shorter.
_LONG_WORDS = '#show regex("[!-\\u{36f}]{60,}"): word => word.text.clusters().join(sym.zws)'
_CAPTIONS_ABOVE = """\
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.caption.where(kind: table): set block(sticky: true)"""


def write_typst(rendering: Rendering) -> Written:
    """Write a report as Typst."""
    document, report = rendering.document, rendering.study.report
    write = Writer(report.prefix, f"// {comment_text(rendering.stamp)}\n", rendering.theme, report.venue)
    files = {f"tables/{table.name}.typ": write.table(table) for table in rendering.tables}
    files |= {f"figures/{drawing.name}.typ": write.figure(drawing) for drawing in rendering.drawings}
    files |= {"methods.typ": write.paragraphs(document.methods), "results.typ": write.paragraphs(document.account)}
    files |= {"numbers.typ": write.first_line + rendering.numbers.typst, "macros.csv": rendering.numbers.csv}
    sources = document.references if report.prefix == PREFIX else library().values()
    files |= {"references.bib": references_bib(sources), "report.typ": write.report(document)}
    return Written({path: content.encode() for path, content in files.items()})


class _Bounds(NamedTuple):
    """How wide columns may be, in ems, where a table is as wide as what is in it."""

    faces: Faces
    ems: Sequence[float]

    def of(self, cell: Cell, start: int, *, bold: bool = False) -> float:
        """Return the width of the lines of a cell that begins at a column; 0 where it takes one."""
        room = sum(self.ems[start : start + cell.span])
        return room if not cell.detail and self.faces.text_width(cell.body, bold=bold) > room + 0.1 else 0


_Part: TypeAlias = "tuple[Table, Sequence[float], Sequence[int]]"
"""A table, how wide its columns are in ems, and those of them that a part of it has."""


class Writer:
    """Writes the files of one report."""

    def __init__(self, prefix: str, first_line: str, theme: Theme, venue: str | None = None) -> None:
        self._prefix, self.first_line, self._theme = prefix, first_line, theme
        measures, self._sheets = measures_of(venue), Sheets(theme)
        self._rooms = sorted({measures.column, measures.page}, reverse=True)

    def paragraphs(self, paragraphs: Iterable[Prose]) -> str:
        """Set paragraphs, with citations of what is in references.bib."""
        return self.first_line + _paragraphs(paragraphs)

    def table(self, table: Table) -> str:
        """Set a table with its caption and notes, as wide as the column that includes it."""
        figure = _figure(self._fitted(table), "table", table.called_caption, self._label("tab", table))
        return self.first_line + "\n".join((_CAPTIONS_ABOVE, _WHOLE, _FIT, *figure)) + "\n"

    def _fitted(self, table: Table) -> Iterator[str]:
        """Set a table whole and, where it may be too wide, divided by columns; then its notes."""
        size = self._theme.tables
        yield from (f"  #set text(size: {size:g}pt)", f"  #fit({size:g}pt,")
        whole: _Part = table, self._sheets.column_ems(table, LONG_HEAD), range(len(table.align))
        divisions: list[list[_Part]] = [[whole], *self._divisions(table)]
        for parts in divisions:
            yield "  (parts: ("
            for form, ems, columns in parts:
                panel, of_part = Panel(column_panel(form, columns)), [ems[column] for column in columns]
                bounds = _Bounds(self._sheets.faces, of_part)
                yield from ("  size => [", "  #set text(size: size)", *_table(panel, size, bounds), "  ],")
            notes = parts[0][0].notes
            yield from ("  ), notes: [", *([_notes(notes)] if notes else []), "  ]),")
        yield "  )"

    def _divisions(self, table: Table) -> Iterator[list[_Part]]:
        """Yield the parts of a table in places where it is too wide as a whole, the widest first."""
        form = table.short_form or table
        ems = self._sheets.column_ems(form)
        widths = [LEAST * (em + 2 * _INSET[0] / self._theme.tables) for em in ems]
        for room in self._rooms:
            if len(cuts := column_panels(form, widths, room)) > 1:
                yield [(form, ems, columns) for columns in cuts]

    def figure(self, drawing: Drawing) -> str:
        """Set a figure with its caption."""
        return self.first_line + "\n".join(self._drawing(drawing, "")) + "\n"

    def report(self, document: Document) -> str:
        """Set the whole report, to stand next to the folders tables/ and figures/."""
        lines = [
            f"#set document(title: {typst_string(document.title)})",
            f'#set page(paper: "a4", margin: {_margins(self._theme)}, numbering: "1")',
            f'#set text(size: {self._theme.text}pt, lang: "en")',
            "#set par(justify: true)",
            _CAPTIONS_ABOVE,
            _WHOLE,
            _LONG_WORDS,
            f'#align(center, text(size: 1.6em, weight: "bold")[{typst_text(document.title)}])',
            "",
            _paragraphs((*document.doubts, *document.summary, *document.reading)),
            *(line for section in document.sections for line in self._section(section, 1, self._sheets.panels)),
            *_provenance(document.provenance),
        ]
        return self.first_line + "\n".join(lines) + "\n"

    def _section(self, section: Section, level: int, panels: Callable[[Table], tuple[Panel, ...]]) -> Iterator[str]:
        yield f"{'=' * level} {typst_text(section.title)}"
        yield ""
        yield _paragraphs(section.paragraphs)
        for caveat in section.caveats:
            yield f"#block(stroke: (left: 2pt + luma(180)), inset: (left: 8pt))[{typst_text(caveat, cites=True)}]"
        for table in section.tables:
            yield from self._panels(table, panels(table))
        for drawing in section.drawings:
            yield from self._drawing(drawing, "figures/")
        if section.references:
            yield '#bibliography("references.bib", title: none, style: "apa")'
        for child in section.sections:
            yield from self._section(child, level + 1, panels)

    def _panels(self, table: Table, panels: Sequence[Panel]) -> Iterator[str]:
        """Set a table in as many parts as the width of the page makes of it; one that no page prints is named."""
        if not panels:
            yield _paragraphs([say("{}: available as tables/{}.csv.", table.title, table.name)])
        for panel in panels:
            classes = panel.classes.split()
            size = self._theme.tables - ("small" in classes)
            caption = say("{} ({})", table.called_caption, panel.part) if panel.part else table.called_caption
            label = self._label("tab", table) if panel.first else ""
            is_turned = "sideways" in classes
            room = self._theme.room(turned=is_turned)[0]
            figure = list(
                _figure(_with_notes(table, _loosened(panel, room), size, above=is_turned), "table", caption, label)
            )
            yield from ("#page(flipped: true)[" if is_turned else "#[", *figure, "]")

    def _drawing(self, drawing: Drawing, folder: str) -> Iterator[str]:
        image = f"image({typst_string(f'{folder}{drawing.name}.svg')}, alt: {typst_string(drawing.alt)})"
        yield from _figure([f"  {image},"], "image", drawing.caption, self._label("fig", drawing))

    def _label(self, kind: str, part: Table | Drawing) -> str:
        return f"{kind}:{self._prefix}-{part.name}"


def _figure(body: Iterable[str], kind: str, caption: Prose, label: str) -> Iterator[str]:
    yield "#figure("
    yield from body if kind == "image" else ("  [", *body, "  ],")
    yield f"  kind: {kind},"
    yield f"  caption: [{typst_text(caption)}],"
    yield f"){f' #label({typst_string(label)})' if label else ''}"
    yield ""


def _with_notes(table: Table, panel: Panel, size: float, *, above: bool = False) -> Iterator[str]:
    """Set a table with its notes below, or above it where they could be all that is on a page of their own."""
    yield f"  #set text(size: {size:g}pt)"
    if above and panel.first and table.notes:
        yield _notes(table.notes)
    yield from _table(panel, size)
    if not above and panel.last and table.notes:
        yield _notes(table.notes)


def _loosened(panel: Panel, room: float) -> Panel:
    """Widen columns as far as there is room: those of report.pdf are for other letters, some of which are narrower."""
    factor = min(_LOOSER, room / sum(panel.widths)) if panel.widths else 1.0
    return (
        panel._replace(widths=tuple(floor(10 * factor * width) / 10 for width in panel.widths)) if factor > 1 else panel
    )


def _notes(notes: Iterable[Prose]) -> str:
    return f"  #align(left, text(size: {_SMALL}em)[{' '.join(map(typst_text, notes))}])"


def _table(panel: Panel, size: float, bounds: _Bounds | None = None) -> Iterator[str]:
    table = panel.table
    paddings = SMALL_PADDINGS if "small" in panel.classes.split() else PADDINGS
    insets = (paddings[0] / 2, _INSET[1]) if panel.widths else _INSET
    across, along = (round(inset / size, 4) for inset in insets)  # which are reduced with the print
    columns = f"({', '.join(f'{width:g}pt' for width in panel.widths)},)" if panel.widths else str(len(table.align))
    yield f"  #table(columns: {columns}, align: ({', '.join(table.align)},), stroke: none,"
    yield f"    inset: (x: {across:g}em, y: {along:g}em),"
    yield f"    table.hline(stroke: {RULE}),"
    yield "    table.header("
    for row in table.head:
        heads = []
        for cell, start in zip(row, accumulate((cell.span for cell in row), initial=0), strict=False):
            side = "center" if cell.span > 1 else table.align[start]
            width = bounds.of(cell, start, bold=True) if bounds else 0
            heads.append(_cell(cell, width=width, align=f"bottom + {side}"))
        yield f"      {' '.join(heads)}"
        yield from _rules_below(row)
    yield "    ),"
    yield f"    table.hline(stroke: {THIN}),"
    ruled = {*table.group_ends, len(table.body)} - {len(table.rows)}
    for number, cells in enumerate(table.rows, start=1):
        starts = accumulate((cell.span for cell in cells), initial=0)
        widths = [bounds.of(cell, start) if bounds else 0 for cell, start in zip(cells, starts, strict=False)]
        texts = (
            _cell(cell, subscript=table.has_subscripts, width=width) for cell, width in zip(cells, widths, strict=True)
        )
        yield f"    {' '.join(texts)}"
        if number in ruled:
            yield f"    table.hline(stroke: {THIN}),"
    yield f"    table.hline(stroke: {RULE}),"
    yield "  )"


def _rules_below(row: Sequence[Cell]) -> Iterator[str]:
    """Yield the rules below heads over several columns."""
    ends = accumulate(cell.span for cell in row)
    for cell, end in zip(row, ends, strict=True):
        if cell.span > 1 and cell.text:
            yield f"      table.hline(start: {end - cell.span}, end: {end}, stroke: {THIN}),"


def _cell(cell: Cell, *, subscript: bool = False, width: float = 0, align: str = "") -> str:
    markup, settings = _marked(cell, subscript=subscript), []
    if width:
        markup = f"#lines({width:.2f})[{markup}]"
    if cell.span > 1:
        settings.append(f"colspan: {cell.span}")
    if align or cell.span > 1:
        settings.append(f"align: {align or 'center'}")
    if cell.fill:
        settings.append(f'fill: rgb("#{cell.fill}")')
    return f"table.cell({', '.join(settings)})[{markup}]," if settings else f"[{markup}],"


def _marked(cell: Cell, *, subscript: bool) -> str:
    markup = typst_text(cell.body)
    for mark, function in (("bold", "strong"), ("underline", "underline"), ("muted", "text(fill: luma(110))")):
        if mark in cell.marks and markup:
            markup = f"#{function}[{markup}]"
    low, rest = subscript_of(cell.detail) if subscript else ("", cell.detail)
    detail = f"#sub[{typst_text(low)}]" if low else ""
    detail += f" #text(size: {_SMALL}em)[{typst_text(rest)}]" if rest else ""
    return f"{markup}{typst_text(cell.sign)}{detail}"


def _paragraphs(paragraphs: Iterable[Prose]) -> str:
    return "".join(f"{typst_text(paragraph, cites=True)}\n\n" for paragraph in paragraphs)


def _margins(theme: Theme) -> str:
    sides = zip(("top", "right", "bottom", "left"), theme.margins, strict=True)
    return f"({', '.join(f'{side}: {length:g}mm' for side, length in sides)})"


def _provenance(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    parts = [f"{typst_text(label)}: {typst_text(value)}" for label, value in pairs]
    if parts:
        yield "= Provenance"
        yield ""
        yield f"#text(size: {_SMALL}em)[{'; '.join(parts)}.]"
