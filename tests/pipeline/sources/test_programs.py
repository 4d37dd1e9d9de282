"""Results as programs write them, compared with what went into them.

scikit-learn itself writes its objects here; files of MLflow, Weka and tsml-eval lie in programs/.
"""

import csv
import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from itertools import pairwise, product
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.tree import DecisionTreeClassifier

from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from tests.pipeline.sources.conftest import loaded

PROGRAMS = Path(__file__).parent / "programs"


def scores_of(folder, files, metric, **options):
    [scores] = loaded(folder, files, **{"metrics": [{"name": metric}], **options}).metrics
    return scores


def means(scores):
    cells = product(scores.datasets, scores.algorithms)
    return dict(zip(cells, map(pytest.approx, scores.means.ravel().tolist()), strict=True))


def as_json(validation):
    return {key: value.tolist() if hasattr(value, "tolist") else value for key, value in validation.items()}


# MLflow

WINE = "wine, 'red' \U0001f377"


@pytest.fixture(scope="module", params=["mlruns", "mlflow.db"])
def store(request, tmp_path_factory):
    """A store as MLflow wrote it, of files or of a database: its folder, and its name there."""
    folder = tmp_path_factory.mktemp("mlflow")
    if request.param == "mlruns":
        for path, content in json.loads((PROGRAMS / "mlruns.json").read_text("utf-8")).items():
            (folder / path if content is None else (folder / path).parent).mkdir(parents=True, exist_ok=True)
            if content is not None:
                (folder / path).write_text(content, encoding="utf-8")
    else:
        with closing(sqlite3.connect(folder / "mlflow.db")) as connection:
            connection.executescript(f"BEGIN; {(PROGRAMS / 'mlflow.sql').read_text('utf-8')} COMMIT;")
    return folder, request.param


def test_mlflow_the_last_step_of_a_metric_is_the_score_and_parameters_of_runs_around_hold(store):
    folder, name = store
    scores = scores_of(folder, name, "accuracy", columns={"algorithm": "model"}, costs=["duration"])
    expected = {("iris", "knn"): 0.505, ("iris", "tree"): 0.705, (WINE, "knn"): 0.605, (WINE, "tree"): 0.805}
    assert means(scores) == expected
    assert scores.folds[0].fold.tolist() == [0, 1]


def test_mlflow_names_with_slashes_and_those_that_stand_for_two_kinds(store):
    folder, name = store
    options = {"columns": {"algorithm": "model"}, "where": {"status": "FINISHED", "params.k": 3}}
    scores = scores_of(folder, name, "val/loss", metrics=[{"name": "val/loss", "better": "lower"}], **options)
    assert means(scores)["iris", "tree"] == 0.9


