"""Fonts of the machine, for characters that our own fonts lack."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from matplotlib.font_manager import findSystemFonts
from matplotlib.ft2font import FT2Font, LoadFlags

_OTHER_STYLES = re.compile(
    r"bold|italic|oblique|light|thin|black|heavy|medium|semi|demi|extra|condensed|narrow|slanted"
    r"|[-_](?:bd|it|bi|obl|li|sl)|mono|typewriter|[lb]i$",
    re.IGNORECASE,
)


@cache
def system_font(character: str) -> str | None:
    r"""Return the font of the machine that sets a character, the first of those that can.

    Parameters
    ----------
    character : str
        One character.

    Returns
    -------
    str or None
        Its file, None where no font of the machine can draw it.

    Examples
    --------
    >>> system_font("\uffff") is None
    True
    """
    if unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn"):
        return None
    return next((font for font in _fonts() if ord(character) in _codes(font) and _draws(font, character)), None)


def has_characters(font: str, text: str) -> bool:
    """Return whether a font has all characters of a text."""
    return _codes(font).issuperset(map(ord, text))


@cache
def _fonts() -> tuple[str, ...]:
    """List the upright fonts of usual weight, sans serif first, in the order of their names."""
    fonts = map(Path, findSystemFonts(fontext="ttf"))
    upright = (font for font in fonts if not _OTHER_STYLES.search(font.stem))
    in_order = sorted(upright, key=lambda font: ("sans" not in font.stem.lower(), font.name.lower(), font))
    return tuple(map(str, in_order))


@cache
def _codes(font: str) -> frozenset[int]:
    """Return the code points that a font has, none where it has no outlines."""
    return frozenset(codes) if (codes := next(_charmaps(font), None)) else frozenset()


def _charmaps(font: str) -> Iterator[dict[int, int]]:
    try:
        yield dict(FT2Font(font).get_charmap())
    except (OSError, RuntimeError, ValueError):  # a font of bitmaps, or a damaged one
        return


def _draws(font: str, character: str) -> bool:
    """Return whether a glyph has an outline, which those of colored fonts may not have."""
    opened = FT2Font(font)
    opened.set_size(10, 72)
    opened.load_char(ord(character), LoadFlags.NO_HINTING)
    return bool(len(opened.get_path()[0]))
