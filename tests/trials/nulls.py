"""Simulate how often tests adjusted by Holm find equal algorithms to differ, and write tests/reference/nulls.csv.

    python tests/trials/nulls.py            # all tests
    python tests/trials/nulls.py wilcoxon   # one, the rows of the others as they are

Studies have 5 algorithms on 12 data sets and the truths of stats/worlds.py. REFERENCE.md shows the file
(tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
import sys
from pathlib import Path

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.stats.synthetic import errors_of_families
from rankpress.stats.worlds import WORLDS

FILE = Path(__file__).resolve().parents[1] / "reference/nulls.csv"
ALGORITHMS, DATASETS = 5, 12
STUDIES = 4000
LEVEL = 0.05


def family_wise_error(test, name, studies=STUDIES):
    """Share of studies in which a pair of equal algorithms is found to differ."""
    world = WORLDS[name]
    scores = world.scores(studies, DATASETS, ALGORITHMS, np.random.default_rng(1))
    adjustments = [(ADJUSTMENTS["holm"], {})]
    errors = errors_of_families(PAIRWISE[test], scores, world.equal(ALGORITHMS), LEVEL, adjustments=adjustments)
    return next(one.rate for one in errors if one.adjustment == "holm")


def rows(tests):
    """The rows of the file: test, world, share; simulated again are those of these tests, or of all."""
    with FILE.open(encoding="utf-8", newline="") as file:
        earlier = {(row["test"], row["world"]): row["error"] for row in csv.DictReader(file)}
    yield "test", "world", "error"
    for test in PAIRWISE:
        for name in WORLDS:
            is_kept = tests and test not in tests
            yield test, name, earlier[test, name] if is_kept else f"{family_wise_error(test, name):.4f}"


if __name__ == "__main__":
    written = list(rows(sys.argv[1:]))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(written)
