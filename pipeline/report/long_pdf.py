"""A long report.pdf, set in parts that are joined."""

from __future__ import annotations

import gc
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import dataclass, replace
from html import unescape
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

import pikepdf
from markupsafe import Markup
from pikepdf import Array, Dictionary, Name, Object, Pdf

from rankpress.cache.store import Store, of_pages, told_of_several
from rankpress.report.page import Page, PageSection
from rankpress.report.page_table import PageTable
from rankpress.report.typesetting import VARIANT, Typeset, complaints, parsed, refusals, rendered, uncollected

MANY = 60  # rows of a table's body, from which they are kept as text

_BODY = re.compile(r"(<tbody\b[^>]*>)(.*?)(</tbody>)", re.DOTALL)
_ROW = re.compile(r"<tr\b.*?(?=<tr\b|\Z)", re.DOTALL)  # whose end tag HTML lets one leave out
_CELL = re.compile(r"<t[dh]\b")
_LIFTED = re.compile(r'<tr data-lifted="(\d+)" data-from="(\d+)" data-to="(\d*)"(?: data-marked="(1?)")?></tr>')
_MARK = "row-of-long-table-"


def count_cells(html: str) -> int:
    """Return how many cells the tables of a page have."""
    return sum(1 for _ in _CELL.finditer(html))


