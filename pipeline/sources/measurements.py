"""What was measured, and where it lies on a grid of folds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum

import numpy as np

from rankpress.core.scores import BoolArray, EarlyEnd, FloatArray, IntArray, SourceFile
from rankpress.sources.cells import CodeArray, Coded, Codes, Sheet
from rankpress.wording.strings import shown

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.0*)?")

# The label of the only repeat, or fold, where no column has them.
ONLY = "1"


@dataclass(frozen=True)
class Splits:
    """The repeats, or the folds, that occur: their numbers in ascending order, and how the files write them."""

    numbers: IntArray
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Steps:
    """Scores of runs over their steps."""

    dataset: CodeArray  # dataset, algorithm: (n_runs,): of each run, its index into the names
    algorithm: CodeArray
    ends: IntArray  # (n_runs,): where the rows of each run end
    steps: FloatArray  # steps, scores: (n_rows,)
    scores: FloatArray


@dataclass(frozen=True)
class Measurements:
    """All that was measured."""

    files: tuple[SourceFile, ...]  # the files that were read
    places: tuple[str, ...]  # the tables that stand in them, as faults name them
    datasets: tuple[str, ...]  # datasets, algorithms: names, in the order of their first appearance
    algorithms: tuple[str, ...]
    repeats: Splits  # repeats, folds: a single entry where no column has them
    folds: Splits
    dataset: CodeArray  # dataset, algorithm, repeat, fold: (n,): of each measurement, its index into these
    algorithm: CodeArray
    repeat: CodeArray
    fold: CodeArray
    file: CodeArray  # file, row: (n,): index of the place that it stands in, and the row there
    row: CodeArray
    values: Mapping[str, FloatArray]  # by column: metrics, costs, n_train and n_test; nan where the cell is empty
    # what the columns hold that distinguish the measurements of a cell: "repeat", "fold", or "example", which is
    # numbered as a fold
    split_names: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()  # columns of the files that nothing was read from
    seeds: tuple[str, ...] = ()  # names of the seeds, over which measurements are to be averaged
    # (n,): of each measurement, its index into these; None where no column has them, or they are averaged
    seed: CodeArray | None = None
    clusters: tuple[str, ...] = ()  # names of the clusters of test examples
    cluster: CodeArray | None = None  # (n,): of each measurement, its index into these; None where no column has them
    schemes: tuple[str, ...] = ()  # names of the resampling schemes
    scheme: CodeArray | None = None  # (n,): of each measurement, its index into these; None where no column has them
    instances: tuple[str, ...] = ()  # names of the instances of data sets
    # (n,): of each measurement, its index into these; None where no column has them, or they are averaged
    instance: CodeArray | None = None
    # by metric, (n, n_instances): the mean in each instance, one column per instance of the data set, all nan where it
    # has one. Empty where they are not averaged.
    by_instance: Mapping[str, FloatArray] = field(default_factory=dict)
    # by metric, the sample variance of the measurements that differ in their seeds alone, divided by their number; nan
    # of a single one. Empty where they are not averaged.
    answer_variance: Mapping[str, FloatArray] = field(default_factory=dict)
    # by metric, (n,): over how many seeds each measurement is the mean; None where they are not averaged
    runs: Mapping[str, IntArray] | None = None
    # by metric, (n, n_runs): the runs that each measurement is the mean of, one column per seed of its data set; nan
    # where there is none. Empty where they are not averaged.
    by_seed: Mapping[str, FloatArray] = field(default_factory=dict)
    by_rows: bool = False  # whether seeds are numbers of rows
    early: Mapping[str, tuple[EarlyEnd, ...]] = field(default_factory=dict)  # by metric, cells with runs that end early
    # by metric, all rows with a score, of each run in ascending order of its steps; empty where no column has steps
    by_step: Mapping[str, Steps] = field(default_factory=dict)
    # by kind, "dataset" or "algorithm": names that were to be taken for others and are not there
    unmet: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # by data set and algorithm, what a file says of why there is no result; of several the first
    reasons: Mapping[tuple[int, int], str] = field(default_factory=dict)
    # where runs may be unsolved, which is an infinite time: the largest time there or that a cell asks for
    largest: float = 0.0
    wrong: frozenset[tuple[int, int]] = frozenset()  # data sets and algorithms with an invalid cell

    @property
    def is_wrong(self) -> BoolArray:
        """By data set and algorithm, whether a cell is invalid; nothing is missing there as well."""
        wrong = np.zeros((len(self.datasets), len(self.algorithms)), dtype=bool)
        for cell in self.wrong:
            wrong[cell] = True
        return wrong

    def averaged(self, metric: str) -> tuple[int, int] | None:
        """Over how many seeds at least and at most a score in a metric is the mean, where they are averaged."""
        counts = (self.runs or {}).get(metric, np.empty(0, np.int64))
        counts = counts[counts > 0]
        return (int(counts.min()), int(counts.max())) if counts.size else None

    def place(self, index: int, column: str = "") -> str:
        """File, row and column of a measurement, as faults name them."""
        place = f"{self.places[self.file[index]]} row {self.row[index]}"
        return f"{place} column {shown(column)}" if column else place


class Gathering:
    """Measurements as they are read, a stretch at a time, with other names for some data sets and algorithms."""

    def __init__(self, datasets: Mapping[str, str] | None = None, algorithms: Mapping[str, str] | None = None) -> None:
        self.datasets, self.algorithms = Codes(datasets), Codes(algorithms)
        self.repeats, self.folds, self.seeds, self.clusters = Codes(), Codes(), Codes(), Codes()
        self.schemes, self.instances = Codes(), Codes()
        self.places: list[str] = []
        self._files: dict[str, SourceFile] = {}
        self._stretches: list[dict[str, CodeArray]] = []
        self._values: list[Mapping[str, FloatArray]] = []
        self._reasons: dict[tuple[int, int], str] = {}
        self._wrong: set[tuple[int, int]] = set()

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

    def add_reasons(self, datasets: CodeArray, algorithms: CodeArray, texts: Sequence[str]) -> None:
        """Add what a file says of why there are no results."""
        for dataset, algorithm, reason in zip(datasets.tolist(), algorithms.tolist(), texts, strict=True):
            if reason:
                self._reasons.setdefault((dataset, algorithm), reason)

    def add_wrong(self, datasets: CodeArray, algorithms: CodeArray) -> None:
        """Add which data sets and algorithms have an invalid cell."""
        self._wrong |= set(zip(datasets.tolist(), algorithms.tolist(), strict=True))

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
            values={
                column: np.concatenate([np.empty(0), *(values[column] for values in self._values)])
                for column in columns
            },
            split_names=split_names,
            spare=tuple(spare),
            seeds=tuple(self.seeds),
            seed=self._joined("seed") if self.seeds else None,
            clusters=tuple(self.clusters),
            cluster=self._joined("cluster") if self.clusters else None,
            schemes=tuple(self.schemes),
            scheme=self._joined("scheme") if self.schemes else None,
            instances=tuple(self.instances),
            instance=self._joined("instance") if self.instances else None,
            unmet={"dataset": tuple(sorted(self.datasets.unmet)), "algorithm": tuple(sorted(self.algorithms.unmet))},
            reasons=self._reasons,
            wrong=frozenset(self._wrong),
        )

    def _joined(self, name: str) -> CodeArray:
        return np.concatenate([np.empty(0, np.int32), *(codes[name] for codes in self._stretches)])


def _numbered(labels: tuple[str, ...]) -> tuple[Splits, CodeArray]:
    """Put labels of repeats or folds in ascending order, and say where each went."""
    # Whole numbers are taken as they are, and 1 and 1.0 are the same; any other labels are numbered 1, 2, ... in the
    # order of their text, in which fold2 comes before fold10.
    if all(map(WHOLE_NUMBER.fullmatch, labels)):
        whole_numbers = [int(label.partition(".")[0]) for label in labels]
        numbers, position = np.unique(np.array(whole_numbers, dtype=np.int64), return_inverse=True)
        return Splits(numbers, tuple(map(str, numbers))), position.astype(np.int32)
    ordered = sorted(labels, key=_natural)
    place = {label: index for index, label in enumerate(ordered)}
    position = np.array([place[label] for label in labels], dtype=np.int64)
    return Splits(np.arange(1, len(labels) + 1, dtype=np.int64), tuple(ordered)), position.astype(np.int32)


def _natural(label: str) -> list[tuple[int, str]]:
    """Key that puts fold2 before fold10: digits go by their number, which is their length and then their text."""
    parts = re.split(r"([0-9]+)", label)
    digits = [part.lstrip("0") for part in parts[1::2]]
    parts[1::2] = digits
    return [(len(part) if index % 2 else 0, part) for index, part in enumerate(parts)]


def of_rows(measured: Measurements, rows: IntArray) -> Measurements:
    """Return some of the measurements as they were read, with all that names them."""
    own = ("dataset", "algorithm", "repeat", "fold", "file", "row", "seed", "cluster", "scheme", "instance")
    taken = {name: values[rows] for name in own if (values := getattr(measured, name)) is not None}
    return replace(measured, **taken, values={column: values[rows] for column, values in measured.values.items()})


def arranged(measured: Measurements, datasets: Sequence[str], algorithms: Sequence[str]) -> Measurements:
    """Return the measurements with these data sets and algorithms first, in this order."""
    of_datasets, of_algorithms = Codes(), Codes()
    of_datasets.encode([*datasets])
    of_algorithms.encode([*algorithms])
    dataset = of_datasets.encode(Coded(measured.datasets, measured.dataset))
    algorithm = of_algorithms.encode(Coded(measured.algorithms, measured.algorithm))
    names = (tuple(of_datasets), tuple(of_algorithms))
    # steps are those of the names before, and nothing that is measured in parts is drawn over them
    return replace(measured, datasets=names[0], algorithms=names[1], dataset=dataset, algorithm=algorithm, by_step={})


@dataclass(frozen=True)
class MeasurementGrid:
    """Where each measurement lies."""

    # (n_datasets + 1,): rows ``starts[d]`` to ``starts[d + 1]`` are the folds of data set d, in ascending order of
    # repeat and fold
    starts: IntArray
    repeat: CodeArray  # repeat, fold: (n_rows,): indices into the splits of the measurements
    fold: CodeArray
    measured: CodeArray  # (n_rows, n_algorithms): index of the measurement that lies there, -1 where there is none
    row: CodeArray  # (n_measurements,): the row of each measurement
    again: IntArray  # indices of the measurements whose place was taken, in the order of the files

    def lay(self, values: FloatArray) -> FloatArray:
        """Values of the measurements at their places; nan where there is none."""
        return np.append(values, np.nan)[self.measured]

    @property
    def dataset(self) -> IntArray:
        """The data set of each row."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def rows_of(self, dataset: int) -> slice:
        """Return the rows of a data set."""
        return slice(int(self.starts[dataset]), int(self.starts[dataset + 1]))

    @property
    def expected(self) -> IntArray:
        """How many measurements a cell of each data set should have."""
        return np.maximum(np.diff(self.starts), 1)

    def n_measured(self, laid: FloatArray) -> IntArray:
        """Return how many measurements each cell has that are not empty."""
        counts = np.vstack([np.zeros((1, laid.shape[1]), dtype=np.int64), np.cumsum(~np.isnan(laid), axis=0)])
        return np.diff(counts[self.starts], axis=0)

    def means(self, laid: FloatArray) -> FloatArray:
        """Mean of each cell over the measurements that are not empty, nan where all are."""
        means = np.empty((len(self.starts) - 1, laid.shape[1]))
        for dataset in range(len(means)):
            cells = laid[self.rows_of(dataset)]
            means[dataset] = cells[0] if len(cells) == 1 else [_mean(cell) for cell in cells.T]
        return means


