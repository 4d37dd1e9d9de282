"""A few cases of tests/trials/fuzz.py and studies.py pass; what fails makes them exit with 1 and is saved."""

import re
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
    ended = fuzz(root, tmp_path, "tests/trials/fuzz.py", "--specs", "8", "--files", "8")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "16 cases" in ended.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_a_failure_is_saved_once(root, tmp_path):
    ended = fuzz(root, tmp_path, "-c", BROKEN, "tests/trials/fuzz.py", "--specs", "12", "--files", "0")
    assert ended.returncode == 1, ended.stdout + ended.stderr
    [folder] = tmp_path.iterdir()
    assert "KeyError" in folder.name
    assert "KeyError: 'broken'" in (folder / "HOW").read_text()
    assert (folder / "study.yaml").exists()


UNSOUND = """\
import sys
sys.path.insert(0, "tests/trials")
import studies
studies.WRONG = studies.re.compile("data sets")
sys.argv = ["studies.py", *sys.argv[2:]]
sys.exit(studies.main())
"""


@pytest.mark.nightly
def test_valid_studies_have_sound_reports(root, tmp_path):
    ended = fuzz(root, tmp_path, "tests/trials/studies.py", "--studies", "3", "--every", "3", "--batch", "3")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    built = int(re.search(r"3 studies: built (\d+)", ended.stdout)[1])
    assert built >= 2
    assert int(re.search(r"compiled (\d+)", ended.stdout)[1]) >= 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_a_report_that_is_not_sound_is_saved(root, tmp_path):
    ended = fuzz(root, tmp_path, "-c", UNSOUND, "tests/trials/studies.py", "--studies", "1", "--every", "9")
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert all((folder / "study.yaml").exists() and (folder / "HOW").exists() for folder in tmp_path.iterdir())
    assert list(tmp_path.iterdir())
