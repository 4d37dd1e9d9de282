"""Figures of report.pdf go to where they fit, so that pages are full whatever the sizes of figures and texts."""

from dataclasses import replace
from xml.etree.ElementTree import Element

from hypothesis import given, settings
from hypothesis import strategies as st

from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.report import floats, typesetting
from rankpress.report.floats import FloatBlock, fills, place_blocks
from rankpress.report.pdf import pdf_report

ROOM = 1000.0


def block(tag, height, identifier=""):
    return FloatBlock(Element(tag, {"id": identifier}), height)


def order(blocks, moves):
    """The blocks as they stand once figures have moved."""
    shown = [*blocks]
    for figure, anchor in moves:
        shown.remove(figure)
        shown.insert(shown.index(anchor) + 1, figure)
    return shown


def test_text_fills_the_page_before_a_figure_that_does_not_fit():
    blocks = [block("p", 700), block("figure", 500), block("p", 250), block("p", 300)]
    text, figure, more, last = blocks
    assert order(blocks, place_blocks(blocks, ROOM)) == [text, more, last, figure]
    blocks = [block("p", 400), block("figure", 500), block("p", 250)]
    assert place_blocks(blocks, ROOM) == []


def test_a_title_keeps_something_below_it():
    blocks = [block("p", 700), block("h2", 50), block("figure", 500), block("h2", 50), block("p", 100)]
    assert place_blocks(blocks, ROOM) == []
    blocks = [block("p", 700), block("h2", 50), block("figure", 500), block("h3", 50), block("p", 100)]
    assert order(blocks, place_blocks(blocks, ROOM)) == [*blocks[:2], *blocks[3:], blocks[2]]


def test_figures_do_not_pass_the_references():
    end = replace(block("h2", 50), starts_appendix=True)
    blocks = [block("p", 700), block("figure", 500), block("p", 100), end, block("p", 3000)]
    assert order(blocks, place_blocks(blocks, ROOM)) == [blocks[0], blocks[2], blocks[1], *blocks[3:]]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["p", "figure", "h2", "h3"]), st.integers(20, 900)), max_size=25))
def test_figures_keep_their_order_and_nothing_is_lost(parts):
    blocks = [block(tag, height) for tag, height in parts]
    shown = order(blocks, place_blocks(blocks, ROOM))
    for kind in (True, False):
        assert [one for one in shown if one.is_figure is kind] == [one for one in blocks if one.is_figure is kind]


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 {0}" width="300pt" height="{0}pt">'
    '<path d="M 0 0 L 300 {0}" style="stroke: #000"/></svg>'
)


def test_pages_are_full(monkeypatch):
    seen = []
    float_figures = floats.float_figures
    written = typesetting._pages

    def pages_of(pages):
        seen.append(fills(pages))
        return written(pages)

    monkeypatch.setattr(typesetting, "_pages", pages_of)
    monkeypatch.setattr(typesetting, "float_figures", lambda *of: seen.append(fills(of[1])) or float_figures(*of))
    sections = tuple(
        Section(
            f"s{number}",
            f"Section {number}",
            ("A sentence of some words fills a part of a line. " * 10,) * 3,
            drawings=(Drawing(f"d{number}", "m", "k", "T", "C.", "A.", DrawnForms(svg=SVG.format(250).encode())),),
        )
        for number in range(10)
    )
    pdf_report(Document("A study", ("Two were compared.",), sections))
    before, after = seen
    assert min(before[:-1]) < 0.7 <= min(after[:-1])
