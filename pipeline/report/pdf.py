"""report.pdf: its pages, the panels of its tables, and its large tables at the end."""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import ceil, floor
from pathlib import Path

from markupsafe import Markup

from rankpress.analysis import names_of
from rankpress.cache.store import Store
from rankpress.catalog.formats import Written
from rankpress.core.document import Document, Drawing, all_sections
from rankpress.core.environment import faults_of_templates, html_environment, template_text
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.processes import Begin, deferred
from rankpress.core.table import Cell, Table, column_panel, column_panels, shortened
from rankpress.report.fonts import added_fonts, font_beyond_ours, own_faces
from rankpress.report.inline_svg import inline_svg
from rankpress.report.page import Page, PageForm, PageSection, page
from rankpress.report.page_table import SHORT_PANEL, PageTable, Panel
from rankpress.report.placed_figures import SCHEME, SURPRISES, PlacedFigure, place_figures
from rankpress.report.rendering import Rendering
from rankpress.report.table_view import tables_in_print
from rankpress.report.typesetting import AddressRefused, PangoMissing, Typeset, set_pages
from rankpress.spec.theme import DEFAULT_THEME, Theme
from rankpress.wording.text import BLANK, Prose, Writing, is_writable, plain, reference


@dataclass(frozen=True)
class TableSize:
    """One way to set a table; the style sheet pdf.css knows the classes, and says the same sizes."""

    classes: str  # of the table's element
    room: float  # width between the margins, points
    size: float  # of the print, points
    padding: float  # left and right of a column together, points
    rows: int  # up to so many are kept on one page


FEW = 2  # panels on upright pages that read better than turning the page
HEAD_ROWS = 4  # those of a panel's head and caption
# Of a page's rows: those that are rather kept together, those that it shows.
SHORT, SHOWN = 0.25, 0.9
LINE = 1.25  # of a line, in sizes of the print; as pdf.css says, and the paddings below
PADDINGS, SMALL_PADDINGS = (9.0, 3.2), (6.0, 2.6)  # left and right together, and above and below, in points

# In ems: where names, text and heads are broken into lines; what a mark of significance needs beyond the padding.
NAMES, NAMES_OF_SEVERAL, TEXT, HEAD, LONG_HEAD, STAR = 16.0, 11.0, 22.0, 6.0, 9.0, 0.5
WORDS = re.compile(r"[\s\u00a0-]+")
LEAST_TEXT = 80.0  # points of a column of text that can still be read
_AT_END = "at-end"  # class of panels that together need more than a page
NARROW = 300.0  # points, to which a small table is widened, for its caption is no wider than it


