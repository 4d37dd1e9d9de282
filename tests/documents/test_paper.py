r"""A paper of two columns that takes everything by \input: no number in its source is typed by hand.

The study has 30 data sets and 20 algorithms. What the engines say is read off their logs: no box that does not fit, no
reference that leads nowhere, no glyph that is missing; that the paper says what was found, off its text. The README's
recipe is set so in the classes of venues, its preamble and body between the class and the end that each venue has.
"""

import json
import re

import pypdf
import pytest

from rankpress.app.run import build
from rankpress.spec.reading import read_study

ALGORITHMS = (
    *"majority¦C4.5¦CART¦naive Bayes¦TAN¦k-NN¦logistic regression¦LDA¦QDA¦linear SVM¦RBF SVM¦perceptron".split("¦"),
    *"MLP¦AdaBoost¦LogitBoost¦bagging¦random forest¦extra trees¦XGBoost¦CatBoost".split("¦"),
)
DATASETS = (
    *"anneal audiology autos balance-scale breast-cancer bridges car cmc credit-a credit-g diabetes ecoli".split(),
    *"flags glass heart-c heart-h hepatitis ionosphere iris kr-vs-kp labor lymph primary-tumor segment".split(),
    *"sonar soybean splice vehicle vowel_context zoo".split(),
)
# The measures of a paper of two columns as IEEE and ACM have them, nearly; a class of theirs is on few machines.
PREAMBLE = r"""\documentclass[twocolumn]{article}
\usepackage{PACKAGES}
\setlength{\textwidth}{516pt}\setlength{\textheight}{696pt}\setlength{\columnsep}{12pt}
\setlength{\oddsidemargin}{-24pt}\setlength{\topmargin}{-50pt}\raggedbottom
"""
BODY = r"""
\input{macros.tex}
\begin{document}
\title{Which classifier?}\author{A. Author}\date{}\maketitle
\section{Methods}
\input{methods.tex}
\section{Results}
\input{results.tex}
Of \rpAccuracyAlgorithms{} classifiers on \rpAccuracyDatasets{} data sets (Table~\ref{scores}) CatBoost has the mean
rank $\rpAccuracyRankCatBoost$ (Table~\ref{ranks}). They differ: \rpAccuracyFriedmanPhrase.
\begin{table*}\caption{Scores; the Friedman test has \rpAccuracyFriedmanPPhrase.}\label{scores}
\input{tables/accuracy-scores.tex}\end{table*}
\begin{table*}\caption{Ranks.}\label{ranks}\input{tables/accuracy-ranks.tex}\end{table*}
\begin{table*}\caption{Mean ranks, CatBoost at \rpAccuracyRankCatBoost.}
\input{tables/accuracy-average-ranks.tex}\end{table*}
\begin{table*}\caption{Areas under confidence curves.}\input{tables/accuracy-aucc.tex}\end{table*}
\begin{figure}\includegraphics[width=\linewidth]{figures/accuracy-cd.pdf}\caption{Mean ranks.}\end{figure}
\bibliographystyle{plain}
\bibliography{references}
\appendix\onecolumn
\section{All comparisons}
\input{tables/accuracy-pairs.tex}
\end{document}
"""
SPEC = """title: Which classifier?
curves: {pairs: [[CatBoost, XGBoost], [CatBoost, random forest], [CatBoost, C4.5], [random forest, extra trees]]}
adjust: [holm, shaffer]
plot: [cd]
report: {tables: {within: {omit: true}}}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory, write_study):
    """The LaTeX of the study."""
    folder = tmp_path_factory.mktemp("paper")
    study = write_study(folder, ALGORITHMS, DATASETS, SPEC, folds=10, step=0.01)
    build(read_study(study), folder / "report", formats=["latex"])
    return folder / "report"


def paper(more=""):
    return PREAMBLE.replace("PACKAGES", f"graphicx,booktabs,longtable{more}") + BODY


def complaints(compiled):
    """What the log complains of, but for boxes that are too wide or high by less than a point, and too empty ones."""
    return [
        line
        for line in compiled.warnings
        if not line.startswith("Underfull") and not (re.match(r"Overfull .*\((0\.\d+)pt too", line))
    ]


def test_no_number_is_typed_by_hand():
    said = re.sub(r"\\[A-Za-z]+|\{[a-z]+/[^}]*\}", "", BODY)
    assert not re.search("[0-9]", said)


# hyperref has test_paper_of_two_reports.py, siunitx test_latex_compiles.py
def test_the_paper(built, pdflatex):
    source = paper(",natbib,url").replace("{plain}", "{plainnat}")
    compiled = pdflatex(source, inputs=built, runs=4, bibtex=True)
    assert complaints(compiled) == []
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages)
    ranks = json.loads((built / "results.json").read_text(encoding="utf-8"))["metrics"]["accuracy"]["average_ranks"]
    assert f"Mean ranks, CatBoost at {ranks['CatBoost']:.2f}" in " ".join(text.split())
    assert "??" not in text
    assert "[?]" not in text


@pytest.mark.weekly
def test_the_paper_in_another_engine(built, pdflatex):
    """XeLaTeX, which takes a third of the time of LuaLaTeX."""
    compiled = pdflatex(paper(), inputs=built, runs=3, bibtex=True, engine="xelatex")
    assert complaints(compiled) == []


def test_every_table_fits_on_a_page(built, pdflatex):
    r"""By \input alone, between paragraphs: over pages or in parts."""
    tables = sorted((built / "tables").glob("*.tex"))
    body = "".join(rf"\section{{{table.stem}}}Words.\par\input{{tables/{table.name}}}" for table in tables)
    head = r"\documentclass{article}\usepackage{booktabs,longtable}\textwidth=450pt\raggedbottom\begin{document}"
    compiled = pdflatex(head + body + r"\end{document}", inputs=built)
    assert complaints(compiled) == []


AUTHORS = r"\title{Which classifier?}\author{A. Author}\date{}\maketitle"


def recipe(readme):
    """The README's LaTeX as a paper of the IEEE."""
    [lines] = re.findall(r"## Into the paper\n\n```latex\n(.*?)```", readme, re.DOTALL)
    preamble, body, references = lines.split("...\n")
    introduction = "This sentence stands for the text around the tables. " * 30
    return (
        f"\\documentclass[conference]{{IEEEtran}}\n{preamble}\\begin{{document}}{AUTHORS}\n"
        f"\\section{{Introduction}}{introduction}\n{body}\\section{{Discussion}}{2 * introduction}\n"
        f"\\bibliographystyle{{IEEEtran}}\n{references}\\end{{document}}\n"
    )


