"""Adjusted p-values for the false discovery rate: Benjamini and Hochberg, Benjamini and Yekutieli.

They bound the expected share of true hypotheses among those rejected. The chance that any true hypothesis is
rejected, the family-wise error, they do not hold, unless all hypotheses are true.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_p_values


def benjamini_hochberg(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Benjamini and Hochberg's step-up procedure for the false discovery rate.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order: the least false discovery rate at which each
        hypothesis is rejected.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    Notes
    -----
    It holds the false discovery rate for independent p-values and those of positive dependence on each of the
    true ones; with all hypotheses true that is the family-wise error, else it is less strict.

    References
    ----------
    .. [1] Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery rate: a practical and
       powerful approach to multiple testing. Journal of the Royal Statistical Society, Series B 57, 289-300.
       doi:10.1111/j.2517-6161.1995.tb02031.x

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.02, 0.03, 0.5]).round(3).tolist()
    [0.04, 0.04, 0.04, 0.5]
    """
    return _step_up(as_p_values(p))


def benjamini_yekutieli(p: ArrayLike) -> FloatArray:
    """Adjust p-values by Benjamini and Yekutieli's procedure for the false discovery rate, however dependent.

    Parameters
    ----------
    p : (n_hypotheses,) array_like
        p-values, in any order and however dependent.

    Returns
    -------
    (n_hypotheses,) float array
        Adjusted p-values, at most 1, in the same order: those of `benjamini_hochberg` times
        1 + 1/2 + ... + 1/m for m of them.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    References
    ----------
    .. [1] Benjamini, Y. and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing
       under dependency. Annals of Statistics 29, 1165-1188. doi:10.1214/aos/1013699998

    Examples
    --------
    >>> benjamini_yekutieli([0.01, 0.02, 0.03, 0.5]).round(4).tolist()
    [0.0833, 0.0833, 0.0833, 1.0]
    """
    p_values = as_p_values(p)
    harmonic = (1.0 / np.arange(1, p_values.size + 1)).sum()
    return np.asarray(np.minimum(harmonic * _step_up(p_values), 1.0), dtype=np.float64)


def _step_up(p: FloatArray) -> FloatArray:
    """Multiply the i-th smallest of m by m / i, no value above a later one."""
    descending = np.argsort(-p, kind="stable")
    adjusted = np.empty_like(p)
    # p.size / places is 1 for the largest, so that a p-value of 1 stays 1.
    adjusted[descending] = np.minimum.accumulate(p.size / np.arange(p.size, 0, -1) * p[descending])
    return adjusted
