"""The pieces that the simulations of a study fall into: a pair and a difference, or a pair and all differences."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankpress.power.found import BySize, Setting
from rankpress.scores import FloatArray, IntArray
from rankpress.stats.arrays import standard_deviation
from rankpress.stats.required_size import Searched, reached, search_sizes, search_smallest
from rankpress.stats.simulated_power import Findings, SimulatedStudy, find_in_draws

_MOST_KEPT = 5_000_000  # p-values, from one difference to the next


def by_size(setting: Setting, piece: tuple[int, float]) -> BySize:
    """Simulate a difference of a pair on each number of data sets, and on those about where the power is enough.

    Parameters
    ----------
    setting : Setting
    piece : (int, float)
        Which of the comparisons, and the difference.

    Returns
    -------
    BySize
    """
    which, difference = piece
    study = _study(setting, which)
    wrong: dict[int, IntArray] = {}

    def counts_at(size: int) -> IntArray:
        found = _found(setting, study, difference, size)
        wrong[size] = found.wrong
        return found.right

    sizes, right = search_sizes(counts_at, setting.sizes, setting.draws, setting.target)
    needed = tuple(reached(sizes, column, setting.draws, setting.target) for column in right.T)
    return BySize(sizes, right, np.array([wrong[size] for size in sizes]), needed)


def by_difference(setting: Setting, which: int) -> Searched:
    """Simulate differences of a pair on the study's own number of data sets, to where the power is enough.

    Parameters
    ----------
    setting : Setting
    which : int
        Which of the comparisons.

    Returns
    -------
    Searched
    """
    study = _study(setting, which)
    a, b = setting.pairs[which]
    own = len(setting.scores)
    kept = setting.draws * len(setting.pairs)
    at_rest = np.full((setting.draws, len(setting.pairs)), np.nan) if kept <= _MOST_KEPT else None

    def counts_at(difference: float) -> IntArray:
        return _found(setting, study, difference, own, at_rest).right

    # about what a t test finds with a power of 0.8 at the level of 0.05
    typical = 2.8 * float(standard_deviation(setting.scores[:, a] - setting.scores[:, b])) / np.sqrt(own)
    return search_smallest(counts_at, setting.draws, setting.target, typical)


def _study(setting: Setting, which: int) -> SimulatedStudy:
    keywords: Any = setting.study
    return SimulatedStudy(setting.scores, setting.pairs, which, **keywords)


def _found(
    setting: Setting, study: SimulatedStudy, difference: float, size: int, at_rest: FloatArray | None = None
) -> Findings:
    # the same data sets for all pairs and differences, so that what differs between these is not chance
    generator = np.random.default_rng(np.random.SeedSequence(setting.seed, spawn_key=(size,)))
    return find_in_draws(study, difference, size, setting.draws, generator, at_rest)
