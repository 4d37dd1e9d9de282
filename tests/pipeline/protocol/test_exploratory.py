"""An exploratory study calls its p-values so."""

import csv
import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from rankpress.catalog.kinds import TABLES
from rankpress.core.document import Document, Section, all_sections
from rankpress.core.labels import Labels
from rankpress.core.table import in_print, table_csv
from rankpress.core.text import plain
from rankpress.report.latex_table import table_fragment
from rankpress.report.page import html_report
from rankpress.report.pdf import pdf_report
from rankpress.report.plot import plot
from rankpress.report.render import in_any_format
from rankpress.report.table_view import choose_tables
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.spec.report_sections import TableOptions
from rankpress.topics.kinds import build_document
from rankpress.topics.macros import collect, macro_latex
from rankpress.topics.phrases import OF_MARKS, OF_P, OF_TESTS
from tests.pipeline.protocol.conftest import analysed, exploratory, kinds, study_of

P_HEAD = re.compile(r"\bp\b|^(?:Nemenyi|Holm)$")


def notes_of(tables):
    for table in tables:
        yield table, table.calling == OF_P


def test_every_table_with_p_values_calls_them_exploratory():
    tables = choose_tables(exploratory(), {}).tables
    with_p = {
        table.kind for table in tables if any(P_HEAD.search(plain(cell.text)) for row in table.head for cell in row)
    }
    assert with_p >= {"omnibus", "pairs", "within", "within-sign", "bayes-over", "averaged-curves"}
    assert with_p >= {"average-ranks", "sensitivity", "replicability-multiple"}
    assert with_p <= {table.kind for table, so_called in notes_of(tables) if so_called}
    for table, so_called in notes_of(tables):
        assert not so_called or (OF_P in table_fragment(table, stamp="")), (
            table.name
        )  # where a paper has its own caption
    of_tests = [table for table in tables if table.calling in (OF_TESTS, OF_MARKS)]
    for table in tables:  # what its marks rest on is told in notes
        assert (
            table in of_tests or table.calling == OF_P or not any("significant" in plain(note) for note in table.notes)
        )
    assert kinds(tables)["ordering"].calling == OF_TESTS


def test_csv_says_so_in_a_column(everything):
    for kind, said in (("exploratory", True), ("confirmatory", False)):
        tables = kinds(choose_tables(analysed({"kind": kind}, **everything), {}).tables)
        for table in tables.values():
            head, *rows = csv.reader(table_csv(table).splitlines())
            called_so = head[-1] == "p-values"
            assert called_so == (said and "p" in (TABLES[table.kind].shows, table.shows))
            assert {row[-1] for row in rows} == {"exploratory"} or not called_so
            assert {len(row) for row in rows} <= {len(head)}


@pytest.mark.parametrize("protocol", [{"kind": "confirmatory"}])
def test_no_other_study_calls_them_so(protocol, everything):
    analyses = analysed(protocol, **everything)
    tables = choose_tables(analyses, {}).tables
    document = build_document("T", analyses, tables, ())
    told = [plain(text) for text in document.texts if "exploratory" in plain(text)]
    assert not told
    assert not any("exploratory" in plain(macro.text) for macro in collect(analyses).macros)


def test_sentences_call_them_so():
    document = build_document("T", exploratory(), choose_tables(exploratory(), {}).tables, ())
    assert "This study is exploratory" in plain(document.summary[-1])
    assert "This study is exploratory" in plain(document.account[0])
    told = [*document.summary, *document.account]
    told += [text for section in all_sections(document.sections) for text in (*section.paragraphs, *section.caveats)]
    one_p = r"\bp (?:[=<>≤]|(?:of )?at most)"
    with_p = [plain(text) for text in told if re.search(one_p, plain(text))]
    assert len(with_p) >= 2  # in the section on tests, and in the account
    assert any("an exploratory unadjusted p of at most" in text for text in with_p)
    assert any("exploratory p ≤ 0.05 before adjustment for multiplicity" in text for text in with_p)
    assert any("Mauchly" in text for text in with_p)
    for text in with_p:
        assert not re.search(rf"(?<!exploratory )(?<!exploratory exact )(?<!exploratory unadjusted ){one_p}", text), (
            text
        )


