"""Figures of report.pdf go to where they fit, so that pages are full whatever the sizes of figures and texts."""

from dataclasses import replace
from types import SimpleNamespace
from xml.etree.ElementTree import Element, fromstring

import pytest
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
    assert order(blocks, place_blocks(blocks, ROOM).moves) == [text, more, figure, last]
    blocks = [block("p", 400), block("figure", 500), block("p", 250)]
    assert place_blocks(blocks, ROOM).moves == []


def test_a_title_keeps_something_below_it():
    blocks = [block("p", 700), block("h2", 50), block("figure", 500), block("h2", 50), block("p", 100)]
    assert place_blocks(blocks, ROOM).moves == []
    blocks = [block("p", 700), block("h2", 50), block("figure", 500), block("h3", 50), block("p", 100)]
    assert order(blocks, place_blocks(blocks, ROOM).moves) == [*blocks[:2], *blocks[3:], blocks[2]]


def test_figures_do_not_pass_the_references():
    end = replace(block("h2", 50), starts_appendix=True)
    blocks = [block("p", 700), block("figure", 500), block("p", 100), end, block("p", 3000)]
    assert order(blocks, place_blocks(blocks, ROOM).moves) == [blocks[0], blocks[2], blocks[1], *blocks[3:]]


def test_a_figure_stays_in_its_section():
    """Above the text that it follows where that leaves no page empty, and a short table breaks for it."""
    title, text, figure, *rest = blocks = [
        block("h2", 50),
        block("p", 500),
        block("figure", 600),
        block("h2", 50),
        block("p", 900),
    ]
    assert order(blocks, place_blocks(blocks, ROOM).moves) == [title, figure, text, *rest]
    table = block("div", 550)
    table.element.set("class", "table short")
    blocks = [title, table, figure, *rest]
    placed = place_blocks(blocks, ROOM)
    assert order(blocks, placed.moves) == [title, figure, table, *rest]
    assert placed.broken == [table]


def test_a_figure_leaves_its_section_only_where_a_page_would_be_empty():
    title, first, second, other, text = blocks = [
        block("h2", 50),
        block("figure", 550),
        block("figure", 550),
        block("h2", 50),
        block("p", 1700),
    ]
    assert order(blocks, place_blocks(blocks, ROOM).moves) == [title, first, other, text, second]
    first.height = 700
    assert place_blocks(blocks, ROOM).moves == []


@pytest.mark.parametrize(
    ("starts", "fill", "following"),
    [
        ({"a": (0, 0.5), "b": (1, 0.8), "c": (2, 0.3)}, 0.9, "b"),  # the last one that leaves a page full
        ({"a": (0, 0.5), "b": (1, 0.8), "c": (2, 0.0)}, 0.9, "c"),  # at the top of a page, behind a full one
        ({"a": (0, 0.5), "b": (1, 0.8), "c": (2, 0.0)}, 0.5, "b"),
        ({"a": (0, 0.8), "b": (1, 0.5), "c": (2, 0.6)}, 0.9, None),  # not in the first half
    ],
)
def test_turned_pages_stand_where_they_leave_no_page_empty(starts, fill, following, monkeypatch):
    monkeypatch.setattr(floats, "fills", lambda pages: [fill] * len(pages))
    pages = [FakePage(fill) for _ in range(3)]
    for name, (number, above) in starts.items():
        for page in pages[number:]:  # where a section goes on it has an anchor at the top
            page.anchors[name] = (0.0, 100 + (above * ROOM if page is pages[number] else 0.0), 1.0, 1.0)
    root = fromstring("<html><body>" + "".join(f'<section id="{name}"/>' for name in starts) + "</body></html>")
    assert floats._full_pages_before(pages, root) == following


def test_turned_pages_move_in_the_contents_too():
    links = "".join(f'<li><a href="#{name}"/></li>' for name in ("a", "c", "wide-tables"))
    sections = "".join(f'<section id="{name}"/>' for name in ("a", "b", "c", "wide-tables"))
    root = fromstring(f"<html><body><ul>{links}</ul>{sections}</body></html>")
    floats._put_turned_before("b", root)
    assert [section.get("id") for section in root.iter("section")] == ["a", "wide-tables", "b", "c"]
    assert [link.get("href") for link in root.iter("a")] == ["#a", "#wide-tables", "#c"]


