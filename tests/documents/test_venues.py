r"""The README's recipe in the classes of venues: pdfLaTeX finds no box that does not fit and no float too large.

The preamble and body are the README's own, between the class and the end of the document that each venue has.
"""

import csv
import random
import re

import pypdf
import pytest

from rankpress.app.run import build
from rankpress.spec.reading import read_study

ALGORITHMS = "svr sv2 mlp rf lnp nb svl mdt 5nn c45 majority empirical".split()
DATASETS = [*"iris wine digits tic-tac-toe balance-scale xd6".split(), "breast cancer", "Monk's 1", "3 adjacent of 9"]
NEURIPS = r"""\documentclass{article}\usepackage{times,natbib}
\usepackage[letterpaper,textwidth=5.5in,textheight=9in,headheight=12pt,headsep=25pt,footskip=30pt]{geometry}
"""
AUTHORS = r"\title{Which classifier?}\author{A. Author}\date{}\maketitle"
# Class, what follows \begin{document}, style of the bibliography if the class has none, width of a page of one column.
VENUES = {
    "ieee": (r"\documentclass[conference]{IEEEtran}", AUTHORS, r"\bibliographystyle{IEEEtran}", None),
    "acm": (
        r"\documentclass[sigconf,nonacm]{acmart}",
        r"\title{Which classifier?}\author{A. Author}\affiliation{\institution{U}\city{C}\country{L}}\maketitle",
        r"\bibliographystyle{ACM-Reference-Format}",
        None,
    ),
    "jmlr": (r"\documentclass{jmlr}", AUTHORS.replace(r"\date{}", r"\editor{E. Editor}"), "", 432),
    "neurips": (NEURIPS, AUTHORS, r"\bibliographystyle{plainnat}", 397),
}


def study(folder, algorithms, width):
    """Build a study over folds, and return the folder that its report stands in."""
    draw = random.Random(7)
    with (folder / "scores.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["dataset", "algorithm", "repeat", "fold", "accuracy"])
        for dataset in DATASETS:
            base = draw.uniform(0.5, 0.75)
            for place, algorithm in enumerate(algorithms):
                mean = base - place / 60 + draw.gauss(0, 0.02)
                for fold in range(1, 11):
                    writer.writerow([dataset, algorithm, 1, fold, round(mean + draw.gauss(0, 0.01), 4)])
    latex = "" if width is None else f"report: {{latex: {{width: {width}}}}}\n"
    (folder / "study.yaml").write_text(
        f"title: Which classifier?\nscores: {{files: scores.csv, metrics: [{{name: accuracy}}]}}\nplot: [cd]\n{latex}",
        encoding="utf-8",
    )
    paper = folder / "paper"
    build(read_study(folder / "study.yaml"), paper / "report", formats=["latex"])
    return paper


def recipe(readme, venue):
    """The README's LaTeX as a paper of a venue."""
    [lines] = re.findall(r"## Into the paper\n\n```latex\n(.*?)```", readme, re.DOTALL)
    preamble, body, references = lines.split("...\n")
    start, authors, style, _ = VENUES[venue]
    introduction = "This sentence stands for the text around the tables. " * 30
    return (
        f"{start}\n{preamble}\\begin{{document}}{authors}\n\\section{{Introduction}}{introduction}\n"
        f"{body}\\section{{Discussion}}{2 * introduction}{style}\n{references}\\end{{document}}\n"
    )


@pytest.mark.nightly
@pytest.mark.parametrize("algorithms", [ALGORITHMS, ALGORITHMS[:4]], ids=["example", "starter"])
@pytest.mark.parametrize("venue", list(VENUES))
def test_the_recipe_in_a_paper_of_a_venue(root, tmp_path, pdflatex, venue, algorithms):
    paper = study(tmp_path, algorithms, VENUES[venue][-1])
    source = recipe((root / "README.md").read_text(encoding="utf-8"), venue)
    compiled = pdflatex(source, beside=paper, runs=4, bibtex=True)
    signs = ("Overfull", "too large", "undefined", "Missing character")
    complaints = [line for line in compiled.log.splitlines() if any(sign in line for sign in signs)]
    assert [line for line in complaints if not re.match(r"Overfull .*\(0\.\d+pt too", line)] == []
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages).split())
    assert "W/T/L" in text
    assert "ranks best" in text
