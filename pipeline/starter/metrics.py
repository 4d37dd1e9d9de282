"""Which columns of numbers are the metrics of a study, and which its costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.faults import Fault, FaultsFound
from rankpress.starter.head import Head
from rankpress.starter.vocabulary import (
    better_of,
    is_example,
    is_extreme,
    is_neither,
    is_on_tests,
    is_on_training,
)

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

# The share of rows that may lack a metric beside others that they have.
MOST_EMPTY = 0.25


def find_metrics(
    head: Head, free: list[str], costs: list[str], doubts: dict[str, str], path: Path
) -> dict[str, Better]:
    """Columns whose names tell that they are metrics; failing that any number, failing that the first cost."""
    others = [column for column in free if column not in costs]
    known = {column: better for column in others if (better := better_of(column)) and not is_neither(column)}
    known = {column: better for column, better in known.items() if not is_extreme(column)} or known
    if head.better:
        known = _nearly_whole(head, {column: head.better[column] for column in head.better if column in head.columns})
        return known or _fullest(head, doubts)
    if known:
        return _of_tests(head, known)
    unknown = [column for column in others if not is_neither(column) and not is_example(column)]
    doubts |= dict.fromkeys(unknown, "nothing tells which direction is better")
    if unknown:
        return dict.fromkeys(unknown, "higher")
    if costs:
        return {costs[0]: "lower"}
    told = "there is no column of numbers that could be scores"
    raise FaultsFound([Fault(str(path), told, "a column such as 'accuracy', with a number in each cell")])


def _of_tests(head: Head, known: dict[str, Better]) -> dict[str, Better]:
    """Those of the metrics that are on test cases, where some are, and that nearly all rows have, where some do."""
    on_tests = {column: better for column, better in known.items() if is_on_tests(column)}
    others = {column: better for column, better in known.items() if not is_on_training(column)}
    left = others if on_tests else known
    return _nearly_whole(head, left) or left


def _nearly_whole(head: Head, known: dict[str, Better]) -> dict[str, Better]:
    """Those of the metrics that nearly all rows have."""
    return {
        column: better for column, better in known.items() if head.columns[column].count("") <= MOST_EMPTY * head.rows
    }


def _fullest(head: Head, doubts: dict[str, str]) -> dict[str, Better]:
    """The one of the metrics that the source tells of that most rows have."""
    column = min(head.better, key=lambda name: head.columns[name].count(""))
    others = ", ".join(name for name in head.better if name != column)
    doubts[column] = f"{head.columns[column].count('')} of {head.rows} rows have none; others are {others}"
    return {column: head.better[column]}


def find_costs(head: Head, costs: list[str], doubts: dict[str, str]) -> list[str]:
    """Those of the costs that were taken of each row: a time of 0 was not."""
    whole = [column for column in costs if all(head.columns[column])]
    taken = [column for column in whole if 2 * sum(not float(cell) for cell in head.columns[column]) < head.rows]
    doubts |= {column: "not taken for a cost, as it is 0 in most rows" for column in whole if column not in taken}
    return taken
