"""Characters that cannot be shown as they are, told by their code points."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from rankpress.report.inline import has_names, pieces, plain

# These turn the direction of all text after them, so that a name could hide what its sentence says.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ISOLATE, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
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


def is_right_to_left(name: str) -> bool:
    """Whether a name has a letter that is written from right to left.

    Examples
    --------
    >>> is_right_to_left("kNN \N{HEBREW LETTER ALEF}"), is_right_to_left("kNN")
    (True, False)
    """
    return not name.isascii() and any(unicodedata.bidirectional(one) in ("R", "AL") for one in name)


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
        """Return a text as it is written: marks as what they show, code points kept from the letters beside them.

        A name that reads from right to left stands between characters that keep its direction to itself.
        """
        if has_names(text):
            written = "".join(
                self._isolated(piece.shown) if piece.kind == "name" else self._shown(piece.shown)
                for piece in pieces(text)
            )
        else:
            written = self._shown(plain(text))
        return _TOUCHING.sub("\N{THIN SPACE}", written).replace(EDGE, "") if EDGE in written else written

    def _isolated(self, name: str) -> str:
        shown = self._shown(name)
        return f"{_ISOLATE}{shown}{_POP}" if is_right_to_left(name) else shown

    def _shown(self, text: str) -> str:
        return text.translate(self._known)


class _CodePoints(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters are met."""

    def __init__(self, can_show: Callable[[str], bool]) -> None:
        super().__init__()
        self._can_show = can_show

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if self._can_show(character) else code_point(character)
        return self[code]
