"""Two builds of one report at once, as processes: the second waits, says for whom, and finds its work done."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.folders import report_lock

SPEC = "title: {}\nscores: {{files: s.csv, layout: wide}}\nadjust: [holm]\nplot: []\nreport: {{formats: [markdown]}}\n"
ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))
HOLD = """\
import sys, time
from pathlib import Path
from rankpress.core.folders import report_lock
with report_lock(Path(sys.argv[1])) as is_locked:
    print(is_locked, flush=True)
    time.sleep(float(sys.argv[2]))
"""


@pytest.fixture
def study(tmp_path):
    (tmp_path / "s.csv").write_text(ROWS)
    (tmp_path / "study.yaml").write_text(SPEC.format("one"))
    return tmp_path / "study.yaml"


def begin(*arguments):
    command = [sys.executable, "-m", "rankpress", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def holder(folder, seconds):
    """A process that holds the lock of a report."""
    command = [sys.executable, "-c", HOLD, str(folder), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "True\n"
        yield process
        process.kill()


@pytest.mark.nightly
def test_two_builds_at_once(study):
    both = [begin("build", str(study)) for _ in range(2)]
    outputs = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    out = study.parent / "report"
    waited = [error for _, error in outputs if "is building" in error]
    # where one was so late that the other had ended, it had nothing to wait for
    assert waited in (
        [],
        *[[f"process {one.pid} is building {out}; waiting for it to end\n{out} is up to date\n"] for one in both],
    )
    assert sum("is up to date" in error for _, error in outputs) == 1
    assert sorted(path.name for path in out.glob(".*")) == []


@pytest.mark.weekly
def test_the_second_waits_and_says_so_once(study):
    out = study.parent / "report"
    with holder(out, 3600) as first:
        second = begin("build", str(study))
        assert second.stderr.readline() == f"process {first.pid} is building {out}; waiting for it to end\n"
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(0.5)
        assert not (out / "report.md").exists()
        first.kill()  # and what it leaves behind stops nobody
        assert second.communicate(timeout=300)[1] == ""
    assert second.returncode == 0
    assert (out / "report.md").exists()
    assert [path.name for path in study.parent.glob(".*lock")] == []


@pytest.mark.nightly
def test_waiting_is_interrupted(study):
    with holder(study.parent / "report", 3600):
        second = begin("build", str(study))
        second.stderr.readline()
        second.send_signal(signal.SIGINT)
        assert second.communicate(timeout=300)[1] == "interrupted\n"
        assert second.returncode == 130


@pytest.mark.weekly
def test_watch_waits_too(study):
    out = study.parent / "report"
    with holder(out, 3600) as first:
        watching = begin("watch", str(study))
        try:
            assert f"process {first.pid} is building" in watching.stderr.readline()
            first.kill()
            assert "there is no report yet; building" in watching.stderr.readline()
            assert "waiting for changes" in watching.stderr.readline()
        finally:
            watching.kill()
            watching.communicate()
    assert (out / "report.md").exists()


def test_a_lock_is_taken_again_by_its_holder(tmp_path):
    out = tmp_path / "out"
    with report_lock(out) as outer, report_lock(Path(os.path.relpath(out))) as inner:
        assert outer
        assert inner
    assert list(tmp_path.iterdir()) == []


def test_folders_for_nothing_are_removed(tmp_path):
    with report_lock(tmp_path / "a" / "b"):
        pass
    assert list(tmp_path.iterdir()) == []
    with report_lock(tmp_path / "a" / "b"):
        (tmp_path / "a" / "note").write_text("mine")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["note"]


@pytest.mark.weekly
def test_where_no_lock_can_be_the_work_goes_on(study, tmp_path):
    out = tmp_path / "report"
    for place in (tmp_path / ".report.rankpress-lock", out / ".rankpress-lock"):
        place.mkdir(parents=True)  # where its file would be, a folder
    with report_lock(out) as is_locked:
        assert not is_locked
    built = begin("build", str(study))
    assert "cannot be locked" in built.communicate(timeout=300)[1]
    assert (out / "report.md").exists()


REFUSALS = ("EACCES", "ENOLCK", "ENOSYS", "EOPNOTSUPP", "EIO", "ENOSPC", "EPERM", "EBADF", "EINVAL")


@pytest.mark.parametrize("name", REFUSALS)
def test_a_lock_that_cannot_be_had_leaves_nothing(name, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(getattr(errno, name), name)

    monkeypatch.setattr(fcntl, "flock", refuse)
    waited = []
    began = time.monotonic()
    with report_lock(tmp_path / "a" / "report", waited.append) as is_locked:
        assert not is_locked
    assert time.monotonic() - began < 30  # not until someone lets go of it
    assert (waited, list(tmp_path.iterdir())) == ([], [])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["x" * 250, "\N{GREEK SMALL LETTER BETA}" * 125, "x" * 214])
def test_a_name_without_room_for_another_leaves_no_folder(name, study, tmp_path, capsys):
    assert main(["build", str(study), "--out", str(tmp_path / name)]) == 2
    assert "the name of this folder is too long" in capsys.readouterr().err
    assert not (tmp_path / name).exists()
    with report_lock(tmp_path / name):
        pass
    assert not (tmp_path / name).exists()


@pytest.mark.weekly
def test_many_at_once_take_turns(tmp_path):
    """A counter that each reads, waits, and writes: an overlap loses a count."""
    count = tmp_path / "count"
    count.write_text("0")
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom rankpress.core.folders import report_lock\n"
        "count = Path(sys.argv[1])\n"
        "for _ in range(25):\n"
        "    with report_lock(count.parent / 'out') as is_locked:\n"
        "        assert is_locked\n"
        "        before = int(count.read_text()); time.sleep(0.002); count.write_text(str(before + 1))\n"
    )
    several = [subprocess.Popen([sys.executable, "-c", code, str(count)]) for _ in range(4)]
    assert [one.wait(120) for one in several] == [0] * 4
    assert count.read_text() == "100"
    assert [path.name for path in tmp_path.iterdir()] == ["count"]


@pytest.mark.nightly
def test_processes_end_with_the_one_that_began_them(tmp_path):
    code = (
        "import os, sys, time\nfrom rankpress.core.processes import processes\n"
        "if __name__ == '__main__':\n"
        "    with processes(2) as submit:\n"
        "        print(*{submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        "        time.sleep(3600)\n"
    )
    script = tmp_path / "begins.py"
    script.write_text(code)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        children = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert children
    until = time.monotonic() + 120
    while any(alive(pid) for pid in children) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [pid for pid in children if alive(pid)]


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
