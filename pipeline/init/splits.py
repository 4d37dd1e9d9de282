"""What tells the rows of a data set and algorithm apart: folds, repeats, seeds, examples, or parts of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.doubts import Doubt
from rankpress.init.table import Table
from rankpress.init.vocabulary import is_example, is_neither, is_run, part_of, role_of

# Of the columns that no role is known of, as many are tried alone, and in pairs.
MOST_ALONE, MOST_IN_PAIRS = 200, 8
IN_DOUBT = "the only sign is that it tells rows apart which agree in all else"
AVERAGED = "its values are averaged over; if each stands for a split of the data, call it repeat"
ROWS = "no column numbers the rows of a data set and algorithm; each is taken for a fold, in the order of the file"
# A cross-validation of more folds than this is hardly made: as many labels name test examples.
MOST_FOLDS = 30
_NUMBERED = re.compile(r"[a-z]{0,9}[-_ ]?\d+([-_]\d+)?", re.IGNORECASE)


def split_columns(table: Table, taken: Sequence[str]) -> dict[str, str]:
    """Return the columns that are called after repeats, folds and numbers of cases, by their role."""
    roles: dict[str, str] = {}
    for name, column in table.columns.items():
        role = role_of(name)
        if role in (None, "dataset", "algorithm") or name in taken or not column.is_full or name in table.partial:
            continue
        if role in ("n_train", "n_test"):
            if column.is_integral and column.numbers.min() > 0:
                roles.setdefault(str(role), name)
        # a run's own name, and what is the same everywhere, pair nothing
        elif column.distinct > 1 and not table.is_key(name):
            roles.setdefault(str(role), name)
    return roles


class Distinguished:
    """What tells the rows of a data set and algorithm apart in a table with a row a measurement."""

    def __init__(self, table: Table, roles: dict[str, str], doubts: list[Doubt], notes: dict[str, str]) -> None:
        self.table, self.roles, self.doubts, self.notes = table, roles, doubts, notes
        # by role, dataset or algorithm, the further columns that name one only together with its own
        self.join: dict[str, list[str]] = {}
        self.numbered = False  # whether rows are to be numbered in the order of the file
        self._settle()

    def _settle(self) -> None:
        self._leave_determined()
        self._leave_unpaired()
        roles = self.roles
        if "repeat" in roles and is_run(roles["repeat"]) and not {"fold", "n_train", "n_test"} & roles.keys():
            roles["seed"] = roles.pop("repeat")
        if "seed" in roles:
            self.notes["seed"] = AVERAGED
        for column in self._parts():
            self._add(column, part_of(column))
        if self.table.is_key(*self._known()):
            return
        for some in self._tried():
            if self.table.is_key(*self._known(), *some) and self._take(some):
                return
        counts = self.table.counts(*self._known())
        if counts.min() == counts.max() > 1 and not {"fold", "repeat", "seed"} & self.roles.keys():
            self.numbered = True
            self.doubts.append(Doubt(ROWS, "repeats"))

    def _known(self) -> list[str]:
        roles = ("dataset", "algorithm", "repeat", "fold", "seed")
        return [*(self.roles[role] for role in roles if role in self.roles), *chain.from_iterable(self.join.values())]

    def _leave_determined(self) -> None:
        """A seed that follows from the fold, as base + fold does, is no repeat and nothing to average over."""
        roles, table = self.roles, self.table
        if "repeat" not in roles or "fold" not in roles:
            return
        determined = table.follows(roles["repeat"], roles["dataset"], roles["fold"])
        # repeats that are called so may have folds that are numbered throughout, as 0 to 99
        paired = is_run(roles["repeat"]) or table.combinations(roles["fold"], roles["repeat"]) == table.distinct(
            roles["repeat"]
        )
        if determined and paired:
            del roles["repeat"]

    def _leave_unpaired(self) -> None:
        """Repeats of which algorithms share few pair nothing: they are seeds to average over, or nothing needs them."""
        roles, table = self.roles, self.table
        if "repeat" not in roles or table.distinct(roles["algorithm"]) < 2:
            return
        keys = (roles["dataset"], roles["repeat"])
        pairs, cells = table.combinations(*keys, roles["algorithm"]), table.combinations(*keys)
        if pairs < 1.5 * cells:
            column = roles.pop("repeat")
            if not table.is_key(*(roles[role] for role in ("dataset", "algorithm", "fold") if role in roles)):
                roles["seed"] = column

    def _parts(self) -> Iterator[str]:
        """Yield columns that are called after a part of a name, and without which rows of one name are several."""
        for name in list(self.table.columns):
            if name in self._known() or name in self.roles.values() or not part_of(name):
                continue
            column = self.table.columns[name]
            names = column.is_full and column.distinct > 1 and len(column.codes) == self.table.rows
            if names and not self.table.is_key(*self._known()) and not self.table.follows(name, *self._known()):
                yield name

    def _add(self, column: str, named: str) -> None:
        """Join a column to the names of the side that it belongs to."""
        role, why = self._side(column, named)
        self.join.setdefault(role, []).append(column)
        text = f"rows of one algorithm and data set differ in {column}; {why}"
        self.doubts.append(Doubt(text, "join", column))

    def _side(self, column: str, named: str) -> tuple[str, str]:
        """Return to which role a column belongs that differs within data sets and algorithms, and what shows it."""
        table = self.table
        n = table.distinct(column)
        share = {}
        for role in ("dataset", "algorithm"):
            owner = self.roles[role]
            if table.follows(owner, column) and n > table.distinct(owner):
                return role, f"each of its {n} names is of one {role.replace('dataset', 'data set')}"
            share[role] = table.combinations(owner, column) / (n * table.distinct(owner))
        if named:
            return named, f"its name is that of a part of the {named.replace('dataset', 'data set')}"
        # of an incomplete grid, the side that has not all of them
        role = min(share, key=lambda side: (share[side], side))
        counts = " and ".join(
            f"{value:.0%} of pairs with {side.replace('dataset', 'data set')}s" for side, value in share.items()
        )
        return role, f"it is there in {counts}"

    def _tried(self) -> Iterator[tuple[str, ...]]:
        """Columns that may distinguish rows, one or two: those of the paths first, then in file order."""
        table = self.table
        free = [
            name
            for name, column in table.columns.items()
            if name not in self._known()
            and name not in self.roles.values()
            and column.is_full
            and column.distinct > 1
            and len(column.codes) == table.rows
            and not (table.is_key(name) or column.is_date)
            and not (
                better_of(name)
                or is_cost(name)
                or (is_neither(name) and name not in table.parts)
                or role_of(name) in ("n_train", "n_test")
            )
            and (not column.is_numeric or column.is_whole)
        ]
        free.sort(key=lambda name: name not in table.parts)
        yield from ((name,) for name in free[:MOST_ALONE])
        yield from combinations(free[:MOST_IN_PAIRS], 2)

    def _take(self, some: tuple[str, ...]) -> bool:
        """Take columns that tell all rows apart for folds, seeds and parts of names; return whether they can be."""
        splits = [column for column in some if self._is_split(column, some)]
        names = [column for column in some if column not in splits]
        if len(splits) > 1 or len(names) > 1 or (splits and {"fold", "seed"} & self.roles.keys()):
            return False
        for column in splits:
            role = "fold" if len(some) == 1 else "seed"
            self.roles[role] = column
            self.doubts.append(Doubt(IN_DOUBT, role, column))
        for column in names:
            self._add(column, part_of(column))
        return True

    def _is_split(self, column: str, some: tuple[str, ...]) -> bool:
        """Return whether the values are numbered, and most algorithms have several on a data set, as of folds."""
        if not all(map(_NUMBERED.fullmatch, self.table.columns[column].labels)):
            return False
        counts = self.table.counts(*self._known(), *(name for name in some if name != column))
        return bool(2 * np.count_nonzero(counts > 1) >= len(counts))


def example_column(table: Table, roles: Mapping[str, str], metrics: Sequence[str], doubts: list[Doubt]) -> str | None:
    """Return the column of test examples, where each row is right or wrong on one of them."""
    names, only = [roles["dataset"], roles["algorithm"]], metrics[0]
    if len(metrics) > 1 or not table.columns[only].is_zero_or_one:
        return None
    called = [name for name in table.columns if is_example(name) and name not in (*names, only)]
    many = [
        roles[role] for role in ("fold", "repeat", "seed") if role in roles and table.distinct(roles[role]) > MOST_FOLDS
    ]
    for name in (*called, *many):
        # what numbers the rows is no example: on one, several algorithms are tested
        shared = table.distinct(names[1]) == 1 or not table.is_key(names[0], name)
        if shared and table.columns[name].is_full and table.is_key(*names, name):
            if name not in called:
                text = f"the only signs are its many labels, and that {only} is 0 or 1 in each row"
                doubts.append(Doubt(text, "example", name))
            return name
    return None
