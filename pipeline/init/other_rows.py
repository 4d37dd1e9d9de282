"""Rows of a table of algorithms that are no algorithms: sizes of the data sets, costs, other measures, constants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import is_cost, may_be_share
from rankpress.core.doubts import Doubt
from rankpress.init.placement import Placer, average_ranks_best, called_as, in_size_of, may_score
from rankpress.init.table import Column, Table
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import FloatArray

# Larger tables are not looked through: too few of their rows describe anything to be first among all others.
_MOST_ROWS, _MOST_COLUMNS = 100, 400
_FAR = -2.0  # at most so many points has what lies far from all others


@dataclass(frozen=True)
class OtherRows:
    """The rows that are not read, and what is not certain of these and of others."""

    names: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def rows_of_others(table: Table, keys: Sequence[str], cells: Sequence[str], metric: tuple[str, Better]) -> OtherRows:
    """Return which rows hold no scores by their values among those of the other rows, as columns are placed.

    Parameters
    ----------
    table
        A table with a row of each algorithm.
    keys
        The columns that name the rows.
    cells
        The columns of scores, one of each data set.
    metric
        The metric, "score" where it is unknown, and its better direction: where another row is first without a row, the
        doubt on that one is open.
    """
    [name, *more] = keys
    column = table.columns[name]
    is_table = not more and column.is_unique and len(column.codes) == table.rows
    if not is_table or not 3 < table.rows <= _MOST_ROWS or not 1 < len(cells) <= _MOST_COLUMNS:
        return OtherRows()
    labels = [column.labels[code] for code in column.codes.tolist()]
    turned = Table({label: _row(table, label, index, cells) for index, label in enumerate(labels)}, len(cells))
    placement = Placer(turned, "" if metric[0] == "score" else metric[0]).place(())
    left = tuple(label for label in placement.uses if label not in placement.cells)
    if len(placement.cells) < 2:
        return OtherRows()
    doubts = []
    for label, use in placement.uses.items():
        if use.doubt:
            file, row = table.place_of(labels.index(label))
            is_mixed = placement.may_be_mixed and label in placement.of_other_scales
            is_open = (
                use.is_open or is_mixed or (may_score(label, use) and _decides(turned, placement.cells, label, metric))
            )
            doubts.append(Doubt(f"row {quoted(label)}: {use.doubt}", "where", name, file, row, label, is_open=is_open))
    return OtherRows(left, tuple(doubts))


def names_of_others(
    table: Table, name: str, means: FloatArray, metric: tuple[str, Better], doubts: list[Doubt]
) -> tuple[str, ...]:
    """Return the algorithms of a long table that are called as what describes data sets and have such numbers.

    Others on another scale are read, with a doubt, which is open where one of them is first, unless it may be so
    much faster or smaller. `means` are the scores by data set and name of the column, `metric` has its direction.
    """
    labels = table.columns[name].labels
    if not 3 < len(labels) <= _MOST_ROWS or not 1 < len(means) <= _MOST_COLUMNS:
        return ()
    texts = [["" if np.isnan(value) else f"{value:.9g}" for value in row] for row in means.T.tolist()]
    turned = Table({label: _coded(label, row) for label, row in zip(labels, texts, strict=True)}, len(means))
    placement = Placer(turned, metric[0]).place(())
    left = []
    for label, use in placement.uses.items() if len(placement.cells) > 1 else ():
        called, is_score = bool(called_as(label)), label in placement.cells
        if not called and (is_score or use.points > _FAR or use.role != "descriptor"):
            continue
        is_read = is_score or not called
        reason = f"named like a property of data sets, {use.reason}" if called else use.reason
        text = f"{quoted(label)} is {'read' if is_read else 'not read'} as an algorithm: {reason}"
        # an algorithm may be called beta, and where its scores are like those of others it hardly is anything else
        may_be = use.has_scores and not is_score if called else not is_cost(metric[0])
        is_open = may_be and _decides(turned, placement.cells, label, metric)
        doubts.append(Doubt(text, "where", name, value=label, is_open=is_open))
        left += [] if is_read else [label]
    return tuple(left)


def _row(table: Table, label: str, index: int, cells: Sequence[str]) -> Column:
    """Return the cells of a row as a column."""
    return _coded(label, [table.columns[cell].labels[table.columns[cell].codes[index]] for cell in cells])


def _coded(label: str, texts: Sequence[str]) -> Column:
    categories, codes = np.unique(texts, return_inverse=True)
    return Column(label, tuple(map(str, categories)), codes.astype(np.int32))


def _decides(turned: Table, read: Sequence[str], label: str, metric: tuple[str, Better]) -> bool:
    """Return whether other rows are first with a row than without it, as it stands or in the unit of the others."""
    name, better = metric
    others = [other for other in read if other != label]
    cells = np.column_stack([turned.columns[other].numbers for other in others])
    own = turned.columns[label].numbers
    every = [own] if may_be_share(name) else [own, in_size_of(own, cells)]
    without = average_ranks_best(cells, better == "lower")
    return any(average_ranks_best(np.column_stack([cells, each]), better == "lower") != without for each in every)
