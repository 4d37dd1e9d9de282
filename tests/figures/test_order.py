"""The MultiTest graph by its artists: ulas2012's figure 3 and random orders."""

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from rankpress.figures.order import describe_order, multitest_graph
from rankpress.figures.style import PAPER
from rankpress.stats.multitest import multitest


def draw(names, prior, better, **options):
    """Draw what MultiTest makes of it; `better` as `multitest` takes it."""
    ordering = multitest(better, prior)
    figure = multitest_graph(
        names,
        prior,
        ordering.edges,
        ordering.order,
        ordering.decided_by,
        **{"cost_label": "seconds", "layout": "arcs", **options},
    )
    return figure, ordering


@pytest.fixture
def ulas():
    """Section 3.2: A < B < C < D by cost, B better than A and C, D better than C; the order is B, A, D, C."""
    return draw("ABCD", (0, 1, 2, 3), [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]])[0]


def random_graph(k, density, seed=1):
    return np.tril(np.random.default_rng(seed).random((k, k)) < density, -1)


def test_cheapest_stands_at_the_left(artists):
    figure, _ = draw("ABCD", (2, 0, 3, 1), np.zeros((4, 4)))
    x = [artists(figure, f"node-{i}")[0].center[0] for i in (2, 0, 3, 1)]
    assert x == sorted(x)
    for i, name in enumerate("ABCD"):
        (text,) = artists(figure, f"name-{i}")
        assert text.get_text() == name
        assert text.get_position()[0] == artists(figure, f"node-{i}")[0].center[0]


def test_arcs_lead_from_the_cheaper_to_the_more_expensive(ulas, artists):
    arcs = {line.get_gid(): line.get_xdata() for line in artists(ulas, "arc-")}
    assert set(arcs) == {"arc-0-1", "arc-2-3"}
    x = [artists(ulas, f"node-{i}")[0].center[0] for i in range(4)]
    for gid, (begin, end) in {"arc-0-1": (0, 1), "arc-2-3": (2, 3)}.items():
        assert arcs[gid][0] == pytest.approx(x[begin], abs=0.1)
        assert arcs[gid][-1] == pytest.approx(x[end], abs=0.1)
        tip = artists(ulas, gid.replace("arc", "tip"))[0]
        assert tip.get_xdata()[0] == arcs[gid][-1]


def test_nodes_and_list_tell_places_and_what_decided_them(artists):
    figure, ordering = draw("ABC", (0, 1, 2), [[0, 0, 0], [0, 0, 0], [0, 1, 0]])
    assert ordering.order == (0, 2, 1)
    assert [artists(figure, f"node-{i}-place")[0].get_text() for i in range(3)] == ["1", "3", "2"]
    faces = [to_hex(artists(figure, f"node-{i}")[0].get_facecolor()) for i in range(3)]
    assert faces == [PAPER.paper, PAPER.paper, PAPER.ink]
    assert [artists(figure, f"order-{place}")[0].get_text() for place in range(3)] == ["1. A", "2. C", "3. B"]


@pytest.mark.parametrize("layout", ["arcs", "slopes"])
def test_places_that_the_rank_decides_are_squares_with_a_legend(layout, artists, assert_clean):
    arguments = ["ABCD", (0, 1, 2, 3), [(1, 0)], (1, 0, 2, 3)]
    legends = {}
    for by in ("rank", "cost"):
        decided_by = ["test", by, "cost", "cost"]
        figure = multitest_graph(*arguments, decided_by, cost_label="seconds", layout=layout)
        node = artists(figure, "node-0")[0]
        assert (isinstance(node, Rectangle) if layout == "arcs" else node.get_marker() == "s") == (by == "rank")
        legends[by] = {artist.get_text() for artist in figure.findobj(Text)}
        assert_clean(figure)
    assert legends["rank"] - legends["cost"] == {"by the rank, at equal cost"}
    texts = [describe_order(*arguments, [*by], cost_label="seconds") for by in (["rank"] * 4, ["test", "rank"] * 2)]
    assert "the rank decided all places" in texts[0]
    assert "the test decided places 1 and 3, the rank, at equal cost, the others" in texts[1]


@pytest.mark.few(1)
@pytest.mark.parametrize(("edges", "width"), [(60, 0.9), (61, 0.5)])
def test_more_arcs_than_sixty_are_thinner(artists, edges, width):
    better = np.zeros((12, 12))
    better[tuple(np.array(np.tril_indices(12, -1))[:, :edges])] = 1
    figure, _ = draw([f"{place}" for place in range(12)], range(12), better)
    assert [line.get_linewidth() for line in artists(figure, "arc-")] == [width] * edges
    assert {tip.get_markersize() for tip in artists(figure, "tip-")} == {2.5 if width < 0.9 else 3.5}


@pytest.mark.nightly
def test_arcs_that_have_no_room_are_slopes(artists, assert_clean):
    for k, slopes in ((15, False), (16, True)):
        figure, _ = draw([f"m{i}" for i in range(k)], range(k), random_graph(k, 0.3), style=PAPER.with_width(3.3))
        assert bool(artists(figure, "slope-")) is slopes
        assert_clean(figure)


@pytest.mark.parametrize("density", [0.0, 0.03, 0.3])
def test_slopes_lead_from_places_by_cost_to_places_in_the_order(density, artists, assert_clean):
    prior = list(np.random.default_rng(2).permutation(30))
    place = np.argsort(prior)
    better = (place[:, None] > place[None, :]) & (np.random.default_rng(3).random((30, 30)) < density)
    figure, ordering = draw([f"m{i}" for i in range(30)], prior, better, layout="slopes")
    ends = {i: artists(figure, f"slope-{i}")[0].get_ydata() for i in range(30)}
    for side, order, names in ((0, prior, "label"), (1, ordering.order, "name")):
        heights = [ends[i][side] for i in order]
        assert heights == sorted({*heights})
        assert [artists(figure, f"{names}-{i}")[0].get_text() for i in order] == [f"m{i}" for i in order]
    ahead = {max(edge, key=prior.index) for edge in ordering.edges}
    strong = {i for i in range(30) if artists(figure, f"slope-{i}")[0].get_color() == PAPER.accent}
    assert strong == ahead
    faces = [artists(figure, f"node-{i}")[0].get_markerfacecolor() for i in ordering.order]
    assert faces == [PAPER.ink if decided == "test" else PAPER.paper for decided in ordering.decided_by]
    assert_clean(figure)


def test_slopes_of_many_are_as_high_as_a_page_allows():
    heights = [
        draw([f"m{i}" for i in range(k)], range(k), random_graph(k, 0.1), layout="slopes")[0].get_figheight()
        for k in (20, 55)
    ]
    assert heights[0] < PAPER.max_height
    assert heights[1] == pytest.approx(PAPER.max_height, abs=0.02)
