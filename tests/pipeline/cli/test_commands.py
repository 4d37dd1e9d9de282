"""Commands that explain or list: help, doctor, completion, macros, run."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.app.commands import doctor
from rankpress.app.commands.help import read_reference
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE
from rankpress.spec.model import Study


def test_help_has_every_section_and_method(capsys):
    known = {entry.path for entry in read_reference()}
    assert set(Study.model_fields) <= known
    assert {*ADJUSTMENTS, *OMNIBUS, *PAIRWISE, *EFFECTS} <= known
    assert main(["help", "test.alpha"]) == 0
    assert capsys.readouterr().out == (
        "test.alpha\n  values: a number above 0 and below 1\n  left out: 0.05\n  what: Level of significance.\n"
    )


def test_the_doctor_says_what_missing_parts_cost(capsys, monkeypatch):
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "weasyprint" in told
    assert "missing" not in told.split("pdflatex")[0]
    monkeypatch.setattr(doctor, "which", lambda name: None)
    monkeypatch.setattr(doctor, "_version", lambda name: "")
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "numpy" in told
    assert "missing: rankpress does not work" in told
    assert "pip install 'rankpress[watch]'" in told


def test_bash_completes(tmp_path, capsys):
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "complete.sh"
    script.write_text(capsys.readouterr().out)
    ask = f'source {script}; COMP_WORDS=(rankpress bu); COMP_CWORD=1; _shtab_rankpress; echo "${{COMPREPLY[@]}}"'
    ended = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=False, timeout=60)
    assert ended.stdout.strip() == "build"


NAMES = ("knn", "tree", "forest", "ours")


@pytest.fixture
def scores(tmp_path, monkeypatch):
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


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_the_answer_and_the_report(scores, capsys):
    assert main(["run", "long.csv", "--metric", "accuracy", "--only", "html"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("By accuracy, ours achieves the best average rank (1.00).")
    assert told.endswith("report/report.html\nreport/tables/\nreport/figures/\nreport/results.json\n")
    assert not Path("study.yaml").exists()


def test_the_study_that_is_left_gives_the_same_report(scores):
    options = ["--metric", "accuracy", "--control", "ours", "--test", "wilcoxon", "--adjust", "hochberg"]
    assert main(["run", "long.csv", *options, "--only", "latex", "--save", "-q"]) == 0
    assert main(["build", "--only", "latex", "--out", "again", "-q"]) == 0
    assert files_of("report") == files_of("again")
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert (metric["control"], list(metric["error_rates"])) == ("ours", ["hochberg"])


def test_what_is_uncertain_is_told(scores, capsys):
    Path("odd.csv").write_text("name,a,b,c\n" + "".join(f"d{i},{i % 7}.5,{i % 5}.1,{i % 3}\n" for i in range(9)))
    assert main(["run", "odd.csv", "--only", "latex"]) == 0
    assert "in doubt: " in capsys.readouterr().out
    assert main(["run", "odd.csv", "--only", "latex", "--better", "lower"]) == 0
    told = capsys.readouterr().out
    assert "By score, c achieves the best" in told


def test_what_is_left_out_for_lack_of_results_is_reported(scores, capsys):
    full = scores.read_text()
    scores.write_text("".join(line for line in full.splitlines(True) if not line.startswith(f"d7,{NAMES[0]}")))
    assert main(["run", "long.csv", "--only", "latex"]) == 0
    assert "missing on 1 of 12 data sets, left out here (d7)" in " ".join(capsys.readouterr().out.split())
    lacking = {f"d{dataset},{NAMES[dataset % len(NAMES)]}" for dataset in range(12)}
    scores.write_text("".join(line for line in full.splitlines(True) if line.rsplit(",", 4)[0] not in lacking))
    assert main(["run", "long.csv", "--only", "latex"]) == 0
    assert "missing on 12 of 12 data sets, compared with these gaps" in " ".join(capsys.readouterr().out.split())
    assert main(["run", "long.csv", "--only", "latex", "--missing", "incomplete-blocks", "--save"]) == 0
    assert "left out" not in capsys.readouterr().out
    assert "missing: incomplete-blocks" in Path("study.yaml").read_text()
    Path("report").rename("earlier")
    assert main(["run", "long.csv", "--only", "latex", "--save"]) == 0  # the second of its two studies is there
    Path("study.yaml").write_text("mine")
    Path("report").rename("later")
    assert main(["run", "long.csv", "--only", "latex", "--save"]) == 2
    assert not Path("report").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--metric", "acuracy"], "no column acuracy"),
        (["--control", "mine"], "the study guessed from long.csv"),
        (["--test", "wilcox"], "the nearest is 'wilcoxon'"),
        (["--adjust", "holmes"], "the nearest is 'holm'"),
    ],
)
def test_faults(scores, options, told, capsys):
    assert main(["run", "long.csv", "--only", "latex", *options]) == 2
    assert told in capsys.readouterr().err
    assert not Path("report").exists()
