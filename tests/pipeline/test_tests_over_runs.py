"""Tests of two algorithms on one data set over their runs: which is made, what is reported of it."""

import json

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.checks.agreement import examine
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

RUNS = {
    ("d1", "A"): [0.91, 0.92, 0.90, 0.93, 0.94],
    ("d1", "B"): [0.89, 0.90, 0.91, 0.88, 0.90],
    ("d2", "A"): [1.2, 3.4, 2.2, 5.1, 4.0, 2.9, 3.3],
    ("d2", "B"): [2.0, 4.4, 6.1, 5.9, 7.2],
    ("d3", "A"): [0.5, 0.6],
    ("d3", "B"): [0.5, 0.4, 0.3],
}


def written(folder, *sections, scores="", runs=RUNS, better="higher", fold=False):
    head = f"dataset,algorithm,seed,{'fold,' if fold else ''}score"
    rows = [
        f"{dataset},{algorithm},{seed},{f'{part},' if fold else ''}{score + part / 100}"
        for (dataset, algorithm), scored in runs.items()
        for seed, score in enumerate(scored)
        for part in range(1, 3 if fold else 2)
    ]
    (folder / "scores.csv").write_text("\n".join([head, *rows, ""]))
    metric = f"metrics: [{{name: score, better: {better}}}]"
    study = [f"scores: {{files: scores.csv, columns: {{seed: seed}}, {metric}{scores}}}", *sections]
    (folder / "study.yaml").write_text("\n".join(study))
    return read_study(folder / "study.yaml", ["plot=[]"])


def built(folder, *sections, **more):
    build(written(folder, *sections, **more), folder / "out", formats=("markdown", "latex"))
    metric = json.loads((folder / "out/results.json").read_text())["metrics"]["score"]
    return {item["dataset"]: item for item in metric["within"]}, folder / "out"


def test_the_default_over_seeds_is_the_rank_sum_test(tmp_path):
    within, out = built(tmp_path)
    first, second = within["d1"], within["d2"]
    assert {item["test"] for item in within.values()} == {"rank-sum"}
    assert {first["a"], second["a"]} == {"A"}
    assert [first["p"], second["p"]] == pytest.approx([14 / 252, 0.1060606061], abs=5e-11)
    assert [first["a12"], second["a12"]] == pytest.approx([0.9, 0.2])
    assert [second["a12_low"], second["a12_high"]] == pytest.approx([0.02943, 0.67335], abs=5e-6)
    assert [first["n_a"], first["n_b"], second["n_a"]] == [5, 5, 7]
    methods = (out / "methods.tex").read_text()
    assert "the mean over two to seven independent runs (seeds)" in methods
    report = (out / "report.md").read_text()
    assert "over the runs by the Wilcoxon rank-sum test (Mann and Whitney 1947)" in report
    assert "fold" not in methods
    assert "fold" not in report.lower().replace("manifold", "")


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "p"),
    [("welch-t", 0.0273292813), ("brunner-munzel", 0.0037120603), ("permutation-runs", 14 / 252)],
)
def test_others_by_name(tmp_path, name, p):
    within, _ = built(tmp_path, f"test: {{within: {name}}}")
    assert within["d1"]["p"] == pytest.approx(p, abs=5e-11)


@pytest.mark.nightly
def test_where_lower_is_better_a_better_run_is_a_lower_one(tmp_path):
    within, _ = built(tmp_path, better="lower")
    assert within["d1"]["a"] == "B" or within["d1"]["a12"] == pytest.approx(0.1)
    chance = within["d1"]["a12"] if within["d1"]["a"] == "A" else 1 - within["d1"]["a12"]
    assert chance == pytest.approx(0.1)


@pytest.mark.nightly
def test_seeds_pair_runs_where_the_study_says_so(tmp_path):
    within, out = built(tmp_path, scores=", seeds: paired")
    assert within["d1"]["test"] == "signed-rank"
    assert (within["d2"]["n_runs"], within["d3"]["n_runs"]) == (5, 2)
    assert "over the paired runs by the Wilcoxon signed-ranks test over paired runs" in (out / "report.md").read_text()


@pytest.mark.nightly
def test_too_few_runs_for_any_p_are_stated(tmp_path):
    runs = {(f"d{d}", name): [0.1, 0.2, 0.3] for d in range(6) for name in "ABC"}
    _, out = built(tmp_path, runs=runs)
    assert "no difference within a data set can be significant" in (out / "report.md").read_text()


def test_folds_come_before_runs(tmp_path):
    """Seeds within folds are averaged as before, and the folds are tested."""
    runs = {(f"d{d}", name): list(np.arange(3) / 10 + d) for d in range(6) for name in "AB"}
    within, _ = built(tmp_path, runs=runs, fold=True)
    assert {item["test"] for item in within.values()} == {"corrected-t"}


@pytest.mark.parametrize(
    ("sections", "scores", "expected"),
    [
        ("test: {within: signed-rank}", "", "scores.seeds does not say that they are"),
        ("", ", seeds: sometimes", "seeds"),
    ],
)
def test_faults(tmp_path, sections, scores, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, sections, scores=scores)


def test_runs_that_nobody_numbered_are_a_fault(tmp_path):
    (tmp_path / "scores.csv").write_text("dataset,A,B\nd1,1,2\nd2,2,3\nd3,3,1\n")
    scores = "{files: scores.csv, layout: wide, metrics: [{name: score, better: higher}]}"
    (tmp_path / "study.yaml").write_text(f"scores: {scores}\ntest: {{within: rank-sum}}\n")
    faults = examine(read_study(tmp_path / "study.yaml")).faults
    assert "rank-sum compares runs" in faults[0].message
