"""Interval plots by their artists."""

from math import nan

import pytest

from rankpress.figures import interval_pages, interval_panels
from rankpress.figures.intervals import describe_intervals
from rankpress.figures.style import PAPER

NAMES = ["A", "B", "C"]
PANELS = [("one", [(0.2, 0.1, 0.3), (0.0, -0.1, 0.1), (nan, nan, nan)]), ("two", [(-9.0, -10.0, -8.0)] * 3)]


def drawn(artists, figure, kind):
    """Return the ends of the intervals and the estimates of a kind, in inches."""
    (line,), (marks,) = artists(figure, f"intervals-{kind}"), artists(figure, f"estimates-{kind}")
    xs, ys = line.get_xdata(), line.get_ydata()
    return [*zip(xs[::3], xs[1::3], ys[::3], strict=True)], marks


def test_intervals_that_contain_the_null_are_hollow(artists, assert_clean):
    figure = interval_panels(NAMES, PANELS, title="difference")
    (apart, filled), (across, hollow) = (drawn(artists, figure, kind) for kind in ("apart", "across"))
    assert [filled.get_markerfacecolor(), hollow.get_markerfacecolor()] == [PAPER.ink, PAPER.paper]
    assert (len(apart), len(across)) == (4, 1)  # none where there is no estimate
    assert_clean(figure)


def test_intervals_lie_about_their_estimates_in_the_rows_of_their_names(artists):
    figure = interval_panels(NAMES, PANELS, title="difference")
    (apart, filled), (across, hollow) = (drawn(artists, figure, kind) for kind in ("apart", "across"))
    for intervals, marks in ((apart, filled), (across, hollow)):
        middles = [(low + high) / 2 for low, high, _ in intervals]
        assert list(marks.get_xdata()) == pytest.approx(middles)
        assert list(marks.get_ydata()) == [y for *_, y in intervals]
    heights = [y for *_, y in apart]
    assert heights[0] == heights[1] < across[0][2] == heights[2] < heights[3]  # A of both panels, then B, then C
    null = artists(figure, "null")[0].get_xdata()
    assert apart[0][0] > null[0] == hollow.get_xdata()[0]
    assert apart[1][1] < null[3]
    # 0.1 to 0.3 and -0.1 to 0.1, on one axis
    assert 2 * (apart[0][0] - null[0]) == pytest.approx(apart[0][1] - apart[0][0])
    assert 2 * (across[0][1] - null[0]) == pytest.approx(apart[0][1] - apart[0][0])


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


def test_the_description_counts_sides():
    assert describe_intervals(NAMES, PANELS, title="difference").endswith(
        "above, across and below 0: A 1, 0, 1; B 0, 1, 1; C 0, 0, 1."
    )
