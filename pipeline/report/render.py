"""The render stage: every file of the report, made in memory.

What one format or a baseline alone needs is loaded where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.analysis import labels_of
from rankpress.cache.store import FIGURES, PAGES, Store
from rankpress.core import manifest
from rankpress.core.bibliography import library, references_bib
from rankpress.core.document import Extras, all_sections
from rankpress.core.latex import comment_text
from rankpress.core.processes import Begin, deferred
from rankpress.core.table import in_print, table_csv
from rankpress.report.latex import caption_files, latex_paragraphs, latex_report
from rankpress.report.latex_table import table_files, width_warnings
from rankpress.report.macro_files import macros_csv, macros_tex, numbers_tex
from rankpress.report.markdown import markdown_report, table_markdown
from rankpress.report.missing_glyphs import unshown_characters
from rankpress.report.table_view import choose_tables, is_too_long, printed
from rankpress.spec.report_sections import PREFIX, TableOptions
from rankpress.spec.theme import DEFAULT_THEME, Theme
from rankpress.topics.kinds import build_document
from rankpress.topics.macros import STAMP, collect, digits_of, macros_section
from rankpress.topics.reading_account import reading_account
from rankpress.topics.results import results as found_in
from rankpress.topics.results import results_files
from rankpress.wording.strings import counted
from rankpress.wording.text import say

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.document import Document, Drawing, Section
    from rankpress.core.doubts import Doubt
    from rankpress.core.labels import Labels, Names
    from rankpress.core.scores import SourceFile
    from rankpress.core.table import Table
    from rankpress.diff.comparison import StoredReport
    from rankpress.spec.model import Study
    from rankpress.spec.report_sections import MacrosOptions
    from rankpress.topics.results_model import Results


_MOST_INPUTS = 40


@dataclass(frozen=True)
class Report:
    """A report in memory."""

    files: Mapping[str, bytes]  # by path below the output folder
    formats: tuple[str, ...]  # that were made
    warnings: tuple[str, ...]  # what the user should know, such as what could not be made
    no_pdf: str = ""  # why there is no report.pdf, where one was asked for; one of the warnings


def render(
    study: Study,
    sources: Sequence[SourceFile],
    analyses: Sequence[Analysis],
    drawings: Sequence[Drawing],
    formats: Sequence[str],
    versions: Mapping[str, str],
    templates: Path | None = None,
    theme: Theme = DEFAULT_THEME,
    baseline: StoredReport | None = None,
    store: Store | None = None,
    begin: Begin = deferred,
    doubts: Sequence[Doubt] = (),
) -> Report:
    """Make the files of a report; `begin` may set report.pdf, which takes longest, next to all else."""
    spec, names = study.model_dump(mode="json"), study.labels.names
    result = found_in(study.title, study.test.alpha, analyses, names, spec, doubts)
    since = None if baseline is None else _since(baseline, result, spec, versions)
    labels = labels_of(analyses, names)
    chosen = choose_tables(analyses, study.report.tables, study.report.sort, long=study.report.pdf.long)
    text = () if since is None else since[1:]
    every = (*chosen.tables, *(table for all_section in all_sections(text) for table in all_section.tables))
    tables = labels.shown(printed([in_print(table) for table in every if not is_too_long(table)]), marked=True)
    made_from = _provenance(spec, sources, versions)
    document = build_document(study.title, analyses, tables, drawings, made_from, prose=study.report.prose)
    document = replace(document, sections=(*text, *document.sections), doubts=tuple(map(str, doubts)))
    account = reading_account(study.scores, [analysis.scores for analysis in analyses])
    document = replace(document, reading=account)
    document = labels.shown(document, marked=True)
    store = store or Store(None)
    pages = _Pages(document, templates, theme, store)
    pdf = _begun_pdf(pages, begin) if "pdf" in formats else None
    if since is not None:
        result["baseline"] = since[0]
    stamp = f"{STAMP} {manifest.spec_hash(spec)}"
    files = {**results_files(result), **in_any_format(every, drawings, stamp, templates)}
    has_macros = "latex" in study.report.formats or "latex" in formats
    numbers = _Numbers()
    if has_macros:
        of_tables = digits_of(study.report.tables)
        requested = (tuple(analyses), names, study.report.macros, study.report.prefix, of_tables)
        form: dict[str, Any] = {"captions": study.report.latex.caption, "as_files": "latex" in formats}
        numbers = store.within("numbers").call("set", _numbers, *requested, **form, code=PAGES)
    if "latex" in formats:
        files |= _latex_files(document, tables, drawings, numbers, study, stamp, templates, theme)
    if "html" in formats:
        alone = tuple(table for table in every if not table.in_page or is_too_long(table))
        files["report.html"] = _html(pages, analyses, drawings, labels, numbers.sections, alone)
    if "markdown" in formats:
        files["report.md"] = markdown_report(document, templates=templates).encode()
        files |= {f"tables/{table.name}.md": table_markdown(table, templates=templates).encode() for table in tables}
    no_pdf = "" if pdf is None else _add_pdf(pdf, files)
    unshown = unshown_characters(study.title, analyses, labels, formats, drawn=bool(drawings))
    too_wide = width_warnings(tables, study.report) if "latex" in formats else ()
    warnings = (*chosen.warnings, *map(_csv_alone, filter(is_too_long, every)), *unshown, *too_wide)
    created = tuple(name for name in formats if name != "pdf" or "report.pdf" in files)
    return Report(files, created, (*warnings, no_pdf) if no_pdf else warnings, no_pdf)


@dataclass(frozen=True)
class _Numbers:
    """The numbers of a report for the text of a paper, as they are written."""

    sections: tuple[Section, ...] = ()  # of report.html
    latex: Mapping[str, str] = field(default_factory=dict)  # files by name; their first lines, the stamp, are empty
    csv: str = ""


def _numbers(
    analyses: Sequence[Analysis],
    names: Names,
    options: MacrosOptions,
    prefix: str,
    tables: Mapping[str, TableOptions],
    *,
    captions: bool,
    as_files: bool,
) -> _Numbers:
    """Write the numbers of a report, as files if that is wanted."""
    macros = labels_of(analyses, names).shown(collect(analyses, options, prefix, tables))
    sections = (macros_section(macros),)
    if not as_files:
        return _Numbers(sections)
    written = {"macros.tex": macros_tex, "numbers.tex": numbers_tex}
    latex = {name: write(macros, stamp="", captions=captions) for name, write in written.items()}
    return _Numbers(sections, latex, macros_csv(macros))


@dataclass(frozen=True)
class _Pages:
    """What report.html and report.pdf are made of."""

    document: Document
    templates: Path | None
    theme: Theme
    store: Store

    def set(self, name: str, write: Callable[..., Any], **more: Any) -> Any:
        """Write one of them, or take it from the store."""
        return self._call(self.store.of(name).call, write, more)

    def begin(self, name: str, write: Callable[..., Callable[[], Any]], **more: Any) -> Callable[[], Any]:
        """Begin to write one of them, and return what waits for it."""
        waiting: Callable[[], Any] = self._call(self.store.of(name).begin, write, more)
        return waiting

    def _call(self, call: Callable[..., Any], write: Callable[..., Any], more: Mapping[str, Any]) -> Any:
        templates = self.templates
        files = () if templates is None else sorted(path for path in templates.rglob("*") if path.is_file())
        contents = {f"the template {path.relative_to(str(templates)).as_posix()}": path.read_bytes() for path in files}
        settings = {"templates": templates, "theme": self.theme, "store": self.store, **more}
        return call("set", write, self.document, **settings, code=PAGES, also=contents)


def _html(
    pages: _Pages,
    analyses: Sequence[Analysis],
    drawings: Sequence[Drawing],
    labels: Labels,
    listed: Sequence[Section],
    alone: Sequence[Table],
) -> bytes:
    """Return report.html, with the figures that a reader can change and the names of tables that stand in files."""
    from rankpress.report.live import live_figures
    from rankpress.report.page import html_report

    bare = tuple(replace(drawing, pdf=b"", svg=b"", others={}) for drawing in drawings)
    live = pages.store.within("live figures").call("set", live_figures, tuple(analyses), bare, code=FIGURES)
    extras = Extras(
        live=labels.shown(live),
        files=labels.shown(tuple((table.title, f"tables/{table.name}.csv") for table in alone)),
        sections=tuple(listed),
    )
    text: str = pages.set("report.html", html_report, extras=extras)
    return text.encode()


def _begun_pdf(pages: _Pages, begin: Begin) -> Callable[[], bytes]:
    """Begin report.pdf, and return what waits for it."""
    from rankpress.report.pdf import begin_pdf

    return pages.begin("report.pdf", partial(begin_pdf, begin=begin))


def _add_pdf(pdf: Callable[[], bytes], files: dict[str, bytes]) -> str:
    """Add report.pdf to the files; return why it could not be made, otherwise nothing."""
    from rankpress.report.typesetting import PangoMissing

    try:
        files["report.pdf"] = pdf()
    except PangoMissing as missing:
        return f"report.pdf was not made: {missing}"
    return ""


def _csv_alone(table: Table) -> str:
    """Return the warning that a table is not in the report, and what to do if it should be."""
    return (
        f"the table {table.name} has {counted(len(table.rows), 'row')} of {counted(len(table.align), 'cell')},"
        " too many for a document:"
        f" only tables/{table.name}.csv holds it; report.tables: {{{table.kind}: {{rows: [...]}}}} selects rows"
    )


def _since(
    baseline: StoredReport, results: Results, spec: Mapping[str, object], versions: Mapping[str, str]
) -> tuple[dict[str, Any], Section]:
    """Return what changed since an earlier report, for results.json and as a section."""
    from rankpress.diff.changes import changes_results
    from rankpress.diff.comparison import StoredReport, compare_reports
    from rankpress.diff.formats import changes_section

    changes = compare_reports(baseline, StoredReport(results, spec, versions))
    return changes_results(changes), changes_section(changes)


def in_any_format(
    tables: Sequence[Table], drawings: Sequence[Drawing], stamp: str, templates: Path | None
) -> dict[str, bytes]:
    """Return the files of tables and figures that are made whatever the formats: CSV, and each drawing in its forms."""
    files = {f"tables/{table.name}.csv": table_csv(table).encode() for table in tables}
    for drawing in drawings:
        forms = {"pdf": drawing.pdf, "svg": drawing.svg, **drawing.others}
        files |= {f"figures/{drawing.name}.{suffix}": content for suffix, content in forms.items() if content}
        if drawing.restylable is not None:
            from rankpress.report.tikz import cd_tikz  # knows figures, which matplotlib comes with

            title = say("{}. {}", drawing.title, drawing.calling) if drawing.calling else drawing.title
            written = cd_tikz(drawing.restylable, title=title, stamp=stamp, templates=templates)
            files[f"figures/{drawing.name}.tikz"] = written.encode()
    return files


def _latex_files(
    document: Document,
    tables: Sequence[Table],
    drawings: Sequence[Drawing],
    numbers: _Numbers,
    study: Study,
    stamp: str,
    templates: Path | None,
    theme: Theme,
) -> dict[str, bytes]:
    report = study.report
    files = dict(table_files(tables, stamp=stamp, templates=templates, report=report))
    files |= caption_files(drawings, stamp=stamp, templates=templates, prefix=report.prefix)
    first_line = f"% {comment_text(stamp)}\n"
    files |= {name: first_line + text.partition("\n")[2] for name, text in numbers.latex.items()}
    record = {"methods": ("What was done", document.methods), "results": ("What was found", document.account)}
    for name, (title, paragraphs) in record.items():
        files[f"{name}.tex"] = latex_paragraphs(paragraphs, title=title, stamp=stamp, templates=templates)
    files["macros.csv"] = numbers.csv
    # a paper of several reports is given one of these files: BibTeX takes each key once
    sources = document.references if report.prefix == PREFIX else library().values()
    files["references.bib"] = references_bib(sources)
    files["report.tex"] = latex_report(
        document, stamp=stamp, templates=templates, report=report, theme=theme, own_macros=study.labels.macros
    )
    return {path: text.encode() for path, text in files.items()}


def _provenance(
    spec: Mapping[str, object], sources: Sequence[SourceFile], versions: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return what the report was made from; of a folder of runs, which are many, how many files there are."""
    if len(sources) <= _MOST_INPUTS:
        rows_of = (f"{counted(source.rows, 'row')}, " if source.rows else "" for source in sources)
        inputs = [
            (source.path, f"{rows}{counted(source.size, 'byte')}, sha256 {source.sha256[:16]}…")
            for source, rows in zip(sources, rows_of, strict=True)
        ]
    else:
        rows, size = sum(source.rows for source in sources), sum(source.size for source in sources)
        text = f"from {sources[0].path} to {sources[-1].path}: {counted(rows, 'row')}, {counted(size, 'byte')}"
        inputs = [(counted(len(sources), "file"), f"{text}; {manifest.NAME} lists each with its sha256")]
    return ("Spec as resolved", f"sha256 {manifest.spec_hash(spec)}…"), *inputs, *versions.items()
