"""Packing of group bars and legend entries, against counts by brute force."""

from itertools import combinations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import minimize

from rankpress.figures.canvas import flow_widths, pack_intervals, spread_apart

intervals = st.lists(
    st.tuples(st.floats(0, 50), st.floats(0, 20)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=40
)


@given(intervals, st.floats(0, 2))
def test_intervals_of_a_row_lie_apart_in_as_few_rows_as_there_are_at_the_worst_place(spans, gap):
    rows = pack_intervals(spans, gap)
    for (one, (low, high)), (other, (other_low, other_high)) in combinations(zip(rows, spans, strict=True), 2):
        assert one != other or high + gap < other_low or other_high + gap < low
    worst = max((sum(low <= place <= high + gap for low, high in spans) for place, _ in spans), default=0)
    assert set(rows) == set(range(worst))


@given(st.lists(st.floats(0.1, 3), min_size=1, max_size=30), st.floats(3, 9))
def test_entries_flow_in_order_within_the_width(widths, width):
    places = flow_widths(widths, width, gap=0.1)
    assert list(places) == sorted(places)
    assert all(offset + entry <= width + 1e-9 for (_, offset), entry in zip(places, widths, strict=True))


@pytest.mark.nightly
@given(
    st.lists(st.floats(0, 10), min_size=1, max_size=8).map(sorted), st.lists(st.floats(0, 2), min_size=7, max_size=7)
)
def test_places_move_apart_as_little_as_possible(places, gaps):
    gaps = gaps[: len(places) - 1]
    spread = spread_apart(places, gaps, 0, 10)
    shrunk = min(1, 10 / sum(gaps)) if sum(gaps) else 1
    wanted = [gap * shrunk for gap in gaps]
    assert all(b - a >= gap - 1e-6 for a, b, gap in zip(spread, spread[1:], wanted, strict=False))
    assert spread[0] >= -1e-6
    assert spread[-1] <= 10 + 1e-6
    moved = sum((new - old) ** 2 for new, old in zip(spread, places, strict=True))
    apart = [{"type": "ineq", "fun": lambda x, i=i: x[i + 1] - x[i] - wanted[i]} for i in range(len(wanted))]
    start = np.concatenate([[0.0], np.cumsum(wanted)])
    optimum = minimize(
        lambda x: ((x - places) ** 2).sum(), start, bounds=[(0, 10)] * len(places), constraints=apart, method="SLSQP"
    )
    assert moved <= optimum.fun + 1e-5 * (1 + optimum.fun)


def test_a_place_with_room_stays_exactly_where_it_is():
    assert spread_apart([0.1, 0.7, 2 / 3 + 0.1], [0.5, 0.01], 0, 3)[:1] == (0.1,)
    assert spread_apart([1 / 3, 2 / 3], [0.3], 0, 1) == (1 / 3, 2 / 3)
