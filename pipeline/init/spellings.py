"""How names are written: unlike all others next to them, as what is none of their kind often is, or as coined ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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


# An acronym, or a capital inside a word.
_COINED = re.compile(r"[A-Z]{2,}|[a-z][A-Z]")
# What numbers one of many, or says of which size one of a family is: SRR1034125, 110B.
_SERIAL, _SIZED = re.compile(r"\d{3,}"), re.compile(r"(?<![\w.])(?:\d+\.)?\d+[BM](?![\w])")


def coined_share(names: Iterable[str]) -> float:
    """Return which share of names somebody made up, as authors of algorithms do, and do not come in a series.

    >>> coined_share(["PolyCut", "LpTO", "Octree", "SVM"]), coined_share(["bunny", "rocker arm", "SRR1034125"])
    (0.75, 0.0)
    >>> coined_share(["EC 1.1", "EC 1.2"]), coined_share(["AL", "AZ", "CA"]), coined_share(["Bora-110B", "Lark-14B"])
    (0.0, 0.0, 1.0)
    """
    some = [name for name in names if name]
    are_codes = len({len(name) for name in some}) == 1 and all(map(str.isupper, some))
    if not some or are_codes or len({re.split(r"[\W_\d]", name)[0] for name in some}) == 1:
        return 0.0
    return sum(map(is_coined, some)) / len(some)


def is_coined(name: str) -> bool:
    """Return whether somebody made a name up: it has an acronym, a capital inside a word, or the size of a model."""
    return bool(_SIZED.search(name)) or (bool(_COINED.search(name)) and not _SERIAL.search(name))
