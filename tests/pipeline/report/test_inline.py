"""Drawings in a page and as TikZ: what is kept of an SVG, outlines by steps, the places of the figure's own layout."""

import io
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from rankpress.core.document import Restylable
from rankpress.figures.cd import check_content, lay_out_diagram
from rankpress.figures.output import to_svg
from rankpress.figures.style import PAPER
from rankpress.report.inline_svg import compact_path, inline_svg
from rankpress.report.tikz import cd_tikz
from rankpress.wording.text import plain

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 20">'


def shapes(inside):
    """What becomes of what a drawing holds."""
    return str(inline_svg(f"{HEAD}{inside}</svg>".encode(), "f1-").shapes)


@pytest.mark.parametrize(
    "hostile",
    [
        *("<script>alert(1)</script>", "<style>@import url(http://x)</style>"),
        *("<foreignObject><p>x</p></foreignObject>", '<image xlink:href="file:///etc/passwd"/>'),
        *("<a><text>x</text></a>", "<animate attributeName='href' to='javascript:alert(1)'/>"),
        *("<metadata>where it was made</metadata>", "<!-- a remark -->"),
    ],
)
def test_elements_not_known_are_left_out(hostile):
    assert shapes(hostile) == ""


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('<path d="M 0 0" onclick="alert(1)"/>', '<path d="M0 0"/>'),
        ('<use xlink:href="http://example.invalid/x.svg#a"/>', "<use/>"),
        ('<path fill="url(http://example.invalid/x)"/>', "<path/>"),
        ('<path style="fill: url(http://example.invalid/x); stroke: red; behavior: x"/>', '<path stroke="red"/>'),
        ('<path d="M 1.23456 -7.8 L 1e-05 0.0049"/>', '<path d="M1.23-7.8l-1.23 7.8"/>'),
        ('<path d="M 1 1 L 5 1 L 5 3 L 1 1 Z M 2 2 L 3 3"/>', '<path d="M1 1l4 0 0 2zM2 2l1 1"/>'),
        ('<path d="M 1 1 L 5 1 L 1 1 L 5 3 Z"/>', '<path d="M1 1l4 0-4 0 4 2z"/>'),
        ('<g transform="scale(0.015625)"/>', '<g transform="scale(0.015625)"/>'),
        ("<text x='1'>a &lt;b&gt; <tspan>c</tspan> d</text>", '<text x="1">a &lt;b&gt; <tspan>c</tspan> d</text>'),
        ('<path fill="&quot;&gt;&lt;script&gt;"/>', '<path fill="&#34;&gt;&lt;script&gt;"/>'),
    ],
)
def test_what_is_kept(given, kept):
    assert shapes(given) == kept


def test_ids_are_the_drawings_own_and_only_those_in_use():
    drawn = shapes('<g id="axes"><path id="m"/><clipPath id="c"/></g><use xlink:href="#m" clip-path="url(#c)"/>')
    assert drawn == '<path id="f1-1"/><clipPath id="f1-2"/><use href="#f1-1" clip-path="url(#f1-2)"/>'


def test_shapes_carry_the_algorithm_that_their_gid_numbers():
    gids = ("name-0", "name-0-1", "point-1", "key-1-number", "number-1", "group-1-run-0", "point-2")
    inside = "".join(f'<g id="a-cd-{gid}"><path/></g>' for gid in gids)
    svg = inline_svg(f'<svg id="a-cd" viewBox="0 0 1 1">{inside}</svg>'.encode(), "f1-", ("k<nn", "svm"))
    name, point = '<g data-algorithm="k&lt;nn" data-name=""><path/></g>', '<g data-algorithm="svm"><path/></g>'
    assert str(svg.shapes) == f"{name * 2}{point * 2}<path/><path/><path/>"
    ElementTree.fromstring(svg.file())  # report.pdf takes the same drawing as a file of XML


def test_what_holds_for_all_shapes_and_the_size():
    svg = inline_svg(f"{HEAD}<defs><style>#a *{{stroke-linecap: butt}}</style></defs></svg>".encode(), "f")
    assert svg.paint == ' stroke-linecap="butt"'
    assert (svg.view_box, svg.width, svg.height) == ("0 0 10 20", 10, 20)
    assert inline_svg(b'<svg width="3pt" height="4.5pt"/>', "f").view_box == "0 0 3 4.5"


@pytest.mark.parametrize("broken", [b"", b"<svg>", b"<html/>", b"<svg/>", b'<svg viewBox="0 0 x 1"/>'])
def test_what_is_no_drawing_is_refused(broken):
    with pytest.raises(ValueError, match="a drawing"):
        inline_svg(broken, "f")


