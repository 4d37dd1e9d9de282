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
_END = re.compile(r"(?P<stem>.+?)[\W_]+(?P<word>[^\W_]+)[\W_]*")
_MOST_LABELS = 2_000


def without_spreads(table: Table) -> Table:
    """Return the table without the rows of spreads, where a column names them next to those of the scores."""
    for name, column in table.columns.items():
        if column.is_numeric or column.distinct > _MOST_LABELS or is_example(name):
            continue
        spreads = _spreads_in(column, may_be_statistics=role_of(name) != "dataset")
        if not spreads:
            continue
        rows = column.where(spreads)
        file, row = table.place_of(int(np.argmax(rows)))
        text = f"rows of {listed(map(quoted, spreads), 3)} are taken for spreads of scores in other rows, and not read"
        doubt = Doubt(f"column {quoted(name)}: {text}", "where", file=file, row=row)
        excluded = {**table.excluded, name: (*table.excluded.get(name, ()), *spreads)}
        table = replace(table.only(~rows), excluded=excluded, doubts=(*table.doubts, doubt))
    return table


def _spreads_in(column: Column, *, may_be_statistics: bool) -> list[str]:
    """Return the names of rows of spreads: std where others are called mean, or A_std where others are A or A_mean."""
    labels = [label for label in column.labels if label]
    if may_be_statistics and _are_statistics(labels):
        return [label for label in labels if MEANS.isdisjoint(words_of(label))]
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


def _are_statistics(labels: list[str]) -> bool:
    """Return whether all names are those of statistics, one of them that of a mean."""
    kinds = [words_of(label) for label in labels]
    means = [words for words in kinds if words and MEANS.issuperset(words)]
    spreads = [words for words in kinds if words and _OF_SPREADS.issuperset(words)]
    return len(means) == 1 and len(spreads) > 0 and len(means) + len(spreads) == len(labels)


def _is_mean_of(label: str, stem: str) -> bool:
    parted = _END.fullmatch(label)
    return parted is not None and parted["stem"] == stem and parted["word"] in MEANS
