"""Simulate how often tests adjusted by Holm find equal algorithms to differ, and write tests/reference/nulls.csv.

    python tests/trials/nulls.py            # all tests
    python tests/trials/nulls.py wilcoxon   # one, the rows of the others as they are

Studies have 5 algorithms on 12 data sets and the truths of WORLDS. REFERENCE.md shows the file
(tests/house/reference_page.py), and a test recomputes some of it.
"""

import csv
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.stats.arrays import BoolArray, FloatArray
from rankpress.stats.families import Adjustment, Family
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.procedures import PairwiseProcedure
from rankpress.stats.ranks import rank_scores
from rankpress.stats.synthetic import families_of_studies

FILE = Path(__file__).resolve().parents[1] / "reference/nulls.csv"
ALGORITHMS, DATASETS = 5, 12
STUDIES = 4000
LEVEL = 0.05

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


UNADJUSTED = "none"
"""Stands for the p-values as the test gives them."""


@dataclass(frozen=True)
class FamilyErrors:
    """How often one adjustment of one test erred."""

    test: str  # test, adjustment: by their names; `UNADJUSTED` for none
    adjustment: str
    control: bool  # whether the pairs are those with the first algorithm
    draws: int  # studies
    erring: int  # studies in which a true hypothesis was rejected, however many
    # the sum over the studies of the share of true hypotheses among the rejected ones, 0 where none was rejected
    false_shares: float

    @property
    def rate(self) -> float:
        """The estimated family-wise error."""
        return self.erring / self.draws


def errors_of_families(
    test: PairwiseProcedure,
    scores: FloatArray,
    equal: BoolArray,
    alpha: float,
    *,
    control: bool = False,
    options: Mapping[str, Any] | None = None,
    adjustments: Sequence[tuple[Adjustment, Mapping[str, Any]]] = (),
) -> tuple[FamilyErrors, ...]:
    """Make a test of pairs in many studies, with those adjustments that go with it, and count the errors."""
    # No adjusted p-value is below the p-value itself. So a study in which no true hypothesis has a p-value of at most
    # alpha is one without errors, and need not be adjusted; all others are, each by the function that studies use.
    k = scores.shape[2]
    pairs = pairs_with(0, k) if control else all_pairs(k)
    true = equal[pairs[:, 0], pairs[:, 1]]
    if not true.any():
        raise ValueError("equal: no pair of the family is equal, so that there can be no error")
    fitting: dict[str, tuple[Adjustment, Mapping[str, Any]]] = {}
    erring: dict[str, int] = {}
    false_shares: dict[str, float] = {}
    ranks = rank_scores(scores.reshape(-1, k)).reshape(scores.shape)
    values = scores if test.uses == "scores" else ranks
    for index, family in enumerate(families_of_studies(test, values, pairs, options, control=control)):
        if index == 0:
            fitting = {each[0].name: each for each in adjustments if not each[0].inapplicable(family)}
            erring, false_shares = dict.fromkeys((UNADJUSTED, *fitting), 0), dict.fromkeys((UNADJUSTED, *fitting), 0.0)
        if family.p[true].min() > alpha:
            continue
        for name in erring:
            rejected = _adjusted(family, fitting.get(name)) <= alpha
            wrong = int((rejected & true).sum())
            erring[name] += wrong > 0
            false_shares[name] += wrong / max(int(rejected.sum()), 1)
    draws = len(scores)
    return tuple(FamilyErrors(test.name, name, control, draws, erring[name], false_shares[name]) for name in erring)


def _adjusted(family: Family, adjustment: tuple[Adjustment, Mapping[str, Any]] | None) -> FloatArray:
    return family.p if adjustment is None else adjustment[0].adjust(family, **adjustment[1])


def family_wise_error(test, name, studies=STUDIES):
    """Share of studies in which a pair of equal algorithms is found to differ."""
    world = WORLDS[name]
    scores = world.scores(studies, DATASETS, ALGORITHMS, np.random.default_rng(1))
    adjustments = [(ADJUSTMENTS["holm"], {})]
    errors = errors_of_families(PAIRWISE[test], scores, world.equal(ALGORITHMS), LEVEL, adjustments=adjustments)
    return next(one.rate for one in errors if one.adjustment == "holm")


def rows(tests):
    """The rows of the file: test, world, share; simulated again are those of these tests, or of all."""
    with FILE.open(encoding="utf-8", newline="") as file:
        earlier = {(row["test"], row["world"]): row["error"] for row in csv.DictReader(file)}
    yield "test", "world", "error"
    for test in PAIRWISE:
        for name in WORLDS:
            is_kept = tests and test not in tests
            yield test, name, earlier[test, name] if is_kept else f"{family_wise_error(test, name):.4f}"


if __name__ == "__main__":
    written = list(rows(sys.argv[1:]))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(written)
