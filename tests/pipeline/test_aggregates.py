"""The topic of aggregates: what a study that asks for it gets, in all places of a report."""

import json
import re
from itertools import product

import numpy as np
import pytest

from rankpress.account.paper import results_for_paper
from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.topics.aggregates.aggregates import aggregates_table, probability_of_improvement_table
from rankpress.wording.numbers import Scale
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

A = np.array([[0.9, 0.5, 0.3, 0.8], [0.85, 0.55, 0.2, 0.9], [0.95, 0.45, 0.4, 0.7]])
B = np.array([[0.8, 0.5, 0.35, 0.6], [0.9, 0.4, 0.1, 0.85], [0.7, 0.6, 0.3, 0.65]])
FIGURES = "plot: [aggregates, probability-of-improvement, score-profiles]"


def built(folder, *sections, runs=(A, B), better="higher", scores="", formats=("markdown", "latex")):
    rows = [
        f"d{dataset},{'ABC'[algorithm]},{seed},{runs[algorithm][seed][dataset]}"
        for algorithm, dataset in product(range(len(runs)), range(len(runs[0][0])))
        for seed in range(len(runs[algorithm]))
        if np.isfinite(runs[algorithm][seed][dataset])
    ]
    (folder / "scores.csv").write_text("\n".join(["dataset,algorithm,seed,score", *rows, ""]))
    metric = f"columns: {{seed: seed}}, metrics: [{{name: score, better: {better}}}]"
    study = [f"scores: {{files: scores.csv, {metric}{scores}}}", *(sections or ["aggregates: {}"])]
    (folder / "study.yaml").write_text("\n".join(study))
    no_figures = [] if any("plot" in section for section in sections) else ["plot=[]"]
    build(read_study(folder / "study.yaml", no_figures), folder / "out", formats=formats)
    return json.loads((folder / "out/results.json").read_text())["metrics"]["score"].get("aggregates"), folder / "out"


def estimates(aggregates, name):
    return [aggregates[name][algorithm]["estimate"] for algorithm in "AB"]


@pytest.mark.nightly
def test_reference_values(tmp_path):
    aggregates, out = built(tmp_path, "aggregates: {targets: [0, 0.25, 0.5, 0.75], draws: 4000}", FIGURES)
    expected = {
        "iqm": [0.6416667, 0.575],
        "mean": [0.625, 0.5625],
        "median": [0.65, 0.6],
        "optimality-gap": [0.375, 0.4375],
    }
    for name, values in expected.items():
        assert estimates(aggregates, name) == pytest.approx(values, abs=5e-8)
    assert aggregates["iqm"]["A"]["interval"] == pytest.approx([0.6, 0.6916667], abs=4e-3)  # of all 531,441 resamples
    (chance,) = aggregates["probability-of-improvement"]
    assert (chance["a"], chance["b"]) == ("A", "B")
    assert chance["estimate"] == pytest.approx(0.6805556, abs=5e-8)
    assert aggregates["profiles"]["targets"] == [0, 0.25, 0.5, 0.75]
    assert aggregates["profiles"]["A"]["estimate"] == pytest.approx([1, 0.9166667, 0.5833333, 0.4166667], abs=5e-8)
    report = (out / "report.md").read_text()
    for words in (
        "A is best by interquartile mean, median, mean and optimality gap (interquartile mean: 0.64; 95% interval",
        "interval over runs 0.60 to 0.69, over data sets",
        "a run of A is better than one of B with a probability of 0.68 (95% interval over runs",
        "with 95% bootstrap intervals over runs, conditional on these four data sets",
        "not with other data sets",
        "the three runs of each algorithm are redrawn within each data set",
    ):
        assert words in report
    assert {path.name for path in (out / "figures").glob("*.svg")} >= {
        f"score-{kind}.svg" for kind in ("aggregates", "probability-of-improvement", "score-profiles")
    }
    assert "agarwal2021" in (out / "references.bib").read_text()
    assert r"\citep{agarwal2021}" in (out / "methods.tex").read_text()
    macros = (out / "macros.csv").read_text()
    for macro in ("ScoreIQMA,", "ScoreIQMIntervalA,", "ScoreIQMOverDatasetsIntervalA,", "ScoreImprovement"):
        assert macro in macros


