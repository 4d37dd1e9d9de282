"""The topic of progress: what a study with steps that asks for it gets, in all places of a report."""

import json
from itertools import product

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.cache.store import Store
from rankpress.checks.agreement import stored_scores
from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study

FIGURES = "plot: [progress, targets-reached]"
# By data set, algorithm and seed, scores at the steps 0, 10, 20, ...
RUNS = {
    ("d1", "A"): [[0.0, 0.4, 0.8], [0.2, 0.6, 0.8], [0.1, 0.5, 0.8]],
    ("d1", "B"): [[0.0, 0.2, 0.4], [0.2, 0.4], [0.1, 0.3, 0.5]],
    ("d2", "A"): [[0.5, 0.5, 0.9], [0.5, 0.5, 0.7], [0.5, 0.5, 0.8]],
    ("d2", "B"): [[0.5, 0.6, 0.5], [0.5, 0.6, 0.5], [0.5, 0.6, 0.5]],
}


def built(folder, *sections, runs=RUNS, better="higher", reduce="last", scores="", formats=("markdown",)):
    rows = [
        f"{dataset},{algorithm},{seed},{10 * at},{score}"
        for (dataset, algorithm), of in runs.items()
        for seed, by_step in enumerate(of)
        for at, score in enumerate(by_step)
    ]
    (folder / "scores.csv").write_text("\n".join(["dataset,algorithm,seed,step,score", *rows, ""]))
    metric = f"columns: {{seed: seed, step: step}}, reduce: {reduce}, metrics: [{{name: score, better: {better}}}]"
    study = [f"scores: {{files: scores.csv, {metric}{scores}}}", "effects: null", *(sections or ["progress: {}"])]
    study += [] if any("plot" in section for section in study) else ["plot: []"]
    (folder / "study.yaml").write_text("\n".join(study))
    build(read_study(folder / "study.yaml"), folder / "out", formats=formats)
    return json.loads((folder / "out/results.json").read_text())["metrics"]["score"].get("progress"), folder / "out"


@pytest.mark.nightly
def test_all_places_of_a_report(tmp_path):
    progress, out = built(tmp_path, "progress: {targets: [0.45, 0.85]}", FIGURES, formats=("markdown", "latex"))
    assert progress["step"] == "step"
    on_d1, on_d2 = progress["curves"]
    assert (on_d1["name"], on_d1["steps"]) == ("d1", [0, 10, 20])
    assert on_d1["algorithms"]["A"]["estimate"] == pytest.approx([0.1, 0.5, 0.8])
    assert on_d1["algorithms"]["B"]["estimate"] == pytest.approx([0.1, 0.3, 1.3 / 3])  # one run ended before
    assert on_d1["algorithms"]["A"]["low"][0] == pytest.approx(0.1 - 4.302652730 * 0.1 / 3**0.5)
    assert on_d2["algorithms"]["A"]["high"][1] == 0.5
    assert progress["areas"]["A"]["datasets"] == pytest.approx({"d1": 0.475, "d2": 0.575})
    assert progress["areas"]["A"]["estimate"] == pytest.approx(0.525)
    times = {(row["dataset"], row["target"], row["algorithm"]): row for row in progress["times"]}
    assert times["d1", 0.45, "A"]["expected"] == pytest.approx((20 + 10 + 10) / 3)
    assert times["d1", 0.45, "B"]["expected"] == 20 + 10 + 20  # two ran to their ends without it
    assert (times["d1", 0.45, "B"]["reached"], times["d1", 0.45, "B"]["runs"]) == (1, 3)
    assert times["d1", 0.85, "A"]["expected"] is None
    assert times["d2", 0.45, "B"]["expected"] == 0
    assert progress["targets_reached"] == pytest.approx({"A": (1 + 0 + 1 + 1 / 3) / 4, "B": (1 / 3 + 0 + 1 + 0) / 4})
    report = (out / "report.md").read_text()
    for words in (
        "On average over the steps, A has the largest score (0.525; 95% interval over runs",
        "A reaches targets most often (58% of runs and targets)",
        "with pointwise 95% intervals over runs; a run that ends before others keeps its last score",
        "divided by the number of runs that reach it",
        "50 (1/3)",
        "∞ (0/3)",
    ):
        assert words in report
    assert {path.name for path in (out / "figures").glob("*.svg")} == {
        "score-progress.svg",
        "score-targets-reached.svg",
    }
    assert "hansen2021" in (out / "references.bib").read_text()
    macros = (out / "macros.csv").read_text()
    for macro in ("ScoreAreaA,", "ScoreAreaIntervalA,", "ScoreReachedA,"):
        assert macro in macros


@pytest.mark.parametrize(
    ("section", "drawn"),
    [(None, set()), ({}, {"progress"}), ({"targets": [1.0]}, {"progress", "targets-reached"})],
)
def test_a_study_that_asks_for_it_draws_it(section, drawn):
    scores = {"files": "x.csv", "columns": {"step": "step"}, "reduce": "last"}
    study = Study.model_validate({"scores": scores, "progress": section})
    assert {figure.name for figure in study.figures} & {"progress", "targets-reached"} == drawn


@pytest.mark.parametrize(("section", "expected"), [("progress: null", 0), ("progress: {}", 2)])
def test_scores_at_all_steps_are_kept_only_where_they_are_requested(tmp_path, section, expected):
    built(tmp_path, section)
    read = read_study(tmp_path / "study.yaml")
    [metric] = stored_scores(read, Store(tmp_path / ".rankpress", dry=True)).metrics
    assert len(metric.trajectories) == expected


