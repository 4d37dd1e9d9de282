"""Names that read from right to left keep their direction to themselves, in whatever text of a figure they stand."""

import re
from io import BytesIO

import numpy as np
import pytest
from matplotlib.text import Text

from rankpress.figures import (
    annotated_confidence_curve,
    confidence_curve_page,
    multitest_graph,
    score_map,
    score_scatter,
    two_metrics_plane,
)
from rankpress.figures.canvas import open_canvas
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import as_tex, printable, text_width, wrap_text, write
from rankpress.figures.wording import isolated, runs, without_isolates
from rankpress.stats.curves import ConfidenceCurve

HEBREW, MIXED = "\u05d0\u05d1 (kNN) 3", "kNN (\u05d2\u05d3)"
ARABIC = "\u0639\u0631"
CURVE = ConfidenceCurve(0.05, 0.02, 99)


@pytest.mark.parametrize("name", ["kNN", "a_b", "50% $x$", "αβ", "中文", ""])
def test_other_names_stay_as_they_are(name):
    assert isolated(name) == name


@pytest.mark.parametrize("name", [HEBREW, MIXED, ARABIC])
def test_an_isolate_is_printable_and_stays_one(name):
    assert isolated(name) == f"\u2068{name}\u2069" == isolated(isolated(name)) == printable(isolated(name))


def test_isolates_of_a_name_itself_show_as_code_points():
    assert isolated(f"{HEBREW}\u2069\u202e") == f"\u2068{HEBREW}U+2069\u202e\u2069"
    assert printable("a\u2068b") == "aU+2068b"


def test_tex_has_no_isolates():
    figure = score_scatter((HEBREW, MIXED), [(0.1, 0.2)], [0], metric=ARABIC)
    assert b"U+206" not in to_pgf(figure)
    assert "U+206" not in as_tex(isolated(HEBREW), PAPER.escape, False)


@pytest.mark.parametrize(("ha", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
@pytest.mark.parametrize("rotation", [0, 90])
def test_names_are_drawn_in_their_order_without_a_gap(ha, share, rotation, boxes):
    names = ["\u05d0\u05d1", ARABIC, "kNN"]
    text = f"{isolated(names[0])} \u2212 {isolated(names[1])} = {names[2]}"
    canvas = open_canvas(4.0, PAPER)
    where = {"ha": "center", "va": {"left": "bottom"}.get(ha, "top" if share == 1 else ha)} if rotation else {"ha": ha}
    write(canvas, 2.0, 2.0, text, PAPER, gid="text", rotation=rotation, **where)
    texts, found = boxes(canvas.figure)
    assert [piece.get_text() for piece in texts] == [names[0], " \u2212 ", names[1], " = kNN"]
    starts, ends = (found[:, 1], found[:, 3]) if rotation else (found[:, 0], found[:, 2])
    np.testing.assert_allclose(starts[1:], ends[:-1], atol=0.01)
    assert starts[0] == pytest.approx(2.0 - share * text_width(text, 8), abs=0.01)


@pytest.mark.parametrize("width", [0.3, 0.6, 1.0, 1.5, 3.0])
@pytest.mark.parametrize("most", [1, 2, 6])
def test_each_line_closes_its_isolates(width, most):
    text = f"rank of {isolated(HEBREW * 3)} less {isolated(MIXED)} on 3"
    lines = wrap_text(text, width, 8, max_lines=most)
    for line in lines:
        assert not set("\u2068\u2069") & set("".join(run for _, run in runs(line)))
        assert not re.search("[\u0590-\u06ff]", "".join(run for inside, run in runs(line) if not inside))
        assert text_width(line, 8) <= width + 1e-6
    if not any("…" in line for line in lines):
        assert without_isolates("".join(lines)).replace(" ", "") == without_isolates(text).replace(" ", "")


def test_letters_that_join_fit_the_line_that_they_are_broken_for():
    """Joined, they are wider than each by itself."""
    assert text_width(ARABIC * 20, 8) > sum(text_width(letter, 8) for letter in ARABIC * 20)
    for width in (0.5, 1.0, 3.0):
        assert all(text_width(line, 8) <= width + 1e-6 for line in wrap_text(ARABIC * 60, width, 8, max_lines=3))


FIGURES = {
    "scatter": lambda: score_scatter((HEBREW, MIXED), [(0.1, 0.2)], [0], metric=ARABIC),
    "narrow scatter": lambda: score_scatter(
        (HEBREW * 4, ARABIC * 30), [(0.1, 0.2)], [1], metric=ARABIC, style=Style(width=2, font_size=12)
    ),
    "curve": lambda: annotated_confidence_curve(CURVE, first=HEBREW, second=ARABIC, metric=MIXED),
    "curves to a baseline": lambda: confidence_curve_page([("d", [(HEBREW, CURVE)])], baseline=ARABIC, metric=HEBREW),
    "curves of one": lambda: confidence_curve_page(
        [("d", [(HEBREW, CURVE)])], baseline=None, first=ARABIC, metric=HEBREW
    ),
    "order": lambda: multitest_graph([HEBREW, ARABIC], (0, 1), [], (0, 1), ["cost"] * 2, cost_label=HEBREW),
    "long order": lambda: multitest_graph(
        [HEBREW, ARABIC] * 20, list(range(40)), [], list(range(40)), ["cost"] * 40, cost_label=HEBREW
    ),
    "two metrics": lambda: two_metrics_plane(["a"], ([1.0], [1.0]), metrics=(HEBREW, ARABIC)),
    "score map": lambda: score_map(np.array([[0.5]]), ["d"], ["a"], label=HEBREW),
}


@pytest.mark.parametrize("kind", FIGURES)
def test_names_beside_other_text_are_isolated(kind):
    figure = FIGURES[kind]()
    with drawing_context():
        figure.savefig(BytesIO(), format="svg")
    texts = [text.get_text() for text in figure.findobj(Text)]
    right_to_left = [text for text in texts if re.search("[\u0590-\u06ff]", text)]
    assert right_to_left
    assert not [text for text in right_to_left if re.search("[a-z]{3}", text)]
