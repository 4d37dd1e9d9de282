"""report.pdf: sheets, typesetting and theme."""

from __future__ import annotations

import io
import logging
import re
import warnings
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from types import ModuleType

from rankpress.cache.store import Store
from rankpress.core.document import Document
from rankpress.core.environment import faults_of_templates, html_environment, source
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.processes import processes
from rankpress.core.text import BLANK, Writing, is_writable
from rankpress.report.fonts import Faces, environment_variables, only_own_fonts, own_faces
from rankpress.report.page import PageForm, PageSection, page
from rankpress.report.pdf_parts import LONGEST_WHOLE, count_cells, large_at_end
from rankpress.report.sheets import faces, held_fonts, sheets, theme_view
from rankpress.spec.theme import ReadTheme

# What font subsets bear as their date where HarfBuzz does not make them; 1980 is the first year that archives know.
EPOCH = "315532800"

# A line's end within a cell, to WeasyPrint a blank that has to fit into its column.
_END_OF_CELL = re.compile(r"\s+(?=<tr\b|</thead>|</tbody>)")

_LOG = logging.getLogger(__name__)


class PangoMissing(RuntimeError):
    """WeasyPrint cannot load the libraries that set its text; only report.pdf needs them."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)  # its only argument, with which another process makes it anew

    def __str__(self) -> str:
        return (
            "WeasyPrint needs Pango, which is not installed or cannot be loaded. Install it with:\n"
            "  Debian, Ubuntu: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n"
            "  Fedora:         dnf install pango\n"
            "  macOS:          brew install pango\n"
            "  Windows:        MSYS2, then in its terminal: pacman -S mingw-w64-x86_64-pango\n"
            f"({self.args[0]})"
        )


def pdf_report(
    document: Document,
    *,
    templates: Path | None = None,
    theme: ReadTheme | None = None,
    jobs: int = 1,
    store: Store | None = None,
) -> bytes:
    """Return a report as PDF/UA-1.

    The result depends on the arguments and the versions of the libraries only. The call changes environment variables
    and puts them back (see `only_own_fonts`), so run it in a process of its own where threads do other work meanwhile;
    its arguments and result can be pickled.

    Parameters
    ----------
    document : Document
        The report's text, tables and figures.
    templates : Path or None
        The user's folder of templates; a file in it is used in place of the built-in one of its name.
    theme : ReadTheme or None
        How it looks, where that is not the built-in way.
    jobs : int
        Processes to set the parts of a long report in; the file is the same however many.
    store : Store or None
        Results of earlier builds, among them such parts.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    PangoMissing
        If WeasyPrint's libraries cannot be loaded.
    FaultsFound
        If one of the user's templates cannot be rendered, or asks for a file or an address.
    """
    environment, look = html_environment(templates), theme or ReadTheme()
    write = Writing(partial(can_show, fonts=faces(look.fonts)))
    with faults_of_templates(templates):
        view = large_at_end(page(document, PageForm(write, sheets(look).panels, on_screen=False)))
        rules = environment.get_template("html/theme.css.j2").render(theme=theme_view(look))
        style = rules + source(environment, "html/pdf.css")
        html = _END_OF_CELL.sub("", environment.get_template("html/pdf.html.j2").render(page=view))
    held = held_fonts(look) | {address: svg for section in view.sections for address, svg in _images(section)}
    with only_own_fonts(), environment_variables({"SOURCE_DATE_EPOCH": EPOCH}):
        typesetting = _typesetting()
        try:
            made = None
            if count_cells(html) > LONGEST_WHOLE:
                from rankpress.report.part_typesetting import typeset_long  # loads WeasyPrint as well

                with processes(jobs) as submit:
                    made = typeset_long(html, style, held, submit, store)
            made = made or typesetting.typeset(html, style, held)
        except typesetting.AddressRefused as error:
            if templates is None:
                raise
            what = f"report.pdf may not load this: {error}"
            remedy = "use only what is in the report itself, or data: addresses"
            raise FaultsFound([Fault(str(templates), what, remedy=remedy)]) from error
    for complaint in made.complaints:
        _LOG.info("WeasyPrint: %s", complaint)
    pdf: bytes = made.pdf
    return pdf


def can_show(character: str, fonts: Faces | None = None) -> bool:
    """Whether the fonts of report.pdf, its own or a theme's, have a sign for a character, or need none."""
    return character in BLANK or (is_writable(character) and (fonts or own_faces()).has_glyph(character))


def _images(section: PageSection) -> list[tuple[str, bytes]]:
    """Return the figures of a section and of those below it, by their addresses."""
    own = [(figure.address, figure.drawing.file()) for figure in section.figures if figure.drawing]
    return own + [image for child in section.sections for image in _images(child)]


def _typesetting() -> ModuleType:
    """Load WeasyPrint, which where it cannot prints a page of advice of its own."""
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that some library will be needed by a later version
        try:
            from rankpress.report import typesetting
        except OSError as error:
            raise PangoMissing(str(error)) from error
    return typesetting
