"""Adjusted p-values for any family: Bonferroni, Holm, Hochberg, Hommel, Sidak, Holland, Finner, Rom, Li."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_p_values, check_count, check_level


def bonferroni(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Bonferroni's inequality.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order and however dependent.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    For all pairs of algorithms [1]_ calls this the Nemenyi procedure.

    References
    ----------
    .. [1] Garcia, S. and Herrera, F. (2008). An extension on "Statistical comparisons of classifiers over
       multiple data sets" for all pairwise comparisons. Journal of Machine Learning Research 9, 2677-2694,
       section 3. https://www.jmlr.org/papers/v9/garcia08a.html

    Examples
    --------
    >>> bonferroni([0.01, 0.02, 0.5]).tolist()
    [0.03, 0.06, 1.0]
    """
    p_values = as_p_values(p)
    return np.minimum(p_values.size * p_values, 1.0)


def unadjusted(p: ArrayLike) -> FloatArray:
    """Return p-values as they are, for studies that are called exploratory.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order and however dependent.

    Returns
    -------
    (n_hypotheses,) float array
        The same p-values.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    Section 5 of [1]_ advises against adjustment where p-values are to suggest hypotheses and not to confirm any.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949, section 5. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> unadjusted([0.01, 0.5]).tolist()
    [0.01, 0.5]
    """
    return as_p_values(p)


