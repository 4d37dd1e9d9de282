"""How far scores fall short of the best of their row, against a loop."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays

from rankpress.stats.shortfall import shortfall_from_best


@given(
    arrays.arrays(
        float, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.floats(-1e9, 1e9) | st.just(math.nan)
    )
)
def test_as_a_loop_has_it(scores):
    found = shortfall_from_best(scores)
    for row, short in zip(scores.tolist(), found.tolist(), strict=True):
        there = [value for value in row if not math.isnan(value)]
        for value, distance in zip(row, short, strict=True):
            if math.isnan(value):
                assert math.isnan(distance)
            else:
                assert distance == max(there) - value


def test_rows_do_not_know_of_each_other():
    scores = np.array([[1.0, 3.0], [50.0, 20.0]])
    assert shortfall_from_best(scores).tolist() == [[2.0, 0.0], [0.0, 30.0]]


@pytest.mark.parametrize("scores", [[[math.inf, 1.0]], [[1e308, -1e308]]])
def test_refuses_what_is_infinite(scores):
    with pytest.raises(ValueError, match="scores"):
        shortfall_from_best(scores)
