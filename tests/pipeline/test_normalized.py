"""Scores that are normalized on each data set, and data sets that count unlike in means."""

import json
from itertools import product

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

# By data set, runs of each algorithm.
RUNS = {
    "pong": {"random": [-21, -19], "human": [10, 20], "A": [-20, 15], "B": [2, 3]},
    "breakout": {"random": [1, 3], "human": [30, 34], "A": [17, 47], "B": [32, 32]},
    "qbert": {"random": [100, 200], "human": [1150, 1150], "A": [650, 650], "B": [150, 150]},
}
ENDS = {"pong": (-20, 15), "breakout": (2, 32), "qbert": (150, 1150)}


def metric_of(folder, scores="", *sections, rows=RUNS, better="higher", more=None):
    header = "dataset,algorithm,seed,score" + ("" if more is None else ",low,high")
    lines = [
        f"{dataset},{algorithm},{seed},{score}" + ("" if more is None else f",{more[dataset][0]},{more[dataset][1]}")
        for dataset, by_algorithm in rows.items()
        for algorithm, of in by_algorithm.items()
        for seed, score in enumerate(of)
    ]
    folder.mkdir(exist_ok=True)
    (folder / "scores.csv").write_text("\n".join([header, *lines, ""]))
    read = (
        f"scores: {{files: scores.csv, columns: {{seed: seed}}, metrics: [{{name: score, better: {better}}}]{scores}}}"
    )
    (folder / "study.yaml").write_text("\n".join([read, "plot: []", "effects: null", *sections]))
    build(read_study(folder / "study.yaml"), folder / "out", formats=("markdown",))
    return json.loads((folder / "out/results.json").read_text())["metrics"]["score"]


def expected(name, rows=RUNS):
    return {d: (np.mean(rows[d][name]) - low) / (high - low) for d, (low, high) in ENDS.items()}


COMPARED = {dataset: {name: of[name] for name in "AB"} for dataset, of in RUNS.items()}


@pytest.mark.parametrize(
    ("normalize", "rows", "more"),
    [
        ("{low: random, high: human}", RUNS, None),
        ("{low: low, high: high, by: columns}", COMPARED, ENDS),
        (
            "{low: {pong: -20, breakout: 2, qbert: 150}, high: {pong: 15, breakout: 32, qbert: 1150}}",
            COMPARED,
            None,
        ),
    ],
)
def test_every_way_to_state_the_ends(tmp_path, normalize, rows, more):
    metric = metric_of(tmp_path, f", normalize: {normalize}", "aggregates: {draws: 100}", rows=rows, more=more)
    assert metric["algorithms"] == ["A", "B"]
    for name in "AB":
        assert {d: metric["means"][d][name] for d in ENDS} == pytest.approx(expected(name))
        assert metric["aggregates"]["mean"][name]["estimate"] == pytest.approx(np.mean(list(expected(name).values())))
    assert metric["aggregates"]["target"] == 1
    runs = [(score - low) / (high - low) for d, (low, high) in ENDS.items() for score in RUNS[d]["A"]]
    gaps = [max(1 - score, 0) for score in runs]
    assert metric["aggregates"]["optimality-gap"]["A"]["estimate"] == pytest.approx(np.mean(gaps))
    report = (tmp_path / "out/report.md").read_text()
    assert "On each data set scores are normalized: 0 is " in report
    assert "need not be on one scale" not in report


@pytest.mark.nightly
def test_neither_ranks_nor_spreads_hang_on_the_unit(tmp_path):
    """Any number of one unit on all data sets gives the same shares, and the same ranks as the scores themselves."""
    plain = metric_of(tmp_path / "a", rows=COMPARED)
    normalized = metric_of(tmp_path / "b", ", normalize: {low: 0, high: 10}", rows=COMPARED)
    assert normalized["ranks"] == plain["ranks"]
    assert normalized["spread"]["pong"]["A"]["sd"] == pytest.approx(plain["spread"]["pong"]["A"]["sd"] / 10)


