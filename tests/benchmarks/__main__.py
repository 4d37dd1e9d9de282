"""Times and peak memory of whole builds, imports included, against their aims, another revision or other packages.

    python tests/benchmarks [PART OF A NAME ...] [--repeats 3] [--against REV] [--peers PYTHON]

Each row is the least of several processes, which take turns with those of the revision or packages that they are
compared with, so that what else the machine does falls on both; the ratio is that of the row's processor seconds to
theirs. `--against` installs a revision of this repository in a temporary folder; peers.py says what PYTHON has.
Other programs: growth.py (cost by size), cluster.py (Dask).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from measure import Failed, run, run_watched, write_millions, write_runs, write_wide
from peers import PACKAGES, YARDSTICKS, package

ROOT = Path(__file__).parents[2]
Prepare = Callable[[Path], None]
LATEX = ("--only", "latex")
HTML = ("--only", "html")
NO_FIGURE, CD = ("--set", "plot=[]"), ("--set", "plot=[cd]")
ALL, FAST = tuple(PACKAGES), ("autorank", "scikit-posthocs")


@dataclass(frozen=True)
class Row:
    """A build to measure: what it is, what it aims at, its study, what is built, and what it is compared with."""

    name: str
    aim: float  # processor seconds
    prepare: Prepare
    options: tuple[str, ...] = ()
    memory: float = 0  # MiB that it aims at; 0 for no aim
    results: float = 0  # MB of results.json that it aims at
    change: Prepare | None = None  # after a first build, which is not counted
    watched: bool = False  # whether `watch` builds it
    peers: tuple[str, ...] = ()


def wide(n_datasets, n_algorithms):
    """Return what writes scores of that size."""
    return lambda folder: write_wide(folder, n_datasets, n_algorithms, Random(1))


def example(folder):
    """Copy the example project, without what builds left in it."""
    left = shutil.ignore_patterns("report*", ".rankpress")
    shutil.copytree(ROOT / "example_project", folder, dirs_exist_ok=True, ignore=left)


def replaced(name, old, new):
    """Return what changes a text in a file once."""

    def change(folder):
        text = (folder / name).read_text(encoding="utf-8")
        if old not in text:
            raise SystemExit(f"{name} has no {old!r} to change")
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def nothing(_folder):
    """Change nothing."""


A_SCORE = replaced("runs/c45.csv", "iris,c45,1,1,135,15,0.8,", "iris,c45,1,1,135,15,0.9,")
ROWS = (
    Row("example project, all formats", 9, example, memory=300),
    Row("14 x 4, LaTeX and results", 0.9, wide(14, 4), (*LATEX, *NO_FIGURE), peers=ALL),
    Row("14 x 4, everything", 3.3, wide(14, 4), peers=ALL),
    Row("100 x 20, LaTeX and CD diagram", 2.2, wide(100, 20), (*LATEX, *CD), peers=ALL),
    Row("200 x 50, LaTeX and CD diagram", 2.9, wide(200, 50), (*LATEX, *CD), peers=ALL),
    Row("200 x 50, HTML and CD diagram", 3.0, wide(200, 50), (*HTML, *CD), peers=ALL),
    Row("200 x 50, everything", 10, wide(200, 50), memory=300, peers=FAST),
    Row("100 x 200, LaTeX", 8, wide(100, 200), (*LATEX, *NO_FIGURE), memory=300, results=10, peers=FAST),
    Row("10,000 x 20, LaTeX", 8, wide(10_000, 20), (*LATEX, *NO_FIGURE), memory=500, peers=FAST),
    Row("100,000 x 20, LaTeX", 60, wide(100_000, 20), (*LATEX, *NO_FIGURE), memory=2000),
    Row(
        "10 M rows of Parquet, results and HTML",
        30,
        partial(write_millions, rows=10_000_000, form="parquet"),
        (*HTML, "--set", "test.within=none"),
        memory=1500,
        results=50,
        peers=("DuckDB's means",),
    ),
    Row("1 M rows of CSV, LaTeX", 12, partial(write_millions, rows=1_000_000, form="csv"), (*LATEX, *NO_FIGURE)),
    Row("10,000 run files, LaTeX", 10, partial(write_runs, algorithms=20, datasets=50, folds=10), (*LATEX, *NO_FIGURE)),
    Row("50 x 20, sensitivity", 30, wide(50, 20), (*LATEX, *NO_FIGURE, "--set", "sensitivity={}")),
    Row("40 x 7, replicability", 30, wide(40, 7), (*LATEX, *NO_FIGURE, "--set", "replicability={draws: 1000}")),
    Row("14 x 7, power", 30, wide(14, 7), (*LATEX, *NO_FIGURE, "--set", "power={effect: 0.02, draws: 1000}")),
    Row("example, nothing changed", 0.2, example, change=nothing, peers=("make",)),
    Row("example, a caption", 2, example, change=replaced("study.yaml", "title: ", "title: Another ")),
    Row("example, a score", 4, example, change=A_SCORE),
    Row("example, alpha", 6, example, ("--set", "test.alpha=0.01"), change=nothing),
    Row("example, a score, HTML under watch", 1.2, example, HTML, change=A_SCORE, watched=True),
    Row(
        "5,000 x 10, tables in the PDF",
        15,
        wide(5000, 10),
        ("--only", "pdf", *NO_FIGURE, "--set", "report.pdf.long=true"),
    ),
)


def build(row, environment):
    """Build a study in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        row.prepare(folder)
        command = ["-P", "-m", "rankpress", "build", f"{folder}/study.yaml", "-q", "--out", f"{folder}/out"]
        if row.watched and row.change is not None:
            watch = ["-P", "-m", "rankpress", "watch", f"{folder}/study.yaml", "--out", f"{folder}/out", *row.options]
            return run_watched(watch, partial(row.change, folder), "waiting for changes", **environment)
        if row.change is not None:
            run(command, **environment)
            row.change(folder)
        return run([*command, *row.options], folder / "out" / "results.json", **environment)


