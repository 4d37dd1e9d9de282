"""Counts of test examples that two algorithms get right or wrong, read from files of layout counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import FloatArray, PairedOutcomes
from rankpress.sources.cells import (
    Cells,
    Sheet,
    Stretch,
    find_no_column,
    texts,
)
from rankpress.sources.measurements import ONLY, Gathering, Measurements
from rankpress.sources.numerals import NumberColumn, numbers, whole_numbers
from rankpress.wording.strings import counted, quoted, shown

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions


PAIR = ("a", "b")
COUNTS = ("both_right", "only_a", "only_b", "both_wrong")


@dataclass(frozen=True)
class Counted:
    """Convert counts of test examples: the share of each algorithm as a measurement, and the outcomes by data set."""

    measured: Measurements
    outcomes: tuple[PairedOutcomes, ...]


def read_counts(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> Counted:
    """Read on how many test examples two algorithms are right or wrong."""
    # Rows are put together by the names of the data set and the two algorithms, in either order; not all pairs need be
    # there.
    reading = _CountFiles(options, findings)
    for sheet in sheets:
        reading.read(sheet)
    return reading.finish()


@dataclass(frozen=True)
class _Row:
    """A row of a file: its place, codes of data set and algorithms, and its counts."""

    file: int
    row: int
    place: str
    dataset: int
    pair: tuple[int, int]
    counts: tuple[int, int, int, int]

    @property
    def n(self) -> int:
        """Test examples."""
        return sum(self.counts)

    def right(self, side: int) -> int:
        """On how many of them the one of the pair is right."""
        return self.counts[0] + self.counts[1 + side]


@dataclass
class _Known:
    """The rows so far of a data set: the first row, those of each pair, and the first of each algorithm."""

    first: _Row
    pairs: dict[frozenset[int], _Row] = field(default_factory=dict)
    sides: dict[int, tuple[_Row, int]] = field(default_factory=dict)


class _CountFiles:
    """The counts of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        [metric] = options.metrics
        self.metric, self.share_right = metric.name, metric.better == "higher"
        self.columns = (options.columns.dataset, *PAIR, *COUNTS)
        self.gathering = Gathering(options.rename.dataset, options.rename.algorithm)
        self.datasets, self.algorithms = self.gathering.datasets, self.gathering.algorithms
        self.known: dict[int, _Known] = {}
        self.spare: dict[str, None] = {}  # columns of the files that nothing was read from

    def read(self, sheet: Sheet) -> None:
        """Take in the rows of one file."""
        lacking = [name for name in self.columns if name not in sheet.header]
        for name in lacking:
            remedy = f"with layout: counts there are the columns {', '.join(self.columns)}"
            find_no_column(sheet, name, self.findings, remedy=remedy)
        if lacking:
            return
        self.spare |= dict.fromkeys(name for name in sheet.header if name not in self.columns)
        count = 0
        for stretch in sheet.stretches([sheet.header.index(name) for name in self.columns], self.findings):
            self._take(sheet.place, stretch)
            count += len(stretch.rows)
        self.gathering.end(sheet, count)

    def _take(self, place: str, stretch: Stretch) -> None:
        names, cells = [*map(texts, stretch.columns[:3])], stretch.columns[3:]
        counts = [
            self._counts(column, stretch.rows, NumberColumn(place, name))
            for name, column in zip(COUNTS, cells, strict=True)
        ]
        for index, row in enumerate(stretch.rows):
            at_row = f"{place} row {row}"
            dataset, a, b = (column[index] for column in names)
            if not self._named(at_row, dataset, a, b) or any(np.isnan(column[index]) for column in counts):
                continue
            parsed_row = _Row(
                file=len(self.gathering.places),
                row=row,
                place=at_row,
                dataset=self.datasets.code(dataset),
                pair=(self.algorithms.code(a), self.algorithms.code(b)),
                counts=tuple(int(column[index]) for column in counts),  # type: ignore[arg-type]
            )
            self._put_in(parsed_row)

    def _counts(self, cells: Cells, rows: Sequence[int], column: NumberColumn) -> FloatArray:
        """Return the counts of a column, with a fault for each that is empty or no count, which are nan."""
        read = numbers(cells, rows, column, self.findings)
        absent = np.isnan(read.values)
        wrong = whole_numbers(read.values, rows, column, 0, self.findings) | absent
        self.findings.add_each(
            "empty counts",
            np.flatnonzero(absent & ~read.wrong).tolist(),
            lambda index: Fault(column.place(rows[index]), "the count is empty"),
        )
        self.findings.unread |= bool(wrong.any())
        return np.where(wrong, np.nan, read.values)

    def _named(self, place: str, dataset: str, a: str, b: str) -> bool:
        """Return whether a row names a data set and two algorithms."""
        for name, cell in zip(self.columns, (dataset, a, b), strict=False):
            if not cell:
                fault = Fault(f"{place} column {shown(name)}", "the cell is empty", "a data set and two algorithms")
                self.findings.add_unread("empty cells where a name belongs", fault)
        if a and a == b:
            fault = Fault(place, f"{quoted(a)} is both a and b", "two different algorithms")
            self.findings.add_unread("pairs of one algorithm", fault)
        return bool(dataset and a and b) and a != b

    def _put_in(self, row: _Row) -> None:
        """Put a row in, unless what came before contradicts it."""
        of_dataset = self.known.setdefault(row.dataset, _Known(row))
        pair = frozenset(row.pair)
        if pair in of_dataset.pairs:
            self._contradicts("pairs given twice", row, f"the pair was given before, in {of_dataset.pairs[pair].place}")
            return
        if row.n < 1:
            self._contradicts("rows without an example", row, "the four counts are 0", "at least one test example")
        if row.n != of_dataset.first.n:
            self._contradicts(
                "data sets of different sizes",
                row,
                f"the four counts add up to {row.n}, and to {of_dataset.first.n} in {of_dataset.first.place}",
                "the same test examples of a data set for all pairs",
            )
        of_dataset.pairs[pair] = row
        for side, algorithm in enumerate(row.pair):
            first, side_there = of_dataset.sides.setdefault(algorithm, (row, side))
            if row.n == of_dataset.first.n and first.right(side_there) != row.right(side):
                self._contradicts(
                    "algorithms right on different numbers of examples",
                    row,
                    f"{quoted(list(self.algorithms)[algorithm])} is right on {row.right(side)} of"
                    f" {counted(row.n, 'example')}, and on {first.right(side_there)} in {first.place}",
                    "the same outcomes of an algorithm in each of its pairs",
                )

    def _contradicts(self, kind: str, row: _Row, message: str, expected: str = "each pair of a data set once") -> None:
        on = quoted(list(self.datasets)[row.dataset])
        self.findings.add_unread(kind, Fault(row.place, f"on {on}, {message}", expected))

    def finish(self) -> Counted:
        """Return the share of each algorithm on each data set, and the outcomes in pairs."""
        gathering = self.gathering
        sides = [
            (row, side, algorithm)
            for of_dataset in self.known.values()
            for algorithm, (row, side) in of_dataset.sides.items()
        ]
        codes = {
            "dataset": [row.dataset for row, _, _ in sides],
            "algorithm": [algorithm for _, _, algorithm in sides],
            "repeat": [gathering.repeats[ONLY]] * len(sides),
            "fold": [gathering.folds[ONLY]] * len(sides),
            "file": [row.file for row, _, _ in sides],
            "row": [row.row for row, _, _ in sides],
        }
        right = np.array([row.right(side) / max(row.n, 1) for row, side, _ in sides])
        gathering.add(
            {key: np.array(values, dtype=np.int32) for key, values in codes.items()},
            {self.metric: right if self.share_right else 1 - right},
        )
        measured = gathering.finish([self.metric], spare=list(self.spare))
        return Counted(measured, tuple(self._outcomes(self.known[index]) for index in range(len(self.known))))

    def _outcomes(self, of_dataset: _Known) -> PairedOutcomes:
        both = np.full((len(self.algorithms),) * 2, np.nan)
        for algorithm, (row, side) in of_dataset.sides.items():
            both[algorithm, algorithm] = row.right(side)
        for row in of_dataset.pairs.values():
            a, b = row.pair
            both[a, b] = both[b, a] = row.counts[0]
        return PairedOutcomes(of_dataset.first.n, both)
