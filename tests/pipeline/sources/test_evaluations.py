"""Samples of language models and searches of scikit-learn, in small files made up in the documented form."""

import io
import json
import zipfile

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from tests.pipeline.sources.conftest import loaded

TASKS, MODELS, N = ("arc", "law"), ("org/a", "org/b"), 6
WHEN = "2026-01-01T00-00-00.123456"


def right(task, model, example):
    return int((len(task) * example + 3 * (model == "org/b")) % 4 > 0)


MEANS = np.array([[np.mean([right(task, model, i) for i in range(N)]) for model in MODELS] for task in TASKS])


def lm_eval_sample(example, score, by="none", *, lists_metrics=True):
    listed = {"filter": by, "metrics": ["acc", "acc_norm", "perplexity"]} if lists_metrics else {}
    return {
        "doc_id": example,
        "doc": {"question": "?"},
        "target": "A",
        "arguments": {"gen_args_0": {"arg_0": "q"}},
        "resps": [["A"]],
        "filtered_resps": ["A"],
        **listed,
        "doc_hash": "d",
        "acc": float(score),
        "acc_norm": 0.0,
        "perplexity": [-1.5, 3],
    }


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def lm_eval_folder(folder, *, lists_metrics=True):
    for model in MODELS:
        place = folder / model.replace("/", "__")
        place.mkdir(parents=True)
        results = {task: {"alias": task, "acc,none": 0.5, "acc_stderr,none": 0.1} for task in TASKS}
        higher = {task: {"acc": True} for task in TASKS}
        whole = {"results": results, "higher_is_better": higher, "model_name": model}
        (place / f"results_{WHEN}.json").write_text(json.dumps(whole))
        for task in TASKS:
            samples = [lm_eval_sample(i, right(task, model, i), lists_metrics=lists_metrics) for i in range(N)]
            (place / f"samples_{task}_{WHEN}.jsonl").write_text(lines(samples))


SAMPLES = {"metrics": [{"name": "acc", "better": "higher"}], "columns": {"example": "example"}, "missing": "error"}


@pytest.mark.parametrize("lists_metrics", [True, False])
@pytest.mark.parametrize(("files", "form"), [("out/*/samples_*.jsonl", None), ("out", "lm-eval-samples")])
def test_samples_of_lm_eval_are_examples_of_their_tasks(tmp_path, files, form, lists_metrics):
    lm_eval_folder(tmp_path / "out", lists_metrics=lists_metrics)
    [scores] = loaded(tmp_path, files, **SAMPLES, **({"format": form} if form else {})).metrics
    assert (scores.datasets, scores.algorithms) == (TASKS, MODELS)
    assert scores.means == pytest.approx(MEANS)


def test_filters_of_answers_are_columns_and_samples_twice_are_reported(tmp_path):
    for model in "ab":
        samples = [lm_eval_sample(i, i % 2, by) for i in range(4) for by in ("strict", "none")]
        (tmp_path / model).mkdir()
        (tmp_path / model / "samples_gsm8k.jsonl").write_text(lines(samples))
    metrics = [{"name": name, "better": "higher"} for name in ("acc,strict", "acc")]
    columns = {"example": "example"}
    read = loaded(tmp_path, "*/samples_*.jsonl", metrics=metrics, columns=columns)
    assert [metric.means.tolist() for metric in read.metrics] == [[[0.5, 0.5]]] * 2
    with (tmp_path / "a" / "samples_gsm8k.jsonl").open("a") as file:
        file.write(lines([lm_eval_sample(1, 0)]))
    with pytest.raises(FaultsFound, match="was measured before"):
        loaded(tmp_path, "*/samples_*.jsonl", metrics=metrics, columns=columns)


def test_older_results_of_lm_eval_have_no_filters(tmp_path):
    for model in "ab":
        results = {task: {"acc": 0.25 + (model == "a") / 2, "acc_stderr": 0.1} for task in TASKS}
        config = {"model": "hf-causal", "model_args": f"pretrained=org/{model},dtype=auto", "num_fewshot": 5}
        (tmp_path / f"results_{model}.json").write_text(json.dumps({"results": results, "config": config}))
    [scores] = loaded(tmp_path, "results_*.json", metrics=[{"name": "acc"}]).metrics
    assert scores.algorithms == MODELS
    assert scores.means.tolist() == [[0.75, 0.25]] * 2


def inspect_sample(example, value, epoch=1, **others):
    return {"id": example, "epoch": epoch, "scores": {"match": {"value": value}} if value is not None else {}, **others}


def inspect_log(task, model, samples, status="success"):
    log = {
        "version": 2,
        "status": status,
        "eval": {"task": task, "task_id": f"{task} {model}", "model": model},
        "results": {"scores": [{"name": "match", "metrics": {"accuracy": {"value": 0.5}}}]},
    }
    return log if samples is None else log | {"samples": samples}


def packed(log, name="summaries.json"):
    with zipfile.ZipFile(content := io.BytesIO(), "w") as archive:
        samples = log.pop("samples")
        archive.writestr("header.json", json.dumps(log))
        archive.writestr(name, json.dumps(samples))
    return content.getvalue()


