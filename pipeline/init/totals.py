"""Rows of a long table that sum up others: the mean over all data sets, the mean of the folds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt
from rankpress.init.bounds import references_among
from rankpress.init.derived import decimals_of
from rankpress.init.other_rows import names_of_others
from rankpress.init.vocabulary import is_total, sums_up
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import FloatArray
    from rankpress.init.table import Table

# So many data sets are compared at least, besides those within groups.
_FEWEST = 2
# Words in the names of columns that say which group a data set lies in.
_GROUPS = frozenset("group parent suite benchmark".split())
# Larger tables are not looked through for names whose scores alone show that they sum up others.
_MOST_CELLS, _MOST_NAMES, _MOST_COMPARED = 1_000_000, 2_000, 30_000_000


def find_totals(
    table: Table, roles: Mapping[str, str], main: str, metrics: Mapping[str, Better], doubts: list[Doubt]
) -> dict[str, tuple[str, ...]]:
    """Return by column the names of rows that sum up others, and add what is not certain of them to the doubts.

    Rows with the means of one metric may have no number of the others.
    """
    excluded = dict[str, tuple[str, ...]]()
    for role in ("repeat", "fold", "seed"):
        labels = table.columns[roles[role]].labels if role in roles else ()
        if totals := tuple(label for label in labels if is_total(label) or (label and sums_up(label))):
            excluded[roles[role]] = totals
    if members := _members(table, roles["dataset"], doubts):
        excluded[roles["dataset"]] = members
    for measure in (main, *(metric for metric in metrics if metric != main)):
        cells = _cells(table, roles["dataset"], roles["algorithm"], measure)
        if cells is None or (measure != main and not _differ(cells)):
            continue
        for role, means in (("dataset", cells), ("algorithm", cells.T))[: 2 if measure == main else 1]:
            name = roles[role]
            known = excluded.get(name, ())
            if totals := _totals_among(table, name, role, means, measure, known, doubts):
                excluded[name] = (*known, *totals)
        if measure == main:
            name = roles["algorithm"]
            if others := names_of_others(table, name, cells, (main, metrics[main]), doubts):
                excluded[name] = tuple(dict.fromkeys((*excluded.get(name, ()), *others)))
    return excluded


def _differ(cells: FloatArray) -> bool:
    """Return whether scores differ between algorithms, so that means of them are more than those of one number."""
    whole = cells[np.isfinite(cells).all(axis=1)]
    return not len(whole) or bool(np.ptp(whole, axis=1).any())


def _is_mean_of(name: str, metric: str) -> bool:
    """Return whether a row is called after the mean of a metric: mIoU, aAcc, macro-F1.

    >>> _is_mean_of("mIoU", "IoU"), _is_mean_of("macro_f1", "f1"), _is_mean_of("f1", "f1"), _is_mean_of("mAcc", "IoU")
    (True, True, False, False)
    """
    before = name.casefold().removesuffix(metric.casefold()).rstrip("-_ .")
    return before != name.casefold() and before in _OF_MEANS


_OF_MEANS = frozenset("m a o w fw mean avg average overall macro micro weighted total".split())


def _members(table: Table, name: str, doubts: list[Doubt]) -> tuple[str, ...]:
    """Return the data sets within groups that are data sets by themselves, with a doubt.

    A column names the group of each, in the words of the column of data sets, and nothing for what lies in no group.
    """
    own = table.columns[name]
    for other, column in table.columns.items():
        groups = {*column.labels} - {""}
        is_named = other != name and other not in table.claimed and not _GROUPS.isdisjoint(words_of(other))
        if not is_named or column.is_full or not groups or not groups <= {*own.labels}:
            continue
        if len(column.codes) != len(own.codes) or not table.follows(other, name):
            continue
        within = [own.labels[code] for code in np.unique(own.codes[~column.where([""])])]
        if groups.isdisjoint(within) and len({*own.labels} - {*within}) >= _FEWEST:
            text = f"{counted(len(within), 'data set')} within {listed(map(quoted, sorted(groups)), 3)} are not read, "
            doubts.append(Doubt(f"{text}as each such group is a data set", "where", name))
            return tuple(within)
    return ()


def _totals_among(
    table: Table, name: str, role: str, means: FloatArray, measure: str, known: Collection[str], doubts: list[Doubt]
) -> tuple[str, ...]:
    """Return the further names of a column that sum up the others, by their scores or in words, with doubts."""
    # words alone show it of data sets: an algorithm may be called Mean
    column, totals = table.columns[name], list[str]()
    if role == "algorithm" and means.size * len(means) > _MOST_COMPARED:
        return ()
    decimals = _decimals(table, name, measure)
    references = references_among(dict(zip(column.labels, means, strict=True))) if role == "algorithm" else {}
    word = {"dataset": "a data set", "algorithm": "an algorithm"}[role]
    for code, label in enumerate(column.labels):
        if label in known:
            continue
        if label in references and len(column.labels) > len(references) + 1:
            totals.append(label)
            why = "it is named like a best known result or a bound, and no other goes beyond it"
            text = f"{quoted(label)} is not read as {word}: {why}"
            doubts.append(Doubt(text, "where", name, value=label, is_open=not references[label]))
            continue
        called = sums_up(label) or is_total(label) or _is_mean_of(label, measure)
        how = _sums(means, code, decimals[code])
        if len(column.labels) < 4 or not ((called and role == "dataset") or (how and (called or decimals[code] > 0))):
            continue
        totals.append(label)
        if not (called and how):
            why = f"its scores are the {how} of the others" if how else "its name says that it sums up the others"
            doubts.append(Doubt(f"{quoted(label)} is not read as {word}: {why}", "where", name, value=label))
    return tuple(totals)


def _cells(table: Table, dataset: str, algorithm: str, measure: str) -> FloatArray | None:
    """Return the mean score by data set and algorithm; None where that is too much."""
    rows, columns = (len(table.columns[name].labels) for name in (dataset, algorithm))
    values = table.columns[measure].numbers
    if rows > _MOST_NAMES or rows * columns > _MOST_CELLS or len(values) < table.rows:
        return None
    keys = table.keys(dataset, algorithm)[0]
    fine = np.isfinite(values)
    counts = np.bincount(keys[fine], minlength=rows * columns)
    sums = np.bincount(keys[fine], weights=values[fine], minlength=rows * columns)
    means: FloatArray = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).reshape(rows, columns)
    return means


def _decimals(table: Table, names: str, measure: str) -> list[int]:
    """Return with how many decimals the scores of each name are written."""
    column, codes = table.columns[measure], table.columns[names].codes
    written = np.array([decimals_of(label) for label in column.labels], dtype=int)
    decimals = np.zeros(len(table.columns[names].labels), dtype=int)
    np.maximum.at(decimals, codes, written[column.codes])
    return decimals.tolist()


def _sums(cells: FloatArray, code: int, decimals: int) -> str:
    """Return what the scores of a name are of those of the others, cell by cell: mean, median or sum."""
    own, others = cells[code], np.delete(cells, code, axis=0)
    others = others[np.isfinite(others).any(axis=1)]  # but for rows of which no score is there
    there = np.isfinite(own) & np.isfinite(others).all(axis=0)
    if there.sum() < 2 or len(others) < 2:
        return ""
    own, others = own[there], others[:, there]
    ways = {"mean": others.mean(axis=0), "median": np.median(others, axis=0), "sum": others.sum(axis=0)}
    off = 0.51 * 10.0**-decimals
    if (np.ptp(others, axis=0) <= 20 * off).any():  # each of them is near the mean
        return ""
    if (np.abs(others - own) <= off).all(axis=1).any():  # scores of few values: another row has the same ones
        return ""
    return next((word for word, values in ways.items() if bool((np.abs(values - own) <= off).all())), "")
