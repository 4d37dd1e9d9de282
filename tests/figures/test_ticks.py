"""Numbers of axes: round, within their limits, apart from each other."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import example, given

from rankpress.figures.axis import choose_ticks
from rankpress.figures.style import PAPER
from rankpress.figures.text import text_width


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-6, 1e6),
    st.floats(0.8, 6.0),
    st.sampled_from([0.0, 0.05, 0.2]),
)
@example(999999.0, 1e-6, 4.0, 0.2)
def test_numbers_keep_apart_and_reach_no_farther_than_allowed(low, span, length, beyond):
    high = low + span
    ticks = choose_ticks((low, high), length, PAPER, beyond=beyond)
    assert ticks.limits == (low, high)
    places = [(value - low) / (high - low) * length for value in ticks.values]
    halves = [text_width(text, PAPER.font_size) / 2 for text in ticks.texts]
    for place, half in zip(places, halves, strict=True):
        assert -beyond - 1e-6 <= place - half
        assert place + half <= length + beyond + 1e-6
    assert len(set(ticks.texts)) == len(ticks.texts)
    ends = [(place - half, place + half) for place, half in zip(places, halves, strict=True)]
    assert all(b[0] - a[1] >= 0.07 for a, b in pairwise(ends))


def test_an_axis_of_the_usual_length_has_two_numbers_at_least():
    for low, high in ((-0.18, 0.385), (-0.27, 0.54), (-12.0, 3.0), (0.91, 0.99), (-0.7, 0.95)):
        assert len(choose_ticks((low, high), 1.05, PAPER, beyond=0.04).values) >= 2


def test_values_are_multiples_of_a_round_step():
    assert choose_ticks((-0.11, 0.42), 4.0, PAPER, beyond=0.1).texts == ("−0.1", "0.0", "0.1", "0.2", "0.3", "0.4")
    assert choose_ticks((0.0, 1.0), 1.0, PAPER, beyond=0.2).texts == ("0.0", "0.5", "1.0")


def test_an_axis_without_extent_has_no_numbers():
    assert choose_ticks((1.0, 1.0), 2.0, PAPER).values == ()
