"""Facts: the numbers and names that a report states, each with its key, value, unit and meaning."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from string import ascii_uppercase
from typing import Any, Literal, NamedTuple

from rankpress.analysis import Analysis
from rankpress.wording.numbers import (
    Scale,
    df_text,
    fixed,
    level_text,
    p_phrase,
    p_text,
    percent_text,
    place_text,
    probability_text,
    rank_text,
    statistic_text,
)
from rankpress.wording.text import Prose, Text, joined, plain, say

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_LONGEST = 40
_BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def camel(text: str) -> str:
    """Letters for any text: words capitalized and joined, digits spelled out; a hash where a letter was lost."""
    plain, lost = "", False
    for character in unicodedata.normalize("NFKD", text):
        message = _in_letters(character)
        lost = lost or message is None
        plain += message or ""
    words = "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z]+", plain))
    if lost or not words or len(words) > _LONGEST:
        return words[:_LONGEST] + hash_letters(text)
    return words


def _in_letters(character: str) -> str | None:
    """Return a character in letters and blanks; None where that says nothing of it."""
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
        number, index = divmod(number, len(ascii_uppercase))
        letters += ascii_uppercase[index]
    return letters


def key_word(text: str) -> str:
    """Return a name as keys have it: unaccented letters, digits, dots, plus signs and hyphens for all else."""
    folded = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
    word = re.sub(r"[^A-Za-z0-9.+]+", "-", folded).strip("-")
    return word if word and folded.isascii() and len(word) <= _LONGEST else f"{word[:_LONGEST]}{hash_letters(text)}"


def distinct_words(texts: Iterable[str], word_of: Callable[[str], str] = camel) -> dict[str, str]:
    """Return a different word for each of several names; by default of letters alone."""
    words = {name: word_of(name) for name in texts}
    counts = Counter(words.values())
    return {name: word + hash_letters(name) if counts[word] > 1 else word for name, word in words.items()}


def alphabetical(first: Prose, second: Prose) -> tuple[Prose, Prose, Literal[1, -1]]:
    """Return the pair in alphabetical order, and -1 where that turned it round."""
    keys = [(plain(name).casefold(), plain(name)) for name in (first, second)]
    return (first, second, 1) if keys[0] <= keys[1] else (second, first, -1)


class Subject(NamedTuple):
    """What a fact is about: letters for the name of its macro, and words for its key."""

    letters: str = ""
    path: str = ""


NONE = Subject()


def subjects_of(names: Sequence[Prose]) -> dict[Prose, Subject]:
    """Letters and words by name, no two alike, whatever a report shows in place of the names."""
    texts = [plain(name) for name in names]
    letters, words = distinct_words(texts), distinct_words(texts, key_word)
    return {name: Subject(letters[plain(name)], words[plain(name)]) for name in names}


@dataclass(frozen=True, slots=True)
class Unit:
    """How a value is printed: by itself, and as a sentence says it where that differs; whether it is a p-value."""

    text: Callable[[Any], Prose]
    phrase: Callable[[Any], str] | None = None
    is_p: bool = False


def decimals(number: int, *, is_p: bool = False) -> Unit:
    """Return the unit of numbers with so many decimals.

    Examples
    --------
    >>> Fact("MeanRegret", 0.1234, decimals(2), "mean regret").value
    0.1234
    """
    return Unit(partial(fixed, decimals=number), is_p=is_p)


def unit_of_text(text: str) -> Unit:
    """Return the unit of a value that is printed in a way of its own."""
    return Unit(lambda _: text)


def _posterior(value: float) -> str:
    printed = probability_text(value)
    return f"P {printed[0]} {printed[1:]}" if printed[0] in "<>" else f"P = {printed}"


def p_unit(level: float, decimals: int | None = None, word: str = "") -> Unit:
    """Return the unit of p-values of a study, as tables print them, with a word for them in sentences."""
    printed = partial(p_text, level=level, decimals=decimals)
    return Unit(printed, lambda p: f"{word}{p_phrase(p, level, decimals)}", is_p=True)


PROBABILITY, POSTERIOR = Unit(probability_text), Unit(probability_text, _posterior)
AS_LEVEL, RANK, PLACE = Unit(level_text), Unit(rank_text), Unit(place_text)
COUNT, STATISTIC, DF, WORDS = Unit(str), Unit(statistic_text), Unit(df_text), Unit(lambda words: words)
NAMES = Unit(joined)


def size_unit(scale: Scale) -> Unit:
    """Return the unit of a difference of scores that a study states: as it states it, in percent where scores are.

    Examples
    --------
    >>> from rankpress.wording.numbers import Scale
    >>> size_unit(Scale(percent=True)).text(0.005)
    '0.5'
    """
    return Unit(lambda difference: level_text(scale.factor * difference))


FORMULA = Unit(lambda _: "", str)  # several numbers, for a sentence only
OF_TEST = Unit(lambda _: "", is_p=True)  # an `OfTest`, likewise


class OfTest(NamedTuple):
    """What a test gives, for a sentence: its statistic with what parts it from p, and p."""

    statistic: str
    p: str


@dataclass(frozen=True, slots=True)
class Fact:
    """State a number or a name that the report has and a text may cite."""

    key: str  # what it is, in letters, and by which method: "Rank", "P/holm"
    # the number, unrounded; else a name or several, or the text of a formula
    value: float | int | Prose | Sequence[Prose]
    unit: Unit  # how it is printed
    meaning: Prose  # what it says
    of: Subject = NONE  # of, on: the algorithms that it is about, and the data set
    on: Subject = NONE
    # whether it is cited seldom, and has a key alone where a study does not ask for macros of all numbers
    is_minor: bool = False

    @property
    def letters(self) -> str:
        """What names of macros have of it before the algorithms: OnIrisScore, PHolm."""
        what, *methods = self.key.split("/")
        where = f"On{self.on.letters}" if self.on.letters else ""
        return f"{where}{what}{''.join(map(camel, methods))}"

    @property
    def words(self) -> str:
        """What it is, as keys have it: p/holm, average-p."""
        what, *methods = self.key.split("/")
        return "/".join((_BETWEEN_WORDS.sub("-", what).lower(), *methods))

    @property
    def number(self) -> float | int | None:
        """The unrounded number; None of names and formulas."""
        return None if isinstance(self.value, str | Text | Sequence) else self.value

    @property
    def text(self) -> Prose:
        """The value as it is printed; empty of what is for a sentence only."""
        return self.unit.text(self.value)

    def phrase(self, before_p: str = "") -> str | None:
        """Return the value as a sentence says it, with a word before a p-value; None where that is as it is printed."""
        if isinstance(self.value, OfTest):
            return f"{self.value.statistic}{before_p}{self.value.p}"
        if self.unit.phrase is None:
            return None
        return f"{before_p if self.unit.is_p else ''}{self.unit.phrase(self.value)}"


def interval(
    key: str,
    bounds: Sequence[float],
    unit: Unit,
    estimated: Prose,
    of: Subject = NONE,
    on: Subject = NONE,
    *,
    level: float,
    word: str = "interval",
) -> Iterator[Fact]:
    """State the bounds of an interval of what is estimated, each by itself and both in brackets: [0.05, 0.20]."""
    meaning = say("the {} {} of {}", percent_text(level), word, estimated)
    yield Fact(f"{key}Low", bounds[0], unit, say("lower bound of {}", meaning), of, on, is_minor=True)
    yield Fact(f"{key}High", bounds[1], unit, say("upper bound of {}", meaning), of, on, is_minor=True)
    both = say("[{}, {}]", unit.text(bounds[0]), unit.text(bounds[1]))
    yield Fact(f"{key}Interval", both, FORMULA, meaning, of, on)


class Pair(NamedTuple):
    """Two algorithms in alphabetical order, with a sign of -1 where that turned them round, and how they are named."""

    a: Prose
    b: Prose
    sign: Literal[1, -1]
    of: Subject

    @property
    def both(self) -> Prose:
        """The two, in a sentence."""
        return say("{} and {}", self.a, self.b)


@dataclass(frozen=True)
class Subjects:
    """What facts are about: a metric, and which of its pairs and data sets, with how macros and keys name them."""

    analysis: Analysis
    pairs: Callable[[int, int], bool] = lambda a, b: True
    datasets: Callable[[str], bool] = lambda dataset: True

    @property
    def p(self) -> Unit:
        """How p-values are printed: 0.012 or <0.001, and in a sentence p = 0.012 or p < 0.001."""
        return p_unit(self.analysis.adjusted.alpha)

    @cached_property
    def algorithms(self) -> Mapping[Prose, Subject]:
        """What names each algorithm."""
        return subjects_of(self.analysis.algorithms)

    @cached_property
    def _datasets(self) -> Mapping[Prose, Subject]:
        return subjects_of(self.analysis.scores.datasets)

    def on(self, dataset: str) -> Subject:
        """Return what names a data set."""
        return self._datasets[dataset]

    def pair(self, first: int, second: int) -> Pair:
        """Return two algorithms in alphabetical order."""
        a, b, sign = alphabetical(self.analysis.algorithms[first], self.analysis.algorithms[second])
        return Pair(a, b, sign, self.both(a, b))

    def both(self, a: Prose, b: Prose) -> Subject:
        """Return what names a pair."""
        first, second = self.algorithms[a], self.algorithms[b]
        return Subject(f"{first.letters}Vs{second.letters}", f"{first.path}/{second.path}")

    def count(self, pairs: Iterable[Sequence[int]]) -> int:
        """Return how many of the pairs are chosen."""
        return sum(self.pairs(first, second) for first, second in pairs)

    def of_pairs(self, pairs: Iterable[Sequence[int]]) -> Iterator[tuple[int, Pair]]:
        """Yield the rows of the pairs that are chosen."""
        for row, (first, second) in enumerate(pairs):
            if self.pairs(first, second):
                yield row, self.pair(first, second)
