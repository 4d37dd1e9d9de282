"""Writes made-up scores of any size, to measure rankpress with.

    python3 tests/benchmarks/make_scores.py long FOLDER --datasets 20 --algorithms 12 --repeats 10 --folds 10
    python3 tests/benchmarks/make_scores.py wide FOLDER --datasets 200 --algorithms 50

`long` writes runs/ALGORITHM.csv, a file an algorithm; `wide` writes one scores.csv. A study.yaml goes beside them. The
same arguments give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from random import Random

LONG = """\
title: Made-up scores
scores:
  files: runs/*.csv
  metrics: [{name: accuracy, better: higher}]
  costs: [fit_seconds, model_bytes]
"""
WIDE = """\
title: Made-up scores
scores:
  files: scores.csv
  layout: wide
  metrics: [{name: accuracy, better: higher}]
"""


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description="Write made-up scores to measure rankpress with.")
    parser.add_argument("layout", choices=["long", "wide"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--datasets", type=int, default=20)
    parser.add_argument("--algorithms", type=int, default=12)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.layout == "long":
        write_long(asked.folder, asked.datasets, asked.algorithms, asked.repeats, asked.folds, Random(asked.seed))
    else:
        write_wide(asked.folder, asked.datasets, asked.algorithms, Random(asked.seed))


def write_long(folder: Path, n_datasets: int, n_algorithms: int, n_repeats: int, n_folds: int, random: Random) -> None:
    """A file an algorithm and a row a fold, with two costs and the numbers of cases; study.yaml beside them."""
    (folder / "study.yaml").write_text(LONG, encoding="utf-8")
    (folder / "runs").mkdir(exist_ok=True)
    difficulty = [random.uniform(0.55, 0.95) for _ in range(n_datasets)]
    columns = "dataset,algorithm,repeat,fold,n_train,n_test,accuracy,fit_seconds,model_bytes"
    head: list[object] = [*columns.split(",")]
    for a in range(n_algorithms):
        rows: list[list[object]] = [
            [
                f"dataset {d:03}",
                f"algorithm {a:03}",
                repeat + 1,
                fold + 1,
                90 * (d + 1),
                10 * (d + 1),
                round(min(1.0, level + random.gauss(0.01 * a / n_algorithms, 0.03)), 6),
                round(0.01 * (a + 1) * random.uniform(0.9, 1.1), 6),
                1000 * (a + 1) + d,
            ]
            for d, level in enumerate(difficulty)
            for repeat in range(n_repeats)
            for fold in range(n_folds)
        ]
        _write(folder / "runs" / f"algorithm_{a:03}.csv", [head, *rows])


def write_wide(folder: Path, n_datasets: int, n_algorithms: int, random: Random) -> None:
    """A row a data set and a column an algorithm; study.yaml beside them."""
    (folder / "study.yaml").write_text(WIDE, encoding="utf-8")
    rows: list[list[object]] = [["dataset", *(f"algorithm {a:03}" for a in range(n_algorithms))]]
    for d in range(n_datasets):
        level = random.uniform(0.55, 0.95)
        scores = (round(min(1.0, random.gauss(level + 0.02 * a / n_algorithms, 0.03)), 6) for a in range(n_algorithms))
        rows.append([f"dataset {d:03}", *scores])
    _write(folder / "scores.csv", rows)


def _write(path: Path, rows: list[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
