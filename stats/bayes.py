"""The Bayesian sign test over data sets and correlated t test over folds, and their posteriors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_matrix, check_count, paired_differences
from rankpress.stats.resampled import CONSTANT_TO, corrected_standard_error
from rankpress.stats.walsh import in_blocks

PriorPlace = Literal["rope", "first", "second"]

NOTHING_SHARED = "there is no data set on which both have a result"
NO_DIRECTION = "the two score alike everywhere, which favors neither"


@dataclass(frozen=True)
class Posterior:
    """Describe what is believed of several pairs of algorithms once the scores are known.

    Parameters
    ----------
    name : str
        The procedure.
    p_first, p_equal, p_second : (n_pairs,) float arrays
        Probabilities that the first of the pair is better by more than the rope, that the two are practically
        equivalent, and that the second is better by more than the rope; they add up to 1. nan where there is nothing to
        go by.
    rope : float
        Half the width of the region of practical equivalence, in the unit of the scores.
    why : tuple of str
        By pair, why probabilities are nan or cannot lean to one side; "" for the others.
    draws : int
        Draws from the posterior; 0 where the probabilities are exact.
    seed : int or None
        Of the posterior samples; None where there are none.
    monte_carlo_error : (n_pairs,) float array
        The largest standard error of the three probabilities that comes of the number of draws; 0 where they are exact.
    details : mapping of str to (n_pairs,) array
        Further results of the procedure.
    prior_strength : float or None
        For how many data sets the prior counts; None where it is improper.

    Examples
    --------
    >>> from rankpress.stats import bayes_correlated_t
    >>> posterior = bayes_correlated_t([[0.02], [0.04], [0.03], [0.01], [0.05]], 1 / 4, rope=0.01)
    >>> posterior.p_first.round(2).tolist(), posterior.p_second.round(2).tolist()
    ([0.93], [0.01])
    """

    name: str
    p_first: FloatArray
    p_equal: FloatArray
    p_second: FloatArray
    rope: float
    why: tuple[str, ...]
    draws: int
    seed: int | None
    monte_carlo_error: FloatArray
    details: Mapping[str, FloatArray] = field(default_factory=dict)
    prior_strength: float | None = None

    def turn(self, turned: BoolArray) -> Posterior:
        """Return the same with some of the pairs the other way round, whose mean differences then are negative."""
        details = dict(self.details)
        if "mean" in details:
            details["mean"] = np.where(turned, 0.0 - details["mean"], details["mean"])
        first, second = np.where(turned, [self.p_second, self.p_first], [self.p_first, self.p_second])
        return replace(self, p_first=first, p_second=second, details=details)


def check_rope(rope: float) -> None:
    """Refuse a region of practical equivalence that is negative or not finite."""
    if not 0 <= rope < np.inf:
        raise ValueError(f"rope: got {rope!r}; a finite number of at least 0 is needed")


def check_prior(strength: float, place: str) -> None:
    """Refuse a prior strength that is negative or not finite, and a place that is none."""
    if not 0 <= strength < np.inf:
        raise ValueError(f"prior_strength: got {strength!r}; a finite number of at least 0 is needed")
    if place not in ("rope", "first", "second"):
        raise ValueError(f"prior_place: got {place!r}; rope, first or second is needed")


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
    """Return the Bayesian sign test of two algorithms over data sets.

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
        Where the prior's data sets lie: in the rope, or in favor of one of the two.

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
    favors either, the two sides have one half each.

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
    distinct, place = np.unique(parameters, axis=0, return_inverse=True)
    p = np.array([_chances_of_greatest(row, rope) for row in distinct])[place.ravel()]
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
    """Draw samples from the posterior whose probabilities `bayes_sign` gives without drawing.

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
        second is; no rows where the two share no data set, or nothing favors either.

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
        first, second = parameters[there]
        p[there] = scipy.special.betainc(second, first, 0.5), scipy.special.betainc(first, second, 0.5)
    else:
        p[:] = [_chance_of_greatest(parameters[index], np.delete(parameters, index)) for index in range(3)]
    return p


def _chance_of_greatest(parameter: float, others: FloatArray) -> float:
    """Chance that a gamma variable exceeds two others, as which Dirichlet components compare."""
    # Over the logarithm of the variable the integrand is smooth and falls off at least as fast as exp(2 t) on the left,
    # since two of the three parameters are whole numbers, so that equal steps lose nothing.
    low = np.log(scipy.special.gammaincinv(parameter, _NEGLIGIBLE)) if parameter > 1 else -np.inf
    steps = np.linspace(max(low, -22.0), np.log(scipy.special.gammainccinv(parameter, _NEGLIGIBLE)), _NODES)
    density = np.exp(parameter * steps - np.exp(steps) - scipy.special.gammaln(parameter))
    below = scipy.special.gammainc(others[0], np.exp(steps)) * scipy.special.gammainc(others[1], np.exp(steps))
    return float((density * below).sum() * (steps[1] - steps[0]))


NO_SPREAD = "the difference is the same on every fold, so that the posterior is that one value"


def bayes_correlated_t(differences: ArrayLike, test_train_ratio: float, rope: float) -> Posterior:
    """Return the Bayesian correlated t test of the mean difference over folds.

    Parameters
    ----------
    differences : (n_folds, n_pairs) array_like
        Score of the first minus that of the second, higher being better, on each fold of each repeat.
    test_train_ratio : float
        Number of test cases divided by number of training cases, 1/9 in ten-fold cross-validation.
    rope : float
        Mean scores that differ by no more than this are practically equivalent; at least 0, in the unit of the scores.

    Returns
    -------
    Posterior
        Exact. `details` has `mean`, `scale` and `df` of the posterior of the mean difference, a Student's t. Where all
        differences are equal, the posterior is that one value, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two folds, differences that are missing, a ratio that is not positive, or a rope below 0.

    Notes
    -----
    Under the matching (improper) prior the mean difference has a posterior Student's t with n - 1 degrees of freedom,
    about the mean of the differences, with squared scale (1 / n + rho / (1 - rho)) s^2, n being the number of folds
    and s^2 the sample variance of the differences. The correlation of two folds, rho, is taken to be the share of
    cases tested on, n_test / (n_test + n_train), so that rho / (1 - rho) is the ratio of the variance-corrected
    resampled t test. With a rope of 0 the lesser of the two probabilities is half the p-value of that test; `p_equal`
    is 0 then, and where every difference is 0, the two sides have one half each.

    References
    ----------
    .. [1] Corani, G. and Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms on multiple
       data sets. Machine Learning 100, 285-304. doi:10.1007/s10994-015-5486-z
    .. [2] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.

    Examples
    --------
    The corrected resampled t test of these folds has a p of 0.0474, twice what is left here for the second:

    >>> test = bayes_correlated_t([[0.02], [0.04], [0.03], [0.01], [0.05]], 1 / 4, rope=0)
    >>> test.p_first.round(4).tolist(), test.p_second.round(4).tolist()
    ([0.9763], [0.0237])
    """
    check_rope(rope)
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    mean, scale = matrix.mean(axis=0), corrected_standard_error(matrix, test_train_ratio)
    df = np.full_like(mean, matrix.shape[0] - 1)
    constant = scale == 0
    p_first = np.where(constant, _beyond(mean, rope), _above(rope, mean, scale, df))
    p_second = np.where(constant, _beyond(-mean, rope), _above(rope, -mean, scale, df))
    p_equal = np.zeros_like(mean) if rope == 0 else np.clip(1 - p_first - p_second, 0.0, 1.0)
    why = tuple(
        "" if not same else NO_DIRECTION if rope == 0 and index == 0 else NO_SPREAD
        for same, index in zip(constant, mean, strict=True)
    )
    details = {"mean": mean, "scale": scale, "df": df}
    return Posterior("correlated-t", p_first, p_equal, p_second, rope, why, 0, None, np.zeros_like(mean), details)


def _above(rope: float, mean: FloatArray, scale: FloatArray, df: FloatArray) -> FloatArray:
    """Chance of more than the rope; meaningless where the scale is 0."""
    with np.errstate(over="ignore"):  # an infinite distance leaves no doubt
        distance = np.divide(rope - mean, scale, out=np.zeros_like(mean), where=scale > 0)
    return np.asarray(scipy.special.stdtr(df, -distance), dtype=np.float64)


def _beyond(mean: FloatArray, rope: float) -> FloatArray:
    """Whether a mean that is certain lies beyond the rope, but for rounding; one half for 0 against a rope of 0."""
    beyond = mean > rope + CONSTANT_TO * np.abs(mean)
    return np.where((rope == 0) & (mean == 0), 0.5, beyond)
