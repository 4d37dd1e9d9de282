"""A study that chooses its tables is built as users do: LaTeX compiles with it, every format has the same cells.

Names are hostile, metrics are together, rows are columns, tables are long and on their side.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rankpress.app.run import build
from rankpress.spec.reading import read_study

if TYPE_CHECKING:
    from conftest import Compiled

ALGORITHMS = ("a_b & c", "50% $x$", r"\input{x}", "<b>", "αβγ", "plain")
SPEC = r"""
title: Chosen
scores:
  files: scores.csv
  metrics: [{name: accuracy}, {name: log_loss %, better: lower}]
plot: []
adjust: [holm]
curves: {baseline: plain}
report:
  tables:
    scores: {metrics: together, marks: tests, transpose: true, rows: [d_1, d_0, 'd#2'], landscape: true}
    average-ranks: {metrics: together, columns: [Groups, Average rank], transpose: true}
    wins-ties-losses: {metrics: together, columns: [plain, '<b>', 50% $x$]}
    adjusted-p: {metrics: together, rows: [plain, a_b & c, 50% $x$], long: true}
    effects: {metrics: together, columns: [p (Holm), Hedges' g], rows: [[plain, '\input{x}'], [αβγ, plain]]}
    aucc: {columns: [[a_b & c, plain], [plain, <b>]], transpose: true, caption: 50% of $it & more_}
    within: {rows: [d_1, [a_b & c, plain]], long: true, landscape: true}
    omnibus: {omit: true}
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chosen")
    draw = random.Random(1)
    with (folder / "scores.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["dataset", "algorithm", "repeat", "fold", "n_train", "n_test", "accuracy", "log_loss %"])
        for dataset in ("d_0", "d_1", "d#2", "d^3", "d~4"):
            for place, name in enumerate(ALGORITHMS):
                for fold in range(5):
                    score = 0.6 + place / 50 + draw.uniform(0, 0.05)
                    writer.writerow([dataset, name, 0, fold, 400, 100, round(score, 4), round(1 - score, 4)])
    (folder / "study.yaml").write_text(SPEC, encoding="utf-8")
    read = read_study(folder / "study.yaml")
    build(read, folder / "report", formats=["latex", "html"])
    return folder / "report"


def test_latex_compiles(out: Path, pdflatex: Callable[..., Compiled]) -> None:
    compiled = pdflatex(out / "report.tex", beside=out)
    assert "undefined" not in compiled.log
    assert "Missing character" not in compiled.log
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", compiled.log)]
    assert max(wide, default=0) < 1
