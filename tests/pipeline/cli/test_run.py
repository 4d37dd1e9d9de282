"""`rankpress run`: the answer and the report of a file, the same as of the study that it leaves."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rankpress.app.cli import main

Told = pytest.CaptureFixture[str]
NAMES = ("knn", "tree", "forest", "ours")


@pytest.fixture
def scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A long file of folds with a second metric and a cost, in the folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    rng, rows = np.random.default_rng(2), ["dataset,algorithm,fold,accuracy,logloss,seconds"]
    for dataset in range(12):
        for better, name in enumerate(NAMES):
            for fold in range(3):
                accuracy = 0.5 + better / 20 + rng.normal() / 40
                rows.append(f"d{dataset},{name},{fold},{accuracy:.4f},{1 - accuracy:.4f},{rng.random() + better:.3f}")
    Path("long.csv").write_text("\n".join([*rows, ""]))
    return Path("long.csv")


def files_of(folder: str) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_the_answer_and_the_report(scores: Path, capsys: Told) -> None:
    assert main(["run", "long.csv", "--metric", "accuracy", "--only", "html"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("By accuracy, ours achieves the best average rank (1.00).")
    assert told.endswith("report/report.html\nreport/tables/\nreport/figures/\nreport/results.json\n")
    assert not Path("study.yaml").exists()


def test_the_study_that_is_left_gives_the_same_report(scores: Path) -> None:
    options = ["--metric", "accuracy", "--control", "ours", "--test", "wilcoxon", "--adjust", "hochberg"]
    assert main(["run", "long.csv", *options, "--only", "latex", "--save", "-q"]) == 0
    assert main(["build", "--only", "latex", "--out", "again", "-q"]) == 0
    assert files_of("report") == files_of("again")
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert (metric["control"], list(metric["error_rates"])) == ("ours", ["hochberg"])


def test_scores_from_a_pipe(scores: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    content = scores.read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    assert main(["run", "-", "--metric", "logloss", "--only", "latex", "--save"]) == 0
    assert "By logloss, ours achieves" in capsys.readouterr().out  # lower is better
    assert Path("scores.csv").read_bytes() == content


def test_what_is_uncertain_is_told(scores: Path, capsys: Told) -> None:
    Path("odd.csv").write_text("name,a,b,c\n" + "".join(f"d{i},{i % 7}.5,{i % 5}.1,{i % 3}\n" for i in range(9)))
    assert main(["run", "odd.csv", "--only", "latex"]) == 0
    assert "in doubt: " in capsys.readouterr().out
    assert main(["run", "odd.csv", "--only", "latex", "--better", "lower"]) == 0
    told = capsys.readouterr().out
    assert "By score, c achieves the best" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--metric", "acuracy"], "no column acuracy"),
        (["--control", "mine"], "the study guessed from long.csv"),
        (["--test", "wilcox"], "the nearest is 'wilcoxon'"),
        (["--adjust", "holmes"], "the nearest is 'holm'"),
    ],
)
def test_faults(scores: Path, options: list[str], told: str, capsys: Told) -> None:
    assert main(["run", "long.csv", "--only", "latex", *options]) == 2
    assert told in capsys.readouterr().err
    assert not Path("report").exists()


def test_no_study_is_overwritten(scores: Path, capsys: Told) -> None:
    Path("study.yaml").write_text("mine")
    assert main(["run", "long.csv", "--only", "latex", "--save"]) == 2
    assert "study.yaml: this file is there already" in capsys.readouterr().err
    assert Path("study.yaml").read_text() == "mine"
