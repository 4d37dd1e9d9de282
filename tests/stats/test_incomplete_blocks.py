"""Durbin's test, Skillings and Mack's, and the pairs after them, for studies with missing results."""

import math
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.friedman import friedman, iman_davenport
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.incomplete_blocks import (
    UNBALANCED,
    UNLINKED,
    UNLINKED_BY_TIES,
    UNLINKED_PAIR,
    durbin,
    durbin_pairs,
    incidence,
    ranks_in_blocks,
    skillings_mack,
    skillings_mack_pairs,
)
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import average_ranks, rank_scores, scaled_average_ranks

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


@pytest.mark.conformance("Durbin", "Conover 1999, section 5.9")
def test_conovers_ice_cream():
    test = durbin(ICE_CREAM)
    assert test.statistic == pytest.approx(12, rel=1e-12)
    assert test.df == (6.0,)
    assert test.p == pytest.approx(0.06197, abs=5e-6)
    assert test.details["f"] == pytest.approx(8, rel=1e-12)
    assert (test.details["f_df1"], test.details["f_df2"]) == (6, 8)
    assert test.details["f_p"] == pytest.approx(stats.f.sf(8, 6, 8), rel=1e-12)


@pytest.mark.conformance("Durbin", "Friedman's test on complete results")
@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7), elements=st.integers(0, 6)))
@example(np.tile(np.arange(3.0), (4, 1)))
def test_durbin_with_complete_results_it_is_friedmans(scores):
    ranks = rank_scores(scores)
    test, known = durbin(ranks), friedman(ranks)
    assert test.why == known.why
    assert (test.statistic, test.p) == pytest.approx((known.statistic, known.p), rel=1e-9, nan_ok=True)
    assert test.uncorrected.statistic == pytest.approx(known.uncorrected.statistic, rel=1e-9)
    assert test.why or test.details["f_p"] == pytest.approx(iman_davenport(ranks).p, rel=1e-6, abs=1e-12)


@pytest.mark.conformance("Durbin: F", "analysis of variance of the ranks")
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


@pytest.mark.conformance("Skillings-Mack", "Skillings and Mack 1981, Table 1")
def test_the_example_of_skillings_and_mack():
    test = skillings_mack(ASSEMBLY)
    assert test.statistic == pytest.approx(15.493, abs=0.0005)
    assert test.df == (3.0,)
    assert test.p == pytest.approx(0.0014, abs=0.00005)
    assert test.uncorrected.statistic == pytest.approx(test.statistic, rel=1e-12)
    assert dict(test.details) == {"datasets_used": 9.0, "datasets_left_out": 0.0}


@pytest.mark.conformance("Skillings-Mack, uncorrected", "PMCMRplus, as its tests quote it")
def test_with_ties_the_published_form_is_that_of_pmcmrplus():
    test = skillings_mack(WITH_TIES)
    assert test.uncorrected.statistic == pytest.approx(12.53551, abs=5e-6)
    assert test.uncorrected.p == pytest.approx(0.01378318, rel=1e-6)
    assert test.df == (4.0,)
    assert test.statistic > test.uncorrected.statistic


@pytest.mark.nightly
@pytest.mark.conformance("Skillings-Mack", "Friedman's test on complete results")
@given(COMPLETE)
def test_skillings_mack_with_complete_results_it_is_friedmans(scores):
    ranks = rank_scores(scores)
    test, known = skillings_mack(ranks), friedman(ranks)
    assert test.why == known.why
    assert (test.statistic, test.p) == pytest.approx((known.statistic, known.p), rel=1e-9, abs=1e-9, nan_ok=True)
    if not test.why:
        plain = known.uncorrected
        assert (test.uncorrected.statistic, test.uncorrected.p) == pytest.approx(
            (plain.statistic, plain.p), rel=1e-9, abs=1e-9
        )


@pytest.mark.conformance("Skillings-Mack", "Durbin's test on balanced designs")
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


@pytest.mark.nightly
@pytest.mark.conformance("Skillings-Mack and its pairs", "mean and covariance over all orders within the data sets")
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


