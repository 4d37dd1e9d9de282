"""Writes paper.md, paper.bib and cd.png from template.md and the example study: ``python paper/write.py``."""

import csv
import re
import shutil
import sys
import tempfile
from pathlib import Path

from rankpress.app.cli import main
from rankpress.core.bibliography import library, references_bib

HERE = Path(__file__).resolve().parent
STUDY = HERE.parent / "example_project" / "study.yaml"
SETTINGS = ("report.figures.also=[png]", "plot=[cd]")


def numbers(folder: Path) -> dict[str, str]:
    """Return the numbers of a report by their keys."""
    with (folder / "macros.csv").open(encoding="utf-8", newline="") as file:
        return {row["Key"]: row["Text"] for row in csv.DictReader(file)}


def paper(template: str, report: Path) -> str:
    """Return the paper with the numbers of a report in it."""
    of_report = numbers(report)
    return re.sub(r"\{\{([^}]+)\}\}", lambda key: of_report[key[1]], template)


def sources(template: str) -> str:
    """Return the sources that the paper cites: those of methods from rankpress, those of tools from tools.bib."""
    cited = sorted({*re.findall(r"@([a-z]+\d{4})", template)} & library().keys())
    return references_bib(library()[key] for key in cited) + (HERE / "tools.bib").read_text(encoding="utf-8")


def build(folder: Path) -> Path:
    """Build the report of the example study in a folder."""
    settings = [part for setting in SETTINGS for part in ("--set", setting)]
    status = main(["build", str(STUDY), "--only", "latex", "--out", str(folder), "--quiet", *settings])
    if status:
        sys.exit(status)
    return folder


if __name__ == "__main__":
    template = (HERE / "template.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        report = build(Path(scratch) / "report")
        texts = {"paper.md": paper(template, report), "paper.bib": sources(template)}
        for name, text in texts.items():
            (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        shutil.copy(report / "figures" / "accuracy-cd.png", HERE / "cd.png")
