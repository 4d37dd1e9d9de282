"""What was measured: one entry a score of an algorithm on a fold of a data set, whatever the layout of the files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rankpress.scores import FloatArray, IntArray, SourceFile
from rankpress.sources.cells import CodeArray, Codes
from rankpress.sources.findings import shown
from rankpress.sources.sheet import Sheet

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.0*)?")

# The label of the only repeat, or fold, where no column tells of them.
ONLY = "1"


@dataclass(frozen=True)
class Splits:
    """The repeats, or the folds, that occur: their numbers in ascending order, and how the files write them."""

    numbers: IntArray
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Measurements:
    """All that was measured.

    Parameters
    ----------
    files : tuple of SourceFile
        The files that were read.
    places : tuple of str
        The tables that stand in them, as faults name them.
    datasets, algorithms : tuples of str
        Names, in the order of their first appearance.
    repeats, folds : Splits
        A single entry where no column tells of them.
    dataset, algorithm, repeat, fold : (n,) int arrays
        Of each measurement, its index into these.
    file, row : (n,) int arrays
        Index of the place that it stands in, and the row there.
    values : mapping of str to (n,) float array
        By column: metrics, costs, n_train and n_test; nan where the cell is empty.
    split_names : tuple of str
        What the columns tell that set the measurements of a cell apart: "repeat", "fold", or "example", which is
        numbered as a fold.
    spare : tuple of str
        Columns of the files that nothing was read from.
    seeds : tuple of str
        Names of the seeds, over which measurements are to be averaged.
    seed : (n,) int array or None
        Of each measurement, its index into these; None where no column tells of them, or they are averaged.
    averaged : (int, int) or None
        Over how many seeds at least and at most a measurement is the mean, where it is one.
    unmet : mapping of str to tuple of str
        By kind, "dataset" or "algorithm": names that were to be taken for others and are not there.
    reasons : mapping of (int, int) to str
        By data set and algorithm, what a file says of why there is no result; of several the first.
    """

    files: tuple[SourceFile, ...]
    places: tuple[str, ...]
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    repeats: Splits
    folds: Splits
    dataset: CodeArray
    algorithm: CodeArray
    repeat: CodeArray
    fold: CodeArray
    file: CodeArray
    row: CodeArray
    values: Mapping[str, FloatArray]
    split_names: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    seed: CodeArray | None = None
    averaged: tuple[int, int] | None = None
    unmet: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reasons: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def place(self, index: int, column: str = "") -> str:
        """File, row and column of a measurement, as faults name them."""
        place = f"{self.places[self.file[index]]} row {self.row[index]}"
        return f"{place} column {shown(column)}" if column else place


class Gathering:
    """Measurements as they are read, a stretch at a time.

    Parameters
    ----------
    datasets, algorithms : mapping of str to str
        Names that are given in place of those that stand in the files.
    """

    def __init__(self, datasets: Mapping[str, str] | None = None, algorithms: Mapping[str, str] | None = None) -> None:
        self.datasets, self.algorithms = Codes(datasets), Codes(algorithms)
        self.repeats, self.folds, self.seeds = Codes(), Codes(), Codes()
        self.places: list[str] = []
        self._files: dict[str, SourceFile] = {}
        self._stretches: list[dict[str, CodeArray]] = []
        self._values: list[Mapping[str, FloatArray]] = []
        self._reasons: dict[tuple[int, int], str] = {}

    def end(self, sheet: Sheet, rows: int) -> None:
        """Take down that a sheet was read, and how many rows it had; what is added next stands in another."""
        self.places.append(sheet.place)
        for file in sheet.read_files(rows):
            before = self._files.get(file.path)
            self._files[file.path] = file if before is None else replace(file, rows=file.rows + before.rows)

    def add(self, codes: dict[str, CodeArray], values: Mapping[str, FloatArray]) -> None:
        """Add the codes (dataset, algorithm, repeat, fold, file, row, perhaps seed) and values of some measurements."""
        self._stretches.append(codes)
        self._values.append(values)

    def add_reasons(self, datasets: CodeArray, algorithms: CodeArray, told: Sequence[str]) -> None:
        """Add what a file says of why there are no results."""
        for dataset, algorithm, reason in zip(datasets.tolist(), algorithms.tolist(), told, strict=True):
            if reason:
                self._reasons.setdefault((dataset, algorithm), reason)

    def finish(
        self, columns: Iterable[str], split_names: tuple[str, ...] = (), spare: Sequence[str] = ()
    ) -> Measurements:
        """Join all stretches; `columns` names the values that each of them has."""
        repeats, to_repeat = _numbered(tuple(self.repeats))
        folds, to_fold = _numbered(tuple(self.folds))
        return Measurements(
            files=tuple(self._files.values()),
            places=tuple(self.places),
            datasets=tuple(self.datasets),
            algorithms=tuple(self.algorithms),
            repeats=repeats,
            folds=folds,
            dataset=self._joined("dataset"),
            algorithm=self._joined("algorithm"),
            repeat=to_repeat[self._joined("repeat")],
            fold=to_fold[self._joined("fold")],
            file=self._joined("file"),
            row=self._joined("row"),
            values={column: _concatenated([values[column] for values in self._values]) for column in columns},
            split_names=split_names,
            spare=tuple(spare),
            seeds=tuple(self.seeds),
            seed=self._joined("seed") if self.seeds else None,
            unmet={"dataset": tuple(sorted(self.datasets.unmet)), "algorithm": tuple(sorted(self.algorithms.unmet))},
            reasons=self._reasons,
        )

    def _joined(self, name: str) -> CodeArray:
        parts = [codes[name] for codes in self._stretches]
        return np.concatenate(parts) if parts else np.empty(0, np.int32)


def _concatenated(parts: list[FloatArray]) -> FloatArray:
    return np.concatenate(parts) if parts else np.empty(0)


def _numbered(labels: tuple[str, ...]) -> tuple[Splits, CodeArray]:
    """Put labels of repeats or folds in ascending order, and say where each went.

    Whole numbers are taken as they are, and 1 and 1.0 are the same; any other labels are numbered 1, 2, ... in the
    order of their text, in which fold2 comes before fold10.
    """
    whole = [_whole_number(label) for label in labels]
    if None not in whole:
        numbers, position = np.unique(np.array(whole, dtype=np.int64), return_inverse=True)
        return Splits(numbers, tuple(map(str, numbers))), position.astype(np.int32)
    ordered = sorted(labels, key=_natural)
    place = {label: index for index, label in enumerate(ordered)}
    position = np.array([place[label] for label in labels], dtype=np.int64)
    return Splits(np.arange(1, len(labels) + 1, dtype=np.int64), tuple(ordered)), position.astype(np.int32)


def _whole_number(label: str) -> int | None:
    return int(label.partition(".")[0]) if WHOLE_NUMBER.fullmatch(label) else None


def _natural(label: str) -> list[tuple[int, str]]:
    """Key that puts fold2 before fold10: digits go by their number, which is their length and then their text."""
    parts = re.split(r"([0-9]+)", label)
    digits = [part.lstrip("0") for part in parts[1::2]]
    parts[1::2] = digits
    return [(len(part) if index % 2 else 0, part) for index, part in enumerate(parts)]
