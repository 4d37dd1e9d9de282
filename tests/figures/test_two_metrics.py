"""The plane of two metrics by its artists."""

import numpy as np
import pytest

from rankpress.figures.style import Style
from rankpress.figures.two_metrics import two_metrics_plane

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964], [2.1, 2.7, 2.2, 3.0]


def draw(**options):
    return two_metrics_plane(NAMES, RANKS, **{"metrics": ("AUC", "accuracy"), "cd": (1.25, 0.5), **options})


def place(artists, figure, gid):
    (line,) = artists(figure, gid)
    return line.get_xdata()[0], line.get_ydata()[0]


def random_ranks(k, seed=1):
    scores = np.random.default_rng(seed).normal(size=(2, 12, k)) + np.linspace(0, 2, k)
    return [(one.argsort(axis=1).argsort(axis=1) + 1.0).mean(axis=0).tolist() for one in scores]


def test_better_lies_further_right_and_higher(artists):
    figure = draw()
    spots = [place(artists, figure, f"point-{i}") for i in range(4)]
    assert np.argsort([x for x, _ in spots]).tolist() == np.argsort(RANKS[0])[::-1].tolist()
    assert np.argsort([y for _, y in spots]).tolist() == np.argsort(RANKS[1]).tolist()


def test_points_lie_where_the_numbers_of_the_axes_say(artists):
    figure = draw()
    for axis, ranks, at in (("x", RANKS[0], 0), ("y", RANKS[1], 1)):
        ticks = [place(artists, figure, tick.get_gid())[at] for tick in artists(figure, f"{axis}-tick-")]
        if axis == "y":
            ticks = [tick.get_ydata()[0] for tick in artists(figure, "y-tick-")]
        values = [float(t.get_text()) for t in artists(figure, f"{axis}-number-")]
        slope, shift = np.polyfit(ticks, values, 1)
        for i, rank in enumerate(ranks):
            assert slope * place(artists, figure, f"point-{i}")[at] + shift == pytest.approx(rank)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_rulers_measure_the_critical_difference_from_the_best(axis, artists):
    figure = draw()
    at, ranks, cd = ("xy".index(axis), RANKS["xy".index(axis)], (1.25, 0.5)["xy".index(axis)])
    bar = artists(figure, f"{axis}-cd-bar")[0].get_xydata()[:, at]
    spots = [place(artists, figure, f"point-{i}")[at] for i in range(4)]
    per_rank = (max(spots) - min(spots)) / (max(ranks) - min(ranks))
    assert np.ptp(bar) == pytest.approx(cd * per_rank)
    assert np.abs(bar - spots[int(np.argmin(ranks))]).min() == pytest.approx(0, abs=1e-9)
    assert artists(figure, f"{axis}-cd-text")[0].get_text() == f"CD = {cd:.2f}"


def test_shade_holds_what_differs_from_the_best_by_neither_metric(artists):
    figure = draw(cd=(1.0, 0.5))
    (area,) = artists(figure, "area")
    x0, x1 = sorted((area.get_x(), area.get_x() + area.get_width()))
    y0, y1 = sorted((area.get_y(), area.get_y() + area.get_height()))
    spots = [place(artists, figure, f"point-{i}") for i in range(4)]
    within = [x0 <= x <= x1 and y0 <= y <= y1 for x, y in spots]
    near = [a - min(RANKS[0]) <= 1.0 and b - min(RANKS[1]) <= 0.5 for a, b in zip(*RANKS, strict=True)]
    assert within == near
    assert True in near
    assert False in near


def test_with_a_control_the_cross_hairs_are_about_it(artists, assert_clean):
    figure = draw(control=2, cd=(0.4, 0.3))
    x, y = place(artists, figure, "point-2")
    assert artists(figure, "x-reference")[0].get_xdata()[0] == pytest.approx(x)
    assert artists(figure, "y-reference")[0].get_ydata()[0] == pytest.approx(y)
    assert np.mean(artists(figure, "x-cd-bar")[0].get_xdata()) == pytest.approx(x)
    assert "control ± CD = 0.40" in [t.get_text() for t in artists(figure, "x-cd-text")]
    assert artists(figure, "point-2")[0].get_marker() == "D"
    assert_clean(figure)


def test_names_stand_at_the_points_while_they_have_room(artists):
    figure = draw()
    assert [artists(figure, f"label-{i}")[0].get_text() for i in range(4)] == NAMES
    assert not artists(figure, "key-")


@pytest.mark.weekly
def test_where_they_have_none_numbers_lead_to_a_key(artists, assert_clean):
    names = [f"an algorithm of long name {i}" for i in range(60)]
    figure = two_metrics_plane(names, random_ranks(60), metrics=("a", "b"), style=Style(width=3.25))
    numbers = [artists(figure, f"label-{i}")[0].get_text() for i in range(60)]
    assert sorted(map(int, numbers)) == list(range(1, 61))
    assert [artists(figure, f"key-{i}-number")[0].get_text() for i in range(60)] == numbers
    assert artists(figure, "key-7")[0].get_text().endswith("7")
    heights = [place(artists, figure, f"point-{i}")[1] for i in range(60)]
    assert [heights[i] for i in np.argsort(np.array(numbers, dtype=int))] == pytest.approx(sorted(heights), abs=1e-9)
    assert_clean(figure)


def test_a_line_joins_those_that_no_other_beats_in_both(artists):
    figure = two_metrics_plane(["A", "B", "C", "D"], ([1, 2, 3, 4], [3, 1, 2, 4]), metrics=("a", "b"))
    (front,) = artists(figure, "front")
    corners = {tuple(np.round(corner, 6)) for corner in front.get_xydata()}
    spots = [tuple(np.round(artists(figure, f"point-{i}")[0].get_xydata()[0], 6)) for i in range(4)]
    assert [spot in corners for spot in spots] == [True, True, False, False]
