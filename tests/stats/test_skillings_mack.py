"""Skillings and Mack's test and the contrasts of effects after it.

Checked against: Table 1 of Skillings and Mack (1981) with the statistic printed there (the data as in the example of
the R package Skillings.Mack 1.10); the example of the R package PMCMRplus 1.9 (Hollander, Wolfe and Chicken, example
7.8), and a matrix with ties, both with the values that PMCMRplus prints; Friedman's test on complete results, with and
without ties; Durbin's test on balanced incomplete ones; brute force over all orders within the data sets, for mean and
covariance of the sums and of the contrasts; generalised least squares by numpy's pinv. Null calibration is in the slow
tests. Answers items 1 to 3 of what users ask for: results may be missing, and there is a post-hoc that matches.
"""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.friedman import ALL_TIED, friedman
from rankpress.stats.incomplete_blocks import (
    UNLINKED,
    UNLINKED_BY_TIES,
    UNLINKED_PAIR,
    durbin,
    incidence,
    skillings_mack,
    skillings_mack_pairs,
)
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores

NAN = math.nan
# Times of four ways to assemble a product, a row a worker.
ASSEMBLY = np.array(
    [
        [3.2, 4.1, 3.8, 4.2],
        [3.1, 3.9, 3.4, 4.0],
        [4.3, 3.5, 4.6, 4.8],
        [3.5, 3.6, 3.9, 4.0],
        [3.6, 4.2, 3.7, 3.9],
        [4.5, 4.7, 3.7, NAN],
        [NAN, 4.2, 3.4, NAN],
        [4.3, 4.6, 4.4, 4.9],
        [3.5, NAN, 3.7, 3.9],
    ]
)
METRONOME = np.array([[3, 5, 15], [1, 3, 18], [5, 4, 21], [2, NAN, 6], [0, 2, 17], [0, 2, 10], [0, 3, 8], [0, 2, 13]])
WITH_TIES = np.array(
    [
        [3, 5, 15, NAN, 4],
        [1, 3, NAN, NAN, NAN],
        [5, 4, 21, 5, NAN],
        [2, NAN, 6, NAN, NAN],
        [0, 2, 17, NAN, NAN],
        [0, 2, 10, NAN, NAN],
        [0, 3, NAN, 5, NAN],
        [0, 2, 13, NAN, NAN],
    ]
)
SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7)
COMPLETE = arrays(np.float64, SHAPES, elements=st.integers(0, 6).map(float))
GAPPED = arrays(np.float64, SHAPES, elements=st.sampled_from([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, NAN]))


@pytest.mark.conformance(procedure="Skillings-Mack", source="Skillings and Mack 1981, Table 1")
def test_the_example_of_skillings_and_mack():
    test = skillings_mack(ASSEMBLY)
    assert test.statistic == pytest.approx(15.493, abs=0.0005)
    assert test.df == (3.0,)
    assert test.p == pytest.approx(0.0014, abs=0.00005)
    assert test.uncorrected.statistic == pytest.approx(test.statistic, rel=1e-12)
    assert dict(test.details) == {"datasets_used": 9.0, "datasets_left_out": 0.0}


def test_the_example_of_pmcmrplus():
    test = skillings_mack(METRONOME)
    assert test.uncorrected.statistic == pytest.approx(13.28095, abs=5e-6)
    assert test.df == (2.0,)
    assert test.uncorrected.p == pytest.approx(0.001306405, rel=1e-6)


@pytest.mark.conformance(procedure="Skillings-Mack, uncorrected", source="PMCMRplus, as its tests quote it")
def test_with_ties_the_published_form_is_that_of_pmcmrplus():
    test = skillings_mack(WITH_TIES)
    assert test.uncorrected.statistic == pytest.approx(12.53551, abs=5e-6)
    assert test.uncorrected.p == pytest.approx(0.01378318, rel=1e-6)
    assert test.df == (4.0,)
    assert test.statistic > test.uncorrected.statistic


