"""The matrix of p-values by its artists."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.p_values import p_value_matrix
from rankpress.figures.style import Style


def draw(names, p=None, **options):
    pairs = list(combinations(range(len(names)), 2))
    p = np.random.default_rng(4).random(len(pairs)) ** 3 if p is None else p
    return p_value_matrix(names, pairs, p, **{"alpha": 0.05, **options})


def cells_of(patch):
    """The left top corners of a patch's rectangles, and their sizes."""
    corners = patch.get_path().vertices.reshape(-1, 5, 2)
    return [(*one.min(axis=0), *np.ptp(one, axis=0)) for one in corners]


def colours_by_place(figure, artists):
    """The colour of the cell at each middle, rounded to hundredths of an inch."""
    return {
        (round(x + w / 2, 2), round(y + h / 2, 2)): to_hex(patch.get_facecolor())
        for patch in artists(figure, "cells-")
        for x, y, w, h in cells_of(patch)
    }


def test_every_pair_has_its_p_once_below_the_diagonal(artists):
    figure = draw("ABC", [0.6, 0.04, 0.0002])
    assert {t.get_gid(): t.get_text() for t in artists(figure, "text-")} == {
        "text-1-0": "0.600",
        "text-2-0": "0.040",
        "text-2-1": "<0.001",
    }
    assert sum(len(cells_of(patch)) for patch in artists(figure, "cells-")) == 3


def test_twelve_algorithms_in_a_column_have_numbers_without_zeros_before_the_point(artists):
    p, names = [0.0002, 0.0462, 0.7] * 22, [*(f"a{i}" for i in range(11)), "empirical"]
    figure = draw(names, p, style=Style.for_venue("ieee"))
    assert {text.get_text() for text in artists(figure, "text-")} == {"<.001", ".046", ".700"}
    wide = draw(names, p, style=Style.for_venue("ieee", "text"))
    assert {text.get_text() for text in artists(wide, "text-")} == {"<0.001", "0.046", "0.700"}


def test_order_moves_algorithms_and_their_p_values(artists):
    figure = draw("ABC", [0.6, 0.04, 0.0002], order=(2, 0, 1))
    assert [artists(figure, f"name-{i}")[0].get_text() for i in range(3)] == ["C", "A", "B"]
    texts = {t.get_gid(): t.get_text() for t in artists(figure, "text-")}
    assert texts == {"text-1-0": "0.040", "text-2-0": "<0.001", "text-2-1": "0.600"}  # A-C, B-C, B-A


def test_a_name_is_right_of_its_row_and_above_its_column(artists):
    figure = draw(["first", "second", "third", "fourth"])
    size = {i: artists(figure, f"name-{i}")[0].get_position() for i in range(4)}
    for row in range(1, 4):
        x, y = artists(figure, f"text-{row}-{row - 1}")[0].get_position()
        assert size[row][1] == pytest.approx(y, abs=0.02)
        assert size[row][0] > x
        assert size[row - 1][1] < y


def test_significant_ones_are_bold_at_the_level_itself_too(artists):
    figure = draw("ABC", [0.05, np.nextafter(0.05, 1), 0.01])
    bold = {t.get_gid(): t.get_fontproperties().get_file().endswith("Semibold.ttf") for t in artists(figure, "text-")}
    assert bold == {"text-1-0": True, "text-2-0": False, "text-2-1": True}


@pytest.mark.parametrize(("alpha", "colours"), [(0.05, 4), (0.1, 4), (0.01, 3), (0.001, 2), (0.0001, 2)])
def test_colours_step_at_the_level_and_below(alpha, colours, artists):
    p = [1.0, 0.5, 0.1, 0.05, 0.01, 0.001, 0.0001, 0.0, 0.2, 0.3]
    figure = draw("ABCDE", p, alpha=alpha)
    n_cells = {to_hex(patch.get_facecolor()): len(cells_of(patch)) for patch in artists(figure, "cells-")}
    assert len(n_cells) == colours
    assert sum(n_cells.values()) == 10
    assert n_cells["#eeeeee"] == sum(one > alpha for one in p)


def test_raw_p_values_stand_above_the_diagonal(artists):
    figure = draw("ABC", [0.6, 0.04, 0.0002], raw=[0.5, 0.03, 0.0001], label="by Holm")
    assert artists(figure, "text-2-0")[0].get_text() == "0.040"
    assert artists(figure, "text-0-2")[0].get_text() == "0.030"
    assert [artists(figure, f"row-{i}")[0].get_text() for i in range(3)] == list("ABC")
    assert [artists(figure, f"column-{i}")[0].get_text() for i in range(3)] == list("ABC")
    assert "by Holm below the diagonal, raw p above:" in artists(figure, "legend-0")[0].get_text()


@pytest.mark.nightly
@pytest.mark.parametrize("raw", [False, True], ids=["triangle", "square"])
def test_where_numbers_have_no_room_dots_mark_what_is_significant(raw, artists):
    names = [f"m{i}" for i in range(30)]
    p = np.linspace(0, 0.2, 435)
    figure = draw(names, p, raw=p if raw else None, style=Style(width=3.25))
    assert not artists(figure, "text-")
    dots = {
        (round(x, 2), round(y, 2)) for line in artists(figure, "dots-") for x, y in zip(*line.get_data(), strict=True)
    }
    dark = {place for place, colour in colours_by_place(figure, artists).items() if colour != "#eeeeee"}
    assert dots == dark
    assert len(dots) == (2 if raw else 1) * np.count_nonzero(p <= 0.05)
    assert any("dot: at most 0.05" in t.get_text() for t in artists(figure, "legend-"))
