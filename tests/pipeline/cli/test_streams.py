"""Standard streams that are closed, full or no longer read: the exit code stays right and stderr free of tracebacks."""

import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from rankpress.core.processes import processes

COMMANDS = [pytest.param(["--help"], marks=pytest.mark.nightly), ["check", "study.yaml"]]
FULL = "stdout: no space left on device\n    expected: a place that can be written\n"


def run(command, redirections, *, unbuffered=False):
    """Run a command behind a shell's redirections: its exit code, stdout and stderr."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    script = f'"$@" {redirections}; exit ${{PIPESTATUS[0]}}'
    ended = subprocess.run(
        ["bash", "-c", script, "bash", sys.executable, "-m", "rankpress", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.fixture
def faulty(study):
    study.write_text("scores: {files: a.csv, metrics: [score], layuot: wide}\n")


@pytest.fixture
def sound(study):
    study.write_text("scores: {files: a.csv, metrics: [{name: score}]}\n")
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,2\ne,A,1\ne,B,2\n")


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
def test_closed(command, closed):
    code, out, told = run(command, closed)
    assert (code, bool(out), told) == (0, closed == "2>&-", "")


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("unbuffered", [pytest.param(False, marks=pytest.mark.nightly), True])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
class TestResults:
    def test_no_longer_read(self, command, unbuffered):
        assert run(command, "| true", unbuffered=unbuffered) == (0, "", "")

    def test_full(self, command, unbuffered):
        assert run(command, "> /dev/full", unbuffered=unbuffered) == (2, "", FULL)


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("command", [["check", "study.yaml", "-v"]], ids=" ".join)
@pytest.mark.parametrize("redirections", ["2> /dev/full", "2>&1 > /dev/null | true"])
def test_faults_have_their_exit_code(command, redirections):
    assert run(command, redirections) == (2, "", "")


@pytest.mark.parametrize(("level", "heard"), [(logging.WARNING, True), (logging.CRITICAL + 1, False)])
def test_complaints_in_further_processes(level, heard, monkeypatch, capfd):
    monkeypatch.setattr(logging.lastResort, "level", level)
    with processes(2) as submit:
        submit(logging.getLogger("of.a.library").warning, "logged").result()
        submit(warnings.warn, "warned of").result()
    told = capfd.readouterr().err
    assert (("logged" in told), ("warned of" in told)) == (heard, heard)
