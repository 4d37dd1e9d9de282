"""Terminals and files whose encoding lacks signs that results have, such as the code pages of Windows."""

from __future__ import annotations

import codecs

NAME = "rankpress.plain"
# What stands for signs of results; any other character is its code point.
_PLAIN = {
    "\N{GREEK SMALL LETTER ALPHA}": "alpha",
    "\N{GREEK SMALL LETTER CHI}": "chi",
    "\N{EN DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{SUPERSCRIPT TWO}": "^2",
    "\N{INFINITY}": "infinity",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{UPWARDS ARROW}": "^",
    "\N{DOWNWARDS ARROW}": "v",
    "\N{NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ",
}


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    replacements = (_PLAIN.get(one, one.encode("ascii", "backslashreplace").decode()) for one in characters)
    return "".join(replacements), error.end


codecs.register_error(NAME, _plain)
