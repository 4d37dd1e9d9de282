"""Simulate how often tests over runs reject between equal algorithms, for tests/reference/runs.csv.

    python tests/trials/runs.py

Both algorithms have as many runs, whose scores are symmetric about one value but in the world of skewed scores.
REFERENCE.md shows the file (tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
from pathlib import Path

import numpy as np

from rankpress.catalog.methods import WITHIN

FILE = Path(__file__).resolve().parents[1] / "reference/runs.csv"
SIZES = (3, 5, 10, 30)
STUDIES, LEVEL = 1000, 0.05
FEW_DRAWS = {"permutation-runs": {"draws": 1000}}  # where not all arrangements are tried
# By name, the runs of two algorithms from standard normal draws of shape (runs, studies, 2).
WORLDS = {
    "equal": lambda drawn: drawn,
    "ties": np.round,
    "unequal spreads": lambda drawn: drawn * np.array([1.0, 3.0]),
    "skewed": np.exp,
}
TESTS = [name for name, entry in WITHIN.items() if entry.design in ("runs", "paired-runs")]


def error(test, n, world):
    """Return the share of studies of two equal algorithms with n runs each in which a test rejects."""
    drawn = np.random.default_rng(n).normal(size=(n, STUDIES, 2))
    if WITHIN[test].design == "paired-runs":  # what both share with a seed
        drawn = drawn + np.random.default_rng(n + 1).normal(size=(n, STUDIES, 1))
    runs = WORLDS[world](drawn).reshape(n, -1)
    pairs = np.arange(2 * STUDIES).reshape(-1, 2)
    return float((WITHIN[test].run(runs, pairs, **FEW_DRAWS.get(test, {})).p <= LEVEL).mean())


def rows():
    """The rows of the file: test, runs of each algorithm, world, share of rejections."""
    yield "test", "runs", "world", "error"
    for test in TESTS:
        for world in WORLDS:
            for n in SIZES:
                yield test, str(n), world, f"{error(test, n, world):.4f}"


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows())