def test_mlflow_a_damaged_store_is_reported(store, tmp_path):
    folder, name = store
    if (folder / name).is_dir():
        shutil.copytree(folder / name, tmp_path / name)
        for path in (tmp_path / name).rglob("accuracy"):
            path.write_text("when what")
    else:
        content = (folder / name).read_bytes()
        (tmp_path / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(FaultsFound) as error:
        scores_of(tmp_path, name, "accuracy", columns={"algorithm": "model"})
    # of a database cut in two not even the tables can be read
    assert error.value.faults[0].place.startswith((name, "scores.query"))


# scikit-learn


@pytest.fixture(scope="module")
def validated():
    """By depth of a tree, what cross_validate returned of it."""
    trees = {"stump": DecisionTreeClassifier(max_depth=1), "tree": DecisionTreeClassifier(random_state=0)}
    data = load_iris(return_X_y=True)
    return {name: as_json(cross_validate(tree, *data, cv=3)) for name, tree in trees.items()}


def test_scikit_learn_in_every_shape_that_people_write(validated, tmp_path):
    expected = {("iris", name): sum(measures["test_score"]) / 3 for name, measures in validated.items()}
    records = [{"dataset": "iris", "algorithm": name, **measures} for name, measures in validated.items()]
    (tmp_path / "runs").mkdir()
    for name, measures in validated.items():
        (tmp_path / "runs" / f"{name}.json").write_text(json.dumps({"dataset": "iris", **measures}))
    (tmp_path / "records.json").write_text(json.dumps(records))
    (tmp_path / "records.jsonl").write_text("\n".join(map(json.dumps, records)))
    (tmp_path / "nested.json").write_text(json.dumps({"iris": validated}, indent=1))
    for files, columns in (
        ("runs/{algorithm}.json", {}),
        ("records.json", {}),
        ("records.jsonl", {}),
        ("nested.json", {"dataset": "key1", "algorithm": "key2"}),
    ):
        scores = scores_of(tmp_path, files, "test_score", columns=columns, costs=["fit_time"])
        assert means(scores) == expected, files
        assert scores.folds[0].fold.tolist() == [0, 1, 2]


def test_scikit_learn_a_search_compares_its_candidates(tmp_path):
    grid = {"max_depth": [1, None], "criterion": ["gini", "entropy"]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=3).fit(*load_iris(return_X_y=True))
    (tmp_path / "search.json").write_text(json.dumps({"iris": as_json(search.cv_results_)}))
    scores = scores_of(tmp_path, "search.json", "test_score", columns={"dataset": "key1"})
    names = [
        f"criterion={params['criterion']}, max_depth={'null' if params['max_depth'] is None else params['max_depth']}"
        for params in search.cv_results_["params"]
    ]
    expected = dict(zip(names, search.cv_results_["mean_test_score"].tolist(), strict=True))
    assert means(scores) == {("iris", name): mean for name, mean in expected.items()}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"fit_time": [1, 2], "test_score": [0.5]}, "not equally long"),
        ({"iris": {"tree": {"fit_time": [1], "test_score": [1]}}, "note": "mine"}, "something else"),
        ({"iris": {"fit_time": [0.1], "test_score": [1]}, "wine": {"score": [1]}}, 'under "wine" it has no fit_time'),
    ],
)
def test_scikit_learn_what_is_not_its_own_is_reported(content, message, faults):
    [fault] = faults({"scores.json": json.dumps(content)})
    assert message in fault
    assert fault.startswith("scores.json")


# AutoML Benchmark

AMLB = (
    "id,task,framework,constraint,fold,type,result,metric,mode,version,params,utc,duration,seed,info,acc,auc,logloss\n"
)


def amlb(results):
    rows = [
        f"openml.org/t/1,{task},{framework},1h8c,{fold},x,{result},{metric},aws,1,{{'a': 1}},2022-01-01T00:00:00,1.5,"
        f'{fold},"{info}",0.1,0.2,0.3\n'
        for (task, framework, fold), (result, metric, info) in results.items()
    ]
    return AMLB + "".join(rows)


def test_amlb_scores_are_turned_where_the_metric_is_a_loss(read):
    rows = (
        ("adult", "0.9 auc", "0.8 auc"),
        ("car", "0.3 logloss", "-0.2 neg_logloss"),
        ("cars", "-0.5 rmse", "7 rmse"),
    )
    text = amlb({(task, a, 0): (*one.split(), "") for task, *both in rows for a, one in zip("AB", both, strict=True)})
    [scores] = read({"results.csv": text}, metrics=[{"name": "score"}], costs=["duration"]).metrics
    assert scores.means.tolist() == [[0.9, 0.8], [-0.3, -0.2], [0.5, -7]]


def test_amlb_the_first_versions_do_not_name_the_metric(read):
    header = "id,task,framework,fold,result,mode,version,tag,utc,duration,models,seed,info,acc,auc,logloss\n"
    rows = ["adult,{},0,0.9,l,1,s,u,1,1,1,,0.5,0.9,0.9\n", "car,{},0,0.3,l,1,s,u,1,1,1,,0.7,,0.3\n"]
    text = header + "".join("openml.org/t/1," + row.format(framework) for row in rows for framework in "AB")
    [scores] = read({"results.csv": text}, metrics=[{"name": "score"}]).metrics
    assert scores.means.tolist() == [[0.9, 0.9], [-0.3, -0.3]]


