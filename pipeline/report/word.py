"""report.docx: the report as authors edit it in a word processor, its tables as tables."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rankpress.catalog.formats import Written
from rankpress.core.extras import install_command
from rankpress.core.table import subscript_of
from rankpress.report.page_table import Panel
from rankpress.report.pdf import Sheets
from rankpress.wording.strings import unbroken
from rankpress.wording.text import BLANK, Prose, Writing, join, say

if TYPE_CHECKING:
    from rankpress.core.document import Document, Drawing, Section
    from rankpress.core.table import Cell, Table
    from rankpress.report.rendering import Rendering
    from rankpress.spec.theme import Theme

RULE, THIN = 8, 4  # eighths of a point
INK, GRAY = "1A1A1A", "6B6F75"
TYPEFACE = "Calibri"
LATER = datetime(1980, 1, 1, tzinfo=UTC)  # the first date that an archive can have: the same bytes at any time
_MILLIMETER, _POINT = 36_000, 12_700  # in the units of Word's drawings, EMU
WIDER = 1.12  # room for the typeface that a word processor has, where widths were measured in ours
_WIDEST = 1.4  # times the measured width, as bold numbers need in the widest typeface; as far as a page has room
MOST_KEPT = 40  # rows that a page holds together
_PADDING = 3  # points left and right of a cell, and above notes
_SMALLER = 1.5  # points by which notes are smaller than a table

_write = Writing()


def write_word(rendering: Rendering) -> Written:
    """Write a report as report.docx."""
    try:
        import docx  # noqa: F401
    except ImportError:
        return Written(why_not=f"report.docx was not written: it needs python-docx; {install_command('docx')}")
    content = WordDocument(rendering.theme).report(rendering.document)
    return Written({"report.docx": content, "macros.csv": rendering.numbers.csv.encode()})


class WordDocument:
    """Builds a document; holds what numbers its tables and figures."""

    def __init__(self, theme: Theme) -> None:
        import docx

        self._theme, self._sheets = theme, Sheets(replace(theme, tables=theme.tables * WIDER))
        self._word: Any = docx.Document()
        self._numbers = {"Table": 0, "Figure": 0}
        self._turned = False
        self._set_styles()
        self._set_page(self._word.sections[0])

    def report(self, document: Document) -> bytes:
        """Return the whole report as the bytes of its file."""
        properties = self._word.core_properties
        properties.title, properties.author, properties.comments = _write(document.title), "", ""
        properties.created = properties.modified = LATER
        properties.last_modified_by, properties.revision = "", 1
        self._word.add_heading(_write(document.title), 0)
        self._paragraphs((*document.doubts, *document.summary, *document.reading))
        for section in document.sections:
            self._section(section, 1)
        self._turn(False)
        if document.provenance:
            self._word.add_heading("Provenance", 1)
            entries = [say("{}: {}", label, value) for label, value in document.provenance]
            self._paragraph(say("{}.", join(entries, "; ")), size=self._theme.tables - _SMALLER)
        buffer = io.BytesIO()
        self._word.save(buffer)
        return _undated(buffer.getvalue())

    def _section(self, section: Section, level: int) -> None:
        self._turn(False)
        self._word.add_heading(_write(section.title), min(level, 9))
        self._paragraphs((*section.paragraphs, *section.caveats))
        for table in section.tables:
            panels = self._sheets.panels(table)
            if not panels:
                self._turn(False)
                self._paragraph(say("{}: available as tables/{}.csv.", table.title, table.name))
            for panel in panels:
                self._panel(table, panel)
        for drawing in section.drawings:
            self._drawing(drawing)
        for number, reference in enumerate(section.references, start=1):
            self._paragraph(f"{number}. {reference.text}")
        for child in section.sections:
            self._section(child, level + 1)

    def _paragraphs(self, paragraphs: Iterable[Prose]) -> None:
        for paragraph in paragraphs:
            self._paragraph(paragraph)

    def _paragraph(self, content: Prose, *, size: float = 0.0) -> Any:
        paragraph = self._word.add_paragraph()
        self._run(paragraph, content, size=size)
        return paragraph

    def _panel(self, table: Table, panel: Panel) -> None:
        """Add a table, or a part of one: caption, grid, notes."""
        classes = panel.classes.split()
        self._turn("sideways" in classes)
        caption = say("{} ({})", table.called_caption, panel.part) if panel.part else table.called_caption
        self._caption("Table", caption, counts=panel.first)
        size = self._theme.tables - ("small" in classes)
        has_notes = bool(panel.last and table.notes)
        room = self._theme.room(turned="sideways" in classes)[0]
        stretch = max(1.0, min(_WIDEST / WIDER, room / sum(panel.widths)))
        panel = panel._replace(widths=tuple(stretch * width for width in panel.widths))
        self._grid(panel, size, has_notes=has_notes)
        if has_notes:
            notes = self._paragraph(join(table.notes), size=size - _SMALLER)
            notes.paragraph_format.space_before = _PADDING * _POINT

    def _grid(self, panel: Panel, size: float, *, has_notes: bool) -> None:
        """Add the rows of a table: on one page where they are few, and the last one always next to its notes."""
        from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
        from docx.shared import Pt

        table = panel.table
        rows = (*table.head, *table.rows)
        grid = self._word.add_table(rows=len(rows), cols=len(table.align))
        grid.alignment = 1
        _pad(grid)
        first_of_body, last = len(table.head), len(rows)
        ruled = {first_of_body: THIN, last: RULE}
        ruled |= {first_of_body + end: THIN for end in (*table.group_ends, len(table.body)) if end < len(table.rows)}
        for number, (cells, row) in enumerate(zip(rows, grid.rows, strict=True), start=1):
            _keep_whole(row, repeats=number <= first_of_body)
            boxes = list(row.cells)
            for place, cell in _places(cells):
                box = boxes[place] if cell.span == 1 else boxes[place].merge(boxes[place + cell.span - 1])
                alignment = "center" if cell.span > 1 else table.align[place]
                self._fill(box, cell, alignment, size, subscript=table.has_subscripts)
                is_last = number == last
                keeps = has_notes if is_last else len(rows) <= MOST_KEPT
                box.paragraphs[0].paragraph_format.keep_with_next = keeps or None
                below = THIN if cell.span > 1 and cell.text and number < first_of_body else ruled.get(number, 0)
                _rule(box, above=RULE if number == 1 else 0, below=below, fill=cell.fill)
                box.width = Pt(sum(panel.widths[place : place + cell.span]))
                if place >= table.stub and not table.is_of_texts:
                    box._tc.get_or_add_tcPr().append(_element("w:noWrap"))
                if number <= first_of_body:
                    box.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.BOTTOM
        for column, width in zip(grid.columns, panel.widths, strict=True):
            column.width = Pt(width)

    def _fill(self, box: Any, cell: Cell, alignment: str, size: float, *, subscript: bool) -> None:
        paragraph = box.paragraphs[0]
        paragraph.alignment = {"left": 0, "center": 1, "right": 2}[alignment]
        paragraph.paragraph_format.space_after = paragraph.paragraph_format.space_before = 0
        run = self._run(paragraph, cell.body, size=size, muted="muted" in cell.marks)
        run.bold, run.underline = "bold" in cell.marks, "underline" in cell.marks
        if cell.sign:
            self._run(paragraph, cell.sign, size=size)
        low, rest = subscript_of(cell.detail) if subscript else ("", cell.detail)
        if low:
            self._run(paragraph, low, size=size).font.subscript = True
        if rest:
            self._run(paragraph, f" {rest}", size=size - 1, muted="muted" in cell.marks)

    def _drawing(self, drawing: Drawing) -> None:
        self._turn(False)
        picture = drawing.forms.others.get("png")
        if not picture:
            self._paragraph(say("{}: available as figures/{}.svg.", drawing.title, drawing.name))
            return
        paragraph = self._word.add_paragraph()
        paragraph.paragraph_format.keep_with_next = True
        run = paragraph.add_run()
        run.element.getparent().get_or_add_pPr()
        room = int(self._theme.room()[0] * _POINT)
        shape = run.add_picture(io.BytesIO(picture))
        if shape.width > room:
            shape.height, shape.width = int(shape.height * room / shape.width), room
        names = shape._inline.docPr
        names.set("descr", _write(drawing.alt))
        names.set("title", _write(drawing.title))
        self._caption("Figure", drawing.caption)

    def _caption(self, kind: str, caption: Prose, *, counts: bool = True) -> None:
        """Add a caption whose number is a field, to which cross references lead."""
        self._numbers[kind] += counts
        paragraph = self._word.add_paragraph(style="Caption")
        paragraph.paragraph_format.keep_with_next = kind == "Table"
        self._run(paragraph, f"{kind} ").bold = True
        if counts:
            _add_field(paragraph, f" SEQ {kind} \\* ARABIC ", str(self._numbers[kind]))
        else:
            self._run(paragraph, str(self._numbers[kind])).bold = True
        self._run(paragraph, say(". {}", caption))

    def _run(self, paragraph: Any, content: Prose, *, size: float = 0.0, muted: bool = False) -> Any:
        from docx.shared import Pt, RGBColor

        run = paragraph.add_run(_without_breaks(unbroken(_write(content))))
        if size:
            run.font.size = Pt(size)
        if muted:
            run.font.color.rgb = RGBColor.from_string(GRAY)
        return run

    def _turn(self, turned: bool) -> None:
        """Go on on a page that is turned on its side, or upright again."""
        if turned != self._turned:
            self._turned = turned
            section = self._word.add_section()
            section.page_width, section.page_height = section.page_height, section.page_width
            section.orientation = int(turned)

    def _set_page(self, section: Any) -> None:
        top, right, bottom, left = (int(side * _MILLIMETER) for side in self._theme.margins)
        section.page_width, section.page_height = (int(side * _MILLIMETER) for side in self._theme.paper)
        section.top_margin, section.right_margin, section.bottom_margin, section.left_margin = top, right, bottom, left

    def _set_styles(self) -> None:
        from docx.oxml.ns import qn
        from docx.shared import Pt, RGBColor

        styles = self._word.styles
        for name in ("Normal", "Title", "Caption", *(f"Heading {level}" for level in range(1, 10))):
            font = styles[name].font
            font.name, font.color.rgb = TYPEFACE, RGBColor.from_string(INK)
            fonts = styles[name].element.rPr.rFonts
            for theme in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme", "w:cstheme"):
                fonts.attrib.pop(qn(theme), None)
        styles["Normal"].font.size = Pt(self._theme.text)
        styles["Caption"].font.size = Pt(self._theme.tables)
        styles["Caption"].font.bold = False
        styles["Caption"].paragraph_format.space_before = Pt(_PADDING * 4)


def _places(cells: Sequence[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a row with the column at which each begins."""
    yield from zip((0, *accumulate(cell.span for cell in cells)), cells, strict=False)


