r"""Marks inside a text as LaTeX: mathematics, and citations as \citet, or \citep in parentheses of their own.

The commands of citations are natbib's; the templates give them to documents without natbib.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rankpress.mathematics import is_mathematics
from rankpress.report.inline import Piece, has_marks, pieces, without_names

_KEY = re.compile("[a-z0-9]+")
_IN_PARENTHESES = re.compile(r"( ?)\((\\citet\{[a-z0-9]+\}(?:; \\citet\{[a-z0-9]+\})*)\)")


def set_marks(text: str, set_text: Callable[[str], str]) -> str:
    r"""Set a text that may hold marks.

    Parameters
    ----------
    text : str
        The text.
    set_text : callable
        Escapes what is not a mark.

    Returns
    -------
    str
        LaTeX. A mark whose source is not what it should be is set as the text that it shows.

    Examples
    --------
    >>> from rankpress.report.inline import citation
    >>> print(set_marks(f"Friedman's test ({citation('friedman1937', 'Friedman 1937')}).", str))
    Friedman's test~\citep{friedman1937}.
    """
    text = without_names(text)
    if not has_marks(text):
        return set_text(text)
    return _IN_PARENTHESES.sub(_parenthesized, "".join(_set(piece, set_text) for piece in pieces(text)))


def _set(piece: Piece, set_text: Callable[[str], str]) -> str:
    if piece.kind == "citation" and _KEY.fullmatch(piece.source):
        return rf"\citet{{{piece.source}}}"
    if piece.kind == "mathematics" and is_mathematics(piece.source):
        return rf"\ensuremath{{{piece.source}}}"
    return set_text(piece.shown)


def _parenthesized(citations: re.Match[str]) -> str:
    r"""One \citep, which brings its own brackets."""
    space, several = citations.groups()
    return rf"{'~' if space else ''}\citep{{{','.join(re.findall(r'{([a-z0-9]+)}', several))}}}"
