"""report.pdf, report.html and report.tex with themes: paper, margins and a user's own style sheet."""

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from rankpress.core.document import Document, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.table import Cell, Table
from rankpress.report.latex import latex_report
from rankpress.report.pdf import pdf_report
from rankpress.spec.theme import DEFAULT_THEME, THEMES

PAPERS = {"letter": (612, 792), "compact": (595, 842)}


def document(columns=4, rows=40):
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(columns)))
    body = tuple((Cell(f"set-{row}"), *(Cell("0.123 \N{GREEK SMALL LETTER ALPHA}"),) * columns) for row in range(rows))
    table = Table("t", "m", "Scores", "", (heads,), body, ("left", *("right",) * columns))
    return Document("A study", ("Short.",), (Section("all", "All", ("Text. " * 80,), tables=(table,)),))


def made(theme, report=None, **options):
    return PdfReader(io.BytesIO(pdf_report(report or document(), theme=theme, **options)))


def styled(css):
    return replace(DEFAULT_THEME, css=css)


def sizes(reader):
    """Width and height of the pages, in whole points."""
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages}


@pytest.mark.few(1)
@pytest.mark.nightly
@pytest.mark.parametrize("name", ["letter", "compact"])
def test_text_stays_between_the_margins_of_the_paper(name):
    theme = THEMES[name]
    reader = made(theme, document(columns=9))
    places = []
    for page in reader.pages:
        if page.mediabox.width < page.mediabox.height:
            page.extract_text(
                visitor_text=lambda text, cm, tm, *_: places.append(cm[0] * tm[4] + cm[4]) if text.strip() else None
            )
    left, right = (side * 72 / 25.4 for side in (theme.margins[3], theme.paper[0] - theme.margins[1]))
    assert left - 1 <= min(places) <= max(places) <= right
    columns, rows = {"compact": (13, 30)}.get(name, (11, 24))  # which a turned page shows whole
    wide = made(theme, document(columns, rows))
    assert sizes(wide) == {PAPERS[name], PAPERS[name][::-1]}


@pytest.mark.weekly
def test_own_style_sheets_have_the_last_word(tmp_path):
    (tmp_path / "pdf.css").write_text("@page { size: 300pt 400pt }")
    assert sizes(made(THEMES["letter"], templates=tmp_path)) == {(300, 400)}
    reader = made(styled("@page { size: 400pt 500pt } :root { --rules: #ff0000 }"), templates=tmp_path)
    assert sizes(reader) == {(400, 500)}
    contents = [page.get_contents() for page in made(styled(":root { --rules: #ff0000 }")).pages]
    drawn = b"".join(content.get_data() for content in contents if content is not None)
    assert re.search(rb"\b1 0 0 (rg|RG|scn|SCN)\b", drawn)


@pytest.mark.nightly
def test_an_address_in_a_style_sheet_is_not_loaded():
    with pytest.raises(FaultsFound, match=r"report.theme: report.pdf may not load this: .*http"):
        made(styled("body { background: url(http://127.0.0.1:9/a.png) }"))


def test_the_page_takes_the_style_sheet_and_loads_nothing(open_report):
    css = "h1 { color: rgb(1, 2, 3) } body { background: url(http://127.0.0.1:9/a.png) }"
    opened = open_report(document(), theme=styled(css))
    assert opened.page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    assert any("Content Security Policy" in complaint for complaint in opened.complaints)


def test_report_tex_has_the_paper_too(pdflatex, tmp_path):
    (tmp_path / "macros.tex").write_text("")
    compiled = pdflatex(latex_report(Document("D", ("S.",), ()), stamp="x", theme=THEMES["letter"]), inputs=tmp_path)
    assert sizes(PdfReader(compiled.pdf)) == {PAPERS["letter"]}
