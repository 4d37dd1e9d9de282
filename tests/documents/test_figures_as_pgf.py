"""Figures as PGF in a paper: they compile, and their text takes no more room than it was given, in any font."""

import re
import shutil
import subprocess

import pytest
from matplotlib.figure import Figure

from rankpress.core.latex import KNOWN, latex_escape
from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import font
from rankpress.figures.tex import escape_tex
from rankpress.figures.text import text_width

SIGNS = "".join(sign for sign in KNOWN if len(sign) == 1 and sign.isprintable())
NAMES = [
    *(
        r"50% $x$ & #1",
        "a_b",
        r"\input{/etc/passwd}",
        "Ωμέγα ∑",
        "\N{TEST TUBE}",
        "العربية",
        "中文",
        "e\u0301\u0323",
        "",
    ),
    *(SIGNS[start : start + 24] for start in range(0, len(SIGNS), 24)),
]
# A font much wider than the one that the layout was done in.
WIDE = r"\renewcommand{\rmdefault}{lmtt}"
ESCAPES = {"figure": escape_tex, "report": latex_escape}  # without a report, and of one


def paper(preamble="", after=""):
    return (
        r"\documentclass{article}\usepackage[margin=10mm]{geometry}\usepackage{pgf}"
        rf"{preamble}\begin{{document}}\noindent\input{{figure.pgf}} {after}\end{{document}}"
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_compiles_with_hostile_names(tmp_path, pdflatex, engine):
    folder = tmp_path / "inputs"
    folder.mkdir()
    for name, escape in ESCAPES.items():
        figure = critical_difference_diagram(NAMES, range(1, len(NAMES) + 1), cd=2.0)
        (folder / f"{name}.pgf").write_bytes(to_pgf(figure, escape=escape))
    compiled = pdflatex(paper(after=r"\clearpage\noindent\input{report.pgf}"), inputs=folder, engine=engine, runs=1)
    assert compiled.warnings == []


def test_text_is_no_wider_than_its_room_in_a_wide_font(tmp_path, pdflatex):
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("pdftotext is not installed")
    word = "illimitablylittlefilling"
    figure = Figure(figsize=(3, 1))
    figure.text(0.1, 0.5, word, fontproperties=font(8, word))
    folder = tmp_path / "inputs"
    folder.mkdir()
    (folder / "figure.pgf").write_bytes(to_pgf(figure))
    source = paper(WIDE, after=rf"\fontsize{{8}}{{8}}\selectfont {word}")
    made = pdflatex(source, inputs=folder, runs=1).pdf
    boxes = subprocess.run([reader, "-bbox", made, "-"], capture_output=True, text=True, check=True, timeout=120).stdout
    edges = re.findall(rf'xMin="([\d.]+)".* xMax="([\d.]+)".*>{word}<', boxes)
    drawn, plain = (float(right) - float(left) for left, right in edges)
    room = 72 * text_width(word, 8)
    assert plain > 1.2 * room
    assert drawn == pytest.approx(room, rel=0.01)
