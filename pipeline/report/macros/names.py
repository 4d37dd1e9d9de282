"""Names of TeX macros: letters only, from any text."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from string import ascii_uppercase

from rankpress.naming import key_of

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_LONGEST = 40


def camel(text: str) -> str:
    """Letters for any text: words capitalized and joined, digits spelled out; a hash where a letter was lost.

    Parameters
    ----------
    text : str
        The text, such as the name of an algorithm.

    Returns
    -------
    str
        The same for the same text, whatever else there is; never empty.

    Examples
    --------
    >>> camel("C4.5"), camel("naive Bayes"), camel("Dvořák"), camel("β-VAE")
    ('CFourFive', 'NaiveBayes', 'Dvorak', 'BetaVAE')
    """
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
    """Letters for each of several texts, no two alike.

    Parameters
    ----------
    texts : iterable of str
        Different texts.

    Returns
    -------
    dict of str to str
        Texts that would have the same letters all get their hash, so that a macro's meaning never moves from one to
        another when texts are added.

    Examples
    --------
    >>> distinct_words(["C4.5", "kNN"])
    {'C4.5': 'CFourFive', 'kNN': 'KNN'}
    """
    words = {text: camel(text) for text in texts}
    counts = Counter(words.values())
    return {text: word + hash_letters(text) if counts[word] > 1 else word for text, word in words.items()}


def alphabetical(first: str, second: str) -> tuple[str, str, int]:
    """The pair in alphabetical order, and -1 where that turned it round.

    Examples
    --------
    >>> alphabetical("knn", "C4.5")
    ('C4.5', 'knn', -1)
    """
    keys = [(key_of(name).casefold(), key_of(name)) for name in (first, second)]
    return (first, second, 1) if keys[0] <= keys[1] else (second, first, -1)
