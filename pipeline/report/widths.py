"""How wide texts are set by LaTeX, about, and where overlong words are cut; `fonts` measures those of report.pdf."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining

from rankpress.report.glyphs import COMBINING, KNOWN, accented, decomposed
from rankpress.report.inline import plain

# Widths in ems of Computer Modern, a little generous; what is not listed is as wide as a small letter.
_NARROW = dict.fromkeys("iljI.,:;'!|()[] ", 0.33)
_WIDE = dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZw&−+=<>", 0.76) | dict.fromkeys("mMW%@", 0.95)
_EM = _NARROW | _WIDE | dict.fromkeys("ftr", 0.4)
_SMALL_LETTER = 0.5

# A word may end a line after a hyphen and the like.
_PIECES = re.compile(r"[^-_/.+]*[-_/.+]+|[^-_/.+]+")


@lru_cache(maxsize=65536)
def text_width(text: str) -> float:
    """How wide a text is, in ems; mathematics is taken to be about as wide as the same in Unicode."""
    return sum(_character_width(character) for character in plain(text))


def _character_width(character: str) -> float:
    if character in _EM:
        return _EM[character]
    if character.isascii() or character in KNOWN or accented(decomposed(character)):
        return _SMALL_LETTER
    return 0.0 if character in COMBINING else 4.5  # told as its code point


def fits_one_line(text: str, width: float) -> bool:
    """Whether a text fits into so many ems, or nearly so."""
    return text_width(text) <= width * 1.02


def word_parts(word: str, longest: float, part: float) -> list[str]:
    """Divide a word that is longer than so many ems into parts, at hyphens and the like if possible."""
    if text_width(word) <= longest:
        return [word]
    return [cut for piece in pieces(word) for cut in _cut(piece, part)]


def pieces(word: str) -> list[str]:
    """Divide a word after its hyphens and the like."""
    return _PIECES.findall(word)


def _cut(piece: str, width: float) -> list[str]:
    """Cut into parts of at most so many ems, accents kept with their letters."""
    if text_width(piece) <= width:
        return [piece]
    parts, used = [""], 0.0
    for character in piece:
        size = 0.0 if combining(character) else _character_width(character)
        if parts[-1] and size and used + size > 0.92 * width:
            parts.append("")
            used = 0.0
        parts[-1] += character
        used += size
    return parts
