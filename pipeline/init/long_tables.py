"""What a table with one row per measurement is taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, doubt_of_direction, is_named_metric, is_time, way_of, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.directions import Direction, unknown_direction
from rankpress.init.failures import with_firsts
from rankpress.init.guess import Guess
from rankpress.init.hypotheses import Hypothesis, numbers_as_names
from rankpress.init.measures import (
    Selection,
    are_levels,
    are_of_runs,
    costs_among,
    directions_in_doubt,
    doubt_others,
    find_costs,
    find_metrics,
    main_measure,
)
from rankpress.init.outcomes import Outcome, doubt_of, find_outcomes, have_scores
from rankpress.init.splits import Distinguished, example_column, new_name, split_columns
from rankpress.init.table import Table
from rankpress.init.totals import find_totals
from rankpress.init.vocabulary import ROLES, may_be_setting, role_of, role_of_part
from rankpress.init.wrong_runs import doubts_on_wrong_runs
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Columns that a long file is read by unless its spec says otherwise.
READ_BY_NAME = ("repeat", "fold", "n_train", "n_test")


@dataclass(frozen=True)
class _Scored:
    """The columns of a long table that hold scores, costs, and how runs ended."""

    free: list[str]  # those that may be scores
    metrics: dict[str, Better]
    outcomes: Sequence[Outcome]
    splits: Mapping[str, str]  # the columns of repeats, folds and numbers of cases, by role
    requested: str = ""  # the one of `free` that the user names as the metric

    @property
    def main(self) -> str:
        """The first metric."""
        return next(iter(self.metrics))

    @property
    def compared(self) -> str:
        """The metric that the user names, or else the first."""
        return self.requested or self.main

    @property
    def ends(self) -> list[str]:
        """The columns that say how runs ended."""
        return [outcome.column for outcome in self.outcomes]


@dataclass(frozen=True)
class _Rows:
    """What tells the rows of a long table apart."""

    roles: Mapping[str, str]  # columns by role
    join: Mapping[str, tuple[str, ...]]  # columns made of several, by their new name
    columns: Mapping[str, str]  # as in scores.columns
    # columns in which rows of an algorithm on a data set differ, whatever their names
    distinguishing: tuple[str, ...] = ()
    choose: tuple[str, Better] | None = None
    is_of_examples: bool = False
    are_numbered: bool = False  # whether the rows of a cell are numbered as they stand


def guess_long(table: Table, reading: Hypothesis, place: str, selection: Selection, requested: str) -> Guess:
    """Return what a table is taken for that has one row per measurement.

    Parameters
    ----------
    table
        The rows of one metric.
    reading
        Which columns name the data sets and the algorithms.
    place
        The file, whose name may say what the scores are.
    selection
        The metric that a column names, if one does.
    requested
        The metric that the user names; "" where none is named.
    """
    doubts, notes = list[Doubt](), dict[str, str]()
    names = (reading.datasets[0], reading.algorithms[0])
    scored = _scored(table, names, doubts, place, selection.metric, requested)
    doubts += [
        _doubt_numbers(table, role, name)
        for role, name in zip(("dataset", "algorithm"), names, strict=True)
        if _is_of_numbers(table, name, names)
    ]
    rows = _rows(table, names, scored, doubts, notes)
    costs = _costs(table, scored, rows, notes)
    joined = {name for columns in rows.join.values() for name in columns}
    used = {*rows.roles.values(), *scored.metrics, *costs, *joined}
    unused = [name for name in table.columns if name not in used]
    doubts += _doubts_on_outcomes(table, names, scored, rows)
    doubts += doubts_on_wrong_runs(table, names, scored.compared, unused)
    rest = [name for name in scored.free if name not in (*used, *rows.distinguishing, *costs_among(scored.free))]
    rest = [name for name in rest if not _repeats_another(table, name, rows.roles.values())]
    named_by = [rows.join.get(rows.columns[role], (rows.columns[role],)) for role in ("dataset", "algorithm")]
    of_others = doubt_others(table, rest, scored.metrics, named_by)
    doubts += [*of_others, *_doubt_another_metric(selection, scored.main, [str(doubt.column) for doubt in of_others])]
    left = [outcome for outcome in scored.outcomes if have_scores(table, outcome, scored.compared)]
    if left:
        rows, doubts = _with_independent_runs(rows, doubts)
    unread = scored.outcomes if rows.choose else left  # a setting that failed is none to choose
    if len(unread) > len(left):
        notes["where"] = "a run that failed is not chosen, whatever its number"
    excluded = find_totals(table, rows.roles, scored.main, scored.metrics, doubts)
    by_name = () if rows.is_of_examples else READ_BY_NAME
    guess = Guess(
        "long",
        dict(rows.columns),
        scored.metrics,
        costs,
        unused,
        [name for name in unused if name in by_name and table.distinct(name) > 1],
        dict(rows.join),
        where={outcome.column: outcome.ended for outcome in unread},
        excluded=excluded,
        repeats=rows.are_numbered,
        reduce="last" if "step" in rows.roles else "",
        choose=rows.choose,
        missing="worst-rank" if left else "",
        doubts=tuple(doubts),
        notes=notes,
    )
    return with_firsts(table, guess) if left else guess


def _with_independent_runs(rows: _Rows, doubts: list[Doubt]) -> tuple[_Rows, list[Doubt]]:
    """Return numbers of runs as seeds and not as folds, where failed runs leave gaps in them and no name says fold."""
    name = rows.columns.get("fold", "")
    is_asked = any(doubt.is_open for doubt in doubts if doubt.column == name)
    if not name or is_asked or role_of(name) == "fold" or {"repeat", "seed"} & rows.columns.keys():
        return rows, doubts
    columns, roles = (
        {"seed" if role == "fold" else role: column for role, column in each.items()}
        for each in (rows.columns, rows.roles)
    )
    doubts = [replace(doubt, key="seed") if doubt.key == "fold" else doubt for doubt in doubts]
    return replace(rows, columns=columns, roles=roles), doubts


def _repeats_another(table: Table, name: str, others: Iterable[str]) -> bool:
    """Return whether a part of a path has the numbers of a column that tells rows apart, as seed3.json has of seeds."""
    return name in table.parts and any(table.follows(name, other) and table.follows(other, name) for other in others)


def _scored(
    table: Table, names: tuple[str, str], doubts: list[Doubt], place: str, metric: str, requested: str
) -> _Scored:
    """Return the columns of scores; `metric` is what a column names, `requested` what the user does."""
    splits = split_columns(table, names)
    taken = (*names, *splits.values(), *table.claimed)
    free = [name for name in table.readable if name not in taken and role_of(name) is None]
    free = [name for name in free if name == requested or not are_of_runs(table, name)]
    measure = next(iter(table.settled.get("score", ())), "") or main_measure(table, free)
    candidates = [name for name in table.columns if name not in names and name not in table.claimed]
    outcomes = find_outcomes(table, names, measure, candidates)
    free = [name for name in free if name not in [outcome.column for outcome in outcomes]]
    # what is the same for all algorithms on a data set is a property of it
    free = [name for name in free if better_of(name) or not _is_of_datasets(table, name, names[0])] or free
    # numbers that are crossed with all else are settings, unless nothing else is a score
    free = [name for name in free if better_of(name) or not are_levels(table, name, names)] or free
    metrics = _settled_metrics(table, doubts) or find_metrics(
        table, free, costs_among(free), doubts, place, metric, requested
    )
    return _Scored(free, metrics, outcomes, splits, requested if requested in free else "")


def _is_of_datasets(table: Table, name: str, dataset: str) -> bool:
    """Return whether a column has one number on each data set, over several rows each, and so compares nothing."""
    n = table.distinct(dataset)
    return table.columns[name].is_full and 2 * n <= table.rows and table.combinations(dataset, name) == n


def _rows(table: Table, names: tuple[str, str], scored: _Scored, doubts: list[Doubt], notes: dict[str, str]) -> _Rows:
    """Return what tells rows apart: test examples, or folds, seeds, steps and parts of names."""
    roles, main = {"dataset": names[0], "algorithm": names[1]}, scored.main
    if example := example_column(table, {**roles, **scored.splits}, list(scored.metrics), doubts):
        roles |= {role: scored.splits[role] for role in ("seed", "cluster") if role in table.settled}
        roles |= {"example": example}
        return _Rows(roles, {}, _named(roles, {}), is_of_examples=True)
    splits = Distinguished(table, names, (main, scored.metrics[main]), [*scored.ends, *scored.metrics], notes)
    doubts += splits.doubts
    made = {role: new_name(role, table) for role in splits.join}
    join = {made[role]: (splits.roles[role], *further) for role, further in splits.join.items()}
    distinguishing = (*splits.distinguishing, *(splits.choose or ()))
    return _Rows(
        splits.roles,
        join,
        _named(splits.roles, made),
        distinguishing,
        splits.choose,
        are_numbered=bool(splits.numbered),
    )


def _named(roles: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    """Return the columns by key of scores.columns, those that are made of several by their new names."""
    keys = (*ROLES, "seed", "step", "example", "cluster")
    return {role: made.get(role, roles[role]) for role in keys if role in roles}


def _costs(table: Table, scored: _Scored, rows: _Rows, notes: dict[str, str]) -> list[str]:
    """Return the columns of costs: those that the user names, or else what is called so and tells no rows apart."""
    free = [name for name in costs_among(scored.free) if name not in (*rows.distinguishing, *scored.metrics)]
    costs = find_costs(table, free, scored.metrics, notes)
    return list(table.settled.get("cost", costs))


def _doubts_on_outcomes(table: Table, names: tuple[str, str], scored: _Scored, rows: _Rows) -> list[Doubt]:
    """Return how runs ended by columns that say so; a single such column of single runs may settle the metric too."""
    is_alone = len(scored.outcomes) == 1 and rows.columns.keys() <= {"dataset", "algorithm"} and not rows.distinguishing
    metrics = scored.metrics if is_alone else None
    if metrics is not None and scored.requested:
        metrics = {scored.requested: way_of(scored.requested) or "higher"}
    averages = rows.are_numbered or "seed" in rows.columns
    times = [] if scored.requested else [*filter(is_time, scored.free)]
    measures, is_chosen = (scored.compared, *times), rows.choose is not None
    return [
        doubt_of(table, outcome, names, measures, metrics, averages=averages, is_chosen=is_chosen)
        for outcome in scored.outcomes
    ]


def _doubt_another_metric(selection: Selection, read: str, others: Sequence[str]) -> Iterator[Doubt]:
    """Yield that a column is called as another metric than that of its rows, which one of the others may hold."""
    if not selection.metric or not others or not is_named_metric(read):
        return
    if {*words_of(read)} & {*words_of(selection.metric)} or not better_of(selection.metric):
        return
    text = (
        f"the scores are of {quoted(selection.metric)} by {quoted(selection.column)}, and {quoted(read)} is the name "
    )
    text += f"of another metric; they may stand in {listed(map(quoted, others), 4)}"
    ways = tuple(Way(f"{name} is compared", "metric", name) for name in (read, *others))
    yield Doubt(text, "metrics", read, is_open=True, ways=ways)


def _is_of_numbers(table: Table, name: str, names: Sequence[str]) -> bool:
    """Return whether a column names things by numbers, and its own name does not say so."""
    return name in numbers_as_names(table, [other for other in names if other != name])


def _doubt_numbers(table: Table, role: str, name: str) -> Doubt:
    """Return that each number of a column is taken for a name; open unless its name or its numbers speak for that."""
    word, numbers = role.replace("dataset", "data set"), table.columns[name].labels
    values = sorted(map(float, filter(None, numbers)))
    are_ids = values != [values[0] + n for n in range(len(values))]
    # sizes and dimensions are settings of algorithms more rarely than what these run on
    is_certain = may_be_setting(name) and role_of_part(name) != "dataset" if role == "algorithm" else are_ids
    n = counted(len(values), "number")
    text = f"no column of texts names the {word}s; each of the {n} of column {quoted(name)} is taken for one"
    ways = (Way(f"the numbers of {quoted(name)} name the {word}s", "set", "scores.layout=long"),)
    return Doubt(text, "layout", name, is_open=not is_certain, ways=() if is_certain else ways)


def _settled_metrics(table: Table, doubts: list[Doubt]) -> dict[str, Better]:
    """Return the metrics that the user names, with the direction that each name shows."""
    metrics: dict[str, Better] = {}
    for name in table.settled.get("score", ()):
        better = way_of(name)
        way = Direction(better, doubt_of_direction(name)) if better else unknown_direction(table.columns[name].numbers)
        metrics[name] = way.better
        doubts += directions_in_doubt({name: way})
    return metrics
