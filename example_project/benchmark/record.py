"""What the benchmark leaves behind: one CSV file an algorithm, and a page on the machine that made them."""

import csv
import datetime
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import fields
from io import StringIO
from pathlib import Path

import numpy as np
import scipy
import sklearn

from benchmark.protocol import Protocol, Run

COLUMNS = [field.name for field in fields(Run)]

PAGE = """\
# Runs: {repeats} times repeated stratified {folds}-fold cross-validation

Written by `example_project/run_benchmark.py` and not edited by hand. One file per algorithm, one row per fit;
all algorithms saw the same splits.

| column | meaning |
|---|---|
| dataset, algorithm | names, as in `example_project/benchmark/` |
| repeat, fold | which split; both count from 1 |
| n_train, n_test | rows fitted to, rows scored on |
| accuracy | share of the test rows answered rightly |
| fit_seconds, predict_seconds | processor seconds of one thread, six significant digits |
| model_bytes | length of the fitted model as `pickle` (protocol 5) writes it, scaling included |

## Machine and versions

- Date: {date}
- Processor: {processor}, {cores} cores, of which one was used; the machine did other work at the same time,
  hence processor time instead of the clock's
- System: {system}
- Python {python}, scikit-learn {sklearn}, NumPy {numpy}, SciPy {scipy}
- Seeds: {seed} for the splits; 1000 * repeat + fold for an algorithm that draws random numbers; those of the
  generated data sets stand in `benchmark/datasets.py`

Seconds differ from run to run and from machine to machine. Accuracies repeat exactly on the same versions.
"""


def record_runs(folder: Path, runs: Iterable[Run], dataset_order: Sequence[str]) -> None:
    """Put runs into their algorithms' files; rows of the same data set are replaced, those of others stay."""
    by_algorithm: dict[str, list[dict[str, str]]] = {}
    for run in runs:
        by_algorithm.setdefault(run.algorithm, []).append(_format_run(run))
    for algorithm, rows in by_algorithm.items():
        path = folder / f"{algorithm}.csv"
        renewed = {row["dataset"] for row in rows}
        kept = [row for row in _read_rows(path) if row["dataset"] not in renewed]
        # The sort is stable: within a data set the rows keep the order in which they were run.
        write_atomically(path, _format_rows(sorted(kept + rows, key=lambda row: dataset_order.index(row["dataset"]))))


def describe_machine(folder: Path, protocol: Protocol) -> None:
    """Write the README of a folder of runs: how they were made, on what, and with which versions."""
    page = PAGE.format(
        repeats=protocol.repeats,
        folds=protocol.folds,
        seed=protocol.seed,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        processor=_find_processor(),
        cores=os.cpu_count(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        sklearn=sklearn.__version__,
        numpy=np.__version__,
        scipy=scipy.__version__,
    )
    write_atomically(folder / "README.md", page)


def write_atomically(path: Path, text: str) -> None:
    """Write a file such that whoever reads it, at any moment, finds the old text or the new, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _format_run(run: Run) -> dict[str, str]:
    row = {column: str(getattr(run, column)) for column in COLUMNS}
    return row | {column: f"{getattr(run, column):.6g}" for column in ("fit_seconds", "predict_seconds")}


def _format_rows(rows: Iterable[dict[str, str]]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _read_rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _find_processor() -> str:
    """Name the processor; Linux tells it only in a file."""
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text(encoding="utf-8").splitlines() if listing.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"
