"""Times and peak memory of whole builds, imports included, against their aims, another revision or other packages.

    python tests/benchmarks [PART OF A NAME ...] [--repeats 3] [--against REV] [--peers PYTHON]

Each row is the least of several processes, which take turns with those of the revision or package that they are
compared with, so that what else the machine does falls on both. `--against` installs a revision of this repository in a
temporary folder; `--peers` is the Python of an environment with autorank and scikit-posthocs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from measure import Run, run, write_wide
from sources import write_parquet

ROOT = Path(__file__).parents[2]
Prepare = Callable[[Path], None]
LATEX = ("--only", "latex")
AUTORANK = """
import sys, pandas
from autorank import autorank, create_report, latex_table, plot_stats
result = autorank(pandas.read_csv(sys.argv[1], index_col=0), alpha=0.05, verbose=False)
create_report(result); latex_table(result); plot_stats(result)
"""
POSTHOCS = """
import sys, matplotlib, pandas
matplotlib.use("agg")
import scikit_posthocs as sp
from scipy.stats import friedmanchisquare
scores = pandas.read_csv(sys.argv[1], index_col=0)
friedmanchisquare(*scores.T.to_numpy())
p = sp.posthoc_nemenyi_friedman(scores)
sp.critical_difference_diagram(scores.rank(axis=1, ascending=False).mean(), p)
matplotlib.pyplot.savefig(sys.argv[1] + ".pdf")
"""


@dataclass(frozen=True)
class Row:
    """A build to measure: what it is, the processor seconds that it aims at, its study, and what is built."""

    name: str
    aim: float
    prepare: Prepare
    options: tuple[str, ...] = ()
    change: Prepare | None = None  # after a first build, which is not counted
    has_peers: bool = False


def wide(n_datasets: int, n_algorithms: int) -> Prepare:
    """Return what writes scores of that size."""
    return lambda folder: write_wide(folder, n_datasets, n_algorithms, Random(1))


def example(folder: Path) -> None:
    """Copy the example project."""
    shutil.copytree(ROOT / "example_project", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("report*"))


def replaced(name: str, old: str, new: str) -> Prepare:
    """Return what changes a text in a file once."""

    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        if old not in text:
            raise SystemExit(f"{name} has no {old!r} to change")
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def nothing(_folder: Path) -> None:
    """Change nothing."""


ROWS = (
    Row("example project, all formats", 9, example),
    Row("14 x 4, LaTeX and results", 0.9, wide(14, 4), (*LATEX, "--set", "plot=[]")),
    Row("14 x 4, everything", 3.3, wide(14, 4), has_peers=True),
    Row("100 x 20, LaTeX and CD diagram", 2.2, wide(100, 20), (*LATEX, "--set", "plot=[cd]"), has_peers=True),
    Row("200 x 50, LaTeX and CD diagram", 2.9, wide(200, 50), (*LATEX, "--set", "plot=[cd]"), has_peers=True),
    Row("200 x 50, HTML and CD diagram", 3.0, wide(200, 50), ("--only", "html", "--set", "plot=[cd]")),
    Row("200 x 50, everything", 10, wide(200, 50)),
    Row("100 x 200, LaTeX", 8, wide(100, 200), (*LATEX, "--set", "plot=[]")),
    Row("10,000 x 20, LaTeX", 8, wide(10_000, 20), (*LATEX, "--set", "plot=[]")),
    Row("100,000 x 20, LaTeX", 60, wide(100_000, 20), (*LATEX, "--set", "plot=[]")),
    Row(
        "10 M rows of Parquet, results and HTML",
        30,
        lambda folder: write_parquet(folder, 10_000_000),
        ("--only", "html", "--set", "test.within=none"),
    ),
    Row("example, nothing changed", 0.2, example, change=nothing),
    Row("example, a caption", 2, example, change=replaced("study.yaml", "title: ", "title: Another ")),
    Row(
        "example, a score",
        4,
        example,
        change=replaced("runs/c45.csv", "iris,c45,1,1,135,15,0.8,", "iris,c45,1,1,135,15,0.9,"),
    ),
    Row("example, alpha", 6, example, ("--set", "test.alpha=0.01"), change=nothing),
)


def build(row: Row, environment: dict[str, str]) -> Run:
    """Build a study in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        row.prepare(folder)
        command = ["-P", "-m", "rankpress", "build", f"{folder}/study.yaml", "-q", "--out", f"{folder}/out"]
        if row.change is not None:
            run(command, **environment)
            row.change(folder)
        return run([*command, *row.options], **environment)


def peers(row: Row, python: str) -> Iterator[tuple[str, Run]]:
    """Run other packages on the same scores."""
    with tempfile.TemporaryDirectory() as name:
        row.prepare(Path(name))
        for title, program in (("autorank", AUTORANK), ("scikit-posthocs", POSTHOCS)):
            yield title, run(["-c", program, f"{name}/scores.csv"], python=python, MPLBACKEND="agg")


def install(revision: str, folder: Path) -> dict[str, str]:
    """Install a revision in a folder; return the environment in which it is found first."""
    source, target = folder / "source", folder / "target"
    source.mkdir()
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True, timeout=60)
    subprocess.run(["tar", "-x"], cwd=source, input=archive.stdout, check=True, timeout=60)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", target]
    subprocess.run([*pip, source], check=True, timeout=600)
    return {"PYTHONPATH": str(target)}


def main() -> None:
    """Print a row for each build."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PART OF A NAME")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--against", metavar="REV")
    parser.add_argument("--peers", metavar="PYTHON")
    options = parser.parse_args()
    rows = [row for row in ROWS if all(part in row.name for part in options.names)]
    print(f"load {os.getloadavg()[0]:.1f}, least of {options.repeats}")
    print(f"{'':40} {'cpu s':>7} {'wall s':>7} {'MiB':>6} {'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        other = install(options.against, Path(folder)) if options.against else None
        for row in rows:
            _measure(row, options.repeats, other, options.peers)


def _measure(row: Row, repeats: int, other: dict[str, str] | None, python: str | None) -> None:
    """Print the least of several builds, and of what they are compared with."""
    results: dict[str, list[Run]] = {}
    for _ in range(repeats):
        results.setdefault(row.name, []).append(build(row, {}))
        if other is not None:
            results.setdefault("  before", []).append(build(row, other))
        for title, took in peers(row, python) if python and row.has_peers else ():
            results.setdefault(f"  {title}", []).append(took)
    own = min(took.cpu for took in results[row.name])
    for title, runs in results.items():
        least = min(runs, key=lambda took: took.cpu)
        last = f"{row.aim:6g}" if title == row.name else f"{own / least.cpu:6.2f} of it"
        print(f"{title:40} {least.cpu:7.2f} {least.wall:7.2f} {least.memory:6.0f} {last}", flush=True)


if __name__ == "__main__":
    main()
