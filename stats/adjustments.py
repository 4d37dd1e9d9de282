"""Adjusted p-values for any family of hypotheses: Bonferroni, Holm, Hochberg, Hommel."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values


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
    """Adjust p-values from the smallest up, never letting one fall below an earlier one.

    Parameters
    ----------
    p : (n_hypotheses,) float array
        p-values, in any order.
    factors : (n_hypotheses,) array_like
        For each step, how many hypotheses may still be true.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the order of p.

    Examples
    --------
    >>> step_down(np.array([0.25, 0.125]), [2, 1]).tolist()
    [0.25, 0.25]
    """
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