@pytest.mark.conformance("Skillings-Mack, pairs", "z test of average ranks on complete results")
@given(st.integers(2, 8), st.integers(2, 7), st.integers(0, 2**32 - 1))
def test_without_ties_and_gaps_the_contrasts_are_rank_z(n, k, seed):
    ranks = np.random.default_rng(seed).permuted(np.tile(np.arange(1.0, k + 1), (n, 1)), axis=1)
    pairs = all_pairs(k)
    tests, known = skillings_mack_pairs(ranks, pairs), rank_z(average_ranks(ranks), n, pairs)
    np.testing.assert_allclose(tests.statistic, known.statistic, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(tests.p, known.p, rtol=1e-9)
    assert tests.details["shared"].tolist() == [n] * len(pairs)


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


def test_a_link_by_ties_only_tells_nothing_about_the_pair():
    ranks = [[1, 2, NAN, NAN], [1, 2, NAN, NAN], [NAN, 1.5, 1.5, NAN], [NAN, NAN, 1, 2]]
    assert skillings_mack(ranks).why == UNLINKED_BY_TIES
    assert not skillings_mack(ranks).uncorrected.why
    tests = skillings_mack_pairs(ranks, [[0, 1], [0, 3], [2, 3]])
    assert tests.p[1] == 1.0
    assert tests.p[0] < 0.2


@pytest.mark.weekly
def test_where_all_perform_alike_each_rejects_at_its_level():
    rng = np.random.default_rng(20240611)
    # What is enumerated above for few data sets: 800 rounds find an omnibus test that rejects 10%, or a pair's 11%.
    rounds, pairs = 800, all_pairs(5)
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


@given(GAPPED)
def test_counts_are_those_of_the_cells(scores):
    design = incidence(scores)
    there = ~np.isnan(scores)
    n, k = there.shape
    assert design.per_algorithm.tolist() == [sum(bool(there[d, a]) for d in range(n)) for a in range(k)]
    assert design.per_dataset.tolist() == [sum(bool(there[d, a]) for a in range(k)) for d in range(n)]
    for a in range(k):
        for b in range(k):
            assert design.shared[a, b] == sum(bool(there[d, a] and there[d, b]) for d in range(n))
    alone = [[a, b] for a, b in combinations(range(k), 2) if not (there[:, a] & there[:, b]).any()]
    assert design.never_together.tolist() == alone
    assert design.complete == bool(there.all())


@pytest.mark.nightly
@given(GAPPED)
def test_parts_are_what_a_search_finds(scores):
    there = ~np.isnan(scores)
    left, parts = list(range(scores.shape[1])), []
    while left:
        reached, queue = {left[0]}, [left[0]]
        while queue:
            one = queue.pop()
            near = {b for d in range(len(there)) if there[d, one] for b in np.flatnonzero(there[d]).tolist()}
            queue += sorted(near - reached)
            reached |= near
        parts.append(tuple(sorted(reached)))
        left = [one for one in left if one not in reached]
    design = incidence(scores)
    assert design.components == tuple(parts)
    assert design.connected == (len(parts) == 1)


@given(GAPPED)
def test_blocks_are_ranked_by_themselves(scores):
    matrix, left_out = ranks_in_blocks(scores)
    there = ~np.isnan(scores)
    kept = there.sum(axis=1) >= 2
    assert left_out == np.count_nonzero(~kept)
    assert len(matrix) == np.count_nonzero(kept)
    for row, one in zip(matrix, scores[kept], strict=True):
        assert np.isnan(row).tolist() == np.isnan(one).tolist()
        present = one[~np.isnan(one)]
        # A rank is one more than the better ones, and half of the others that tie.
        expected = [1 + (present < x).sum() + ((present == x).sum() - 1) / 2 for x in present]
        assert row[~np.isnan(row)].tolist() == expected


@pytest.mark.parametrize(("k", "k_i", "rank"), [(4, 2, 1), (4, 3, 2), (5, 2, 2), (6, 4, 3)])
def test_a_scaled_rank_is_the_expected_rank_among_all(k, k_i, rank):
    # Of all ways in which k_i of k places can be taken, the average of the place that is the rank-th taken.
    expected = np.mean([places[rank - 1] for places in combinations(range(1, k + 1), k_i)])
    row = np.full((1, k), NAN)
    row[0, :k_i] = np.arange(1, k_i + 1)
    assert scaled_average_ranks(row)[rank - 1] == pytest.approx(expected, rel=1e-12)
