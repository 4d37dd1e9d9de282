"""Typst: a compiler reads back what was written, whatever stands in names."""

import io
import json
import re
import string
from dataclasses import replace
from itertools import pairwise

import pytest
import typst
from pypdf import PdfReader

from rankpress.account.macros import Macro, Macros
from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.core.typst import typst_string, typst_text
from rankpress.report.macro_files import numbers_typst
from rankpress.report.typst import LEAST, Writer
from rankpress.spec.theme import DEFAULT_THEME
from rankpress.wording.text import citation, say

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 450 100" width="450pt" height="100pt">'
    b'<path d="M 0 0 L 450 100" style="stroke: #000"/></svg>'
)
BIBLIOGRAPHY = "@book{demsar2006, title={A}, author={Demsar, J.}, year={2006}, publisher={P}}\n"
SIGNS = [*string.punctuation, "1.", "a", "\u2212", "\u00e9", "\u65e5"]
HOSTILE = [
    *(f"{before}{first}{second}{after}" for first in SIGNS for second in SIGNS for before, after in ("ab", ("", ""))),
    *("https://a.b/c", "/* */", "// x", "#panic()", "$x$", "- item", "+ item", "1. item", "= Title", "`a`", "<b>"),
    *(
        "@c",
        "a\\",
        "\\u{41}",
        "#(",
        "~",
        "...",
        "--",
        "-1",
        "- -",
        '"quoted"',
        "it's",
        "line\nbreak",
        "\u200b",
        "#import x",
    ),
]


@pytest.fixture
def compiled(tmp_path):
    """Compile the files of a folder, and return the values that a document states."""

    def compile_files(files, name):
        for path, content in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
        return tmp_path / name

    return compile_files


def shown(content):
    """Return the text of content; anything but texts and blanks is markup that a name was taken for."""
    if content["func"] == "sequence":
        return "".join(map(shown, content["children"]))
    assert content["func"] in ("text", "symbol", "space"), content
    return content.get("text", " ")


@pytest.mark.nightly
def test_names_are_read_back_as_they_are(compiled):
    lines = [f"#metadata([{typst_text(name)}]) <markup>\n#metadata({typst_string(name)}) <code>" for name in HOSTILE]
    path = compiled({"names.typ": "\n".join(lines)}, "names.typ")
    expected = [" ".join(name.split()) for name in HOSTILE]
    markup = json.loads(typst.query(str(path), "<markup>", field="value"))
    assert [shown(content) if content else "" for content in markup] == expected
    assert [" ".join(text.split()) for text in json.loads(typst.query(str(path), "<code>", field="value"))] == expected


def text_of(pdf):
    """Return what a PDF prints, without blanks."""
    return "".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def table(**changes):
    rows = [[Cell("A_1"), Cell("0.9 (1)", detail="(1)", marks=frozenset({"bold", "significant"})), Cell("x#y")]]
    rows.append([Cell("all"), Cell("1"), Cell("2", marks=frozenset({"muted", "highlight"}))])
    head = ((Cell(""), Cell("over", span=2)), (Cell("a"), Cell("b"), Cell("c")))
    made = Table("accuracy-scores", "accuracy", "Scores", "Caption.", head, tuple(map(tuple, rows)))
    return replace(made, align=("left", "right", "center"), footer=1, notes=("A note.", "Another *."), **changes)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "made",
    [table(), table(layout=TableLayout(long=True)), table(in_pdf=False), table(layout=TableLayout(landscape=True))],
)
def test_a_report_compiles_and_so_do_its_parts(compiled, made):
    cited = say("See {} ({}).", citation("demsar2006", "Dem\u0161ar 2006"), citation("demsar2006", "Dem\u0161ar 2006"))
    drawing = Drawing("a-cd", "accuracy", "cd", "Title", "A $caption.", 'An "alt".', DrawnForms(svg=SVG))
    section = Section("s", "A = title", (cited,), ("Mind #this.",), tables=(made,), drawings=(drawing,))
    document = Document("Title \\ \u65e5", ("One.",), (section,), provenance=(("numpy", "2.0"),))
    write = Writer("rp", "// stamp\n", DEFAULT_THEME)
    macros = Macros((Macro("rpA", "p < 0.001", "A p-value", key='accuracy/a#"b'),))
    paper = (
        '#import "r/numbers.typ": rp\n#include "r/tables/accuracy-scores.typ"\n#include "r/figures/a-cd.typ"\n'
        '#include "r/methods.typ"\n#rp("accuracy/a#\\"b") @tab:rp-accuracy-scores @fig:rp-a-cd\n'
        '#bibliography("r/references.bib")'
    )
    files = {
        "r/references.bib": BIBLIOGRAPHY,
        "r/report.typ": write.report(document) + '#bibliography("references.bib")',
        "r/tables/accuracy-scores.typ": write.table(made),
        "r/figures/a-cd.typ": write.figure(drawing),
        "r/figures/a-cd.svg": SVG.decode(),
        "r/methods.typ": write.paragraphs([cited]),
        "r/numbers.typ": numbers_typst(macros),
        "paper.typ": paper,
    }
    path = compiled(files, "paper.typ")
    printed = [text_of(typst.compile(str(source))) for source in (path, path.parent / "r" / "report.typ")]
    assert ["A_1" in text and "0.9*" in text for text in printed] == [True, made.in_pdf]
    assert "0.001" in printed[0]
    assert "accuracy-scores.csv" in printed[1] or made.in_pdf


