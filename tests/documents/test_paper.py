r"""A paper of two columns that takes everything by \input: no number in its source is typed by hand.

The study has 30 data sets and 20 algorithms. What the engines say is read off their logs: no box that does not fit, no
reference that leads nowhere, no glyph that is missing; that the paper says what was found, off its text.
"""

import csv
import json
import random
import re

import pypdf
import pytest

from rankpress.app.run import build
from rankpress.spec.reading import read_study

# fmt: off
ALGORITHMS = (
    "majority", "C4.5", "CART", "naive Bayes", "TAN", "k-NN", "logistic regression", "LDA", "QDA", "linear SVM",
    "RBF SVM", "perceptron", "MLP", "AdaBoost", "LogitBoost", "bagging", "random forest", "extra trees", "XGBoost",
    "CatBoost",
)
DATASETS = (
    "anneal", "audiology", "autos", "balance-scale", "breast-cancer", "bridges", "car", "cmc", "credit-a", "credit-g",
    "diabetes", "ecoli", "flags", "glass", "heart-c", "heart-h", "hepatitis", "ionosphere", "iris", "kr-vs-kp", "labor",
    "lymph", "primary-tumor", "segment", "sonar", "soybean", "splice", "vehicle", "vowel_context", "zoo",
)
# fmt: on
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
scores:
  files: scores.csv
  metrics: [{name: accuracy}]
curves: {pairs: [[CatBoost, XGBoost], [CatBoost, random forest], [CatBoost, C4.5], [random forest, extra trees]]}
adjust: [holm, shaffer]
plot: [cd]
report: {latex: {siunitx: SIUNITX}}
"""


@pytest.fixture(scope="module")
def built(request, tmp_path_factory):
    """The LaTeX of the study, and whether it uses siunitx."""
    folder, draw = tmp_path_factory.mktemp("paper"), random.Random(7)
    with (folder / "scores.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["dataset", "algorithm", "repeat", "fold", "accuracy"])
        for dataset in DATASETS:
            base = draw.uniform(0.5, 0.75)
            for place, algorithm in enumerate(ALGORITHMS):
                mean = base + place / 100 + draw.gauss(0, 0.02)
                for fold in range(1, 11):
                    writer.writerow([dataset, algorithm, 1, fold, round(mean + draw.gauss(0, 0.01), 4)])
    (folder / "study.yaml").write_text(SPEC.replace("SIUNITX", str(request.param).lower()), encoding="utf-8")
    build(read_study(folder / "study.yaml"), folder / "report", formats=["latex"])
    return folder / "report", request.param


def paper(siunitx, more=""):
    packages = "graphicx,booktabs,longtable" + (",siunitx" if siunitx else "") + more
    return PREAMBLE.replace("PACKAGES", packages) + BODY


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


# siunitx takes its time, so it is not tried with everything
PLAIN, SIUNITX = False, True


@pytest.mark.parametrize(
    ("built", "more"),
    [
        (PLAIN, ""),
        pytest.param(PLAIN, ",natbib,url", marks=pytest.mark.nightly),
        pytest.param(PLAIN, ",hyperref", marks=pytest.mark.nightly),
        pytest.param(SIUNITX, ",hyperref", marks=pytest.mark.nightly),
    ],
    indirect=["built"],
)
def test_the_paper(built, pdflatex, more):
    out, siunitx = built
    source = paper(siunitx, more)
    if "natbib" in more:
        source = source.replace("{plain}", "{plainnat}")
    compiled = pdflatex(source, beside=out, runs=4, bibtex=True)
    assert complaints(compiled) == []
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages)
    ranks = json.loads((out / "results.json").read_text(encoding="utf-8"))["metrics"]["accuracy"]["average_ranks"]
    assert f"Mean ranks, CatBoost at {ranks['CatBoost']:.2f}" in " ".join(text.split())
    assert "??" not in text
    assert "[?]" not in text


@pytest.mark.nightly
@pytest.mark.parametrize(("built", "engine"), [(PLAIN, "xelatex"), (SIUNITX, "lualatex")], indirect=["built"])
def test_the_paper_in_other_engines(built, pdflatex, engine):
    out, siunitx = built
    compiled = pdflatex(paper(siunitx), beside=out, runs=3, bibtex=True, engine=engine)
    assert complaints(compiled) == []


@pytest.mark.parametrize("built", [PLAIN, pytest.param(SIUNITX, marks=pytest.mark.nightly)], indirect=["built"])
def test_every_table_fits_on_a_page(built, pdflatex):
    r"""By \input alone, between paragraphs: over pages or in parts."""
    out, siunitx = built
    tables = sorted((out / "tables").glob("*.tex"))
    body = "".join(rf"\section{{{table.stem}}}Words.\par\input{{tables/{table.name}}}" for table in tables)
    packages = "booktabs,longtable" + (",siunitx" if siunitx else "")
    source = rf"\documentclass{{article}}\usepackage{{{packages}}}\textwidth=450pt\raggedbottom\begin{{document}}{body}"
    compiled = pdflatex(source + r"\end{document}", beside=out, runs=3)
    assert complaints(compiled) == []
