"""What a table is taken for: the study that its best reading gives, and what remains in doubt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.catalog.metrics import better_of, doubt_of_direction, is_cost, is_time, way_of, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.init.blocks import with_runs_as_columns
from rankpress.init.columns import direction_of_table, doubts_on_columns, ways_with_columns, ways_with_rows
from rankpress.init.directions import direction_of as direction_by_name
from rankpress.init.examples import doubts_on_examples
from rankpress.init.hypotheses import (
    CLOSE,
    LEAST,
    UNDECIDED,
    Hypothesis,
    fold_columns,
    hypotheses,
    is_called_number,
    naming_columns,
    numbered_rows,
    numbers_as_names,
)
from rankpress.init.leaders import first_by_rank, leader_by_rank
from rankpress.init.measured import Measured
from rankpress.init.measures import (
    Selection,
    are_levels,
    costs_among,
    directions_in_doubt,
    doubt_others,
    find_costs,
    find_metrics,
    main_measure,
    select_metric,
    ways_of,
)
from rankpress.init.namesakes import doubts_on_namesakes
from rankpress.init.numerals import doubt_of_thousands, doubts_on_unread, doubts_on_unsolved
from rankpress.init.outcomes import doubt_of, doubts_next_to_scores, find_outcomes, have_scores
from rankpress.init.pairs import find_pairs
from rankpress.init.placeholders import doubts_on_placeholders
from rankpress.init.placement import Placement, Use
from rankpress.init.scales import doubts_on_scales
from rankpress.init.shapes import find_further_header, folds_alone, named_dataset, without_names
from rankpress.init.splits import ROWS, Distinguished, example_column, new_name, split_columns
from rankpress.init.stated import stated_direction
from rankpress.init.steps import doubt_of_last
from rankpress.init.table import Table
from rankpress.init.totals import find_totals
from rankpress.init.units import doubts_on_units
from rankpress.init.vocabulary import (
    ROLES,
    UNKNOWN,
    is_baseline,
    is_metric_name,
    is_quantity,
    is_step,
    may_be_setting,
    metric_of_file,
    numbers_runs,
    role_of,
    role_of_part,
)
from rankpress.init.votes import VoteColumns, doubt_on_units, votes_of
from rankpress.sources.counts import COUNTS, PAIR
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

    layout: Literal["long", "wide", "folds", "ranks", "counts", "votes"]  # how it is laid out
    columns: dict[str, str] = field(default_factory=dict)  # by key of scores.columns, the column
    metrics: dict[str, Better] = field(default_factory=dict)  # the better direction of each metric
    # costs, unused, ignored: columns; those that the spec has to ignore are among the unused
    costs: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    join: dict[str, tuple[str, ...]] = field(default_factory=dict)  # columns made of several, as in scores.join
    where: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by column the values whose rows are read
    # by column the values whose rows are not read
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # by role, dataset or algorithm, the names as they are shown, by those in the file
    rename: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    fill: tuple[str, ...] = ()  # columns whose blank cells have the name above them
    repeats: bool = False  # whether the rows of a cell are numbered as they stand
    reduce: str = ""  # how the steps of a run become one score
    choose: tuple[str, Better] | None = None  # the column that one row of each run is chosen by, and which is better
    missing: str = ""  # what is done about results that are missing; "" where nothing speaks for a way
    doubts: tuple[Doubt, ...] = ()  # what was guessed with little to go by, or not read though it holds scores
    notes: dict[str, str] = field(default_factory=dict)  # what else is to be known of a key or a metric
    na: tuple[str, ...] = ()  # texts that stand in place of scores and costs
    readings: tuple[Hypothesis, ...] = ()  # the readings of the table that were compared, the best first
    csv: Mapping[str, str] = field(default_factory=dict)  # how numbers are written, where a file leaves it open
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


def guess_study(table: Table, place: str, reading: int | None = None, metric: str = "") -> Guess:
    """Guess what the rows and columns of a file are: by a reading, and of one of several metrics, if requested."""
    guess = _guessed(table, place, reading, metric)
    others = {*guess.unused, *guess.columns.values(), *guess.where}
    read = [*guess.metrics, *guess.costs] if guess.layout == "long" else [c for c in table.columns if c not in others]
    if faults := list(find_further_header(table, [name for name in read if name in table.numeric], place)):
        raise FaultsFound(faults)
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
    guess = replace(guess, doubts=tuple(_with_baseline(table, guess, doubt) for doubt in guess.doubts))
    of_times = _of_times(guess)
    unsolved = tuple(doubts_on_unsolved(table, read, of_times)) if of_times else ()
    # unsolved runs say what the scores are, so that their direction is no question of its own
    of_guess = [doubt for doubt in guess.doubts if not (unsolved and _is_of_direction(doubt))]
    doubts = (
        *of_rows,
        *(ways_with_columns(doubt, guess.ignored) for doubt in of_guess),
        *(unsolved or doubts_on_unread(table, read)),
    )
    uses = _uses(table, guess, read)
    # a column on a scale of its own may be on that of the others if its commas are decimal signs
    grouped = [name for name in table.grouped if name in read or (name in guess.uses and guess.uses[name].doubt)]
    if grouped:
        doubts = (*doubts, doubt_of_thousands(table, [*read, *grouped], grouped[0]))
    guess = replace(
        guess,
        csv={"thousands": ","} if grouped else {},
        notes={**notes, **guess.notes},
        na=na,
        excluded={**guess.excluded, **table.excluded},
        uses=uses,
        fill=table.filled,
    )
    return replace(guess, doubts=doubts)


def _with_baseline(table: Table, guess: Guess, doubt: Doubt) -> Doubt:
    """Return a doubt on a direction that nothing tells as an open one, if what is hardly the best is first by it."""
    if doubt.text != UNKNOWN or doubt.is_open or doubt.key != next(iter(guess.metrics), ""):
        return doubt
    if any((other.key, other.column) == ("metrics", doubt.key) for other in guess.doubts):  # nor is it called a score
        return replace(doubt, is_open=True, ways=ways_of(guess.metrics[doubt.key]))
    first = " ".join(_leader(table, guess))
    if not is_baseline(first):
        return doubt
    better = guess.metrics[doubt.key]
    ways = ways_of(better)
    return replace(doubt, text=f"{UNKNOWN}; {quoted(first)} is first then", is_open=True, ways=ways)


def _of_times(guess: Guess) -> str:
    """Return the metric where the scores may be times, one of an algorithm on a data set; else nothing."""
    metric = next(iter(guess.metrics), "")
    is_single = len(guess.metrics) == 1 and guess.columns.keys() <= {"dataset", "algorithm"} and not guess.repeats
    if not is_single or guess.where or guess.choose:
        return ""
    if is_time(metric):
        return metric
    has_no_name = better_of(metric) is None or any(_is_of_direction(doubt) for doubt in guess.doubts)
    return "time" if guess.layout == "wide" and has_no_name else ""


def _is_of_direction(doubt: Doubt) -> bool:
    """Return whether it is that nothing tells the better direction."""
    return doubt.text == UNKNOWN


def with_requested(table: Table, guess: Guess, place: str, requested: Sequence[str]) -> Guess:
    """Return the guess with the metrics that are requested, and what is not certain of their directions.

    Raises FaultsFound where there is no column of that name.
    """
    rows = {label for labels in guess.where.values() for label in labels}
    requested = [name for name in requested if name not in rows]  # rows of a metric that a column names
    columns = [*guess.metrics, *guess.costs, *guess.unused]
    unknown = [name for name in requested if name not in columns]
    if unknown and guess.layout == "long":
        raise FaultsFound([Fault("--metric", f"no column {unknown[0]}", one_of(unknown[0], columns))])
    if not requested or set(requested) == set(guess.metrics):
        return guess
    doubts = list(guess.doubts)
    metrics: dict[str, Better] = {}
    for name in requested:
        if guess.layout != "long" and len(guess.metrics) == 1:  # what all its columns hold
            [(former, metrics[name])] = guess.metrics.items()
            doubts = [replace(doubt, key=name) if doubt.key == former else doubt for doubt in doubts]
        elif name in guess.metrics or name not in table.columns:
            metrics[name] = guess.metrics.get(name) or way_of(name) or "higher"
        else:
            direction = direction_by_name(table.columns[name], place=place, stated=stated_direction(table))
            metrics[name] = direction.better
            doubts += directions_in_doubt({name: direction})
    costs = [name for name in guess.costs if name not in metrics]
    ignored = [name for name in guess.ignored if name not in metrics]
    return replace(guess, metrics=metrics, costs=costs, ignored=ignored, doubts=tuple(doubts))


def doubts_on_values(table: Table, guess: Guess) -> Iterator[Doubt]:
    """Yield what is doubtful of the numbers that are read, by the metrics and directions that are settled."""
    for metric in guess.metrics:
        if scores := Measured.of(table, guess, metric):
            yield from doubts_on_placeholders(scores, guess.na)
            yield from doubts_on_scales(scores)
            yield from doubts_on_units(table, guess, scores)
            yield from doubts_on_examples(table, guess, scores)


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
            uses[column] = Use("other", f"only its rows with {' or '.join(map(quoted, guess.where[column]))} are read")
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
    """Return that rows were omitted, and that the source turned scores of the several metrics that a column names."""
    notes = {"where": "rows that sum up others are not read"} if table.excluded else {}
    for name, column in table.columns.items():
        names = sorted(filter(None, column.labels))
        if table.better and is_metric_name(name) and len(names) > 1 and len(guess.metrics) == 1:
            text = f"in {listed(names)}, turned so that higher is better; ranks compare within a data set"
            return notes | dict.fromkeys(guess.metrics, text)
    return notes


def _guessed(table: Table, place: str, reading: int | None, metric: str) -> Guess:
    if table.rows == 1 and len(table.numeric) == len(table.columns) > 1 and _are_ranks(table):
        of_file, better = metric_of_file(place)
        return Guess(
            "ranks",
            metrics={of_file: better or "higher"},
            doubts=(Doubt("to be filled in; the file does not say", "datasets"),),
        )
    if {*PAIR, *COUNTS} <= table.columns.keys():
        return _counts(table)
    if reading is None and not table.settled and (votes := votes_of(table, place)):
        return _votes(table, votes)
    _refuse_more_than_numbers(table, place)
    if reading is None and not table.settled and (faults := list(find_pairs(table, place))):
        raise FaultsFound(faults[:1])
    selected, where, selection = _selected(table, metric)
    readings = hypotheses(selected, metric_of_file(place)[0], metric)
    likely = [item for item in readings if item.points >= LEAST] or (readings if reading is not None else [])
    if not likely:
        if {role_of(name) for name in table.columns} >= {"dataset", "algorithm"}:
            find_metrics(table, table.numeric, (), [], place)
        raise without_names(table, place)
    chosen = likely[min(reading or 0, len(likely) - 1)]

    def build(item: Hypothesis) -> Guess:
        if item.layout == "long":
            return _long(selected, item, place, selection, metric)
        return (_wide if item.layout == "wide" else _folded)(selected, item, place)

    guess = build(chosen)
    doubts = (*guess.doubts, *selection.doubts)
    guess = replace(guess, where={**where, **guess.where}, readings=tuple(likely), doubts=doubts)
    guess = replace(guess, doubts=tuple(_with_swapped(doubt, chosen, likely) for doubt in guess.doubts))
    if reading is None:
        guess = replace(guess, doubts=(*guess.doubts, *_doubt_metrics(guess)))
    if guess.layout == "long":
        guess = replace(guess, doubts=(*guess.doubts, *doubts_on_namesakes(table, _sole_keys(guess))))
    if reading is None and (rival := guess.rival):
        guess = replace(guess, doubts=(*guess.doubts, *_doubt_rival(selected, guess, rival, lambda: build(rival))))
    return _of_selection(guess, selection)


def _votes(table: Table, votes: VoteColumns) -> Guess:
    """Return a row a vote between two algorithms."""
    columns = {"model_a": votes.model_a, "model_b": votes.model_b, "winner": votes.winner, "cluster": votes.units[0]}
    unused = [name for name in table.columns if name not in columns.values()]
    ways = tuple(Way(f"the unit is {quoted(unit)}", "set", f"scores.columns.cluster={unit}") for unit in votes.units)
    doubt = Doubt(doubt_on_units(votes), "cluster", votes.units[0], ways=ways)
    return Guess("votes", columns, {"votes": "higher"}, unused=unused, doubts=(doubt,))


def _with_swapped(doubt: Doubt, chosen: Hypothesis, likely: Sequence[Hypothesis]) -> Doubt:
    """Return an open doubt on numbers that are taken for names with the reading that has the two roles swapped."""
    if doubt.key != "layout" or len(doubt.ways) != 1 or doubt.column not in (*chosen.datasets, *chosen.algorithms):
        return doubt
    swapped = [
        n
        for n, item in enumerate(likely, 1)
        if (item.algorithms, item.datasets) == (chosen.datasets, chosen.algorithms)
    ]
    return replace(doubt, ways=(*doubt.ways, *(Way(likely[n - 1].text, "reading", str(n)) for n in swapped[:1])))


def _doubt_metrics(guess: Guess) -> Iterator[Doubt]:
    """Yield that columns of no known names are taken for metrics, where they may as well be what is compared."""
    named = any(better_of(name) or is_cost(name) for name in guess.metrics)
    wides = (n for n, item in enumerate(guess.readings) if item.layout == "wide" and {*guess.metrics} <= {*item.cells})
    if guess.layout == "long" and len(guess.metrics) > 1 and not named and (other := next(wides, 0)):
        text = (
            f"columns {listed(map(quoted, guess.metrics), 3)} are taken for metrics, though no name is that of one; "
            f"they may be what is compared: {guess.readings[other].text}"
        )
        ways = tuple(Way(guess.readings[n].text, "reading", str(n + 1)) for n in (0, other))
        yield Doubt(text, "layout", is_open=True, ways=ways)


def _doubt_rival(table: Table, guess: Guess, rival: Hypothesis, build: Callable[[], Guess]) -> Iterator[Doubt]:
    """Yield that another reading is nearly as likely, unless it comes to the same; open where its first is another."""
    try:
        other = build()
    except FaultsFound:
        return  # it is no reading
    if guess.layout == other.layout == "long" and _keys(guess) == _keys(other):
        return
    first, second = _leader(table, guess), _leader(table, other)
    text = f"{guess.readings[0].text}; nearly as likely: {rival.text}"
    is_open = (first != second or not first) and guess.readings[0].points - rival.points < UNDECIDED
    if is_open and first and second:
        text += f"; {quoted(' / '.join(first))} is first by the one, {quoted(' / '.join(second))} by the other"
    ways = tuple(Way(item.text, "reading", str(n)) for n, item in enumerate(guess.readings[:2], 1))
    yield Doubt(text, "layout", is_open=is_open, ways=ways)


def _keys(guess: Guess) -> dict[str, tuple[str, ...]]:
    """Return the columns that name the data sets and the algorithms, by role."""
    return {
        role: tuple(sorted(guess.join.get(guess.columns.get(role, role), (guess.columns.get(role, role),))))
        for role in ("dataset", "algorithm")
    }


def _sole_keys(guess: Guess) -> dict[str, str]:
    """Return the columns that name the data sets and the algorithms, where one does by itself."""
    return {role: columns[0] for role, columns in _keys(guess).items() if len(columns) == 1}


def _leader(table: Table, guess: Guess) -> tuple[str, ...]:
    """Return the algorithm that a reading ranks first; () where none can be named."""
    metric, better = next(iter(guess.metrics.items()))
    keys = _keys(guess)
    if guess.layout == "long":
        return leader_by_rank(table, keys["dataset"], keys["algorithm"], metric, better)
    used = {*guess.unused, *guess.columns.values(), *(name for names in guess.join.values() for name in names)}
    cells = [name for name in table.numeric if name not in used]
    if guess.layout != "wide" or len(cells) < 2:
        return ()
    scores = np.column_stack([table.columns[name].numbers for name in cells])
    scores = scores if better == "higher" else -scores
    if "algorithm" not in guess.columns:
        best = first_by_rank(scores)
        return () if best is None else (cells[best],)
    best = first_by_rank(scores.T)
    columns = [table.columns[name] for name in keys["algorithm"]]
    return () if best is None else tuple(column.labels[column.codes[best]] for column in columns)


def _selected(table: Table, metric: str) -> tuple[Table, dict[str, tuple[str, ...]], Selection]:
    """Return the rows of one metric, on test cases, where columns say so, and what names the metric."""
    where = dict[str, tuple[str, ...]]()
    for name, column in table.columns.items():
        labels = {label.casefold(): label for label in column.labels}
        is_part = name not in table.claimed and len(labels) > 1 and labels.keys() <= _TESTED | _OTHERS
        if is_part and (tested := _TESTED & labels.keys()):
            where[name] = (labels[min(tested)],)
    # a source that says itself which columns are scores has turned those of all metrics
    unnamed = table.without([*table.claimed])
    selection = Selection() if table.better else select_metric(unnamed, naming_columns(unnamed), metric)
    where |= selection.where
    for name, values in where.items():
        table = table.only(table.columns[name].where(values))
    read = [selection.column] if selection.column else []
    return table.without([*where, *read]), where, selection


def _of_selection(guess: Guess, selection: Selection) -> Guess:
    """Return the guess of a wide table with the metric that a column names, and without that column."""
    if guess.layout not in ("wide", "folds"):
        return guess
    # a wide table has scores in all columns but those that it ignores
    columns = [*guess.where, *([selection.column] if selection.column else [])]
    kept = [name for name in dict.fromkeys(columns) if name not in guess.ignored]
    guess = replace(guess, ignored=[*guess.ignored, *kept], unused=[*guess.unused, *kept])
    return _with_metric(guess, selection.metric) if selection.metric else guess


def _with_metric(guess: Guess, metric: str) -> Guess:
    """Return the guess of a wide table whose rows are those of a metric that a column names."""
    [(former, better)] = guess.metrics.items()
    known = better_of(metric)
    doubts = [replace(each, key=metric) if each.key == former else each for each in guess.doubts]
    doubts = [each for each in doubts if each.key != metric or not known or (each.is_open and known != better)]
    doubts += [Doubt(text, metric)] if (text := doubt_of_direction(metric)) else []
    if column := next((name for name, chosen in guess.where.items() if metric in chosen), None):
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


def _long(table: Table, reading: Hypothesis, place: str, selection: Selection, requested: str) -> Guess:
    """Return one row per measurement."""
    doubts, notes = list[Doubt](), dict[str, str]()
    names = (reading.datasets[0], reading.algorithms[0])
    splits = split_columns(table, names)
    taken = (*names, *splits.values(), *table.claimed)
    free = [name for name in table.readable if name not in taken and role_of(name) is None]
    measure = next(iter(table.settled.get("score", ())), "") or main_measure(table, free)
    candidates = [name for name in table.columns if name not in names and name not in table.claimed]
    outcomes = find_outcomes(table, names, measure, candidates)
    ends = [outcome.column for outcome in outcomes]
    free = [name for name in free if name not in ends]
    # numbers that are crossed with all else are settings, unless nothing else is a score
    free = [name for name in free if better_of(name) or not are_levels(table, name, names)] or free
    costs = costs_among(free)
    metrics = _settled_metrics(table, doubts) or find_metrics(
        table, free, costs, doubts, place, selection.metric, requested
    )
    main = next(iter(metrics))
    roles = {"dataset": names[0], "algorithm": names[1]}
    doubts += [_doubt_numbers(table, role, roles[role]) for role in roles if _is_of_numbers(table, roles[role], names)]
    if example := example_column(table, roles | splits, list(metrics), doubts):
        roles |= {role: splits[role] for role in ("seed", "cluster") if role in table.settled}
        distinguished = None
        roles |= {"example": example}
    else:
        distinguished = Distinguished(table, names, (main, metrics[main]), [*ends, *metrics], notes)
        roles = distinguished.roles
        doubts += distinguished.doubts
        costs = [name for name in costs if name not in distinguished.told]
    costs = find_costs(table, [name for name in costs if name not in metrics], metrics, notes)
    costs = list(table.settled.get("cost", costs))
    join = {
        new_name(role, table): (roles[role], *further)
        for role, further in (distinguished.join if distinguished else {}).items()
    }
    named = dict(zip(distinguished.join if distinguished else (), join, strict=True))
    keys = (*ROLES, "seed", "step", "example", "cluster")
    columns = {role: named.get(role, roles[role]) for role in keys if role in roles}
    choose = distinguished.choose if distinguished else None
    used = {*roles.values(), *metrics, *costs, *(name for columns in join.values() for name in columns)}
    unused = [name for name in table.columns if name not in used]
    left = [outcome for outcome in outcomes if have_scores(table, outcome, main)]
    told = {*(distinguished.told if distinguished else ()), *(choose or ())}
    alone = len(outcomes) == 1 and columns.keys() <= {"dataset", "algorithm"} and not told
    doubts += [doubt_of(table, outcome, names[1], main, metrics if alone else None) for outcome in outcomes]
    rest = [name for name in free if name not in (*used, *told, *costs_among(free))]
    named_by = [join.get(columns[role], (columns[role],)) for role in ("dataset", "algorithm")]
    doubts += doubt_others(table, rest, metrics, named_by)
    excluded = find_totals(table, roles, main, doubts)
    return Guess(
        "long",
        columns,
        metrics,
        costs,
        unused,
        [name for name in unused if name in READ_BY_NAME and not example and table.distinct(name) > 1],
        join,
        where={outcome.column: outcome.ended for outcome in left},
        excluded=excluded,
        repeats=bool(distinguished and distinguished.numbered),
        reduce="last" if "step" in roles else "",
        choose=choose,
        missing="worst-rank" if left else "",
        doubts=tuple(doubts),
        notes=notes,
    )


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


def _doubt_numbered_rows(table: Table, role: str, name: str, place: str) -> Doubt:
    """Return that numbers name the rows of a wide table; open where nothing says that they are no algorithm's."""
    if role_of(name) in ("repeat", "fold") and "." in place and not set("{}*") & set(place):
        text = f"{quoted(name)} numbers folds or runs, which are data sets only where each was made of other data"
        ways = (Way(f"each number of {quoted(name)} is a data set", "set", "scores.layout=wide"),)
        text += f"; where all rows are of one data set: {named_dataset(place)}"
        return Doubt(text, "layout", name, is_open=True, ways=ways)
    word = role.replace("dataset", "data set")
    text = (
        f"no column of texts names the {word}s; each of the {table.rows:,} numbers of column {quoted(name)} is taken "
        "for one"
    )
    ways = (Way(f"the numbers of {quoted(name)} name the {word}s", "set", "scores.layout=wide"),)
    is_certain = is_called_number(name) and not is_step(name)  # of steps, the scores are a curve
    return Doubt(text, "layout", name, is_open=not is_certain, ways=() if is_certain else ways)


