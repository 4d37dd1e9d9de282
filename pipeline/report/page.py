"""What the HTML templates are given: the document with its numbers, anchors, classes and pictures worked out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rankpress.drawings.plan import Drawing
from rankpress.report.bibliography import Reference
from rankpress.report.characters import Writing
from rankpress.report.document import Document, Section, all_sections
from rankpress.report.inline_svg import InlineSvg, inline_svg
from rankpress.report.page_links import LinkedText, reference_anchor
from rankpress.report.page_live import PageLive, page_live
from rankpress.report.page_table import PageTable, Panel, page_table
from rankpress.report.table import Table

LARGE = 20_000  # cells, of which a browser sets about that many a second
# Bytes of the SVG files of a metric that a page draws itself, in half as many: at most, and where tables fill it.
MOST_DRAWN, LEAST_DRAWN = 2_000_000, 400_000
MOST_BYTES, OF_CELLS = 2_450_000, 24  # of a page but for its script, style and data; of a cell on average


@dataclass(frozen=True)
class PageFigure:
    """A figure: drawn in the page itself, or named by the address that it has in memory; with what is live of it.

    Its drawing is None where it is too large for the page.
    """

    identifier: str
    number: int
    name: str
    title: str
    caption: str
    alt: str
    drawing: InlineSvg | None
    address: str
    live: PageLive | None


@dataclass(frozen=True)
class PageReference:
    """A source: its anchor, the source in words, and its DOI or nothing."""

    identifier: str
    text: str
    doi: str


@dataclass(frozen=True)
class PageSection:
    """A section and those below it; level 2 is the first below the title."""

    identifier: str
    level: int
    title: str
    paragraphs: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    reminders: str = ""
    tables: tuple[PageTable, ...] = ()
    elsewhere: tuple[str, ...] = ()
    figures: tuple[PageFigure, ...] = ()
    references: tuple[PageReference, ...] = ()
    sections: tuple[PageSection, ...] = ()
    folded: bool = False
    in_contents: bool = True


@dataclass(frozen=True)
class Page:
    """A report as templates take it; of a large one browsers had better lay out only what is in view."""

    language: str
    title: str
    is_large: bool
    summary: tuple[str, ...]
    sections: tuple[PageSection, ...]
    provenance: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageForm:
    """How one format takes the document.

    Parameters
    ----------
    write : Writing
        Writes a text, what cannot be shown as code points.
    panels : callable
        Divides a table into the panels it is set in; none where the format leaves the table out.
    on_screen : bool
        Whether marks are told in words too, long names cut short, and figures drawn in the page itself.
    """

    write: Writing
    panels: Callable[[Table], tuple[Panel, ...]]
    on_screen: bool


def page(document: Document, form: PageForm) -> Page:
    """Return a document as the templates of a format take it.

    Parameters
    ----------
    document : Document
        The report.
    form : PageForm
        How the format takes it.

    Returns
    -------
    Page
        Tables and figures bear the same numbers in all formats, whatever a format leaves out.
    """
    return _Builder(document, form).page()


def _too_large(drawings: Iterable[Drawing], cells: int) -> Iterator[str]:
    """Name the figures that would make a page of so many cells too large to send.

    The kinds that take least have their room first; of one kind those are left out from the first that has none.
    """
    room = min(MOST_DRAWN, max(LEAST_DRAWN, 2 * (MOST_BYTES - OF_CELLS * cells)))
    kinds: defaultdict[tuple[str, str], list[Drawing]] = defaultdict(list)
    for drawing in drawings:
        kinds[drawing.metric, drawing.kind].append(drawing)
    rooms = {metric: room for metric, _ in kinds}
    for same in sorted(kinds.values(), key=lambda same: sum(len(one.svg) for one in same)):
        for place, drawing in enumerate(same):
            if len(drawing.svg) > rooms[drawing.metric]:
                yield from (one.name for one in same[place:])
                break
            rooms[drawing.metric] -= len(drawing.svg)


class _Builder:
    """Builds a page; holds the numbers of tables and figures meanwhile."""

    def __init__(self, document: Document, form: PageForm) -> None:
        self._document = document
        self._form = form
        self._link = LinkedText(form.write, {source.key for source in document.references})
        sections = tuple(all_sections(document.sections))
        tables = [table for section in sections for table in section.tables]
        drawings = [drawing for section in sections for drawing in section.drawings]
        self._tables = {table.name: number for number, table in enumerate(tables, start=1)}
        self._figures = {drawing.name: number for number, drawing in enumerate(drawings, start=1)}
        self._cells = sum(len(table.rows) * len(table.align) for table in tables)
        self._too_large = frozenset(_too_large(drawings, self._cells)) if form.on_screen else frozenset()
        self._live = {live.drawing: live for live in document.live} if form.on_screen else {}

    def page(self) -> Page:
        """Return the whole page."""
        write = self._form.write
        return Page(
            language="en",
            title=write(self._document.title),
            is_large=self._cells > LARGE,
            summary=self._written(self._document.summary),
            sections=tuple(self._section(section, 2) for section in self._document.sections),
            provenance=tuple((write(label), write(what)) for label, what in self._document.provenance),
        )

    def _written(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._link(text) for text in texts)

    def _section(self, section: Section, level: int) -> PageSection:
        tables = [(table, self._form.panels(table)) for table in section.tables]
        return PageSection(
            identifier=section.identifier,
            level=min(level, 6),
            title=self._form.write(section.title),
            paragraphs=self._written(section.paragraphs),
            caveats=self._written(section.caveats),
            reminders=section.reminders,
            tables=tuple(self._table(panel) for _, panels in tables for panel in panels),
            elsewhere=tuple(self._elsewhere(table) for table, panels in tables if not panels),
            figures=tuple(self._figure(drawing) for drawing in section.drawings),
            references=tuple(self._reference(source) for source in section.references),
            sections=tuple(self._section(child, level + 1) for child in section.sections),
            folded=section.folded,
            in_contents=section.in_contents,
        )

    def _reference(self, source: Reference) -> PageReference:
        return PageReference(reference_anchor(source.key), self._form.write(source.described), source.doi)

    def _table(self, panel: Panel) -> PageTable:
        number = self._tables[panel.table.name]
        return page_table(panel, number, self._form.write, self._link, on_screen=self._form.on_screen)

    def _elsewhere(self, table: Table) -> str:
        number, title = self._tables[table.name], self._form.write(table.title)
        return f"Table {number}, {title}, is too long to print and is in tables/{table.name}.csv."

    def _figure(self, drawing: Drawing) -> PageFigure:
        number, write = self._figures[drawing.name], self._form.write
        return PageFigure(
            identifier=f"figure-{drawing.name}",
            number=number,
            name=drawing.name,
            title=write(drawing.title),
            caption=self._link(drawing.caption),
            alt=write(drawing.alt),
            drawing=None if drawing.name in self._too_large else inline_svg(drawing.svg, f"f{number}-"),
            address="" if self._form.on_screen else f"memory:{number}.svg",
            live=page_live(self._live[drawing.name], write) if drawing.name in self._live else None,
        )
