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
    tally = Tally(alpha)
    tally.add(values)
    return tally.summary()


class Tally:
    """Experiments summed up as they come, for those whose p-values would not all fit into memory.

    Parameters
    ----------
    alpha : float
        Level.

    Notes
    -----
    Powers of the distances from the mean of the first experiments are added up, and taken about the mean of all in the
    end. So the sums are as good as those of all at once, but for rounding.

    Examples
    --------
    >>> tally = Tally(0.05)
    >>> for p in ([[0.01], [0.03]], [[0.2], [0.04]]):
    ...     tally.add(np.array(p))
    >>> tally.summary().of_p.round(4).tolist()
    [0.9847]
    """

    def __init__(self, alpha: float) -> None:
        self._alpha, self._n = alpha, 0
        self._about: FloatArray = np.empty(0)
        self._powers: FloatArray = np.empty((4, 0))
        self._rejections: IntArray = np.empty(0, dtype=np.int64)

    def add(self, p: FloatArray) -> None:
        """Count experiments, a row each with the p-value of each test, between 0 and 1."""
        if not ((p >= 0) & (p <= 1)).all():
            raise ValueError("p: numbers between 0 and 1 are needed")
        if not self._n:
            self._about, self._powers = p.mean(axis=0), np.zeros((4, p.shape[1]))
            self._rejections = np.zeros(p.shape[1], dtype=np.int64)
        self._n += len(p)
        self._rejections += (p <= self._alpha).sum(axis=0)
        distance = p - self._about
        power = distance.copy()
        for sums in self._powers:
            sums += power.sum(axis=0)
            power *= distance

    def summary(self) -> Replicability:
        """What the experiments counted so far come to; at least two are needed."""
        n, rejections = self._n, self._rejections
        check_count("n", n, 2)
        shift, *moments = self._powers / n
        variance, error = _variance(*_central(shift, *moments), n)
        share = rejections / n
        spread = share * (1 - share)
        low, high = wilson_interval(share, np.full(share.shape, float(n)), np.zeros(share.shape), _Z)
        return Replicability(
            n=n,
            alpha=self._alpha,
            average_p=self._about + shift,
            average_p_error=np.sqrt(variance / n),
            of_p=1 - 2 * variance,
            of_p_error=2 * error,
            rejections=rejections.copy(),
            low=low,
            high=high,
            of_outcomes=agreement_of_outcomes(rejections, n),
            of_outcomes_error=2 * _variance(spread, spread * (1 - 3 * spread), n)[1],
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


def _central(
    shift: FloatArray, second: FloatArray, third: FloatArray, fourth: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The second and the fourth moment about the mean, from those about a point that the mean is off by a shift."""
    about_mean = second - shift**2
    return np.maximum(about_mean, 0.0), fourth - 4 * shift * third + 6 * shift**2 * second - 3 * shift**4


def _variance(second: FloatArray, fourth: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """The unbiased variance, and its standard error, from the central moments."""
    variance = second * n / (n - 1)
    return variance, np.sqrt(np.maximum(fourth - variance**2 * (n - 3) / (n - 1), 0.0) / n)
