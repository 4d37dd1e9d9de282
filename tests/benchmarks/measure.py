"""What the benchmarks share: made-up scores of any size, and whole processes with their time and memory.

The same arguments give the same bytes. Nothing in these programs is asserted: the machine decides.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

WIDE = "files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]"


@dataclass(frozen=True)
class Run:
    """What one process took: seconds on the clock, seconds of processors, MiB at its largest."""

    wall: float
    cpu: float
    memory: float


def run(arguments: Sequence[str], python: str = sys.executable, **environment: str) -> Run:
    """Run Python with these arguments and let the operating system account for it."""
    began = time.perf_counter()
    process = subprocess.Popen([python, *arguments], env=os.environ | environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def write_spec(folder: Path, scores: str) -> None:
    """Write a study of these scores."""
    (folder / "study.yaml").write_text(f"scores: {{{scores}}}\n", encoding="utf-8")


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
