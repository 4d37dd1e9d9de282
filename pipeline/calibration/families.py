"""How often tests of pairs err with their adjustments, in studies whose truth is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankpress.calibration.pieces import Experiment, Piece
from rankpress.calibration.settings import KINDS, Methods, Settings, Truth, equal, shifts, truths_of
from rankpress.stats.simulated_families import FamilyErrors, added, errors_of_families
from rankpress.stats.synthetic import ScoreKind, drawn_scores


@dataclass(frozen=True)
class Studies:
    """Studies of one kind: their size, what their scores are like, which algorithms are equal, and what is tried."""

    k: int
    n_datasets: int
    kind: ScoreKind
    truth: Truth
    alpha: float
    methods: Methods


@dataclass(frozen=True)
class FamilyCalibration:
    """Studies of one kind, and how often each test and adjustment erred in them."""

    studies: Studies
    errors: tuple[FamilyErrors, ...]


def family_experiment(settings: Settings) -> Experiment:
    """The tests of pairs and their adjustments in studies of all sizes, kinds of scores and truths.

    It gathers a tuple of `FamilyCalibration`.
    """
    kinds = {
        f"{truth}, {kind}, {k} algorithms, {n} data sets": Studies(k, n, kind, truth, settings.alpha, settings.methods)
        for k, n in settings.sizes
        for truth in truths_of(k)
        for kind in KINDS
    }

    def gather(found: Mapping[str, list[tuple[FamilyErrors, ...]]]) -> tuple[FamilyCalibration, ...]:
        return tuple(FamilyCalibration(kinds[name], added(pieces)) for name, pieces in found.items())

    return Experiment("families of tests", kinds, _errors, gather)


def _errors(piece: Piece[Studies]) -> tuple[FamilyErrors, ...]:
    studies = piece.setting
    k, truth, methods = studies.k, studies.truth, studies.methods
    scores = drawn_scores(piece.draws, studies.n_datasets, shifts(truth, k), studies.kind, piece.generator)
    return tuple(
        errors
        for control in methods.controls
        for test, options in methods.tests.items()
        if not control or equal(truth, k)[0, 1:].any()
        for errors in errors_of_families(
            test,
            scores,
            equal(truth, k),
            studies.alpha,
            control=control,
            options=options,
            adjustments=methods.adjustments,
        )
    )
