"""How mathematics is told in Unicode on one line: scripts, accents, fractions and roots."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_HIGH = "*†‡⋆\N{PRIME}\N{ASTERISK OPERATOR}\N{DOWN TACK}"  # these stand high as they are
# Where unicodeit has no sign, or a Chinese or Korean one, or leaves a brace.
_OF_OUR_OWN = {"\\langle": "⟨", "\\rangle": "⟩", "^V": "ⱽ", "\\mathcal{I}": "\N{SCRIPT CAPITAL I}"}
COMBINING = {
    "hat": "\u0302",
    "tilde": "\u0303",
    "bar": "\u0304",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "acute": "\u0301",
    "grave": "\u0300",
    "check": "\u030c",
    "breve": "\u0306",
}


def spaced(parts: Iterator[str]) -> str:
    """Parts in a row; a blank, which TeX passes over, is kept beside operators and relations, which TeX sets apart."""
    shown = ""
    wanted = False
    for part in parts:
        if part == " ":
            wanted = bool(shown)
            continue
        if wanted and part and (_stands_apart(shown[-1]) or _stands_apart(part[0])):
            shown += " "
        shown, wanted = shown + part, False
    return shown


def _stands_apart(sign: str) -> bool:
    return sign in ",;:" or (unicodedata.category(sign) == "Sm" and sign not in "∂∇∀∃¬∞√|")


def script(mark: str, shown: str) -> str:
    """Raised or lowered signs, where Unicode has all of them; else after ^ or _."""
    if mark == "^" and shown in (*_HIGH, "∘"):
        return shown.replace("∘", "°")
    moved = [sign_of(f"{mark}{sign}") for sign in shown]
    if all(len(one) == 1 for one in moved):
        return "".join(moved)
    return f"{mark}{shown}" if shown.isalnum() or len(shown) == 1 else f"{mark}({shown})"


def sign_of(tex: str) -> str:
    """The sign of a command, or of one raised or lowered sign; where there is none, what unicodeit leaves of it."""
    if tex in _OF_OUR_OWN:
        return _OF_OUR_OWN[tex]
    from unicodeit import replace  # loaded late: few studies have mathematics in their labels

    shown: str = replace(tex)
    return shown


def in_script(capitals: str) -> str:
    """Capital letters in script, where any font has them; else as they are."""
    signs = [sign_of(rf"\mathcal{{{sign}}}") for sign in capitals]
    return "".join(one if one < "\U00010000" else sign for one, sign in zip(signs, capitals, strict=True))


def under_accent(name: str, shown: str) -> str:
    """Signs, each under the accent that a command of this name puts there."""
    return unicodedata.normalize("NFC", "".join(sign + COMBINING[name] for sign in shown))


def fraction(above: str, below: str) -> str:
    """A fraction on one line, in parentheses what would otherwise be read together with its neighbours."""
    return f"{_whole(above)}/{_whole(below)}"


def root(shown: str) -> str:
    """A square root on one line."""
    return f"√{shown}" if len(shown) == 1 else f"√({shown})"


def _whole(shown: str) -> str:
    return shown if re.fullmatch(r"√?\w+|√\(.*\)", shown) else f"({shown})"
