"""Names that differ in what no one sees or means: case, blanks, the form of a letter, characters without width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator


def twins(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    r"""Yield each name that hardly differs from an earlier one, behind that one.

    >>> list(twins(["RF", "rf ", "R\u200bF", "SVM"]))
    [('RF', 'rf '), ('RF', 'R\u200bF')]
    """
    first: dict[str, str] = {}
    for name in names:
        visible = "".join(
            character for character in unicodedata.normalize("NFKC", name) if unicodedata.category(character) != "Cf"
        )
        if (earlier := first.setdefault(" ".join(visible.casefold().split()), name)) != name:
            yield earlier, name
