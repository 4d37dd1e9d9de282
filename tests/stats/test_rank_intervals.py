"""Confidence sets for ranks, and bootstrap rank intervals."""

import itertools

import numpy as np
import pytest

from rankpress.stats.rank_intervals import bootstrap_rank_intervals, rank_confidence_sets

SETS = pytest.mark.parametrize("simultaneous", [True, False])


def largest_of_all_signs(scores, hypotheses):
    """By draw of signs, the t statistics of all one-sided hypotheses, those of the data first."""
    differences = np.array([scores[:, i] - scores[:, j] for i, j in hypotheses]).T
    n = len(scores)
    drawn = []
    for signs in itertools.product([1.0, -1.0], repeat=n):
        turned = differences * np.array(signs)[:, None]
        drawn.append(turned.mean(axis=0) / (turned.std(axis=0, ddof=1) / np.sqrt(n)))
    return np.array(drawn)


def sets_by_closure(scores, of, level):
    """A hypothesis is rejected where every set of hypotheses that it is in is, by the largest statistic of the set."""
    k = scores.shape[1]
    hypotheses = [(i, j) for i, j in itertools.permutations(range(k), 2) if i in of or j in of]
    t = largest_of_all_signs(scores, hypotheses)
    rejected = set(range(len(hypotheses)))
    for size in range(1, len(hypotheses) + 1):
        for subset in itertools.combinations(range(len(hypotheses)), size):
            largest = t[:, subset].max(axis=1)
            if np.mean(largest >= largest[0] - 1e-9) > 1 - level:
                rejected -= set(subset)
    better = [hypotheses[index] for index in rejected]
    return {i: (1 + sum(b == i for _, b in better), k - sum(a == i for a, _ in better)) for i in of}


@pytest.mark.conformance("Confidence sets for ranks", "closure of tests over all sets of hypotheses, all signs listed")
@pytest.mark.parametrize("seed", range(6))
@SETS
def test_the_steps_are_the_closure_of_the_tests_of_all_sets(seed, simultaneous):
    generator = np.random.default_rng(seed)
    scores = np.array([0.9, 0.2, -0.4]) * (seed % 3) + generator.normal(size=(9, 3))
    sets = rank_confidence_sets(scores, 0.9, simultaneous=simultaneous)
    parts = [range(3)] if simultaneous else [range(i, i + 1) for i in range(3)]
    expected = {}
    for part in parts:
        expected |= sets_by_closure(scores, part, 0.9)
    assert list(zip(sets.low.tolist(), sets.high.tolist(), strict=True)) == [expected[i] for i in range(3)]


@pytest.mark.nightly
@pytest.mark.conformance("Confidence sets for ranks", "simulation: they hold the true ranks")
@pytest.mark.parametrize("means", [(0, 0, 0, 0), (0.7, 0.7, 0, -0.8)])
@SETS
def test_sets_hold_the_true_ranks_with_their_level(means, simultaneous):
    generator, n, studies, mean = np.random.default_rng(3), 10, 120, np.array(means)
    best = 1 + (mean > mean[:, None]).sum(axis=1)
    worst = (mean >= mean[:, None]).sum(axis=1)
    covered = np.zeros((studies, len(mean)), dtype=bool)
    for study in covered:
        errors = np.exp(generator.normal(size=(n, 1))) * generator.normal(size=(n, len(mean)))  # heavy tails
        sets = rank_confidence_sets(mean + errors, simultaneous=simultaneous, draws=499)
        study[:] = (sets.low <= best) & (sets.high >= worst)
    shares = covered.all(axis=1).mean() if simultaneous else covered.mean(axis=0).min()
    assert shares >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / studies)


ALIKE = np.tile(np.arange(20.0)[:, None], 5)


def noise(n, k):
    return np.random.default_rng(1).normal(size=(n, k))


@SETS
@pytest.mark.parametrize(
    ("scores", "low", "high"),
    [
        (100.0 * np.array([2, 0, 3, 1]) + noise(6, 4), [2, 4, 1, 3], [2, 4, 1, 3]),
        (100.0 * np.array([2, 0, 3, 1]) + noise(40, 4), [2, 4, 1, 3], [2, 4, 1, 3]),
        (ALIKE, [1] * 5, [5] * 5),
        (100.0 * np.arange(3) + noise(5, 3), [1] * 3, [3] * 3),  # five data sets have no sets of level 0.95
    ],
    ids=["six far apart", "far apart", "alike", "too few"],
)
def test_limits_of_the_sets(scores, low, high, simultaneous):
    sets = rank_confidence_sets(scores, simultaneous=simultaneous)
    assert (sets.low.tolist(), sets.high.tolist()) == (low, high)


def test_bootstrapped_equal_algorithms_can_have_any_rank():
    intervals = bootstrap_rank_intervals(ALIKE)
    assert (intervals.low.tolist(), intervals.high.tolist()) == ([1] * 5, [5] * 5)


@pytest.mark.nightly
def test_simultaneous_sets_hold_the_marginal_ones():
    generator = np.random.default_rng(5)
    for _ in range(20):
        scores = np.linspace(0, 1.5, 6) + generator.normal(size=(25, 6))
        all_, each = (rank_confidence_sets(scores, simultaneous=which, draws=999) for which in (True, False))
        assert all_.low.mean() <= each.low.mean()
        assert all_.high.mean() >= each.high.mean()


@pytest.mark.conformance("Bootstrap rank intervals", "percentiles of ranks, resamples one by one")
def test_bootstrap_intervals_are_percentiles_of_ranks():
    scores = np.linspace(0, 1, 5) + np.random.default_rng(2).normal(size=(15, 5))
    generator, ranks = np.random.default_rng(9), []
    for rows in generator.integers(15, size=(200, 15)):
        means = scores[rows].mean(axis=0)
        ranks.append([1 + int((means > mean).sum()) for mean in means])
    intervals = bootstrap_rank_intervals(scores, 0.9, draws=200, seed=9)
    ordered = np.sort(np.array(ranks), axis=0)
    assert intervals.low.tolist() == ordered[9].tolist()
    assert intervals.high.tolist() == ordered[190].tolist()
