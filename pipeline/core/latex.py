"""Text in LaTeX: escaping, the glyphs that LaTeX has, and inline marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from rankpress.core.mathematics import is_mathematics
from rankpress.core.table import Table
from rankpress.core.written_names import is_written_name, set_name
from rankpress.wording.text import EDGE, Piece, Prose, code_point, is_writable, pieces, plain, without_names

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


def _commands(table: str) -> dict[str, str]:
    """Read characters and the names of their commands, in turn."""
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


WHITE: Mapping[str, str] = {
    **dict.fromkeys("\n\r\t\v\f\x85\u2028\u2029", " "),
    "\u00a0": r"\nobreakspace{}",
    "\u202f": r"\,",
    **dict.fromkeys("\u2009\u200a\u2008", r"\,"),
    "\u2007": r"\phantom{0}",
}

LETTERS: Mapping[str, str] = {
    letter: rf"\{name}{{}}"
    for letter, name in _commands(
        "ß ss æ ae Æ AE œ oe Œ OE ø o Ø O å aa Å AA ł l Ł L \N{LATIN SMALL LETTER DOTLESS I} i ȷ j"
    ).items()
}

PUNCTUATION: Mapping[str, str] = {
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": r"\mbox{-}",
    "\N{SINGLE LOW-9 QUOTATION MARK}": "{,}",
    "\N{DOUBLE LOW-9 QUOTATION MARK}": "{,}{,}",
    **{
        sign: rf"\{name}{{}}"
        for sign, name in _commands(
            "\N{EN DASH} textendash \N{EM DASH} textemdash"
            " \N{LEFT SINGLE QUOTATION MARK} textquoteleft \N{RIGHT SINGLE QUOTATION MARK} textquoteright"
            " \N{LEFT DOUBLE QUOTATION MARK} textquotedblleft \N{RIGHT DOUBLE QUOTATION MARK} textquotedblright"
            " … dots ¡ textexclamdown ¿ textquestiondown"
            " © copyright ® textregistered ™ texttrademark £ pounds"
        ).items()
    },
}

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho finalsigma sigma tau"
    " upsilon phi chi psi omega"
).split()
_AS_LATIN = _commands("Alpha A Beta B Epsilon E Zeta Z Eta H Iota I Kappa K Mu M Nu N Omicron O Rho P Tau T Chi X")

_RAISED, _RAISED_SIGNS = (
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
    "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
)
_LOWERED, _LOWERED_SIGNS = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx"

_MATH_COMMANDS = _commands(
    # in text these would come from TS1 fonts, which without cm-super are bitmaps (Type 3)
    "† dagger ‡ ddagger § mathsection ¶ mathparagraph • bullet · cdot"
    " × times ÷ div ± pm ∓ mp ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv \N{TILDE OPERATOR} sim ∝ propto ≪ ll ≫ gg « ll » gg"
    " ∞ infty ↑ uparrow ↓ downarrow ← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow"
    " ⇔ Leftrightarrow √ surd \N{N-ARY SUMMATION} sum ∏ prod ∫ int ∂ partial ∇ nabla ∀ forall ∃ exists ¬ neg ∧ wedge"
    " \N{LOGICAL OR} vee ∩ cap \N{UNION} cup ⊂ subset ⊆ subseteq ⊃ supset ∈ in ∅ emptyset ⊕ oplus ⊗ otimes ∘ circ"
    " ★ star \N{ASTERISK OPERATOR} ast ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ‖ Vert"
    " \N{SCRIPT SMALL L} ell µ mu ϵ epsilon ϕ phi ϑ vartheta ħ hbar \N{DOWN TACK} top ⊥ perp ∠ angle ⋅ cdot ⋯ cdots"
    " ≅ cong ≃ simeq ∥ parallel \N{DIVIDES} mid \N{SET MINUS} setminus ∋ ni ⊇ supseteq ↦ mapsto ℏ hbar ϖ varpi"
    " \N{GREEK RHO SYMBOL} varrho \N{GREEK UPSILON WITH HOOK SYMBOL} Upsilon ℘ wp \N{BLACK-LETTER CAPITAL R} Re"
    " \N{BLACK-LETTER CAPITAL I} Im ℵ aleph"
)
_MATH = {
    "\N{MINUS SIGN}": "-",
    **{sign: rf"\{name}" for sign, name in _MATH_COMMANDS.items()},
    "°": r"^{\circ}",
    "\N{PRIME}": r"^{\prime}",
    "″": r"^{\prime\prime}",
    "ª": r"^{\mathrm{a}}",
    "º": r"^{\mathrm{o}}",
    **{sign: rf"\frac{{{above}}}{{{below}}}" for sign, above, below in ("½12", "¼14", "¾34")},
    **{unicodedata.lookup(f"SCRIPT CAPITAL {letter}"): rf"\mathcal{{{letter}}}" for letter in "BEFHILMR"},
    **{mark: f"^{{{sign}}}" for mark, sign in zip(_RAISED, _RAISED_SIGNS, strict=True)},
    **{mark: f"_{{{sign}}}" for mark, sign in zip(_LOWERED, _LOWERED_SIGNS, strict=True)},
    **{mark: rf"^{{\{name}}}" for mark, name in _commands("ᵝ beta ᵞ gamma ᵟ delta ᵡ chi").items()},
    **{mark: rf"_{{\{name}}}" for mark, name in _commands("ᵦ beta ᵧ gamma ᵨ rho ᵪ chi").items()},
}

# The accents of OT1 by combining character, above the letter and below it.
_ABOVE = dict(zip("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c", "`'^~=u.\"rHv", strict=True))
_BELOW = {"\u0323": "d", "\u0327": "c", "\u0331": "b"}
_ABOVE_GREEK = {"\u0300": "grave", "\u0301": "acute", "\u0308": "ddot"}


def _greek() -> dict[str, str]:
    """Return the 24 letters, both cases, in math; those that look like Latin capitals as these."""
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
    """Return LaTeX for a letter with accents."""
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
    """Return a character as a letter and its combining accents; itself where it has none."""
    return unicodedata.normalize("NFD", character)


# Characters that stand for themselves, and pairs of them that TeX would join into another glyph.
_PLAIN = re.compile(r"[A-Za-z0-9 .,;:!?'()+=/@-]*")
_JOINED = re.compile(r"([-',])(?=\1)")
_TOUCHING = re.compile(f"(?<=[A-Za-z0-9]){EDGE}+(?=[A-Za-z0-9])")


# Two names may part at the end of a line, as they may at a hyphen.
_BETWEEN_NAMES = re.compile(r"(?<=\w)\\textendash\{\}(?=\w)")


@lru_cache(maxsize=65536)
def latex_escape(text: str) -> str:
    """Escape a finished text, once."""
    if _PLAIN.fullmatch(text) and not _JOINED.search(text):
        return text
    clusters = _clusters(unicodedata.normalize("NFC", text))
    escaped = _separated("".join(_escaping_set(cluster) for cluster in clusters))
    return _BETWEEN_NAMES.sub(r"\\textendash\\allowbreak{}", escaped)


def unknown_to_latex(text: str) -> list[str]:
    """Return the characters of a text that LaTeX shows by their code points."""
    if text.isascii() and text.isprintable():
        return []
    clusters = _clusters(unicodedata.normalize("NFC", text))
    return [
        character
        for cluster in clusters
        if EDGE in _escaping_set(cluster)
        for character in cluster
        if EDGE in _escaping_set(character)
    ]


def comment_text(text: str) -> str:
    """Return a text that stays in a LaTeX comment: one line of printable ASCII."""
    characters = text.replace("\N{EN DASH}", "-")
    return "".join(c if " " <= c <= "~" else " " if c.isspace() else f"U+{ord(c):04X}" for c in characters)


def _clusters(text: str) -> list[str]:
    """Split into characters, combining accents kept with the letter before them."""
    clusters: list[str] = []
    for character in text:
        if character in COMBINING and clusters:
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _escaping_set(cluster: str) -> str:
    if len(cluster) == 1 and (cluster in KNOWN or _PLAIN.fullmatch(cluster)):
        return KNOWN.get(cluster, cluster)
    accents = decomposed(cluster)
    combined = accented(accents) if len(accents) > 1 else None
    if combined is not None:
        return combined
    return "".join(
        KNOWN.get(character) or (character if _PLAIN.fullmatch(character) else code_point(character))
        for character in cluster
    )


def _separated(text: str) -> str:
    """Keep TeX from joining dashes, quotes and commas, and code points from running into what is next to them."""
    text = _JOINED.sub(r"\1{}", text)
    return _TOUCHING.sub(r"\\,", text).replace(EDGE, "")


# A character with the accents that follow it, as the script divides a text.
_CHARACTER = re.compile("[^\u0300-\u036f]?[\u0300-\u036f]*", re.DOTALL)
_ADDED = "\N{THIN SPACE}"  # by the page, where it shows code points


def latex_characters(tables: Iterable[Table]) -> Mapping[str, str]:
    r"""Report the characters that LaTeX shows by something else than themselves.

    >>> from rankpress.core.table import Cell
    >>> table = Table("t", "m", "T", "C", ((Cell("a_b ≤"),),), ((Cell("50%"),),), ("left",))
    >>> latex_characters([table])
    {'%': '\\%', '_': '\\_', '\u2009': '\\,', '≤': '\\ensuremath{\\le}'}
    """
    # most texts are made of the same few characters, so those are divided once
    texts = "\n".join(dict.fromkeys(chain.from_iterable(map(_texts, tables))))
    characters = set(_CHARACTER.findall(unicodedata.normalize("NFC", texts))) if not texts.isascii() else set(texts)
    escapes = {character: latex_escape(character) for character in sorted({*characters, _ADDED} - {"", "\n"})}
    # what LaTeX's own fonts lack stays: the paper that it is copied into may have a font that has it
    retained = {character for character in escapes if all(map(is_writable, character)) and unknown_to_latex(character)}
    return {
        character: latex for character, latex in escapes.items() if latex != character and character not in retained
    }


def _texts(table: Table) -> Iterator[str]:
    yield plain(table.title)
    yield from map(plain, table.notes)
    for row in chain(table.head, table.rows):
        for cell in row:
            yield plain(cell.text)


def unknown_to_latex_fonts(name: Prose) -> Iterator[str]:
    """Yield the characters of a name that LaTeX has no sign for."""
    for piece in pieces(without_names(name)):
        if piece.kind == "text":
            yield from unknown_to_latex(piece.shown)


def has_signs(name: Prose) -> bool:
    """Return whether LaTeX has signs for all characters of a name."""
    return not any(unknown_to_latex_fonts(name))


_KEY = re.compile("[a-z0-9]+")
_IN_PARENTHESES = re.compile(r"( ?)\((\\citet\{[a-z0-9]+\}(?:; \\citet\{[a-z0-9]+\})*)\)")


def set_pieces(text: Prose, set_text: Callable[[str], str]) -> str:
    """Set a text piece by piece."""
    text = text if isinstance(text, str) else without_names(text)
    if isinstance(text, str):
        return set_text(text)
    return _IN_PARENTHESES.sub(_parenthesized, "".join(_inline_set(piece, set_text) for piece in pieces(text)))


def _inline_set(piece: Piece, set_text: Callable[[str], str]) -> str:
    if piece.kind == "citation" and _KEY.fullmatch(piece.source):
        return rf"\citet{{{piece.source}}}"
    if piece.kind == "mathematics" and is_mathematics(piece.source):
        return rf"\ensuremath{{{piece.source}}}"
    if piece.kind == "latex" and is_written_name(piece.source):
        return set_name(piece.source, latex_escape)
    return set_text(piece.shown)


def _parenthesized(citations: re.Match[str]) -> str:
    r"""One \citep, which brings its own brackets."""
    space, several = citations.groups()
    return rf"{'~' if space else ''}\citep{{{','.join(re.findall(r'{([a-z0-9]+)}', several))}}}"
