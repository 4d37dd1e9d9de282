"""Kendall's W with its interval, and how far two rankings agree."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from rankpress.stats.concordance import (
    ALL_TIED,
    PERFECT,
    STEADY,
    TOO_FEW,
    compare_rankings,
    kendall_tau_b,
    kendall_tau_b_matrix,
    kendall_w,
)
from rankpress.stats.ranks import rank_scores

SCORES = arrays(np.float64, st.tuples(st.integers(3, 9), st.integers(3, 5)), elements=st.integers(0, 6).map(float))


def shuffled(n, k, seed, spread=0.0):
    return rank_scores(np.random.default_rng(seed).normal(size=(n, k)) + spread * np.arange(k))


@pytest.mark.conformance("Kendall's W", "scipy.stats.friedmanchisquare")
@given(SCORES)
def test_it_is_friedmans_statistic_on_another_scale(scores):
    n, k = scores.shape
    assume((np.ptp(scores, axis=1) > 0).any())
    reference = stats.friedmanchisquare(*scores.T).statistic / (n * (k - 1))
    assert kendall_w(rank_scores(scores)).estimate == pytest.approx(reference, rel=1e-9, abs=1e-12)


@pytest.mark.conformance("Kendall's W: interval", "scipy.stats.spearmanr, jackknife by the definition")
@pytest.mark.parametrize(("n", "k"), [(6, 4), (12, 3), (15, 6)])
def test_the_interval_is_that_of_the_average_correlation(n, k):
    ranks = shuffled(n, k, seed=n, spread=0.4)

    def average(rows):
        return stats.spearmanr(rows, axis=1).statistic[np.triu_indices(len(rows), 1)].mean()

    r, others = average(ranks), np.array([average(np.delete(ranks, i, axis=0)) for i in range(n)])
    half = stats.t.ppf(0.975, n - 1) * np.sqrt((n - 1) / n * ((others - others.mean()) ** 2).sum()) / (1 - r**2)
    low, high = (np.tanh(np.arctanh(r) + step) for step in (-half, half))
    concordance = kendall_w(ranks)
    assert concordance.estimate == pytest.approx((1 + (n - 1) * r) / n)
    assert concordance.low == pytest.approx(max(0, (1 + (n - 1) * low) / n))
    assert concordance.high == pytest.approx((1 + (n - 1) * high) / n)


@given(SCORES)
def test_the_estimate_lies_in_its_interval(scores):
    concordance = kendall_w(rank_scores(scores))
    assert concordance.why or 0 <= concordance.low <= concordance.estimate <= concordance.high <= 1


def test_what_is_undefined_says_why():
    assert kendall_w(np.full((5, 3), 2.0)).why == ALL_TIED
    assert np.isnan(kendall_w(np.full((5, 3), 2.0)).estimate)
    alike = kendall_w([[1, 2, 3]] * 5)
    assert (alike.estimate, alike.why) == (1.0, PERFECT)
    assert np.isnan([alike.low, alike.high]).all()
    assert kendall_w([[1, 2, 3], [1, 3, 2]]).why == TOO_FEW
    # fifteen data sets rank two algorithms in one way and fifteen in the other, and the third is always last
    steady = kendall_w([[1, 2, 3], [2, 1, 3]] * 15)
    assert (steady.estimate, steady.why) == (0.75, STEADY)
    assert np.isnan([steady.low, steady.high]).all()


@pytest.mark.conformance("Kendall's W of two algorithms: interval", "scipy.stats.binomtest, exact")
@pytest.mark.parametrize(
    ("wins", "losses", "ties"), [(15, 15, 0), (24, 6, 0), (5, 20, 0), (12, 0, 0), (9, 3, 4), (2, 0, 0)]
)
def test_of_two_algorithms_the_interval_is_the_binomials(wins, losses, ties):
    n, untied = wins + losses + ties, wins + losses
    concordance = kendall_w([[1, 2]] * wins + [[2, 1]] * losses + [[1.5, 1.5]] * ties)
    chance = stats.binomtest(wins, untied).proportion_ci(0.95, method="exact")
    leads = np.abs(2 * np.linspace(chance.low, chance.high, 200_001) - 1)
    low, high = ((1 + (n - 1) * untied / n * lead**2) / n for lead in (leads.min(), leads.max()))
    assert concordance.estimate == pytest.approx((wins - losses) ** 2 / (n * untied))
    assert concordance.low == pytest.approx(min(low, concordance.estimate), abs=1e-8)
    assert concordance.high == pytest.approx(high, abs=1e-8)
    assert concordance.low < concordance.high


@pytest.mark.conformance(
    "Kendall's W of two algorithms: interval", "simulation: level 0.95 within Clopper-Pearson bounds"
)
@pytest.mark.parametrize(("n", "chance"), [(10, 0.5), (20, 0.5), (30, 0.5), (30, 0.6), (12, 0.9)])
def test_of_two_algorithms_the_interval_holds_the_true_value(n, chance):
    true = (1 + (n - 1) * (2 * chance - 1) ** 2) / n
    counts = np.bincount(np.random.default_rng(n).binomial(n, chance, 3000), minlength=n + 1)
    concordances = [kendall_w([[1, 2]] * wins + [[2, 1]] * (n - wins)) for wins in range(n + 1)]
    covered = sum(int(count) for count, one in zip(counts, concordances, strict=True) if one.low <= true <= one.high)
    assert proportion_confint(covered, 3000, alpha=0.01, method="beta")[1] >= 0.95


@pytest.mark.nightly
@pytest.mark.conformance("Kendall's W: interval", "simulation: it holds the true value")
@pytest.mark.parametrize("n", [8, 30])
def test_the_interval_holds_the_true_value(n):
    many = shuffled(200_000, 5, seed=1, spread=0.5)
    r = 12 * ((many.mean(axis=0) - 3) ** 2).sum() / (5 * 24)
    concordances = [kendall_w(shuffled(n, 5, seed, 0.5)) for seed in range(500)]
    covered = np.mean([one.low <= (1 + (n - 1) * r) / n <= one.high for one in concordances])
    assert 0.92 <= covered <= 0.98


RANKINGS = st.integers(2, 9).flatmap(
    lambda k: st.tuples(*[st.lists(st.integers(1, k), min_size=k, max_size=k) for _ in range(2)])
)


@pytest.mark.conformance("Kendall's tau-b", "scipy.stats.kendalltau")
@given(RANKINGS)
def test_tau_is_scipys(rankings):
    one, other = rankings
    expected = stats.kendalltau(one, other).statistic
    assert kendall_tau_b(one, other) == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert kendall_tau_b_matrix([other, one, one])[0, 2] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_who_moved_how_far():
    comparison = compare_rankings([1, 2, 3, 4], [4, 2, 3, 1])
    assert comparison.largest_change == 3
    assert comparison.moved == (0, 3)
    assert comparison.tau_b == pytest.approx(-2 / 3)
    unmoved = compare_rankings([1, 2, 3], [1, 2, 3])
    assert (unmoved.same, unmoved.largest_change, unmoved.moved) == (True, 0, ())
