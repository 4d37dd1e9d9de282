"""What a table is taken for: the study that its best reading gives, and what remains in doubt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from rankpress.catalog.metrics import better_of
from rankpress.core.doubts import Doubt, Way, without_keys
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.columns import direction_of, doubts_on_columns, ways_with_columns, ways_with_rows
from rankpress.init.hypotheses import CLOSE, LEAST, UNDECIDED, Hypothesis, fold_columns, hypotheses
from rankpress.init.placement import Placement, Use
from rankpress.init.splits import ROWS, Distinguished, example_column, split_columns
from rankpress.init.table import Table
from rankpress.init.vocabulary import (
    ROLES,
    costs_among,
    find_costs,
    find_metrics,
    is_metric_name,
    kept_metric,
    metric_of_file,
    of_some_files,
    role_of,
)
from rankpress.sources.layouts import COUNTS, PAIR
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Columns that a long file is read by unless its spec says otherwise.
READ_BY_NAME = ("repeat", "fold", "n_train", "n_test")
_TESTED = frozenset("test testing eval".split())
_OTHERS = frozenset("train training valid validation val dev".split())


@dataclass(frozen=True)
class Guess:
    """What a file seems to hold."""

    layout: Literal["long", "wide", "folds", "ranks", "counts"]  # how it is laid out
    columns: dict[str, str] = field(default_factory=dict)  # by key of scores.columns, the column
    metrics: dict[str, Better] = field(default_factory=dict)  # the better direction of each metric
    # costs, unused, ignored: columns; those that the spec has to ignore are among the unused
    costs: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    join: dict[str, tuple[str, ...]] = field(default_factory=dict)  # columns made of several, as in scores.join
    where: dict[str, str] = field(default_factory=dict)  # by column the one value whose rows are read
    # by column the values whose rows are not read
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    repeats: bool = False  # whether the rows of a cell are numbered as they stand
    doubts: tuple[Doubt, ...] = ()  # what was guessed with little to go by, or not read though it holds scores
    notes: dict[str, str] = field(default_factory=dict)  # what else is to be known of a key or a metric
    na: tuple[str, ...] = ()  # texts that stand in place of scores and costs
    readings: tuple[Hypothesis, ...] = ()  # the readings of the table that were compared, the best first
    uses: Mapping[str, Use] = field(default_factory=dict)  # what each column was taken for, and why

    @property
    def of_examples(self) -> bool:
        """Whether the file lists single test examples, or counts them."""
        return self.layout == "counts" or "example" in self.columns

    @property
    def rival(self) -> Hypothesis | None:
        """The second reading, where it explains the table nearly as well."""
        if len(self.readings) > 1 and self.readings[0].points - self.readings[1].points < CLOSE:
            return self.readings[1]
        return None


def guess_study(table: Table, place: str, reading: int | None = None) -> Guess:
    """Guess what the rows and columns of a file are."""
    guess = _guessed(table, place, reading)
    others = {*guess.unused, *guess.columns.values(), *guess.where}
    read = [*guess.metrics, *guess.costs] if guess.layout == "long" else [c for c in table.columns if c not in others]
    na = tuple(dict.fromkeys(text for column in read for text in table.failures.get(column, ())))
    notes = _notes(table, guess)
    if na:
        notes["na"] = "taken for results that are missing, in columns of numbers"
    algorithms = guess.columns.get("algorithm")
    # a row that may be an algorithm, and is perhaps wrongly read or not, may be the first one
    of_rows = [
        ways_with_rows(replace(doubt, is_open=True), table.excluded)
        if (doubt.key, doubt.column) == ("where", algorithms)
        else doubt
        for doubt in table.doubts
    ]
    doubts = (*of_rows, *(ways_with_columns(doubt, guess.ignored) for doubt in guess.doubts), *_unread(table, read))
    uses = _uses(table, guess, read)
    return replace(guess, doubts=doubts, notes={**notes, **guess.notes}, na=na, excluded=table.excluded, uses=uses)


def _unread(table: Table, read: Sequence[str]) -> Iterator[Doubt]:
    """Yield the cells of columns of scores that hold no number and do not say that there is no result."""
    cells = [(column, cell) for column in read for cell in table.unread.get(column, ())]
    values = ", ".join(
        json.dumps(value, ensure_ascii=False) for value in dict.fromkeys(cell.value for _, cell in cells)
    )
    ways = (Way("such cells hold no result", "set", f"scores.na=[{values}]"),)
    for column, cell in cells:
        more = f", and {cell.times - 1} more" if cell.times > 1 else ""
        text = f"{quoted(cell.value)} is no number{more}; correct it, or take it for no result"
        yield Doubt(text, "na", column, cell.file, cell.row, cell.value, is_open=True, ways=ways)


def _uses(table: Table, guess: Guess, read: Sequence[str]) -> dict[str, Use]:
    """Return what each column of a table was taken for, in the order of the file."""
    uses = dict(guess.uses)
    joined = {column: name for name, columns in guess.join.items() for column in columns}
    for role, column in guess.columns.items():
        uses[column] = Use("names" if role in ("dataset", "algorithm") else "split", f"read as {role}")
    for column in table.columns:
        if column in joined:
            uses[column] = Use("names", f"a part of the column {joined[column]}")
        elif column in guess.where:
            uses[column] = Use("other", f"only its rows with {quoted(guess.where[column])} are read")
        elif column in uses:
            continue
        elif column in guess.costs:
            uses[column] = Use("cost", "a cost by its name")
        elif column in guess.metrics:
            uses[column] = Use("score")
        elif column in read and guess.layout != "long":
            uses[column] = Use("names")
        else:
            text = "numbers, not taken for a score" if table.columns[column].is_numeric else "text"
            uses[column] = Use("other", text)
    return {column: uses[column] for column in table.columns}


def _notes(table: Table, guess: Guess) -> dict[str, str]:
    """Return that rows were left out, and that the source turned scores of the several metrics that a column names."""
    notes = {"where": "rows that sum up others are not read"} if table.excluded else {}
    for name, column in table.columns.items():
        names = sorted(filter(None, column.labels))
        if table.better and is_metric_name(name) and len(names) > 1 and len(guess.metrics) == 1:
            text = f"in {listed(names)}, turned so that higher is better; ranks compare within a data set"
            return notes | dict.fromkeys(guess.metrics, text)
    return notes


def _guessed(table: Table, place: str, reading: int | None) -> Guess:
    if table.rows == 1 and len(table.numeric) == len(table.columns) > 1 and _are_ranks(table):
        metric, better = metric_of_file(place)
        return Guess(
            "ranks",
            metrics={metric: better or "higher"},
            doubts=(Doubt("to be filled in; the file does not say", "datasets"),),
        )
    if {*PAIR, *COUNTS} <= table.columns.keys():
        return _counts(table)
    _refuse_more_than_numbers(table, place)
    selected, where, of_value = _selected(table)
    likely = [item for item in hypotheses(selected, metric_of_file(place)[0]) if item.points >= LEAST]
    if not likely:
        if {role_of(name) for name in table.columns} >= {"dataset", "algorithm"}:
            find_metrics(table, table.numeric, (), [], place)
        raise _without_names(table, place)
    chosen = likely[min(reading or 0, len(likely) - 1)]
    guess = {"long": _long, "wide": _wide, "folds": _folded}[chosen.layout](selected, chosen, place)
    guess = replace(guess, where={**where, **guess.where}, readings=tuple(likely))
    if reading is None and (rival := guess.rival):
        ways = tuple(Way(each.text, "reading", str(number)) for number, each in enumerate((chosen, rival), 1))
        is_open = chosen.points - rival.points < UNDECIDED
        doubt = Doubt(f"{chosen.text}; nearly as likely: {rival.text}", "layout", is_open=is_open, ways=ways)
        guess = replace(guess, doubts=(*guess.doubts, doubt))
    return _with_value(guess, table, of_value)


def _selected(table: Table) -> tuple[Table, dict[str, str], str]:
    """Return the rows of one metric, on test cases, where columns say so; the metric's name."""
    where, metric = dict[str, str](), ""
    for name, column in table.columns.items():
        labels = {label.casefold(): label for label in column.labels}
        if len(labels) > 1 and labels.keys() <= _TESTED | _OTHERS and (tested := _TESTED & labels.keys()):
            where[name] = labels[min(tested)]
    # a source that says itself which columns are scores has turned those of all metrics
    if not table.better and (metric_rows := kept_metric(table)):
        name, metric = metric_rows
        if table.distinct(name) > 1:
            where[name] = metric
        else:
            table = table.without([name])
    for name, value in where.items():
        table = table.only(table.columns[name].where([value]))
    return table.without(list(where)), where, metric


