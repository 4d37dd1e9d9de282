"""Rows in place of the axis layout of a critical difference diagram: when they are chosen, and what they show."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.cd import check_content, critical_difference_diagram, describe_cd, lay_out_diagram
from rankpress.figures.style import PAPER, Style

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]
COLUMN = Style(width=3.25)
FORTY = [f"random subspace ensemble of trees, no. {i:02}" for i in range(60)]


@pytest.mark.parametrize(
    ("names", "style", "layout"),
    [
        (NAMES, COLUMN, "axis"),
        ([f"m{i}" for i in range(24)], PAPER, "axis"),
        ([f"m{i}" for i in range(25)], PAPER, "rows"),
        (FORTY[:6], PAPER, "axis"),
        (FORTY[:6], COLUMN, "rows"),
        (["autoencoder", "B"], COLUMN, "rows"),
        (["x" * 90, "B"], PAPER, "rows"),
    ],
    ids=["few", "24", "25", "long", "long in a column", "a word too long", "no word"],
)
def test_rows_are_chosen_where_an_axis_would_not_read_well(names, style, layout):
    ranks = np.linspace(1, len(names), len(names))
    content = check_content(names, ranks)
    assert lay_out_diagram(content, style=style).layout == layout
    other = "rows" if layout == "axis" else "axis"
    assert lay_out_diagram(content, other, style=style).layout == other


def test_the_interval_about_the_control_covers_all_rows(artists, assert_clean):
    figure = critical_difference_diagram(
        NAMES, RANKS, cd=0.5, control=2, significant_vs_control=[1, 3], layout="rows", style=COLUMN
    )
    (area,) = artists(figure, "control-area")
    assert [area.get_x(), area.get_x() + area.get_width()] == pytest.approx([2.393, 3.393])
    points = [artists(figure, f"point-{i}")[0] for i in range(4)]
    assert all(area.get_y() < point.get_ydata()[0] < area.get_y() + area.get_height() for point in points)
    faces = [to_hex(point.get_markerfacecolor()) for point in points]
    assert faces == [PAPER.paper, PAPER.ink, PAPER.accent, PAPER.ink]
    assert points[2].get_marker() != points[1].get_marker()
    assert_clean(figure)


def test_whiskers_reach_over_the_rank_intervals():
    intervals = [(3, 4), (1, 2), (2, 4), (1, 2)]
    names, ranks = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"], [3.143, 2.000, 2.893, 1.964]
    figure = critical_difference_diagram(names, ranks, rank_intervals=intervals, best="left")
    lines = {line.get_gid(): line for line in figure.axes[0].lines}
    for row, algorithm in enumerate((3, 1, 2, 0)):
        assert list(lines[f"whisker-{row}"].get_xdata()) == list(intervals[algorithm])
        assert set(lines[f"whisker-{row}"].get_ydata()) == set(lines[f"guide-{algorithm}"].get_ydata())
    assert "C4.5+m+cf 1 to 2" in describe_cd(names, ranks, rank_intervals=intervals)


def test_rank_intervals_out_of_range_are_refused():
    with pytest.raises(ValueError, match="rank_intervals: got"):
        critical_difference_diagram(["A", "B"], [1, 2], rank_intervals=[(0, 1), (1, 2)])


def test_letters_stand_between_the_ranks_and_the_axis(artists, assert_clean):
    letters = ["b", "a b", "b", "a"]
    figure = critical_difference_diagram(
        NAMES, RANKS, groups=[(3, 1), (1, 2, 0)], letters=letters, layout="rows", style=COLUMN
    )
    texts = [artists(figure, f"letters-{i}")[0] for i in range(4)]
    assert [text.get_text() for text in texts] == letters
    assert_clean(figure)
    assert "Letters of groups: C4.5+m+cf a, C4.5+m a b" in describe_cd(NAMES, RANKS, letters=letters)
    on_axis = critical_difference_diagram(NAMES, RANKS, groups=[(3, 1), (1, 2, 0)], letters=letters, layout="axis")
    assert artists(on_axis, "letters-") == []


@pytest.mark.parametrize("width", [5.5, 7.14, 9.0])
def test_on_a_wide_page_long_names_leave_the_axis_its_place(width, artists, assert_clean):
    names = [
        "A transformer that was pretrained on synthetic tables and then tuned on each data set " * 2,
        "B",
        "C",
        "D",
    ]
    figure = critical_difference_diagram(names, [1.2, 2.0, 2.9, 3.9], layout="rows", style=Style(width=width))
    assert_clean(figure)
    ends = [text.get_window_extent().x1 for text in artists(figure, "name-0")]
    assert max(ends) / figure.dpi < max(0.58 * width, 3.5)
