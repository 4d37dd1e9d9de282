"""Results of benchmarking programs, in small files made up in the form that each documents."""

import json

import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from tests.pipeline.sources.conftest import loaded

DATASETS, ALGORITHMS = ("a", "b\u00e9 |", "c"), ("quick", "merge")
CELLS = [(dataset, algorithm) for dataset in DATASETS for algorithm in ALGORITHMS]
EXPECTED = {cell: number + 1.0 for number, cell in enumerate(CELLS)}


def pytest_benchmark():
    results = [
        {
            "group": None,
            "name": f"test_sort[{algorithm}-{dataset}]",
            "params": {"algorithm": algorithm, "dataset": dataset},
            "stats": {"mean": seconds, "median": 0.0, "min": 0.0, "stddev": 0.1, "rounds": 5},
        }
        for (dataset, algorithm), seconds in EXPECTED.items()
    ]
    return json.dumps({"machine_info": {"node": "n"}, "commit_info": {}, "benchmarks": results, "version": "5.1.0"})


def hyperfine(code=0):
    results = [
        {
            "command": f"{algorithm} {dataset}",
            "mean": seconds,
            "stddev": 0.1,
            "times": [seconds - 0.5, seconds + 0.5],
            "exit_codes": [0, code],
            "parameters": {"algorithm": algorithm, "dataset": dataset},
        }
        for (dataset, algorithm), seconds in EXPECTED.items()
    ]
    return json.dumps({"results": results})


def google_benchmark():
    results = [
        {
            "name": f"BM_sort<{algorithm}>/{dataset}/repeats:2/real_time",
            "run_type": "iteration",
            "repetitions": 2,
            "repetition_index": repetition,
            "real_time": (seconds + repetition - 0.5) * 1e9,
            "cpu_time": 1.0,
            "time_unit": "ns",
        }
        for (dataset, algorithm), seconds in EXPECTED.items()
        for repetition in range(2)
    ]
    results.append({**results[0], "run_type": "aggregate", "real_time": 1e15})
    return json.dumps({"context": {"date": "2026"}, "benchmarks": results})


def google_aggregates():
    """What --benchmark_report_aggregates_only leaves of it."""
    results = [
        {
            "name": f"BM_sort<{algorithm}>/{dataset}/repeats:2_{aggregate}",
            "run_name": f"BM_sort<{algorithm}>/{dataset}/repeats:2",
            "run_type": "aggregate",
            "repetitions": 2,
            "aggregate_name": aggregate,
            "real_time": times * seconds * 1e6,
            "time_unit": "us",
        }
        for (dataset, algorithm), seconds in EXPECTED.items()
        for aggregate, times in {"mean": 1, "median": 2, "stddev": 0.1}.items()
    ]
    return json.dumps({"context": {"date": "2026"}, "benchmarks": results})


def jmh():
    results = [
        {
            "jmhVersion": "1.37",
            "benchmark": f"org.example.Sort.{algorithm}",
            "mode": "avgt",
            "params": {"dataset": dataset},
            "primaryMetric": {
                "score": 0.0,
                "scoreUnit": "ms/op",
                "rawData": [[seconds * 1e3 - 1, seconds * 1e3 + 1], [seconds * 1e3]],
            },
        }
        for (dataset, algorithm), seconds in EXPECTED.items()
    ]
    return json.dumps(results)


def benchexec():
    rows = [["tool", *["quick"] * 2, *["merge"] * 2], ["run set", *["all"] * 4], ["tasks", *["status", "seconds"] * 2]]
    for dataset in DATASETS:
        cells = [text for algorithm in ALGORITHMS for text in ("true", str(EXPECTED[dataset, algorithm]))]
        rows.append([dataset, *cells])
    return "".join("\t".join(row) + "\n" for row in rows)


def trec_eval(algorithm):
    lines = [f"runid                 \tall\t{algorithm}"]
    for dataset in DATASETS:
        topic = dataset.replace(" ", "")
        lines += [f"num_ret   \t{topic}\t100", f"map     \t{topic}\t{EXPECTED[dataset, algorithm]}"]
    return "\n".join([*lines, "map\tall\t0.5"]) + "\n"


@pytest.mark.parametrize(
    ("write", "columns"),
    [
        (pytest_benchmark, {}),
        (hyperfine, {"repeat": "run"}),
        (google_benchmark, {"algorithm": "template", "dataset": "argument", "repeat": "repetition"}),
        (google_aggregates, {"algorithm": "template", "dataset": "argument"}),
        (jmh, {"algorithm": "benchmark", "repeat": "fork_number"}),
        (benchexec, {}),
    ],
)
def test_times_are_read_as_the_program_wrote_them(tmp_path, write, columns):
    (tmp_path / "results.out").write_text(write(), encoding="utf-8")
    metrics = [{"name": "seconds", "better": "lower"}]
    [scores] = loaded(tmp_path, "results.out", metrics=metrics, columns=columns, missing="error").metrics
    times = {
        (d, a): mean
        for d, row in zip(scores.datasets, scores.means, strict=True)
        for a, mean in zip(scores.algorithms, row, strict=True)
    }
    assert times == pytest.approx(EXPECTED)


