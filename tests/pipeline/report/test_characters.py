"""Text as LaTeX, HTML and PDF write it: nothing is a command, what cannot be shown is reported; fonts and sources."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from rankpress.account.document import build_document
from rankpress.account.tables import build_tables
from rankpress.analysis import labels_of
from rankpress.cache.store import Store
from rankpress.core.bibliography import cite, library, references_bib
from rankpress.core.document import Document
from rankpress.core.labels import Labels
from rankpress.core.latex import comment_text, latex_escape, set_pieces
from rankpress.report import fonts
from rankpress.report.latex import breakable, latex_paragraphs, latex_report, latex_text
from rankpress.report.missing_glyphs import titled, unshown_characters
from rankpress.report.page import html_report
from rankpress.report.page_table import LinkedText
from rankpress.spec.model import DEFAULT_TITLE
from rankpress.spec.plot_sections import LabelsOptions
from rankpress.wording.text import Writing, citation, is_writable, mathematics, plain, say

# Every control sequence that escaping may write.
COMMANDS = re.compile(r"\\(?:[a-zA-Z]+|[^a-zA-Z])")


HARMLESS = re.compile(
    r"text\w+|nobreakspace|ensuremath|phantom|ttfamily|char|mbox|frac|mathrm|[var]*(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta"
    r"|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)|finalsigma|[A-Z]\w*|dots|dag|ddag|copyright"
    r"|math(?:section|paragraph)|dd?agger|bullet|cdot|pounds|ss|ae|oe|o|aa|l|i|j|u|v|r|c|d|b|times|div|pm|mp|le|ge|ne|approx|equiv|sim|propto|ll|gg|infty|uparrow|downarrow"
    r"|leftarrow|rightarrow|leftrightarrow|surd|sum|prod|int|partial|nabla|forall|exists|neg|wedge|vee|cap|cup|subset|subseteq"
    r"|supset|in|emptyset|oplus|otimes|circ|star|ast|langle|rangle|lceil|rceil|lfloor|rfloor|ell|hbar|prime|acute|grave|ddot"
    r"|[{}$&#%_,`'\"^~=.]"
)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a_b", r"a\_b"),
        ("50% $x$ & #1", r"50\% \$x\$ \& \#1"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("<img src=x>", r"\ensuremath{<}img src=x\ensuremath{>}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("[x] *", "{[}x{]} {*}"),
        ("--flag ''", "-{}-flag '{}'"),
        ("naïve Dvořák", r"na\"{\i}ve Dvo\v{r}\'{a}k"),
        ("e\u0301", r"\'{e}"),
        ("x\u0301", r"\'{x}"),
        ("†•", r"\ensuremath{\dagger}\ensuremath{\bullet}"),  # not from TS1 fonts, which may be bitmaps
        ("ấ", "U+1EA5"),  # OT1 cannot pile accents up
        ("αΩΑς", r"\ensuremath{\alpha}\ensuremath{\Omega}\ensuremath{\mathrm{A}}\ensuremath{\varsigma}"),
        ("χ² ≤ −1", r"\ensuremath{\chi}\ensuremath{^{2}} \ensuremath{\le} \ensuremath{-}1"),
        ("😀x", r"U+1F600\,x"),
        ("语言", r"U+8BED\,U+8A00"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("a\x00b", r"a\,U+0000\,b"),
        ("\u202edrow", r"U+202E\,drow"),
        ("\ud800", "U+D800"),
        ("", ""),
    ],
)
def test_known_texts(text, latex):
    assert latex_escape(text) == latex


@given(st.text())
def test_no_text_is_a_command(text):
    latex = latex_escape(text)
    assert latex.isascii()
    assert latex.isprintable()
    assert all(HARMLESS.fullmatch(command[1:]) for command in COMMANDS.findall(latex))
    bare = COMMANDS.sub("", latex)
    assert not set(bare) & set("$&#%~\\")
    assert bare.count("{") == bare.count("}")
    # ^ and _ stand in math alone
    assert not re.search(
        r"[\^_]",
        re.sub(r"\\ensuremath\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", latex)
        .replace(r"\_", "")
        .replace(r"\^", ""),
    )


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_breaking_words_loses_nothing(text):
    joined = str(breakable(text, 2.0, 1.0)).replace(r"\hspace{0pt}", "")
    assert joined.replace(r"\,", "").replace("{}", "") == latex_escape(" ".join(text.split())).replace(
        r"\,", ""
    ).replace("{}", "")


def test_what_is_latex_already_passes():
    once = latex_text("a_b")
    assert latex_text(once) == once
    assert breakable(once) == once


@given(st.text())
def test_a_comment_stays_on_its_line(text):
    comment = comment_text(text)
    assert comment.isascii()
    assert comment.isprintable()


THIN = "\N{THIN SPACE}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\x00", "U+0000"),
        ("a\x1b", f"a{THIN}U+001B"),
        ("\u202eb", f"U+202E{THIN}b"),
        ("\ud800", "U+D800"),
        ("\x07\x08", f"U+0007{THIN}U+0008"),
        ("(\x07)", "(U+0007)"),
        ("\ufdd0", "U+FDD0"),  # of these marks are made; no text has them by right
        ("\uffff", "U+FFFF"),
    ],
)
def test_what_cannot_is_reported(text, written):
    assert Writing()(text) == written


def test_marks_are_what_they_show():
    label = say("50% {} {}", mathematics("x_1", "x₁"), citation("hsu1996", "Hsu"))
    assert Writing()(label) == "50% x₁ Hsu"
    assert Writing()(label + "\ufdd2") == f"50% x₁ Hsu{THIN}U+FDD2"


def test_a_format_says_what_it_can_show():
    write = Writing(lambda character: character != "x")
    assert write("axe") == f"a{THIN}U+0078{THIN}e"


@given(st.text(st.characters(exclude_categories=[])))
def test_all_that_is_written_can_be_encoded_and_shown(text):
    written = Writing()(text)
    written.encode()
    assert all(is_writable(character) for character in written)


@pytest.mark.parametrize(
    ("name", "formats", "drawn", "outputs"),
    [
        ("naïve Łódź", ("latex", "pdf", "html"), True, None),
        ("χ² ≤ 3 ℓ₁", ("latex", "pdf"), True, None),
        ("決", ("html", "markdown"), False, None),
        ("決", ("latex", "html"), False, "LaTeX"),
        ("決", ("pdf",), False, "report.pdf"),
        ("決", ("latex", "pdf"), False, "LaTeX and report.pdf"),
        ("Дерево", ("latex", "pdf"), True, "LaTeX"),  # Cyrillic letters are in the fonts
        ("a\u202eb", ("pdf",), False, "report.pdf"),
        ("a\ue000", ("html", "docx", "typst"), False, "report.html, report.typ and report.docx"),
    ],
)
def test_who_cannot_show_a_name(name, formats, drawn, outputs, make_analysis):
    warnings = unshown_characters("T", [make_analysis(names=[name, "B", "C"])], Labels(), formats, drawn=drawn)
    assert [one.split(" cannot show ")[0] for one in warnings] == ([] if outputs is None else [outputs])


def test_it_names_the_characters_and_what_to_do(make_analysis):
    analyses = [make_analysis(names=["決策", "B", "C"], datasets=["木", "x", "y"])]
    [warnings] = unshown_characters("T", analyses, Labels(), ["latex"], drawn=False)
    assert warnings == (
        "LaTeX cannot show U+6C7A (決), U+7B56 (策) and U+6728 (木): numbers stand for the algorithm '決策' and others;"
        " to show names, give it a label (labels: algorithms: in the study)"
    )


def test_outputs_that_lack_other_characters_have_warnings_of_their_own(make_analysis):
    analyses = [make_analysis(names=["\u05e9\u05dc", "決", "C"])]
    warnings = unshown_characters("T", analyses, Labels(), ["latex", "pdf"], drawn=True)
    assert [one.partition(" stand")[0] for one in warnings] == [
        "LaTeX cannot show U+05E9 (\u05e9), U+05DC (\u05dc) and U+6C7A (決): numbers",
        "report.pdf and the figures cannot show U+6C7A (決): a number",
    ]


@pytest.mark.parametrize(
    ("title", "expected"),
    [("木の比較", DEFAULT_TITLE), ("naïve Łódź", "naïve Łódź"), ("Trees 木 of today", "Trees of today")],
)
def test_a_format_has_what_it_can_print_of_a_title_or_the_usual_one(title, expected, make_analysis):
    document, lacks = Document(title, ("Said.",), ()), "木" in title
    for output, is_other in (("latex", lacks), ("html", False)):
        printed = titled(document, output)
        assert printed.title == (expected if is_other else title)
        assert ("cannot print" in " ".join(map(plain, printed.summary))) == is_other
    warnings = unshown_characters(title, [make_analysis(names=["A", "B", "C"])], Labels(), ["latex"], drawn=True)
    assert len(warnings) == lacks
    assert all(f"'{expected}' stands for the title" in warning for warning in warnings)


def test_a_label_is_the_way_out(make_analysis):
    labels = {"algorithms": {"決策木": {"label": "Tree, $\\ell_1$", "math": True}}}
    analyses = [make_analysis(names=["決策木", "B", "C"])]
    assert unshown_characters("T", analyses, Labels(), ["latex", "pdf"], drawn=True)
    shown = labels_of(analyses, LabelsOptions.model_validate(labels).names)
    assert unshown_characters("T", analyses, shown, ["latex", "pdf"], drawn=True) == ()


def embedded(rules):
    return [TTFont(io.BytesIO(base64.b64decode(data))) for data in re.findall(r"base64,([^)]*)\)", rules)]


@pytest.mark.nightly
def test_a_page_has_its_own_characters_and_those_that_names_are_made_of():
    for font in embedded(fonts.font_rules("ŻΨж语", Store(None))):
        assert set(map(ord, "ŻΨжe~−±")) <= set(font.getBestCmap())
        assert not set(map(ord, "Ωé语")) & set(font.getBestCmap())
        assert font["glyf"][".notdef"].numberOfContours > 0  # a box where nothing has the character
        assert "SIL Open Font License" in font["name"].getDebugName(13)


@pytest.mark.nightly
def test_same_characters_same_bytes():
    rules = fonts.font_rules("ŻΨ", Store(None))
    fonts._subset.cache_clear()
    assert fonts.font_rules("ΨŻ", Store(None)) == rules
    original = TTFont(fonts._file("font_source_sans_pro", "SourceSansPro-Regular"))
    assert embedded(rules)[0]["head"].modified == original["head"].modified


# By the type of an entry: the fields that it has, and those that it may have.
FIELDS = {
    "article": ({"author", "title", "journal", "volume", "pages", "year"}, {"number", "doi"}),
    "book": ({"author", "title", "edition", "publisher", "year"}, {"doi", "address"}),
    "incollection": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi", "address"}),
    "inproceedings": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi", "address"}),
    "misc": ({"author", "title", "howpublished", "year"}, {"doi"}),
    "phdthesis": ({"author", "title", "school", "year"}, {"doi", "address"}),
}


def sources(analysis):
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
    assert link(say("<b> {}", cite("garcia2008"))) == "&lt;b&gt; García and Herrera (2008)"
    assert link("a < b") == "a < b"  # a template escapes it
    assert link(citation('"><script>', "<script>")) == "&lt;script&gt;"


@pytest.mark.nightly
def test_html_links_resolve(document):
    page = html_report(document)
    identifiers = set(re.findall(r'\bid="([^"]+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert set(links) <= identifiers
    assert {f"reference-{source.key}" for source in document.references} <= set(links)
    assert {"limitations-tests", "limitations-ordering"} <= identifiers
    assert page.count('<li id="reference-') == len(document.references)


@pytest.mark.nightly
def test_latex_cites_what_there_is(document):
    report = latex_report(document, stamp="")
    items = re.findall(r"\\bibitem\[.*?\]\{(\w+)\}", report)
    assert items == [source.key for source in document.references]
    entries = re.findall(r"@\w+\{(\w+),", references_bib(document.references))
    warnings = [latex_paragraphs(one, title="", stamp="") for one in (document.methods, document.account)]
    for text in (report, *warnings):
        cited = {key for group in re.findall(r"\\cite[pt]\{([\w,]+)\}", text) for key in group.split(",")}
        assert cited
        assert cited <= set(items) & set(entries)
    assert set(re.findall(r"\\ref\{(.*?)\}", report)) <= set(re.findall(r"\\label\{(.*?)\}", report))
