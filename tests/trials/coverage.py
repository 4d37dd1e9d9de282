"""Simulate how often the intervals of effect sizes hold the true value, and write tests/reference/coverage.csv.

    python tests/trials/coverage.py

Differences have mean 0.5 and variance 1 and are normal, of Student's t with 3 degrees of freedom, or log-normal with
their long tail in either direction, whichever is worse; data sets differ in difficulty by a variance of 1. REFERENCE.md
shows the file (tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
from pathlib import Path

import numpy as np

from rankpress.catalog.methods import EFFECTS

FILE = Path(__file__).resolve().parents[1] / "reference/coverage.csv"
SIZES = (10, 30, 100)
SHAPES = ("normal", "t3", "log-normal")
STUDIES = 4000
LEVEL, LEAD = 0.95, 0.5
HALL = "mean-difference, interval: hall"
_FOR_TRUTH = 4_000_000


def errors(shape, size, generator):
    """Draw numbers of mean 0 and variance 1."""
    if shape == "normal":
        return generator.normal(size=size)
    if shape == "t3":
        return generator.standard_t(3, size=size) / np.sqrt(3)
    skewed = (np.exp(generator.normal(size=size)) - np.exp(0.5)) / np.sqrt(np.e * (np.e - 1))
    return skewed if shape == "log-normal" else -skewed


def truths(shape):
    """What the measures estimate, from very many differences."""
    generator = np.random.default_rng(1)
    one, other = (LEAD + errors(shape, _FOR_TRUTH, generator) for _ in range(2))
    first, second = (generator.normal(size=_FOR_TRUTH) + sign * each / 2 for sign, each in ((1, one), (-1, other)))
    return {
        "mean-difference": LEAD,
        "median-difference": float(np.median(one)),
        "hodges-lehmann": float(np.median((one + other) / 2)),
        "hedges-g": LEAD,
        "cliffs-delta": 2 * float((first > second).mean()) - 1,
        "superiority": float((one > 0).mean()),
        "rank-biserial": 2 * float((one + other > 0).mean()) - 1,
    }


def coverage(measure, shape, n_datasets, truth, studies=STUDIES):
    """Share of studies whose interval holds the true value."""
    generator = np.random.default_rng(n_datasets)
    difference = LEAD + errors(shape, (n_datasets, studies), generator)
    difficulty = generator.normal(size=(n_datasets, studies))
    scores = np.concatenate([difficulty + difference / 2, difficulty - difference / 2], axis=1)
    pairs = np.column_stack([np.arange(studies), np.arange(studies) + studies])
    options = {"interval": "hall"} if measure == HALL else {}
    effect = EFFECTS[measure.partition(",")[0]].run(scores, pairs, LEVEL, **options)
    return float(((effect.low <= truth) & (truth <= effect.high)).mean())


def rows():
    """The rows of the file: measure, shape, data sets, share."""
    yield "measure", "differences", "datasets", "coverage"
    true = {shape: truths(shape) for shape in (*SHAPES, "log-normal, turned")}
    measures = dict.fromkeys(["mean-difference", HALL, *(name for name, item in EFFECTS.items() if not item.of_ratio)])
    for measure in measures:
        for shape in SHAPES:
            both = (shape, "log-normal, turned") if shape == "log-normal" else (shape,)
            for n in SIZES:
                truth = measure.partition(",")[0]
                share = min(coverage(measure, item, n, true[item][truth]) for item in both)
                yield measure, shape, str(n), f"{share:.3f}"


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows())
