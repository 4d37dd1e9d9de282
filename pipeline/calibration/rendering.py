"""The report of a calibration: its document, set as the reports of studies are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.drawings import plans
from rankpress.calibration.family_tables import every_rate, family_tables, too_often_table
from rankpress.calibration.prose import (
    family_caveats,
    family_paragraphs,
    methods,
    omnibus_sentences,
    order_paragraphs,
    summary,
    within_sentences,
)
from rankpress.calibration.rates import Rate, family_rates, within_rates
from rankpress.calibration.results import results
from rankpress.calibration.tables import omnibus_table, orders_table, within_table
from rankpress.drawings.plan import Drawing
from rankpress.plot import draw_all
from rankpress.render import in_any_format
from rankpress.report import manifest
from rankpress.report.bibliography import references, references_bib
from rankpress.report.delimited import table_csv
from rankpress.report.document import Document, Section, all_sections
from rankpress.report.html import html_report
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import table_fragment
from rankpress.report.macros import Macros, macros_tex
from rankpress.report.markdown import markdown_report
from rankpress.report.pdf import pdf_report
from rankpress.report.results import json_text
from rankpress.report.table import Table
from rankpress.spec.figures_section import FiguresOptions
from rankpress.store.entries import Store

TITLE = "Calibration of rankpress"


def render_calibration(calibration: Calibration, formats: Sequence[str], jobs: int, store: Store) -> dict[str, bytes]:
    """Make the files of a calibration's report.

    Parameters
    ----------
    calibration : Calibration
    formats : sequence of str
        "latex", "html", "pdf", "markdown"; results.json, figures and CSV are always made.
    jobs : int
        Processes to draw and to set a long report.pdf in.
    store : Store
        Keeps figures.

    Returns
    -------
    dict
        Contents by path.

    Raises
    ------
    PangoMissing
        If report.pdf is asked for and the libraries that set it are not there.
    """
    rates, options = family_rates(calibration), FiguresOptions()
    drawings = tuple(draw_all(list(plans(calibration, rates, options)), options, jobs, store))
    document = _document(calibration, rates, drawings)
    tables = [table for section in all_sections(document.sections) for table in section.tables]
    stamp = f"rankpress calibrate, seed {calibration.settings.seed}"
    files = {"results.json": json_text(results(calibration, rates)).encode()}
    files |= in_any_format(tables, drawings, stamp, None)
    every = every_rate(calibration, rates)
    files[f"tables/{every.name}.csv"] = table_csv(every).encode()
    if "latex" in formats:
        files |= _latex_files(document, tables, stamp)
    if "html" in formats:
        files["report.html"] = html_report(document).encode()
    if "markdown" in formats:
        files["report.md"] = markdown_report(document).encode()
    if "pdf" in formats:
        files["report.pdf"] = pdf_report(document, jobs=jobs, store=store)
    return files


def described(calibration: Calibration, formats: Sequence[str], files: Mapping[str, bytes]) -> manifest.Manifest:
    """What manifest.json says of it."""
    asked = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(calibration.settings).items()}
    return manifest.describe({"calibrate": asked}, formats, (), manifest.library_versions(), files)


def _latex_files(document: Document, tables: Sequence[Table], stamp: str) -> dict[str, bytes]:
    files = {f"tables/{table.name}.tex": table_fragment(table, stamp=stamp) for table in tables}
    files["macros.tex"] = macros_tex(Macros(()), stamp=stamp)
    files["references.bib"] = references_bib(document.references)
    files["report.tex"] = latex_report(document, stamp=stamp)
    return {path: text.encode() for path, text in files.items()}


def _document(calibration: Calibration, rates: tuple[Rate, ...], drawings: tuple[Drawing, ...]) -> Document:
    made = Document(
        title=f"{TITLE}: {calibration.settings.study}" if calibration.settings.study else TITLE,
        summary=summary(calibration, rates),
        sections=tuple(_sections(calibration, rates, drawings)),
        provenance=tuple(manifest.library_versions().items()),
    )
    sources = references(made.texts)
    return replace(made, sections=(*made.sections, Section("references", "References", references=sources)))


def _sections(calibration: Calibration, rates: tuple[Rate, ...], drawings: tuple[Drawing, ...]) -> Iterator[Section]:
    *of_orders, of_families = drawings
    for found, drawing in zip(calibration.orderings, of_orders, strict=True):
        told, title = order_paragraphs(found), f"Orders by {found.procedure}"
        yield Section(drawing.kind, title, told, tables=(orders_table(found),), drawings=(drawing,))
    flagged = too_often_table(calibration, rates)
    yield Section(
        "families",
        "Families of tests over data sets",
        family_paragraphs(calibration, rates),
        family_caveats(),
        tables=() if flagged is None else (flagged,),
        drawings=(of_families,),
        sections=(
            Section(
                "each-family",
                "Each test with each adjustment",
                tables=tuple(family_tables(calibration, rates)),
                folded=len(calibration.settings.methods.tests) > 1,
            ),
        ),
    )
    if calibration.omnibus:
        told = tuple(omnibus_sentences(calibration))
        yield Section("omnibus", "Omnibus tests", told, tables=(omnibus_table(calibration),))
    if calibration.within is not None:
        told, found_within = (" ".join(within_sentences(calibration)),), within_rates(calibration)
        table = within_table(calibration.within, found_within, calibration.settings.alpha)
        yield Section("within", "Tests within a data set", told, tables=(table,))
    yield Section("methods", "Methods", methods(calibration))