def lift_rows(html: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Take the rows of long tables out of a page, so that it is parsed and divided without them.

    Parameters
    ----------
    html : str
        The page.

    Returns
    -------
    str
        The page with one row in the place of each body's.
    tuple of tuple of str
        The rows that stood there, for `restore_rows`.

    Examples
    --------
    >>> page, rows = lift_rows("<tbody>" + "<tr><td>1</td></tr>" * 60 + "</tbody>")
    >>> page, len(rows[0])
    ('<tbody><tr data-lifted="0" data-from="0" data-to=""></tr></tbody>', 60)
    """
    lifted: list[tuple[str, ...]] = []

    def without(found: re.Match[str]) -> str:
        begin, body, end = found.groups()
        rows = tuple(map(str.strip, _ROW.findall(body)))
        if len(rows) < MANY or "<table" in body or not all(map(_is_row, rows)) or _ROW.sub("", body).strip():
            return found.group()
        lifted.append(rows)
        return f'{begin}<tr data-lifted="{len(lifted) - 1}" data-from="0" data-to=""></tr>{end}'

    return _BODY.sub(without, html), tuple(lifted)


def _is_row(text: str) -> bool:
    """Whether nothing stands behind the end of a row."""
    return "</tr>" not in text.removesuffix("</tr>")


def restore_rows(html: str, rows: Sequence[Sequence[str]]) -> str:
    """Put rows back into a page, those that it asks for.

    Parameters
    ----------
    html : str
        The page, with rows in whose place others stood: from which on, up to which, and whether they are to bear marks.
    rows : sequence of sequences of str
        What was taken out.

    Returns
    -------
    str
        The page; `row_of` tells from its mark which row of a table one is.
    """

    def put(found: re.Match[str]) -> str:
        start, stop = int(found[2]), int(found[3]) if found[3] else None
        chosen = rows[int(found[1])][start:stop]
        return "".join(_marked(row, at) for at, row in enumerate(chosen, start)) if found[4] else "".join(chosen)

    return _LIFTED.sub(put, html)


def row_of(anchor: str) -> int | None:
    """Return which row of a table that is cut an anchor is on; None for any other anchor."""
    return int(anchor.removeprefix(_MARK)) if anchor.startswith(_MARK) else None


def _marked(row: str, number: int) -> str:
    return row if row.startswith("<tr id=") else f'<tr id="{_MARK}{number}"{row.removeprefix("<tr")}'


LONGEST_WHOLE = 6000  # cells of a page that is set in one piece
ENOUGH = 2500  # cells of a run, after which a section begins the next one
MOST = 5000  # cells of a run, before which any block begins the next one
BIG = 6000  # cells of a table, from which it is cut between two of its pages

OPENED = frozenset({"article", "main", "section"})  # elements whose children are blocks of their own
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
REPEATED = frozenset({"colgroup", "thead"})  # what every part of a table has

_ADDRESSES = re.compile(r'\bhref="#([^"]+)"')


@dataclass(frozen=True)
class Block:
    """An element that is not divided, and the sections that it stands in.

    Parameters
    ----------
    element : Element
        The block.
    within : tuple of Element
        Its sections, the outermost first.
    opens : int
        How many of them, from the innermost, it is the first block of.
    cells : int
        Those of its tables.
    lifted : int
        The number of the long body that it holds; -1 where it is no block of one table that can be cut.
    """

    element: Element
    within: tuple[Element, ...]
    opens: int
    cells: int
    lifted: int

    @property
    def is_big(self) -> bool:
        """Whether it is a table to be cut."""
        return self.lifted >= 0 and self.cells > BIG


@dataclass(frozen=True)
class Run:
    """Blocks that follow each other on the page, up to a table to be cut, that table, and those that follow it."""

    before: tuple[Block, ...]
    big: Block | None = None
    after: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Slice:
    """Some rows of a table that is cut: the first and the last but one; None for all that are left."""

    start: int
    stop: int | None


class Divided:
    """A page in runs.

    Parameters
    ----------
    root : Element
        The parsed page, its long bodies taken out by `lift_rows`.
    rows : sequence of sequences of str
        Those bodies.
    """

    def __init__(self, root: Element, rows: Sequence[Sequence[str]]) -> None:
        self.root, self._rows = root, rows
        for number, heading in enumerate(element for element in root.iter() if element.tag in HEADINGS):
            heading.attrib.setdefault("id", f"heading-{number}")
        body = root.find("body")
        self._body = Element("body") if body is None else body
        blocks = tuple(self._blocks(self._body, (), 0))
        first = next((at for at, block in enumerate(blocks) if block.within), len(blocks))
        self.front = blocks[:first]
        self.runs = tuple(_runs(blocks[first:]))

    def n_rows(self, big: Block) -> int:
        """Return how many rows a table to be cut has."""
        return len(self._rows[big.lifted])

    def cells_of_row(self, big: Block) -> int:
        """Return how many cells a row of it has."""
        return count_cells(self._rows[big.lifted][0])

    def text(self, blocks: Sequence[Block], *, first: Slice | None = None, last: Slice | None = None) -> str:
        """Return a page of some blocks, in their sections.

        Parameters
        ----------
        blocks : sequence of Block
            In order.
        first, last : Slice or None
            The rows of the first or the last block, where that is a table that is cut. The rows of `last` bear marks,
            by which `row_of` knows them.

        Returns
        -------
        str
            The whole page, head included.
        """
        root, body = self._page(titled=False)
        opened: dict[int, Element] = {}
        for at, block in enumerate(blocks):
            if last is not None and at == len(blocks) - 1:
                block = _cut(block, last, marked=True)
            elif first is not None and at == 0:
                block = _cut(block, first, marked=False)
            _place(block, body, opened)
        return self._with_rows(root)

    def skeleton(self, pages: Iterable[Element]) -> str:
        """Return a page of what stands before all runs, and of some elements in their place."""
        root, body = self._page()
        body.extend(block.element for block in self.front)
        body.extend(pages)
        return self._with_rows(root)

    def _page(self, *, titled: bool = True) -> tuple[Element, Element]:
        """Return a page without blocks; a part has no title of the report's, which would be another part with it."""
        root = Element(self.root.tag, self.root.attrib)
        root.extend(child for child in self.root if child is not self._body)
        if not titled:
            for at, head in enumerate(root):
                root[at] = _without_title(head)
        body = _shell(self._body, is_first=True)
        root.append(body)
        return root, body

    def _with_rows(self, root: Element) -> str:
        return "<!DOCTYPE html>\n" + restore_rows(tostring(root, encoding="unicode", method="html"), self._rows)

    def _blocks(self, element: Element, within: tuple[Element, ...], opens: int) -> Iterator[Block]:
        for at, child in enumerate(element):
            opening = opens if at == 0 else 0
            if child.tag in OPENED and len(child):
                yield from self._blocks(child, (*within, child), opening + 1)
            else:
                yield Block(child, within, opening, *self._size(child))

    def _size(self, element: Element) -> tuple[int, int]:
        """Return the cells of a block, and which long body it has if it can be cut there."""
        cells = sum(1 for _ in element.iter("td")) + sum(1 for _ in element.iter("th"))
        lifted = [int(row.get("data-lifted", "")) for row in element.iter("tr") if row.get("data-lifted")]
        cells += sum(len(self._rows[one]) * count_cells(self._rows[one][0]) for one in lifted)
        can_be_cut = len(lifted) == 1 and sum(1 for _ in element.iter("table")) == 1
        return cells, lifted[0] if can_be_cut else -1


def addresses(html: str) -> frozenset[str]:
    """Return the anchors that the links of a page lead to."""
    return frozenset(unescape(found) for found in _ADDRESSES.findall(html))


def _runs(blocks: Sequence[Block]) -> Iterator[Run]:
    begun: list[Block] = []
    big: int | None = None  # the place of the table to be cut among them
    cells = 0
    for block in blocks:
        is_full = cells >= ENOUGH and (block.opens > 0 or cells + block.cells > MOST)
        if begun and (is_full or (block.is_big and big is not None)):
            kept = _headings_at_end(begun)
            yield _run(begun[: len(begun) - kept], big)
            begun, big, cells = begun[len(begun) - kept :], None, 0
        if block.is_big:
            big, cells = len(begun), 0  # it is divided further
        else:
            cells += block.cells
        begun.append(block)
    if begun:
        yield _run(begun, big)


def _run(blocks: Sequence[Block], big: int | None) -> Run:
    if big is None:
        return Run(tuple(blocks))
    return Run(tuple(blocks[:big]), blocks[big], tuple(blocks[big + 1 :]))


def _headings_at_end(blocks: Sequence[Block]) -> int:
    """Return how many blocks at the end are a heading and what it heads but for tables, which go with what follows."""
    count = 0
    for number, block in enumerate(reversed(blocks[1:]), start=1):
        if block.cells:
            break
        if block.element.tag in HEADINGS:
            count = number
    return count


def _without_title(head: Element) -> Element:
    copied = deepcopy(head)
    for title in copied.iter("title"):
        title.text = ""
    return copied


def _place(block: Block, body: Element, opened: dict[int, Element]) -> None:
    """Put a block into its sections, which are opened where they are not yet."""
    parent = body
    for depth, section in enumerate(block.within):
        if id(section) not in opened:
            opened[id(section)] = _shell(section, is_first=len(block.within) - depth <= block.opens)
            parent.append(opened[id(section)])
        parent = opened[id(section)]
    parent.append(block.element)


def _shell(element: Element, *, is_first: bool) -> Element:
    """Return an element without its children; its anchor and the text before them stand once only."""
    shell = Element(element.tag, {key: value for key, value in element.attrib.items() if is_first or key != "id"})
    shell.text = element.text if is_first else None
    return shell


def _cut(block: Block, rows: Slice, *, marked: bool) -> Block:
    """Return a table with some rows: with all that is before them if they are the first, what follows if the last."""
    cut = deepcopy(block.element)
    held = next(row for row in cut.iter("tr") if row.get("data-lifted"))
    held.set("data-from", str(rows.start))
    held.set("data-to", "" if rows.stop is None else str(rows.stop))
    if marked:
        held.set("data-marked", "1")
    _trim(cut, held, rows)
    return replace(block, element=cut, opens=0 if rows.start else block.opens)


def _trim(element: Element, held: Element, rows: Slice) -> bool:
    """Remove what is not to stand before or after a row; return whether the element holds it."""
    if element is held:
        return True
    holding = [_trim(child, held, rows) for child in element]
    if not any(holding):
        return False
    at = holding.index(True)
    for place, child in enumerate(list(element)):
        foreign = (place < at and rows.start > 0) or (place > at and rows.stop is not None)
        if foreign and child.tag not in REPEATED:
            element.remove(child)
    if rows.start:
        element.attrib.pop("id", None)
        _restyle(element, "margin-top: 0")  # which a page that a break begins would keep
    if rows.stop is not None:
        _restyle(element, "border-bottom: 0")  # the rule below the last row, which no page has on which a table goes on
    return True


def _restyle(element: Element, style: str) -> None:
    element.set("style", "; ".join(filter(None, (element.get("style"), style))))


Bookmark = tuple[int, str, tuple[float, float], str]
Box = tuple[float, float, float, float]

# What is in the margins depends on the whole report; the skeleton has it.
_MARGIN_BOXES = (
    *(
        f"{edge}-{place}"
        for edge in ("top", "bottom")
        for place in ("left-corner", "left", "center", "right", "right-corner")
    ),
    *(f"{edge}-{place}" for edge in ("left", "right") for place in ("top", "middle", "bottom")),
)
WITHOUT_MARGINS = f"@page {{ {' '.join(f'@{box} {{ content: none !important }}' for box in _MARGIN_BOXES)} }}"
# A page before the first, so that rules for the first page of the report hold for none of a part.
_BEFORE = '<div style="break-after: page"></div>'
_TOP = 40.0  # pixels from the top of a page's content in which its first heading begins


@dataclass(frozen=True)
class Part:
    """A part to be set.

    Parameters
    ----------
    html, style : str
        Its page and the style sheet.
    held : mapping of str to bytes
        SVG images by their addresses.
    name : str
        Which keeps the tags of its cells apart from those of other parts.
    is_open : bool
        Whether the table at its end goes on: its last page, which is not full, is left out.
    """

    html: str
    style: str
    held: Mapping[str, bytes]
    name: str
    is_open: bool = False


@dataclass(frozen=True)
class SetPage:
    """A page of a part: the name of its form, where its anchors are, its bookmarks, whether a heading is at the top."""

    name: str
    anchors: Mapping[str, Box]
    bookmarks: tuple[Bookmark, ...]
    heads: bool


@dataclass(frozen=True)
class SetPart:
    """A part as PDF; of an open one, how many rows of its table are set, and how many fill a page."""

    pdf: bytes
    pages: tuple[SetPage, ...]
    complaints: tuple[str, ...]
    rows: int = 0
    rows_a_page: int = 0


def set_part(part: Part) -> SetPart:
    """Set a part of a page.

    Parameters
    ----------
    part : Part
        The part.

    Returns
    -------
    SetPart
        With nothing in the margins of its pages.

    Raises
    ------
    AddressRefused
        As `rankpress.report.typesetting.typeset` does.
    """
    begin = part.html.index(">", part.html.index("<body")) + 1
    html = part.html[:begin] + _BEFORE + part.html[begin:]
    with complaints() as heard, uncollected(), refusals():
        document = rendered(html, part.style + WITHOUT_MARGINS, part.held)
        pages = document.pages[1:]
        rows = _rows_on(pages) if part.is_open else []
        if part.is_open and len(pages) > 1:
            pages, rows = pages[:-1], rows[:-1]
        known = {name for page in pages for name in page.anchors}
        described = tuple(_described(page) for page in pages)
        for name in sorted(addresses(part.html) - known):
            pages[0].anchors[name] = (0.0, 0.0, 0.0, 0.0)  # somewhere else in the report; the skeleton knows where
        pdf = document.copy(pages).write_pdf(pdf_variant=VARIANT, finisher=lambda _, made: _name_cells(made, part.name))
        del document, pages
    gc.collect()
    full = [count for count in rows if count]
    return SetPart(pdf, described, tuple(heard), sum(full), full[-1] if full else 0)


def set_skeleton(html: str, style: str, held: Mapping[str, bytes], pages: Sequence[SetPage]) -> tuple[bytes, int]:
    """Set the front of a report and a page for each page of its parts, with what is in the margins.

    Parameters
    ----------
    html, style : str
        The page, `page_elements` at its end.
    held : mapping of str to bytes
        SVG images by their addresses.
    pages : sequence of SetPage
        Those of all parts.

    Returns
    -------
    bytes
        The PDF, with title, outline and links of the whole report.
    int
        How many pages the front has.
    """
    with refusals():
        document = rendered(html, style, held)
        front = len(document.pages) - len(pages)
        for page, known in zip(document.pages[front:], pages, strict=True):
            page.anchors.clear()
            page.anchors.update(known.anchors)
            page.bookmarks[:] = known.bookmarks
        return document.write_pdf(pdf_variant=VARIANT), front


def page_elements(pages: Sequence[SetPage], root: Element) -> Iterator[Element]:
    """Yield an element for each page of the parts: its anchors, and its headings, which name it in the margin.

    Parameters
    ----------
    pages : sequence of SetPage
        Of all parts.
    root : Element
        The parsed page, whose headings have identifiers.
    """
    known: set[str] = set()
    anchored = {element.get("id"): element for element in root.iter() if element.get("id")}
    for page in pages:
        holder = Element("div", {"style": f"break-before: page; page: {page.name or 'auto'}; visibility: hidden"})
        if not page.heads:
            SubElement(holder, "i")
        for name in _headings_first(page, anchored):
            if name in known:
                continue  # of a section that goes on
            known.add(name)
            element = anchored.get(name)
            if element is not None and element.tag in HEADINGS:
                heading = deepcopy(element)
                is_first = page.heads and not len(holder)
                heading.set("style", f"position: {'static' if is_first else 'absolute'}")
                heading.tail = None
                holder.append(heading)
            else:
                SubElement(holder, "a", {"id": name, "style": "position: absolute"})
        yield holder


def _headings_first(page: SetPage, anchored: Mapping[str | None, Element]) -> list[str]:
    """Return a page's anchors, a heading at its top before that of its section: the margin names what comes first."""

    def is_other(name: str) -> bool:
        return name not in anchored or anchored[name].tag not in HEADINGS

    return sorted(page.anchors, key=is_other) if page.heads else list(page.anchors)


def _described(page: Any) -> SetPage:
    box = page._page_box  # the public page does not tell which of the named pages it is
    for name in [name for name in page.anchors if row_of(name) is not None]:
        del page.anchors[name]
    heads = bool(page.bookmarks) and page.bookmarks[0][2][1] - box.content_box_y() < _TOP
    return SetPage(box.page_type.name, dict(page.anchors), tuple(page.bookmarks), heads)


def _rows_on(pages: Sequence[Any]) -> list[int]:
    """Return how many rows of the open table are on each page."""
    return [sum(row_of(name) is not None for name in page.anchors) for page in pages]


def _name_cells(pdf: Any, name: str) -> None:
    """Let the names by which cells tell their heads begin with that of the part."""
    for element in pdf.objects:
        if isinstance(element, dict) and "ID" in element:
            # The very object that stands in the lists of heads of other cells.
            element["ID"].string = f"{name}-{element['ID'].string}"


MARKS = frozenset({"BDC", "BMC", "EMC", "DP", "MP"})


def join(skeleton: bytes, front: int, parts: Sequence[bytes]) -> bytes:
    """Put the pages of some PDFs into another.

    Parameters
    ----------
    skeleton : bytes
        A tagged PDF with outline, named destinations and metadata of the whole. What is on its pages behind the front
        is drawn above the pages of the parts, and is no part of the text.
    front : int
        How many of its pages are its own.
    parts : sequence of bytes
        Tagged PDFs, with as many pages together as are left; the names of their cells differ.

    Returns
    -------
    bytes
        A tagged PDF; the same for the same arguments.
    """
    with Pdf.open(io.BytesIO(skeleton)) as pdf:
        tags = _Tags(pdf, front)
        moved: dict[tuple[int, int], Object] = {}
        for content in parts:
            with Pdf.open(io.BytesIO(content)) as part:
                first = front + len(moved)
                for place, page in enumerate(part.pages, start=first):
                    margins = pdf.pages[place]
                    pdf.pages[place] = page
                    _draw_above(pdf, pdf.pages[place], margins, f"/Margins{place}")
                    moved[margins.obj.objgen] = pdf.pages[place].obj
                # Behind the pages, which the tree refers to: they are copied once.
                tags.add(
                    pdf.copy_foreign(part.Root.StructTreeRoot),
                    [page.obj for page in pdf.pages[first : front + len(moved)]],
                )
        tags.close()
        for target in _targets(pdf):
            target[0] = moved.get(target[0].objgen, target[0])
        made = io.BytesIO()
        pdf.save(
            made,
            deterministic_id=True,
            fix_metadata_version=False,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return made.getvalue()


def _draw_above(pdf: Pdf, page: pikepdf.Page, margins: pikepdf.Page, name: str) -> None:
    """Draw what is on another page above that of a page, as what no reader needs to be told."""
    form = margins.as_form_xobject()
    shown = [one for one in pikepdf.parse_content_stream(margins) if str(one.operator) not in MARKS]
    form.write(pikepdf.unparse_content_stream(shown))
    page.add_resource(form, Name.XObject, Name(name))
    page.contents_add(b"q", prepend=True)
    page.contents_add(f"Q /Artifact BMC q {name} Do Q EMC".encode())


def _targets(pdf: Pdf) -> Iterator[Object]:
    """Yield the targets of the outline and of the named destinations: a page, and the place on it."""
    waiting = [pdf.Root.Outlines.First] if Name.Outlines in pdf.Root else []
    while waiting:
        entry = waiting.pop()
        yield entry.Dest
        waiting += [entry[key] for key in (Name.First, Name.Next) if key in entry]
    if Name.Names in pdf.Root:
        yield from list(pdf.Root.Names.Dests.Names)[1::2]


class _Tags:
    """The tag tree of the whole, and the numbers by which pages and links find their place in it."""

    def __init__(self, pdf: Pdf, front: int) -> None:
        self._pdf = pdf
        self._root = pdf.Root.StructTreeRoot
        self.document = self._root.K[0]
        old = _numbers(self._root)
        own = {page.obj.objgen for page in list(pdf.pages)[:front]}
        self._kids = [kid for kid in self.document.K if kid.Pg.objgen in own]
        self._of_pages = [old[int(page.obj.StructParents)] for page in list(pdf.pages)[:front]]
        self._of_links: list[Object] = []
        self._waiting: list[Object] = []  # links, which are numbered behind all pages
        for page in list(pdf.pages)[:front]:
            self._links(page.obj, old)

    def add(self, part: Object, pages: Sequence[Object]) -> None:
        """Take in the tag tree of a part that has been copied, and its pages."""
        old = _numbers(part)
        for kid in part.K[0].K:
            kid.P = self.document
            self._kids.append(kid)
        for page in pages:
            number = int(page.StructParents)
            page.StructParents = len(self._of_pages)
            self._of_pages.append(old[number])
            self._links(page, old)

    def close(self) -> None:
        """Write the tree's lists."""
        self.document.K = Array(self._kids)
        numbers: list[Any] = []
        for number, content in enumerate((*self._of_pages, *self._of_links)):
            numbers += [number, content]
        for number, link in enumerate(self._waiting, start=len(self._of_pages)):
            link.StructParent = number
        self._root.ParentTree = self._pdf.make_indirect(Dictionary(Nums=Array(numbers)))

    def _links(self, page: Object, old: dict[int, Object]) -> None:
        for link in page.get(Name.Annots, ()):
            self._of_links.append(old[int(link.StructParent)])
            self._waiting.append(link)


def _numbers(root: Object) -> dict[int, Object]:
    """Return what the parent tree has by number."""
    numbers = list(root.ParentTree.Nums)
    return {int(number): content for number, content in zip(numbers[::2], numbers[1::2], strict=True)}


STAGE = "set report.pdf"
CELLS = 5000  # of a part that is cut out of a table
FIRST_ROWS = 150  # of a table that is cut, from which is learned how many fill a page

Submit = Callable[[Callable[[Part], SetPart], Part], "Future[SetPart]"]


def typeset_long(
    html: str, style: str, held: Mapping[str, bytes], submit: Submit, store: Store | None = None
) -> Typeset | None:
    """Set a long page, as `rankpress.report.typesetting.typeset` sets a short one.

    Parameters
    ----------
    html, style, held
        As there.
    submit : callable
        Has a part set, here or in another process.
    store : Store or None
        Results of earlier builds, among them parts that are still the same.

    Returns
    -------
    Typeset or None
        None where the page, by a template of the user's own, has no sections to divide it by.
    """
    light, rows = lift_rows(html)
    divided = Divided(parsed(light), rows)
    if not divided.runs:
        return None
    store = store or Store(None)
    before = len(store.work)
    parts = [done.result() for done in _Setting(divided, style, held, submit, store).parts()]
    store.told(told_of_several(STAGE, "part", store.work[before:]))
    pages = [page for part in parts for page in part.pages]
    with complaints() as heard, uncollected():
        whole = divided.skeleton(page_elements(pages, divided.root))
        skeleton, front = set_skeleton(whole, style, _named(held, whole), pages)
    told = (*heard, *(complaint for part in parts for complaint in part.complaints))
    return Typeset(join(skeleton, front, [part.pdf for part in parts]), tuple(dict.fromkeys(told)))


class _Setting:
    """Has the parts of a page set."""

    def __init__(self, divided: Divided, style: str, held: Mapping[str, bytes], submit: Submit, store: Store) -> None:
        self._divided, self._style, self._held, self._submit, self._store = divided, style, held, submit, store

    def parts(self) -> Iterator[Future[SetPart]]:
        """Yield the parts in order; those that others wait for are begun first."""
        runs = self._divided.runs
        opened = {at: self._opened(at, run) for at, run in enumerate(runs) if run.big is not None}
        whole = {at: self._begun(self._divided.text(run.before), at) for at, run in enumerate(runs) if run.big is None}
        rest = {at: self._rest(at, runs[at], first.result()) for at, first in opened.items()}
        for at in range(len(runs)):
            yield from (opened[at], *rest[at]) if at in opened else (whole[at],)

    def _opened(self, at: int, run: Run) -> Future[SetPart]:
        """Begin with what is before a table that is cut, and its first rows."""
        assert run.big is not None
        html = self._divided.text((*run.before, run.big), last=Slice(0, FIRST_ROWS))
        return self._begun(html, at, is_open=True)

    def _rest(self, at: int, run: Run, first: SetPart) -> list[Future[SetPart]]:
        """Set the other rows of a table that is cut, each part with as many as fill its pages, and what follows it."""
        assert run.big is not None
        n_rows, step = self._divided.n_rows(run.big), max(first.rows_a_page, 1)
        step *= max(1, CELLS // (step * self._divided.cells_of_row(run.big)))
        starts = list(range(first.rows, n_rows, step))
        texts = [self._divided.text((run.big,), first=Slice(start, end)) for start, end in pairwise(starts)]
        texts.append(self._divided.text((run.big, *run.after), first=Slice(starts[-1], None)))
        return [self._begun(text, at, number) for number, text in enumerate(texts, start=1)]

    def _begun(self, html: str, at: int, number: int = 0, *, is_open: bool = False) -> Future[SetPart]:
        part = Part(html, self._style, _named(self._held, html), f"{at}-{number}", is_open)
        parts = {
            "its text": (html, is_open),
            "its style": self._style,
            "its place": part.name,
            "its figures and fonts": part.held,
            **of_pages(),
        }
        return self._store.recall_later(STAGE, part.name, parts, lambda: self._submit(set_part, part))


def _named(held: Mapping[str, bytes], html: str) -> dict[str, bytes]:
    """Return the fonts, and of the images those that a page names."""
    named = set(re.findall(r"memory:\d+\.svg", html))
    return {address: content for address, content in held.items() if address in named or address.endswith(".font")}


LONG = 150  # rows, from which a table is put to the end: about three pages of A4


@dataclass(frozen=True)
class Appendix:
    """A section at the end: its anchor, which pdf.css knows, title, what it tells of its tables, and which it takes."""

    identifier: str
    title: str
    told: str
    takes: Callable[[PageTable], bool]


def _is_wide(table: PageTable) -> bool:
    return "sideways" in table.classes.split()


def _is_long(table: PageTable) -> bool:
    return not _is_wide(table) and len(table.body) > LONG


APPENDICES = (
    Appendix("long-tables", "Long tables", "The tables of several pages, in the order of their numbers.", _is_long),
    Appendix(
        "wide-tables",
        "Wide tables",
        "The tables that need a page on its side, in the order of their numbers.",
        _is_wide,
    ),
)


def large_at_end(page: Page) -> Page:
    """Put long tables, and those that are set sideways, into sections of their own.

    Parameters
    ----------
    page : Page
        As the templates take it.

    Returns
    -------
    Page
        With a sentence in the place of each, which leads to it.
    """
    added = []
    for appendix in APPENDICES:
        tables = tuple(table for section in page.sections for table in _taken(section, appendix))
        if tables:
            added.append(PageSection(appendix.identifier, 2, appendix.title, (appendix.told,), tables=tables))
    return replace(page, sections=(*(_without(section) for section in page.sections), *added)) if added else page


def _taken(section: PageSection, appendix: Appendix) -> Iterator[PageTable]:
    yield from filter(appendix.takes, section.tables)
    for child in section.sections:
        yield from _taken(child, appendix)


def _without(section: PageSection) -> PageSection:
    kept = tuple(table for table in section.tables if _appendix_of(table) is None)
    return replace(
        section,
        tables=kept,
        elsewhere=(*_told(section), *section.elsewhere),
        sections=tuple(_without(child) for child in section.sections),
    )


def _told(section: PageSection) -> Iterator[str]:
    for table in section.tables:
        appendix = _appendix_of(table)
        if appendix is not None and table.identifier:  # not of a further panel
            sentence = Markup('Table {}, {}, is among the <a href="#{}">{}</a> at the end.')
            yield sentence.format(table.number, table.title, table.identifier, appendix.title.lower())


def _appendix_of(table: PageTable) -> Appendix | None:
    return next((appendix for appendix in APPENDICES if appendix.takes(table)), None)
