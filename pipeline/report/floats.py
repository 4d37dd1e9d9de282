"""Figures of report.pdf float: where one does not fit on its page, what follows it fills the page first.

WeasyPrint has no floats. A first layout has the height of each block; from these the pages are computed again, each
figure after the first block behind which it fits. The second layout then sets the blocks in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar
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
_TURNED = "wide-tables"  # the section of turned pages
_AT_TOP = 0.03  # of the height of a page, up to which a section begins at its top
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


def fullest_layout(lay_out: Callable[[Callable[[Element], None]], _Laid]) -> _Laid:
    """Lay a document out, and where a page stays too empty, with figures moved; return the layout of fullest pages.

    `lay_out` takes what changes the elements before.
    """
    roots: list[Element] = []

    def lay_out_changed(*changes: Callable[[Element], None]) -> _Laid:
        def change(root: Element) -> None:
            roots.append(root)
            for one in changes:
                one(root)

        return lay_out(change)

    layouts: list[tuple[_Laid, tuple[Callable[[Element], None], ...]]] = [(lay_out_changed(), ())]
    pages = layouts[0][0].pages
    by_element = _measure(pages) if empty_pages(pages) else {}
    sizes = [by_element.get(element) for element, _ in _flow(roots[0])]
    tried = {_Rearrangement((), ())}
    for reserve in _RESERVES if empty_pages(pages) > _blank_before_turned(pages) else ():
        rearranged = _rearrangement(roots[0], sizes, pages[0]._page_box.height - reserve)
        if rearranged in tried:  # the same order has the same pages
            continue
        tried.add(rearranged)
        layouts.append((lay_out_changed(rearranged.apply), (rearranged.apply,)))
        if empty_pages(layouts[-1][0].pages) <= _blank_before_turned(layouts[-1][0].pages):
            break
    best, changes = min(layouts, key=lambda layout: _emptiness(layout[0]))
    following = _blank_before_turned(best.pages) and _full_pages_before(best.pages, roots[0])
    if following:
        turned_first = lay_out_changed(*changes, partial(_put_turned_before, following))
        best = min(best, turned_first, key=_emptiness)
    return best


def _emptiness(layout: PagedDocument) -> tuple[int, int]:
    return empty_pages(layout.pages), len(layout.pages)


def empty_pages(pages: Sequence[Page]) -> int:
    """Count the pages that are too empty, but for the last of all."""
    return sum(fill < FULL for fill in fills(pages)[:-1])


def _blank_before_turned(pages: Sequence[Page]) -> bool:
    """Return whether a page is too empty because the next one, and all to the end, are turned."""
    upright = [page for page in pages if page.width == pages[0].width]
    return len(upright) < len(pages) and pages[len(upright) - 1] is upright[-1] and fills(upright)[-1] < FULL


def _full_pages_before(pages: Sequence[Page], root: Element) -> str | None:
    """Return the last section, in the second half of the pages, before which turned pages leave none too empty."""
    filled, starts = fills(pages), dict[str, tuple[int, float]]()
    for number, page in enumerate(pages):
        for section, (_, top, *_) in page.anchors.items():
            starts.setdefault(section, (number, (top - page._page_box.content_box_y()) / page._page_box.height))
    for section in reversed(root.findall("body/section")):
        number, above = starts.get(section.get("id", ""), (0, 0.0))
        is_after_full = above >= FULL or (above <= _AT_TOP and filled[number - 1] >= FULL)
        if section.get("id") != _TURNED and number >= len(pages) // 2 and is_after_full:
            return section.get("id")
    return None


def _put_turned_before(following: str, root: Element) -> None:
    """Put the section of turned pages before another one, also in the contents."""
    parents = {child: parent for parent in root.iter() for child in parent}
    by_id = {element.get("id"): element for element in root.iter("section")}
    in_contents = {link.get("href", "")[1:]: parents[link] for link in root.iterfind(".//ul/li/a")}
    turned, after = by_id[_TURNED], by_id[following]
    later = [section.get("id", "") for section in [*parents[after]][[*parents[after]].index(after) :]]
    _put_before(turned, after, parents)
    if _TURNED in in_contents:
        listed = next(in_contents[section] for section in later if section in in_contents)
        if listed is not in_contents[_TURNED]:
            _put_before(in_contents[_TURNED], listed, parents)


def _put_before(element: Element, following: Element, parents: Mapping[Element, Element]) -> None:
    parents[element].remove(element)
    parent = parents[following]
    parent.insert([*parent].index(following), element)


@dataclass(frozen=True)
class _Rearrangement:
    """What is changed in a flow, by the numbers of its blocks.

    `moves` has the figures that move, in the order in which they do, each with the block behind which it goes; `broken`
    the short tables that may break.
    """

    moves: tuple[tuple[int, int], ...]
    broken: tuple[int, ...]

    def apply(self, root: Element) -> None:
        """Change the flow of a page."""
        elements = [element for element, _ in _flow(root)]
        for number in self.broken:
            classes = (elements[number].get("class") or "").split()
            elements[number].set("class", " ".join(name for name in classes if name != SHORT_PANEL))
        parents = {child: parent for parent in root.iter() for child in parent}
        for figure, anchor in ((elements[figure], elements[anchor]) for figure, anchor in self.moves):
            parents[figure].remove(figure)
            parent = parents[anchor]
            parent.insert([*parent].index(anchor) + 1, figure)
            parents[figure] = parent


def _rearrangement(root: Element, sizes: Sequence[_Size | None], room: float) -> _Rearrangement:
    """Return how figures of a page move to where they fit, and which short tables break where they do not."""
    flow = zip(_flow(root), sizes, strict=True)
    numbered = {
        number: FloatBlock(element, *size, starts)
        for number, ((element, starts), size) in enumerate(flow)
        if size is not None
    }
    numbers = {id(block): number for number, block in numbered.items()}
    placed = place_blocks([*numbered.values()], room)
    return _Rearrangement(
        tuple((numbers[id(figure)], numbers[id(anchor)]) for figure, anchor in placed.moves),
        tuple(numbers[id(table)] for table in placed.broken),
    )


# What a layout costs, in pages of blank: a page below FULL, a figure under a later title than its own, a short table
# that is broken, and a figure that moves past a block.
_EMPTY, _UNDER_ANOTHER_TITLE, _BROKEN, _MOVED = 3.0, 1.5, 0.5, 0.04
_KEPT = 5  # layouts of the blocks up to some place that are pursued


class _Place(NamedTuple):
    """Where a figure may stand, as numbers of the blocks, figures apart, that come before it."""

    home: int
    first: int  # below its own title
    level: int  # of that title
    last: int  # before the references, past which no figure floats


@dataclass(frozen=True)
class _Partial:
    """The blocks up to some place in one order: its cost, the titles that wait for what follows, and the order."""

    page: _Page
    cost: float = 0.0
    titles: tuple[FloatBlock, ...] = ()
    order: tuple[Any, ...] = ()  # the block placed last, whether it breaks, and those before it in the same form

    def with_title(self, title: FloatBlock) -> _Partial:
        """Return the layout with a title, which goes where what follows it goes."""
        return replace(self, titles=(*self.titles, title), order=(title, False, self.order))

    def with_block(self, block: FloatBlock, cost: float, *, breaks: bool = False) -> _Partial:
        """Return the layout with a block, and the titles that waited for it."""
        page, blank = self.page.with_blocks([*self.titles, block], breaks=breaks)
        cost += self.cost + blank**2 + (_EMPTY + blank) * (blank > 1 - FULL) + _BROKEN * breaks
        return _Partial(page, cost, (), (block, breaks, self.order))


class _Placed(NamedTuple):
    """The figures that move, in this order, each with the block behind which it goes, and the tables that break."""

    moves: list[tuple[FloatBlock, FloatBlock]]
    broken: list[FloatBlock]


def place_blocks(blocks: Sequence[FloatBlock], room: float) -> _Placed:
    """Return where blocks go so that pages are full.

    Of the orders in which figures stay in their section, or leave it where pages would be too empty otherwise, the one
    with the fullest pages and the shortest moves is taken.
    """
    figures = [block for block in blocks if block.is_figure]
    others = [block for block in blocks if not block.is_figure]
    places = _places(blocks)
    layouts: dict[tuple[int, int, bool], list[_Partial]] = {(0, 0, False): [_Partial(_Page(room, room))]}
    for n_others in range(len(others) + 1):
        for n_figures in range(len(figures) + 1):
            for titled in (True, False):
                for layout in _best(layouts.pop((n_others, n_figures, titled), ())):
                    for key, longer in _longer(layout, others, figures, places, n_others, n_figures):
                        layouts.setdefault((*key, bool(longer.titles)), []).append(longer)
                    if n_others == len(others) and n_figures == len(figures):
                        layouts.setdefault((-1, -1, False), []).append(layout)
    order, broken = list[FloatBlock](), list[FloatBlock]()
    rest = _best(layouts[-1, -1, False])[0].order
    while rest:
        block, breaks, rest = rest
        order.insert(0, block)
        if breaks:
            broken.append(block)
    return _Placed(_moves(blocks, order), broken)


def _places(blocks: Sequence[FloatBlock]) -> list[_Place]:
    """Return where each figure may stand."""
    others = [block for block in blocks if not block.is_figure]
    appendix = next((number for number, block in enumerate(others) if block.starts_appendix), len(others))
    places, first, level, home = [], 1, 9, 0
    for block in blocks:
        if block.is_figure:
            places.append(_Place(home, min(first, home), level, appendix if home <= appendix else len(others)))
            continue
        home += 1
        if block.is_heading:
            first, level = home, block.level
    return places


def _longer(
    layout: _Partial,
    others: Sequence[FloatBlock],
    figures: Sequence[FloatBlock],
    places: Sequence[_Place],
    n_others: int,
    n_figures: int,
) -> Iterator[tuple[tuple[int, int], _Partial]]:
    """Yield a layout with one block more, with the numbers of figures and of other blocks that it then has."""
    if n_figures < len(figures):
        place = places[n_figures]
        if n_others >= place.first and (not layout.titles or n_others == place.first):
            moved = _MOVED * max(place.home - n_others, 0)
            yield (n_others, n_figures + 1), layout.with_block(figures[n_figures], moved)
    if n_others == len(others):
        return
    block, waiting = others[n_others], [place for place in places[n_figures:] if place.home <= n_others]
    if any(n_others >= place.last for place in waiting):
        return
    key = (n_others + 1, n_figures)
    if not block.is_heading:
        cost = _MOVED * len(waiting)
        yield key, layout.with_block(block, cost)
        if block.is_whole and not layout.page.has_room([*layout.titles, block]):
            yield key, layout.with_block(block, cost, breaks=True)
    elif not (waiting and layout.titles and block.level <= layout.titles[-1].level):  # which would be of nothing
        passed = sum(block.level <= place.level for place in waiting)
        yield key, replace(layout, cost=layout.cost + _UNDER_ANOTHER_TITLE * passed).with_title(block)


def _best(layouts: Sequence[_Partial]) -> list[_Partial]:
    """Return the layouts of least cost, of those with the same room left only one."""
    best: dict[int, _Partial] = {}
    for layout in sorted(layouts, key=lambda layout: layout.cost):
        best.setdefault(round(layout.page.left), layout)
    return [*best.values()][:_KEPT]


def _moves(blocks: Sequence[FloatBlock], order: Sequence[FloatBlock]) -> list[tuple[FloatBlock, FloatBlock]]:
    """Return the figures that do not follow the same block in both orders, with those that they then follow."""
    before = {id(block): previous for previous, block in pairwise(blocks)}
    moves, moved = [], set[int]()
    for previous, block in pairwise(order):
        if block.is_figure and (before.get(id(block)) is not previous or id(previous) in moved):
            moves.append((block, previous))
            moved.add(id(block))
    return moves


@dataclass(frozen=True)
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

    def with_blocks(self, blocks: Sequence[FloatBlock], *, breaks: bool = False) -> tuple[_Page, float]:
        """Return the page on which blocks end, of which the first are titles of the last, and how blank one is left."""
        page, height, last, blank = self, self._height(blocks), blocks[-1], 0.0
        if height > page.left and (
            (last.is_whole and not breaks) or page.left < height - last.height + last.margins[0] + _LEAST
        ):
            blank = page.left / page.room
            page = _Page(page.room, page.room)
            height = page._height(blocks)
        left = page.left
        if height > left:  # it goes on over one page or several
            height = (height - left) % page.room
            left = page.room
        return _Page(page.room, left - height, last.margins[1]), blank


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
