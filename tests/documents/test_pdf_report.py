"""report.pdf as a file: PDF/UA-1, outline, fonts and tags; the same bytes everywhere; nothing loaded from outside."""

import io
import logging
import os
import pickle
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from pypdf import PdfReader
from weasyprint import HTML

from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Labels
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.figures.output import to_pdf
from rankpress.figures.style import drawing_context
from rankpress.report.page_table import page_table
from rankpress.report.pdf import LONG_HEAD, Sheets, _points, pdf_report
from rankpress.report.placed_figures import PlacedFigure
from rankpress.report.typesetting import PangoMissing
from rankpress.spec.theme import THEMES
from rankpress.wording.text import algorithm_named, say

panels = Sheets(THEMES["a4"]).panels

# As the contract lists them; the last three and the second emoji have no glyph in the fonts of the PDF.
HOSTILE = [
    *r"a_b¦50% $x$ & #1¦\input{/etc/passwd}¦<img src=x onerror=alert(1)>".split("¦"),
    "x" * 300,
    "Ωμέγα ∑",
    "עברית",
    "العربية",
    *("\N{GRINNING FACE}", "\N{TEST TUBE}", "中文"),
    "a\u202eb\x00",
]


def score(value, rank, *marks):
    """A score with its rank behind it."""
    detail = f"({rank:g})"
    return Cell(f"{value:.3f} {detail}", value, frozenset(marks), detail=detail, detail_value=rank)


def scores(rows, columns, name="accuracy-scores"):
    """A table of scores."""
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(columns)))
    body = tuple(
        (
            Cell(f"set {row}"),
            *(score(row / rows, column, "bold" if row == column else "muted") for column in range(columns)),
        )
        for row in range(rows)
    )
    footer = (Cell("Average rank"), *(Cell("1.50", 1.5) for _ in range(columns)))
    return Table(
        name,
        "accuracy",
        "Scores and ranks",
        "Means.",
        ((Cell(""), Cell("accuracy ↑", span=columns)), heads),
        (*body, footer),
        ("left", *("right",) * columns),
        footer=1,
        notes=("Bold: best.",),
        detail="rank",
    )


def drawing(name="accuracy-cd", text="A line."):
    """A figure of one line and a word, as matplotlib writes it."""
    figure = Figure(figsize=(6.25, 1.4))
    figure.add_artist(Line2D([0, 1], [1, 0]))
    with drawing_context():
        figure.text(0.5, 0.8, "tréwordé")
        return Drawing(name, "accuracy", "cd", text, text, text, DrawnForms(to_pdf(figure)))


def document():
    """A report with a long table, a wide one, one that is not printed, and a figure."""
    left_out = replace(scores(3, 2, "left-out"), in_pdf=False)
    tables = (scores(90, 3), left_out, scores(25, 14, "wide"))
    inner = Section("inner", "Inner", ("Text.",), ("Mind this.",), drawings=(drawing(),))
    return Document(
        "A study",
        ("Two were compared.",),
        (Section("scores", "Scores", ("A paragraph.",), tables=tables, sections=(inner,)),),
        provenance=(("study.yaml", "sha256 00"),),
    )


def one(**parts):
    return Document("D", (), (Section("s", "S", **parts),))


@pytest.fixture(scope="module")
def pdf():
    return pdf_report(document())


@pytest.fixture(scope="module")
def reader(pdf):
    return PdfReader(io.BytesIO(pdf))


@pytest.fixture
def quiet(caplog):
    """Fail where WeasyPrint had to complain of what we gave it."""
    with caplog.at_level(logging.INFO):
        yield
    assert [record.getMessage() for record in caplog.records if "WeasyPrint" in record.getMessage()] == []


def text_of(reader):
    """Return all that is printed, on one line."""
    return " ".join(page.extract_text() for page in reader.pages).replace("\n", " ")


def structure(reader):
    """Walk the elements of the tag tree."""
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        element = waiting.pop().get_object()
        if isinstance(element, dict):
            yield element
            inside = element.get("/K", [])
            waiting += inside if isinstance(inside, list) else [inside]


def test_is_pdf_ua(pdf, check_pdf_ua, tmp_path):
    (tmp_path / "report.pdf").write_bytes(pdf)
    check_pdf_ua(tmp_path / "report.pdf")


@pytest.mark.nightly
def test_title_language_outline(reader):
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert reader.metadata.title == "A study"

    def titles(entries):
        return [titles(entry) if isinstance(entry, list) else entry.title for entry in entries]

    assert titles(reader.outline) == ["A study", ["Scores", ["Inner"], "Provenance", "Wide tables"]]


