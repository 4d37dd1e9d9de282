"""What README and docs tell a reader to type: Python runs, studies are such, commands parse, links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rankpress.app.parser import make_parser
from rankpress.spec.model import ScoresOptions, Study
from rankpress.stages.load import load


@pytest.fixture(scope="session")
def readme(root: Path) -> str:
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def blocks(readme: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", readme, flags=re.DOTALL)


def test_the_python_runs(root: Path, readme: str, tmp_path: Path) -> None:
    (tmp_path / "example_project").symlink_to(root / "example_project")  # what is written stays here
    shown = []
    for code in blocks(readme, "python"):
        ended = subprocess.run(
            [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
        )
        assert ended.returncode == 0, ended.stderr
        shown.append(ended.stdout)
    assert "'svr': 2.77" in shown[0]


def test_the_studies_are_such(readme: str) -> None:
    # some show a section alone
    given = [{"scores": {"files": "a.csv"}} | yaml.safe_load(text) for text in blocks(readme, "yaml")]
    short, *others = map(Study.model_validate, given)
    assert short.scores.costs == ("fit_seconds",)
    assert short.order is None  # made where the spec has it
    assert any(study.scores.of_examples for study in others)
    assert any(study.report.theme for study in others)


def test_the_counts_are_read(readme: str, tmp_path: Path) -> None:
    [text] = re.findall(r"^dataset,a,b,.*?(?=```)", readme, flags=re.DOTALL | re.MULTILINE)
    (tmp_path / "counts.csv").write_text(text, encoding="utf-8")
    [metric] = load(ScoresOptions.model_validate({"files": "counts.csv", "layout": "counts"}), tmp_path).metrics
    [outcomes] = metric.outcomes
    assert outcomes is not None
    assert (outcomes.n, metric.algorithms) == (150, ("knn", "tree", "svm"))


def test_the_commands_are_understood(readme: str) -> None:
    commands = re.findall(r"^    rankpress (.*?)(?:\s+#.*)?$", readme, flags=re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        make_parser().parse_args(command.split())


def test_the_files_it_names_are_there(root: Path, readme: str) -> None:
    named = set(re.findall(r"(?:example_project|figures/gallery|tests|pipeline|\.ci)(?:/[\w.-]+)+", readme))
    assert len(named) > 5
    assert [name for name in named if not (root / name).exists()] == []


def test_links_lead_somewhere(root: Path) -> None:
    for page in [root / "README.md", *(root / "docs").glob("*.md")]:
        for link in re.findall(r"\]\((?!https?:)([^)#]*)[^)]*\)", page.read_text(encoding="utf-8")):
            assert not link or (page.parent / link).exists(), (page.name, link)


def test_the_readme_is_short(root: Path) -> None:
    assert len((root / "README.md").read_text(encoding="utf-8").split()) <= 900
