"""report.html: sections, tables, links, values and scripts."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from rankpress.cache.store import FIGURES, PAGES, Store
from rankpress.catalog import kinds
from rankpress.catalog.formats import Written
from rankpress.core.bibliography import Source
from rankpress.core.document import Document, Drawing, DrawnForms, Extras, Live, Section, all_sections
from rankpress.core.environment import faults_of_templates, html_environment, template_text
from rankpress.core.latex import latex_characters
from rankpress.core.table import Table, table_csv
from rankpress.report.fonts import font_rules
from rankpress.report.inline_svg import InlineSvg, colours_of, dark_rules, inline_svg
from rankpress.report.live import live_figures
from rankpress.report.page_table import LinkedText, PageTable, Panel, page_matrix, page_table, reference_anchor
from rankpress.report.rendering import Rendering
from rankpress.spec.theme import DEFAULT_THEME, Theme
from rankpress.wording.text import Prose, Text, Writing, join, joined, plain, say

Write = Callable[[Prose], str]

# Within a page a script ends where its text says so, and a comment in it can hide that it does.
_UNSAFE = str.maketrans({"<": r"\u003c", ">": r"\u003e", "&": r"\u0026", "\u2028": r"\u2028", "\u2029": r"\u2029"})


@dataclass(frozen=True)
class PageLive:
    """A live figure: its choices by name, and the JSON that the script draws from."""

    identifier: str
    title: str
    choices: Mapping[str, tuple[str, ...]]
    data: Markup


def page_live(live: Live, write: Write) -> PageLive:
    """Return a live figure as templates take it."""
    return PageLive(
        identifier=f"live-{live.drawing}",
        title=write(plain(live.title)),
        choices={name: tuple(write(plain(text)) for text in texts) for name, texts in live.choices.items()},
        data=Markup(_json(_written(live.data, write))),
    )


def _written(value: object, write: Write) -> object:
    """Plain data with its texts as they are written; keys are ours and stay."""
    if isinstance(value, str | Text):
        return write(plain(value))
    if isinstance(value, Mapping):
        return {key: _written(part, write) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_written(part, write) for part in value]
    return value


def _json(value: object) -> str:
    json_text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return json_text.translate(_UNSAFE)


# Sections that the page folds at its end.
APPENDIX = ("methods", "protocol", "data", "references", "macros")
LONG_TABLE = 25  # rows, above which the page folds a table

_SHORT = 6  # words of a sentence that may be printed twice
# Bytes of the SVG files of a metric that a page draws itself, in half as many: at most, and where tables fill it.
MOST_DRAWN, LEAST_DRAWN = 2_000_000, 400_000
MOST_IN_LINK = 2000  # cells of a table that a link of the page may hold
MOST_BYTES, OF_CELLS = 2_450_000, 24  # of a page but for its script, style and data; of a cell on average


@dataclass(frozen=True)
class PageFigure:
    """A figure: drawn in report.html itself, where it is not too large; to report.pdf an address in memory."""

    identifier: str
    number: int
    name: str
    title: str
    caption: str
    alt: str
    drawing: InlineSvg | None
    address: str
    files: tuple[str, ...]
    live: PageLive | None
    folded: bool = False


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
    tables: tuple[PageTable, ...] = ()
    elsewhere: tuple[str, ...] = ()
    figures: tuple[PageFigure, ...] = ()
    references: tuple[PageReference, ...] = ()
    sections: tuple[PageSection, ...] = ()
    folded: bool = False
    in_contents: bool = True


@dataclass(frozen=True)
class Page:
    """A report as templates take it."""

    language: str
    title: str
    summary: tuple[str, ...]
    doubts: tuple[str, ...]
    reading: tuple[str, ...]
    figure: PageFigure | None
    table: PageTable | None
    sections: tuple[PageSection, ...]
    appendix: tuple[PageSection, ...]
    provenance: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class PageForm:
    """How one format takes the document."""

    write: Writing  # writes a text, what cannot be shown as code points
    # divides a table into the panels it is set in; none where the format leaves the table out
    panels: Callable[[Table], tuple[Panel, ...]]
    # whether marks are reported in words too, long names cut short, and figures drawn in the page itself
    on_screen: bool
    # where a figure has its image; nowhere where it is drawn in the page itself
    address: Callable[[Drawing], str] = lambda drawing: ""
    # writes one that is drawn in the page itself
    inline: Callable[[bytes, str, tuple[str, ...]], InlineSvg] = inline_svg


def page(document: Document, form: PageForm) -> Page:
    """Return a document as the templates of a format take it."""
    return _Builder(document, form).page()


def _too_large(drawings: Iterable[Drawing], cells: int) -> Iterator[str]:
    """Name the figures that would make a page of so many cells too large to send."""
    # The kinds that take least have their room first; of one kind those are left out from the first that has none.
    room = min(MOST_DRAWN, max(LEAST_DRAWN, 2 * (MOST_BYTES - OF_CELLS * cells)))
    kinds: defaultdict[tuple[str, str], list[Drawing]] = defaultdict(list)
    for drawing in drawings:
        kinds[drawing.metric, drawing.kind].append(drawing)
    rooms = {metric: room for metric, _ in kinds}
    for same in sorted(
        kinds.values(), key=lambda same: sum(len(drawing_of_kind.forms.svg) for drawing_of_kind in same)
    ):
        for place, drawing in enumerate(same):
            if len(drawing.forms.svg) > rooms[drawing.metric]:
                yield from (drawing_of_kind.name for drawing_of_kind in same[place:])
                break
            rooms[drawing.metric] -= len(drawing.forms.svg)


class _Builder:
    """Builds a page; holds the numbers of tables and figures meanwhile."""

    def __init__(self, document: Document, form: PageForm) -> None:
        self._document = document
        self._form = form
        keys = {reference.key for reference in document.references}
        self._link = LinkedText(form.write, keys, whole_names=not form.on_screen)
        sections = tuple(all_sections(document.sections))
        tables = [table for section in sections for table in self._shown(section)]
        self._panels = {table.name: form.panels(table) for table in tables}
        tables = [table for table in tables if self._panels[table.name]]
        drawings = [drawing for section in sections for drawing in section.drawings]
        self._drawing, self._first = _first_screen(drawings, tables) if form.on_screen else (None, None)
        tables.sort(key=lambda table: table is not self._first)
        drawings.sort(key=lambda drawing: drawing is not self._drawing)
        self._tables = {table.name: number for number, table in enumerate(tables, start=1)}
        self._figures = {drawing.name: number for number, drawing in enumerate(drawings, start=1)}
        self._cells = sum(len(table.rows) * len(table.align) for table in tables)
        self._too_large = frozenset(_too_large(drawings, self._cells)) if form.on_screen else frozenset()
        self._live = {live.drawing: live for live in document.live} if form.on_screen else {}
        self._printed: dict[Prose, int] = {}  # captions and notes of tables, with the first table that has each

    def page(self) -> Page:
        """Return the whole page."""
        write, sections = self._form.write, [*filter(self._has_content, self._document.sections)]
        on_screen = self._form.on_screen
        return Page(
            language="en",
            title=write(self._document.title),
            summary=self._written(self._document.summary),
            doubts=self._written(self._document.doubts),
            reading=self._written(self._document.reading),
            figure=self._figure(self._drawing) if self._drawing else None,
            table=self._table(*self._panels[self._first.name]) if self._first else None,
            sections=tuple(
                self._section(section, 2) for section in sections if not (on_screen and _is_appended(section))
            ),
            appendix=tuple(self._section(section, 3) for section in sections if on_screen and _is_appended(section)),
            provenance=tuple((write(label), write(what)) for label, what in self._document.provenance),
            files=tuple((write(title), path, address) for title, path, address in self._document.files),
        )

    def _has_content(self, section: Section) -> bool:
        """Return whether anything stands below the title of a section; its table or figure may have come first."""
        return bool(
            section.paragraphs
            or section.caveats
            or section.references
            or any(table is not self._first for table in self._shown(section))
            or any(drawing is not self._drawing for drawing in section.drawings)
            or any(map(self._has_content, section.sections))
        )

    def _written(self, texts: Iterable[Prose]) -> tuple[str, ...]:
        return tuple(self._link(text) for text in texts)

    def _section(self, section: Section, level: int) -> PageSection:
        tables = [(table, self._panels[table.name]) for table in self._shown(section) if table is not self._first]
        return PageSection(
            identifier=section.identifier,
            level=min(level, 6),
            title=self._form.write(section.title),
            paragraphs=self._written(section.paragraphs),
            caveats=self._written(section.caveats),
            tables=tuple(self._table(panel) for _, panels in tables for panel in panels),
            elsewhere=tuple(self._elsewhere([table for table, panels in tables if not panels])),
            figures=tuple(self._figures_of(section)),
            references=tuple(self._reference(reference) for reference in section.references),
            sections=tuple(self._section(child, level + 1) for child in filter(self._has_content, section.sections)),
            folded=section.folded,
            in_contents=section.in_contents,
        )

    def _shown(self, section: Section) -> list[Table]:
        """Return the tables of a section, on screen without those that only other formats print."""
        return [table for table in section.tables if table.in_page or not self._form.on_screen]

    def _reference(self, reference: Source) -> PageReference:
        return PageReference(reference_anchor(reference.key), self._form.write(reference.described), reference.doi)

    def _table(self, panel: Panel) -> PageTable:
        number, on_screen = self._tables[panel.table.name], self._form.on_screen
        if not on_screen:
            return page_table(panel, number, self._form.write, self._link, on_screen=False)
        panel = panel._replace(table=self._without_repetition(panel.table, number))
        table = page_table(panel, number, self._form.write, self._link, on_screen=True)
        if panel.table.quantities:
            return replace(table, matrix=page_matrix(panel.table, self._form.write))
        return replace(table, folded=len(table.body) > LONG_TABLE or not panel.table.in_pdf)

    def _without_repetition(self, table: Table, number: int) -> Table:
        """Replace a caption and notes that an earlier table has by a reference to it."""
        caption, *notes = [
            number if len(plain(text).split()) <= _SHORT else self._printed.setdefault(text, number)
            for text in (table.caption, *table.notes)
        ]
        fresh = tuple(note for note, first in zip(table.notes, notes, strict=True) if first == number)
        earlier = sorted({first for first in notes if first != number})
        if earlier:
            fresh += (f"See the notes of {joined(f'Table {first}' for first in earlier)}.",)
        as_earlier = say("{}, as Table {}.", table.title, caption)
        return replace(table, caption=table.caption if caption == number else as_earlier, notes=fresh)

    def _elsewhere(self, tables: Sequence[Table]) -> Iterator[str]:
        """Yield the sentence on the tables that this format leaves out."""
        files = (say("{} (tables/{}.csv)", table.title, table.name) for table in tables)
        if tables:
            yield self._form.write(say("Available as CSV: {}.", join(files, "; ")))

    def _figures_of(self, section: Section) -> Iterator[PageFigure]:
        """Yield the figures of a section; on screen all but the first are folded."""
        for place, drawing in enumerate(drawing for drawing in section.drawings if drawing is not self._drawing):
            yield replace(self._figure(drawing), folded=self._form.on_screen and place > 0)

    def _figure(self, drawing: Drawing) -> PageFigure:
        number, write = self._figures[drawing.name], self._form.write
        return PageFigure(
            identifier=f"figure-{drawing.name}",
            number=number,
            name=drawing.name,
            title=write(drawing.title),
            caption=self._link(drawing.caption),
            alt=write(drawing.alt),
            drawing=self._form.inline(
                drawing.forms.svg, f"f{number}-", tuple(write(plain(name)) for name in drawing.algorithms)
            )
            if self._form.on_screen and drawing.name not in self._too_large
            else None,
            address=self._form.address(drawing),
            files=tuple(
                f"figures/{drawing.name}.{form}" for form in ("pdf", "svg") if form == "svg" or drawing.forms.pdf
            ),
            live=page_live(self._live[drawing.name], write) if drawing.name in self._live else None,
        )


_Shown = TypeVar("_Shown", Table, Drawing)


def _first_screen(drawings: Sequence[Drawing], tables: Sequence[Table]) -> tuple[Drawing | None, Table | None]:
    """Return the figure and the table that answer first: of the first kinds of which a study has either."""
    places = sorted({kind.opens for kind in (*kinds.FIGURES.values(), *kinds.TABLES.values()) if kind.opens})
    both = ((_opening(drawings, kinds.FIGURES, place), _opening(tables, kinds.TABLES, place)) for place in places)
    return next((pair for pair in both if any(pair)), (None, None))


def _opening(candidates: Iterable[_Shown], of: Mapping[str, kinds.Kind], place: int) -> _Shown | None:
    """Return the first table or figure of a kind that the page begins with in this place."""
    return next((one for one in candidates if one.kind in of and of[one.kind].opens == place), None)


def _is_appended(section: Section) -> bool:
    """Return whether the page folds a section at its end."""
    return section.identifier in APPENDIX


def _csv_file(table: Table) -> tuple[Prose, str, str]:
    """Return the title of a table, the path of its CSV file, and where the page has it itself, if it is not long."""
    content = table_csv(table) if len(table.rows) * len(table.align) <= MOST_IN_LINK else ""
    return table.title, f"tables/{table.name}.csv", content and f"data:text/csv;charset=utf-8,{quote(content)}"


def write_page(rendering: Rendering) -> Written:
    """Write report.html, with the figures that a reader can change and the names of tables that stand in files."""
    labels = rendering.labels
    bare = tuple(replace(drawing, forms=DrawnForms()) for drawing in rendering.drawings)
    kept = rendering.store.within("live figures")
    families = {one.scores.name: labels.families_of(one.algorithms) for one in rendering.analyses}
    live = kept.call("set", live_figures, tuple(rendering.analyses), bare, families, code=FIGURES)
    extras = Extras(
        live=labels.shown(live),
        files=labels.shown(tuple(map(_csv_file, rendering.tables_in_files))),
        sections=rendering.numbers.sections,
    )
    content: str = rendering.set("report.html", html_report, extras=extras)
    return Written({"report.html": content.encode()})


def html_report(
    document: Document,
    *,
    extras: Extras | None = None,
    templates: Path | None = None,
    theme: Theme = DEFAULT_THEME,
    store: Store | None = None,
) -> str:
    """Return a report as one self-contained HTML file, with subsets of fonts from earlier builds."""
    if extras is not None:
        sections = (*document.sections, *extras.sections)
        document = replace(document, live=extras.live, files=extras.files, sections=sections)
    environment, write, store = html_environment(templates), Writing(), store or Store(None)
    with faults_of_templates(templates):
        view = page(document, PageForm(write, _in_one_panel, on_screen=True, inline=partial(_inline, store)))
        style = template_text(environment, "html/style.css")
        if drawings := [
            drawing.forms.svg for section in all_sections(document.sections) for drawing in section.drawings
        ]:
            style += store.within("dark colors").call("set", dark_rules, colours_of(drawings), code=FIGURES)
        style += font_rules(write.characters().union(style, theme.css), store) + theme.css
        script = _script(environment)
        return environment.get_template("html/report.html.j2").render(
            page=view,
            style=Markup(style),
            script=Markup(script),
            characters=latex_characters(
                table for section in all_sections(document.sections) for table in section.tables
            ),
            policy=_policy(style, script),
        )


def _inline(store: Store, svg: bytes, prefix: str, algorithms: tuple[str, ...]) -> InlineSvg:
    """Return a drawing as `inline_svg` does, from an earlier build where it was the same."""
    return store.within("drawings in the page").call("set", inline_svg, svg, prefix, algorithms, code=PAGES)


def _in_one_panel(table: Table) -> tuple[Panel, ...]:
    """Return a table in one piece, however wide it is: the page scrolls it, or breaks lines where all are texts."""
    return (Panel(table, classes="texts" if table.is_of_texts else ""),)


def _script(environment: Environment) -> str:
    """Return the page's one script: the files of ``html/scripts``, in the order of their names."""
    built_in = PackageLoader("rankpress.templates", "html/scripts").list_templates()
    scripts = (template_text(environment, f"html/scripts/{name}") for name in sorted(built_in) if name.endswith(".js"))
    return "\n".join(('"use strict";', *scripts))


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy of a page that has this style sheet, this script and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; font-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
