"""What a table may mean: whole readings of its rows and columns, and how well each explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import log10
from typing import Literal

import numpy as np

from rankpress.catalog.metrics import better_of, is_any_score, is_cost, names_score, words_of
from rankpress.core.scores import FloatArray
from rankpress.init.algorithm_columns import points_of_pair, points_of_rows
from rankpress.init.blocks import blocks_of
from rankpress.init.evidence import Evidence, contrast_points, header_points, role_points
from rankpress.init.outcomes import is_outcome_text
from rankpress.init.placement import Placement, Placer, called_as
from rankpress.init.table import Column, Table, in_largest, spread_of
from rankpress.init.units import names_units
from rankpress.init.vocabulary import (
    DESCRIPTIVE,
    MOST_METRICS,
    is_example,
    is_neither,
    is_step,
    may_be_setting,
    may_be_step,
    numbered_role,
    role_of,
    role_of_part,
)
from rankpress.wording.strings import counted, listed, quoted

# Two readings whose points differ by less are nearly as likely: neither is the answer before somebody decides. Spread
# and numbers alone, which decide between rows and columns where no name does, differ by 2 at most.
CLOSE = 2.5
# Readings below explain nothing.
LEAST = 1.0
# So many data sets, of outcomes that are 0 or 1, are rather test examples.
MOST_DATASETS = 60
# So many columns may hold names, and so many first rows are compared where each column is a data set or algorithm.
_MOST_NAMES = 12
_SPLIT = re.compile(r"(?P<stem>\D*?)[-_ .]?(?P<number>\d{1,3})(?P<end>(_test)?(_score)?(_\D+)?)")
_IDENTIFIER = re.compile(r"(.*[\W_])?(id|ids|no|nr|num|number|year|edition|index|idx)", re.IGNORECASE)
_SPLIT_STEMS = frozenset("fold split run rep repeat repetition resample seed trial cv iter iteration f r s".split())


_NAMELESS = "the column without a name"


@dataclass(frozen=True)
class Hypothesis:
    """A reading of a table: in which columns the names of data sets and algorithms stand, and where the scores."""

    layout: Literal["long", "wide", "folds"]  # as in scores.layout
    # datasets, algorithms: the columns that name them, several where only all of them do; empty where the header names
    # them
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    cells: tuple[str, ...] = ()  # where the header names data sets, algorithms or folds: those columns
    evidence: tuple[Evidence, ...] = ()  # what speaks for it and against it
    placement: Placement | None = None  # where the header names data sets, algorithms or folds: the use of each column

    @property
    def points(self) -> float:
        """How well it explains the table."""
        return sum(evidence.points for evidence in self.evidence)

    @property
    def text(self) -> str:
        """The reading in words."""
        header = f"the {counted(len(self.cells), 'column')} {listed(map(quoted, self.cells), most=3)}"
        datasets, algorithms = (
            f"{word} in {' and '.join(quoted(name) if name else _NAMELESS for name in columns) or header}"
            for word, columns in (("data sets", self.datasets), ("algorithms", self.algorithms))
        )
        folds = f", folds in {header}" if self.layout == "folds" else ""
        return f"{datasets}, {algorithms}{folds}"


def hypotheses(table: Table, metric: str = "", requested: str = "") -> list[Hypothesis]:
    """Return the readings of a table, the best first: of a metric if one is known, or the user names one of several."""
    # where the header names something all columns are looked at side by side
    head = table.at_hand
    placer = Placer(head, "" if metric == "score" else metric, requested)
    ordered = sorted([*_long(table), *_wide(head, placer), *_folds(head, placer)], key=lambda reading: -reading.points)
    distinct: list[Hypothesis] = []
    for reading in ordered:
        if agrees(reading, table.settled) and not any(_is_same(table, reading, other) for other in distinct):
            distinct.append(reading)
    if not distinct and {"dataset", "algorithm"} <= table.settled.keys():
        return [Hypothesis("long", table.settled["dataset"], table.settled["algorithm"], evidence=(_SETTLED,))]
    return distinct or list(_of_one_dataset(table))


_SETTLED = Evidence("you name the columns", 10)
_ALONE = Evidence("all rows are of one data set, over whose folds or runs algorithms are compared", 3)


def _of_one_dataset(table: Table) -> Iterator[Hypothesis]:
    """Yield the reading of measurements on a single data set, as the names of columns say."""
    called: dict[str | None, list[str]] = {}
    for name in table.columns:
        called.setdefault(role_of(name), []).append(name)
    datasets, algorithms = called.get("dataset", []), called.get("algorithm", [])
    numbered = any(table.distinct(name) > 1 for role in ("repeat", "fold") for name in called.get(role, []))
    if numbered and [*map(table.distinct, datasets)] == [1] and len(algorithms) == 1 < table.distinct(algorithms[0]):
        yield Hypothesis("long", tuple(datasets), tuple(algorithms), evidence=(_ALONE,))


# Roles that only rows of measurements have.
_OF_MEASUREMENTS = frozenset({"score", "cost", "seed", "step", "example", "cluster", "choose"})


def agrees(hypothesis: Hypothesis, settled: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a reading has the columns that the user names in the roles that they are named for."""
    in_roles = {"dataset": hypothesis.datasets, "algorithm": hypothesis.algorithms}
    of_names = all(columns == tuple(settled[role]) for role, columns in in_roles.items() if role in settled)
    return of_names and (hypothesis.layout == "long" or _OF_MEASUREMENTS.isdisjoint(settled))


