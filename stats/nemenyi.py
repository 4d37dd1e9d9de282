"""Nemenyi's test of all pairs, and the Bonferroni-Dunn test against a control."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.adjustments import bonferroni
from rankpress.stats.arrays import FloatArray, as_vector, check_count, check_level
from rankpress.stats.ranks import rank_standard_error
from rankpress.stats.tails import normal_cdf, normal_isf

# The integrand is an entire function that falls off like a normal density, so that the error of the
# trapezoidal rule falls faster than any power of the step; with this grid only rounding is left.
_STEP = 0.05
_GRID = _STEP * np.arange(-200, 201)

_AT_ONCE = 1000


@dataclass(frozen=True)
class CriticalDifference:
    """Hold the difference of average ranks from which on two algorithms differ significantly.

    Parameters
    ----------
    alpha : float
        Family-wise significance level.
    q : float
        The critical difference in standard errors.
    cd : float
        The critical difference in ranks.

    Examples
    --------
    >>> from rankpress.stats import nemenyi_critical_difference
    >>> round(nemenyi_critical_difference(0.05, n_algorithms=4, n_datasets=14).cd, 2)
    1.25
    """

    alpha: float
    q: float
    cd: float


def studentized_range_sf(q: ArrayLike, k: int) -> FloatArray:
    """Chance that the range of k standard normal variables exceeds q (infinite degrees of freedom)."""
    # With z the largest of the k, P(range > q) = k * integral of phi(z) (Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1))
    # dz, which is summed without cancellation, so that small probabilities keep their relative accuracy. On the
    # trapezoidal rule see Trefethen and Weideman (2014).
    check_count("k", k, 2)
    ranges = np.array(q, dtype=np.float64)
    if not (ranges >= 0).all():
        raise ValueError(f"q: got {ranges[~(ranges >= 0)].flat[0]}; ranges are numbers of at least 0")
    ranges = np.minimum(ranges, 100.0)[..., np.newaxis]  # beyond, the chance is below the smallest number
    z = ranges / 2 + _GRID
    below = normal_cdf(z)
    far_below = np.divide(normal_cdf(z - ranges), below, out=np.zeros_like(z), where=below > 0)
    with np.errstate(divide="ignore"):  # log 0 at q = 0, whose exponential is the right 0
        some_out_of_range = -np.expm1((k - 1) * np.log1p(-np.minimum(far_below, 1.0)))
    density = k * np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) * below ** (k - 1)
    return np.asarray(np.clip((density * some_out_of_range).sum(axis=-1) * _STEP, 0.0, 1.0), dtype=np.float64)


@lru_cache(maxsize=256)  # fifty sums for each level of each diagram of a report
def studentized_range_isf(alpha: float, k: int) -> float:
    """Return the range that k standard normal variables exceed with probability alpha."""
    check_level("alpha", alpha)
    low, high = 0.0, 100.0
    while (middle := (low + high) / 2) not in (low, high):  # until two neighbouring numbers are left
        if studentized_range_sf(middle, k) > alpha:
            low = middle
        else:
            high = middle
    return high


def nemenyi(z: ArrayLike, n_algorithms: int) -> FloatArray:
    """Adjust the z statistics of all pairs of average ranks by Nemenyi's single-step test.

    Parameters
    ----------
    z : (n_pairs,) array_like
        Differences of average ranks in standard errors, as `rank_z` gives them.
    n_algorithms : int
        At least 2.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values.

    Raises
    ------
    ValueError
        If z is no vector of finite numbers, or there are fewer than two algorithms.

    Notes
    -----
    An adjusted p-value is at most alpha just where the difference is at least the critical difference. What
    Garcia and Herrera call the Nemenyi procedure is Bonferroni's.

    References
    ----------
    .. [1] Nemenyi, P. B. (1963). Distribution-free multiple comparisons. PhD thesis, Princeton University.
    .. [2] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> nemenyi([2.569, -2.291, 0.0], 4).round(3).tolist()
    [0.05, 0.1, 1.0]
    """
    # of many pairs, ranks differ by few amounts
    ranges, places = np.unique(np.abs(as_vector("z", z)) * math.sqrt(2), return_inverse=True)
    blocks = [ranges[start : start + _AT_ONCE] for start in range(0, len(ranges), _AT_ONCE)]
    p: FloatArray = np.concatenate([studentized_range_sf(block, n_algorithms) for block in blocks])[places]
    return p


def nemenyi_critical_difference(alpha: float, n_algorithms: int, n_datasets: int) -> CriticalDifference:
    """Return the critical difference of Nemenyi's test.

    Parameters
    ----------
    alpha : float
        Family-wise significance level.
    n_algorithms, n_datasets : int
        At least 2 and 1.

    Returns
    -------
    CriticalDifference
        q is the quantile of the studentized range at infinite degrees of freedom divided by sqrt(2).

    Raises
    ------
    ValueError
        If alpha is no probability or there are too few algorithms or data sets.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2, Table 5(a).

    Examples
    --------
    >>> difference = nemenyi_critical_difference(0.05, 4, 14)
    >>> round(difference.q, 3), round(difference.cd, 2)
    (2.569, 1.25)
    """
    q = studentized_range_isf(alpha, n_algorithms) / math.sqrt(2)
    return CriticalDifference(alpha, q, q * rank_standard_error(n_datasets, n_algorithms))


def bonferroni_dunn(p: ArrayLike) -> FloatArray:
    """Adjust the p-values of the comparisons with a control.

    Parameters
    ----------
    p : (n_algorithms - 1,) array_like
        p-values of the comparisons with the control, in any order.

    Returns
    -------
    (n_algorithms - 1,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    References
    ----------
    .. [1] Dunn, O. J. (1961). Multiple comparisons among means. Journal of the American Statistical
       Association 56, 52-64. doi:10.1080/01621459.1961.10482090
    .. [2] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> bonferroni_dunn([0.016, 0.019, 0.607]).round(3).tolist()
    [0.048, 0.057, 1.0]
    """
    return bonferroni(p)


def bonferroni_dunn_critical_difference(alpha: float, n_algorithms: int, n_datasets: int) -> CriticalDifference:
    """Return the critical difference of the Bonferroni-Dunn test against a control.

    Parameters
    ----------
    alpha : float
        Family-wise significance level.
    n_algorithms, n_datasets : int
        At least 2, the control included, and 1.

    Returns
    -------
    CriticalDifference
        q is the two-sided normal quantile at alpha / (n_algorithms - 1).

    Raises
    ------
    ValueError
        If alpha is no probability or there are too few algorithms or data sets.

    Notes
    -----
    Table 5(b) of [1]_ misprints the value for 0.05 and nine algorithms, 2.734, as 2.724.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2, Table 5(b).

    Examples
    --------
    >>> difference = bonferroni_dunn_critical_difference(0.05, 4, 14)
    >>> round(difference.q, 3), round(difference.cd, 3)
    (2.394, 1.168)
    """
    check_level("alpha", alpha)
    check_count("n_algorithms", n_algorithms, 2)
    q = normal_isf(alpha / (2 * (n_algorithms - 1)))
    return CriticalDifference(alpha, q, q * rank_standard_error(n_datasets, n_algorithms))
