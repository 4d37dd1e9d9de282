"""Inline text of reports: plain strings with marks for names, citations and mathematics."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

Kind = Literal["text", "citation", "mathematics", "name"]

_OPEN, _BETWEEN, _CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"
_LETTERS: dict[str, Kind] = {"c": "citation", "m": "mathematics", "n": "name"}
_MARK = re.compile(f"{_OPEN}([cmn])([^{_OPEN}{_BETWEEN}{_CLOSE}]*){_BETWEEN}([^{_OPEN}{_BETWEEN}{_CLOSE}]*){_CLOSE}")

_NAME = re.compile(f"{_OPEN}n[^{_OPEN}{_BETWEEN}{_CLOSE}]*{_BETWEEN}([^{_OPEN}{_BETWEEN}{_CLOSE}]*){_CLOSE}")


class Piece(NamedTuple):
    """A part of a text: what it shows where it is set as plain text, and what it is made from.

    Parameters
    ----------
    kind : {"text", "citation", "mathematics", "name"}
        What it is.
    shown : str
        Its plain text: all there is of a piece of text, "Demšar 2006" of a citation, "χ²" of mathematics.
    source : str
        The key of a citation, the TeX of mathematics, a shorter form of a name or nothing; empty of text.
    """

    kind: Kind
    shown: str
    source: str = ""


def citation(key: str, label: str) -> str:
    """Return a citation that a text may hold."""
    return f"{_OPEN}c{key}{_BETWEEN}{label}{_CLOSE}"


def mathematics(tex: str, shown: str) -> str:
    """Mathematics that a text may hold, with its plain text."""
    return f"{_OPEN}m{tex}{_BETWEEN}{shown}{_CLOSE}"


def name_mark(name: str, brief: str = "") -> str:
    """Set a name apart in a sentence: it may read from right to left, or have a shorter form."""
    return f"{_OPEN}n{brief}{_BETWEEN}{name}{_CLOSE}"


def without_names(text: str) -> str:
    """Return a text whose names are text like any other, for formats that know nothing else."""
    return _NAME.sub(r"\1", text) if _OPEN in text else text


def has_names(text: str) -> bool:
    """Return whether a text holds a name set apart."""
    return f"{_OPEN}n" in text


def has_marks(text: str) -> bool:
    """Return whether a text holds a mark."""
    return _OPEN in text


def pieces(text: str) -> Iterator[Piece]:
    """Divide a text into its plain parts and its marks, in order; none is empty."""
    start = 0
    for result in _MARK.finditer(text):
        if result.start() > start:
            yield Piece("text", text[start : result.start()])
        letter, source, shown = result.groups()
        yield Piece(_LETTERS[letter], shown, source)
        start = result.end()
    if start < len(text):
        yield Piece("text", text[start:])


def plain(text: str) -> str:
    """Return a text as it reads without marks: for CSV, figures, comments and widths."""
    return _MARK.sub(r"\3", text) if _OPEN in text else text


def without_citations(text: str) -> str:
    """Return a text whose citations are words, for what is set where there may be no list of references."""
    return "".join(
        mathematics(piece.source, piece.shown) if piece.kind == "mathematics" else piece.shown for piece in pieces(text)
    )


# These turn the direction of all text after them, so that a name could hide what its sentence says.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ISOLATE, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
BLANK = frozenset("\t\n\r")

EDGE = "\x00"  # of a code point; in the text itself it is one
_TOUCHING = re.compile(rf"(?<=\w){EDGE}+(?=\w)")


def is_writable(character: str) -> bool:
    """Return whether a character may stand in a document: no control, no half of a pair, no turn of direction."""
    if character in BLANK:
        return True
    if 0xFDD0 <= ord(character) <= 0xFDEF or ord(character) & 0xFFFE == 0xFFFE:  # no characters, and never will be
        return False
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in TURNING


def is_right_to_left(name: str) -> bool:
    """Return whether a name has a letter that is written from right to left.

    >>> is_right_to_left("kNN \N{HEBREW LETTER ALEF}"), is_right_to_left("kNN")
    (True, False)
    """
    return not name.isascii() and any(unicodedata.bidirectional(item) in ("R", "AL") for item in name)


def code_point(character: str) -> str:
    """Return a character as its code point, with edges by which a format keeps it from what is next to it."""
    return f"{EDGE}U+{ord(character):04X}{EDGE}"


class Writing:
    """How a format writes text: a character that it cannot show is its code point, as in U+1F600."""

    def __init__(self, can_show: Callable[[str], bool] = is_writable) -> None:
        self._known = _CodePoints(can_show)

    def __call__(self, text: str) -> str:
        """Return a text as it is written: marks as what they show, code points kept from the letters next to them.

        A name that reads from right to left stands between characters that keep its direction to itself.
        """
        if has_names(text):
            written = "".join(
                self._isolated(piece.shown) if piece.kind == "name" else self._shown(piece.shown)
                for piece in pieces(text)
            )
        else:
            written = self._shown(plain(text))
        return _TOUCHING.sub("\N{THIN SPACE}", written).replace(EDGE, "") if EDGE in written else written

    def _isolated(self, name: str) -> str:
        shown = self._shown(name)
        return f"{_ISOLATE}{shown}{_POP}" if is_right_to_left(name) else shown

    def _shown(self, text: str) -> str:
        return text.translate(self._known)


class _CodePoints(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters are met."""

    def __init__(self, can_show: Callable[[str], bool]) -> None:
        super().__init__()
        self._can_show = can_show

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if self._can_show(character) else code_point(character)
        return self[code]