@pytest.mark.parametrize(("rows", "goes_on"), [(100, True)])
def test_a_table_says_so_where_one_begins_to_read(rows, goes_on):
    """In the caption, or where it goes on over pages on each of them, whichever one of them is looked at."""
    table = in_print(kinds(choose_tables(exploratory(), {"pairs": TableOptions()}).tables)["pairs"])
    table = replace(table, rows=(table.rows * rows)[:rows])
    document = Document("T", (), (Section("s", "S", tables=(table,)),))
    caption = re.search("<caption>.*?</caption>", html_report(document), re.DOTALL)
    assert OF_P in (caption or [""])[0]
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf_report(document))).pages]
    assert (len(pages) > 2) == goes_on
    assert all("0.167" in page for page in pages)  # rows of the table
    texts = [" ".join(page.split()).replace("p- values", "p-values") for page in pages]  # where a line ends there
    assert [text.count(OF_P) for text in texts] == [1] * len(pages)
    continued = table_fragment(replace(table, long=True), stamp="").partition(r"\endhead")[0]
    assert OF_P in continued


def test_a_figure_says_so_in_its_files_and_not_in_its_drawing(tmp_path):
    """What has no caption: PDF, SVG, PNG, PGF and TikZ; the lines and texts that are drawn stay as they are."""
    files = {}
    for protocol in ({"kind": "exploratory"}, {}):
        analyses = analysed(protocol)
        options = FiguresOptions(also=("png", "pgf", "tikz"), dpi=72)
        (drawing,) = plot(analyses, study_of(protocol, plot=["cd"]).plot, options).drawings
        files[bool(protocol)] = in_any_format((), [drawing], "", None)
    said, unsaid = files[True], files[False]
    assert len(said) == 5
    for name, content in said.items():
        info = Image.open(BytesIO(content)).info if name.endswith(".png") else {}
        document = PdfReader(BytesIO(content)).metadata if name.endswith(".pdf") else None
        told = info.get("Description") or (document and document.subject) or content.decode(errors="replace")
        assert OF_TESTS in told, name
        assert "exploratory" not in unsaid[name].decode(errors="replace"), name
    for name in (one for one in said if one.endswith((".svg", ".pgf", ".tikz"))):
        lines = zip(said[name].decode().splitlines(), unsaid[name].decode().splitlines(), strict=True)
        assert sum(one != other for one, other in lines) == 1, name


def in_plain_text(macros):
    shown = Labels().shown(macros).macros
    return {item.name: replace(item, text=plain(item.text), meaning=plain(item.meaning)) for item in shown}


def test_phrases_of_macros_call_them_so(everything):
    macros = in_plain_text(collect(exploratory()))
    phrases = [macro for macro in macros.values() if re.search(r"\bp [=<>]", macro.text)]
    assert len(phrases) > 10
    for macro in phrases:
        assert re.search(r"exploratory (exact )?p [=<>]", macro.text), macro.name
        assert r"\mbox{exploratory " in macro_latex(macro)
    number = macros["rpAccuracyPHolmAVsB"]
    assert number.text[0] in "<01"  # a number by itself stays one
    assert number.meaning == "p of A and B, Holm; exploratory"
    assert macros["rpAccuracyPHolmPhraseAVsB"].meaning == "p of A and B, Holm, for a sentence; exploratory"
    other = in_plain_text(collect(analysed({}, **everything)))
    assert other.keys() == macros.keys()
    one_p = r"(?<!same )\bp\b(?!\))"
    assert any("DrawnAverageP" in name for name in macros)
    so_called = {name for name, macro in macros.items() if macro.meaning != other[name].meaning}
    assert so_called == {name for name, macro in other.items() if re.search(one_p, macro.meaning)}
    assert macros["rpProtocolKind"].text == "exploratory"
    posterior = [macro.text for macro in macros.values() if macro.text.startswith("P ")]
    assert posterior  # which are no p-values
