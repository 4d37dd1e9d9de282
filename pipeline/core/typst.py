"""Text in Typst."""

from __future__ import annotations

import re

from rankpress.wording.strings import unbroken
from rankpress.wording.text import Piece, Prose, Writing, compose, pieces, without_names

_BLANKS = re.compile(r"[ \t\r\n\v\f]+")
# Whatever Typst may read as markup, or set as other signs: quotation marks, dashes, dots that follow each other.
_SPECIAL = re.compile(r"[\\#*_`$<>@=+\-/~\[\]'\";]|\.(?=\.)|(?<=\.)\.")
_BEGINS = re.compile(r"(\d+)([.)])(?=\s|$)")  # an item of a list
_KEY = re.compile("[a-z0-9]+")
_PROSE = r'#cite\(label\("[a-z0-9]+"\), form: "prose"\)'
_IN_PARENTHESES = re.compile(rf"\(({_PROSE}(?:\\; {_PROSE})*)\)")
_WRITE = Writing()


def typst_string(text: Prose) -> str:
    r"""Return a text as a string of Typst's code.

    >>> typst_string('a "b" \\c')
    '"a \\"b\\" \\\\c"'
    """
    line = _BLANKS.sub(" ", _WRITE(without_names(text)))
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def typst_escape(text: str) -> str:
    r"""Escape a finished text, once.

    >>> typst_escape("1-NN [a] #b")
    '1\\-NN \\[a\\] \\#b'
    """
    written = _SPECIAL.sub(r"\\\g<0>", _BLANKS.sub(" ", _WRITE(text)))
    return _BEGINS.sub(r"\1\\\2", written, count=1) if _BEGINS.match(written) else written


def typst_text(text: Prose, *, cites: bool = False) -> str:
    """Set a text as markup; with `cites`, its citations lead to the bibliography, otherwise they are words."""
    if not cites:
        return typst_escape(unbroken(text if isinstance(text, str) else _WRITE(text))).strip(" ")
    written = "".join(_cited(piece) for piece in pieces(text))
    return _IN_PARENTHESES.sub(_parenthesized, written).strip(" ")


def _cited(piece: Piece) -> str:
    if piece.kind == "citation" and _KEY.fullmatch(piece.source):
        return f'#cite(label("{piece.source}"), form: "prose")'
    return typst_escape(unbroken(_WRITE(compose(piece))))


def _parenthesized(citations: re.Match[str]) -> str:
    """Citations next to each other, which bring their own brackets."""
    return " ".join(f"#cite({key})" for key in re.findall(r'label\("[a-z0-9]+"\)', citations[1]))
