"""What a notebook shows of tables and analyses: the writers register themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Writers = tuple[Callable[[Any], str], Callable[[Any], str]]
_WRITERS: dict[type, Writers] = {}


def show_in_notebooks(kind: type, html: Callable[[Any], str], markdown: Callable[[Any], str]) -> None:
    """Register what notebooks show of the objects of a class, as HTML and as Markdown."""
    _WRITERS[kind] = html, markdown


class Displayed:
    """Shows itself in a notebook; as plain text where no writer is loaded."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        return _WRITERS[type(self)][0](self) if type(self) in _WRITERS else None

    def _repr_markdown_(self) -> str | None:
        """What a notebook shows that shows Markdown."""
        return _WRITERS[type(self)][1](self) if type(self) in _WRITERS else None
