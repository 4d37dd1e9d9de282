"""Run times as benchmarking programs write them, results of retrieval by topic, and of verifiers by task."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from statistics import fmean
from typing import TYPE_CHECKING, Any

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import mapping_at, parsed, tabulate

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0}
_TIMES: dict[str, Better] = dict.fromkeys(("seconds", "cpu_seconds", "median", "min"), "lower")
_WAYS: dict[str, Better] = {**_TIMES, "throughput": "higher"}


def _sheet(origin: Origin, records: Sequence[Mapping[str, Any]], what: str, reason: str = "") -> list[Sheet]:
    """Hold records; a file without one is refused."""
    if not records:
        raise Unreadable(Fault(origin.place, f"this is a file of {what} without results", "at least one result"))
    better = {column: way for column, way in _WAYS.items() if any(column in record for record in records)}
    reason = reason if any(reason in record for record in records) else ""
    return [tabulate(enumerate(records, 1), origin.place, (origin.file,), better, reason=reason)]


def _results(origin: Origin, key: str, what: str) -> list[Mapping[str, Any]]:
    """Return the objects of the list under a key, or of the list that the whole file is."""
    whole = parsed(origin.text, origin.place)
    results = whole.get(key) if isinstance(whole, dict) else whole
    if not isinstance(results, list) or not all(isinstance(benchmark, dict) for benchmark in results):
        raise Unreadable(Fault(origin.place, f"this is no file of {what}", f"a list of results under {key!r}"))
    return results


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _in_seconds(value: Any, unit: object) -> float | None:
    number = _number(value)
    return None if number is None else number * SECONDS.get(str(unit), 1.0)


# pytest-benchmark


def _pytest_recognizes(origin: Origin) -> bool:
    return all(key in origin.beginning for key in (b'"machine_info"', b'"commit_info"'))


def _pytest_open(origin: Origin, findings: Findings) -> list[Sheet]:
    results = _results(origin, "benchmarks", "pytest-benchmark")
    return _sheet(origin, [_pytest_record(benchmark) for benchmark in results], "pytest-benchmark")


def _pytest_record(benchmark: Mapping[str, Any]) -> dict[str, Any]:
    stats, params = mapping_at(benchmark, "stats"), benchmark.get("params")
    times = {"seconds": stats.get("mean"), "median": stats.get("median"), "min": stats.get("min")}
    names = {"benchmark": str(benchmark.get("name", "")).partition("[")[0], "group": benchmark.get("group")}
    return {**names, **(params if isinstance(params, dict) else {}), **times}


PYTEST_FORMAT = Format("pytest-benchmark", "results of pytest-benchmark", _pytest_recognizes, _pytest_open)


# hyperfine


def _hyperfine_recognizes(origin: Origin) -> bool:
    beginning = origin.beginning
    return re.match(rb'\s*\{\s*"results"\s*:\s*\[\s*\{\s*"command"', beginning) is not None and b'"stddev"' in beginning


def _hyperfine_open(origin: Origin, findings: Findings) -> list[Sheet]:
    results = _results(origin, "results", "hyperfine")
    records = [record for command in results for record in _hyperfine_records(command)]
    return _sheet(origin, records, "hyperfine", reason="failure")


def _hyperfine_records(command: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each run; one that ended with an error has no time."""
    names = {"command": command.get("command"), **mapping_at(command, "parameters")}
    times = _listed(command.get("times")) or [command.get("mean")]
    codes = _listed(command.get("exit_codes")) or [0] * len(times)
    for run, (seconds, code) in enumerate(zip(times, codes, strict=False), start=1):
        failed = {"failure": f"exit code {code}"} if code else {}
        yield {**names, "run": run, "seconds": None if code else seconds, **failed}


HYPERFINE_FORMAT = Format("hyperfine", "results of hyperfine", _hyperfine_recognizes, _hyperfine_open)


# Google Benchmark

_NAME = re.compile(r"(?P<function>[^<(/]+)(?:<(?P<template>.*)>)?(?P<arguments>(?:/.*)?)")
_SETTING = re.compile(r"(?:repeats|threads|min_time|min_warmup_time|iterations):.*|real_time|process_time|manual_time")


def _google_recognizes(origin: Origin) -> bool:
    return all(key in origin.beginning for key in (b'"context"', b'"benchmarks"', b'"time_unit"', b'"real_time"'))


