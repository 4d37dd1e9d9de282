"""Names that read from right to left keep their direction to themselves, in whatever text of a figure they stand."""

import re

import numpy as np
import pytest

from rankpress.figures import (
    score_scatter,
)
from rankpress.figures.canvas import open_canvas
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import PAPER
from rankpress.figures.text import printable, text_width, wrap_text, write
from rankpress.wording.names import isolated, runs, without_isolates

HEBREW, MIXED = "\u05d0\u05d1 (kNN) 3", "kNN (\u05d2\u05d3)"
ARABIC = "\u0639\u0631"


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


@pytest.mark.parametrize(("ha", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
@pytest.mark.parametrize("rotation", [0, 90])
def test_names_are_drawn_in_their_order_without_a_gap(ha, share, rotation, boxes):
    names = ["\u05d0\u05d1", ARABIC, "kNN"]
    text = f"{isolated(names[0])} \u2212 {isolated(names[1])} = {names[2]}"
    canvas = open_canvas(4.0, PAPER)
    where = {"ha": "center", "va": {"left": "bottom"}.get(ha, "top" if share == 1 else ha)} if rotation else {"ha": ha}
    write(canvas, 2.0, 2.0, text, PAPER, gid="text", rotation=rotation, **where)
    texts, extents = boxes(canvas.figure)
    assert [piece.get_text() for piece in texts] == [names[0], " \u2212 ", names[1], " = kNN"]
    starts, ends = (extents[:, 1], extents[:, 3]) if rotation else (extents[:, 0], extents[:, 2])
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
