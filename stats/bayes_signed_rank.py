"""The Bayesian signed-rank test over data sets, by draws from a Dirichlet process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, check_count, paired_differences
from rankpress.stats.bayes import NO_DIRECTION, NOTHING_SHARED, Posterior, PriorPlace, check_prior, check_rope

_BLOCK = 2**17
"""Numbers drawn at a time, so that all pairs work on weights that are still in the cache."""


@dataclass(frozen=True)
class Side:
    """Which sums of two differences, in ascending order, lie beyond the rope on one side."""

    alone: int  # the first difference whose double does
    # (n,): for the differences just before that, as far as there are any for them: the first that does with each
    partners: IntArray
    with_prior: int  # the first difference that does together with the prior's
    prior: bool  # whether the double of the prior's does


@dataclass(frozen=True)
class Case:
    """The two sides of a pair, `below` in descending order, turned so that the first is not the less favored.

    A pair and its reverse are so one case, turned once, and get opposite outcomes from the same draws; those of which
    the differences are as much in favor of one as of the other get the same outcome for both.
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
    """Draw by blocks the place of each case, its chances above and below the rope, and the sum of all three."""
    # `n` is the number of data sets that all these cases have; chances are those of the case, not turned to the pair.
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


_PSEUDO = {"first": np.inf, "rope": 0.0, "second": -np.inf}


def bayes_signed_rank(
    scores: ArrayLike,
    pairs: ArrayLike,
    rope: float,
    *,
    prior_strength: float = 0.5,
    prior_place: PriorPlace = "rope",
    draws: int = 50_000,
    seed: int = 0,
) -> Posterior:
    """Return the Bayesian signed-rank test of two algorithms over data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan where a result is missing. A pair is compared over the data sets that both have.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    rope : float
        Scores that differ by no more than this are practically equivalent; at least 0, in the unit of the scores.
    prior_strength : float
        Weight of the prior's one data set, that of a real one being 1; 0 for no prior.
    prior_place : {"rope", "first", "second"}
        The difference on the prior's data set: 0, or without bound in favor of one of the two.
    draws : int
        Draws from the posterior.
    seed : int
        Of the posterior samples. Pairs with the same number of data sets share them, so that the outcome of a pair
        does not depend on which others are compared.

    Returns
    -------
    Posterior
        `details` has `n_used`, the number of data sets that both have, and `weight_first`, `weight_equal`,
        `weight_second`, the posterior means of the three chances that the notes speak of, which are exact.

    Raises
    ------
    ValueError
        If scores are infinite, or pairs, rope, prior, draws or seed do not fit.

    Notes
    -----
    Of two further data sets, the mean of the differences lies above the rope, in it (its bounds included), or below.
    The posterior of these three chances comes from Dirichlet weights of the data sets and the prior's, with parameters
    1 and the prior's strength: each is the sum of w_i w_j over the i and j whose differences have such a mean ([1]_,
    on the signed-rank test). A probability given here is the share of draws in which that chance is the greatest of
    the three; it is not the chance itself. With a rope of 0 means of zero count half to each side, as in [2]_;
    `p_equal` is 0, and where no mean differs from zero, the two sides have one half each. Data sets are assumed
    independent, and differences comparable between them.

    Every draw asks, for each data set, which others make a mean beyond the rope. In the order of the differences these
    are the last ones, so that running sums of the weights answer it, and since all weights are distributed alike, the
    same weights serve every pair in its own order. `monte_carlo_error` counts one draw for and one against besides the
    draws made, so that it is not 0 where all of them agree.

    References
    ----------
    .. [1] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.
    .. [2] Benavoli, A., Mangili, F., Corani, G., Zaffalon, M. and Ruggeri, F. (2014). A Bayesian Wilcoxon signed-rank
       test based on the Dirichlet process. ICML 2014, Proceedings of Machine Learning Research 32 (2), 1026-1034.

    Examples
    --------
    Of two data sets, one in favor of each, by as much: the two weights are alike, and with no prior and no rope either
    algorithm is as likely the better one.

    >>> test = bayes_signed_rank([[0.9, 0.5], [0.5, 0.9]], [[0, 1]], rope=0, prior_strength=0)
    >>> test.p_first.round(1).tolist(), test.p_second.round(1).tolist(), test.details["weight_first"].round(12).tolist()
    ([0.5], [0.5], [0.5])
    """
    check_rope(rope)
    check_prior(prior_strength, prior_place)
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    differences, cases = _cases(scores, pairs, rope, prior_place)
    n_used = np.isfinite(differences).sum(axis=0)
    won = np.full((len(cases), 3), np.nan)
    weights = won.copy()
    for n in np.unique(n_used[n_used > 0]).tolist():
        places = np.flatnonzero(n_used == n)
        batch = [cases[place] for place in places]
        weights[places] = [mean_weights(case, n, rope, prior_strength) for case in batch]
        won[places] = _draws_won(batch, n, rope, prior_strength, draws, np.random.default_rng([seed, n]))
    p, smoothed = won / draws, (won + 1) / (draws + 2)
    error = np.sqrt(smoothed * (1 - smoothed) / draws).max(axis=1)
    undirected = np.logical_not(np.nan_to_num(differences).any(axis=0))
    undirected &= rope == 0 and (prior_place == "rope" or prior_strength == 0)
    why = tuple(
        NOTHING_SHARED if not used else NO_DIRECTION if none else ""
        for used, none in zip(n_used.tolist(), undirected.tolist(), strict=True)
    )
    names = ("weight_first", "weight_equal", "weight_second")
    details = {"n_used": n_used.astype(np.float64), **dict(zip(names, weights.T, strict=True))}
    return Posterior("signed-rank", p[:, 0], p[:, 1], p[:, 2], rope, why, draws, seed, error, details, prior_strength)


