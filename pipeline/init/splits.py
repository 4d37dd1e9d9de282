"""What tells the rows of a data set and algorithm apart: folds, repeats, seeds, examples, or parts of their names."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.doubts import Doubt, Way
from rankpress.init.few_repeats import doubt_of_few_repeats
from rankpress.init.folders import doubt_of_numbers
from rankpress.init.leaders import leader_by_rank
from rankpress.init.measures import are_levels
from rankpress.init.steps import CURVED, best_level, changes_scores, doubt_of_step, find_step, trend
from rankpress.init.table import Table
from rankpress.init.vocabulary import (
    are_numbers_of_folds,
    is_example,
    is_neither,
    is_on_training,
    is_setting,
    is_split_of_data,
    numbered_role,
    numbers_runs,
    role_of,
    role_of_part,
)
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Of the columns that no role is known of, as many are tried alone, in pairs, and together.
MOST_ALONE, MOST_IN_PAIRS, MOST_TOGETHER = 200, 8, 6
# A factor has so large a share of the rows that it would have if it were crossed with all else in full.
LEAST_CROSSED = 0.5
IN_DOUBT = "the only sign is that it distinguishes rows which agree in all else"
AVERAGED = "its values are averaged over; if each stands for a split of the data, call it repeat"
ROWS = "no column numbers the rows of a data set and algorithm; each is taken for a fold, in the order of the file"
# A cross-validation of more folds than this is hardly made: as many labels name test examples.
MOST_FOLDS = 30
# A data set has hardly more splits, such as those for training, validation and tests.
_MOST_SPLITS = 4
_NUMBERED = re.compile(r"[a-z]{0,9}[-_ ]?\d+([-_]\d+)?", re.IGNORECASE)


# Roles of what tells the rows of a data set and algorithm apart, as the user names columns for them.
SETTLED_SPLITS = ("repeat", "fold", "seed", "step", "cluster")


def split_columns(table: Table, taken: Sequence[str]) -> dict[str, str]:
    """Return the columns that are called after repeats, folds and numbers of cases, by their role."""
    roles = {role: table.settled[role][0] for role in SETTLED_SPLITS if role in table.settled}
    for name, column in table.columns.items():
        role = role_of(name)
        if role in (None, "dataset", "algorithm") or name in taken or name in table.claimed:
            continue
        if not column.is_full or name in table.partial:
            continue
        if role == "fold" and not (column.is_numeric or are_numbers_of_folds(name, column.labels)):
            continue
        if role in ("n_train", "n_test"):
            if column.is_integral and column.numbers.min() > 0:
                roles.setdefault(str(role), name)
        # neither a run's own name pairs anything, but where a wide table is of one data set, nor what never differs
        elif column.distinct > 1 and (not table.is_key(name) or [*map(table.distinct, taken)] == [1]):
            roles.setdefault(str(role), name)
    for name, role in table.counted.items():  # where no column of the files says the same
        same = {"fold"} if role == "fold" else {"repeat", "seed"}
        if table.distinct(name) > 1 and name not in {*taken, *table.claimed} and same.isdisjoint(roles):
            roles[role] = name
    # runs that differ in chance pair nothing, and may each be on cases of their own
    shared = [*taken[:1], *(name for role, name in roles.items() if role in SETTLED_SPLITS)]
    runs = [name for role, name in roles.items() if role in ("repeat", "fold")]
    if runs and len(taken) > 1 and all(map(numbers_runs, runs)):
        shares = table.combinations(*shared)
        others = [role for role in ("n_train", "n_test") if role in roles]
        roles = {
            role: name
            for role, name in roles.items()
            if role not in others or table.combinations(*shared, name) == shares
        }
    return roles


def scored_rows(table: Table, measure: str) -> Table:
    """Return a table without the rows that lack the main score, which tell no measurements apart."""
    if measure not in table.columns:
        return table
    has_score = np.isfinite(table.columns[measure].numbers)
    is_partial = len(has_score) == table.rows and 0 < has_score.sum() < table.rows
    return table.only(has_score) if is_partial else table


_SIZES = ("n_train", "n_test")  # the roles of numbers of cases
# What the names of joined columns are, and what people call a role.
_JOINED = {"dataset": "problem", "algorithm": "method"}
_WORDS = {"dataset": "data set", "algorithm": "algorithm"}


def new_name(role: str, table: Table) -> str:
    """Return a name for joined columns that no column has."""
    for name in (_JOINED[role], f"{role}_joined"):
        if name not in table.columns:
            return name
    return new_name(role, table.without([_JOINED[role], f"{role}_joined"])) + "_"


class Distinguished:
    """What tells the rows of a data set and algorithm apart in a table with one row per measurement."""

    def __init__(
        self,
        table: Table,
        names: tuple[str, str],  # the columns of data sets and algorithms
        measure: tuple[str, Better],  # the main score and its better direction
        taken: Collection[str],  # further columns that cannot tell rows apart, such as outcomes and metrics
        notes: dict[str, str],
    ) -> None:
        self.measure, self.better = measure
        self.table = table = scored_rows(table, self.measure)
        self.taken, self.notes = frozenset(taken), notes
        self.doubts: list[Doubt] = []
        # by role, dataset or algorithm, the further columns that name one only together with its own
        self.join: dict[str, list[str]] = {}
        self.choose: tuple[str, Better] | None = None  # the column that one row of each run is chosen by
        self.settings: list[str] = []  # the columns of the settings that are chosen among
        self.numbered = False  # whether rows are to be numbered in the order of the file
        self.roles = {"dataset": names[0], "algorithm": names[1]}
        self.refused: list[str] = []  # columns that belong to names which the user says are whole
        free = [name for name in table.numeric if name not in self.taken | table.claimed and not better_of(name)]
        step = None if {"step", "choose"} & table.settled.keys() else find_step(table, names, self.measure, free)
        if step:
            self.roles["step"] = step
        self.roles |= split_columns(table, [*self.roles.values(), *self.taken])
        # sizes that each algorithm has on each data set, as in a learning curve, are no sizes of folds
        self.roles = {
            role: name for role, name in self.roles.items() if role not in _SIZES or not self._are_levels(name)
        }
        self._settle()
        if self.roles.get("fold") in table.numbered:
            self.doubts.append(doubt_of_numbers(self.roles["fold"]))
        if step:
            self._doubt_step(step)

    def _settle(self) -> None:
        roles = self.roles
        if "repeat" not in self.table.settled:
            self._leave_determined()
            self._leave_unpaired()
            if numbers_runs(roles.get("repeat", "")) and not {"fold", "n_train", "n_test", "seed"} & roles.keys():
                roles["seed"] = roles.pop("repeat")
        if "seed" in roles:
            self.notes["seed"] = AVERAGED
        if "choose" in self.table.settled:
            return  # of rows that nothing tells apart, one counts
        for column in self._parts():
            if not self._are_refused([column]):
                self._add([column])
        if self.table.is_key(*self._known()):
            return
        crossed = self._crossed()
        if crossed and (chosen := self._validation(crossed)):
            self._choose(chosen, crossed)
        if crossed and self.choose is None:
            self._take(crossed)
        if self.choose is not None or self.table.is_key(*self._known()):
            return
        for some in self._tried():
            if self.table.is_key(*self._known(), *some) and self._take(some):
                return
        # rows that differ in a part of a name, though the user says that the name is whole, are no folds
        if not ({"fold", "repeat", "seed", "step"} & self.roles.keys() or self.refused) and self._differ():
            self.numbered = True
            self.doubts.append(self._doubt_rows())

    def _doubt_rows(self) -> Doubt:
        """Return that rows are taken for folds."""
        table, doubt = self.table, ROWS
        again = [name for name, column in table.columns.items() if numbered_role(name) and column.distinct == 1]
        if same := [name for name in again if name not in self._known() and name not in self.taken]:
            number, times = table.columns[same[0]].labels[0], int(table.counts(*self._known()).max())
            doubt = (
                f"column {quoted(same[0])} does not distinguish the rows of a data set and algorithm, as {same[0]} "
                f"{number} has up to {times} with different scores; each is taken for a fold, in the order of the file"
            )
        sides = [[self.roles[side], *self.join.get(side, ())] for side in _WORDS]
        scores = [self.measure] if self.measure in table.columns else []
        if few := doubt_of_few_repeats(table, self._known(), "data set and algorithm", scores, (sides[0], sides[1])):
            return few
        return Doubt(doubt, "repeats")

    def _known(self) -> list[str]:
        roles = ("dataset", "algorithm", "repeat", "fold", "seed", "step")
        return [*(self.roles[role] for role in roles if role in self.roles), *chain.from_iterable(self.join.values())]

    @property
    def distinguishing(self) -> list[str]:
        """The columns in which rows of an algorithm on a data set differ, whatever their names."""
        return [*self._known()[2:], *self.settings]

    def _differ(self) -> bool:
        """Return whether rows that nothing distinguishes have different scores, as repeats do and copies do not."""
        keys, table = self._known(), self.table
        return not self.measure or table.combinations(*keys, self.measure) > table.combinations(*keys)

    def _leave_determined(self) -> None:
        """A seed that follows from the fold, as base + fold does, is no repeat and nothing to average over."""
        roles, table = self.roles, self.table
        if "repeat" not in roles or "fold" not in roles:
            return
        determined = table.follows(roles["repeat"], roles["dataset"], roles["fold"])
        # repeats that are called so may have folds that are numbered throughout, as 0 to 99
        paired = numbers_runs(roles["repeat"]) or table.combinations(roles["fold"], roles["repeat"]) == table.distinct(
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
            if name in self._known() or name in self.roles.values() or name in self.taken or not role_of_part(name):
                continue
            if name in self.table.claimed:
                continue
            column = self.table.columns[name]
            names = column.is_full and column.distinct > 1 and len(column.codes) == self.table.rows
            if names and not self.table.is_key(*self._known()) and not self.table.follows(name, *self._known()):
                yield name

    def _are_refused(self, columns: Sequence[str]) -> bool:
        """Return whether one of the columns belongs to names which the user says are whole."""
        refused = [column for column in columns if self._side(column)[0] in self.table.settled]
        self.refused += refused
        return bool(refused)

    def _add(self, columns: Sequence[str]) -> None:
        """Join columns to the names of the side that each belongs to."""
        sides = {column: self._side(column) for column in columns}
        unclear = [column for column, (_, _, is_clear) in sides.items() if not is_clear]
        other, ways = self._other_side(unclear) if unclear else ("", ())
        for column, (role, why, is_clear) in sides.items():
            self.join.setdefault(role, []).append(column)
            joined = f"which was joined to the names of {_WORDS[role]}s"
            doubt = f"rows of one algorithm and data set differ in {column}, {joined}: {why}"
            doubt += other if (ways or not role_of_part(column)) and not is_clear else ""
            own_ways = () if is_clear else ways
            if not own_ways and (by_label := self._firsts_of_split(column)):
                doubt += "; " + ", ".join(
                    f"{quoted(' / '.join(first))} is first on {quoted(label)}" for label, first in by_label.items()
                )
                own_ways = (
                    Way(f"each {column} of a data set is one of its own", "set", "scores.confirmed=true"),
                    *self._ways_of_split(column, by_label),
                )
            if not own_ways and role == "algorithm" and (level := self._best_level(column)):
                doubt += (
                    f"; nearly all scores are best where {column} is {quoted(level)}: it may be how they were measured"
                )
                own_ways = self._ways_of_levels(column)
            self.doubts.append(Doubt(doubt, "join", column, is_open=bool(own_ways), ways=own_ways))

    def _best_level(self, column: str) -> str:
        """Return the level of a column at which nearly all algorithms are best on each data set; "" for none."""
        if not self.measure or role_of(column) == "algorithm":
            return ""
        cell = [self.roles["dataset"], self.roles["algorithm"]]
        return best_level(self.table, column, cell, self.measure, self.better)

    def _ways_of_levels(self, column: str) -> tuple[Way, ...]:
        """Return what levels may be: parts of the names of algorithms or data sets, or one of them alone is meant."""
        names = {side: [self.roles[side], *self.join.get(side, ())] for side in _WORDS}
        names["algorithm"] = [name for name in names["algorithm"] if name != column]
        return (
            *(self._way_of_side(side, names, [column]) for side in ("algorithm", "dataset")),
            *self._ways_of_split(column, self._labels(column)[:_MOST_SPLITS]),
        )

    def _other_side(self, columns: Sequence[str]) -> tuple[str, tuple[Way, ...]]:
        """Return what else columns may be parts of, and if another algorithm is first then, how to say which."""
        table, role = self.table, self._side(columns[0])[0]
        names = {side: [self.roles[side], *self.join.get(side, ())] for side in ("dataset", "algorithm")}
        joined = leader_by_rank(table, names["dataset"], [*names["algorithm"], *columns], self.measure, self.better)
        apart = leader_by_rank(table, [*names["dataset"], *columns], names["algorithm"], self.measure, self.better)
        other = "dataset" if role == "algorithm" else "algorithm"
        doubt = f"; if it is a part of the {_WORDS[other]}s instead, join it to them"
        differ = bool(joined and apart and joined[: len(apart)] != apart)
        if differ:
            first, second = (joined, apart) if role == "algorithm" else (apart, joined)
            doubt += f": {quoted(' / '.join(first))} is first here, and {quoted(' / '.join(second))} there"
        moving = [column for column in columns if self._moves(column)]
        # nothing shows which of two readings is meant, and what is compared depends on it
        are_open = role == "algorithm" and any(map(self._is_of_neither, columns))
        if not differ and not moving and not are_open and not any(map(self._recur, columns)):
            return doubt, ()
        ways = [self._way_of_side(side, names, columns) for side in (role, other)]
        if len(columns) == 1 and self._recur(columns[0]):
            ways.append(self._way_of_means(columns[0], names))
        if moving and len(columns) == 1:
            doubt += f"; scores move along {moving[0]}, as they do along the steps of a curve"
            ways.append(self._way_of_step(moving[0], names))
        if len(columns) == 1 and len(labels := self._labels(columns[0])) < _MOST_SPLITS:
            ways += self._ways_of_split(columns[0], labels)
        return doubt, tuple(ways)

    def _labels(self, column: str) -> list[str]:
        return [label for label in self.table.columns[column].labels if label]

    def _firsts_of_split(self, column: str) -> dict[str, tuple[str, ...]]:
        """Return who is first by each value of a column that is called after splits of data, if these differ."""
        table, labels = self.table, self.table.columns[column].labels
        if not is_split_of_data(column) or len(labels) > _MOST_SPLITS or table.columns[column].is_numeric:
            return {}
        names = {
            side: [name for name in (self.roles[side], *self.join.get(side, ())) if name != column] for side in _WORDS
        }
        firsts = {
            label: leader_by_rank(
                table,
                names["dataset"],
                names["algorithm"],
                self.measure,
                self.better,
                table.columns[column].where([label]),
            )
            for label in labels
        }
        return firsts if len(set(firsts.values())) > 1 else {}

    @staticmethod
    def _ways_of_split(column: str, labels: Iterable[str]) -> Iterator[Way]:
        """Yield how to say that only the rows of one split are compared."""
        for label in labels:
            where = json.dumps({column: label}, ensure_ascii=False)
            yield Way(f"only {label} is compared", "set", f"scores.where={where}")

    def _moves(self, column: str) -> bool:
        """Return whether scores move along the numbers of a column whose name is none of a setting or a part."""
        if not self.table.columns[column].is_numeric or is_setting(column) or "step" in self.roles:
            return False
        return trend(self.table, column, self._known(), self.measure) >= CURVED

    def _way_of_side(self, side: str, names: Mapping[str, Sequence[str]], columns: Sequence[str]) -> Way:
        """Return how to say that columns are parts of the names of a side."""
        first, *rest = self._settings_of({**names, side: [*names[side], *columns]})
        return Way(f"{listed(columns)} is a part of the {_WORDS[side]}s", "set", first, tuple(("set", x) for x in rest))

    def _way_of_step(self, column: str, names: Mapping[str, Sequence[str]]) -> Way:
        """Return how to say that a column numbers steps, of which the last counts."""
        settings = [*self._settings_of(names), f"scores.columns.step={json.dumps(column)}", "scores.reduce=last"]
        first, *rest = settings
        return Way(f"of each run the last by {column} counts", "set", first, tuple(("set", x) for x in rest))

    def _way_of_means(self, column: str, names: Mapping[str, Sequence[str]]) -> Way:
        """Return how to say that a column names the data sets, and what does so now the samples of each."""
        first, *rest = self._settings_of({**names, "dataset": [column]})
        rest.append(f"scores.columns.instance={json.dumps(self.roles['dataset'])}")
        return Way(
            f"{column} names the data sets; scores are means on each", "set", first, tuple(("set", x) for x in rest)
        )

    def _settings_of(self, parts: Mapping[str, Sequence[str]]) -> list[str]:
        """Return what to set so that these columns together name the data sets and algorithms."""
        join = {new_name(role, self.table): own for role, own in parts.items() if len(own) > 1}
        called = {tuple(own): name for name, own in join.items()}
        settings = {"join": join, **{f"columns.{role}": called.get(tuple(own), own[0]) for role, own in parts.items()}}
        return [f"scores.{key}={json.dumps(each, ensure_ascii=False)}" for key, each in settings.items()]

    def _side(self, column: str) -> tuple[str, str, bool]:
        """Return to which role a column belongs that differs within both, what shows it, and whether it is clear."""
        table, by_name = self.table, role_of_part(column)
        n = table.distinct(column)
        share = {}
        for role in ("dataset", "algorithm"):
            owner = self.roles[role]
            if table.follows(owner, column) and n > table.distinct(owner):
                return role, f"each of its {n} names is of one {role.replace('dataset', 'data set')}", True
            share[role] = table.combinations(owner, column) / (n * table.distinct(owner))
        if by_name:
            return by_name, f"its name is that of a part of the {_WORDS[by_name]}", False
        if self._recur(column):
            return "dataset", f"the data sets are numbers, which recur in each of its {n} names", False
        # of an incomplete grid, the side that has not all of them
        role = min(share, key=lambda side: (share[side], side))
        counts = " and ".join(
            f"{value:.0%} of pairs with {side.replace('dataset', 'data set')}s" for side, value in share.items()
        )
        return role, f"it is there in {counts}", False

    def _is_of_neither(self, column: str) -> bool:
        """Return whether a column's name says nothing, and each of its names is with each data set and algorithm."""
        if role_of(column) not in (None, *_SIZES) or role_of_part(column):
            return False
        n, owners = self.table.distinct(column), (self.roles["dataset"], self.roles["algorithm"])
        return all(self.table.combinations(owner, column) == n * self.table.distinct(owner) for owner in owners)

    def _recur(self, column: str) -> bool:
        """Return whether numbers name the data sets, and all of them are there in each folder, as topics may be."""
        table, owner = self.table, self.roles["dataset"]
        crossed = table.combinations(owner, column) == table.distinct(owner) * table.distinct(column)
        return column in table.parts and table.columns[owner].is_whole and crossed

    def _are_levels(self, name: str) -> bool:
        """Return whether rows that nothing else tells apart have several values of a column, most of them each."""
        return not self.table.is_key(*self._known()) and are_levels(self.table, name, self._known())

    def _free(self) -> Iterator[str]:
        """Yield the columns that may tell rows apart and that no role is known of, those of the paths first."""
        table, with_roles = self.table, {*self._known(), *self.roles.values(), *self.taken}
        for name in sorted(table.columns, key=lambda name: name not in table.parts):
            column = table.columns[name]
            if name in with_roles | table.claimed or table.is_key(name) or column.is_date:
                continue
            if role_of(name) in _SIZES and not self._are_levels(name):
                continue
            if column.is_full and column.distinct > 1 and len(column.codes) == table.rows:
                yield name

    def _crossed(self) -> list[str]:
        """Return the columns that are crossed with the others as factors and folds are, and tell rows apart."""
        table, keys = self.table, self._known()
        cells = table.combinations(*keys)
        free, chosen = [], list[str]()
        for name in list(self._free())[:MOST_ALONE]:
            n = table.combinations(*keys, name)
            factor = 1.5 * cells < n and 2 * table.distinct(name) <= table.rows
            is_whole = table.columns[name].is_whole or n == cells * table.distinct(name)  # shares of training, say
            is_score = (better_of(name) or is_on_training(name)) and not is_whole
            nested = any(table.follows(self.roles[role], name) for role in ("dataset", "algorithm"))
            if factor and not is_score and (nested or n >= LEAST_CROSSED * cells * table.distinct(name)):
                free.append(name)
        while free and not table.is_key(*keys, *chosen) and len(chosen) < MOST_TOGETHER:
            counts = {name: table.combinations(*keys, *chosen, name) for name in free}
            best = max(free, key=counts.__getitem__)
            if counts[best] <= table.combinations(*keys, *chosen):
                break
            chosen.append(best)
            free.remove(best)
        for name in list(chosen):
            others = [other for other in chosen if other != name]
            if table.combinations(*keys, *others) == table.combinations(*keys, *chosen):
                chosen = others
        return sorted(chosen, key=list(table.columns).index)

    def _validation(self, crossed: Sequence[str]) -> str:
        """Return the column of a score on validation cases, by which one of several settings may be chosen."""
        if all(self._is_split(name, crossed) for name in crossed) or "step" in self.roles:
            return ""
        if not self.table.is_key(*self._known(), *crossed):
            return ""
        names = [name for name in self.table.numeric if is_on_training(name) and "train" not in name.casefold()]
        return next((name for name in names if better_of(name) and name != self.measure), "")

    def _choose(self, by: str, crossed: Sequence[str]) -> None:
        splits = [name for name in crossed if self._is_split(name, crossed)]
        self.settings = [name for name in crossed if name not in splits]
        if splits and not self._take_splits(splits, alone=False):
            return
        self.choose = (by, better_of(by) or "higher")
        doubt = (
            f"rows of a run differ in {listed(self.settings)}, which seem to be settings; of each run the one with the "
            f"best {by} is read (choose); to compare settings, join them to the algorithm's name"
        )
        self.doubts.append(Doubt(doubt, "choose", self.settings[0]))

    def _tried(self) -> Iterator[tuple[str, ...]]:
        """Yield columns that may distinguish rows, one or two, crossed or not: those of the paths first."""
        free = [
            name
            for name in self._free()
            if not (better_of(name) or is_cost(name) or (is_neither(name) and name not in self.table.parts))
            and (not self.table.columns[name].is_numeric or self.table.columns[name].is_whole)
        ]
        yield from ((name,) for name in free[:MOST_ALONE])
        yield from combinations(free[:MOST_IN_PAIRS], 2)

    def _take(self, some: Sequence[str]) -> bool:
        """Take columns that tell rows apart for folds, seeds and parts of names; return whether they can be."""
        splits = [column for column in some if self._is_split(column, some)]
        names = [column for column in some if column not in splits]
        if self._are_refused(names) or (splits and not self._take_splits(splits, alone=len(splits) == len(some))):
            return False
        if names:
            self._add(names)
        return True

    def _take_splits(self, splits: Sequence[str], *, alone: bool) -> bool:
        """Take columns that number measurements, up to as many as there are roles for; alone: no factor with them."""
        free = [role for role in ("repeat", "fold", "seed") if role not in self.roles]
        if {"fold", "seed"} & self.roles.keys():
            roles = free
        else:
            roles = ["fold" if alone else "seed"] if len(splits) == 1 else ["repeat", "fold", "seed"]
        if len(splits) > len(roles):
            return False
        for role, column in zip(roles, splits, strict=False):
            self.roles[role] = column
            if numbered_role(column) != role:
                self.doubts.append(self._doubt_split(role, column))
        return True

    def _doubt_split(self, role: str, column: str) -> Doubt:
        """Return that a column is taken for what numbers measurements; open where another is first by other roles."""
        table, names = self.table, {side: [self.roles[side], *self.join.get(side, ())] for side in _WORDS}
        averaged = leader_by_rank(table, names["dataset"], names["algorithm"], self.measure, self.better)
        others = dict[str, tuple[str, ...]]()
        for side in _WORDS:
            joined = {**names, side: [*names[side], column]}
            others[side] = leader_by_rank(table, joined["dataset"], joined["algorithm"], self.measure, self.better)
        if not averaged or all(not other or other[: len(averaged)] == averaged for other in others.values()):
            return Doubt(IN_DOUBT, role, column)
        firsts = (
            f"{quoted(' / '.join(other))} if it is a part of the {_WORDS[side]}s"
            for side, other in others.items()
            if other
        )
        doubt = f"{IN_DOUBT}; {quoted(' / '.join(averaged))} is first over its mean, {' and '.join(firsts)}"
        name = f"scores.columns.{role}"
        ways = [
            Way(f"{column} numbers repeated measurements", "set", f"{name}={json.dumps(column, ensure_ascii=False)}")
        ]
        for side in _WORDS:
            way = self._way_of_side(side, names, [column])
            ways.append(way._replace(further=(*way.further, ("set", f"{name}=null"))))
        return Doubt(doubt, role, column, is_open=True, ways=tuple(ways))

    def _is_split(self, column: str, some: Sequence[str]) -> bool:
        """Return whether the values are numbered, change scores in no direction, and most cells have several."""
        table, labels = self.table, self.table.columns[column].labels
        if (
            is_setting(column)
            or not all(map(_NUMBERED.fullmatch, labels))
            or not (column in table.parts or _are_consecutive(labels))
        ):
            return False
        keys = [*self._known(), *(name for name in some if name != column)]
        counts = table.counts(*keys)
        if 2 * np.count_nonzero(counts > 1) < len(counts):
            return False
        return column in table.parts or not changes_scores(table, column, keys, self.measure)

    def _doubt_step(self, step: str) -> None:
        names = {role: [self.roles[role], *self.join.get(role, ())] for role in ("dataset", "algorithm")}
        run = [name for name in self._known() if name != step]
        self.doubts.append(doubt_of_step(self.table, step, {**names, "run": run}, self.measure, self.better))


def _are_consecutive(labels: Sequence[str]) -> bool:
    """Return whether labels are not whole numbers, or such as go up by one."""
    if not all(map(str.isdecimal, labels)):
        return True
    numbers = sorted(map(int, labels))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def example_column(table: Table, roles: Mapping[str, str], metrics: Sequence[str], doubts: list[Doubt]) -> str | None:
    """Return the column of test examples, where each row is right or wrong on one of them."""
    if "example" in table.settled:
        return table.settled["example"][0]
    names, only = [roles["dataset"], roles["algorithm"]], metrics[0]
    if {"repeat", "fold", "step"} & table.settled.keys():
        return None
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
                doubt = f"the only signs are its many labels, and that {only} is 0 or 1 in each row"
                doubts.append(Doubt(doubt, "example", name))
            return name
    return None
