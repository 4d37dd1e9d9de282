"""`rankpress diff` and `build --baseline`: real builds of a small study, before and after runs came and changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main

Told = pytest.CaptureFixture[str]
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


def rows(first: int, end: int, best: str = "A") -> str:
    scores = {"A": 0.9, "B": 0.8, "C": 0.7} | {best: 0.95}
    return "".join(f"d{at},{scores['A']},{scores['B']},{scores['C']}\n" for at in range(first, end))


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> Path:
    """A folder with a study, and its reports old/ and new/."""
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text(SPEC)
    Path("a.csv").write_text(HEAD + rows(0, 6))
    assert main(["build", "study.yaml", "--out", "old", "-q"]) == 0
    Path("a.csv").write_text(HEAD + rows(0, 3) + rows(3, 6, best="C"))
    assert main(["build", "study.yaml", "--out", "new", "-q"]) == 0
    capsys.readouterr()
    return tmp_path


def test_formats(reports: Path, capsys: Told) -> None:
    assert main(["diff", "old", "new"]) == 0
    text = capsys.readouterr().out
    assert "A and C (holm)\n    before: A is better, p = 0.0" in text
    assert "Data sets, other scores: d3, d4 and d5" in text
    assert "  a.csv: other content" in text
    assert main(["diff", "old/results.json", "new", "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("**")
    assert main(["diff", "old", "new", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["conclusions_changed"] > 0


def test_runs_that_did_it_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    """A folder of run files: the data set that flips a conclusion is told with the files that changed."""
    monkeypatch.chdir(tmp_path)
    pattern = "runs/{algorithm}/{dataset}.json"
    named = f"files: '{pattern}', metrics: [{{name: accuracy}}], rename: {{dataset: {{d3: The third}}}}"
    others = "test: {pairwise: sign}, adjust: [holm], effects: null, plot: [], report: {formats: [markdown]}"
    Path("study.yaml").write_text(f"{{scores: {{{named}}}, {others}}}")
    for algorithm, score in (("A", 0.9), ("B", 0.8)):
        Path("runs", algorithm).mkdir(parents=True)
        for at in range(6):
            Path("runs", algorithm, f"d{at}.json").write_text(json.dumps({"accuracy": score}))
    assert main(["build", "study.yaml", "--out", "old", "-q"]) == 0
    Path("runs/A/d3.json").write_text(json.dumps({"accuracy": 0.1}))
    assert main(["build", "study.yaml", "--out", "new", "-q"]) == 0
    capsys.readouterr()
    assert main(["diff", "old", "new", "--exit-code"]) == 3
    told = capsys.readouterr().out
    assert "data set The third (scores of A, runs/A/d3.json) alone does it" in told
    assert "  runs/A/d3.json: other content (data sets: The third)" in told


def test_exit_code(reports: Path, capsys: Told) -> None:
    assert main(["diff", "old", "new", "--exit-code", "-q"]) == 3
    assert capsys.readouterr() == ("", "")
    assert main(["diff", "old", "old", "--exit-code"]) == 0
    assert capsys.readouterr().out == "Nothing changed.\n"


def test_all_that_is_wrong_is_told(reports: Path, capsys: Told) -> None:
    Path("new/results.json").write_text("{")
    assert main(["diff", "gone", "new", "--exit-code"]) == 2
    told = capsys.readouterr().err
    assert "gone: there is no such file or folder" in told
    assert "results.json: the file is no whole JSON" in told
    assert "Traceback" not in told


def test_baseline_is_told_in_the_report(reports: Path, capsys: Told) -> None:
    build = ["build", "study.yaml", "--out", "told", "--baseline"]
    assert main([*build, "old"]) == 0
    assert "Changes since the baseline" in Path("told/report.html").read_text(encoding="utf-8")
    assert "The first and C (holm)" in Path("told/report.md").read_text(encoding="utf-8")
    found = json.loads(Path("told/results.json").read_text(encoding="utf-8"))
    capsys.readouterr()
    assert main(["diff", "old", "told", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == found["baseline"]
    assert Path("told/tables/accuracy-changes-conclusions.csv").is_file()


def test_baseline_counts_as_what_a_report_is_made_from(reports: Path, capsys: Told) -> None:
    build = ["build", "study.yaml", "--out", "told"]
    assert main([*build, "-q", "--baseline", "old"]) == 0
    first = Path("told/results.json").read_bytes()
    for baseline, reason in (
        (["--baseline", "old"], None),
        (["--baseline", "new"], "the baseline changed"),
        ([], "no baseline is given"),
    ):
        assert main([*build, "--dry-run", *baseline]) == 0
        told = capsys.readouterr().out
        assert (f"  {reason}\n" in told) if reason else told.startswith("nothing would run")
    assert main([*build, "-q"]) == 0
    assert b'"baseline"' not in Path("told/results.json").read_bytes()
    assert not list(Path("told/tables").glob("*changes*"))
    assert main([*build, "-q", "--baseline", "old"]) == 0
    assert Path("told/results.json").read_bytes() == first


def test_a_report_that_is_its_own_baseline(reports: Path, capsys: Told) -> None:
    """What changed since the last build; the report stays until something changes again."""
    build = ["build", "study.yaml", "--out", "old", "--baseline", "old"]
    assert main([*build, "-q"]) == 0
    told = Path("old/results.json").read_bytes()
    assert json.loads(told)["baseline"]["conclusions_changed"] > 0
    assert main([*build, "-q"]) == 0
    assert Path("old/results.json").read_bytes() == told
    Path("a.csv").write_text(HEAD + rows(0, 6))
    assert main([*build, "-q"]) == 0
    assert json.loads(Path("old/results.json").read_bytes())["baseline"]["conclusions_changed"] > 0
    assert Path("old/results.json").read_bytes() != told


def test_a_baseline_of_the_same_results_from_other_files(reports: Path, capsys: Told) -> None:
    """The section tells of files and settings too, so these count."""
    Path("a.csv").rename("b.csv")
    assert main(["build", "study.yaml", "--out", "moved", "-q"]) == 0
    for baseline, moved in (("new", "a.csv"), ("moved", "")):
        assert main(["build", "study.yaml", "--out", "told", "--baseline", baseline, "-q"]) == 0
        inputs = json.loads(Path("told/results.json").read_bytes())["baseline"]["inputs"]
        assert [one["path"] for one in inputs if one["change"] == "gone"] == ([moved] if moved else [])


def test_a_baseline_that_is_none(reports: Path, capsys: Told) -> None:
    assert main(["build", "study.yaml", "--out", "told", "--baseline", "gone"]) == 2
    assert "gone: there is no such file or folder" in capsys.readouterr().err
    assert not Path("told").exists()
