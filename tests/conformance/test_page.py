"""CONFORMANCE.md says what the tests marked for it say today, and every fault of the survey has its test."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

# B16 is a program that does not run at all; B32 is about imports and drawings of another package.
OF_NO_PROCEDURE = {16, 32}


@pytest.mark.nightly
def test_the_page_is_what_the_tests_say(request):
    script = runpy.run_path(str(HERE / "page.py"))
    # A run of all tests has collected them; where they are not all here, another process does.
    if script["files"]() <= {item.path for item in request.session.items} and not _is_selected(request.config):
        assert script["is_current"](script["rows_of"](request.session.items).values())
        return
    ran = subprocess.run(
        [sys.executable, "-P", HERE / "page.py", "--check"],
        capture_output=True,
        text=True,
        cwd=HERE.parents[1],
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


def _is_selected(config):
    """Whether this run has a part of the tests of its files, by a word or a marker."""
    return config.getoption("keyword") or config.getoption("markexpr") != "nightly or not nightly"


def test_every_fault_of_the_survey_has_a_test():
    text = (HERE.parent / "CONFORMANCE.md").read_text(encoding="utf-8")
    listed = {int(number) for row in re.findall(r"(?m)^\| (B[B0-9, ]+) \|", text) for number in re.findall(r"\d+", row)}
    assert listed >= set(range(1, 35)) - OF_NO_PROCEDURE