@pytest.mark.nightly
def test_no_entity_grows_beyond_measure():
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    )
    with pytest.raises(ValueError, match="not well-formed"):
        inline_svg(f"{bomb}]><svg viewBox='0 0 1 1'><text>&m;</text></svg>".encode(), "f")


def test_a_figure_keeps_its_look():
    """matplotlib's own drawing, its shapes counted before and after, and the file made of it read again."""
    figure = Figure(figsize=(2, 1))
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], marker="o")
    drawn = to_svg(figure, salt="a")
    svg = inline_svg(drawn, "f1-")
    for shape in ("path", "use"):
        before = len(re.findall(rb"<" + shape.encode() + rb"\b", drawn))
        assert len(re.findall(rf"<{shape}\b", svg.shapes)) == before
    assert "style" not in svg.shapes
    assert len(svg.file()) < len(drawn)
    again = ElementTree.parse(io.BytesIO(svg.file())).getroot()
    assert again.get("width") == "144pt"


@pytest.mark.nightly
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_text_is_escaped(text):
    element = ElementTree.Element("svg", viewBox="0 0 1 1")
    ElementTree.SubElement(element, "text", fill=text).text = text
    svg = inline_svg(ElementTree.tostring(element, encoding="utf-8"), "f")
    assert "".join(ElementTree.fromstring(svg.file()).itertext()) == text


PLACES = st.tuples(*[st.floats(-2000, 2000, allow_nan=False, allow_infinity=False)] * 2)


@st.composite
def outlines(draw):
    """Commands with their places, as matplotlib orders them."""
    commands = []
    for _ in range(draw(st.integers(1, 3))):
        commands.append(("M", [draw(PLACES)]))
        for _ in range(draw(st.integers(0, 6))):
            command, points = draw(st.sampled_from([("L", 1), ("Q", 2), ("C", 3)]))
            commands.append((command, [draw(PLACES) for _ in range(points)]))
        if draw(st.booleans()):
            commands.append(("z", []))
    return commands


def read(path):
    """Places of a path of M, z and lower-case steps; a command may be left out where it is the one before."""
    numbers = {"M": 2, "l": 2, "q": 4, "c": 6, "z": 0}
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.\d+|\.\d+|\d+)", path)
    commands = []
    here = start = (0.0, 0.0)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = numbers[command]
        values = [float(token) for token in tokens[at : at + count]]
        at += count
        from_here = (0.0, 0.0) if command == "M" else here
        places = [(from_here[0] + x, from_here[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
        here = start if command == "z" else places[-1]
        start = places[0] if command == "M" else start
        commands.append((command if command in "Mz" else command.upper(), places))
    return commands


def without_closing_lines(commands):
    """Yield the commands but for lines back to the start, which z draws."""
    start = here = (0, 0)
    for (command, places), (following, _) in zip(commands, [*commands[1:], ("", [])], strict=True):
        before, here = here, tuple(round(100 * value) for value in places[-1]) if places else start
        start = here if command == "M" else start
        if not (command == "L" and following == "z" and here == start != before):
            yield command, places


@given(outlines())
def test_the_same_places_in_fewer_bytes(commands):
    path = " ".join(f"{command} " + " ".join(f"{x!r} {y!r}" for x, y in places) for command, places in commands)
    short = compact_path(path)
    assert len(short) <= len(path)
    compacted = read(short)
    kept = list(without_closing_lines(commands))
    assert [command for command, _ in compacted] == [command for command, _ in kept]
    for (_, ours), (_, theirs) in zip(compacted, kept, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            assert one == pytest.approx(other, abs=0.00501 + 1e-6)


@pytest.mark.parametrize(
    "path", ["", "m 0 0 l 1 1", "M 0 0 A 1 1 0 0 0 2 2", "M 1", "M 1 2 L 3", "L 0 0", "M 0 0 z 5 5"]
)
def test_what_is_not_known_is_left_as_it_was(path):
    assert compact_path(path) == path


DEMSAR = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]
GROUPS = [(3, 1, 2), (1, 2, 0)]


def written(names, ranks, layout="auto", **marks):
    labels = tuple(names)
    diagram = lay_out_diagram(check_content(tuple(map(plain, labels)), ranks, **marks), layout)
    return cd_tikz(Restylable(labels, diagram, PAPER), title="Ranks", stamp="rankpress, spec 0a1b")


def places(text, key):
    """The places of each line or node of a key."""
    lines = [line for line in text.splitlines() if re.match(rf"\\\w+\[/rankpress/cd/{key}[],]", line)]
    numbers = [re.findall(r"\((-?[\d.]+),(-?[\d.]+)\)", line) for line in lines]
    return [[(float(x), float(y)) for x, y in pairs] for pairs in numbers]


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
    for run, corners in zip(runs, places(text, "group"), strict=True):
        for (x, y), (rank, row) in zip(run, corners, strict=True):
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
