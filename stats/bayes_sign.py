"""The Bayesian sign test over data sets: exact probabilities from a Dirichlet posterior."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import FloatArray, check_count
from rankpress.stats.blocks import in_blocks
from rankpress.stats.differences import paired_differences
from rankpress.stats.posterior import (
    NO_DIRECTION,
    NOTHING_SHARED,
    Posterior,
    PriorPlace,
    check_prior,
    check_rope,
)

_PLACES = {"first": 0, "rope": 1, "second": 2}
_NODES = 600
_NEGLIGIBLE = 1e-18


@in_blocks
def bayes_sign(
    scores: ArrayLike,
    pairs: ArrayLike,
    rope: float,
    *,
    prior_strength: float = 1.0,
    prior_place: PriorPlace = "rope",
) -> Posterior:
    """The Bayesian sign test of two algorithms over data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan where a result is missing. A pair is compared over the data sets that both have.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    rope : float
        Scores that differ by no more than this are practically equivalent; at least 0, in the unit of the scores.
    prior_strength : float
        How many data sets the prior counts for; 0 for none.
    prior_place : {"rope", "first", "second"}
        Where the prior's data sets lie: in the rope, or in favour of one of the two.

    Returns
    -------
    Posterior
        `details` has `n_first`, `n_equal`, `n_second`, the data sets on which the first is better, neither, the second.

    Raises
    ------
    ValueError
        If scores are infinite, or pairs, rope or prior do not fit.

    Notes
    -----
    The chances that on a further data set the first is better by more than the rope, neither is, or the second is, have
    as posterior a Dirichlet distribution whose parameters are the three counts, the prior's strength added to one of
    them. A probability given here is the posterior's share on which that chance is the greatest of the three; it is not
    the chance itself. With a rope of 0 only the two sides are compared, as in [2]_: the posterior's share on which the
    first has the greater chance of the two, whatever the chance of a tie; `p_equal` is 0 then, and where no data set
    favours either, the two sides have one half each.

    The probabilities are not simulated: two parameters leave a beta distribution, three an integral in one dimension,
    taken by the trapezoidal rule, which is exact here to some 1e-12. Data sets are assumed independent.

    References
    ----------
    .. [1] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.
    .. [2] Benavoli, A., Mangili, F., Corani, G., Zaffalon, M. and Ruggeri, F. (2014). A Bayesian Wilcoxon signed-rank
       test based on the Dirichlet process. ICML 2014, Proceedings of Machine Learning Research 32 (2), 1026-1034.

    Examples
    --------
    Better on one data set, and nothing else known: of two chances that share the unit interval evenly, the greater.

    >>> test = bayes_sign([[0.9, 0.5]], [[0, 1]], rope=0.01)
    >>> test.p_first.round(12).tolist(), test.p_equal.round(12).tolist(), test.p_second.tolist()
    ([0.5], [0.5], [0.0])
    """
    counts, parameters = _parameters(scores, pairs, rope, prior_strength, prior_place)
    n_used = counts.sum(axis=1)
    distinct, where = np.unique(parameters, axis=0, return_inverse=True)
    p = np.array([_chances_of_greatest(row, rope) for row in distinct])[where.ravel()]
    p[n_used == 0] = np.nan
    undirected = (parameters == 0).all(axis=1)
    why = tuple(
        NOTHING_SHARED if not used else NO_DIRECTION if none else ""
        for used, none in zip(n_used.tolist(), undirected.tolist(), strict=True)
    )
    details = dict(zip(("n_first", "n_equal", "n_second"), counts.T, strict=True))
    return Posterior("sign", p[:, 0], p[:, 1], p[:, 2], rope, why, 0, None, np.zeros(len(p)), details, prior_strength)


def sign_draws(
    scores: ArrayLike,
    pair: tuple[int, int],
    rope: float,
    *,
    prior_strength: float = 1.0,
    prior_place: PriorPlace = "rope",
    draws: int = 50_000,
    seed: int = 0,
) -> FloatArray:
    """Draws from the posterior whose probabilities `bayes_sign` gives without drawing.

    Parameters
    ----------
    scores, rope, prior_strength, prior_place
        As for `bayes_sign`.
    pair : (int, int)
        Which algorithms to compare.
    draws, seed : int
        Number of draws, and their seed.

    Returns
    -------
    (n_draws, 3) float array
        By draw the chances that on a further data set the first is better by more than the rope, neither is, and the
        second is; no rows where the two share no data set, or nothing favours either.

    Raises
    ------
    ValueError
        As for `bayes_sign`, or if draws or seed do not fit.

    Examples
    --------
    >>> drawn = sign_draws([[0.9, 0.5], [0.8, 0.5]], (0, 1), rope=0.1, draws=4)
    >>> drawn.sum(axis=1).round(12).tolist(), drawn[:, 2].tolist()
    ([1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0])
    """
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    counts, parameters = _parameters(scores, [pair], rope, prior_strength, prior_place)
    if not counts.any() or not parameters.any():
        return np.empty((0, 3))
    weights = np.random.default_rng(seed).standard_gamma(parameters[0], (draws, 3))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)


def _parameters(
    scores: ArrayLike, pairs: ArrayLike, rope: float, prior_strength: float, prior_place: PriorPlace
) -> tuple[FloatArray, FloatArray]:
    """By pair, the data sets for the first, for neither and for the second, and the posterior's parameters."""
    check_rope(rope)
    check_prior(prior_strength, prior_place)
    differences, rounding = paired_differences(scores, pairs, missing=True)
    first = (differences > rope + rounding).sum(axis=0)
    second = (differences < -rope - rounding).sum(axis=0)
    n_used = np.isfinite(differences).sum(axis=0)
    counts = np.column_stack([first, n_used - first - second, second]).astype(np.float64)
    parameters = counts + prior_strength * (np.arange(3) == _PLACES[prior_place])
    if rope == 0:
        parameters[:, 1] = 0.0
    return counts, parameters


def _chances_of_greatest(parameters: FloatArray, rope: float) -> FloatArray:
    """Posterior probability of each of three Dirichlet components to be the greatest; those of parameter 0 are 0."""
    p = np.zeros(3)
    there = np.flatnonzero(parameters)
    if len(there) == 0:  # no prior and no data set that favours either
        p[:] = [0.5, 0, 0.5] if rope == 0 else [0, 1, 0]
    elif len(there) == 1:
        p[there] = 1.0
    elif len(there) == 2:
        one, other = parameters[there]
        p[there] = special.betainc(other, one, 0.5), special.betainc(one, other, 0.5)
    else:
        p[:] = [_chance_of_greatest(parameters[at], np.delete(parameters, at)) for at in range(3)]
    return p


def _chance_of_greatest(parameter: float, others: FloatArray) -> float:
    """Chance that a gamma variable exceeds two others, as which Dirichlet components compare.

    Over the logarithm of the variable the integrand is smooth and falls off at least as fast as exp(2 t) on the left,
    since two of the three parameters are whole numbers, so that equal steps lose nothing.
    """
    low = np.log(special.gammaincinv(parameter, _NEGLIGIBLE)) if parameter > 1 else -np.inf
    steps = np.linspace(max(low, -22.0), np.log(special.gammainccinv(parameter, _NEGLIGIBLE)), _NODES)
    density = np.exp(parameter * steps - np.exp(steps) - special.gammaln(parameter))
    below = special.gammainc(others[0], np.exp(steps)) * special.gammainc(others[1], np.exp(steps))
    return float((density * below).sum() * (steps[1] - steps[0]))
