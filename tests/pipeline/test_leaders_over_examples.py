"""Studies over the test examples of a few data sets: who leads by means need not lead by average rank."""

import csv
import re

import pytest

from rankpress.app.cli import main

RIGHT = {"t1": (30, 29, 15), "t2": (31, 30, 15), "t3": (20, 45, 15)}  # of 50: A has the best average rank, B the mean
STUDY = """
scores:
  files: scores.csv
  columns: {dataset: task, algorithm: model, example: question}
  metrics: [{name: correct, better: higher}]
leaderboard: {}
plot: [leaderboard, win-rates, mcb, stability, rank-distribution, score-map]
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")
    rows = [
        f"{dataset},{name},q{example},{int(example < right)}"
        for dataset, counts in RIGHT.items()
        for name, right in zip("ABC", counts, strict=True)
        for example in range(50)
    ]
    (folder / "scores.csv").write_text("\n".join(["task,model,question,correct", *rows]))
    (folder / "study.yaml").write_text(STUDY)
    formats = ("--only", "markdown", "--only", "latex")
    assert main(["build", str(folder / "study.yaml"), "--out", str(folder / "out"), "--quiet", *formats]) == 0
    return folder / "out"


@pytest.mark.nightly
def test_macros_name_whom_the_headline_names(report):
    assert (report / "results.tex").read_text().count("B has the best mean correct") == 1
    with (report / "macros.csv").open(encoding="utf-8") as file:
        shown = {row["Key"]: row["Text"] for row in csv.DictReader(file)}
    assert [shown[f"correct/{key}"] for key in ("best", "second", "last")] == ["B", "A", "C"]
    assert "correct/best-rank" not in shown  # no average rank leads
    assert [shown[f"correct/stratified-mean/{name}"] for name in "ABC"] == ["0.540", "0.693", "0.300"]


@pytest.mark.nightly
def test_nothing_by_average_rank_has_another_order(report):
    page = (report / "report.md").read_text()
    assert "A by average rank, win rate and share of first places" in page
    assert "B by mean over the test examples, improvability and mean score" in page
    for figure in ("win-rates", "rank-distribution", "score-map", "stability"):
        [text] = re.findall(rf"!\[(.*)\]\(<figures/correct-{figure}.svg>\)", page)
        names = re.findall(r"\b[ABC]\b", text)
        assert names[0] == "A", text
    [caption] = [line for line in page.splitlines() if "Measures of correct" in line]
    assert "the best on top" in caption
    assert not (report / "figures/correct-mcb.pdf").exists()
