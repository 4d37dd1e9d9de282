"""What each format of a report is written from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rankpress.account.macros import collect, macros_section
from rankpress.analysis import labels_of
from rankpress.cache.store import PAGES, Store
from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.core.labels import WITHOUT_MIDDLES
from rankpress.core.processes import Begin, deferred
from rankpress.report.macro_files import macros_csv, macros_tex, numbers_tex, numbers_typst
from rankpress.report.table_view import is_too_long
from rankpress.spec.theme import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.document import Document, Drawing, Section
    from rankpress.core.labels import Labels, Names
    from rankpress.core.table import Table
    from rankpress.spec.model import Study
    from rankpress.spec.report_sections import MacrosOptions

_LIST_OF_NAMES = "data"  # the section that lists all algorithms and data sets
_WHERE_WHOLE = f"{WITHOUT_MIDDLES} Section Data and the files tables/*.csv have all of them."


@dataclass(frozen=True)
class PaperNumbers:
    """The numbers of a report for the text of a paper, as they are written."""

    sections: tuple[Section, ...] = ()  # of report.html
    latex: Mapping[str, str] = field(default_factory=dict)  # files by name; their first lines, the stamp, are empty
    typst: str = ""  # numbers.typ, without its first line; where that format is written
    csv: str = ""


@dataclass(frozen=True)
class Rendering:
    """A report before it is written: a writer of a format takes it and returns a `Written`."""

    study: Study
    formats: Sequence[str]  # in which the report is written, or those that are written from this
    document: Document  # sections, paragraphs, tables and figures, with names as the study shows them
    tables: Sequence[Table]  # those that documents may have, as they are printed
    all_tables: Sequence[Table]  # those whose cells are too many for any document as well
    drawings: Sequence[Drawing]
    analyses: Sequence[Analysis]
    names: Names  # what it shows in place of the names of the files
    is_brief: bool = field(default=False, kw_only=True)  # whether long names are without their middle
    stamp: str  # version and hash of the spec, for the first line of each file that is text
    templates: Path | None = None  # those of the user
    theme: Theme = DEFAULT_THEME
    store: Store = field(default_factory=lambda: Store(None))  # what earlier builds left
    begin: Begin = deferred  # begins what takes long in another process

    def named(self, names: Names, *, brief: bool = False) -> Rendering:
        """Return the report with these names in place of references to those of the files.

        On request long ones are without their middle, and whole in the section that lists them.
        """
        whole = labels_of(self.analyses, names)
        labels = whole.without_middles() if brief else whole
        tables = labels.shown(self.tables, marked=True)
        by_id = {id(table): new for table, new in zip(self.tables, tables, strict=True)}
        document = replace(
            self.document, sections=tuple(_with_tables(section, by_id) for section in self.document.sections)
        )
        if labels is not whole:
            sections = tuple(
                replace(section, paragraphs=whole.shown(section.paragraphs, marked=True))
                if section.identifier == _LIST_OF_NAMES
                else section
                for section in document.sections
            )
            document = replace(document, sections=sections, reading=(*document.reading, _WHERE_WHOLE))
        document = labels.shown(document, marked=True)
        if numbers := labels.numbers:
            document = replace(document, summary=(*document.summary, labels.text(numbers)))
        drawings = labels.shown(tuple(self.drawings), marked=True)
        return replace(
            self, document=document, tables=tables, drawings=drawings, names=names, is_brief=labels is not whole
        )

    @property
    def has_long_names(self) -> bool:
        """Whether some name is so long that most formats leave its middle out."""
        return self.labels.without_middles() is not self.labels

    @property
    def tables_in_files(self) -> tuple[Table, ...]:
        """The tables that are no part of report.html."""
        return tuple(table for table in self.all_tables if not table.in_page or is_too_long(table))

    @cached_property
    def labels(self) -> Labels:
        """What writes these names in texts."""
        return labels_of(self.analyses, self.names)

    @cached_property
    def numbers(self) -> PaperNumbers:
        """The numbers for the text of a paper; none unless the study, or this build, has a format with macros."""
        as_files, of_study = map(_have_macros, (self.formats, self.study.report.formats))
        if not (as_files or of_study):
            return PaperNumbers()
        report = self.study.report
        # programs that read macros.csv find the same names in it, whatever the formats
        requested = (tuple(self.analyses), self.names, self.study.names, report.macros, report.prefix)
        form: dict[str, Any] = {"captions": report.latex.caption, "as_files": as_files, "brief": self.is_brief}
        form["typst"] = "typst" in self.formats
        numbers: PaperNumbers = self.store.within("numbers").call("set", _numbers, *requested, **form, code=PAGES)
        return numbers

    def set(self, name: str, write: Callable[..., Any], **more: Any) -> Any:
        """Write a file by `write(document, templates=, theme=, store=, ...)`, or take it from the store."""
        return self._call(self.store.of(name).call, write, more)

    def begin_to_set(
        self, name: str, write: Callable[..., Callable[[], Any]], also: Mapping[str, object] = MappingProxyType({})
    ) -> Callable[[], Any]:
        """Begin to write a file as `set` does, and return what waits for it; it also depends on what is named."""
        waiting: Callable[[], Any] = self._call(self.store.of(name).begin, write, {}, also)
        return waiting

    def _call(
        self,
        call: Callable[..., Any],
        write: Callable[..., Any],
        more: Mapping[str, Any],
        also: Mapping[str, object] = MappingProxyType({}),
    ) -> Any:
        templates = self.templates
        files = () if templates is None else sorted(path for path in templates.rglob("*") if path.is_file())
        contents = {f"the template {path.relative_to(str(templates)).as_posix()}": path.read_bytes() for path in files}
        settings = {"templates": templates, "theme": self.theme, "store": self.store, **more}
        return call("set", write, self.document, **settings, code=PAGES, also={**contents, **also})


def _with_tables(section: Section, by_id: Mapping[int, Table]) -> Section:
    """Return a section with these tables in place of others, by their ids."""
    tables = tuple(by_id.get(id(table), table) for table in section.tables)
    return replace(section, tables=tables, sections=tuple(_with_tables(below, by_id) for below in section.sections))


def _have_macros(formats: Sequence[str]) -> bool:
    return any(REPORT_FORMATS[name].has_macros for name in formats)


def _numbers(
    analyses: Sequence[Analysis],
    names: Names,
    of_study: Names,
    options: MacrosOptions,
    prefix: str,
    *,
    captions: bool,
    as_files: bool,
    brief: bool,
    typst: bool,
) -> PaperNumbers:
    """Write the numbers of a report, as files if that is wanted."""
    collected = collect(analyses, options, prefix)
    labels = labels_of(analyses, names)
    macros = (labels.without_middles() if brief else labels).shown(collected)
    sections = (macros_section(macros),)
    if not as_files:
        return PaperNumbers(sections)
    written = {"macros.tex": macros_tex, "numbers.tex": numbers_tex}
    latex = {name: write(macros, stamp="", captions=captions) for name, write in written.items()}
    # which most often has the same names, and thousands of numbers take as long again
    with_names = macros if names == of_study and not brief else labels_of(analyses, of_study).shown(collected)
    return PaperNumbers(sections, latex, numbers_typst(macros) if typst else "", macros_csv(with_names))
