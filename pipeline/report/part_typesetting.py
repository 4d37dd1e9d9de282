"""The parts of a long report.pdf, set and joined."""

from __future__ import annotations

import gc
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from rankpress.cache.store import Store, of_pages
from rankpress.cache.work import told_of_several
from rankpress.report.pdf_parts import HEADINGS, Divided, Run, Slice, addresses, lift_rows, row_of
from rankpress.report.typesetting import VARIANT, Typeset, complaints, parsed, refusals, rendered, uncollected

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
LAST_ROWS = 3  # of such a table, that stay together

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
        starts = list(range(first.rows, max(n_rows - LAST_ROWS, first.rows) + 1, step))
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