def test_steps_are_normalized_by_what_counts_of_the_runs(tmp_path):
    lines = [
        f"d,{name},{seed},{step},{score}"
        for name, by_step in {"random": (5, 10), "human": (50, 60), "A": (10, 35), "B": (10, 60)}.items()
        for seed, (step, score) in product(range(2), enumerate(by_step))
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,seed,step,score", *lines, ""]))
    (tmp_path / "study.yaml").write_text(
        "scores: {files: scores.csv, columns: {seed: seed, step: step}, reduce: last, metrics: [score],"
        " normalize: {low: random, high: human}}\nprogress: {}\nplot: []"
    )
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["score"]
    assert metric["means"]["d"] == pytest.approx({"A": 0.5, "B": 1})
    assert metric["progress"]["curves"][0]["algorithms"]["A"]["estimate"] == pytest.approx([0, 0.5])


@pytest.mark.parametrize(
    ("normalize", "fault"),
    [
        ("{low: chance, high: human}", "the scores have no algorithm 'chance'"),
        ("{low: human, high: random}", "on 'pong' low is 15 and high is -20"),
        ("{low: {pong: 1}, high: human}", "'breakout' has no single score of score for low"),
        ("{low: seed, high: human, by: columns}", "no column"),
        ("{low: 1}", "high"),
    ],
)
def test_faults(tmp_path, normalize, fault):
    with pytest.raises(FaultsFound, match=fault):
        metric_of(tmp_path, f", normalize: {normalize}")


WEIGHTS = [
    ("{pong: 3}", [3, 1, 1]),
    ("{ball: 4}", [2, 2, 1]),
    ("{qbert: 3}", [1, 1, 3]),  # a data set, and a group of it alone
    ("groups", [0.5, 0.5, 1]),
]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("weights", "expected"), WEIGHTS)
def test_weights_count_in_means_and_in_no_test(tmp_path, weights, expected):
    groups = ", groups: {ball: [pong, breakout], qbert: [qbert]}"
    tables = "report: {tables: {scores: {summary: [mean, average-rank]}}}"
    plain = metric_of(tmp_path / "a", groups, "aggregates: {draws: 100}", tables)
    weighted = metric_of(tmp_path / "b", f"{groups}, weights: {weights}", "aggregates: {draws: 100}", tables)
    assert list(weighted["weights"].values()) == pytest.approx(expected)
    assert "weights" not in plain
    for key in ("comparisons", "omnibus", "average_ranks", "ranks", "within"):
        assert weighted[key] == plain[key]
    for name in RUNS["pong"]:
        mean = np.average([np.mean(of[name]) for of in RUNS.values()], weights=expected)
        assert weighted["aggregates"]["mean"][name]["estimate"] == pytest.approx(mean)
    report = (tmp_path / "b/out/report.md").read_text()
    assert (
        "Means over data sets are weighted (scores.weights); ranks, tests and effect sizes count all data sets alike."
        in report
    )
    assert "Means below the scores are weighted" in report
    assert "Data sets are weighted." in report


@pytest.mark.parametrize(
    ("scores", "fault"),
    [
        (", weights: groups", "weights: groups without scores.groups"),
        (
            ", groups: {a: [pong, qbert], b: [pong]}, weights: {a: 1, b: 2}",
            "'pong' has its share of the weight of 'a' and its share",
        ),
        (", groups: {a: [pong, qbert], b: [pong]}, weights: groups", "'pong' has its share of the weight of 'a' and"),
        (", groups: {a: [pong, qbert]}, weights: {a: 1, pong: 2}", "'pong' has a weight of its own and its share of"),
        (", weights: {pong: 0}", "greater than 0"),
        (", weights: {tennis: 2}", "no data set 'tennis'"),
        (", groups: {pong: [qbert]}, weights: {pong: 3}", "'pong' is the name of a data set and of a group"),
        (", groups: {pong: [pong, qbert]}, weights: {pong: 3}", "'pong' is the name of a data set and of a group"),
    ],
)
def test_wrong_weights(tmp_path, scores, fault):
    with pytest.raises(FaultsFound, match=fault):
        metric_of(tmp_path, scores)


def test_what_scores_are_normalized_by_is_in_the_account(tmp_path):
    metric_of(tmp_path, ", normalize: {low: random, high: human}")
    page = (tmp_path / "out/report.md").read_text()
    assert "0 is random and 1 is human; not compared: 6 runs of 'random', 6 runs of 'human'." in page
    read = json.loads((tmp_path / "out/results.json").read_text())["reading"]
    assert read["normalized_by"] == {"random": 6, "human": 6}
