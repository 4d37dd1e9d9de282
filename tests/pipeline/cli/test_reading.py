"""Commands that read write nothing; a study of many files is told in few words."""

import json
import os
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.cache.store import Store

SPEC = "title: one\nscores: {files: a.csv, layout: wide}\nadjust: [holm]\nplot: []\nreport: {formats: [html]}\n"


ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))


def tree(folder):
    """All that is in a folder: kind, times, and content or target."""
    found = {}
    for path in sorted(folder.rglob("*")):
        told = path.lstat()
        content = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = (told.st_mode, told.st_mtime_ns, told.st_ino, content)
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A study whose report was built and then tampered with, as was all that a build might complete or clear away."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "a.csv").write_text(ROWS)
    (folder / "study.yaml").write_text(SPEC)
    assert main(["build", str(folder / "study.yaml"), "-q"]) == 0
    report, mine = folder / "report", folder / "mine"
    mine.mkdir()
    (mine / "rc").write_text("precious")
    for name in (".rankpress-pending", f"../.report.rankpress-{report.stat().st_ino}-01234567"):
        (report / name / "links").mkdir(parents=True)
        (report / name / "links" / "rc").write_text("x")
        (report / name / "manifest.json").write_text('{"schema": "rankpress.manifest/1", "outputs": []}')
    (report / "links").symlink_to(mine)
    (folder / ".report.rankpress-lock").symlink_to(mine / "rc")
    (folder / "study.yaml").write_text(SPEC.replace("holm", "holm, hochberg"))
    return folder


@pytest.mark.parametrize(
    "command",
    [
        ["diff", "report", "report"],
        ["diff", "report/results.json", "report"],
        ["status", "study.yaml"],
        ["build", "study.yaml", "--dry-run"],
        ["build", "study.yaml", "--dry-run", "--baseline", "report"],
        ["check", "study.yaml"],
    ],
)
def test_commands_that_read_write_nothing(built, monkeypatch, command):
    monkeypatch.chdir(built)
    before = tree(built)
    assert main(command) == 0
    assert tree(built) == before


def test_a_build_beside_a_baseline_leaves_that_alone(built, tmp_path):
    (tmp_path / "a.csv").write_text(ROWS)
    (tmp_path / "study.yaml").write_text(SPEC)
    before = tree(built)
    assert main(["build", str(tmp_path / "study.yaml"), "-q", "--baseline", str(built / "report")]) == 0
    assert tree(built) == before


def test_a_store_that_is_only_asked_stays_as_it_is(tmp_path):
    Store(tmp_path).call("test", lambda a: {}, 1)
    [entry] = (tmp_path / "entries").glob("*/*")
    os.utime(entry, (1, 1))
    Store(tmp_path, dry=True).call("test", lambda a: {}, 1)
    assert entry.stat().st_mtime == 1
    Store(tmp_path).call("test", lambda a: {}, 1)
    assert entry.stat().st_mtime > 1


STUDY = """
scores: {files: "runs/{algorithm}/{dataset}.json", metrics: [{name: score}]}
plot: []
report: {formats: [html, markdown]}
"""


N_ALGORITHMS, N_DATASETS = 4, 15


def write_runs(more=0):
    for algorithm in range(N_ALGORITHMS):
        for dataset in range(N_DATASETS):
            path = Path(f"runs/A{algorithm}/d{dataset}.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"score": algorithm + (dataset * 7 + algorithm * 3) % 5 + more}))


def test_a_folder_of_runs(tmp_path, monkeypatch, capsys):
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
