"""Which columns hold the names of data sets and algorithms, and what tells measurements apart."""

from __future__ import annotations

from pathlib import Path

from rankpress.faults import Fault, FaultsFound
from rankpress.starter.head import Head
from rankpress.starter.shapes import begins_with_numbers
from rankpress.starter.vocabulary import is_example, role_of


def roles_by_name(head: Head) -> dict[str, str]:
    """The first column of each role whose cells can stand for it."""
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
    """A column of names for a role that no column is named after: one that repeats, and repeats least."""
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
    """Whether most algorithms have rows on most data sets, or nearly all rows would be missing."""
    pairs = len(set(zip(head.columns[datasets], head.columns[algorithms], strict=True)))
    return 2 * pairs > head.distinct(datasets) * head.distinct(algorithms)


def without_names(head: Head, role: str, path: Path) -> FaultsFound:
    """What is raised where no column can stand for a role."""
    names = role.replace("dataset", "data set")
    told = f"there is no column that could hold the {names}s; the columns are {', '.join(map(repr, head.columns))}"
    return FaultsFound(
        [
            Fault(
                str(path),
                told,
                f"a column such as '{role}', or a table with a row a data set and a column an algorithm",
                f"name the column in the file, or where each file is of one {names}, give all of them as a pattern "
                f"such as results-{{{role}}}.csv; or write study.yaml by hand: rankpress init DIR shows one",
            )
        ]
    )