def test_where_lower_is_better_all_is_turned_round(tmp_path):
    up, _ = built(tmp_path, "progress: {targets: [0.45]}")
    (tmp_path / "down").mkdir()
    turned = {place: [[-score for score in run] for run in of] for place, of in RUNS.items()}
    down, out = built(tmp_path / "down", "progress: {targets: [-0.45]}", runs=turned, better="lower")
    assert [row["expected"] for row in down["times"]] == [row["expected"] for row in up["times"]]
    assert down["areas"]["B"]["estimate"] == pytest.approx(-up["areas"]["B"]["estimate"])
    assert "A has the smallest score" in (out / "report.md").read_text()


def test_the_area_is_that_by_which_steps_are_reduced(tmp_path):
    whole = {place: [run for run in of if len(run) == 3] for place, of in RUNS.items()}
    progress, out = built(tmp_path, runs=whole, reduce="area")
    means = json.loads((out / "results.json").read_text())["metrics"]["score"]["means"]
    for dataset, by_algorithm in means.items():
        assert {name: area["datasets"][dataset] for name, area in progress["areas"].items()} == pytest.approx(
            by_algorithm
        )


@pytest.mark.nightly
def test_the_best_so_far_never_falls(tmp_path):
    progress, _ = built(tmp_path, reduce="best")
    assert progress["curves"][1]["algorithms"]["B"]["estimate"] == pytest.approx([0.5, 0.6, 0.6])
    (tmp_path / "not").mkdir()
    progress, _ = built(tmp_path / "not", "progress: {best_so_far: false}", reduce="best")
    assert progress["curves"][1]["algorithms"]["B"]["estimate"] == pytest.approx([0.5, 0.6, 0.5])


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("center", ["mean", "iqm"])
def test_groups_and_all_data_sets(tmp_path, center):
    progress, _ = built(
        tmp_path, f"progress: {{panels: groups, center: {center}, targets: {{d1: [0.3]}}}}", "plot: []",
        scores=", groups: {one: [d1], both: [d1, d2]}",
    )  # fmt: skip
    assert [(each["name"], each["datasets"]) for each in progress["curves"]] == [
        ("one", ["d1"]),
        ("both", ["d1", "d2"]),
    ]
    assert progress["reached"]["panels"].keys() == {"one", "both"}
    middle = progress["curves"][1]["algorithms"]["A"]["estimate"][0]
    assert middle == pytest.approx((0.1 + 0.5) / 2 if center == "mean" else (0.1 + 0.2 + 0.5 + 0.5) / 4)
    (tmp_path / "all").mkdir()
    progress, _ = built(tmp_path / "all", f"progress: {{panels: all, center: {center}}}", "plot: []")
    assert [each["name"] for each in progress["curves"]] == [""]


def test_an_algorithm_without_runs_on_a_data_set(tmp_path):
    lacking = {place: of for place, of in RUNS.items() if place != ("d2", "B")} | dict.fromkeys(
        product(("d1", "d2"), "C"), RUNS["d1", "B"]
    )
    progress, out = built(tmp_path, "progress: {targets: [0.45]}", "plot: []", runs=lacking,
                       scores=", missing: incomplete-blocks")  # fmt: skip
    assert progress["areas"]["B"]["estimate"] is None
    assert progress["areas"]["B"]["datasets"]["d1"] is not None
    assert progress["curves"][1]["algorithms"]["B"]["estimate"] == [None, None, None]
    assert "There is no average of B" in (out / "report.md").read_text()


@pytest.mark.nightly
def test_more_steps_than_can_be_seen(tmp_path):
    rng = np.random.default_rng(1)
    many = {place: rng.random((2, 400)).round(3).tolist() for place in RUNS}
    progress, _ = built(tmp_path, "progress: {targets: [0.999], log: true}", FIGURES, runs=many)
    assert len(progress["curves"][0]["steps"]) == 101
    assert (progress["curves"][0]["steps"][0], progress["curves"][0]["steps"][-1]) == (0, 3990)
    assert progress["reached"]["steps"][-1] == 3990


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("{targets: {d3: [1]}}", "the scores have no data set 'd3'"),
        ("{metric: speed}", "the scores have no metric 'speed'"),
        ("{targets: [1, 1]}", "listed twice"),
        ("{panels: groups}", "without scores.groups"),
        ("{center: median}", "center"),
    ],
)
def test_faults(tmp_path, section, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, f"progress: {section}")


def test_without_steps_it_is_refused(tmp_path):
    (tmp_path / "scores.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,2\n")
    (tmp_path / "study.yaml").write_text("scores: {files: scores.csv}\nprogress: {}")
    with pytest.raises(FaultsFound, match=r"progress without scores\.columns\.step"):
        read_study(tmp_path / "study.yaml")


@pytest.mark.nightly
def test_the_study_of_the_page_on_progress(tmp_path, root):
    text = (root / "docs/how-to/progress.md").read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    rng = np.random.default_rng(0)
    rows = [
        f"{env},{algo},{seed},{step},{rng.uniform(0, 20) + step / 5000:.1f}"
        for env, algo, seed, step in product(
            ("hopper", "walker"), ("PPO", "SAC", "TD3"), range(3), range(0, 10**6, 10**5)
        )
    ]
    (tmp_path / "runs.csv").write_text("\n".join(["env,algo,seed,step,return", *rows, ""]))
    (tmp_path / "study.yaml").write_text(text)
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["return"]
    assert {row["dataset"] for row in metric["progress"]["times"]} == {"hopper", "walker"}
