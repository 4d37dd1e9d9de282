"""Intervals and tests that belong together: an interval excludes no difference where the test rejects it."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE
from rankpress.stats.hodges_lehmann import hodges_lehmann
from rankpress.stats.pairs import all_pairs
from rankpress.stats.wilcoxon import wilcoxon

LEVELS = st.sampled_from([0.9, 0.95, 0.99])
# eighths are exact, and few values make ties within and between the signs, and zeros
SCORES = arrays(np.float64, st.tuples(st.integers(5, 25), st.just(3)), elements=st.integers(0, 12).map(lambda i: i / 8))
ZEROS = pytest.mark.parametrize("zeros", ["split", "pratt", "wilcox"])


def is_retained(scores, pair, level, shift, zeros):
    shifted = scores[:, pair].copy()
    shifted[:, 1] += shift
    return wilcoxon(shifted, [[0, 1]], zeros=zeros).p[0] > (1 - level) * (1 + 1e-12)


@ZEROS
@pytest.mark.conformance("Hodges-Lehmann interval, ties and zeros", "p of the exact Wilcoxon test of the same scores")
@given(scores=SCORES, level=LEVELS)
def test_the_shift_and_wilcoxons_test_agree_on_zero(zeros, scores, level):
    pairs = all_pairs(3)
    effect, tested = hodges_lehmann(scores, pairs, level, zeros=zeros), wilcoxon(scores, pairs, zeros=zeros)
    for row, pair in enumerate(pairs.tolist()):
        low, high = effect.low[row], effect.high[row]
        if np.isnan(low):
            continue
        if tested.p[row] > (1 - level) * (1 + 1e-12):
            assert low <= 0 <= high
        elif low <= 0 <= high:
            # an end is zero, for the test retains the shifts next to it: it rejects zero and neither neighborhood
            assert 0 in (low, high)
            assert is_retained(scores, pair, level, 1e-4 if low == 0 else -1e-4, zeros)


@given(scores=SCORES, level=LEVELS, tolerance=st.sampled_from([0.2, 0.3]))
def test_they_agree_within_a_tolerance_too(scores, level, tolerance):
    pairs = all_pairs(3)
    effect, tested = (
        hodges_lehmann(scores, pairs, level, tolerance=tolerance),
        wilcoxon(scores, pairs, tolerance=tolerance),
    )
    assume(not np.isnan(effect.low).any())
    contains = (effect.low < 0) & (effect.high > 0)
    assert not (contains & (tested.p <= 1 - level)).any()
    retained = tested.p > (1 - level) * (1 + 1e-12)
    assert ((effect.low <= 0) & (effect.high >= 0))[retained].all()


@pytest.mark.nightly
@pytest.mark.conformance("Hodges-Lehmann interval, ties and zeros", "p of Wilcoxon's test at shifts on both sides")
def test_an_end_that_ties_move_is_the_first_shift_that_the_test_retains():
    # Without its ties the test would not reject zero: the 14th of 78 averages, where the interval of twelve differences
    # begins, is not above zero.
    moved = 0
    for seed in range(600):
        scores = np.random.default_rng(seed).integers(0, 9, (12, 2)) / 8 + [0.35, 0]
        differences = scores[:, 0] - scores[:, 1]
        averages = np.sort([(a + b) / 2 for a, b in combinations_with_replacement(differences, 2)])
        if averages[13] > 0 or is_retained(scores, [0, 1], 0.95, 0, "split"):
            continue
        low = hodges_lehmann(scores, [[0, 1]]).low[0]
        assert low in (0, *averages)
        assert is_retained(scores, [0, 1], 0.95, low + 1e-4, "split")
        assert low == 0 or not is_retained(scores, [0, 1], 0.95, low - 1e-4, "split")
        moved += 1
    assert moved > 3


@pytest.mark.conformance("Mean difference: interval", "p of the paired t test of the same scores")
@given(scores=SCORES, level=LEVELS)
def test_the_mean_difference_and_the_t_test_agree_on_zero(scores, level):
    pairs = all_pairs(3)
    effect, tested = EFFECTS["mean-difference"].run(scores, pairs, level), PAIRWISE["t"].run(scores, pairs)
    assume((np.abs(tested.p - (1 - level)) > 1e-9).all())
    assert ((effect.low > 0) | (effect.high < 0)).tolist() == (tested.p < 1 - level).tolist()


@pytest.mark.few(1)
@pytest.mark.parametrize(("measure", "test"), [("hodges-lehmann", "wilcoxon"), ("median-difference", "sign")])
@given(seed=st.integers(0, 10_000))
def test_without_ties_intervals_by_bonferroni_agree_with_bonferronis_p(measure, test, seed):
    generator, pairs = np.random.default_rng(seed), all_pairs(4)
    scores = generator.normal(size=(14, 4)) + generator.normal(0, 0.8, 4)
    effect = EFFECTS[measure].run(scores, pairs, 1 - 0.05 / len(pairs))
    values = scores if PAIRWISE[test].uses == "scores" else np.argsort(np.argsort(-scores, axis=1), axis=1) + 1.0
    adjusted = ADJUSTMENTS["bonferroni"].run(PAIRWISE[test].run(values, pairs).p)
    assert ((effect.low > 0) | (effect.high < 0)).tolist() == (adjusted <= 0.05).tolist()


def test_each_test_of_pairs_names_a_measure_in_the_unit_of_the_scores():
    assert {test.name: EFFECTS[test.effect].in_unit for test in PAIRWISE.values()} == dict.fromkeys(PAIRWISE, True)
