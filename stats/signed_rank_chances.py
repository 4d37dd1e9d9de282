"""The three chances that the Bayesian signed-rank test compares, as the weights of the data sets make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray

_BLOCK = 2**17
"""Numbers drawn at a time, so that all pairs work on weights that are still in the cache."""


@dataclass(frozen=True)
class Side:
    """Which sums of two differences, in ascending order, lie beyond the rope on one side.

    Parameters
    ----------
    alone : int
        The first difference whose double does.
    partners : (n,) int array
        For the differences just before that, as far as there are any for them: the first that does with each.
    with_prior : int
        The first difference that does together with the prior's.
    prior : bool
        Whether the double of the prior's does.
    """

    alone: int
    partners: IntArray
    with_prior: int
    prior: bool


@dataclass(frozen=True)
class Case:
    """The two sides of a pair, `below` in descending order, turned so that the first is not the less favoured.

    A pair and its reverse are so one case, turned once, and get opposite outcomes from the same draws; those of which
    the differences are as much in favour of one as of the other get the same outcome for both.
    """

    above: Side
    below: Side
    turned: bool
    balanced: bool

    def in_order(self, of_first: float, of_equal: float, of_second: float) -> FloatArray:
        """Three numbers of the case as those of the pair."""
        if self.balanced:
            of_first = of_second = (of_first + of_second) / 2
        return np.array([of_second, of_equal, of_first] if self.turned else [of_first, of_equal, of_second])


def make_case(differences: FloatArray, rope: float, rounding: float, prior: float) -> Case:
    """The case of a pair from its differences, of which those as near as `rounding` are equal, and the prior's one."""
    ascending = np.sort(differences[np.isfinite(differences)])
    outermost = ascending + ascending[::-1]
    uneven = outermost[np.abs(outermost) > 2 * rounding]
    turned = bool((uneven[0] if uneven.size else prior) < 0)
    if turned:
        ascending, prior = -ascending[::-1], -prior
    above, below = (_side(*side, 2 * (rope + rounding)) for side in ((ascending, prior), (-ascending[::-1], -prior)))
    return Case(above, below, turned, balanced=not uneven.size and prior == 0)


def _side(ascending: FloatArray, prior: float, threshold: float) -> Side:
    alone = int(np.searchsorted(ascending, threshold / 2, side="right"))
    partners = np.maximum(np.searchsorted(ascending, threshold - ascending[:alone], side="right"), alone)
    with_prior = int(np.searchsorted(ascending, threshold - prior, side="right"))
    return Side(alone, partners[partners < ascending.size], with_prior, prior > threshold)


def mean_weights(case: Case, n: int, rope: float, prior_strength: float) -> FloatArray:
    """Posterior means of the three chances, from the moments of the Dirichlet distribution."""
    above, below = (_moment(side, n, prior_strength) for side in (case.above, case.below))
    all_of_it = (n + prior_strength) * (n + prior_strength + 1)
    between = all_of_it - above - below
    if rope == 0:
        above, below, between = above + between / 2, below + between / 2, 0.0
    return case.in_order(above, between, below) / all_of_it


def _moment(side: Side, n: int, prior_strength: float) -> float:
    """Sum of the mean products of weights on a side, in units of the mean product of two different data sets'."""
    alone = n - side.alone
    of_two = 2 * int((n - side.partners).sum()) + alone * (alone - 1)
    of_prior = 2 * (n - side.with_prior) + (prior_strength + 1) * side.prior
    return of_two + 2 * alone + prior_strength * of_prior


def drawn_chances(
    cases: Sequence[Case], n: int, prior_strength: float, draws: int, rng: np.random.Generator
) -> Iterator[tuple[int, FloatArray, FloatArray, FloatArray]]:
    """Draw by blocks the place of each case, its chances above and below the rope, and the sum of all three.

    `n` is the number of data sets that all these cases have; chances are those of the case, not turned to the pair.
    """
    size = max(_BLOCK // n, 16)
    for start in range(0, draws, size):
        weights = rng.standard_exponential((n, min(size, draws - start)))
        prior = np.asarray(rng.standard_gamma(prior_strength, weights.shape[1]))
        upward, downward = _with_tails(weights), _with_tails(weights[::-1])
        in_all = (upward[1][0] + prior) ** 2
        for place, case in enumerate(cases):
            yield place, _chance(case.above, *upward, prior), _chance(case.below, *downward, prior), in_all


def _with_tails(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weights by place and draw, and the sum of those from each place on."""
    tails = np.zeros((weights.shape[0] + 1, weights.shape[1]))
    tails[:-1] = np.cumsum(weights[::-1], axis=0)[::-1]
    return weights, tails


def _chance(side: Side, weights: FloatArray, tails: FloatArray, prior: FloatArray) -> FloatArray:
    """By draw, the sum of products of weights on a side; weights are not scaled to add up to 1."""
    chance: FloatArray = tails[side.alone] ** 2 + 2 * prior * tails[side.with_prior] + side.prior * prior**2
    if side.partners.size:
        rows = slice(side.alone - side.partners.size, side.alone)
        chance += 2 * np.einsum("ij,ij->j", weights[rows], tails[side.partners])
    return chance
