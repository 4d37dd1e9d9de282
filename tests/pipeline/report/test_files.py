"""Writing a report: all or nothing, only files of ours, in one exchange of folders or, where that cannot be, in place.

Checked here is the contract: an earlier report stays whole until the new one is ready; files that no manifest lists, or
that lie behind a link, are neither replaced nor removed.
"""

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.folders import clear, staging_name, standing
from rankpress.core.manifest import SCHEMA, describe, library_versions, read
from rankpress.report import writing
from rankpress.report.writing import refuse_place, write_report

SPEC = {"title": "t"}


def write(out, files, spec=SPEC, formats=("html",)):
    write_report(files, describe(spec, formats, (), library_versions(), files), out, lambda there: True)


def listed(out):
    described = read(out)
    return [output["path"] for output in described["outputs"]]


def test_a_file_of_another_is_not_replaced(tmp_path):
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(FaultsFound, match="which no earlier build of rankpress wrote"):
        write(tmp_path, {"report.html": b"x"})
    assert (tmp_path / "report.html").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_other_formats_stay_while_they_were_made_from_the_same(tmp_path):
    write(tmp_path, {"report.pdf": b"1"}, formats=("pdf",))
    write(tmp_path, {"report.html": b"2"}, formats=("html",))
    assert listed(tmp_path) == ["report.html", "report.pdf"]
    assert (read(tmp_path) or {})["formats"] == ["html", "pdf"]


def test_a_build_killed_while_writing_leaves_the_earlier_report(tmp_path, monkeypatch):
    write(tmp_path, {"a": b"old", "b": b"old"})
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "write_durably", full)
    with pytest.raises(FaultsFound, match="No space"):
        write(tmp_path, {"a": b"new", "b": b"new"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd"])
def test_a_forged_manifest_removes_nothing_outside(tmp_path, path):
    out = tmp_path / "report"
    write(out, {"a": b"1"})
    (tmp_path / "outside").write_text("mine")
    forged = json.loads((out / "manifest.json").read_text())
    forged["outputs"].append({"path": path, "size": 1, "sha256": ""})
    (out / "manifest.json").write_text(json.dumps(forged))
    with pytest.raises(FaultsFound):
        write(out, {"a": b"2"}, spec={"title": "u"})
    assert (tmp_path / "outside").read_text() == "mine"


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def block(out, how, monkeypatch):
    """Put something in the way of files that a report has."""
    tables = out / "tables"
    if how == "rights":  # which root always has
        may = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "tables" and may(path, mode))
    elif how == "disk":
        stat = Path.stat

        def elsewhere(path, **options):
            status = stat(path, **options)
            return os.stat_result([*status[:2], 7, *status[3:]]) if path == tables else status

        monkeypatch.setattr(Path, "stat", elsewhere)
    elif how == "new":
        (out / "new").symlink_to("nowhere")
    else:
        (tables / "t.tex").unlink()
        if how == "folder":
            (tables / "t.tex").mkdir()
            return
        tables.rmdir()
        if how == "file":
            tables.write_text("mine")
        else:
            (out.parent / "mine").mkdir()
            tables.symlink_to(out.parent / "mine")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("file", "tables: this is a file; a build needs a folder here"),
        ("folder", "tables/t.tex: a build writes a file here, and this is a folder"),
        ("new", "new: a build would replace this file, which no earlier build of rankpress wrote"),
        ("rights", "tables: the report cannot be written here: no right to"),
        ("disk", "tables: this folder is on another disk than the rest of the report"),
        ("link", "tables: this is a link; a build needs a folder here and follows no links"),
    ],
)
def test_what_is_in_the_way_is_reported_before_anything_is_moved(tmp_path, monkeypatch, how, message):
    out = tmp_path / "report"
    write(out, {"a.html": b"old", "tables/t.tex": b"old"})
    block(out, how, monkeypatch)
    before = contents(tmp_path)
    with pytest.raises(FaultsFound) as error:
        write(out, {"a.html": b"new", "new": b"new", "tables/t.tex": b"new"}, spec={"title": "u"})
    [fault] = error.value.faults
    assert str(fault).partition("/report/")[2].startswith(message)
    assert contents(tmp_path) == before
    assert [path.name for path in tmp_path.glob(".*")] == []


@pytest.fixture(params=["i", "a"])
def chattr(request, tmp_path):
    changed = []

    def give(path):
        run = subprocess.run(["chattr", f"+{request.param}", str(path)], capture_output=True, timeout=10, check=False)
        if run.returncode:
            pytest.skip("no right to change such flags here")
        changed.append(path)

    yield give
    for path in changed:
        subprocess.run(["chattr", "-ia", str(path)], timeout=10, check=True)


