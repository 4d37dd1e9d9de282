"""A study of a folder of runs: its files are listed by the manifest alone, and told in few words everywhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main

STUDY = """
scores: {files: "runs/{algorithm}/{dataset}.json", metrics: [{name: score}]}
plot: []
report: {formats: [html, markdown]}
"""
N_ALGORITHMS, N_DATASETS = 4, 15


def write_runs(more: float = 0) -> None:
    for algorithm in range(N_ALGORITHMS):
        for dataset in range(N_DATASETS):
            path = Path(f"runs/A{algorithm}/d{dataset}.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"score": algorithm + (dataset * 7 + algorithm * 3) % 5 + more}))


def test_a_folder_of_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text(STUDY)
    write_runs()
    assert main(["build", "study.yaml", "-q"]) == 0
    runs = {str(path) for path in Path("runs").rglob("*.json")}
    assert {one["path"] for one in json.loads(Path("report/manifest.json").read_text())["inputs"]} == runs
    for name in ("report.html", "report.md"):
        told = Path("report", name).read_text(encoding="utf-8")
        assert "60 files" in told
        assert "from runs/A0/d0.json to runs/A3/d" in told
        assert sum(run in told for run in runs) == 2
    write_runs(more=1)
    capsys.readouterr()
    assert main(["build", "study.yaml", "--dry-run"]) == 0
    reasons, _, stages = capsys.readouterr().out.partition("would run\n")
    assert reasons.splitlines()[-1] == "  and 50 more"
    assert len(reasons.splitlines()) == 12
    assert max(map(len, stages.splitlines())) < 250
