"""report.md and tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from rankpress.catalog.formats import Written
from rankpress.core.bibliography import Source
from rankpress.core.document import Document, Drawing, Section, all_sections
from rankpress.core.environment import faults_of_templates, markdown_environment
from rankpress.core.markdown import markdown_text
from rankpress.core.table import Cell, Table, cells_by_column, subscript_of, without_shades
from rankpress.wording.text import Prose, say

if TYPE_CHECKING:
    from rankpress.report.rendering import Rendering

# A longer table has a file of its own alone, to which the report leads.
MOST_ROWS = 60

_RULES = {"left": Markup(":---"), "right": Markup("---:"), "center": Markup(":-:")}
_BREAK = Markup("<br>")


class MarkdownCell(NamedTuple):
    """A cell as a template unpacks it: text and detail, and its marks."""

    text: Prose
    detail: str
    bold: bool
    underline: bool
    sign: Prose
    muted: bool


@dataclass(frozen=True)
class MarkdownTable:
    """A table; ``table.md.j2`` lists what its parts are."""

    title: Prose
    spanner: Prose
    caption: Prose
    head: tuple[str, ...]
    rules: tuple[str, ...]
    rows: tuple[tuple[MarkdownCell, ...], ...]
    notes: tuple[Prose, ...]


class NumberedTable(NamedTuple):
    """A table of a report: its number, and what ``table.md.j2`` makes of it."""

    number: int
    text: Markup


@dataclass(frozen=True)
class MarkdownFigure:
    """A figure; ``figure.md.j2`` lists what its parts are."""

    number: int
    title: Prose
    caption: Prose
    alt: Prose
    address: Markup


@dataclass(frozen=True)
class MarkdownSection:
    """A section; ``section.md.j2`` lists what its parts are."""

    marks: Markup
    title: Prose
    paragraphs: tuple[Prose, ...]
    caveats: tuple[Prose, ...]
    tables: tuple[NumberedTable, ...]
    elsewhere: tuple[Markup, ...]
    figures: tuple[MarkdownFigure, ...]
    references: tuple[Source, ...]
    sections: tuple[MarkdownSection, ...]


@dataclass(frozen=True)
class MarkdownReport:
    """A report; ``report.md.j2`` lists what its parts are."""

    title: Prose
    summary: tuple[Prose, ...]
    doubts: tuple[Prose, ...]
    reading: tuple[Prose, ...]
    sections: tuple[MarkdownSection, ...]
    provenance: tuple[tuple[str, str], ...]


def write_markdown(rendering: Rendering) -> Written:
    """Write report.md and each table in Markdown."""
    templates = rendering.templates
    tables = {table.name: table_markdown(table, templates=templates) for table in rendering.tables}
    files = {"report.md": markdown_report(rendering.document, templates=templates, tables=tables)}
    files |= {f"tables/{name}.md": text for name, text in tables.items()}
    return Written({path: content.encode() for path, content in files.items()})


def table_markdown(table: Table, *, templates: Path | None = None) -> str:
    """Set a table as Markdown, by itself."""
    return _render("markdown/table.md.j2", templates, table=_table(table))


def tables_markdown(tables: Iterable[Table], title: str = "", sentences: Sequence[Prose] = ()) -> str:
    """Set several tables as Markdown, with a heading and sentences before them, for a notebook."""
    created = [_table(table) for table in tables]
    return _render("markdown/notebook.md.j2", None, title=title, sentences=sentences, tables=created)


def markdown_report(
    document: Document, *, templates: Path | None = None, tables: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Set a report as Markdown, next to the folders tables/ and figures/, with the tables that are set already."""
    return _render("markdown/report.md.j2", templates, report=_Builder(document, templates, tables).report())


def _render(name: str, templates: Path | None, **context: object) -> str:
    with faults_of_templates(templates):
        return markdown_environment(markdown_text, templates).get_template(name).render(context)