@pytest.mark.conformance(procedure="Skillings-Mack", source="Friedman's test on complete results")
@given(COMPLETE)
def test_with_complete_results_it_is_friedmans(scores):
    ranks = rank_scores(scores)
    test, known = skillings_mack(ranks), friedman(ranks)
    assert test.why == known.why
    assert (test.statistic, test.p) == pytest.approx((known.statistic, known.p), rel=1e-9, abs=1e-9, nan_ok=True)
    if not test.why:
        plain = known.uncorrected
        assert (test.uncorrected.statistic, test.uncorrected.p) == pytest.approx(
            (plain.statistic, plain.p), rel=1e-9, abs=1e-9
        )


@pytest.mark.conformance(procedure="Skillings-Mack", source="Durbin's test on balanced designs")
@given(st.sampled_from([(4, 2), (4, 3), (5, 2), (5, 4), (6, 3)]), st.randoms(use_true_random=False))
def test_with_a_balanced_design_and_no_ties_it_is_durbins(design, random):
    t, k = design
    ranks = np.full((math.comb(t, k), t), NAN)
    for row, chosen in zip(ranks, (np.flatnonzero(m) for m in product([0, 1], repeat=t) if sum(m) == k), strict=True):
        row[chosen] = random.sample(range(k), k)
    test, known = skillings_mack(ranks), durbin(ranks)
    assert test.statistic == pytest.approx(known.statistic, rel=1e-9, abs=1e-9)
    assert test.p == pytest.approx(known.p, rel=1e-9)


def orders(row):
    """All orders in which the ranks of a data set can fall on the algorithms that it has."""
    there = np.flatnonzero(~np.isnan(row))
    for order in permutations(row[there]):
        shuffled = np.full(row.size, NAN)
        shuffled[there] = order
        yield shuffled


def weighted_sums(ranks):
    size = np.count_nonzero(~np.isnan(ranks), axis=1, keepdims=True)
    return np.nansum(np.sqrt(12 / (size + 1)) * (ranks - (size + 1) / 2), axis=0)


SMALL = [
    np.array([[1, 2, 3, NAN], [NAN, 1.5, 1.5, 3], [2, NAN, NAN, 1]]),
    np.array([[1, 2, 3], [1.5, 1.5, 3], [NAN, 2, 1], [1, 2, NAN]]),
    np.array([[1, 2.5, 2.5, 4], [1, NAN, 2, NAN], [NAN, 2, NAN, 1]]),
]


