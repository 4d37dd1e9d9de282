"""Hedges' g of two algorithms over data sets, with the noncentral t distribution."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, check_level, exponents, paired_differences
from rankpress.stats.bootstrap import DRAWS, bca, blocks_of_counts
from rankpress.stats.effects import NO_DIFFERENCE, PairEffects, are_alike, are_constant
from rankpress.stats.tails import normal_quadrature
from rankpress.stats.walsh import in_blocks

_LARGE = 100.0
_NODES = 64
_SECANTS = 3
# More than the error of a chance can move its noncentrality, the later ones by far.
_MARGINS = (1e-13, 1e-11, 1e-8)


def noncentral_t_cdf(t: FloatArray, df: float, noncentrality: FloatArray) -> FloatArray:
    """P(T <= t) for a noncentral T = (Z + noncentrality) / S, S the root of a chi-squared over its df."""
    # Beyond _LARGE, where SciPy's function may return nan or run for minutes, P(S >= (Z + noncentrality) / t) is
    # integrated over Z by Gauss-Hermite quadrature; the integrand is smooth there, and the error is below 1e-6.
    cdf = np.empty(t.shape)
    large = t > _LARGE
    cdf[~large] = scipy.special.nctdtr(df, noncentrality[~large], t[~large])
    if large.any():
        nodes, weights = normal_quadrature(_NODES)
        s = np.maximum(nodes + noncentrality[large, None], 0.0) / t[large, None]
        cdf[large] = scipy.special.gammaincc(df / 2, df / 2 * s**2) @ weights
    return cdf


def noncentrality_interval(t: FloatArray, df: float, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the noncentralities for which neither P(T >= t) nor P(T <= t) is below (1 - level) / 2."""
    size, tail = np.abs(t), (1 - level) / 2
    near, far = _noncentrality(size, df, 1 - tail), _noncentrality(size, df, tail)
    return np.where(t < 0, -far, near), np.where(t < 0, -near, far)


def _noncentrality(t: FloatArray, df: float, probability: float) -> FloatArray:
    """Return the noncentrality for which P(T <= t) is the probability, which falls as it grows."""
    low, high = _bracket(t, df, probability)
    while (wide := np.flatnonzero(high - low > 2 * _MARGINS[0] * (1 + np.abs(low) + np.abs(high)))).size:
        middle = (low[wide] + high[wide]) / 2
        above = noncentral_t_cdf(t[wide], df, middle) > probability
        low[wide], high[wide] = np.where(above, middle, low[wide]), np.where(above, high[wide], middle)
    return np.asarray((low + high) / 2, dtype=np.float64)


def _bracket(t: FloatArray, df: float, probability: float) -> tuple[FloatArray, FloatArray]:
    """Return two noncentralities, as close to each other as can be, at the first of which alone the chance is larger.

    As a normal quantile the chance is almost linear in the noncentrality, so that secants meet the probability soon.
    """
    target, width = scipy.special.ndtri(probability), np.sqrt(1 + t**2 / (2 * df))
    first = t * (1 - 1 / (4 * df)) - target * width
    second = first + 0.01 * width
    with np.errstate(all="ignore"):
        f, g = (scipy.special.ndtri(noncentral_t_cdf(t, df, delta)) - target for delta in (first, second))
        for _ in range(_SECANTS):
            first, second, f = second, second - g * (second - first) / (g - f), g
            g = scipy.special.ndtri(noncentral_t_cdf(t, df, second)) - target
    low, high = np.full(t.shape, -10.0), t * np.sqrt(scipy.special.chdtri(df, 1e-12) / df) + 10.0
    left = np.arange(t.size)
    with np.errstate(invalid="ignore"):
        for margin in _MARGINS:
            size, near = t[left], second[left]
            below, beyond = near - margin * (1 + np.abs(near)), near + margin * (1 + np.abs(near))
            sure = noncentral_t_cdf(size, df, below) > probability
            sure &= noncentral_t_cdf(size, df, beyond) <= probability
            low[left[sure]], high[left[sure]] = below[sure], beyond[sure]
            left = left[~sure]
            if not left.size:
                break
    return low, high


