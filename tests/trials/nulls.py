"""Simulate how often tests adjusted by Holm find equal algorithms to differ, and write tests/reference/nulls.csv.

    python tests/trials/nulls.py

Studies have 5 algorithms on 12 data sets and the truths of stats/worlds.py. REFERENCE.md shows the file
(tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
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
    found = errors_of_families(PAIRWISE[test], scores, world.equal(ALGORITHMS), LEVEL, adjustments=adjustments)
    return next(one.rate for one in found if one.adjustment == "holm")


def rows():
    """The rows of the file: test, world, share."""
    yield "test", "world", "error"
    for test in PAIRWISE:
        for name in WORLDS:
            yield test, name, f"{family_wise_error(test, name):.4f}"


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows())
