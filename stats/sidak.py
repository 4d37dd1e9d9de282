"""Adjusted p-values from powers of 1 - p: Sidak in a single step, Holland and Copenhaver, Finner step-down."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values


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
    The i-th smallest of m p-values is held against 1 - (1 - alpha)**(1 / (m - i + 1)), and rejection ends at
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
    The i-th smallest of m p-values is held against 1 - (1 - alpha)**(i / m), and rejection ends at the first
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
    """The same with an exponent a step, from the smallest p-value up, no value below an earlier one."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(_least_of_several(p[order], exponents))
    return adjusted
