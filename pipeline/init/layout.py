"""Guesses of what the columns of a score file mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import listed
from rankpress.init.head import Head
from rankpress.init.roles import (
    are_crossed,
    find_costs,
    find_metrics,
    kept_metric,
    names_of_algorithms,
    refuse_more_than_numbers,
    role_by_content,
    roles_by_name,
    scores_of_tasks,
    without_names,
)
from rankpress.init.vocabulary import ROLES, is_example, is_metric_name, is_neither, is_run, role_of
from rankpress.sources.summaries import COUNTS, PAIR

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


# Of the columns that no role is known of, as many are tried alone, and in pairs.
MOST_ALONE, MOST_IN_PAIRS = 200, 8
IN_DOUBT = "the only sign is that it tells rows apart which agree in all else"
AVERAGED = "its values are averaged over; if each stands for a split of the data, call it repeat"
_NUMBERED = re.compile(r"[a-z]{0,9}[-_ ]?\d+([-_]\d+)?", re.IGNORECASE)


def find_distinguishing(head: Head, roles: dict[str, str], doubts: dict[str, str]) -> str | None:
    """Settle which columns are folds, repeats and seeds."""
    _leave_determined(head, roles)
    _leave_unpaired(head, roles)
    if "repeat" in roles and is_run(roles["repeat"]) and not {"fold", "n_train", "n_test"} & roles.keys():
        roles["seed"] = roles.pop("repeat")
        doubts["seed"] = AVERAGED
    known = [roles[role] for role in ("dataset", "algorithm", "repeat", "fold", "seed") if role in roles]
    if head.tells_apart(*known):
        return None
    for some in _tried(head, roles):
        if head.tells_apart(*known, *some):
            splits = [column for column in some if _is_split(head, known, column, some)]
            names = [column for column in some if column not in splits]
            if len(splits) < 2 and len(names) < 2 and not (splits and {"fold", "seed"} & roles.keys()):
                for column in splits:
                    role = "fold" if len(some) == 1 else "seed"
                    roles[role], doubts[role] = column, IN_DOUBT
                return next(iter(names), None)
    return None


def _leave_determined(head: Head, roles: dict[str, str]) -> None:
    """A seed that follows from the fold, as base + fold does, is no repeat and nothing to average over."""
    if "repeat" not in roles or "fold" not in roles:
        return
    repeats, folds = (head.columns[roles[role]] for role in ("repeat", "fold"))
    splits = list(zip(head.columns[roles["dataset"]], folds, strict=True))
    determined = len(set(splits)) == len(set(zip(splits, repeats, strict=True)))
    # repeats that are called so may have folds that are numbered throughout, as 0 to 99
    paired = is_run(roles["repeat"]) or len(set(zip(folds, repeats, strict=True))) == len(set(repeats))
    if determined and paired:
        del roles["repeat"]


def _leave_unpaired(head: Head, roles: dict[str, str]) -> None:
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


def _tried(head: Head, roles: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Columns that may distinguish rows, one or two: those of the paths first, then in file order."""
    free = [
        column
        for column, cells in head.columns.items()
        if column not in roles.values()
        and all(cells)
        and head.distinct(column) > 1
        and not (better_of(column) or is_cost(column) or role_of(column) in ("n_train", "n_test"))
        and (not head.is_numeric(column) or all(cell.isdecimal() for cell in cells))
    ]
    free.sort(key=lambda column: column not in head.parts)
    yield from ((column,) for column in free[:MOST_ALONE])
    yield from combinations(free[:MOST_IN_PAIRS], 2)


def _is_split(head: Head, known: list[str], column: str, some: tuple[str, ...]) -> bool:
    """Return whether the values are numbered, and most algorithms have several on a data set, as they have of folds."""
    if not all(map(_NUMBERED.fullmatch, set(head.columns[column]))):
        return False
    others = [head.columns[name] for name in (*known, *some) if name != column]
    rows = Counter(zip(*others, strict=True))
    return 2 * sum(times > 1 for times in rows.values()) >= len(rows)


