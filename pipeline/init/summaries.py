"""Rows of a table that sum up its other rows: by their numbers, wherever they stand and whatever they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.init.bounds import references_among
from rankpress.init.derived import Series, are_mean_ranks, decimals_of, functions_of_others
from rankpress.init.placement import points_by_distance
from rankpress.init.remarks import remarks_in
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, is_of_others, is_overall, is_tally, may_sum_up, role_of, sums_up
from rankpress.sources import numerals
from rankpress.sources.numerals import read_scores
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CsvOptions

# Of more rows, those that are called so are looked at, and the last ones.
_MOST_ROWS, _LAST = 60, 8
# A table that sums up its rows has fewer names.
_MOST_LABELS = 5_000
_NAMES = (None, "dataset", "algorithm")


def without_summaries(table: Table, decimal: str = "", csv: CsvOptions | None = None) -> Table:
    """Return the table without the rows that sum up others, such as Average or W/T/L, with what is not certain.

    `decimal` and `csv` say how numbers are written, as far as that is known.
    """
    for name, column in table.columns.items():
        if column.is_numeric or not 2 < len(column.labels) <= _MOST_LABELS or role_of(name) not in _NAMES:
            continue
        if column.is_unique and len(column.labels) == table.rows and not is_example(name):
            headings, notes = _alone(table, column)
            sums, doubts = _of_unique_rows(table, column, decimal, csv)
            labels = [column.labels[code] for code in column.codes.tolist()]
            statistics = [label for label in _statistics_at_end(labels) if label not in {*sums, *doubts}]
            doubts |= dict.fromkeys(statistics, _OF_OTHERS)
            sums = [label for label in column.labels if label in {*sums, *statistics, *headings, *notes}]
            doubts |= dict.fromkeys(headings, "no other cell of its row is filled: a heading of those below; not read")
            doubts |= dict.fromkeys(notes, "no other cell of its row is filled: a note on those above; not read")
            remarks = remarks_in("a row below the others", notes)
            table = replace(table, comments=(*table.comments, *notes), remarks=(*table.remarks, *remarks))
            below = _below_sums(labels, sums)
        elif column.is_unique and len(column.labels) == table.rows:
            labels = [column.labels[code] for code in column.codes.tolist()]
            sums = _statistics_at_end(labels)
            doubts, below = dict.fromkeys(sums, _OF_OTHERS), _below_sums(labels, sums)
        else:
            below, (sums, doubts) = [], _of_repeated_rows(table, column)
        if doubts or sums:
            of_rows = [
                replace(_on_row(table, column, label, doubt), is_open=_may_agree_by_chance(table, column, label, doubt))
                for label, doubt in doubts.items()
            ]
            of_rows += [replace(_on_row(table, column, label, _BELOW), is_open=True) for label in below]
            table = replace(table, doubts=(*table.doubts, *of_rows))
        if sums and column.distinct - len(sums) > 1:
            rest = replace(
                table.only(~column.where(sums)),
                tallies={label: tally for label in sums if (tally := _tally(table, column, label))},
                excluded={**table.excluded, name: (*table.excluded.get(name, ()), *sums)},
            )
            # without a sum below each group, names are those of rows
            return without_summaries(rest, decimal, csv) if _sums_below_groups(table, column) else rest
        if doubts:
            return table
    return table


# A row that no name calls a sum may agree with others by chance: seldom in so many columns and so near to the end.
_FEWEST_COLUMNS, _AT_END = 4, 3
_DERIVED = "each of its numbers is "


def _may_agree_by_chance(table: Table, names: Column, label: str, text: str) -> bool:
    """Return whether a row is left out by its numbers alone, and they are few or it stands among the others."""
    if not text.startswith(_DERIVED) or may_sum_up(label):
        return False
    row = int(np.argmax(names.where([label])))
    return len(table.numeric) < _FEWEST_COLUMNS or row < table.rows - _AT_END


_PERCENT = re.compile(r"\s*[\d.]+\s*%\s*")
_OF_OTHERS = "named like a summary of others; not read"


def _statistics_at_end(labels: Sequence[str]) -> list[str]:
    """Return the names of the last rows if all are called as statistics of the others, one as their sum or several.

    >>> _statistics_at_end(["d1", "d2", "d3", "Q1", "median", "Q3"]), _statistics_at_end(["a", "b", "c", "max"])
    (['Q1', 'median', 'Q3'], [])
    """
    n = next((at for at, label in enumerate(reversed(labels)) if not (is_of_others(label) or is_overall(label))), 0)
    last = list(labels[len(labels) - n :])
    are_several = n > 1 and not all(_PERCENT.fullmatch(label) for label in last)  # of the training data, perhaps
    return last if are_several or any(map(sums_up, last)) else []


_BELOW = "it stands below rows that sum up others, as what is said of all of them does; read"


def _below_sums(labels: Sequence[str], sums: Sequence[str]) -> list[str]:
    """Return the names of rows below those that sum up others, where these end the table but for a few.

    >>> _below_sums(["a", "b", "c", "d", "mean", "power"], ["mean"]), _below_sums(["a", "mean", "b", "c"], ["mean"])
    (['power'], [])
    """
    first = next((index for index, label in enumerate(labels) if label in sums), len(labels))
    below = [label for label in labels[first:] if label and label not in sums]
    return below if 2 * len(below) < first else []


# What notes below a table begin with, or how many words they have at least.
_NOTE = re.compile(r"\s*(?:[*†‡§¶(\[]|\^|notes?\b|source\b)|(?:\S+\s+){3,}\S|.*[.:]\s*$", re.IGNORECASE)


def _alone(table: Table, names: Column) -> tuple[list[str], list[str]]:
    """Return the names of rows in which nothing else stands: above rows with numbers, and notes below all of them."""
    others = [column for column in table.columns.values() if column.name != names.name]
    if len(others) < 2 or any(len(column.codes) != table.rows for column in (*others, names)):
        return [], []
    empty = np.all([column.where([""]) for column in others], axis=0)
    above = np.flatnonzero(empty[:-1] & ~empty[1:])
    if 2 * len(above) >= np.count_nonzero(~empty):
        return [], []
    labels = [names.labels[code] for code in names.codes.tolist()]
    below = labels[int(np.flatnonzero(~empty)[-1]) + 1 :]
    return [labels[row] for row in above.tolist() if labels[row]], list(filter(_NOTE.match, below))


def _tally(table: Table, names: Column, label: str) -> dict[str, float]:
    """Return the mean ranks or the wins that a row of a name holds, by column; nothing where it is none of these."""
    if not is_tally(label):
        return {}
    row = int(np.argmax(names.where([label])))
    texts = {name: column.labels[column.codes[row]] for name, column in table.columns.items() if name != names.name}
    leading = {name: _FIRST.match(cell) for name, cell in texts.items()}  # of wins, ties and losses
    return {name: float(leading_number[0]) for name, leading_number in leading.items() if leading_number}


_FIRST = re.compile(r"\d+(?:\.\d+)?(?=\s*(?:$|/))")


def _on_row(table: Table, column: Column, label: str, text: str) -> Doubt:
    """Return a doubt on the row of a name."""
    file, row = table.place_of(int(np.argmax(column.where([label]))))
    return Doubt(f"row {quoted(label)}: {text}", "where", column.name, file, row, label)


def _of_repeated_rows(table: Table, column: Column) -> tuple[list[str], dict[str, str]]:
    """Return the names of a long table that are those of sums, if they end it or its groups, and what is not certain.

    A group is what has one name in another column, such as the horizons of a data set, or the rows between two sums.
    """
    if below := _sums_below_groups(table, column):
        return below, dict.fromkeys(below, "named like a summary of others, and it stands below each group; not read")
    totals = [label for label in column.labels if label and sums_up(label)]
    rows = column.where(totals)
    at_end = bool(totals) and (rows[-int(rows.sum()) :].all() or _end_groups(table, column, rows))
    if not totals or len(totals) > column.distinct / 2 or not at_end:
        return [], {}
    return totals, dict.fromkeys(totals, "named like a summary of others; not read")


def _sums_below_groups(table: Table, column: Column) -> list[str]:
    """Return the names of sums that stand below several groups of rows, all others of which have names of their own."""
    counts = np.bincount(column.codes, minlength=len(column.labels))
    several = [label for label, n in zip(column.labels, counts.tolist(), strict=True) if n > 1 and label]
    called = [label for label in column.labels if sums_up(label) or is_overall(label)]
    if len(column.codes) != table.rows or not {*several} <= {*called} or 2 * len(called) > len(column.labels):
        return []
    rows = np.flatnonzero(column.where(several))
    sizes = np.diff(rows, prepend=-1) - 1  # of the group above each; several sums of one group stand together
    return several if len(rows) and sizes[0] > 1 and 1 not in sizes and (sizes > 1).sum() > 1 else []


def _end_groups(table: Table, column: Column, rows: BoolArray) -> bool:
    """Return whether each of the rows is the last of those next to each other with one name in another column."""
    for other in table.columns.values():
        if other.name == column.name or other.is_numeric or not len(rows) == len(other.codes) == table.rows:
            continue
        ends = np.append(other.codes[1:] != other.codes[:-1], True)
        if ends.sum() > 1 and not (rows & ~ends).any() and table.is_key(other.name, column.name):
            return True
    return False


def _of_unique_rows(
    table: Table, names: Column, decimal: str, csv: CsvOptions | None
) -> tuple[list[str], dict[str, str]]:
    """Return the names of the rows that sum up others, and what is not certain where names and numbers differ."""
    next_to_names = [column for name, column in table.columns.items() if name != names.name]
    matrix, decimals = _matrix([_numbers(column, decimal, csv) for column in next_to_names])
    if not matrix.size:  # no column has numbers
        return [], {}
    labels = [names.labels[code] for code in names.codes.tolist()]
    called = [index for index, label in enumerate(labels) if label and (sums_up(label) or is_overall(label))]
    derived = _derived(matrix, decimals, labels, called) if matrix.shape[1] > 1 else {}
    of_labels = zip(labels, matrix, strict=True)
    references = references_among({label: row for label, row in of_labels if label})
    called = [index for index in called if labels[index] not in references]
    others = np.delete(matrix, [*called, *derived], axis=0)
    described = _described(table, names)
    derived = {index: how for index, how in derived.items() if index in called or not described[index]}
    sums = [*(labels[index] for index in derived), *references]
    doubts = {labels[index]: f"{_DERIVED}{how}; not read" for index, how in derived.items() if index not in called}
    doubts |= dict.fromkeys(
        references, "named like a best known result or a bound, and no other row goes beyond it; not read"
    )
    for index in called:
        if index in derived or not len(others):
            continue
        there = matrix[index][np.isfinite(matrix[index])]  # next to algorithms there may be others without ranks
        ranks = Series(labels[index], there, decimals[index])
        if 2 * len(there) > matrix.shape[1] and are_mean_ranks(ranks, len(there)):
            likely, text = True, ""
        else:
            likely, text = _by_name(labels[index], matrix[index], others)
        sums += [labels[index]] if likely else []
        doubts |= {labels[index]: text} if text else {}
    return [label for label in labels if label in sums], doubts


def _described(table: Table, names: Column) -> BoolArray:
    """Return which rows say of themselves, in another column of texts, what other rows say: sums have nothing there."""
    described = np.zeros(table.rows, dtype=bool)
    for name, column in table.columns.items():
        is_of_texts = not (column.is_numeric or column.is_mostly_numeric or column.holds_more_than_numbers)
        if name == names.name or not is_of_texts or len(column.codes) != table.rows:
            continue
        counts = np.bincount(column.codes, minlength=len(column.labels))[column.codes]
        described |= (counts > 1) & ~column.where([""])
    return described


def _derived(
    matrix: FloatArray, decimals: Sequence[int], labels: Sequence[str], called: Sequence[int]
) -> dict[int, str]:
    """Return the rows that are functions of others, by index, and of which."""
    some = range(len(labels)) if len(labels) <= _MOST_ROWS else [*called, *range(len(labels) - _LAST, len(labels))]
    series = [
        Series(label, row, each, index in called or may_sum_up(label))
        for index, (label, row, each) in enumerate(zip(labels, matrix, decimals, strict=True))
    ]
    functions = functions_of_others(series, sorted(set(some)))
    return {index: how for index, how in functions.items() if index in some}


def _by_name(label: str, own: FloatArray, others: FloatArray) -> tuple[bool, str]:
    """Return whether a row that is called as a sum of others is one, and what is not certain."""
    finite = np.isfinite(own) & np.isfinite(others).any(axis=0)
    if not finite.any():
        return True, ""  # no other row has a number to compare it with, as where all have 8/20
    if 2 * np.count_nonzero(finite) < np.count_nonzero(np.isfinite(others).any(axis=0)):
        return True, ""  # most of its cells hold no numbers, such as 3/1/2
    points, _ = points_by_distance(own[finite], others[:, finite].T)
    if points < 0:
        return True, ""
    low, high = np.nanmin(others[:, finite], axis=0), np.nanmax(others[:, finite], axis=0)
    inside = (own[finite] >= low) & (own[finite] <= high)
    is_mean = is_overall(label) or "median" in words_of(label)
    text = "named like a summary of others, but its numbers do not sum up the other rows"
    return (False, f"{text}; read") if is_mean and inside.mean() < 0.5 else (True, f"{text}; not read")


def _numbers(column: Column, decimal: str, csv: CsvOptions | None) -> tuple[FloatArray, list[str]]:
    """Return the numbers at the beginning of the cells of a column, and how each is written."""
    written = numerals.NumberColumn("", column.name, decimal=decimal, stated=csv)
    texts = [reading.number for reading in read_scores(column.labels, written)]
    numbers = np.array([float(printed) if printed else np.nan for printed in texts])
    return numbers[column.codes], [texts[code] for code in column.codes.tolist()]


def _matrix(columns: Sequence[tuple[FloatArray, list[str]]]) -> tuple[FloatArray, list[int]]:
    """Return the columns that hold numbers mostly, and with how many decimals each row is written."""
    some = [(numbers, texts) for numbers, texts in columns if np.isfinite(numbers).mean() > 0.5]
    rows = len(columns[0][0]) if columns else 0
    if not some:
        return np.empty((rows, 0)), [0] * rows
    decimals = [max(map(decimals_of, (texts[row] for _, texts in some))) for row in range(rows)]
    return np.column_stack([numbers for numbers, _ in some]), decimals
