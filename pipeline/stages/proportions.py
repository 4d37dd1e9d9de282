"""Cut intervals to what proportions can be, and what differences of two can: they lose no true value by that."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from rankpress.catalog.methods import EFFECTS
from rankpress.stages.effects import Estimated
from rankpress.stages.test import Tested
from rankpress.stats.clustered import ClusteredMeans
from rankpress.stats.effects import PairEffects
from rankpress.stats.stratified import StratifiedMeans

_Interval = TypeVar("_Interval", ClusteredMeans, StratifiedMeans, PairEffects)


def _cut(interval: _Interval, least: float) -> _Interval:
    """Cut intervals to least to 1."""
    return replace(interval, low=np.maximum(interval.low, least), high=np.minimum(interval.high, 1.0))


def cut_tested(tested: Tested) -> Tested:
    """Cut the intervals of mean scores over test examples, and of their differences."""
    stratified = tested.stratified
    if stratified is not None:
        means, differences = _cut(stratified.means, 0.0), _cut(stratified.differences, -1.0)
        stratified = replace(stratified, means=means, differences=differences)
    within = {dataset: _cut(of_dataset, 0.0) for dataset, of_dataset in tested.within_means.items()}
    return replace(tested, within_means=within, stratified=stratified)


def cut_estimated(estimated: Estimated | None) -> Estimated | None:
    """Cut the intervals of differences of scores over the data sets."""
    if estimated is None:
        return None
    effects = {
        name: _cut(effect, -1.0) if EFFECTS[name].in_unit else effect for name, effect in estimated.effects.items()
    }
    return replace(estimated, effects=effects)