def place_measurements(measured: Measurements) -> MeasurementGrid:
    """Find the place of each measurement; the first of the files takes it where there are several."""
    n_repeats, n_folds = len(measured.repeats.numbers), len(measured.folds.numbers)
    split = measured.repeat.astype(np.int64) * n_folds + measured.fold
    places, place = np.unique(measured.dataset * np.int64(n_repeats * n_folds) + split, return_inverse=True)
    indices = np.arange(len(place), dtype=np.int32)
    index = np.full((len(places), len(measured.algorithms)), len(place), dtype=np.int32)
    np.minimum.at(index, (place, measured.algorithm), indices)
    datasets, split = np.divmod(places, max(n_repeats * n_folds, 1))
    repeat, fold = np.divmod(split, max(n_folds, 1))
    return MeasurementGrid(
        starts=np.searchsorted(datasets, np.arange(len(measured.datasets) + 1)),
        repeat=repeat.astype(np.int32),
        fold=fold.astype(np.int32),
        measured=np.where(index == len(place), np.int32(-1), index),
        row=place.astype(np.int32),
        again=indices[index[place, measured.algorithm] != indices],
    )


def split_of(row: int, measured: Measurements, grid: MeasurementGrid) -> str:
    """The repeat and the fold of a row of the grid, or its example, as the files write them, where there are more."""
    return split_named(measured, int(grid.repeat[row]), int(grid.fold[row]))


def split_named(measured: Measurements, repeat: int, fold: int) -> str:
    """Return a repeat and a fold, given by their indices, or an example, as the files write them."""
    fold_name = "example" if "example" in measured.split_names else "fold"
    numbered = (("repeat", measured.repeats, repeat), (fold_name, measured.folds, fold))
    return " ".join(
        f"{name} {shown(splits.labels[index])}" for name, splits, index in numbered if len(splits.labels) > 1
    )


def _mean(values: FloatArray) -> float:
    """Return the mean, the same whatever the order of the values: equal scores on other folds must tie."""
    finite = values[~np.isnan(values)].tolist()
    if not finite:
        return float("nan")
    try:
        return fsum(finite) / len(finite)
    except OverflowError:
        return fsum(value / len(finite) for value in finite)