@pytest.mark.nightly
def test_where_lower_is_better_all_is_turned_round(tmp_path):
    up, _ = built(tmp_path, "aggregates: {target: 1, targets: [0.25, 0.5]}")
    (tmp_path / "down").mkdir()
    down, out = built(
        tmp_path / "down", "aggregates: {target: -1, targets: [-0.5, -0.25]}", runs=(-A, -B), better="lower"
    )
    for name, sign in (("iqm", -1), ("median", -1), ("mean", -1), ("optimality-gap", 1)):
        assert estimates(down, name) == pytest.approx([sign * value for value in estimates(up, name)])
        ends = [sign * end for end in up[name]["A"]["interval"]]
        assert down[name]["A"]["interval"] == pytest.approx(sorted(ends))
    assert down["probability-of-improvement"] == up["probability-of-improvement"]
    assert down["profiles"]["A"]["estimate"] == up["profiles"]["A"]["estimate"][::-1]
    assert "A is best by interquartile mean" in (out / "report.md").read_text()


def test_one_sentence_names_the_leaders_by_all_aggregates():
    """A paper has the first sentence alone, which must not quote one aggregate where another has another leader."""
    by_one = np.array([[0.9, 0.8], [0.9, 0.8], [0.9, 0.8], [0.0, 0.7]])
    for means, expected in (
        (by_one, "A is best by interquartile mean and median (interquartile mean: "),
        (by_one[:, ::-1], "B is best by interquartile mean and median (interquartile mean: "),
        (by_one[:3], "A is best by interquartile mean, median and mean (interquartile mean: "),
        (by_one[:, [0, 0]], "A and B are best by interquartile mean, median and mean (interquartile mean: "),
    ):
        analysis = analysis_of(means, aggregates={"measures": ["iqm", "median", "mean"]}, effects=None)
        text = " ".join(map(plain, results_for_paper([analysis])))
        assert expected in text
        disagree = len(means) == 4 and (means[:, 0] != means[:, 1]).any()
        assert (f"; {'B' if means[0, 0] > means[0, 1] else 'A'} by mean." in text) == disagree


@pytest.mark.nightly
def test_without_runs_there_are_intervals_over_data_sets_alone(tmp_path):
    aggregates, out = built(tmp_path, "aggregates: {}", FIGURES, runs=(A[:1], B[:1]))
    value = aggregates["iqm"]["A"]
    assert value["interval"] is None
    assert value["interval_over_datasets"][0] < value["estimate"] < value["interval_over_datasets"][1]
    assert "low" not in aggregates["profiles"]["A"]
    report = (out / "report.md").read_text()
    assert "bootstrap intervals over the four data sets" in report
    assert "interval over runs" not in report
    assert "intervals over runs" not in report.lower()


@pytest.mark.nightly
def test_unequal_numbers_of_runs_and_an_algorithm_without_results(tmp_path):
    uneven, lacking = A.copy(), B.copy()
    uneven[2, 0] = uneven[1, 3] = uneven[2, 3] = lacking[:, 2] = np.nan
    aggregates, out = built(
        tmp_path, "aggregates: {}", runs=(uneven, B, lacking), scores=", missing: incomplete-blocks, runs: available"
    )
    assert aggregates["left_out"] == ["C"]
    assert set(aggregates["mean"]) == {"A", "B"}
    assert aggregates["mean"]["A"]["estimate"] == pytest.approx(np.nanmean(uneven, axis=0).mean())
    assert "Scores of C are not aggregated, for some results are missing." in (out / "report.md").read_text()


@pytest.mark.nightly
def test_the_measures_that_a_study_names(tmp_path):
    aggregates, out = built(tmp_path, "aggregates: {measures: [median]}", FIGURES)
    assert {"median"} == aggregates.keys() - {"level", "target", "left_out"}
    report = (out / "report.md").read_text()
    assert "interquartile" not in report
    assert "A is best by median" in report


