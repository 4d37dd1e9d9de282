"""Times reading, checking and averaging of scores as whole processes, imports included, by the form they are kept in.

    python tests/benchmarks/sources.py [--only NAME]

Prints wall and processor seconds and the peak memory of each, and the ratio to the floor: Python with numpy and pandas
imported.

Aims: 10 million rows of per-fold scores (1,000 data sets, 50 algorithms, 200 folds) in Parquet in 20 s and 3 GB, 10,000
small run files in 10 s.
"""

import argparse
import json
import tempfile
from pathlib import Path
from random import Random

import duckdb
from measure import run, write_spec

FLOOR = "import numpy, pandas"
LOAD = """
import sys
from pathlib import Path
from rankpress.stages.load import load
from rankpress.spec.reading import read_study
read = read_study(sys.argv[1])
scores = load(read.study.scores, read.folder)
[metric] = scores.metrics
assert (len(metric.datasets), len(metric.algorithms)) == tuple(map(int, sys.argv[2:4]))
"""
MILLIONS = """
COPY (
    SELECT 'data set ' || (i // 10000) AS dataset, 'algorithm ' || (i // 200 % 50) AS algorithm,
        i % 200 // 10 AS repeat, i % 10 AS fold, round(0.7 + 0.2 * sin(hash(i)::DOUBLE), 6) AS accuracy,
        1.0 + i % 50 AS seconds
    FROM range({rows}) AS r(i)
) TO '{path}' (FORMAT parquet)
"""


def write_parquet(folder, rows):
    """Write rows of per-fold scores, 200 folds of 50 algorithms on each data set."""
    with duckdb.connect() as connection:
        connection.execute(MILLIONS.format(rows=rows, path=folder / "scores.parquet"))
    write_spec(folder, "files: scores.parquet, costs: [seconds], metrics: [{name: accuracy}]")


def write_csv(folder, rows):
    """Write the same rows as text."""
    with duckdb.connect() as connection:
        query = MILLIONS.format(rows=rows, path=folder / "scores.csv").replace("FORMAT parquet", "FORMAT csv")
        connection.execute(query)
    write_spec(folder, "files: scores.csv, costs: [seconds], metrics: [{name: accuracy}]")


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


def measure(name, program, arguments, floor):
    """Run a program, print its row, and return its wall seconds."""
    took = run(["-P", "-c", program, *arguments])
    ratio = f"{took.wall / floor:6.1f}" if floor else "     1"
    print(f"{name:44} {took.wall:7.2f} {took.cpu:7.2f} {ratio} {took.memory:7.0f}", flush=True)
    return took.wall


def main():
    """Measure each form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="part of a name")
    only = parser.parse_args().only or ""
    print(f"{'':44} {'wall s':>7} {'cpu s':>7} {'x floor':>6} {'MiB':>6}")
    floor = measure("imports", FLOOR, [], None)
    for name, write, size, shape in (
        ("10,000,000 rows, Parquet", write_parquet, (10_000_000,), (1000, 50)),
        ("1,000,000 rows, Parquet", write_parquet, (1_000_000,), (100, 50)),
        ("1,000,000 rows, CSV", write_csv, (1_000_000,), (100, 50)),
        ("10,000 run files, JSON", write_runs, (20, 50, 10), (50, 20)),
    ):
        if only in name:
            with tempfile.TemporaryDirectory() as folder:
                write(Path(folder), *size)
                measure(name, LOAD, [f"{folder}/study.yaml", *map(str, shape)], floor)


if __name__ == "__main__":
    main()
