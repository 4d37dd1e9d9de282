"""`rankpress init --from` files of many forms: guesses.yaml has the files, what is told, and the scores of the spec.

The forms are those that other tools and people write: long files of benchmarks, leaderboards, folders of runs, results
with failures, seeds that say nothing, outcomes on test examples and counts of them, average ranks from a paper.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rankpress.app.cli import main


def test_guesses(golden_cases: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def told(case: Any) -> str:
        code = main(["init", "study", "--from", case["from"]])
        text = "".join(capsys.readouterr())
        if code:
            assert not Path("study").exists()
            return f"exit code {code}\n{text}"
        spec = Path("study/study.yaml").read_text(encoding="utf-8")
        [scores] = re.findall(r"^scores:\n(?:[ #].*\n)*", spec, re.MULTILINE)
        checked = main(["check", "study/study.yaml"])
        found, _, _ = "".join(capsys.readouterr()).partition("\n\n")  # without the answer
        return f"{text}\n{scores}\ncheck: exit code {checked}\n{found}"

    golden_cases(Path(__file__).parent / "guesses.yaml", told)