INFINITE = "the difference is the same on every data set, so that g is infinite"
_TWO_DATASETS = "two data sets have no unbiased g"
DEGENERATE = "too many resamples of so few data sets have no variance"


@in_blocks
def hedges_g(
    scores: ArrayLike,
    pairs: ArrayLike,
    level: float = 0.95,
    *,
    bootstrap: bool = False,
    draws: int = DRAWS,
    seed: int = 1,
) -> PairEffects:
    """Compute Hedges' g for paired data, with the interval from the noncentral t or a bootstrap one.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.
    bootstrap : bool
        Whether intervals come from resampled data sets.
    draws, seed : int
        Of the resamples.

    Returns
    -------
    PairEffects
        Without unit, positive where the first of the pair is better; 0 is no difference. nan where all differences are
        equal and not zero, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The standardizer is the standard deviation of the differences, which makes of the mean difference what is called
    d_z, t / sqrt(n): it says how far one algorithm is ahead compared with how much its lead varies. The other usual
    one, the average standard deviation of the two columns (d_av), would measure how much data sets differ in
    difficulty, which a paired design removes; it is not offered. g is J(n - 1) d_z with the correction of equation 6e
    of [1]_, J(m) = Gamma(m / 2) / (sqrt(m / 2) Gamma((m - 1) / 2)), which makes it unbiased; for n = 2 the expectation
    of d_z is infinite, J is 0, and the estimate nan.

    For normal differences sqrt(n) d_z has the noncentral t distribution, and the noncentralities that it agrees with,
    divided by sqrt(n), are an exact interval for what g estimates [2]_. It is not multiplied by J, so that g need not
    lie in its middle. For other differences there is no closed form. The variance of d_z of many data sets is
    1 - d_z s + d_z^2 (k - 1) / 4 with the skewness s and kurtosis k of the differences, divided by n, and
    1 + d_z^2 / 2 for normal ones; where the first is larger, both parts of the interval next to d_z are multiplied by
    the root of their ratio. In simulations of 10, 30 and 100 data sets and a true value of 0, 0.5 and -0.5, intervals
    of level 0.95 held it in 94 to 96% of studies with normal differences, in 88 to 96% with those of Student's t with 3
    degrees of freedom, and in 87 to 99% with exponential ones; without the ratio in as few as 80%. `bootstrap` (BCa)
    makes no assumption, and needs many data sets.

    References
    ----------
    .. [1] Hedges, L. V. (1981). Distribution theory for Glass's estimator of effect size and related estimators.
       Journal of Educational Statistics 6, 107-128. doi:10.3102/10769986006002107
    .. [2] Cumming, G. and Finch, S. (2001). A primer on the understanding, use, and calculation of confidence intervals
       that are based on central and noncentral distributions. Educational and Psychological Measurement 61, 532-574.
       doi:10.1177/0013164401614002

    Examples
    --------
    Ten differences of mean 1 and variance 1, so that d_z is 1 and g is J(9):

    >>> scores = np.column_stack([1 + np.repeat([-1, 1], 5) * np.sqrt(0.9), np.zeros(10)])
    >>> effect = hedges_g(scores, [[0, 1]])
    >>> effect.estimate.round(4).tolist(), effect.low.round(3).tolist(), effect.high.round(3).tolist()
    ([0.9139], [0.214], [1.751])
    """
    check_level("level", level)
    differences, rounding = paired_differences(scores, pairs, rows=2)
    n_datasets = len(differences)
    constant, absent = are_constant(differences, rounding), are_alike(differences)
    differences = np.ldexp(differences, -exponents(differences))  # g has no unit, and squares stay within a float
    estimate = _g(differences.mean(axis=0), differences.var(axis=0, ddof=1), n_datasets)
    estimate = np.where(constant, np.where(absent, 0.0, np.nan), estimate)
    why = tuple(
        NO_DIFFERENCE if none else INFINITE if same else "" for none, same in zip(absent, constant, strict=True)
    )
    low, high = np.where(absent, 0.0, np.full((2, len(absent)), np.nan))
    varying = ~constant
    if n_datasets == 2:
        estimate[varying] = np.nan
        why = tuple(reason or _TWO_DATASETS for reason in why)
    if bootstrap and n_datasets > 2:
        some = differences[:, varying]
        low[varying], high[varying] = _bootstrapped(some, estimate[varying], level, draws, seed)
        why = _and_degenerate(why, varying & np.isnan(low + high))
        return PairEffects("hedges-g", estimate, low, high, level, "BCa", why)
    t = differences.mean(axis=0)[varying] / np.sqrt(differences.var(axis=0, ddof=1)[varying] / n_datasets)
    ends = noncentrality_interval(t, n_datasets - 1, level)
    middle, ratio = t / np.sqrt(n_datasets), _error_ratio(differences[:, varying])
    low[varying], high[varying] = (middle + ratio * (end / np.sqrt(n_datasets) - middle) for end in ends)
    return PairEffects("hedges-g", estimate, low, high, level, "noncentral t", why)