@pytest.mark.conformance(
    procedure="Skillings-Mack and its pairs",
    source="mean and covariance over all orders within the data sets",
)
@pytest.mark.parametrize("ranks", SMALL)
def test_over_all_orders_statistic_and_contrasts_have_their_moments(ranks):
    every = [np.array(rows) for rows in product(*(list(orders(row)) for row in ranks))]
    sums = np.array([weighted_sums(one) for one in every])
    np.testing.assert_allclose(sums.mean(axis=0), 0, atol=1e-12)
    covariance = np.cov(sums.T, bias=True)
    inverse = np.linalg.pinv(covariance)
    pairs = all_pairs(ranks.shape[1])
    tests = [skillings_mack(one) for one in every]
    contrasts = np.array([skillings_mack_pairs(one, pairs).statistic for one in every])
    by_hand = np.einsum("ni,ij,nj->n", sums, inverse, sums)
    np.testing.assert_allclose([test.statistic for test in tests], by_hand, rtol=1e-9, atol=1e-9)
    # A quadratic form in the inverse of its own covariance has its rank as mean; contrasts are standardized.
    assert np.mean(by_hand) == pytest.approx(ranks.shape[1] - 1)
    np.testing.assert_allclose(contrasts.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(contrasts.var(axis=0), 1, rtol=1e-9)
    effects = sums @ inverse
    difference = effects[:, pairs[:, 0]] - effects[:, pairs[:, 1]]
    np.testing.assert_allclose(contrasts, difference / difference.std(axis=0), rtol=1e-9, atol=1e-9)


@pytest.mark.conformance(procedure="Skillings-Mack, pairs", source="z test of average ranks on complete results")
@given(st.integers(2, 8), st.integers(2, 7), st.integers(0, 2**32 - 1))
def test_without_ties_and_gaps_the_contrasts_are_rank_z(n, k, seed):
    ranks = np.random.default_rng(seed).permuted(np.tile(np.arange(1.0, k + 1), (n, 1)), axis=1)
    pairs = all_pairs(k)
    tests, known = skillings_mack_pairs(ranks, pairs), rank_z(average_ranks(ranks), n, pairs)
    np.testing.assert_allclose(tests.statistic, known.statistic, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(tests.p, known.p, rtol=1e-9)
    assert tests.details["shared"].tolist() == [n] * len(pairs)


def test_opponents_are_taken_into_account():
    # C ranks second of two whenever it appears, but against A, the best; B, which C never meets, is beaten by all
    # others of A. By its sum C looks like B; by the contrasts it does not: B lost to D as well, which lost to A.
    ranks = np.array(
        [[1, 3, NAN, 2]] * 6
        + [[1, NAN, 2, NAN]] * 6
        + [[NAN, 2, NAN, 1]] * 6
    )  # fmt: skip
    sums = weighted_sums(ranks)
    tests = skillings_mack_pairs(ranks, [[2, 1], [3, 2]])
    assert sums[3] < sums[2] < sums[1]
    # D met A in half of its data sets and B in the others, C met A alone: the sums favour D, the effects do not.
    assert abs(tests.statistic[1]) < 1.0
    assert sums[2] - sums[3] > 2 * math.sqrt(6)


@given(GAPPED, st.randoms(use_true_random=False))
def test_order_of_algorithms_and_data_sets_does_not_matter(scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    one, other = skillings_mack(scores), skillings_mack(scores[rows][:, columns])
    assert one.why == other.why
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-9, abs=1e-9, nan_ok=True)
    place = np.argsort(columns)
    pairs = all_pairs(scores.shape[1])
    a, b = skillings_mack_pairs(scores, pairs), skillings_mack_pairs(scores[rows][:, columns], place[pairs])
    np.testing.assert_allclose(a.statistic, b.statistic, rtol=1e-9, atol=1e-9)


@given(GAPPED)
def test_swapping_a_pair_turns_the_sign_only(scores):
    pairs = all_pairs(scores.shape[1])
    one, other = skillings_mack_pairs(scores, pairs), skillings_mack_pairs(scores, pairs[:, ::-1])
    np.testing.assert_allclose(one.statistic, -other.statistic, rtol=1e-12)
    np.testing.assert_allclose(one.p, other.p, rtol=1e-12)


@given(GAPPED)
def test_only_the_order_within_a_data_set_counts(scores):
    scale = np.arange(1.0, len(scores) + 1)[:, np.newaxis]
    one, other = skillings_mack(scores), skillings_mack(scale * scores**3 + scale)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, nan_ok=True)


@given(GAPPED)
def test_data_sets_with_fewer_than_two_results_change_nothing(scores):
    k = scores.shape[1]
    lone = np.full((2, k), NAN)
    lone[0, 0] = 1.0
    one, other = skillings_mack(scores), skillings_mack(np.vstack([scores, lone]))
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, nan_ok=True)
    assert other.details["datasets_left_out"] == one.details["datasets_left_out"] + 2


@given(GAPPED)
def test_where_it_is_defined_it_is_finite_and_so_are_all_pairs(scores):
    test = skillings_mack(scores)
    assume(not test.why)
    assert test.statistic >= 0
    assert test.p == pytest.approx(stats.chi2.sf(test.statistic, scores.shape[1] - 1), rel=1e-9)
    pairs = skillings_mack_pairs(scores, all_pairs(scores.shape[1]))
    assert np.isfinite(pairs.statistic).all()
    # No contrast is farther out than the statistic of all at once.
    assert (pairs.statistic**2).max() <= test.statistic * (1 + 1e-9) + 1e-9


