"""Drawings in a page: what is kept of an SVG, and what never reaches a reader's browser."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from rankpress.figures.output import to_svg
from rankpress.report.inline_svg import inline_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 20">'


def shapes(inside: str) -> str:
    """What becomes of what a drawing holds."""
    return str(inline_svg(f"{HEAD}{inside}</svg>".encode(), "f1-").shapes)


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<style>@import url(http://x)</style>",
        "<foreignObject><p>x</p></foreignObject>",
        '<image xlink:href="file:///etc/passwd"/>',
        "<a><text>x</text></a>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<metadata>where it was made</metadata>",
        "<!-- a remark -->",
    ],
)
def test_elements_not_known_are_left_out(hostile: str) -> None:
    assert shapes(hostile) == ""


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('<path d="M 0 0" onclick="alert(1)"/>', '<path d="M0 0"/>'),
        ('<use xlink:href="http://example.invalid/x.svg#a"/>', "<use/>"),
        ('<path fill="url(http://example.invalid/x)"/>', "<path/>"),
        ('<path style="fill: url(http://example.invalid/x); stroke: red; behavior: x"/>', '<path stroke="red"/>'),
        ('<path d="M 1.23456 -7.8 L 1e-05 0.0049"/>', '<path d="M1.23-7.8l-1.23 7.8"/>'),
        ('<g transform="scale(0.015625)"/>', '<g transform="scale(0.015625)"/>'),
        ("<text x='1'>a &lt;b&gt; <tspan>c</tspan> d</text>", '<text x="1">a &lt;b&gt; <tspan>c</tspan> d</text>'),
        ('<path fill="&quot;&gt;&lt;script&gt;"/>', '<path fill="&#34;&gt;&lt;script&gt;"/>'),
    ],
)
def test_what_is_kept(given: str, kept: str) -> None:
    assert shapes(given) == kept


def test_ids_are_the_drawings_own_and_only_those_in_use() -> None:
    drawn = shapes('<g id="axes"><path id="m"/><clipPath id="c"/></g><use xlink:href="#m" clip-path="url(#c)"/>')
    assert drawn == '<path id="f1-1"/><clipPath id="f1-2"/><use href="#f1-1" clip-path="url(#f1-2)"/>'


def test_what_holds_for_all_shapes_and_the_size() -> None:
    svg = inline_svg(f"{HEAD}<defs><style>#a *{{stroke-linecap: butt}}</style></defs></svg>".encode(), "f")
    assert svg.paint == ' stroke-linecap="butt"'
    assert (svg.view_box, svg.width, svg.height) == ("0 0 10 20", 10, 20)
    assert inline_svg(b'<svg width="3pt" height="4.5pt"/>', "f").view_box == "0 0 3 4.5"


@pytest.mark.parametrize("broken", [b"", b"<svg>", b"<html/>", b"<svg/>", b'<svg viewBox="0 0 x 1"/>'])
def test_what_is_no_drawing_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="a drawing"):
        inline_svg(broken, "f")


def test_no_entity_grows_beyond_measure() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    )
    with pytest.raises(ValueError, match="not well-formed"):
        inline_svg(f"{bomb}]><svg viewBox='0 0 1 1'><text>&m;</text></svg>".encode(), "f")


def test_a_figure_keeps_its_look() -> None:
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


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_text_is_escaped(text: str) -> None:
    element = ElementTree.Element("svg", viewBox="0 0 1 1")
    ElementTree.SubElement(element, "text", fill=text).text = text
    svg = inline_svg(ElementTree.tostring(element, encoding="utf-8"), "f")
    assert "".join(ElementTree.fromstring(svg.file()).itertext()) == text
