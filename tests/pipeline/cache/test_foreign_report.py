"""A report counts as up to date only if a build of the user's own made it: anyone can write a manifest.json."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.app.freshness import stale_reasons, was_built_here
from rankpress.core import manifest
from rankpress.core.plugins import activate
from rankpress.spec.reading import read_study

ROWS = "dataset,A,B,C\n" + "".join(f"d{n},0.5{n},0.5{n * 3 % 17:02},0.5{n * 5 % 7}\n" for n in range(1, 9))
SPEC = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"
UNVOUCHED = "report was not built here, or its record in .rankpress is missing"


def become(monkeypatch, state):
    """Another user, as far as the secret goes."""
    monkeypatch.setattr("rankpress.core.store_key._taken", {})
    monkeypatch.setattr("rankpress.core.store_key._read", {})
    monkeypatch.setenv("XDG_STATE_HOME", str(state))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A study in the current folder, of a user without a secret as yet."""
    become(monkeypatch, tmp_path / "state")
    study = tmp_path / "study"
    study.mkdir()
    monkeypatch.chdir(study)
    (study / "scores.csv").write_text(ROWS)
    (study / "study.yaml").write_text(SPEC)
    yield study
    activate(())


def build(*more):
    assert main(["build", "--only", "markdown", "--only", "html", *more]) == 0
    return contents(Path("report"))


def contents(folder):
    """All files of a folder, and what is in them."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def forge(out, names=("report.html", "report.md", "results.json")):
    """Have files of a report say something else, and its manifest list them as they are."""
    listing = json.loads((out / "manifest.json").read_text())
    for entry in listing["outputs"]:
        path = out / entry["path"]
        if entry["path"] in names:
            path.write_bytes(path.read_bytes().replace(b"accuracy", b"forgery!"))
        content = path.read_bytes()
        entry |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (out / "manifest.json").write_text(manifest.manifest_json(listing))


def forged_here(monkeypatch, tmp_path):
    forge(Path("report"))


def forged_without_a_store(monkeypatch, tmp_path):
    forge(Path("report"))
    shutil.rmtree(".rankpress")


def forged_by_another_user(monkeypatch, tmp_path):
    """Who built it and signed the forgery with a secret of their own."""
    from rankpress.app.freshness import note_built

    become(monkeypatch, tmp_path / "theirs")
    build("--force")
    forge(Path("report"))
    note_built(Path("report/manifest.json").read_bytes(), Path())
    assert was_built_here(Path("report"), Path())
    become(monkeypatch, tmp_path / "state")


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("forging", [forged_here, forged_without_a_store, forged_by_another_user])
def test_a_forged_report_is_built_again_and_shows_the_truth(folder, monkeypatch, tmp_path, capsys, forging):
    true = build()
    forging(monkeypatch, tmp_path)
    assert contents(Path("report")) != true
    capsys.readouterr()
    before = contents(folder)
    for command in (["status"], ["status", "--format", "json"], ["build", "--dry-run"]):
        assert main(command) == 0
        assert UNVOUCHED in capsys.readouterr().out
    assert contents(folder) == before  # what only looks writes nothing
    assert build() == true
    assert "up to date" not in capsys.readouterr().err
    build()
    assert "up to date" in capsys.readouterr().err


@pytest.mark.nightly
def test_nothing_of_a_forged_report_stays_next_to_formats_that_are_built(folder):
    """As after `build --only` of another format, where those of one's own that still hold stay."""
    true = build()
    assert main(["build", "--only", "latex"]) == 0
    assert contents(Path("report")).items() >= {name: true[name] for name in ("report.html", "report.md")}.items()
    forge(Path("report"), ("report.html",))
    assert main(["build", "--only", "latex"]) == 0
    assert not Path("report/report.html").exists()
    assert b"forgery!" not in b"".join(contents(Path("report")).values())


@pytest.mark.nightly
@pytest.mark.parametrize("moving", [shutil.copytree, os.rename])
def test_a_folder_of_ones_own_may_move(folder, monkeypatch, tmp_path, capsys, moving):
    """What is signed is what the manifest says, wherever it lies."""
    true = build()
    monkeypatch.chdir(tmp_path)
    moving(folder, tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    capsys.readouterr()
    assert build() == true
    assert "up to date" in capsys.readouterr().err
    Path("report").rename("elsewhere")
    assert main(["build", "--only", "html", "--out", "elsewhere"]) == 0
    assert "up to date" in capsys.readouterr().err


def test_without_the_record_a_report_is_built_once(folder, capsys):
    true = build()
    shutil.rmtree(".rankpress")
    capsys.readouterr()
    for up_to_date in (False, True):
        assert build() == true
        assert ("up to date" in capsys.readouterr().err) == up_to_date


@pytest.mark.nightly
def test_without_a_place_for_a_secret_a_report_is_always_built(folder, tmp_path, capsys):
    (tmp_path / "state").write_text("in the way")
    true = build()
    for _ in range(2):
        assert build() == true
        assert "up to date" not in capsys.readouterr().err
    read = read_study("study.yaml")
    reasons = stale_reasons(manifest.read(Path("report")), read, Path("report"), manifest.library_versions())
    assert reasons == (UNVOUCHED,)


@pytest.mark.nightly
def test_a_baseline_may_be_anyones(folder, monkeypatch, tmp_path, capsys):
    """The user names it; the report that is compared with it is the user's own."""
    build()
    shutil.copytree("report", "theirs")
    forge(Path("theirs"), ())
    capsys.readouterr()
    build("--baseline", "theirs")
    assert "up to date" not in capsys.readouterr().err
    build("--baseline", "theirs")
    assert "up to date" in capsys.readouterr().err
    assert main(["diff", "theirs", "report"]) == 0
