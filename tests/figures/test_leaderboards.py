"""The matrix of win rates and the blobs of ranks, by their artists."""

import numpy as np
import pytest

from rankpress.figures import interval_panels, rank_blobs, win_rate_matrix
from rankpress.figures.blobs import quantile_of

RATES = np.array([[np.nan, 0.75, 1.0], [0.25, np.nan, 0.5], [0.0, 0.5, np.nan]])


def test_each_pair_has_its_rate_in_per_cent_in_the_order_requested(artists):
    order = [2, 0, 1]
    figure = win_rate_matrix(["a", "b", "c"], RATES, order=order)
    shown = {text.get_gid(): text.get_text() for text in artists(figure, "text-")}
    assert shown == {
        f"text-{row}-{column}": f"{100 * RATES[i, j]:.0f}"
        for row, i in enumerate(order)
        for column, j in enumerate(order)
        if i != j
    }
    assert [artists(figure, f"row-{row}")[0].get_text() for row in range(3)] == ["c", "a", "b"]


def test_wins_and_losses_have_different_colors_and_none_is_white_nor_grey(artists):
    figure = win_rate_matrix(["a", "b", "c"], RATES)
    assert len(artists(figure, "cells-")) == 5  # 0, 25, 50, 75 and 100%


@pytest.mark.parametrize("k", [2, 5, 12])
def test_areas_are_shares(k, artists):
    shares = np.random.default_rng(k).dirichlet(np.ones(k), k)
    order = list(range(k))[::-1]
    figure = rank_blobs([f"a{i}" for i in range(k)], shares, order=order)
    areas = {
        tuple(map(int, blob.get_gid().split("-")[1:])): blob.get_markersize() ** 2 for blob in artists(figure, "blob-")
    }
    ratios = [areas[row, rank] / shares[order[row], rank - 1] for row, rank in areas]
    assert ratios == pytest.approx([ratios[0]] * len(ratios))
    assert len(areas) == (shares >= 0.002).sum()
    (medians,) = artists(figure, "medians")
    ticks = {int(line.get_gid().split("-")[1]): line.get_xdata()[0] for line in artists(figure, "tick-")}
    step = (ticks[max(ticks)] - ticks[1]) / (max(ticks) - 1)
    ranks = [1 + (x - ticks[1]) / step for x in medians.get_xdata()]
    assert ranks == pytest.approx([quantile_of(shares[i], 0.5) for i in order])


def test_a_band_spans_what_it_is_given(artists):
    rows = [(2.0, 1.0, 3.0), (4.0, 3.5, 4.5)]
    figure = interval_panels(["a", "b"], [("rank", rows)], title="", references=[None], bands=[(1.0, 3.0)])
    (band,) = artists(figure, "band-0")
    first = artists(figure, "intervals")[0].get_xdata()[:2]
    assert [band.get_x(), band.get_x() + band.get_width()] == pytest.approx(list(first))


@pytest.mark.parametrize("dotted", [False, True])
def test_a_value_by_convention_is_marked_by_dots(artists, dotted):
    figure = interval_panels(["a"], [("Elo", [(1000, 900, 1100)])], title="", references=[1000], dotted=dotted)
    assert [line.is_dashed() for line in artists(figure, "null")] == [dotted]
