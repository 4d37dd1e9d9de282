"""The bias-corrected and accelerated bootstrap: intervals from resampled data sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy

from rankpress.stats.arrays import FloatArray, check_count, check_level, exponents
from rankpress.stats.tails import normal_cdf, normal_isf

DRAWS = 2000
"""Resamples that a study draws where it does not say how many."""

_DRAWN_AT_ONCE = 2_000_000


def blocks_of_counts(n_datasets: int, draws: int, seed: int, width: int = 1) -> Iterator[FloatArray]:
    """Yield how often each data set is in each resample, (draws, n_datasets), in blocks that need little memory.

    So many numbers are held for each resample as it has data sets, or `width`, if that is more.
    """
    check_count("n_datasets", n_datasets, 1)
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    generator = np.random.default_rng(seed)
    at_once = max(1, _DRAWN_AT_ONCE // max(n_datasets, width))
    for start in range(0, draws, at_once):
        rows = min(at_once, draws - start)
        places = generator.integers(n_datasets, size=(rows, n_datasets)) + n_datasets * np.arange(rows)[:, None]
        counts = np.bincount(places.ravel(), minlength=rows * n_datasets)
        yield counts.reshape(rows, n_datasets).astype(np.float64)


def bca(
    estimate: FloatArray, resampled: FloatArray, left_out: FloatArray, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Compute bias-corrected and accelerated bootstrap intervals of several statistics of the same data sets.

    Parameters
    ----------
    estimate : (n_statistics,) float array
        Of all data sets.
    resampled : (draws, n_statistics) float array
        Of each resample of them.
    left_out : (n_datasets, n_statistics) float array
        Of all data sets but one.
    level : float
        Level of the intervals.

    Returns
    -------
    low, high : (n_statistics,) float arrays
        The estimate itself where all resamples give it; nan where no resample lies below the estimate, or none
        above, so that there is no bias to correct for, or a statistic is undefined.

    Raises
    ------
    ValueError
        For a level outside 0 to 1.

    Notes
    -----
    The method is that of [1]_; the ends are percentiles of the resampled statistics, interpolated between two of them,
    at the levels of equation 14.10 of [2]_, with the bias of 14.14 and the acceleration of 14.15, from the statistics
    of all data sets but one. A resampled statistic that equals the estimate counts as half below it.

    References
    ----------
    .. [1] Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American Statistical Association 82,
       171-185. doi:10.1080/01621459.1987.10478410
    .. [2] Efron, B. and Tibshirani, R. J. (1993). An Introduction to the Bootstrap, section 14.3. Chapman and Hall.
       doi:10.1201/9780429246593

    Examples
    --------
    The mean of 1, 2, 6 with all resamples of three data sets, of which SciPy makes the same interval:

    >>> data = np.array([1.0, 2.0, 6.0])
    >>> every = np.array([[a, b, c] for a in data for b in data for c in data]).mean(axis=1)
    >>> low, high = bca(np.array([3.0]), every[:, None], np.array([[4.0], [3.5], [1.5]]), level=0.8)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([1.496], [4.667])
    """
    check_level("level", level)
    below = ((resampled < estimate).mean(axis=0) + (resampled <= estimate).mean(axis=0)) / 2
    is_defined = (below > 0) & (below < 1) & np.isfinite(left_out).all(axis=0) & ~np.isnan(resampled).any(axis=0)
    bias = scipy.special.ndtri(np.where(is_defined, below, 0.5))
    ends = []
    with np.errstate(invalid="ignore"):  # infinite statistics have no difference; they are not reported below
        off = np.where(is_defined, left_out.mean(axis=0) - left_out, 0.0)
    off = np.ldexp(off, -exponents(off))  # cubes of small numbers would be 0
    cubes, squares = (off**3).sum(axis=0), (off**2).sum(axis=0)
    acceleration = np.divide(cubes, 6 * squares**1.5, out=np.zeros_like(cubes), where=squares > 0)
    ascending = np.sort(resampled, axis=0)
    for z in (normal_isf((1 + level) / 2), normal_isf((1 - level) / 2)):
        shifted = bias + z
        share = normal_cdf(bias + shifted / (1 - acceleration * shifted))
        ends.append(np.where(is_defined, percentiles(ascending, share), np.nan))
    same = (resampled == estimate).all(axis=0)
    low, high = (np.where(same, estimate, np.where(np.isfinite(end), end, np.nan)) for end in ends)
    return low, high


def percentiles(ascending: FloatArray, share: FloatArray) -> FloatArray:
    """Return the percentile of each column at its own share, interpolated between neighbors."""
    place = share * (len(ascending) - 1)
    before = np.minimum(place.astype(np.int64), max(len(ascending) - 2, 0))
    columns = np.arange(ascending.shape[1])
    left, right = ascending[before, columns], ascending[np.minimum(before + 1, len(ascending) - 1), columns]
    step = place - before
    return np.where(step == 0, left, left * (1 - step) + np.where(step > 0, right, left) * step)