def _is_same(table: Table, hypothesis: Hypothesis, other: Hypothesis) -> bool:
    """Return whether two readings differ in columns that name the same things."""
    pairs = [(hypothesis.datasets, other.datasets), (hypothesis.algorithms, other.algorithms)]
    if hypothesis.layout != other.layout or any(len(some) != len(others) for some, others in pairs):
        return False
    return all(
        a == b or (table.follows(a, b) and table.follows(b, a))
        for some, others in pairs
        for a, b in zip(some, others, strict=True)
    )


def naming_columns(table: Table) -> list[str]:
    """Return the columns whose cells may name data sets or algorithms, those that are called so first."""
    settled = [name for role in ("dataset", "algorithm") for name in table.settled.get(role, ())]
    others = table.claimed.difference(settled)
    names = [
        name
        for name, column in table.columns.items()
        if name not in others
        and name not in settled
        and column.distinct > 1
        and column.is_full
        and not ((column.is_date or column.holds_more_than_numbers) and not _may_name_rows(name, column, table.rows))
        and (not column.is_numeric or _names_by_number(name, table))
        and not (column.is_mostly_numeric and role_of(name) is None and name not in table.parts)
        and not ((is_outcome_text(column) or names_units(column)) and role_of(name) is None)
    ]
    ordered = sorted(
        names, key=lambda name: (role_of(name) not in ("dataset", "algorithm"), table.columns[name].is_numeric)
    )
    return [*settled, *ordered][:_MOST_NAMES] or _first_names(table)


def _may_name_rows(name: str, column: Column, rows: int) -> bool:
    """Return whether cells that begin with numbers, or dates, are names: called so, or words of which each recurs."""
    if role_of(name) in ("dataset", "algorithm"):
        return True
    words = all(_WORD.search(label) for label in column.labels if label)
    return words and not column.is_date and 3 * column.distinct <= rows


_WORD = re.compile(r"[^\W\d_]{3}")


def _first_names(table: Table) -> list[str]:
    """Return the first column where it alone could name rows, by a number and more: 0→1, 10 dB."""
    first = next(iter(table.columns), None)
    is_name = first is not None and table.columns[first].is_unique and table.columns[first].holds_more_than_numbers
    others = [column for name, column in table.columns.items() if name != first]
    return [first] if first is not None and is_name and all(column.is_numeric for column in others) else []


def numbers_as_names(table: Table, names: Sequence[str]) -> list[str]:
    """Return the columns of numbers that may name what is compared, where one column alone has names of texts.

    Each of them has a row of each name, as the settings k or depth of one algorithm have, or data sets by number.
    """
    if len(names) != 1 or table.settled:
        return []
    [owner] = names
    return [name for name in table.numeric if name != owner and _may_name(table, name, owner)]


