"""Intervals of any statistic of data sets from resamples of them: percentile, basic, and BCa."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rankpress.stats.arrays import FloatArray, check_count, check_level
from rankpress.stats.bootstrap import DRAWS, bca, blocks_of_counts, percentiles

IntervalMethod = Literal["t", "percentile", "basic", "bca"]

_DECIMALS = 10  # of statistics around 1: what differs by less differs by rounding alone


@dataclass(frozen=True)
class Intervals:
    """How intervals over data sets are computed.

    Parameters
    ----------
    level : float
        Confidence level of each interval.
    method : {"t", "percentile", "basic", "bca"}
        Student's t with the standard error over data sets; or from resampled data sets: percentiles, percentiles
        mirrored at the estimate, bias-corrected and accelerated percentiles.
    draws, seed : int
        Resamples of the data sets, and the seed of their generator; not used by t.

    Raises
    ------
    ValueError
        For a level outside 0 to 1, an unknown method, draws below 1 and seeds below 0.

    Examples
    --------
    >>> Intervals(0.9, "bca").draws
    2000
    """

    level: float = 0.95
    method: IntervalMethod = "t"
    draws: int = DRAWS
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what no interval has."""
        check_level("level", self.level)
        check_count("draws", self.draws, 1)
        check_count("seed", self.seed, 0)
        if self.method not in get_args(IntervalMethod):
            raise ValueError(f"method: got {self.method!r}; one of {', '.join(get_args(IntervalMethod))} is needed")


STUDENT = Intervals()
"""Student's t at level 0.95."""


def resampled_interval(
    statistic: Callable[[FloatArray], FloatArray],
    estimate: FloatArray,
    n_datasets: int,
    intervals: Intervals,
    *,
    width: int = 1,
) -> tuple[FloatArray, FloatArray]:
    """Compute intervals of statistics from resampled data sets.

    Parameters
    ----------
    statistic : callable
        From how often each data set is in each resample, (draws, n_datasets), to the statistics of each, (draws,
        n_statistics); nan where a statistic is undefined.
    estimate : (n_statistics,) float array
        Of all data sets.
    n_datasets : int
        That are resampled.
    intervals : Intervals
        By any method but t.
    width : int
        Numbers that `statistic` holds at a time for one resample, which bounds how many it is given at once.

    Returns
    -------
    low, high : (n_statistics,) float arrays
        A resample in which a statistic is undefined counts as below all others for the lower end and as above all
        others for the upper end; nan where so many are undefined that an end is, and where all resamples agree.

    Raises
    ------
    ValueError
        For fewer than 1 data set.

    References
    ----------
    .. [1] Davison, A. C. and Hinkley, D. V. (1997). Bootstrap Methods and their Application, sections 5.2 and 5.3.
       Cambridge University Press. doi:10.1017/CBO9780511802843

    Examples
    --------
    >>> data = np.array([1.0, 2.0, 6.0])
    >>> means = lambda counts: (counts @ data / 3)[:, None]
    >>> low, high = resampled_interval(means, np.array([3.0]), 3, Intervals(0.8, "percentile", seed=1))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([1.333], [4.667])
    """
    blocks = blocks_of_counts(n_datasets, intervals.draws, intervals.seed, width)
    resampled = np.round(np.concatenate([statistic(counts) for counts in blocks]), _DECIMALS)
    middle = np.round(estimate, _DECIMALS)
    lowest, highest = (np.where(np.isnan(resampled), end, resampled) for end in (-np.inf, np.inf))
    if intervals.method == "bca":
        left_out = statistic(1.0 - np.eye(n_datasets))
        low, high = (bca(middle, each, left_out, intervals.level)[end] for end, each in enumerate((lowest, highest)))
    else:
        share = (1 - intervals.level) / 2
        low = percentiles(np.sort(lowest, axis=0), np.full(middle.shape, share))
        high = percentiles(np.sort(highest, axis=0), np.full(middle.shape, 1 - share))
        if intervals.method == "basic":
            low, high = 2 * middle - high, 2 * middle - low
    is_defined = np.isfinite(low) & np.isfinite(high) & ~(resampled == middle).all(axis=0)
    return np.where(is_defined, low, np.nan), np.where(is_defined, high, np.nan)