def _element(name: str, **attributes: str) -> Any:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement(name)
    for key, value in attributes.items():
        element.set(qn(f"w:{key}"), value)
    return element


def _rule(box: Any, *, above: int, below: int, fill: str) -> None:
    """Draw rules above and below a cell, and shade it."""
    properties = box._tc.get_or_add_tcPr()
    borders = _element("w:tcBorders")
    for side, width in (("w:top", above), ("w:bottom", below)):
        if width:
            borders.append(_element(side, val="single", sz=str(width), space="0", color=INK))
    properties.append(borders)
    if fill:
        properties.append(_element("w:shd", val="clear", color="auto", fill=fill.upper()))


def _pad(grid: Any) -> None:
    """Leave little room at the sides of each cell."""
    margins = _element("w:tblCellMar")
    for side in ("left", "right"):
        margins.append(_element(f"w:{side}", w=str(_PADDING * 20), type="dxa"))
    grid._tbl.tblPr.insert_element_before(margins, "w:tblLook")  # the order that Word's schema has


def _keep_whole(row: Any, *, repeats: bool) -> None:
    """Keep a row on one page, and have a head repeated on each."""
    properties = row._tr.get_or_add_trPr()
    properties.append(_element("w:cantSplit"))
    if repeats:
        properties.append(_element("w:tblHeader"))


def _add_field(paragraph: Any, code: str, present: str) -> None:
    """Add a field, which the word processor computes again, with its present result."""
    field = _element("w:fldSimple", instr=code)
    run = paragraph.add_run(present)
    run.bold = True
    field.append(run._r)
    paragraph._p.append(field)


def _without_breaks(text: str) -> str:
    return "".join(" " if character in BLANK else character for character in text)


def _undated(archive: bytes) -> bytes:
    """Return an archive whose files have no time of their own."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            plain = zipfile.ZipInfo(entry.filename, LATER.timetuple()[:6])
            plain.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(plain, old.read(entry.filename))
    return buffer.getvalue()