def signed_rank_draws(
    scores: ArrayLike,
    pair: tuple[int, int],
    rope: float,
    *,
    prior_strength: float = 0.5,
    prior_place: PriorPlace = "rope",
    draws: int = 50_000,
    seed: int = 0,
) -> FloatArray:
    """Return the draws by which `bayes_signed_rank` compares one pair.

    Parameters
    ----------
    scores, rope, prior_strength, prior_place, draws, seed
        As for `bayes_signed_rank`.
    pair : (int, int)
        Which algorithms to compare.

    Returns
    -------
    (n_draws, 3) float array
        By draw the chances that the mean of two further differences is above the rope, in it, and below; no rows where
        the two share no data set. The share of draws in which a chance is the greatest is the probability that
        `bayes_signed_rank` gives, but for pairs whose differences are symmetric about 0, where it is so to within the
        Monte Carlo error.

    Raises
    ------
    ValueError
        As for `bayes_signed_rank`.

    Examples
    --------
    >>> drawn = signed_rank_draws([[0.9, 0.5], [0.8, 0.5]], (0, 1), rope=0.1, draws=4)
    >>> drawn.shape, drawn.sum(axis=1).round(12).tolist()
    ((4, 3), [1.0, 1.0, 1.0, 1.0])
    """
    check_rope(rope)
    check_prior(prior_strength, prior_place)
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    differences, (case,) = _cases(scores, [pair], rope, prior_place)
    n = int(np.isfinite(differences).sum())
    blocks = drawn_chances([case], n, prior_strength, draws, np.random.default_rng([seed, n])) if n else ()
    chances = [np.empty((0, 3))]
    for _, above, below, in_all in blocks:
        between = np.maximum(in_all - above - below, 0.0)
        if rope == 0:
            above, below, between = above + between / 2, below + between / 2, np.zeros_like(between)
        ordered = (below, between, above) if case.turned else (above, between, below)
        chances.append(np.column_stack(ordered) / in_all[:, None])
    return np.concatenate(chances)


def _cases(scores: ArrayLike, pairs: ArrayLike, rope: float, prior_place: PriorPlace) -> tuple[FloatArray, list[Case]]:
    """Differences of the pairs, and what beyond the rope is asked of them."""
    differences, rounding = paired_differences(scores, pairs, missing=True)
    pseudo, slack = _PSEUDO[prior_place], np.nan_to_num(rounding).max(axis=0)
    return differences, [
        make_case(column, rope, near, pseudo) for column, near in zip(differences.T, slack, strict=True)
    ]


def _draws_won(
    cases: list[Case], n: int, rope: float, prior_strength: float, draws: int, rng: np.random.Generator
) -> FloatArray:
    """By case, the number of draws in which each of the three chances is the greatest."""
    won = np.zeros((len(cases), 3))
    for place, above, below, in_all in drawn_chances(cases, n, prior_strength, draws, rng):
        won[place] += cases[place].in_order(*_count(above, below, in_all, rope))
    return won


def _count(above: FloatArray, below: FloatArray, in_all: FloatArray, rope: float) -> tuple[float, float, float]:
    """Draws won by each of the three; those that no one wins go to the rope, with none to both sides by halves."""
    if rope == 0:
        first, second = int((above > below).sum()), int((below > above).sum())
        undecided = (above.size - first - second) / 2
        return first + undecided, 0.0, second + undecided
    between = in_all - above - below
    first = int((above > np.maximum(below, between)).sum())
    second = int((below > np.maximum(above, between)).sum())
    return first, above.size - first - second, second
