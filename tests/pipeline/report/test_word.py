"""Word: what a reader of .docx finds in report.docx is what the document says, whatever stands in names."""

import io
import sys
import zipfile
from dataclasses import replace

import docx
import pytest
from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
from docx.oxml.ns import qn
from lxml import etree

from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.table import FILLS, Cell, Table, TableLayout
from rankpress.figures.output import to_png
from rankpress.report import word
from rankpress.report.fonts import own_faces
from rankpress.report.word import WordDocument
from rankpress.spec.theme import DEFAULT_THEME

HOSTILE = ["<b>&amp;", "a\x00b", "\ud800", "a\nb\tc", "\u05d0\u05d1", "\u65e5", "]]>", "{x}", "=1+1", "x" * 300]
SHOWN = ["<b>&amp;", "a\u2009U+0000\u2009b", "U+D800", "a b c", *HOSTILE[4:]]
# The order of the parts of a cell's and a table's properties in the schema, in which Word insists on it.
IN_CELL = ["tcW", "gridSpan", "vMerge", "tcBorders", "shd", "noWrap", "tcMar", "vAlign"]
IN_TABLE = ["tblStyle", "tblW", "jc", "tblBorders", "tblLayout", "tblCellMar", "tblLook"]


def table(**changes):
    body = [(Cell(name), Cell("0.9 (1)", detail="(1)", marks=frozenset({"bold", "significant"}))) for name in HOSTILE]
    rows = tuple((*cells, Cell("2", marks=frozenset({"muted", "highlight", "underline"}))) for cells in body)
    head = ((Cell(""), Cell("over", span=2)), (Cell("a"), Cell("b"), Cell("c")))
    made = Table("accuracy-scores", "accuracy", "Scores", "What it shows.", head, rows, notes=("A note.", "Another."))
    return replace(made, align=("left", "right", "center"), footer=1, **changes)


@pytest.fixture(scope="module")
def png():
    from matplotlib.figure import Figure

    return to_png(Figure(figsize=(9, 1)))


def written(png, *tables):
    drawing = Drawing("cd", "accuracy", "cd", "Title", "A diagram.", "Alt.", DrawnForms(b"", b"<svg/>", {"png": png}))
    bare = replace(drawing, name="bare", title="Bare", forms=DrawnForms())
    sections = tuple(Section(f"s{n}", name, (name,), tables=tables) for n, name in enumerate(HOSTILE[:2]))
    last = Section("last", "Figures", drawings=(drawing, bare))
    return WordDocument(DEFAULT_THEME).report(Document("T\x01", ("Summary.",), (*sections, last)))


def parsed(content):
    return docx.Document(io.BytesIO(content))


def order(element):
    return [etree.QName(child).localname for child in element]


def test_tables_have_their_cells_marks_and_notes(png):
    document = parsed(written(png, table()))
    grid = document.tables[0]
    assert [cell.text for cell in grid.columns[0].cells][2:] == SHOWN
    assert grid.cell(0, 1)._tc is grid.cell(0, 2)._tc
    assert grid.cell(0, 1).text == "over"
    assert [bool(row._tr.trPr.findall(qn("w:tblHeader"))) for row in grid.rows[:3]] == [True, True, False]
    bold, sign, detail = grid.cell(2, 1).paragraphs[0].runs
    assert (bold.text, bold.bold, sign.text, detail.text) == ("0.9", True, "*", " (1)")
    [muted] = grid.cell(2, 2).paragraphs[0].runs
    assert muted.underline
    assert str(muted.font.color.rgb) == word.GRAY
    assert grid.cell(2, 2)._tc.tcPr.find(qn("w:shd")).get(qn("w:fill")) == FILLS["highlight"].upper()
    assert "A note. Another." in [paragraph.text for paragraph in document.paragraphs]


def test_spreads_are_lowered_where_the_study_says_so(png):
    rows = ((Cell("A"), Cell("0.9 0.012 (1)", detail="0.012 (1)"), Cell("2")),)
    [grid, _] = parsed(written(png, replace(table(), rows=rows, footer=0, has_subscripts=True))).tables
    runs = grid.cell(2, 1).paragraphs[0].runs
    assert [(run.text, run.font.subscript) for run in runs] == [("0.9", None), ("0.012", True), (" (1)", None)]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("notes", [("A note.",), ()])