def _may_name(table: Table, name: str, owner: str) -> bool:
    column = table.columns[name]
    is_other = role_of(name) or is_step(name) or may_be_step(name) or better_of(name) or is_cost(name)
    if is_other or not column.is_full or not (column.is_integral or may_be_setting(name)) or column.is_running:
        return False
    pairs, whole = table.combinations(owner, name), table.distinct(owner) * column.distinct
    return column.distinct > 1 and 2 * column.distinct <= table.rows and 10 * pairs >= 9 * whole


def numbered_rows(table: Table) -> list[str]:
    """Return the columns of whole numbers that may name the rows of a wide table, where no column has names of texts.

    They are called so, as years, identifiers and sizes are, or stand in front of columns of scores.
    """
    if table.settled or table.rows < 2 or len(table.numeric) < 3:
        return []
    able = [
        name for name, column in table.columns.items() if column.is_integral and column.is_full and column.is_unique
    ]
    called = [name for name in able if is_called_number(name)]
    return called or able[:1] if able[:1] == list(table.columns)[:1] else called


def is_called_number(name: str) -> bool:
    """Return whether a name says that its numbers tell rows apart: an identifier, a year, a size, no word at all."""
    if not re.search(r"[^\W_]", name) or _IDENTIFIER.fullmatch(name):
        return True
    return called_as(name) == "descriptor" or bool(role_of_part(name))


def _names_by_number(name: str, table: Table) -> bool:
    column = table.columns[name]
    if not re.search(r"[^\W_]", name):  # horizons under no name, though not the numbers of rows
        counted_up = {*column.numbers.tolist()} <= {*range(column.distinct + 1)}
        return 2 * column.distinct <= table.rows and not counted_up
    if role_of_part(name) == "dataset" and role_of(name) is None:
        return 4 * column.distinct <= table.rows
    if name in table.counted or (name in table.stated and numbered_role(name)):
        return False
    called = name in table.parts | table.stated or role_of(name) in ("dataset", "algorithm") or is_example(name)
    return called and column.is_whole and not column.is_running


def _long(table: Table) -> Iterator[Hypothesis]:
    """Yield readings of a table with one row per measurement."""
    names = naming_columns(table)
    names += numbers_as_names(table, names)
    measures = measuring_columns(table, names)
    if not measures:
        return
    of_metrics = [name for name in measures if better_of(name) or is_cost(name)]
    splits = [name for name in table.columns if role_of(name) in ("repeat", "fold") or is_example(name)]
    measure = of_metrics[0] if of_metrics else max(measures, key=table.distinct)
    of_names = _names_of_measures(table, measures)
    for datasets, algorithms in permutations(names, 2):
        others = [name for name in splits if name not in (datasets, algorithms) and name in table.columns]
        evidence = [
            *role_points(datasets, "dataset", table),
            *role_points(algorithms, "algorithm", table),
            *_grid(table, datasets, algorithms, others),
            *contrast_points(table.columns[datasets].labels, table.columns[algorithms].labels),
            *_spread(table.spread([datasets], measure), table.spread([algorithms], measure)),
            *_examples(table, datasets, algorithms, measure, names),
            *(Evidence(text, points) for text, points in points_of_pair(table, datasets, algorithms)),
            of_names,
        ]
        yield Hypothesis("long", (datasets,), (algorithms,), evidence=tuple(evidence))


def _examples(table: Table, datasets: str, algorithms: str, measure: str, names: Sequence[str]) -> Iterator[Evidence]:
    """Yield that what are many data sets by one reading are test examples of those that another column names."""
    if table.distinct(datasets) < MOST_DATASETS or not table.columns[measure].is_zero_or_one:
        return
    owners = [name for name in names if name not in (datasets, algorithms) and table.follows(name, datasets)]
    if owners:
        text = f"{measure} is 0 or 1 on each of {table.distinct(datasets):,}, which seem to be examples of {owners[0]}"
        yield Evidence(text, -5)


def measuring_columns(table: Table, names: Sequence[str]) -> list[str]:
    """Return the columns of numbers of a long table that may be scores or costs."""
    others = table.claimed.difference(table.settled.get("score", ()))
    return [name for name in table.settled.get("score", ()) if name in table.numeric] or [
        name
        for name in table.readable
        if name not in names
        and name not in others
        and not table.lacks(name)
        and role_of(name) is None
        and (table.distinct(name) > 1 or better_of(name))
    ]