class Sheets:
    """The pages of a theme, as tables are set on them."""

    def __init__(self, theme: Theme) -> None:
        self.faces = own_faces()
        self._standing = tuple(_sheets(theme, ""))
        self._turned = tuple(_sheets(theme, "sideways"))
        small = self._standing[-1]
        self._shown = int(SHOWN * theme.room()[1] / (LINE * small.size + SMALL_PADDINGS[1]))

    def panels(self, table: Table) -> tuple[Panel, ...]:
        """Divide a table into panels that fit a page."""
        if not table.in_pdf:
            return ()
        table = shortened(table)
        small = self._standing[-1]
        if table.short_form is not None and sum(_points(self.column_ems(table), small)) > small.room:
            table = table.short_form
        ems, whole_heads = self.column_ems(table), self.column_ems(table, LONG_HEAD)
        upright = column_panels(table, _points(ems, small), small.room)
        is_short = len(upright) * (len(table.rows) + HEAD_ROWS) <= self._shown
        standing, turned = self._standing, self._turned
        # no page is turned where a turned one does not show a table whole; texts are broken into lines before that
        is_too_long = len(table.rows) + HEAD_ROWS > SHOWN / SHORT * turned[-1].rows and len(upright) <= FEW
        is_upright = is_short or table.is_of_texts or is_too_long
        for sheet in turned if table.layout.landscape else standing if is_upright else (*standing, *turned):
            fitting = [widths for wanted in (whole_heads, ems) if sum(widths := _points(wanted, sheet)) <= sheet.room]
            if fitting:
                widths = fitting[0]
                return (Panel(table, _widened(widths, sheet.room), self._classes(table, widths, sheet)),)
        if table.is_of_texts and small.room > LEAST_TEXT * len(ems):
            widths = _shared(_points(ems, small), small.room)
            return (Panel(table, widths, self._classes(table, widths, small)),)
        may_stand = (is_short or len(upright) <= FEW) and not table.layout.landscape
        sheet = small if may_stand else turned[-1]
        return tuple(self._divided(table, _points(ems, sheet), sheet, "" if is_short else _AT_END))

    def _divided(self, table: Table, widths: Sequence[float], sheet: TableSize, also: str) -> Iterator[Panel]:
        cuts = column_panels(table, widths, sheet.room)
        classes = f"{self._classes(table, widths, sheet)} {also}".strip()
        for number, columns in enumerate(cuts, start=1):
            yield Panel(
                column_panel(table, columns),
                tuple(widths[column] for column in columns),
                classes,
                f"part {number} of {len(cuts)}",
                first=number == 1,
                last=number == len(cuts),
            )

    def _classes(self, table: Table, widths: Sequence[float], sheet: TableSize) -> str:
        """Return the classes of a table, which is kept together where its lines are few."""
        is_short = len(table.rows) <= sheet.rows and self._lines(table, widths, sheet) <= sheet.rows
        return f"{sheet.classes} {SHORT_PANEL}".strip() if is_short else sheet.classes

    def _lines(self, table: Table, widths: Sequence[float], sheet: TableSize) -> int:
        """Return how many lines the rows of a table take."""
        return sum(
            max(
                ceil(self.faces.text_width(cell.text) * sheet.size / (width - sheet.padding))
                for cell, width in zip(row, widths, strict=True)
            )
            for row in table.rows
        )

    def column_ems(self, table: Table, unbroken: float = HEAD) -> tuple[float, ...]:
        """Return the width of each column's content, in ems; heads up to `unbroken`, or names, stay on a line."""
        ems = [*self._single_ems(table, unbroken)]
        for row in table.head:
            ends = accumulate(cell.span for cell in row)
            for cell, end in zip(row, ends, strict=True):
                columns = range(end - cell.span, end)
                if cell.span > 1 and (lacking := self._on_two_lines(cell.text) - sum(ems[i] for i in columns)) > 0:
                    for column in columns:
                        ems[column] += lacking / cell.span
        return tuple(ems)

    def _on_two_lines(self, text: Prose) -> float:
        """Return the width of a head over several columns, which takes two lines at most."""
        words = plain(text).split()
        halves = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words) + 1)]
        width = self.faces.text_width
        narrowest = min((max(width(half, bold=True) for half in pair) for pair in halves), default=0.0)
        return min(narrowest, NAMES)

    def _single_ems(self, table: Table, unbroken: float) -> Iterator[float]:
        heads = [cell for cell in table.head[-1] for _ in range(cell.span)]
        columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.align)
        for place, (head, column) in enumerate(zip(heads, columns, strict=True)):
            body = max((self._body_ems(cell) for cell in column), default=0.0)
            width = self.faces.text_width
            detail = max((width(f" {cell.detail}") for cell in column if cell.detail), default=0.0)
            of_several = NAMES_OF_SEVERAL if unbroken == HEAD else NAMES
            most = TEXT if place >= table.stub else NAMES if table.stub == 1 else of_several
            yield max(min(body, most) + detail, self._head_ems(head.text, unbroken) if head.span == 1 else 0.0)

    def _body_ems(self, cell: Cell) -> float:
        width = self.faces.text_width(cell.body, bold="bold" in cell.marks)
        return width + (STAR if cell.sign else 0.0)

    def _head_ems(self, text: Prose, unbroken: float) -> float:
        """Return the width of a head: of its longest word where it is broken into lines, up to a bound."""
        width = self.faces.text_width
        if (whole := width(text, bold=True)) <= unbroken:
            return whole
        longest = max(width(word, bold=True) for word in WORDS.split(plain(text)))
        return min(max(longest, HEAD), LONG_HEAD)