@pytest.mark.nightly
def test_fonts_are_ours_and_embedded(reader):
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    described = [font["/DescendantFonts"][0].get_object() for font in fonts]
    names = {re.sub(r"^/[A-Z]{6}\+", "", font["/BaseFont"]) for font in described}
    source = {f"Source-{kind}-Pro{weight}" for kind in ("Sans", "Serif") for weight in ("", "-Semi-Bold")}
    assert source - {"Source-Serif-Pro-Semi-Bold"} <= names  # what stands out of prose: names of algorithms
    assert names <= source | {"STIXGeneral", "STIXGeneral-Bold", "DejaVu-Sans", "DejaVu-Sans-Bold", "DejaVu-Sans-Mono"}
    assert all("/FontFile2" in font["/FontDescriptor"] for font in described)


@pytest.mark.nightly
def test_pages_are_numbered_and_headed(reader):
    count = len(reader.pages)
    for number, page in enumerate(reader.pages, start=1):
        assert f"{number} of {count}" in page.extract_text()
        assert page.extract_text().count("A study") == 1  # as title on the first page, above the text on others
    assert "Contents" not in reader.pages[0].extract_text()  # bookmarks do for a single section


@pytest.mark.nightly
def test_long_tables_repeat_their_heads(reader):
    texts = [page.extract_text() for page in reader.pages]
    with_rows = [text for text in texts if re.search(r"^set \d+", text, re.MULTILINE)]
    assert len(with_rows) >= 3
    for text in with_rows:
        assert "algorithm 0" in text
        assert "accuracy ↑" in text
    assert sum("Average rank" in text for text in with_rows) == 2  # once a table, not on every page


@pytest.mark.nightly
def test_a_table_ends_with_several_rows():
    numbers = range(33, 60, 4)  # of 45 rows the last would be alone on its page
    tables = tuple(
        replace(made, rows=made.rows[:-1], footer=0) for made in (scores(rows, 1, f"t{rows}") for rows in numbers)
    )
    made = PdfReader(io.BytesIO(pdf_report(one(tables=tables))))
    rows = [re.findall(r"^set (\d+)", page.extract_text(), re.M) for page in made.pages]
    assert sum(map(len, rows)) == sum(numbers)
    assert not [page for page in rows if page and int(page[0]) and page[1:2] in ([], ["0"])]


@pytest.mark.nightly
def test_wide_tables_are_set_sideways(reader):
    wide = next(page for page in reader.pages if "algorithm 13" in page.extract_text().replace("\n", " "))
    assert wide.mediabox.width > wide.mediabox.height
    assert "Wide tables" in wide.extract_text()
    turns = [page.mediabox.width > page.mediabox.height for page in reader.pages]
    assert sum(one != next_one for one, next_one in pairwise(turns)) == 1  # they are the last
    page = reader.pages.index(wide) + 1
    text = text_of(reader).replace("\xa0", " ")
    assert f"Table 2, Scores and ranks: among the wide tables (page {page})" in text


@pytest.mark.nightly
def test_the_longest_of_too_many_cells_are_left_to_csv(monkeypatch):
    long, short = scores(9, 3, "long"), scores(8, 3, "short")
    monkeypatch.setattr("rankpress.report.pdf.MOST_CELLS_IN_PDF", len(short.rows) * len(short.align))
    text = text_of(PdfReader(io.BytesIO(pdf_report(one(tables=(long, short))))))
    assert "Available as CSV: Scores and ranks (tables/long.csv)." in text
    assert "Table 1. Means." in text


def test_tags(reader):
    elements = list(structure(reader))
    kinds = [element.get("/S") for element in elements]
    assert [element.get("/Alt") for element in elements if element.get("/S") == "/Figure"] == ["A line."]
    assert kinds.count("/Caption") >= 3
    for kind in ("/H1", "/H2", "/H3", "/P", "/Table", "/THead", "/TBody", "/TH", "/TD", "/Link"):
        assert kind in kinds
    cells = [element for element in elements if element.get("/S") == "/TD"]
    assert sum(bool(cell["/A"].get("/Headers")) for cell in cells) >= 90 * 3
    images = [page["/Resources"].get("/XObject", {}) for page in reader.pages]
    assert not [image for objects in images for image in objects.values() if image.get("/Subtype") == "/Image"]


