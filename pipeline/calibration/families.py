"""How often every test of pairs errs with every adjustment, in studies whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.calibration.pieces import Piece, run_pieces
from rankpress.calibration.settings import KINDS, Settings, Truth, equal, shifts, truths_of
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import FamilyErrors, added, errors_of_families
from rankpress.stats.synthetic import ScoreKind, drawn_scores
from rankpress.store.entries import Store


@dataclass(frozen=True)
class Studies:
    """Studies of one kind: their size, what their scores are like, and which algorithms are equal."""

    k: int
    n_datasets: int
    kind: ScoreKind
    truth: Truth
    alpha: float


@dataclass(frozen=True)
class FamilyCalibration:
    """Studies of one kind, and how often each test and adjustment erred in them."""

    studies: Studies
    errors: tuple[FamilyErrors, ...]


def calibrate_families(settings: Settings, store: Store) -> tuple[FamilyCalibration, ...]:
    """Try all tests of pairs and adjustments in studies of all sizes, kinds of scores and truths."""
    kinds = {
        f"{truth}, {kind}, {k} algorithms, {n} data sets": Studies(k, n, kind, truth, settings.alpha)
        for k, n in settings.sizes
        for truth in truths_of(k)
        for kind in KINDS
    }
    found = run_pieces(store, "families of tests", kinds, settings.draws, settings.seed, _errors)
    return tuple(FamilyCalibration(kinds[name], added(pieces)) for name, pieces in found.items())


def _errors(piece: Piece[Studies]) -> tuple[FamilyErrors, ...]:
    studies = piece.setting
    k, truth = studies.k, studies.truth
    scores = drawn_scores(piece.draws, studies.n_datasets, shifts(truth, k), studies.kind, piece.generator)
    return tuple(
        errors
        for control in (False, True)
        for test in PAIRWISE
        if not control or equal(truth, k)[0, 1:].any()
        for errors in errors_of_families(test, scores, equal(truth, k), studies.alpha, control=control)
    )