@pytest.mark.parametrize("fixed", ["a.html", "tables"])
def test_what_no_right_can_move_is_found_before_anything_is(tmp_path, chattr, fixed):
    out = tmp_path / "report"
    write(out, {"a.html": b"old", "tables/t.tex": b"old"})
    chattr(out / fixed)
    before = contents(tmp_path)
    with pytest.raises(FaultsFound, match=rf"{fixed}: (a build cannot replace this file: it is immutable|.*no right)"):
        write(out, {"a.html": b"new", "tables/t.tex": b"new"}, spec={"title": "u"})
    with pytest.raises(FaultsFound):
        refuse_place(out)
    assert contents(tmp_path) == before
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_users_own_file_that_cannot_be_moved_stays_in_its_place(tmp_path, chattr):
    out = tmp_path / "report"
    write(out, {"a.html": b"old"})
    (out / "notes").write_text("mine")
    chattr(out / "notes")
    write(out, {"b.html": b"new"}, spec={"title": "u"})
    assert sorted(contents(tmp_path)) == ["report/b.html", "report/manifest.json", "report/notes"]


def test_a_file_in_a_sticky_folder_is_its_owners(tmp_path, monkeypatch):
    out = tmp_path / "report"
    write(out, {"a.html": b"old"})
    out.chmod(0o1777)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(FaultsFound, match="or another user's"):
        write(out, {"a.html": b"new"}, spec={"title": "u"})


WAYS = ["exchange", "renames", "mount point", "bind mount", "current folder", "repository", "much else"]
IN_PLACE = WAYS[2:]


@pytest.fixture(params=WAYS)
def way(request, tmp_path, monkeypatch):
    out = tmp_path / "report"
    out.mkdir()
    if request.param == "renames":
        monkeypatch.setattr(writing, "_exchanged", lambda one, other: False)
    elif request.param == "mount point":
        monkeypatch.setattr(writing, "exchange", lambda staged, out: False)
    elif request.param == "bind mount":  # of the same disk, which no number of a device shows

        def across(path, target):
            raise OSError(18, "Invalid cross-device link")

        monkeypatch.setattr(Path, "rename", across)
    elif request.param == "current folder":
        monkeypatch.chdir(out)
    elif request.param == "repository":
        (out / ".git").mkdir()
        (out / ".git" / "HEAD").write_text("mine")
    elif request.param == "much else":
        monkeypatch.setattr(writing, "MOST_CARRIED", 0)
    return str(request.param)


def test_what_users_keep_in_the_folder_stays(tmp_path, way):
    out = tmp_path / "report"
    write(out, {"a.html": b"old", "gone.csv": b"old", "edited.csv": b"old", "tables/t.tex": b"old", "deep/er/f": b"1"})
    out.chmod(0o2751)
    (out / "tables").chmod(0o700)
    (out / "edited.csv").write_text("by hand")
    (out / "paper" / "empty").mkdir(parents=True)
    (out / "paper" / "notes").write_text("mine")
    (out / "link").symlink_to("/")
    notes, inode = (out / "paper" / "notes").stat(), out.stat().st_ino
    write(out, {"a.html": b"new", "tables/u.tex": b"new"}, spec={"title": "u"})
    assert (out.stat().st_ino == inode) == (way in IN_PLACE)
    assert listed(out) == ["a.html", "tables/u.tex"]
    files = {path: content for path, content in contents(out).items() if not path.startswith(".git")}
    assert files.pop("manifest.json")
    assert files == {"a.html": b"new", "edited.csv": b"by hand", "paper/notes": b"mine", "tables/u.tex": b"new"}
    assert (out / "link").readlink() == Path("/")
    assert (out / "paper" / "empty").is_dir()
    assert not (out / "deep").exists()
    assert (out / ".git" / "HEAD").exists() == (way == "repository")
    after = (out / "paper" / "notes").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_nlink) == (notes.st_ino, notes.st_mtime_ns, 1)
    assert (oct(out.stat().st_mode), oct((out / "tables").stat().st_mode)) == ("0o42751", "0o40700")
    assert [path.name for path in (*tmp_path.iterdir(), *out.glob(".rank*"))] == ["report"]


def test_nothing_behind_a_link_is_removed(tmp_path, way):
    out, theirs = tmp_path / "report", tmp_path / "mine"
    write(out, {"a.html": b"1", "tables/t.tex": b"2", "figures/f.svg": b"3"})
    shutil.move(out / "tables", theirs)
    (out / "tables").symlink_to(theirs)
    shutil.move(out / "figures" / "f.svg", theirs / "f.svg")
    (out / "figures" / "f.svg").symlink_to(theirs / "f.svg")
    write(out, {"a.html": b"new"}, spec={"title": "u"})
    assert contents(theirs) == {"t.tex": b"2", "f.svg": b"3"}
    assert listed(out) == ["a.html"]


def test_a_folder_behind_a_link_is_the_one_that_is_exchanged(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "report").symlink_to("real")
    for version in (b"1", b"2"):
        write(tmp_path / "report", {"a.html": version}, spec={"title": str(version)})
    assert (tmp_path / "report").readlink() == Path("real")
    assert (tmp_path / "real" / "a.html").read_bytes() == b"2"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["real", "report"]


