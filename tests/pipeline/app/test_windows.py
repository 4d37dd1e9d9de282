"""The same code with what Windows has: no folders by descriptor or exchanged, code pages, files held open."""

import ctypes
import io
import os
import shutil
import sys
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core import folders
from rankpress.core.faults import Findings
from rankpress.core.manifest import read
from rankpress.report import writing
from rankpress.sources import files

SCORES = "dataset,A,Bé,C\n" + "".join(f"d{row},0.{9 - row % 2},0.8{row},0.7\n" for row in range(6))
STUDY = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"


@pytest.fixture
def windows(monkeypatch):
    """Take away what Windows lacks, and have the rest fail as it does there."""

    def only_paths(function):
        def called(path, *given, dir_fd=None, src_dir_fd=None, dst_dir_fd=None, **options):
            if (dir_fd, src_dir_fd, dst_dir_fd) != (None, None, None):
                raise NotImplementedError("dir_fd unavailable on this platform")
            if function is opened and Path(path).is_dir():
                raise PermissionError(13, "Permission denied", str(path))
            return function(path, *given, **options)

        return called

    opened = os.open
    for module in (folders, writing):
        monkeypatch.setattr(module, "POSIX", False)
    monkeypatch.setattr("rankpress.core.store_key._POSIX", False)
    monkeypatch.setattr(shutil, "_use_fd_functions", False)
    for name in ("open", "stat", "unlink", "rmdir", "mkdir", "link"):
        monkeypatch.setattr(os, name, only_paths(getattr(os, name)))
    monkeypatch.setattr(os, "replace", only_paths(os.replace))
    for name in ("fwalk", "geteuid", "chown"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: (_ for _ in ()).throw(TypeError("bad argument type")))
    monkeypatch.setattr(writing, "_linux_flags", lambda path: 0)


@pytest.fixture
def study(tmp_path, monkeypatch):
    (tmp_path / "scores.csv").write_bytes(SCORES.replace("\n", "\r\n").encode("utf-8-sig"))
    (tmp_path / "study.yaml").write_bytes(STUDY.replace("\n", "\r\n").encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def built(*options):
    return main(["build", "study.yaml", "--only", "markdown", "--only", "typst", "-v", *options])


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.nightly
def test_a_report_is_written_and_replaced(study, windows, capsys):
    assert built() == 0
    first = contents(study / "report")
    assert {output["path"] for output in read(study / "report")["outputs"]} == first.keys() - {"manifest.json"}
    assert all("\\" not in path and "\r" not in path for path in first)
    (study / "report" / "mine.txt").write_text("mine")
    (study / "scores.csv").write_text(SCORES.replace("0.7", "0.99"), encoding="utf-8")
    assert built() == 0
    second = contents(study / "report")
    assert second.pop("mine.txt") == b"mine"
    assert second.keys() == first.keys()
    assert second["results.json"] != first["results.json"]
    assert [path.name for path in study.iterdir() if path.name.startswith(".report")] == []


@pytest.mark.nightly
def test_the_bytes_are_those_of_other_systems(study, windows, monkeypatch):
    assert built("--out", "there") == 0
    monkeypatch.undo()
    monkeypatch.chdir(study)
    shutil.rmtree(study / ".rankpress", ignore_errors=True)
    assert built("--out", "here") == 0
    assert contents(study / "there") == contents(study / "here")


@pytest.mark.nightly
def test_a_file_that_a_program_holds_open_is_reported(study, windows, monkeypatch, capsys):
    assert built() == 0
    (study / "scores.csv").write_text(SCORES.replace("0.7", "0.99"), encoding="utf-8")
    before, replaced = contents(study / "report"), os.replace

    def refused(path, target, **options):
        if Path(path).name == "report.md" and Path(path).parent.name == "report":
            raise PermissionError(13, "The process cannot access the file because it is being used", str(path))
        return replaced(path, target, **options)

    monkeypatch.setattr(os, "replace", refused)
    assert built() == 2
    assert "held open" in capsys.readouterr().err
    assert contents(study / "report") == before


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_answers_are_readable_on_code_pages(study, monkeypatch, encoding):
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\r\n")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    out.flush()
    printed = out.buffer.getvalue().decode(encoding)
    assert "\\u" not in printed
    assert "\u03b1 = 0.05" in printed or "alpha = 0.05" in printed
    assert ("Bé" in printed) is (encoding != "ascii")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("given", "names"),
    [(r"runs\*.csv", "abc"), (r"runs\{dataset}.csv", "abc"), (r"runs\{dataset:\w+}.csv", "abc"), (r"runs\a.csv", "a")],
)
def test_paths_have_backslashes_too(tmp_path, monkeypatch, given, names):
    (tmp_path / "runs").mkdir()
    for name in "abc":
        (tmp_path / "runs" / f"{name}.csv").write_text("algorithm,fold,accuracy\nA,1,0.9\nB,1,0.8\nC,1,0.7\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "sep", "\\")
    findings = Findings()
    matched = files.match_files(Path(), [given], findings)
    assert [match.path for match in matched] == [f"runs/{name}.csv" for name in names]
    assert not findings
    if len(names) > 1:
        assert main(["run", given, "--only", "markdown", "--save", "--quiet"]) == 0
        assert 'files: "runs/{dataset' in Path("study.yaml").read_text()
