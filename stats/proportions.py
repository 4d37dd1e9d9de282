"""Intervals of a proportion: exact ones, and score intervals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from rankpress.stats.arrays import FloatArray


def exact_interval(successes: float, draws: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval of a chance.

    Parameters
    ----------
    successes : float
        From 0 to `draws`. May be a sum of shares between 0 and 1: these vary less than zeros and ones of the same
        mean.
    draws : int
    confidence : float
        How often it is to cover the chance at least, the rest in halves below and above; very near to 1 where many
        intervals are to hold together.

    Returns
    -------
    low, high : float
        The chances at which as many successes or more, and as many or fewer, come up in (1 - confidence) / 2 of all
        samples.

    Raises
    ------
    ValueError
        If there are no draws, or successes are not from 0 to `draws`.

    References
    ----------
    .. [1] Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the case
       of the binomial. Biometrika 26, 404-413. doi:10.1093/biomet/26.4.404

    Examples
    --------
    >>> low, high = exact_interval(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    if draws < 1 or not 0 <= successes <= draws:
        raise ValueError(f"successes: got {successes} of {draws}; from 0 to as many as there are draws are needed")
    tail = (1 - confidence) / 2
    low = float(special.betaincinv(successes, draws - successes + 1, tail)) if successes > 0 else 0.0
    high = float(special.betainccinv(successes + 1, draws - successes, tail)) if successes < draws else 1.0
    return low, high


_STEPS = 60


def wilson_interval(share: FloatArray, n: FloatArray, halves: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval of the mean of n draws of 0, 1/2 or 1.

    Parameters
    ----------
    share : (m,) float array
        Means of the draws.
    n : (m,) float array
        Number of draws.
    halves : (m,) float array
        Which part of the draws are 1/2; they vary less than zeros and ones.
    z : float
        Standard errors allowed.

    Returns
    -------
    low, high : (m,) float arrays
        Roots p of n (share - p)^2 = z^2 (p (1 - p) - halves / 4).

    References
    ----------
    .. [1] Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal of the
       American Statistical Association 22, 209-212. doi:10.1080/01621459.1927.10502953

    Examples
    --------
    >>> low, high = wilson_interval(np.array([0.8]), np.array([10.0]), np.array([0.0]), 1.96)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.4902], [0.9433])
    """
    half = (n * share + z**2 / 2) / (n + z**2)
    spread = half**2 - (n * share**2 + z**2 * halves / 4) / (n + z**2)
    root = np.sqrt(np.maximum(spread, 0.0))
    return np.clip(half - root, 0.0, share), np.clip(half + root, share, 1.0)


def score_interval(
    share: FloatArray, variance: Callable[[FloatArray], FloatArray], z: float
) -> tuple[FloatArray, FloatArray]:
    """Return the interval of the values from which an estimate of a chance is at most z standard errors away.

    Parameters
    ----------
    share : (m,) float array
        Estimates between 0 and 1.
    variance : callable
        Variance of the estimate where the chance is p, for an array of p; 0 where p is 0 or 1.
    z : float
        Standard errors allowed.

    Returns
    -------
    low, high : (m,) float arrays
        0 belongs to every interval about 0, 1 to every interval about 1.

    Examples
    --------
    With a binomial variance it is Wilson's interval:

    >>> low, high = score_interval(np.array([0.8]), lambda p: p * (1 - p) / 10, 1.96)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.4902], [0.9433])
    """
    low = _boundary(share, np.zeros_like(share), variance, z)
    return low, _boundary(share, np.ones_like(share), variance, z)


def _boundary(share: FloatArray, end: FloatArray, variance: Callable[[FloatArray], FloatArray], z: float) -> FloatArray:
    """Between the end and the estimate, where the estimate begins to be too far; by bisection."""
    outside, inside = end, share
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        reached = np.abs(share - middle) <= z * np.sqrt(variance(middle))
        outside, inside = np.where(reached, outside, middle), np.where(reached, middle, inside)
    return np.where(share == end, share, inside)
