"""Labels on poles: none overlaps another, no pole runs through a label, all stay within their ends."""

from __future__ import annotations

from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given

from rankpress.figures.label_placement import place_flags


@given(
    st.lists(st.tuples(st.floats(0, 5) | st.sampled_from([1.0, 1.01, 2.0]), st.floats(0.05, 1.5)), max_size=9),
    st.integers(1, 6),
)
def test_labels_and_poles_keep_clear_of_each_other(flags, most_rows):
    places, widths = [place for place, _ in flags], [width for _, width in flags]
    found = place_flags(places, widths, 0.0, 5.0, most_rows)
    assume(found is not None)
    assert [flag.place for flag in found] == places
    for flag, width in zip(found, widths, strict=True):
        assert flag.right - flag.left == pytest.approx(width)
        assert flag.left >= 0
        assert flag.right <= 5
        assert 0 <= flag.row < most_rows
        assert flag.side == "centre" or not flag.left < flag.place < flag.right
    for one, other in permutations(found, 2):
        assert one.row != other.row or one.right < other.left or other.right < one.left
        assert one.row < other.row or not other.left <= one.place <= other.right


def test_a_label_alone_is_centred_at_the_bottom():
    (flag,) = place_flags([2.0], [1.0], 0.0, 5.0, 1)
    assert (flag.row, flag.side, flag.left, flag.right) == (0, "centre", 1.5, 2.5)


def test_a_label_at_the_edge_turns_inwards():
    assert [flag.side for flag in place_flags([0.1, 4.9], [1.0, 1.0], 0.0, 5.0, 1)] == ["right", "left"]


def test_three_at_one_place_rise_in_the_middle():
    assert [flag.row for flag in place_flags([2.0, 2.01, 2.02], [1.0] * 3, 0.0, 5.0, 3)] == [0, 1, 0]


def test_no_room_is_told():
    assert place_flags([2.0] * 3, [1.0] * 3, 0.0, 5.0, 1) is None
    assert place_flags([2.0], [6.0], 0.0, 5.0, 9) is None
