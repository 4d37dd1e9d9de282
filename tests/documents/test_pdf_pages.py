"""The page numbers in report.pdf: the same bytes whatever an earlier build left of them."""

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from rankpress.cache.store import Store
from rankpress.core.document import Document, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.processes import process_apart
from rankpress.core.table import TableLayout
from rankpress.report import typesetting
from rankpress.report.pdf import begin_pdf, pdf_report
from rankpress.spec.theme import DEFAULT_THEME
from tests.documents.test_pdf_report import scores, text_of

pytestmark = pytest.mark.nightly

HINT = "pages of report.pdf"
SMALL = replace(DEFAULT_THEME, paper=(105, 148), margins=(14, 9, 12, 9))  # many pages of little


@pytest.fixture(scope="module")
def document():
    """A report of more than ten pages, whose first section refers to a wide table at its end."""
    tables = tuple(scores(16, 1, f"t{number}") for number in range(9))
    sections = tuple(
        Section(f"s{number}", f"Section {number}", ("A paragraph.",), tables=(table,))
        for number, table in enumerate(tables)
    )
    first = replace(
        sections[0], tables=(*sections[0].tables, replace(scores(2, 4, "wide"), layout=TableLayout(landscape=True)))
    )
    return Document("A study", ("Two were compared.",), (first, *sections[1:]), provenance=(("study.yaml", "0"),))


@pytest.fixture(scope="module")
def first(document, tmp_path_factory):
    """The report that is built where nothing is known of its pages, and the numbers that it leaves."""
    store = Store(tmp_path_factory.mktemp("store"))
    return pdf_report(document, theme=SMALL, store=store), store.hint(HINT)


@pytest.fixture(scope="module")
def without(first):
    return first[0]


@pytest.fixture(scope="module")
def right(first):
    assert first[1]
    return first[1]


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path)


@pytest.fixture
def layouts(monkeypatch, without):
    """Whether each layout had page numbers to start from."""
    began, original = [], typesetting.typeset

    def typeset(html, *arguments):
        began.append(" data-page=" in html)
        return original(html, *arguments)

    monkeypatch.setattr(typesetting, "typeset", typeset)
    return began


def test_each_number_is_that_of_its_page(without):
    reader = PdfReader(io.BytesIO(without))
    places = reader.named_destinations
    pages = {name: reader.get_destination_page_number(place) + 1 for name, place in places.items()}
    contents = reader.pages[0].extract_text().replace("\u2007", "")
    listed = dict(re.findall(r"Section (\d)[ .]+?(\d+)", contents))
    assert {f"s{section}": int(page) for section, page in listed.items()} == {f"s{n}": pages[f"s{n}"] for n in range(9)}
    assert {len(page) for page in listed.values()} == {1, 2}
    text = " ".join(text_of(reader).split())
    assert f"among the wide tables (page {pages['wide-tables']})" in text


@pytest.mark.weekly
def test_the_numbers_of_the_last_build_save_a_layout(document, without, right, store, layouts):
    store.leave_hint(HINT, right)
    assert pdf_report(document, theme=SMALL, store=store) == without
    assert layouts == [True]


@pytest.mark.weekly
def test_other_numbers_are_found_out(document, without, right, store, layouts):
    store.leave_hint(HINT, dict.fromkeys(right, "999"))
    assert pdf_report(document, theme=SMALL, store=store) == without
    assert layouts == [True, False]
    assert store.hint(HINT) == right


@pytest.mark.weekly
def test_what_cannot_be_right_is_not_tried(document, without, store, layouts):
    store.leave_hint(HINT, dict.fromkeys(["wide", "report-provenance"], "1000"))
    assert pdf_report(document, theme=SMALL, store=store) == without
    assert layouts == [False]


@pytest.mark.weekly
def test_users_rules_may_give_the_numbers_other_room(document, right, store, layouts):
    store.leave_hint(HINT, right)
    pdf_report(document, theme=replace(SMALL, css=".paged::after { font-size: 30pt }"), store=store)
    assert layouts == [False]
    assert store.hint(HINT) == right  # and leave none for others


@pytest.mark.weekly
def test_another_process_sets_the_same_next_to_all_else(document, without, store, layouts):
    theme = replace(SMALL, css="body { background: url(http://example.org/paper.png) }")
    with process_apart(2) as begin:
        assert begin_pdf(document, theme=SMALL, store=store, begin=begin)() == without
        with pytest.raises(FaultsFound, match="may not load this"):
            begin_pdf(document, theme=theme, begin=begin)()
    assert not layouts  # here
    assert store.hint(HINT)
