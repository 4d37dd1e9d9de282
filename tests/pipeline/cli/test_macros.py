"""`rankpress macros`: the numbers of a study, those that a paper uses, and what changed since the build."""

import pytest

from rankpress.app.cli import main

STUDY = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"


@pytest.fixture
def study(tmp_path):
    rows = "".join(f"d{i},0.{i},0.{i}1,0.5\n" for i in range(1, 9))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b,c_1\n{rows}")
    (tmp_path / "study.yaml").write_text(f"{STUDY}report: {{formats: [latex]}}\n")
    return tmp_path / "study.yaml"


def paper(folder, text, name="paper.tex"):
    (folder / name).write_text(text)
    return str(folder / name)


def test_all_numbers_are_listed(study, capsys):
    assert main(["macros", str(study)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert r"accuracy/datasets \rpAccuracyDatasets = 8: number of data sets" in lines
    assert any(line.startswith("accuracy/rank/c-1 ") for line in lines)
    assert not (study.parent / "report").exists()


def test_those_that_a_paper_uses(study, capsys):
    paper(study.parent, r"\rp{accuracy/score/d1/b} % \rp{accuracy/none}", "part.tex")
    used = paper(
        study.parent, "\\newcommand{\\rpOwn}{1}\\rpOwn \\rpAccuracyDatasets{} 5\\% \\rp{accuracy/rank/a}\n\\input{part}"
    )
    assert main(["macros", str(study), "--used", used]) == 0
    keys = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert keys == ["accuracy/datasets", "accuracy/rank/a", "accuracy/score/d1/b"]


def test_unknown_ones_are_faults_with_the_nearest(study, capsys):
    used = paper(
        study.parent, "\n\\rp{accuracy/rnk/a}\n\\rpAccuracyDataset\n\\rpAccuracyOnDOneScoreA \\rp{accuracy/p/b/a}"
    )
    assert main(["macros", str(study), "--used", used]) == 2
    message = capsys.readouterr().err
    assert f"{used}:2: there is no number \\rp{{accuracy/rnk/a}}\n    expected: \\rp{{accuracy/rank/a}}" in message
    assert f"{used}:3: there is no number \\rpAccuracyDataset\n    expected: \\rpAccuracyDatasets" in message
    assert "expected: \\rp{accuracy/p/a/b}" in message  # a pair the other way round
    assert "expected: \\rp{accuracy/score/d1/a}, or this pair or data set in report.macros" in message


def test_what_changed_since_the_build(study, capsys):
    assert main(["build", str(study), "-q"]) == 0
    used = paper(study.parent, "\\rpAccuracyAlpha \\rpAccuracyDatasets")
    before = {path: path.stat().st_mtime_ns for path in study.parent.rglob("*")}
    assert main(["macros", str(study), "--set", "test.alpha=0.01", "--used", used]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "= 0.01 (built: 0.05)" in first
    assert "built" not in second
    assert {path: path.stat().st_mtime_ns for path in study.parent.rglob("*")} == before
