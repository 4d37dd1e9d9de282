"""Simulate how often tests of runtimes with a limit reject between equal solvers, for tests/reference/censored.csv.

    python tests/trials/censored.py

Instances differ in hardness; the times of two equal solvers on one are log-normal around it, and a limit cuts off a
share of all runs. REFERENCE.md shows the file (tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
from pathlib import Path

import numpy as np

from rankpress.stats.runtimes import censored_wilcoxon, penalized
from rankpress.stats.sign import sign_test

FILE = Path(__file__).resolve().parents[1] / "reference/censored.csv"
SIZES, SHARES = (10, 30, 100, 200), (0.0, 0.3, 0.7)
STUDIES, LEVEL = 4000, 0.05
# as the pipeline compares runs with a limit: all that were not solved share the last place
TESTS = {
    "sign": lambda times, pairs, limit: sign_test(-penalized(times, limit, 2), pairs),
    "ratios": censored_wilcoxon,
}


def error(test, n, share):
    """Return the share of studies of two equal solvers in which a test rejects."""
    generator = np.random.default_rng(n)
    pairs = np.arange(2 * STUDIES).reshape(-1, 2)
    hardness = np.repeat(generator.lognormal(size=(n, STUDIES)), 2, axis=1)
    times = hardness * generator.lognormal(size=(n, 2 * STUDIES))
    limit = float(np.quantile(times, 1 - share))
    return float((TESTS[test](np.where(times <= limit, times, np.inf), pairs, limit).p <= LEVEL).mean())


def rows():
    """The rows of the file: test, instances, share of runs that were not solved, share of rejections."""
    yield "test", "instances", "unsolved", "error"
    for test in TESTS:
        for n in SIZES:
            for share in SHARES:
                yield test, str(n), f"{share:g}", f"{error(test, n, share):.4f}"


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows())
