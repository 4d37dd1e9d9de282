"""report.pdf, with its large tables at the end."""

from __future__ import annotations

import base64
import io
import logging
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from markupsafe import Markup

from rankpress.core.document import Document, Drawing, all_sections
from rankpress.core.environment import faults_of_templates, html_environment, source
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.table import Table
from rankpress.core.text import BLANK, Writing, is_writable
from rankpress.report.fonts import environment_variables, only_own_fonts, own_faces
from rankpress.report.inline_svg import inline_svg
from rankpress.report.page import Page, PageForm, PageSection, page
from rankpress.report.page_table import PageTable, Panel
from rankpress.report.sheets import Sheets
from rankpress.report.table_view import printed
from rankpress.spec.theme import DEFAULT_THEME, Theme

# What font subsets bear as their date where HarfBuzz does not make them; 1980 is the first year that archives know.
EPOCH = "315532800"

# A line's end within a cell, to WeasyPrint a blank that has to fit into its column.
_END_OF_CELL = re.compile(r"\s+(?=<tr\b|</thead>|</tbody>)")

# In all tables together. WeasyPrint holds every cell in memory until the file is written: this many take about 1 GB.
MOST_CELLS_IN_PDF = 30_000

_LOG = logging.getLogger(__name__)


class PangoMissing(RuntimeError):
    """WeasyPrint cannot load the libraries that set its text; only report.pdf needs them."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)  # its only argument, with which another process makes it again

    def __str__(self) -> str:
        return (
            "WeasyPrint needs Pango, which is not installed or cannot be loaded. Install it with:\n"
            "  Debian, Ubuntu: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n"
            "  Fedora:         dnf install pango\n"
            "  macOS:          brew install pango\n"
            "  Windows:        MSYS2, then in its terminal: pacman -S mingw-w64-x86_64-pango\n"
            f"({self.args[0]})"
        )


def pdf_report(
    document: Document,
    *,
    templates: Path | None = None,
    theme: Theme = DEFAULT_THEME,
) -> bytes:
    """Return a report as PDF/UA-1."""
    # The result depends on the arguments and the versions of the libraries only. The call changes environment variables
    # and puts them back (see `only_own_fonts`), so run it in a process of its own where threads do other work
    # meanwhile; its arguments and result can be pickled.
    environment, write = html_environment(templates), Writing(can_show)
    with faults_of_templates(templates):
        view = large_at_end(
            page(document, PageForm(write, _panels(document, theme), on_screen=False, address=_address))
        )
        rules = environment.get_template("html/theme.css.j2").render(theme=theme)
        style = rules + source(environment, "html/pdf.css") + theme.css
        html = _END_OF_CELL.sub("", environment.get_template("html/pdf.html.j2").render(page=view))
    drawings = {
        _address(drawing): drawing.pdf
        for section in all_sections(document.sections)
        for drawing in section.drawings
        if not _is_set_by_tex(drawing)
    }
    with only_own_fonts(), environment_variables({"SOURCE_DATE_EPOCH": EPOCH}):
        typesetting = _typesetting()
        try:
            created = typesetting.typeset(html, style, drawings)
        except typesetting.AddressRefused as error:
            if templates is None and not theme.css:
                raise
            what = f"report.pdf may not load this: {error}"
            remedy = "use only what is in the report itself, or data: addresses"
            raise FaultsFound([Fault(str(templates or "report.theme"), what, remedy=remedy)]) from error
    for complaint in created.complaints:
        _LOG.info("WeasyPrint: %s", complaint)
    pdf: bytes = created.pdf
    return pdf


def _panels(document: Document, theme: Theme) -> Callable[[Table], tuple[Panel, ...]]:
    """Return what divides a table into panels; into none where it is among the longest of too many cells."""
    tables = [table for section in all_sections(document.sections) for table in section.tables]
    retained = {table.name for table in printed(tables, MOST_CELLS_IN_PDF) if table.in_pdf}
    panels = Sheets(theme).panels
    return lambda table: panels(table) if table.name in retained else ()


def can_show(character: str) -> bool:
    """Return whether the fonts of report.pdf have a glyph for a character, or need none."""
    return character in BLANK or (is_writable(character) and own_faces().has_glyph(character))


def _address(drawing: Drawing) -> str:
    """Return where the page finds a drawing: in memory as PDF, or where that has fonts of TeX, in the page as SVG."""
    if not _is_set_by_tex(drawing):
        return f"memory:{drawing.name}"
    return f"data:image/svg+xml;base64,{base64.b64encode(inline_svg(drawing.svg, '').file()).decode()}"


def _is_set_by_tex(drawing: Drawing) -> bool:
    """Return whether a PDF has fonts as matplotlib takes them from TeX: PDF/UA refuses their widths."""
    return b"/Type1" in drawing.pdf


def _typesetting() -> ModuleType:
    """Load WeasyPrint, which where it cannot prints a page of advice of its own."""
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that some library will be needed by a later version
        try:
            from rankpress.report import typesetting
        except OSError as error:
            raise PangoMissing(str(error)) from error
    return typesetting


LONG = 150  # rows, from which a table is put to the end: about three pages of A4


# The sections at the end, by the anchors that pdf.css knows: title, and what each says of its tables.
APPENDICES = {
    "long-tables": ("Long tables", "The tables of several pages, in the order of their numbers."),
    "wide-tables": ("Wide tables", "The tables that need a page on its side, in the order of their numbers."),
}


def _appendix_of(table: PageTable) -> str | None:
    if "sideways" in table.classes.split():
        return "wide-tables"
    return "long-tables" if len(table.body) > LONG else None


def large_at_end(page: Page) -> Page:
    """Put long tables, and those that are set sideways, into sections of their own, the last of all."""
    tables = [table for section in page.sections for table in _tables(section)]
    added = [
        PageSection(identifier, 2, title, (text,), tables=large)
        for identifier, (title, text) in APPENDICES.items()
        if (large := tuple(table for table in tables if _appendix_of(table) == identifier))
    ]
    return replace(page, sections=tuple(map(_without_large, page.sections)), appendix=tuple(added))


def _tables(section: PageSection) -> Iterator[PageTable]:
    yield from section.tables
    for child in section.sections:
        yield from _tables(child)


def _without_large(section: PageSection) -> PageSection:
    return replace(
        section,
        tables=tuple(table for table in section.tables if _appendix_of(table) is None),
        elsewhere=(*_references(section), *section.elsewhere),
        sections=tuple(map(_without_large, section.sections)),
    )


def _references(section: PageSection) -> Iterator[str]:
    for table in section.tables:
        appendix = _appendix_of(table)
        if appendix is not None and table.identifier:  # not of a further panel
            sentence = Markup('Table {}, {}, is among the <a href="#{}">{}</a> at the end.')
            yield sentence.format(table.number, table.title, table.identifier, APPENDICES[appendix][0].lower())
