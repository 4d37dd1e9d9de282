"""WeasyPrint as report.pdf uses it; importing this module loads its libraries, so do it within ``only_own_fonts``."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse


class AddressRefused(Exception):
    """The page asks for something that is not held in memory."""


@dataclass(frozen=True)
class Typeset:
    """A PDF, and what WeasyPrint had to complain of, which is our fault or that of a user's template."""

    pdf: bytes
    complaints: tuple[str, ...]


def typeset(html: str, style: str, held: Mapping[str, bytes]) -> Typeset:
    """Set a page as a tagged PDF, PDF/UA-1."""
    fetcher, fonts = MemoryFetcher(held), FontConfiguration()
    with complaints() as heard, uncollected():
        try:
            sheet = CSS(string=style, url_fetcher=fetcher, font_config=fonts)
            pdf: bytes = HTML(string=html, url_fetcher=fetcher).write_pdf(
                font_config=fonts, stylesheets=[sheet], pdf_variant="pdf/ua-1"
            )
        except FatalURLFetchingError as error:
            raise AddressRefused(str(error.__cause__ or error)) from error
    lost = [complaint for complaint in heard if any(f"image at {address!r}" in complaint for address in held)]
    if lost:
        raise ValueError(f"a drawing is missing from report.pdf: {'; '.join(lost)}")
    return Typeset(pdf, tuple(heard))


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


# WeasyPrint carries no types, so its class is Any to mypy.
class MemoryFetcher(URLFetcher):  # type: ignore[misc]
    """Follows the addresses of images held in memory and ``data:``, and refuses files and the network.

    Parameters
    ----------
    held : mapping of str to bytes
        SVG images by their addresses.
    """

    def __init__(self, held: Mapping[str, bytes]) -> None:
        super().__init__(allowed_protocols=("data",), allow_redirects=False, fail_on_errors=True)
        self._held = held

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """Return what is at an address; the parent refuses all that is neither held nor ``data:``."""
        if url in self._held:
            kind = "image/svg+xml" if url.endswith(".svg") else "application/octet-stream"
            return URLFetcherResponse(url, self._held[url], {"Content-Type": kind})
        return super().fetch(url, headers)


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
