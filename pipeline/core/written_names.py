r"""Names as an author writes them in LaTeX: styles of text, mathematics, and the paper's own macro.

Studies come from strangers, and a paper that takes in their fragments runs them. So a name is read by a grammar, and
what it does not have is refused: nothing that reads, writes, defines, repeats or ends a group can be written in it.
A macro stands alone and in braces, where it finds no argument, and none of LaTeX's own commands is one.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files

from rankpress.core.mathematics import WrongMathematics, in_unicode

STYLES = tuple("emph textbf textit textmd textnormal textrm textsc textsf textsl texttt textup".split())
LONGEST = 200  # characters of a name
_NAMED_STYLES = ", ".join("\\" + style for style in STYLES)
ALLOWED = rf"text, {_NAMED_STYLES} with braces, mathematics in $...$, or a macro of the paper alone, such as \ours"
_DATA = "latex_commands.toml"
_MACRO = re.compile(r"\\([A-Za-z]+)(?:\{\})?")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_AS_IT_IS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?'`()+-=/@~")
_IN_BRACES = frozenset("[]*")  # these would be arguments after the end of a row
_ESCAPED = frozenset((*r"\& \% \# \_ \$ \{ \} \,".split(), "\\ "))


class WrongLatex(ValueError):
    """What a name is written in is not of the part of LaTeX that is allowed; the message says why."""


def own_macro(written: str) -> str:
    r"""Return the name of the paper's macro that a name is written as, empty where it is none.

    >>> own_macro(r"\ours"), own_macro(r"\textsc{Ours}"), own_macro(r"\input")
    ('ours', '', '')
    """
    macro = _MACRO.fullmatch(written)
    return macro[1] if macro and not _is_of_latex(macro[1]) else ""


def is_written_name(written: str) -> bool:
    """Return whether a name is written in the part of LaTeX that is allowed."""
    try:
        set_name(written, str)
    except WrongLatex:
        return False
    return True


@lru_cache(maxsize=4096)
def set_name(written: str, escape: Callable[[str], str]) -> str:
    r"""Return the LaTeX that sets a name as it is written, other letters than those of ASCII escaped.

    Raises
    ------
    WrongLatex
        Where it is written in what is not allowed.

    Examples
    --------
    >>> set_name(r"\textsc{Foo}-$\ell_1$", str), set_name(r"\ours", str)
    ('\\textsc{Foo}-\\ensuremath{\\ell_1}', '{\\ours}')
    """
    if len(written) > LONGEST:
        raise WrongLatex(f"more than {LONGEST} characters")
    if not written.strip():
        raise WrongLatex("nothing to print")
    if macro := _MACRO.fullmatch(written):
        if _is_of_latex(macro[1]):
            raise WrongLatex(rf"\{macro[1]} is a command of LaTeX")
        return rf"{{\{macro[1]}}}"
    return _Reader(unicodedata.normalize("NFC", written), escape).all()


def _is_of_latex(name: str) -> bool:
    stems, names = _commands()
    return name in names or name.startswith(stems)


@cache
def _commands() -> tuple[tuple[str, ...], frozenset[str]]:
    tables = tomllib.loads(files("rankpress.core").joinpath(_DATA).read_text(encoding="utf-8"))
    return tuple(tables["stems"]), frozenset(tables["names"].split())


class _Reader:
    """Reads a name from its start to its end, and writes it as LaTeX."""

    def __init__(self, written: str, escape: Callable[[str], str]) -> None:
        self._tokens: list[str] = [*_TOKEN.findall(written), ""]
        self._escape = escape
        self._at = 0

    def all(self) -> str:
        """Everything there is."""
        return self._sequence(end="")

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _sequence(self, end: str) -> str:
        parts: list[str] = []
        while (token := self._take()) != end:
            if token in ("", "}"):
                raise WrongLatex("a brace without another one")
            parts.append(self._part(token))
        return "".join(parts)

    def _part(self, token: str) -> str:
        if token in _AS_IT_IS or token in _ESCAPED:
            return token
        if token in _IN_BRACES:
            return f"{{{token}}}"
        if token == "{":
            return f"{{{self._sequence(end='}')}}}"
        if token == "$":
            return self._mathematics()
        if token.startswith("\\"):
            return self._styled(token)
        if token.isascii():
            raise WrongLatex(f"{token!r} is not taken" + (rf"; write \{token}" if f"\\{token}" in _ESCAPED else ""))
        return self._escape(token)

    def _styled(self, token: str) -> str:
        if token[1:] not in STYLES:
            raise WrongLatex(f"the command {token} is not taken")
        if self._take() != "{":
            raise WrongLatex(f"{token} without braces after it")
        return rf"{token}{{{self._sequence(end='}')}}}"

    def _mathematics(self) -> str:
        inside = ""
        while (token := self._take()) != "$":
            if token == "":
                raise WrongLatex("a dollar without another one")
            inside += token
        try:
            in_unicode(inside)
        except WrongMathematics as wrong:
            raise WrongLatex(str(wrong)) from wrong
        return rf"\ensuremath{{{inside}}}"
