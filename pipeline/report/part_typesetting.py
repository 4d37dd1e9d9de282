"""Runs of a long page as PDFs of their own, and the skeleton that they are put into; loads WeasyPrint's libraries."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from rankpress.report.long_rows import row_of
from rankpress.report.parts import HEADINGS, addresses
from rankpress.report.typesetting import VARIANT, complaints, refusals, rendered, uncollected

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
