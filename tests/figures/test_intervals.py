"""Interval plots by their artists."""

from math import nan

from rankpress.figures import interval_pages, interval_panels
from rankpress.figures.intervals import describe_intervals
from rankpress.figures.style import PAPER

NAMES = ["A", "B", "C"]
PANELS = [("one", [(0.2, 0.1, 0.3), (0.0, -0.1, 0.1), (nan, nan, nan)]), ("two", [(-9.0, -10.0, -8.0)] * 3)]


def test_intervals_that_contain_the_null_are_hollow(artists, assert_clean):
    figure = interval_panels(NAMES, PANELS, title="difference")
    assert [list(line.get_xdata()) for line in artists(figure, "interval-0")] == [[0.1, 0.3], [-10.0, -8.0]]
    faces = [artists(figure, f"estimate-{row}")[0].get_markerfacecolor() for row in (0, 1)]
    assert faces == [PAPER.ink, PAPER.paper]
    assert len(artists(figure, "interval-2")) == 1  # none where there is no estimate
    assert_clean(figure)


def test_each_panel_has_two_numbers_at_least_and_its_own_axis_unless_they_share_one(artists):
    for shared in (False, True):
        panels = interval_panels(NAMES, PANELS, title="difference", share_x=shared).axes[1:]
        assert all(len(ax.get_xticks()) > 1 for ax in panels)
        assert (len({ax.get_xlim() for ax in panels}) == 1) == shared


def test_pages_hold_all_panels_in_order():
    panels = [(str(number), PANELS[0][1]) for number in range(90)]
    pages = interval_pages(NAMES, panels)
    assert len(pages) > 1
    assert [panel for page in pages for panel in page] == panels


def test_the_description_counts_sides():
    assert describe_intervals(NAMES, PANELS, title="difference").endswith(
        "above, across and below 0: A 1, 0, 1; B 0, 1, 1; C 0, 0, 1."
    )
