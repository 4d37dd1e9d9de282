"""A calibration: all of its experiments."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.calibration.families import FamilyCalibration, family_experiment
from rankpress.calibration.orderings import Orderings, order_experiments
from rankpress.calibration.pieces import run_experiments
from rankpress.calibration.settings import Settings
from rankpress.calibration.single_tests import (
    OmnibusCalibration,
    WithinCalibration,
    omnibus_experiment,
    within_experiment,
)
from rankpress.store.entries import Store


@dataclass(frozen=True)
class Calibration:
    """What the experiments found.

    Parameters
    ----------
    settings : Settings
    orderings : tuple of Orderings
        By MultiTest, and by Multi2Test; empty where the settings have no lambdas.
    families : tuple of FamilyCalibration
        Studies of each kind.
    omnibus : tuple of OmnibusCalibration
        Studies of each kind.
    within : WithinCalibration or None
        None where the settings have no cases.
    """

    settings: Settings
    orderings: tuple[Orderings, ...]
    families: tuple[FamilyCalibration, ...]
    omnibus: tuple[OmnibusCalibration, ...]
    within: WithinCalibration | None


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
    experiments = (
        *order_experiments(settings),
        family_experiment(settings),
        omnibus_experiment(settings),
        within_experiment(settings),
    )
    found = run_experiments(store or Store(None), experiments, settings.draws, settings.seed)
    *orderings, families, omnibus, within = found
    return Calibration(settings, tuple(orderings) if settings.steps else (), families, omnibus, within)