@pytest.mark.nightly
def test_figures_are_those_of_matplotlib(reader):
    """Their texts are texts, in the fonts that they bring along; their width is that of their file."""
    forms = [
        form.get_object()
        for form in reader.pages[0]["/Resources"]["/XObject"].values()
        if form.get_object()["/Subtype"] == "/Form"
    ]
    [form] = forms
    assert form["/BBox"] == [0, 0, 450, pytest.approx(100.8)]
    assert "tréwordé" in text_of(reader)
    for font in form["/Resources"]["/Font"].values():
        assert "/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"]


FILLED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M 0 0 L 9 9" style="fill: #123456"/></svg>'
)


@pytest.mark.nightly
def test_figures_with_fonts_of_tex_are_drawn_from_svg(quiet, check_pdf_ua, tmp_path):
    by_tex = replace(drawing(), forms=DrawnForms(b"<< /Type /Font /Subtype /Type1 >>", FILLED))
    pdf = pdf_report(one(drawings=(by_tex,)))
    (tmp_path / "report.pdf").write_bytes(pdf)
    check_pdf_ua(tmp_path / "report.pdf")
    assert is_filled(pdf)


def is_filled(pdf):
    """Return whether the drawing on the first page is that of the SVG."""
    contents = PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    return contents is not None and b"0.070588 0.203922 0.337255 rg" in contents.get_data()


def unlike(monkeypatch, surprise):
    """Have WeasyPrint do with images what it does not do now."""
    if surprise == "asks for something else":
        monkeypatch.delattr(PlacedFigure, "get_intrinsic_size")
    elif surprise == "gives something else":
        monkeypatch.delattr("weasyprint.pdf.stream.Stream.add_image")
    elif surprise == "paints nothing":
        monkeypatch.setattr(PlacedFigure, "draw", lambda *_: None)
    elif surprise == "pydyf has other names":
        monkeypatch.setattr("rankpress.report.placed_figures.Stream", None)
    else:
        render = HTML.render
        monkeypatch.setattr(HTML, "render", lambda *given, cache, **more: render(*given, **more))


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "surprise",
    ["asks for something else", "gives something else", "paints nothing", "pydyf has other names", "no cache"],
)
def test_figures_that_cannot_be_placed_are_drawn_from_svg(quiet, monkeypatch, surprise):
    filled = one(drawings=(replace(drawing(), forms=replace(drawing().forms, svg=FILLED)),))
    assert not is_filled(pdf_report(filled))
    unlike(monkeypatch, surprise)
    assert is_filled(pdf_report(filled))


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("missing", [b"", b"/MediaBox", b"/Contents", b"/Resources", b"startxref", b"endobj"])
def test_a_figure_that_is_not_as_matplotlib_writes_it_is_drawn_from_svg(quiet, missing):
    other = drawing().forms.pdf.replace(missing, b"X" * len(missing)) if missing else b""
    filled = replace(drawing(), forms=DrawnForms(other, FILLED))
    assert is_filled(pdf_report(one(drawings=(filled,))))


def test_environment_is_left_as_it_was(monkeypatch):
    monkeypatch.setenv("FONTCONFIG_FILE", "mine")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = dict(os.environ)
    handlers = list(logging.getLogger("weasyprint").handlers)
    pdf_report(Document("D", (), ()))
    assert dict(os.environ) == before
    assert logging.getLogger("weasyprint").handlers == handlers


@pytest.mark.nightly
def test_a_fault_in_a_template_has_its_place(tmp_path):
    (tmp_path / "section.html.j2").write_text("{{ nothing }}")
    with pytest.raises(FaultsFound, match=r"section.html.j2:1: .*: 'nothing' is undefined") as error:
        pdf_report(document(), templates=tmp_path)
    assert len(error.value.faults) == 1


def test_what_is_lacking_is_told_by_another_process_too():
    missing = PangoMissing("why")
    assert str(pickle.loads(pickle.dumps(missing))) == str(missing)


@pytest.mark.nightly
def test_names_in_sentences_are_not_broken():
    name = algorithm_named("XGBoostClassifier")
    sentence = say(" ".join(f"{'so' * (number % 7)}, {{}} is" for number in range(80)), *[name] * 80)
    section = Section("s", "Scores", (sentence,), drawings=(replace(drawing(), caption=sentence),))
    named = Labels().shown(Document("A study", (), (section,)), marked=True)
    made = pdf_report(named)
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
    assert text.split().count("XGBoostClassifier") == 160