def test_amlb_what_failed_is_missing_and_left_to_the_policy(read, faults):
    cells = product(("adult", "car", "higgs"), "AB", range(2))
    results = {(task, framework, fold): (f"0.{fold + 5}", "auc", "") for task, framework, fold in cells}
    results["car", "B", 1] = ("", "auc", 'NoResultError: killed\nafter 3600 s, ""oom""')
    written = {"results.csv": amlb(results)}
    [fault] = faults(written, metrics=[{"name": "score"}])
    assert "'B' has 1 of 2 measurements of score on 'car', none of fold 1" in fault
    assert 'NoResultError: killed\\nafter 3600 s, "oom"' in fault
    [scores] = read(written, metrics=[{"name": "score"}], missing="worst-rank").metrics
    assert [(gap.dataset, gap.algorithm, gap.present) for gap in scores.missing.worst_ranked] == [("car", "B", 1)]
    [scores] = read(written, metrics=[{"name": "score"}], missing="drop-datasets").metrics
    assert scores.datasets == ("adult", "higgs")


# tsml and aeon


def test_tsml_results_of_resamples():
    scores = scores_of(PROGRAMS, "tsml", "accuracy", costs=["fit_seconds"])
    assert (scores.datasets, scores.algorithms) == (("Chinatown", "Coffee"), ("HC2", "ROCKET"))
    assert scores.means == pytest.approx(np.array([[9, 10], [10.5, 9]]) / 12)
    assert scores.folds[0].n_test.tolist() == [12, 12]
    both = loaded(PROGRAMS, "tsml", costs=["fit_seconds"])
    assert both.costs["fit_seconds"].values == pytest.approx(np.array([[1.2505, 1.2005]] * 2))
    assert len(both.sources) == 8


def test_tsml_files_and_tables_say_the_same():
    of_files = scores_of(PROGRAMS, "tsml/*/Predictions/*/testResample*.csv", "accuracy")
    of_tables = scores_of(PROGRAMS, "tsml_tables/*_accuracy.csv", "accuracy")
    of_means = scores_of(PROGRAMS, "tsml_tables/accuracy_mean.csv", "accuracy", layout="wide")
    assert means(of_files) == {key: value.expected for key, value in means(of_tables).items()}
    assert means(of_files) == {key: value.expected for key, value in means(of_means).items()}


def test_tsml_damaged_and_nameless_files_are_reported(read, faults):
    whole = (PROGRAMS / "tsml/HC2/Predictions/Coffee/testResample0.csv").read_text()
    [fault] = faults({"r/HC2/Predictions/Coffee/testResample0.csv": whole.partition("\n")[0]}, files="r")
    assert fault.startswith("r/HC2/Predictions/Coffee/testResample0.csv: this is no result file")
    [fault] = faults({"Coffee.csv": "Coffee,HC2,TEST,0\n\n\n1,1\n"}, files="Coffee.csv", format="tsml")
    assert "this is no result file" in fault
    [fault] = faults({"accuracy.csv": "Resamples:,0,1\nCoffee,1,1\n"})
    assert "ROCKET_accuracy.csv" in fault


# Weka


def test_weka_results_as_csv_and_as_arff_are_the_same():
    files = ["weka/j48.csv", "weka/nb.csv"]
    scores = scores_of(PROGRAMS, files, "Percent_correct")
    expected = dict.fromkeys(product(("iris, small", "wine"), ("J48 -C 0.25 -M 2", "NaiveBayes")), 0.0)
    titles = {name.partition(" ")[0]: name for _, name in expected}
    for name in files:
        for row in csv.DictReader((PROGRAMS / name).read_text().splitlines(), quotechar="'", escapechar="\\"):
            key = row["Key_Dataset"], titles[row["Key_Scheme"].rpartition(".")[2]]
            expected[key] += float(row["Percent_correct"]) / 6
    assert means(scores) == expected
    assert scores.folds[0].repeat.tolist() == [1, 1, 1, 2, 2, 2]
    again = scores_of(PROGRAMS, ["weka/j48.csv", "weka/nb.arff"], "Percent_correct")
    assert {key: round(value.expected, 4) for key, value in means(again).items()} == {
        key: round(value, 4) for key, value in expected.items()
    }


