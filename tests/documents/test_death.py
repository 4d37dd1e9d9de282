"""A build that is killed, or that the disk has no room for, leaves a whole report, and the next build is right.

Real builds are killed at random moments. That no moment of the writing itself is left out is held by a process that
kills itself at its first step on the disk, then at its second, and so on, as Python's audit events count them: before
the report is committed all files are the earlier ones, and afterwards whoever builds next moves the rest into place.
Disks that are full are stood in for by the system's limit on the size of files, and by steps that fail.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rankpress.cli.entry import fault_of_the_disk
from rankpress.report.files import finish_report
from rankpress.scratch import scratch_folder

SPEC = "title: {}\nscores: {{files: s.csv, layout: wide}}\nadjust: [holm]\nplot: [cd]\nreport: {{formats: [{}]}}\n"
ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))
KILLS = 5

# Writes a report of twelve files over one of as many, some of them others, and kills itself at the n-th step.
KILLED = """\
import json, os, shutil, signal, sys
from pathlib import Path
from rankpress.report.files import write_report
from rankpress.report.manifest import describe

FOLDER = Path(sys.argv[1])
STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "tempfile.mkdtemp", "os.unlink"}
steps = 0

def files(version):
    names = [f"tables/{at}.tex" for at in range(4)] + [f"figures/{at}.svg" for at in range(4)]
    names += ["report.html", "results.json", f"only-{version}.csv", f"deep-{version}/er/a.txt"]
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


def disagreeing(out: Path) -> list[str]:
    """What is not as manifest.json says, or is not in it."""
    listed = {one["path"]: one["sha256"] for one in json.loads((out / "manifest.json").read_text())["outputs"]}
    there = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    own = {path: file for path, file in there.items() if not path.startswith(".rankpress-") and path != "manifest.json"}
    found = {path: hashlib.sha256(file.read_bytes()).hexdigest() for path, file in own.items()}
    return sorted(path for path in {*listed, *found} if listed.get(path) != found.get(path))


def title(out: Path) -> str:
    return str(json.loads((out / "manifest.json").read_text())["spec"]["title"])


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(".*"))


def build(folder: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "rankpress", "build", str(folder / "study.yaml"), "-q", *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    told = process.communicate(timeout=300)[1]
    return process.returncode, told


def write_study(folder: Path, named: str, formats: str = "html, latex") -> None:
    (folder / "s.csv").write_text(ROWS)
    (folder / "study.yaml").write_text(SPEC.format(named, formats))


def test_killed_at_every_step_of_the_writing(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, check=True, timeout=300
    )
    steps = int(run.stdout)
    assert steps > 40
    after = []
    for at in range(1, steps + 1):
        out = tmp_path / str(at)
        committed = (out / ".rankpress-pending").is_dir()
        assert committed or not disagreeing(out), at
        assert finish_report(out) is committed
        assert not disagreeing(out), at
        assert not (committed and title(out) == "old"), at
        after.append(title(out))
    # killed before the commit, and after it
    assert sorted(after, reverse=True) == after
    assert set(after) == {"old", "new"}


@pytest.mark.parametrize("step", [1, 10, 30, 1000])
def test_what_was_left_is_cleared_away(tmp_path: Path, step: int) -> None:
    code = KILLED.replace("range(1, 1000)", f"[{step}]")
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, timeout=60)
    code = KILLED.partition('write("old", FOLDER')[0] + f"write('next', FOLDER / '{step}')"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, timeout=60)
    out = tmp_path / str(step)
    assert title(out) == "next"
    assert not disagreeing(out)
    assert hidden(out) == []


