"""Draws docs/pictures/report.png and paper.png from example_project: the top of its report, a column of a paper.

python tests/house/pictures.py

Needs Chromium, pdfLaTeX and Poppler. Both pictures hold the sentences of results.tex, which a test compares.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, PngImagePlugin

from rankpress.app.cli import main

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs/pictures"
SENTENCES = "Sentences"  # the key of the text in the pictures

PAPER = r"""
\documentclass{article}
\usepackage[paperwidth=3.75in,paperheight=7.5in,margin=0.18in]{geometry}
\usepackage{booktabs,graphicx,natbib,lmodern}
\usepackage[T1]{fontenc}
\pagestyle{empty}
\input{report/macros}
\input{report/numbers}
\begin{document}
\section{Results}
\input{report/results}
\begin{table}[h]
\caption{Ranking of twelve classifiers on 24 data sets by accuracy.}
\rpTable{accuracy-average-ranks}
\end{table}
\end{document}
"""


def build(folder, *options):
    """Build the report of the example in a folder, and return the sentences of its results.tex."""
    shutil.copy(ROOT / "example_project/study.yaml", folder)
    (folder / "runs").symlink_to(ROOT / "example_project/runs")
    assert main(["build", str(folder / "study.yaml"), "-q", "--only", "latex", *options]) == 0
    lines = (folder / "report/results.tex").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("%"))


def draw(folder):
    """Draw both pictures in the folder in which the example was built."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        page.goto((folder / "report/report.html").as_uri())
        page.screenshot(path=folder / "report.png")
        browser.close()
    (folder / "paper.tex").write_text(PAPER, encoding="utf-8")
    for _ in range(2):
        subprocess.run(
            ["pdflatex", "-interaction=batchmode", "paper"], cwd=folder, check=True, capture_output=True, timeout=120
        )
    cut = ["-png", "-singlefile", "-r", "150", "-gray"]
    subprocess.run(["pdftoppm", *cut, "paper.pdf", "paper"], cwd=folder, check=True, timeout=60)


def write(folder, sentences):
    """Write both pictures with the sentences, in few colors."""
    text = PngImagePlugin.PngInfo()
    text.add_text(SENTENCES, sentences)
    for name, colors in (("report", 128), ("paper", 16)):
        with Image.open(folder / f"{name}.png") as image:
            few = image.convert("RGB").quantize(colors)
        few.save(PICTURES / f"{name}.png", optimize=True, pnginfo=text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        sentences = build(Path(temporary), "--only", "html")
        draw(Path(temporary))
        write(Path(temporary), sentences)
