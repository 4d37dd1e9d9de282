"""Worlds: kinds of studies in which it is known which null hypotheses are true of the algorithms that are equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray

_APART = 3.0  # standard deviations between algorithms that differ, so that no test of some power misses it

_LEVEL, _SPREAD_OF_LEVELS = 1000.0, 5.0
_MOST = 900.0  # no score may fall below zero, which differences relative to the scores do not take
_HEAVY_DF = 3.0
_NOISY, _QUIET = 5.0, 0.2
_SUITED = 25.0
_N_NOISY = 2


def _normal(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    return expected + generator.standard_normal(expected.shape)


def _heavy_tailed(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    return expected + np.clip(generator.standard_t(_HEAVY_DF, expected.shape), -_MOST, _MOST)


def _rounded(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    return np.round(_normal(expected, generator))


def _unequally_spread(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    spread = np.where(np.arange(expected.shape[-1]) < _N_NOISY, _NOISY, _QUIET)
    return expected + spread * generator.standard_normal(expected.shape)


def _opposite(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    scores = _normal(expected, generator)
    suited = _SUITED * generator.standard_normal(expected.shape[:-1])
    scores[..., 0] += suited
    scores[..., 1] -= suited
    return scores


def _skewed(expected: FloatArray, generator: np.random.Generator) -> FloatArray:
    noise = np.exp(generator.standard_normal(expected.shape)) - np.exp(0.5)
    return np.asarray(expected + np.clip(noise, -_MOST, _MOST) * np.where(np.arange(expected.shape[-1]) % 2, -1.0, 1.0))


@dataclass(frozen=True)
class World:
    """Studies of one kind."""

    name: str  # name, title: in results, and after "where" in a sentence
    title: str
    # the null hypotheses that are true of each pair of equal algorithms, by their names in the catalogue
    true: frozenset[str]
    # draws scores with these expected values, (..., n_algorithms), from a generator
    draw: Callable[[FloatArray, np.random.Generator], FloatArray] = _normal
    better: Literal["none", "one", "half"] = "none"  # how many of the algorithms are better than the others, by `APART`
    fewest: int = 2  # algorithms that it takes

    def shifts(self, k: int) -> FloatArray:
        """Return how much higher than that of the first algorithm each expected score is."""
        better = {"none": 0, "one": 1, "half": k // 2}[self.better]
        return np.where(np.arange(k) >= k - better, _APART, 0.0)

    def equal(self, k: int) -> BoolArray:
        """Return which algorithms have the same expected score."""
        shifts = self.shifts(k)
        return np.asarray(shifts[:, np.newaxis] == shifts)

    def scores(self, draws: int, n_datasets: int, k: int, generator: np.random.Generator) -> FloatArray:
        """Draw the scores of studies."""
        level = _LEVEL + _SPREAD_OF_LEVELS * generator.standard_normal((draws, n_datasets, 1))
        return self.draw(level + self.shifts(k), generator)


_EXCHANGEABLE = frozenset({"exchangeable", "symmetric", "median"})
_OWN = frozenset({"symmetric", "median", "normal", "relative"})
_SPHERICAL = _OWN | {"spherical"}

WORLDS: Mapping[str, World] = MappingProxyType(
    {
        world.name: world
        for world in (
            World("equal", "all algorithms are equal and their scores normal", _EXCHANGEABLE | _SPHERICAL),
            World(
                "heavy tails",
                "all are equal and their scores of Student's t with three degrees of freedom",
                _EXCHANGEABLE,
                _heavy_tailed,
            ),
            World(
                "ties", "all are equal and their scores rounded to whole standard deviations", _EXCHANGEABLE, _rounded
            ),
            World(
                "unequal spreads",
                "all have the same mean, and two vary 25 times as much as the others",
                _OWN,
                _unequally_spread,
                fewest=3,
            ),
            World(
                "opposite pair",
                "all have the same mean, and two do well on opposite data sets",
                _OWN,
                _opposite,
                fewest=3,
            ),
            World(
                "skewed",
                "all have the same mean and log-normal scores, every second one with the long tail below",
                frozenset(),
                _skewed,
            ),
            World(
                "one better", "one is far better than the others, which are equal", _SPHERICAL, better="one", fewest=3
            ),
            World(
                "two groups",
                "half are far better than the others, and all are equal within the halves",
                _SPHERICAL,
                better="half",
                fewest=4,
            ),
        )
    }
)
