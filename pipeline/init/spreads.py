"""Rows that hold the spreads of the scores in other rows: mean.csv next to std.csv, A_mean next to A_std."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import MEANS, SPREAD, is_example, role_of
from rankpress.wording.strings import listed, quoted

# Behind a score these say that a number tells how far it varies, or over how much it was taken.
_OF_SPREADS = (SPREAD - {"rank", "diff", "delta"}) | {"error", "n", "count", "min", "max"}
# In rows next to those of a mean and a spread these are statistics of the same runs too.
_WITH_SPREADS = {"best", "worst", "rank", "p", "value", "pvalue"}
_END = re.compile(r"(?P<stem>.+?)[\W_]+(?P<word>[^\W_]+)[\W_]*")
_MOST_LABELS = 2_000


def without_spreads(table: Table) -> Table:
    """Return the table without the rows of spreads, where a column names them next to those of the scores."""
    for name, column in table.columns.items():
        if column.is_numeric or column.distinct > _MOST_LABELS:
            continue
        spreads = _spreads_in(column, may_be_statistics=role_of(name) != "dataset", may_be_spreads=not is_example(name))
        if not spreads:
            continue
        rows = column.where(spreads)
        file, row = table.place_of(int(np.argmax(rows)))
        text = f"rows of {listed(map(quoted, spreads), 3)} are taken for spreads and other statistics, and not read"
        doubt = Doubt(f"column {quoted(name)}: {text}", "where", file=file, row=row)
        excluded = {**table.excluded, name: (*table.excluded.get(name, ()), *spreads)}
        table = replace(table.only(~rows), excluded=excluded, doubts=(*table.doubts, doubt))
    return table


def _spreads_in(column: Column, *, may_be_statistics: bool, may_be_spreads: bool) -> list[str]:
    """Return the names of rows of spreads: std where others are called mean, or A_std where others are A or A_mean."""
    labels = [label for label in column.labels if label]
    if may_be_statistics and (mean := _mean_of_statistics(labels)):
        return [label for label in labels if label != mean]
    if not may_be_spreads:
        return []
    folded = {label.casefold(): label for label in labels}
    spreads, stems = [], set[str]()
    for label in labels:
        parted = _END.fullmatch(label)
        if parted is None or parted["word"].casefold() not in SPREAD - {"rank", "diff", "delta"}:
            continue
        stem = parted["stem"].casefold()
        others = [other for other in folded if other == stem or _is_mean_of(other, stem)]
        if others:
            spreads.append(label)
            stems.add(stem)
    return spreads if len(labels) - len(spreads) > 1 or len(stems) > 1 else []


def _mean_of_statistics(labels: list[str]) -> str:
    """Return the mean where all names are those of statistics of the same runs, a spread among them; "" elsewhere."""
    kinds = {label: set(words_of(label)) for label in labels}
    means = [label for label, words in kinds.items() if words and words <= MEANS]
    spreads = [label for label, words in kinds.items() if words and words <= _OF_SPREADS]
    others = [label for label, words in kinds.items() if words and words <= _WITH_SPREADS]
    if not means or not spreads or len(means) + len(spreads) + len(others) != len(labels):
        return ""
    return next((label for label in means if "median" not in kinds[label]), means[0])


def _is_mean_of(label: str, stem: str) -> bool:
    parted = _END.fullmatch(label)
    return parted is not None and parted["stem"] == stem and parted["word"] in MEANS
