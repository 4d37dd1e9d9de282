"""Interval plots by their artists."""

from math import nan

import pytest

from rankpress.figures import Style, interval_pages, interval_panels
from rankpress.figures.intervals import describe_intervals

NAMES = ["A", "B", "C"]
PANELS = [("one", [(0.2, 0.1, 0.3), (0.0, -0.1, 0.1), (nan, nan, nan)]), ("two", [(-9.0, -10.0, -8.0)] * 3)]


def drawn(artists, figure):
    """Return the ends of the intervals and the estimates, in inches."""
    (line,), (marks,) = artists(figure, "intervals"), artists(figure, "estimates")
    xs, ys = line.get_xdata(), line.get_ydata()
    return [*zip(xs[::3], xs[1::3], ys[::3], strict=True)], marks


def test_intervals_are_drawn_alike_whether_they_contain_zero(artists, assert_clean):
    figure = interval_panels(NAMES, PANELS, title="difference")
    intervals, marks = drawn(artists, figure)
    assert len(intervals) == len(marks.get_xdata()) == 5  # none where there is no estimate
    assert_clean(figure)


def test_intervals_lie_about_their_estimates_in_the_rows_of_their_names(artists):
    figure = interval_panels(NAMES, PANELS, title="difference")
    intervals, marks = drawn(artists, figure)
    null = artists(figure, "null")[0].get_xdata()
    assert list(marks.get_xdata()) == pytest.approx([(low + high) / 2 for low, high, _ in intervals])
    assert list(marks.get_ydata()) == [y for *_, y in intervals]
    (low, high, top), *_ = intervals  # A, 0.1 to 0.3
    [(across, beyond, row)] = [each for each in intervals if each[0] < null[0] < each[1]]  # B, -0.1 to 0.1
    assert top < row
    assert 2 * (low - null[0]) == pytest.approx(high - low)
    assert 2 * (beyond - null[0]) == pytest.approx(beyond - across) == pytest.approx(high - low)


def test_each_panel_has_two_numbers_at_least_and_its_own_axis_unless_they_share_one(artists):
    for shared in (False, True):
        figure = interval_panels(NAMES, PANELS, title="difference", share_x=shared)
        numbers = [[text.get_text() for text in artists(figure, f"number-{number}")] for number in (0, 1)]
        assert min(map(len, numbers)) > 1
        assert (numbers[0] == numbers[1]) == shared


def test_pages_hold_all_panels_in_order():
    panels = [(str(number), PANELS[0][1]) for number in range(90)]
    pages = interval_pages(NAMES, panels)
    assert len(pages) > 1
    assert [panel for page in pages for panel in page] == panels


def test_the_description_has_the_range_of_estimates_and_intervals():
    text = describe_intervals(NAMES, PANELS, title="difference")
    assert "A \N{MINUS SIGN}9 to 0.2 (\N{MINUS SIGN}10 to 0.3)" in text
    assert text.count(" to ") == 5  # C has one estimate


@pytest.mark.nightly
@pytest.mark.parametrize(
    "names",
    [
        ["a" * 40 + middle + "b" * 40 for middle in "xyz"],  # that are one where their middles are cut
        ["e\u0301\u0323\u0335\u0321\u0302\u0306" * 3, "plain", "e\u0302\u0302\u0302\u0302"],
    ],
)
def test_names_higher_than_a_line_have_rows_as_high(names, assert_clean):
    assert_clean(interval_panels(names, PANELS, title="difference", style=Style(width=3.25)))


@pytest.mark.parametrize("count", [3, 12, 40])
def test_an_axis_of_ranks_numbers_none_before_the_first(count, artists):
    rows = [(rank, max(1.0, rank - 2.0), min(count, rank + 2.0)) for rank in range(1, count + 1)]
    names = [f"a{rank}" for rank in range(count)]
    figure = interval_panels(names, [("average rank", rows)], title="", references=[None], of_ranks=True)
    places = {float(text.get_text()): text.get_position()[0] for text in artists(figure, "number-0")}
    assert min(places) == 1
    assert sorted(places) == sorted(places, key=places.__getitem__)  # the best at the left, as its row is on top
