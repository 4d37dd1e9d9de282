"""Sentences of report.html and report.pdf: a citation leads to the source in the list of references."""

from __future__ import annotations

from collections.abc import Collection

from markupsafe import Markup, escape

from rankpress.report.characters import Writing
from rankpress.report.inline import has_marks, pieces

_LINK = Markup('<a class="citation" href="#{}">{}</a>')


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
        return Markup().join(
            _LINK.format(reference_anchor(piece.source), self._write(piece.shown))
            if piece.kind == "citation" and piece.source in self._keys
            else escape(self._write(piece.shown))
            for piece in pieces(text)
        )
