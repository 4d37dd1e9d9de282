"""Text in Markdown."""

from __future__ import annotations

import re

from markupsafe import Markup

from rankpress.wording.text import Prose, Text, Writing, compose, pieces

_BLANKS = re.compile(r"[ \t\r\n\v\f]+")
# A dollar begins mathematics on GitHub even after a backslash.
_DOLLAR = "&#36;"
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&#$]|:(?=//)|(?<=www)\.")
# At its beginning a text would be an item of a list, a rule, or the line under a heading.
_BEGINS = re.compile(r"[-+=]|\d+[.)](?=\s|$)")


def markdown_escape(text: Prose) -> str:
    """Escape a finished text, once."""
    if isinstance(text, str):  # as most cells are
        line: Prose = _BLANKS.sub(" ", text)
    else:
        line = compose(*(piece._replace(shown=_BLANKS.sub(" ", piece.shown)) for piece in pieces(text)))
    written = _SPECIAL.sub(lambda special: _DOLLAR if special[0] == "$" else f"\\{special[0]}", _WRITE(line).strip(" "))
    begins = _BEGINS.match(written)
    return f"{written[: begins.end() - 1]}\\{written[begins.end() - 1 :]}" if begins else written


def markdown_text(value: object) -> Markup:
    """Escape what a template prints; Markdown that we made ourselves passes."""
    if isinstance(value, Markup):
        return value
    return Markup(markdown_escape(value if isinstance(value, Text) else str(value)))


_WRITE = Writing()