def holm(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Holm's step-down procedure.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order and however dependent.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    References
    ----------
    .. [1] Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of
       Statistics 6, 65-70. https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> holm([0.02, 0.021, 0.04]).round(3).tolist()
    [0.06, 0.06, 0.06]
    """
    p_values = as_p_values(p)
    return step_down(p_values, np.arange(p_values.size, 0, -1))


def step_down(p: FloatArray, factors: ArrayLike) -> FloatArray:
    """Adjust p-values from the smallest up, never letting one fall below an earlier one."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(np.asarray(factors) * p[order]), 1.0)
    return adjusted


def hochberg(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Hochberg's step-up procedure.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    An adjusted p-value is the *minimum* over the hypotheses with larger p-values; some papers print a
    maximum, which is not this procedure. It controls the family-wise error where Simes' inequality holds, for
    example for independent tests or those of positive dependence.

    References
    ----------
    .. [1] Hochberg, Y. (1988). A sharper Bonferroni procedure for multiple tests of significance. Biometrika
       75, 800-802. doi:10.1093/biomet/75.4.800

    Examples
    --------
    >>> hochberg([0.011, 0.02, 0.03, 0.04]).tolist()
    [0.04, 0.04, 0.04, 0.04]
    """
    p_values = as_p_values(p)
    descending = np.argsort(-p_values, kind="stable")
    adjusted = np.empty_like(p_values)
    adjusted[descending] = np.minimum.accumulate(np.arange(1, p_values.size + 1) * p_values[descending])
    return np.minimum(adjusted, 1.0)


def hommel(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Hommel's procedure, the closed test with Simes' test of each intersection.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    An adjusted p-value is the largest Simes p-value, min over r of s p_(r) / r, of any set of hypotheses (of
    size s) that contains the hypothesis in question. Of the sets of one size the worst has the largest
    p-values, so that one set a size has to be looked at. It controls the family-wise error where Simes'
    inequality holds.

    References
    ----------
    .. [1] Hommel, G. (1988). A stagewise rejective multiple test procedure based on a modified Bonferroni
       test. Biometrika 75, 383-386. doi:10.1093/biomet/75.2.383

    Examples
    --------
    >>> hommel([0.01, 0.02, 0.022, 0.09]).round(3).tolist()
    [0.03, 0.04, 0.044, 0.09]
    """
    p_values = as_p_values(p)
    order = np.argsort(p_values, kind="stable")
    ascending = p_values[order]
    count = ascending.size
    worst = ascending.copy()
    for size in range(2, count + 1):
        # The size - 1 largest, joined by the hypothesis itself; one of them is in a worse set, theirs alone.
        others = (size * ascending[count - size + 1 :] / np.arange(2, size + 1)).min()
        np.maximum(worst, np.minimum(size * ascending, others), out=worst)
    adjusted = np.empty_like(worst)
    adjusted[order] = np.minimum(worst, 1.0)
    return adjusted


def sidak(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Sidak's inequality, in a single step.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, 1 - (1 - p)**m for m of them, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    It holds the family-wise error for independent p-values, exactly where all hypotheses are true, and for
    two-sided tests of jointly normal statistics however correlated, which is the theorem of [1]_.

    References
    ----------
    .. [1] Sidak, Z. (1967). Rectangular confidence regions for the means of multivariate normal
       distributions. Journal of the American Statistical Association 62, 626-633.
       doi:10.1080/01621459.1967.10482935

    Examples
    --------
    >>> sidak([0.01, 0.5]).round(4).tolist()
    [0.0199, 0.75]
    """
    p_values = as_p_values(p)
    return _least_of_several(p_values, np.full(p_values.size, p_values.size))


def holland(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Holland and Copenhaver's procedure: Sidak's inequality, step-down.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    The i-th smallest of m p-values is compared with 1 - (1 - alpha)**(1 / (m - i + 1)), and rejection ends at
    the first that exceeds its value. It holds the family-wise error where Sidak's inequality holds for every
    subset of the hypotheses: for independent p-values, and for two-sided tests of jointly normal statistics.

    References
    ----------
    .. [1] Holland, B. S. and Copenhaver, M. D. (1987). An improved sequentially rejective Bonferroni test
       procedure. Biometrics 43, 417-423. doi:10.2307/2531823

    Examples
    --------
    >>> holland([0.01, 0.5]).round(4).tolist()
    [0.0199, 0.5]
    """
    p_values = as_p_values(p)
    return _step_down(p_values, np.arange(p_values.size, 0, -1))


def finner(p: ArrayLike) -> FloatArray:
    """Adjust p-values step-down by the critical values that the literature calls Finner's.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    The i-th smallest of m p-values is compared with 1 - (1 - alpha)**(i / m), and rejection ends at the first
    that exceeds its value. This is the procedure as [2]_ prints it. *It does not hold the family-wise error*,
    not even for independent p-values, unless all hypotheses are true. If m0 of the m are true and the others
    so false that they are always rejected, a true one is rejected with probability
    1 - (1 - alpha)**((m - m0 + 1) m0 / m): for m = 20, m0 = 10, alpha = 0.05 that is 0.25. In [1]_ the
    exponent i / m goes with a subset of i of m means, tested as a whole, and not with the i-th smallest of m
    p-values.

    References
    ----------
    .. [1] Finner, H. (1993). On a monotonicity problem in step-down multiple test procedures. Journal of the
       American Statistical Association 88, 920-923. doi:10.1080/01621459.1993.10476358
    .. [2] Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for
       multiple comparisons in the design of experiments in computational intelligence and data mining.
       Information Sciences 180, 2044-2064. doi:10.1016/j.ins.2009.12.010

    Examples
    --------
    >>> finner([0.01, 0.1, 0.5]).round(4).tolist()
    [0.0297, 0.1462, 0.5]
    """
    p_values = as_p_values(p)
    return _step_down(p_values, p_values.size / np.arange(1, p_values.size + 1))


def _least_of_several(p: FloatArray, exponents: ArrayLike) -> FloatArray:
    """1 - (1 - p)**exponent: the chance that the least of so many independent p-values is at most p."""
    with np.errstate(divide="ignore"):  # where p is 1
        adjusted: FloatArray = np.maximum(-np.expm1(np.asarray(exponents) * np.log1p(-p)), p)
    return adjusted


def _step_down(p: FloatArray, exponents: ArrayLike) -> FloatArray:
    """Return the same with an exponent a step, from the smallest p-value up, no value below an earlier one."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(_least_of_several(p[order], exponents))
    return adjusted


_NEGLIGIBLE = 1e-20
_ROUNDING = 1e-15
_BLOCK = 512  # levels sought at a time: few enough for a processor's cache


def rom_critical_values(alpha: float, n_hypotheses: int) -> FloatArray:
    """Return Rom's critical values, from that of the largest p-value down."""
    # The values c(1), c(2), ... are such that of n independent uniform p-values, for any n, none is rejected with
    # probability 1 - alpha. If none of the largest j is rejected and all others are at most c(j + 1), the rest is; so
    # the sum over j from 1 to n - 1 of binomial(n, j) c(j + 1)**(n - j) is that of the powers alpha, ..., alpha**(n -
    # 1), and the term with j = n - 1 is n c(n). A value depends on its place from the largest p-value down alone, not
    # on how many there are. It lies between alpha / n and -log(1 - alpha) / n. Reference: Rom 1990.
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
    # the first two critical values are alpha and alpha / 2
    levels = np.where((places <= 2) | (least == most), most, np.inf)
    least_so_far = np.minimum.accumulate(most)
    sought = np.flatnonzero((places > 2) & (descending > 0) & (least < least_so_far))
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
    """For each alpha the critical value at its place, and its slope in alpha."""
    # Row r of `terms` is binomial(n, j) c(j + 1)**(n - j) for n - j = r + 2, and `bases` is its c(j + 1). From one n to
    # the next each moves a row on: one factor c(j + 1) more, and a ratio of binomials. Later rows fall faster than
    # those of the exponential series of -log(1 - alpha), and are left out where they vanish.
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


def li(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Li's two-step procedure.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values p / (p + 1 - the largest p), in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    If the largest p-value is at most alpha, all hypotheses are rejected. Otherwise those are whose p-value is
    at most alpha / (1 - alpha) times what the largest leaves to 1. For independent p-values it holds the
    family-wise error, exactly where all hypotheses are true. Comparisons with a control are positively
    correlated, and then it can exceed the level: by simulation of 10 equal algorithms with one control, 0.075
    for 0.05. With a largest p-value near 1 it finds little.

    References
    ----------
    .. [1] Li, J. (2008). A two-step rejection procedure for testing multiple hypotheses. Journal of
       Statistical Planning and Inference 138, 1521-1527. doi:10.1016/j.jspi.2007.04.032

    Examples
    --------
    >>> li([0.01, 0.2]).round(4).tolist()
    [0.0123, 0.2]
    """
    p_values = as_p_values(p)
    left = 1.0 - p_values.max()
    # Where the largest is 1, a p-value of 0 is at most any level's share of nothing.
    adjusted: FloatArray = np.divide(p_values, p_values + left, out=np.zeros_like(p_values), where=p_values > 0)
    return adjusted
