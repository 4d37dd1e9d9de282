"""The multi-comparison matrix by its artists."""

from __future__ import annotations

from itertools import combinations, pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from matplotlib.colors import to_hex, to_rgb

from rankpress.figures.comparisons import Comparisons, columns_that_fit, comparison_matrix, comparison_pages
from rankpress.figures.grid import LEAST_CONTRAST, contrast, lightness
from rankpress.figures.style import PAPER, Style


def random_comparisons(names, seed=1, **options):
    rng = np.random.default_rng(seed)
    pairs = list(combinations(range(len(names)), 2))
    wins = [tuple(int(n) for n in rng.multinomial(30, (0.5, 0.1, 0.4))) for _ in pairs]
    return Comparisons(names, pairs, rng.normal(0, 0.05, len(pairs)).round(3), wins, rng.random(len(pairs)), **options)


@pytest.fixture
def three():
    return Comparisons(
        "ABC", [(0, 1), (2, 0), (1, 2)], [0.02, -0.04, 0.0], [(9, 1, 4), (2, 2, 10), (7, 0, 7)], [0.04, 0.0002, 0.9]
    )


def draw(comparisons, **options):
    return comparison_matrix(comparisons, **{"alpha": 0.05, "label": "accuracy", **options})


def lines_of(figure, artists, row, column):
    first = artists(figure, f"text-{row}-{column}")
    return [t.get_text() for t in (*first, *artists(figure, f"text-{row}-{column}-"))]


def colour_at(figure, artists, x, y):
    for patch in artists(figure, "cells-"):
        for corners in patch.get_path().vertices.reshape(-1, 5, 2):
            (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
            if left < x < right and top < y < bottom:
                return to_hex(patch.get_facecolor())
    return None


def test_cells_tell_the_row_against_the_column(three, artists):
    figure = draw(three)
    assert lines_of(figure, artists, 0, 1) == ["+0.02", "9/1/4", "0.040"]
    assert lines_of(figure, artists, 1, 0) == ["−0.02", "4/1/9", "0.040"]
    assert lines_of(figure, artists, 0, 2) == ["+0.04", "10/2/2", "<0.001"]
    assert lines_of(figure, artists, 2, 0) == ["−0.04", "2/2/10", "<0.001"]
    assert lines_of(figure, artists, 1, 2) == lines_of(figure, artists, 2, 1) == ["0", "7/0/7", "0.900"]
    assert not artists(figure, "text-0-0")


def test_rows_and_columns_choose_cells(three, artists):
    figure = draw(three, rows=[2], columns=[1, 0])
    assert lines_of(figure, artists, 0, 0) == ["0", "7/0/7", "0.900"]
    assert lines_of(figure, artists, 0, 1) == ["−0.04", "2/2/10", "<0.001"]
    assert artists(figure, "row-0")[0].get_text() == "C"
    assert [artists(figure, f"column-{i}")[0].get_text() for i in range(2)] == ["B", "A"]


def test_all_lines_of_a_significant_cell_are_bold(three, artists):
    figure = draw(three)
    for text in artists(figure, "text-"):
        row, column = map(int, text.get_gid().split("-")[1:3])
        bold = text.get_fontproperties().get_file().endswith("Bold.ttf")
        assert bold == ({row, column} != {1, 2})


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_blue_where_the_row_is_better_and_red_where_it_is_worse(better, artists):
    found = Comparisons("ABC", [(0, 1), (0, 2), (1, 2)], [0.02, 0.04, 0.0], [(1, 1, 1)] * 3, [1, 1, 1], better)
    figure = draw(found)
    reds, blues = {}, {}
    for row, column in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2)]:
        text = artists(figure, f"text-{row}-{column}")[0]
        reds[row, column], _, blues[row, column] = to_rgb(colour_at(figure, artists, *text.get_position()))
    for cell in [(0, 1), (0, 2)]:
        assert (blues[cell] > reds[cell]) == (better == "higher")
        assert (blues[cell[::-1]] > reds[cell[::-1]]) == (better == "lower")
    assert reds[1, 2] == pytest.approx(blues[1, 2], abs=0.01)
    assert abs(blues[0, 2] - reds[0, 2]) > abs(blues[0, 1] - reds[0, 1])
    # the colour bar has red at the left, the differences that belong to it below
    left, right = artists(figure, "bar-low")[0].get_text(), artists(figure, "bar-high")[0].get_text()
    assert (left, right) == (("−0.04", "+0.04") if better == "higher" else ("+0.04", "−0.04"))


def test_one_extreme_algorithm_leaves_the_colours_of_the_others_apart(artists):
    scores = [0.8, 0.79, 0.77, 0.74, 0.1]
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    found = Comparisons("ABCDE", pairs, [scores[a] - scores[b] for a, b in pairs], [(1, 1, 1)] * 10, [1] * 10)
    figure = draw(found)
    places = [artists(figure, f"text-0-{i}")[0].get_position() for i in range(1, 5)]
    shown = [lightness(to_hex(colour_at(figure, artists, *place))) for place in places]
    assert all(a - b > 1.5 for a, b in pairwise(shown))
    bar = artists(figure, "bar-low")[0].get_text(), artists(figure, "bar-high")[0].get_text()
    assert bar == (f"−{found.number(found.reach)} or less", f"+{found.number(found.reach)} or more")
    even = Comparisons("ABCD", [(0, 1), (1, 2), (0, 3)], [0.1, 0.2, 0.3], [(1, 1, 1)] * 3, [1] * 3)
    assert even.reach == even.greatest == 0.3


