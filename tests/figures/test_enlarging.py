"""Figures of large type: those of a page, with type, lines, marks and gaps enlarged alike."""

from functools import partial

import numpy as np
import pytest
from matplotlib.lines import Line2D

from rankpress.figures import Style, cost_front_plane, critical_difference_diagram, score_scatter
from rankpress.figures.enlarging import draw_enlarged
from rankpress.stats.multitest import undominated
from tests.figures.conftest import text_boxes

NAMES = ["random forest", "naive Bayes", "C4.5", "1-NN"]
RANKS, COSTS = [1.5, 2.0, 2.9, 3.6], [9.0, 0.1, 2.0, 4.0]
DRAWN = {
    "cd": partial(critical_difference_diagram, NAMES, RANKS, groups=[(0, 1), (2, 3)], highlight=[0]),
    "cost front": partial(
        cost_front_plane, NAMES, COSTS, RANKS, front=undominated(COSTS, RANKS), cost_label="s", metric="accuracy"
    ),
    "scatter": partial(score_scatter, ("A", "B"), [(0.5, 0.6), (0.8, 0.7)], [-1, 1], metric="accuracy"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", DRAWN)
def test_all_of_a_poster_is_as_many_times_larger(kind, assert_clean):
    style = Style(width=14, max_height=20, font_size=24).reduced()
    small, large = DRAWN[kind](style=style), draw_enlarged(DRAWN[kind], style=style)
    assert_clean(large)
    assert large.get_size_inches() == pytest.approx(3 * small.get_size_inches())
    (texts, boxes), (same, larger) = text_boxes(small), text_boxes(large)
    assert [one.get_text() for one in texts] == [one.get_text() for one in same]
    np.testing.assert_allclose(larger, 3 * boxes, atol=0.05)
    for of in (Line2D.get_linewidth, Line2D.get_markersize, Line2D.get_markeredgewidth):
        sizes = [[of(line) for line in figure.findobj(Line2D) if line.get_gid()] for figure in (small, large)]
        assert sizes[1] == pytest.approx([3 * size for size in sizes[0]])


@pytest.mark.parametrize(
    ("width", "size", "font_size", "factor"), [(14, 24, 8, 3), (5.5, 24, 12, 2), (5.5, 12, 12, 1), (2.5, 24, 24, 1)]
)
def test_large_type_is_laid_out_in_small_where_a_figure_is_wide_enough(width, size, font_size, factor):
    style = Style(width=width, font_size=size)
    reduced = style.reduced()
    assert (reduced.font_size, reduced.enlarged, reduced.width) == (font_size, factor, pytest.approx(width / factor))
    assert reduced.restored().width == pytest.approx(style.width)
    assert reduced.restored().font_size == pytest.approx(style.font_size)
    assert reduced.darkened().enlarged == factor
