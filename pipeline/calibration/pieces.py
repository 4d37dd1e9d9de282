"""The work of a calibration in pieces: each has its own draws, is kept as it comes, and may be done anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from rankpress.store.entries import Store
from rankpress.store.makers import of_statistics

Setting = TypeVar("Setting")
Made = TypeVar("Made")

MOST_DRAWS = 100


@dataclass(frozen=True)
class Piece(Generic[Setting]):
    """Some of the draws of a setting.

    Parameters
    ----------
    experiment, name : str
        What is tried, and in which setting of it.
    setting : object
        The setting itself.
    number, draws : int
        Which of the pieces of the setting it is, from 0, and how many draws it has.
    seed : int
        Of the calibration.
    """

    experiment: str
    name: str
    setting: Setting
    number: int
    draws: int
    seed: int

    @property
    def label(self) -> str:
        """What it is called where it is told."""
        first = self.number * MOST_DRAWS
        return f"{self.experiment}, {self.name}, draws {first + 1:,} to {first + self.draws:,}"

    @property
    def generator(self) -> np.random.Generator:
        """Its random numbers, which depend on nothing but the seed and what the piece is."""
        told = hashlib.sha256(f"{self.experiment}: {self.name}".encode()).digest()
        key = (int.from_bytes(told[:8], "little"), self.number)
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))


@dataclass(frozen=True)
class Experiment:
    """Something that is tried in several settings.

    Parameters
    ----------
    name : str
        What it is called.
    settings : mapping of str to object
        By what they are called.
    function : callable
        What a `Piece` comes to, which depends on its setting, its draws and the seed alone; it can be pickled.
    gather : callable
        What is made of all, given by setting what its pieces came to.
    """

    name: str
    settings: Mapping[str, Any]
    function: Callable[[Piece[Any]], Any]
    gather: Callable[[Mapping[str, list[Any]]], Any]


@dataclass(frozen=True)
class Task:
    """A piece and what is done with it."""

    function: Callable[[Piece[Any]], Any]
    piece: Piece[Any]


def run_experiments(store: Store, experiments: Sequence[Experiment], draws: int, seed: int) -> list[Any]:
    """Run experiments together, but for the pieces whose results are kept.

    Parameters
    ----------
    store : Store
        Where results of pieces are kept, so that work that is interrupted goes on where it was.
    experiments : sequence of Experiment
        Their names differ.
    draws, seed : int
        Of each setting, and of all.

    Returns
    -------
    list
        What each experiment gathers.
    """
    # the first piece of every setting, then the second: so the time that is left is known from all kinds of work
    tasks = {task.piece.label: task for task in sorted(_tasks(experiments, draws, seed), key=lambda x: x.piece.number)}
    made = store.recall_each("calibrate", tasks, lambda label: _parts(tasks[label].piece), do_task)
    found: dict[str, dict[str, list[Any]]] = {one.name: {name: [] for name in one.settings} for one in experiments}
    for task, result in zip(tasks.values(), made, strict=True):
        found[task.piece.experiment][task.piece.name].append(result)
    return [one.gather(found[one.name]) for one in experiments]


def do_task(task: Task) -> Any:
    """What a piece comes to."""
    return task.function(task.piece)


def _tasks(experiments: Sequence[Experiment], draws: int, seed: int) -> Iterator[Task]:
    for one in experiments:
        for name, setting in one.settings.items():
            for number, first in enumerate(range(0, draws, MOST_DRAWS)):
                size = min(MOST_DRAWS, draws - first)
                yield Task(one.function, Piece(one.name, name, setting, number, size, seed))


def _parts(piece: Piece[Any]) -> Mapping[str, object]:
    return {"the setting": piece.setting, "the draws": piece.draws, "the seed": piece.seed, **of_statistics()}
