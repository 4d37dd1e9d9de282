"""Counts out of numbers of trials that differ: nobody is first by having been tried more often without a question."""

import json
import re
import shlex

import pytest

from rankpress.app.cli import main

SHARES = {"A": 0.8, "B": 0.75, "C": 0.7}


def scores(counts, trials, tried):
    rows = (
        f"d{place},{name},{tried[name]},{round(tried[name] * share) + place % 3}\n"
        for place in range(9)
        for name, share in SHARES.items()
    )
    return f"dataset,algorithm,{trials},{counts}\n{''.join(rows)}"


def first_of(report):
    [metric] = json.loads((report / "results.json").read_text())["metrics"].values()
    return min(metric["average_ranks"], key=metric["average_ranks"].get)


@pytest.mark.nightly
@pytest.mark.usefixtures("results_alone")
@pytest.mark.few(1)
@pytest.mark.parametrize(("counts", "trials"), [("correct", "n"), ("passed", "num_questions")])
def test_shares_and_counts_with_other_leaders_are_asked_about(tmp_path, monkeypatch, capsys, counts, trials):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs.csv").write_text(scores(counts, trials, {"A": 100, "B": 400, "C": 200}))
    assert main(["run", "runs.csv", "--only", "latex"]) == 2
    printed = capsys.readouterr().err
    assert "by the share 'A' is first" in printed
    ways = re.findall(r"rankpress (run .*?)   # (?:shares|the counts) are", printed)
    firsts = []
    for way in ways:
        assert main([*shlex.split(way), "--only", "latex"]) == 0
        firsts.append(first_of(tmp_path / "report"))
    assert firsts == ["A", "B"]


@pytest.mark.parametrize(
    ("counts", "trials", "tried", "is_said"),
    [
        ("correct", "n", {"A": 400, "B": 300, "C": 200}, True),  # A is first by either
        ("correct", "n", {"A": 300, "B": 300, "C": 300}, False),
        ("correct", "memory_kb", {"A": 100, "B": 400, "C": 200}, False),  # no number of trials by its name
    ],
)
def test_the_same_leader_is_no_question(tmp_path, monkeypatch, capsys, counts, trials, tried, is_said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs.csv").write_text(scores(counts, trials, tried))
    assert main(["run", "runs.csv", "--only", "latex"]) == 0
    assert ("may count out of" in capsys.readouterr().out) == is_said
