"""Axes of planes: values lie within them in order, and their numbers say what they stand at."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from rankpress.figures.axis import rank_axis, value_axis, wants_log

LENGTHS = st.sampled_from([2.3, 4.8])


@given(st.lists(st.floats(1, 60), min_size=1, max_size=60), LENGTHS)
def test_ranks_rise_towards_the_worse_end_and_all_lie_on_the_axis(ranks, length):
    axis = rank_axis(ranks, length, 60)
    assert axis.first > axis.last
    assert all(0 < axis.share(rank) < 1 for rank in ranks)
    assert len(axis.ticks) >= 2
    for place, text in axis.ticks:
        assert 0 <= axis.share_of(place) <= 1
        assert place >= 1
        assert float(text) == pytest.approx(place)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=20), st.booleans(), LENGTHS)
@example([0.0], False, 2.3)
@example([1e-300, 2e-300], False, 2.3)
@example([1e9, 1e9 + 1e-3], True, 2.3)
@example([4e-288, 0.0], False, 2.3)
def test_values_lie_on_the_axis_in_their_order(values, falling, length):
    axis = value_axis(values, length, falling=falling)
    shares = [axis.share(value) for value in sorted(values)]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares, reverse=falling)
    assert all(-1e-9 <= axis.share_of(place) <= 1 + 1e-9 for place, _ in axis.ticks)
    assert len({text for _, text in axis.ticks}) == len(axis.ticks) <= length / 0.6 + 2


@given(st.lists(st.floats(1e-300, 1e300), min_size=1, max_size=20), LENGTHS)
@example([1e-300, 1e9], 2.3)
@example([5.0, 5.0], 2.3)
@example([5.0, 6.0], 2.3)
def test_costs_lie_on_a_log_axis_in_their_order(values, length):
    axis = value_axis(values, length, log=True)
    shares = [axis.share(value) for value in sorted(values)]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares)
    assert axis.ticks
    assert all(-1e-9 <= axis.share_of(place) <= 1 + 1e-9 for place, _ in axis.ticks)


def test_large_and_small_numbers_have_the_digits_that_tell_them_apart():
    assert [text for _, text in value_axis([1e6, 1e6 + 10], 2.4).ticks] == ["1000000", "1000005", "1000010"]
    assert [text for _, text in value_axis([0.9, 0.9001], 2.4).ticks] == ["0.90000", "0.90005", "0.90010"]
    assert [text for _, text in value_axis([0.0, 5e5], 2.4).ticks] == ["0", "2e+05", "4e+05"]


def test_powers_of_ten_are_told_as_people_write_them():
    assert [text for _, text in value_axis([0.002, 500.0], 3.0, log=True).ticks] == ["0.01", "0.1", "1", "10", "100"]
    assert [text for _, text in value_axis([3e3, 4e6], 3.0, log=True).ticks] == ["10,000", "100,000", "10⁶"]
    assert [text for _, text in value_axis([3.0, 40.0], 3.0, log=True).ticks] == ["5", "10", "20"]


def test_a_log_scale_is_for_costs_that_differ_by_a_factor_above_20():
    assert [wants_log(values) for values in ([1, 21], [1, 19], [0, 21], [-1, 100], [1e-300, 1e300])] == [
        *(True, False, False, False, True),
    ]
