r"""What rankpress writes as LaTeX goes through a real engine: fragments by \input alone, the report, macros, BibTeX.

Studies are built from files as a user has them. A test of an engine that is not installed is skipped, and in CI fails.
That names come out as written is read off the PDF's text; that tables fit, off the log.
"""

from pathlib import Path

import pypdf
import pytest

from rankpress.app.run import build as build_report
from rankpress.spec.reading import read_study

OTHER_ENGINES = ("xelatex", "lualatex")
HOSTILE = (
    *r"a_b¦50% $x$ & #1¦\input{/etc/passwd}¦<img src=x onerror=alert(1)>".split("¦"),
    "n" * 300,
    "many words " * 27,
    *"αβγ Ωμέγα¦😀 🎉¦决策树".split("¦"),
    "עץ שجرة",
    "e\u0301 q\u0323\u0307 ấ",
    "{",
    "}",
    "~^",
    "[1]",
    "*",
    "--''``",
    '"|"',
    "\\\\",
    "\u202eright to left\u202c",
    *r"\end{tabular}¦Ægir Łódź ß «»“”…¦½ χ² ≤ ∞ →".split("¦"),
)


@pytest.fixture
def build(tmp_path, write_study):
    """Build the LaTeX of a study of made-up scores and return its folder."""

    def build_latex(algorithms, datasets, spec="", title="A study"):
        study = write_study(tmp_path, algorithms, datasets, f"title: '{title}'\nplot: []\n{spec}")
        build_report(read_study(study), tmp_path / "report", formats=["latex"])
        return tmp_path / "report"

    return build_latex


def numbered(what, count):
    return [f"{what} {i}" for i in range(count)]


def text_of(pdf):
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages)


def paper(out, body, options=""):
    r"""A paper that takes each table by \input alone, with booktabs and longtable as its only packages."""
    return (
        rf"\documentclass[{options}]{{article}}\usepackage{{booktabs,longtable}}\textwidth=469pt\input{{macros.tex}}\begin{{document}}"
        f"{body}\\end{{document}}"
    )


def inputs(out):
    return [f"tables/{path.name}" for path in sorted((out / "tables").glob("*.tex")) if "-notes" not in path.name]


def test_hostile_names_in_the_report(build, pdflatex):
    out = build(HOSTILE[:14], HOSTILE, title=r"50% of \input{x} & 😀 #1 " + "y" * 200)
    compiled = pdflatex(out / "report.tex", inputs=out, runs=1)
    shown = "".join(text_of(compiled.pdf).split())  # where a PDF has blanks is a guess
    # a_b is not among them: the underscore of OT1 is a rule, no character
    for name in ("50%$x$&#1", r"\input{/etc/passwd}", "<imgsrc=xonerror=alert(1)>", "[1]", r"\end{tabular}"):
        assert name in shown
    assert "U+" not in shown
    assert r"50%of\input{x}&#1" in shown  # the title without what LaTeX has no sign for
    assert "(namesthatthisformatcannotprint)" in shown
    assert "root:" not in shown


def test_hostile_names_in_other_engines(build, pdflatex):
    out = build(HOSTILE[:14], HOSTILE)
    for engine in OTHER_ENGINES:
        pdflatex(out / "report.tex", inputs=out, engine=engine, runs=1)


@pytest.mark.weekly
def test_pages_on_their_side_and_tables_over_pages(build, pdflatex):
    tables = "{scores: {landscape: true}, ranks: {landscape: true}, average-ranks: {long: true}}"
    out = build(numbered("alg", 24), numbered("data set", 30), f"report: {{tables: {tables}}}\n")
    compiled = pdflatex(out / "report.tex", inputs=out, runs=4)
    assert compiled.warnings == []
    pages = pypdf.PdfReader(compiled.pdf).pages
    turned = [page.extract_text() for page in pages if page.get("/Rotate", 0)]
    assert len(turned) == 2  # each table whole, on a page of its own
    assert all("data set 29" in text and "alg 23" in text.replace("\n", " ") for text in turned)


def test_highlights_with_and_without_the_package_that_shades(build, pdflatex):
    names = ("a_b & <c>", "ours", "x" * 60)
    options = "{highlight: ours, summary: [mean, {wins-ties-losses: ours}, {difference: ours}]}"
    tables = f"{{scores: {options}, average-ranks: {{highlight: ours}}, pairwise-p: {{highlight: ours}}}}"
    out = build(names, numbered("data set", 8), f"report: {{latex: {{siunitx: true}}, tables: {tables}}}\n")
    body = r"\clearpage ".join(
        rf"\input{{tables/accuracy-{kind}.tex}}" for kind in ("scores", "average-ranks", "pairwise-p")
    )
    for packages in ("siunitx", "siunitx,colortbl"):
        source = paper(out, body).replace("booktabs,longtable", f"booktabs,longtable,{packages}")
        text = text_of(pdflatex(source, inputs=out, runs=1).pdf)
        assert "ours" in text
        assert "gray" not in text  # what shades is no text


LONG_NAMES = ("gradient boosting of regression trees", "support vector machine, RBF kernel", "k nearest neighbors")


@pytest.mark.weekly
def test_long_names_in_a_large_study(tmp_path, write_study, pdflatex):
    """Every table compiles and fits its page; that one is in parts is a warning."""
    names = [f"{LONG_NAMES[place % 3]} ({place})" for place in range(50)]
    study = write_study(tmp_path, names, numbered("a data set with a long name", 8), "plot: []\n")
    out = tmp_path / "report"
    warned = " ".join(build_report(read_study(study), out, formats=["latex"]).warnings)
    tables = inputs(out)
    body = "".join(rf"\input{{{path}}}\clearpage " for path in tables)
    compiled = pdflatex(paper(out, body), inputs=out, runs=4)
    assert [line for line in compiled.warnings if not line.startswith("Underfull")] == []
    for path in tables:
        text = (out / path).read_text(encoding="utf-8")
        in_parts = text.count(r"\toprule") > 1
        assert not in_parts or Path(path).stem in warned