def _names_of_measures(table: Table, measures: Sequence[str]) -> Evidence:
    """Return what the names of the columns of numbers of a long table show."""
    of_metrics = [name for name in measures if better_of(name)] or list(table.better)
    unknown = [name for name in measures if name not in of_metrics and not (is_cost(name) or is_neither(name))]
    headed = [block for block in blocks_of(measures) if all(" / " in name for name in block.columns)]
    if len(headed) > 1:
        n = len(headed[0].columns)
        return Evidence(f"two rows of names have {len(headed)} measures of each of {n} that are compared", -4)
    if len(of_metrics) > MOST_METRICS:
        return Evidence(f"{counted(len(of_metrics), 'column')} named as metrics are, more than one study has", -4)
    if of_metrics:
        text = f"{listed(map(quoted, of_metrics), most=3)} named as metrics are"
        return Evidence(text, 2 - 0.3 * max(0, len(unknown) - len(of_metrics)))
    if any(is_cost(name) for name in measures) and not unknown:
        return Evidence("a column of numbers has the name of a cost", 2)
    text = f"no name of {counted(len(unknown), 'column')} of numbers is that of a metric"
    return Evidence(text, 0.5 - min(len(unknown), 6) / 2)


def _grid(table: Table, datasets: str, algorithms: str, splits: Sequence[str]) -> Iterator[Evidence]:
    """Yield how nearly each algorithm has a row on each data set, and whether something tells rows of a cell apart."""
    pairs, possible = table.combinations(datasets, algorithms), table.distinct(datasets) * table.distinct(algorithms)
    share = pairs / possible
    yield Evidence(f"{pairs:,} of {counted(possible, 'pair')} of data set and algorithm have rows", 6 * share - 4)
    if table.follows(datasets, algorithms) or table.follows(algorithms, datasets):
        yield Evidence("one of the two follows from the other", -6)
    counts = table.counts(datasets, algorithms)
    if pairs == len(table.columns[datasets].codes):
        yield Evidence("no two rows are of one data set and algorithm", 2)
    elif counts.min() == counts.max():
        yield Evidence(f"each data set and algorithm has {counted(counts[0], 'row')}", 1)
    elif table.is_key(datasets, algorithms, *splits):
        yield Evidence("folds, repeats or examples distinguish the rows of a data set and algorithm", 1)
    else:
        yield Evidence("rows of one data set and algorithm differ in number", 0)
    rows = len(table.columns[datasets].codes)
    yield Evidence(f"they distinguish {pairs:,} of {counted(rows, 'row')}", pairs / rows)


def _spread(of_datasets: float, of_algorithms: float) -> Iterator[Evidence]:
    """Yield whether scores differ more between data sets than between algorithms, as they mostly do."""
    if of_datasets > 0 and of_algorithms > 0:
        ratio = max(-1.0, min(1.0, log10(of_datasets / of_algorithms)))
        yield Evidence(f"scores vary {of_datasets / of_algorithms:.3g} times as much between data sets", 0.7 * ratio)


def _wide(table: Table, placer: Placer) -> Iterator[Hypothesis]:
    """Yield readings of a table whose header names the algorithms, or the data sets."""
    folds = fold_columns(table)
    for keys in _keys_of_rows(table):
        placement = placer.place(keys)
        cells = placement.cells
        if len(cells) < 2 or table.rows < 2 or len(set(cells) & set(folds)) > len(cells) / 2:
            continue
        matrix = np.column_stack([table.columns[name].numbers for name in cells])
        labels = [" / ".join(label) for label in _labels(table, keys)]
        stems = placement.blocks[0].columns if placement.blocks else {}
        named = [stems.get(name, name) for name in cells]
        shared = [
            *_columns(placement),
            *_uniqueness(table, keys),
            *_unread(table, keys),
            Evidence("the first column names the rows", 0.5 if keys[0] == next(iter(table.columns)) else 0),
            Evidence(f"{counted(len(keys), 'column')} together name the rows", -0.5 * (len(keys) - 1)),
        ]
        if np.isin(matrix[np.isfinite(matrix)], (0, 1)).all():
            shared.append(Evidence("each cell is 0 or 1, as of predictions", -8))
        rows, columns = spreads(matrix, table.keys(*keys)[0])
        of_rows = [points for key in keys for points in role_points(key, "dataset", table)]
        measured = [Evidence(f"the header says what was measured, {quoted(placement.measure)}", 1.5)]
        of_rows += measured if placement.blocks else []
        of_rows += header_points(keys[0], "dataset", labels, named)
        said = _said_of_rows(table, keys)
        of_rows += [Evidence(each.text, -each.points) for each in said]
        evidence = (*of_rows, *contrast_points(labels, named), *_spread(rows, columns), *shared)
        yield Hypothesis("wide", keys, (), cells, evidence, placement)
        of_rows = [points for key in keys for points in role_points(key, "algorithm", table)]
        of_rows += header_points(keys[0], "algorithm", labels, named)
        of_rows += said
        evidence = (*of_rows, *contrast_points(named, labels), *_spread(columns, rows), *shared)
        yield Hypothesis("wide", (), keys, cells, evidence, placement)