def test_identical_columns_give_p_of_1():
    ranks = np.array([[1.5, 1.5, NAN], [1.5, 1.5, 3], [2.5, 2.5, 1]])
    tests = skillings_mack_pairs(ranks, [[0, 1]])
    assert tests.statistic[0] == pytest.approx(0, abs=1e-12)
    assert tests.p[0] == pytest.approx(1)


def test_parts_that_share_no_data_set_cannot_be_compared():
    ranks = np.array([[1, 2, NAN, NAN], [1, 2, NAN, NAN], [NAN, NAN, 2, 1]])
    test = skillings_mack(ranks)
    assert math.isnan(test.statistic)
    assert math.isnan(test.p)
    assert test.why == test.uncorrected.why == UNLINKED
    assert incidence(ranks).components == ((0, 1), (2, 3))
    tests = skillings_mack_pairs(ranks, all_pairs(4))
    assert np.isfinite(tests.p).tolist() == [True, False, False, False, False, True]
    assert tests.why == ("", *[UNLINKED_PAIR] * 4, "")
    assert tests.statistic[0] == pytest.approx(-math.sqrt(2))  # as the sign test in its normal form


def test_an_algorithm_without_any_result_cannot_be_compared():
    assert skillings_mack([[1, 2, NAN], [2, 1, NAN]]).why == UNLINKED


def test_ties_everywhere_tell_nothing():
    test = skillings_mack([[1, 1, NAN], [NAN, 2, 2]])
    assert test.why == ALL_TIED
    assert (test.uncorrected.statistic, test.uncorrected.p) == (0.0, 1.0)
    tests = skillings_mack_pairs([[1, 1, NAN], [NAN, 2, 2]], all_pairs(3))
    assert tests.statistic.tolist() == [0.0] * 3
    assert tests.p.tolist() == [1.0] * 3


def test_a_link_by_ties_only_tells_nothing_about_the_pair():
    ranks = [[1, 2, NAN, NAN], [1, 2, NAN, NAN], [NAN, 1.5, 1.5, NAN], [NAN, NAN, 1, 2]]
    assert skillings_mack(ranks).why == UNLINKED_BY_TIES
    assert not skillings_mack(ranks).uncorrected.why
    tests = skillings_mack_pairs(ranks, [[0, 1], [0, 3], [2, 3]])
    assert tests.p[1] == 1.0
    assert tests.p[0] < 0.2


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([[1.0], [1.0]], "ranks: got 2 rows and 1 columns; at least 1 and 2 are needed"),
        ([[1.0, np.inf]], "ranks: row 0 column 1 is inf; finite numbers, or nan where one is missing, are needed"),
        ([1.0, 2.0], r"ranks: got an array of shape \(2,\); a matrix is needed"),
    ],
)
def test_ranks_that_do_not_fit_are_refused(ranks, message):
    with pytest.raises(ValueError, match=message):
        skillings_mack(ranks)
    with pytest.raises(ValueError, match=message):
        skillings_mack_pairs(ranks, [[0, 1]])


def test_pairs_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="pairs: row 0 is"):
        skillings_mack_pairs(ASSEMBLY, [[0, 4]])


@pytest.mark.slow
def test_where_all_perform_alike_each_rejects_at_its_level():
    rng = np.random.default_rng(20240611)
    rounds, pairs = 4000, all_pairs(5)
    gaps = rng.random((25, 5)) < 0.3
    omnibus, contrast = 0, np.zeros(len(pairs))
    for _ in range(rounds):
        scores = np.where(gaps, NAN, rng.integers(0, 12, gaps.shape))
        omnibus += skillings_mack(scores).p <= 0.05
        contrast += skillings_mack_pairs(scores, pairs).p <= 0.05
    error = 4 * math.sqrt(0.05 * 0.95 / rounds)
    # The chi-squared distribution is approximate and here conservative: at 25 data sets within 0.01 of the level.
    assert 0.05 - 0.01 - error < omnibus / rounds < 0.05 + error
    assert (np.abs(contrast / rounds - 0.05) < 0.005 + error).all()
