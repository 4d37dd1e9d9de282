"""The mean difference of two algorithms over data sets."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import check_level, standard_deviation
from rankpress.stats.blocks import in_blocks
from rankpress.stats.differences import paired_differences
from rankpress.stats.effects import PairEffects, are_constant, why_without_width
from rankpress.stats.tails import t_two_sided_isf


@in_blocks
def mean_difference(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """The mean over data sets of the difference of two algorithms, with Student's interval.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.

    Returns
    -------
    PairEffects
        In the unit of the scores, first less second; 0 is no difference.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The interval takes the differences for independent draws from one normal distribution, for scores that are on one
    scale on all data sets. In simulations of 8 to 100 data sets whose differences are exponential, one of level 0.95
    held the true mean in 90 to 94% of studies; one by the bootstrap (BCa) did so in 85 to 95%, and is not offered.

    References
    ----------
    .. [1] Student (1908). The probable error of a mean. Biometrika 6, 1-25. doi:10.2307/2331554

    Examples
    --------
    Hours of sleep that two drugs brought ten patients, the data of section IX of [1]_, of which R's t.test gives an
    interval from 0.7001142 to 2.4598858:

    >>> first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    >>> second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    >>> effect = mean_difference(np.column_stack([second, first]), [[0, 1]])
    >>> effect.estimate.round(2).tolist(), effect.low.round(7).tolist(), effect.high.round(7).tolist()
    ([1.58], [0.7001142], [2.4598858])
    """
    check_level("level", level)
    differences, rounding = paired_differences(scores, pairs, rows=2)
    n_datasets = len(differences)
    constant = are_constant(differences, rounding)
    mean = differences.mean(axis=0)
    why = why_without_width(differences, constant)
    error = np.where(constant, 0.0, standard_deviation(differences) / math.sqrt(n_datasets))
    half = error * float(t_two_sided_isf(1 - level, n_datasets - 1))
    return PairEffects("mean-difference", mean, mean - half, mean + half, level, "t", why)
