"""Cliff's delta, probability of superiority, rank-biserial correlation: how often one is ahead.

Checked against: all pairs of scores counted; statsmodels' Wilson interval; scipy's rank sums (mannwhitneyu, wilcoxon);
the jackknife of the definition, leaving out one data set after another; the working variance of the rank-biserial by
its definition (bivariate normal), and for no difference by the null variance of Wilcoxon's statistic; R+ = 93 and
R- = 12 of demsar2006.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from rankpress.stats.dominance import NO_SPREAD, cliffs_delta, probability_of_superiority
from rankpress.stats.effects import rank_biserial
from rankpress.stats.pairs import all_pairs
from rankpress.stats.wilcoxon import wilcoxon

SCORES = arrays(np.float64, st.tuples(st.integers(3, 9), st.integers(2, 4)), elements=st.integers(0, 12).map(float))


def between(first, second):
    """Delta over pairs of different data sets."""
    n = len(first)
    return (np.sign(first[:, None] - second).sum() - np.sign(first - second).sum()) / (n * (n - 1))


@pytest.mark.conformance(procedure="Cliff's delta", source="all pairs of scores counted")
@given(SCORES)
def test_delta_by_counting(scores):
    pairs = all_pairs(scores.shape[1])
    effect = cliffs_delta(scores, pairs)
    for at, (a, b) in enumerate(pairs):
        counted = np.sign(scores[:, a][:, None] - scores[:, b]).mean()
        assert effect.estimate[at] == pytest.approx(counted, abs=1e-12)


@pytest.mark.conformance(procedure="Cliff's delta", source="scipy.stats.mannwhitneyu")
def test_delta_by_mann_whitney():
    scores = np.random.default_rng(1).normal(size=(30, 2))
    u = stats.mannwhitneyu(scores[:, 0], scores[:, 1]).statistic
    assert cliffs_delta(scores, [[0, 1]]).estimate[0] == pytest.approx(2 * u / 900 - 1)


@pytest.mark.conformance(procedure="Cliff's delta: interval", source="jackknife by the definition")
@pytest.mark.parametrize("n", [5, 12, 40])
def test_the_interval_has_the_width_of_the_jackknife_about_the_estimate(n):
    generator = np.random.default_rng(n)
    first = generator.normal(size=n)
    second = first + generator.normal(0.2, 0.8, n)
    others = np.array([between(np.delete(first, i), np.delete(second, i)) for i in range(n)])
    error = np.sqrt((n - 1) / n * ((others - others.mean()) ** 2).sum())
    effect = cliffs_delta(np.column_stack([first, second]), [[0, 1]])
    [estimate] = effect.estimate
    half = stats.t.ppf(0.975, n - 1) * error / (1 - estimate**2)
    low, high = np.tanh(np.arctanh(estimate) - half), np.tanh(np.arctanh(estimate) + half)
    assert [effect.low[0], effect.high[0]] == pytest.approx([low, high], rel=1e-9)


def test_full_separation_has_wilsons_interval():
    effect = cliffs_delta(np.column_stack([np.arange(10) + 100.0, np.arange(10.0)]), [[0, 1]])
    low, high = proportion_confint(10, 10, method="wilson")
    assert (effect.estimate[0], effect.high[0]) == (1.0, pytest.approx(2 * high - 1))
    assert effect.low[0] == pytest.approx(2 * low - 1)


def test_an_estimate_lies_inside_its_interval_and_not_at_its_end():
    # a lead on each data set that is small against how far these differ pulls the estimate off delta between them
    for seed in range(50):
        generator = np.random.default_rng(seed)
        level = generator.normal(0, 3, 12)
        scores = np.column_stack([level + 0.3, level + generator.normal(0, 0.1, 12)])
        effect = cliffs_delta(scores, [[0, 1]])
        assert effect.low[0] < effect.estimate[0] < effect.high[0]


def test_ahead_of_all_other_data_sets_but_tied_on_the_same_one():
    effect = cliffs_delta([[2.0, 0.0], [2.0, 0.0], [2.0, 0.0], [1.0, 1.0]], [[0, 1]])
    assert effect.estimate[0] == 15 / 16
    assert effect.low[0] < 15 / 16 < effect.high[0]


@pytest.mark.slow
@pytest.mark.parametrize(("n", "undefined"), [(8, 0.2), (15, 0.01), (30, 0.0), (100, 0.0)])
@pytest.mark.parametrize(("spread", "lead"), [(3.0, 0.0), (1.0, 0.5), (0.0, 0.5)])
def test_the_interval_where_there_is_one_holds_delta_between_data_sets(n, undefined, spread, lead):
    generator, held = np.random.default_rng(7), []
    true = 2 * stats.norm.cdf(lead / np.sqrt(2 * (spread**2 + 0.25))) - 1
    for _ in range(600):
        level = generator.normal(0, 1, n) * spread
        scores = level[:, None] + generator.normal(0, 0.5, (n, 2)) + [lead, 0.0]
        effect = cliffs_delta(scores, [[0, 1]])
        if not effect.why[0]:
            held.append(effect.low[0] <= true <= effect.high[0])
    assert len(held) >= 600 * (1 - undefined)
    assert 0.93 <= np.mean(held) <= 0.995


def test_a_small_lead_everywhere_is_no_dominance_but_superiority():
    level = np.arange(0.0, 20.0)
    scores = np.column_stack([level + 0.01, level])
    assert cliffs_delta(scores, [[0, 1]]).estimate[0] == pytest.approx(1 / 20)
    assert probability_of_superiority(scores, [[0, 1]]).estimate[0] == 1.0


def test_scores_that_are_equal_but_for_rounding_tie():
    scores = np.array([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2], [0.3, 0.3]])
    assert cliffs_delta(scores, [[0, 1]]).estimate[0] == 0
    assert probability_of_superiority(scores, [[0, 1]]).estimate[0] == 0.5


def test_two_data_sets_have_no_interval():
    effect = cliffs_delta([[1.0, 0.0], [2.0, 5.0]], [[0, 1]])
    assert np.isnan(effect.low[0])
    assert "two data sets" in effect.why[0]


@pytest.mark.conformance(procedure="Probability of superiority: interval", source="statsmodels proportion_confint")
@pytest.mark.parametrize(("wins", "n"), [(0, 4), (3, 10), (8, 10), (10, 10), (60, 200)])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_without_ties_the_interval_is_wilsons(wins, n, alpha):
    scores = np.repeat([[1.0, 0.0], [0.0, 1.0]], [wins, n - wins], axis=0)
    effect = probability_of_superiority(scores, [[0, 1]], 1 - alpha)
    assert effect.estimate[0] == wins / n
    assert [effect.low[0], effect.high[0]] == pytest.approx(proportion_confint(wins, n, alpha, "wilson"), abs=1e-12)


def test_ties_count_half_and_narrow_the_interval():
    scores = np.repeat([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [6, 8, 2], axis=0)
    effect = probability_of_superiority(scores, [[0, 1]])
    assert effect.estimate[0] == 10 / 16
    z = stats.norm.ppf(0.975)
    for end in (effect.low[0], effect.high[0]):  # z standard errors away, the variance less a quarter for each tie
        assert abs(10 / 16 - end) == pytest.approx(z * np.sqrt((end * (1 - end) - 0.5 / 4) / 16), rel=1e-9)
    wider = proportion_confint(10, 16, method="wilson")
    assert wider[0] < effect.low[0] < effect.high[0] < wider[1]


@pytest.mark.conformance(procedure="Rank-biserial correlation", source="Demsar 2006, Table 2")
def test_demsar_prints_these_sums(demsar):
    assert rank_biserial(demsar.values, [[1, 0]]).estimate[0] == pytest.approx((93 - 12) / 105, rel=1e-12)


@given(SCORES)
def test_it_is_made_of_the_sums_of_the_test(scores):
    pairs = all_pairs(scores.shape[1])
    sums = wilcoxon(scores, pairs).details
    for at, estimate in enumerate(rank_biserial(scores, pairs).estimate):
        total = sums["r_plus"][at] + sums["r_minus"][at]
        expected = (sums["r_plus"][at] - sums["r_minus"][at]) / total if total else 0
        assert estimate == pytest.approx(expected, abs=1e-12)


@pytest.mark.conformance(procedure="Rank-biserial correlation: interval", source="bivariate normal chances")
@pytest.mark.parametrize("n", [8, 25, 100])
def test_the_ends_are_as_many_standard_errors_away_as_they_should(n):
    differences = np.random.default_rng(n).normal(0.5, 1, n)
    effect = rank_biserial(np.column_stack([differences, np.zeros(n)]), [[0, 1]])
    both_positive = stats.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]])
    for end in (effect.low[0], effect.high[0]):
        chance = (1 + end) / 2
        x = stats.norm.ppf(chance)
        shared = both_positive.cdf([x, x]) - chance**2
        variance = (4 * (n - 2) * shared + 2 * chance * (1 - chance)) / (n * (n - 1))
        assert abs(effect.estimate[0] - end) / 2 == pytest.approx(stats.norm.ppf(0.975) * np.sqrt(variance), rel=1e-3)


@pytest.mark.parametrize("n", [20, 60, 200])
def test_without_a_difference_the_spread_is_nearly_that_of_the_test(n):
    # An estimate about z null standard deviations from zero is about where the interval begins to leave out zero.
    spread = np.sqrt(n * (n + 1) * (2 * n + 1) / 6) / (n * (n + 1) / 2)
    for factor, holds in ((1.80, True), (2.12, False)):
        wanted = factor * spread * n * (n + 1) / 2
        ranks = np.arange(1, n + 1)
        signs = np.ones(n)
        left = (ranks.sum() - wanted) / 2  # sum of the ranks to turn round
        for rank in ranks[::-1]:
            if rank <= left:
                signs[rank - 1], left = -1.0, left - rank
        effect = rank_biserial(np.column_stack([signs * ranks, np.zeros(n)]), [[0, 1]])
        assert (effect.low[0] <= 0) == holds


def test_all_on_one_side_still_leaves_room():
    effect = rank_biserial(np.column_stack([np.arange(1.0, 11.0), np.zeros(10)]), [[0, 1]])
    assert (effect.estimate[0], effect.high[0]) == (1.0, 1.0)
    assert 0 < effect.low[0] < 1


def test_data_sets_that_contribute_alike_give_no_interval_of_no_width():
    found = cliffs_delta([[2, 1], [4, 3], [6, 5]], [[0, 1]])
    assert found.estimate == pytest.approx(1 / 3)
    assert np.isnan([found.low[0], found.high[0]]).all()
    assert found.why == (NO_SPREAD,)