def _error_ratio(differences: FloatArray) -> FloatArray:
    """Return how much larger the standard error of d is than that for normal differences; 1 where it is smaller."""
    off = (differences - differences.mean(axis=0)) / differences.std(axis=0)
    d = differences.mean(axis=0) / differences.std(axis=0, ddof=1)
    variance = 1 - d * (off**3).mean(axis=0) + d**2 * ((off**4).mean(axis=0) - 1) / 4
    return np.asarray(np.sqrt(np.maximum(variance / (1 + d**2 / 2), 1.0)), dtype=np.float64)


def _g(mean: FloatArray, variance: FloatArray, n_datasets: int) -> FloatArray:
    """Hedges' g of so many data sets whose differences have this mean and variance; infinite where they do not vary."""
    half = (n_datasets - 1) / 2
    correction = 0.0 if half == 0.5 else float(np.exp(scipy.special.gammaln(half) - scipy.special.gammaln(half - 0.5)))
    infinite = np.where(mean == 0, 0.0, np.copysign(np.inf, mean))
    g = np.divide(correction / np.sqrt(half) * mean, np.sqrt(variance), out=infinite, where=variance > 0)
    return np.asarray(g, dtype=np.float64)


def _and_degenerate(why: tuple[str, ...], degenerate: BoolArray) -> tuple[str, ...]:
    return tuple(DEGENERATE if bad else reason for reason, bad in zip(why, degenerate, strict=True))


def _bootstrapped(
    differences: FloatArray, estimate: FloatArray, level: float, draws: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """BCa intervals; all pairs share the resamples."""
    n_datasets = len(differences)
    centre = differences.mean(axis=0)
    off = differences - centre  # so that no digits are lost to a mean that is far from zero
    squares = off**2
    resampled = np.concatenate(
        [
            _g(*_moments(counts @ off, counts @ squares, n_datasets, centre), n_datasets)
            for counts in blocks_of_counts(n_datasets, draws, seed)
        ]
    )
    # the correction is a factor, which does not matter to the acceleration
    left_out = _g(*_moments(-off, squares.sum(axis=0) - squares, n_datasets - 1, centre), n_datasets)
    return bca(estimate, resampled, left_out, level)


def _moments(sums: FloatArray, squares: FloatArray, n: int, centre: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and variance where the sums of n centred differences and of their squares are these."""
    rest = squares - sums**2 / n
    # what rounding alone leaves of the squares is no variance
    return centre + sums / n, np.where(rest <= 1e-13 * squares, 0.0, rest) / (n - 1)