def compared(row, python):
    """Run what a row is compared with on the same scores; of what fails, say why."""
    titles = [title for title in row.peers if title in YARDSTICKS or python]
    if titles:
        with tempfile.TemporaryDirectory() as name:
            row.prepare(Path(name))
            for title in titles:
                try:
                    own = YARDSTICKS.get(title)
                    yield title, own(Path(name)) if own else package(title, Path(name), str(python))
                except Failed as failed:
                    yield title, str(failed)


def install(revision, folder):
    """Install a revision in a folder; return the environment in which it is found first."""
    source, target = folder / "source", folder / "target"
    source.mkdir()
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True, timeout=60)
    subprocess.run(["tar", "-x"], cwd=source, input=archive.stdout, check=True, timeout=60)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", target]
    subprocess.run([*pip, source], check=True, timeout=600)
    return {"PYTHONPATH": str(target)}


def main():
    """Print a row for each build."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PART OF A NAME")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--against", metavar="REV")
    parser.add_argument("--peers", metavar="PYTHON")
    options = parser.parse_args()
    rows = [row for row in ROWS if not options.names or any(part in row.name for part in options.names)]
    print(f"load {os.getloadavg()[0]:.1f}, least of {options.repeats}; in brackets the aims")
    print(f"{'':38} {'cpu s':>14} {'ratio':>6} {'wall s':>7} {'MiB':>13} {'results MB':>12}")
    with tempfile.TemporaryDirectory() as folder:
        other = install(options.against, Path(folder)) if options.against else None
        for row in rows:
            _measure(row, options.repeats, other, options.peers)


def _measure(row, repeats, other, python):
    """Print the least of several builds, and of what they are compared with."""
    results = {row.name: []}
    failures = {}
    for _ in range(repeats):
        results[row.name].append(build(row, {}))
        if other is not None:
            results.setdefault("before", []).append(build(row, other))
        for title, took in compared(row, python):
            if isinstance(took, str):
                failures[title] = took
            else:
                results.setdefault(title, []).append(took)
    least = {title: min(runs, key=lambda took: took.cpu) for title, runs in results.items()}
    own = least.pop(row.name)
    _print(row.name, own, f"{own.cpu / row.aim:6.2f}", (row.aim, row.memory, row.results))
    for title, took in least.items():
        _print(f"  {title}", took, f"{own.cpu / took.cpu:6.2f}")
    for title, why in failures.items():
        print(f"  {title:36} {why}", flush=True)


def _print(title, took, ratio, aims=(0, 0, 0)):
    """Print a row: its ratio is to the aim, and in a row of what it is compared with, to that."""
    cpu, memory, results = (f"({aim:g})" if aim else "" for aim in aims)
    written = f"{took.written:.1f}" if took.written else ""
    print(
        f"{title:38} {took.cpu:7.2f} {cpu:>6} {ratio} {took.wall:7.2f} {took.memory:6.0f} {memory:>6} "
        f"{written:>7} {results:>4}",
        flush=True,
    )


if __name__ == "__main__":
    main()
