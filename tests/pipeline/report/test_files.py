"""Writing a report: all or nothing, only files of ours, and a killed build is finished by the next.

Held against the contract: an earlier report stays whole until the new one is ready; files that no manifest lists are
neither replaced nor removed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rankpress.faults import FaultsFound
from rankpress.report import files as report_files
from rankpress.report.files import finish_report, write_report
from rankpress.report.manifest import describe, library_versions, read

SPEC = {"title": "t"}


def write(
    out: Path, files: dict[str, bytes], spec: dict[str, str] = SPEC, formats: tuple[str, ...] = ("html",)
) -> None:
    write_report(files, describe(spec, formats, (), library_versions(), files), out)


def listed(out: Path) -> list[str]:
    described = read(out)
    assert described is not None
    return [output["path"] for output in described["outputs"]]


def test_a_first_report_is_written_with_its_manifest(tmp_path: Path) -> None:
    out = tmp_path / "a" / "report"
    write(out, {"report.html": b"x", "tables/t.tex": b"y"})
    assert (out / "tables/t.tex").read_bytes() == b"y"
    assert listed(out) == ["report.html", "tables/t.tex"]
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "report.html", "tables"]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    write(tmp_path, {"report.html": b"x"})
    write(tmp_path, {"report.html": b"y"}, spec={"title": "u"})
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "report.html").read_bytes() == b"y"


def test_a_file_of_another_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(FaultsFound, match="which no earlier build of rankpress wrote"):
        write(tmp_path, {"report.html": b"x"})
    assert (tmp_path / "report.html").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_what_the_new_report_lacks_is_removed(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"1", "b": b"2"})
    write(tmp_path, {"a": b"1"}, spec={"title": "another"})
    assert not (tmp_path / "b").exists()
    assert listed(tmp_path) == ["a"]


def test_other_formats_stay_while_they_were_made_from_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"report.pdf": b"1"}, formats=("pdf",))
    write(tmp_path, {"report.html": b"2"}, formats=("html",))
    assert listed(tmp_path) == ["report.html", "report.pdf"]
    assert (read(tmp_path) or {})["formats"] == ["html", "pdf"]


def test_a_build_killed_while_writing_leaves_the_earlier_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"a": b"old", "b": b"old"})
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_files, "_write_durably", full)
    with pytest.raises(FaultsFound, match="No space"):
        write(tmp_path, {"a": b"new", "b": b"new"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_build_killed_while_moving_is_finished_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a": b"old", "b": b"old"})
    moved = []

    def killed(source: Path, target: Path) -> None:
        if moved:
            raise KeyboardInterrupt
        moved.append(target)
        Path(source).rename(target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, {"a": b"new", "b": b"new"}, spec={"title": "new"})
    monkeypatch.undo()
    finish_report(tmp_path)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == b"new"
    assert (read(tmp_path) or {})["spec"] == {"title": "new"}


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd"])
def test_a_forged_manifest_removes_nothing_outside(tmp_path: Path, path: str) -> None:
    out = tmp_path / "report"
    write(out, {"a": b"1"})
    (tmp_path / "outside").write_text("mine")
    forged = json.loads((out / "manifest.json").read_text())
    forged["outputs"].append({"path": path, "size": 1, "sha256": ""})
    (out / "manifest.json").write_text(json.dumps(forged))
    with pytest.raises(FaultsFound):
        write(out, {"a": b"2"}, spec={"title": "u"})
    assert (tmp_path / "outside").read_text() == "mine"
