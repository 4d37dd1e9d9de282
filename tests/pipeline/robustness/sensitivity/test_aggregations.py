"""Who leads by each way to aggregate the data sets: one module, and what a report says of it."""

import json

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.robustness.aggregations import leaders_by_aggregation
from rankpress.spec.model import RankOptions
from rankpress.spec.reading import read_study
from rankpress.stages.rank import rank
from tests.pipeline.conftest import metric_of

ALL = ("average-rank", "mean", "weighted", "median", "elo", "skill", "champions", "groups")
# A wins most often and by little, B by much where it wins
SCORES = np.array([[0.81, 0.80, 0.5], [0.71, 0.70, 0.5], [0.61, 0.60, 0.5], [0.60, 0.95, 0.7], [0.50, 0.45, 0.6]])


def leaders(means, requested=ALL, groups=None, **changes):
    scores = metric_of(means, "higher", "error", names=("A", "B", "C"), **changes)
    led = leaders_by_aggregation(scores, rank(scores, RankOptions()), groups or {}, requested)
    return {(item.by, item.group): item.leaders or item.why for item in led}


def test_each_way_names_its_leader():
    leading = leaders(SCORES)
    assert leading["average-rank", ""] == leading["elo", ""] == leading["champions", ""] == (0,)
    assert leading["mean", ""] == leading["median", ""] == (1,)
    assert ("weighted", "") not in leading


def test_groups_lead_each_and_together():
    names = metric_of(SCORES, "higher", "error").datasets
    leading = leaders(SCORES, ["groups"], {"many": names[:3], "one": names[3:4]})
    assert leading == {("groups", "many"): (0,), ("groups", "one"): (1,), ("groups", ""): (1,)}


def test_what_cannot_be_named_says_why():
    assert leaders(SCORES - [0, 0, 1], ["skill"])["skill", ""] == "the best value of the metric is not known"
    assert leaders(np.arange(9.0).reshape(3, 3), ["elo"])["elo", ""] == "it is unbounded"


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("measures", [None, ["mean", "elo"]])
def test_a_report_names_them(tmp_path, measures):
    rows = [f"d{i},{','.join(map(str, row))}" for i, row in enumerate(np.tile(SCORES, (2, 1)).tolist())]
    (tmp_path / "accuracy.csv").write_text("\n".join(["dataset,A,B,C", *rows, ""]))
    groups = "groups: {first: [d0, d1, d2], second: [d3]}"
    options = "{}" if measures is None else f"{{measures: [{', '.join(measures)}]}}"
    (tmp_path / "study.yaml").write_text(
        "scores: {files: accuracy.csv, layout: wide, metrics: [{name: accuracy}], weights: {d3: 9}, "
        f"{groups}}}\nsensitivity: {options}\n"
    )
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    measured = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]["sensitivity"]["measures"]
    leading = {(led["by"], led["group"]): led["leaders"] for led in measured}
    assert leading["mean", None] == ["B"]
    assert leading["elo", None] == ["A"]
    report = (tmp_path / "out/report.md").read_text()
    assert "Which algorithm leads depends on the aggregation" in report
    if measures is None:
        assert leading["weighted", None] == ["B"]
        assert leading["groups", "second"] == ["B"]
    else:
        assert len(leading) == 2


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("policy", "is_given"), [("incomplete-blocks", True), ("worst-rank", False)])
def test_with_gaps_leaders_are_those_of_what_is_there(tmp_path, policy, is_given):
    """Means over different data sets compare nothing; wins, places and ratios are over what two have in common."""
    rows = [",".join([f"d{i}", *map(str, row)]) for i, row in enumerate(np.tile(SCORES, (2, 1)).tolist())]
    rows[4] = "d4,,0.45,0.6"
    (tmp_path / "accuracy.csv").write_text("\n".join(["dataset,A,B,C", *rows, ""]))
    (tmp_path / "study.yaml").write_text(
        f"scores: {{files: accuracy.csv, layout: wide, missing: {policy}, metrics: [accuracy]}}\n"
        "leaderboard: {measures: [elo, champions]}\nsensitivity: {}\n"
    )
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]
    led = {item["by"]: item for item in metric["sensitivity"]["measures"]}
    for measure in ("elo", "champions"):
        values = {name: one["estimate"] for name, one in metric["leaderboard"][measure].items()}
        assert led[measure]["leaders"] == [max(values, key=values.get)]
    assert bool(led["skill"]["leaders"]) == is_given
    assert not led["mean"]["leaders"]
    assert led["mean"]["why"] == "some results are missing"
