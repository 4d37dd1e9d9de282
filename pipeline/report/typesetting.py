"""WeasyPrint as report.pdf uses it; importing this module loads its libraries, so do it within ``only_own_fonts``."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from weasyprint import CSS, HTML, Page
from weasyprint.css.counters import CounterStyle
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from rankpress.report.placed_figures import SCHEME, NotPlaced, PlacedFigure


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


def typeset(
    html: str, style: str, figures: Mapping[str, PlacedFigure], expected: Mapping[str, str] = MappingProxyType({})
) -> Typeset:
    """Set a page as a tagged PDF, PDF/UA-1, with figures by their addresses; NotPlaced where one is not in it.

    Where anchors have other pages than `expected`, OtherPages is raised before anything is painted.
    """
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
            parsed = HTML(string=html, url_fetcher=fetcher)
            document = parsed.render(font_config=fonts, counter_style=counters, **settings)
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
def uncollected() -> Iterator[None]:
    """Keep Python from looking for garbage, which of so many boxes takes a quarter of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


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
