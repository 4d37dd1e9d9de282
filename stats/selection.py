"""Draws of data sets that favour one algorithm over another, the more so the larger a bias."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import log_expit, softmax

from rankpress.stats.arrays import FloatArray, IntArray, as_vector, check_count

_LARGEST = 1e300  # where all weights were infinitely small, none would be drawn

_AT_ONCE = 5_000  # draws


def selection_chances(differences: ArrayLike, bias: float) -> FloatArray:
    """Chances of data sets to be the first that is drawn, by how much one algorithm is the better on them.

    Parameters
    ----------
    differences : (n_datasets,) array_like
        Of the scores of two algorithms, above 0 where the one to be favoured is better.
    bias : float
        k, in the inverse of the unit of the scores: 0 favours none.

    Returns
    -------
    (n_datasets,) float array
        In proportion to 1 / (1 + exp(-k d)); they sum to 1.

    Raises
    ------
    ValueError
        If differences are missing or infinite, or the bias is not finite.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of Machine
       Learning Research 7, 1-30, section 4.1.1. https://www.jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    >>> selection_chances([0.0, 0.1, -0.1], 20).round(3).tolist()
    [0.333, 0.587, 0.079]
    """
    chances: FloatArray = softmax(_log_weights(differences, bias))
    return chances


def draw_datasets(
    differences: ArrayLike,
    bias: float,
    n_draws: int,
    size: int,
    generator: np.random.Generator,
    *,
    replacement: bool = False,
) -> IntArray:
    """Draw data sets many times over, each with the chances of `selection_chances`.

    Parameters
    ----------
    differences : (n_datasets,) array_like
        As for `selection_chances`.
    bias : float
        As there.
    n_draws, size : int
        How often so many data sets are drawn.
    generator : numpy.random.Generator
        Where the random numbers come from.
    replacement : bool
        Whether a data set can be drawn again. Otherwise each next one is drawn from those that are left, with chances
        in the same proportions.

    Returns
    -------
    (n_draws, size) int array
        Indices of data sets, ascending in each draw.

    Raises
    ------
    ValueError
        If more are to be drawn without replacement than there are, or anything else does not fit.

    Notes
    -----
    Adding independent standard Gumbel numbers to the logarithms of the weights and taking the largest is the same as
    drawing one after the other without replacement [2]_, and takes one step for all draws. Which of the two was done
    [1]_ does not say.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 4.1.1.
    .. [2] Yellott, J. I. (1977). The relationship between Luce's choice axiom, Thurstone's theory of comparative
       judgment, and the double exponential distribution. Journal of Mathematical Psychology 15, 109-144.
       doi:10.1016/0022-2496(77)90026-8

    Examples
    --------
    >>> draw_datasets([0.9, -0.9, 0.8], 100, 2, 2, np.random.default_rng(0)).tolist()
    [[0, 2], [0, 2]]
    """
    check_count("n_draws", n_draws, 1)
    check_count("size", size, 1)
    weights = _log_weights(differences, bias)
    if not replacement and size > weights.size:
        raise ValueError(f"size: got {size}; at most {weights.size}, the number of data sets, without replacement")
    drawn = np.empty((n_draws, size), dtype=np.int64)
    for start in range(0, n_draws, _AT_ONCE):  # the random numbers come in the same order, however many at once
        some = drawn[start : start + _AT_ONCE]
        if replacement:
            reached = np.cumsum(softmax(weights))
            some[:] = np.searchsorted(reached / reached[-1], generator.random(some.shape), side="right")
        else:
            keys = weights + generator.gumbel(size=(len(some), weights.size))
            some[:] = np.argsort(-keys, axis=1, kind="stable")[:, :size]
    drawn.sort(axis=1)
    return drawn


def _log_weights(differences: ArrayLike, bias: float) -> FloatArray:
    values = as_vector("differences", differences, least=1)
    if not math.isfinite(bias):
        raise ValueError(f"bias: got {bias}; a finite number is needed")
    with np.errstate(over="ignore"):
        weights: FloatArray = log_expit(bias * values)
    return np.maximum(weights, -_LARGEST)
