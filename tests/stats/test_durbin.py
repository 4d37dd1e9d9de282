"""Durbin's test and Conover's t test after it.

Checked against: the ice cream of Conover (1999, page 391), whose chi-squared 12 and F 8 are those of the book, and p of
0.06197 that of the R package PMCMRplus 1.9 for the same data; Friedman's test on complete results; the F ratio of an
analysis of variance of the ranks with data sets and algorithms as factors, fitted by least squares in the test; brute
force over all orders within the data sets; Conover's t by his formula, and by Friedman rank sums on complete results.
"""

from __future__ import annotations

import math
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.friedman import ALL_TIED, friedman
from rankpress.stats.incomplete_blocks import UNBALANCED, durbin, durbin_pairs
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores

NAN = math.nan
VARIETIES = [[1, 2, 4], [2, 3, 5], [3, 4, 6], [4, 5, 7], [1, 5, 6], [2, 6, 7], [1, 3, 7]]
PREFERENCES = [[2, 3, 1], [3, 1, 2], [2, 1, 3], [1, 2, 3], [3, 1, 2], [3, 1, 2], [3, 1, 2]]
ICE_CREAM = np.full((7, 7), NAN)
for _judge in range(7):
    ICE_CREAM[_judge, np.array(VARIETIES[_judge]) - 1] = PREFERENCES[_judge]


@st.composite
def balanced(draw):
    """Scores in which each data set has one of all subsets of k of t algorithms, with ties."""
    t = draw(st.integers(3, 5))
    k = draw(st.integers(2, t))
    subsets = list(combinations(range(t), k)) * draw(st.integers(1 if k < t else 2, 3))
    scores = np.full((len(subsets), t), NAN)
    for row, subset in zip(scores, subsets, strict=True):
        row[list(subset)] = draw(st.lists(st.integers(0, 4), min_size=k, max_size=k))
    return scores


def analysis_of_variance(ranks):
    """F of algorithms after data sets, from two least squares fits."""
    rows, columns = np.nonzero(~np.isnan(ranks))
    y = ranks[rows, columns]
    blocks, treatments = np.eye(len(ranks))[rows], np.eye(ranks.shape[1])[columns]

    def residual(design):
        return ((y - design @ np.linalg.lstsq(design, y, rcond=None)[0]) ** 2).sum()

    without, with_both = residual(blocks), residual(np.hstack([blocks, treatments]))
    df1 = ranks.shape[1] - 1
    df2 = len(y) - len(ranks) - df1
    return without, with_both, df1, df2


@pytest.mark.conformance(procedure="Durbin", source="Conover 1999, section 5.9")
def test_conovers_ice_cream():
    test = durbin(ICE_CREAM)
    assert test.statistic == pytest.approx(12, rel=1e-12)
    assert test.df == (6.0,)
    assert test.p == pytest.approx(0.06197, abs=5e-6)
    assert test.details["f"] == pytest.approx(8, rel=1e-12)
    assert (test.details["f_df1"], test.details["f_df2"]) == (6, 8)
    assert test.details["f_p"] == pytest.approx(stats.f.sf(8, 6, 8), rel=1e-12)


def test_conovers_ice_cream_pair_by_pair():
    # A - C = 98 - 84 = 14, T1 = 12, b k - b - t + 1 = 8, b (k - 1) = 14: the error of a difference of rank sums is
    # sqrt(14 * 2 * 3 / 8 * (1 - 12 / 14)) = sqrt(1.5). Rank sums: 8, 9, 4, 3, 5, 6, 7.
    sums = np.nansum(ICE_CREAM, axis=0)
    assert sums.tolist() == [8, 9, 4, 3, 5, 6, 7]
    pairs = all_pairs(7)
    tests = durbin_pairs(ICE_CREAM, pairs)
    t = (sums[pairs[:, 0]] - sums[pairs[:, 1]]) / math.sqrt(1.5)
    np.testing.assert_allclose(tests.statistic, t, rtol=1e-12)
    np.testing.assert_allclose(tests.p, 2 * stats.t.sf(np.abs(t), 8), rtol=1e-9)


@pytest.mark.conformance(procedure="Durbin", source="Friedman's test on complete results")
@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7), elements=st.integers(0, 6)))
def test_with_complete_results_it_is_friedmans(scores):
    ranks = rank_scores(scores)
    test, known = durbin(ranks), friedman(ranks)
    assert test.why == known.why
    assert (test.statistic, test.p) == pytest.approx((known.statistic, known.p), rel=1e-9, nan_ok=True)
    assert test.uncorrected.statistic == pytest.approx(known.uncorrected.statistic, rel=1e-9)


@pytest.mark.conformance(procedure="Durbin: F", source="analysis of variance of the ranks")
@given(balanced())
def test_f_is_that_of_the_analysis_of_variance_of_ranks(scores):
    ranks = rank_scores(scores, missing="gap")
    test = durbin(ranks)
    without, with_both, df1, df2 = analysis_of_variance(ranks)
    assume(with_both > 1e-9)
    f = (without - with_both) / df1 / (with_both / df2)
    assert test.details["f"] == pytest.approx(f, rel=1e-7, abs=1e-9)
    assert (test.details["f_df1"], test.details["f_df2"]) == (df1, df2)
    assert test.details["f_p"] == pytest.approx(stats.f.sf(f, df1, df2), rel=1e-6)


