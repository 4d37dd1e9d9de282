"""What the benchmarks share: made-up scores of any size, and whole processes with their time and memory.

The same arguments give the same bytes. Nothing in these programs is asserted: the machine decides.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from random import Random

# Compiling rankpress again in each process would be measured with it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

WIDE = "files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]"


@dataclass(frozen=True)
class Run:
    """What a program took: seconds on the clock, those of all its processors, MiB of its largest process."""

    wall: float
    cpu: float
    memory: float
    written: float = 0.0  # MB of a file that it wrote


class Failed(Exception):
    """A process that was measured ended with a fault."""


def run(arguments, written=None, *, python=sys.executable, **environment):
    """Run Python with these arguments and let the operating system account for it, and weigh a file that it writes."""
    took = execute([python, *arguments], **environment)
    return replace(took, written=written.stat().st_size / 1e6) if written and written.exists() else took


def execute(command, **environment):
    """Run a program; what it prints is shown only where it fails."""
    began = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, env=os.environ | environment, stdout=output, stderr=output)
        _, status, used = os.wait4(process.pid, 0)
        if status:
            output.seek(0)
            last = output.read().decode(errors="replace").strip().splitlines()[-1:]
            raise Failed(f"exit code {os.waitstatus_to_exitcode(status)}: {' '.join(last)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def run_watched(arguments, change, ready, **environment):
    """Have Python watch files and change one; account for what it does until it prints that it is ready again."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, env=os.environ | environment, stdout=-3, stderr=-1, text=True) as process:
        next(line for line in process.stderr if ready in line)
        time.sleep(1.0)  # what it does after that is none of the change's cost
        before, began = _spent(process.pid), time.perf_counter()
        change()
        next(line for line in process.stderr if ready in line)
        wall, (cpu, memory) = time.perf_counter() - began, _spent(process.pid)
        process.terminate()
    return Run(wall, cpu - before[0], memory)


def _spent(pid):
    """Return the processor seconds of a process and its children, ended or not, and the MiB that it holds."""
    from psutil import Process

    process = Process(pid)
    each = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    cpu = sum(times.user + times.system + times.children_user + times.children_system for times in each)
    return cpu, process.memory_info().rss / 2**20


def write_spec(folder, scores):
    """Write a study of these scores."""
    (folder / "study.yaml").write_text(f"scores: {{{scores}}}\n", encoding="utf-8")


def write_wide(folder, n_datasets, n_algorithms, random):
    """Write a row a data set and a column an algorithm."""
    write_spec(folder, WIDE)
    rows = [["dataset", *(f"algorithm {a:03}" for a in range(n_algorithms))]]
    for d in range(n_datasets):
        level = random.uniform(0.55, 0.95)
        scores = (round(min(1.0, random.gauss(level + 0.02 * a / n_algorithms, 0.03)), 6) for a in range(n_algorithms))
        rows.append([f"dataset {d:03}", *scores])
    _write(folder / "scores.csv", rows)


def write_folds(folder, n_datasets, n_algorithms, n_folds, random):
    """Write a row for each fold of an algorithm on a data set."""
    write_spec(folder, "files: scores.csv, metrics: [{name: accuracy, better: higher}]")
    rows = [["dataset", "algorithm", "fold", "accuracy"]]
    for d in range(n_datasets):
        level = random.uniform(0.55, 0.95)
        for a in range(n_algorithms):
            mean = random.gauss(level + 0.02 * a / n_algorithms, 0.03)
            scores = (round(min(1.0, random.gauss(mean, 0.02)), 6) for _ in range(n_folds))
            rows += ([f"dataset {d:03}", f"algorithm {a:03}", fold, score] for fold, score in enumerate(scores))
    _write(folder / "scores.csv", rows)


def _write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


MILLIONS = """
COPY (
    SELECT 'data set ' || (i // 10000) AS dataset, 'algorithm ' || (i // 200 % 50) AS algorithm,
        i % 200 // 10 AS repeat, i % 10 AS fold, round(0.7 + 0.2 * sin(hash(i)::DOUBLE), 6) AS accuracy,
        1.0 + i % 50 AS seconds
    FROM range({rows}) AS r(i)
) TO '{path}' (FORMAT {form})
"""


def write_millions(folder, rows, form):
    """Write rows of per-fold scores, 200 folds of 50 algorithms on each data set, as Parquet or CSV."""
    import duckdb

    path = folder / f"scores.{form}"
    with duckdb.connect() as connection:
        connection.execute(MILLIONS.format(rows=rows, path=path, form=form))
    write_spec(folder, f"files: {path.name}, costs: [seconds], metrics: [{{name: accuracy}}]")


def write_runs(folder, algorithms, datasets, folds):
    """Write a file in JSON for each run."""
    random = Random(1)
    for algorithm in range(algorithms):
        for dataset in range(datasets):
            place = folder / "runs" / f"algorithm {algorithm}" / f"data set {dataset}"
            place.mkdir(parents=True)
            for fold in range(folds):
                run = {"accuracy": random.random(), "seconds": random.random(), "config": {"depth": 3, "seed": fold}}
                (place / f"{fold}.json").write_text(json.dumps(run))
    files = "files: 'runs/{algorithm}/{dataset}/{fold}.json'"
    write_spec(folder, f"{files}, costs: [seconds], metrics: [{{name: accuracy}}]")
