"""`rankpress init --from` tables of the shapes that benchmarks publish: the spec is checked, and reads the scores.

Held are leaderboards (a row an algorithm, a column a data set), tables with a row a metric, a file a data set, folders
of runs with a configuration and a seed, and files of several metrics beside each other; that nothing is taken for a
data set, a fold, a cost or a metric that is none; and that what cannot be read is told with what to do.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.scores import MetricScores
from rankpress.spec.reading import read_study
from rankpress.spec.scores_section import ScoresOptions
from rankpress.stages.load import load

Told = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begin(given: str) -> tuple[ScoresOptions, MetricScores]:
    """The scores of the study that is written, which is checked: its section, and those of the first metric."""
    assert main(["init", "study", "--from", given, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == 0
    read = read_study("study/study.yaml")
    return read.study.scores, load(read.study.scores, read.folder).metrics[0]


def test_leaderboard_whose_key_is_two_columns() -> None:
    rows = [f"{name},{data},{i + 0.5},0.5,0.{i}1,0.2{i},0.3" for i, (name, data) in enumerate(["ab", "ac", "db"])]
    header = "name,pretrained,params (M),Average on 3,ImageNet 1k,CIFAR-10,MNIST\n"
    Path("board.csv").write_text(header + "\n".join(rows))
    options, scores = begin("board.csv")
    assert options.layout == "wide"
    assert scores.algorithms == ("a / b", "a / c", "d / b")
    assert scores.datasets == ("ImageNet 1k", "CIFAR-10", "MNIST")
    assert scores.means is not None
    assert scores.means.tolist() == [[0.01, 0.11, 0.21], [0.2, 0.21, 0.22], [0.3, 0.3, 0.3]]


def test_leaderboard_of_models_without_numbers_is_told(capsys: Told) -> None:
    rows = [f"m{i},{i}.5,6{i}.1 ± 2.0@@6{i},<9.2.{i}@@0,\U0001f4dd,7{i}.5 ± 1.0 / 3.1" for i in range(4)]
    Path("board.csv").write_text("model,rank,tweets,tweets_version,kind,scala\n" + "\n".join(rows))
    assert main(["init", "study", "--from", "board.csv"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("board.csv: 3 columns hold cells with more than a number, such as '60.1 ± 2.0@@60' under")
    assert "save the file with the numbers alone" in told


def test_rows_that_name_their_metric() -> None:
    rows = [
        f"{metric},{d},{a},{resample},{0.1 * resample + (metric == 'accuracy')}\n"
        for metric in ("logloss", "accuracy")
        for d in "PQ"
        for a in "AB"
        for resample in (1, 2)
    ]
    Path("all.csv").write_text("metric,dataset,estimator,resample,value\n" + "".join(rows))
    options, scores = begin("all.csv")
    assert (scores.name, options.metrics[0].better) == ("value", "lower")
    assert {name: condition.named for name, condition in options.where.items()} == {"metric": ("logloss",)}
    assert options.columns.repeat == "resample"
    assert scores.means is not None
    assert scores.means.ravel() == pytest.approx([0.15] * 4)


def test_a_file_a_data_set_and_models_of_several_sizes() -> None:
    sizes = [("big", 224), ("big", 384), ("small", 224), ("tiny", 160), ("mini", 160), ("micro", 160)]
    for at, dataset in enumerate(("real", "sketch, v2")):
        rows = [f"{model},{size},{70 + at + size / 100},{size}.5,bicubic" for model, size in sizes]
        Path(f"results-{dataset}.csv").write_text("model,img_size,top1,param_count,method of\n" + "\n".join(rows))
    options, scores = begin("results-*.csv")
    assert options.files == ("../results-{dataset}.csv",)
    assert scores.datasets == ("real", "sketch, v2")
    assert scores.algorithms == tuple(f"{model} / {size}" for model, size in sizes)
    assert (options.columns.fold, options.columns.seed) == ("fold", None)


def test_one_file_without_data_sets_is_told_that_others_may_be_named_with_it(capsys: Told) -> None:
    Path("one.csv").write_text("model,top1,kind\nA,0.5,x\nB,0.6,y\nC,0.7,x\n")
    assert main(["init", "study", "--from", "one.csv"]) == 2
    assert "a pattern such as results-{dataset}.csv" in capsys.readouterr().err


def test_run_files_of_configurations_and_seeds() -> None:
    for d in ("adult", "yahoo"):
        for a in ("mlp", "xgb"):
            for c in ("default", "tuned"):
                for seed in ("0", "1", "0_4"):
                    # some of the runs write the folder of their data before its name
                    told = {"dataset": f"data/{d}" if c == "default" else d, "algorithm": a}
                    score = {"config": {"depth": 3}, "metrics": {"test": {"score": 0.5 + len(seed) / 10}}}
                    path = Path("output", d, a, c, seed, "stats.json")
                    path.parent.mkdir(parents=True)
                    path.write_text(json.dumps(told | score))
    options, scores = begin("output")
    assert options.files == ("../output/{part1}/*/{part3}/{seed}/stats.json",)
    assert options.columns.dataset == "part1"
    assert options.columns.seed == "seed"
    assert scores.datasets == ("adult", "yahoo")
    assert scores.algorithms == ("mlp / default", "mlp / tuned", "xgb / default", "xgb / tuned")
    assert scores.seeds == (3, 3)


def test_folders_with_settings_and_with_several_metrics_beside_the_scores() -> None:
    for model in ("A", "B"):
        Path("results", model).mkdir(parents=True)
        Path("results", model, "settings.json").write_text('{"org": "x"}')
        Path("results", model, "all_results.csv").write_text(f"dataset,model,MASE\nP,{model},0.5\nQ,{model},0.7\n")
        Path("tables").mkdir(exist_ok=True)
        for metric in ("accuracy", "logloss"):
            Path("tables", f"{model}_{metric}.csv").write_text("Resamples:,0,1\nP,0.5,0.6\nQ,0.7,0.9\n")
    assert begin("results")[0].files == ("../results/*/all_results.csv",)
    for path in Path("study").iterdir():
        path.unlink()
    options, scores = begin("tables")
    assert options.files == ("../tables/*_accuracy.csv",)
    assert (scores.name, scores.algorithms) == ("accuracy", ("A", "B"))


def test_what_stands_beside_a_score_is_no_score_and_a_time_of_0_no_cost() -> None:
    header = "dataset,algorithm,accuracy,accuracy_max,accuracy_rank,accuracy_std,accuracy_diff,duration,fit_time\n"
    rows = [f"{d},{a},0.5,0.6,1,0.1,0.2,{int(a == 'A')},{ord(a)}\n" for d in "PQ" for a in "ABCD"]
    Path("r.csv").write_text(header + "".join(rows))
    options, _ = begin("r.csv")
    assert [metric.name for metric in options.metrics] == ["accuracy"]
    assert options.costs == ("fit_time",)


def test_runs_of_jmetal_are_seeds() -> None:
    rows = [f"{a},{d},HV,{run},0.{run}\n" for a in "AB" for d in "PQ" for run in (1, 2)]
    Path("s.csv").write_text("Algorithm,Problem,IndicatorName,ExecutionId,IndicatorValue\n" + "".join(rows))
    options, scores = begin("s.csv")
    assert (options.columns.seed, scores.seeds) == ("run", (2, 2))


def test_text_of_rows_and_columns_is_read_whatever_its_name_ends_in() -> None:
    Path("all.out").write_text("dataset,algorithm,score\nP,A,1\nP,B,2\nQ,A,3\nQ,B,4\n")
    assert begin("all.out")[1].datasets == ("P", "Q")
