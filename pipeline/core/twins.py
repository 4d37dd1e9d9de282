"""Names that differ in what no one sees or means: case, separators, the form of a letter, characters without width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Set

# Between letters or digits one separator is as good as another, or as none but between two digits; in front of a number
# it may be a sign.
_BETWEEN = re.compile(r"(?<=[^\W_])[\s_\u2010-]+(?=[^\W_])")
_NEEDLESS = re.compile(r"(?<=\D) (?=\w)|(?<=\w) (?=\D)")


def twins(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    r"""Yield each name that hardly differs from an earlier one, behind that one.

    >>> list(twins(["RF", "rf ", "R\u200bF", "SVM"]))
    [('RF', 'rf '), ('RF', 'R\u200bF')]
    >>> list(twins(["Random Forest", "random-forest", "RANDOM_FOREST", "-1", "1"]))
    [('Random Forest', 'random-forest'), ('Random Forest', 'RANDOM_FOREST')]
    >>> list(twins(["kNN", "k-NN", "ResNet 50", "ResNet50", "C 4.5", "v1.0", "v 10", "1 1", "11"]))
    [('kNN', 'k-NN'), ('ResNet 50', 'ResNet50')]
    """
    first: dict[str, str] = {}
    for name in names:
        visible = "".join(
            character for character in unicodedata.normalize("NFKC", name) if unicodedata.category(character) != "Cf"
        )
        words = " ".join(_BETWEEN.sub(" ", visible.casefold()).split())
        if (earlier := first.setdefault(_NEEDLESS.sub("", words), name)) != name:
            yield earlier, name


def twins_by_overlap(
    names: Iterable[str], cells_of: Callable[[str], Set[Hashable]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the names that hardly differ from an earlier one: those that can become one with it, and the others.

    They can where no cell, such as an algorithm on a data set, has a result under both, nor under two of several.

    >>> cells = {"iris": {"RF"}, "Iris": {"kNN"}, "IRIS": {"kNN", "SVM"}}
    >>> twins_by_overlap(cells, cells.get)
    ([('iris', 'Iris')], [('iris', 'IRIS')])
    """
    apart, sharing, taken = list[tuple[str, str]](), list[tuple[str, str]](), dict[str, set[Hashable]]()
    for earlier, name in twins(sorted(names, key=lambda each: not each.isprintable())):
        cells = cells_of(name)
        before = taken.setdefault(earlier, set(cells_of(earlier)))
        (apart if before.isdisjoint(cells) else sharing).append((earlier, name))
        if before.isdisjoint(cells):
            before |= cells
    return apart, sharing
