"""Figures as PGF: written without TeX, the same from run to run; tests/documents compiles them."""

import re

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import font
from rankpress.figures.tex import escape_tex
from rankpress.figures.text import text_width

NAMES = ["50% $x$ & #1", "a_b", r"\input{/etc/passwd}", "Ωμέγα"]


def diagram():
    return critical_difference_diagram(NAMES, range(1, 5), cd=1.0)


def test_does_not_change_the_figure_or_depend_on_what_it_was_saved_as():
    figure = diagram()
    first, dpi = to_pgf(figure), figure.dpi
    with mpl.rc_context({"text.usetex": True, "pgf.rcfonts": False, "pgf.preamble": "x", "figure.dpi": 50}):
        assert to_pgf(figure) == first
        assert to_pgf(diagram()) == first
    assert figure.dpi == dpi


def test_texts_are_escaped_and_have_the_room_that_was_measured():
    source = to_pgf(diagram()).decode("ascii")
    texts = dict(re.findall(r"\\rankpresstext.*?\{left,base\}\{([\d.]+)\}\{[^{}]*\}\{8\}\{\{\}(.*)\}%", source))
    widths = {tex: float(room) / 72.27 for room, tex in texts.items()}
    for name in NAMES[:2]:
        assert abs(widths[escape_tex(name)] - text_width(name, 8)) < 0.01
    assert r"\input{" not in source.replace(r"; \input this file", "")


def test_callers_comment_stands_in_the_first_line():
    assert to_pgf(diagram(), comment="Spec 12ab.").splitlines()[0].endswith(b"is to stand. Spec 12ab.")


@pytest.mark.parametrize(
    ("rotation", "across", "along", "anchor"),
    [
        (0, "left", "baseline", "left,base"),
        (0, "center", "top", "top"),
        (90, "center", "bottom", "left"),
        (90, "left", "top", "right,top"),
        (90, "right", "center", "bottom"),
        (45, "right", "top", "left,base"),  # of the start that matplotlib found
    ],
    ids=["level", "level-centred", "turned", "turned-down", "turned-centred", "slanting"],
)
def test_alignment_of_turned_text(rotation, across, along, anchor):
    figure = Figure()
    bold = font(8, "turned", bold=True)
    figure.text(0.5, 0.5, "turned", rotation=rotation, ha=across, va=along, fontproperties=bold)
    source = to_pgf(figure).decode()
    macro = re.search(r"\\rankpresstext\{([^}]*)in\}\{[^}]*\}\{(\d+)\}\{([^}]*)\}.*\{\\bfseries\{\}turned\}%", source)
    assert macro[2] == str(rotation)
    assert macro[3] == anchor
    assert (float(macro[1]) == figure.get_figwidth() / 2) == (rotation != 45)