@pytest.mark.nightly
def test_relations_marks_and_hyphened_names_stay_on_a_line():
    """At every width of a line before them: no line ends within "p ≤ 0.05", "*: p", "N-BEATS"."""
    name = algorithm_named("N-BEATS")
    words = ("*: p \N{LESS-THAN OR EQUAL TO} 0.05 against ", ", CD = 1.5 or r < \N{MINUS SIGN}0.3. ")
    several = [say("{}{}{}{}", "i" * width + " ", words[0], name, words[1]) for width in range(60, 90)]
    section = Section("s", "Scores", tuple(several))
    made = pdf_report(Labels().shown(Document("A study", (), (section,)), marked=True))
    lines = [line.strip() for page in PdfReader(io.BytesIO(made)).pages for line in page.extract_text().splitlines()]
    assert not [line for line in lines if line.endswith(("p", "*:", "=", "<", "\N{LESS-THAN OR EQUAL TO}", "N-"))]
    assert sum("N-BEATS" in line for line in lines) == len(several)


@pytest.mark.nightly
def test_hostile_names(quiet, check_pdf_ua, tmp_path):
    heads = (Cell(""), *map(Cell, HOSTILE))
    rows = tuple((Cell(name), *(score(0.5, 2.5) for _ in HOSTILE)) for name in HOSTILE)
    table = Table("t", "m", " ".join(HOSTILE), " ".join(HOSTILE), (heads,), rows, ("left", *("right",) * len(HOSTILE)))
    section = Section(
        "s", HOSTILE[3], tuple(HOSTILE), tuple(HOSTILE), tables=(table,), drawings=(drawing(text=" ".join(HOSTILE)),)
    )
    made = pdf_report(
        Document(" ".join(HOSTILE), tuple(HOSTILE), (section,), provenance=tuple((name, name) for name in HOSTILE))
    )
    (tmp_path / "report.pdf").write_bytes(made)
    check_pdf_ua(tmp_path / "report.pdf")
    reader = PdfReader(io.BytesIO(made))
    text = " ".join(page.extract_text() for page in reader.pages)
    for name in ("a_b", "50% $x$ & #1", r"\input{/etc/passwd}", "<img src=x onerror=alert(1)>", "Ωμέγα ∑"):
        assert name in text
    assert "\N{GRINNING FACE}" in text  # which DejaVu has
    for written in ("U+1F9EA", "U+4E2D", "U+6587", "U+202E", "U+0000"):
        assert written in text
    # no character comes out as the box of a missing glyph, glyph 0 of a font
    drawn = b"".join(page.get_contents().get_data() for page in reader.pages if page.get_contents() is not None)
    shown = re.findall(rb"<([0-9a-fA-F]+)>", drawn)
    assert shown
    assert b"0000" not in {run[place : place + 4] for run in shown for place in range(0, len(run), 4)}


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(
    "text",
    [
        '<img src="file:///etc/passwd" alt="x">',
        '<link rel="attachment" href="file:///etc/passwd">',
        '<link rel="stylesheet" href="http://example.invalid/x.css">',
        '<object data="file:///etc/passwd" type="image/svg+xml"></object>',
        "<style>@import url(file:///etc/passwd);</style>",
        "<style>@font-face { font-family: x; src: url(file:///etc/passwd) } body { font-family: x }</style>",
        '<p style="background: url(ftp://example.invalid/x)">x</p>',
    ],
)
def test_templates_cannot_load_anything(text, tmp_path):
    (tmp_path / "pdf.html.j2").write_text(f"<html lang=en><title>t</title><body><p>x</p>{text}")
    with pytest.raises(FaultsFound, match=r"report.pdf may not load this: .*(passwd|example\.invalid)"):
        pdf_report(document(), templates=tmp_path)


def headed(columns, *heads):
    """Return a table of short numbers, each column under one of the heads."""
    head = (Cell("Data set"), *(Cell(heads[i % len(heads)]) for i in range(columns)))
    row = (Cell("iris"), *(Cell("0.9", 0.9) for _ in range(columns)))
    return Table("t", "", "T", "", (head,), (row,) * 3, ("left",) + ("right",) * columns)


