"""Tables about pairs of algorithms, which hold no scores on data sets: votes, matches, p-values, differences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import Fault
from rankpress.init.hypotheses import naming_columns
from rankpress.init.table import Table
from rankpress.init.vocabulary import role_of
from rankpress.wording.strings import counted, listed, quoted

_EXPECTED = "the score of each algorithm on each data set"
_SCORES = "give the scores that they come from: one row per data set and one column per algorithm"
# Names are the same where so large a share of the fewer ones is, and two at least.
_SHARE = 0.8
# Words in the names of what a comparison of two gives.
_OF_PAIRS = frozenset(
    "p pvalue pval padj value adjusted corrected diff difference differences delta statistic stat effect wins losses"
    " ties meandiff lower upper reject significant conf low high z t".split()
)


def find_pairs(table: Table, place: str) -> Iterator[Fault]:
    """Yield that a table holds what two algorithms have between them, in place of the scores of each."""
    yield from _matrices(table, place)
    yield from _lists(table, place)


def _are_same(some: set[str], others: set[str]) -> bool:
    shared = len(some & others)
    return shared > 1 and shared >= _SHARE * min(len(some), len(others))


def _matrices(table: Table, place: str) -> Iterator[Fault]:
    """Yield that rows and columns have the same names."""
    for name, column in table.columns.items():
        if column.is_numeric or not 2 <= column.distinct <= len(table.columns) or not column.is_unique:
            continue
        rows = {*filter(None, column.labels)}
        columns = {other for other in table.columns if other != name}
        if _are_same(rows, columns) and 2 * len(rows & columns) >= len(columns):
            message = (
                f"rows and columns have the same names, {listed(sorted(rows & columns), 3)}: a matrix of pairs, such "
                "as p-values, differences, wins or confusions, and no scores"
            )
            yield Fault(place, message, _EXPECTED, _SCORES)


def _lists(table: Table, place: str) -> Iterator[Fault]:
    """Yield that two columns hold the same names, so that each row is of two algorithms."""
    labels = {name: {*filter(None, table.columns[name].labels)} for name in _of_texts(table)}
    for first, second in combinations(labels, 2):
        is_same = _are_same(labels[first], labels[second]) or _has_each_pair(table, labels[first], labels[second])
        if not is_same or not _are_apart(table, first, second):
            continue
        others = [name for name in table.columns if name not in (first, second)]
        if any(role_of(name) == "algorithm" and table.distinct(name) > 1 for name in others):
            return
        shared = listed(sorted(labels[first] & labels[second]), 3)
        both = f"columns {quoted(first)} and {quoted(second)} hold the same names, {shared}"
        if not table.is_key(first, second):
            of = f" ({listed(map(quoted, others), 4)})" if others else ""
            message = (
                f"{both}, and pairs of them repeat: the rows seem to be votes or matches of two{of}, and no scores"
            )
            remedy = (
                "give the score of each on data sets, categories or questions; the share of votes that each wins in a "
                "category is one: columns dataset, algorithm, score"
            )
            yield Fault(place, message, _EXPECTED, remedy)
        elif sum(not _OF_PAIRS.issuperset(words_of(name)) for name in others if name in table.numeric) < 2:
            message = f"{both}, each pair once: {counted(table.rows, 'row')} about pairs, and no scores"
            yield Fault(place, message, _EXPECTED, _SCORES)
        return


def _has_each_pair(table: Table, some: set[str], others: set[str]) -> bool:
    """Return whether there are as many rows as pairs of all the names: each pair once, or in both orders."""
    k = len(some | others)
    return k > 2 and not some.isdisjoint(others) and table.rows in (k * (k - 1) // 2, k * (k - 1))


def _of_texts(table: Table) -> list[str]:
    """Return the columns of texts in the file that may name algorithms, in its order."""
    of_paths = table.parts | table.stated | table.guessed
    names = [name for name in naming_columns(table) if role_of(name) != "dataset" and name not in of_paths]
    return [name for name in table.columns if name in names and not table.columns[name].is_numeric]


def _are_apart(table: Table, first: str, second: str) -> bool:
    """Return whether two columns have different names in most rows: no one votes between a model and itself."""
    some, others = table.columns[first], table.columns[second]
    n, place = min(len(some.codes), len(others.codes)), {label: code for code, label in enumerate(others.labels)}
    as_others = np.array([place.get(label, -1) for label in some.labels])
    return 2 * int(np.count_nonzero(as_others[some.codes[:n]] == others.codes[:n])) < n
