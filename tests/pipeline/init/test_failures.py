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
