"""Sentences of report.html and report.pdf: citations lead to the list of references, long names lose their middle."""

from __future__ import annotations

from collections.abc import Collection

from markupsafe import Markup, escape

from rankpress.report.characters import Writing
from rankpress.report.inline import Piece, has_marks, name_mark, pieces

_LINK = Markup('<a class="citation" href="#{}">{}</a>')

# Tables have the whole name; on screen it is shown where the pointer rests.
_BRIEF = Markup('<span class="brief" title="{}">{}</span>')


def reference_anchor(key: str) -> str:
    """The identifier of a source in the list of references."""
    return f"reference-{key}"


class LinkedText:
    """How a format writes sentences.

    Parameters
    ----------
    write : Writing
        Writes a text without marks.
    keys : collection of str
        Of the sources in the list of references; a citation of any other is text.

    Examples
    --------
    >>> from rankpress.report.inline import citation
    >>> print(LinkedText(Writing(), {"hsu1996"})(f"after {citation('hsu1996', 'Hsu 1996')}"))
    after <a class="citation" href="#reference-hsu1996">Hsu 1996</a>
    """

    def __init__(self, write: Writing, keys: Collection[str]) -> None:
        self._write = write
        self._keys = keys

    def __call__(self, text: str) -> str:
        """Return a text as it is written: markup where it holds a citation."""
        if not has_marks(text):
            return self._write(text)
        return Markup().join(map(self._set, pieces(text)))

    def _set(self, piece: Piece) -> Markup:
        if piece.kind == "citation" and piece.source in self._keys:
            return _LINK.format(reference_anchor(piece.source), self._write(piece.shown))
        if piece.kind != "name":
            return escape(self._write(piece.shown))
        whole, brief = (self._write(name_mark(name)) for name in (piece.shown, piece.source))
        return _BRIEF.format(whole, brief) if ends_of(piece) else escape(whole)


def ends_of(piece: Piece) -> tuple[str, str] | None:
    """The beginning and the end of a name that are left in its shorter form.

    Parameters
    ----------
    piece : Piece
        A name that is set apart.

    Returns
    -------
    (str, str) or None
        None where it has no shorter form, or what a text from outside would have for one.
    """
    before, ellipsis, after = piece.source.partition("…")
    is_one = ellipsis and piece.shown.startswith(before) and piece.shown.endswith(after)
    return (before, after) if is_one and len(before) + len(after) < len(piece.shown) else None
