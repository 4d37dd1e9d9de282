"""A study that chooses its tables is built as users do: LaTeX compiles with it, every format has the same cells.

Names are hostile, metrics are together, rows are columns, tables are long and on their side.
"""

from __future__ import annotations

import csv
import html
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rankpress

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
    read = rankpress.read_study(folder / "study.yaml")
    rankpress.build(read, folder / "report", formats=["latex", "html"])
    return folder / "report"


def test_latex_compiles(out: Path, pdflatex: Callable[..., Compiled]) -> None:
    compiled = pdflatex(out / "report.tex", beside=out)
    assert "undefined" not in compiled.log
    assert "Missing character" not in compiled.log
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", compiled.log)]
    assert max(wide, default=0) < 1


def test_files_are_those_that_are_asked_for(out: Path) -> None:
    names = {path.stem for path in (out / "tables").glob("*.csv")}
    kinds = ("scores", "average-ranks", "wins-ties-losses", "adjusted-p", "effects")
    assert names >= {f"all-{kind}" for kind in kinds}
    assert not [name for name in names if name.endswith("omnibus")]
    assert not [name for name in names if name.endswith(kinds) and not name.startswith("all-")]
    assert names == {path.stem for path in (out / "tables").glob("*.tex")}


def test_the_page_has_the_cells_of_the_csv(out: Path) -> None:
    page = (out / "report.html").read_text(encoding="utf-8")
    for kind, stub in (("scores", 2), ("average-ranks", 2), ("effects", 2), ("adjusted-p", 2)):
        with (out / f"tables/all-{kind}.csv").open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        [written] = re.findall(rf'id="table-all-{kind}".*?</table>', page, re.DOTALL)
        shown = html.unescape(re.sub(r"<[^>]*>", "", written.replace("<wbr>", "")))
        assert len(set(head)) == len(head)
        for row in rows:
            assert all(name in shown for name in row[:stub]), (kind, row)
    assert "50% of $it & more_" in html.unescape(page)


def test_the_same_cells_as_without_a_choice(out: Path) -> None:
    """A transposed cell of both metrics is that of the scores themselves."""
    with (out / "tables/all-scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (out.parent / "scores.csv").open(encoding="utf-8", newline="") as file:
        measured = list(csv.DictReader(file))
    assert [row["Algorithm"] for row in rows] == [*ALGORITHMS] * 2
    assert [name for name in rows[0] if not name.endswith("rank")] == ["Metric", "Algorithm", "d_1", "d_0", "d#2"]
    for row in rows:
        metric = "accuracy" if row["Metric"] == "accuracy" else "log_loss %"
        for dataset in ("d_1", "d_0", "d#2"):
            folds = [
                float(one[metric])
                for one in measured
                if (one["dataset"], one["algorithm"]) == (dataset, row["Algorithm"])
            ]
            assert float(row[dataset]) == pytest.approx(sum(folds) / 5)