# A cross-validation of more folds than this is hardly made: as many labels name test examples.
MOST_FOLDS = 30


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
    join : dict of str to tuple of str
        Columns made of several, as in scores.join.
    where : dict of str to str
        By column the one value whose rows are read.
    doubts : dict of str to str
        What was guessed with little to go by: the key of the spec, or the name of the metric, and why.
    notes : dict of str to str
        What else is to be known of a metric.
    na : tuple of str
        Texts that stand in place of scores and costs.
    """

    layout: Literal["long", "wide", "ranks", "counts"]
    columns: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, Better] = field(default_factory=dict)
    costs: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    join: dict[str, tuple[str, ...]] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    na: tuple[str, ...] = ()

    @property
    def of_examples(self) -> bool:
        """Whether the file lists single test examples, or counts them."""
        return self.layout == "counts" or "example" in self.columns


def guess_layout(head: Head, path: Path) -> Guess:
    """Guess what the rows and columns of a file are."""
    guess = _of_shape(head, path)
    others = {*guess.unused, *guess.columns.values(), *guess.where}
    read = [*guess.metrics, *guess.costs] if guess.layout == "long" else [c for c in head.columns if c not in others]
    na = tuple(dict.fromkeys(text for column in read for text in head.failures.get(column, ())))
    doubts = {**head.doubts, **guess.doubts}
    if na:
        doubts["na"] = "taken for results that are missing, in columns of numbers"
    return replace(guess, doubts=doubts, notes=_notes(head, guess), na=na)


def _notes(head: Head, guess: Guess) -> dict[str, str]:
    """That the source turned scores of several metrics, where a column of it names them."""
    for column, cells in head.columns.items():
        names = sorted(set(filter(None, cells)))
        if head.better and is_metric_name(column) and len(names) > 1 and len(guess.metrics) == 1:
            text = f"in {listed(names)}, turned so that higher is better; ranks compare within a data set"
            return dict.fromkeys(guess.metrics, text)
    return {}


def _of_shape(head: Head, path: Path) -> Guess:
    numeric = [column for column in head.columns if head.is_numeric(column)]
    if head.rows == 1 and len(numeric) == len(head.columns) > 1 and _are_ranks(head, numeric):
        return _ranks(path)
    if {*PAIR, *COUNTS} <= head.columns.keys():
        return _counts(head, numeric)
    refuse_more_than_numbers(head, numeric, str(path))
    # a source that says itself which columns are scores has turned those of all metrics
    if not head.better and (metric := kept_metric(head)):
        return _of_one_metric(head, *metric, path)
    roles = roles_by_name(head)
    if names := names_of_algorithms(head, roles, numeric):
        return _leaderboard(head, names, numeric, path)
    if "algorithm" not in roles and _looks_wide(head, roles, numeric):
        return _wide(head, roles, path)
    return _long(head, roles, numeric, path)


def _are_ranks(head: Head, columns: list[str]) -> bool:
    ranks = [float(head.columns[column][0] or "nan") for column in columns]
    k = len(ranks)
    return all(1 <= rank <= k for rank in ranks) and abs(sum(ranks) - k * (k + 1) / 2) < 0.05 * k


def _looks_wide(head: Head, roles: dict[str, str], numeric: list[str]) -> bool:
    """Return whether one column identifies the rows and all others hold numbers that are no known metric or cost."""
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


def _leaderboard(head: Head, names: tuple[str, ...], numeric: list[str], path: Path) -> Guess:
    """Return a row an algorithm, a column a data set."""
    tasks = scores_of_tasks(head, numeric)
    metric, better = _metric_of_file(path)
    doubts = {"layout": "a row an algorithm, a column a data set: no column names a data set, and few a metric"}
    if not better:
        doubts[metric] = "nothing tells which direction is better"
    if ignored := [column for column in head.columns if column not in (*names, *tasks)]:
        doubts["ignore"] = "they seem to be no scores; all other columns are taken for data sets"
    join = {} if len(names) == 1 else {_new_name("algorithm", head): names}
    [name] = join or names
    unused = [*ignored, *(names if join else ())]
    return Guess("wide", {"algorithm": name}, {metric: better or "higher"}, unused=unused, join=join, doubts=doubts)


def _new_name(name: str, head: Head) -> str:
    """Return a name that no column has."""
    return name if name not in head.columns else _new_name(f"{name}_named", head)


def _described(head: Head, others: list[str]) -> list[str]:
    """Columns of a wide file that are hardly scores: by name, or whole numbers next to fractions; and those between."""
    whole = {
        column
        for column in others
        # a score that is perfect throughout is no count
        if head.distinct(column) > 1 and all(not cell or float(cell).is_integer() for cell in head.columns[column])
    }
    counts = whole if head.rows > 2 and 2 * len(whole) < len(others) else set()
    position = [index for index, name in enumerate(others) if name in counts or is_neither(name) or role_of(name)]
    if counts and position[-1] - position[0] < 2 * len(position):
        return others[position[0] : position[-1] + 1]
    return [others[index] for index in position]


def _metric_of_file(path: Path) -> tuple[str, Better | None]:
    """Return the metric that the name of a file gives, such as error_rates.csv, and its direction."""
    stem = PurePath(path).name.partition(".")[0]
    better = better_of(stem)
    return (stem, better) if better else ("score", None)


def _of_one_metric(head: Head, column: str, metric: str, path: Path) -> Guess:
    """Return the rows of one of the metrics that a column names, whose values another column has."""
    some = head.only(column, metric)
    numeric = [name for name in some.columns if some.is_numeric(name)]
    guess = _long(some, roles_by_name(some), numeric, path)
    [value, *_] = guess.metrics
    others = ", ".join(name for name in dict.fromkeys(head.columns[column]) if name != metric)
    better = better_of(metric) or guess.metrics[value]
    doubts = {role: doubt for role, doubt in guess.doubts.items() if role not in guess.metrics or not better_of(metric)}
    if others:
        doubts["where"] = f"the rows of one metric; the others are {others}"
    unused = [name for name in (*guess.unused, *list(guess.metrics)[1:]) if name != column]
    return replace(guess, metrics={value: better}, unused=unused, where={column: metric}, doubts=doubts)


def _long(head: Head, roles: dict[str, str], numeric: list[str], path: Path) -> Guess:
    doubts: dict[str, str] = {}
    for role in ("dataset", "algorithm"):
        if role not in roles:
            roles[role] = role_by_content(head, roles, numeric, role, path)
            doubts[role] = f"the only sign is that the column holds {head.distinct(roles[role])} different names"
    if "dataset" in doubts and not are_crossed(head, roles["dataset"], roles["algorithm"]):
        raise without_names(head, "dataset", path)
    further = find_distinguishing(head, roles, doubts)
    method, join = roles["algorithm"], dict[str, tuple[str, ...]]()
    if further:
        method = _new_name("method", head)
        join = {method: (roles["algorithm"], further)}
        doubts["join"] = "rows of one algorithm and data set differ in it"
    roles = {role: roles[role] for role in (*ROLES, "seed") if role in roles}
    free = [column for column in numeric if column not in roles.values() and role_of(column) is None]
    costs = [column for column in free if is_cost(column)]
    metrics = find_metrics(head, free, costs, doubts, path)
    roles = _by_example(head, roles, metrics, doubts)
    costs = find_costs(head, [column for column in costs if column not in metrics], doubts)
    used = {*roles.values(), *metrics, *costs, *(column for columns in join.values() for column in columns)}
    unused = [column for column in head.columns if column not in used]
    return Guess("long", roles | {"algorithm": method}, metrics, costs, unused, join, doubts=doubts)


def _by_example(
    head: Head, roles: dict[str, str], metrics: dict[str, Better], doubts: dict[str, str]
) -> dict[str, str]:
    """Return the roles, where rows are outcomes on single test examples those of such rows, which have no folds."""
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
