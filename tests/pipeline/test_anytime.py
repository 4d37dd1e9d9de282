"""The topic of comparisons that are valid whenever one looks."""

import json

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.diff.comparison import compare_reports, read_stored
from rankpress.spec.reading import read_study

SIGNS = [1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1, 1]


def built(tmp_path, rows, names, *sections):
    lines = [",".join(["dataset", *names]), *(f"d{i},{','.join(map(str, row))}" for i, row in enumerate(rows))]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    scores = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}"
    (tmp_path / "study.yaml").write_text("\n".join([scores, "anytime: {}", *sections]))
    build(read_study(tmp_path / "study.yaml", ["plot=[]"]), tmp_path / "out", formats=("markdown",))
    anytime = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]["anytime"]
    return anytime["pairs"], (tmp_path / "out/report.md").read_text()


@pytest.mark.nightly
def test_the_worked_example(tmp_path):
    [pair], report = built(tmp_path, [(0.5 - sign / 10, 0.5) for sign in SIGNS], "AB")
    assert (pair["a"], pair["b"], pair["wins"], pair["losses"]) == ("B", "A", 10, 2)
    assert pair["e"] == pytest.approx(4199 / 1024)
    assert pair["p"] == pair["adjusted"] == pytest.approx(0.2438675875, abs=5e-11)
    assert pair["interval"] == pytest.approx([0.4133, 0.9927], abs=5e-5)
    assert pair["significant_from"] is None
    assert "By a test that is valid at any number of data sets, the difference is not significant" in report
    assert "e-process of the signs of differences" in report


@pytest.mark.nightly
def test_it_is_significant_from_the_first_look_at_which_it_was(tmp_path):
    """What came later takes nothing back; with several pairs the bound is higher."""
    rows = [(0.9, 0.5, 0.5 + (i % 2) / 100) for i in range(14)] + [(0.4, 0.5, 0.51)] * 6
    pairs, report = built(tmp_path, rows, "ABC")
    by_name = {frozenset((pair["a"], pair["b"])): pair for pair in pairs}
    first = by_name[frozenset("AB")]
    assert first["adjusted"] == pytest.approx(min(1, 3 * first["p"]))
    assert first["adjusted"] <= 0.05
    assert 1 < first["significant_from"] <= 14
    alone, _ = built(tmp_path, [row[:2] for row in rows], "AB")
    assert alone[0]["significant_from"] < first["significant_from"]
    assert "A is better than B from the " in report


@pytest.mark.nightly
def test_the_order_of_the_files_counts(tmp_path):
    wins, losses = [(0.9, 0.5)] * 12, [(0.4, 0.5)] * 6
    late, _ = built(tmp_path, losses + wins, "AB")
    early, _ = built(tmp_path, wins + losses, "AB")
    assert early[0]["e"] == pytest.approx(late[0]["e"])
    assert early[0]["p"] < late[0]["p"]


def test_who_was_ahead_when_it_became_significant_is_better(tmp_path):
    """Later losses do not make the other one better from then on."""
    [pair], report = built(tmp_path, [(0.9, 0.5)] * 10 + [(0.4, 0.5)] * 14, "AB")
    assert (pair["a"], pair["wins"], pair["losses"]) == ("A", 10, 14)
    assert "A is better than B from the " in report


@pytest.mark.nightly
def test_changes_since_a_baseline_name_pairs_that_became_significant_at_any_look(tmp_path):
    rows = [(0.9, 0.5, 0.51 - (i % 2) / 50) for i in range(14)]
    for n in (4, 14):
        built(tmp_path, rows[:n], "ABC")
        (tmp_path / "out").rename(tmp_path / str(n))
    changes = compare_reports(*(read_stored(tmp_path / str(n)) for n in (4, 14)))
    of_pairs = {change.place: change.after for change in changes if change.method == "anytime"}
    assert {place: (it.significant, it.better) for place, it in of_pairs.items()} == {
        ("A", "B"): (True, "A"),
        ("A", "C"): (True, "A"),
    }
    assert not compare_reports(*[read_stored(tmp_path / "14")] * 2)


def test_with_a_control_there_are_its_pairs_alone(tmp_path):
    rows = np.random.default_rng(1).random((12, 4)).round(3).tolist()
    pairs, _ = built(tmp_path, rows, "ABCD", "test: {control: B}")
    assert len(pairs) == 3
    assert all("B" in (pair["a"], pair["b"]) for pair in pairs)
