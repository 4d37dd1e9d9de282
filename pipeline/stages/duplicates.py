"""Rows that measure the same thing twice, and which columns of the files may tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.sources.cells import CodeArray, Sheet, texts
from rankpress.sources.measurements import MeasurementGrid, Measurements, of_rows, split_named
from rankpress.wording.strings import counted, listed, quoted, shown

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

_Role = Literal["step", "seed", "fold", "setting"]

# Rows that are read again to see which columns tell them apart, and columns that are tried for it.
_MOST_ROWS = 20_000
_MOST_COLUMNS = 12
# A count that goes further than this in some cell is hardly one of seeds.
_MOST_SEEDS = 20
_WORDS: Mapping[_Role, frozenset[str]] = {
    "step": frozenset(
        "epoch epochs step steps iter iteration iterations round generation budget frame frames timestep timesteps"
        " evaluation evaluations evals nfe fes checkpoint".split()
    ),
    "seed": frozenset("seed run trial rep replicate replication repetition".split()),
    "fold": frozenset("fold folds split cv".split()),
}


class Advice:
    """What can be done about rows that are there twice, which is looked for in the files once some are."""

    def __init__(self, options: ScoresOptions, open_again: Callable[[], Iterable[Sheet]]) -> None:
        self._options, self._open_again = options, open_again
        self._remedy: str | None = None

    def on(self, measured: Measurements) -> str:
        """Return what to do about duplicates among these measurements."""
        if self._remedy is None:
            columns = dict(self._rows(measured).roles())
            if self._options.columns.example is not None:  # an example has answers, and no folds
                columns = {name: "seed" if role == "fold" else role for name, role in columns.items()}
            self._remedy = "; ".join(_remedies(columns, measured, self._options))
        return self._remedy

    def _rows(self, measured: Measurements) -> _Rows:
        """Return the first rows of the tables that have spare columns, which may be one row each of many files."""
        findings = Findings()
        columns = self._options.columns
        cell = (columns.dataset, columns.algorithm)
        further = (columns.repeat, columns.fold, columns.seed, columns.step, columns.instance, columns.example)
        keys, spare, rows = list[str](), list[str](), list[tuple[str, ...]]()
        for sheet in self._open_again():
            if not rows:
                spare = [name for name in measured.spare if name in sheet.header][:_MOST_COLUMNS]
                used = (name for name in (*cell, *further) if name is not None and name not in spare)
                keys = [name for name in dict.fromkeys(used) if name in sheet.header]
            if not spare or not set(cell) <= set(keys) or not {*keys, *spare} <= set(sheet.header):
                continue
            places = [sheet.header.index(name) for name in (*keys, *spare)]
            for stretch in islice(sheet.stretches(places, findings), 1):
                rows += zip(*(texts(cells)[:_MOST_ROWS] for cells in stretch.columns), strict=True)
            if len(rows) >= _MOST_ROWS:
                break
        n = len(keys)
        return _Rows([row[:n] for row in rows], {name: [row[n + k] for row in rows] for k, name in enumerate(spare)})


@dataclass(frozen=True)
class _Rows:
    """Some rows of a table: of each what says which measurement it is, and its spare cells by column."""

    keys: list[tuple[str, ...]]
    spare: Mapping[str, list[str]]

    def roles(self) -> Iterator[tuple[str, _Role]]:
        """Yield the fewest spare columns that tell all rows apart, and what each may number."""
        roles = {name: role for name, cells in self.spare.items() if (role := self._role(name, cells)) is not None}
        for some in chain.from_iterable(combinations(roles, number) for number in (1, 2)):
            if len(set(zip(self.keys, *(self.spare[name] for name in some), strict=True))) == len(self.keys):
                yield from ((name, roles[name]) for name in some)
                return

    def _role(self, name: str, cells: list[str]) -> _Role | None:
        """Return what a column may number or name; None where its cells are empty or measured values."""
        if not all(cells) or len(set(cells)) < 2:
            return None
        words = set(words_of(name))
        by_name = next((role for role, role_words in _WORDS.items() if words & role_words), None)
        numbers = [_number(cell) for cell in cells]
        if any(number is None for number in numbers):
            return by_name if by_name in ("seed", "fold") else "setting"
        if all(float(cell).is_integer() for cell in cells):
            of_cell = Counter(key for key, _ in set(zip(self.keys, cells, strict=True)))
            return by_name or ("step" if max(of_cell.values()) > _MOST_SEEDS else "seed")
        # settings such as a rate come back in other cells; scores and times hardly do
        return by_name or ("setting" if 2 * len(set(cells)) <= len(cells) else None)


def _number(cell: str) -> float | None:
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _remedies(roles: Mapping[str, _Role], measured: Measurements, options: ScoresOptions) -> Iterator[str]:
    """Yield what to write in the study, by what the columns may be."""
    yield "remove one of the two"
    of_role = {role: [name for name in roles if roles[name] == role] for role in ("step", "seed", "fold", "setting")}
    column_of = {role: names[0] for role, names in of_role.items() if role != "setting" and names}
    if column_of:
        keys = ", ".join(f"{role}: {shown(name)}" for role, name in column_of.items())
        and_reduce = " and reduce: last (or best, mean, area)" if "step" in column_of else ""
        yield f"or where {_meaning(column_of)}, write columns: {{{keys}}}{and_reduce} under scores"
    for name in of_role["setting"]:
        algorithm = options.columns.algorithm
        joined = f"{shown(algorithm)}_{shown(name)}"
        yield (
            f"or where {quoted(name)} is part of what is compared, write join: {{{joined}:"
            f" [{shown(algorithm)}, {shown(name)}]}} and columns: {{algorithm: {joined}}}; or to take one row of each,"
            " choose: {by: COLUMN, best: higher}, by a validation score"
        )
    unnumbered = not measured.split_names and measured.seed is None and options.columns.step is None
    if unnumbered and options.layout in ("long", "wide"):
        yield "or where the rows are repeats, write repeats: rows under scores, or give --set scores.repeats=rows"
    others = [name for name in measured.spare if name not in roles]
    if others and not roles:
        yield f"unused columns: {listed(others)}"


def _meaning(column_of: Mapping[str, str]) -> str:
    """Say what columns are taken for."""
    meanings = {
        "step": "{} numbers the steps of a run",
        "seed": "{} numbers runs to be averaged",
        "fold": "{} numbers folds",
    }
    return " and ".join(meanings[role].format(quoted(name)) for role, name in column_of.items())


def without_blank_twins(measured: Measurements, options: ScoresOptions) -> tuple[Measurements, int]:
    """Return the measurements without those that say nothing where the same was measured again, and their rows.

    A row of a log without a score is as good as absent. One of each place is retained, which says what was run.
    """
    step = options.columns.step
    about = {options.columns.n_train, options.columns.n_test, step, *(metric.labels for metric in options.metrics)}
    numbers = [values for name, values in measured.values.items() if name not in about]
    if options.repeats is not None or options.choose is not None or not numbers or not len(measured.row):
        return measured, 0
    is_blank: BoolArray = np.logical_and.reduce(np.isnan(numbers), axis=0)
    parts = (measured.dataset, measured.algorithm, measured.repeat, measured.fold)
    further = (measured.seed, measured.instance, measured.scheme)
    keys: list[CodeArray | FloatArray] = [part for part in (*parts, *further) if part is not None]
    keys += [] if step is None or step not in measured.values else [measured.values[step]]
    order = np.lexsort((np.arange(len(is_blank)), is_blank, *keys))
    is_same = np.logical_and.reduce([np.diff(key[order], prepend=np.nan) == 0 for key in keys])
    excess = order[is_same & is_blank[order]]
    rows = len(set(zip(measured.file[excess].tolist(), measured.row[excess].tolist(), strict=True)))
    return of_rows(measured, np.setdiff1d(np.arange(len(is_blank)), excess)), rows


def find_duplicates(
    measured: Measurements, before: Mapping[int, int], findings: Findings, advice: Advice, step: str = ""
) -> None:
    """Report measurements that are there again, each with the one before it; one fault for each row of the files."""
    again = np.array(sorted(before), dtype=np.int64)
    rows = measured.file[again] * (measured.row.max(initial=0) + np.int64(1)) + measured.row[again]
    _, first, counts = np.unique(rows, return_index=True, return_counts=True)
    findings.add_each(
        "duplicates",
        zip(again[first].tolist(), counts.tolist(), strict=True),
        lambda pair: _duplicate(measured, pair[0], before[pair[0]], pair[1], advice, step),
    )


def find_repeated_places(measured: Measurements, grid: MeasurementGrid, findings: Findings, advice: Advice) -> None:
    """Report measurements whose place in a grid has one already."""
    before = {index: int(grid.measured[grid.row[index], measured.algorithm[index]]) for index in grid.again.tolist()}
    find_duplicates(measured, before, findings, advice)


def _duplicate(measured: Measurements, index: int, first: int, number: int, advice: Advice, step: str) -> Fault:
    """Report a measurement that is there again, with how many others in the same row."""
    split = [split_named(measured, int(measured.repeat[index]), int(measured.fold[index]))]
    split += [] if measured.seed is None else [f"seed {shown(measured.seeds[measured.seed[index]])}"]
    split += [] if measured.instance is None else [f"instance {shown(measured.instances[measured.instance[index]])}"]
    split += [f"{shown(step)} {measured.values[step][index]:.10g}"] if step else []
    where = quoted(measured.datasets[measured.dataset[index]])
    where += "".join(f", {part}" for part in split if part) + ("," if any(split) else "")
    different = [
        f"{column} {_written(values[index])} here and {_written(values[first])} there"
        for column, values in measured.values.items()
        if not np.array_equal(values[index], values[first], equal_nan=True)
    ]
    who = counted(number, "algorithm") if number > 1 else quoted(measured.algorithms[measured.algorithm[index]])
    same_file = measured.file[first] == measured.file[index]
    before = f"row {measured.row[first]}" if same_file else measured.place(first)
    values = listed(different) if different else "with the same values"
    return Fault(
        measured.place(index),
        f"{who} on {where} {'were' if number > 1 else 'was'} measured before, in {before}"
        + (f" ({values})" if number == 1 else ""),
        f"one measurement of each algorithm {_of_each(measured, step)}",
        advice.on(measured),
    )


def _of_each(measured: Measurements, step: str) -> str:
    splits = ["example"] if "example" in measured.split_names else ["repeat", "fold"] if measured.split_names else []
    others = ["on each data set", *splits]
    others += [] if measured.instance is None else ["instance"]
    others += ([] if measured.seed is None else ["seed"]) + (["step"] if step else [])
    return f"{', '.join(others[:-1])} and {others[-1]}" if others[1:] else others[0]


def _written(value: float) -> str:
    return "empty" if np.isnan(value) else repr(float(value))
