"""Costs as shares of a data set, averaged over data sets, and several combined by weights.

Checked against: the shares of each data set computed one by one, and their means. Properties: units do not matter,
nor does the scale of weights; what two orders of cost agree on, every combination keeps. Not checked: how ulas2012
normalises costs (Table 2, line 8), which it does not say.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.multitest import average_normalized_costs, combined_costs, normalized_costs

COSTS = arrays(np.float64, (4, 3), elements=st.integers(1, 9).map(float))
WEIGHTS = st.floats(0.01, 100)


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(0, 9).map(float)))
def test_costs_are_shares_of_each_data_set(costs):
    shares = [row / row.sum() if row.any() else np.full(row.size, 1 / row.size) for row in costs]
    assert normalized_costs(costs) == pytest.approx(np.array(shares), rel=1e-12, abs=1e-300)
    found = average_normalized_costs(costs)
    assert found == pytest.approx(np.mean(shares, axis=0), rel=1e-12, abs=1e-300)
    assert found.sum() == pytest.approx(1.0)


@given(COSTS, st.permutations([1e-9, 1.0, 60.0, 1e300]))
def test_the_unit_of_a_data_sets_costs_does_not_matter(costs, units):
    assert average_normalized_costs(costs * np.array(units)[:, np.newaxis]) == pytest.approx(
        average_normalized_costs(costs)
    )


@given(COSTS, COSTS, WEIGHTS, WEIGHTS)
def test_combined_costs_are_weighted_means_of_shares(seconds, size, first, second):
    found = combined_costs([seconds, size], [first, second])
    for row in range(4):
        for column in range(3):
            shares = seconds[row, column] / seconds[row].sum(), size[row, column] / size[row].sum()
            assert found[row, column] == pytest.approx((first * shares[0] + second * shares[1]) / (first + second))
    assert found.sum(axis=1) == pytest.approx(np.ones(4))
    assert combined_costs([seconds, 1e6 * size], [3 * first, 3 * second]) == pytest.approx(found)


@given(COSTS, WEIGHTS)
def test_one_cost_alone_is_its_shares(costs, weight):
    assert combined_costs([costs], [weight]).tolist() == normalized_costs(costs).tolist()


@given(COSTS, COSTS, WEIGHTS, WEIGHTS)
def test_what_costs_less_by_both_costs_less(seconds, size, first, second):
    found = combined_costs([seconds, size], [first, second])
    less = (seconds[:, :, None] < seconds[:, None, :]) & (size[:, :, None] < size[:, None, :])
    assert (found[:, :, None] < found[:, None, :])[less].all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: average_normalized_costs([[1.0, -1.0]]), "costs: row 0 column 1 is -1.0; costs are at least 0"),
        (lambda: average_normalized_costs([[1.0, np.nan]]), "costs: row 0 column 1 is nan; finite numbers are needed"),
        (lambda: combined_costs([[[1, 2]], [[1, 2]]], [1]), "weights: got 1 entries; 2 are needed"),
        (lambda: combined_costs([[[1, 2]], [[1, 2]]], [1, 0]), "weights: entry 1 is 0.0; weights are above 0"),
        (lambda: combined_costs([[[1, 2]], [[1, 2, 3]]], [1, 1]), r"costs: got shapes \[\(1, 2\), \(1, 3\)\]"),
        (lambda: combined_costs([[[1, 2]], [[1, np.inf]]], [1, 1]), "costs: row 0 column 1 is inf"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
