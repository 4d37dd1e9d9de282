"""The multi-comparison matrix by its artists."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb

from rankpress.figures.colours import lightness
from rankpress.figures.comparisons import Comparisons, columns_that_fit, comparison_matrix, comparison_pages
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
    return comparison_matrix(comparisons, **{"label": "accuracy", **options})


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


def test_all_lines_of_a_significant_cell_are_bold(three, artists):
    figure = draw(three)
    for text in artists(figure, "text-"):
        row, column = map(int, text.get_gid().split("-")[1:3])
        bold = text.get_fontproperties().get_file().endswith("Semibold.ttf")
        assert bold == ({row, column} != {1, 2})


@pytest.mark.nightly
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_blue_where_the_row_is_better_and_red_where_it_is_worse(better, artists):
    comparisons = Comparisons("ABC", [(0, 1), (0, 2), (1, 2)], [0.02, 0.04, 0.0], [(1, 1, 1)] * 3, [1, 1, 1], better)
    figure = draw(comparisons)
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
    comparisons = Comparisons("ABCDE", pairs, [scores[a] - scores[b] for a, b in pairs], [(1, 1, 1)] * 10, [1] * 10)
    figure = draw(comparisons)
    places = [artists(figure, f"text-0-{i}")[0].get_position() for i in range(1, 5)]
    shown = [lightness(to_hex(colour_at(figure, artists, *place))) for place in places]
    assert all(a - b > 1.5 for a, b in pairwise(shown))
    bar = artists(figure, "bar-low")[0].get_text(), artists(figure, "bar-high")[0].get_text()
    assert bar == (
        f"−{comparisons.number(comparisons.reach)} or less",
        f"+{comparisons.number(comparisons.reach)} or more",
    )
    even = Comparisons("ABCD", [(0, 1), (1, 2), (0, 3)], [0.1, 0.2, 0.3], [(1, 1, 1)] * 3, [1] * 3)
    assert even.reach == even.greatest == 0.3


def test_pairs_that_were_not_compared_have_no_cell(artists):
    comparisons = Comparisons("ABC", [(0, 1), (0, 2)], [0.02, float("nan")], [(9, 1, 4), (0, 0, 1)], [0.04, 1.0])
    figure = draw(comparisons)
    assert not artists(figure, "text-1-2")
    assert lines_of(figure, artists, 0, 2) == ["–", "0/0/1", "1.000"]


def test_twelve_algorithms_fit_the_width_of_a_page():
    comparisons = random_comparisons([f"method {i}" for i in range(12)])
    assert columns_that_fit(comparisons, style=PAPER.with_width(6.0)) >= 12
    with pytest.raises(ValueError, match="columns: got 12; their texts cannot be read"):
        draw(comparisons, style=PAPER.with_width(3.25))


@pytest.mark.nightly
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("size", "font_size", "half"),
    [(4, 8, False), (4, 24, True), (12, 8, True), (12, 8, False), (18, 8, True), (9, 24, False)],
)
def test_pages_are_as_few_as_fit_and_have_no_empty_row_or_column(size, font_size, half):
    comparisons = random_comparisons([f"algorithm {i}" for i in range(size)])
    style = Style(width=10 if font_size > 8 else 5.5, font_size=font_size).reduced()
    cells = {*combinations(range(size), 2)} if half else {(i, j) for i in range(size) for j in range(size) if i != j}
    pages = comparison_pages(comparisons, range(size), range(size), cells=cells, label="accuracy", style=style)
    filled = [{(i, j) for i in rows for j in columns} & cells for rows, columns in pages]
    assert sum(map(len, filled)) == len(set().union(*filled)) == len(cells)
    for (rows, columns), texts in zip(pages, filled, strict=True):
        assert ({*rows}, {*columns}) == ({i for i, _ in texts}, {j for _, j in texts})
        figure = draw(comparisons, rows=rows, columns=columns, cells=cells, style=style)
        assert figure.get_figheight() <= style.max_height
    if size == 4:
        assert len(pages) == 1
