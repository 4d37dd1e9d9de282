"""Times what tells whether a study can be trusted.

    python tests/benchmarks/trust.py

Processor seconds of one run, imports not counted. Aim: Demsar's whole experiment, 1,000 draws of ten data sets at each
of 21 biases, four tests of the 21 pairs of seven algorithms, in under 30 s. And `rankpress calibrate`, of which a tenth
of the draws is made here, in under five minutes on two cores.
"""

import time

import numpy as np

from rankpress.analysis import analyse
from rankpress.calibration.experiments import calibrate
from rankpress.calibration.settings import Settings
from rankpress.core.scores import MetricScores, Scores
from rankpress.robustness.power import Setting, by_difference, by_size
from rankpress.robustness.replicability import Experiment, repeat_at
from rankpress.spec.model import Study
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores


def sensitivity():
    """All variations of studies of accuracies, and the search for data sets that turn pairs over together."""
    for n, k in ((14, 4), (24, 12), (50, 20)):
        random = np.random.default_rng(0)
        means = 0.8 + 0.1 * random.normal(size=(n, 1)) + 0.03 * random.normal(size=(n, k)) + 0.005 * np.arange(k)
        names = tuple(f"d{row}" for row in range(n)), tuple(f"a{column}" for column in range(k))
        scores = MetricScores("accuracy", "higher", *names, means, n, folds=(None,) * n)
        asked = {"scores": {"files": ["a.csv"], "metrics": [{"name": "accuracy"}]}, "effects": None, "sensitivity": {}}
        study = Study.model_validate(asked)
        began = time.process_time()
        analyse(study, Scores((scores,), {}, ()))
        yield f"{k} algorithms on {n} data sets", time.process_time() - began


def replicability():
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


def power():
    """A pair of seven algorithms on 14 data sets: a difference on 12 numbers of data sets, then the smallest."""
    random = np.random.default_rng(0)
    scores = 0.8 + 0.1 * random.normal(size=(14, 1)) + 0.03 * random.normal(size=(14, 7)) + 0.005 * np.arange(7)
    sizes = (5, 10, 14, 15, 20, 30, 40, 60, 80, 120, 160, 240)
    for test, methods in (("rank-z", ("nemenyi", "holm", "shaffer")), ("wilcoxon", ("holm",)), ("t", ("holm",))):
        tests = {"test": test, "alpha": 0.05, "adjustments": {method: {} for method in methods}}
        setting = Setting(scores, all_pairs(7), tests, 0.8, 1000, 0)
        for told, work in (
            ("sizes", lambda one: by_size(one, sizes, (5, 0.02))),
            ("differences", lambda one: by_difference(one, 5)),
        ):
            began = time.process_time()
            work(setting)
            yield f"{test} with {', '.join(methods)}, {told}", time.process_time() - began


def calibration():
    """All experiments of `rankpress calibrate` with a tenth of its draws."""
    began = time.process_time()
    calibrate(Settings(draws=100))
    return time.process_time() - began


if __name__ == "__main__":
    for told, seconds in sensitivity():
        print(f"sensitivity: {told}: {seconds:.1f} s")
    print(f"replicability: 21 biases, 1,000 draws, 21 pairs, 4 tests: {replicability():.1f} s")
    for told, seconds in power():
        print(f"power: 1,000 draws, {told}: {seconds:.1f} s")
    print(f"calibration: 100 draws of each setting: {calibration():.1f} s")
