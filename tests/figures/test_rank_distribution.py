"""The chart of rank distributions by its artists."""

from collections import Counter

import numpy as np
import pytest

from rankpress.figures.distribution import form_drawn, rank_distribution
from rankpress.figures.style import Style
from rankpress.stats.ranks import rank_scores, scaled_ranks
from rankpress.stats.spread import spread


def ranks_of(k, n, seed=1, decimals=1):
    rng = np.random.default_rng(seed)
    return rank_scores((rng.normal(0, 1, (n, k)) + np.linspace(0, 2, k)).round(decimals))


def draw(ranks, names=None, **options):
    names = names or [f"algorithm {i}" for i in range(ranks.shape[1])]
    return rank_distribution(names, ranks.T.tolist(), spread(ranks), **options)


def place(figure, artists):
    """Inches of a rank, from the axis' numbers."""
    ticks = {int(line.get_gid().split("-")[1]): line.get_xdata()[0] for line in artists(figure, "tick-")}
    (low, x0), (high, x1) = min(ticks.items()), max(ticks.items())
    return lambda rank: x0 + (rank - low) * (x1 - x0) / (high - low)


def test_rows_are_in_the_order_of_the_averages(artists):
    ranks = ranks_of(7, 15)
    figure = draw(ranks)
    order = sorted(range(7), key=lambda i: ranks[:, i].mean())
    heights = [artists(figure, f"name-{i}")[0].get_position()[1] for i in order]
    assert heights == sorted(heights)
    for i in range(7):
        assert artists(figure, f"average-{i}")[0].get_text() == f"{ranks[:, i].mean():.2f}"


def test_marks_lie_at_the_summaries(artists):
    ranks = ranks_of(5, 14)
    figure, summary = draw(ranks, form="box"), spread(ranks)
    x = place(figure, artists)
    for i in range(5):
        (box,), (line,) = artists(figure, f"box-{i}"), artists(figure, f"range-{i}")
        assert [box.get_x(), box.get_x() + box.get_width()] == pytest.approx([x(summary.lower[i]), x(summary.upper[i])])
        assert list(line.get_xdata()) == pytest.approx([x(summary.least[i]), x(summary.greatest[i])])
        assert artists(figure, f"median-{i}")[0].get_xdata()[0] == pytest.approx(x(summary.median[i]))
        assert artists(figure, f"mean-{i}")[0].get_xdata()[0] == pytest.approx(x(summary.mean[i]))


@pytest.mark.few
@pytest.mark.parametrize(("k", "n"), [(2, 5), (4, 14), (8, 54), (20, 30), (3, 400)])
@pytest.mark.parametrize("width", [3.25, pytest.param(5.5, marks=pytest.mark.nightly)])
def test_every_data_set_has_a_dot_of_its_own_at_its_rank(k, n, width, artists):
    ranks = ranks_of(k, n)
    figure = draw(ranks, style=Style(width=width))
    x = place(figure, artists)
    every = np.concatenate([artists(figure, f"dots-{i}")[0].get_xydata() for i in range(k)])
    distances = np.hypot(*(every[:, None] - every).T) + 9 * np.eye(len(every))
    size = artists(figure, "dots-0")[0].get_markersize() / 72
    assert distances.min() > size - 1e-9
    for i in range(k):
        dots = artists(figure, f"dots-{i}")[0].get_xydata()
        assert len(dots) == n
        possible = np.unique(ranks)
        nearest = possible[np.abs(dots[:, :1] - [x(rank) for rank in possible]).argmin(axis=1)]
        assert Counter(nearest) == Counter(ranks[:, i])
        (middle,) = artists(figure, f"mean-{i}")
        assert dots[:, 1].mean() == pytest.approx(middle.get_ydata()[0], abs=size)


def test_bars_are_as_high_as_the_number_of_data_sets(artists):
    ranks = ranks_of(6, 80)
    figure = draw(ranks, form="violin")
    x = place(figure, artists)
    highest = set()
    for i in range(6):
        per_data_set = set()
        counts = Counter(ranks[:, i])
        bars = artists(figure, f"bar-{i}-")
        assert len(bars) == len(counts)
        for bar in bars:
            middle = bar.get_x() + bar.get_width() / 2
            rank = min(counts, key=lambda rank, at=middle: abs(x(rank) - at))
            assert x(rank) == pytest.approx(middle)
            per_data_set.add(round(bar.get_height() / counts[rank], 9))
            centre = bar.get_y() + bar.get_height() / 2
            assert centre == pytest.approx(artists(figure, f"mean-{i}")[0].get_ydata()[0])
        assert len(per_data_set) == 1
        highest.add(round(max(bar.get_height() for bar in bars), 9))
    assert len(highest) == 1
    assert not artists(figure, "dots-")
    assert not artists(figure, "box-")


def test_dots_leave_out_what_they_show_themselves(artists):
    ranks = ranks_of(5, 14)
    figure, summary = draw(ranks), spread(ranks)
    x = place(figure, artists)
    assert not [artists(figure, kind) for kind in ("range-", "least-", "greatest-", "median-") if artists(figure, kind)]
    for i in range(5):
        (box,) = artists(figure, f"box-{i}")
        assert [box.get_x(), box.get_x() + box.get_width()] == pytest.approx([x(summary.lower[i]), x(summary.upper[i])])


@pytest.mark.nightly
def test_dots_without_room_are_boxes_and_not_in_the_legend(artists):
    many = ranks_of(60, 2000, decimals=0)
    names = [f"algorithm {i}" for i in range(60)]
    assert form_drawn(names, many.T.tolist(), spread(many)) == "box"
    figure = draw(many)
    assert not artists(figure, "dots-")
    assert len(artists(figure, "range-")) == len(artists(figure, "median-")) == 60
    assert "data set" not in [text.get_text() for text in artists(figure, "legend-")]
    assert "data set" in [text.get_text() for text in artists(draw(ranks_of(4, 9)), "legend-")]


def test_gaps(artists, assert_clean):
    ranks = np.array([[1, 2, np.nan, np.nan], [2, 1, 3, np.nan], [np.nan, 1, 2, np.nan]])
    figure = draw(scaled_ranks(ranks))
    assert artists(figure, "average-3")[0].get_text() == "–"
    assert not artists(figure, "box-3")
    assert len(artists(figure, "dots-2")[0].get_xdata()) == 2
    assert_clean(figure)


@pytest.mark.few
@pytest.mark.parametrize("k", [2, 5, 10, 12, 20, 24, 40])
def test_rows_of_many_algorithms_are_low(k, artists):
    figure = draw(ranks_of(k, 24), style=Style(width=3.5))
    rows = sorted(artists(figure, f"name-{i}")[0].get_position()[1] for i in range(k))
    step = np.diff(rows).mean()
    line = Style().font_size / 72
    assert figure.get_figheight() < max(4.0, k * 1.35 * line + 1)
    assert line < step < 0.35
