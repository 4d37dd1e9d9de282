"""Names that are written unlike all others next to them, as what is none of their kind often is."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.catalog.metrics import words_of

_FEWEST = 3
# How authors call what they made.
_OWN = frozenset("ours our proposed this new own unser nôtre nuestro".split())


def is_own(name: str) -> bool:
    """Return whether authors call what they made so.

    >>> is_own("Falcon (ours)"), is_own("Tours")
    (True, False)
    """
    return not _OWN.isdisjoint(words_of(name))


def is_plain_word(name: str) -> bool:
    """Return whether a name has neither capitals nor digits, as words of a sentence have none.

    >>> is_plain_word("upper limit"), is_plain_word("kNN"), is_plain_word("gpt4")
    (True, False, False)
    """
    return name == name.casefold() and not any(map(str.isdigit, name))


def is_unlike(name: str, others: Sequence[str]) -> bool:
    """Return whether a name is a plain word among names that are none, or the reverse, or of letters none has.

    >>> is_unlike("limit", ["XGB", "Ridge", "kNN"]), is_unlike("All", ["wine", "iris", "car"])
    (True, True)
    >>> is_unlike("Итог", ["Wine", "iris", "car"]), is_unlike("ranger", ["XGB", "rpart", "kNN"])
    (True, False)
    """
    if len(others) < _FEWEST or name.casefold() in map(str.casefold, others):
        return False
    kinds = {is_plain_word(other) for other in others}
    return kinds == {not is_plain_word(name)} or (not name.isascii() and all(map(str.isascii, others)))
