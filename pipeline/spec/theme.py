"""Themes of report.pdf and report.tex by name, and the user's own style sheet for report.html and report.pdf."""

from __future__ import annotations

import errno
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.regular_files import content_of

_POINTS = 72 / 25.4  # in a millimetre
MOST_BYTES = 1 << 20
STYLE_SHEET = ".css"


@dataclass(frozen=True)
class Theme:
    """How the documents look."""

    paper: tuple[float, float] = (210, 297)  # width and height of a page, in millimetres
    margins: tuple[float, float, float, float] = (24, 18, 22, 18)  # top, right, bottom and left, in millimetres
    text: float = 10.5  # text, tables: sizes of the print, in points; wide tables are set one point smaller
    tables: float = 9
    # each color by its name in ``pdf.css``
    colours: tuple[tuple[str, str], ...] = (
        ("text", "#1a1c1f"),
        ("muted", "#55595f"),
        ("rules", "#1a1c1f"),
        ("accent", "#b26b00"),
        ("shade", "#f4f3ef"),
        ("warm", "#fcf5e6"),
    )
    # latex_class, latex_geometry: options of the class and of the package geometry in report.tex
    latex_class: str = "a4paper"
    latex_geometry: str = "margin=22mm"
    css: str = ""  # the user's own style sheet, which comes after the built-in one

    def room(self, *, turned: bool = False) -> tuple[float, float]:
        """Return width and height between the margins of a page, or of one that is turned, in points."""
        width, height = reversed(self.paper) if turned else self.paper
        top, right, bottom, left = self.margins
        return (width - left - right) * _POINTS, (height - top - bottom) * _POINTS


DEFAULT_THEME = Theme()
THEMES = {
    "a4": DEFAULT_THEME,
    "letter": Theme(paper=(215.9, 279.4), latex_class="letterpaper"),
    "compact": Theme(margins=(18, 15, 16, 15), text=9.5, tables=8, latex_geometry="margin=16mm"),
}


def read_theme(name: str, folder: Path) -> Theme:
    """Return a theme by its name, or the default one with the user's style sheet."""
    return THEMES[name] if name in THEMES else replace(DEFAULT_THEME, css=_style_sheet(folder / name))


# What these do not find, such as an address in image-set, browsers and WeasyPrint refuse by themselves.
_REFUSED = {
    r"@import\b": "imports another style sheet",
    r"url\((?!\s*[\"']?\s*data:)": "loads a file",
    r"</": "has the characters </, which would end it in a page",
}


def _style_sheet(path: Path) -> str:
    """Read a style sheet that loads nothing, with the line ends that a browser would make of it."""
    try:
        css = content_of(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FaultsFound([Fault(str(path), "it is not UTF-8", "a style sheet in UTF-8")]) from error
    except (OSError, ValueError) as error:  # ValueError of a null character
        if getattr(error, "errno", None) == errno.EFBIG:
            message = f"it has more than {MOST_BYTES:,} bytes"
            raise FaultsFound([Fault(str(path), message, "a smaller style sheet")]) from error
        reason = getattr(error, "strerror", None) or error
        raise FaultsFound([Fault(str(path), f"it cannot be read: {reason}", "a style sheet")]) from error
    css = css.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    unescaped = re.sub(r"\\([0-9a-fA-F]{1,6})[ \t]?", lambda escape: chr(min(int(escape[1], 16), sys.maxunicode)), css)
    expected = "rules that need nothing from elsewhere; images and fonts as data: addresses"
    faults = []
    for pattern, problem in _REFUSED.items():
        if refused := re.search(pattern, unescaped, re.IGNORECASE):
            line = unescaped.count("\n", 0, refused.start()) + 1
            faults.append(Fault(f"{path}:{line}", f"the style sheet {problem}", expected))
    if faults:
        raise FaultsFound(faults)
    return css
