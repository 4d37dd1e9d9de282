"""Writing a report: all or nothing, only files of ours, and a killed build is finished by the next.

Held against the contract: an earlier report stays whole until the new one is ready; files that no manifest lists are
neither replaced nor removed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rankpress.faults import FaultsFound
from rankpress.report import files as report_files
from rankpress.report.files import finish_report, refuse_place, settle_report, write_report
from rankpress.report.manifest import SCHEMA, describe, library_versions, read

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


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def block(out: Path, how: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put something in the way of files that a report has."""
    (out / "tables" / "t.tex").unlink()
    if how == "file":
        (out / "tables").rmdir()
        (out / "tables").write_text("mine")
    elif how == "folder":
        (out / "tables" / "t.tex").mkdir()
    elif how == "link":
        (out / "new").symlink_to("nowhere")
    elif how == "rights":  # which root always has
        may = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "tables" and may(path, mode))
    else:
        (out / "tables").rmdir()
        (out / "tables").symlink_to(elsewhere)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("file", "tables: a build writes files below this, which is no folder"),
        ("folder", "tables/t.tex: a build writes a file here, and this is a folder"),
        ("link", "new: a build would replace this file, which no earlier build of rankpress wrote"),
        ("rights", "tables: the report cannot be written here: no right to"),
        ("disk", "tables: this folder is on another disk than the rest of the report"),
    ],
)
def test_what_is_in_the_way_is_told_before_anything_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, told: str
) -> None:
    out = tmp_path / "report"
    with TemporaryDirectory(dir="/dev/shm") as elsewhere:
        assert how != "disk" or Path(elsewhere).stat().st_dev != tmp_path.stat().st_dev
        write(out, {"a.html": b"old", "tables/t.tex": b"old"})
        block(out, how, Path(elsewhere), monkeypatch)
        before = contents(out)
        with pytest.raises(FaultsFound) as found:
            write(out, {"a.html": b"new", "new": b"new", "tables/t.tex": b"new"}, spec={"title": "u"})
        [fault] = found.value.faults
        assert str(fault).partition("/report/")[2].startswith(told)
        assert contents(out) == before


def pending(out: Path, **files: str) -> None:
    """A finished report that waits to be moved, as a build leaves it that is killed then."""
    waiting = out / ".rankpress-pending"
    (waiting / "tables").mkdir(parents=True)
    (waiting / "tables" / "t.tex").write_bytes(b"new")
    for name, content in files.items():
        (waiting / f"{name}.json").write_text(content)


def manifest_of(*paths: str) -> str:
    return json.dumps({"schema": SCHEMA, "outputs": [{"path": path} for path in paths]})


@pytest.mark.parametrize("earlier", ['["../mine"]', "{", "7", "[" * 100_000, manifest_of("../mine"), manifest_of("d")])
@pytest.mark.parametrize("finished", ["{", manifest_of(), manifest_of("../mine")])
def test_what_others_wrote_as_manifest_removes_nothing_elsewhere(tmp_path: Path, earlier: str, finished: str) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    out = tmp_path / "report"
    (out / "d").mkdir(parents=True)
    (out / "d" / "notes").write_text("mine too")
    (out / "manifest.json").write_text(earlier)
    pending(out, manifest=finished)
    assert finish_report(out)
    assert mine.read_text() == "precious"
    assert sorted(contents(out)) == ["d/notes", "manifest.json", "tables/t.tex"]


def test_what_came_into_the_way_is_told_and_may_be_mended(tmp_path: Path) -> None:
    (tmp_path / "tables" / "t.tex" / "mine").mkdir(parents=True)
    pending(tmp_path)
    settle_report(tmp_path)  # whoever only reads is not stopped
    with pytest.raises(FaultsFound, match=r"t\.tex: a finished report cannot be moved into place"):
        finish_report(tmp_path)
    (tmp_path / "tables" / "t.tex").rename(tmp_path / "mine")
    settle_report(tmp_path)
    assert contents(tmp_path) == {"tables/t.tex": b"new"}


def test_folders_that_are_empty_now_go(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"1", "deep/er/b": b"2", "kept/c": b"3"})
    (tmp_path / "kept" / "notes").write_text("mine")
    write(tmp_path, {"a": b"1"}, spec={"title": "u"})
    assert sorted(contents(tmp_path)) == ["a", "kept/notes", "manifest.json"]
    assert not (tmp_path / "deep").exists()


def test_a_place_is_refused_before_time_is_spent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_place(tmp_path / "none yet")
    write(tmp_path, {"a.html": b"1", "tables/t.tex": b"2"})
    refuse_place(tmp_path)
    block(tmp_path, "rights", tmp_path, monkeypatch)
    with pytest.raises(FaultsFound, match="no right to"):
        refuse_place(tmp_path)