def test_weka_a_file_cut_off_is_reported(faults):
    text = (PROGRAMS / "weka/nb.arff").read_text()
    [fault] = faults({"nb.arff": text[:3000].rpartition("@attribute")[0]}, metrics=[{"name": "Percent_correct"}])
    assert "no @data" in fault
    messages = faults({"nb.arff": text[: len(text) * 9 // 10]}, metrics=[{"name": "Percent_correct"}])
    assert any("is the file cut off?" in fault for fault in messages)


# KEEL


def keel(relation, cases, kind="{a, b}"):
    return (
        f"@relation {relation}\n@attribute x real[0.0,1.0]\n@attribute y {kind}\n@inputs x\n@outputs y\n@data\n{cases}"
    )


def test_keel_accuracy_and_rmse_of_folds(read):
    written = {
        f"results/{method}.{dataset}/result{fold}.tst": keel(
            dataset, "a a\nb b\na a\n" + ("a b\n" if method == "KNN-C" else "b b\n")
        )
        for method in ("Fayyad-D.C45-C", "KNN-C")
        for dataset in ("iris", "wine")
        for fold in range(2)
    }
    written |= {name.replace("tst", "tra"): "a a" for name in written}
    [scores] = read(written, files="results").metrics
    assert means(scores) == {
        (dataset, method): share
        for dataset in ("iris", "wine")
        for method, share in (("Fayyad-D.C45-C", 1.0), ("KNN-C", 0.75))
    }
    numbers = {
        f"numbers/{method}.ele/result{fold}.tst": keel("ele", f"1.0 {value}\n2.0 2.0\n", "real [0,2]")
        for method, value in (("M5-R", 1.0), ("LMS-R", 3.0))
        for fold in range(2)
    }
    [scores] = read(numbers, files="numbers", metrics=[{"name": "rmse", "better": "lower"}]).metrics
    assert means(scores) == {("ele", "LMS-R"): 2**0.5, ("ele", "M5-R"): 0.0}


def test_keel_a_file_cut_off_is_reported(faults):
    [fault] = faults({"r/A.iris/result0.tst": keel("iris", "")}, files="r")
    assert fault.startswith("r/A.iris/result0.tst: this is no result file of KEEL")


# jMetal and SAES


def test_jmetal_and_saes_have_a_column_a_metric(read):
    for problem, metric, value in (
        ("Problem", "IndicatorName", "IndicatorValue"),
        ("Instance", "MetricName", "MetricValue"),
    ):
        text = f"Algorithm,{problem},{metric},ExecutionId,{value}\n" + "".join(
            f'{algorithm},"ZDT1, {d}",{name},{run},{0.1 * run + d + (name == "HV")}\n'
            for algorithm in ("NSGAII", "SMPSO")
            for d in range(2)
            for name in ("HV", "IGD+")
            for run in range(3)
        )
        metrics = [{"name": "HV"}, {"name": "IGD+", "better": "lower"}]
        high, low = read({"summary.csv": text}, metrics=metrics, columns={"seed": "run"}).metrics
        assert means(high)["ZDT1, 1", "SMPSO"] == 2.1
        assert means(low)["ZDT1, 0", "NSGAII"] == 0.1
        assert high.seeds == (3, 3)


# lm-evaluation-harness


def lm_eval(model, score):
    """As its evaluation tracker writes them: a group with its mean, and a task of several filters."""
    results = {
        "arc": {"alias": "arc", "acc,none": score, "acc_stderr,none": 0.01, "acc_norm,none": score / 2},
        "mmlu": {"acc,none": 0.99, "acc_stderr,none": "N/A", "alias": "mmlu"},
        "law": {"alias": " - law", "acc,none": score + 0.1, "acc_stderr,none": 0.02},
        "gsm8k": {"alias": "gsm8k", "exact_match,strict-match": "N/A", "exact_match,flexible-extract": 0.3},
    }
    messages = {
        "results": results,
        "groups": {"mmlu": results["mmlu"]},
        "group_subtasks": {"arc": [], "mmlu": ["law"], "gsm8k": []},
        "higher_is_better": {"arc": {"acc": True}},
        "n-shot": {"arc": 0},
        "n-samples": {"arc": {"original": 100, "effective": 50}},
        "config": {"model": "hf", "model_args": f"pretrained={model}"},
        "model_name": model,
    }
    return json.dumps(messages, indent=2)


def test_lm_eval_tasks_of_a_folder_of_models(read):
    written = {
        f"out/{m}/results_2025-01-0{m + 1}T00-00-00.json": lm_eval(f"org/model {m}", 0.5 + 0.1 * m) for m in range(2)
    }
    written["out/0/samples_arc_2025-01-01T00-00-00.jsonl"] = "{}"
    where = {"dataset": ["arc", "law"]}
    [scores] = read(written, files="out", metrics=[{"name": "acc"}], where=where).metrics
    assert (scores.datasets, scores.algorithms) == (("arc", "law"), ("org/model 0", "org/model 1"))
    assert scores.means == pytest.approx(np.array([[0.5, 0.6], [0.6, 0.7]]))
    options = {"metrics": [{"name": "exact_match,flexible-extract"}], "where": {"dataset": "gsm8k"}}
    [scores] = read(written, files="out/*/results_*.json", **options).metrics
    assert means(scores)["gsm8k", "org/model 1"] == 0.3


@pytest.mark.parametrize("others", [3, 0])
@pytest.mark.parametrize("nested", [False, True])
def test_lm_eval_tasks_within_a_group_are_no_data_sets_next_to_it(nested, others, tmp_path):
    """But where the group is all there is."""
    within, apart = [f"part{n}" for n in range(5)], [f"task{n}" for n in range(others)]
    groups = {"suite": ["half", *within[3:]], "half": within[:3]} if nested else {"suite": within}
    for model in "abc":
        tasks = [*apart, *groups, *within]
        results = {task: {"alias": task, "acc,none": 0.5 + 0.01 * ord(model) / (n + 1)} for n, task in enumerate(tasks)}
        results[within[0]]["acc_stderr,none"] = 0.1
        whole = {"results": results, "group_subtasks": groups | {task: [] for task in apart}, "model_name": model}
        whole["higher_is_better"] = {task: {"acc": True} for task in tasks}
        (tmp_path / model).mkdir()
        (tmp_path / model / "results_2025.json").write_text(json.dumps(whole))
    guess = guess_study(read_table(str(tmp_path)), str(tmp_path))
    omitted = {*guess.excluded.get("dataset", ())}
    of_whole = {"half", *within[3:]} if nested else {*within}
    assert {*read_table(str(tmp_path)).columns["dataset"].labels} - omitted == (
        {*apart, "suite"} if others else of_whole
    )
    assert [doubt.column for doubt in guess.doubts if doubt.key == "where"] == ["dataset"] * bool(omitted)


# Inspect AI


def inspect_log(task, model, accuracy, status="success"):
    scores = [
        {"name": "match", "reducer": "mean", "metrics": {"accuracy": {"value": accuracy}, "stderr": {"value": 1}}}
    ]
    times = {"started_at": "2025-01-01T00:00:00+00:00", "completed_at": "2025-01-01T00:01:30.5+00:00"}
    log = {
        "version": 2,
        "status": status,
        "eval": {"task": task, "task_id": f"{task} {model}", "model": model, "run_id": "r", "dataset": {"name": "d"}},
        "stats": times | {"model_usage": {model: {"total_tokens": 7}, "grader": {"total_tokens": 3}}},
    }
    if status == "success":
        return log | {"results": {"scores": scores}}
    return log | {"error": {"message": "out of credit"}}


def packed(**parts):
    when = (2025, 1, 1, 0, 0, 0)  # not now, or the processes of a run would not collect the same tests
    with zipfile.ZipFile(content := io.BytesIO(), "w") as archive:
        for name, text in parts.items():
            part = zipfile.ZipInfo(name.replace("__", "/") + ".json", when)
            archive.writestr(part, text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def inspect_logs():
    """A folder of both kinds of log, one of them of a run that failed and was tried again."""
    pairs = [(t, m) for t in ("arc", "law", "math") for m in "ab"]
    logs = {pair: inspect_log(*pair, 0.5 + 0.1 * at) for at, pair in enumerate(pairs)}
    written = {f"logs/{t}_{m}.json": json.dumps(log, indent=2) for (t, m), log in logs.items()}
    written["logs/arc_a.json"] = json.dumps(inspect_log("arc", "a", 0.0, "error"))
    written["logs/arc_a_again.eval"] = packed(header=json.dumps(logs["arc", "a"]), summaries="[]")
    return written | {"logs/eval-set.json": "{}"}


def test_inspect_a_folder_of_logs_gives_scores_and_costs(read):
    metrics = [{"name": "accuracy"}, {"name": "match/accuracy"}]
    scores = read(inspect_logs(), files="logs", metrics=metrics, costs=["duration", "total_tokens"])
    expected = {(t, m): 0.5 + 0.2 * d + 0.1 * (m == "b") for d, t in enumerate(("arc", "law", "math")) for m in "ab"}
    assert [means(metric) for metric in scores.metrics] == [expected] * 2
    assert scores.costs["duration"].values.tolist() == [[90.5, 90.5]] * 3
    assert scores.costs["total_tokens"].values.tolist() == [[10, 10]] * 3
    assert len(scores.sources) == 6


@pytest.mark.parametrize("files", ["logs", "logs/*_?.*"])
def test_inspect_what_did_not_succeed_is_missing_with_its_reason(files, read, faults):
    written = inspect_logs()
    del written["logs/arc_a_again.eval"]
    [fault] = faults(written, files=files)
    assert "'a'" in fault
    assert "'arc'" in fault
    assert "out of credit" in fault
    [scores] = read(written, files=files, missing="drop-datasets").metrics
    assert scores.datasets == ("law", "math")


def test_inspect_a_packed_log_that_was_interrupted_has_no_score(faults):
    written = inspect_logs()
    begun = {key: value for key, value in inspect_log("arc", "a", 0.5).items() if key in ("version", "eval")}
    written["logs/arc_a_again.eval"] = packed(_journal__start=json.dumps(begun))
    del written["logs/arc_a.json"]
    [fault] = faults(written, files="logs")
    assert "started" in fault


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.eval", b"PK no archive", "a.eval: the archive cannot be read"),
        ("a.eval", packed(header="{")[:-30], "a.eval: the archive cannot be read"),
        ("a.eval", packed(summaries="[]"), "a.eval: there is no header.json"),
        ("a.eval", packed(header="[1"), "a.eval header.json: this is no JSON"),
        ("a.eval", packed(header=" " * 99_999), "header.json holds more than 50,000 bytes"),
        ("a.json", b'{"version": 2, "status": "success", "eval": {"task": "x"}}', "this is no log of Inspect AI"),
        ("a.json", b'{"version": 2, "status": "success", "ev', "a.json: this is no JSON"),
        ("a.json", json.dumps(inspect_log("x", "a", 1) | {"results": None}), "has no results.scores"),
    ],
)
def test_inspect_a_damaged_log_is_reported(name, content, message, faults):
    [fault] = faults({name: content}, limit={"bytes": 50_000})
    assert message in fault


# W&B


def wandb_runs():
    written = {}
    for at, (dataset, model) in enumerate((d, m) for d in ("iris", "wine", "zoo") for m in ("knn", "tree")):
        folder = f"wandb/{'offline-' * (at % 2)}run-20250101_00000{at}-x{at}/files"
        written[f"{folder}/config.yaml"] = (
            f"wandb_version: 1\n_wandb: {{value: {{cli_version: 0.19}}}}\ndataset: {{desc: null, value: {dataset}}}\n"
            f"model:\n  value: {model}\noptimizer: {{value: {{lr: 0.1, sizes: [1, 2], since: 2025-01-01}}}}\n"
        )
        summary = {"accuracy": 0.5 + 0.1 * at, "loss": "NaN", "_runtime": 3.5, "_step": 9, "plot": {"_type": "image"}}
        written[f"{folder}/wandb-summary.json"] = json.dumps(summary)
    return written


def test_wandb_configurations_and_summaries_of_runs(read):
    columns = {"algorithm": "model"}
    options = {"files": "wandb", "columns": columns, "costs": ["duration"], "where": {"optimizer.lr": {"max": 0.1}}}
    scores = read(wandb_runs(), **options)
    assert means(scores.metrics[0])["wine", "tree"] == 0.8
    assert scores.costs["duration"].values.tolist() == [[3.5, 3.5]] * 3


def test_wandb_runs_without_a_summary_or_with_a_damaged_file_are_reported(faults):
    written = wandb_runs()
    first = min(name for name in written if name.endswith(".yaml"))
    [fault] = faults({first: written[first]}, files="wandb")
    assert fault.startswith("wandb: no run in it has files/wandb-summary.json")
    bomb = "a: {value: &a [x]}\n" + "".join(
        f"{b}: {{value: &{b} [*{a}, *{a}]}}\n" for a, b in pairwise(ascii_lowercase)
    )
    for content in ("model: [", "- model", "a: &a {value: {b: *a}}", bomb):
        [fault] = faults(written | {first: content}, files="wandb")
        assert fault.startswith(f"{first}: the configuration cannot be read")


RUNS = [(dataset, model, 0.5 + at / 16) for at, (dataset, model) in enumerate(product("xyz", ("svm", "knn")))]


def sacred_runs():
    written = {}
    for at, (dataset, model, score) in enumerate(RUNS, 1):
        run = {"status": "COMPLETED", "heartbeat": None, "result": None}
        run |= {"start_time": "2024-05-01T10:00:00", "stop_time": "2024-05-01T10:01:00"}
        written[f"runs/{at}/run.json"] = json.dumps(run)
        written[f"runs/{at}/config.json"] = json.dumps({"__doc__": "", "dataset": dataset, "model": {"name": model}})
        written[f"runs/{at}/metrics.json"] = json.dumps({"accuracy": {"steps": [0, 1], "values": [0, score]}})
    return written


def hydra_jobs(results):
    written = {}
    for at, (dataset, model, score) in enumerate(RUNS):
        folder = f"runs/2024-05-01/12-00-00/{at}"
        written[f"{folder}/.hydra/config.yaml"] = f"dataset: {dataset}\nmodel: {{name: {model}}}\naccuracy: max\n"
        written[f"{folder}/.hydra/overrides.yaml"] = f"- dataset={dataset}\n"
        written[f"{folder}/{results}"] = {
            "r.json": json.dumps({"accuracy": score, "loss": 1}),
            "r.yaml": f"accuracy: {score}\nloss: 1\n",
            "r.csv": f"accuracy,loss\n{score},1\n",
        }[results]
        written[f"{folder}/sizes.json"] = '{"layers": 3}'
    return written


@pytest.mark.parametrize(
    "written", [sacred_runs(), *map(hydra_jobs, ("r.json", "r.yaml", "r.csv"))], ids=["sacred", "json", "yaml", "csv"]
)
def test_configurations_next_to_scores_name_what_was_run(read, written):
    [metric] = read(written, files="runs", columns={"algorithm": "model.name"}, metrics=["accuracy"]).metrics
    assert (metric.datasets, set(metric.algorithms)) == (("x", "y", "z"), {"svm", "knn"})
    at = [metric.algorithms.index(name) for name in ("svm", "knn")]
    assert metric.means[:, at].ravel().tolist() == [score for *_, score in RUNS]


def test_a_damaged_run_of_sacred_is_reported(faults):
    [fault] = faults(sacred_runs() | {"runs/1/config.json": "[]"}, files="runs")
    assert fault.startswith("runs/1/config.json: this is no file of a run")
