"""The files of a report in LaTeX: fragments of tables, captions, macros, paragraphs, sources and report.tex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankpress.catalog.formats import Written
from rankpress.core.bibliography import library, references_bib
from rankpress.core.latex import comment_text
from rankpress.report.latex import caption_files, latex_paragraphs, latex_report
from rankpress.report.latex_table import table_files, width_warnings
from rankpress.spec.report_sections import PREFIX

if TYPE_CHECKING:
    from rankpress.report.rendering import Rendering


def write_latex(rendering: Rendering) -> Written:
    """Write a report as LaTeX."""
    report, document, numbers = rendering.study.report, rendering.document, rendering.numbers
    stamp, templates = rendering.stamp, rendering.templates
    files = dict(table_files(rendering.tables, stamp=stamp, templates=templates, report=report))
    files |= caption_files(rendering.drawings, stamp=stamp, templates=templates, prefix=report.prefix)
    first_line = f"% {comment_text(stamp)}\n"
    files |= {name: first_line + content.partition("\n")[2] for name, content in numbers.latex.items()}
    paragraphs_of = {"methods": ("What was done", document.methods), "results": ("What was found", document.account)}
    for name, (title, paragraphs) in paragraphs_of.items():
        files[f"{name}.tex"] = latex_paragraphs(paragraphs, title=title, stamp=stamp, templates=templates)
    files["macros.csv"] = numbers.csv
    # a paper of several reports is given one of these files: BibTeX takes each key once
    sources = document.references if report.prefix == PREFIX else library().values()
    files["references.bib"] = references_bib(sources)
    files["report.tex"] = latex_report(
        document,
        stamp=stamp,
        templates=templates,
        report=report,
        theme=rendering.theme,
        own_macros=rendering.study.labels.macros,
    )
    return Written(
        {path: content.encode() for path, content in files.items()}, tuple(width_warnings(rendering.tables, report))
    )
