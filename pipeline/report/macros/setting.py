r"""How a macro's text is set in LaTeX: alike in a sentence, in mathematics, in a caption and in a table."""

from __future__ import annotations

import re

from rankpress.report.escaping import latex_escape
from rankpress.report.exploratory import WORD
from rankpress.report.latex_inline import set_marks
from rankpress.report.macros.citable import Macro
from rankpress.report.numbers import INFINITY, MINUS, MISSING

# Words in mathematics are set upright, with their blanks; in text as they are.
WORDS = r"\newcommand{\rpWords}[1]{\ifmmode\mbox{#1}\else#1\fi}"

# A sign in braces stays a sign, whatever stands before it in a formula.
_SIGNS = {
    MINUS: "{-}",
    INFINITY: r"\infty",
    MISSING: r"\mbox{\textendash}",
    "χ²": r"\chi^{2}",
    ", ": r",\ ",
    f"{WORD} ": rf"\mbox{{{WORD} }}",
}
_SPECIAL = re.compile(rf"e({MINUS}?)(\d+)|[<>{MINUS}{INFINITY}{MISSING}]|χ²|, |{WORD} ")


def macro_latex(macro: Macro) -> str:
    r"""Set the text of a macro.

    Parameters
    ----------
    macro : Macro
        The macro.

    Returns
    -------
    str
        ASCII, for text and for mathematics: a number in the digits of the text around it with signs of mathematics, a
        formula as mathematics, words upright.

    Examples
    --------
    >>> print(macro_latex(Macro("rpX", "−1.20", "")), macro_latex(Macro("rpX", "<0.001", "")))
    \ensuremath{{-}}1.20 \ensuremath{<}0.001
    >>> print(macro_latex(Macro("rpX", "95%", "")))
    95\%
    >>> print(macro_latex(Macro("rpX", "p < 0.001", "", form="formula")))
    \ensuremath{p < 0.001}
    >>> print(macro_latex(Macro("rpX", "C4.5", "", form="words")))
    \rpWords{C4.5}
    """
    if macro.form == "words":
        return rf"\rpWords{{{set_marks(macro.text, latex_escape)}}}"
    if macro.form == "formula":
        return rf"\ensuremath{{{_SPECIAL.sub(_sign, macro.text)}}}"
    return _SPECIAL.sub(_in_text, macro.text).replace("%", r"\%")


def _in_text(found: re.Match[str]) -> str:
    return found[0] if found[0] == ", " else rf"\ensuremath{{{_sign(found)}}}"


def _sign(found: re.Match[str]) -> str:
    if found[2]:
        return rf"{{}}\times10^{{{'-' if found[1] else ''}{found[2]}}}"
    return _SIGNS.get(found[0], found[0])
