"""The map of scores by its artists."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from rankpress.figures.colours import LEAST_CONTRAST, contrast, lightness
from rankpress.figures.scores import score_map, score_map_pages
from rankpress.figures.style import Style


def draw(values, datasets=None, algorithms=None, **options):
    values = np.asarray(values, dtype=float)
    datasets = datasets or [f"data {i}" for i in range(values.shape[0])]
    algorithms = algorithms or [f"algorithm {i}" for i in range(values.shape[1])]
    return score_map(values, datasets, algorithms, **{"label": "accuracy", **options})


def rectangles(figure, artists, gid):
    return [
        (corners.min(axis=0), corners.max(axis=0), to_hex(patch.get_facecolor()))
        for patch in artists(figure, gid)
        for corners in patch.get_path().vertices.reshape(-1, 5, 2)
    ]


def lightness_by_cell(figure, artists, shape):
    """The lightness of each cell, nan where none is filled, by the middles of rows and columns."""
    cells = rectangles(figure, artists, "cells-")
    rows = [artists(figure, f"row-{i}")[0] for i in range(shape[0])]
    left = min(low[0] for low, _, _ in cells)
    width = (max(high[0] for _, high, _ in cells) - left) / shape[1]
    grid = np.full(shape, np.nan)
    order = np.argsort([text.get_position()[1] for text in rows])
    tops = sorted({round(float(low[1]), 4) for low, _, _ in cells})
    assert len(tops) == shape[0]
    assert list(order) == list(range(shape[0]))
    for low, _, colour in cells:
        grid[tops.index(round(float(low[1]), 4)), int((low[0] - left) / width + 0.5)] = lightness(colour)
    return grid


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_better_the_darker(better, artists):
    values = np.random.default_rng(1).random((6, 4))
    shades = lightness_by_cell(draw(values, better=better), artists, values.shape)
    order = np.argsort(values.ravel())
    drift = np.diff(shades.ravel()[order])
    assert (drift <= 1e-9).all() if better == "higher" else (drift >= -1e-9).all()
    assert np.ptp(shades) > 60


def test_numbers_stand_in_their_cells_and_can_be_read(artists, boxes):
    values = np.linspace(0, 1, 40).reshape(8, 5)
    figure = draw(values, number="{:.3f}".format)
    texts, extents = boxes(figure)
    high, cells = figure.get_figheight(), rectangles(figure, artists, "cells-")
    numbers = [(t, box) for t, box in zip(texts, extents, strict=True) if (t.get_gid() or "").startswith("text-")]
    assert len(numbers) == 40
    for text, (x0, y0, x1, y1) in numbers:
        row, column = map(int, text.get_gid().split("-")[1:])
        assert text.get_text() == f"{values[row, column]:.3f}"
        [ground] = [c for low, top, c in cells if (low <= (x0, high - y1)).all() and (top >= (x1, high - y0)).all()]
        assert contrast(ground, to_hex(text.get_color())) >= LEAST_CONTRAST


def test_missing_results_are_struck_through_and_described(artists):
    values = np.array([[0.1, np.nan, 0.3], [np.nan, 0.5, 0.6]])
    figure = draw(values)
    [strokes] = artists(figure, "hatched")
    lines = strokes.get_path().vertices.reshape(-1, 2, 2)
    assert len(lines) == 2
    middles = sorted(lines.mean(axis=1).tolist(), key=lambda middle: middle[1])
    heads = [artists(figure, f"column-{i}")[0].get_position()[0] for i in range(3)]
    assert [middle[0] for middle in middles] == pytest.approx([heads[1], heads[0]])
    assert len(rectangles(figure, artists, "cells-")) == 4
    assert {t.get_gid() for t in artists(figure, "text-")} == {"text-0-0", "text-0-2", "text-1-1", "text-1-2"}
    assert artists(figure, "bar-missing")[0].get_text() == "no result"
    assert not artists(draw([[0.1, 0.2]]), "bar-missing")
    assert len({colour for *_, colour in rectangles(draw([[0.5, 0.5]]), artists, "cells-")}) == 1


def test_ends_of_the_colour_bar_are_the_least_and_the_greatest(artists):
    figure = draw([[0.25, 0.5], [0.75, 1.25]])
    assert [artists(figure, f"bar-{part}")[0].get_text() for part in ("low", "middle", "high")] == [
        "0.25",
        "0.75",
        "1.25",
    ]
    colours = [to_hex(patch.get_facecolor()) for patch in (artists(figure, "bar-0")[0], artists(figure, "bar-32")[0])]
    cells = rectangles(figure, artists, "cells-")
    assert colours[0] == min(cells, key=lambda one: tuple(one[0]))[2]
    assert colours[1] == max(cells, key=lambda one: tuple(one[0]))[2]


@pytest.mark.weekly
def test_parts_have_the_same_cells_and_colours(artists):
    values = np.random.default_rng(3).random((150, 8))
    datasets, algorithms = [f"data set {i}" for i in range(150)], [f"m{i}" for i in range(8)]
    pages = score_map_pages(datasets, algorithms)
    assert len(pages) == 2
    figures = [draw(values, datasets, algorithms, rows=page) for page in pages]
    ends = [[artists(figure, f"bar-{part}")[0].get_text() for part in ("low", "high")] for figure in figures]
    assert ends[0] == ends[1]
    widths = [rectangles(figure, artists, "cells-")[0] for figure in figures]
    assert widths[0][1][0] - widths[0][0][0] == pytest.approx(widths[1][1][0] - widths[1][0][0])
    assert artists(figures[1], "row-0")[0].get_text() == "data set 75"


@pytest.mark.nightly
def test_rows_without_numbers_are_no_higher_than_their_names():
    values = np.random.default_rng(1).random((30, 40))
    narrow, wide = (draw(values, style=Style(width=width)) for width in (3.49, 20.0))
    assert narrow.get_figheight() < 5.5 < wide.get_figheight()


@pytest.mark.few(1)
@pytest.mark.parametrize("shape", [(8, 3), (24, 12)])
def test_the_bar_of_colours_begins_below_the_cells(shape, artists):
    values = np.random.default_rng(1).random(shape)
    figure = draw(values, style=Style(width=7.14))
    cells = min(x for patch in artists(figure, "cells-") for x in patch.get_path().vertices[:, 0])
    [label] = artists(figure, "bar-label")
    assert label.get_position()[0] == pytest.approx(cells, abs=0.02)
