"""`rankpress init --from` results of programs: the spec that it writes is checked, with the direction that they tell.

The files are those that tests/pipeline/load/test_programs.py reads, or laid out as there.
"""

import json
import shutil
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.spec.reading import read_study

PROGRAMS = Path(__file__).parents[1] / "load" / "programs"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    shutil.copytree(PROGRAMS, tmp_path / "programs")
    monkeypatch.chdir(tmp_path)


def begin(given):
    """The scores of the study that is written, which is checked."""
    assert main(["init", "study", "--from", given, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == 0
    return read_study("study/study.yaml").study.scores


def directions(scores):
    return {metric.name: metric.better for metric in scores.metrics}


@pytest.mark.parametrize(
    ("given", "metrics", "costs"),
    [
        ("programs/weka/*.csv", {"Percent_correct": "higher"}, "Elapsed_Time_training"),
        ("programs/tsml", {"accuracy": "higher"}, "fit_seconds"),
        ("programs/tsml_tables/*_logloss.csv", {"logloss": "lower"}, None),
    ],
)
def test_files_of_weka_and_tsml(given, metrics, costs):
    scores = begin(given)
    assert directions(scores) == metrics
    assert scores.costs[:1] == (() if costs is None else (costs,))
    assert scores.columns.repeat == "repeat"


def test_directions_that_saes_has_in_a_table_beside():
    Path("metrics.csv").write_text("MetricName,Maximize\nquux,False\nflops,True\n")
    rows = [f"{a},{d},{m},{run},0.{run}\n" for a in "AB" for d in "PQ" for m in ("quux", "HV") for run in (1, 2)]
    Path("scores.csv").write_text("Algorithm,Instance,MetricName,ExecutionId,MetricValue\n" + "".join(rows))
    assert directions(begin("scores.csv")) == {"quux": "lower", "HV": "higher"}


def test_seeds_that_no_two_algorithms_share_are_averaged_or_not_needed():
    rows = [(d, a, fold, seed) for d in "PQ" for a in "AB" for fold in (1, 2) for seed in (1, 2)]
    header = "dataset,algorithm,fold,seed,accuracy\n"
    text = "".join(f"{d},{a},{fold},{a}{seed}{fold},0.5\n" for d, a, fold, seed in rows)
    Path("seeds.csv").write_text(header + text)
    assert begin("seeds.csv").columns.seed == "seed"
    shutil.rmtree("study")
    Path("spare.csv").write_text(
        header + "".join(f"{d},{a},{fold},{a}{fold},0.5\n" for d, a, fold, seed in rows if seed == 1)
    )
    scores = begin("spare.csv")
    assert (scores.columns.seed, scores.columns.repeat) == (None, "repeat")


def test_scorers_of_scikit_learn_and_tasks_of_lm_eval():
    held = {"fit_time": [1, 2], "test_neg_log_loss": [-1, -2], "train_neg_log_loss": [-1, -2]}
    both = {a: held | {"fit_time": [at, at + 1]} for at, a in enumerate("AB", 1)}
    Path("scores.json").write_text(json.dumps({"iris": both, "wine": both, "zoo": both}))
    scores = begin("scores.json")
    assert directions(scores) == {"test_neg_log_loss": "higher"}
    shutil.rmtree("study")
    for model in "ab":
        told = {
            "results": {task: {"alias": task, "ppl,none": 3.5, "ppl_stderr,none": 1} for task in ("arc", "law")},
            "higher_is_better": {"arc": {"ppl": False}},
            "model_name": model,
        }
        folder = Path("out") / model
        folder.mkdir(parents=True)
        (folder / "results_2025.json").write_text(json.dumps(told))
    assert directions(begin("out")) == {"ppl": "lower"}


def test_logs_of_inspect_and_runs_of_wandb():
    for task, model in ((task, model) for task in ("arc", "law", "math") for model in "ab"):
        log = {
            "version": 2,
            "status": "success",
            "eval": {"task": task, "model": model},
            "results": {"scores": [{"name": "match", "metrics": {"accuracy": {"value": 0.5}, "stderr": {"value": 1}}}]},
        }
        run = Path(f"wandb/run-20250101_000000-{task}{model}/files")
        run.mkdir(parents=True)
        (run / "config.yaml").write_text(f"dataset: {{value: {task}}}\nmodel: {{value: {model}}}\n")
        (run / "wandb-summary.json").write_text('{"accuracy": 0.5, "_runtime": 3}')
        Path("logs").mkdir(exist_ok=True)
        Path(f"logs/{task}_{model}.json").write_text(json.dumps(log))
    assert directions(begin("logs")) == {"accuracy": "higher"}
    shutil.rmtree("study")
    scores = begin("wandb")
    assert directions(scores) == {"accuracy": "higher"}
    assert (scores.columns.dataset, scores.columns.algorithm) == ("dataset", "model")
