"""The exact null distribution of Friedman's statistic.

Checked against: enumeration of all orders of the ranks of every data set, for all small studies, ties included; the
exact sign test of scipy, which it is for two algorithms; random orders for studies too large to enumerate. Properties:
names and order of algorithms and data sets do not matter; Friedman's and Iman and Davenport's statistic share it.
R's friedman.test has no exact form.
"""

from __future__ import annotations

import itertools
import math
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.friedman import friedman, friedman_exact, friedman_from_average_ranks, iman_davenport
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.ranks import rank_scores

SMALL = st.sampled_from([(1, 4), (2, 2), (3, 2), (6, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (2, 5)])
STUDIES = SMALL.flatmap(lambda shape: arrays(np.float64, shape, elements=st.integers(0, 3).map(float)))


def spread(ranks):
    sums = ranks.sum(axis=0)
    return ((sums - sums.mean()) ** 2).sum()


def by_enumeration(ranks):
    orders = [np.array(list(itertools.permutations(row))) for row in ranks]
    observed, reached, total = spread(ranks), 0, 0
    for chosen in itertools.product(*orders[1:]):
        sums = orders[0] + sum(chosen, np.zeros(ranks.shape[1]))
        reached += np.count_nonzero(((sums - sums.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) >= observed - 1e-9)
        total += len(sums)
    return reached / total


@pytest.mark.conformance(procedure="Friedman test, exact p", source="enumeration of all orders of the ranks")
@given(STUDIES)
def test_it_is_the_share_of_all_orders(scores):
    ranks = rank_scores(scores)
    assert friedman_exact(ranks) == pytest.approx(by_enumeration(ranks), rel=1e-12)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 3))
def test_for_two_algorithms_it_is_the_exact_sign_test(wins, losses, ties):
    ranks = np.array([[1, 2]] * wins + [[2, 1]] * losses + [[1.5, 1.5]] * (ties + 1))
    expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert friedman_exact(ranks) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("n", "k"), [(25, 3), (70, 3), (15, 4), (8, 5), (5, 6), (3, 7), (2, 8)])
@pytest.mark.parametrize("tied", [False, True])
def test_random_orders_reach_it_as_often(n, k, tied):
    generator = np.random.default_rng(k)
    scores = generator.integers(0, 4, (n, k)) if tied else generator.normal(size=(n, k))
    ranks = rank_scores(scores + np.linspace(0, 1.2 / math.sqrt(n), k))
    draws = 20_000
    sums = sum(generator.permuted(np.broadcast_to(row, (draws, k)), axis=1) for row in ranks)
    share = np.mean(((sums - sums.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) >= spread(ranks) - 1e-9)
    p = friedman_exact(ranks)
    assert share == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / draws) + 1e-9)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (10, 3), (4, 4), (5, 5), (4, 6), (2, 8)])
def test_perfect_agreement_is_one_order_on_all_data_sets(n, k):
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    assert friedman_exact(ranks) == pytest.approx(math.factorial(k) ** (1.0 - n), rel=1e-9)


@given(STUDIES, st.randoms())
def test_order_of_algorithms_and_data_sets_and_the_tie_rule_do_not_matter(scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    p = friedman_exact(rank_scores(scores))
    assert friedman_exact(rank_scores(scores[rows][:, columns])) == p
    assert friedman_exact(rank_scores(scores, ties="min")) == p
    assert friedman_exact(rank_scores(scores, better="lower")) == pytest.approx(p, rel=1e-12)


@given(STUDIES)
def test_friedman_and_iman_davenport_carry_the_same(scores):
    ranks = rank_scores(scores)
    assert friedman(ranks).details == iman_davenport(ranks).details == {"exact_p": friedman_exact(ranks)}


def test_all_tied_is_certain():
    assert friedman_exact(np.full((5, 3), 2.0)) == 1.0
    assert friedman(np.full((5, 3), 2.0)).details == {"exact_p": 1.0}


def test_one_order_is_as_far_apart_as_another():
    assert friedman_exact([[3, 1, 2]]) == 1.0


@pytest.mark.parametrize(("n", "k"), [(200, 3), (40, 4), (14, 5), (12, 6), (5, 8), (200, 50), (5000, 2)])
def test_where_it_would_take_too_long_it_is_not_given(n, k):
    ranks = rank_scores(np.random.default_rng(0).normal(size=(n, k)))
    assert math.isnan(friedman_exact(ranks))
    assert friedman(ranks).details == {}


@pytest.mark.parametrize(("n", "k"), [(100, 3), (20, 4), (9, 5), (5, 6), (3, 7), (2, 8)])
def test_what_is_promised_is_feasible(n, k):
    assert 0 < friedman_exact(rank_scores(np.random.default_rng(0).normal(size=(n, k)))) <= 1


def test_average_ranks_do_not_tell_of_ties_and_so_of_no_exact_p():
    assert friedman_from_average_ranks([1.5, 2.5, 2.0], 4).details == {}


@pytest.mark.parametrize(
    ("ranks", "message"),
    [([[1.0]], "ranks: got 1 rows and 1 columns"), ([[1.0, np.nan]], "ranks: row 0 column 1 is nan")],
)
def test_ranks_that_do_not_fit_are_refused(ranks, message):
    with pytest.raises(ValueError, match=message):
        friedman_exact(ranks)


@pytest.mark.parametrize("name", ["friedman", "iman-davenport"])
def test_it_is_left_out_where_it_is_not_wanted(name, monkeypatch):
    ranks = rank_scores(np.random.default_rng(0).normal(size=(8, 4)))
    whole = OMNIBUS[name].test(ranks)
    assert "exact_p" in whole.details
    # where many studies are tested, it would take nearly all of the time
    monkeypatch.setattr(sys.modules[friedman.__module__], "friedman_exact", lambda ranks: pytest.fail("computed"))
    assert OMNIBUS[name].test(ranks, exact=False) == replace(whole, details={})
