"""What tells rows of one algorithm on one data set apart: folds, repeats, seeds, or more that names the algorithm."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from rankpress.starter.head import Head
from rankpress.starter.vocabulary import better_of, is_cost, is_run, role_of

# Of the columns that no role is known of, as many are tried alone, and in pairs.
MOST_ALONE, MOST_IN_PAIRS = 200, 8
IN_DOUBT = "the only sign is that it tells rows apart which agree in all else"
AVERAGED = "its values are averaged over; if each stands for a split of the data, call it repeat"
_NUMBERED = re.compile(r"[a-z]{0,9}[-_ ]?\d+([-_]\d+)?", re.IGNORECASE)


def find_what_tells_apart(head: Head, roles: dict[str, str], doubts: dict[str, str]) -> str | None:
    """Settle which columns are folds, repeats and seeds.

    Parameters
    ----------
    head : Head
        The first rows.
    roles : dict of str to str
        Columns by role, to which those that are found are added.
    doubts : dict of str to str
        Takes what little there was to go by.

    Returns
    -------
    str or None
        A column that is part of the algorithm's name: with it alone the rows can be told apart.
    """
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
    """A seed that follows from the fold, as base + fold does, tells no repeat and nothing to average over."""
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
    """Columns that may tell rows apart, one or two: those of the paths first, then as they stand."""
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
    """Whether the values are numbered, and most algorithms have several on a data set, as they have of folds."""
    if not all(map(_NUMBERED.fullmatch, set(head.columns[column]))):
        return False
    others = [head.columns[name] for name in (*known, *some) if name != column]
    rows = Counter(zip(*others, strict=True))
    return 2 * sum(times > 1 for times in rows.values()) >= len(rows)
