r"""Marks inside a text: a citation, mathematics, or a name set apart, which each format sets in its own way.

A text with marks is a plain `str`, so that it can be joined into any sentence, table or caption. A mark stands between
code points that Unicode keeps for a program's own use; what it holds is checked where it is set, so that a text from
outside that holds such code points can do no more than cite or show a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    """A citation that a text may hold.

    Examples
    --------
    >>> plain(f"Friedman's test ({citation('friedman1937', 'Friedman 1937')})")
    "Friedman's test (Friedman 1937)"
    """
    return f"{_OPEN}c{key}{_BETWEEN}{label}{_CLOSE}"


def mathematics(tex: str, shown: str) -> str:
    r"""Mathematics that a text may hold, with its plain text.

    Examples
    --------
    >>> list(pieces(mathematics(r"\chi^2", "χ²") + " test"))[0]
    Piece(kind='mathematics', shown='χ²', source='\\chi^2')
    """
    return f"{_OPEN}m{tex}{_BETWEEN}{shown}{_CLOSE}"


def name_mark(name: str, brief: str = "") -> str:
    """A name that a sentence sets apart: it may read from right to left, or have a shorter form that is still its own.

    Examples
    --------
    >>> plain(f"{name_mark('a very long name', 'a…name')} leads.")
    'a very long name leads.'
    """
    return f"{_OPEN}n{brief}{_BETWEEN}{name}{_CLOSE}"


def without_names(text: str) -> str:
    """A text whose names are text like any other, for formats that know nothing else."""
    return _NAME.sub(r"\1", text) if _OPEN in text else text


def has_names(text: str) -> bool:
    """Whether a text holds a name set apart."""
    return f"{_OPEN}n" in text


def has_marks(text: str) -> bool:
    """Whether a text holds a mark."""
    return _OPEN in text


def pieces(text: str) -> Iterator[Piece]:
    """Divide a text into its plain parts and its marks, in order; none is empty."""
    start = 0
    for found in _MARK.finditer(text):
        if found.start() > start:
            yield Piece("text", text[start : found.start()])
        letter, source, shown = found.groups()
        yield Piece(_LETTERS[letter], shown, source)
        start = found.end()
    if start < len(text):
        yield Piece("text", text[start:])


def plain(text: str) -> str:
    """A text as it reads without marks: for CSV, figures, comments and widths."""
    return _MARK.sub(r"\3", text) if _OPEN in text else text


def without_citations(text: str) -> str:
    """A text whose citations are words, for what is set where there may be no list of references."""
    return "".join(
        mathematics(piece.source, piece.shown) if piece.kind == "mathematics" else piece.shown for piece in pieces(text)
    )