def _settled_metrics(table: Table, doubts: list[Doubt]) -> dict[str, Better]:
    """Return the metrics that the user names, with the direction that each name shows."""
    metrics: dict[str, Better] = {}
    for name in table.settled.get("score", ()):
        better = way_of(name)
        metrics[name] = better or "higher"
        text = doubt_of_direction(name) if better else UNKNOWN
        doubts += [Doubt(text, name, name)] if text else []
    return metrics


def _wide(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return one row per data set and one column per algorithm, or the other way round."""
    role, keys = ("dataset", reading.datasets) if reading.datasets else ("algorithm", reading.algorithms)
    placement = reading.placement or Placement({})
    direction = direction_of_table(table, place, placement, keys, of_rows=role == "algorithm")
    doubts, notes = list(direction.doubts), dict[str, str]()
    cells = placement.cells
    columns, repeats = _splits_of_rows(table, keys)
    if "step" in columns:
        doubts.append(doubt_of_last(table, columns["step"]))
    if table.columns[keys[0]].is_numeric and keys[0] in numbered_rows(table):
        doubts.append(_doubt_numbered_rows(table, role, keys[0], place))
    if all(map(is_quantity, cells)) and len({words_of(cell)[-1] for cell in cells}) > 1:
        doubts.append(_doubt_quantities(role, cells))
    for names in (cells, [column for column in placement.uses if column not in keys]):
        if runs := with_runs_as_columns(names):
            doubts.append(_doubt_runs(names, runs))
            break
    name, join = keys[0], dict[str, tuple[str, ...]]()
    if len(keys) > 1:
        name = new_name(role, table)
        join = {name: keys}
        names = "data sets" if role == "dataset" else "algorithms"
        text = f"{listed(keys)} were joined to the names of {names}: only together do they name the rows"
        doubts.append(Doubt(text, "join"))
    first = next(iter(table.columns))
    if role == "algorithm" or join or name not in (first, "dataset") or ("" in table.columns and name != ""):
        columns[role] = name
    unused = [column for column in table.columns if column not in (*cells, *columns.values(), *(() if join else keys))]
    if repeats:
        doubts.append(_doubt_repeats(table, keys, unused))
    doubts += doubts_on_columns(table, placement, keys, direction.better, of_rows=role == "algorithm")
    doubts += doubts_next_to_scores(table, cells, unused)
    if unused and not any(doubt.key == "ignore" for doubt in doubts):
        notes["ignore"] = f"no scores; {counted(len(cells), 'column')} are read"
    if role == "algorithm":
        notes["layout"] = "one row per algorithm, one column per data set"
    return Guess(
        "wide",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        join,
        repeats=repeats,
        reduce="last" if "step" in columns else "",
        doubts=tuple(doubts),
        notes=notes,
        rename={"algorithm" if role == "dataset" else "dataset": _stems(placement)} if placement.blocks else {},
        uses={
            **dict.fromkeys(keys, Use("names", f"names the {role.replace('dataset', 'data set')}s")),
            **placement.uses,
        },
    )


def _doubt_quantities(role: str, cells: Sequence[str]) -> Doubt:
    """Return that all columns are called as quantities are, so that there is nothing to compare, or on nothing."""
    each = "a data set" if role == "dataset" else "an algorithm"
    lack = "no column is an algorithm's" if role == "dataset" else "there is a single data set at most"
    text = (
        f"the {counted(len(cells), 'column')} {listed(map(quoted, cells), most=3)} are called as what describes "
        f"{each}: {lack}, and there is nothing to compare"
    )
    what = "an algorithm" if role == "dataset" else "a data set"
    return Doubt(
        text, "layout", cells[0], is_open=True, ways=(Way(f"each column is {what}", "set", "scores.layout=wide"),)
    )


def _doubt_runs(cells: Sequence[str], names: Sequence[str]) -> Doubt:
    """Return that columns seem to be the runs of algorithms, which a wide table has no place for."""
    text = (
        f"the {counted(len(cells), 'column')} {listed(map(quoted, cells), most=3)} seem to be runs of "
        f"{counted(len(names), 'algorithm')}, {listed(names, 3)}, and would be compared as {len(cells)}; write "
        "one row per run with columns dataset, algorithm and seed instead"
    )
    ways = (Way("each column is an algorithm of its own", "set", "scores.layout=wide"),)
    return Doubt(text, "layout", cells[0], is_open=True, ways=ways)


def _stems(placement: Placement) -> dict[str, str]:
    """Return the names without what was measured, by the columns that are read."""
    stems = placement.blocks[0].columns
    return {name: stems[name] for name in placement.cells if name in stems}


def _splits_of_rows(table: Table, keys: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Return which columns number the rows of a name in a wide table, and whether the rows are to be numbered."""
    if table.is_key(*keys):
        return {}, False
    splits = split_columns(table, keys)
    columns: dict[str, str] = {role: splits[role] for role in ("repeat", "fold") if role in splits}
    if columns.get("repeat") and "fold" not in columns and table.is_key(*keys, columns["repeat"]):
        return {"seed" if numbers_runs(columns["repeat"]) else "repeat": columns["repeat"]}, False
    if steps := [name for name in _numbering(table, (*keys, *columns.values())) if is_step(name)]:
        role = {"seed" if numbers_runs(name) else role: name for role, name in columns.items()}
        return {**role, "step": steps[0]}, False
    numbered = not columns or not table.is_key(*keys, *columns.values())
    return ({}, True) if numbered else (columns, False)


def _numbering(table: Table, keys: Sequence[str]) -> Iterator[str]:
    """Yield the columns of numbers by which rows of the same names can be told apart."""
    for name, column in table.columns.items():
        numbers = column.is_integral and column.is_full and not table.is_key(name)
        if numbers and name not in keys and table.is_key(*keys, name):
            yield name


def _doubt_repeats(table: Table, keys: Sequence[str], unused: Sequence[str]) -> Doubt:
    """Return that rows of the same names are numbered as they stand; open where a column may number them."""
    name = next((name for name in _numbering(table, keys) if name in unused), None)
    if name is None:
        return Doubt(ROWS, "repeats")
    text = f"rows of one name differ in {quoted(name)}; each is taken for a fold, in the order of the file"
    column = json.dumps(name, ensure_ascii=False)
    ignored = json.dumps([other for other in unused if other != name], ensure_ascii=False)
    read = (("set", "scores.repeats=null"), ("set", f"scores.ignore={ignored}"))
    ways = (
        Way(f"{quoted(name)} numbers folds", "set", f"scores.columns.fold={column}", read),
        Way(f"{quoted(name)} numbers independent runs", "set", f"scores.columns.seed={column}", read),
        Way(
            f"{quoted(name)} numbers steps of a run",
            "set",
            f"scores.columns.step={column}",
            (*read, ("set", "scores.reduce=last")),
        ),
    )
    return Doubt(text, "repeats", name, is_open=True, ways=ways)


def _folded(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return one row per data set and algorithm, one column per fold."""
    if not reading.algorithms:
        raise FaultsFound([folds_alone(reading.cells, place)])
    [dataset], [algorithm] = reading.datasets, reading.algorithms
    placement = reading.placement or Placement({})
    direction = direction_of_table(table, place, placement, (dataset, algorithm))
    unused = [name for name in table.columns if name not in (dataset, algorithm, *fold_columns(table))]
    columns = {"dataset": dataset, "algorithm": algorithm}
    return Guess(
        "folds",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        doubts=(
            *direction.doubts,
            *doubts_on_columns(table, placement, (dataset, algorithm), direction.better, of_rows=False),
        ),
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
                f"{counted(len(more), 'column')} with more than a number in a cell,"
                f" such as {cell!r} under {more[0].name!r}",
                "a number in each cell that holds a score",
                "save the file with the numbers alone, and what else the cells hold in columns of their own or not "
                "at all",
                for_files=True,
            )
        ]
    )