def test_spreads_are_lowered_where_the_study_says_so():
    made = table(has_subscripts=True)
    made = replace(made, rows=((Cell("A"), Cell("0.9 0.012 (1)", detail="0.012 (1)"), Cell("2")), *made.rows[1:]))
    assert "[0.9#sub[0.012] #text(size: 0.85em)[(1)]]," in Writer("rp", "", DEFAULT_THEME).table(made)


def pages_of(path):
    """Return what each page of a compiled document prints, without blanks."""
    pages = PdfReader(io.BytesIO(typst.compile(str(path)))).pages
    return ["".join(page.extract_text().replace("\u200b", "").split()) for page in pages]


def tall(n, name, columns=2):
    """Return a table of so many rows, whose names end with a number."""
    cells = tuple(Cell(f"0.{column}") for column in range(columns))
    rows = tuple((Cell(f"{name}{number:03}L"), *cells) for number in range(n))
    head = ((Cell("a"), *(Cell(f"c{column}") for column in range(columns))),)
    return replace(table(), head=head, rows=rows, footer=0, align=("left",) + ("right",) * columns)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("n", "columns", "name"), [(3, 30, "word " * 16), (70, 2, "A" * 70)], ids=["wide, words", "long, a word"]
)
def test_a_table_loses_no_row_and_is_broken_only_where_it_is_long(compiled, n, columns, name):
    made, small = tall(n, name, columns), replace(tall(20, "S"), name="small", notes=("The end.",))
    write = Writer("rp", "// stamp\n", DEFAULT_THEME)
    files = {
        "t.typ": write.table(made),
        "s.typ": write.table(small),
        "paper.typ": '#set page(columns: 2, margin: 20mm)\n#lorem(90)\n\n#include "t.typ"\n#include "s.typ"\n',
        "report.typ": write.report(Document("T", (), (Section("s", "S", tables=(made, small, small)),))),
    }
    for source in ("paper.typ", "report.typ"):
        pages = pages_of(compiled(files, source))
        row = name.strip()[-1]
        places = [[at for at, text in enumerate(pages) if f"{row}{number:03}L" in text] for number in range(n)]
        parts = {sum(text.count(f"{row}{number:03}L") for text in pages) for number in range(n)}
        assert parts == {1} if columns == 2 else len(parts) == 1  # one that is too wide is divided by columns
        assert sorted(places) == places
        beginnings = [at for at, text in enumerate(pages) for _ in range(text.count("S000L"))]
        ends = [at for at, text in enumerate(pages) for _ in range(text.count("S019L"))]
        assert beginnings == ends


