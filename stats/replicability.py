"""How alike the outcomes of a test are from one draw of data sets to another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, check_count
from rankpress.stats.score_interval import wilson_interval

_Z = 1.959963984540054  # of intervals of 95%


@dataclass(frozen=True)
class Replicability:
    """The p-values of tests over repeated experiments, summed up; an entry a test.

    Parameters
    ----------
    n : int
        Number of experiments.
    alpha : float
        Level at which a null hypothesis is rejected: where p is at most alpha.
    average_p, average_p_error : float arrays
        The mean of p, and its Monte Carlo standard error.
    of_p, of_p_error : float arrays
        R(p), and its Monte Carlo standard error.
    rejections : int array
        In how many experiments the null hypothesis was rejected.
    low, high : float arrays
        Wilson's interval at 95% of the share of rejections.
    of_outcomes, of_outcomes_error : float arrays
        R(e), and its Monte Carlo standard error.
    """

    n: int
    alpha: float
    average_p: FloatArray
    average_p_error: FloatArray
    of_p: FloatArray
    of_p_error: FloatArray
    rejections: IntArray
    low: FloatArray
    high: FloatArray
    of_outcomes: FloatArray
    of_outcomes_error: FloatArray


def summarise_experiments(p: ArrayLike, alpha: float) -> Replicability:
    """Sum up the p-values of tests over repeated experiments.

    Parameters
    ----------
    p : (n_experiments, n_tests) array_like
        Between 0 and 1; at least two experiments.
    alpha : float
        Level.

    Returns
    -------
    Replicability

    Raises
    ------
    ValueError
        If there are fewer than two experiments, or an entry is not between 0 and 1.

    Notes
    -----
    R(p) is 1 - 2 var(p), with the unbiased estimate of the variance [1]_. R(e) is the chance that two experiments
    come to the same outcome, rejection or not [2]_; it is 1 - 2 var(e) of the outcomes e [1]_. Standard errors are
    those of a sample variance, from the fourth central moment; they are of the draws alone, and say nothing of data
    sets other than those that were drawn from.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of Machine
       Learning Research 7, 1-30, section 4.1.2. https://www.jmlr.org/papers/v7/demsar06a.html
    .. [2] Bouckaert, R. R. (2004). Estimating replicability of classifier learning experiments. Proceedings of the 21st
       International Conference on Machine Learning. doi:10.1145/1015330.1015338

    Examples
    --------
    >>> found = summarise_experiments([[0.01], [0.03], [0.2], [0.04]], 0.05)
    >>> found.rejections.tolist(), found.of_outcomes.tolist(), found.of_p.round(4).tolist()
    ([3], [0.5], [0.9847])
    """
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ValueError(f"p: got shape {values.shape}; at least two experiments, a row each, are needed")
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("p: numbers between 0 and 1 are needed")
    n = len(values)
    variance, error = _variance(values)
    rejected = values <= alpha
    rejections = rejected.sum(axis=0).astype(np.int64)
    low, high = wilson_interval(rejections / n, np.full(rejections.shape, float(n)), np.zeros(rejections.shape), _Z)
    return Replicability(
        n=n,
        alpha=alpha,
        average_p=values.mean(axis=0),
        average_p_error=np.sqrt(variance / n),
        of_p=1 - 2 * variance,
        of_p_error=2 * error,
        rejections=rejections,
        low=low,
        high=high,
        of_outcomes=agreement_of_outcomes(rejections, n),
        of_outcomes_error=2 * _variance(rejected.astype(np.float64))[1],
    )


def agreement_of_outcomes(rejections: ArrayLike, n: int) -> FloatArray:
    """Bouckaert's R(e): the share of pairs of experiments that come to the same outcome.

    Parameters
    ----------
    rejections : array_like of int
        In how many of the experiments the null hypothesis was rejected.
    n : int
        Number of experiments, at least 2.

    Returns
    -------
    float array
        (q (q - 1) + (n - q) (n - q - 1)) / (n (n - 1)) for q rejections.

    Raises
    ------
    ValueError
        If there are fewer than two experiments, or a count is not between 0 and n.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 4.1.2.
    .. [2] Bouckaert, R. R. (2004). Estimating replicability of classifier learning experiments. Proceedings of the 21st
       International Conference on Machine Learning. doi:10.1145/1015330.1015338

    Examples
    --------
    Of a thousand, as at the right of figure 3 in [1]_:

    >>> agreement_of_outcomes([0, 200, 400, 1000], 1000).round(2).tolist()
    [1.0, 0.68, 0.52, 1.0]
    """
    check_count("n", n, 2)
    rejected = np.asarray(rejections, dtype=np.float64)
    if not ((rejected >= 0) & (rejected <= n)).all():
        raise ValueError(f"rejections: numbers from 0 to {n} are needed")
    kept = n - rejected
    return np.asarray((rejected * (rejected - 1) + kept * (kept - 1)) / (n * (n - 1)), dtype=np.float64)


def _variance(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The unbiased variance of each column, and the standard error of that."""
    n = len(values)
    squares = (values - values.mean(axis=0)) ** 2
    variance = squares.sum(axis=0) / (n - 1)
    fourth = (squares**2).mean(axis=0)
    return variance, np.sqrt(np.maximum(fourth - variance**2 * (n - 3) / (n - 1), 0.0) / n)