@given(balanced())
def test_conovers_t_uses_twice_the_error_of_the_analysis_of_variance(scores):
    ranks = rank_scores(scores, missing="gap")
    _, error, _, df = analysis_of_variance(ranks)
    assume(error > 1e-9)
    pairs = all_pairs(ranks.shape[1])
    sums, r = np.nansum(ranks, axis=0), np.count_nonzero(~np.isnan(ranks[:, 0]))
    t = (sums[pairs[:, 0]] - sums[pairs[:, 1]]) / math.sqrt(2 * r * error / df)
    tests = durbin_pairs(ranks, pairs)
    np.testing.assert_allclose(tests.statistic, t, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(tests.p, 2 * stats.t.sf(np.abs(t), df), rtol=1e-6)


def test_over_all_orders_the_mean_of_chi_squared_is_its_degrees_of_freedom():
    values = []
    for orders in product(permutations([1, 2]), repeat=6):
        ranks = np.full((6, 4), NAN)
        for row, subset, order in zip(ranks, combinations(range(4), 2), orders, strict=True):
            row[list(subset)] = order
        values.append(durbin(ranks).statistic)
    assert np.mean(values) == pytest.approx(3, rel=1e-12)


@given(balanced(), st.randoms(use_true_random=False))
def test_order_of_algorithms_and_data_sets_does_not_matter(scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    one, other = durbin(scores), durbin(scores[rows][:, columns])
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, nan_ok=True)
    pairs = all_pairs(scores.shape[1])
    a, b = durbin_pairs(scores, pairs), durbin_pairs(scores[rows][:, columns], np.argsort(columns)[pairs])
    np.testing.assert_allclose(a.statistic, b.statistic, rtol=1e-9)


def test_identical_columns_give_p_of_1():
    assert durbin_pairs([[1.5, 1.5, 3], [2.5, 2.5, 1], [1.5, 1.5, 3]], [[0, 1]]).p.tolist() == [1.0]
    assert durbin_pairs(np.ones((4, 3)), all_pairs(3)).p.tolist() == [1.0] * 3


def test_all_tied_leaves_the_statistic_undefined():
    test = durbin([[1, 1, NAN], [NAN, 1, 1], [1, NAN, 1]])
    assert math.isnan(test.statistic)
    assert test.why == ALL_TIED
    assert (test.uncorrected.statistic, test.uncorrected.p) == (0.0, 1.0)


def test_perfect_agreement_makes_f_infinite():
    ranks = [[1, 2, NAN], [NAN, 1, 2], [1, NAN, 2]] * 2
    test = durbin(ranks)
    # In an incomplete design agreement leaves an error, since a rank depends on the opponent.
    assert test.details["f"] == pytest.approx(analysis_f(np.array(ranks)), rel=1e-9)
    complete = durbin([[1, 2, 3]] * 4)
    assert math.isnan(complete.details["f"])
    assert complete.details["f_p"] == 0.0
    tests = durbin_pairs([[1, 2.5, 2.5]] * 4, all_pairs(3))
    assert tests.statistic.tolist() == [-math.inf, -math.inf, 0.0]
    assert tests.p.tolist() == [0.0, 0.0, 1.0]


def analysis_f(ranks):
    without, with_both, df1, df2 = analysis_of_variance(ranks)
    return (without - with_both) / df1 / (with_both / df2)


@pytest.mark.parametrize(
    "ranks",
    [
        [[1, 2, NAN], [1, 2, 3]],
        [[1, 2, NAN], [1, 2, NAN], [NAN, 1, 2]],
        [[1, 2, NAN, NAN], [NAN, NAN, 1, 2]],
        [[1, 2, NAN, NAN], [NAN, 1, 2, NAN], [NAN, NAN, 1, 2], [2, NAN, NAN, 1]],
        [[1, NAN], [NAN, 1]],
    ],
)
def test_without_balance_there_is_no_test(ranks):
    test = durbin(ranks)
    assert math.isnan(test.statistic)
    assert math.isnan(test.p)
    assert test.why == UNBALANCED
    with pytest.raises(ValueError, match="ranks: the results are not balanced"):
        durbin_pairs(ranks, [[0, 1]])


def test_one_data_set():
    test = durbin([[1, 2, 3]])
    assert test.statistic == pytest.approx(2, rel=1e-12)
    assert math.isnan(test.details["f_p"])
    with pytest.raises(ValueError, match="ranks: got 1 data set; one leaves no degrees of freedom for the error"):
        durbin_pairs([[1, 2, 3]], [[0, 1]])


def test_data_sets_with_fewer_than_two_results_change_nothing():
    lone = np.full((1, 7), NAN)
    lone[0, 3] = 1.0
    assert durbin(np.vstack([ICE_CREAM, lone])) == durbin(ICE_CREAM)
