"""Which columns hold data sets and algorithms, metrics and costs; vocabulary."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.head import Head
from rankpress.init.vocabulary import (
    is_example,
    is_extreme,
    is_metric_name,
    is_neither,
    is_on_tests,
    is_on_training,
    is_overall,
    role_of,
)

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


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
    """Return the columns whose cells name the algorithm of a row where each column of numbers is a data set; else none.

    So are most leaderboards. Columns of numbers are data sets where no name suggests a data set, and most columns of
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
    """Return whether nearly all cells of a column of texts begin with a number and hold more, as 12.3 ± 0.4 does."""
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


def roles_by_name(head: Head) -> dict[str, str]:
    """Return the first column of each role whose cells can stand for it."""
    roles: dict[str, str] = {}
    # What may name an example, such as instance, is a data set only where no other column is.
    for column, cells in sorted(head.columns.items(), key=lambda item: is_example(item[0])):
        role = role_of(column)
        if role is not None and all(cells) and (role not in ("n_train", "n_test") or head.is_numeric(column)):
            roles.setdefault(role, column)
    return {role: _as_the_path_says(head, column) for role, column in roles.items()}


def _as_the_path_says(head: Head, column: str) -> str:
    """The part of the paths that holds the same names, where some cells write more before them; else the column."""
    for part in sorted(head.parts):
        pairs = set(zip(head.columns[part], head.columns[column], strict=True))
        if 1 < head.distinct(part) < head.distinct(column) and all(
            cell == short or cell.endswith(f"/{short}") for short, cell in pairs
        ):
            return part
    return column


def role_by_content(head: Head, roles: dict[str, str], numeric: list[str], role: str, path: Path) -> str:
    """Return a column of names for a role that no column is named after: one that repeats, and repeats least."""
    names = [
        column
        for column in head.columns
        if column not in numeric
        and column not in roles.values()
        and role_of(column) is None
        and not begins_with_numbers(head, column)
    ]
    parts = [column for column in head.parts if column not in roles.values() and head.distinct(column) > 1]
    names = sorted(parts) or names
    if not names:
        raise without_names(head, role, path)
    return max(names, key=lambda column: (head.distinct(column) < head.rows, head.distinct(column)))


def are_crossed(head: Head, datasets: str, algorithms: str) -> bool:
    """Return whether most algorithms have rows on most data sets, or nearly all rows would be missing."""
    pairs = len(set(zip(head.columns[datasets], head.columns[algorithms], strict=True)))
    return 2 * pairs > head.distinct(datasets) * head.distinct(algorithms)


def without_names(head: Head, role: str, path: Path) -> FaultsFound:
    """Return what is raised where no column can stand for a role."""
    names = role.replace("dataset", "data set")
    text = f"there is no column that could hold the {names}s; the columns are {', '.join(map(repr, head.columns))}"
    return FaultsFound(
        [
            Fault(
                str(path),
                text,
                f"a column such as '{role}', or a table with a row a data set and a column an algorithm",
                f"name the column in the file, or where each file is of one {names}, give all of them as a pattern "
                f"such as results-{{{role}}}.csv; or write study.yaml by hand: rankpress init DIR shows one",
            )
        ]
    )


# The share of rows that may lack a metric next to others that they have.
MOST_EMPTY = 0.25


def find_metrics(
    head: Head, free: list[str], costs: list[str], doubts: dict[str, str], path: Path
) -> dict[str, Better]:
    """Columns named like metrics; failing that any number, failing that the first cost."""
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
    text = "there is no column of numbers that could be scores"
    raise FaultsFound([Fault(str(path), text, "a column such as 'accuracy', with a number in each cell")])


def _of_tests(head: Head, known: dict[str, Better]) -> dict[str, Better]:
    """Those of the metrics that are on test cases, where some are, and that nearly all rows have, where some do."""
    on_tests = {column: better for column, better in known.items() if is_on_tests(column)}
    others = {column: better for column, better in known.items() if not is_on_training(column)}
    left = others if on_tests else known
    return _nearly_whole(head, left) or left


def _nearly_whole(head: Head, known: dict[str, Better]) -> dict[str, Better]:
    """Return those of the metrics that nearly all rows have."""
    return {
        column: better for column, better in known.items() if head.columns[column].count("") <= MOST_EMPTY * head.rows
    }


def _fullest(head: Head, doubts: dict[str, str]) -> dict[str, Better]:
    """Return the metric of the source that most rows have."""
    column = min(head.better, key=lambda name: head.columns[name].count(""))
    others = ", ".join(name for name in head.better if name != column)
    doubts[column] = f"{head.columns[column].count('')} of {head.rows} rows have none; others are {others}"
    return {column: head.better[column]}


def find_costs(head: Head, costs: list[str], doubts: dict[str, str]) -> list[str]:
    """Return those of the costs that were taken of each row: a time of 0 was not."""
    whole = [column for column in costs if all(head.columns[column])]
    taken = [column for column in whole if 2 * sum(not float(cell) for cell in head.columns[column]) < head.rows]
    doubts |= {column: "not taken for a cost, as it is 0 in most rows" for column in whole if column not in taken}
    return taken
