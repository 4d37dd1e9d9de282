"""How often omnibus tests, and tests within a data set, reject where all algorithms are equal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from rankpress.calibration.pieces import Experiment, Piece
from rankpress.calibration.settings import KINDS, Settings
from rankpress.scores import BoolArray, FloatArray, IntArray
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.ranks import rank_scores
from rankpress.stats.synthetic import ScoreKind, drawn_scores
from rankpress.stats.synthetic_learners import cross_validation, drawn_cases, right_of_nearest_mean
from rankpress.stats.within import WITHIN, Design

REPEATS, FOLDS = 10, 10
HELD_OUT = 3  # one case of so many is tested on, for tests of outcomes


@dataclass(frozen=True)
class EqualStudies:
    """Studies in which all algorithms are equal: their size, and what their scores are like."""

    k: int
    n_datasets: int
    kind: ScoreKind
    alpha: float
    tests: tuple[str, ...]


@dataclass(frozen=True)
class EqualLearners:
    """Data sets of so many cases on which two learners are equally good."""

    cases: int
    alpha: float


@dataclass(frozen=True)
class OmnibusCalibration:
    """Studies of one kind, and in how many of the draws each omnibus test rejected."""

    studies: EqualStudies
    draws: int
    rejected: Mapping[str, int]


@dataclass(frozen=True)
class WithinCalibration:
    """Data sets of one size, and on how many of those drawn each test rejected."""

    learners: EqualLearners
    draws: int
    rejected: Mapping[str, int]


def omnibus_experiment(settings: Settings) -> Experiment:
    """The omnibus tests in studies of all sizes and kinds of scores; a tuple of `OmnibusCalibration`."""
    tests = settings.methods.omnibus
    kinds = {
        f"{kind}, {k} algorithms, {n} data sets": EqualStudies(k, n, kind, settings.alpha, tests)
        for k, n in settings.sizes
        for kind in KINDS
        if tests
    }

    def gather(found: Mapping[str, list[Mapping[str, int]]]) -> tuple[OmnibusCalibration, ...]:
        return tuple(OmnibusCalibration(kinds[name], settings.draws, _added(pieces)) for name, pieces in found.items())

    return Experiment("omnibus tests", kinds, _omnibus, gather)


def within_experiment(settings: Settings) -> Experiment:
    """All tests within a data set on learners that are equally good; a `WithinCalibration`, or None of no cases."""
    learners = EqualLearners(settings.cases, settings.alpha)

    def gather(found: Mapping[str, list[Mapping[str, int]]]) -> WithinCalibration | None:
        counts = [_added(pieces) for pieces in found.values()]
        return WithinCalibration(learners, settings.draws, counts[0]) if counts else None

    sizes = {f"{settings.cases} cases": learners} if settings.cases else {}
    return Experiment("tests within a data set", sizes, _within, gather)


def _added(pieces: Iterable[Mapping[str, int]]) -> dict[str, int]:
    several = list(pieces)
    return {name: sum(one[name] for one in several) for name in several[0]}


def _omnibus(piece: Piece[EqualStudies]) -> dict[str, int]:
    studies = piece.setting
    scores = drawn_scores(piece.draws, studies.n_datasets, np.zeros(studies.k), studies.kind, piece.generator)
    ranks = rank_scores(scores.reshape(-1, studies.k)).reshape(scores.shape)
    return {
        name: sum(
            bool(OMNIBUS[name].test(one, exact=False).p <= studies.alpha)
            for one in (ranks if OMNIBUS[name].uses == "ranks" else scores)
        )
        for name in studies.tests
    }


def _within(piece: Piece[EqualLearners]) -> dict[str, int]:
    cases, alpha, generator = piece.setting.cases, piece.setting.alpha, piece.generator
    features, classes = drawn_cases(piece.draws, cases, generator)
    repeated, halves = (
        cross_validation(piece.draws, cases, repeats, folds, generator) for repeats, folds in ((REPEATS, FOLDS), (5, 2))
    )
    held_out = cross_validation(piece.draws, cases, 1, HELD_OUT, generator)[:, :1]
    over_folds, over_halves = (
        np.subtract(*(_accuracy(one, classes, tested) for one in features)) for tested in (repeated, halves)
    )
    first, second = (right_of_nearest_mean(one, classes, ~held_out) & held_out for one in features)
    outcomes = ((first & ~second).sum(axis=(1, 2)), (second & ~first).sum(axis=(1, 2)), held_out.sum(axis=(1, 2)))
    arguments: Mapping[Design, tuple[object, ...]] = {
        "folds": (over_folds,),
        "folds-ratio": (over_folds, 1 / (FOLDS - 1)),
        "kfold": (over_folds[:FOLDS],),
        "5x2": (over_halves.reshape(5, 2, -1),),
        "outcomes": outcomes,
    }
    return {
        name: int((procedure.function(*arguments[procedure.design]).p <= alpha).sum())
        for name, procedure in WITHIN.items()
    }


def _accuracy(features: FloatArray, classes: IntArray, tested: BoolArray) -> FloatArray:
    """By fold and data set, the share of tested cases that the learner is right on."""
    right = right_of_nearest_mean(features, classes, ~tested) & tested
    return np.asarray((right.sum(axis=2) / tested.sum(axis=2)).T, dtype=np.float64)