def _said_of_rows(table: Table, keys: Sequence[str]) -> list[Evidence]:
    """Return what sentences say for and against the names of rows as what is compared."""
    points = points_of_rows(table, keys[0]) if len(keys) == 1 else 0
    compared = f"each {quoted(keys[0])}" if points > 0 else "what the header names"
    return [Evidence(f"a sentence near the numbers says that {compared} is compared", points)] if points else []


def _columns(placement: Placement) -> Iterator[Evidence]:
    """Yield how many columns of scores there are, how many are called as metrics are, and what is omitted."""
    cells, left = placement.cells, placement.left_out
    likeness = sum(map(_likeness_to_metrics, cells)) if not placement.blocks else 0.0
    text = f"{counted(len(cells), 'column')} of scores"
    text += f", {likeness:g} of them with the name of a metric or cost" if likeness else ""
    share = likeness / len(cells)
    if not placement.blocks and (metrics := metrics_among(cells)):
        yield Evidence(f"{listed(map(quoted, metrics), 3)} are different metrics", -_DIFFERENT)
    yield Evidence(text, min(len(cells) - 2, 2) - (6 if 2 * likeness <= len(cells) else 12) * share)
    if left:
        text = f"{listed(map(quoted, left), most=3)} would not be read, with values like scores"
        yield Evidence(text, -0.3 * min(len(left), len(cells)))


# What speaks against columns that are different metrics, and so neither algorithms nor data sets.
_DIFFERENT = 12


def metrics_among(names: Sequence[str]) -> list[str]:
    """Return the columns that are different metrics by their names: two that say so entirely, or most in part.

    >>> metrics_among(["AUC-ROC", "AUC-PR", "QQS-PR"]), metrics_among(["MAE", "SimMIM", "DINO"])
    (['AUC-ROC', 'AUC-PR'], [])
    """
    said = {name: {word for word in words_of(name) if names_score(word) and not is_any_score(word)} for name in names}
    called = [name for name in names if said[name]]
    whole = [name for name in called if _likeness_to_metrics(name) == 1]
    if len({frozenset(words_of(name)) for name in whole}) > 1:
        return whole
    return called if 2 * len(called) > len(names) and len({frozenset(said[name]) for name in called}) > 1 else []


def _likeness_to_metrics(name: str) -> float:
    """Return 1 where a name is that of a metric or cost, 0.5 where a word of it is, and else 0."""
    if not (better_of(name) or is_cost(name)):
        return 0.0
    words = [word for word in words_of(name) if not word.isdecimal()]
    if all(names_score(word) or is_cost(word) or word in DESCRIPTIVE for word in words):
        return 1.0
    parted = re.split(r"[_\s/.:()]+", name)
    return (
        0.5
        if any(len(words_of(part)) == 1 and (names_score(words_of(part)[0]) or is_cost(part)) for part in parted)
        else 0.0
    )


def _labels(table: Table, keys: Sequence[str]) -> list[tuple[str, ...]]:
    rows = zip(*(table.columns[key].codes.tolist() for key in keys), strict=True)
    return [
        tuple(table.columns[key].labels[code] for key, code in zip(keys, row, strict=True))
        for row in dict.fromkeys(rows)
    ]


