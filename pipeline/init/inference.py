"""Guesses what a table holds: the study that its best reading gives, and what remains in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rankpress.catalog.metrics import better_of, doubt_of_direction, is_cost, is_time, way_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.columns import ways_with_columns, ways_with_rows
from rankpress.init.group_means import doubts_on_joined_summaries
from rankpress.init.guess import Guess
from rankpress.init.hypotheses import LEAST, Hypothesis, hypotheses, naming_columns
from rankpress.init.kinds import doubts_on_conditions_of, doubts_on_measures_of, doubts_on_runs_of
from rankpress.init.long_tables import guess_long
from rankpress.init.measures import Selection, WithoutScores, find_metrics, select_metric, ways_of
from rankpress.init.metric_labels import metric_labels
from rankpress.init.namesakes import doubts_on_namesakes
from rankpress.init.numerals import (
    are_in_per_cent,
    doubts_of_thousands,
    doubts_on_mixed_units,
    doubts_on_unread,
    doubts_on_unsolved,
)
from rankpress.init.opposite_columns import has_opposite_columns
from rankpress.init.overall_scores import without_overall_scores
from rankpress.init.pairs import find_pairs
from rankpress.init.placement import Use
from rankpress.init.predictions import find_predictions
from rankpress.init.requested import with_distinct_files
from rankpress.init.rivals import (
    doubts_on_cases,
    doubts_on_metrics,
    doubts_on_rival,
    doubts_on_swapped,
    sole_keys,
    swapped_reading,
    with_first_by_another_metric,
    with_first_in_doubt,
    with_swapped,
    with_way_of_firsts,
)
from rankpress.init.shapes import find_further_header, find_wide_outcomes, other_cells, two_in_a_cell, without_names
from rankpress.init.table import Column, Table
from rankpress.init.units import doubts_on_units_of_heads
from rankpress.init.vocabulary import UNKNOWN, is_metric_name, metric_of_file, role_of
from rankpress.init.votes import VoteColumns, doubt_on_units, doubts_on_votes, votes_of
from rankpress.init.wide_tables import guess_folded, guess_wide
from rankpress.sources.conventions import parts_of_pair
from rankpress.sources.counts import COUNTS, PAIR
from rankpress.sources.notation import bare
from rankpress.wording.strings import counted, listed, quoted

_TESTED = frozenset("test testing eval".split())
_OTHERS = frozenset("train training valid validation val dev".split())


def guess_study(table: Table, place: str, reading: int | None = None, metric: str = "") -> Guess:
    """Guess what the rows and columns of a file are: by a reading, and of one of several metrics, if requested."""
    guess = with_way_of_firsts(table, with_distinct_files(_guessed_or_refused(table, place, reading, metric)))
    guess = without_overall_scores(table, guess)
    others = {*guess.unused, *guess.columns.values(), *guess.where}
    read = [*guess.metrics, *guess.costs] if guess.layout == "long" else [c for c in table.columns if c not in others]
    if faults := list(find_further_header(table, [name for name in read if name in table.numeric], place)):
        raise FaultsFound(faults)
    na = tuple(dict.fromkeys(text for column in read for text in table.failures.get(column, ())))
    notes = _notes(table, guess)
    if na:
        notes["na"] = "taken for results that are missing, in columns of numbers"
    excluded = {
        column: tuple(dict.fromkeys((*guess.excluded.get(column, ()), *table.excluded.get(column, ()))))
        for column in (*guess.excluded, *table.excluded)
    }
    firsts = (with_first_by_another_metric(table, guess, doubt) for doubt in guess.doubts)
    guess = replace(guess, doubts=tuple(with_first_in_doubt(table, guess, doubt) for doubt in firsts))
    of_times = _of_times(guess)
    unsolved = () if of_times is None else tuple(doubts_on_unsolved(table, read, of_times))
    doubts = (
        *_doubts_of_rows(table, guess, excluded),
        *(ways_with_rows(ways_with_columns(doubt, guess.ignored), excluded, guess.where) for doubt in guess.doubts),
        *(unsolved or doubts_on_unread(table, read)),
    )
    uses = _uses(table, guess, read)
    # a column on a scale of its own may be on that of the others if its commas are decimal signs
    grouped = [name for name in table.grouped if name in read or (name in guess.uses and guess.uses[name].doubt)]
    scales = [[name] for name in read] if guess.layout == "long" else [[*read, *grouped]]
    doubts = (*doubts, *doubts_of_thousands(table, grouped, scales))
    left = [name for name in table.conventions if name not in read and name in guess.uses and guess.uses[name].doubt]
    if guess.layout != "long":  # where each column is of a metric or cost of its own
        doubts = (*doubts, *doubts_on_mixed_units(table, read, left))
    if guess.layout == "wide":
        in_doubt = [name for name, use in guess.uses.items() if use.doubt and use.role != "metric" and name not in read]
        of_heads = tuple(doubts_on_units_of_heads(read, in_doubt, guess.ignored))
        asked = {(doubt.key, doubt.column) for doubt in of_heads}
        doubts = (*(doubt for doubt in doubts if (doubt.key, doubt.column) not in asked), *of_heads)
    guess = replace(
        guess,
        csv={"thousands": ","} if any("," in table.grouped[name] for name in grouped) else {},
        units=_units(table, guess, read),
        notes={**notes, **guess.notes},
        na=na,
        excluded=excluded,
        uses=uses,
        fill=table.filled,
    )
    return replace(guess, doubts=doubts)


def _doubts_of_rows(table: Table, guess: Guess, excluded: Mapping[str, tuple[str, ...]]) -> Iterator[Doubt]:
    """Yield the doubts of the table; open where a row may be an algorithm, which may be the first one."""
    algorithms = guess.columns.get("algorithm")
    for doubt in table.doubts:
        if doubt.is_open or (doubt.key, doubt.column) == ("where", algorithms):
            yield ways_with_rows(replace(doubt, is_open=True), excluded, guess.where)
        else:
            yield doubt


def _units(table: Table, guess: Guess, read: Sequence[str]) -> dict[str, str]:
    """Return the unit of each metric all of whose columns are written with it, as percent is."""
    cells = [column for column in read if column in table.numeric]
    columns = {metric: [metric] if guess.layout == "long" else cells for metric in guess.metrics}
    return {metric: "%" for metric, of_metric in columns.items() if are_in_per_cent(table, of_metric, metric)}


def _of_times(guess: Guess) -> str | None:
    """Return the metric where it is a time; "" where the scores may be times, and None where they are others."""
    metric = next(iter(guess.metrics), "")
    is_single = len(guess.metrics) == 1 and guess.columns.keys() <= {"dataset", "algorithm"} and not guess.repeats
    if not is_single or guess.where or guess.choose:
        return None
    if is_time(metric):
        return metric
    has_no_name = better_of(metric) is None or any(_is_of_direction(doubt) for doubt in guess.doubts)
    return "" if guess.layout == "wide" and has_no_name else None


def _is_of_direction(doubt: Doubt) -> bool:
    """Return whether it is that nothing tells the better direction."""
    return doubt.text == UNKNOWN


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


def _guessed_or_refused(table: Table, place: str, reading: int | None, metric: str) -> Guess:
    """Return what a table is taken for; of one without scores it is said what its cells hold instead."""
    try:
        return _guessed(table, place, reading, metric)
    except WithoutScores:
        if cells := other_cells(table, place):
            raise FaultsFound([cells]) from None
        raise


def _guessed(table: Table, place: str, reading: int | None, metric: str) -> Guess:
    if table.rows == 1 and len(table.numeric) == len(table.columns) > 1 and _are_ranks(table):
        of_file, better = metric_of_file(table.files_at(place))
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
    if faults := list(find_predictions(table, place)):
        raise FaultsFound(faults)
    if reading is None and not table.settled and (faults := [*find_pairs(table, place), *_wide_outcomes(table, place)]):
        raise FaultsFound(faults[:1])
    selected, where, selection = _selected(table, metric)
    readings = hypotheses(selected, metric_of_file(table.files_at(place))[0], metric)
    likely = _likely(table, place, readings, reading)
    chosen = likely[reading or 0]

    def build(item: Hypothesis) -> Guess:
        if item.layout == "long":
            return guess_long(selected, item, place, selection, metric)
        return (guess_wide if item.layout == "wide" else guess_folded)(selected.at_hand, item, place)

    guess = build(chosen)
    doubts = (*guess.doubts, *selection.doubts)
    guess = replace(guess, where={**where, **guess.where}, readings=tuple(likely), doubts=doubts)
    guess = replace(guess, doubts=tuple(with_swapped(doubt, chosen, likely) for doubt in guess.doubts))
    if reading is None:
        guess = replace(guess, doubts=(*guess.doubts, *doubts_on_metrics(guess)))
    if guess.layout == "long":
        summaries = doubts_on_joined_summaries(selected, guess)
        guess = replace(guess, doubts=(*guess.doubts, *doubts_on_cases(selected, guess), *summaries))
        named = sole_keys(guess)
        labels = {} if metric else metric_labels(selected, guess, place, selection)
        guess = replace(guess, labels=labels)
        namesakes = doubts_on_namesakes(table, {**guess.columns, **named})
        guess = replace(guess, doubts=(*guess.doubts, *namesakes, *_doubts_on_names(selected, named)))
    if reading is None and (swapped := swapped_reading(selected, guess)):
        guess = replace(guess, doubts=(*guess.doubts, *doubts_on_swapped(guess, swapped)))
    elif reading is None and (rival := guess.rival):
        guess = replace(guess, doubts=(*guess.doubts, *doubts_on_rival(selected, guess, rival, lambda: build(rival))))
    return replace(_of_selection(guess, selection), is_on_one_scale=selection.is_on_one_scale)


def _wide_outcomes(table: Table, place: str) -> Iterator[Fault]:
    """Yield that rows are test examples, where columns are neither algorithms by name nor repeated from row to row."""
    others = [column for column in table.columns.values() if not column.is_zero_or_one]  # a model may be called model A
    has_algorithms = any(role_of(column.name) == "algorithm" for column in others)
    if not has_algorithms and any(column.is_unique and column.is_full for column in others):
        yield from find_wide_outcomes(table, place)


def _likely(table: Table, place: str, readings: Sequence[Hypothesis], reading: int | None) -> list[Hypothesis]:
    """Return the readings that explain a table well enough; of any where one is requested. Raises FaultsFound."""
    likely = [item for item in readings if item.points >= LEAST] or (list(readings) if reading is not None else [])
    likely = likely or [item for item in readings[:1] if has_opposite_columns(item)]
    if not likely:
        if {role_of(name) for name in table.columns} >= {"dataset", "algorithm"}:
            find_metrics(table, table.numeric, (), [], place)
        raise without_names(table, place)
    if reading is not None and reading >= len(likely):
        message = f"there is no reading {reading + 1:,}: {counted(len(likely), 'reading')} of the scores"
        expected = "1" if len(likely) == 1 else f"a number from 1 to {len(likely)}"
        raise FaultsFound([Fault("--reading", message, expected, "list them by init --explain")])
    return likely


# Of more names none are looked through.
_MOST_NAMES = 2_000


def _doubts_on_names(table: Table, named: Mapping[str, str]) -> Iterator[Doubt]:
    """Yield what names of data sets or algorithms say of another kind; `named` are their columns by role."""
    for role, name in named.items():
        labels = [label for label in table.columns[name].labels if label] if name in table.columns else []
        if len(labels) <= _MOST_NAMES and role not in table.settled:
            word = role.replace("dataset", "data set")
            yield from doubts_on_conditions_of(name, labels, word)
            yield from doubts_on_runs_of(name, labels, word)
            if role == "dataset":
                yield from doubts_on_measures_of(name, labels)


def _votes(table: Table, votes: VoteColumns) -> Guess:
    """Return one row per vote between two algorithms."""
    columns = {"model_a": votes.model_a, "model_b": votes.model_b, "winner": votes.winner, "cluster": votes.units[0]}
    unused = [name for name in table.columns if name not in columns.values()]
    ways = tuple(Way(f"the unit is {quoted(unit)}", "set", f"scores.columns.cluster={unit}") for unit in votes.units)
    doubt = Doubt(doubt_on_units(votes), "cluster", votes.units[0], ways=ways)
    excluded = {votes.winner: votes.unknown} if votes.unknown else {}
    doubts = (doubt, *doubts_on_votes(table, votes))
    return Guess("votes", columns, {"votes": "higher"}, unused=unused, excluded=excluded, doubts=doubts)


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
    return _with_metric(guess, selection) if selection.metric else guess


def _with_metric(guess: Guess, selection: Selection) -> Guess:
    """Return the guess of a wide table whose rows are those of a metric that a column names, or of several."""
    [(former, better)] = guess.metrics.items()
    known = way_of(selection.metric)
    metric = former if selection.others else selection.metric
    doubts = [replace(each, key=metric) if each.key == former else each for each in guess.doubts]
    disputed = [each for each in doubts if each.is_open and known != better and not _is_of_direction(each)]
    doubts = [each for each in doubts if each.key != metric or not known or each in disputed]
    if text := doubt_of_direction(selection.metric):
        ways = ways_of("lower") if known == "lower" else ()
        doubts.append(Doubt(text, metric, is_open=bool(ways), ways=ways))
    if column := next((name for name, chosen in guess.where.items() if (metric,) == chosen), None):
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


_VERSION = re.compile(r"v?\d+(\.\d+){2,}\D?.*")


def _has_versions(column: Column) -> bool:
    """Return whether all cells of a column are versions, which no score is: 14.0.4, v2.1.0-rc1."""
    return all(map(_VERSION.fullmatch, filter(None, column.labels)))


_DURATION = re.compile(r"-?\d+ days?\b.*")


def _is_of_time(column: Column) -> bool:
    """Return whether cells are dates or durations, or called so: 2024-05-01 10:00:00, 0 days 00:01:00."""
    durations = all(map(_DURATION.fullmatch, filter(None, column.labels)))
    return column.is_date or is_cost(column.name) or durations


def _refuse_more_than_numbers(table: Table, place: str) -> None:
    """Raise FaultsFound where most scores stand in cells that hold more than a number."""
    numbers = [name for name in table.numeric if not role_of(name)]
    others = table.claimed | {name for name, column in table.columns.items() if numbers and _is_of_time(column)}
    more = [
        column
        for name, column in table.columns.items()
        if column.holds_more_than_numbers and not _has_versions(column) and name not in others
    ]
    pairs = [cell for column in more if parts_of_pair(bare(cell := next(filter(None, column.labels))))]
    if pairs and all(role_of(name) for name in table.numeric):
        raise FaultsFound([two_in_a_cell(pairs[0], len(pairs), place)])
    known = [name for name in table.numeric if better_of(name)]
    known += numbers if {"dataset", "algorithm"} <= table.settled.keys() else []
    if len(more) < 3 or known or len(more) < len(table.numeric):
        return
    cell = next(filter(None, more[0].labels))
    advice = "save the file with the numbers alone, and what else the cells hold in columns of their own or not at all"
    raise FaultsFound(
        [
            Fault(
                place,
                f"{counted(len(more), 'column')} with more than a number in a cell,"
                f" such as {cell!r} under {more[0].name!r}",
                "a number in each cell that holds a score",
                advice,
                for_files=True,
            )
        ]
    )
