"""What was measured: one entry a score of an algorithm on a fold of a data set, whatever the layout of the files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankpress.scores import FloatArray, IntArray, SourceFile
from rankpress.sources.findings import plain, shown

# Half the memory of IntArray, of which there are six to a measurement.
CodeArray = NDArray[np.int32]

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
    datasets, algorithms : tuples of str
        Names, in the order of their first appearance.
    repeats, folds : Splits
        A single entry where no column tells of them.
    dataset, algorithm, repeat, fold : (n,) int arrays
        Of each measurement, its index into these.
    file, row : (n,) int arrays
        Index of the file that it stands in, and the row there.
    values : mapping of str to (n,) float array
        By column: metrics, costs, n_train and n_test; nan where the cell is empty.
    split_names : tuple of str
        What the columns tell that set the measurements of a cell apart: "repeat", "fold", or "example", which is
        numbered as a fold.
    spare : tuple of str
        Columns of the files that nothing was read from.
    """

    files: tuple[SourceFile, ...]
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

    def place(self, index: int, column: str = "") -> str:
        """File, row and column of a measurement, as faults name them."""
        place = f"{plain(self.files[self.file[index]].path)} row {self.row[index]}"
        return f"{place} column {shown(column)}" if column else place


class Codes(dict[str, int]):
    """Numbers names in the order of their first appearance."""

    def __missing__(self, name: str) -> int:
        self[name] = code = len(self)
        return code

    def encode(self, names: Sequence[str]) -> CodeArray:
        """The numbers of these names."""
        return np.fromiter(map(self.__getitem__, names), np.int32, len(names))


class Gathering:
    """Measurements as they are read, a stretch at a time."""

    def __init__(self) -> None:
        self.datasets, self.algorithms = Codes(), Codes()
        self.repeats, self.folds = Codes(), Codes()
        self._stretches: list[dict[str, CodeArray]] = []
        self._values: list[Mapping[str, FloatArray]] = []

    def add(self, codes: dict[str, CodeArray], values: Mapping[str, FloatArray]) -> None:
        """Add the codes (dataset, algorithm, repeat, fold, file, row) and the values of some measurements."""
        self._stretches.append(codes)
        self._values.append(values)

    def finish(
        self, files: Sequence[SourceFile], columns: Iterable[str], split_names: tuple[str, ...], spare: Sequence[str]
    ) -> Measurements:
        """Join all stretches; `columns` names the values that each of them has."""
        repeats, to_repeat = _numbered(tuple(self.repeats))
        folds, to_fold = _numbered(tuple(self.folds))
        return Measurements(
            files=tuple(files),
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
