r"""What pdfLaTeX with its default fonts (OT1) has for each character, so that names and sentences come out as written.

Every replacement is plain ASCII that the LaTeX kernel knows by itself: no package, no font encoding, no input encoding.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

SPECIALS: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # in OT1 these four are other glyphs, and " is active with some languages of babel
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    '"': r"{\ttfamily\char34}",
    "`": r"\`{}",
    # after a row's \\ both would be taken for its argument
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}

WHITE: Mapping[str, str] = {
    **dict.fromkeys("\n\r\t\v\f\x85\u2028\u2029", " "),
    "\u00a0": r"\nobreakspace{}",
    "\u202f": r"\,",
    **dict.fromkeys("\u2009\u200a\u2008", r"\,"),
    "\u2007": r"\phantom{0}",
}

LETTERS: Mapping[str, str] = {
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "å": r"\aa{}",
    "Å": r"\AA{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "\N{LATIN SMALL LETTER DOTLESS I}": r"\i{}",
    "ȷ": r"\j{}",
}

PUNCTUATION: Mapping[str, str] = {
    "\N{EN DASH}": r"\textendash{}",
    "\N{EM DASH}": r"\textemdash{}",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": r"\mbox{-}",
    "\N{LEFT SINGLE QUOTATION MARK}": r"\textquoteleft{}",
    "\N{RIGHT SINGLE QUOTATION MARK}": r"\textquoteright{}",
    "\N{LEFT DOUBLE QUOTATION MARK}": r"\textquotedblleft{}",
    "\N{RIGHT DOUBLE QUOTATION MARK}": r"\textquotedblright{}",
    "\N{SINGLE LOW-9 QUOTATION MARK}": "{,}",
    "\N{DOUBLE LOW-9 QUOTATION MARK}": "{,}{,}",
    "…": r"\dots{}",
    "¡": r"\textexclamdown{}",
    "¿": r"\textquestiondown{}",
    "•": r"\textbullet{}",
    "·": r"\textperiodcentered{}",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "§": r"\S{}",
    "¶": r"\P{}",
    "©": r"\copyright{}",
    "®": r"\textregistered{}",
    "™": r"\texttrademark{}",
    "£": r"\pounds{}",
}

# fmt: off
_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota",
    "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "finalsigma",
    "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)
# fmt: on
_AS_LATIN = {
    "Alpha": "A",
    "Beta": "B",
    "Epsilon": "E",
    "Zeta": "Z",
    "Eta": "H",
    "Iota": "I",
    "Kappa": "K",
    "Mu": "M",
    "Nu": "N",
    "Omicron": "O",
    "Rho": "P",
    "Tau": "T",
    "Chi": "X",
}

_RAISED, _RAISED_SIGNS = (
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
    "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
)
_LOWERED, _LOWERED_SIGNS = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx"

_MATH = {
    "\N{MINUS SIGN}": "-",
    "×": r"\times",
    "÷": r"\div",
    "±": r"\pm",
    "∓": r"\mp",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "\N{TILDE OPERATOR}": r"\sim",
    "∝": r"\propto",
    "≪": r"\ll",
    "≫": r"\gg",
    "«": r"\ll",
    "»": r"\gg",
    "∞": r"\infty",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "←": r"\leftarrow",
    "→": r"\rightarrow",
    "↔": r"\leftrightarrow",
    "⇐": r"\Leftarrow",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "√": r"\surd",
    "\N{N-ARY SUMMATION}": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "\N{LOGICAL OR}": r"\vee",
    "∩": r"\cap",
    "\N{UNION}": r"\cup",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "⊃": r"\supset",
    "∈": r"\in",
    "∅": r"\emptyset",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "∘": r"\circ",
    "★": r"\star",
    "\N{ASTERISK OPERATOR}": r"\ast",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "‖": r"\Vert",
    "\N{SCRIPT SMALL L}": r"\ell",
    "°": r"^{\circ}",
    "\N{PRIME}": r"^{\prime}",
    "″": r"^{\prime\prime}",
    "ª": r"^{\mathrm{a}}",
    "º": r"^{\mathrm{o}}",
    "½": r"\frac{1}{2}",
    "¼": r"\frac{1}{4}",
    "¾": r"\frac{3}{4}",
    "µ": r"\mu",
    "ϵ": r"\epsilon",
    "ϕ": r"\phi",
    "ϑ": r"\vartheta",
    "ħ": r"\hbar",
    "\N{DOWN TACK}": r"\top",
    "⊥": r"\perp",
    "∠": r"\angle",
    "⋅": r"\cdot",
    "⋯": r"\cdots",
    "≅": r"\cong",
    "≃": r"\simeq",
    "∥": r"\parallel",
    "\N{DIVIDES}": r"\mid",
    "\N{SET MINUS}": r"\setminus",
    "∋": r"\ni",
    "⊇": r"\supseteq",
    "↦": r"\mapsto",
    "ℏ": r"\hbar",
    "ϖ": r"\varpi",
    "\N{GREEK RHO SYMBOL}": r"\varrho",
    "\N{GREEK UPSILON WITH HOOK SYMBOL}": r"\Upsilon",
    "℘": r"\wp",
    "\N{BLACK-LETTER CAPITAL R}": r"\Re",
    "\N{BLACK-LETTER CAPITAL I}": r"\Im",
    "ℵ": r"\aleph",
    **{unicodedata.lookup(f"SCRIPT CAPITAL {letter}"): rf"\mathcal{{{letter}}}" for letter in "BEFHILMR"},
    **{mark: f"^{{{sign}}}" for mark, sign in zip(_RAISED, _RAISED_SIGNS, strict=True)},
    **{mark: f"_{{{sign}}}" for mark, sign in zip(_LOWERED, _LOWERED_SIGNS, strict=True)},
    **{mark: rf"^{{\{name}}}" for mark, name in zip("ᵝᵞᵟᵡ", ("beta", "gamma", "delta", "chi"), strict=True)},
    **{mark: rf"_{{\{name}}}" for mark, name in zip("ᵦᵧᵨᵪ", ("beta", "gamma", "rho", "chi"), strict=True)},
}

# The accents of OT1 by combining character, above the letter and below it.
_ABOVE = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
}
_BELOW = {"\u0323": "d", "\u0327": "c", "\u0331": "b"}
_ABOVE_GREEK = {"\u0300": "grave", "\u0301": "acute", "\u0308": "ddot"}


def _greek() -> dict[str, str]:
    """The 24 letters, both cases, in math; those that look like Latin capitals as these."""
    small = {chr(0x3B1 + place): rf"\{name}" for place, name in enumerate(_GREEK)}
    small |= {"\N{GREEK SMALL LETTER OMICRON}": "o", "ς": r"\varsigma", "ε": r"\varepsilon", "φ": r"\varphi"}
    names = [name.capitalize() for name in _GREEK]
    capitals = {
        chr(0x391 + place): rf"\mathrm{{{_AS_LATIN[name]}}}" if name in _AS_LATIN else rf"\{name}"
        for place, name in enumerate(names)
        if name != "Finalsigma"
    }
    return small | capitals


GREEK: Mapping[str, str] = _greek()
KNOWN: Mapping[str, str] = {
    **SPECIALS,
    **WHITE,
    **LETTERS,
    **PUNCTUATION,
    **{sign: rf"\ensuremath{{{command}}}" for sign, command in {**_MATH, **GREEK}.items()},
}
COMBINING = frozenset([*_ABOVE, *_BELOW])


def accented(cluster: str) -> str | None:
    """Return LaTeX for a letter with accents.

    Parameters
    ----------
    cluster : str
        A letter and the combining characters after it, in decomposed form.

    Returns
    -------
    str or None
        None where OT1 has no such accent, or cannot pile them up.
    """
    letter, marks = cluster[0], cluster[1:]
    if letter in GREEK:
        name = _ABOVE_GREEK.get(marks)
        return None if name is None else rf"\ensuremath{{\{name}{{{GREEK[letter]}}}}}"
    if not (letter.isascii() and letter.isalpha()):
        return None
    above = [mark for mark in marks if mark in _ABOVE]
    below = [mark for mark in marks if mark in _BELOW]
    # \accent takes a single character, so nothing can stand on top of an accent
    if len(above) + len(below) != len(marks) or len(above) > 1 or len(below) > 1:
        return None
    inner = letter
    if above:
        dotless = rf"\{letter}" if letter in "ij" else letter
        inner = rf"\{_ABOVE[above[0]]}{{{dotless}}}"
    return rf"\{_BELOW[below[0]]}{{{inner}}}" if below else inner


def decomposed(character: str) -> str:
    """A character as a letter and its combining accents; itself where it has none."""
    return unicodedata.normalize("NFD", character)
