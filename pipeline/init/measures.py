"""Which columns of a long table are metrics, which are costs, and which direction of a metric is better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.table import Table
from rankpress.init.vocabulary import is_example, is_extreme, is_metric_name, is_neither, is_on_tests, is_on_training

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# More kinds of scores than this are hardly measured in one study: as many names are those of something else.
MOST_METRICS = 50
# The share of rows that may lack a metric next to others that they have.
MOST_EMPTY = 0.25
UNKNOWN = "nothing tells which direction is better"


def kept_metric(table: Table) -> tuple[str, str] | None:
    """Where a column names the metric of each row: that column, and the first of its values that is known as one."""
    for name, column in table.columns.items():
        labels = column.labels
        if not column.is_full or column.is_numeric or len(labels) > MOST_METRICS:
            continue
        known = [label for label in labels if better_of(label)]
        if is_metric_name(name) or (len(labels) > 1 and len(known) == len(labels) and name not in table.parts):
            return name, next(iter(known), labels[0])
    return None


def find_metrics(
    table: Table, free: Sequence[str], costs: Sequence[str], doubts: dict[str, str], place: str
) -> dict[str, Better]:
    """Columns named like metrics; failing that any number, failing that the first cost."""
    free = [name for name in free if name not in table.partial]
    others = [name for name in free if name not in costs]
    if table.better:
        known = {name: better for name, better in table.better.items() if name in table.columns}
        return _nearly_whole(table, known) or _fullest(table, doubts)
    known = {name: better for name in others if (better := better_of(name)) and not is_neither(name)}
    known = {name: better for name, better in known.items() if not is_extreme(name)} or known
    if known:
        return _of_tests(table, known)
    unknown = [name for name in others if not is_neither(name) and not is_example(name) and table.distinct(name) > 1]
    # where some are fractions, whole numbers are settings and counts
    unknown = [name for name in unknown if not table.columns[name].is_whole] or unknown
    doubts |= dict.fromkeys(unknown, UNKNOWN)
    if unknown:
        return dict.fromkeys(unknown, "higher")
    if costs:
        return {costs[0]: "lower"}
    text = "there is no column of numbers that could be scores"
    raise FaultsFound([Fault(place, text, "a column such as 'accuracy', with a number in each cell")])


def _of_tests(table: Table, known: dict[str, Better]) -> dict[str, Better]:
    """Those of the metrics that are on test cases, where some are, and that nearly all rows have, where some do."""
    on_tests = {name: better for name, better in known.items() if is_on_tests(name)}
    others = {name: better for name, better in known.items() if not is_on_training(name)}
    left = others if on_tests else known
    return _nearly_whole(table, left) or left


def _nearly_whole(table: Table, known: dict[str, Better]) -> dict[str, Better]:
    """Return those of the metrics that nearly all rows have."""
    return {name: better for name, better in known.items() if empty_share(table, name) <= MOST_EMPTY}


def empty_share(table: Table, name: str) -> float:
    """Return the share of the cells of a column that are empty."""
    column = table.columns[name]
    return float(column.where([""]).mean()) if len(column.codes) else 0.0


def _fullest(table: Table, doubts: dict[str, str]) -> dict[str, Better]:
    """Return the metric of the source that most rows have."""
    name = min(table.better, key=lambda name: empty_share(table, name))
    others = ", ".join(other for other in table.better if other != name)
    empty = round(empty_share(table, name) * table.rows)
    doubts[name] = f"{empty} of {table.rows} rows have none; others are {others}"
    return {name: table.better[name]}


def find_costs(table: Table, names: Sequence[str], notes: dict[str, str]) -> list[str]:
    """Return those of the costs that each row has, that differ, and that were taken: a time of 0 was not."""
    costs = []
    for name in names:
        column = table.columns[name]
        if not column.is_full or name in table.partial or column.distinct < 2:
            continue
        if 2 * (column.numbers == 0).sum() >= len(column.codes):
            notes[name] = "not taken for a cost, as it is 0 in most rows"
        else:
            costs.append(name)
    return costs


def costs_among(names: Sequence[str]) -> list[str]:
    """Return the columns whose names are those of costs."""
    return [name for name in names if is_cost(name) and better_of(name) is None]


def metric_of_file(place: str) -> tuple[str, Better | None]:
    """Return the metric that the name of a file gives, such as error_rates.csv, and its direction."""
    stem = PurePath(place).name.partition(".")[0]
    better = better_of(stem)
    return (stem, better) if better and "{" not in stem and "*" not in stem else ("score", None)
