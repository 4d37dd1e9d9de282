"""The topic of Pareto layers: what a study of scores and costs gets."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Costs
from rankpress.spec.model import RankOptions
from rankpress.spec.reading import read_study
from rankpress.stages.conclude import find_fronts
from rankpress.stages.rank import rank
from rankpress.stats.pareto import pareto_layers
from rankpress.topics.topic import topics
from rankpress.wording.text import algorithm_named, plain
from tests.pipeline.conftest import metric_of

NAMES = "ABCD"
ACCURACY, SECONDS, BYTES = [0.9, 0.85, 0.7, 0.7], [9, 3, 3, 1], [1, 5, 5, 5]
RECALL = ([0.5, 0.4, 0.6, 0.3], [0.5, 0.9, 0.6, 0.3])  # on the first eight data sets, and on the ninth


def built(tmp_path, section, costs="[seconds, bytes]", formats=("markdown",), more=""):
    rng = np.random.default_rng(2)
    rows = [
        f"d{d},{name},{score + rng.normal(0, 0.01):.4f},{seconds},{size},{recall}"
        for d in range(9)
        for name, score, seconds, size, recall in zip(NAMES, ACCURACY, SECONDS, BYTES, RECALL[d // 8], strict=True)
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,seconds,bytes,recall", *rows, ""]))
    scores = f"scores: {{files: scores.csv, metrics: [accuracy, recall], costs: {costs}{more}}}"
    (tmp_path / "study.yaml").write_text(f"{scores}\norder: null\n{section}\n")
    no_figures = [] if "plot" in section or "latex" in formats else ["plot=[]"]
    build(read_study(tmp_path / "study.yaml", no_figures), tmp_path / "out", formats=formats)
    return json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]


@pytest.mark.nightly
def test_layers_are_those_of_ranks_and_all_costs_and_costs_tie(tmp_path):
    metric = built(tmp_path, "pareto: {}", formats=("markdown", "latex"))
    losses = np.column_stack([list(metric["average_ranks"].values()), SECONDS, BYTES])
    pareto = metric["pareto"]
    assert list(pareto["layers"].values()) == pareto_layers(losses).tolist()
    assert (pareto["layers"]["B"], pareto["layers"]["D"]) == (1, 1)
    assert pareto["layers"]["C"] > 1  # B costs as much, and is better
    assert "B" in pareto["dominated_by"]["C"]
    assert pareto["on_front"]["A"] == 1
    report = (tmp_path / "out/report.md").read_text()
    assert "on the Pareto front of average rank in accuracy, mean seconds and mean bytes" in report
    assert "A Pareto front is no test" in report
    assert r"\rpAccuracyParetoLayerA}{1}" in (tmp_path / "out/macros.tex").read_text()


@pytest.mark.nightly
def test_a_study_chooses_costs_and_mean_scores(tmp_path):
    metric = built(tmp_path, "pareto: {costs: [bytes], of: score}")
    assert metric["pareto"]["layers"]["A"] == 1
    assert min(metric["pareto"]["layers"][name] for name in "BCD") > 1
    assert metric["pareto"]["costs"] == ["bytes"]


@pytest.mark.parametrize(
    ("section", "costs", "expected"),
    [
        ("pareto: {costs: [watts]}", "[seconds]", "watts"),
        ("pareto: {}", "[]", "pareto with one metric and without scores.costs"),
        ("pareto: {costs: []}", "[seconds]", "pareto with one metric and without scores.costs"),
        ("pareto: {metrics: [accuracy, f1]}", "[seconds]", "f1"),
    ],
)
def test_faults(tmp_path, section, costs, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, section, costs)


@pytest.mark.nightly
def test_data_sets_without_some_cost_are_omitted_and_counted(tmp_path):
    whole = built(tmp_path, "pareto: {}")["pareto"]
    text = (tmp_path / "scores.csv").read_text().splitlines()
    text = [line for line in text if not line.startswith("d3,C")]
    study = (tmp_path / "study.yaml").read_text().replace("metrics: [", "missing: incomplete-blocks, metrics: [")
    (tmp_path / "scores.csv").write_text("\n".join([*text, ""]))
    (tmp_path / "study.yaml").write_text(study)
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    partial = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]["pareto"]
    assert (whole["n_datasets"], partial["n_datasets"]) == (9, 8)
    assert partial["layers"] == whole["layers"]
    report = (tmp_path / "out/report.md").read_text()
    assert "This is over the eight data sets with all scores and costs; one lack some." in report.replace(
        "lacks", "lack"
    )


@pytest.mark.nightly
def test_several_metrics_count_together_and_stand_under_the_first(tmp_path):
    section = "pareto: {metrics: [recall, accuracy], costs: []}"
    built(tmp_path, section)
    both = json.loads((tmp_path / "out/results.json").read_text())["metrics"]
    assert both["accuracy"]["pareto"] is None
    pareto = both["recall"]["pareto"]
    assert (pareto["metrics"], pareto["costs"]) == (["recall", "accuracy"], [])
    losses = np.column_stack([list(both[name]["average_ranks"].values()) for name in ("recall", "accuracy")])
    assert list(pareto["layers"].values()) == pareto_layers(losses).tolist()
    assert pareto["layers"]["C"] == 1  # by recall
    report = (tmp_path / "out/report.md").read_text()
    assert "on the Pareto front of average rank in recall and average rank in accuracy" in report
    assert "Average rank, accuracy" in report


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("weights", "first"), [("", "C"), (", weights: {d8: 100}", "B")])
def test_mean_scores_are_weighted_where_the_study_weights_data_sets(tmp_path, weights, first):
    section = "pareto: {metrics: [recall], of: score}\nplot: [{cost-front: {of: score, cost: seconds}}]"
    built(tmp_path, section, costs="[seconds]", more=weights)
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["recall"]
    assert metric["pareto"]["layers"][first] == 1
    assert ("C" in metric["cost_fronts"][0]["by_score"]["members"]) == (first == "C")
    assert ("means are weighted" in (tmp_path / "out/report.md").read_text()) == bool(weights)


@pytest.mark.parametrize(
    ("gaps", "n_complete", "members"),
    [([], None, (2, 0)), ([(0, 0), (1, 2)], 4, (2, 0)), ([(0, 0), *((row, 1) for row in range(1, 6))], None, None)],
)
def test_costs_of_a_front_are_means_over_data_sets_with_every_result(gaps, n_complete, members):
    """Costs differ by data set, so that an algorithm without a result on a cheap one is not the more expensive."""
    scores = np.random.default_rng(1).normal([0.9, 0.8, 0.7], 0.01, (6, 3))
    seconds = np.arange(1.0, 7.0)[:, None] * [3, 4, 1]
    for row, column in gaps:
        scores[row, column] = seconds[row, column] = np.nan
    metric = metric_of(scores, missing="incomplete-blocks" if gaps else "error")
    costs = {"seconds": Costs("seconds", metric.datasets, metric.algorithms, seconds)}
    [front] = find_fronts(metric, rank(metric, RankOptions()), costs)
    assert front.n_complete == n_complete
    assert (front.by_rank.members if front.by_rank else None) == members
    if members is None:
        assert front.why == "no data set has a result of each algorithm"
    else:
        complete = np.isfinite(scores).all(axis=1)
        assert front.costs == pytest.approx(seconds[complete].mean(axis=0))


@pytest.mark.parametrize(
    ("front", "shares", "sentences"),
    [
        (
            (0, 1),
            (1.0, 0.97, 0.2),
            "Both stay on the front in at least 95%|; one other algorithm enters it",
        ),
        ((0,), (1.0, 0.0, 0.0), "A alone is on|It stays on the front in at least 95%"),
        ((0,), (0.6, 0.5, 0.0), "A alone is on|It does not stay on the front|; one other algorithm enters it"),
        ((0, 1, 2), (0.9, 0.9, 0.9), "All three algorithms are on|None of them stays on the front in at least 95%"),
        ((0, 1), (0.96, 0.5, 0.0), "Two algorithms are on|One of them stays on the front in at least 95%"),
    ],
)
def test_the_front_and_its_stability_in_words(front, shares, sentences):
    layers = SimpleNamespace(
        why="", front=front, shares=np.array(shares), omitted=0, of="rank", values=["accuracy"], costs=["seconds"]
    )
    analysis = SimpleNamespace(algorithms=[*map(algorithm_named, "ABC")], computed={"pareto": layers})
    [pareto_topic] = (topic for topic in topics() if topic.identifier == "pareto")
    text = " ".join(map(plain, pareto_topic.paragraphs(analysis)))
    assert all(sentence in text for sentence in sentences.split("|")), text
