"""Signals that ask a command to end, and standard streams that are closed or full: nothing is left behind."""

import logging
import os
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from rankpress.app import cli
from rankpress.app.cli import Interrupted, interruptible, raise_what_was_heard
from rankpress.core.processes import processes
from rankpress.core.signals import ASKING_TO_END

# As a build is: a folder that is not kept, a lock, and processes at work, which say when they have begun.
COMMAND = """\
import os, sys, time
from pathlib import Path
from rankpress.app import cli
from rankpress.core.processes import processes
from rankpress.core.folders import report_lock
from rankpress.core.processes import scratch_folder

FOLDER = Path(sys.argv[1])

def work(number):
    (FOLDER / f"pid-{number}").write_text(str(os.getpid()))
    time.sleep(3600)

def run(arguments):
    with report_lock(FOLDER / "out"), scratch_folder("x-", FOLDER), processes(2) as submit:
        [one.result() for one in [submit(work, 0), submit(work, 1)]]

if __name__ == "__main__":
    cli._command = lambda name: run
    code = cli.main(["schema"])
    print("left by itself")
    sys.exit(code)
"""


@contextmanager
def working(folder, *wrapper):
    """A command that is under way, and which processes work for it."""
    script = folder / "command.py"
    script.write_text(COMMAND)
    with subprocess.Popen(
        [*wrapper, sys.executable, str(script), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process, lambda: [int(path.read_text() or 0) for path in folder.glob("pid-*")]
        finally:
            process.kill()


def await_that(true):
    until = time.monotonic() + 120
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "send", "times"),
    [("SIGINT", os.killpg, 2), ("SIGTERM", os.kill, 1)],
)
def test_all_is_cleared_away(tmp_path, name, send, times):
    number = getattr(signal, name)
    with working(tmp_path) as (process, pids):
        await_that(lambda: len(pids()) == 2 and all(pids()))
        for _ in range(times):
            send(process.pid, number)
        out, stderr = process.communicate(timeout=300)
    assert (process.returncode, out, stderr) == (128 + number, "left by itself\n", "interrupted\n")
    assert not [pid for pid in pids() if alive(pid)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["command.py", "pid-0", "pid-1"]


@pytest.mark.nightly
def test_an_ignored_interrupt_is_ignored_by_all(tmp_path):
    # as in a script that goes on with `&`
    with working(tmp_path, "sh", "-c", "trap '' INT; exec \"$@\"", "sh") as (process, pids):
        await_that(lambda: len(pids()) == 2 and all(pids()))
        os.killpg(process.pid, signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        assert all(alive(pid) for pid in pids())
        process.terminate()
        out, stderr = process.communicate(timeout=300)
    assert (process.returncode, out, stderr) == (143, "left by itself\n", "interrupted\n")
    assert not [pid for pid in pids() if alive(pid)]


@pytest.mark.nightly
def test_while_processes_begin(tmp_path):
    # none of them may tell of an interrupt, whatever it was about
    with working(tmp_path) as (process, _):
        await_that((tmp_path / ".out.rankpress-lock").exists)
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=300) == ("left by itself\n", "interrupted\n")


@pytest.mark.nightly
@pytest.mark.parametrize("asking", ASKING_TO_END)
def test_while_a_task_is_handed_over(monkeypatch, asking):
    """Whatever is sent until the task is known to be unfinished: nobody waits for its end, which is an hour away."""
    submit = ProcessPoolExecutor.submit

    def submit_and_hear(pool, *task):
        signal.raise_signal(asking)  # before a process begins, which else would end by itself
        return submit(pool, *task)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit_and_hear)
    before = signal.signal(asking, signal.SIG_DFL)  # nohup, which may run the tests, has it ignored
    try:
        with interruptible(), pytest.raises(Interrupted), processes(2) as begin:
            begin(time.sleep, 3600)
    finally:
        signal.signal(asking, before)


def test_an_interrupt_that_got_lost_is_raised_by_who_waits():
    with interruptible():
        raise_what_was_heard()
        with pytest.raises(Interrupted):
            signal.raise_signal(signal.SIGINT)  # and somebody drops it
        with pytest.raises(Interrupted):
            raise_what_was_heard()
    with interruptible():
        raise_what_was_heard()  # the next command is not interrupted


def test_a_second_one_later_ends_it_at_once(monkeypatch):
    monkeypatch.setattr(cli, "TWICE", 0.0)
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    with interruptible():
        with pytest.raises(Interrupted):
            signal.raise_signal(signal.SIGTERM)
        time.sleep(0.001)
        signal.raise_signal(signal.SIGTERM)
    assert ended == [143]


def test_while_the_process_goes_no_more_is_heard():
    """A second signal changes no exit code once the command was left and the interpreter clears up."""
    command = (
        "import atexit, os, signal, sys\n"
        "from rankpress.app.cli import Interrupted, interruptible\n"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"  # runs after what was registered later
        "try:\n"
        "    with interruptible():\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "except Interrupted as interrupt:\n"
        "    sys.exit(interrupt.code)\n"
    )
    ended = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stderr) == (130, "")


HELP, CHECK = "--help", "check study.yaml"
ALL_CLOSED = "<&- >&- 2>&-"
FULL = "stdout: no space left on device\n    expected: a place that can be written\n"


def run(command, redirections, *, unbuffered=False):
    """Run a command behind a shell's redirections: its exit code, stdout and stderr."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    script = f'"$@" {redirections}; exit ${{PIPESTATUS[0]}}'
    ended = subprocess.run(
        ["bash", "-c", script, "bash", sys.executable, "-m", "rankpress", *command.split()],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.fixture
def faulty(study):
    study.write_text("scores: {files: a.csv, metrics: [score], layuot: wide}\n")


@pytest.fixture
def sound(study):
    study.write_text("scores: {files: a.csv, metrics: [{name: score}]}\n")
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,2\ne,A,1\ne,B,2\n")


@pytest.mark.nightly
@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize(("command", "closed"), [(HELP, "2>&-"), (CHECK, ALL_CLOSED)])
def test_closed(command, closed):
    # of a check, files that it opens would take the numbers of the streams
    code, out, stderr = run(command, closed)
    assert (code, bool(out), stderr) == (0, closed == "2>&-", "")


@pytest.mark.nightly
@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    # a check goes on writing after the first line that fails, which it does with no buffer alone
    [(HELP, False), (CHECK, True)],
)
class TestResults:
    def test_no_longer_read(self, command, unbuffered):
        assert run(command, "| true", unbuffered=unbuffered) == (0, "", "")

    def test_full(self, command, unbuffered):
        assert run(command, "> /dev/full", unbuffered=unbuffered) == (2, "", FULL)


@pytest.mark.nightly
@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("command", "redirections"),
    [(f"{CHECK} -v", "2> /dev/full"), ("chekc", "2>&1 > /dev/null | true")],
)
def test_faults_have_their_exit_code(command, redirections):
    assert run(command, redirections) == (2, "", "")


@pytest.mark.parametrize(("level", "heard"), [(logging.WARNING, True), (logging.CRITICAL + 1, False)])
def test_complaints_in_further_processes(level, heard, monkeypatch, capfd):
    monkeypatch.setattr(logging.lastResort, "level", level)
    with processes(2) as submit:
        submit(logging.getLogger("of.a.library").warning, "logged").result()
        submit(warnings.warn, "warned of").result()
    stderr = capfd.readouterr().err
    assert (("logged" in stderr), ("warned of" in stderr)) == (heard, heard)
