"""`rankpress check`: what it says of a sound study, and that it writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankpress.app.cli import main

Told = pytest.CaptureFixture[str]

ROWS = [f"{dataset},{algorithm},{value}" for dataset in "de" for value, algorithm in enumerate("ABC")]


@pytest.fixture
def sound(study: Path) -> Path:
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *ROWS, ""]))
    return study


def test_nothing_wrong(sound: Path, capsys: Told) -> None:
    assert main(["check", "study.yaml"]) == 0
    assert capsys.readouterr() == ("study.yaml: 2 data sets, 3 algorithms, metric score; nothing wrong\n", "")


def test_several_metrics(sound: Path, capsys: Told) -> None:
    rows = [f"{row},1" for row in ROWS]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score,error", *rows, ""]))
    assert main(["check", "study.yaml", "--set", "scores.metrics=[{name: score}, {name: error, better: lower}]"]) == 0
    assert capsys.readouterr().out == "study.yaml: 2 data sets, 3 algorithms, metrics score, error; nothing wrong\n"


def test_metrics_of_different_extent(sound: Path, capsys: Told) -> None:
    rows = [f"{row},{'' if row.startswith('e,A') else 1}" for row in [*ROWS, "f,A,1", "f,B,2", "f,C,3"]]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score,error", *rows, ""]))
    metrics = "scores.metrics=[{name: score}, {name: error}]"
    assert main(["check", "study.yaml", "--set", metrics, "--set", "scores.missing=drop-datasets"]) == 0
    assert capsys.readouterr().out == (
        "study.yaml: metric score: 3 data sets, 3 algorithms; metric error: 2 data sets, 3 algorithms; nothing wrong\n"
    )


def test_quiet(sound: Path, capsys: Told) -> None:
    assert main(["check", "study.yaml", "-q"]) == 0
    assert capsys.readouterr() == ("", "")


def test_writes_nothing(sound: Path) -> None:
    before = sorted(sound.parent.rglob("*"))
    assert main(["check", "study.yaml"]) == 0
    assert sorted(sound.parent.rglob("*")) == before


def test_faults_of_the_data(sound: Path, capsys: Told) -> None:
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,x\n")
    assert main(["check", "study.yaml"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("a.csv row 3 column score: ")


def test_control_that_is_not_there(sound: Path, capsys: Told) -> None:
    sound.write_text("scores: {files: a.csv}\ntest:\n  control: Q\n")
    assert main(["check", "study.yaml"]) == 2
    assert capsys.readouterr().err.startswith("study.yaml:3:12: ")


BY_FOLDS = "\n".join(
    ["dataset,algorithm,fold,score"]
    + [f"{d},{a},{fold},0.{place}{fold}" for d in "de" for place, a in enumerate("ABC") for fold in range(3)]
)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        # a section at fault, and another of which the scores are not: both, in one go
        ("test: {pairwise: t, within: 5x2cv-t}\nadjust: [tukey]\n", ["tukey corrects", "5x2cv-t does not suit"]),
        ("adjust: [holmes]\ncurves: {baseline: Q}\n", ["adjust[0] is", "no algorithm 'Q'"]),
        ("test: {control: Q}\nreport: {templates: none}\n", ["there is no folder", "no algorithm 'Q'"]),
        ("tset: {}\norder: {prior: [A, B]}\n", ["unknown key 'tset'", "the prior leaves out"]),
        # of a section at fault itself no more is told than that
        ("test: {control: Q, alpha: 2}\n", ["test.alpha"]),
        ("order: {prior: [A, Q], adjust: li}\n", ["order.adjust is"]),
    ],
)
def test_faults_of_spec_and_scores_together(sound: Path, spec: str, told: list[str], capsys: Told) -> None:
    Path("a.csv").write_text(BY_FOLDS)
    sound.write_text("scores: {files: a.csv}\n" + spec)
    assert main(["check", "study.yaml"]) == 2
    heads = [line for line in capsys.readouterr().err.splitlines() if line.startswith("study.yaml")]
    assert len(heads) == len(told)
    assert all(part in head for head, part in zip(heads, told, strict=True))


def test_faults_of_the_spec_and_of_score_files_together(sound: Path, capsys: Told) -> None:
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,x\n")
    sound.write_text("scores: {files: a.csv}\nadjust: [holmes]\n")
    assert main(["check", "study.yaml"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("study.yaml:2:10: ")
    assert "\na.csv row 3 column score: " in err


def test_scores_at_fault_are_not_read(sound: Path, capsys: Told) -> None:
    sound.write_text("scores: {files: none.csv, layout: log}\n")
    assert main(["check", "study.yaml"]) == 2
    assert "none.csv: " not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("section", "instead"),
    [("sensitivity", "{}"), ("replicability", "{}"), ("protocol", "{}"), ("power", "{effect: 0.01}")],
)
def test_a_section_left_empty_is_said_to_ask_for_nothing(section: str, instead: str, sound: Path, capsys: Told) -> None:
    """And what is said to be written in its place can be."""
    for written, told in ((f"{section}:\n", True), (f"{section}: {instead}\n", False), ("", False)):
        Path("a.csv").write_text(BY_FOLDS)
        sound.write_text(f"scores: {{files: a.csv}}\n{written}")
        assert main(["check", "study.yaml"]) == 0
        out = capsys.readouterr().out
        assert (f"{section} is left empty" in out, f"; {section}: {instead} " in out) == (told, told)


@pytest.mark.parametrize(
    ("section", "groups", "told"),
    [
        ("{leave_out: [groups, datasets]}", "", True),
        ("{leave_out: [groups]}", ", groups: {all: [d, e]}", False),
        ("{leave_out: [datasets]}", "", False),
        ("{}", "", False),  # whose default names groups for the studies that have some
    ],
)
def test_groups_left_out_where_there_are_none(section: str, groups: str, told: bool, sound: Path, capsys: Told) -> None:
    sound.write_text(f"scores: {{files: a.csv{groups}}}\nsensitivity: {section}\n")
    assert main(["check", "study.yaml"]) == 0
    assert ("scores.groups names none" in capsys.readouterr().out) == told


def test_many_unknown_labels_are_counted_and_the_nearest_sought_for_few(
    sound: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def one_of(got: str, names: list[str]) -> str:
        asked.append(got)
        return ""

    monkeypatch.setattr("rankpress.checks.names.one_of", one_of)
    labels = "".join(f"    unknown-{at}: L{at}\n" for at in range(500))
    Path("study.yaml").write_text(f"{sound.read_text()}\nlabels:\n  algorithms:\n{labels}")
    assert main(["check", "study.yaml"]) == 2
    told = capsys.readouterr().err
    assert "study.yaml: and 450 more faults of labels.algorithms\n51 faults\n" in told
    assert len(asked) == 50
