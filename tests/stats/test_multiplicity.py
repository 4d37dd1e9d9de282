"""The chance of an error over many tests, the calibration of a p-value, and exact intervals of proportions.

Checked against: salzberg1997 section 3.1, berrar2017 section 3.2, the minimum of the calibration's class of
alternatives by a grid, and scipy's exact binomial interval.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankpress.catalog.methods import PAIRWISE
from rankpress.stats.multiplicity import (
    bayes_factor_bound,
    chance_of_any_error,
    error_probability_bound,
    expected_errors,
    level_for_family,
)
from rankpress.stats.proportions import exact_interval
from rankpress.stats.synthetic import compare_in_studies

LEVELS = st.floats(1e-9, 0.999)


def test_salzbergs_example():
    assert round(expected_errors(154, 0.05), 1) == 7.7
    assert round(chance_of_any_error(154, 0.05), 4) == 0.9996
    assert round(level_for_family(154, 0.05), 4) == 0.0003


@given(st.integers(1, 50), LEVELS)
def test_the_chance_is_that_of_independent_tests_and_below_bonferronis_bound(n, alpha):
    none = 1.0
    for _ in range(n):
        none *= 1 - alpha
    assert chance_of_any_error(n, alpha) == pytest.approx(1 - none, abs=1e-12)
    assert chance_of_any_error(n, alpha) <= expected_errors(n, alpha) * (1 + 1e-12)


@pytest.mark.conformance("Chance of any error, correlated", "scipy.stats.multivariate_normal")
@pytest.mark.parametrize(("n", "r"), [(2, 0.5), (3, 0.2), (4, 0.5), (3, 0.9)])
def test_the_chance_of_correlated_tests_is_that_of_the_normal_distribution(n, r):
    limit = np.full(n, stats.norm.isf(0.025))
    normal = stats.multivariate_normal(cov=np.eye(n) * (1 - r) + r)
    assert chance_of_any_error(n, 0.05, r) == pytest.approx(1 - normal.cdf(limit, lower_limit=-limit), abs=2e-4)


@pytest.mark.nightly
@pytest.mark.conformance("Chance of any error over metrics", "simulation: Wilcoxon's test of four metrics, r = 0.5")
def test_the_chance_over_metrics_is_that_of_wilcoxons_test_of_correlated_differences():
    """On 20 data sets; the level of the exact test is just below 0.05."""
    studies, rng = 20_000, np.random.default_rng(1)
    differences = np.sqrt(0.5) * (rng.normal(size=(studies, 20, 1)) + rng.normal(size=(studies, 20, 4)))
    pairs = np.zeros((studies, 20, 8))
    pairs[:, :, ::2] = differences
    tests = compare_in_studies(PAIRWISE["wilcoxon"], pairs, np.arange(8).reshape(4, 2))
    rejected = int((tests.p.reshape(studies, 4) <= 0.05).any(axis=1).sum())
    low, high = exact_interval(rejected, studies, 0.999)
    assert low < chance_of_any_error(4, 0.05, 0.5) < high
    assert high < chance_of_any_error(4, 0.05)


def test_berrars_example(expected):
    printed = expected["berrar2017"]["calibration"]
    assert round(error_probability_bound(printed["p"]), 2) == printed["alpha"]
    assert round(bayes_factor_bound(printed["p"]), 2) == printed["bayes_factor_bound"]


@pytest.mark.parametrize("p", [1e-6, 0.001, 0.01, 0.05, 0.2, 0.36])
def test_the_bound_is_the_least_over_beta_alternatives(p):
    # under the alternatives of the paper p has density x p^(x-1), 0 < x <= 1
    x = np.linspace(1e-4, 1, 200_001)
    assert bayes_factor_bound(p) == pytest.approx(1 / np.max(x * p ** (x - 1)), rel=1e-6)


@pytest.mark.parametrize(("successes", "draws"), [(0, 5), (1, 7), (50, 1000), (199, 200), (12, 12)])
@pytest.mark.parametrize("confidence", [0.95, 1 - 0.05 / 4545])
def test_intervals_are_scipys(successes, draws, confidence):
    expected = stats.binomtest(successes, draws).proportion_ci(confidence, method="exact")
    assert exact_interval(successes, draws, confidence) == pytest.approx((expected.low, expected.high), rel=1e-9)


def test_its_lower_end_passes_the_level_no_more_often_than_said_and_wilsons_does():
    """What a rate at the level is flagged by, of which thousands have to hold together."""
    draws, level, confidence = 1000, 0.05, 1 - 0.05 / 4545
    flagged = [x for x in range(draws) if exact_interval(x, draws, confidence)[0] > level]
    z = stats.norm.isf((1 - confidence) / 2)
    by_wilson = [x for x in range(50, 200) if (x / draws - level) / np.sqrt(level * (1 - level) / draws) > z]
    least, least_by_wilson = flagged[0], by_wilson[0]
    assert stats.binom.sf(least - 1, draws, level) <= (1 - confidence) / 2
    assert stats.binom.sf(least_by_wilson - 1, draws, level) > (1 - confidence) / 2
