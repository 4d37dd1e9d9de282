"""What a report tells of how its scores were read: held against tables of which each part is known.

Held: cells that say there is no result, under every layout and in every kind of column; what is left out by `where`,
renamed, joined, ignored and averaged, told in each format of the report; which libraries read, and that another version
of one makes a report stale; the table of which data sets have which algorithms, complete or not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from rankpress.app.cli import main
from rankpress.app.freshness import stale_reasons
from rankpress.core import manifest
from rankpress.core.scores import Scores
from rankpress.spec.reading import read_study

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

PARQUET = "COPY (SELECT * FROM (VALUES {rows}) AS t(dataset, algorithm, accuracy)) TO '{path}' (FORMAT parquet)"
HEAD = "dataset,algorithm,accuracy\n"


def written(folder: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


@pytest.mark.parametrize("said", ["NA", "na", "NaN", "-nan", "null", "None", "n/a", "<NA>", "#N/A", "?", "-", "–"])
def test_cells_that_say_there_is_no_result_are_gaps(read: Read, faults: Faults, said: str) -> None:
    content = f"{HEAD}x,A,1\nx,B,2\ny,A,{said}\ny,B,2\n"
    [told] = faults({"a.csv": content})
    assert told.startswith("a.csv row 4 column accuracy: 'A' has no accuracy on 'y'")
    [metric] = read({"a.csv": content}, missing="drop-datasets").metrics
    assert metric.datasets == ("x",)
    assert metric.reading.empty == {said: 1}
    wide = f"dataset,A,B\nx,1,2\ny,{said},2\n"
    [metric] = read({"a.csv": wide}, missing="drop-datasets", layout="wide").metrics
    assert metric.datasets == ("x",)
    assert metric.reading.empty == {said: 1}


def test_names_are_never_taken_for_missing(read: Read) -> None:
    [metric] = read({"a.csv": f"{HEAD}NA,None,1\nNA,nan,2\n?,None,1\n?,nan,2\n"}).metrics
    assert (metric.datasets, metric.algorithms) == (("NA", "?"), ("None", "nan"))


def test_further_texts_for_no_result(read: Read, faults: Faults) -> None:
    files = {"a.csv": f"{HEAD}x,A,1\nx,B,2\ny,A,DNF\ny,B,2\n"}
    [told] = faults(files)
    assert told.startswith("a.csv row 4 column accuracy: 'DNF' is not a finite number")
    [metric] = read(files, na=["dnf"], missing="worst-rank").metrics
    assert [(gap.dataset, gap.algorithm) for gap in metric.missing.gaps] == [("y", "A")]


def test_text_columns_of_parquet_say_so_too(read: Read, tmp_path: Path) -> None:
    rows = "('x', 'A', '1'), ('x', 'B', '2'), ('y', 'A', 'NA'), ('y', 'B', '2')"
    duckdb.execute(PARQUET.format(rows=rows, path=tmp_path / "a.parquet"))
    [metric] = read({}, files=["a.parquet"], missing="drop-datasets").metrics
    assert metric.datasets == ("x",)
    assert metric.reading.empty == {"NA": 1}
    assert metric.reading.libraries == ("duckdb", "pandas")


STUDY = """
scores:
  files: runs.csv
  join: {algorithm: [model, size]}
  columns: {seed: seed}
  where: {tuned: true, fold: {min: 1, max: 2}, dataset: {not: [toy]}}
  rename: {algorithm: {"knn / s": 'K$_1&'}}
  ignore: [note]
  missing: incomplete-blocks
  metrics: [{name: accuracy}]
test: {pairwise: skillings-mack, omnibus: [skillings-mack]}
adjust: [holm]
plot: []
report: {formats: [html, latex, markdown]}
"""


def runs() -> str:
    """216 rows on data sets a to c, and 2 of a fourth; the tuned ones on folds 1 and 2 are 72."""
    rows = ["dataset,model,size,tuned,seed,fold,accuracy,note"]
    for d, dataset in enumerate("abc"):
        for m, model in enumerate(("knn", "svm")):
            for s, size in enumerate("sl"):
                for tuned in (0, 1):
                    for seed in (1, 2, 3):
                        for fold in (1, 2, 3):
                            score = (
                                "NA"
                                if (dataset, model, size) == ("c", "svm", "l")
                                else 0.1 * d + 0.2 * m + 0.07 * s * d
                            )
                            rows.append(f"{dataset},{model},{size},{tuned},{seed},{fold},{score},hello")
    rows += ["toy,knn,s,1,1,1,0.5,x", "toy,svm,s,1,1,1,0.5,x"]
    return "\n".join(rows)


TOLD = (
    (
        "Only rows where 'tuned' is true, 'fold' is at least 1, is at most 2 and 'dataset' is not toy are used: 72 of"
        " 218, 146 omitted."
    ),
    "The column 'algorithm' joins 'model' and 'size'.",
    "Each measurement is the mean over 3 seeds.",
    "Columns that are not looked at: 'note'.",
    "Taken for no result: 'NA' (6 cells).",
)


def test_every_report_tells_what_was_read(tmp_path: Path) -> None:
    written(tmp_path, {"runs.csv": runs(), "study.yaml": STUDY})
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    out = tmp_path / "report"
    for name in ("report.html", "report.tex", "report.md"):
        text = " ".join((out / name).read_text(encoding="utf-8").replace("&#39;", "'").split())
        for sentence in (*TOLD, "The scores are read from 1 text file."):
            assert sentence in text, name
        assert "Data sets and their results in accuracy" in text or name == "report.tex"
    methods = (out / "methods.tex").read_text(encoding="utf-8")
    assert [sentence in methods for sentence in TOLD[:3]] == [False, False, True]
    found = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert found["reading"]["where"]["left_out"] == 146
    assert found["reading"]["renamed"] == {"knn / s": "K$_1&"}
    assert found["reading"]["empty"] == {"NA": 6}
    assert found["metrics"]["accuracy"]["missing"]["coverage"]["measurements"] == {"a": 2, "b": 2, "c": 2}
    assert (out / "tables/accuracy-datasets.csv").read_text(encoding="utf-8").splitlines() == [
        "Data sets,Number,Algorithms,Without,Measurements",
        '"a, b",2,4,,1 repeat of 2 folds',
        "c,1,3,svm / l,1 repeat of 2 folds",
    ]


def test_another_version_of_what_read_makes_a_report_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "('x', 'A', 1), ('x', 'B', 2), ('y', 'A', 3), ('y', 'B', 4)"
    duckdb.execute(PARQUET.format(rows=rows, path=tmp_path / "a.parquet"))
    spec = "scores: {files: a.parquet, metrics: [{name: accuracy}]}\nplot: []\nreport: {formats: [latex]}\n"
    written(tmp_path, {"study.yaml": spec})
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    made, out = manifest.read(tmp_path / "report"), tmp_path / "report"
    assert made is not None
    assert made["versions"]["duckdb"] == manifest.installed("duckdb") != "not there"
    assert "python-calamine" not in made["versions"]
    studied = read_study(tmp_path / "study.yaml")
    assert stale_reasons(made, studied, out, manifest.library_versions()) == ()
    monkeypatch.setattr(
        "rankpress.app.freshness.installed", lambda name: {"duckdb": "99"}.get(name) or manifest.installed(name)
    )
    [reason] = stale_reasons(made, studied, out, manifest.library_versions())
    assert reason.startswith("duckdb was ")
    assert reason.endswith(" and is 99")