def _google_open(origin: Origin, findings: Findings) -> list[Sheet]:
    results = _results(origin, "benchmarks", "Google Benchmark")
    runs = [benchmark for benchmark in results if benchmark.get("run_type") != "aggregate"]
    # with --benchmark_report_aggregates_only a file has no runs
    means = [benchmark for benchmark in results if benchmark.get("aggregate_name") == "mean"]
    records = list(map(_google_record, runs or means))
    return _sheet(origin, records, "Google Benchmark", reason="error")


def _google_record(benchmark: Mapping[str, Any]) -> dict[str, Any]:
    name = str(benchmark.get("run_name") or benchmark.get("name"))
    parts = _NAME.fullmatch(name)
    names: dict[str, Any] = {"benchmark": name}
    if parts is not None:
        arguments = [part for part in parts["arguments"].split("/")[1:] if not _SETTING.fullmatch(part)]
        names = {"benchmark": parts["function"]}
        names |= {"template": parts["template"]} if parts["template"] else {}
        names |= {"argument": "/".join(arguments)} if arguments else {}
    failed = bool(benchmark.get("error_occurred"))
    unit = benchmark.get("time_unit")
    times = {
        "seconds": None if failed else _in_seconds(benchmark.get("real_time"), unit),
        "cpu_seconds": None if failed else _in_seconds(benchmark.get("cpu_time"), unit),
    }
    number = _number(benchmark.get("repetition_index"))
    repetition = {"repetition": number + 1} if number is not None and benchmark.get("repetitions") != 1 else {}
    return {**names, **repetition, **times, **({"error": benchmark.get("error_message")} if failed else {})}


GOOGLE_FORMAT = Format("google-benchmark", "results of Google Benchmark", _google_recognizes, _google_open)


# JMH


def _jmh_recognizes(origin: Origin) -> bool:
    return all(key in origin.beginning for key in (b'"jmhVersion"', b'"primaryMetric"'))


def _jmh_open(origin: Origin, findings: Findings) -> list[Sheet]:
    records = [record for benchmark in _results(origin, "results", "JMH") for record in _jmh_records(benchmark)]
    return _sheet(origin, records, "JMH")


