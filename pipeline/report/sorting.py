"""The order of the algorithms in rows and columns of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.table import Table, with_columns
from rankpress.spec.report_sections import Sort
from rankpress.topics.topic import TableKind


def in_order(table: Table, places: Mapping[str, int], kind: TableKind) -> Table:
    """Sort the algorithms in the columns of a table, and in its rows, by their places; what has none follows them."""
    last, stub = len(places), range(table.stub)
    if kind.of_algorithms:
        heads = [cell.name for cell in table.head[-1]]
        if len(heads) == len(table.align) and set(heads[table.stub :]) & places.keys():
            columns = sorted(range(table.stub, len(heads)), key=lambda column: places.get(heads[column], last))
            table = with_columns(table, [*stub, *columns])
    if kind.sorts_rows:
        body = len(table.rows) - table.footer
        rows = sorted(table.rows[:body], key=lambda row: places.get(row[0].name, last))
        table = replace(table, rows=(*rows, *table.rows[body:]))
    return table


def algorithm_places(analysis: Analysis, sort: Sort) -> dict[str, int]:
    """Return the place of each algorithm in the order that a study asks for."""
    return {analysis.names[index]: place for place, index in enumerate(_order(analysis, sort))}


def _order(analysis: Analysis, sort: Sort) -> Sequence[int]:
    names, means = analysis.names, analysis.scores.oriented
    if sort == "name":
        return sorted(range(len(names)), key=lambda index: (names[index].casefold(), names[index]))
    if sort == "given":
        return range(len(names))
    if sort == "rank" or means is None:
        return analysis.ranking.best_first
    order: list[int] = np.argsort(-np.ma.masked_invalid(means).mean(axis=0).filled(-np.inf), kind="stable").tolist()
    return order
