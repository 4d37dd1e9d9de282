"""Text in Markdown."""

from __future__ import annotations

import re

from markupsafe import Markup

from rankpress.core.text import Prose, Text, Writing, compose, pieces

_BLANKS = re.compile(r"[ \t\r\n\v\f]+")
# A dollar begins mathematics on GitHub even after a backslash.
_DOLLAR = "&#36;"
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&#$]|:(?=//)|(?<=www)\.")
# At its beginning a text would be an item of a list, a rule, or the line under a heading.
_BEGINS = re.compile(r"[-+=]|\d+[.)](?=\s|$)")


def markdown_escape(text: Prose) -> str:
    """Escape a finished text, once."""
    line = compose(*(piece._replace(shown=_BLANKS.sub(" ", piece.shown)) for piece in pieces(text)))
    written = _SPECIAL.sub(lambda result: _DOLLAR if result[0] == "$" else f"\\{result[0]}", _WRITE(line).strip(" "))
    return _BEGINS.sub(_escaped_end, written, count=1) if _BEGINS.match(written) else written


def markdown_text(value: object) -> Markup:
    """Escape what a template prints; Markdown that we made ourselves passes."""
    return (
        value
        if isinstance(value, Markup)
        else Markup(markdown_escape(value if isinstance(value, Text) else str(value)))
    )


def _escaped_end(result: re.Match[str]) -> str:
    return f"{result[0][:-1]}\\{result[0][-1]}"


_WRITE = Writing()
