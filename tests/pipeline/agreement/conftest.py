"""What is wrong between a study and its scores, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rankpress.checks.agreement import disagreements
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

Agree = Callable[..., list[str]]


@pytest.fixture
def agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Agree:
    """Write a study and its file, and tell what is wrong between them."""

    def agree(spec: str, content: str, *overrides: str) -> list[str]:
        monkeypatch.chdir(tmp_path)
        Path("study.yaml").write_text(spec, encoding="utf-8")
        Path("a.csv").write_text(content, encoding="utf-8")
        read = read_study("study.yaml", overrides)
        return [str(fault) for fault in disagreements(read.study, load(read.study.scores, read.folder), read.source)]

    return agree
