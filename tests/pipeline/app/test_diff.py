"""`rankpress diff` and `build --baseline`: real builds of a small study, before and after runs came and changed."""

import json
import shutil
from pathlib import Path

import pytest

from rankpress.app.cli import main

SPEC = """\
title: Two and more
scores: {files: "*.csv", layout: wide, metrics: [{name: accuracy}]}
adjust: [holm]
test: {pairwise: rank-z}
effects: null
labels: {algorithms: {A: The first}}
plot: []
report: {formats: [html, markdown]}
"""
HEAD = "dataset,A,B,C\n"


def rows(first, end, best="A"):
    scores = {"A": 0.9, "B": 0.8, "C": 0.7} | {best: 0.95}
    return "".join(f"d{i},{scores['A']},{scores['B']},{scores['C']}\n" for i in range(first, end))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with a study, and its reports old/ and new/."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "study.yaml").write_text(SPEC)
    (folder / "a.csv").write_text(HEAD + rows(0, 6))
    assert main(["build", str(folder / "study.yaml"), "--out", str(folder / "old"), "-q"]) == 0
    (folder / "a.csv").write_text(HEAD + rows(0, 3) + rows(3, 6, best="C"))
    assert main(["build", str(folder / "study.yaml"), "--out", str(folder / "new"), "-q"]) == 0
    return folder


@pytest.fixture
def reports(built, tmp_path, monkeypatch, capsys):
    """The same, to be changed, as the current folder."""
    shutil.copytree(built, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    capsys.readouterr()
    return tmp_path / "here"


@pytest.mark.nightly
def test_formats(reports, capsys):
    assert main(["diff", "old", "new"]) == 0
    text = capsys.readouterr().out
    assert "  The first and C (holm): The first is better, p = 0.0" in text
    assert "  data sets with other scores: – -> d3, d4, d5" in text
    assert main(["diff", "old/results.json", "new", "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("**")
    assert main(["diff", "old", "new", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["conclusions_changed"] > 0


def test_exit_code(reports, capsys):
    assert main(["diff", "old", "new", "--fail-on", "conclusion", "-q"]) == 3
    assert capsys.readouterr() == ("", "")
    assert main(["diff", "old", "new", "--exit-code", "-q"]) == 3
    assert main(["diff", "old", "new", "--fail-on", "setting", "--fail-on", "version", "-q"]) == 0
    assert main(["diff", "old", "old", "--fail-on", "any"]) == 0
    assert capsys.readouterr().out == "Nothing changed.\n"
    assert main(["diff", "old", "old", "--fail-on", "weather"]) == 2


def test_all_faults_are_reported(reports, capsys):
    Path("new/results.json").write_text("{")
    assert main(["diff", "gone", "new", "--fail-on", "any"]) == 2
    output = capsys.readouterr().err
    assert "gone: there is no such file or folder" in output
    assert "results.json: the file is no whole JSON" in output
    assert "Traceback" not in output


def test_baseline_is_shown_in_the_report(reports, capsys):
    build = ["build", "study.yaml", "--out", "compared", "--baseline"]
    assert main([*build, "old"]) == 0
    _, _, news = capsys.readouterr().out.partition("Since the baseline: ")
    assert main(["diff", "old", "compared"]) == 0
    changed = capsys.readouterr().out.partition("\n\nAverage ranks that changed")[0]
    assert "The first and C (holm)" in changed
    assert news.startswith(changed)
    assert "Average ranks that changed" not in news
    assert "Changes since the baseline" in Path("compared/report.html").read_text(encoding="utf-8")
    assert "The first and C (holm)" in Path("compared/report.md").read_text(encoding="utf-8")
    results = json.loads(Path("compared/results.json").read_text(encoding="utf-8"))
    capsys.readouterr()
    assert main(["diff", "old", "compared", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == results["baseline"]
    assert Path("compared/tables/accuracy-changes-conclusions.csv").is_file()


@pytest.mark.nightly
def test_baseline_counts_as_an_input(reports, capsys):
    build = ["build", "study.yaml", "--out", "compared"]
    assert main([*build, "-q", "--baseline", "old"]) == 0
    first = Path("compared/results.json").read_bytes()
    for baseline, reason in (
        (["--baseline", "old"], None),
        (["--baseline", "new"], "the baseline changed"),
        ([], "no baseline is given"),
    ):
        assert main([*build, "--dry-run", *baseline]) == 0
        output = capsys.readouterr().out
        assert (f"  {reason}\n" in output) if reason else output.startswith("nothing would run")
    assert main([*build, "-q"]) == 0
    assert b'"baseline"' not in Path("compared/results.json").read_bytes()
    assert not list(Path("compared/tables").glob("*changes*"))
    assert main([*build, "-q", "--baseline", "old"]) == 0
    assert Path("compared/results.json").read_bytes() == first


def test_a_baseline_that_is_none(reports, capsys):
    assert main(["build", "study.yaml", "--out", "compared", "--baseline", "gone"]) == 2
    assert "gone: there is no such file or folder" in capsys.readouterr().err
    assert not Path("compared").exists()
