"""The scores on one data set as a worker of a cluster reads them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.manifest import library_versions
from rankpress.core.scores import MetricScores, Scores, SourceFile
from rankpress.executors.local import called
from rankpress.stages.load import load

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions


Item = TypeVar("Item")
Made = TypeVar("Made")

# Whose version can change what is computed.
_COMPUTING = ("rankpress code", "numpy", "scipy")


@dataclass(frozen=True)
class Source:
    """What a worker has to know to read the same scores.

    Parameters
    ----------
    options : ScoresOptions
        The section `scores` of the study.
    folder : Path
        Folder that its files are relative to, the same on all machines.
    files : tuple of SourceFile
        What was read here.
    versions : mapping of str to str
        With which code and libraries.
    """

    options: ScoresOptions
    folder: Path
    files: tuple[SourceFile, ...]
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, options: ScoresOptions, folder: Path, scores: Scores) -> Source:
        """That of scores which were read here."""
        return cls(options, folder.resolve(), scores.sources, computing_versions())


@dataclass(frozen=True)
class OnDataset:
    """The scores on one data set, by where they stand: in which metric, or in its validation scores."""

    metric: int
    of_validation: bool
    dataset: str


class Sources:
    """Where scores on single data sets stand among all that were read.

    Parameters
    ----------
    source : Source
        Where all stand.
    scores : Scores
        All.
    """

    def __init__(self, source: Source, scores: Scores) -> None:
        self.source = source
        self._known = [
            (at, of_validation, known, {name: row for row, name in enumerate(known.datasets)})
            for at, metric in enumerate(scores.metrics)
            for of_validation, known in ((False, metric), (True, metric.validation))
            if known is not None
        ]

    def reference(self, item: object) -> OnDataset | None:
        """Where an item stands; None if it is none of these, and has to be sent."""
        if not isinstance(item, MetricScores) or len(item.datasets) != 1 or item.means is None:
            return None
        [dataset] = item.datasets
        for at, of_validation, known, rows in self._known:
            if dataset in rows and _same(item, known, rows[dataset]):
                return OnDataset(at, of_validation, dataset)
        return None


def _same(item: MetricScores, known: MetricScores, row: int) -> bool:
    if (item.name, item.better, item.algorithms) != (known.name, known.better, known.algorithms):
        return False
    if item.means is None or known.means is None:
        return False
    return np.array_equal(item.means[0], known.means[row], equal_nan=True)


def on_worker(source: Source, function: Callable[[MetricScores], Made], references: Sequence[OnDataset]) -> list[Made]:
    """What a function makes of the scores on some data sets; runs on a worker."""
    _check_versions(source)
    with _READING:  # one thread reads for all of the worker
        scores = _read(source.options.model_dump_json(), _Kept(source))
    return [function(one) for one in _found(scores, references)]


def sent_to_worker(source: Source, function: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
    """What a function makes of items that were sent; runs on a worker."""
    _check_versions(source)
    return called(function, items)


def _found(scores: Scores, references: Sequence[OnDataset]) -> Iterator[MetricScores]:
    for reference in references:
        metric = scores.metrics[reference.metric]
        known = metric.validation if reference.of_validation else metric
        assert known is not None
        yield known.on([known.datasets.index(reference.dataset)])


_READING = threading.Lock()


class _Kept:
    """A source as a key that is compared by what was read, since a section of the spec cannot be hashed."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        return self.source.folder, self.source.files, self.source.versions


@lru_cache(maxsize=1)
def _read(_: str, kept: _Kept) -> Scores:
    source = kept.source
    try:
        scores = load(source.options, source.folder)
    except FaultsFound as found:
        remedy = "put the scores where every worker has them, under the same path"
        raise FaultsFound(
            Fault(one.place, f"a worker of the cluster cannot read this: {one.message}", one.expected, remedy)
            for one in found.faults
        ) from found
    others = [mine.path for mine, its in zip(source.files, scores.sources, strict=False) if mine != its]
    if others or len(scores.sources) != len(source.files):
        message = "a worker of the cluster reads something else here"
        raise FaultsFound(Fault(path, message, "the same files on every worker") for path in others or ["the scores"])
    return scores


def _check_versions(source: Source) -> None:
    mine = dict(computing_versions())
    told = [
        Fault("compute", f"a worker of the cluster has {name} {mine.get(name)}, and here is {version}", "the same")
        for name, version in source.versions
        if mine.get(name) != version
    ]
    if told:
        raise FaultsFound(told)


@cache
def computing_versions() -> tuple[tuple[str, str], ...]:
    """Versions of the code and the libraries that compute."""
    versions = library_versions()
    return tuple((name, versions[name]) for name in _COMPUTING)
