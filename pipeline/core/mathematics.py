"""Mathematics in a label: the part of LaTeX that is allowed between dollars, and its Unicode form."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

from rankpress.wording.text import Prose, compose, mathematics

_HIGH = "*†‡⋆\N{PRIME}\N{ASTERISK OPERATOR}\N{DOWN TACK}"  # these stand high as they are
# Where unicodeit has no sign, or a Chinese or Korean one, or leaves a brace.
_OF_OUR_OWN = {"\\langle": "⟨", "\\rangle": "⟩", "^V": "ⱽ", "\\mathcal{I}": "\N{SCRIPT CAPITAL I}"}
_ACCENTS = "hat tilde bar vec dot ddot acute grave check breve".split()
COMBINING = dict(zip(_ACCENTS, "\u0302\u0303\u0304\u20d7\u0307\u0308\u0301\u0300\u030c\u0306", strict=True))


def spaced(parts: Iterator[str]) -> str:
    """Parts in a row; a blank, which TeX passes over, is kept next to operators and relations, which TeX sets apart."""
    written = ""
    requested = False
    for part in parts:
        if part == " ":
            requested = bool(written)
            continue
        if requested and part and (_stands_apart(written[-1]) or _stands_apart(part[0])):
            written += " "
        written, requested = written + part, False
    return written


def _stands_apart(sign: str) -> bool:
    return sign in ",;:" or (unicodedata.category(sign) == "Sm" and sign not in "∂∇∀∃¬∞√|")


def script(mark: str, characters: str) -> str:
    """Raised or lowered signs, where Unicode has all of them; else after ^ or _."""
    if mark == "^" and characters in (*_HIGH, "∘"):
        return characters.replace("∘", "°")
    moved = [sign_of(f"{mark}{sign}") for sign in characters]
    if all(len(character) == 1 for character in moved):
        return "".join(moved)
    return f"{mark}{characters}" if characters.isalnum() or len(characters) == 1 else f"{mark}({characters})"


def sign_of(tex: str) -> str:
    """The sign of a command, or of one raised or lowered sign; where there is none, what unicodeit leaves of it."""
    if tex in _OF_OUR_OWN:
        return _OF_OUR_OWN[tex]
    from unicodeit import replace  # loaded late: few studies have mathematics in their labels

    sign: str = replace(tex)
    return sign


def under_accent(name: str, base: str) -> str:
    """Signs, each under the accent that a command of this name puts there."""
    return unicodedata.normalize("NFC", "".join(sign + COMBINING[name] for sign in base))


def fraction(above: str, below: str) -> str:
    """Return a fraction on one line, in parentheses what would otherwise be read together with its neighbors."""
    return f"{_in_parentheses(above)}/{_in_parentheses(below)}"


def root(radicand: str) -> str:
    """Return a square root on one line."""
    return f"√{radicand}" if len(radicand) == 1 else f"√({radicand})"


def _in_parentheses(operand: str) -> str:
    return operand if re.fullmatch(r"√?\w+|√\(.*\)", operand) else f"({operand})"


_KEPT = "\N{NO-BREAK SPACE}"

_GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho"
    " sigma varsigma tau upsilon phi varphi chi psi omega"
    " Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
)
SYMBOLS = _GREEK | frozenset(
    "ell hbar Re Im aleph wp partial nabla infty emptyset prime top bot angle surd"
    " pm mp times div cdot ast star circ bullet oplus otimes cap cup wedge vee setminus"
    " le leq ge geq ne neq ll gg approx sim simeq cong equiv propto subset subseteq supset supseteq in ni"
    " mid parallel perp to rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow uparrow downarrow"
    " mapsto forall exists neg dagger ddagger langle rangle lfloor rfloor lceil rceil Vert"
    " sum prod int ldots cdots".split()
)
# These may follow ^ and _ without braces: they are single signs, and no package makes more of them.
ALONE = _GREEK | frozenset("ell infty prime circ ast star dagger ddagger top bot pm".split())
OPERATORS = frozenset("arg cos cosh det dim exp inf lim ln log max min Pr sin sinh sup tan tanh".split())
FONTS = frozenset("mathrm mathit mathsf mathtt mathbf mathcal".split())
SPACES = {",": _KEPT, ";": _KEPT, ":": _KEPT, "!": "", " ": _KEPT, "quad": _KEPT}
ESCAPED = {"{": "{", "}": "}", "%": "%", "#": "#", "&": "&", "_": "_", "|": "‖"}
LONGEST = 200  # characters between two dollars

_PLAIN = frozenset(string.ascii_letters + string.digits + "()[]+-=/,.:;!?|<>*'@")
_SIGNS = {"-": "\N{MINUS SIGN}", "'": "\N{PRIME}"}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


class WrongMathematics(ValueError):
    """What is between two dollars is not mathematics that a label may hold; the message says why."""


def with_mathematics(text: str) -> Prose:
    """Return a label with the mathematics between its dollars as pieces, which each format sets in its own way."""
    parts = text.split("$")
    if len(parts) % 2 == 0:
        raise WrongMathematics("a dollar without another one")
    return compose(*(mathematics(part, in_unicode(part)) if index % 2 else part for index, part in enumerate(parts)))


@lru_cache(maxsize=4096)
def in_unicode(tex: str) -> str:
    """Mathematics as text."""
    if len(tex) > LONGEST:
        raise WrongMathematics(f"more than {LONGEST} characters of mathematics")
    written = _Reader(tex).all()
    if not written.strip():
        raise WrongMathematics("nothing between two dollars")
    return written


def is_mathematics(tex: str) -> bool:
    """Return whether LaTeX is of the part that is taken, so that it may be set as mathematics."""
    try:
        in_unicode(tex)
    except WrongMathematics:
        return False
    return True


class _Reader:
    """Reads mathematics from its start to its end, and writes it as text."""

    def __init__(self, tex: str) -> None:
        self._tokens = _TOKEN.findall(tex)
        self._at = 0

    def all(self) -> str:
        """Everything there is."""
        return spaced(self._sequence(closing=False))

    def _next(self) -> str:
        """Return the next token, empty at the end."""
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._at += 1
        return token

    def _skip_blanks(self) -> None:
        while self._next().isspace():
            self._at += 1

    def _sequence(self, closing: bool) -> Iterator[str]:
        """Yield what there is up to a closing brace, or to the end."""
        while True:
            token = self._next()
            if token == "" or token == "}":
                if closing != (token == "}"):
                    raise WrongMathematics("a brace without another one")
                return
            if token.isspace():
                self._at += 1
                yield " "
            else:
                yield self._scripted()

    def _scripted(self) -> str:
        """One thing, with its subscript and superscript if it has such; LaTeX takes no second one of a kind."""
        base = "" if self._next() in ("^", "_") else self._element()
        there: set[str] = set()
        while True:
            mark = self._next()
            if mark.isspace():
                if self._after_blanks() not in ("^", "_", "'"):
                    return base
                self._skip_blanks()
            elif mark == "'":
                if "^" in there:
                    raise WrongMathematics("two superscripts of one thing")
                base += _SIGNS[self._take()]
            elif mark in ("^", "_"):
                if mark in there:
                    raise WrongMathematics(f"two {'super' if mark == '^' else 'sub'}scripts of one thing")
                there.add(self._take())
                base += script(mark, self._argument(f"nothing after {mark}"))
            else:
                return base

    def _after_blanks(self) -> str:
        return next((token for token in self._tokens[self._at :] if not token.isspace()), "")

    def _argument(self, missing: str, braced: bool = False) -> str:
        """Return a group in braces or, unless it must be one, a single sign."""
        self._skip_blanks()
        token = self._next()
        if token == "{":
            return self._group()
        is_sign = token in _PLAIN and token != "'"
        if braced or not (is_sign or (token.startswith("\\") and token[1:] in ALONE)):
            raise WrongMathematics(missing)
        return self._element()

    def _group(self) -> str:
        self._at += 1
        content = spaced(self._sequence(closing=True))
        self._at += 1
        return content

    def _element(self) -> str:
        token = self._next()
        if token == "{":
            return self._group()
        self._at += 1
        if token.startswith("\\"):
            return self._command(token[1:])
        if token not in _PLAIN:
            raise WrongMathematics(f"{token!r} is not taken" + ("" if token.isascii() else "; write its command"))
        return _SIGNS.get(token, token)

    def _command(self, name: str) -> str:
        if name in SYMBOLS:
            return sign_of(f"\\{name}")
        if name in OPERATORS:
            after = self._after_blanks()
            return f"{name} " if after[:1].isalnum() or after[:1] == "\\" else name
        if name in SPACES:
            return SPACES[name]
        if name in ESCAPED:
            return ESCAPED[name]
        form = _FORMS.get(name)
        if form is None:
            raise WrongMathematics(f"the command \\{name} is not taken")
        count, written = form
        arguments = [self._argument(f"\\{name} without braces after it", braced=True) for _ in range(count)]
        return written(name, *arguments)


def _in_font(name: str, letters: str) -> str:
    """Letters in a font of their own are recognized by the letters alone, but for those in script that any font has."""
    if name != "mathcal":
        return letters
    if not all(sign in string.ascii_uppercase for sign in letters):
        raise WrongMathematics("\\mathcal of other signs than capital letters")
    signs = [sign_of(rf"\mathcal{{{sign}}}") for sign in letters]
    return "".join(letter if letter < "\U00010000" else sign for letter, sign in zip(signs, letters, strict=True))


# How many groups in braces a command takes, and how it is reported.
_FORMS: dict[str, tuple[int, Callable[..., str]]] = {
    **dict.fromkeys(FONTS, (1, _in_font)),
    **dict.fromkeys(COMBINING, (1, under_accent)),
    "frac": (2, lambda _, above, below: fraction(above, below)),
    "sqrt": (1, lambda _, shown: root(shown)),
}
