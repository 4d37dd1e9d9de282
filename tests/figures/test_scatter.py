"""The scatter of two algorithms' scores by its artists."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.scatter import score_scatter
from rankpress.figures.style import PAPER, Style

NAMES = ("naive Bayes", "C4.5")


def draw(scores, names=NAMES, *, better="higher", **options):
    sign = 1 if better == "higher" else -1
    outcomes = [sign * int(np.sign(first - second)) for first, second in scores]
    return score_scatter(names, scores, outcomes, better=better, **options)


def study(n, seed=1):
    rng = np.random.default_rng(seed)
    second = rng.uniform(0.5, 0.95, n)
    return list(zip(second + rng.normal(0.01, 0.05, n), second, strict=True))


def box(figure, artists):
    xs, ys = artists(figure, "frame")[0].get_data()
    return min(xs), min(ys), max(xs), max(ys)


def value_at(figure, artists, axis, place):
    """The value of a place on an axis, from the numbers that stand there."""
    texts = {
        t.get_gid(): float(t.get_text().replace("\N{MINUS SIGN}", "-")) for t in artists(figure, f"{axis}-number-")
    }
    ticks = {line.get_gid(): line for line in artists(figure, f"{axis}-tick-")}
    places = [
        (ticks[gid.replace("number", "tick")].get_data()["xy".index(axis)][0], value) for gid, value in texts.items()
    ]
    (x0, v0), (x1, v1) = places[0], places[-1]
    return v0 + (place - x0) * (v1 - v0) / (x1 - x0)


def test_points_lie_at_their_scores(artists):
    scores = [(0.81, 0.72), (0.64, 0.66), (0.93, 0.93)]
    figure = draw(scores)
    for number, (first, second) in enumerate(scores):
        ((x, y),) = artists(figure, f"point-{number}")[0].get_xydata()
        assert value_at(figure, artists, "x", x) == pytest.approx(second, abs=1e-9)
        assert value_at(figure, artists, "y", y) == pytest.approx(first, abs=1e-9)


def test_axes_are_equal_and_the_diagonal_is_where_scores_are(artists):
    figure = draw(study(14))
    left, top, right, bottom = box(figure, artists)
    assert right - left == pytest.approx(bottom - top)
    (diagonal,) = artists(figure, "diagonal")
    assert diagonal.get_xydata().tolist() == [[left, bottom], [right, top]]
    for y, x in zip(*(sorted(a.get_text() for a in artists(figure, f"{axis}-number-")) for axis in "yx"), strict=True):
        assert y == x


def test_the_farthest_data_sets_are_named_first(artists):
    scores = [(0.5 + i / 50, 0.5 + i / 50 + (0.1 if i in (3, 9) else 0.001)) for i in range(15)]
    figure = draw(scores, datasets=[f"d{i}" for i in range(15)], labels=2)
    assert sorted(a.get_text() for a in artists(figure, "name-")) == ["d3", "d9"]
    assert not artists(draw(scores, datasets=[f"d{i}" for i in range(15)], labels=0), "name-")
    assert not artists(draw(scores), "name-")


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_legend_counts_who_is_better(better, artists):
    figure = draw([(0.9, 0.5), (0.8, 0.6), (0.4, 0.7), (0.6, 0.6)], better=better)
    first, second = (2, 1) if better == "higher" else (1, 2)
    counts = [text.get_text() for text in artists(figure, "legend-")]
    assert counts == [f"naive Bayes better on {first}", f"C4.5 better on {second}", "tied on 1"]
    looks = [(p.get_marker(), to_hex(p.get_color())) for i in range(4) for p in artists(figure, f"point-{i}")]
    assert looks[0] == looks[1] != looks[2]
    assert len({marker for marker, _ in looks}) == 3
    assert to_hex(artists(figure, "point-3")[0].get_markerfacecolor()) == PAPER.paper


@pytest.mark.nightly
@pytest.mark.parametrize(
    "scores",
    [
        [(0.5, 0.5)] * 3,
        [(0.0, 0.0)],
        [(1e-300, 2e-300), (3e-300, 1e-300)],
        [(1e9, 2e9), (3e9, 1e9)],
        [(1e300, -1e300), (0.0, 1.0)],
        [(0.5, 0.5 + 1e-13), (0.5, 0.5)],
        [(0.0, 1.0), (1.0, 0.0)],
        [(0.0, 1.0)] * 30,
    ],
    ids=["equal", "zero", "tiny", "large", "huge", "rounding", "corners", "one-corner"],
)
def test_extreme_scores(scores, assert_clean):
    figure = draw(scores, datasets=[f"d{i}" for i in range(len(scores))], style=Style(width=3.25))
    assert_clean(figure)


@pytest.mark.nightly
@pytest.mark.parametrize(("font_size", "width"), [(6.0, 3.25), (8.0, 2.5), (10.0, 2.0)])
@pytest.mark.parametrize("name", ["1", "\u1ea4\u0302a", "e\u0301\u0323\u0308"])
def test_names_of_coinciding_points_leave_each_other_and_the_corners_free(name, font_size, width, assert_clean):
    style = Style(width=width, font_size=font_size)
    assert_clean(draw([(0.5, 0.5)] * 16, ("a long name", "B"), datasets=[name] * 16, style=style))
