"""How long `diff` and `watch` take: `python tests/benchmarks/changes.py`.

- diff of two reports of up to 200 data sets and 50 algorithms, a tenth of the data sets measured anew;
- seconds from the last change of a score file to the report that has it, and of those how many are the build's.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from rankpress.diff.comparison import compare_reports
from rankpress.diff.stored_report import read_stored

SPEC = (
    "{scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy}]}, effects: null, adjust: [holm], plot: []}"
)


def build(folder: Path, means: np.ndarray) -> Path:
    """A report of means, as the command makes it."""
    folder.mkdir()
    names = [f"a{at}" for at in range(means.shape[1])]
    rows = [",".join((f"d{at}", *(f"{value:.6f}" for value in row))) for at, row in enumerate(means)]
    (folder / "scores.csv").write_text("\n".join((",".join(("dataset", *names)), *rows, "")))
    (folder / "study.yaml").write_text(SPEC)
    spec = str(folder / "study.yaml")
    subprocess.run(
        [sys.executable, "-m", "rankpress", "build", spec, "--only", "markdown", "-q"], check=True, timeout=3600
    )
    return folder / "report"


def diff(folder: Path, datasets: int, algorithms: int) -> None:
    """Time the reading of two reports, and their comparison."""
    rng = np.random.default_rng(1)
    means = rng.normal(0.8, 0.05, (datasets, algorithms)) + np.linspace(0, 0.02, algorithms)
    anew = means.copy()
    anew[::10] = rng.normal(0.8, 0.05, anew[::10].shape)
    old, new = build(folder / "old", means), build(folder / "new", anew)
    began = time.perf_counter()
    kept = read_stored(old), read_stored(new)
    read = time.perf_counter() - began
    began = time.perf_counter()
    changes = compare_reports(*kept)
    took = time.perf_counter() - began
    size = (new / "results.json").stat().st_size / 1e6
    print(
        f"diff of {datasets} x {algorithms} ({size:.1f} MB each): read in {read:.2f} s, compared in {took:.2f} s,"
        f" {len(changes.flips)} conclusions changed"
    )


def watch(folder: Path) -> None:
    """Time a rebuild from the change to the end, and the same build by itself in the same process."""
    folder.mkdir()
    subprocess.run([sys.executable, "-m", "rankpress", "init", str(folder), "-q"], check=True, timeout=3600)
    spec, scores = folder / "study.yaml", next(folder.glob("*.csv"))
    command = [sys.executable, "-m", "rankpress", "watch", str(spec), "--only", "html", "--jobs", "1"]
    watched = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert watched.stderr is not None
    text = scores.read_text()
    while "waiting for changes" not in watched.stderr.readline():
        pass
    times = []
    for at in range(5):
        scores.write_text(text.rstrip("\n") + "\n" * (at % 2 + 2))
        began = time.perf_counter()
        while "waiting for changes" not in watched.stderr.readline():
            pass
        times.append(time.perf_counter() - began)
    spec.write_text(spec.read_text() + "\n# the same, so that nothing is built\n")
    began = time.perf_counter()
    while "waiting for changes" not in watched.stderr.readline():
        pass
    waited = time.perf_counter() - began
    watched.terminate()
    watched.wait()
    print(
        f"watch: {min(times):.2f} to {max(times):.2f} s from a change to its report,"
        f" {waited:.2f} s where nothing is built"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for at, size in enumerate(((100, 10), (200, 20), (200, 50))):
            (Path(folder) / str(at)).mkdir()
            diff(Path(folder) / str(at), *size)
        watch(Path(folder) / "watched")
