"""WeasyPrint as report.pdf uses it, loaded where it is used: this process, or another one next to all else."""

from __future__ import annotations

import ctypes.util
import io
import logging
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from rankpress.core.garbage import uncollected
from rankpress.core.processes import environment_variables
from rankpress.report.floats import fullest_layout
from rankpress.report.fonts import only_own_fonts
from rankpress.report.placed_figures import SCHEME, NotPlaced, PlacedFigure

if TYPE_CHECKING:
    from weasyprint import Page

# What font subsets bear as their date where HarfBuzz does not make them; 1980 is the first year that archives know.
EPOCH = "315532800"

# Links that are followed by the number of the page that they lead to, and the digits that pdf.css leaves it room for.
_PAGED = re.compile('<a class="paged" href="#([^"]*)"')
_DIGITS, FIGURE_SPACE = 3, "\u2007"


class PangoMissing(RuntimeError):
    """WeasyPrint cannot load the libraries that set its text; only report.pdf needs them."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)  # its only argument, with which another process makes it again

    def __str__(self) -> str:
        return (
            "WeasyPrint needs Pango, which is not installed or cannot be loaded. Install it with:\n"
            "  Debian, Ubuntu: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n"
            "  Fedora:         dnf install pango\n"
            "  macOS:          brew install pango\n"
            "  Windows:        MSYS2, then in its terminal: pacman -S mingw-w64-x86_64-pango\n"
            f"({self.args[0]})"
        )


class AddressRefused(Exception):
    """The page asks for something that is neither a figure nor in the page itself."""


class OtherPages(Exception):
    """An anchor is not on the page where it was expected."""


@dataclass(frozen=True)
class Typeset:
    """A PDF, the page of each anchor, and what WeasyPrint complained of: our fault, or that of a user's template."""

    pdf: bytes
    pages: Mapping[str, str]
    complaints: tuple[str, ...]


def load_typesetting() -> None:
    """Load WeasyPrint among our own fonts; raises PangoMissing where it cannot be."""
    with only_own_fonts():
        _load()


def set_pages(
    html: str, style: str, figures: Mapping[str, PlacedFigure], last: Mapping[str, str], fonts: Sequence[str] = ()
) -> Typeset:
    """Set a page with the page numbers of the last time, or where it has others, let WeasyPrint find them.

    Besides our own fonts it is set in those files of the machine.
    """
    anchors = [*dict.fromkeys(_PAGED.findall(html))]
    created = None
    with only_own_fonts(fonts), environment_variables({"SOURCE_DATE_EPOCH": EPOCH}):
        _load()
        if all(0 < len(last.get(anchor, "")) <= _DIGITS for anchor in anchors):
            expected = {anchor: last[anchor] for anchor in anchors}
            numbered = _PAGED.sub(lambda link: link[0] + _numbered(expected[link[1]]), html)
            with suppress(OtherPages):
                created = typeset(numbered, style, figures, expected)
        if created is None:
            created = typeset(html, style, figures)
    return replace(created, pages={anchor: created.pages.get(anchor, "") for anchor in anchors})


def _numbered(page: str) -> str:
    """Return the attributes of a link to a page, as pdf.css takes them."""
    return f' data-page="{escape(page)}" data-room="{FIGURE_SPACE * (_DIGITS - len(page))}"'


def _load() -> None:
    """Load WeasyPrint, which where it cannot prints a page of advice of its own."""
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that some library will be needed by a later version
        try:
            with suppress(OSError), _libraries_by_file():
                import weasyprint
            import weasyprint  # noqa: F401
        except OSError as error:
            raise PangoMissing(str(error)) from error


@contextmanager
def _libraries_by_file() -> Iterator[None]:
    """Load libraries on Linux by the names of their files alone."""
    # WeasyPrint tries the names that each library has on all systems, most of them no names of files. For those
    # Python runs ldconfig, gcc and ld, fifty programs in all, which take a third of the time of loading WeasyPrint.
    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


def typeset(
    html: str, style: str, figures: Mapping[str, PlacedFigure], expected: Mapping[str, str] = MappingProxyType({})
) -> Typeset:
    """Set a page as a tagged PDF, PDF/UA-1, with figures by their addresses; NotPlaced where one is not in it.

    Where anchors have other pages than `expected`, OtherPages is raised before anything is painted.
    """
    from weasyprint import CSS, HTML
    from weasyprint.css.counters import CounterStyle
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    # refuses files and the network; of figures there is no address to follow, for they are in the cache of images
    fetcher = URLFetcher(allowed_protocols=("data",), allow_redirects=False, fail_on_errors=True)
    fonts, counters = FontConfiguration(), CounterStyle()

    def finish(_document: object, pdf: object) -> None:
        for figure in figures.values():
            figure.finish(pdf)

    with complaints() as heard, uncollected():
        try:
            sheet = CSS(string=style, url_fetcher=fetcher, font_config=fonts, counter_style=counters)
            settings = {"stylesheets": [sheet], "cache": {**figures}, "pdf_variant": "pdf/ua-1"}

            def lay_out(change: Callable[[Element], None]) -> Any:
                parsed = HTML(string=html, url_fetcher=fetcher)
                change(parsed.etree_element)
                return parsed.render(font_config=fonts, counter_style=counters, **settings)

            document = fullest_layout(lay_out)
            pages = _pages(document.pages)
            if not expected.items() <= pages.items():
                raise OtherPages
            pdf: bytes = document.write_pdf(finisher=finish, **settings)
        except FatalURLFetchingError as error:
            reason = str(error.__cause__ or error)
            raise (NotPlaced if SCHEME in reason else AddressRefused)(reason) from error
    missing = [address for address, figure in figures.items() if f'"{address}"' in html and not figure.is_painted]
    if missing:
        raise NotPlaced(", ".join(missing))
    return Typeset(pdf, pages, tuple(heard))


def _pages(pages: Sequence[Page]) -> dict[str, str]:
    """Return the number of the page on which each anchor first is."""
    return {anchor: str(number) for number, page in reversed([*enumerate(pages, start=1)]) for anchor in page.anchors}


@contextmanager
def complaints() -> Iterator[list[str]]:
    """Collect what WeasyPrint logs, and keep it from the terminal."""
    heard: list[str] = []
    logger = logging.getLogger("weasyprint")
    listener = _Listener(heard)
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        yield heard
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate


class _Listener(logging.Handler):
    """Writes warnings and errors into a list."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Take a message down."""
        self._heard.append(record.getMessage())
