"""Packing of group bars and legend entries, against counts by brute force."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from rankpress.figures.packing import flow_widths, pack_intervals

intervals = st.lists(
    st.tuples(st.floats(0, 50), st.floats(0, 20)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=40
)


@given(intervals, st.floats(0, 2))
def test_intervals_of_a_row_lie_apart(spans, gap):
    rows = pack_intervals(spans, gap)
    for i, (low, high) in enumerate(spans):
        for j, (other_low, other_high) in enumerate(spans[:i]):
            if rows[i] == rows[j]:
                assert high + gap < other_low or other_high + gap < low


@given(intervals, st.floats(0, 2))
def test_rows_are_as_few_as_intervals_at_the_worst_place(spans, gap):
    rows = pack_intervals(spans, gap)
    worst = max((sum(low <= place <= high + gap for low, high in spans) for place, _ in spans), default=0)
    assert len(set(rows)) == worst
    assert set(rows) == set(range(worst))


@given(st.lists(st.floats(0.1, 3), min_size=1, max_size=30), st.floats(3, 9))
def test_entries_flow_in_order_within_the_width(widths, width):
    places = flow_widths(widths, width, gap=0.1)
    assert list(places) == sorted(places)
    assert all(offset + entry <= width + 1e-9 for (_, offset), entry in zip(places, widths, strict=True))
