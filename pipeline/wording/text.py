"""Inline text of reports: strings, names of the files, citations and mathematics, one after the other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Literal, NamedTuple, TypeAlias, overload

from rankpress.wording.strings import quoted

Kind = Literal["algorithms", "datasets", "groups", "metrics", "costs", "families"]
SINGULAR: dict[str, str] = {
    "algorithms": "algorithm",
    "datasets": "data set",
    "groups": "group",
    "metrics": "metric",
    "costs": "cost",
    "families": "family",
}


class NameReference(NamedTuple):
    """A name of the files, in place of which a report shows its label: as it is, quoted, or at a sentence's start."""

    kind: Kind
    name: str
    # "key": in a key, after the number that stands for the name where it cannot be shown; "unit": over its numbers
    form: Literal["", "quoted", "capital", "key", "unit"] = ""

    def formed(self, label: Prose | None = None) -> Prose:
        """Return the label in the form that is requested; without one the name in the files."""
        if self.form == "quoted":
            return quoted(self.name) if label is None else compose("'", label, "'")
        name = self.name if label is None else label
        return _as_first_word(name) if self.form == "capital" else name


class Piece(NamedTuple):
    """A part of a text: what it shows where it is set as plain text, and what it is made from."""

    # what it is; a name is one that reads from right to left, that has a shorter form, or an algorithm's
    kind: Literal["text", "citation", "mathematics", "name", "latex"]
    shown: str  # its plain text: all there is of a piece of text, "Demšar 2006" of a citation, "χ²" of mathematics
    # the key of a citation, the TeX of mathematics, a shorter form of a name or nothing, how an author writes a name in
    # LaTeX; empty of text
    source: str = ""
    algorithm: str = ""  # the algorithm that it names, for writers that set names apart; empty of anything else


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is not a mere string: strings, references and pieces, no two strings side by side.

    It is made by `say` and `compose`, which return a string where there is nothing else, so that equal texts are equal.

    >>> plain(say("{} exceeds {} by {:.2f}", algorithm_named("knn"), algorithm_named("svm"), 0.0412))
    'knn exceeds svm by 0.04'
    """

    parts: tuple[str | NameReference | Piece, ...]

    def __add__(self, other: Prose) -> Prose:
        return compose(self, other)

    def __radd__(self, other: str) -> Prose:
        return compose(other, self)

    def __str__(self) -> str:
        raise TypeError("a text is no string: use say() in place of an f-string, and plain() at the edge")

    def __format__(self, spec: str) -> str:
        return str(self)


Prose: TypeAlias = str | Text


def compose(*parts: Prose | NameReference | Piece) -> Prose:
    """Put strings, texts, references and pieces one after the other."""
    flat: list[str | NameReference | Piece] = []
    for part in parts:
        if isinstance(part, Piece) and part.kind == "text":
            part = part.shown
        if not part:
            continue
        items = part.parts if isinstance(part, Text) else (part,)
        if flat and isinstance(flat[-1], str) and isinstance(items[0], str):  # which a text has nowhere within itself
            flat[-1] += items[0]
            items = items[1:]
        flat += items
    if len(flat) == 1 and isinstance(flat[0], str):
        return flat[0]
    return Text(tuple(flat)) if flat else ""


def say(form: str, *values: object) -> Prose:
    """Fill the braces of a form, as `str.format` does, with texts and with values of any other kind.

    Examples
    --------
    >>> plain(say("{} has the average rank {:.2f}.", "A", 1.5))
    'A has the average rank 1.50.'
    """
    remaining, parts = iter(values), list[Prose]()
    for literal, spec in _fields(form):
        parts.append(literal)
        if spec is not None:
            value = next(remaining)
            parts.append(value if isinstance(value, Text) else format(value, spec))
    return compose(*parts)


@lru_cache(maxsize=2048)
def _fields(form: str) -> tuple[tuple[str, str | None], ...]:
    """Divide a form into literals, each with the format of the value after it, if there is one."""
    return tuple((literal, spec) for literal, _, spec, _ in Formatter().parse(form))


@overload
def join(parts: Iterable[str], between: str = " ") -> str: ...


@overload
def join(parts: Iterable[Prose], between: str = " ") -> Prose: ...


def join(parts: Iterable[Prose], between: str = " ") -> Prose:
    """Join texts, with a blank between any two of them unless another string is given."""
    first, *others = list(parts) or [""]
    return compose(first, *(part for text in others for part in (between, text)))


@overload
def joined(parts: Iterable[str]) -> str: ...


@overload
def joined(parts: Iterable[Prose]) -> Prose: ...


def joined(parts: Iterable[Prose]) -> Prose:
    """Join texts with commas, and the last with `and`."""
    *first, end = parts
    return say("{} and {}", join(first, ", "), end) if first else end


@overload
def capitalized(text: str) -> str: ...


@overload
def capitalized(text: Prose) -> Prose: ...


def capitalized(text: Prose) -> Prose:
    """Return a text with its first letter a capital, a number up to 99 in front in words, the rest as it stands.

    >>> capitalized("svm"), capitalized("22 algorithms"), capitalized("10-fold"), capitalized("0.5 points")
    ('Svm', 'Twenty-two algorithms', '10-fold', '0.5 points')
    """
    if isinstance(text, str):
        number = _NUMBER_FIRST.match(text)
        text = f"{_in_full(int(number[0]))}{text[number.end() :]}" if number else text
        return text[:1].upper() + text[1:]
    first, *others = text.parts
    if isinstance(first, NameReference) and first.kind in ("metrics", "costs"):  # the others are proper names
        first = first._replace(form="capital")
    return compose(capitalized(first) if isinstance(first, str) else first, *others)


_NUMBER_FIRST = re.compile(r"[1-9]\d(?= [a-z])")  # those up to twelve are words wherever a sentence has them
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_UNITS = "one two three four five six seven eight nine".split()


def _in_full(number: int) -> str:
    """Return a number from 10 to 99 in words."""
    tens, units = divmod(number, 10)
    if tens == 1:
        return _TEENS[units]
    return f"{_TENS[tens - 2]}-{_UNITS[units - 1]}" if units else _TENS[tens - 2]


_LOWERCASE_WORD = re.compile(r"[a-z]+(?!\w)")


def _as_first_word(name: Prose) -> Prose:
    """Return a name as a sentence begins with it: a word with a capital, anything else (mAP, log_loss) as it is."""
    first = name if isinstance(name, str) else name.parts[0]
    return capitalized(name) if isinstance(first, str) and _LOWERCASE_WORD.match(first) else name


def reference(kind: Kind, name: str, *, quoted: bool = False) -> Text:
    """Return a text that is a name of the files."""
    return Text((NameReference(kind, name, "quoted" if quoted else ""),))


def algorithm_named(name: str) -> Text:
    """Refer to an algorithm."""
    return reference("algorithms", name)


def dataset_named(name: str) -> Text:
    """Refer to a data set."""
    return reference("datasets", name)


def group_named(name: str) -> Text:
    """Refer to a group of data sets."""
    return reference("groups", name)


def metric_named(name: str) -> Text:
    """Refer to a metric."""
    return reference("metrics", name)


def cost_named(name: str) -> Text:
    """Refer to a cost."""
    return reference("costs", name)


def in_unit(quantity: Text) -> Text:
    """Refer to a metric or a cost at the head of its numbers, with its unit where that is known."""
    return Text(
        tuple(part._replace(form="unit") if isinstance(part, NameReference) else part for part in quantity.parts)
    )


def references(kind: Kind, names: Iterable[str]) -> tuple[Text, ...]:
    """Refer to several things of a kind."""
    return tuple(reference(kind, name) for name in names)


def citation(key: str, label: str) -> Text:
    """Return a citation of a source."""
    return Text((Piece("citation", label, key),))


def mathematics(tex: str, shown: str) -> Text:
    """Return mathematics with its plain text."""
    return Text((Piece("mathematics", shown, tex),))


def written_name(latex: str, shown: str) -> Text:
    """Return a name that an author writes in LaTeX, with its plain text."""
    return Text((Piece("latex", shown, latex),))


def pieces(text: Prose) -> Iterator[Piece]:
    """Divide a text into its plain parts and the others, in order; references are read as names in the files."""
    parts = text.parts if isinstance(text, Text) else (text,) if text else ()
    # within parentheses, and in a list of sources alone, a year has no parentheses of its own
    depth = 0 if any(isinstance(part, str) and _WORD.search(part) for part in parts) else 1
    for part in parts:
        if isinstance(part, Piece):
            is_in_sentence = part.kind == "citation" and depth <= 0
            yield part._replace(shown=_YEAR.sub(r" (\1)", part.shown)) if is_in_sentence else part
        else:
            words = part if isinstance(part, str) else plain(part.formed())
            depth += words.count("(") - words.count(")")
            yield Piece("text", words)


_YEAR = re.compile(r" (\d{4})$")  # of a citation: Demšar (2006) recommends it, but (Demšar 2006)
_WORD = re.compile(r"[^\W\d_]")


def plain(text: Prose) -> str:
    """Return a text as a string: for CSV, figures, comments and widths.

    Examples
    --------
    >>> plain(citation("demsar2006", "Demšar 2006"))
    'Demšar 2006'
    """
    return text if isinstance(text, str) else "".join(piece.shown for piece in pieces(text))


def without_names(text: Prose) -> Prose:
    """Return a text whose names are text like any other, for formats that know nothing else."""
    return compose(*(piece.shown if piece.kind in ("text", "name") else piece for piece in pieces(text)))


def without_citations(text: Prose) -> Prose:
    """Return a text whose citations are words, for what is set where there may be no list of references."""
    return compose(*(piece if piece.kind in ("mathematics", "latex") else piece.shown for piece in pieces(text)))


# These turn the direction of all text after them, so that a name could hide what its sentence says.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Between these a name keeps its direction to itself.
ISOLATE, END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
BLANK = frozenset("\t\n\r")

EDGE = "\x00"  # of a code point; in the text itself it is one
_TOUCHING = re.compile(rf"(?<=\w){EDGE}+(?=\w)")


def is_writable(character: str) -> bool:
    """Return whether a character may stand in a document: no control, no half of a pair, no turn of direction."""
    if character in BLANK:
        return True
    if 0xFDD0 <= ord(character) <= 0xFDEF or ord(character) & 0xFFFE == 0xFFFE:  # no characters, and never will be
        return False
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in TURNING


def is_right_to_left(name: str) -> bool:
    """Return whether a name has a letter that is written from right to left.

    >>> is_right_to_left("kNN \N{HEBREW LETTER ALEF}"), is_right_to_left("kNN")
    (True, False)
    """
    return not name.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)


def code_point(character: str) -> str:
    """Return a character as its code point, with edges by which a format keeps it from what is next to it."""
    return f"{EDGE}U+{ord(character):04X}{EDGE}"


class Writing:
    """How a format writes text: a character that it cannot show is its code point, as in U+1F600."""

    def __init__(self, can_show: Callable[[str], bool] = is_writable) -> None:
        self._known = _CodePoints(can_show)

    def __call__(self, text: Prose) -> str:
        """Return a text as it is written: pieces as what they show, code points kept from the letters next to them."""
        # A name that reads from right to left stands between characters that keep its direction to itself.
        if isinstance(text, str):
            written = self._shown(text)
        else:
            written = "".join(
                self._isolated(piece.shown) if piece.kind == "name" else self._shown(piece.shown)
                for piece in pieces(text)
            )
        return _TOUCHING.sub("\N{THIN SPACE}", written).replace(EDGE, "") if EDGE in written else written

    def characters(self) -> frozenset[str]:
        """Return the characters of what was written until now."""
        return frozenset("".join(self._known.values()))

    def _isolated(self, name: str) -> str:
        words = self._shown(name)
        return f"{ISOLATE}{words}{END_OF_ISOLATE}" if is_right_to_left(name) else words

    def _shown(self, text: str) -> str:
        return text.translate(self._known)


class _CodePoints(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters are met."""

    def __init__(self, can_show: Callable[[str], bool]) -> None:
        super().__init__()
        self._can_show = can_show

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if self._can_show(character) else code_point(character)
        return self[code]