@pytest.mark.few(1)
@pytest.mark.parametrize("columns", [1, 6, 8, 12])  # of print in the size of the theme, and in small print
def test_names_and_heads_of_a_report_are_not_broken_where_there_is_room(compiled, columns):
    names = ["CMA-ES", "WWW-MMM", "m-w", "p (Holm)", "L-SHADE (control)"]
    rows = tuple((Cell(name), *[Cell("CMA-ES")] * columns) for name in names)
    head = ((Cell("X"), *[Cell("p (Holm)")] * columns),)
    made = replace(table(), head=head, rows=rows, footer=0, align=("left",) + ("right",) * columns)
    report = Writer("rp", "", DEFAULT_THEME).report(Document("T", (), (Section("s", "S", tables=(made,)),)))
    pages = PdfReader(io.BytesIO(typst.compile(str(compiled({"report.typ": report}, "report.typ"))))).pages
    printed = "".join(page.extract_text() for page in pages)
    assert not re.search(r"CMA-\s|WWW-\s|m-\s|p\s*\n\(Holm|SHADE\s*\n", printed)
    assert printed.count("CMA-ES") > 5 * columns


@pytest.mark.weekly
def test_notes_of_a_turned_table_do_not_stand_alone(compiled):
    """However full the table leaves its page."""
    turned, sizes = table(layout=TableLayout(landscape=True)), range(30, 46)
    cells = (Cell("0.9"), Cell("0.8"))
    made = [
        replace(turned, rows=tuple((Cell(f"row {row}"), *cells) for row in range(n)), name=f"t{n}", footer=0)
        for n in sizes
    ]
    document = Document("T", ("One.",), (Section("s", "S", tables=tuple(made)),))
    pages = pages_of(compiled({"r.typ": Writer("rp", "// stamp\n", DEFAULT_THEME).report(document)}, "r.typ"))
    noted = [page for page in pages if "Anote." in page]
    assert len(noted) == len(sizes)
    assert all("row" in page for page in noted)


def printed_runs(path):
    """Yield each page's runs of characters, as y, x, size of print and characters, without blanks."""
    for page in PdfReader(io.BytesIO(typst.compile(str(path)))).pages:
        runs = {}

        def visit(text, at, inner, font, size, runs=runs):
            if text := "".join(text.replace("\u200b", "").split()):  # a run comes in pieces where some glyph has both
                place = round(at[5]), at[4], size * abs(at[0] * inner[0])
                runs[place] = runs.get(place, "") + text

        page.extract_text(visitor_text=visit)
        yield sorted((*place, text) for place, text in runs.items())


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(
    ("n", "columns", "name", "title", "page"),
    [
        (8, 6, "alg", "A", "columns: 2, margin: 20mm"),
        (4, 40, "method-", "method-0", "margin: 20mm"),
        (75, 8, "method-", "p (unadjusted)", "width: 90mm, margin: 4mm"),
        (4, 30, "word " * 16, "word " * 9, "columns: 2, margin: 20mm"),
        (4, 9, "gradient_boosting_of_regression_trees", "unbroken_title_of_columns_", "width: 90mm, margin: 4mm"),
    ],
)
def test_a_table_keeps_to_its_column_in_letters_that_can_be_read(compiled, n, columns, name, title, page):
    """However wide it is, however long its notes are, and however many pages it takes: nothing is set over another."""
    head = ((Cell("a"), *(Cell(f"{title}{column:02}") for column in range(columns))),)
    cells = [tuple(Cell(f"0.{row:02}{column:02}") for column in range(columns)) for row in range(n)]
    rows = tuple((Cell(f"{name}{row:03}L"), *of_row) for row, of_row in enumerate(cells))
    made = replace(table(), head=head, rows=rows, footer=0, align=("left",) + ("right",) * columns, stub=1)
    made = replace(made, notes=("A note that is much longer than a line of any paper. " * 9,))
    files = {
        "t.typ": Writer("rp", "// stamp\n", DEFAULT_THEME).table(made),
        "paper.typ": f'#set page({page})\n#include "t.typ"\n',
    }
    numbers = []
    for runs in printed_runs(compiled(files, "paper.typ")):
        of_cells = [run for run in runs if re.fullmatch(r"0\.\d{4}", run[3])]
        numbers += [run[3] for run in of_cells]
        assert min((run[2] for run in of_cells), default=LEAST) >= LEAST - 0.01
        for (y, x, size, digits), (below, right, *_) in pairwise(of_cells):
            assert y != below or right > x + 0.4 * size * len(digits)  # a digit is wider than that
    assert sorted(numbers) == sorted(cell.text for of_row in cells for cell in of_row)
