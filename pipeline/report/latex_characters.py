"""How LaTeX shows the characters of some tables, for the script of report.html, which copies a table as LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from rankpress.report.escaping import latex_escape, unknown_to_latex
from rankpress.report.inline import has_marks, plain
from rankpress.report.table import Table

# A character with the accents that follow it, as the script divides a text.
_CHARACTER = re.compile("[^\u0300-\u036f]?[\u0300-\u036f]*", re.DOTALL)
_ADDED = "\N{THIN SPACE}"  # by the page, where it shows code points


def latex_characters(tables: Iterable[Table]) -> Mapping[str, str]:
    r"""Tell the characters that LaTeX shows by something else than themselves.

    Parameters
    ----------
    tables : iterable of Table
        Whose titles, heads and cells are looked through.

    Returns
    -------
    mapping of str to str
        LaTeX by character, each with its accents.

    Examples
    --------
    >>> from rankpress.report.table import Cell
    >>> table = Table("t", "m", "T", "C", ((Cell("a_b ≤"),),), ((Cell("50%"),),), ("left",))
    >>> latex_characters([table])
    {'%': '\\%', '_': '\\_', '\u2009': '\\,', '≤': '\\ensuremath{\\le}'}
    """
    # most texts are made of the same few characters, so those are divided once
    texts = "\n".join(dict.fromkeys(chain.from_iterable(map(_texts, tables))))
    found = set(_CHARACTER.findall(unicodedata.normalize("NFC", texts))) if not texts.isascii() else set(texts)
    told = {character: latex_escape(character) for character in sorted({*found, _ADDED} - {"", "\n"})}
    return {character: latex for character, latex in told.items() if latex != character}


def _texts(table: Table) -> Iterator[str]:
    yield table.title
    for row in chain(table.head, table.rows):
        for cell in row:
            yield plain(cell.text)


def shown_by_latex(name: str) -> str:
    """A name with code points where LaTeX has no glyph, as it is then as long as it is set.

    Examples
    --------
    >>> shown_by_latex("tree \N{DECIDUOUS TREE}\N{TEST TUBE}"), shown_by_latex("naïve")
    ('tree U+1F333 U+1F9EA', 'naïve')
    """
    unknown = frozenset() if has_marks(name) else frozenset(unknown_to_latex(name))
    if not unknown:
        return name
    return " ".join("".join(f" U+{ord(one):04X} " if one in unknown else one for one in name).split())
