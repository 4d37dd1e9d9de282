"""CONFORMANCE.md says what the tests marked for it say today, and every fault of the survey has its test."""

import re
import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent

# B16 is a program that does not run at all; B32 is about imports and drawings of another package.
OF_NO_PROCEDURE = {16, 32}


def test_the_page_is_what_the_tests_say(collected):
    script = runpy.run_path(str(HERE / "page.py"))
    if not script["files"]() <= {item.path for item in collected}:
        pytest.skip("A run of all tests knows which there are.")
    assert script["is_current"](script["rows_of"](collected).values()), "python tests/conformance/page.py writes it"


def test_every_fault_of_the_survey_has_a_test():
    text = (HERE.parent / "CONFORMANCE.md").read_text(encoding="utf-8")
    listed = {int(number) for row in re.findall(r"(?m)^\| (B[B0-9, ]+) \|", text) for number in re.findall(r"\d+", row)}
    assert listed >= set(range(1, 35)) - OF_NO_PROCEDURE
