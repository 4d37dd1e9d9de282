"""Rates of success over test examples, and on how many of them two algorithms succeed together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_level
from rankpress.stats.proportions import wilson_interval


@dataclass(frozen=True)
class SuccessRates:
    """Hold the shares of examples with success, and their intervals.

    Parameters
    ----------
    rate, low, high : float arrays of one shape
        The shares, from 0 to 1, and the ends of their intervals, which stay between 0 and 1.
    level : float
        Of the intervals.

    Examples
    --------
    >>> success_rates([7], 10).low.round(3).tolist()
    [0.397]
    """

    rate: FloatArray
    low: FloatArray
    high: FloatArray
    level: float


def success_rates(successes: ArrayLike, examples: ArrayLike, *, level: float = 0.95) -> SuccessRates:
    """Return the share of examples with success, with Wilson's score interval [1]_.

    The interval is for examples that are independent draws. It contains the rates that a score test does not reject,
    and so keeps a width where all examples succeed, or none.

    Parameters
    ----------
    successes : array_like of int
        On how many examples there was success.
    examples : array_like of int
        Of how many, in the shape of `successes` or one that goes with it; at least 1.
    level : float
        Of the intervals.

    Returns
    -------
    SuccessRates

    Raises
    ------
    ValueError
        Where there are no examples, or more successes than examples.

    References
    ----------
    .. [1] Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal of the
       American Statistical Association 22(158), 209-212. doi:10.1080/01621459.1927.10502953

    Examples
    --------
    >>> rates = success_rates([7, 10], 10)
    >>> rates.rate.tolist(), rates.low.round(4).tolist(), rates.high.round(4).tolist()
    ([0.7, 1.0], [0.3968, 0.7225], [0.8922, 1.0])
    """
    check_level("level", level)
    c, n = np.broadcast_arrays(np.asarray(successes, dtype=float), np.asarray(examples, dtype=float))
    if not (np.all(n >= 1) and np.all(c >= 0) and np.all(c <= n)):
        raise ValueError("successes: from 0 to as many as there are examples are needed, and at least one example")
    z = float(scipy.special.ndtri((1 + level) / 2))
    rate = c / n
    low, high = wilson_interval(rate, n, np.zeros_like(rate), z)
    return SuccessRates(rate, low, high, level)


@dataclass(frozen=True)
class PairAgreement:
    """Count the test examples on which two algorithms succeed together, one alone, or neither.

    Parameters
    ----------
    both, only_a, only_b, neither : (n_pairs,) float arrays
        Numbers of examples, which sum to all examples.
    agreement : (n_pairs,) float array
        Share of the examples on which both succeed or neither does.

    Examples
    --------
    >>> pair_agreement([[7, 5], [5, 6]], 10, [[0, 1]]).only_a.tolist()
    [2.0]
    """

    both: FloatArray
    only_a: FloatArray
    only_b: FloatArray
    neither: FloatArray
    agreement: FloatArray


def pair_agreement(both: ArrayLike, examples: int, pairs: ArrayLike) -> PairAgreement:
    """Count how often the algorithms of each pair succeed on the same examples.

    Parameters
    ----------
    both : (n_algorithms, n_algorithms) array_like of int
        On how many examples both algorithms succeed; on the diagonal, on how many the one does.
    examples : int
        How many examples there are.
    pairs : (n_pairs, 2) array_like of int
        The algorithms of each pair, by their index: a, b.

    Returns
    -------
    PairAgreement

    Examples
    --------
    >>> agreement = pair_agreement([[7, 5], [5, 6]], 10, [[0, 1]])
    >>> [int(count) for (count,) in (agreement.both, agreement.only_a, agreement.only_b, agreement.neither)]
    [5, 2, 1, 2]
    >>> float(agreement.agreement[0])
    0.7
    """
    counts = np.asarray(both, dtype=float)
    a, b = np.asarray(pairs, dtype=int).reshape(-1, 2).T
    together, right = counts[a, b], np.diagonal(counts)
    only_a, only_b = right[a] - together, right[b] - together
    neither = examples - together - only_a - only_b
    return PairAgreement(together, only_a, only_b, neither, (together + neither) / examples)