# a wide table and a narrow one; test_paper_of_two_reports.py has the other classes
@pytest.mark.few(1)
@pytest.mark.parametrize("algorithms", [12, 4])
def test_the_recipe_of_the_readme_in_a_paper_of_a_venue(root, tmp_path, write_study, pdflatex, algorithms):
    spec = "title: Which classifier?\nplot: [cd]\nreport: {venue: ieee}\n"
    names = "svr sv2 mlp rf lnp nb svl mdt 5nn c45 majority empirical".split()[:algorithms]
    datasets = "iris¦wine¦digits¦tic-tac-toe¦balance-scale¦xd6¦breast cancer¦Monk's 1¦3 adjacent of 9".split("¦")
    study = write_study(tmp_path, names, datasets, spec, folds=10, step=-1 / 60)
    build(read_study(study), tmp_path / "paper" / "report", formats=["latex"])
    source = recipe((root / "README.md").read_text(encoding="utf-8"))
    compiled = pdflatex(source, inputs=tmp_path / "paper", runs=4, bibtex=True)
    signs = ("Overfull", "too large", "undefined", "Missing character", "rankpress Warning")
    complaints = [line for line in compiled.log.splitlines() if any(sign in line for sign in signs)]
    # How a class fills its pages is the affair of the paper's text.
    harmless = r"Overfull .*\(0\.\d+pt too|Overfull \\vbox .* while \\output is active"
    assert [line for line in complaints if not re.match(harmless, line)] == []
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages).split())
    assert "W/T/L" in text
    assert "has the best average rank" in text
