"""Times what tells whether a study can be trusted.

    python tests/benchmarks/trust.py

Processor seconds of one run, imports not counted. Aim: Demsar's whole experiment, 1,000 draws of ten data sets at each
of 21 biases, four tests of the 21 pairs of seven algorithms, in under 30 s.
"""

from __future__ import annotations

import time

import numpy as np

from rankpress.replicability.experiment import Experiment, repeat_at
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores


def replicability() -> float:
    """Demsar's experiment on forty data sets."""
    random = np.random.default_rng(0)
    scores = 0.8 + 0.1 * random.normal(size=(40, 1)) + 0.03 * random.normal(size=(40, 7)) + 0.005 * np.arange(7)
    experiment = Experiment(
        scores=scores,
        ranks=rank_scores(scores),
        pairs=all_pairs(7),
        by="pair",
        favoured=6,
        against=None,
        draws=1000,
        size=10,
        seed=0,
        replacement=False,
        alpha=0.05,
        control=False,
        tests=("t", "relative-t", "wilcoxon", "sign"),
        omnibus=(),
        families=(),
    )
    began = time.process_time()
    for bias in range(21):
        repeat_at(experiment, float(bias))
    return time.process_time() - began


if __name__ == "__main__":
    print(f"replicability: 21 biases, 1,000 draws, 21 pairs, 4 tests: {replicability():.1f} s")
