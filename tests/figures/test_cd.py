"""The critical difference diagram by its artists: Demsar's figure 1 and random rankings; no pixels are compared."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.cd_layouts import APART
from rankpress.figures.style import PAPER
from rankpress.stats.groups import is_run

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]
GROUPS = [(3, 1, 2), (1, 2, 0)]


@pytest.fixture
def demsar():
    return critical_difference_diagram(NAMES, RANKS, groups=GROUPS, cd=1.25)


def test_cd_bar_is_as_long_as_the_cd(demsar, artists):
    (bar,) = artists(demsar, "cd-bar")
    assert np.ptp(bar.get_xdata()) == pytest.approx(1.25)
    (axis,) = artists(demsar, "axis")
    to_pixels = bar.get_transform().transform
    unit = np.diff(to_pixels(np.column_stack([axis.get_xdata(), [0, 0]]))[:, 0])[0] / 3
    length = np.diff(to_pixels(np.column_stack([bar.get_xdata(), [0, 0]]))[:, 0])[0]
    assert abs(length / unit) == pytest.approx(1.25)


def test_connectors_start_at_the_ranks_and_end_at_the_labels(demsar, artists):
    for i, rank in enumerate(RANKS):
        (line,) = artists(demsar, f"connector-{i}")
        assert list(line.get_xdata()[:2]) == [rank, rank]
        (name,) = artists(demsar, f"name-{i}")
        assert name.get_text() == NAMES[i]
        assert artists(demsar, f"rank-{i}")[0].get_text() == f"{rank:.2f}"
        assert abs(name.get_position()[1] - line.get_ydata()[-1]) < 0.06


def test_bars_cover_their_members_and_end_short_of_others(demsar, group_bars):
    drawn = group_bars(demsar)
    for number, group in enumerate(GROUPS):
        ((low, high),) = drawn[number]["runs"]
        assert {i for i, rank in enumerate(RANKS) if low <= rank <= high} == set(group)
    assert drawn[0]["across"] != drawn[1]["across"]


def test_lines_of_nearly_equal_ranks_part_where_a_bar_ends_between_them(group_bars, artists, assert_clean):
    figure = critical_difference_diagram(list("ABCD"), [1.0, 2.0, 2.001, 3.0], groups=[(0, 1), (2, 3)])
    lines = [artists(figure, f"connector-{i}")[0] for i in range(4)]
    assert [line.get_xdata()[0] for line in lines] == [1.0, 2.0, 2.001, 3.0]
    (_, high), (low, _) = (bar["runs"][0] for bar in group_bars(figure).values())
    b, c = (line.get_xdata()[1] for line in lines[1:3])
    inch = figure.get_figwidth() / abs(np.subtract(*lines[0].axes.get_xlim()))
    assert (c - b) * inch == pytest.approx(APART)
    assert b < high < c - 0.5 * APART / inch
    assert c > low > b + 0.5 * APART / inch
    assert lines[0].get_xdata()[1] == 1.0
    assert_clean(figure)


def test_group_that_is_no_run_marks_members_and_skips_others(group_bars, artists, assert_clean):
    ranks = [1.5, 2.2, 2.9, 3.6, 4.9]
    figure = critical_difference_diagram(list("ABCDE"), ranks, groups=[(0, 2, 3), (1, 2)])
    apart, run = group_bars(figure).values()
    assert apart["dots"] == [1.5, 2.9, 3.6]
    assert apart["runs"] == [(2.9, 3.6)]
    assert run["dots"] == []
    assert any("dot" in t.get_text() for t in artists(figure, "legend-"))
    (link,) = artists(figure, "group-0-link")
    assert link.get_zorder() < artists(figure, "connector-1")[0].get_zorder()
    assert_clean(figure)


def test_dots_of_a_group_are_on_its_members_lines_where_others_tie(group_bars, artists):
    ranks = [1.0, 2.0, 2.0, 3.0]
    figure = critical_difference_diagram(list("ABCD"), ranks, groups=[(0, 1)])
    (bar,) = group_bars(figure).values()
    places = [artists(figure, f"connector-{i}")[0].get_xdata()[-2] for i in range(4)]
    assert bar["dots"] == [places[0], places[1]]
    assert bar["runs"] == [(places[0], places[1])]
    assert places[2] > places[1]
    assert not is_run((0, 1), np.array(ranks))


def test_of_equal_algorithms_those_of_the_better_group_come_first(group_bars, artists):
    figure = critical_difference_diagram(list("ABCD"), [1.0, 2.0, 2.0, 3.0], groups=[(0, 2), (1, 3)], best="left")
    assert [len(bar["runs"]) for bar in group_bars(figure).values()] == [1, 1]
    assert artists(figure, "connector-2")[0].get_xdata()[-2] < artists(figure, "connector-1")[0].get_xdata()[-2]


def test_interval_about_the_control_is_one_cd_to_either_side(artists, assert_clean):
    figure = critical_difference_diagram(NAMES, RANKS, cd=0.5, control=2)
    (line,) = artists(figure, "control-interval")
    assert sorted(line.get_xdata()) == pytest.approx([2.393, 3.393])
    assert len(artists(figure, "control-low")) == len(artists(figure, "control-high")) == 1
    assert not artists(figure, "cd-bar")
    assert_clean(figure)


def test_interval_ends_with_the_axis_without_a_stop(artists):
    figure = critical_difference_diagram(NAMES, RANKS, cd=1.17, control=0)
    (line,) = artists(figure, "control-interval")
    assert sorted(line.get_xdata()) == pytest.approx([1.973, 4])
    assert artists(figure, "control-low")
    assert not artists(figure, "control-high")


def test_algorithms_that_differ_from_the_control_are_filled(artists, assert_clean):
    figure = critical_difference_diagram(NAMES, RANKS, control=0, significant_vs_control=(3,))
    faces = [to_hex(artists(figure, f"point-{i}")[0].get_markerfacecolor()) for i in range(4)]
    assert faces == [PAPER.accent, PAPER.paper, PAPER.paper, PAPER.ink]
    assert artists(figure, "point-0")[0].get_marker() != artists(figure, "point-3")[0].get_marker()
    assert_clean(figure)


def test_cd_longer_than_the_axis_stays_on_the_canvas(artists, assert_clean):
    figure = critical_difference_diagram(["A", "B"], [1, 2], cd=4.0)
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(4.0)
    assert_clean(figure)


@pytest.mark.nightly
def test_more_groups_than_a_page_holds_are_counted(group_bars, artists, assert_clean):
    pairs = [(a, b) for a in range(40) for b in range(40) if b - a >= 10]
    figure = critical_difference_diagram([f"m{i}" for i in range(40)], range(1, 41), groups=pairs, layout="axis")
    shown = group_bars(figure)
    assert all(bar["dots"] == [pairs[number][0] + 1, pairs[number][1] + 1] for number, bar in shown.items())
    drawn = len(shown)
    assert drawn < len(pairs)
    assert f"{len(pairs) - drawn:,} more groups" in artists(figure, "legend-")[-1].get_text()
    assert figure.get_figheight() < PAPER.max_height + 0.5
    assert_clean(figure)