def _keys_of_rows(table: Table) -> Iterator[tuple[str, ...]]:
    """Yield the columns, one or two, that may name the rows of a table; of numbers where none has texts."""
    names = naming_columns(table)
    yield from ((name,) for name in names or numbered_rows(table))
    for pair in combinations(names, 2):
        counts = table.counts(*pair)
        # neither follows from the other
        if counts.min() == counts.max() and all(
            not table.is_key(name) and not table.follows(name, other) for name, other in (pair, pair[::-1])
        ):
            yield tuple(sorted(pair, key=list(table.columns).index))


def _uniqueness(table: Table, keys: Sequence[str]) -> Iterator[Evidence]:
    counts = table.counts(*keys)
    splits = [name for name in table.columns if role_of(name) in ("repeat", "fold") and name not in keys]
    if counts.max() == 1:
        yield Evidence("no two rows have the same name", 2)
    elif any(table.is_key(*keys, split) for split in splits):
        yield Evidence("a column numbers the rows of a name", 1.5)
    elif counts.min() == counts.max():
        yield Evidence(f"each name stands over {counted(counts[0], 'row')}", 0.5)
    else:
        yield Evidence("several rows have the same name", -3)


def _unread(table: Table, keys: Sequence[str]) -> Iterator[Evidence]:
    """Yield columns of names that the reading has no place for."""
    others = [name for name in naming_columns(table) if name not in keys and not table.follows(name, *keys)]
    others += [
        name
        for name in naming_columns(table)
        if name not in (*keys, *others) and role_of(name) in ("dataset", "algorithm")
    ]
    if others:
        called = sum(role_of(name) in ("dataset", "algorithm") for name in others)
        yield Evidence(f"{listed(map(quoted, others), most=3)} would not be read", -0.3 * len(others) - 2 * called)


def spreads(matrix: FloatArray, rows: np.typing.NDArray[np.int64]) -> tuple[float, float]:
    """Return the variance of the means of named rows, and that of the columns, in the largest number."""
    whole_rows = in_largest(matrix[np.isfinite(matrix).all(axis=1)])
    if len(whole_rows) < 2:
        return 0.0, 0.0
    _, group = np.unique(rows[np.isfinite(matrix).all(axis=1)], return_inverse=True)
    return spread_of(whole_rows.mean(axis=1), group), float(np.var(whole_rows.mean(axis=0)))


def _folds(table: Table, placer: Placer) -> Iterator[Hypothesis]:
    """Yield readings of a table whose header numbers folds or resamples."""
    cells = fold_columns(table)
    if len(cells) < 2:
        return
    placement = placer.place_next_to(cells)
    numbering = Evidence(f"{counted(len(cells), 'column')} are numbered {cells[0]} to {cells[-1]}", 6)
    left = placement.left_out
    rest = Evidence(f"{counted(len(left), 'other column')} of numbers like theirs", -0.5 * len(left))
    names = [name for name in naming_columns(table) if name not in cells]
    for datasets, algorithms in permutations(names, 2):
        evidence = (
            *role_points(datasets, "dataset", table),
            *role_points(algorithms, "algorithm", table),
            *_grid(table, datasets, algorithms, ()),
            *contrast_points(table.columns[datasets].labels, table.columns[algorithms].labels),
            *_spread(table.spread([datasets], cells[0]), table.spread([algorithms], cells[0])),
            numbering,
            rest,
        )
        yield Hypothesis("folds", (datasets,), (algorithms,), cells, evidence, placement)
    if len(names) == 1:
        evidence = (numbering, rest, *role_points(names[0], "dataset", table))
        yield Hypothesis("folds", (names[0],), (), cells, evidence, placement)


def fold_columns(table: Table) -> tuple[str, ...]:
    """Return the columns of numbers that are called as folds are: 0 to 9, fold_1 to fold_5, split0_test_score."""
    groups: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for name in table.numeric:
        numbered = _SPLIT.fullmatch(name)
        if numbered and (not numbered["stem"] or numbered["stem"].strip("-_ .").casefold() in _SPLIT_STEMS):
            groups.setdefault((numbered["stem"], numbered["end"]), []).append((int(numbered["number"]), name))
    for (stem, _), items in sorted(groups.items(), key=lambda item: (item[0][1] != "_test_score", -len(item[1]))):
        numbers = sorted(number for number, _ in items)
        in_turn = numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] in (0, 1)
        if in_turn and len(items) > (1 if stem else 2):
            return tuple(name for _, name in items)
    return ()
