"""How the pages of report.pdf are filled, of the example and of a small study with long names and groups."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from pypdf import PageObject, PdfReader

EXAMPLE = Path(__file__).resolve().parents[2] / "example_project" / "study.yaml"
NAMES = {
    "gradient boosted decision trees": "GBT",
    "regularised logistic regression": "LR",
    "random forest, extremely randomised": "RF",
    "nearest neighbours": "kNN",
    "support vector machine, radial kernel": "SVM",
    "multilayer perceptron": "MLP",
}
LABELS = "".join(f"    {name!r}: {{label: {name!r}, short: {short}}}\n" for name, short in NAMES.items())
STUDY = f"""scores:
  files: scores.csv
  metrics: [{{name: accuracy, better: higher}}, {{name: loss, better: lower}}]
  groups: {{text: [set 0, set 1, set 2, set 3], images: [set 4, set 5, set 6, set 7]}}
labels:
  algorithms:
{LABELS}report:
  formats: [pdf]
  tables:
    scores: {{spread: sd, ranks: true, against: nearest neighbours, summary: [mean, median, average-rank, p, effect]}}
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, draw = tmp_path_factory.mktemp("small"), Random(5)
    rows = ["dataset,algorithm,fold,accuracy,loss,n_train,n_test"]
    for dataset in range(12):
        for place, name in enumerate(NAMES):
            score = 0.8 + 0.02 * place + draw.gauss(0, 0.02)
            for fold in range(10):
                measured = score + draw.gauss(0, 0.02)
                rows.append(f'set {dataset},"{name}",{fold},{measured:.4f},{2 - 2 * measured:.4f},900,100')
    (folder / "scores.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    return folder / "study.yaml"


def lines(page: PageObject) -> list[tuple[float, str]]:
    """Return the lines between head and foot of a page, each with its height on the page, from 0 to 1 at its foot."""
    parts: dict[float, list[str]] = defaultdict(list)

    def visit(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        if text.strip():
            parts[round(1 - (tm[4] * cm[1] + tm[5] * cm[3] + cm[5]) / float(page.mediabox.height), 3)].append(text)

    page.extract_text(visitor_text=visit)
    return [(at, " ".join("".join(parts[at]).split())) for at in sorted(parts)][1:-1]


def headings(reader: PdfReader) -> set[str]:
    pending, found = [*reader.outline], set()
    while pending:
        entry = pending.pop()
        if isinstance(entry, list):
            pending.extend(entry)
        else:
            found.add(str(entry.title))
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("study", ["example", "small"])
def test_pages_are_full_and_end_with_text(study: str, small: Path, tmp_path: Path) -> None:
    path, out = EXAMPLE if study == "example" else small, tmp_path / "report"
    command = [sys.executable, "-m", "rankpress", "build", str(path), "--only", "pdf", "--out", str(out)]
    subprocess.run(command, check=True, timeout=300)
    reader = PdfReader(out / "report.pdf")
    titles, pages = headings(reader), list(map(lines, reader.pages))
    assert len(pages) <= 16
    assert [(number, page[-1][0]) for number, page in enumerate(pages[:-1], 1) if page[-1][0] < 0.5] == []
    ends = [page[-1][1] for page in pages]
    assert [end for end in ends if end in titles or re.match(r"(Table [0-9]+\.|Algorithm|Data set)", end)] == []
