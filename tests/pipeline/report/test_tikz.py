"""The TikZ of critical difference diagrams: the places of the figure's own layout, looks by keys, names as text."""

import re

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rankpress.core.document import Restylable
from rankpress.core.latex import shown_by_latex
from rankpress.core.text import plain
from rankpress.figures.cd import check_content, lay_out_diagram
from rankpress.figures.style import PAPER
from rankpress.report.tikz import cd_tikz

DEMSAR = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]
GROUPS = [(3, 1, 2), (1, 2, 0)]


def written(names, ranks, layout="auto", **marks):
    labels = tuple(map(shown_by_latex, names))
    diagram = lay_out_diagram(check_content(tuple(map(plain, labels)), ranks, **marks), layout)
    return cd_tikz(Restylable(labels, diagram, PAPER), title="Ranks", stamp="rankpress, spec 0a1b")


def places(text, key):
    """The places of each line or node of a key."""
    lines = [line for line in text.splitlines() if re.match(rf"\\\w+\[/rankpress/cd/{key}[],]", line)]
    numbers = [re.findall(r"\((-?[\d.]+),(-?[\d.]+)\)", line) for line in lines]
    return [[(float(x), float(y)) for x, y in found] for found in numbers]


def test_the_bar_of_the_critical_difference_is_as_long_as_it_in_ranks():
    [(begin, _), (end, _)], *_ = places(written(DEMSAR, RANKS, cd=1.25), "cd")
    assert abs(begin - end) == pytest.approx(1.25, abs=1e-5)


@pytest.mark.parametrize("layout", ["axis", "rows"])
def test_bars_go_where_the_figure_has_them(layout):
    diagram = lay_out_diagram(check_content(DEMSAR, RANKS, GROUPS), layout)
    text = written(DEMSAR, RANKS, groups=GROUPS, layout=layout)
    runs = [run for bar in diagram.bars for run in bar.runs]
    assert len(runs) == 2
    line = 10 / 72  # inches, of type of 8 points
    for run, found in zip(runs, places(text, "group"), strict=True):
        for (x, y), (rank, row) in zip(run, found, strict=True):
            assert rank == pytest.approx(x, abs=1e-5)
            assert row * line == pytest.approx(y, abs=1e-5)


@pytest.mark.parametrize("layout", ["axis", "rows"])
@pytest.mark.parametrize(
    "options",
    [
        {"cd": 1.25, "groups": GROUPS},
        {"groups": [(3, 2), (1, 0)], "highlight": [1]},
        {"cd": 1.0, "control": 2, "significant_vs_control": [0]},
    ],
    ids=["groups", "dots", "control"],
)
def test_every_look_is_a_key_with_a_default(layout, options):
    text = written(DEMSAR, RANKS, layout=layout, **options)
    defaults = set(re.findall(r"\\rpdefault\{([a-z ]+)\}", text))
    body = text[text.index(r"\begin{tikzpicture}") :]
    used = set(re.findall(r"/rankpress/cd/([a-z ]+)", body))
    assert used <= defaults
    assert {"picture", "axis", "number", "name"} <= used


@given(st.lists(st.text(max_size=40), min_size=2, max_size=6), st.sampled_from(["axis", "rows"]))
def test_any_name_is_ascii_on_one_line_with_braces_in_pairs(names, layout):
    text = written(names, [float(i) for i in range(1, len(names) + 1)], layout=layout, highlight=[0])
    assert text.isascii()
    nodes = [line for line in text.splitlines() if line.startswith(r"\node[/rankpress/cd/") and "name" in line]
    assert len(nodes) == len(names)
    for node in nodes:
        content = re.sub(r"\\.", "", node)
        assert content.count("{") == content.count("}")
        assert node.endswith("};")
