"""The pattern of missing results, and ranks with gaps.

Checked against: counts by hand; brute force over all pairs and chains of data sets; breadth-first search; average ranks
where nothing is missing; the expected rank where missing algorithms fall at random, by enumeration.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from rankpress.stats.incomplete_blocks import incidence, linked, ranks_in_blocks
from rankpress.stats.ranks import average_ranks, rank_scores, scaled_average_ranks

NAN = math.nan
SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7)
GAPPED = arrays(np.float64, SHAPES, elements=st.sampled_from([0.0, 1.0, 2.0, 3.0, NAN]))


@given(GAPPED)
def test_counts_are_those_of_the_cells(scores):
    found = incidence(scores)
    there = ~np.isnan(scores)
    n, k = there.shape
    assert found.per_algorithm.tolist() == [sum(bool(there[d, a]) for d in range(n)) for a in range(k)]
    assert found.per_dataset.tolist() == [sum(bool(there[d, a]) for a in range(k)) for d in range(n)]
    for a in range(k):
        for b in range(k):
            assert found.shared[a, b] == sum(bool(there[d, a] and there[d, b]) for d in range(n))
    alone = [[a, b] for a, b in combinations(range(k), 2) if not (there[:, a] & there[:, b]).any()]
    assert found.never_together.tolist() == alone
    assert found.complete == bool(there.all())


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
    found = incidence(scores)
    assert found.components == tuple(parts)
    assert found.connected == (len(parts) == 1)


def test_a_long_chain_is_linked():
    chain = np.eye(40, k=1) + np.eye(40, k=-1) > 0
    assert linked(chain) == (tuple(range(40)),)
    chain[20, 21] = chain[21, 20] = False
    assert linked(chain) == (tuple(range(21)), tuple(range(21, 40)))


@pytest.mark.parametrize(("t", "k"), [(3, 2), (4, 2), (4, 3), (5, 3), (4, 4)])
def test_all_subsets_of_a_size_are_balanced(t, k):
    ranks = np.full((math.comb(t, k), t), NAN)
    for row, subset in zip(ranks, combinations(range(t), k), strict=True):
        row[list(subset)] = 1.0
    assert incidence(ranks).balanced
    if k < t:
        assert not incidence(ranks[:-1]).balanced
        assert not incidence(np.vstack([ranks, np.ones(t)])).balanced


def test_single_results_are_not_balanced():
    assert not incidence([[1, NAN], [NAN, 1]]).balanced


@given(GAPPED)
def test_blocks_are_ranked_anew(scores):
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


@given(GAPPED)
def test_ranks_with_gaps_are_those_of_the_results_that_are_there(scores):
    ranks = rank_scores(scores, missing="gap")
    assert np.isnan(ranks).tolist() == np.isnan(scores).tolist()
    last = rank_scores(scores)
    there = ~np.isnan(scores)
    assert ranks[there].tolist() == last[there].tolist()


@given(arrays(np.float64, SHAPES, elements=st.integers(0, 6).map(float)))
def test_without_gaps_scaled_averages_are_average_ranks(scores):
    ranks = rank_scores(scores)
    assert scaled_average_ranks(ranks).tolist() == average_ranks(ranks).tolist()


@pytest.mark.parametrize(("k", "k_i", "rank"), [(4, 2, 1), (4, 3, 2), (5, 2, 2), (6, 4, 3)])
def test_a_scaled_rank_is_the_expected_rank_among_all(k, k_i, rank):
    # Of all ways in which k_i of k places can be taken, the average of the place that is the rank-th taken.
    expected = np.mean([places[rank - 1] for places in combinations(range(1, k + 1), k_i)])
    row = np.full((1, k), NAN)
    row[0, :k_i] = np.arange(1, k_i + 1)
    assert scaled_average_ranks(row)[rank - 1] == pytest.approx(expected, rel=1e-12)


@given(GAPPED, st.randoms(use_true_random=False))
def test_scaled_averages_do_not_depend_on_the_order_of_data_sets(scores, random):
    ranks = rank_scores(scores, missing="gap")
    rows = list(range(len(ranks)))
    random.shuffle(rows)
    np.testing.assert_array_equal(scaled_average_ranks(ranks), scaled_average_ranks(ranks[rows]))


def test_an_algorithm_without_results_has_no_average():
    assert np.isnan(scaled_average_ranks([[1, 2, NAN], [2, 1, NAN]])).tolist() == [False, False, True]


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="scores: row 0 column 1 is inf"):
        incidence([[1.0, math.inf]])
    with pytest.raises(ValueError, match="missing: got 'first'; 'last' or 'gap' is needed"):
        rank_scores([[1.0, 2.0]], missing="first")
