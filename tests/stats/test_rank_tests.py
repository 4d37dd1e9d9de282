"""Quade's test and its pairs, Conover's t after Friedman's test, and Friedman's aligned ranks."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.aligned_ranks import aligned_ranks, aligned_ranks_test
from rankpress.stats.friedman_pairs import conover
from rankpress.stats.pairs import all_pairs
from rankpress.stats.quade import SAME_EVERYWHERE, quade, quade_test
from rankpress.stats.ranks import rank_scores

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 6).map(float))

# Bottles of five hand lotions sold in seven shops: R's help page of quade.test, after Conover (1999).
LOTIONS = np.array(
    [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
)


@pytest.mark.conformance("Quade test", "R quade.test")
def test_the_omnibus_test_is_rs(r_values):
    for case, values in r_values("quade.test"):
        n, k, modulus = (int(part) for part in case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        test = quade_test((7 * i**2 + 13 * j + 5 * i * j) % modulus)
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert test.df == (k - 1, (k - 1) * (n - 1))
        assert test.p == pytest.approx(values["p"], rel=1e-10)


@pytest.mark.conformance("Quade test", "R's help page of quade.test, after Conover 1999")
def test_the_lotions(printed):
    test = quade_test(LOTIONS)
    assert test.statistic == printed(3.8293, 4)
    assert test.df == (4, 24)
    assert test.p == printed(0.01519, 5)


def weighted(scores):
    ranges = stats.rankdata([max(row) - min(row) for row in scores])
    return np.array([q * (stats.rankdata(-row) - (len(row) + 1) / 2) for q, row in zip(ranges, scores, strict=True)])


@pytest.mark.conformance("Quade, pairs", "least squares of weighted ranks, statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(3, 9), st.integers(2, 6))
def test_pairs_are_compared_by_least_squares_of_the_weighted_ranks(least_squares, seed, n, k):
    scores = np.random.default_rng(seed).integers(0, 20, (n, k)).astype(float)
    values = weighted(scores)
    if np.ptp(values, axis=0).max() == 0:
        return
    fit = least_squares(values)
    tests = quade(scores, [[0, other] for other in range(1, k)])
    assert tests.statistic == pytest.approx(-fit.tvalues[n:], rel=1e-7, abs=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)
    assert set(tests.details["df"]) == {fit.df_resid}


@pytest.mark.conformance("Quade test", "the same scores in the other direction", "B9")
@given(MATRICES)
def test_weights_do_not_depend_on_the_direction(scores):
    one, other = quade_test(scores), quade_test(-scores)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, nan_ok=True)
    pairs = all_pairs(scores.shape[1])
    assert quade(-scores, pairs).statistic == pytest.approx(-quade(scores, pairs).statistic, rel=1e-12, nan_ok=True)


@pytest.mark.conformance("Quade test", "R quade.test", "B34")
def test_scores_of_two_levels_are_corrected_for_their_ties():
    # quade.test(matrix(c(1,0,0,1,0, 1,1,0,1,1, 0,0,0,1,1, 1,0,1,0,1), 5)) of R 4.2.2
    test = quade_test(np.array([[1, 0, 0, 1, 0], [1, 1, 0, 1, 1], [0, 0, 0, 1, 1], [1, 0, 1, 0, 1]], dtype=float).T)
    assert (test.statistic, test.p) == pytest.approx((0.6875, 0.576802432941429), rel=1e-12)


def test_where_all_data_sets_are_alike_p_is_the_chance_of_that():
    # R's quade.test: NaN and gamma(k + 1)^(1 - n)
    test = quade_test([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    assert math.isnan(test.statistic)
    assert test.p == pytest.approx(1 / 36, rel=1e-12)
    assert test.why == SAME_EVERYWHERE
    assert quade_test([[1, 2, 2], [4, 5, 5]]).p == pytest.approx(1 / 3, rel=1e-12)
    tests = quade([[1, 2, 2], [4, 5, 5]], all_pairs(3))
    assert tests.p.tolist() == [0.0, 0.0, 1.0]
    assert np.isnan(tests.statistic).all()
    assert all(tests.why)


GRASSES = np.array(
    [
        [4, 3, 2, 1],
        [4, 2, 3, 1],
        [3, 1.5, 1.5, 4],
        [3, 1, 2, 4],
        [4, 2, 1, 3],
        [2, 2, 2, 4],
        [1, 3, 2, 4],
        [2, 4, 1, 3],
        [3.5, 1, 2, 3.5],
        [4, 1, 3, 2],
        [4, 2, 3, 1],
        [3.5, 1, 2, 3.5],
    ]
)


def by_the_book(ranks):
    n, k = ranks.shape
    sums = ranks.sum(axis=0)
    error = math.sqrt(2 * (n * (ranks**2).sum() - (sums**2).sum()) / ((n - 1) * (k - 1)))
    return np.array([(sums[i] - sums[j]) / error for i, j in itertools.combinations(range(k), 2)])


@pytest.mark.conformance("Conover", "the formula of Conover 1999, section 5.8")
def test_the_grasses():
    tests = conover(GRASSES, all_pairs(4))
    assert GRASSES.sum(axis=0).tolist() == [38.0, 23.5, 24.5, 34.0]
    expected = by_the_book(GRASSES)
    assert tests.statistic == pytest.approx(expected, rel=1e-12)
    assert tests.p == pytest.approx(2 * stats.t.sf(np.abs(expected), 33), rel=1e-10)
    assert tests.details["df"].tolist() == [33.0] * 6


@pytest.mark.conformance("Conover", "least squares of the ranks, statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(2, 6))
def test_it_is_the_t_of_least_squares_of_the_ranks(least_squares, seed, n, k):
    ranks = rank_scores(np.random.default_rng(seed).integers(0, 4, (n, k)))
    tests = conover(ranks, [[0, other] for other in range(1, k)])
    if tests.why:
        return
    fit = least_squares(ranks)
    assert tests.statistic == pytest.approx(-fit.tvalues[n:], rel=1e-7, abs=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)


@pytest.mark.conformance("Conover", "the limit of t", "B32")
def test_where_all_data_sets_rank_alike():
    tests = conover([[1, 2.5, 2.5]] * 4, all_pairs(3))
    assert np.isnan(tests.statistic).all()
    assert tests.p.tolist() == [0.0, 0.0, 1.0]
    assert all(tests.why)
    assert conover(np.full((4, 3), 2.0), all_pairs(3)).p.tolist() == [1.0] * 3


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


@pytest.mark.conformance("Friedman aligned ranks, with ties", "mean and variance over all orders within the data sets")
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


def test_differences_that_are_equal_but_for_rounding_are_tied():
    assert 0.3 - 0.2 != 0.2 - 0.1
    exact = aligned_ranks_test([[3, 2, 0], [12, 11, 9], [0, 4, 1]])
    assert aligned_ranks_test([[0.3, 0.2, 0], [1.2, 1.1, 0.9], [0, 0.4, 0.1]]).statistic == pytest.approx(
        exact.statistic, rel=1e-12
    )