@pytest.mark.nightly
def test_there_is_no_gap_where_no_run_falls_short_of_a_target_that_nobody_stated(tmp_path):
    aggregates, out = built(tmp_path, "aggregates: {draws: 100}", runs=(A + 50, B + 50))
    assert "optimality-gap" not in aggregates
    assert "ptimality gap" not in (out / "report.md").read_text()
    (tmp_path / "stated").mkdir()
    aggregates, _ = built(tmp_path / "stated", "aggregates: {draws: 100, target: 1}", runs=(A + 50, B + 50))
    assert aggregates["optimality-gap"]["A"]["estimate"] == 0


@pytest.mark.nightly
def test_a_study_that_does_not_ask_has_none(tmp_path):
    aggregates, out = built(tmp_path, "aggregates: null")
    assert aggregates is None
    assert "agarwal2021" not in (out / "references.bib").read_text()


@pytest.mark.nightly
def test_the_study_of_the_page_on_runs(tmp_path, root):
    text = (root / "docs/how-to/runs.md").read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    algorithms, rng = ("CMA-ES", "GA"), np.random.default_rng(0)
    rows = [f"f{i},{name},{seed},{rng.uniform():.3f}" for i, name, seed in product(range(3), algorithms, range(5))]
    (tmp_path / "runs.csv").write_text("\n".join(["problem,algorithm,seed,fitness", *rows, ""]))
    (tmp_path / "study.yaml").write_text(text)
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["fitness"]
    assert {item["test"] for item in metric["within"]} == {"rank-sum"}
    assert set(metric["aggregates"]["iqm"]) == set(algorithms)


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("{target: {speed: 1}}", "the target of 'speed', which is not one of scores.metrics"),
        ("{measures: [iqm, iqm]}", "listed twice"),
        ("{measures: [trimmed]}", "trimmed"),
    ],
)
def test_faults(tmp_path, section, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, f"aggregates: {section}")


@pytest.mark.parametrize("runs", [1, 3])
def test_where_all_resamples_agree_there_is_no_interval(runs):
    """One of no width would state certainty: where one is better in every run, or has the same score in all."""
    by_run = np.broadcast_to(np.array([0.9, 0.5]), (6, runs, 2))
    seeds = {"by_seed": tuple(by_run), "seeds": (runs, runs)} if runs > 1 else {}
    analysis = analysis_of(metric_of(by_run.mean(axis=1), **seeds), aggregates={"draws": 100}, effects=None)
    printed = " ".join(map(plain, results_for_paper([analysis])))
    assert "(interquartile mean: 0.9; no interval, since all resamples agree)" in printed
    for build_table in (aggregates_table, probability_of_improvement_table):
        table = build_table(analysis)
        assert table.notes[-1] == "No interval where all resamples agree."
        assert not any("[" in plain(cell.text) for row in table.rows for cell in row)


def test_of_one_data_set_without_runs_nothing_is_resampled():
    analysis = analysis_of(np.array([[0.9, 0.5]]), aggregates={"draws": 100}, effects=None)
    assert aggregates_table(analysis).notes[-1] != "No interval where all resamples agree."


def test_aggregates_and_standard_errors_have_the_unit_of_the_scores():
    scores = metric_of(
        np.mean([A, B], axis=1).T,
        by_seed=tuple(np.stack([A, B], axis=-1).swapaxes(0, 1)),
        seeds=(3, 3),
        scale=Scale(percent=True),
    )
    analysis = analysis_of(scores, aggregates={"draws": 100}, effects=None)
    assert " of accuracy (%) over all runs" in plain(aggregates_table(analysis).caption)
    assert re.search(r"interquartile mean: \d+(\.\d+)?%; 95%", " ".join(map(plain, results_for_paper([analysis]))))
    assert "shortfall from 100%" in aggregates_table(analysis).notes[0]
