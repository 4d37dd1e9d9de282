"""A tolerance, within which scores are tied, means the same to all that counts differences."""

import numpy as np
import pytest

from rankpress.stats.dominance import cliffs_delta
from rankpress.stats.effects import NO_DIFFERENCE, rank_biserial
from rankpress.stats.permutation import permutation
from rankpress.stats.sign import sign_test
from rankpress.stats.westfall_young import flip_weights
from rankpress.stats.wilcoxon import wilcoxon

PAIRS = [[0, 1], [0, 2], [1, 2]]


def scores_of(seed, n=19):
    return np.random.default_rng(seed).integers(0, 40, (n, 3)) / 8.0  # differences that equal the tolerance occur


@pytest.mark.conformance("Tolerance: Wilcoxon, rank-biserial", "one from the sums of ranks of the other")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tolerance", [0.0, 0.5, 2.0])
def test_rank_biserial_is_of_wilcoxons_sums(seed, tolerance):
    scores = scores_of(seed)
    details = wilcoxon(scores, PAIRS, tolerance=tolerance).details
    plus, minus = details["r_plus"], details["r_minus"]
    effect = rank_biserial(scores, PAIRS, tolerance=tolerance).estimate
    assert effect == pytest.approx((plus - minus) / (plus + minus), abs=1e-12)
    weights = flip_weights(scores, PAIRS, "wilcoxon", tolerance=tolerance)
    assert weights.sum(axis=0) == pytest.approx(plus - minus, abs=1e-9)


@pytest.mark.conformance("Tolerance: permutation test", "the same test of differences that are set to zero")
@pytest.mark.parametrize(("n", "options"), [(19, {}), (40, {"draws": 2000, "seed": 3})])
@pytest.mark.parametrize("tolerance", [0.0, 0.5, 2.0])
def test_the_permutation_test_is_of_the_differences_that_are_left(n, options, tolerance):
    scores = scores_of(7, n)
    test = permutation(scores, PAIRS, tolerance=tolerance, **options)
    for index, (a, b) in enumerate(PAIRS):
        differences = scores[:, a] - scores[:, b]
        differences[np.abs(differences) < tolerance] = 0.0
        expected = permutation(np.column_stack([differences, np.zeros(n)]), [[0, 1]], **options)
        assert (test.p[index], test.statistic[index]) == (expected.p[0], expected.statistic[0])


@pytest.mark.conformance("Tolerance: Cliff's delta", "all pairs of scores counted")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tolerance", [0.125, 0.5, 2.0])
def test_cliffs_delta_counts_scores_that_are_farther_apart(seed, tolerance):
    scores = scores_of(seed)
    for (a, b), estimate in zip(PAIRS, cliffs_delta(scores, PAIRS, tolerance=tolerance).estimate, strict=True):
        apart = scores[:, [a]] - scores[:, b]
        apart[np.abs(apart) < tolerance] = 0.0
        assert estimate == pytest.approx(np.sign(apart).mean(), abs=1e-12)


def test_a_pair_that_ties_everywhere_has_no_effect_and_says_why():
    base = np.random.default_rng(2).uniform(0, 50, 12)
    scores = np.column_stack([base, base + np.linspace(0.05, 0.4, 12), base])
    for measure in (rank_biserial, cliffs_delta):
        effect = measure(scores, [[0, 1]], tolerance=0.5)
        assert (effect.estimate[0], effect.low[0], effect.high[0]) == (0, 0, 0)
        assert effect.why == (NO_DIFFERENCE,)
        assert measure(scores, [[0, 1]]).estimate[0] < 0
    for test in (wilcoxon, permutation, sign_test):
        assert test(scores, [[0, 1]], tolerance=0.5).p[0] == 1
