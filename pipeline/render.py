"""The render stage: every file of the report, made in memory; the run writes them all at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.report import manifest
from rankpress.report.bibliography import references_bib
from rankpress.report.delimited import table_csv
from rankpress.report.html import html_report
from rankpress.report.latex import latex_report, table_fragment
from rankpress.report.macros import macros_tex
from rankpress.report.pdf import PangoMissing, pdf_report
from rankpress.report.prose import build_document
from rankpress.report.results import results_json
from rankpress.report.tables import build_tables

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.plot import Drawing
    from rankpress.report.document import Document
    from rankpress.report.table import Table
    from rankpress.scores import SourceFile
    from rankpress.spec.model import Study


@dataclass(frozen=True)
class Report:
    """The files of a report by path below the output folder, the formats made, and what could not be made."""

    files: Mapping[str, bytes]
    formats: tuple[str, ...]
    warnings: tuple[str, ...]


def render(
    study: Study,
    sources: Sequence[SourceFile],
    analyses: Sequence[Analysis],
    drawings: Sequence[Drawing],
    formats: Sequence[str],
    versions: Mapping[str, str],
    templates: Path | None = None,
) -> Report:
    """Make the files of a report.

    Parameters
    ----------
    study : Study
        The study as resolved.
    sources : sequence of SourceFile
        Files that scores were read from.
    analyses : sequence of Analysis
        One a metric.
    drawings : sequence of Drawing
        The figures.
    formats : sequence of str
        "latex", "html", "pdf"; results, figures and CSV are always made.
    versions : mapping of str to str
        Of rankpress and the libraries, as `rankpress.report.manifest.library_versions` gives them.
    templates : Path or None
        A folder whose templates override the built-in ones of the same name.

    Returns
    -------
    Report
        Without a PDF, and with a warning, where WeasyPrint's libraries are missing.
    """
    spec = study.model_dump(mode="json")
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    document = build_document(study.title, analyses, tables, drawings, _provenance(spec, sources, versions))
    files = {"results.json": results_json(study.title, study.test.alpha, analyses).encode()}
    files |= {f"tables/{table.name}.csv": table_csv(table).encode() for table in tables}
    for drawing in drawings:
        files[f"figures/{drawing.name}.pdf"] = drawing.pdf
        files[f"figures/{drawing.name}.svg"] = drawing.svg
    if "latex" in formats:
        files |= _latex_files(document, tables, analyses, manifest.spec_hash(spec), templates)
    if "html" in formats:
        files["report.html"] = html_report(document, templates=templates).encode()
    warnings: tuple[str, ...] = ()
    if "pdf" in formats:
        try:
            files["report.pdf"] = pdf_report(document, templates=templates)
        except PangoMissing as missing:
            warnings = (f"report.pdf was not made: {missing}",)
    made = tuple(name for name in formats if name != "pdf" or "report.pdf" in files)
    return Report(files, made, warnings)


def _latex_files(
    document: Document, tables: Sequence[Table], analyses: Sequence[Analysis], digest: str, templates: Path | None
) -> dict[str, bytes]:
    stamp = f"rankpress, spec {digest}"
    files = {f"tables/{table.name}.tex": table_fragment(table, stamp=stamp, templates=templates) for table in tables}
    files["macros.tex"] = macros_tex(analyses, stamp=stamp)
    files["references.bib"] = references_bib(analyses)
    files["report.tex"] = latex_report(document, stamp=stamp, templates=templates)
    return {path: text.encode() for path, text in files.items()}


def _provenance(
    spec: Mapping[str, object], sources: Sequence[SourceFile], versions: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    return (
        ("Spec as resolved", f"sha256 {manifest.spec_hash(spec)}…"),
        *((source.path, _described(source)) for source in sources),
        *versions.items(),
    )


def _described(source: SourceFile) -> str:
    rows = f"{source.rows} rows, " if source.rows else ""
    return f"{rows}{source.size} bytes, sha256 {source.sha256}"
