"""The secret that results are signed with: whose it is, where it is, and that nobody else's results are believed."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.cache.encoding import decode, encode
from rankpress.cache.shelf import Shelf
from rankpress.cache.store import Store
from rankpress.core.faults import FaultsFound
from rankpress.core.plugins import activate
from rankpress.core.processes import processes
from rankpress.core.store_key import NoKey, signing_key, take_key
from rankpress.stages.adjust import Adjusted

SHARED = "0123456789abcdef" * 4
ROWS = "dataset,A,B,C\n" + "".join(f"d{n},0.5{n},0.5{n * 3 % 17:02},0.5{n * 5 % 7}\n" for n in range(1, 9))
SPEC = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"
NEEDS_USERS = pytest.mark.skipif(os.name != "posix", reason="there are owners and modes on POSIX only")


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A user of our own, without a secret as yet."""
    monkeypatch.setattr("rankpress.core.store_key._taken", {})
    yield become(monkeypatch, tmp_path / "state")
    activate(())


def become(monkeypatch, state):
    """Another user, as far as the secret goes."""
    monkeypatch.setattr("rankpress.core.store_key._read", {})
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    return state / "rankpress" / "store-key"


@pytest.fixture
def study(tmp_path):
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "scores.csv").write_text(ROWS)
    (folder / "study.yaml").write_text(SPEC)
    return folder / "study.yaml"


def build(study, *more):
    assert main(["build", str(study), "--only", "markdown", *more]) == 0
    return (study.parent / "report/report.md").read_bytes()


def lines(capsys, study):
    """What a build says of each piece of work."""
    shutil.rmtree(study.parent / "report", ignore_errors=True)
    capsys.readouterr()
    build(study, "-v")
    return [line.split(" s ", 1)[1] for line in capsys.readouterr().err.splitlines() if " s " in line]


def kept(printed):
    return [line for line in printed if line.endswith(": kept")]


# the secret of a user


def test_it_is_created_when_something_is_kept_for_nobody_else_to_read(tmp_path, state):
    with pytest.raises(NoKey, match="yet"):
        signing_key(create=False)
    assert not (tmp_path / "state").exists()
    Store(tmp_path / "kept").call("test", lambda a: 1, 1)
    assert (stat.S_IMODE(state.stat().st_mode), stat.S_IMODE(state.parent.stat().st_mode)) == (0o600, 0o700)
    assert [*state.parent.iterdir()] == [state]
    assert bytes.fromhex(state.read_text()) == signing_key(create=False)


@pytest.mark.nightly
def test_builds_that_begin_at_once_create_one(tmp_path, state):
    code = "from rankpress.core.store_key import signing_key; print(signing_key(create=True).hex())"
    begun = [subprocess.Popen([sys.executable, "-P", "-c", code], stdout=-1, text=True) for _ in range(8)]
    assert {process.communicate(timeout=120)[0].strip() for process in begun} == {state.read_text()}
    assert [*state.parent.iterdir()] == [state]


def link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def folder_link(path):
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.symlink_to(path.parent.with_name("elsewhere"))


SPOILED = {
    "a link": link,
    "a named pipe": pipe,
    "a folder that is a link": folder_link,
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "others may read it": lambda path: path.chmod(0o644),
    "its group may read it": lambda path: path.chmod(0o640),
    "others may write to its folder": lambda path: path.parent.chmod(0o777),
    "it is cut": lambda path: path.write_text(path.read_text()[:-2]),
    "it is empty": lambda path: path.write_text(""),
    "it is long": lambda path: path.write_text(path.read_text() * 2),
    "it is no text": lambda path: path.write_bytes(b"\xff" * 64),
}


@NEEDS_USERS
@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
@pytest.mark.parametrize("create", [False, True])
def test_a_secret_that_may_be_known_to_others_is_none(monkeypatch, state, spoil, create):
    signing_key(create=True)
    become(monkeypatch, state.parents[1])
    spoil(state)
    with pytest.raises(NoKey, match=r"store-key|rankpress"):
        signing_key(create=create)


@NEEDS_USERS
@pytest.mark.parametrize("there", [False, True])
def test_nor_is_another_users(monkeypatch, tmp_path, state, there):
    """As under `sudo`, which must not leave a secret of root's in someone's home either."""
    if there:
        signing_key(create=True)
        become(monkeypatch, state.parents[1])
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(NoKey, match="another user"):
        signing_key(create=True)
    assert (tmp_path / "state").exists() == there


@pytest.mark.parametrize(("variable", "value"), [("XDG_STATE_HOME", "state"), ("HOME", "state"), ("HOME", ".")])
def test_a_relative_folder_is_that_of_the_study_and_counts_for_nothing(monkeypatch, tmp_path, variable, value):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv(variable, value)
    (tmp_path / "home").mkdir()
    if variable == "HOME":
        with pytest.raises(NoKey, match="relative"):
            signing_key(create=True)
    else:
        signing_key(create=True)
        assert (tmp_path / "home/.local/state/rankpress/store-key").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


# builds


@pytest.mark.nightly
def test_without_a_place_for_it_a_build_works_and_says_so_once(monkeypatch, tmp_path, study, capsys):
    (tmp_path / "state").write_text("in the way")
    before = None
    for _ in range(2):
        printed = lines(capsys, study)
        [line] = [line for line in printed if "no result is kept" in line]
        assert str(tmp_path / "state") in line
        assert not kept(printed)
        assert before in (None, printed)
        before = printed
    assert not [*study.parent.glob(".rankpress/*/*")]


def test_what_only_looks_creates_none(tmp_path, study, capsys):
    assert main(["status", str(study)]) == main(["build", str(study), "--dry-run"]) == 0
    assert main(["check", str(study)]) == 0
    assert not (tmp_path / "state").exists()


