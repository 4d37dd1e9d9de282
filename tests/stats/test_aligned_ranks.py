"""Friedman's aligned ranks: the omnibus test of Hodges and Lehmann, and z of two algorithms.

Checked against: the statistic of garcia2010, which is without ties (its formulas as programs have them, the paper was
not at hand); enumeration of all orders of the aligned ranks within the data sets, whose mean and variance the
statistics are standardized by, ties included. No package that could be installed has a tie correction, and the standard
error in use for two algorithms is shown to be too small by the same enumeration. Properties: direction, order, data
sets of other difficulty.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.aligned_ranks import aligned_ranks, aligned_ranks_test
from rankpress.stats.friedman import ALL_TIED
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import midranks

MATRICES = arrays(np.float64, st.tuples(st.integers(1, 7), st.integers(2, 6)), elements=st.integers(0, 9).map(float))


def aligned(scores):
    """By the book: exact fractions would need no rounding, twelfths of small whole numbers need little."""
    values = np.round(scores.mean(axis=1, keepdims=True) - scores, 9)
    return stats.rankdata(values).reshape(scores.shape)


@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(2, 6))
def test_without_ties_it_is_the_statistic_in_use(seed, n, k):
    scores = np.random.default_rng(seed).normal(size=(n, k))
    ranks = aligned(scores)
    by_algorithm, by_dataset = ranks.sum(axis=0), ranks.sum(axis=1)
    above = (k - 1) * ((by_algorithm**2).sum() - k * n**2 / 4 * (k * n + 1) ** 2)
    below = k * n * (k * n + 1) * (2 * k * n + 1) / 6 - (by_dataset**2).sum() / k
    test = aligned_ranks_test(scores)
    assert test.statistic == pytest.approx(above / below, rel=1e-8, abs=1e-8)
    assert test.df == (k - 1,)
    assert test.p == pytest.approx(stats.chi2.sf(above / below, k - 1), rel=1e-6)


@pytest.mark.conformance(
    procedure="Friedman aligned ranks, with ties", source="mean and variance over all orders within the data sets"
)
@given(arrays(np.float64, st.sampled_from([(2, 3), (3, 3), (4, 2), (2, 4)]), elements=st.integers(0, 3).map(float)))
def test_ties_and_all_the_statistics_have_the_mean_and_variance_of_their_distribution(scores):
    ranks = aligned(scores)
    assume((np.ptp(ranks, axis=1) > 0).any())
    n, k = ranks.shape
    orders = itertools.product(*(itertools.permutations(row) for row in ranks))
    sums = np.array([np.sum(order, axis=0) for order in orders]) - n * (n * k + 1) / 2
    variance = (sums[:, 0] - sums[:, 1]).var()
    assert (sums[:, 0] - sums[:, 1]).mean() == pytest.approx(0, abs=1e-9)
    observed = ranks.sum(axis=0)
    z = aligned_ranks(scores, [[0, 1]])
    assert z.statistic[0] == pytest.approx((observed[0] - observed[1]) / math.sqrt(variance), rel=1e-9, abs=1e-12)
    assert z.p[0] == pytest.approx(2 * stats.norm.sf(abs(z.statistic[0])), rel=1e-9)
    # chi-squared with k - 1 degrees of freedom has that mean
    squares = ((observed - observed.mean()) ** 2).sum()
    expected = (k - 1) * squares / (sums**2).sum(axis=1).mean()
    assert aligned_ranks_test(scores).statistic == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_the_standard_error_in_use_for_two_algorithms_is_too_small():
    scores = np.random.default_rng(3).normal(size=(4, 3))
    ranks = aligned(scores)
    n, k = ranks.shape
    orders = itertools.product(*(itertools.permutations(row) for row in ranks))
    averages = np.array([np.mean(order, axis=0) for order in orders])
    deviation = (averages[:, 0] - averages[:, 1]).std()
    assert deviation > math.sqrt(k * (k * n + 1) / 6) > 1.5 * math.sqrt(k * (n + 1) / 6)
    observed = ranks.mean(axis=0)
    assert aligned_ranks(scores, [[0, 2]]).statistic[0] == pytest.approx((observed[0] - observed[2]) / deviation)


@given(MATRICES.filter(lambda scores: scores.shape[1] == 2))
def test_for_two_algorithms_z_squared_is_the_omnibus_statistic(scores):
    z, test = aligned_ranks(scores, [[0, 1]]), aligned_ranks_test(scores)
    if not test.why:
        assert z.statistic[0] ** 2 == pytest.approx(test.statistic, rel=1e-9, abs=1e-12)
        assert z.p[0] == pytest.approx(test.p, rel=1e-9)


@given(MATRICES, st.randoms())
def test_direction_order_and_difficulty(scores, random):
    pairs = all_pairs(scores.shape[1])
    test, z = aligned_ranks_test(scores), aligned_ranks(scores, pairs)
    turned = aligned_ranks(-scores, pairs)
    assert turned.statistic == pytest.approx(-z.statistic, rel=1e-9, abs=1e-9)
    assert aligned_ranks_test(-scores).p == pytest.approx(test.p, rel=1e-9, nan_ok=True)
    rows = list(range(len(scores)))
    random.shuffle(rows)
    harder = scores[rows] + 100.0 * np.arange(len(scores))[:, np.newaxis]
    assert aligned_ranks_test(harder).statistic == pytest.approx(test.statistic, rel=1e-9, nan_ok=True)
    assert aligned_ranks(harder, pairs[:, ::-1]).statistic == pytest.approx(-z.statistic, rel=1e-9, abs=1e-9)


def test_the_better_has_the_lower_ranks():
    z = aligned_ranks([[0.9, 0.7, 0.5], [0.6, 0.5, 0.1], [0.8, 0.6, 0.7]], [[0, 2], [2, 0]])
    assert z.statistic[0] < 0 < z.statistic[1]


def test_differences_that_are_equal_but_for_rounding_are_tied():
    assert 0.3 - 0.2 != 0.2 - 0.1
    exact = aligned_ranks_test([[3, 2, 0], [12, 11, 9], [0, 4, 1]])
    assert aligned_ranks_test([[0.3, 0.2, 0], [1.2, 1.1, 0.9], [0, 0.4, 0.1]]).statistic == pytest.approx(
        exact.statistic, rel=1e-12
    )


@given(arrays(np.float64, st.integers(1, 40), elements=st.integers(0, 5).map(float)))
def test_midranks_are_scipys(values):
    assert midranks(values, np.zeros_like(values)).tolist() == stats.rankdata(values).tolist()


def test_all_tied_leaves_nothing_to_test():
    scores = np.repeat([[0.1], [0.7], [1 / 3]], 4, axis=1)
    test = aligned_ranks_test(scores)
    assert (math.isnan(test.statistic), math.isnan(test.p), test.why) == (True, True, ALL_TIED)
    tests = aligned_ranks(scores, all_pairs(4))
    assert tests.statistic.tolist() == [0.0] * 6
    assert tests.p.tolist() == [1.0] * 6


def test_identical_columns_have_p_1():
    scores = np.random.default_rng(0).normal(size=(9, 3))[:, [0, 0, 1, 2]]
    assert aligned_ranks(scores, [[0, 1]]).p.tolist() == [1.0]


def test_scores_at_the_ends_of_a_float():
    scores = np.array([[3.0, 2.0, 0.0], [12.0, 11.0, 9.0], [0.0, 4.0, 1.0]])
    for power in (-1000, 1000):
        found = aligned_ranks_test(np.ldexp(scores, power))
        assert found.statistic == pytest.approx(aligned_ranks_test(scores).statistic, rel=1e-9)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0], [2.0]], "scores: got 2 rows and 1 columns; at least 1 and 2 are needed"),
        ([[1.0, np.nan]], "scores: row 0 column 1 is nan; finite numbers are needed"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        aligned_ranks_test(scores)
    with pytest.raises(ValueError, match=message):
        aligned_ranks(scores, [[0, 1]])