def inspect_folder(folder, epochs=1, letter="CI".__getitem__):
    folder.mkdir()
    for task in TASKS:
        for model in MODELS:
            samples = [
                inspect_sample(i, letter(1 - right(task, model, i)), epoch + 1)
                for i in range(N)
                for epoch in range(epochs)
            ]
            log, name = inspect_log(task, model, samples), f"{task}_{model[-1]}"
            if model == "org/a":
                (folder / f"{name}.json").write_text(json.dumps(log))
            else:
                (folder / f"{name}.eval").write_bytes(packed(log))


INSPECT = {**SAMPLES, "metrics": [{"name": "match", "better": "higher"}], "format": "inspect-samples"}


@pytest.mark.parametrize("letter", ["CI".__getitem__, [True, False].__getitem__, ["yes", "no"].__getitem__])
def test_samples_of_inspect_are_examples_of_their_tasks(tmp_path, letter):
    inspect_folder(tmp_path / "logs", letter=letter)
    [scores] = loaded(tmp_path, "logs", **INSPECT).metrics
    assert (scores.datasets, scores.algorithms) == (TASKS, MODELS)
    assert scores.means == pytest.approx(MEANS)


def test_epochs_are_answers_to_the_same_example(tmp_path):
    inspect_folder(tmp_path / "logs", epochs=2)
    columns = {"example": "example", "seed": "epoch"}
    [scores] = loaded(tmp_path, "logs", **{**INSPECT, "columns": columns}).metrics
    assert scores.means == pytest.approx(MEANS)


def test_a_sample_that_failed_is_missing_with_its_reason(tmp_path):
    for model in "ab":
        samples = [inspect_sample(i, "CI"[i % 2]) for i in range(3)]
        samples.append(inspect_sample(3, None if model == "b" else "C", error={"message": "out of memory"}))
        (tmp_path / f"{model}.json").write_text(json.dumps(inspect_log("arc", model, samples)))
    with pytest.raises(FaultsFound, match="out of memory"):
        loaded(tmp_path, "*.json", **INSPECT)


def test_a_log_that_was_interrupted_has_the_samples_of_its_journal(tmp_path):
    inspect_folder(tmp_path / "logs")
    samples = [inspect_sample(i, "CI"[1 - right("law", "org/b", i)]) for i in range(N)]
    log = inspect_log("law", "org/b", samples, "cancelled")
    (tmp_path / "logs/law_b.eval").write_bytes(packed(log, "_journal/summaries/1.json"))
    [scores] = loaded(tmp_path, "logs", **INSPECT).metrics
    assert scores.means == pytest.approx(MEANS)


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (inspect_log("arc", "a", None), "there are no samples in the log"),
        (inspect_log("arc", "a", [{"epoch": 1}]), "sample 1 has no id"),
    ],
)
def test_a_log_without_samples_is_refused(tmp_path, log, message):
    (tmp_path / "a.json").write_text(json.dumps(log))
    with pytest.raises(FaultsFound, match=message):
        loaded(tmp_path, "a.json", **INSPECT)


def search(separator=",", *, params=True, folds=True, added=""):
    head = [*(["set"] if added else []), "mean_fit_time", "std_fit_time", "mean_score_time", "param_C", "param_kernel"]
    head += [*(["params"] if params else []), *(["split0_test_score", "split1_test_score"] if folds else [])]
    head += ["mean_test_score", "std_test_score", "rank_test_score"]
    rows = [["", *head]]
    for number, c in enumerate((0.1, 1, 10)):
        row = [*([added] if added else []), "0.1", "0.01", "0.02", str(c), "rbf"]
        row += [f"\"{{'C': {c}, 'kernel': 'rbf'}}\""] if params else []
        row += [f"0.{number + 5}", f"0.{number + 6}"] if folds else []
        rows.append([str(number), *row, f"0.{number + 5}5", "0.05", str(3 - number)])
    return "".join(separator.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("options", [{}, {"params": False}, {"folds": False}])
def test_a_search_as_a_table_has_a_row_for_each_candidate_and_fold(tmp_path, separator, options):
    for added in ("iris", "wine"):
        (tmp_path / f"{added}.csv").write_text(search(separator, added=added, **options))
    columns = {"dataset": "set"} | ({"fold": "fold"} if options.get("folds", True) else {})
    [scores] = loaded(tmp_path, "*.csv", metrics=[{"name": "test_score"}], columns=columns).metrics
    assert scores.algorithms == tuple(f"C={c}, kernel=rbf" for c in ("0.1", "1", "10"))
    assert scores.means == pytest.approx(np.array([[0.55, 0.65, 0.75]] * 2))


@pytest.mark.nightly
def test_run_reads_the_samples_of_logs_where_it_is_asked_for_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    inspect_folder(tmp_path / "logs")
    assert main(["run", "logs", "--only", "markdown", "--set", "scores.format=inspect-samples", "--save"]) == 0
    assert "example" in (tmp_path / "study.yaml").read_text()
    assert "match" in capsys.readouterr().out
