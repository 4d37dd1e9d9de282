"""The GitHub action and the pre-commit hook, their steps run in a repository."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
SCORES = "dataset,A,B,C\n" + "".join(f"d{i},0.{90 - i},0.{80 + i % 3},0.{70 - i}\n" for i in range(12))
STUDY = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"


def bash(script, folder, **variables):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", **variables}
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("name", STEPS)
def test_steps_are_scripts_without_values_put_into_them(name, tmp_path):
    """Names of branches and files reach a script as variables, never as code."""
    assert "${{" not in STEPS[name]["run"]
    subprocess.run(["bash", "-n", "-c", STEPS[name]["run"]], check=True, timeout=300)
    used = {text for value in STEPS[name].get("env", {}).values() for text in re.findall(r"inputs\.([\w-]+)", value)}
    assert used <= ACTION["inputs"].keys()


def test_python_is_started_without_the_folder_of_a_pull_request():
    scripts = "".join(step["run"] for step in STEPS.values())
    assert re.findall(r"\bpython.*", scripts)
    assert not re.search(r"\bpython[\d.]*(?! -P)\b(?! -P)", scripts)


def test_the_key_of_a_store_is_for_no_pull_request_from_elsewhere():
    condition = "!github.event.pull_request || github.event.pull_request.head.repo.full_name == github.repository"
    keys = {name: step.get("env", {}).get("RANKPRESS_STORE_KEY") for name, step in STEPS.items()}
    begins = {name for name, step in STEPS.items() if re.search(r"^\W*(if )?!? ?rankpress ", step["run"], re.MULTILINE)}
    assert begins == {"Check", "Build", "Compare"}
    assert {name for name, key in keys.items() if key is not None} == begins
    assert {keys[name] for name in begins} == {f"${{{{ ({condition}) && inputs.store-key || '' }}}}"}


@pytest.mark.nightly
def test_faults_are_found_by_the_matcher(tmp_path):
    (tmp_path / "study.yaml").write_text(f"{STUDY}test: {{alpha: 2}}\n")
    (tmp_path / "scores.csv").write_text(SCORES)
    done = bash(STEPS["Check"]["run"], tmp_path, STUDY="study.yaml", GITHUB_ACTION_PATH=str(ROOT))
    assert done.returncode == 2
    [matcher] = json.loads((ROOT / "docs/problem-matcher.json").read_text())["problemMatcher"]
    [pattern] = matcher["pattern"]
    matches = [match for line in done.stderr.splitlines() if (match := re.match(pattern["regexp"], line))]
    assert [(match[pattern["file"]], match[pattern["line"]]) for match in matches] == [("study.yaml", "3")]


@pytest.mark.nightly
def test_a_pull_request_has_a_comment_on_what_it_changes(tmp_path):
    folder, temporary = tmp_path / "a b", tmp_path / "runner"
    folder.mkdir()
    temporary.mkdir()
    git = "git -c user.name=a -c user.email=a@b.invalid"
    (folder / "study.yaml").write_text(STUDY)
    (folder / "scores.csv").write_text(SCORES)
    start = f"git init -q . && git remote add origin . && git add . && {git} commit -qm one && git rev-parse HEAD"
    base = bash(start, folder).stdout.strip()
    (folder / "scores.csv").write_text(SCORES.replace("dataset,A,B", "dataset,B,A"))
    bash(f"git add . && {git} commit -qm two", folder)
    files = {name: str(temporary / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    given = {"STUDY": "study.yaml", "OUT": "report", "FORMATS": "markdown latex", "FAIL_ON": "leader", "BASE": base}
    for name in ("Build", "Compare"):
        done = bash(STEPS[name]["run"], folder, RUNNER_TEMP=str(temporary), **given, **files)
        assert done.returncode == 0, done.stderr
    assert (folder / "report/report.md").exists()
    outputs = dict(line.split("=", 1) for line in Path(files["GITHUB_OUTPUT"]).read_text().splitlines())
    assert outputs["status"] == "3"
    text = Path(outputs["changes"]).read_text(encoding="utf-8")
    assert text == Path(files["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")
    assert re.search(r"\bB\b.*\bA\b", text)


@pytest.mark.weekly
def test_the_hook_checks_each_study(tmp_path):
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for name, text in (("one", STUDY), ("two", STUDY.replace("higher", "up"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "study.yaml").write_text(text)
        (tmp_path / name / "scores.csv").write_text(SCORES)
    assert all(re.search(hook["files"], f"{name}/study.yaml") for name in ("one", "two"))
    done = bash(f"{hook['entry']} one/study.yaml two/study.yaml", tmp_path)
    assert done.returncode == 2
    assert "two/study.yaml:1:" in done.stderr
    assert "one/study.yaml" not in done.stderr
