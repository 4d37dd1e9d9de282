"""Commands that explain: help, doctor, completion; what is said of a wrong command, and the study that is meant."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.app.commands import doctor
from rankpress.app.commands.help import read_reference
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE
from rankpress.spec.model import Study

Told = pytest.CaptureFixture[str]


def test_help_has_every_section_and_method(capsys: Told) -> None:
    known = {entry.path for entry in read_reference()}
    assert set(Study.model_fields) <= known
    assert {*ADJUSTMENTS, *OMNIBUS, *PAIRWISE, *EFFECTS} <= known
    assert main(["help", "test.alpha"]) == 0
    assert capsys.readouterr().out == (
        "test.alpha\n  values: a number above 0 and below 1\n  left out: 0.05\n  what: Level of significance.\n"
    )


def test_help_names_the_nearest(capsys: Told) -> None:
    assert main(["help", "test.alfa"]) == 2
    assert "the nearest is test.alpha" in capsys.readouterr().err


def test_an_unknown_command_is_told_the_nearest(capsys: Told) -> None:
    assert main(["biuld"]) == 2
    assert "unknown command 'biuld'. Did you mean build?" in capsys.readouterr().err


def test_the_study_of_this_folder_is_meant(study: Path, capsys: Told) -> None:
    study.write_text("scores: {files: a.csv, metrics: [score]}\n")
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,2\ne,A,1\ne,B,2\n")
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith("study.yaml: 2 data sets, 2 algorithms")


def test_the_doctor_says_what_missing_parts_cost(capsys: Told, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_bash_completes(tmp_path: Path, capsys: Told) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "complete.sh"
    script.write_text(capsys.readouterr().out)
    ask = f'source {script}; COMP_WORDS=(rankpress bu); COMP_CWORD=1; _shtab_rankpress; echo "${{COMPREPLY[@]}}"'
    ended = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=False, timeout=60)
    assert ended.stdout.strip() == "build"