class TestSheets:
    def test_a_table_of_texts_shares_the_page_and_one_of_numbers_is_divided(self):
        """Long texts in four columns: lines are broken where they may be; a short column keeps to what it needs."""
        long, short = Cell("a word " * 40), Cell("short")
        table = Table("t", "", "T", "", ((short,) * 4,), ((short, long, long, long),) * 3, ("left",) * 4)
        [panel] = panels(table)
        [room] = {sheet.room for sheet in Sheets(THEMES["a4"])._standing}
        assert room - 1 < sum(panel.widths) <= room
        assert panel.widths[0] < 50 < 100 < min(panel.widths[1:])
        assert len(panels(replace(table, align=("left", "left", "left", "right")))) > 1

    def test_heads_are_not_broken_where_the_page_has_room(self):
        """A name of two words above narrow numbers, in narrow tables and in one as wide as the page."""
        sheets = Sheets(THEMES["a4"])
        for columns in (2, 5):
            table = headed(columns, "Random forest")
            [panel] = panels(table)
            assert panel.widths[1] >= _points(sheets.column_ems(table, LONG_HEAD), sheets._standing[0])[1]
        table = headed(40, "Random forest")
        widest = panels(table)[0].widths[1]
        assert widest == _points(sheets.column_ems(table), sheets._standing[1])[1]
        assert widest < _points(sheets.column_ems(table, LONG_HEAD), sheets._standing[1])[1]

    def test_a_head_over_several_columns_takes_two_lines_at_most(self):
        table = headed(2, "p")
        table = replace(table, head=((Cell("a"), Cell("Without correction for ties", span=2)), *table.head))
        [panel] = panels(replace(table, rows=table.rows * 2))
        plain_width = sum(panels(headed(2, "p"))[0].widths[1:])
        assert sum(panel.widths[1:]) > 8 * Sheets(THEMES["a4"]).faces.text_width("Without correction", bold=True)
        assert plain_width < sum(panel.widths[1:])

    def test_a_narrow_table_has_the_same_air_between_all_columns(self):
        """Numbers of one width under heads of two: no column is wider than its head asks for by more than another."""
        sheets, table = Sheets(THEMES["a4"]), headed(3, "A", "Random forest", "A")
        [panel] = panels(table)
        asked = _points(sheets.column_ems(table, LONG_HEAD), sheets._standing[0])
        air = {round(width - least, 0) for width, least in zip(panel.widths[1:], asked[1:], strict=True)}
        assert len(air) == 1
        assert air != {0.0}

    @pytest.mark.parametrize(("rows", "printed"), [(784, 40), (61, 40), (60, 60), (3, 3)])
    def test_paper_has_the_first_rows_of_a_much_longer_table_that_says_so(self, rows, printed):
        table = replace(scores(rows, 3), printed_rows=40)
        [panel] = panels(table)
        assert len(panel.table.body) == printed
        said = f"The first 40 of {rows} rows; tables/{table.name}.csv has all."
        assert (said in panel.table.notes) == (printed < rows)

    def test_wide_tables_turn_or_shrink(self):
        classes = [panels(scores(25, columns))[0].classes for columns in (2, 9, 11, 14)]
        assert classes == ["", "small", "sideways", "sideways small"]

    @pytest.mark.parametrize("rows", [28, 30, 45, 100])
    @pytest.mark.parametrize("columns", [11, 14])
    def test_no_page_is_turned_for_a_table_that_it_does_not_show_whole(self, rows, columns):
        table = scores(rows, columns)
        assert [part.classes for part in panels(table)] == ["small at-end"] * 2
        turned = panels(replace(table, layout=TableLayout(landscape=True)))
        assert all("sideways" in part.classes for part in turned)

    def test_wide_and_short_tables_stand_in_parts(self):
        assert [part.classes for part in panels(scores(3, 14))] == ["small short"] * 2
        assert panels(replace(scores(3, 2), layout=TableLayout(landscape=True)))[0].classes == "sideways short"

    @pytest.mark.parametrize("columns", [16, 25, 50])
    def test_widest_tables_are_split_with_nothing_lost(self, columns):
        table = scores(3, columns)
        parts = panels(table)
        assert len(parts) > 1
        assert [part.first for part in parts] == [True] + [False] * (len(parts) - 1)
        assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
        assert parts[0].part == f"part 1 of {len(parts)}"
        rejoined = [cell for part in parts for cell in part.table.rows[0][1:]]
        assert rejoined == list(table.rows[0][1:])
        for part in parts:
            # a part on a later page is read by itself: its test, adjustment and level are in the caption
            assert page_table(part, 1, str, str, on_screen=False).caption == "Means."
            assert part.table.rows[1][0] == table.rows[1][0]
            assert sum(cell.span for cell in part.table.head[0]) == len(part.widths) == len(part.table.align)
            assert sum(part.widths) <= (739 if "sideways" in part.classes else 493)