def _with_value(guess: Guess, table: Table, metric: str) -> Guess:
    """Return the guess with the direction of the metric that a column names, and the first column of values alone."""
    if guess.layout in ("wide", "folds"):
        # a wide table has scores in all columns but those that it ignores
        kept = [name for name in guess.where if name not in guess.ignored]
        guess = replace(guess, ignored=[*guess.ignored, *kept], unused=[*guess.unused, *kept])
        return _with_metric(guess, metric) if metric else guess
    if not metric or guess.layout != "long":
        return guess
    value = next(iter(guess.metrics))
    better = better_of(metric)
    doubts = [doubt for doubt in guess.doubts if doubt.key not in guess.metrics or (doubt.key == value and not better)]
    column = next((name for name, chosen in guess.where.items() if chosen == metric), None)
    if column is not None:
        others = [name for name in table.columns[column].labels if name != metric]
        doubts.append(Doubt(f"the rows of one metric; the others are {listed(others)}", "where", column))
    unused = [name for name in (*guess.unused, *list(guess.metrics)[1:]) if name not in guess.where]
    return replace(guess, metrics={value: better or guess.metrics[value]}, unused=unused, doubts=tuple(doubts))


def _with_metric(guess: Guess, metric: str) -> Guess:
    """Return the guess of a wide table whose rows are those of a metric that a column names."""
    [(former, better)] = guess.metrics.items()
    known = better_of(metric)
    doubts = [replace(each, key=metric) if each.key == former else each for each in guess.doubts]
    doubts = [each for each in doubts if each.key != metric or not known or (each.is_open and known != better)]
    if column := next((name for name, chosen in guess.where.items() if chosen == metric), None):
        doubts.append(Doubt(f"the rows of one metric, {quoted(metric)}; the others are not read", "where", column))
    return replace(guess, metrics={metric: known or better}, doubts=tuple(doubts))


