"""Figures of report.pdf float: where one does not fit on its page, what follows it fills the page first.

WeasyPrint has no floats. A first layout has the height of each block; from these the pages are computed again, each
figure after the first block behind which it fits. The second layout then sets the blocks in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from xml.etree.ElementTree import Element

from rankpress.report.page_table import SHORT_PANEL

if TYPE_CHECKING:
    from weasyprint import Page


class PagedDocument(Protocol):
    """What WeasyPrint returns of a layout."""

    pages: Sequence[Page]


_Laid = TypeVar("_Laid", bound=PagedDocument)
_Size = tuple[float, tuple[float, float]]  # height over all pages, margins above and below

FULL = 0.7  # of the height of a page, from which on nothing has to be moved
# Pixels at the end of a page that are not counted on, by attempt: WeasyPrint may end a page a line before it is full.
_RESERVES = (20.0, 0.0, 40.0)
_APPENDICES = frozenset({"references", "report-provenance", "long-tables", "wide-tables"})
_LEAST = 60.0  # pixels at the end of a page that a block which can be broken needs to begin there
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass
class FloatBlock:
    """What stands in the flow of a page: a heading, a paragraph, a table, a figure."""

    element: Element
    height: float  # over all pages, without margins
    margins: tuple[float, float] = (0.0, 0.0)  # above and below
    starts_appendix: bool = False

    @property
    def is_figure(self) -> bool:
        """Whether it can float."""
        return self.element.tag == "figure"

    @property
    def is_heading(self) -> bool:
        """Whether it stays with what follows it."""
        return self.element.tag in _HEADINGS

    @property
    def level(self) -> int:
        """The level of a heading; of what is none a deeper one."""
        return int(self.element.tag[1:]) if self.is_heading else 9

    @property
    def is_whole(self) -> bool:
        """Whether no page ends within it."""
        return self.is_figure or self.is_heading or SHORT_PANEL in (self.element.get("class") or "").split()

    def may_break(self) -> None:
        """Let a page end within a table that would leave too much of it empty."""
        classes = (self.element.get("class") or "").split()
        self.element.set("class", " ".join(name for name in classes if name != SHORT_PANEL))


def fullest_layout(lay_out: Callable[[Callable[[Element], None]], _Laid]) -> _Laid:
    """Lay a document out, and where a page stays too empty, with figures moved; return the layout of fullest pages.

    `lay_out` takes what changes the elements before.
    """
    roots: list[Element] = []
    layouts = [lay_out(roots.append)]
    pages = layouts[0].pages
    if not empty_pages(pages):
        return layouts[0]
    by_element = _measure(pages)
    sizes = [by_element.get(element) for element, _ in _flow(roots[0])]
    for reserve in _RESERVES:
        layouts.append(lay_out(partial(_move_figures, sizes, pages[0]._page_box.height - reserve)))
        if not empty_pages(layouts[-1].pages):
            break
    return min(layouts, key=lambda layout: (empty_pages(layout.pages), len(layout.pages)))


def empty_pages(pages: Sequence[Page]) -> int:
    """Count the pages that are too empty, but for the last upright one and the last of all."""
    each = zip(fills(pages), pages, pages[1:], strict=False)
    return sum(fill < FULL and page.width == following.width for fill, page, following in each)


def _move_figures(sizes: Sequence[_Size | None], room: float, root: Element) -> None:
    """Move figures to where they fit, and let short tables break where they do not."""
    flow = zip(_flow(root), sizes, strict=True)
    blocks = [FloatBlock(element, *size, starts) for (element, starts), size in flow if size is not None]
    moves = place_blocks(blocks, room)
    parents = {child: parent for parent in root.iter() for child in parent}
    for figure, anchor in moves:
        parents[figure.element].remove(figure.element)
        parent = parents[anchor.element]
        parent.insert([*parent].index(anchor.element) + 1, figure.element)
        parents[figure.element] = parent


def place_blocks(blocks: Sequence[FloatBlock], room: float) -> list[tuple[FloatBlock, FloatBlock]]:
    """Return the figures that move, in the order in which they do, each with the block behind which it goes."""
    page, waiting, placed = _Page(room, room), list[FloatBlock](), list[tuple[FloatBlock, FloatBlock]]()
    titles: list[FloatBlock] = []
    last: FloatBlock | None = None

    def place(figures: list[FloatBlock]) -> None:
        nonlocal last
        for figure in figures:
            page.add([figure])
            if last is not None:
                placed.append((figure, last))
            last = figure

    for number, block in enumerate(blocks):
        waits = (
            block.is_figure and (waiting or not page.has_room([*titles, block])) and _may_wait(titles, blocks, number)
        )
        if block.starts_appendix or (block.is_figure and not waits):
            place(waiting)
            waiting = []
        if block.is_heading:
            titles.append(block)
        elif waits:
            waiting.append(block)
        else:
            if not block.is_figure and not page.has_room([*titles, block]) and page.left > (1 - FULL) * room:
                block.may_break()
            page.add([*titles, block])
            titles, last = [], block
            while waiting and page.has_room(waiting[:1]):
                place([waiting.pop(0)])
    place(waiting)
    return placed


def _may_wait(titles: Sequence[FloatBlock], blocks: Sequence[FloatBlock], number: int) -> bool:
    """Return whether something would stand below the titles of a figure without it."""
    following = next((block for block in blocks[number + 1 :] if not block.is_figure), None)
    return not titles or (following is not None and following.level > titles[-1].level)


@dataclass
class _Page:
    """A page that is filled, in pixels."""

    room: float
    left: float
    below: float = 0.0  # the margin below its last block

    def has_room(self, blocks: Sequence[FloatBlock]) -> bool:
        """Return whether blocks fit below the last one."""
        return self._height(blocks) <= self.left

    def _height(self, blocks: Sequence[FloatBlock]) -> float:
        below, height = self.below, 0.0
        for block in blocks:
            above = 0.0 if self.left == self.room and not height else max(below, block.margins[0])
            height += above + block.height
            below = block.margins[1]
        return height

    def add(self, blocks: Sequence[FloatBlock]) -> None:
        """Set blocks, of which the first are titles of the last, and go on to another page where that is due."""
        height, last = self._height(blocks), blocks[-1]
        if height > self.left:
            titles = height - last.height
            if last.is_whole or self.left < titles + _LEAST:
                self.left = self.room
                height = self._height(blocks)
        if height > self.left:  # it goes on over one page or several
            height = (height - self.left) % self.room
            self.left = self.room
        self.left, self.below = self.left - height, last.margins[1]


def fills(pages: Sequence[Page]) -> list[float]:
    """Return how much of the height of each page is used."""
    return [_bottom(page._page_box, page) / page._page_box.height for page in pages]


def _bottom(box: Any, page: Page) -> float:
    top = float(page._page_box.content_box_y())
    return max((_end(child) for child in _in_flow(box)), default=top) - top


def _end(box: Any) -> float:
    """Return where the content of a box ends."""
    ends = [_end(child) for child in _in_flow(box)]
    own = box.position_y + box.border_height() if not ends or box.element_tag in ("table", "img", "p") else 0.0
    return float(max([own, *ends]))


def _in_flow(box: Any) -> Iterator[Any]:
    for child in getattr(box, "children", ()):
        if type(child).__name__ not in ("MarginBox", "FootnoteAreaBox", "TextBox", "LineBox", "InlineBox"):
            yield child


def _measure(pages: Sequence[Page]) -> dict[Element, _Size]:
    """Return the height of each element over all pages, and its margins above and below."""
    sizes: dict[Element, _Size] = {}
    for page in pages:
        waiting, seen = [page._page_box], set[Element]()
        while waiting:
            box = waiting.pop()
            element = box.element
            if element is not None and element not in seen and hasattr(box, "border_height"):
                seen.add(element)
                height, (above, below) = sizes.get(element, (0.0, (0.0, 0.0)))
                margins = max(above, box.margin_top), max(below, box.margin_bottom)
                sizes[element] = height + box.border_height(), margins
            waiting += reversed([*_in_flow(box)])
    return sizes


def _flow(root: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the blocks in order, and whether each is the title of what figures do not float into."""
    body = root.find("body")
    waiting: list[tuple[Element, bool]] = [(child, False) for child in (() if body is None else body)]
    while waiting:
        element, starts = waiting.pop(0)
        if element.tag == "section":
            is_appendix = element.get("id") in _APPENDICES
            waiting = [(child, is_appendix and place == 0) for place, child in enumerate(element)] + waiting
        else:
            yield element, starts
