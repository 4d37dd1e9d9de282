"""Synthetic results of algorithms whose truth is known, on which tests and orders can be tried."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray

ScoreKind = Literal["normal", "ties", "heavy tails"]
"""Of what distribution scores on a data set are: normal, normal and rounded to whole standard deviations, or Student's
t with three degrees of freedom."""

_LEVEL, _SPREAD_OF_LEVELS = 1000.0, 5.0
_HEAVY_DF = 3.0
_MOST = 900.0  # no score may fall below zero, which differences relative to the scores do not take


def evenly_apart(middle: ArrayLike, step: float, k: int) -> FloatArray:
    """Chances of an error of k algorithms, each lower by twice the step than the one before.

    Parameters
    ----------
    middle : (...,) array_like
        Their mean, on each of any number of data sets.
    step : float
        Lambda in [1]_.
    k : int
        Number of algorithms.

    Returns
    -------
    (..., k) float array

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning
       algorithms over multiple data sets. Pattern Recognition 45, 1772-1781, section 4.6.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> evenly_apart(0.5, 0.1, 3).round(3).tolist(), evenly_apart(0.5, 0.1, 4).round(3).tolist()
    ([0.7, 0.5, 0.3], [0.8, 0.6, 0.4, 0.2])
    """
    return np.asarray(middle, dtype=np.float64)[..., np.newaxis] + step * np.arange(k - 1, -k, -2)


def drawn_error_rates(chances: ArrayLike, n_cases: int, generator: np.random.Generator) -> FloatArray:
    """Shares of errors on so many cases, each an error with the same chance and independently of the others.

    Parameters
    ----------
    chances : (...) array_like
    n_cases : int
        Cases that each error rate is of.
    generator : numpy.random.Generator

    Returns
    -------
    (...) float array

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), section 4.6, doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> drawn_error_rates([0.0, 1.0], 100, np.random.default_rng(1)).tolist()
    [0.0, 1.0]
    """
    return generator.binomial(n_cases, np.asarray(chances, dtype=np.float64)) / n_cases


def drawn_scores(
    draws: int, n_datasets: int, truth: ArrayLike, kind: ScoreKind, generator: np.random.Generator
) -> FloatArray:
    """Scores of studies in which it is known how far apart the algorithms are.

    Parameters
    ----------
    draws : int
        Studies.
    n_datasets : int
        Data sets of each.
    truth : (k,) array_like
        What each algorithm scores more than the others, in standard deviations of normal scores on a data set; those
        with the same are equal.
    kind : {"normal", "ties", "heavy tails"}
    generator : numpy.random.Generator

    Returns
    -------
    (draws, n_datasets, k) float array
        Higher is better, and all are positive. Data sets differ in difficulty, five standard deviations from one to
        the next; on each the scores of all algorithms are independent and have one distribution but for the truth.

    Examples
    --------
    >>> scores = drawn_scores(2, 3, [0.0, 0.0, 4.0], "ties", np.random.default_rng(1))
    >>> scores.shape, bool((scores == scores.round()).all())
    ((2, 3, 3), True)
    """
    shift = np.asarray(truth, dtype=np.float64)
    level = _LEVEL + _SPREAD_OF_LEVELS * generator.standard_normal((draws, n_datasets, 1))
    size = (draws, n_datasets, shift.size)
    noise = generator.standard_t(_HEAVY_DF, size) if kind == "heavy tails" else generator.standard_normal(size)
    scores = level + np.clip(noise, -_MOST, _MOST) + shift
    return np.round(scores) if kind == "ties" else scores
