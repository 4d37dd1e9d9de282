"""The plane of ranks or scores over costs by its artists."""

import numpy as np
import pytest

from rankpress.figures.cost_front import cost_front_plane
from rankpress.figures.style import PAPER
from rankpress.stats.multitest import undominated

COSTS, RANKS = [0.1, 3.0, 4.0, 90.0], [4.0, 2.0, 3.0, 1.0]


def draw(names="ABCD", costs=COSTS, values=RANKS, **options):
    turned = [-value for value in values] if options.get("better") == "higher" else values
    given = {"front": undominated(costs, turned), "cost_label": "fit_seconds", "metric": "accuracy", **options}
    return cost_front_plane(names, costs, values, **given)


def place(artists, figure, i):
    (line,) = artists(figure, f"point-{i}")
    return line.get_xdata()[0], line.get_ydata()[0]


def random_study(k, seed=1):
    rng = np.random.default_rng(seed)
    skill = rng.normal(size=k)
    ranks = (rng.normal(size=(12, k)) - skill).argsort(axis=1).argsort(axis=1).mean(axis=0) + 1
    return np.exp(2 * skill + 2 * rng.normal(size=k)).tolist(), ranks.tolist()


def test_cheap_lies_left_and_good_at_the_top(artists):
    figure = draw()
    spots = [place(artists, figure, i) for i in range(4)]
    assert [x for x, _ in spots] == sorted(x for x, _ in spots)
    assert np.argsort([y for _, y in spots]).tolist() == np.argsort(RANKS).tolist()


@pytest.mark.parametrize(("better", "top"), [("higher", 3), ("lower", 0)])
def test_scores_rise_towards_the_better(better, top, artists):
    figure = draw(values=[0.6, 0.7, 0.8, 0.9], of="score", better=better)
    assert min(range(4), key=lambda i: place(artists, figure, i)[1]) == top


def test_front_is_filled_and_the_others_hollow(artists):
    figure = draw()
    points = [artists(figure, f"point-{i}")[0] for i in range(4)]
    assert [p.get_marker() for p in points] == ["s", "s", "o", "s"]
    assert [p.get_markerfacecolor() == PAPER.paper for p in points] == [False, False, True, False]


@pytest.mark.few
@pytest.mark.parametrize("seed", range(5))
def test_staircase_passes_the_members_and_has_all_others_below_it(seed, artists):
    costs, ranks = random_study(25, seed)
    figure = draw([str(i) for i in range(25)], costs, ranks)
    (stairs,) = artists(figure, "front")
    corners = stairs.get_xydata()
    steps = np.diff(corners, axis=0)
    assert ((steps[:, 0] == 0) | (steps[:, 1] == 0)).all()
    assert (steps[:, 0] >= 0).all()
    assert (steps[:, 1] <= 0).all()  # y counts down
    front = undominated(costs, ranks)
    for i in range(25):
        x, y = place(artists, figure, i)
        height = min(at for left, at in corners if left <= x)
        if i in front.members:
            assert y == pytest.approx(height)
        else:
            assert y >= height - 1e-9


@pytest.mark.parametrize(
    ("costs", "scale", "log"),
    [
        (COSTS, "auto", True),
        (COSTS, "linear", False),
        ([1, 2, 3, 4], "auto", False),
        ([1, 2, 3, 4], "log", True),
        ([0, 2, 3, 400], "auto", False),
    ],
)
def test_scale(costs, scale, log, artists):
    figure = draw(costs=costs, scale=scale)
    assert artists(figure, "x-title")[0].get_text().endswith("(log scale)") == log
    spots = [place(artists, figure, i)[0] for i in range(4)]
    shown = np.log(costs) if log else np.array(costs)
    assert np.diff(spots) / np.diff(shown) == pytest.approx([np.ptp(spots) / np.ptp(shown)] * 3)


def test_shade_holds_what_is_within_the_critical_difference_of_the_best(artists):
    figure = draw(cd=1.5)
    (area,) = artists(figure, "area")
    ends = sorted((area.get_y(), area.get_y() + area.get_height()))
    assert [ends[0] <= place(artists, figure, i)[1] <= ends[1] for i in range(4)] == [False, True, False, True]
    bar = artists(figure, "y-cd-bar")[0].get_ydata()
    heights = [place(artists, figure, i)[1] for i in range(4)]
    assert np.ptp(bar) == pytest.approx(1.5 * np.ptp(heights) / 3)


@pytest.mark.weekly
def test_names_of_the_front_stand_longest(artists, assert_clean):
    costs, ranks = random_study(60)
    figure = draw([f"algorithm {i}" for i in range(60)], costs, ranks)
    members = undominated(costs, ranks).members
    shown = {i: artists(figure, f"label-{i}")[0].get_text() for i in range(60)}
    assert {i for i, text in shown.items() if text.startswith("algorithm")} == set(members)
    assert {i for i in range(60) if artists(figure, f"key-{i}")} == set(range(60)) - set(members)
    assert_clean(figure)


@pytest.mark.nightly
@pytest.mark.parametrize("costs", [[5.0] * 12, [0.0] * 12, [1e-300] * 6 + [1e9] * 6], ids=["equal", "zero", "far"])
def test_extreme_costs(costs, assert_clean):
    assert_clean(draw([f"m{i}" for i in range(12)], costs, [6.5] * 12))
