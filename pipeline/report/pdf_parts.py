"""How a long report.pdf is divided into parts, and where its long tables are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from html import unescape
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from rankpress.report.page import Page, PageSection
from rankpress.report.page_table import PageTable

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
