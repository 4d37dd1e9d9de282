"""The agreement of two orders.

Checked against: scipy.stats.kendalltau, ties included. Properties: symmetry, the order turned round, renaming.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankpress.stats.concordance import compare_rankings, kendall_tau_b

RANKINGS = st.integers(2, 9).flatmap(
    lambda k: st.tuples(*[st.lists(st.integers(1, k), min_size=k, max_size=k) for _ in range(2)])
)
ORDERS = st.integers(2, 9).flatmap(lambda k: st.tuples(*[st.permutations(range(1, k + 1)) for _ in range(2)]))


@pytest.mark.conformance(procedure="Kendall's tau-b", source="scipy.stats.kendalltau")
@given(RANKINGS)
def test_tau_is_scipys(rankings):
    one, other = rankings
    expected = stats.kendalltau(one, other).statistic
    assert kendall_tau_b(one, other) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(RANKINGS)
def test_it_does_not_matter_which_comes_first(rankings):
    one, other = rankings
    assert compare_rankings(one, other) == pytest.approx(compare_rankings(other, one), nan_ok=True) or (
        math.isnan(compare_rankings(one, other).tau_b)
    )


@given(ORDERS)
def test_turning_one_round_turns_the_sign(orders):
    one, other = orders
    assert kendall_tau_b(one, np.negative(other)) == pytest.approx(-kendall_tau_b(one, other))
    assert kendall_tau_b(one, one) == 1
    assert compare_rankings(one, other).same == (list(one) == list(other))


def test_who_moved_how_far():
    found = compare_rankings([1, 2, 3, 4], [4, 2, 3, 1])
    assert found.largest_change == 3
    assert found.moved == (0, 3)
    assert found.tau_b == pytest.approx(-2 / 3)
    unmoved = compare_rankings([1, 2, 3], [1, 2, 3])
    assert (unmoved.same, unmoved.largest_change, unmoved.moved) == (True, 0, ())


def test_a_ranking_of_ties_has_no_tau():
    found = compare_rankings([2, 2, 2], [1, 2, 3])
    assert math.isnan(found.tau_b)
    assert found.why == "one of the two rankings ties all algorithms"
    assert not found.same


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kendall_tau_b([1], [1]), "ranks: got 1 entries; at least 2"),
        (lambda: kendall_tau_b([1, 2], [1, 2, 3]), "others: got 3 entries; 2 are needed"),
        (lambda: kendall_tau_b([1, 2], [1, np.nan]), "others: entry 1 is nan"),
        (lambda: compare_rankings([[1, 2]], [1, 2]), "ranks: got an array of shape"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