def _sheets(theme: Theme, turned: str) -> Iterator[TableSize]:
    """Yield the two sizes of print that tables have on a page."""
    wide, high = theme.room(turned=bool(turned))
    for name, size, (sides, above) in (
        ("", theme.tables, PADDINGS),
        ("small", theme.tables - 1, SMALL_PADDINGS),
    ):
        rows = int(SHORT * high / (LINE * size + above))
        yield TableSize(f"{turned} {name}".strip(), floor(wide), size, sides, rows)


def _points(ems: Sequence[float], sheet: TableSize) -> tuple[float, ...]:
    return tuple(ceil(10 * (em * sheet.size + sheet.padding + 0.4)) / 10 for em in ems)  # a hair more than needed


def _widened(widths: tuple[float, ...], room: float) -> tuple[float, ...]:
    """Return the widths of a narrow table with the same air between all columns."""
    air = min(NARROW, room, 2 * sum(widths)) - sum(widths)
    first, *others = widths
    if air <= 0 or not others:
        return widths
    return first, *(round(width + air / len(others), 1) for width in others)


def _shared(widths: Sequence[float], room: float) -> tuple[float, ...]:
    """Return the widths of columns that share a page: those that need less than their share keep to what they need."""
    left, shares = room, {}
    for taken, (width, column) in enumerate(sorted((width, column) for column, width in enumerate(widths))):
        shares[column] = floor(10 * min(width, left / (len(widths) - taken))) / 10
        left -= shares[column]
    return tuple(shares[column] for column in range(len(widths)))


# A line's end within a cell, to WeasyPrint a blank that has to fit into its column.
_END_OF_CELL = re.compile(r"\s+(?=<tr\b|</thead>|</tbody>)")

_PAGES = "pages of report.pdf"  # what the store calls the numbers that links are followed by

# In all tables together. WeasyPrint holds every cell in memory until the file is written: this many take about 1 GB.
MOST_CELLS_IN_PDF = 30_000

_LOG = logging.getLogger(__name__)


def begin_report(rendering: Rendering) -> Callable[[], Written]:
    """Begin report.pdf, and return what waits for it."""
    names = [rendering.labels.plain(reference(*name)) for analysis in rendering.analyses for name in names_of(analysis)]
    fonts = {"fonts of the machine": added_fonts((rendering.study.title, *names))}
    waiting = rendering.begin_to_set("report.pdf", partial(begin_pdf, begin=rendering.begin), also=fonts)

    def awaited() -> Written:
        try:
            return Written({"report.pdf": waiting()})
        except PangoMissing as missing:
            return Written(why_not=f"report.pdf was not written: {missing}")

    return awaited


def pdf_report(
    document: Document,
    *,
    templates: Path | None = None,
    theme: Theme = DEFAULT_THEME,
    store: Store | None = None,
) -> bytes:
    """Return a report as PDF/UA-1; the store has the page numbers of an earlier one, which most often are the same."""
    return begin_pdf(document, templates=templates, theme=theme, store=store)()


def begin_pdf(
    document: Document,
    *,
    templates: Path | None = None,
    theme: Theme = DEFAULT_THEME,
    store: Store | None = None,
    begin: Begin = deferred,
) -> Callable[[], bytes]:
    """Begin to set a report, in another process where `begin` does that, and return what waits for it."""
    # The result depends on the arguments and the versions of the libraries only. Where no other process sets it, that
    # changes environment variables and puts them back (see `only_own_fonts`), so run it in a process of its own where
    # threads do other work meanwhile; arguments and result can be pickled.
    figures = place_figures(drawing for section in all_sections(document.sections) for drawing in section.drawings)
    # rules and templates of the user's may let the layout depend on the numbers
    store = store if store is not None and templates is None and not theme.css else Store(None)
    last = store.hint(_PAGES)
    html, style, fonts = _page(document, templates, theme, figures)
    waiting = begin(set_pages, html, style, figures, last, fonts)

    def awaited() -> bytes:
        try:
            with _refusals(templates, theme):
                created: Typeset = waiting()
        except SURPRISES as surprise:
            if not figures:
                raise
            _LOG.info("figures of report.pdf are drawn from SVG: %r", surprise)
            with _refusals(templates, theme):
                html, style, fonts = _page(document, templates, theme, {})
                created = set_pages(html, style, {}, last, fonts)
        for complaint in created.complaints:
            _LOG.info("WeasyPrint: %s", complaint)
        if created.pages != last:
            store.leave_hint(_PAGES, created.pages)
        return created.pdf

    return awaited