def test_pairs_that_were_not_compared_have_no_cell(artists):
    found = Comparisons("ABC", [(0, 1), (0, 2)], [0.02, float("nan")], [(9, 1, 4), (0, 0, 1)], [0.04, 1.0])
    figure = draw(found)
    assert not artists(figure, "text-1-2")
    assert lines_of(figure, artists, 0, 2) == ["–", "0/0/1", "1.000"]


def test_texts_lie_in_their_cells_and_can_be_read(artists, boxes):
    figure = draw(random_comparisons([f"m{i}" for i in range(11)]))
    texts, found = boxes(figure)
    high = figure.get_figheight()
    cells = [
        (corners.min(axis=0), corners.max(axis=0), to_hex(patch.get_facecolor()))
        for patch in artists(figure, "cells-")
        for corners in patch.get_path().vertices.reshape(-1, 5, 2)
    ]
    for text, (x0, y0, x1, y1) in zip(texts, found, strict=True):
        if not (text.get_gid() or "").startswith("text-"):
            continue
        holding = [
            ground for low, top, ground in cells if (low <= (x0, high - y1)).all() and (top >= (x1, high - y0)).all()
        ]
        assert len(holding) == 1, text.get_text()
        assert contrast(holding[0], to_hex(text.get_color())) >= LEAST_CONTRAST


@pytest.mark.parametrize("k", [2, 3, 8, 12, 20, 60])
@pytest.mark.parametrize("width", [3.25, 5.5])
@pytest.mark.parametrize("name", ["m", "a name of about forty characters number"])
def test_pages_hold_every_cell_once_and_can_be_read(k, width, name, assert_clean, artists):
    style, found = Style(width=width), random_comparisons([f"{name} {i}" for i in range(k)])
    pages = comparison_pages(found, range(k), range(k), style=style)
    cells = [(i, j) for rows, columns in pages for i in rows for j in columns]
    assert sorted(cells) == [(i, j) for i in range(k) for j in range(k)]
    for rows, columns in (pages[0], pages[-1]):
        figure = draw(found, rows=rows, columns=columns, style=style)
        assert figure.get_figheight() <= style.max_height
        assert_clean(figure)
        assert min(t.get_fontproperties().get_size_in_points() for t in artists(figure, "text-")) >= 6


def test_twelve_algorithms_fit_the_width_of_a_page():
    found = random_comparisons([f"method {i}" for i in range(12)])
    assert columns_that_fit(found, style=PAPER.with_width(6.0)) >= 12
    with pytest.raises(ValueError, match="columns: got 12; their texts cannot be read"):
        draw(found, style=PAPER.with_width(3.25))


def test_hostile_names(hostile, assert_clean):
    found = random_comparisons(hostile)
    for width in (3.25, 5.5):
        style = Style(width=width)
        for rows, columns in comparison_pages(found, range(len(hostile)), range(len(hostile)), style=style):
            assert_clean(draw(found, label=hostile[5], p_label=hostile[0], rows=rows, columns=columns, style=style))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"p": [0.1]}, "one of each is needed for each pair"),
        ({"pairs": [(0, 1), (1, 0)]}, "no pair twice"),
        ({"pairs": [(0, 1), (1, 1)]}, "pairs of different algorithms from 0 to 2"),
        ({"pairs": [(0, 1), (1, 3)]}, "pairs of different algorithms from 0 to 2"),
    ],
)
def test_refuses_comparisons_that_do_not_fit(change, message):
    right = {"pairs": [(0, 1), (0, 2)], "differences": [0.1, 0.2], "wins": [(1, 0, 0)] * 2, "p": [0.1, 0.2]}
    with pytest.raises(ValueError, match=message):
        Comparisons("ABC", **{**right, **change})


@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.data())
def test_random_comparisons(assert_clean, data):
    k = data.draw(st.integers(2, 8))
    pairs = list(combinations(range(k), 2))
    each = {"min_size": len(pairs), "max_size": len(pairs)}
    found = Comparisons(
        data.draw(st.lists(st.text(max_size=60), min_size=k, max_size=k)),
        pairs,
        data.draw(st.lists(st.floats(-1e9, 1e9) | st.sampled_from([1e-300, -1e300, float("nan")]), **each)),
        data.draw(st.lists(st.tuples(*[st.integers(0, 200)] * 3), **each)),
        data.draw(st.lists(st.floats(0, 1), **each)),
        data.draw(st.sampled_from(["higher", "lower"])),
    )
    style = Style(width=data.draw(st.sampled_from([3.25, 5.5, 7.0])))
    for rows, columns in comparison_pages(found, range(k), range(k), style=style):
        label = data.draw(st.text(max_size=60))
        assert_clean(draw(found, rows=rows, columns=columns, label=label, style=style))


@pytest.mark.parametrize("width", [3.25, 7.22])
def test_long_numbers_in_large_type_have_room(width, assert_clean):
    found = Comparisons(["knn", "svm"], [(0, 1)], [1120575351.0], [(3, 1, 10)], [0.04], number="{:.0f}".format)
    style = Style(width=width, font_size=12)
    for rows, columns in comparison_pages(found, [0, 1], [0, 1], style=style):
        assert_clean(comparison_matrix(found, alpha=0.05, label="a", rows=rows, columns=columns, style=style))
