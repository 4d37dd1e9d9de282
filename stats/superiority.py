"""How often a run of one algorithm is better than a run of another on one data set."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_pairs, check_level, refuse_unfinite
from rankpress.stats.tails import normal_two_sided_isf

BY_NEWCOMBE = "all runs of one are better than all of the other: the interval is Newcombe's"
_TOO_FEW = "each of the two needs at least two runs"


@dataclass(frozen=True)
class Superiority:
    """The chance that a run of the first of a pair has the higher score.

    Parameters
    ----------
    estimate, low, high : (n_pairs,) float arrays
        Between 0 and 1, ties counted as halves, and the ends of the interval; nan where there are too few runs.
    level : float
        Of the interval.
    why : tuple of str
        By pair, what is special about the interval; "" where nothing is.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    why: tuple[str, ...]


def a12(runs: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> Superiority:
    """Vargha and Delaney's A12 of two algorithms over independent runs, with its interval.

    Parameters
    ----------
    runs : (n_runs, n_algorithms) array_like
        The score of each run, higher is better; nan where an algorithm has fewer. Rows pair nothing.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    Superiority
        The share of pairs of runs in which that of the first is higher, ties as halves.

    Raises
    ------
    ValueError
        For infinite scores, pairs that are none, and levels outside 0 to 1.

    Notes
    -----
    The interval is DeLong's on the scale of the logit [2]_. Where the variance is zero, as where all runs of one are
    better than all of the other, it is Newcombe's, method 5 of [3]_, which needs no variance of the sample.

    References
    ----------
    .. [1] Vargha, A. and Delaney, H. D. (2000). A critique and improvement of the CL common language effect size
       statistics of McGraw and Wong. Journal of Educational and Behavioral Statistics 25, 101-132.
       doi:10.3102/10769986025002101
    .. [2] DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
       correlated receiver operating characteristic curves. Biometrics 44, 837-845. doi:10.2307/2531595
    .. [3] Newcombe, R. G. (2006). Confidence intervals for an effect size measure based on the Mann-Whitney statistic.
       Part 2: asymptotic methods and evaluation. Statistics in Medicine 25, 559-573. doi:10.1002/sim.2324

    Examples
    --------
    >>> effect = a12([[0.91, 0.89], [0.92, 0.90], [0.90, 0.91], [0.93, 0.88], [0.94, 0.90]], [[0, 1]])
    >>> effect.estimate.tolist(), effect.low.round(5).tolist(), effect.high.round(5).tolist()
    ([0.9], [0.53276], [0.98612])
    """
    check_level("level", level)
    matrix = np.asarray(runs, dtype=np.float64)
    refuse_unfinite("runs", matrix, missing=True)
    there = [column[np.isfinite(column)] for column in matrix.T]
    z = float(normal_two_sided_isf(1 - level))
    each = [_of_pair(there[a], there[b], z) for a, b in as_pairs(pairs, len(there)).tolist()]
    estimate, low, high = np.array([numbers[:3] for numbers in each]).T
    return Superiority(estimate, low, high, level, tuple(numbers[3] for numbers in each))


def _of_pair(a: FloatArray, b: FloatArray, z: float) -> tuple[float, float, float, str]:
    if min(a.size, b.size) < 2:
        return math.nan, math.nan, math.nan, _TOO_FEW
    wins = (np.sign(a[:, None] - b[None, :]) + 1) / 2
    chance = float(wins.mean())
    variance = float(wins.mean(axis=1).var(ddof=1) / a.size + wins.mean(axis=0).var(ddof=1) / b.size)
    if variance == 0 or not 0 < chance < 1:
        low, high = (_newcombe(chance, a.size, b.size, end * z) for end in (-1, 1))
        return chance, low, high, BY_NEWCOMBE if chance in (0, 1) else ""
    centre = math.log(chance / (1 - chance))
    half = z * math.sqrt(variance) / (chance * (1 - chance))
    return chance, _logistic(centre - half), _logistic(centre + half), ""


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


def _newcombe(chance: float, n_a: int, n_b: int, z: float) -> float:
    """Return the chance whose own standard error puts the observed one z of them away, by bisection."""
    if chance == (1 if z > 0 else 0):
        return chance
    inner, outer = chance, 1.0 if z > 0 else 0.0
    for _ in range(60):
        middle = (inner + outer) / 2
        if abs(middle - chance) < abs(z) * math.sqrt(_variance(middle, n_a, n_b)):
            inner = middle
        else:
            outer = middle
    return (inner + outer) / 2


def _variance(chance: float, n_a: int, n_b: int) -> float:
    """Hanley and McNeil's variance with the mean of both sizes in place of each."""
    of_both = (n_a + n_b) / 2 - 1
    bracket = 1 + of_both * ((1 - chance) / (2 - chance) + chance / (1 + chance))
    return chance * (1 - chance) * bracket / (n_a * n_b)
