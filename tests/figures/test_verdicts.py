"""The matrices of significance within data sets, by their artists."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from rankpress.figures.style import Style
from rankpress.figures.verdicts import describe_verdicts, verdict_matrices, verdict_pages


def matrices(n, k, seed=1):
    rng = np.random.default_rng(seed)
    better = rng.random((n, k, k)) < 0.4
    better &= ~better.transpose(0, 2, 1)
    return np.where(np.eye(k, dtype=bool), np.nan, better.astype(float))


def filled(figure, artists, gid, n, k):
    """Whether each cell of each matrix is filled by an artist, found by the lattice of all cells."""
    corners = {
        name: np.concatenate([patch.get_path().vertices.reshape(-1, 5, 2)[:, 0] for patch in artists(figure, name)])
        for name in ("better", "neither")
    }
    both = np.concatenate(list(corners.values()))
    across, down = (np.unique(both[:, axis].round(4)) for axis in (0, 1))
    assert len(across) % k == 0
    assert len(down) % k == 0
    columns = len(across) // k
    filled_cells = np.zeros((n, k, k), dtype=bool)
    for x, y in corners[gid].round(4):
        left, top = np.searchsorted(across, x), np.searchsorted(down, y)
        filled_cells[top // k * columns + left // k, top % k, left % k] = True
    return filled_cells


@pytest.mark.parametrize(("n", "k"), [(24, 12), (7, 5)])
def test_dark_cells_are_significant(n, k, artists):
    better = matrices(n, k)
    figure = verdict_matrices(better, [f"data {i}" for i in range(n)])
    assert (filled(figure, artists, "better", n, k) == (better == 1)).all()
    assert (filled(figure, artists, "neither", n, k) == (better == 0)).all()


@pytest.mark.few(1)
@pytest.mark.parametrize(("n", "k", "is_named"), [(1, 4, True), (8, 3, True), (18, 7, True), (60, 30, False)])
def test_rows_have_names_where_they_are_high_enough(n, k, is_named, artists):
    """At the first matrix of each line, next to the cells of their rows, and nowhere on another text; else numbers."""
    names = [f"algorithm {i}" for i in range(k)]
    figure = verdict_matrices(matrices(n, k), [f"data {i}" for i in range(n)], algorithms=names)
    first = artists(figure, "name-0-")
    assert [text.get_text() for text in first] == (names if is_named else ["1", "10", "20", "30"])
    FigureCanvasAgg(figure)  # with one renderer for all texts
    boxes = [text.get_window_extent() for text in artists(figure, "name-") + artists(figure, "title-")]
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert all(box.x0 > 0 for box in boxes)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("n", "k", "length", "width"),
    [(24, 12, 60, 3.35), (50, 24, 5, 3.35), (5, 12, 30, 5.5)],
)
def test_names_higher_than_rows_stand_before_the_first_matrix_with_leaders(n, k, length, width, artists):
    names, titles = [f"{'name ' * length}"[:length] + str(i) for i in range(k)], [f"data {i}" for i in range(n)]
    style = Style(width=width)
    for rows in verdict_pages(k, titles, algorithms=names, style=style):
        figure = verdict_matrices(matrices(n, k), titles, algorithms=names, rows=rows, style=style)
        texts = artists(figure, "name-")
        assert [text.get_gid() for text in texts] == [f"name-0-{row}" for row in range(k)]
        assert len({text.get_text() for text in texts}) == k
        FigureCanvasAgg(figure)  # with one renderer for all texts
        boxes = [text.get_window_extent() for text in texts + artists(figure, "title-")]
        assert not [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)]
        assert all(0 < box.x0 < box.x1 < figure.bbox.x1 for box in boxes)
        bands = [patch.get_path().vertices[:4, 1] for patch in artists(figure, "row-")]
        for leader, text, cells in zip(artists(figure, "leader-"), texts, bands, strict=True):
            (start, end), (y, to) = leader.get_data()
            assert start < end
            assert (y, to) == pytest.approx((text.get_position()[1], cells.mean()), abs=0.04)


def test_what_was_not_tested_is_struck_through(artists):
    better = matrices(2, 3)
    assert not artists(verdict_matrices(better, ["a", "b"]), "untested")
    better[0, 0, 1] = better[0, 1, 0] = np.nan
    figure = verdict_matrices(better, ["a", "b"])
    [strokes] = artists(figure, "untested")
    assert len(strokes.get_path().vertices) == 4
    assert artists(figure, "legend-2")


@pytest.mark.parametrize(("n", "k"), [(1, 2), (24, 12), (131, 30)])
def test_pages_hold_all_and_no_more_than_their_height(n, k):
    names = [f"data {i}" for i in range(n)]
    style = Style(max_height=5.0)
    pages = verdict_pages(k, names, style=style)
    assert [index for page in pages for index in page] == list(range(n))
    figure = verdict_matrices(matrices(n, k), names, rows=pages[0], style=style)
    assert figure.get_figheight() <= 5.0


def test_the_description_counts_pairs():
    better = np.zeros((2, 3, 3))
    better[0, 0, 1:] = 1
    text = describe_verdicts(better, ["iris", "wine"], ["svm", "knn", "tree"])
    assert "iris: 2 significant differences; svm is better than 2." in text
    assert "wine: no significant difference." in text


def test_many_algorithms_are_drawn_in_runs(artists):
    better = np.ones((1, 20, 20))
    figure = verdict_matrices(np.triu(better, 1), ["a"])
    [dark] = artists(figure, "better")
    assert len(dark.get_path().vertices) == 5 * 19
