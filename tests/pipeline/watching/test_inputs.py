"""Which files and folders a study is made from, on real folders."""

from __future__ import annotations

import os
import shutil
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from rankpress.app import watching
from rankpress.app.watching import Inputs
from rankpress.core.manifest import describe
from rankpress.report.writing import write_report
from rankpress.spec.reading import read_study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("runs/a/1.csv", "runs/b/1.csv", "runs/b/deep/2.csv", "other/x.csv", "mine/latex/x.tex.j2"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def inputs_of(folder: Path, spec: str) -> Inputs:
    (folder / "study.yaml").write_text(spec)
    return Inputs(folder / "study.yaml", read_study(folder / "study.yaml"))


def below(folder: Path, paths: object) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in paths}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pattern", "files", "folders"),
    [
        ("runs/*/*.csv", {"runs/a/1.csv", "runs/b/1.csv"}, {"runs", "runs/a", "runs/b"}),
        (
            "runs/**/*.csv",
            {"runs/a/1.csv", "runs/b/1.csv", "runs/b/deep/2.csv"},
            {"runs", "runs/a", "runs/b", "runs/b/deep"},
        ),
        ("runs/a/1.csv", {"runs/a/1.csv"}, {"runs/a"}),
        ("later/on/*.csv", set(), set()),
        ("runs/c/*.csv", set(), {"runs"}),
        ("runs/{algorithm}/{fold}.csv", {"runs/a/1.csv", "runs/b/1.csv"}, {"runs", "runs/a", "runs/b"}),
    ],
)
def test_patterns(folder: Path, pattern: str, files: set[str], folders: set[str]) -> None:
    found = inputs_of(folder, f"scores: {{files: '{pattern}'}}")
    assert below(folder, found.state()) == {"study.yaml", *files}
    assert below(folder, found.folders()) == {".", *folders}


def test_templates(folder: Path) -> None:
    found = inputs_of(folder, "scores: {files: other/x.csv}\nreport: {templates: mine}")
    assert below(folder, found.state()) == {"study.yaml", "other/x.csv", "mine/latex/x.tex.j2"}
    assert below(folder, found.folders()) == {".", "other", "mine", "mine/latex"}


def test_what_changes_the_state(folder: Path) -> None:
    found = inputs_of(folder, "scores: {files: 'runs/**/*.csv'}")
    states = [found.state()]
    changed = folder / "runs/a/1.csv"
    (folder / "runs/a/2.csv").write_text("x")
    states.append(found.state())
    os.utime(changed, ns=(1, 1))
    states.append(found.state())
    changed.unlink()
    states.append(found.state())
    (folder / "other/x.csv").write_text("no score of this study")
    assert found.state() == states[-1]
    assert all(one != two for one, two in pairwise(states))


def test_folders_that_come_and_go_meanwhile(folder: Path) -> None:
    found = inputs_of(folder, "scores: {files: 'runs/**/*.csv'}\nreport: {templates: mine}")
    done = threading.Event()

    def come_and_go() -> None:
        while not done.is_set():
            for root in ("runs", "mine"):
                shutil.copytree(folder / root, folder / root / "new")
                shutil.rmtree(folder / root / "new")

    busy = threading.Thread(target=come_and_go)
    busy.start()
    try:
        states = [found.state() for _ in range(300)]
        assert all(folder / "study.yaml" in state for state in states)
        assert all(found.folders() for _ in range(100))
    finally:
        done.set()
        busy.join()


def test_own_tables_are_none(folder: Path) -> None:
    found = inputs_of(folder, "scores: {files: '**/*.csv'}")
    state = found.state()
    files = {"results.json": b"{}", "tables/x.csv": b"1"}
    write_report(files, describe({}, (), (), {"rankpress": "1"}, files), folder / "report")
    assert found.state() == state


def test_a_spec_that_cannot_be_read(tmp_path: Path) -> None:
    gone = Inputs(tmp_path / "no" / "study.yaml")
    assert (dict(gone.state()), gone.folders()) == ({}, (tmp_path,))


def test_links_in_a_circle_and_a_whole_disk_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "runs" / "again").symlink_to(folder / "runs")
    found = inputs_of(folder, "scores: {files: 'runs/**'}")
    assert below(folder, found.folders()) == {".", "runs", "runs/a", "runs/b", "runs/b/deep"}
    monkeypatch.setattr(watching, "MOST_FOLDERS", 3)
    assert len(found.folders()) == 3
