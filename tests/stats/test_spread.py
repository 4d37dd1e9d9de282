"""Summaries of columns, against Python's statistics and the definition of the quartiles; scaled ranks."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.ranks import scaled_average_ranks, scaled_ranks
from rankpress.stats.spread import spread

COLUMNS = st.lists(st.integers(-40, 40).map(lambda half: half / 2), min_size=2, max_size=30)


@given(COLUMNS)
def test_against_the_standard_library(values):
    found = spread(np.array(values)[:, None])
    assert found.mean[0] == statistics.mean(values)
    assert found.median[0] == statistics.median(values)
    lower, _, upper = statistics.quantiles(values, method="inclusive")
    assert (found.lower[0], found.upper[0]) == (pytest.approx(lower), pytest.approx(upper))
    assert (found.least[0], found.greatest[0], found.n[0]) == (min(values), max(values), len(values))


@given(COLUMNS, st.randoms(use_true_random=False))
def test_gaps_and_order_of_rows_do_not_matter(values, random):
    shuffled = [*values, np.nan, np.nan]
    random.shuffle(shuffled)
    one, other = spread(np.array(values)[:, None]), spread(np.array(shuffled)[:, None])
    for name in ("n", "least", "lower", "median", "upper", "greatest", "mean"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()


def test_a_column_without_values_has_no_summary():
    found = spread([[np.nan, 1.0], [np.nan, 2.0]])
    assert found.n.tolist() == [0, 2]
    assert np.isnan([found.least[0], found.lower[0], found.median[0], found.upper[0], found.mean[0]]).all()
    with pytest.raises(ValueError, match="values"):
        spread([[np.inf]])


def test_means_of_scaled_ranks_are_the_scaled_average_ranks():
    ranks = np.array([[1, 2, 3, np.nan], [2, 1, np.nan, np.nan], [1.5, 1.5, 4, 3], [np.nan, 1, 2, 3]])
    assert spread(scaled_ranks(ranks)).mean.tolist() == scaled_average_ranks(ranks).tolist()
    assert scaled_ranks(ranks)[1].tolist() == pytest.approx([10 / 3, 5 / 3, np.nan, np.nan], nan_ok=True)
    assert scaled_ranks(ranks[2:3]).tolist() == ranks[2:3].tolist()
