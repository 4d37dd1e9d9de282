"""The render stage: every file of the report, made in memory, in the formats that are requested."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rankpress.account.document import build_document
from rankpress.account.macros import STAMP
from rankpress.account.results import results as found_in
from rankpress.account.results import results_files
from rankpress.analysis import labels_of
from rankpress.cache.store import Store
from rankpress.catalog.formats import REPORT_FORMATS, Written
from rankpress.core import manifest
from rankpress.core.document import all_sections
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.processes import Begin, deferred
from rankpress.core.table import in_print, table_csv
from rankpress.report.missing_glyphs import numbered_names, titled, unshown_characters
from rankpress.report.rendering import Rendering
from rankpress.report.table_view import choose_tables, is_too_long, tables_in_print
from rankpress.spec.theme import DEFAULT_THEME, Theme
from rankpress.topics.data.reading import reading_account
from rankpress.wording.strings import counted
from rankpress.wording.text import say

if TYPE_CHECKING:
    from rankpress.account.results_model import Results
    from rankpress.analysis import Analysis
    from rankpress.core.document import Drawing, Section
    from rankpress.core.doubts import Doubt
    from rankpress.core.scores import SourceFile
    from rankpress.core.table import Table
    from rankpress.diff.changes import Change
    from rankpress.diff.comparison import StoredReport
    from rankpress.spec.model import Study


_MOST_INPUTS = 40


@dataclass(frozen=True)
class Report:
    """A report in memory."""

    files: Mapping[str, bytes]  # by path below the output folder
    formats: tuple[str, ...]  # that were made
    warnings: tuple[str, ...]  # what the user should know, such as what could not be made
    not_made: Mapping[str, str] = field(default_factory=dict)  # why there is none of a format; among the warnings too
    changes: tuple[Change, ...] | None = None  # since the baseline; None without one


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
    spec, names = study.model_dump(mode="json"), study.names
    results = found_in(study.title, study.test.alpha, analyses, names, spec, doubts)
    since = None if baseline is None else _since(baseline, results, spec, versions)
    labels = labels_of(analyses, names)
    chosen = choose_tables(analyses, study.report.tables, study.report.sort, long=study.report.pdf.long)
    news = () if since is None else (since.section,)
    every = (*chosen.tables, *(table for section in all_sections(news) for table in section.tables))
    printed = tables_in_print([in_print(table) for table in every if not is_too_long(table)])
    document = build_document(
        study.title, analyses, printed, drawings, _provenance(spec, sources, versions), prose=study.report.prose
    )
    document = replace(
        document,
        sections=(*news, *document.sections),
        doubts=tuple(map(str, doubts)),
        reading=reading_account(study.scores, [analysis.scores for analysis in analyses]),
    )
    stamp, store = f"{STAMP} {manifest.spec_hash(spec)}", Store(None) if store is None else store
    unnamed = Rendering(
        study, formats, document, printed, every, drawings, analyses, names, stamp, templates, theme, store, begin
    )
    usual = unnamed.named(names)
    begun = _begun(unnamed, usual)
    if since is not None:
        results["baseline"] = since.results
    files = {**results_files(results), **in_any_format(every, usual.drawings, stamp, templates)}
    written = _written(begun, files)
    not_made = {name: parts.why_not for name, parts in written.items() if parts.why_not}
    warnings = (
        *chosen.warnings,
        *map(_csv_alone, filter(is_too_long, every)),
        *unshown_characters(study.title, analyses, labels, formats, drawn=bool(drawings)),
        *(warning for parts in written.values() for warning in parts.warnings),
        *not_made.values(),
    )
    made = tuple(name for name in formats if name not in not_made)
    return Report(files, made, warnings, not_made, None if since is None else since.changes)


def _begun(unnamed: Rendering, usual: Rendering) -> dict[str, Callable[[], Written]]:
    """Begin to write each format, with numbers for the names that it cannot show."""
    renderings = {}
    brief = unnamed.named(usual.names, brief=True) if usual.has_long_names else usual
    for name in unnamed.formats:
        numbers = numbered_names(unnamed.analyses, usual.names, name)
        is_brief = not REPORT_FORMATS[name].has_whole_names
        # most formats, in most studies all of them, show all names
        rendering = brief if is_brief else usual
        if numbers is not usual.names:
            rendering = unnamed.named(numbers, brief=is_brief)
        renderings[name] = rendering
    sharing: dict[int, list[str]] = {}  # formats by what they are written from, so that each makes files for its own
    for name, rendering in renderings.items():
        sharing.setdefault(id(rendering), []).append(name)
    begun: dict[str, Callable[[], Written]] = {}
    for names in sharing.values():
        rendering = replace(renderings[names[0]], formats=names)
        begun |= {name: REPORT_FORMATS[name].begin(_titled(rendering, name)) for name in names}
    return {name: begun[name] for name in unnamed.formats}


def _titled(rendering: Rendering, output: str) -> Rendering:
    document = titled(rendering.document, output)
    return rendering if document is rendering.document else replace(rendering, document=document)


def _written(begun: Mapping[str, Callable[[], Written]], files: dict[str, bytes]) -> dict[str, Written]:
    """Return what formats consist of, and add it to the files of a report; those begun elsewhere take longest."""
    in_turn = sorted(begun, key=lambda name: REPORT_FORMATS[name].is_begun)
    written = {name: begun[name]() for name in in_turn}
    for name, parts in written.items():
        shared = files.keys() & parts.files.keys()  # such as references.bib, which is the same in all that have it
        if taken := sorted(path for path in shared if files[path] != parts.files[path]):
            raise FaultsFound(
                [Fault(f"the format {name}", f"another part of the report has {taken[0]}", "other paths")]
            )
        files |= parts.files
    return written


def _csv_alone(table: Table) -> str:
    """Return the warning that a table is not in the report, and what to do if it should be."""
    return (
        f"the table {table.name} has {counted(len(table.rows), 'row')} of {counted(len(table.align), 'cell')},"
        " too many for a document:"
        f" only tables/{table.name}.csv holds it; report.tables: {{{table.kind}: {{rows: [...]}}}} selects rows"
    )


class _Since(NamedTuple):
    """What changed since an earlier report, as it is, for results.json and as a section."""

    changes: tuple[Change, ...]
    results: dict[str, Any]
    section: Section


def _since(baseline: StoredReport, results: Results, spec: Mapping[str, object], versions: Mapping[str, str]) -> _Since:
    """Compare with an earlier report."""
    from rankpress.diff.changes import changes_results
    from rankpress.diff.comparison import StoredReport, compare_reports
    from rankpress.diff.formats import changes_section

    changes = compare_reports(baseline, StoredReport(results, spec, versions))
    return _Since(tuple(changes), changes_results(changes), changes_section(changes))


def in_any_format(
    tables: Sequence[Table], drawings: Sequence[Drawing], stamp: str, templates: Path | None
) -> dict[str, bytes]:
    """Return the files of tables and figures that are made whatever the formats: CSV, and each drawing in its forms."""
    files = {f"tables/{table.name}.csv": table_csv(table).encode() for table in tables}
    for drawing in drawings:
        forms = {"pdf": drawing.forms.pdf, "svg": drawing.forms.svg, **drawing.forms.others}
        files |= {f"figures/{drawing.name}.{suffix}": content for suffix, content in forms.items() if content}
        if drawing.forms.restylable is not None:
            from rankpress.report.tikz import cd_tikz  # knows figures, which matplotlib comes with

            title = say("{}. {}", drawing.title, drawing.calling) if drawing.calling else drawing.title
            written = cd_tikz(drawing.forms.restylable, title=title, stamp=stamp, templates=templates)
            files[f"figures/{drawing.name}.tikz"] = written.encode()
    return files


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
        origin = f"from {sources[0].path} to {sources[-1].path}: {counted(rows, 'row')}, {counted(size, 'byte')}"
        inputs = [(counted(len(sources), "file"), f"{origin}; {manifest.NAME} lists each with its sha256")]
    return ("Study with all defaults", f"sha256 {manifest.spec_hash(spec)}…"), *inputs, *versions.items()
