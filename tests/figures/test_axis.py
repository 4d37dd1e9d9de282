"""Axes: values lie within them in order, and their numbers are round, apart and say what they stand at."""

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import example, given

from rankpress.figures.axes import fitting_ticks, rank_axis, value_axis, wants_log
from rankpress.figures.style import PAPER
from rankpress.figures.text import text_width

LENGTHS = st.sampled_from([2.3, 4.8])


@given(st.lists(st.floats(1, 60), min_size=1, max_size=60), LENGTHS, st.booleans())
def test_ranks_rise_towards_the_worse_end_and_all_lie_on_the_axis(ranks, length, upright):
    axis = rank_axis(ranks, length, PAPER, count=60, upright=upright)
    assert axis.first > axis.last
    assert all(0 < axis.share(rank) < 1 for rank in ranks)
    assert len(axis.ticks) >= 2
    for place, text in axis.ticks:
        assert 0 <= axis.share_of(place) <= 1
        assert float(text) == pytest.approx(place)


@given(st.lists(st.floats(1, 8), min_size=2, max_size=8), LENGTHS, st.booleans())
@example([1.68, 2.39, 2.5, 3.43], 3.6, True)
def test_an_axis_that_nearly_reaches_the_best_rank_does(ranks, length, upright):
    axis = rank_axis(ranks, length, PAPER, count=8, upright=upright)
    if min(ranks) < 1.5:
        assert 0 <= axis.share(1.0) <= 1
    assert not 1 < axis.last < 1.4


COSTS = st.tuples(st.lists(st.floats(1e-280, 1e300), min_size=1, max_size=20), st.just(True))
VALUES = st.tuples(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=20), st.just(False))


@given(VALUES | COSTS, st.booleans(), LENGTHS, st.booleans())
@example(([0.0], False), False, 2.3, False)
@example(([1e-300, 2e-300], False), False, 2.3, False)
@example(([1e9, 1e9 + 1e-3], False), True, 2.3, True)
@example(([4e-288, 0.0], False), False, 2.3, False)
@example(([1e-280, 1e9], True), False, 2.3, False)
@example(([5.0, 5.0], True), False, 2.3, False)
@example(([5.0, 6.0], True), False, 2.3, False)
def test_values_lie_on_the_axis_in_their_order(case, falling, length, upright):
    values, log = case
    axis = value_axis(values, length, PAPER, falling=falling, upright=upright, log=log)
    shares = [axis.share(value) for value in sorted(values)]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares, reverse=falling)
    assert all(-1e-9 <= axis.share_of(place) <= 1 + 1e-9 for place, _ in axis.ticks)
    assert len({text for _, text in axis.ticks}) == len(axis.ticks) <= 10
    assert axis.ticks or not log


@pytest.mark.nightly
@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.floats(0.8, 6.0), st.sampled_from([0.0, 0.05, 0.2]))
@example(999999.0, 1e-6, 4.0, 0.2)
def test_numbers_keep_apart_and_reach_no_farther_than_allowed(low, span, length, beyond):
    high = low + span
    ticks = fitting_ticks(low, high, length, PAPER, beyond=beyond)
    halves = [text_width(text, PAPER.font_size) / 2 for _, text in ticks]
    places = [(value - low) / (high - low) * length for value, _ in ticks]
    ends = [(place - half, place + half) for place, half in zip(places, halves, strict=True)]
    assert all(-beyond - 1e-6 <= begin and end <= length + beyond + 1e-6 for begin, end in ends)
    assert all(b[0] - a[1] >= 0.07 for a, b in pairwise(ends))


@pytest.mark.parametrize(("low", "high"), [(-0.18, 0.385), (-0.27, 0.54), (-12.0, 3.0), (0.91, 0.99), (-0.7, 0.95)])
def test_a_panel_of_an_inch_has_two_numbers_at_least(low, high):
    assert len(fitting_ticks(low, high, 1.05, PAPER, beyond=0.04)) >= 2


