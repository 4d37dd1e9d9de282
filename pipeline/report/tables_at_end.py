"""Where report.pdf has its long and wide tables: at its end, for they would part what is read from what is read next.

Wide tables stand on pages on their side, and each turn of the page leaves a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from rankpress.report.page import Page, PageSection
from rankpress.report.page_table import PageTable

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
