"""Mean difference, median difference and Hodges-Lehmann shift with their intervals.

Checked against: R's t.test and wilcox.test (conf.int, exact) and its qsignrank; scipy's t interval and binomial; the
intervals by their definition, shifts that a test listed sign by sign does not reject. Regression: a median interval
whose rank is n / 2 - z sqrt(n / 2) in place of n / 2 - z sqrt(n) / 2, which holds the median in 99.6% of studies.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rankpress.stats.effects import hodges_lehmann, mean_difference, median_difference

FEW = st.lists(st.integers(-40, 40), min_size=6, max_size=9, unique_by=abs)


def effect_of(function, differences, level=0.95):
    differences = np.asarray(differences, dtype=float)
    return function(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], level)


def rs_differences(n):
    i = np.arange(1, int(n) + 1)
    return np.where(i % 3 == 0, -(i**2), i**2)


def cases(r_values, function):
    found = {case: values for (name, case), values in r_values.items() if name == function}
    assert found
    return found.items()


@pytest.mark.conformance(procedure="Mean difference: interval", source="R t.test")
def test_mean_intervals_are_rs(r_values):
    for n, values in cases(r_values, "t.interval"):
        effect = effect_of(mean_difference, rs_differences(n))
        assert effect.low[0] == pytest.approx(values["low"], rel=1e-12)
        assert effect.high[0] == pytest.approx(values["high"], rel=1e-12)


@pytest.mark.conformance(procedure="Mean difference: interval", source="scipy.stats.ttest_rel")
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_mean_intervals_are_scipys(level):
    scores = np.random.default_rng(1).normal(size=(11, 2))
    reference = stats.ttest_rel(scores[:, 0], scores[:, 1]).confidence_interval(level)
    effect = mean_difference(scores, [[0, 1]], level)
    assert [effect.low[0], effect.high[0]] == pytest.approx(list(reference), rel=1e-10)
    assert effect.estimate[0] == pytest.approx(np.mean(scores[:, 0] - scores[:, 1]))


@pytest.mark.conformance(procedure="Hodges-Lehmann shift and interval", source="R wilcox.test, exact")
def test_shifts_and_intervals_are_rs(r_values):
    for n, values in cases(r_values, "hodges.lehmann"):
        effect = effect_of(hodges_lehmann, rs_differences(n))
        assert (effect.estimate[0], effect.low[0], effect.high[0]) == (
            values["estimate"],
            values["low"],
            values["high"],
        )
        assert effect.details["attained"][0] == pytest.approx(values["attained"], rel=1e-12)


@pytest.mark.conformance(procedure="Hodges-Lehmann interval past 50 data sets", source="R qsignrank")
def test_the_normal_form_is_within_three_places_of_the_exact_one(r_values):
    for n, values in cases(r_values, "qsignrank"):
        # all averages differ, so that an end tells its place among them
        differences = np.random.default_rng(4).normal(size=int(n))
        averages = np.sort([(a + b) / 2 for a, b in itertools.combinations_with_replacement(differences, 2)])
        effect = effect_of(hodges_lehmann, differences)
        low, high = (int(np.argmin(np.abs(averages - end[0]))) for end in (effect.low, effect.high))
        assert low + high == len(averages) - 1
        assert abs(low + 1 - values["0.025"]) <= 3
        assert 0.95 <= effect.details["attained"][0] < 0.952


@settings(max_examples=25)
@pytest.mark.conformance(procedure="Hodges-Lehmann interval", source="all signs listed")
@given(FEW)
def test_the_interval_holds_what_the_test_does_not_reject(differences):
    differences = np.array(differences, dtype=float)
    effect = effect_of(hodges_lehmann, differences, 0.9)
    n = len(differences)
    signs = np.array(list(itertools.product([0, 1], repeat=n)))
    sums = signs @ np.arange(1, n + 1)
    # shifts at which no two differences are as far from it, and none is at it
    averages = np.unique([(a + b) / 2 for a, b in itertools.combinations_with_replacement(differences, 2)])
    for shift in (averages[1:] + averages[:-1]) / 2:
        ranks = stats.rankdata(np.abs(differences - shift))
        r_plus = ranks[differences > shift].sum()
        p = 2 * min(np.mean(sums <= r_plus), np.mean(sums >= r_plus))
        assert (effect.low[0] <= shift <= effect.high[0]) == (p > 0.1 + 1e-12)


@pytest.mark.parametrize("n", [9, 30, 60])
def test_with_ties_and_zeros_the_interval_still_holds_the_shift(n):
    generator = np.random.default_rng(5)
    differences = np.rint(generator.normal(0, 1.2, (n, 2000)))
    assert (differences == 0).mean() > 0.2
    pairs = np.column_stack([np.arange(2000), np.full(2000, 2000)])
    effect = hodges_lehmann(np.column_stack([differences, np.zeros(n)]), pairs)
    assert np.mean((effect.low <= 0) & (effect.high >= 0)) >= 0.95 - 4 * np.sqrt(0.95 * 0.05 / 2000)


def test_the_shift_is_the_median_of_all_averages():
    differences = np.random.default_rng(6).normal(size=60)
    averages = [(a + b) / 2 for a, b in itertools.combinations_with_replacement(differences, 2)]
    assert effect_of(hodges_lehmann, differences).estimate[0] == pytest.approx(np.median(averages), rel=1e-12)


@pytest.mark.conformance(procedure="Median difference: interval", source="scipy.stats.binom")
@pytest.mark.parametrize("n", [6, 7, 15, 30, 100, 213])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_median_intervals_are_those_of_order_statistics(n, level):
    differences = np.arange(1.0, n + 1)
    effect = effect_of(median_difference, np.random.default_rng(n).permutation(differences), level)
    depth = int(effect.low[0])
    assert effect.high[0] == n + 1 - depth
    assert effect.details["attained"][0] == pytest.approx(1 - 2 * stats.binom.cdf(depth - 1, n, 0.5), rel=1e-12)
    assert effect.details["attained"][0] >= level
    assert 1 - 2 * stats.binom.cdf(depth, n, 0.5) < level  # one place further in would be too few
    assert effect.estimate[0] == np.median(differences)


@pytest.mark.conformance(procedure="Median difference: interval", source="simulation", fault="B30")
def test_median_intervals_hold_the_median_as_often_as_they_say():
    # Elsewhere the places are n / 2 -+ z sqrt(n / 2): in 99.6% of studies of 30 data sets.
    differences = np.random.default_rng(8).exponential(size=(30, 5000)) - np.log(2)
    pairs = np.column_stack([np.arange(5000), np.full(5000, 5000)])
    effect = median_difference(np.column_stack([differences, np.zeros(30)]), pairs)
    held = np.mean((effect.low <= 0) & (effect.high >= 0))
    attained = 1 - 2 * stats.binom.cdf(9, 30, 0.5)
    assert effect.details["attained"][0] == pytest.approx(attained)
    assert held == pytest.approx(attained, abs=4 * np.sqrt(attained * (1 - attained) / 5000))


@pytest.mark.parametrize("function", [median_difference, hodges_lehmann])
def test_too_few_data_sets_have_no_interval(function):
    differences = [3.0, 1.0, 2.0, 5.0, 4.0]
    effect = effect_of(function, differences)
    assert effect.estimate.tolist() == [3.0]
    assert np.isnan([effect.low[0], effect.high[0], effect.details["attained"][0]]).all()
    assert effect.why == ("5 data sets are too few for a distribution-free interval of level 0.95",)
    assert effect_of(function, [*differences, 6.0]).why == ("",)
    # 1 - 2 / 2**5 exactly
    assert effect_of(function, differences, 0.9375).low.tolist() == [1.0]


def test_decimals_that_differ_equally_are_equal():
    # 0.3 - 0.2, 0.2 - 0.1 and 0.8 - 0.7 are one number but for rounding.
    effect = mean_difference([[0.3, 0.2], [0.2, 0.1], [0.8, 0.7]], [[0, 1]])
    assert effect.low == effect.high
    assert effect.why[0].startswith("the difference is the same")
