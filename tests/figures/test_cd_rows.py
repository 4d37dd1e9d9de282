"""Rows in place of the axis layout of a critical difference diagram: when they are chosen, and what they show."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.cd import critical_difference_diagram, lay_out_diagram
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
    assert lay_out_diagram(names, ranks, style=style).layout == layout
    other = "rows" if layout == "axis" else "axis"
    assert lay_out_diagram(names, ranks, style=style, layout=other).layout == other


def test_sixty_names_of_forty_signs_are_whole_on_a_page(artists, group_bars, assert_clean):
    ranks = np.linspace(1, 60, 60)
    groups = [tuple(range(i, min(60, i + 20))) for i in range(0, 41, 3)]
    figure = critical_difference_diagram(FORTY, ranks, groups=groups, cd=20)
    assert [artists(figure, f"name-{i}")[0].get_text() for i in range(60)] == FORTY
    assert len(group_bars(figure)) == len(groups)
    assert figure.get_figheight() < PAPER.max_height
    assert_clean(figure)


def test_names_of_forty_signs_are_whole_in_a_column(artists, assert_clean):
    figure = critical_difference_diagram(FORTY[:25], np.linspace(1, 25, 25), style=COLUMN)
    for i in range(25):
        lines = [artists(figure, f"name-{i}")[0], *artists(figure, f"name-{i}-")]
        assert "".join(line.get_text() for line in lines).replace(" ", "") == FORTY[i].replace(" ", "")
    assert_clean(figure)


def test_a_group_that_skips_a_row_has_dots(group_bars, artists, assert_clean):
    figure = critical_difference_diagram(
        list("ABCDE"), [1.5, 2.2, 2.9, 3.6, 4.9], groups=[(0, 2, 3), (1, 2)], layout="rows"
    )
    rows = [artists(figure, f"point-{i}")[0].get_ydata()[0] for i in range(5)]
    apart, run = group_bars(figure).values()
    assert apart["dots"] == [rows[0], rows[2], rows[3]]
    assert apart["runs"] == [(rows[2], rows[3])]
    assert run["dots"] == []
    assert artists(figure, "group-0-link")
    assert not artists(figure, "group-1-link")
    assert any("dot" in text.get_text() for text in artists(figure, "legend-"))
    assert_clean(figure)


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


def test_a_highlighted_row_stands_out_without_colour(artists):
    figure = critical_difference_diagram(NAMES, RANKS, highlight=[1], layout="rows")
    fonts = [artists(figure, f"name-{i}")[0].get_fontproperties().get_file() for i in range(4)]
    assert fonts[1] != fonts[0] == fonts[2] == fonts[3]
    widths = [artists(figure, f"guide-{i}")[0].get_linewidth() for i in range(4)]
    assert widths[1] > widths[0]


def test_more_groups_than_the_width_holds_are_counted(group_bars, artists, assert_clean):
    pairs = [(a, b) for a in range(40) for b in range(40) if b - a >= 10]
    figure = critical_difference_diagram(
        [f"m{i}" for i in range(40)], range(1, 41), groups=pairs, layout="rows", style=COLUMN
    )
    left_out = len(pairs) - len(group_bars(figure))
    assert left_out > 0
    assert f"{left_out:,} more groups" in artists(figure, "legend-")[-1].get_text()
    assert_clean(figure)