def _jmh_records(benchmark: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each fork, whose iterations are averaged: time for an operation, or operations in a second."""
    *_, holder, method = ("", *str(benchmark.get("benchmark", "")).split("."))
    metric = mapping_at(benchmark, "primaryMetric")
    number, _, per = str(metric.get("scoreUnit", "")).partition("/")
    name = "seconds" if per == "op" else "throughput"
    factor = SECONDS.get(number, 1.0) if per == "op" else 1 / SECONDS.get(per, 1.0)
    forks = _listed(metric.get("rawData")) or [[metric.get("score")]]
    for fork, values in enumerate(forks, start=1):
        numbers = [value for value in map(_number, _listed(values)) if value is not None]
        names = {"class": holder, "benchmark": method, **mapping_at(benchmark, "params")}
        yield {**names, "fork_number": fork, name: fmean(numbers) * factor if numbers else None}


JMH_FORMAT = Format("jmh", "results of JMH", _jmh_recognizes, _jmh_open)


# trec_eval

_TOPIC = re.compile(r"(?P<measure>\S+)\s+(?P<topic>\S+)\s+(?P<value>\S+)")
_SUMMARY = "all"


def _trec_recognizes(origin: Origin) -> bool:
    lines = origin.beginning.decode("utf-8", "replace").splitlines()[:-1][:400]
    return len(lines) > 2 and all(map(_TOPIC.fullmatch, map(str.rstrip, lines))) and _has_measures(lines)


def _has_measures(lines: Sequence[str]) -> bool:
    return any(line.split()[0] in ("runid", "map", "P_10", "ndcg", "num_ret", "ndcg_cut_10") for line in lines)


def _trec_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """Read what ``trec_eval -q`` prints: a row for each topic, the run called by its runid or its file."""
    run, topics = PurePosixPath(origin.path).stem, dict[str, dict[str, Any]]()
    for number, line in enumerate(origin.text.splitlines(), start=1):
        parts = _TOPIC.fullmatch(line.strip())
        if parts is None and line.strip():
            place = f"{origin.place} row {number}"
            raise Unreadable(Fault(place, "this is no line of trec_eval", "a measure, a topic and a value"))
        if parts is not None and parts["measure"] == "runid":
            run = parts["value"]
        elif parts is not None and parts["topic"] != _SUMMARY:
            topics.setdefault(parts["topic"], {})[parts["measure"]] = parts["value"]
    if not topics:
        message = "trec_eval printed no results of topics"
        raise Unreadable(Fault(origin.place, message, "results of each topic", "call trec_eval with -q"))
    return _sheet(origin, [{"algorithm": run, "dataset": topic, **of} for topic, of in topics.items()], "trec_eval")


TREC_FORMAT = Format("trec-eval", "what trec_eval -q prints", _trec_recognizes, _trec_open)


# BenchExec

_HEADS = ("tool", "run set")


def _benchexec_recognizes(origin: Origin) -> bool:
    first = origin.beginning.decode("utf-8", "replace").splitlines()[:3]
    return len(first) == 3 and [line.partition("\t")[0] for line in first[:2]] == [*_HEADS]


def _benchexec_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """Read a table of table-generator, whose head has the tool and the set of runs of each column in further rows."""
    try:
        tools, sets, names, *body = csv.reader(io.StringIO(origin.text), delimiter="\t")
    except (csv.Error, ValueError) as error:
        message = "this is no table of BenchExec"
        raise Unreadable(Fault(origin.place, message, "rows of tools, sets of runs and names of columns")) from error
    first = next((place for place, name in enumerate(names) if name == "status"), 1)
    runs = [*dict.fromkeys(zip(tools[first:], sets[first:], strict=False))]
    columns_of_names = {
        run: run[0] if len({tool for tool, _ in runs}) == len(runs) else " ".join(filter(None, run)) for run in runs
    }
    records = list[dict[str, Any]]()
    for row in filter(any, body):
        task = " ".join(filter(None, row[:first]))
        of_runs: dict[tuple[str, str], dict[str, Any]] = {run: {} for run in runs}
        for tool, run_set, name, value in zip(tools[first:], sets[first:], names[first:], row[first:], strict=False):
            of_runs[tool, run_set][name] = value or None
        records += [{"dataset": task, "algorithm": columns_of_names[run], **of} for run, of in of_runs.items()]
    return _sheet(origin, records, "BenchExec")


BENCHEXEC_FORMAT = Format("benchexec", "a table of BenchExec", _benchexec_recognizes, _benchexec_open)


# Samples of code: HumanEval and EvalPlus

_SAMPLES = re.compile(rb'\s*\{[^\n]*"task_id"[^\n]*"passed"\s*:\s*(?:true|false)')
_EVALUATED = re.compile(rb'"(?:base|plus)_status"')
KS = (1, 5, 10, 100)  # those of them for which each problem has samples enough


def _code_recognizes(origin: Origin) -> bool:
    return _SAMPLES.match(origin.beginning) is not None or (
        b'"eval"' in origin.beginning and _EVALUATED.search(origin.beginning) is not None
    )


def _code_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """Read samples of problems: a row for each problem, a test example of its benchmark, with its pass@k."""
    from rankpress.stats import pass_at_k  # loaded late, with numpy

    problems = dict(_problems(origin))
    ks = [k for k in KS if problems and k <= min(map(len, problems.values()))]
    records = [
        {
            "dataset": problem.partition("/")[0],
            "algorithm": PurePosixPath(origin.path).stem,
            "example": problem,
            **{f"pass@{k}": float(pass_at_k(len(passed), sum(passed), k)) for k in ks},
        }
        for problem, passed in problems.items()
    ]
    sheet = _sheet(origin, records, "samples of code")
    return [replace(one, better={f"pass@{k}": "higher" for k in ks}) for one in sheet]


def _problems(origin: Origin) -> Iterator[tuple[str, list[bool]]]:
    """Yield each problem with whether each of its samples passed."""
    if _EVALUATED.search(origin.beginning):
        for problem, samples in mapping_at(parsed(origin.text, origin.place), "eval").items():
            statuses = [sample for sample in _listed(samples) if isinstance(sample, dict)]
            yield str(problem), [sample.get("plus_status", sample.get("base_status")) == "pass" for sample in statuses]
        return
    problems = dict[str, list[bool]]()
    for number, line in enumerate(origin.text.split("\n"), start=1):
        if line.strip():
            sample = parsed(line, f"{origin.place} row {number}")
            if not isinstance(sample, dict) or not isinstance(sample.get("passed"), bool):
                place = f"{origin.place} row {number}"
                raise Unreadable(Fault(place, "this is no sample of code", "an object with task_id and passed"))
            problems.setdefault(str(sample.get("task_id")), []).append(sample["passed"])
    yield from problems.items()


CODE_FORMAT = Format("code-samples", "samples of HumanEval or EvalPlus", _code_recognizes, _code_open)
