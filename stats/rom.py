"""Rom's step-up procedure: Hochberg's, with the largest critical values that independent p-values allow."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_p_values, check_count, check_level

_NEGLIGIBLE = 1e-20
_ROUNDING = 1e-15
_BLOCK = 512  # levels sought at a time: few enough for a processor's cache


def rom_critical_values(alpha: float, n_hypotheses: int) -> FloatArray:
    """What Rom's procedure holds the p-values against, from the largest down.

    Parameters
    ----------
    alpha : float
        Family-wise level.
    n_hypotheses : int
        At least 1.

    Returns
    -------
    (n_hypotheses,) float array
        alpha, alpha / 2, alpha / 3 + alpha**2 / 12, ...

    Raises
    ------
    ValueError
        If alpha does not lie between 0 and 1 or there is no hypothesis.

    Notes
    -----
    The values c(1), c(2), ... are such that of n independent uniform p-values, for any n, none is rejected
    with probability 1 - alpha. If none of the largest j is rejected and all others are at most c(j + 1), the
    rest is; so the sum over j from 1 to n - 1 of binomial(n, j) c(j + 1)**(n - j) is that of the powers
    alpha, ..., alpha**(n - 1), and the term with j = n - 1 is n c(n). A value depends on its place from the
    largest p-value down alone, not on how many there are. It lies between alpha / n and -log(1 - alpha) / n.

    References
    ----------
    .. [1] Rom, D. M. (1990). A sequentially rejective test procedure based on a modified Bonferroni
       inequality. Biometrika 77, 663-665. doi:10.1093/biomet/77.3.663

    Examples
    --------
    >>> rom_critical_values(0.05, 4).round(5).tolist()
    [0.05, 0.025, 0.01688, 0.01271]
    """
    check_level("alpha", alpha)
    check_count("n_hypotheses", n_hypotheses, 1)
    places = np.arange(1, n_hypotheses + 1)
    return _critical_values(np.full(n_hypotheses, float(alpha)), places)[0]


def rom(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Rom's step-up procedure.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, in the same order: for each hypothesis the smallest level at which it is rejected.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    All hypotheses whose p-value is at most one that is at most its critical value are rejected. The level at
    which a p-value meets its critical value has no closed form; it is found by Newton's method, to 1e-12 up
    to levels of 0.99. Never above Hochberg's, and the same for two hypotheses. The critical values are exact
    for independent p-values, and so is the family-wise error if all hypotheses are true.

    References
    ----------
    .. [1] Rom, D. M. (1990). A sequentially rejective test procedure based on a modified Bonferroni
       inequality. Biometrika 77, 663-665. doi:10.1093/biomet/77.3.663

    Examples
    --------
    >>> rom([0.01, 0.03, 0.04]).round(5).tolist()
    [0.02978, 0.04, 0.04]
    """
    p_values = as_p_values(p)
    descending = np.argsort(-p_values, kind="stable")
    adjusted = np.empty_like(p_values)
    adjusted[descending] = np.minimum.accumulate(_levels(p_values[descending]))
    return np.maximum(adjusted, p_values)


def _levels(descending: FloatArray) -> FloatArray:
    """For each p-value the level at which it is its critical value; where a larger one has a lesser, infinity."""
    places = np.arange(1, descending.size + 1)
    least = -np.expm1(-places * descending)
    most = np.minimum(places * descending, 1.0)
    levels = np.where(places <= 2, most, np.inf)  # the first two critical values are alpha and alpha / 2
    least_so_far = np.minimum.accumulate(most)
    sought = np.flatnonzero((places > 2) & (descending > 0) & (least <= least_so_far))
    levels[(places > 2) & (descending == 0)] = 0.0
    for first in range(0, sought.size, _BLOCK):
        block = sought[first : first + _BLOCK]
        levels[block] = _solve(descending[block], places[block], least[block], most[block])
    return levels


def _solve(p: FloatArray, places: IntArray, least: FloatArray, most: FloatArray) -> FloatArray:
    """Newton's method: critical values are convex in alpha, so that after its first step it only falls."""
    alpha = _newton_step(least, p, places, least, most)
    left = np.arange(p.size)
    while left.size:
        better = _newton_step(alpha[left], p[left], places[left], least[left], most[left])
        fell = better < alpha[left] * (1 - _ROUNDING)
        alpha[left[fell]] = better[fell]
        left = left[fell]
    return alpha


def _newton_step(alpha: FloatArray, p: FloatArray, places: IntArray, least: FloatArray, most: FloatArray) -> FloatArray:
    value, slope = _critical_values(alpha, places)
    return np.asarray(np.clip(alpha - (value - p) / slope, least, most), dtype=np.float64)


def _critical_values(alpha: FloatArray, places: IntArray) -> tuple[FloatArray, FloatArray]:
    """For each alpha the critical value at its place, and its slope in alpha.

    Parameters
    ----------
    alpha : (n,) float array
    places : (n,) int array
        From the largest p-value down.

    Notes
    -----
    Row r of `terms` is binomial(n, j) c(j + 1)**(n - j) for n - j = r + 2, and `bases` is its c(j + 1). From
    one n to the next each moves a row on: one factor c(j + 1) more, and a ratio of binomials. Later rows fall
    faster than those of the exponential series of -log(1 - alpha), and are left out where they vanish.
    """
    values, slopes = np.empty_like(alpha), np.empty_like(alpha)
    value, slope = alpha, np.ones_like(alpha)
    powers, powers_slope = np.zeros_like(alpha), np.zeros_like(alpha)  # the sum of alpha**j for j < n
    terms = terms_slope = bases = bases_slope = np.empty((0, alpha.size))
    for n in range(1, int(places.max(initial=0)) + 1):
        if n > 1:
            powers, powers_slope = alpha * (1 + powers), 1 + powers + alpha * powers_slope
        if n > 2:
            ratios = (n / np.arange(3, terms.shape[0] + 3))[:, np.newaxis]
            terms_slope = np.vstack([n * (n - 1) * value * slope, (terms_slope * bases + terms * bases_slope) * ratios])
            terms = np.vstack([n * (n - 1) / 2 * value**2, terms * bases * ratios])
            bases, bases_slope = np.vstack([value, bases]), np.vstack([slope, bases_slope])
            if (terms[-1] <= _NEGLIGIBLE * alpha).all():
                terms, terms_slope, bases, bases_slope = terms[:-1], terms_slope[:-1], bases[:-1], bases_slope[:-1]
        if n > 1:
            value = (powers - terms.sum(axis=0)) / n
            slope = (powers_slope - terms_slope.sum(axis=0)) / n
        here = places == n
        values[here], slopes[here] = value[here], slope[here]
    return values, slopes
