"""Joins the parts of report.pdf: their pages, tags and links, put into the skeleton that has all else."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

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
