"""Repeated stratified cross-validation, the same splits for all algorithms, each fit timed and weighed."""

# pickle is here for the length of what it writes; nothing is ever read back with it.
import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import RepeatedStratifiedKFold

from benchmark.algorithms import Classifier, Maker
from benchmark.datasets import DataSet
from benchmark.enumerated import Classes

Result = TypeVar("Result")


@dataclass(frozen=True)
class Protocol:
    """How often the rows are shuffled, into how many parts they are cut, and the seed of the shuffling."""

    name: str
    folder: str
    repeats: int
    folds: int
    seed: int


@dataclass(frozen=True)
class Run:
    """One algorithm fitted to one training part and scored on the test part that belongs to it."""

    dataset: str
    algorithm: str
    repeat: int
    fold: int
    n_train: int
    n_test: int
    accuracy: float
    fit_seconds: float
    predict_seconds: float
    model_bytes: int


@dataclass(frozen=True)
class Split:
    """The row numbers of one training and one test part; repeats and folds count from 1."""

    repeat: int
    fold: int
    train: Classes
    test: Classes


PROTOCOLS = {
    "10x10": Protocol("10x10", "runs", repeats=10, folds=10, seed=20170),
    "5x2": Protocol("5x2", "runs-5x2", repeats=5, folds=2, seed=20120),
}


def split_rows(data: DataSet, protocol: Protocol) -> Iterator[Split]:
    """Cut the rows into training and test parts; they depend on the data set and the protocol alone."""
    cutter = RepeatedStratifiedKFold(n_splits=protocol.folds, n_repeats=protocol.repeats, random_state=protocol.seed)
    for number, (train, test) in enumerate(cutter.split(data.attributes, data.classes)):
        repeat, fold = divmod(number, protocol.folds)
        yield Split(repeat + 1, fold + 1, train, test)


def run_algorithms(data: DataSet, makers: Mapping[str, Maker], protocol: Protocol) -> list[Run]:
    """Fit and score every algorithm on every split of the data set."""
    runs = []
    for split in split_rows(data, protocol):
        for algorithm, make in makers.items():
            runs.append(_run_once(data, algorithm, make, split))
    return runs


def warm_up(data: DataSet, makers: Mapping[str, Maker]) -> None:
    """Fit and ask every algorithm once, so that no timed fit pays for what is loaded at the first use."""
    for make in makers.values():
        model = _make(data, make, seed=0)
        model.fit(data.attributes, data.classes)
        model.predict(data.attributes)


def _run_once(data: DataSet, algorithm: str, make: Maker, split: Split) -> Run:
    model = _make(data, make, seed=1000 * split.repeat + split.fold)
    with warnings.catch_warnings():
        # An algorithm that stops short would be measured below its worth; better no run than that one.
        warnings.simplefilter("error", ConvergenceWarning)
        _, fit_seconds = _measure(lambda: model.fit(data.attributes[split.train], data.classes[split.train]))
    answers, predict_seconds = _measure(lambda: model.predict(data.attributes[split.test]))
    return Run(
        dataset=data.name,
        algorithm=algorithm,
        repeat=split.repeat,
        fold=split.fold,
        n_train=len(split.train),
        n_test=len(split.test),
        accuracy=float(np.mean(answers == data.classes[split.test])),
        fit_seconds=fit_seconds,
        predict_seconds=predict_seconds,
        model_bytes=len(pickle.dumps(model, protocol=5)),
    )


def _make(data: DataSet, make: Maker, seed: int) -> Classifier:
    return make(data.attributes.shape[1], len(np.unique(data.classes)), seed)


def _measure(action: Callable[[], Result]) -> tuple[Result, float]:
    """Time an action in processor seconds, which other work on the machine disturbs less than the clock's."""
    start = time.process_time()
    result = action()
    return result, time.process_time() - start
