"""report.pdf and report.tex with themes: paper, margins, fonts and colours of the files as they are made."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import pytest
from pypdf import PdfReader

from rankpress.core.document import Document, Section
from rankpress.core.table import Cell, Table
from rankpress.report.latex import latex_report
from rankpress.report.pdf import pdf_report
from rankpress.report.sheets import sheets
from rankpress.spec.theme import Colours, Margins, ReadTheme, Sizes, Theme

FONTS = Path(mpl.get_data_path()) / "fonts" / "ttf"
SERIF = {"regular": "DejaVuSerif.ttf", "bold": "DejaVuSerif-Bold.ttf"}


def document(columns: int = 4, rows: int = 40) -> Document:
    """A report with a table."""
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(columns)))
    body = tuple(
        (Cell(f"set-{row}"), *(Cell("0.123 \N{GREEK SMALL LETTER ALPHA}") for _ in range(columns)))
        for row in range(rows)
    )
    table = Table("t", "m", "Scores", "", (heads,), body, ("left", *("right",) * columns))
    return Document("A study", ("Short.",), (Section("all", "All", ("Text. " * 80,), tables=(table,)),))


def made(theme: ReadTheme, report: Document | None = None) -> PdfReader:
    """The report with a theme."""
    return PdfReader(io.BytesIO(pdf_report(report or document(), theme=theme)))


def sizes(reader: PdfReader) -> set[tuple[int, int]]:
    """Width and height of the pages, in whole points."""
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages}


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        (Theme(), {(595, 842)}),
        (Theme(paper="letter"), {(612, 792)}),
        (Theme(paper="a5"), {(420, 595)}),
        (Theme(paper="a4", orientation="landscape"), {(842, 595)}),
        (Theme(paper=(150, 150)), {(425, 425)}),
    ],
)
def test_paper(theme: Theme, expected: set[tuple[int, int]]) -> None:
    assert sizes(made(ReadTheme(theme))) == expected


def test_wide_tables_turn_the_paper_of_the_theme() -> None:
    reader = made(ReadTheme(Theme(paper="letter")), document(columns=11))
    assert sizes(reader) == {(612, 792), (792, 612)}


@pytest.mark.parametrize("theme", [Theme(), Theme(paper="a5"), Theme(margins=Margins(left=50, right=10))])
def test_text_stays_between_the_margins(theme: Theme) -> None:
    reader = made(ReadTheme(theme), document(columns=9))
    places: list[float] = []
    for page in reader.pages:
        if page.mediabox.width < page.mediabox.height:
            page.extract_text(
                visitor_text=lambda text, cm, tm, *_: places.append(cm[0] * tm[4] + cm[4]) if text.strip() else None
            )
    assert places
    left, right = (side * 72 / 25.4 for side in (theme.margins.left, theme.page[0] - theme.margins.right))
    assert min(places) >= left - 1
    assert max(places) <= right


def test_fonts_are_those_of_the_theme(check_pdf_ua: Callable[[Path], None], tmp_path: Path) -> None:
    theme = ReadTheme(Theme(), {key: (FONTS / name).read_bytes() for key, name in SERIF.items()})
    content = pdf_report(document(), theme=theme)
    (tmp_path / "report.pdf").write_bytes(content)
    check_pdf_ua(tmp_path / "report.pdf")
    assert pdf_report(document(), theme=theme) == content
    reader = PdfReader(io.BytesIO(content))
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    names = {re.sub(r"^/[A-Z]{6}\+", "", font["/BaseFont"]) for font in fonts}
    assert names == {"theme-text", "theme-text-Bold"}
    assert all("/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts)


def test_wider_fonts_and_larger_print_need_wider_columns() -> None:
    (table,) = document(columns=6).sections[0].tables
    serif = ReadTheme(Theme(), {key: (FONTS / name).read_bytes() for key, name in SERIF.items()})
    own, wider, larger = (
        sum(sheets(theme).panels(table)[0].widths)
        for theme in (ReadTheme(), serif, ReadTheme(Theme(sizes=Sizes(tables=10))))
    )
    assert own < wider
    assert own < larger


def test_colours() -> None:
    made_so = pdf_report(document(), theme=ReadTheme(Theme(colours=Colours(rules="#ff0000", shade="#00ff00"))))
    reader = PdfReader(io.BytesIO(made_so))
    contents = [page.get_contents() for page in reader.pages]
    drawn = b"".join(content.get_data() for content in contents if content is not None)
    assert re.search(rb"\b1 0 0 (rg|RG|scn|SCN)\b", drawn)
    assert re.search(rb"\b0 1 0 (rg|scn)\b", drawn)


def test_own_style_sheets_have_the_last_word(tmp_path: Path) -> None:
    (tmp_path / "pdf.css").write_text("@page { size: 300pt 400pt }")
    reader = PdfReader(io.BytesIO(pdf_report(document(), theme=ReadTheme(Theme(paper="a5")), templates=tmp_path)))
    assert sizes(reader) == {(300, 400)}


def test_report_tex_has_the_paper_too(pdflatex: Callable[..., object], tmp_path: Path) -> None:
    theme = Theme(paper="a5", sizes=Sizes(text=11.2), margins=Margins(top=20, right=15, bottom=20, left=15))
    (tmp_path / "macros.tex").write_text("")
    text = latex_report(Document("D", ("S.",), ()), stamp="x", theme=theme)
    assert "\\documentclass[11pt]{article}" in text
    compiled = pdflatex(text, beside=tmp_path)
    assert sizes(PdfReader(compiled.pdf)) == {(420, 595)}  # type: ignore[attr-defined]
    assert "\\documentclass[a4paper]{article}" in latex_report(Document("D", (), ()), stamp="x")
