"""Fonts of figures, page and PDF: which characters they have."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from rankpress.core.processes import scratch_folder
from rankpress.core.text import Prose, plain

# The first is the text's; characters that it lacks are taken from the others.
FAMILIES = {
    "regular": ("STIXGeneral.ttf", "DejaVuSans.ttf"),
    "bold": ("STIXGeneralBol.ttf", "DejaVuSans-Bold.ttf"),
    "others": ("STIXGeneralItalic.ttf", "STIXGeneralBolIta.ttf", "DejaVuSansMono.ttf"),
}


@contextmanager
def only_own_fonts() -> Iterator[None]:
    """Let fontconfig see no fonts but ours while this holds.

    Fontconfig learns where its configuration is from the environment alone, and reads it when WeasyPrint is loaded and
    again for each document: so the variable is the process's, set around both and put back afterwards. Threads that
    use fontconfig meanwhile see our fonts too.
    """
    with scratch_folder("rankpress-fonts-") as folder:
        configuration = folder / "fonts.conf"
        configuration.write_text(_configuration(folder / "cache"), encoding="utf-8")
        with environment_variables({"FONTCONFIG_FILE": str(configuration)}):
            yield


@contextmanager
def environment_variables(values: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables, and put back what they were."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@dataclass(frozen=True)
class Faces:
    """The fonts that a text is set in: a character is taken from the first that has it.

    Parameters
    ----------
    regular, bold : tuple of mapping of int to float
        Of each font, the width of each character that it has, in ems.
    """

    regular: tuple[Mapping[int, float], ...]
    bold: tuple[Mapping[int, float], ...]

    def has_glyph(self, character: str) -> bool:
        """Return whether one of the fonts has a glyph for a character."""
        return any(ord(character) in font for font in self.regular)

    def text_width(self, text: Prose, *, bold: bool = False) -> float:
        """Return how wide a text is on one line, in ems."""
        fonts = self.bold if bold else self.regular
        return sum(_advance(ord(character), fonts) for character in plain(text))


@cache
def own_faces() -> Faces:
    """Return the fonts that matplotlib brings along."""
    regular, bold = (tuple(_advances(_folder() / name) for name in FAMILIES[key]) for key in ("regular", "bold"))
    return Faces(regular, bold)


def _advances(file: Path) -> Mapping[int, float]:
    from fontTools.ttLib import TTFont  # loaded late: only report.pdf needs it

    with TTFont(file, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        return {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def _advance(code: int, fonts: tuple[Mapping[int, float], ...]) -> float:
    for font in fonts:
        if code in font:
            return font[code]
    return 1.0


def _folder() -> Path:
    import matplotlib as mpl  # for its fonts; loaded late like the fonts themselves

    return Path(mpl.get_data_path()) / "fonts" / "ttf"


def _configuration(cache_folder: Path) -> str:
    names = [name for family in FAMILIES.values() for name in family]
    accepted = "".join(f"<glob>*/{name}</glob>" for name in names)
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f"<dir>{escape(str(_folder()))}</dir>\n<cachedir>{escape(str(cache_folder))}</cachedir>\n"
        f"<selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>{accepted}</acceptfont></selectfont>\n"
        "</fontconfig>\n"
    )
