"""The files that a forge, an index and an archive read agree with each other and with pyproject.toml."""

import json
import re
import runpy
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from rankpress.core.extras import EXTRAS

SYSTEMS = {"ubuntu-latest", "macos-latest", "windows-latest"}


@pytest.fixture(scope="module")
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


FOLDERS = {"docs", "example_project", "figures", "paper", "pipeline", "stats", "templates", "tests"}
OF_PROGRAMS = {"action.yml", "codemeta.json", "noxfile.py", "pyproject.toml", "setup.py"}


def test_nothing_lies_at_the_top_but_what_belongs_there(root):
    """Such as scores that a trial wrote where it was begun, and that were committed with the rest."""
    if not (root / ".git").exists():
        pytest.skip("no checkout of git")
    command = ["git", "-C", str(root), "ls-files"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    names = {path.partition("/")[0] for path in listed.stdout.splitlines()}
    visible = {name for name in names - FOLDERS - OF_PROGRAMS if not name.startswith(".")}
    assert [name for name in sorted(visible) if not re.fullmatch(r"[A-Z_]+(\.md)?|CITATION\.cff", name)] == []


@pytest.fixture(scope="module")
def workflows(root):
    """The workflows by the name of their file, and the action that the repository offers."""
    paths = [*(root / ".github" / "workflows").glob("*.yml"), root / "action.yml"]
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def jobs(text):
    return yaml.safe_load(text).get("jobs", {}).values()


def run(root, *command):
    return subprocess.run(command, cwd=root, check=False, capture_output=True, text=True, timeout=120)


def test_workflows_are_sound(root):
    ended = run(root, Path(sysconfig.get_path("scripts"), "zizmor"), "--offline", "--quiet", ".")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_actions_are_pinned_to_one_commit_each(workflows):
    uses = [line for text in workflows.values() for line in re.findall(r"uses: (?!\./)(.*)", text)]
    pinned = [re.fullmatch(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+", line) for line in uses]
    assert None not in pinned, uses
    assert len({pin[0] for pin in pinned}) == len({pin[1] for pin in pinned})


def test_each_python_and_system_runs_what_the_readme_says(root, project, workflows):
    versions = {
        version for line in project["project"]["classifiers"] for version in re.findall(r"Python :: (3\.\d+)", line)
    }
    [tests] = [job for job in jobs(workflows["tests"]) if "strategy" in job]
    assert set(tests["strategy"]["matrix"]["system"]) == SYSTEMS
    assert set(tests["strategy"]["matrix"]["python"]) == versions
    commands = re.findall(r"^    (python3 \S+)", (root / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert tests["steps"][-1]["run"] in commands
    [wheel] = [job for job in jobs(workflows["package"]) if "strategy" in job]
    assert set(wheel["strategy"]["matrix"]["python"]) == versions


def test_only_the_job_that_publishes_gets_a_token(workflows):
    rights = [job["permissions"] for text in workflows.values() for job in jobs(text)]
    assert sorted(map(str, rights)) == sorted(
        [str({"contents": "read"})] * (len(rights) - 1) + [str({"id-token": "write"})]
    )


def test_hooks_have_the_locked_versions(root):
    locked = (root / ".ci" / "locked" / "tests.txt").read_text(encoding="utf-8")
    hooks = yaml.safe_load((root / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    mirrors = {hook["repo"].rsplit("/", 1)[-1].removesuffix("-pre-commit"): hook.get("rev") for hook in hooks}
    for name in ("ruff", "zizmor"):
        assert f"\n{name}=={mirrors[name].removeprefix('v')} " in locked


def test_archives_are_given_the_version(root, project):
    """If not, run python tests/house/version.py."""
    version = project["project"]["version"]
    house = runpy.run_path(str(root / "tests/house/version.py"))
    for written in (version, "9.8.7rc6"):
        texts = house["with_version"](house["texts"](root), written)
        assert texts == house["texts"](root) or written != version
        citation = yaml.safe_load(texts["CITATION.cff"])
        named = [tomllib.loads(texts["pyproject.toml"])["project"], json.loads(texts["codemeta.json"]), citation]
        assert [one["version"] for one in (*named, citation["preferred-citation"])] == [written] * 4
    assert f"## {version}\n" in (root / "CHANGELOG.md").read_text(encoding="utf-8")
    archive = json.loads((root / ".zenodo.json").read_text(encoding="utf-8"))
    assert archive["title"] == citation["title"] == citation["preferred-citation"]["title"]
    assert "version" not in archive  # that of the release


@pytest.mark.nightly
def test_each_departure_from_the_review_has_a_reason(root, project):
    ended = run(root, sys.executable, "-P", "-m", "repo_review", ".", "--format=json")
    checks = json.loads(ended.stdout)
    failed = {name: check["err_msg"] for name, check in checks["checks"].items() if check["result"] is False}
    assert not failed
    reasons = project["tool"]["repo-review"]["ignore"]
    assert all(len(reason) > 20 for reason in reasons.values())
    assert reasons.keys() <= checks["checks"].keys()


def test_each_extra_is_named_where_it_is_missing(root, project):
    """Every extra has a use that `rankpress doctor` prints, and what lacks a package names an extra that is there."""
    assert {*EXTRAS, "example"} == project["project"]["optional-dependencies"].keys()
    code = "".join(path.read_text(encoding="utf-8") for path in (root / "pipeline").rglob("*.py"))
    for extra in EXTRAS:
        assert re.search(rf"(?:lacking|import_optional|install_command)\([^)]*[\"']{extra}[\"']", code), extra
    assert not re.search(r"pip install '?\"?rankpress\[", code)


def test_extras_are_tried_by_the_tests(project):
    tested = {Requirement(text).name for text in project["dependency-groups"]["test"] if isinstance(text, str)}
    extras = {
        Requirement(text).name for extra in project["project"]["optional-dependencies"].values() for text in extra
    }
    assert extras <= tested
