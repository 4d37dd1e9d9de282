"""report.html: one file that asks for nothing else, not even a font."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from rankpress.report.characters import Writing
from rankpress.report.dark_figures import dark_rules
from rankpress.report.document import Document, all_sections
from rankpress.report.environment import faults_of_templates, html_environment, source
from rankpress.report.latex_characters import latex_characters
from rankpress.report.page import PageForm, page
from rankpress.report.page_table import Panel
from rankpress.report.table import Table


def html_report(document: Document, *, templates: Path | None = None) -> str:
    """Return a report as one self-contained HTML file.

    Parameters
    ----------
    document : Document
        The report's text, tables and figures.
    templates : Path or None
        The user's folder of templates; a file in it is used in place of the built-in one of its name, style sheet and
        script included.

    Returns
    -------
    str
        The file, with lines that end in LF. Its Content-Security-Policy forbids every request.

    Raises
    ------
    FaultsFound
        If one of the user's templates cannot be rendered.
    """
    environment = html_environment(templates)
    with faults_of_templates(templates):
        style = source(environment, "html/style.css") + (dark_rules() if _has_drawings(document) else "")
        script = _script(environment)
        return environment.get_template("html/report.html.j2").render(
            page=page(document, PageForm(Writing(), whole, on_screen=True)),
            style=Markup(style),
            script=Markup(script),
            characters=latex_characters(
                table for section in all_sections(document.sections) for table in section.tables
            ),
            policy=_policy(style, script),
        )


def whole(table: Table) -> tuple[Panel, ...]:
    """Return a table in one piece, however wide it is: the page scrolls it, or breaks lines where all are texts."""
    return (Panel(table, classes="texts" if table.is_of_texts else ""),)


def _has_drawings(document: Document) -> bool:
    return any(section.drawings for section in all_sections(document.sections))


def _script(environment: Environment) -> str:
    """Return the page's one script: the files of ``html/scripts``, in the order of their names."""
    built_in = PackageLoader("rankpress.templates", "html/scripts").list_templates()
    scripts = (source(environment, f"html/scripts/{name}") for name in sorted(built_in) if name.endswith(".js"))
    return "\n".join(('"use strict";', *scripts))


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy of a page that has this style sheet, this script and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