def test_what_a_user_saves_while_folders_are_exchanged_is_kept(tmp_path, monkeypatch):
    out = tmp_path / "report"
    write(out, {"a.html": b"1"})
    (out / "notes").write_text("before")
    exchange = writing.exchange

    def meanwhile(staged, place):
        (place / "new").mkdir()
        (place / "new" / "note").write_text("mine")
        (place / "saved").write_text("after")
        (place / "saved").rename(place / "notes")  # as editors do
        return exchange(staged, place)

    monkeypatch.setattr(writing, "exchange", meanwhile)
    write(out, {"a.html": b"2"}, spec={"title": "u"})
    assert (out / "notes").read_text() == "after"
    assert (out / "new" / "note").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_a_report_that_was_moved_away_by_a_build_that_was_killed(tmp_path):
    out = tmp_path / "report"
    write(out, {"a.html": b"1"})
    aside = tmp_path / f"{staging_name(out)}~"
    (tmp_path / staging_name(out)).mkdir()  # which was to take its place
    out.rename(aside)
    assert standing(out) == aside
    write(out, {"b.html": b"2"}, formats=("latex",))
    assert sorted(contents(out)) == ["a.html", "b.html", "manifest.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_only_folders_of_ours_are_cleared_away(tmp_path):
    out = tmp_path / "report"
    write(out, {"a.html": b"1"})
    own = staging_name(out)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rc").write_text("precious")
    (tmp_path / own).symlink_to("mine")
    (tmp_path / own.replace("report", "report-2")).mkdir()
    there = {path.name for path in tmp_path.iterdir()}
    write(out, {"a.html": b"2"}, spec={"title": "u"})
    assert {path.name for path in tmp_path.iterdir()} == there
    clear(tmp_path / own, out)
    assert (tmp_path / "mine" / "rc").read_text() == "precious"


ENTRY = {"path": "mine", "size": 1, "sha256": "0"}
ODD = [
    *("../mine", "/etc/passwd", "a/../../mine", "./a", "a//b", "", ".", "a/", "a\0b", "a\\b", "c:a", "manifest.json"),
    *("\ud800", "a" * 300, "/".join("abcdefghij")),
]


@pytest.mark.parametrize(
    "outputs",
    [
        *([{**ENTRY, "path": path}] for path in ODD),
        *([{**ENTRY, "path": path}] for path in (7, None, ["a"], {"a": 1})),
        *([[{**ENTRY, "sha256": 7}], [{"path": "mine"}], {"path": "mine"}, "mine", 7, None, [7], ["mine"]]),
    ],
)
def test_a_manifest_that_no_build_wrote_is_none(tmp_path, outputs):
    (tmp_path / "manifest.json").write_text(json.dumps({"schema": SCHEMA, "outputs": outputs}))
    assert read(tmp_path) is None


@pytest.mark.parametrize("text", ["{", "7", "[" * 100_000, "\0", "9" * 5000])
def test_a_manifest_that_is_no_json_is_none(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    assert read(tmp_path) is None


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["pipe", "device", "huge"])
def test_a_manifest_that_is_no_file_of_a_sane_size_is_not_read(tmp_path, kind):
    path = tmp_path / "manifest.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)
    manifests = ["nothing yet"]
    reader = threading.Thread(target=lambda: manifests.append(read(tmp_path)), daemon=True)
    reader.start()
    reader.join(30)
    assert manifests[1:] == [None]


def test_a_mixture_that_was_left_in_place_is_healed(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "exchange", lambda staged, out: False)
    out = tmp_path / "report"
    write(out, {"a": b"old", "b": b"old", "only-old": b"old"})
    replace, moved = os.replace, []

    def killed(source, target, **options):
        if len(moved) == 3:
            raise KeyboardInterrupt
        if options:
            moved.append(target)
        replace(source, target, **options)

    new = {"a": b"new", "b": b"new", "c/d": b"new"}
    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write(out, new, spec={"title": "new"})
    monkeypatch.setattr(os, "replace", replace)
    assert (out / "c").is_dir()
    assert "spec" not in (read(out) or {})  # so that no reader takes it for a report
    write(out, new, spec={"title": "new"})
    assert {path: content for path, content in contents(tmp_path).items() if path != "report/manifest.json"} == {
        f"report/{path}": content for path, content in new.items()
    }


def test_a_place_is_refused_before_time_is_spent(tmp_path, monkeypatch):
    refuse_place(tmp_path / "none yet")
    write(tmp_path, {"a.html": b"1", "tables/t.tex": b"2"})
    refuse_place(tmp_path)
    block(tmp_path, "rights", monkeypatch)
    with pytest.raises(FaultsFound, match="no right to"):
        refuse_place(tmp_path)
