"""Who is first at each of several levels, and whether they beat each other in turn on nearly all data sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from rankpress.core.scores import IntArray
    from rankpress.init.measured import Measured

# Two orders of algorithms are turned where they are on at least so many data sets, and on so large a share of them.
NEARLY_ALL = (3, 0.75)
# Chance turns some of repeated measurements, and all of them seldom on so many data sets.
ALL_REPEATS = (6, 0.95)


@dataclass(frozen=True)
class Turned:
    """Two levels at which different algorithms are first, and beat each other on nearly all data sets."""

    levels: tuple[int, int]
    firsts: tuple[str, str]


def find_turned(
    scores: Measured, level_of: IntArray, owner_of: IntArray, bounds: tuple[int, float] = NEARLY_ALL
) -> Turned | None:
    """Return two levels with different firsts that beat each other on nearly all data sets which have both levels.

    `owner_of` is the data set of each score, whatever its level is.
    """
    least, share = bounds
    # levels on fewer data sets turn nothing, whoever is first at them
    present = (level_of >= 0) & np.isfinite(scores.values)
    pairs = np.unique(np.column_stack([level_of[present], owner_of[present]]), axis=0)
    levels, n_owners = np.unique(pairs[:, 0], return_counts=True)
    firsts = dict[int, str]()
    for level in levels[n_owners >= least].tolist():
        first = scores.first(np.where(level_of == level, scores.values, np.nan))
        if first:
            firsts[level] = first
    kept = list(firsts)
    for one in kept:
        for other in kept[kept.index(one) + 1 :]:
            if firsts[one] == firsts[other]:
                continue
            gaps = [_gaps(scores, level_of == level, owner_of, (firsts[one], firsts[other])) for level in (one, other)]
            both = gaps[0].keys() & gaps[1].keys()
            turned = sum(gaps[0][owner] * gaps[1][owner] < 0 for owner in both)
            if turned >= least and turned >= share * len(both):
                return Turned((one, other), (firsts[one], firsts[other]))
    return None


def _gaps(
    scores: Measured, chosen: np.typing.NDArray[np.bool_], owner_of: IntArray, pair: tuple[str, str]
) -> dict[int, float]:
    """Return by how much the mean of one algorithm exceeds that of another, by data set, over some scores."""
    means = []
    for name in pair:
        own = chosen & (scores.algorithm_of == scores.algorithms.index(name)) & np.isfinite(scores.values)
        owners, place = np.unique(owner_of[own], return_inverse=True)
        sums = np.bincount(place, weights=scores.values[own]) / np.maximum(np.bincount(place), 1)
        means.append(dict(zip(owners.tolist(), sums.tolist(), strict=True)))
    return {owner: means[0][owner] - means[1][owner] for owner in means[0].keys() & means[1].keys()}