def test_a_command_that_failed_has_no_time(tmp_path):
    (tmp_path / "results.json").write_text(hyperfine(code=3), encoding="utf-8")
    with pytest.raises(FaultsFound, match="none of repeat 2: exit code 3"):
        loaded(tmp_path, "results.json", metrics=[{"name": "seconds", "better": "lower"}], columns={"repeat": "run"})


def test_topics_of_retrieval_are_read_without_their_summary(tmp_path):
    for algorithm in ALGORITHMS:
        (tmp_path / f"{algorithm}.eval").write_text(trec_eval(algorithm), encoding="utf-8")
    [scores] = loaded(tmp_path, "*.eval", metrics=[{"name": "map"}]).metrics
    assert scores.means.tolist() == [[EXPECTED[d, a] for a in scores.algorithms] for d in DATASETS]


def humaneval(passed):
    rows = [{"task_id": f"HumanEval/{n}", "passed": sample < c} for n, c in enumerate(passed) for sample in range(10)]
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def evalplus(passed):
    def samples(problem, c):
        return [
            {"task_id": problem, "base_status": "pass", "plus_status": "pass" if n < c else "fail"} for n in range(10)
        ]

    problems = {f"HumanEval/{n}": samples(f"HumanEval/{n}", c) for n, c in enumerate(passed)}
    return json.dumps({"date": "2026", "hash": "x", "eval": problems})


@pytest.mark.parametrize("write", [humaneval, evalplus])
def test_samples_of_code_have_pass_at_k(tmp_path, write):
    (tmp_path / "one.jsonl").write_text(write([0, 1, 3, 7, 10]))
    (tmp_path / "other.jsonl").write_text(write([10] * 5))
    metrics = [{"name": f"pass@{k}", "better": "higher"} for k in (1, 5, 10)]
    columns = {"dataset": "example"}
    means = [
        scores.means.mean(axis=0) for scores in loaded(tmp_path, "*.jsonl", metrics=metrics, columns=columns).metrics
    ]
    assert [mean.tolist() for mean in means] == [pytest.approx([mean, 1]) for mean in (0.42, 0.6833333333, 0.8)]


@pytest.mark.parametrize(
    ("content", "format", "message"),
    [
        ('{"machine_info": 1, "commit_info": 2, "benchmarks": []}', "pytest-benchmark", "without results"),
        ('{"results": 3}', "hyperfine", "this is no file of hyperfine"),
        ("map\tall\t0.5\nrunid\tall\tx\nP_10\tall\t1\n", "trec-eval", "printed no results of topics"),
        ("map\t1\t0.5\nmap 2\n", "trec-eval", "row 2"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path, content, format, message):
    (tmp_path / "x").write_text(content)
    with pytest.raises(FaultsFound, match=message):
        loaded(tmp_path, "x", metrics=[{"name": "map"}], format=format)


@pytest.fixture
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.nightly
def test_run_takes_from_options_which_columns_name_algorithms_and_data_sets(in_folder, capsys):
    (in_folder / "times.json").write_text(google_benchmark(), encoding="utf-8")
    command = ["run", "times.json", "--only", "markdown", "--metric", "seconds"]
    for algorithm, dataset, best in (("template", "argument", "quick"), ("argument", "template", "a")):
        assert main([*command, "--algorithm", algorithm, "--dataset", dataset]) == 0
        assert f"{best} achieves the bett" in capsys.readouterr().out.replace("best", "better")
    assert main([*command, "--algorithm", "templat"]) == 2
    assert "--algorithm: there is no column 'templat" in capsys.readouterr().err


@pytest.mark.nightly
def test_problems_with_the_scores_of_others_are_no_sums_of_them(in_folder, capsys):
    """Scores of few values: a problem that all models solve as often as another is no row of medians."""
    (in_folder / "one.jsonl").write_text(humaneval([0, 1, 3, 7, 10] * 3))
    (in_folder / "other.jsonl").write_text(humaneval([5, 1, 6, 7, 10] * 3))
    assert main(["run", "*.jsonl", "--only", "markdown"]) == 0
    answer = capsys.readouterr().out
    assert "All 30 expected results of each metric were read." in answer
    assert "is not read as a data set" not in answer
