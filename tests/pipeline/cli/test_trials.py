"""A few cases of tests/trials/fuzz.py pass; where a command fails, it exits with 1 and saves a reproduction."""

import subprocess
import sys

import pytest

# Runs the program that follows with a command that fails on every study it can read.
BROKEN = """\
import runpy, sys
from rankpress.app.commands import check
intact = check.run
def run(arguments):
    intact(arguments)
    raise KeyError("broken")
check.run, sys.argv = run, sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def fuzz(root, out, *arguments):
    command = [sys.executable, *arguments, "--seed", "4", "--out", str(out)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.nightly
def test_damaged_specs_and_scores_bring_nothing_down(root, tmp_path):
    ended = fuzz(root, tmp_path, "tests/trials/fuzz.py", "--specs", "12", "--files", "12")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "24 cases" in ended.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_a_failure_is_saved_once(root, tmp_path):
    ended = fuzz(root, tmp_path, "-c", BROKEN, "tests/trials/fuzz.py", "--specs", "40", "--files", "0")
    assert ended.returncode == 1, ended.stdout + ended.stderr
    [folder] = tmp_path.iterdir()
    assert "KeyError" in folder.name
    assert "KeyError: 'broken'" in (folder / "HOW").read_text()
    assert (folder / "study.yaml").exists()