@pytest.mark.parametrize("times", [1, 6])
def test_few_rows_stay_on_one_page_and_the_last_one_next_to_its_notes(png, times, notes):
    made = table(notes=notes)
    made = replace(made, rows=made.rows * times)
    [grid, _] = parsed(written(png, made)).tables
    keeps = [{bool(cell.paragraphs[0].paragraph_format.keep_with_next) for cell in row.cells} for row in grid.rows]
    assert keeps == [{times == 1}] * (len(keeps) - 1) + [{bool(notes)}]


def test_captions_are_numbered_by_fields(png):
    document = parsed(written(png, table()))
    fields = [field.get(qn("w:instr")).split()[1] for field in document.element.iter(qn("w:fldSimple"))]
    assert fields == ["Table", "Table", "Figure"]
    paragraphs = [part for part in document.element.iter(qn("w:p")) if part.style == "Caption"]
    captions = ["".join(run.text for run in part.iter(qn("w:t"))) for part in paragraphs]
    assert captions == ["Table 1. What it shows.", "Table 2. What it shows.", "Figure 1. A diagram."]


def test_figures_fit_and_are_described(png):
    document = parsed(written(png))
    [shape] = document.inline_shapes
    assert shape._inline.docPr.get("descr") == "Alt."
    section = document.sections[0]
    assert shape.width <= section.page_width - section.left_margin - section.right_margin
    [picture] = [part for part in document.paragraphs if part._p.findall(f".//{qn('w:drawing')}")]
    assert picture.paragraph_format.keep_with_next  # its caption
    assert "Bare: available as figures/bare.svg." in [paragraph.text for paragraph in document.paragraphs]


@pytest.mark.nightly
def test_heads_stand_at_the_bottom_of_their_cells(png):
    [first, *_] = parsed(written(png, table())).tables
    at_bottom = [
        [cell.vertical_alignment == WD_CELL_VERTICAL_ALIGNMENT.BOTTOM for cell in row.cells] for row in first.rows
    ]
    assert [all(row) for row in at_bottom[:3]] == [True, True, False]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("columns", "times"), [(3, 1.4), (8, 1.4), (30, 1.12)])
def test_columns_have_room_for_the_typeface_of_a_word_processor(png, columns, times):
    """Numbers of Arial are 12% wider than those by which columns are measured, bold ones of DejaVu Sans 41%."""
    numbers = tuple(Cell("0.2111") for _ in range(columns))
    head = ((Cell("a"), *(Cell("c") for _ in numbers)),)
    aligned = ("left",) + ("right",) * columns
    made = replace(table(), head=head, rows=((Cell("x"), *numbers),), footer=0, align=aligned)
    print_size, padding = DEFAULT_THEME.tables - 1, 2 * word._PADDING
    needed = own_faces().text_width("0.2111") * print_size
    widths = [column.width.pt for grid in parsed(written(png, made)).tables for column in list(grid.columns)[1:]]
    assert min(widths) - padding >= times * needed
    room = DEFAULT_THEME.room(turned=True)[0] if columns > 10 else DEFAULT_THEME.room()[0]
    for grid in parsed(written(png, made)).tables:
        assert sum(column.width.pt for column in grid.columns) <= room + 1


def test_the_page_is_that_of_the_theme():
    letter = replace(DEFAULT_THEME, paper=(216, 279))
    [section] = parsed(WordDocument(letter).report(Document("T", ("One.",), ()))).sections
    assert (section.page_width.mm, section.page_height.mm) == pytest.approx((216, 279), abs=0.1)


@pytest.mark.nightly
def test_wide_tables_are_on_pages_that_are_turned(png):
    document = parsed(written(png, table(layout=TableLayout(landscape=True))))
    assert [section.orientation for section in document.sections] == [0, 1, 0, 1, 0]
    assert all((section.page_width > section.page_height) == section.orientation for section in document.sections)


@pytest.mark.nightly
def test_properties_are_in_the_order_of_the_schema(png):
    document = parsed(written(png, table()))
    for name, expected in (("w:tcPr", IN_CELL), ("w:tblPr", IN_TABLE)):
        for properties in document.element.iter(qn(name)):
            places = [expected.index(child) for child in order(properties)]
            assert places == sorted(places), order(properties)


@pytest.mark.nightly
def test_the_same_bytes_at_any_time(png, monkeypatch):
    first = written(png, table())
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert written(png, table()) == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_without_python_docx_the_report_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "docx", None)
    made = word.write_word(None)
    assert not made.files
    assert "[docx]" in made.why_not
