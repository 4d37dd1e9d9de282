"""How numbers are written: decimal signs, what stands between thousands, and what stands at numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rankpress.sources.cells import NUMBER, without_markup

_GROUPING = (
    " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
    "'\N{RIGHT SINGLE QUOTATION MARK}\N{ARABIC THOUSANDS SEPARATOR}"
)
# 1 014 and 1'014.5, where the sign between thousands means nothing else
_GROUPED = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}([{_GROUPING}])[0-9]{{3}}(?:\1[0-9]{{3}})*(?:[.,][0-9]+)?")
_THOUSANDS = {sign: re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(?:{re.escape(sign)}[0-9]{{3}})+") for sign in ",."}
# Thousands with decimals, or several groups of them, which leave no doubt of either sign.
_CERTAIN = {
    sign: re.compile(
        rf"[+-]?[1-9][0-9]{{0,2}}(?:(?:{re.escape(sign)}[0-9]{{3}})+{re.escape(other)}[0-9]+"
        rf"|(?:{re.escape(sign)}[0-9]{{3}}){{2,}})"
    )
    for sign, other in (",.", ".,")
}
_WITH_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_POINT = re.compile(r"[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?")
PER_CENT = re.compile(r"(?<=[0-9])\s*\\?%")
_RUN = re.compile(r"(?:(?<![0-9])[+-])?[0-9.,]*[0-9](?:[eE][+-]?[0-9]+)?", re.ASCII)


@dataclass(frozen=True)
class Notation:
    """How the numbers of a column are written.

    >>> Notation(",").number("1.014,5"), Notation(".").number("1,014.5"), Notation(".").number("1 014")
    ('1014.5', '1014.5', '1014')
    """

    decimal: str  # "." or ","; "" where "1,014" may be either
    is_grouped: bool = True  # whether a comma or a point may stand between thousands
    has_letters: bool = False  # whether letters behind numbers are marks

    def without_marks(self, cell: str) -> str:
        """Return the text of a cell without what refers to a note, and what only sets it off.

        >>> [Notation(".").without_marks(text) for text in ("0.58†", "0.58²", "10²")]
        ['0.58', '0.58', '10²']
        """
        cell = with_digits(cell)
        if _DECIMALS.match(cell):
            cell = _RAISED.sub("", cell)
            cell = _LETTERS.sub("", cell) if self.has_letters else cell
        return bare(cell)

    def number(self, cell: str) -> str:
        """Return a text as Python writes numbers, where it is one of this notation; "?" where it is one of another."""
        if _GROUPED.fullmatch(cell):
            cell = re.sub(f"[{_GROUPING}]", "", cell)
        other = {".": ",", ",": "."}.get(self.decimal)
        if other and self.is_grouped and any(form[other].fullmatch(cell) for form in (_THOUSANDS, _CERTAIN)):
            cell = cell.replace(other, "")
        elif self.decimal == "," and "." in cell:
            return "?"
        return cell.replace(",", ".") if self.decimal == "," and _WITH_COMMA.fullmatch(cell) else cell

    def with_numbers(self, cell: str) -> str:
        """Return a text with each number in it as Python writes it."""
        written = self.number(cell)
        return written if NUMBER.fullmatch(written) else _RUN.sub(lambda run: self.number(run[0]), cell)

    def mark_at(self, cell: str) -> str:
        """Return what stands at a number and refers to a note."""
        cell = with_digits(cell)
        unmarked = _MARKED.sub("", cell)
        if unmarked == cell and _DECIMALS.match(cell):
            unmarked = _RAISED.sub("", cell)
            unmarked = _LETTERS.sub("", unmarked) if self.has_letters else unmarked
        return cell.replace(unmarked, "", 1).strip()


# Signs at a number that refer to a note, or say that it is the best one; also as LaTeX and HTML write them, and there
# letters too. Digits may be an exponent, and letters by themselves a unit.
_SIGNS = "[🥇🥈🥉🏆⭐#†‡§¶★☆⋆✓✔✗✘↑↓▲▼△▽●○•◦\N{ASTERISK OPERATOR}\N{LOW ASTERISK}♦♠♣ᵃᵇᶜᵈᵉᶠᵍʰⁱʲ]"
_SIGN_IN_LATEX = r"\\(?:d?dag(?:ger)?|ddagger|ast|star|bullet|circ|diamond|checkmark|uparrow|downarrow|S|P)(?![A-Za-z])"
_MARK = rf"(?:{_SIGNS}|{_SIGN_IN_LATEX}|[A-Za-z*])"
_MARKS = (
    rf"(?:\s*(?:{_SIGNS}|\$?\s*{_SIGN_IN_LATEX}\s*\$?|\$?\s*\^\s*(?:{{{_MARK}{{1,3}}}}|{_MARK})\s*\$?"
    rf"|\\(?:textsuperscript|tnote){{{_MARK}{{1,3}}}}|<sup>{_MARK}{{1,3}}</sup>|[(\[](?:{_SIGNS}|\*){{1,3}}[)\]]|\[\^\w{{1,3}}\]))+"
)
# What a test found against a control, behind a spread: 0.58 (0.02) +, as PlatEMO writes it.
_VERDICT = r"(?<=[0-9]\))\s*\$?\s*(?:[-+=≈~\N{MINUS SIGN}]|\\(?:approx|sim)(?![A-Za-z]))\s*\$?\s*$"
_MARKED = re.compile(rf"{_VERDICT}|(?<=[0-9.)%*}}>$])(?<!\$\$){_MARKS}\s*$|^\s*(?!#){_SIGNS}+\s*(?=[-+.0-9*_~`<])")
# Letters behind decimals, 0.58a or 0.58 (ab), as they stand at groups of algorithms; and notes by a raised digit.
_LETTERS = re.compile(r"(?<=[0-9])\s?(?:([a-j]{1,4})|\(([a-j]{1,4})\)|\[([a-j]{1,4})\])\s*$")
_RAISED = re.compile(r"(?<=[0-9])\s?[¹²³⁴-⁹]\s*$")
_LONGEST_ALONE = 2  # a longer one is a mark next to others
_DECIMALS = re.compile(r"[+-]?[0-9]*[.,][0-9]+(?=\D)")


def letters_are_marks(texts: Iterable[str]) -> bool:
    """Return whether letters at the numbers of a column are marks: in their order, and among them the first.

    >>> letters_are_marks(["0.58a", "0.61 ab", "0.7"]), letters_are_marks(["0.58k", "0.61b"])
    (True, False)
    """
    cells = map(with_digits, texts)
    marks = {mark[mark.lastindex or 0] for cell in cells if _DECIMALS.match(cell) and (mark := _LETTERS.search(cell))}
    is_first = any("a" in mark and len(mark) <= _LONGEST_ALONE for mark in marks)
    return is_first and all(list(mark) == sorted({*mark}) for mark in marks)


def bare(cell: str) -> str:
    r"""Return a cell without what sets its text off or refers to a note, and with the minus sign of a keyboard.

    >>> bare("0.58 (0.02) +"), bare(r"0.58 (0.02) $\approx$"), bare("0.58 +")
    ('0.58 (0.02)', '0.58 (0.02)', '0.58 +')
    >>> bare("**0.58**†"), bare(r"0.58$^{\dagger}$"), bare("0.58<sup>a</sup>"), bare("10^2")
    ('0.58', '0.58', '0.58', '10^2')
    """
    return without_markup(_MARKED.sub("", with_digits(cell))).replace("\N{MINUS SIGN}", "-")


# Signs at the digits of other scripts, and of characters as wide as those of Chinese.
_SIGNS_OF_SCRIPTS = {
    "\N{ARABIC DECIMAL SEPARATOR}": ".",
    "\N{ARABIC PERCENT SIGN}": "%",
    **{chr(0xFEE0 + ord(sign)): sign for sign in "+,-.%()"},
}


def with_digits(cell: str) -> str:
    """Return a cell with the digits of any script, and the signs at them, as a keyboard has them.

    >>> with_digits("२.७ ± १.३")
    '2.7 ± 1.3'
    """
    if cell.isascii():
        return cell
    return "".join(str(unicodedata.decimal(sign, _SIGNS_OF_SCRIPTS.get(sign, sign))) for sign in cell)


def may_be_thousands(cell: str, sign: str = ",") -> bool:
    """Return whether a comma or point in a number stands between thousands, or in front of three decimals.

    >>> may_be_thousands("5,820"), may_be_thousands("0,582"), may_be_thousands("1,014,500")
    (True, False, False)
    >>> may_be_thousands("5.820", "."), may_be_thousands("5.82", ".")
    (True, False)
    """
    return sign in cell and _THOUSANDS[sign].fullmatch(cell) is not None and cell.count(sign) == 1


def decimal_in(texts: Iterable[str]) -> str:
    """Return the decimal sign that these numbers show, of two the more frequent one; "" where none does.

    >>> decimal_in(["0,5", "1.014"]), decimal_in(["1,014"]), decimal_in(["1,014", "0.5"])
    (',', '', '.')
    """
    signs = [sign for cell in texts if (sign := _decimal_shown(cell))]
    return "" if not signs else "," if 2 * signs.count(",") > len(signs) else "."


# The cells of a table are looked at for several questions, one after the other.
@lru_cache(maxsize=2**14)
def _decimal_shown(cell: str) -> str:
    """Return the decimal sign that one number shows; "" where it shows none, or is no number."""
    plain = cell if PLAIN.fullmatch(cell) else PER_CENT.sub("", bare(cell))
    if "," not in plain and "." not in plain:
        return ""
    number = plain if NUMBER.fullmatch(plain) else plain.split(maxsplit=1)[0]
    if _CERTAIN[","].fullmatch(number) or (_POINT.fullmatch(number) and not _THOUSANDS["."].fullmatch(number)):
        return "."
    is_comma = _WITH_COMMA.fullmatch(number) and not _THOUSANDS[","].fullmatch(number)
    return "," if _CERTAIN["."].fullmatch(number) or is_comma else ""


# A number that Python writes so, and that nothing in it could make another in a notation with decimal points.
PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised_digits(digits: str) -> str:
    """Return digits as they are written above the line."""
    return digits.translate(_DIGITS)