def _page(
    document: Document, templates: Path | None, theme: Theme, figures: Mapping[str, PlacedFigure]
) -> tuple[str, str, tuple[str, ...]]:
    """Return a report as HTML, with these figures by their addresses and the others as SVG, its style, and its fonts.

    The fonts are those of the machine that have characters which ours lack.
    """
    environment, write = html_environment(templates), Writing(can_show)
    with faults_of_templates(templates):
        form = PageForm(write, _panels(document, theme), on_screen=False, address=partial(_address, figures))
        rules = environment.get_template("html/theme.css.j2").render(theme=theme)
        style = rules + template_text(environment, "html/pdf.css") + theme.css
        template = environment.get_template("html/pdf.html.j2")
        html = _END_OF_CELL.sub("", template.render(page=large_at_end(page(document, form))))
        return html, style, added_fonts([html])


@contextmanager
def _refusals(templates: Path | None, theme: Theme) -> Iterator[None]:
    """Have what a template or rules of the user's ask for in vain reported as theirs."""
    try:
        yield
    except AddressRefused as error:
        if templates is None and not theme.css:
            raise
        what, remedy = (
            f"report.pdf may not load this: {error}",
            "use only what is in the report itself, or data: addresses",
        )
        unquoted = "report.pdf may not load what this names"
        raise FaultsFound([Fault(str(templates or "report.theme"), what, remedy=remedy, unquoted=unquoted)]) from error


def _panels(document: Document, theme: Theme) -> Callable[[Table], tuple[Panel, ...]]:
    """Return what divides a table into panels; into none where it is among the longest of too many cells."""
    tables = [table for section in all_sections(document.sections) for table in section.tables]
    retained = {table.name for table in tables_in_print(tables, MOST_CELLS_IN_PDF) if table.in_pdf}
    panels = Sheets(theme).panels
    return lambda table: panels(table) if table.name in retained else ()


def can_show(character: str) -> bool:
    """Return whether the fonts of report.pdf have a glyph for a character, or need none."""
    if character in BLANK or not is_writable(character):
        return character in BLANK
    return own_faces().has_glyph(character) or font_beyond_ours(character) is not None


def unknown_to_pdf(name: Prose) -> Iterator[str]:
    """Yield the characters of a name that the fonts of report.pdf have no sign for."""
    yield from (character for character in plain(name) if not can_show(character))


def _address(figures: Mapping[str, PlacedFigure], drawing: Drawing) -> str:
    """Return where the page finds a drawing: in memory as PDF, or where it cannot be placed, in the page as SVG."""
    if (address := SCHEME + drawing.name) in figures:
        return address
    return f"data:image/svg+xml;base64,{base64.b64encode(inline_svg(drawing.forms.svg, '').file()).decode()}"


_LONG = 150  # rows, from which a table is put to the end: about three pages of A4


# The sections at the end, by the anchors that pdf.css knows: title, and what each says of its tables.
_APPENDICES = {
    "long-tables": ("Long tables", "The tables of several pages, in the order of their numbers."),
    "wide-tables": ("Wide tables", "The tables that need a page on its side, in the order of their numbers."),
}


def _appendix_of(table: PageTable) -> str | None:
    if "sideways" in table.classes.split():
        return "wide-tables"
    return "long-tables" if len(table.body) > _LONG or _AT_END in table.classes.split() else None


def large_at_end(page: Page) -> Page:
    """Put long tables, and those that are set sideways, into sections of their own behind the others."""
    tables = [table for section in page.sections for table in _tables(section)]
    added = [
        PageSection(identifier, 2, title, (sentence,), tables=large)
        for identifier, (title, sentence) in _APPENDICES.items()
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
            sentence = Markup('Table {}, {}: among the <a class="paged" href="#{}">{}</a>')
            yield sentence.format(table.number, table.title, table.identifier, _APPENDICES[appendix][0].lower())
