"""A calibration: all of its experiments."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.calibration.families import FamilyCalibration, calibrate_families
from rankpress.calibration.orderings import Orderings, find_orderings
from rankpress.calibration.settings import Settings
from rankpress.calibration.single_tests import (
    OmnibusCalibration,
    WithinCalibration,
    calibrate_omnibus,
    calibrate_within,
)
from rankpress.store.entries import Store


@dataclass(frozen=True)
class Calibration:
    """What the experiments found.

    Parameters
    ----------
    settings : Settings
    orderings : tuple of Orderings
        By MultiTest, and by Multi2Test.
    families : tuple of FamilyCalibration
        Studies of each kind.
    omnibus : tuple of OmnibusCalibration
        Studies of each kind.
    within : WithinCalibration
    """

    settings: Settings
    orderings: tuple[Orderings, ...]
    families: tuple[FamilyCalibration, ...]
    omnibus: tuple[OmnibusCalibration, ...]
    within: WithinCalibration


def calibrate(settings: Settings, store: Store | None = None) -> Calibration:
    """Run all experiments.

    Parameters
    ----------
    settings : Settings
    store : Store or None
        Keeps what is done, piece by piece, and has the pieces spread over processes.

    Returns
    -------
    Calibration
        The same whatever the number of processes, and whether or not the work was interrupted.
    """
    kept = store or Store(None)
    return Calibration(
        settings,
        find_orderings(settings, kept),
        calibrate_families(settings, kept),
        calibrate_omnibus(settings, kept),
        calibrate_within(settings, kept),
    )
