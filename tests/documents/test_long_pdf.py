"""A long report.pdf, which is set in parts: held against what it was made from, and against a PDF/UA checker."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from pypdf import PdfReader

from rankpress.drawings.plan import Drawing
from rankpress.report.document import Document, Section
from rankpress.report.inline import citation
from rankpress.report.long_pdf import CELLS, _Setting
from rankpress.report.long_rows import lift_rows
from rankpress.report.part_typesetting import SetPart
from rankpress.report.parts import Block, Divided, Run, Slice
from rankpress.report.pdf import pdf_report
from rankpress.report.table import Cell, Table
from rankpress.store.entries import Store

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 450 100" width="450pt" height="100pt">'
    b'<path d="M 0 0 L 450 100"/></svg>'
)
CUT, WHOLE, WIDE, SHORT = 900, 250, 60, 140  # rows of the tables


def table(name: str, rows: int, columns: int) -> Table:
    """A table whose every row can be told by its name."""
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(columns - 1)))
    body = tuple(
        (Cell(f"{name}-{row:04}"), *(Cell(f"0.{column + row:04}", 0.1) for column in range(columns - 1)))
        for row in range(rows)
    )
    notes = (f"End of {name}.",)
    return Table(name, "m", f"Title of {name}", "", (heads,), body, ("left", *("right",) * (columns - 1)), notes=notes)


def document() -> Document:
    """A report with a table that is cut, one that is not, a wide one, links between parts, and figures."""
    figure = Drawing("fig", "m", "cd", "A figure", "Caption.", "A line.", b"", SVG)
    first = Section("first", "First", ("See the second.",), tables=(table("before", 5, 4), table("cut", CUT, 10)))
    inner = Section("inner", "Inner", ("Paragraph.",), tables=(table("whole", WHOLE, 9),), drawings=(figure,))
    second = Section("second", "Second", tables=(table("more", WHOLE, 9), table("wide", WIDE, 14)), sections=(inner,))
    last = Section("last", "Last", (f"As told {citation('nobody', 'elsewhere')}.",), tables=(table("end", SHORT, 9),))
    return Document("A long study", ("Much was compared.",), (first, second, last), provenance=(("file", "sha256 00"),))


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return pdf_report(document())


@pytest.fixture(scope="module")
def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


@pytest.fixture(scope="module")
def texts(reader: PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


def _flat(entries: Any) -> Iterator[Any]:
    """The entries of an outline, each before those below it."""
    for entry in entries:
        yield from _flat(entry) if isinstance(entry, list) else [entry]


def structure(reader: PdfReader) -> Iterator[Mapping[str, Any]]:
    """Walk the elements of the tag tree, in reading order."""
    waiting: list[Any] = [reader.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        element = waiting.pop().get_object()
        if isinstance(element, dict):
            yield element
            inside = element.get("/K", [])
            waiting += reversed(inside) if isinstance(inside, list) else [inside]


def test_is_pdf_ua(pdf: bytes, check_pdf_ua: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(pdf)
    check_pdf_ua(tmp_path / "report.pdf")


def test_every_row_stands_once_and_in_order(texts: list[str]) -> None:
    printed = re.findall(r"^(?:before|cut|whole|more|wide|end)-\d{4}", "\n".join(texts), re.MULTILINE)
    rows = {"before": 5, "end": SHORT, "cut": CUT, "more": WHOLE, "whole": WHOLE, "wide": WIDE}
    assert printed == [f"{name}-{row:04}" for name, count in rows.items() for row in range(count)]


def test_long_rows_are_kept_as_text() -> None:
    """The templates' rows are such as are known, or else long reports would be set slowly and in one piece."""
    seen: list[int] = []

    def counted(html: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
        light, rows = lift_rows(html)
        seen.extend(map(len, rows))
        return light, rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rankpress.report.long_pdf.lift_rows", counted)
        pdf_report(document())
    assert seen == [SHORT, CUT, WHOLE, WHOLE, WIDE]


def test_what_frames_a_table_that_is_cut_stands_once(texts: list[str]) -> None:
    text = "\n".join(texts)
    for once in ("Table 2. Title of cut", "End of cut.", "See the second.", "Caption."):
        assert text.count(once) == 1
    with_rows = [page for page in texts if re.search(r"^cut-\d", page, re.MULTILINE)]
    assert all("algorithm 8" in page for page in with_rows)


def test_a_table_that_is_cut_leaves_no_gap(texts: list[str]) -> None:
    counts = [len(re.findall(r"^cut-\d", page, re.MULTILINE)) for page in texts]
    full = [count for count in counts if count][1:-1]
    assert len(full) > 10
    assert len(set(full)) == 1


def test_page_numbers_and_heads(texts: list[str]) -> None:
    for number, text in enumerate(texts, start=1):
        assert f"{number} of {len(texts)}" in text
        assert "A long study" in text
    middle = next(text for text in texts if "cut-0500" in text)
    assert "Long tables" in middle


@pytest.mark.parametrize("title", ["First", "Wide tables", "Provenance"])
def test_a_page_that_begins_with_a_section_is_headed_by_it(reader: PdfReader, texts: list[str], title: str) -> None:
    [page] = [entry for entry in _flat(reader.outline) if entry.title == title]
    assert f"A long study {title}" in texts[reader.get_destination_page_number(page) or 0].splitlines()


def test_outline_contents_and_links_lead_to_their_pages(reader: PdfReader, texts: list[str]) -> None:
    outline = {entry.title: reader.get_destination_page_number(entry) for entry in _flat(reader.outline)}
    assert list(outline) == [
        "A long study",
        "First",
        "Second",
        "Inner",
        "Last",
        "Long tables",
        "Wide tables",
        "Provenance",
    ]
    for title, number in outline.items():
        assert number is not None
        assert title in texts[number]
    named = reader.named_destinations
    assert reader.get_destination_page_number(named["second"]) == outline["Second"]
    contents = re.findall(r"^(\w[\w ]*?)[ .]{5,}(\d+)$", texts[0], re.MULTILINE)
    assert {title: int(number) - 1 for title, number in contents} == {
        title: number for title, number in outline.items() if title != "A long study"
    }
    annotations = [note.get_object() for page in reader.pages for note in page.get("/Annots", ())]
    links = [note["/Dest"] for note in annotations if "/Dest" in note]
    assert {"table-cut", "table-wide"} <= set(links)  # from one part of the file to another
    assert set(links) <= set(named)


def test_tags_belong_to_their_pages(reader: PdfReader) -> None:
    tree = reader.trailer["/Root"]["/StructTreeRoot"]
    numbers = tree["/ParentTree"]["/Nums"]
    keys = [int(key) for key in numbers[::2]]
    assert keys == sorted(set(keys))
    pages = {page.indirect_reference.idnum for page in reader.pages if page.indirect_reference}
    elements = list(structure(reader))
    assert {element.raw_get("/Pg").idnum for element in elements if "/Pg" in element} == pages
    names = [element["/ID"] for element in elements if "/ID" in element]
    assert len(names) == len(set(names))
    known = set(names)
    cells = [element for element in elements if element.get("/S") == "/TD"]
    assert len(cells) >= CUT * 9
    assert all(set(cell["/A"]["/Headers"]) <= known for cell in cells)
    assert [element["/Alt"] for element in elements if element.get("/S") == "/Figure"] == ["A line."]


def test_margins_are_no_part_of_the_text(reader: PdfReader) -> None:
    page = reader.pages[5]
    content = page.get_contents()
    assert content is not None
    drawn = content.get_data()
    assert re.search(rb"/Artifact BMC q /Margins\d+ Do Q EMC", drawn)


def test_the_same_in_any_number_of_processes(pdf: bytes) -> None:
    assert pdf_report(document(), jobs=2) == pdf


def test_a_template_without_sections_is_set_in_one_piece(tmp_path: Path) -> None:
    (tmp_path / "section.html.j2").write_text(
        '{% for table in section.tables %}{% include "html/table.html.j2" %}{% endfor %}'
    )
    (tmp_path / "pdf.html.j2").write_text(
        '<html lang="en"><title>t</title><body>{% for section in page.sections %}{% include "html/section.html.j2" %}'
        "{% endfor %}"
    )
    whole = Section("first", "First", tables=(table("cut", 700, 10),))
    text = "".join(
        page.extract_text()
        for page in PdfReader(io.BytesIO(pdf_report(Document("t", (), (whole,)), templates=tmp_path))).pages
    )
    assert text.count("cut-0") == 700


@pytest.mark.parametrize("rows", range(650, 660))
def test_the_last_part_of_a_table_has_several_rows(rows: int) -> None:
    slices: list[Slice] = []

    class Cut(Divided):
        def __init__(self) -> None:
            self.root = Element("html")

        def n_rows(self, big: Block) -> int:
            return rows

        def cells_of_row(self, big: Block) -> int:
            return CELLS // 100

        def text(self, blocks: Sequence[Block], *, first: Slice | None = None, last: Slice | None = None) -> str:
            slices.extend([first] if first else [])
            return ""

    setting = _Setting(Cut(), "", {}, lambda *_: Future(), Store(None))
    setting._rest(0, Run((), Block(Element("table"), (), 0, 0, 0)), SetPart(b"", (), (), rows=151, rows_a_page=50))
    ends = [*(one.start for one in slices[1:]), rows]
    assert [one.stop for one in slices] == [*ends[:-1], None]
    assert all(end - one.start >= 3 for one, end in zip(slices, ends, strict=True))
