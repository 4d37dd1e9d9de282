"""Cells of scores that say that a run failed are asked about where they decide who is first, and stated elsewhere."""

import re
import shlex

import pytest

from rankpress.app.cli import main
from rankpress.init.assumptions import doubts_left
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

NAMES = ("small", "medium", "huge")


def scores(word, failing, failed):
    """One row per data set: the last is the best; one fails on the first data sets with a word in place of a score."""
    rows = [[f"{60 + 2 * row + 3 * index + (row * index) % 3}.{row}" for index in range(3)] for row in range(10)]
    for row in rows[:failed]:
        row[NAMES.index(failing)] = word
    return rows


def wide(rows):
    return "\n".join([",".join(["task", *NAMES]), *(f"t{at},{','.join(row)}" for at, row in enumerate(rows)), ""])


def long(rows, mark=""):
    cells = [f"t{at},{name},{cell}{mark}" for at, row in enumerate(rows) for name, cell in zip(NAMES, row, strict=True)]
    return "\n".join(["task,method,accuracy", *cells, ""])


def over_seeds(rows):
    """Two seeds, of which the second did not fail."""
    again = [[cell if cell[0].isdigit() else "75.5" for cell in row] for row in rows]
    head, *first = long(rows, ",1").split("\n")[:-1]
    return "\n".join([f"{head},seed", *first, *long(again, ",2").split("\n")[1:]])


def doubts_on(content, path):
    path.write_text(content, encoding="utf-8")
    table = read_table(str(path))
    return [each for each in doubts_left(table, guess_study(table, str(path)), ()) if each.key == "missing"]


@pytest.mark.parametrize("layout", [wide, long, over_seeds])
@pytest.mark.parametrize("word", ["OOM", "crash", "failed", "Killed", "diverged", "aborted", "error"])
def test_failed_runs_that_decide_who_is_first_are_asked_about(layout, word, tmp_path):
    [doubt] = doubts_on(layout(scores(word, "huge", 5)), tmp_path / "results.csv")
    assert doubt.is_open
    assert f"'{word}' 5 times" in doubt.text
    assert [way.value for way in doubt.ways] == ["worst-rank", "drop-datasets"]


@pytest.mark.parametrize("layout", [wide, long])
@pytest.mark.parametrize(("failing", "failed"), [("small", 5), ("medium", 4), ("huge", 1)])
def test_failed_runs_that_decide_nothing_are_stated(layout, failing, failed, tmp_path):
    [doubt] = doubts_on(layout(scores("OOM", failing, failed)), tmp_path / "results.csv")
    assert not doubt.is_open
    assert f"'OOM' {failed} time" in doubt.text


@pytest.mark.parametrize("blank", ["", "-", "NaN", "n/a", "missing"])
def test_a_cell_without_a_result_says_of_no_failure(blank, tmp_path):
    assert not any(
        "failed" in each.text for each in doubts_on(wide(scores(blank, "huge", 5)), tmp_path / "results.csv")
    )


@pytest.mark.nightly
@pytest.mark.parametrize("layout", [wide, over_seeds])
def test_each_answer_does_what_it_says(layout, tmp_path, capsys):
    doubts_on(layout(scores("OOM", "huge", 5)), tmp_path / "results.csv")
    better = ["--better", "higher"] if layout is wide else []
    assert main(["run", "results.csv", *better]) == 2
    firsts = []
    for command in re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err):
        assert main([*shlex.split(command), "--only", "markdown"]) == 0
        firsts += re.findall(r"(\w+) achieves the best", capsys.readouterr().out)
    assert firsts == ["medium", "huge"]


# Z is the worst everywhere; Y is better than X on four of seven, and not on d, where it failed.
REMARKED = {
    name: {"X": 0.7 + at / 50, "Y": 0.71 + at / 50 - at % 2 / 20, "Z": 0.5} for at, name in enumerate("abcdefg")
}


def remarked(column, remark):
    """One row per data set and algorithm, with what `remark` says of it in the last column."""
    rows = [f"{d},{a},{x:.3f},{remark(d, a)}" for d, row in REMARKED.items() for a, x in row.items()]
    return "\n".join([f"dataset,algo,acc,{column}", *rows, ""])


@pytest.mark.parametrize(
    ("column", "neutral"),
    [
        ("note", "on the old cluster"),
        ("comment", "used default lr"),
        ("status", "cached"),
        ("error", "retried"),
        ("warning", "slow"),
        ("remark", "re-run after crash"),
        ("info", "no errors"),
    ],
)
def test_only_rows_with_a_word_of_failure_failed_beside_empty_ones(column, neutral, tmp_path):
    content = remarked(column, lambda d, a: "diverged" if (d, a) == ("d", "Y") else neutral if a == "Z" else "")
    [doubt] = doubts_on(content, tmp_path / "results.csv")
    assert doubt.text.startswith("1 of 21 runs failed by it ('diverged'): 1 of 7 of Y; rows with")
    assert [way.meaning.partition(": ")[2] for way in doubt.ways] == [
        "no single algorithm is first",
        "'Y' is first",
        "'Y' is first",
    ]


@pytest.mark.parametrize("distinct", [1, 2, 20])
def test_remarks_without_a_word_of_failure_say_of_none(distinct, tmp_path):
    remarks = [f"on node {at % distinct}; re-run after crash" if at % 3 else "" for at in range(21)]
    assert not doubts_on(remarked("note", lambda d, a: remarks.pop()), tmp_path / "results.csv")


@pytest.mark.parametrize("ended", ["ok", "0", "solved"])
def test_an_empty_cell_beside_those_of_ended_runs_is_no_failure(ended, tmp_path):
    failed = "137" if ended == "0" else "timeout"
    content = remarked("status", lambda d, a: {"aX": "", "bX": failed, "cY": failed, "cZ": ""}.get(d + a, ended))
    [doubt] = doubts_on(content, tmp_path / "results.csv")
    assert doubt.text.startswith(f"2 of 21 runs failed by it ('{failed}')")
    assert f"rows with '{ended}' or without a remark are read" in doubt.text
