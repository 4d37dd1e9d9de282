"""The fonts of figures as PDF: what matplotlib embeds, as print needs it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from string import ascii_uppercase
from typing import Any

from matplotlib.backends._backend_pdf_ps import CharacterTracker, subset  # type: ignore[attr-defined]
from matplotlib.backends.backend_pdf import PdfFile
from matplotlib.font_manager import FontPath

_LAYOUT = ("GDEF", "GPOS", "GSUB", "MATH")


@contextmanager
def fonts_for_print() -> Iterator[None]:
    """Let matplotlib embed fonts in a PDF as print needs them, while this holds.

    Fonts are named by the glyphs they keep; matplotlib names those of TeX by a place in memory. They come without the
    tables by which text is laid out, which it is already, and which take most of the time of a subset. No glyph but
    .notdef has the code 0, as PDF demands.
    """
    changes: tuple[tuple[Any, str, Any], ...] = (
        (PdfFile, "_get_subset_prefix", staticmethod(_prefix)),
        (subset.Options, "_drop_tables_default", [*subset.Options._drop_tables_default, *_LAYOUT]),
        (CharacterTracker, "track_glyph", _track_glyph),
    )
    before = [vars(owner)[name] for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name, _), value in zip(changes, before, strict=True):
            setattr(owner, name, value)


def _prefix(glyphs: Iterable[int]) -> str:
    digest = hashlib.sha256(repr(sorted(glyphs)).encode()).digest()
    return "".join(ascii_uppercase[byte % 26] for byte in digest[:6]) + "+"


_TRACK_GLYPH = CharacterTracker.track_glyph


def _track_glyph(tracker: CharacterTracker, font: Any, chars: str | int, glyph: int) -> tuple[int, int]:
    """Return the subset of a font that has a glyph, and its code there, which is not 0."""
    number, code = _TRACK_GLYPH(tracker, font, chars, glyph)
    if code or not number:
        return number, code
    path = FontPath(font.fname, font.face_index)
    tracker.used[path][number] = {0: 0, 1: glyph}
    tracker.glyph_maps[path].add("\N{REPLACEMENT CHARACTER}", 0, number, 0)
    tracker.glyph_maps[path].add(chars if isinstance(chars, str) else chr(chars), glyph, number, 1)
    return number, 1
