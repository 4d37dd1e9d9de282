"""Markups whose tables are not read: by what they are known, and which command writes them as one that is read."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from rankpress.core.faults import Fault
from rankpress.sources.files import Origin


def _by_pandoc(form: str) -> Callable[[str, str], str]:
    return lambda path, stem: f"pandoc -f {form} -t gfm {path} -o {stem}.md && rankpress run {stem}.md"


@dataclass(frozen=True)
class _Markup:
    """A markup, what its tables look like, and the command that writes a file of it otherwise."""

    name: str
    sign: re.Pattern[str]
    command: Callable[[str, str], str]


_MARKUPS = (
    _Markup("MediaWiki", re.compile(r"^\{\|.*\n(?:.*\n)*?\|-", re.MULTILINE), _by_pandoc("mediawiki")),
    _Markup(
        "AsciiDoc",
        re.compile(r"^\|={3,}\s*$", re.MULTILINE),
        lambda path, stem: f"asciidoctor {path} -o {stem}.html && rankpress run {stem}.html",
    ),
    _Markup("Confluence or Jira", re.compile(r"^\|\|[^|\n]+\|\|.*\|\|\s*$", re.MULTILINE), _by_pandoc("jira")),
    _Markup("Textile", re.compile(r"^\|_[.<>=~^]", re.MULTILINE), _by_pandoc("textile")),
    _Markup("reStructuredText", re.compile(r"^\.\. (?:list|csv)-table::", re.MULTILINE), _by_pandoc("rst")),
)


def fault_of_markup(origin: Origin) -> Fault | None:
    """Return that a file holds a table in a markup that is not read, with the command that writes it otherwise."""
    beginning = origin.beginning.decode("utf-8", "ignore").replace("\r\n", "\n")
    markup = next((each for each in _MARKUPS if each.sign.search(beginning)), None)
    if markup is None:
        return None
    path = shlex.quote(str(origin.path))
    stem = shlex.quote(PurePath(origin.path).stem)
    return Fault(
        origin.place,
        f"the table is written in {markup.name}",
        "a table in CSV, Markdown, HTML or LaTeX",
        markup.command(path, stem),
    )
