"""Characters that cannot be shown as they are, told by their code points."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from rankpress.report.inline import plain

# These turn the direction of all text after them, so that a name could hide what its sentence says.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
BLANK = frozenset("\t\n\r")

EDGE = "\x00"  # of a code point; in the text itself it is one
_TOUCHING = re.compile(rf"(?<=\w){EDGE}+(?=\w)")


def is_writable(character: str) -> bool:
    """Return whether a character may stand in a document: no control, no half of a pair, no turn of direction."""
    if character in BLANK:
        return True
    if 0xFDD0 <= ord(character) <= 0xFDEF or ord(character) & 0xFFFE == 0xFFFE:  # no characters, and never will be
        return False
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in TURNING


def code_point(character: str) -> str:
    """A character as its code point, with edges by which a format keeps it from what is beside it."""
    return f"{EDGE}U+{ord(character):04X}{EDGE}"


class Writing:
    """How a format writes text: a character that it cannot show is its code point, as in U+1F600.

    Parameters
    ----------
    can_show : callable
        Says of a character whether it can be shown.
    """

    def __init__(self, can_show: Callable[[str], bool] = is_writable) -> None:
        self._known = _CodePoints(can_show)

    def __call__(self, text: str) -> str:
        """Return a text as it is written: marks as what they show, code points kept from the letters beside them."""
        written = plain(text).translate(self._known)
        return _TOUCHING.sub("\N{THIN SPACE}", written).replace(EDGE, "") if EDGE in written else written


class _CodePoints(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters are met."""

    def __init__(self, can_show: Callable[[str], bool]) -> None:
        super().__init__()
        self._can_show = can_show

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if self._can_show(character) else code_point(character)
        return self[code]
