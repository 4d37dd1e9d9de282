"""Guesses what the columns of a score file mean, from their names and from what stands in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from rankpress.faults import Fault, FaultsFound
from rankpress.sources.counts import COUNTS, PAIR
from rankpress.starter.head import Head
from rankpress.starter.vocabulary import (
    ROLES,
    better_of,
    is_cost,
    is_example,
    is_neither,
    is_on_tests,
    is_on_training,
    role_of,
)

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

# A cross-validation of more folds than this is hardly made: as many labels name test examples.
MOST_FOLDS = 30
# The share of rows that may lack a metric beside others that they have.
MOST_EMPTY = 0.25


@dataclass(frozen=True)
class Guess:
    """What a file seems to hold.

    Parameters
    ----------
    layout : {"long", "wide", "ranks", "counts"}
        How it is laid out.
    columns : dict of str to str
        By key of scores.columns, the column.
    metrics : dict of str to {"higher", "lower"}
        The better direction of each metric.
    costs, unused : lists of str
        Columns.
    doubts : dict of str to str
        What was guessed with little to go by: the key of the spec, or the name of the metric, and why.
    """

    layout: Literal["long", "wide", "ranks", "counts"]
    columns: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, Better] = field(default_factory=dict)
    costs: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    doubts: dict[str, str] = field(default_factory=dict)

    @property
    def of_examples(self) -> bool:
        """Whether the file tells of single test examples, or counts them."""
        return self.layout == "counts" or "example" in self.columns


def guess_layout(head: Head, path: Path) -> Guess:
    """Guess what the rows and columns of a file are.

    Parameters
    ----------
    head : Head
        Its first rows.
    path : Path
        Its name may tell the metric.

    Raises
    ------
    FaultsFound
        There is nothing in it that could be scores.
    """
    numeric = [column for column in head.columns if head.is_numeric(column)]
    if head.rows == 1 and len(numeric) == len(head.columns) > 1 and _are_ranks(head, numeric):
        return _ranks(path)
    if {*PAIR, *COUNTS} <= head.columns.keys():
        return _counts(head, numeric)
    roles = _roles(head)
    if "algorithm" not in roles and _looks_wide(head, roles, numeric):
        return _wide(head, roles, path)
    return _long(head, roles, numeric, path)


def _are_ranks(head: Head, columns: list[str]) -> bool:
    ranks = [float(head.columns[column][0] or "nan") for column in columns]
    k = len(ranks)
    return all(1 <= rank <= k for rank in ranks) and abs(sum(ranks) - k * (k + 1) / 2) < 0.05 * k


def _roles(head: Head) -> dict[str, str]:
    """The first column of each role whose cells can stand for it."""
    roles: dict[str, str] = {}
    # What may name an example, such as instance, is a data set only where no other column is.
    for column, cells in sorted(head.columns.items(), key=lambda item: is_example(item[0])):
        role = role_of(column)
        if role is not None and all(cells) and (role not in ("n_train", "n_test") or head.is_numeric(column)):
            roles.setdefault(role, column)
    return roles


def _looks_wide(head: Head, roles: dict[str, str], numeric: list[str]) -> bool:
    """Whether one column tells the rows apart and all others hold numbers that are no known metric or cost."""
    names = roles.get("dataset", next(iter(head.columns)))
    others = [column for column in head.columns if column != names]
    known = [column for column in others if better_of(column) or is_cost(column) or role_of(column)]
    return head.tells_apart(names) and len(others) > 1 and set(others) <= set(numeric) and len(known) < len(others)


def _ranks(path: Path) -> Guess:
    metric, _ = _metric_of_file(path)
    return Guess("ranks", metrics={metric: "higher"}, doubts={"datasets": "to be filled in; the file does not tell"})


def _counts(head: Head, numeric: list[str]) -> Guess:
    others = [column for column in head.columns if column not in (*PAIR, *COUNTS)]
    named = [column for column in others if role_of(column) == "dataset"]
    names = next(iter(named or [column for column in others if column not in numeric]), "dataset")
    unused = [column for column in others if column != names]
    columns = {} if names == "dataset" else {"dataset": names}
    return Guess("counts", columns, {"accuracy": "higher"}, unused=unused)


def _wide(head: Head, roles: dict[str, str], path: Path) -> Guess:
    first = next(iter(head.columns))
    names = roles.get("dataset", first)
    metric, better = _metric_of_file(path)
    doubts = {} if better else {metric: "nothing tells which direction is better"}
    described = _described(head, [column for column in head.columns if column != names])
    if described:
        doubts["ignore"] = "they seem to describe the data sets; all other columns are taken for algorithms"
    columns = {} if names in (first, "dataset") else {"dataset": names}
    return Guess("wide", columns, {metric: better or "higher"}, unused=described, doubts=doubts)


def _described(head: Head, others: list[str]) -> list[str]:
    """Columns of a wide file that are hardly scores: by name, or whole numbers beside fractions; and those between."""
    whole = {
        column
        for column in others
        # a score that is perfect throughout is no count
        if head.distinct(column) > 1 and all(not cell or float(cell).is_integer() for cell in head.columns[column])
    }
    counts = whole if head.rows > 2 and 2 * len(whole) < len(others) else set()
    at = [index for index, name in enumerate(others) if name in counts or is_neither(name) or role_of(name)]
    if counts and at[-1] - at[0] < 2 * len(at):
        return others[at[0] : at[-1] + 1]
    return [others[index] for index in at]


def _metric_of_file(path: Path) -> tuple[str, Better | None]:
    """A metric that the name of a file tells, such as error_rates.csv, and its direction."""
    stem = PurePath(path).name.partition(".")[0]
    better = better_of(stem)
    return (stem, better) if better else ("score", None)


def _long(head: Head, roles: dict[str, str], numeric: list[str], path: Path) -> Guess:
    doubts: dict[str, str] = {}
    for role in ("dataset", "algorithm"):
        if role not in roles:
            roles[role] = _by_content(head, roles, numeric, role, path)
            doubts[role] = f"the only sign is that the column holds {head.distinct(roles[role])} different names"
    _find_seeds(head, roles)
    _find_split(head, roles, numeric, doubts)
    roles = {role: roles[role] for role in (*ROLES, "seed") if role in roles}
    free = [column for column in numeric if column not in roles.values() and role_of(column) is None]
    costs = [column for column in free if is_cost(column)]
    metrics = _metrics(head, free, costs, doubts, path)
    roles = _by_example(head, roles, metrics, doubts)
    costs = [column for column in costs if column not in metrics and all(head.columns[column])]
    used = {*roles.values(), *metrics, *costs}
    return Guess("long", roles, metrics, costs, [column for column in head.columns if column not in used], doubts)


def _by_content(head: Head, roles: dict[str, str], numeric: list[str], role: str, path: Path) -> str:
    """A column of names for a role that no column is named after: one that repeats, and repeats least."""
    names = [
        column
        for column in head.columns
        if column not in numeric and column not in roles.values() and role_of(column) is None
    ]
    if not names:
        raise FaultsFound(
            [
                Fault(
                    str(path),
                    f"there is no column that could hold the {role.replace('dataset', 'data set')}s; the columns are "
                    + ", ".join(map(repr, head.columns)),
                    f"a column such as '{role}', or a table with a row a data set and a column an algorithm",
                    "name the column in the file, or write study.yaml by hand: rankpress init DIR shows one",
                )
            ]
        )
    return max(names, key=lambda column: (head.distinct(column) < head.rows, head.distinct(column)))


def _find_seeds(head: Head, roles: dict[str, str]) -> None:
    """Repeats of which algorithms share few pair nothing: they are seeds to average over, or nothing needs them."""
    if "repeat" not in roles:
        return
    of_repeat: dict[tuple[str, str], set[str]] = {}
    for dataset, algorithm, repeat in zip(
        *(head.columns[roles[role]] for role in ("dataset", "algorithm", "repeat")), strict=True
    ):
        of_repeat.setdefault((dataset, repeat), set()).add(algorithm)
    shared = sum(len(algorithms) > 1 for algorithms in of_repeat.values())
    if 2 * shared < len(of_repeat) and head.distinct(roles["algorithm"]) > 1:
        column = roles.pop("repeat")
        if not head.tells_apart(*(roles[role] for role in ("dataset", "algorithm", "fold") if role in roles)):
            roles["seed"] = column


def _find_split(head: Head, roles: dict[str, str], numeric: list[str], doubts: dict[str, str]) -> None:
    """Where rows of one algorithm on one data set are told apart by a column of another name, take it for the fold."""
    known = [roles[role] for role in ("dataset", "algorithm", "repeat", "fold", "seed") if role in roles]
    if head.tells_apart(*known) or "fold" in roles:
        return
    for column in head.columns:
        whole = all(cell.isdecimal() for cell in head.columns[column])
        if column not in roles.values() and (whole or column not in numeric) and head.tells_apart(*known, column):
            roles["fold"] = column
            doubts["fold"] = "the only sign is that it tells rows apart which agree in all else"
            return


def _by_example(
    head: Head, roles: dict[str, str], metrics: dict[str, Better], doubts: dict[str, str]
) -> dict[str, str]:
    """The roles, where rows are outcomes on single test examples those of such rows, which have no folds."""
    names, only = [roles["dataset"], roles["algorithm"]], next(iter(metrics))
    if len(metrics) > 1 or not head.is_right_or_wrong(only):
        return roles
    called = [column for column in head.columns if is_example(column) and column not in (*names, only)]
    many = [roles["fold"]] if "fold" in roles and head.distinct(roles["fold"]) > MOST_FOLDS else []
    for column in (*called, *many):
        # What numbers the rows is no example: on one, several algorithms are tested.
        shared = head.distinct(names[1]) == 1 or not head.tells_apart(names[0], column)
        if shared and head.tells_apart(*names, column):
            doubts.pop("fold", None)
            doubts.pop(column, None)
            if column not in called:
                doubts["example"] = f"the only signs are its many labels, and that {only} is 0 or 1 in each row"
            return {"dataset": names[0], "algorithm": names[1], "example": column}
    return roles


def _metrics(head: Head, free: list[str], costs: list[str], doubts: dict[str, str], path: Path) -> dict[str, Better]:
    """Columns whose names tell that they are metrics; failing that any number, failing that the first cost."""
    others = [column for column in free if column not in costs]
    known = {column: better for column in others if (better := better_of(column)) and not is_neither(column)}
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