@pytest.mark.nightly
@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["p", "figure", "h2", "h3"]), st.integers(20, 900)), max_size=25))
def test_figures_keep_their_order_and_nothing_is_lost(parts):
    blocks = [block(tag, height) for tag, height in parts]
    shown = order(blocks, place_blocks(blocks, ROOM).moves)
    for kind in (True, False):
        assert [one for one in shown if one.is_figure is kind] == [one for one in blocks if one.is_figure is kind]


@pytest.mark.parametrize(
    ("layouts", "best"),
    [
        ([[0.8, 0.2]], 0),  # the last page may be empty
        ([[0.6, 0.9], [0.8, 0.7]], 1),
        ([[0.6, 0.9], [0.8, 0.3, 0.7], [0.9, 0.8, 0.1]], 2),
        ([[0.6, 0.3, 0.9], [0.8, 0.3, 0.7], [0.6, 0.4, 0.8], [0.9, 0.3, 0.8, 0.1]], 1),
        ([[0.6, 0.9], [0.6, 0.9], [0.6, 0.8, 0.1], [0.6, 0.9]], 0),  # what helps nothing is not done
    ],
)
def test_layouts_are_tried_until_no_page_is_empty(layouts, best, monkeypatch):
    rearranged = iter(floats._Rearrangement((), (number,)) for number in range(3))
    monkeypatch.setattr(floats, "fills", lambda pages: [page.fill for page in pages])
    monkeypatch.setattr(floats, "_measure", lambda pages: {})
    monkeypatch.setattr(floats, "_rearrangement", lambda *_: next(rearranged))
    monkeypatch.setattr(floats._Rearrangement, "apply", lambda self, root: None)
    documents = [SimpleNamespace(pages=[FakePage(fill) for fill in layout]) for layout in layouts]
    tried = iter(documents)

    def lay_out(change):
        change(Element("html"))
        return next(tried)

    assert floats.fullest_layout(lay_out) is documents[best]
    assert next(tried, None) is None


PAGE = """<html><body><section><h2/><div class="table short"/><p/></section><section><h2/><figure/><p/></section>
</body></html>"""


def test_a_rearrangement_applies_to_the_same_page_parsed_again():
    root, again = fromstring(PAGE), fromstring(PAGE)
    heights = [50.0, 500.0, 200.0, 50.0, 700.0, 200.0]
    rearranged = floats._rearrangement(root, [(height, (0.0, 0.0)) for height in heights], ROOM)
    assert rearranged == floats._Rearrangement(((4, 5),), ())
    rearranged.apply(again)
    assert [element.tag for element in again.findall("body/section/*")] == ["h2", "div", "p", "h2", "p", "figure"]
    floats._Rearrangement((), (1,)).apply(again)
    assert again.find("body/section/div").get("class") == "table"


@pytest.mark.parametrize(("different", "layouts"), [(0, 1), (1, 2), (2, 3)])
def test_an_order_is_laid_out_once(different, layouts, monkeypatch):
    orders = [floats._Rearrangement((), (number,) if number else ()) for number in range(different + 1)]
    orders = iter([*orders, *orders[-1:] * 3])
    monkeypatch.setattr(floats, "fills", lambda pages: [0.6, 0.9])
    monkeypatch.setattr(floats, "_measure", lambda pages: {})
    monkeypatch.setattr(floats, "_rearrangement", lambda *_: next(orders))
    monkeypatch.setattr(floats._Rearrangement, "apply", lambda self, root: None)
    laid_out = []

    def lay_out(change):
        change(Element("html"))
        laid_out.append(SimpleNamespace(pages=[FakePage(0.6), FakePage(0.9)]))
        return laid_out[-1]

    assert floats.fullest_layout(lay_out) is laid_out[0]
    assert len(laid_out) == layouts


class FakePage:
    width, _page_box = 595, SimpleNamespace(height=ROOM, content_box_y=lambda: 100.0)

    def __init__(self, fill):
        self.fill, self.anchors = fill, {}


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 {0}" width="300pt" height="{0}pt">'
    '<path d="M 0 0 L 300 {0}" style="stroke: #000"/></svg>'
)


@pytest.mark.weekly
def test_pages_are_full(monkeypatch):
    seen = []
    lay_out_fully = floats.fullest_layout
    written = typesetting._pages

    def pages_of(pages):
        seen.append(fills(pages))
        return written(pages)

    def noted(document):
        if not seen:
            seen.append(fills(document.pages))
        return document

    monkeypatch.setattr(typesetting, "_pages", pages_of)
    monkeypatch.setattr(typesetting, "fullest_layout", lambda lay_out: lay_out_fully(lambda of: noted(lay_out(of))))
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
