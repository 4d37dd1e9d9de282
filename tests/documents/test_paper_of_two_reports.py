r"""Papers of several pages that take two reports by \input, in classes of venues, with hyperref where a class lets it.

No error, no box that does not fit, no label twice, no reference that leads nowhere; each table once in the list of
tables, however many pages it has; notes below the bottom rule, by the positions that pdfTeX notes.
"""

import re
import shutil
import subprocess

import pypdf
import pytest

from rankpress.app.run import build
from rankpress.core.bibliography import library, references_bib
from rankpress.spec.reading import read_study

pytestmark = pytest.mark.nightly

WORDS = "This sentence stands for the text around the tables. " * 25
AUTHORS = r"\title{Which?}\author{A. Author}\date{}\maketitle"
# Class, what follows \begin{document}, venue of the reports, packages that go with the class, style of references. The
# recipe of the README is set in IEEEtran by test_paper.py.
CLASSES = {
    "article": (r"\documentclass[letterpaper]{article}\textwidth=397.48pt", AUTHORS, "neurips", ",hyperref", "plain"),
    "acmart": (
        r"\documentclass[sigconf,nonacm]{acmart}",
        r"\title{Which?}\author{A. Author}\affiliation{\institution{U}\city{C}\country{L}}\maketitle",
        "acm",
        "",
        "ACM-Reference-Format",
    ),
    "llncs": (
        r"\documentclass{llncs}",
        r"\title{Which?}\author{A}\institute{U}\maketitle",
        "lncs",
        ",hyperref",
        "plain",
    ),
    "jmlr": (r"\documentclass{jmlr}", r"\title{Which?}\author{A}\editor{E. Editor}\maketitle", "pmlr", "", ""),
}
SPEC = r"""title: Which?
protocol: {{kind: exploratory}}
labels:
  algorithms: {{ours: {{label: Ours, latex: '\mine'}}, rf: {{label: Forest, latex: '\textsc{{Forest}}-$\ell_1$'}}}}
plot: [cd]
adjust: [holm, {adjust}]
bayes: {bayes}
report:
  prefix: {prefix}
  venue: {venue}
  latex: {{caption: {captions}}}
  tables: {{scores: {{long: {long}}}, average-ranks: {{landscape: {long}}}}}
"""

PAPER = r"""CLASS
\usepackage{booktabs,graphicx,longtable,rotatingPACKAGES}
\newcommand{\mine}{\textsc{Mine}}
\newwrite\places\immediate\openout\places=\jobname.places
\newcommand{\place}[1]{\pdfsavepos\write\places{#1 \the\pdflastypos}}
\let\ruleofbooktabs\bottomrule\def\bottomrule{\ruleofbooktabs\noalign{\place{rule}}}
\input{first/report/macros}\input{first/report/numbers}
\input{second/report/numbers}\input{second/report/macros}
\begin{document}AUTHORS
\section{Introduction}WORDS
\section{Methods}\input{first/report/methods}\input{second/report/methods}
\section{Results}\input{first/report/results}\input{second/report/results}
\rpAccuracyDatasets{} and \secondAccuracyDatasets; \rp{accuracy/algorithms} and \second{accuracy/algorithms}.
\begin{table}CAPTION\rpTable{accuracy-average-ranks}\end{table}
\begin{table*}CAPTION\rpTable{accuracy-scores}\end{table*}
\begin{table}CAPTION\secondTable{accuracy-pairwise-p}\end{table}
\begin{sidewaystable*}CAPTION\secondTable{accuracy-average-ranks}\end{sidewaystable*}
\begin{figure*}\rpFigure{accuracy-cd}CAPTION\end{figure*}
\begin{figure*}\secondFigure{accuracy-cd}CAPTION\end{figure*}
WORDS

REFERRED WORDS
\clearpage\onecolumn
\secondTable{accuracy-scores}
WORDS
\listoftables
\listoffigures
\bibliographystyle{STYLE}\bibliography{second/report/references}
\end{document}
"""
LABELS = ("tab:rp-accuracy-scores", "tab:second-accuracy-scores", "fig:rp-accuracy-cd", "fig:second-accuracy-cd")


def paper(name, *, captions):
    start, authors, _, packages, style = CLASSES[name]
    references = ", ".join(rf"\ref{{{label}}}" for label in LABELS) if captions else ""
    text = PAPER.replace("CLASS", start).replace("PACKAGES", packages).replace("AUTHORS", authors)
    text = text.replace("CAPTION", "" if captions else r"\caption{Mine.}").replace("WORDS", WORDS)
    return text.replace("REFERRED", references).replace(
        r"\bibliographystyle{STYLE}", style and rf"\bibliographystyle{{{style}}}"
    )


