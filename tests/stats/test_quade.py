"""Quade's test and Conover's comparison of two algorithms after it.

Checked against: R's quade.test (which has no comparison of pairs), also for the lotion sales of its help page, which
are Conover's (1999) example; least squares of the weighted ranks by statsmodels for the pairs. Regressions: weights
that depend on the direction (B9), no correction for ties (B34). Properties: direction, order, difficulty of data sets.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.regression.linear_model import OLS

from rankpress.stats.anova import NO_DEGREES, NO_DIFFERENCES
from rankpress.stats.pairs import all_pairs
from rankpress.stats.quade import SAME_EVERYWHERE, quade, quade_test

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


@pytest.mark.conformance(procedure="Quade test", source="R quade.test")
def test_the_omnibus_test_is_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "quade.test"}
    assert len(cases) == 5
    for case, values in cases.items():
        n, k, modulus = (int(part) for part in case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        test = quade_test((7 * i**2 + 13 * j + 5 * i * j) % modulus)
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert test.df == (k - 1, (k - 1) * (n - 1))
        assert test.p == pytest.approx(values["p"], rel=1e-10)


@pytest.mark.conformance(procedure="Quade test", source="R's help page of quade.test, after Conover 1999")
def test_the_lotions(printed):
    test = quade_test(LOTIONS)
    assert test.statistic == printed(3.8293, 4)
    assert test.df == (4, 24)
    assert test.p == printed(0.01519, 5)


def weighted(scores):
    ranges = stats.rankdata([max(row) - min(row) for row in scores])
    return np.array([q * (stats.rankdata(-row) - (len(row) + 1) / 2) for q, row in zip(ranges, scores, strict=True)])


@pytest.mark.conformance(procedure="Quade, pairs", source="least squares of weighted ranks, statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(3, 9), st.integers(2, 6))
def test_pairs_are_compared_by_least_squares_of_the_weighted_ranks(seed, n, k):
    scores = np.random.default_rng(seed).integers(0, 20, (n, k)).astype(float)
    values = weighted(scores)
    if np.ptp(values, axis=0).max() == 0:
        return
    columns = np.column_stack([np.kron(np.eye(n), np.ones((k, 1))), np.kron(np.ones((n, 1)), np.eye(k)[:, 1:])])
    fit = OLS(values.ravel(), columns).fit()
    tests = quade(scores, [[0, other] for other in range(1, k)])
    assert tests.statistic == pytest.approx(-fit.tvalues[n:], rel=1e-7, abs=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)
    assert set(tests.details["df"]) == {fit.df_resid}


def test_pairs_as_conover_writes_them():
    values = weighted(LOTIONS)
    n, k = values.shape
    a, sums = (values**2).sum(), values.sum(axis=0)
    error = math.sqrt(2 * n * (a - (sums**2).sum() / n) / ((n - 1) * (k - 1)))
    tests = quade(LOTIONS, all_pairs(k))
    expected = [(sums[i] - sums[j]) / error for i, j in itertools.combinations(range(k), 2)]
    assert tests.statistic == pytest.approx(expected, rel=1e-12)
    assert tests.p == pytest.approx(2 * stats.t.sf(np.abs(expected), 24), rel=1e-10)


@pytest.mark.conformance(procedure="Quade test", source="the same scores in the other direction", fault="B9")
@given(MATRICES)
def test_weights_do_not_depend_on_the_direction(scores):
    one, other = quade_test(scores), quade_test(-scores)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, nan_ok=True)
    pairs = all_pairs(scores.shape[1])
    assert quade(-scores, pairs).statistic == pytest.approx(-quade(scores, pairs).statistic, rel=1e-12, nan_ok=True)


@pytest.mark.conformance(procedure="Quade test", source="R quade.test", fault="B34")
def test_scores_of_two_levels_are_corrected_for_their_ties():
    # quade.test(matrix(c(1,0,0,1,0, 1,1,0,1,1, 0,0,0,1,1, 1,0,1,0,1), 5)) of R 4.2.2
    test = quade_test(np.array([[1, 0, 0, 1, 0], [1, 1, 0, 1, 1], [0, 0, 0, 1, 1], [1, 0, 1, 0, 1]], dtype=float).T)
    assert (test.statistic, test.p) == pytest.approx((0.6875, 0.576802432941429), rel=1e-12)


@given(MATRICES, st.randoms())
def test_order_and_difficulty_do_not_matter(scores, random):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    harder = scores[rows] + 64.0 * np.arange(len(scores))[:, np.newaxis]
    one, other = quade_test(scores), quade_test(harder)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, abs=1e-15, nan_ok=True)


@given(MATRICES.filter(lambda scores: scores.shape[1] == 2))
def test_for_two_algorithms_t_squared_is_f(scores):
    test, tests = quade_test(scores), quade(scores, [[0, 1]])
    if not test.why:
        assert tests.statistic[0] ** 2 == pytest.approx(test.statistic, rel=1e-9, abs=1e-12)
        assert tests.p[0] == pytest.approx(test.p, rel=1e-9)


def test_ranges_that_are_equal_but_for_rounding_weigh_the_same():
    assert 0.3 - 0.2 != 0.2 - 0.1
    exact = quade_test([[3, 2], [2, 1], [0, 5], [7, 4]])
    assert quade_test([[0.3, 0.2], [0.2, 0.1], [0, 0.5], [0.7, 0.4]]).statistic == pytest.approx(exact.statistic)


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


def test_all_tied_and_a_single_data_set():
    test = quade_test(np.ones((4, 3)))
    assert (math.isnan(test.statistic), math.isnan(test.p), test.why) == (True, True, NO_DIFFERENCES)
    assert quade(np.ones((4, 3)), all_pairs(3)).p.tolist() == [1.0] * 3
    test = quade_test([[1, 2, 3]])
    assert (math.isnan(test.statistic), math.isnan(test.p), test.why) == (True, True, NO_DEGREES)


def test_identical_columns_have_p_1():
    scores = np.random.default_rng(0).normal(size=(9, 3))[:, [0, 0, 1, 2]]
    assert quade(scores, [[0, 1]]).p.tolist() == [1.0]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0], [2.0]], "scores: got 2 rows and 1 columns"),
        ([[1.0, 2.0], [1.0, np.nan]], "scores: row 1 column 1 is nan; finite numbers are needed"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        quade_test(scores)
    with pytest.raises(ValueError, match=message):
        quade(scores, [[0, 1]])


def test_pairs_need_two_data_sets():
    with pytest.raises(ValueError, match="scores: got 1 rows and 2 columns; at least 2 and 2 are needed"):
        quade([[1.0, 2.0]], [[0, 1]])