@pytest.mark.parametrize(
    ("values", "log", "texts"),
    [
        ([1e6, 1e6 + 10], False, ["1000000", "1000002.5", "1000005", "1000007.5", "1000010"]),
        ([0.9, 0.9001], False, ["0.900000", "0.900025", "0.900050", "0.900075", "0.900100"]),
        ([0.0, 5e5], False, ["0", "1e+05", "2e+05", "3e+05", "4e+05", "5e+05"]),
        ([0.002, 500.0], True, ["0.001", "0.01", "0.1", "1", "10", "100", "1,000"]),
        ([3e3, 4e6], True, ["10,000", "100,000", "10⁶", "10⁷"]),
        ([3.0, 40.0], True, ["5", "10", "20"]),
        ([5.0, 240.0], True, ["5", "10", "20", "50", "100", "200"]),
        ([5e4, 1e6], True, ["50,000", "100,000", "200,000", "500,000", "10⁶"]),
    ],
)
def test_numbers_have_the_digits_that_tell_them_apart(values, log, texts):
    assert [text for _, text in value_axis(values, 2.4, PAPER, log=log).ticks] == texts


@pytest.mark.parametrize("values", [(5, 240), (2, 90), (0.4, 30), (12, 400)])
@pytest.mark.parametrize("length", [1.1, 1.36, 1.8, 3.0])
def test_a_log_axis_of_two_powers_of_ten_has_numbers_between_them(values, length):
    texts = [text for _, text in value_axis(values, length, PAPER, log=True, beyond=0.04).ticks]
    assert len(texts) >= 3
    assert any(text.strip("0.,")[0] in "235" for text in texts)


def test_a_log_scale_is_for_costs_that_differ_by_a_factor_above_20():
    assert [wants_log(values) for values in ([1, 21], [1, 19], [0, 21], [-1, 100], [1e-300, 1e300])] == [
        *(True, False, False, False, True)
    ]


@given(st.lists(st.floats(1e-9, 1e5), min_size=1, max_size=9), LENGTHS)
@example([1.5e-4, 0.11], 2.3)
def test_times_on_a_log_axis_have_a_unit_and_their_value(values, length):
    units = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
    axis = value_axis(values, length, PAPER, log=True, unit="s")
    assert axis.ticks
    for place, text in axis.ticks:
        number, unit = text.split()
        if not set(number) & set("⁻⁰¹²³⁴⁵⁶⁷⁸⁹"):
            assert float(number.replace(",", "").replace("\N{MINUS SIGN}", "-")) * units[unit] == pytest.approx(
                10**place, rel=1e-2
            )


@pytest.mark.parametrize(
    ("values", "log", "first", "last"),
    [
        ([4e4, 2e6], True, "50 kB", "2 MB"),
        ([3e3, 4e7], True, "1 kB", "100 MB"),
        ([2e6, 9e6], False, "2 MB", "9 MB"),
        ([20.0, 90.0], False, "20 bytes", "90 bytes"),
    ],
)
def test_sizes_are_in_kb_and_such(values, log, first, last):
    ticks = value_axis(values, 4.2, PAPER, log=log, unit="bytes").ticks
    texts = [text for _, text in ticks]
    assert (texts[0], texts[-1]) == (first, last)
    for place, text in ticks:
        number, unit = text.split()
        size = float(number) * {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}[unit]
        assert size == pytest.approx(10**place if log else place)


@pytest.mark.parametrize(
    ("values", "ends"), [([1.5e-4, 0.11], (-4, -0.82)), ([0.9, 70.0], (-0.14, 2)), ([3, 40], (0.42, 1.66))]
)
def test_a_log_axis_ends_at_a_power_of_ten_that_is_near(values, ends):
    axis = value_axis(values, 2.4, PAPER, log=True)
    assert (axis.first, axis.last) == pytest.approx(ends, abs=0.02)
    assert axis.minor
    assert all(axis.first <= place <= axis.last for place in axis.minor)


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("count", [4, 8, 12, 25, 60])
@pytest.mark.parametrize("length", [1.5, 3, 6])
def test_an_axis_of_all_ranks_numbers_the_first(count, length, upright):
    axis = rank_axis([1.2, count - 0.3], length, PAPER, count=count, upright=upright)
    places = [place for place, _ in axis.ticks]
    assert places[0] == 1
    assert places == sorted(places)
    assert [text for _, text in axis.ticks] == [f"{place:g}" for place in places]
    gaps = np.diff(places)
    assert gaps.min() >= 0.8 * gaps.max()


@pytest.mark.parametrize("length", [1.0, 1.6, 2.4, 5.0])
@pytest.mark.parametrize("values", [(1, 6), (1, 18), (1, 20), (3, 40), (0, 1000)])
def test_counts_have_no_fractions(values, length):
    ticks = value_axis(values, length, PAPER, whole=True).ticks
    assert len(ticks) > 1
    assert all(place == round(place) and "." not in text for place, text in ticks)
