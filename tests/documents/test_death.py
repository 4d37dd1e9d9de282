"""A build that is killed, or that the disk has no room for, leaves a whole report, and the next build is right."""

import errno
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from rankpress.app.cli import fault_of_the_disk, main
from rankpress.core import manifest
from rankpress.core.folders import standing
from rankpress.core.processes import scratch_folder

SPEC = "title: {}\nscores: {{files: s.csv, layout: wide}}\nadjust: [holm]\nplot: []\nreport: {{formats: [latex]}}\n"
ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))

# Writes a report of three files over one of as many, some of them others, and kills itself at the n-th step.
KILLED = """\
import json, os, shutil, signal, sys
from pathlib import Path
from rankpress.report import writing
from rankpress.report.writing import write_report
from rankpress.core.manifest import describe

FOLDER = Path(sys.argv[1])
STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "os.link", "ctypes.dlsym"}
steps = 0
os.fsync = lambda number: None  # of no use to a process that is killed
if sys.argv[2] == "renames":
    writing._exchanged = lambda one, other: False
elif sys.argv[2] == "in place":
    writing.exchange = lambda staged, out: False

def files(version):
    names = ["tables/0.tex", "report.html", f"deep-{version}/er/a.txt"]
    return {name: f"{version} {name}".encode() for name in names}

def write(version, out):
    content = files(version)
    write_report(content, describe({"title": version}, ["html"], [], {"rankpress": "1"}, content), out)

def kill_at(last):
    def hook(event, arguments):
        global steps
        if event in STEPS:
            steps += 1
            if steps == last:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)

write("old", FOLDER / "old")  # imports what it needs
(FOLDER / "old" / "paper").mkdir()
(FOLDER / "old" / "paper" / "mine").write_text("mine")
for at in range(1, 1000):
    out = FOLDER / str(at)
    shutil.copytree(FOLDER / "old", out)
    child = os.fork()
    if not child:
        kill_at(at)
        write("new", out)
        os._exit(0)
    if not os.waitpid(child, 0)[1]:
        break
print(at)
"""


def disagreeing(out):
    """What is not as manifest.json says, or is not in it."""
    listed = {one["path"]: one["sha256"] for one in json.loads((out / "manifest.json").read_text())["outputs"]}
    there = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    own = {path: file for path, file in there.items() if not path.startswith(".rankpress-") and path != "manifest.json"}
    digests = {path: hashlib.sha256(file.read_bytes()).hexdigest() for path, file in own.items()}
    return sorted(path for path in {*listed, *digests} if listed.get(path) != digests.get(path))


def title(out):
    return str(json.loads((out / "manifest.json").read_text())["spec"]["title"])


def hidden(folder):
    return sorted(path.name for path in folder.glob(".*"))


def build(folder, **environment):
    command = [sys.executable, "-m", "rankpress", "build", str(folder / "study.yaml"), "-q"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})


def ended(process):
    """Its exit code and stderr, without what it says of wide tables."""
    lines = process.communicate(timeout=300)[1].splitlines(keepends=True)
    return process.returncode, "".join(line for line in lines if not line.startswith("warning: the table "))


def write_study(folder, named):
    (folder / "s.csv").write_text(ROWS)
    (folder / "study.yaml").write_text(SPEC.format(named))