def test_builds_killed_at_random_moments(tmp_path: Path) -> None:
    out, temporary = tmp_path / "report", tmp_path / "tmp"
    temporary.mkdir()
    write_study(tmp_path, "version 0", "html, latex, pdf")
    began = time.monotonic()
    assert ended(build(tmp_path, TMPDIR=str(temporary))) == (0, "")
    length = time.monotonic() - began
    chance = random.Random(20261121)
    killed, whole = 0, 0
    for at in range(1, KILLS + 1):
        before = title(out)
        write_study(tmp_path, f"version {at}", "html, latex, pdf")
        process = build(tmp_path, TMPDIR=str(temporary))
        time.sleep(chance.uniform(0.1, 1.05) * length)
        process.kill()
        process.communicate()
        killed += process.returncode != 0
        committed = finish_report(out)
        assert not disagreeing(out)
        assert title(out) in ((f"version {at}",) if committed else (before, f"version {at}"))
        whole += title(out) == before
    assert killed
    assert whole
    write_study(tmp_path, "the last", "html, latex, pdf")
    assert ended(build(tmp_path, TMPDIR=str(temporary))) == (0, "")
    assert (title(out), disagreeing(out), hidden(out)) == ("the last", [], [])
    # the library that finds Pango for WeasyPrint makes files there, which it leaves if it is killed at that moment
    assert [path for path in temporary.iterdir() if path.is_dir()] == []
    # which is what a build makes that nobody ever killed
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    write_study(fresh, "the last", "html, latex, pdf")
    assert ended(build(fresh)) == (0, "")
    assert disagreeing(fresh / "report") == []
    assert (fresh / "report" / "manifest.json").read_bytes() == (out / "manifest.json").read_bytes()


def limited(most: int) -> Callable[[], None]:
    """What gives a process a limit on the size of files, as if no more room were on the disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@pytest.fixture(scope="module")
def built_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "study"
    folder.mkdir()
    write_study(folder, "old")
    assert ended(build(folder)) == (0, "")
    return folder


@pytest.mark.parametrize("most", [0, 1000, 20_000])
def test_no_room_for_a_report(tmp_path: Path, built_study: Path, most: int) -> None:
    shutil.copytree(built_study, tmp_path, dirs_exist_ok=True)
    out = tmp_path / "report"
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    write_study(tmp_path, "new")
    command = [sys.executable, "-m", "rankpress", "build", str(tmp_path / "study.yaml"), "--jobs", "1"]
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited(most), timeout=300, check=False)
    assert run.returncode == 2, run.stderr
    assert f"{out}: the report cannot be written here: File too large" in run.stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert ended(build(tmp_path)) == (0, "")
    assert (title(out), disagreeing(out), hidden(out)) == ("new", [], [])


# As above, but the n-th step fails for want of room, and so do all that write after it.
FULL = (
    KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", "full = True")
    .replace(
        "            if steps == last:",
        "            opened = event == 'open' and arguments[2] & os.O_CREAT\n"
        "            writes = event in {'os.mkdir', 'tempfile.mkdtemp'} or opened\n"
        "            if steps >= last and writes:\n                raise OSError(28, 'No space left on device')\n"
        "            if False:",
    )
    .replace('write("new", out)', "told(out)")
    .replace(
        "def kill_at",
        "def told(out):\n"
        "    from rankpress.faults import FaultsFound\n"
        "    try:\n        write('new', out)\n"
        "    except FaultsFound as found:\n        assert 'No space' in str(found); os._exit(3)\n"
        "    os._exit(0)\n\ndef kill_at",
    )
)


def test_no_room_at_every_step_of_the_writing(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True, timeout=300
    )
    steps = int(run.stdout)
    assert run.stderr == ""
    assert steps > 15
    for at in range(1, steps):
        out = tmp_path / str(at)
        assert title(out) == "old", at
        assert not disagreeing(out), at
        assert hidden(out) == [], at
        assert not (out / "deep-new").exists(), at
    assert title(tmp_path / str(steps)) == "new"


def test_a_file_that_was_open_when_the_room_ran_out() -> None:
    fault = fault_of_the_disk(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert fault is not None
    assert fault.place == "the disk"
    assert fault_of_the_disk(OSError(errno.EINVAL, "else")) is None


def test_scratch_of_the_dead_is_cleared_away_and_that_of_the_living_is_not(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom rankpress.scratch import scratch_folder\n"
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
