"""Sources: exactly those used are listed and cited, in LaTeX, HTML and BibTeX."""

import re

import pytest

from rankpress.core.bibliography import cite, library, references_bib
from rankpress.core.latex import latex_escape, set_pieces
from rankpress.core.text import Writing, citation, say
from rankpress.report.latex import breakable, latex_paragraphs, latex_report
from rankpress.report.page import html_report
from rankpress.report.page_table import LinkedText
from rankpress.topics.kinds import build_document, build_tables

# By the type of an entry: the fields that it has, and those that it may have.
FIELDS = {
    "article": ({"author", "title", "journal", "volume", "pages", "year"}, {"number", "doi"}),
    "book": ({"author", "title", "edition", "publisher", "year"}, {"doi"}),
    "incollection": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi"}),
    "inproceedings": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi"}),
    "misc": ({"author", "title", "howpublished", "year"}, {"doi"}),
    "phdthesis": ({"author", "title", "school", "year"}, {"doi"}),
}


def sources(analysis):
    """Those of the report on one metric."""
    return build_document("", [analysis], build_tables(analysis), ()).references


def test_the_library_is_whole():
    assert list(library()) == sorted(library())
    for reference in library().values():
        required, optional = FIELDS[reference.kind]
        assert required <= reference.fields.keys() <= required | optional
        assert all(value.strip() for value in reference.fields.values())
        assert reference.key.endswith(reference.fields["year"])
        assert not re.search(r"[{}]", reference.text)


def test_bibtex(make_analysis):
    spec = {"order": {"cost": "seconds", "adjust": "bergmann-hommel"}, "curves": {"pairs": "all"}}
    text = references_bib(sources(make_analysis(6, 3, folds=(2, 5), costs=True, **spec)))
    assert text.isascii()
    assert text.count("{") == text.count("}")
    assert r"author = {Ula{\c{s}}, A. and Y{\i{}}ld{\i{}}z, O. T. and Alpayd{\i{}}n, E.}" in text
    assert "pages = {1772--1781}" in text
    assert "doi = {10.1007/978-3-642-52307-6_8}" in text
    assert text.startswith("@preamble{")
    assert sorted(re.findall(r"@\w+\{(\w+),", text)) == re.findall(r"@\w+\{(\w+),", text)


@pytest.fixture
def document(make_analysis):
    several = [make_analysis(9, 4, folds=(5, 2), costs=True, curves={"pairs": "all"}, metric=name) for name in "ab"]
    return build_document("T", several, [table for one in several for table in build_tables(one)], ())


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (say("as in {}.", cite("demsar2006")), r"as in \citet{demsar2006}."),
        (say("the test ({}).", cite("holm1979")), r"the test~\citep{holm1979}."),
        (
            say("the test ({}; {}), 5%", cite("holm1979"), cite("garcia2008")),
            r"the test~\citep{holm1979,garcia2008}, 5\%",
        ),
        (say("({})", cite("holm1979")), r"\citep{holm1979}"),
        (say("x ({} and others)", cite("holm1979")), r"x (\citet{holm1979} and others)"),
        (say("{}{}", cite("holm1979"), cite("garcia2008")), r"\citet{holm1979}\citet{garcia2008}"),
        (citation("a}b", "A & B"), r"A \& B"),  # a forged key is no LaTeX
        (citation("", r"\input{x}"), r"\textbackslash{}input\{x\}"),
        (r"(\citet{x})", r"(\textbackslash{}citet\{x\})"),
        ("", ""),
    ],
)
def test_latex(text, latex):
    assert set_pieces(text, latex_escape) == str(breakable(text)) == latex


def test_links_lead_to_listed_sources_alone():
    link = LinkedText(Writing(), {"holm1979"})
    assert link(say("a < b ({})", cite("holm1979"))) == (
        'a &lt; b (<a class="citation" href="#reference-holm1979">Holm 1979</a>)'
    )
    assert link(say("<b> {}", cite("garcia2008"))) == "&lt;b&gt; García and Herrera 2008"
    assert link("a < b") == "a < b"  # a template escapes it
    assert link(citation('"><script>', "<script>")) == "&lt;script&gt;"


def test_html_links_resolve(document):
    page = html_report(document)
    identifiers = set(re.findall(r'\bid="([^"]+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert set(links) <= identifiers
    assert {f"reference-{source.key}" for source in document.references} <= set(links)
    assert {"keep-in-mind-tests", "keep-in-mind-curves"} <= identifiers
    assert page.count('<li id="reference-') == len(document.references)


def test_latex_cites_what_there_is(document):
    report = latex_report(document, stamp="")
    items = re.findall(r"\\bibitem\[.*?\]\{(\w+)\}", report)
    assert items == [source.key for source in document.references]
    entries = re.findall(r"@\w+\{(\w+),", references_bib(document.references))
    told = [latex_paragraphs(one, title="", stamp="") for one in (document.methods, document.account)]
    for text in (report, *told):
        cited = {key for group in re.findall(r"\\cite[pt]\{([\w,]+)\}", text) for key in group.split(",")}
        assert cited
        assert cited <= set(items) & set(entries)
    assert set(re.findall(r"\\ref\{(.*?)\}", report)) <= set(re.findall(r"\\label\{(.*?)\}", report))