def _are_ranks(table: Table) -> bool:
    ranks = [float(column.numbers[0]) for column in table.columns.values()]
    k = len(ranks)
    return all(1 <= rank <= k for rank in ranks) and abs(sum(ranks) - k * (k + 1) / 2) < 0.05 * k


def _counts(table: Table) -> Guess:
    others = [name for name in table.columns if name not in (*PAIR, *COUNTS)]
    named = [name for name in others if role_of(name) == "dataset"]
    names = next(iter(named or [name for name in others if name not in table.numeric]), "dataset")
    columns = {} if names == "dataset" else {"dataset": names}
    return Guess("counts", columns, {"accuracy": "higher"}, unused=[name for name in others if name != names])


def _long(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return a row a measurement."""
    doubts, notes = list[Doubt](), dict[str, str]()
    roles = {"dataset": reading.datasets[0], "algorithm": reading.algorithms[0]}
    roles |= split_columns(table, list(roles.values()))
    free = [name for name in table.numeric if name not in roles.values() and role_of(name) is None]
    costs = costs_among(free)
    metrics = find_metrics(table, free, costs, doubts, place)
    if example := example_column(table, roles, list(metrics), doubts):
        roles = {"dataset": roles["dataset"], "algorithm": roles["algorithm"], "example": example}
        distinguished = None
    else:
        distinguished = Distinguished(table, roles, doubts, notes)
        roles = distinguished.roles
        joined = [name for further in distinguished.join.values() for name in further]
        if set(joined) & set(metrics):
            free = [name for name in free if name not in joined]
            doubts = list(without_keys(doubts, metrics))
            metrics = find_metrics(table, free, costs, doubts, place)
    costs = find_costs(table, [name for name in costs if name not in metrics], metrics, notes)
    join = {
        _new_name(role, table): (roles[role], *further)
        for role, further in (distinguished.join if distinguished else {}).items()
    }
    named = dict(zip(distinguished.join if distinguished else (), join, strict=True))
    columns = {role: named.get(role, roles[role]) for role in (*ROLES, "seed", "example") if role in roles}
    used = {*roles.values(), *metrics, *costs, *(name for columns in join.values() for name in columns)}
    unused = [name for name in table.columns if name not in used]
    return Guess(
        "long",
        columns,
        metrics,
        costs,
        unused,
        [name for name in unused if name in READ_BY_NAME and not example and table.distinct(name) > 1],
        join,
        repeats=bool(distinguished and distinguished.numbered),
        doubts=tuple(doubts),
        notes=notes,
    )


_JOINED = {"dataset": "problem", "algorithm": "method"}


def _new_name(role: str, table: Table) -> str:
    """Return a name for joined columns that no column has."""
    for name in (_JOINED[role], f"{role}_joined"):
        if name not in table.columns:
            return name
    return _new_name(role, table.without([_JOINED[role], f"{role}_joined"])) + "_"


def _wide(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return a row a data set and a column an algorithm, or the other way round."""
    role, keys = ("dataset", reading.datasets) if reading.datasets else ("algorithm", reading.algorithms)
    placement = reading.placement or Placement({})
    direction = direction_of(table, place, placement, keys)
    doubts, notes = list(direction.doubts), dict[str, str]()
    cells = placement.cells
    columns, repeats = _splits_of_rows(table, keys)
    if repeats:
        doubts.append(Doubt(ROWS, "repeats"))
    name, join = keys[0], dict[str, tuple[str, ...]]()
    if len(keys) > 1:
        name = _new_name(role, table)
        join = {name: keys}
        text = f"only together do they name the {role.replace('dataset', 'data set')} of a row"
        doubts.append(Doubt(text, "join"))
    first = next(iter(table.columns))
    if role == "algorithm" or join or name not in (first, "dataset") or ("" in table.columns and name != ""):
        columns[role] = name
    unused = [column for column in table.columns if column not in (*cells, *columns.values(), *(() if join else keys))]
    doubts += doubts_on_columns(table, placement, direction.better, of_rows=role == "algorithm")
    if unused and not any(doubt.key == "ignore" for doubt in doubts):
        notes["ignore"] = f"no scores; {counted(len(cells), 'column')} are read"
    if role == "algorithm":
        notes["layout"] = "a row an algorithm, a column a data set"
    return Guess(
        "wide",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        join,
        repeats=repeats,
        doubts=tuple(doubts),
        notes=notes,
        uses={
            **dict.fromkeys(keys, Use("names", f"names the {role.replace('dataset', 'data set')}s")),
            **placement.uses,
        },
    )


def _splits_of_rows(table: Table, keys: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Return which columns number the rows of a name in a wide table, and whether the rows are to be numbered."""
    if table.is_key(*keys):
        return {}, False
    splits = split_columns(table, keys)
    columns: dict[str, str] = {role: splits[role] for role in ("repeat", "fold") if role in splits}
    if columns.get("repeat") and "fold" not in columns and table.is_key(*keys, columns["repeat"]):
        return {"repeat": columns["repeat"]}, False
    numbered = not columns or not table.is_key(*keys, *columns.values())
    return ({}, True) if numbered else (columns, False)


def _folded(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return a row a data set and algorithm, a column a fold."""
    if not reading.algorithms:
        text = (
            f"columns {reading.cells[0]} to {reading.cells[-1]} are folds or resamples, and nothing names the algorithm"
        )
        remedy = "name the files by a pattern such as {algorithm}.csv; each is then the table of one algorithm"
        raise FaultsFound([Fault(place, text, "a column or a part of the file's name with the algorithms", remedy)])
    [dataset], [algorithm] = reading.datasets, reading.algorithms
    placement = reading.placement or Placement({})
    direction = direction_of(table, place, placement, (dataset, algorithm))
    unused = [name for name in table.columns if name not in (dataset, algorithm, *fold_columns(table))]
    columns = {"dataset": dataset, "algorithm": algorithm}
    return Guess(
        "folds",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        doubts=(*direction.doubts, *doubts_on_columns(table, placement, direction.better, of_rows=False)),
        uses={**{column: Use("names", f"names the {role}s") for role, column in columns.items()}, **placement.uses},
    )


def _refuse_more_than_numbers(table: Table, place: str) -> None:
    """Raise FaultsFound where most scores stand in cells that hold more than a number."""
    more = [column for column in table.columns.values() if column.holds_more_than_numbers]
    known = [name for name in table.numeric if better_of(name)]
    if len(more) < 3 or known or len(more) < len(table.numeric):
        return
    cell = next(filter(None, more[0].labels))
    raise FaultsFound(
        [
            Fault(
                place,
                f"{len(more)} columns hold cells with more than a number, such as {cell!r} under {more[0].name!r}",
                "a number in each cell that holds a score",
                "save the file with the numbers alone, and what else the cells hold in columns of their own or not "
                "at all",
            )
        ]
    )


def _without_names(table: Table, place: str) -> FaultsFound:
    """Return what is raised where nothing explains a table."""
    called = {role for name in table.columns if (role := role_of(name)) and table.distinct(name) > 1}
    lacking = [role.replace("dataset", "data set") for role in ("dataset", "algorithm") if role not in called]
    words = " and the ".join(f"{word}s" for word in lacking) or "data sets and algorithms"
    columns: Sequence[str] = list(table.columns)
    text = f"there is no column that could hold the {words}; the columns are {', '.join(map(quoted, columns[:40]))}"
    of_some, remedy = of_some_files(table)
    fault = Fault(
        place,
        text + of_some,
        "a column such as 'dataset' and one such as 'algorithm', or a row a data set and a column an algorithm",
        remedy
        or "name the column in the file; where each file is of one data set or algorithm, give all of them as a "
        "pattern such as results-{dataset}.csv; or write study.yaml by hand: rankpress init DIR shows one",
    )
    return FaultsFound([fault])