class _Builder:
    """Builds a report; holds the numbers of tables and figures meanwhile."""

    def __init__(self, document: Document, templates: Path | None, texts: Mapping[str, str]) -> None:
        self._document, self._templates, self._texts = document, templates, texts
        sections = tuple(all_sections(document.sections))
        tables = (table for section in sections for table in section.tables)
        drawings = (drawing for section in sections for drawing in section.drawings)
        self._tables = {table.name: number for number, table in enumerate(tables, start=1)}
        self._figures = {drawing.name: number for number, drawing in enumerate(drawings, start=1)}

    def report(self) -> MarkdownReport:
        """Return the whole report."""
        document = self._document
        sections = tuple(self._section(section, 2) for section in document.sections)
        return MarkdownReport(
            document.title, document.summary, document.doubts, document.reading, sections, document.provenance
        )

    def _section(self, section: Section, level: int) -> MarkdownSection:
        short, long = list[Table](), list[Table]()
        for table in section.tables:
            (short if len(table.rows) <= MOST_ROWS else long).append(table)
        return MarkdownSection(
            marks=Markup("#" * min(level, 6)),
            title=section.title,
            paragraphs=section.paragraphs,
            caveats=section.caveats,
            tables=tuple(map(self._table, short)),
            elsewhere=tuple(self._elsewhere(table) for table in long),
            figures=tuple(self._figure(drawing) for drawing in section.drawings),
            references=section.references,
            sections=tuple(self._section(child, level + 1) for child in section.sections),
        )

    def _table(self, table: Table) -> NumberedTable:
        text = self._texts.get(table.name) or table_markdown(table, templates=self._templates)
        return NumberedTable(self._tables[table.name], Markup(text))

    def _elsewhere(self, table: Table) -> Markup:
        path = f"tables/{table.name}.md"
        reference = say("Table {}, {}, is in", self._tables[table.name], table.title)
        return Markup("{} [{}](<{}>).").format(markdown_text(reference), markdown_text(path), Markup(quote(path)))

    def _figure(self, drawing: Drawing) -> MarkdownFigure:
        address = Markup(f"<figures/{quote(drawing.name)}.svg>")
        return MarkdownFigure(self._figures[drawing.name], drawing.title, drawing.caption, drawing.alt, address)


def _table(table: Table) -> MarkdownTable:
    table = without_shades(table)
    over, spanner = _over(table)
    heads = table.head[-1]
    return MarkdownTable(
        title=table.title,
        spanner=spanner,
        caption=table.called_caption,
        head=tuple(
            _BREAK.join((*map(markdown_text, above), _head(cell))) for above, cell in zip(over, heads, strict=True)
        ),
        rules=tuple(_RULES[align] for align in table.align),
        rows=tuple(tuple(_cell(cell, subscript=table.has_subscripts) for cell in row) for row in table.rows),
        notes=table.notes,
    )


def _head(cell: Cell) -> str:
    text = markdown_text(cell.text)
    return Markup("**{}**").format(text) if "bold" in cell.marks else text


def _cell(cell: Cell, *, subscript: bool = False) -> MarkdownCell:
    marks, text, detail = cell.marks, cell.body, cell.detail
    if subscript:
        spread, rest = subscript_of(detail)
        detail = Markup("<sub>{}</sub> {}").format(spread, rest).rstrip() if spread else detail
    bold, underline = "bold" in marks and bool(text), "underline" in marks and bool(text)
    return MarkdownCell(text, detail, bold, underline, cell.sign, "muted" in marks)


def _over(table: Table) -> tuple[list[list[Prose]], Prose]:
    """What stands over each column in the upper rows of the head, and what stands over all that is not the stub."""
    over: list[list[Prose]] = [[] for _ in table.align]
    spanner: Prose = ""
    for row in table.head[:-1]:
        texts = [cell for cell in row if cell.text]
        if len(texts) == 1 and texts[0].span == len(table.align) - table.stub:
            spanner = texts[0].text
            continue
        for index, cell in enumerate(cells_by_column(row)):
            over[index] += [cell.text] if cell.text else []
    return over, spanner