def build_both(folder, write_study, venue, *, captions):
    """Build two reports by other methods next to each other; each note says where its first line is."""
    reports = (("first", "rp", 24, "hochberg", "null"), ("second", "second", 70, "hommel", "{rope: 0.01, draws: 1000}"))
    for name, prefix, n_datasets, adjust, bayes in reports:
        (folder / name).mkdir()
        spec = SPEC.format(
            prefix=prefix,
            adjust=adjust,
            bayes=bayes,
            venue=venue,
            captions=str(captions).lower(),
            long=str(n_datasets > 50).lower(),
        )
        datasets = [f"data {place}" for place in range(n_datasets)]
        study = write_study(folder / name, ["ours", "rf", "svm", "knn", "tree"], datasets, spec, step=-0.03)
        build(read_study(study), folder / name / "report", formats=["latex"])
        for notes in (folder / name / "report" / "tables").glob("*-notes.tex"):
            notes.write_text(r"\leavevmode\place{note}" + "%\n" + notes.read_text(encoding="utf-8"), encoding="utf-8")


def cited_in(report):
    """The sources that the methods of a report cite."""
    text = (report / "methods.tex").read_text(encoding="utf-8")
    return {key for keys in re.findall(r"\\cite[pt]\{([^}]*)\}", text) for key in keys.split(",")}


STYLES = ("plain", "abbrv", "plainnat", "unsrtnat", "IEEEtran", "ACM-Reference-Format", "splncs04")


@pytest.mark.parametrize("style", STYLES)
def test_all_sources_suit_the_styles_of_venues(style, tmp_path):
    """A report with a prefix has all of them, and a paper may cite any."""
    program = shutil.which("bibtex")
    if program is None:
        pytest.skip("BibTeX is not installed")
    (tmp_path / "references.bib").write_text(references_bib(library().values()), encoding="utf-8")
    lines = (r"\relax", r"\citation{*}", rf"\bibstyle{{{style}}}", r"\bibdata{references}")
    (tmp_path / "paper.aux").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ended = subprocess.run([program, "paper"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert "Warning" not in ended.stdout
    assert ended.returncode == 0, ended.stdout


def gaps(places):
    """Points between each note's first baseline and the last bottom rule before it."""
    depths, rule = [], None
    for line in places.read_text().splitlines():
        what, height = line.split()
        if what == "rule":
            rule = int(height)
        else:
            depths.append((rule - int(height)) / 65536)
    return depths


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "captions"),
    # captions of the paper's own are set by the class, with nothing of ours
    [(name, name != "article") for name in CLASSES],
)
def test_two_reports_in_a_paper(name, captions, tmp_path, write_study, pdflatex):
    finder = shutil.which("kpsewhich")
    if (
        finder is None
        or subprocess.run([finder, f"{name}.cls"], capture_output=True, check=False, timeout=300).returncode
    ):
        pytest.skip(f"the class {name} is not installed")
    folder = tmp_path / "paper"
    folder.mkdir()
    build_both(folder, write_study, CLASSES[name][2], captions=captions)
    compiled = pdflatex(paper(name, captions=captions), inputs=folder, runs=4, bibtex=True)
    signs = ("Overfull", "multiply", "undefined", "same identifier", "Missing character", "rankpress Warning")
    complaints = [line for line in compiled.log.splitlines() if any(sign in line for sign in signs)]
    assert [line for line in complaints if not re.match(r"Overfull .*\(0\.\d+pt too", line)] == []
    cited = {name: cited_in(folder / name / "report") for name in ("first", "second")}
    assert cited["first"] - cited["second"]
    assert cited["second"] - cited["first"]
    printed = compiled.pdf.with_suffix(".bbl").read_text(encoding="utf-8")
    assert all(f"{{{key}}}" in printed for key in cited["first"] | cited["second"])
    listed = compiled.pdf.with_suffix(".lot").read_text(encoding="utf-8", errors="replace")
    assert listed.count(r"\contentsline {table}") == (5 if captions else 4)  # a long table has its own caption alone
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages).split())
    assert "24 and 70; 5 and 5." in text
    assert "Mine achieves" in re.sub(r"M ?ine", "Mine", text.replace("MINE", "Mine"))
    assert "The algorithm Ours" not in text
    assert text.count("(continued)") == (1 if captions else 0)
    between = gaps(compiled.pdf.with_suffix(".places"))
    assert len(between) == 5
    assert all(7.5 < gap < 14 for gap in between), between  # letters of a note are some 6 points high
