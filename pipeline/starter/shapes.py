"""Tables of other shapes than a row a measurement: a row a score of a measurement, and a row an algorithm."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rankpress.faults import Fault, FaultsFound
from rankpress.starter.head import Head
from rankpress.starter.vocabulary import (
    better_of,
    is_cost,
    is_metric_name,
    is_neither,
    is_overall,
    role_of,
)

# More kinds of scores than this are hardly measured in one study: as many names are those of something else.
MOST_METRICS = 50
# 12.3 ± 0.4, 1,014.45 (0.2), 14.4.0@@140400, <9.2: cells that begin with a number and hold more.
_MORE = re.compile(r"[-+<>~]?\d[\d.,]*([^\w.,].*|[.,]\w*|\s*)", re.DOTALL)


def kept_metric(head: Head) -> tuple[str, str] | None:
    """Where a column names the metric of each row: that column, and the first of its values that is known as one."""
    for column, cells in head.columns.items():
        names = dict.fromkeys(cells)
        if is_metric_name(column) and "" not in names and not head.is_numeric(column) and len(names) <= MOST_METRICS:
            return column, next((name for name in names if better_of(name)), next(iter(names)))
    return None


def names_of_algorithms(head: Head, roles: Mapping[str, str], numeric: list[str]) -> tuple[str, ...]:
    """The columns whose cells name the algorithm of a row where each column of numbers is a data set; else none.

    So are most leaderboards. Columns of numbers are data sets where no name tells of a data set, and most columns of
    numbers have names that are no metric's.
    """
    if "dataset" in roles:
        return ()
    tasks = scores_of_tasks(head, numeric)
    known = [column for column in numeric if better_of(column)]
    if len(tasks) < 3 or len(known) >= len(tasks):
        return ()
    texts = [name for name, cells in head.columns.items() if name not in numeric and all(cells)]
    first = roles.get("algorithm", texts[0] if len(texts) > 1 else None)
    if first is None or first in numeric:
        return ()
    others = [(first, column) for column in texts if column != first]
    return next((some for some in [(first,), *others] if head.tells_apart(*some)), ())


def scores_of_tasks(head: Head, numeric: list[str]) -> list[str]:
    """Of the columns of numbers those that may hold the scores on a data set each."""
    return [
        column
        for column in numeric
        if not (is_cost(column) or is_neither(column) or is_overall(column) or role_of(column))
        and (head.distinct(column) == 1 or not all(cell.isdecimal() for cell in filter(None, head.columns[column])))
    ]


def begins_with_numbers(head: Head, column: str) -> bool:
    """Whether nearly all cells of a column of texts begin with a number and hold more, as 12.3 ± 0.4 does."""
    cells = list(filter(None, head.columns[column]))
    return bool(cells) and sum(_MORE.fullmatch(cell) is not None for cell in cells) >= 0.9 * len(cells)


def refuse_more_than_numbers(head: Head, numeric: list[str], place: str) -> None:
    """Raise FaultsFound where most scores stand in cells that hold more than a number."""
    more = [name for name in head.columns if name not in numeric and begins_with_numbers(head, name)]
    known = [name for name in numeric if better_of(name)]
    if len(more) < 3 or known or len(more) < len(numeric):
        return
    cell = next(filter(None, head.columns[more[0]]))
    raise FaultsFound(
        [
            Fault(
                place,
                f"{len(more)} columns hold cells with more than a number, such as {cell!r} under {more[0]!r}",
                "a number in each cell that holds a score",
                "save the file with the numbers alone, and what else the cells hold in columns of their own or not "
                "at all",
            )
        ]
    )
