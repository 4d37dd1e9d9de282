"""What the benchmarks share: made-up scores of any size, and whole processes with their time and memory.

    python3 tests/benchmarks/measure.py FOLDER --datasets 20 --algorithms 12 --repeats 10 --folds 10

writes runs/ALGORITHM.csv and a study.yaml, for `store.py`. The same arguments give the same bytes. Nothing in these
programs is asserted: the machine decides.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

LONG = "files: runs/*.csv, metrics: [{name: accuracy, better: higher}], costs: [fit_seconds, model_bytes]"
WIDE = "files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]"


@dataclass(frozen=True)
class Run:
    """What one process took: seconds on the clock, seconds of processors, MiB at its largest."""

    wall: float
    cpu: float
    memory: float


def run(arguments: Sequence[str], **environment: str) -> Run:
    """Run Python with these arguments and let the operating system account for it."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], env=os.environ | environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def write_spec(folder: Path, scores: str) -> None:
    """Write a study of these scores."""
    (folder / "study.yaml").write_text(f"scores: {{{scores}}}\n", encoding="utf-8")


def write_long(folder: Path, n_datasets: int, n_algorithms: int, n_repeats: int, n_folds: int, random: Random) -> None:
    """Write a file an algorithm and a row a fold, with two costs and the numbers of cases."""
    write_spec(folder, LONG)
    (folder / "runs").mkdir(exist_ok=True)
    difficulty = [random.uniform(0.55, 0.95) for _ in range(n_datasets)]
    head: list[object] = [*"dataset,algorithm,repeat,fold,n_train,n_test,accuracy,fit_seconds,model_bytes".split(",")]
    for a in range(n_algorithms):
        rows = [head]
        for d, level in enumerate(difficulty):
            for fold in range(n_repeats * n_folds):
                accuracy = round(min(1.0, level + random.gauss(0.01 * a / n_algorithms, 0.03)), 6)
                seconds = round(0.01 * (a + 1) * random.uniform(0.9, 1.1), 6)
                sizes = 90 * (d + 1), 10 * (d + 1)
                place = f"dataset {d:03}", f"algorithm {a:03}", fold // n_folds + 1, fold % n_folds + 1
                rows.append([*place, *sizes, accuracy, seconds, 1000 * (a + 1) + d])
        _write(folder / "runs" / f"algorithm_{a:03}.csv", rows)


def write_wide(folder: Path, n_datasets: int, n_algorithms: int, random: Random) -> None:
    """Write a row a data set and a column an algorithm."""
    write_spec(folder, WIDE)
    rows: list[list[object]] = [["dataset", *(f"algorithm {a:03}" for a in range(n_algorithms))]]
    for d in range(n_datasets):
        level = random.uniform(0.55, 0.95)
        scores = (round(min(1.0, random.gauss(level + 0.02 * a / n_algorithms, 0.03)), 6) for a in range(n_algorithms))
        rows.append([f"dataset {d:03}", *scores])
    _write(folder / "scores.csv", rows)


def _write(path: Path, rows: list[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description="Write made-up scores to measure rankpress with.")
    parser.add_argument("folder", type=Path)
    for name, default in {"datasets": 20, "algorithms": 12, "repeats": 10, "folds": 10, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    write_long(asked.folder, asked.datasets, asked.algorithms, asked.repeats, asked.folds, Random(asked.seed))


if __name__ == "__main__":
    main()
