"""The report of a calibration: its document and figures, set as the reports of studies are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING

from rankpress.cache.store import Store
from rankpress.calibration.experiments import FREQUENT, Calibration, Order, Orderings
from rankpress.calibration.prose import (
    family_caveats,
    family_paragraphs,
    methods,
    omnibus_sentences,
    order_paragraphs,
    summary,
    within_sentences,
)
from rankpress.calibration.tables import (
    LEVEL,
    Rate,
    estimate,
    every_rate,
    family_rates,
    family_tables,
    omnibus_table,
    order_text,
    orders_table,
    results,
    within_rates,
    within_table,
    worlds_table,
)
from rankpress.core import manifest
from rankpress.core.bibliography import references, references_bib
from rankpress.core.document import Document, Drawing, Plan, Section, all_sections
from rankpress.core.labels import slug
from rankpress.core.numbers import percent_text
from rankpress.core.table import Table, table_csv
from rankpress.core.text import join, joined
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import table_files
from rankpress.report.markdown import markdown_report
from rankpress.report.page import html_report
from rankpress.report.pdf import pdf_report
from rankpress.report.plot import draw_all
from rankpress.report.render import in_any_format
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.topics.macros import Macros, macros_tex
from rankpress.topics.results import json_text
from rankpress.topics.styling import style_of

if TYPE_CHECKING:
    from rankpress.figures.lines import Line


def plans(calibration: Calibration, options: FiguresOptions) -> Iterator[Plan]:
    """Yield a figure for each experiment on orders."""
    yield from (_of_orders(ordering, options) for ordering in calibration.orderings)


def _of_orders(orderings: Orderings, options: FiguresOptions) -> Plan:
    from rankpress.figures import LinePanel, line_panels

    panel = LinePanel("", tuple(_line(orderings, order) for order in orderings.frequent))
    draw = partial(
        line_panels,
        (panel,),
        x_title="λ",
        y_title="share of repetitions",
        y_range=(0.0, 1.0),
        style=style_of(options),
    )
    name = f"{slug(orderings.procedure)}-orders"
    title = f"Orders that {orderings.procedure} finds"
    return Plan((), name, title, _caption(orderings), _alt(orderings), draw, file=name)


def _line(orderings: Orderings, order: Order) -> Line:
    from rankpress.figures import Line

    bands = [estimate(count, orderings.draws) for count in orderings.counts[order]]
    lows, highs = tuple(band.low for band in bands), tuple(band.high for band in bands)
    return Line(order_text(order), orderings.steps, tuple(band.value for band in bands), lows, highs)


def _caption(orderings: Orderings) -> str:
    rare = len(orderings.counts) - len(orderings.frequent)
    left_out = f" Left out: {rare} that no λ gives a share of {FREQUENT:g}." if rare else ""
    return (
        f"Share of {orderings.draws:,} repetitions in which {orderings.procedure} found each order, best first; 1 is"
        " the"
        " cheapest algorithm, and the more expensive ones are the more accurate the larger λ is. Bands: intervals of"
        f" {percent_text(LEVEL)}.{left_out}"
    )


def _alt(orderings: Orderings) -> str:
    texts = []
    for order in orderings.frequent:
        shares = orderings.shares(order)
        index = int(shares.argmax())
        texts.append(f"{order_text(order)} has at most {shares[index]:.2f}, at {orderings.steps[index]:g}")
    return f"Lines of shares over λ from {orderings.steps[0]:g} to {orderings.steps[-1]:g}: {joined(texts)}."


TITLE = "Calibration of rankpress"


def render_calibration(calibration: Calibration, formats: Sequence[str], jobs: int, store: Store) -> dict[str, bytes]:
    """Make the files of a calibration's report."""
    rates, options = family_rates(calibration), FiguresOptions()
    drawings = tuple(draw_all(list(plans(calibration, options)), options, jobs, store))
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
        files["report.pdf"] = pdf_report(document)
    return files


def described(calibration: Calibration, formats: Sequence[str], files: Mapping[str, bytes]) -> manifest.Manifest:
    """Return what manifest.json says of it."""
    requested = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(calibration.settings).items()}
    return manifest.describe({"calibrate": requested}, formats, (), manifest.library_versions(), files)


def _latex_files(document: Document, tables: Sequence[Table], stamp: str) -> dict[str, bytes]:
    files = dict(table_files(tables, stamp=stamp))
    files["macros.tex"] = macros_tex(Macros(()), stamp=stamp)
    files["references.bib"] = references_bib(document.references)
    files["report.tex"] = latex_report(document, stamp=stamp)
    return {path: text.encode() for path, text in files.items()}


def _document(calibration: Calibration, rates: tuple[Rate, ...], drawings: tuple[Drawing, ...]) -> Document:
    document = Document(
        title=f"{TITLE}: {calibration.settings.study}" if calibration.settings.study else TITLE,
        summary=summary(calibration, rates),
        sections=tuple(_sections(calibration, rates, drawings)),
        provenance=tuple(manifest.library_versions().items()),
    )
    sources = references(document.texts)
    return replace(document, sections=(*document.sections, Section("references", "References", references=sources)))


def _sections(calibration: Calibration, rates: tuple[Rate, ...], drawings: tuple[Drawing, ...]) -> Iterator[Section]:
    for ordering, drawing in zip(calibration.orderings, drawings, strict=True):
        text, title = order_paragraphs(ordering), f"Orders by {ordering.procedure}"
        yield Section(drawing.kind, title, text, tables=(orders_table(ordering),), drawings=(drawing,))
    by_world = worlds_table(calibration, rates)
    yield Section(
        "families",
        "Families of tests over data sets",
        family_paragraphs(calibration, rates),
        family_caveats(),
        tables=() if by_world is None else (by_world,),
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
        text = tuple(omnibus_sentences(calibration))
        yield Section("omnibus", "Omnibus tests", text, tables=(omnibus_table(calibration),))
    if calibration.within is not None:
        text, found_within = (join(within_sentences(calibration)),), within_rates(calibration)
        table = within_table(calibration.within, found_within, calibration.settings.alpha)
        yield Section("within", "Tests within a data set", text, tables=(table,))
    yield Section("methods", "Methods", methods(calibration))