def entries(study):
    return [path for path in (study.parent / ".rankpress/entries").rglob("*") if path.is_file()]


def forge(study, sign):
    """Have every pair differ significantly in the store of a study."""
    forged = 0
    for path in entries(study):
        content = path.read_bytes()
        encoded = content[content.index(b"\n") + 1 + 32 :]
        adjusted = decode(encoded)
        if isinstance(adjusted, Adjusted):
            p = {name: values * 0 + 1e-9 for name, values in adjusted.p.items()}
            sign(path, encode(replace(adjusted, p=p, groups=dict.fromkeys(adjusted.groups, ()))))
            forged += 1
    assert forged


def by_a_checksum(path, encoded):
    """As stores were signed that believed whoever wrote them."""
    key = path.parent.name + path.name
    head = path.read_bytes().partition(b"\n")[0] + b"\n"
    path.write_bytes(head + hashlib.sha256(key.encode() + encoded).digest() + encoded)


def by_another_user(path, encoded):
    Shelf(path.parents[2], 10**9).keep(path.parent.name + path.name, encoded)


def by_nobody(path, encoded):
    path.write_bytes(path.read_bytes()[: -len(encoded)] + encoded)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("sign", [by_a_checksum, by_another_user, by_nobody])
def test_a_forged_result_is_not_believed(monkeypatch, tmp_path, study, sign):
    true = build(study)
    shutil.rmtree(study.parent / ".rankpress")
    become(monkeypatch, tmp_path / "theirs")
    build(study, "--force")
    forge(study, sign)
    if sign is by_another_user:  # who would believe it
        shutil.rmtree(study.parent / "report")
        assert build(study) != true
    become(monkeypatch, tmp_path / "state")
    shutil.rmtree(study.parent / "report")
    assert build(study) == true


@pytest.mark.nightly
def test_of_another_users_store_nothing_counts_but_ones_own_goes_on(monkeypatch, tmp_path, study, capsys):
    lines(capsys, study)
    assert kept(lines(capsys, study))
    become(monkeypatch, tmp_path / "other")
    assert not kept(lines(capsys, study))
    assert kept(lines(capsys, study))


def test_a_result_in_anothers_place_is_not_believed(tmp_path):
    store = Store(tmp_path)
    store.call("test", lambda a: a, 1)
    [one] = entries_of(tmp_path)
    content = one.read_bytes()
    store.call("test", lambda a: a, 2)
    [other] = [path for path in entries_of(tmp_path) if path != one]
    other.write_bytes(content)
    assert store.call("test", lambda a: a, 2) == 2


def entries_of(folder):
    return [*(folder / "entries").glob("*/*")]


def test_another_users_word_that_a_report_is_fresh_is_not_taken(monkeypatch, tmp_path, study):
    from rankpress.app.freshness import Receipt

    build(study)
    receipt = (study, [], None)
    assert Receipt(*receipt).vouched(("markdown",))
    become(monkeypatch, tmp_path / "other")
    assert not Receipt(*receipt).vouched(("markdown",))


# a shared store


@pytest.mark.nightly
def test_users_with_one_key_share_a_store(monkeypatch, tmp_path, study, capsys):
    for number, key, shared in ((0, SHARED, False), (1, SHARED, True), (2, SHARED[::-1], False), (3, "", False)):
        become(monkeypatch, tmp_path / str(number))
        monkeypatch.setenv("RANKPRESS_STORE_KEY", key)
        assert bool(kept(lines(capsys, study))) == shared
        assert (tmp_path / str(number)).exists() == (not key)


def test_a_key_that_could_be_guessed_is_refused(monkeypatch, study, capsys):
    monkeypatch.setenv("RANKPRESS_STORE_KEY", "hunter2")
    assert main(["build", str(study)]) == 2
    assert capsys.readouterr().err.startswith("RANKPRESS_STORE_KEY: this key has 7 characters, which could be guessed")
    with pytest.raises(FaultsFound):
        signing_key(create=False)


def test_the_key_is_in_nothing_that_others_are_given(monkeypatch, tmp_path, study, capsys):
    code = f"import os, pathlib\npathlib.Path({str(tmp_path / 'seen')!r}).write_text(str(os.environ))\n"
    spec = SPEC + 'plugins: [mine.py]\nreport: {theme: "${RANKPRESS_STORE_KEY:-letter}"}\n'
    study.write_text(spec)
    for program in (True, False):  # a command, and a program that calls the parts of it
        (study.parent / "mine.py").write_text(f"{code}# {program}\n")
        monkeypatch.setattr("rankpress.core.store_key._taken", {})
        monkeypatch.setenv("RANKPRESS_STORE_KEY", SHARED)
        if program:
            from rankpress.spec.reading import read_study

            assert read_study(study, allow_plugins=True).study.report.theme == "letter"
        else:
            build(study, "--allow-plugins", "-v")
        assert SHARED not in (tmp_path / "seen").read_text()
        (tmp_path / "seen").unlink()
        assert take_key() == SHARED
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    printed = capsys.readouterr()
    assert SHARED not in printed.out + printed.err
    assert SHARED.encode() not in written
    assert json.loads((study.parent / "report/results.json").read_text())


def test_nor_are_further_processes(monkeypatch):
    monkeypatch.setenv("RANKPRESS_STORE_KEY", SHARED)
    with processes(2) as submit:
        assert SHARED not in submit(eval, "[*__import__('os').environ.values()]").result()
    assert take_key() == SHARED


def test_these_tests_leave_the_home_folder_alone():
    assert not Path(os.environ["XDG_STATE_HOME"]).is_relative_to(Path.home())
