"""The work of a calibration in pieces: each has its own draws, is kept as it comes, and may be done anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from rankpress.store.entries import Store
from rankpress.store.makers import of_statistics

Setting = TypeVar("Setting")
Made = TypeVar("Made")

MOST_DRAWS = 250


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
        return f"{self.name}, draws {first + 1:,} to {first + self.draws:,}"

    @property
    def generator(self) -> np.random.Generator:
        """Its random numbers, which depend on nothing but the seed and what the piece is."""
        told = hashlib.sha256(f"{self.experiment}: {self.name}".encode()).digest()
        key = (int.from_bytes(told[:8], "little"), self.number)
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))


def run_pieces(
    store: Store,
    experiment: str,
    settings: Mapping[str, Setting],
    draws: int,
    seed: int,
    function: Callable[[Piece[Setting]], Made],
) -> dict[str, list[Made]]:
    """Run an experiment, but for the pieces whose results are kept.

    Parameters
    ----------
    store : Store
        Where results of pieces are kept, so that work that is interrupted goes on where it was.
    experiment : str
        What it is called.
    settings : mapping of str to object
        By what they are called. What a piece makes depends on its setting, its draws and the seed alone.
    draws, seed : int
        Of each setting, and of all.
    function : callable
        Given a piece; it can be pickled.

    Returns
    -------
    mapping of str to list
        By setting, what its pieces made.
    """
    pieces = {
        piece.label: piece
        for name, setting in settings.items()
        for piece in _pieces(experiment, name, setting, draws, seed)
    }
    made = store.recall_each("calibrate", pieces, lambda label: _parts(pieces[label]), function, of=experiment)
    found: dict[str, list[Made]] = {name: [] for name in settings}
    for piece, result in zip(pieces.values(), made, strict=True):
        found[piece.name].append(result)
    return found


def _pieces(experiment: str, name: str, setting: Setting, draws: int, seed: int) -> Iterator[Piece[Setting]]:
    for number, first in enumerate(range(0, draws, MOST_DRAWS)):
        yield Piece(experiment, name, setting, number, min(MOST_DRAWS, draws - first), seed)


def _parts(piece: Piece[Any]) -> Mapping[str, object]:
    return {"the setting": piece.setting, "the draws": piece.draws, "the seed": piece.seed, **of_statistics()}
