"""Text as TeX sets it: signs that mean something to TeX made harmless."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

Escape = Callable[[str], str]

_SIGNS = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    **{sign: rf"\ensuremath{{{sign}}}" for sign in "<>|"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", '"': r"{\ttfamily\char34}",
    "`": r"\`{}", "–": "--", "—": "---", "…": r"\dots{}", "ß": r"\ss{}",
    "−": r"\ensuremath{-}", "×": r"\ensuremath{\times}", "±": r"\ensuremath{\pm}", "·": r"\ensuremath{\cdot}",
    "≤": r"\ensuremath{\leq}", "≥": r"\ensuremath{\geq}", "→": r"\ensuremath{\rightarrow}", "∞": r"\ensuremath{\infty}",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_DOTLESS = {"i": r"\i", "j": r"\j"}
_GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi pi rho sigma tau upsilon phi chi psi omega"
    .upper().split()
)  # fmt: skip
_GREEK_CAPITALS = frozenset("GAMMA DELTA THETA LAMDA XI PI SIGMA UPSILON PHI PSI OMEGA".split())  # unlike Latin ones


def escape_tex(text: str) -> str:
    r"""Text as TeX that shows it; characters that plain LaTeX has no command for as their code points."""
    return "".join(map(_escape_sign, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=1024)
def _escape_sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if " " <= sign <= "~":
        # An empty group keeps two of them from being joined into a dash, or into another sign.
        return f"{sign}{{}}" if sign in "-'`,?!" else sign
    decomposed = unicodedata.normalize("NFD", sign)
    letter, marks = decomposed[0], decomposed[1:]
    greek = _greek(letter)
    if greek and not marks:
        return rf"\ensuremath{{{greek}}}"
    if greek and marks == "\u0301":
        return rf"\ensuremath{{\acute{{{greek}}}}}"
    if marks in _ACCENTS and letter.isascii() and letter.isalpha():
        return rf"\{_ACCENTS[marks]}{{{_DOTLESS.get(letter, letter)}}}"
    return f"U+{ord(sign):04X}"


def _greek(letter: str) -> str:
    """Return the command for a Greek letter, empty if there is none."""
    script, _, name = unicodedata.name(letter, "").partition(" LETTER ")
    if script == "GREEK SMALL" and name in _GREEK:
        return f"\\{name.lower().replace('lamda', 'lambda')}"
    if script == "GREEK CAPITAL" and name in _GREEK_CAPITALS:
        return f"\\{name.capitalize().replace('Lamda', 'Lambda')}"
    return ""
