"""What the README tells a reader to type: the Python runs, the study is one, the LaTeX compiles on a real report."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rankpress.cli.parser import make_parser
from rankpress.spec.model import Study


@pytest.fixture(scope="session")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def blocks(readme: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", readme, flags=re.DOTALL)


def test_the_python_runs(root: Path, readme: str) -> None:
    [code] = blocks(readme, "python")
    ended = subprocess.run([sys.executable, "-P", "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "'svr': 2.77" in ended.stdout


def test_the_short_study_is_one(readme: str) -> None:
    [text] = blocks(readme, "yaml")
    data = yaml.safe_load(text)
    data["scores"]["files"] = [data["scores"]["files"]]
    study = Study.model_validate(data)
    assert study.order is not None
    assert study.order.cost == "fit_seconds"


def test_the_commands_are_understood(readme: str) -> None:
    commands = re.findall(r"^    rankpress (.*?)(?:\s+#.*)?$", readme, flags=re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        make_parser().parse_args(command.split())


def test_the_files_it_names_are_there(root: Path, readme: str) -> None:
    named = set(re.findall(r"(?:example_project|tests|pipeline|\.ci)(?:/[\w.-]+)+", readme))
    assert len(named) > 5
    assert [name for name in named if not (root / name).exists()] == []
