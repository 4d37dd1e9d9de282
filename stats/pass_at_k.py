"""The chance that one of several samples passes, from how many did."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray


def pass_at_k(samples: ArrayLike, passed: ArrayLike, k: int) -> FloatArray:
    """Estimate the chance that at least one of k samples passes, without bias [1]_.

    It is 1 - C(n - c, k) / C(n, k) where c of n samples passed. The mean over problems is a model's pass@k; an interval
    resamples problems, never samples.

    Parameters
    ----------
    samples : array_like of int
        How many samples there are of each problem, n.
    passed : array_like of int
        How many of them passed, c, in the shape of `samples` or one that goes with it.
    k : int
        How many samples one would look at, at least 1 and at most the least of `samples`.

    Returns
    -------
    ndarray of float
        A chance for each problem, from 0 to 1.

    Raises
    ------
    ValueError
        Where more passed than there are, a number is negative, or k is beyond what there is.

    References
    ----------
    .. [1] Chen, M. et al. (2021). Evaluating large language models trained on code. arXiv:2107.03374, equation 1.

    Examples
    --------
    >>> pass_at_k(10, [0, 1, 3, 7, 10], 5).round(4)
    array([0.    , 0.5   , 0.9167, 1.    , 1.    ])
    >>> round(float(pass_at_k(10, [0, 1, 3, 7, 10], 10).mean()), 4)
    0.8
    """
    n, c = np.broadcast_arrays(np.asarray(samples, dtype=float), np.asarray(passed, dtype=float))
    if np.any(c < 0) or np.any(c > n):
        raise ValueError("passed: from 0 to as many as there are samples of the problem are needed")
    if n.size and not 1 <= k <= n.min():
        raise ValueError(f"k: got {k}; from 1 to {n.min():g}, the fewest samples of a problem, are needed")
    failed = n - c
    log = scipy.special.gammaln
    none = log(failed + 1) - log(np.maximum(failed - k, 0) + 1) - log(n + 1) + log(n - k + 1)
    return np.asarray(np.where(failed < k, 1.0, -np.expm1(none)))
