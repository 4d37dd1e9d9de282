"""What macros are called, and numbers as a text cites them."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Literal

from rankpress.core.labels import key_of
from rankpress.core.numbers import fixed, p_phrase, p_text, probability_text
from rankpress.topics.variants import WORD, called

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_LONGEST = 40


def camel(text: str) -> str:
    """Letters for any text: words capitalized and joined, digits spelled out; a hash where a letter was lost."""
    plain, lost = "", False
    for character in unicodedata.normalize("NFKD", text):
        told = _told(character)
        lost = lost or told is None
        plain += told or ""
    words = "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z]+", plain))
    if lost or not words or len(words) > _LONGEST:
        return words[:_LONGEST] + hash_letters(text)
    return words


def _told(character: str) -> str | None:
    """A character in letters and blanks; None where that says nothing of it."""
    if character.isascii():
        return f" {_DIGITS[int(character)]} " if character.isdigit() else character if character.isalpha() else " "
    kind = unicodedata.category(character)
    if kind == "Mn":  # an accent
        return ""
    if kind[0] in "PZ" or character == "\N{MINUS SIGN}":
        return " "
    name = unicodedata.name(character, "")
    return f" {name.rsplit(maxsplit=1)[-1].capitalize()} " if name.startswith("GREEK ") else None


def hash_letters(text: str) -> str:
    """Five capital letters that tell texts apart."""
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8])
    letters = ""
    for _ in range(5):
        number, at = divmod(number, len(ascii_uppercase))
        letters += ascii_uppercase[at]
    return letters


def distinct_words(texts: Iterable[str]) -> dict[str, str]:
    """Letters for each of several texts, no two alike."""
    words = {text: camel(text) for text in texts}
    counts = Counter(words.values())
    return {text: word + hash_letters(text) if counts[word] > 1 else word for text, word in words.items()}


def alphabetical(first: str, second: str) -> tuple[str, str, int]:
    """The pair in alphabetical order, and -1 where that turned it round."""
    keys = [(key_of(name).casefold(), key_of(name)) for name in (first, second)]
    return (first, second, 1) if keys[0] <= keys[1] else (second, first, -1)


PREFIX = "rp"
_FOR_SENTENCE, _UNROUNDED = ", for a sentence", ", unrounded"
Form = Literal["words", "number", "formula"]


@dataclass(frozen=True, slots=True)
class Citable:
    """Something that a text may cite, as the parts of a report tell it.

    Parameters
    ----------
    kind : str
        What it is, in letters: "Rank", "PHolm", "OnIrisAUCC".
    text : str
        As printed, unescaped.
    meaning : str
        What it says, for the list of macros.
    value : float, int or None
        The unrounded number; None of a name, and of several numbers.
    of : str
        Which algorithms it is about, in letters; empty where about none.
    phrase : str
        As a sentence says it, where that differs from the text: p < 0.001.
    is_p : bool
        Whether it is a p-value, or a mean of such.
    """

    kind: str
    text: str
    meaning: str
    value: float | int | None = None
    of: str = ""
    phrase: str = ""
    is_p: bool = False


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its name without the backslash, its text unescaped, what it says, its number, how it is set, if p."""

    name: str
    text: str
    meaning: str
    value: float | int | None = None
    form: Form = "number"
    is_p: bool = False


@dataclass(frozen=True)
class Letters:
    """The letters that stand for a metric and for each of its names; they come from the names in the files."""

    metric: str
    algorithms: Mapping[str, str]
    datasets: Mapping[str, str]

    @classmethod
    def of(cls, metric: str, algorithms: Sequence[str], datasets: Sequence[str]) -> Letters:
        """Letters for the names of a metric, whose own letters are known."""
        return cls(metric, letters_of(algorithms), letters_of(datasets))

    def of_pair(self, a: str, b: str) -> str:
        """The letters of two algorithms."""
        return f"{self.algorithms[a]}Vs{self.algorithms[b]}"


def letters_of(names: Sequence[str]) -> dict[str, str]:
    """Letters by name, no two alike, whatever a report shows in place of the names."""
    words = distinct_words(key_of(name) for name in names)
    return {name: words[key_of(name)] for name in names}


def p_value(kind: str, p: float, meaning: str, of: str = "") -> Citable:
    """A p-value: 0.012 or <0.001, and in a sentence p = 0.012 or p < 0.001."""
    return Citable(kind, p_text(p), meaning, p, of, p_phrase(p), is_p=True)


def probability(kind: str, value: float, meaning: str, of: str = "") -> Citable:
    """A posterior probability: 0.250 or >0.999, and in a sentence P = 0.250 or P > 0.999."""
    text = probability_text(value)
    phrase = f"P {text[0]} {text[1:]}" if text[0] in "<>" else f"P = {text}"
    return Citable(kind, text, meaning, value, of, phrase)


def whole(kind: str, value: int, meaning: str, of: str = "") -> Citable:
    """A count or a place."""
    return Citable(kind, str(value), meaning, value, of)


def rounded(kind: str, value: float, decimals: int, meaning: str, of: str = "") -> Citable:
    """A number with a fixed number of decimals."""
    return Citable(kind, fixed(value, decimals), meaning, value, of)


def interval(
    kind: str, bounds: tuple[float, float], text: Callable[[float], str], meaning: str, of: str = ""
) -> Iterator[Citable]:
    """The bounds of an interval, each by itself and both in brackets: [0.05, 0.20]."""
    low, high = map(text, bounds)
    yield Citable(f"{kind}Low", low, f"lower bound of {meaning}", bounds[0], of)
    yield Citable(f"{kind}High", high, f"upper bound of {meaning}", bounds[1], of)
    yield Citable(f"{kind}Interval", "", meaning, None, of, f"[{low}, {high}]")


def macros_of(citable: Citable, metric: str, unrounded: bool) -> Iterator[Macro]:
    """The macros of what a text may cite: as printed, as a sentence says it, and unrounded where that is wanted."""
    start, of, value, meaning = f"{PREFIX}{metric}{citable.kind}", citable.of, citable.value, citable.meaning
    is_p = citable.is_p
    if not citable.text:
        yield Macro(f"{start}{of}", citable.phrase, meaning, value, "formula", is_p)
        return
    numeric = value is not None
    yield Macro(f"{start}{of}", citable.text, meaning, value, "number" if numeric else "words", is_p)
    if citable.phrase:
        yield Macro(f"{start}Phrase{of}", citable.phrase, f"{meaning}{_FOR_SENTENCE}", value, "formula", is_p)
    if unrounded and value is not None and math.isfinite(value):
        yield Macro(f"{start}Value{of}", repr(value), f"{meaning}{_UNROUNDED}", value, is_p=is_p)


def macros_called(macros: Sequence[Macro]) -> Iterator[Macro]:
    """The macros of an exploratory study: phrases call their p-values so, and numbers are said to be of such."""
    for one in macros:
        text = called(one.text) if one.form == "formula" else one.text
        so_called = one.is_p or text != one.text
        yield replace(one, text=text, meaning=f"{one.meaning}; {WORD}" if so_called else one.meaning)
