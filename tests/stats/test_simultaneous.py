"""Levels at which intervals hold together."""

import itertools

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from rankpress.stats.effects import mean_difference
from rankpress.stats.pairs import all_pairs
from rankpress.stats.sign_flips import simultaneous_level


@pytest.mark.conformance("Simultaneous intervals", "the largest t over all signs, listed")
@pytest.mark.parametrize("seed", range(4))
def test_the_level_is_that_of_the_largest_t_of_all_signs(seed):
    scores = np.random.default_rng(seed).normal(size=(9, 4))
    scores[:, 1] = scores[:, 0] + 0.3 * scores[:, 1]  # dependent pairs
    pairs = all_pairs(4)
    off = scores[:, pairs[:, 0]] - scores[:, pairs[:, 1]]
    off -= off.mean(axis=0)
    signs = np.array(list(itertools.product([1.0, -1.0], repeat=9)))[:, :, None]
    largest = np.sort(np.abs(stats.ttest_1samp(signs * off, 0, axis=1).statistic).max(axis=1))
    reached = largest[int(np.ceil(0.95 * (len(largest) - 1)))]
    expected = np.clip(1 - 2 * stats.t.sf(reached, 8), 0.95, 1 - 0.05 / 6)
    assert simultaneous_level(scores, pairs) == pytest.approx(expected, rel=1e-3)


WORLDS = {
    "normal": lambda generator, size: generator.normal(size=size) * [1, 1, 1, 2, 3],
    "log-normal": lambda generator, size: np.exp(generator.normal(size=size)),
}


def hold_together(world, studies, interval):
    """In how many studies of five exchangeable algorithms all ten intervals contain zero."""
    generator, pairs, n_covered = np.random.default_rng(8), all_pairs(5), 0
    for _ in range(studies):
        scores = WORLDS[world](generator, (12, 5)) + generator.normal(size=(12, 1))
        effect = mean_difference(scores, pairs, simultaneous_level(scores, pairs, draws=999), interval=interval)
        n_covered += bool(((effect.low <= 0) & (effect.high >= 0)).all())
    return n_covered


@pytest.mark.nightly
@pytest.mark.conformance("Simultaneous intervals", "simulation: level 0.95 within Clopper-Pearson bounds")
@pytest.mark.parametrize("world", [pytest.param("normal", marks=pytest.mark.nightly), "log-normal"])
def test_all_intervals_hold_together(world):
    """Intervals that hold together in less than 87% of the studies, as each by itself does, are found."""
    n_covered = hold_together(world, 200, "t")
    assert proportion_confint(n_covered, 200, alpha=0.01, method="beta")[1] >= 0.95


@pytest.mark.nightly
def test_halls_intervals_would_not_hold_together():
    n_covered = hold_together("log-normal", 200, "hall")
    assert proportion_confint(n_covered, 200, alpha=0.01, method="beta")[1] < 0.95


def test_the_level_lies_between_that_of_one_and_bonferronis():
    generator = np.random.default_rng(3)
    for k in (2, 3, 8):
        scores, pairs = generator.normal(size=(25, k)), all_pairs(k)
        assert 0.9 <= simultaneous_level(scores, pairs, 0.9) <= 1 - 0.1 / len(pairs)
    assert simultaneous_level(np.ones((7, 3)), all_pairs(3)) == 0.95
