"""Conover's comparison of two algorithms after Friedman's test.

Checked against: least squares of the ranks by statsmodels, whose t it is; Conover's (1999) formula for the rank sums,
and his example of four grasses ranked by twelve owners of lawns with ties. Properties: direction, order, tie rules;
for two algorithms its square is Iman and Davenport's F.
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

from rankpress.stats.conover import conover
from rankpress.stats.friedman import iman_davenport
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 6).map(float))

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


@pytest.mark.conformance(procedure="Conover", source="the formula of Conover 1999, section 5.8")
def test_the_grasses():
    tests = conover(GRASSES, all_pairs(4))
    assert GRASSES.sum(axis=0).tolist() == [38.0, 23.5, 24.5, 34.0]
    expected = by_the_book(GRASSES)
    assert tests.statistic == pytest.approx(expected, rel=1e-12)
    assert tests.p == pytest.approx(2 * stats.t.sf(np.abs(expected), 33), rel=1e-10)
    assert tests.details["df"].tolist() == [33.0] * 6


@pytest.mark.conformance(procedure="Conover", source="least squares of the ranks, statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(2, 6))
def test_it_is_the_t_of_least_squares_of_the_ranks(seed, n, k):
    ranks = rank_scores(np.random.default_rng(seed).integers(0, 4, (n, k)))
    tests = conover(ranks, [[0, other] for other in range(1, k)])
    if tests.why:
        return
    columns = np.column_stack([np.kron(np.eye(n), np.ones((k, 1))), np.kron(np.ones((n, 1)), np.eye(k)[:, 1:])])
    fit = OLS(ranks.ravel(), columns).fit()
    assert tests.statistic == pytest.approx(-fit.tvalues[n:], rel=1e-7, abs=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)


@given(MATRICES, st.randoms(), st.sampled_from(["min", "max"]))
def test_direction_order_and_tie_rule(scores, random, ties):
    pairs = all_pairs(scores.shape[1])
    rows = list(range(len(scores)))
    random.shuffle(rows)
    one = conover(rank_scores(scores), pairs)
    assert conover(rank_scores(-scores), pairs).statistic == pytest.approx(-one.statistic, rel=1e-9, nan_ok=True)
    assert conover(rank_scores(scores[rows], ties=ties), pairs).p == pytest.approx(one.p, rel=1e-9)


@given(MATRICES.filter(lambda scores: scores.shape[1] == 2))
def test_for_two_algorithms_t_squared_is_iman_and_davenports_f(scores):
    ranks = rank_scores(scores)
    tests, test = conover(ranks, [[0, 1]]), iman_davenport(ranks)
    if not test.why:
        assert tests.statistic[0] ** 2 == pytest.approx(test.statistic, rel=1e-9, abs=1e-12)


def test_the_better_has_the_negative_t():
    assert conover([[1, 2, 3], [1, 3, 2], [1, 2, 3]], [[0, 1]]).statistic[0] < 0


@pytest.mark.conformance(procedure="Conover", source="the limit of t", fault="B32")
def test_where_all_data_sets_rank_alike():
    tests = conover([[1, 2.5, 2.5]] * 4, all_pairs(3))
    assert np.isnan(tests.statistic).all()
    assert tests.p.tolist() == [0.0, 0.0, 1.0]
    assert all(tests.why)
    assert conover(np.full((4, 3), 2.0), all_pairs(3)).p.tolist() == [1.0] * 3


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([[1.0, 2.0]], "ranks: got 1 rows and 2 columns; at least 2 and 2 are needed"),
        ([[1.0, 2.0], [1.0, np.nan]], "ranks: row 1 column 1 is nan"),
    ],
)
def test_ranks_that_do_not_fit_are_refused(ranks, message):
    with pytest.raises(ValueError, match=message):
        conover(ranks, [[0, 1]])