def run(code, *arguments):
    command = [sys.executable, "-c", code, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert ended.stderr == ""
    return ended.stdout


@pytest.mark.weekly
@pytest.mark.parametrize("way", ["exchange", "renames", "in place"])
def test_killed_at_every_step_of_the_writing(tmp_path, way):
    steps = int(run(KILLED, tmp_path, way))
    assert steps > 60
    after = []
    for at in range(1, steps + 1):
        out = tmp_path / str(at)
        there = standing(out)
        assert (way == "renames") or there == out
        described = manifest.read(there) or {}
        if way == "in place" and "spec" not in described:  # what no reader takes for a report, and the next build heals
            continue
        assert disagreeing(there) == ["paper/mine"], at
        after.append(title(there))
    # killed before it took its place, and after
    assert sorted(after, reverse=True) == after
    assert set(after) == {"old", "new"}
    assert (len(after) < steps) == (way == "in place")
    code = KILLED.partition('write("old", FOLDER')[0]
    run(f"{code}for at in range(1, {steps + 1}):\n    write('next', FOLDER / str(at))", tmp_path, "exchange")
    for at in range(1, steps + 1):
        assert title(tmp_path / str(at)) == "next"
        assert disagreeing(tmp_path / str(at)) == ["paper/mine"], at
    assert hidden(tmp_path) == []
    assert list(tmp_path.glob("*/.*")) == []


# A process replaces a report again and again, and is killed; whoever reads meanwhile finds each time one whole report.
READ = """\
import random, time
chance = random.Random(1)

def seen(out):
    # a reader goes from path to path: what it saw is of one moment if the folder is the same before and after
    before = out.stat().st_ino, (out / "manifest.json").read_bytes()
    contents = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    return contents if before == (out.stat().st_ino, (out / "manifest.json").read_bytes()) else None

def whole(contents):
    version = json.loads(contents.pop("manifest.json"))["spec"]["title"]
    assert contents == {**files(version), "paper/mine": b"mine"}, (version, sorted(contents))
    return version

out, read = FOLDER / "report", set()
write("0", out)
(out / "paper").mkdir()
(out / "paper" / "mine").write_text("mine")
for turn in range(15):
    child = os.fork()
    if not child:
        for version in range(10_000):
            write(f"{turn}-{version}", out)
    until = time.monotonic() + 120
    while not any(version.startswith(f"{turn}-") for version in read) and time.monotonic() < until:
        try:
            contents = seen(out)
        except OSError:  # of a folder that has just been exchanged
            continue
        if contents:
            read.add(whole(contents))
    time.sleep(chance.uniform(0, 0.02))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    whole(seen(out))
write("last", out)
print(len(read), sorted(path.name for path in FOLDER.iterdir()))
"""


@pytest.mark.nightly
def test_whoever_reads_meanwhile_finds_one_whole_report(tmp_path):
    read, _, left = run(KILLED.partition('write("old", FOLDER')[0] + READ, tmp_path, "exchange").partition(" ")
    assert int(read) >= 15
    assert left == "['report']\n"


def work_kept(folder):
    return {path: path.stat().st_mtime_ns for path in folder.glob(".rankpress/**/*")}


@pytest.mark.nightly
def test_a_build_that_is_killed(tmp_path, built_study):
    shutil.copytree(built_study, tmp_path, dirs_exist_ok=True)
    out, temporary = tmp_path / "report", tmp_path / "tmp"
    temporary.mkdir()
    write_study(tmp_path, "new")
    before = work_kept(tmp_path)
    process = build(tmp_path, TMPDIR=str(temporary))
    while process.poll() is None and work_kept(tmp_path) == before:  # it is at work
        time.sleep(0.001)
    process.kill()
    process.communicate(timeout=300)
    assert process.returncode != 0
    assert (title(out), disagreeing(out)) == ("old", [])
    process = build(tmp_path, TMPDIR=str(temporary))
    assert ended(process) == (0, "")
    assert (title(out), disagreeing(out), hidden(out)) == ("new", [], [])
    assert [path for path in temporary.iterdir() if path.is_dir()] == []
    # which is what a build makes that nobody ever killed
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    write_study(fresh, "new")
    assert main(["build", str(fresh / "study.yaml"), "-q"]) == 0
    assert (fresh / "report" / "manifest.json").read_bytes() == (out / "manifest.json").read_bytes()


def limited(most):
    """What gives a process a limit on the size of files, as if no more room were on the disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@pytest.fixture(scope="module")
def built_study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "study"
    folder.mkdir()
    write_study(folder, "old")
    assert main(["build", str(folder / "study.yaml"), "-q"]) == 0
    return folder


@pytest.mark.weekly
def test_no_room_for_a_report(tmp_path, built_study):
    shutil.copytree(built_study, tmp_path, dirs_exist_ok=True)
    out = tmp_path / "report"
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    write_study(tmp_path, "new")
    command = [sys.executable, "-m", "rankpress", "build", str(tmp_path / "study.yaml"), "--jobs", "1"]
    full = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited(1000), timeout=300, check=False)
    assert full.returncode == 2, full.stderr
    assert f"{out}: the report cannot be written here: File too large" in full.stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    assert (title(out), disagreeing(out), hidden(out)) == ("new", [], [])


# As above, but the n-th step fails for want of room, and so do all that write after it.
FULL = (
    KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", "full = True")
    .replace(
        "            if steps == last:",
        "            opened = event == 'open' and arguments[2] & os.O_CREAT\n"
        "            writes = event in {'os.mkdir', 'os.link'} or opened\n"
        "            if steps >= last and writes:\n                raise OSError(28, 'No space left on device')\n"
        "            if False:",
    )
    .replace('write("new", out)', "announce(out)")
    .replace(
        "def kill_at",
        "def announce(out):\n"
        "    from rankpress.core.faults import FaultsFound\n"
        "    try:\n        write('new', out)\n"
        "    except FaultsFound as error:\n        assert 'No space' in str(error); os._exit(3)\n"
        "    os._exit(0)\n\ndef kill_at",
    )
)


@pytest.mark.weekly
def test_no_room_at_every_step_of_the_writing(tmp_path):
    steps = int(run(FULL, tmp_path, "in place"))
    assert steps > 15
    for at in range(1, steps):
        out = tmp_path / str(at)
        assert title(out) == "old", at
        assert disagreeing(out) == ["paper/mine"], at
        assert hidden(out) == [], at
        assert not (out / "deep-new").exists(), at
    assert hidden(tmp_path) == []
    assert title(tmp_path / str(steps)) == "new"


def test_a_file_that_was_open_when_the_room_ran_out():
    fault = fault_of_the_disk(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert fault.place == "the disk"
    assert fault_of_the_disk(OSError(errno.EINVAL, "else")) is None


@pytest.mark.nightly
def test_scratch_of_the_dead_is_cleared_away_and_that_of_the_living_is_not(tmp_path):
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom rankpress.core.processes import scratch_folder\n"
        "with scratch_folder('x-', Path(sys.argv[1])) as folder:\n"
        "    (folder / 'file').write_text('')\n    print(folder, flush=True); time.sleep(3600)\n"
    )
    several = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    try:
        folders = [Path(one.stdout.readline().strip()) for one in several if one.stdout is not None]
        several[0].kill()
        several[0].wait()
        (tmp_path / "x-empty").mkdir()
        (tmp_path / "x-of-others").mkdir()
        (tmp_path / "x-of-others" / "file").write_text("")
        (tmp_path / "x-link").symlink_to(folders[1])
        with scratch_folder("x-", tmp_path) as own:
            there = {*tmp_path.iterdir()}
            assert there == {own, *folders[1:], tmp_path / "x-of-others", tmp_path / "x-link"}
            assert all((folder / "file").exists() for folder in folders[1:])
    finally:
        for one in several:
            one.kill()
            one.communicate()


def test_scratch_that_is_cleared_away_before_its_lock_is_made_again(tmp_path, monkeypatch):
    """A process that looks for what the dead left takes a folder without a lock for theirs."""
    acquire, tried = FileLock.acquire, []

    def cleared_at_first(lock, **options):
        tried.append(Path(lock.lock_file).parent)
        if len(tried) == 1:
            tried[0].rmdir()
            raise FileExistsError(tried[0])  # so says pathlib of a folder that goes while it looks
        return acquire(lock, **options)

    monkeypatch.setattr(FileLock, "acquire", cleared_at_first)
    with scratch_folder("x-", tmp_path) as folder:
        assert folder.is_dir()
        assert tried[1:] == [folder]
