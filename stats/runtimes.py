"""Runtimes with a limit: what solvers solve, how long they take, and what each adds to the others."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_pairs, as_vector, check_level
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import t_two_sided_isf
from rankpress.stats.wilcoxon import wilcoxon

NO_COMMON = "no two instances are solved by both"


@dataclass(frozen=True)
class Speedups:
    """How many times as fast the first of each pair is, on the instances that both solve.

    Parameters
    ----------
    estimate, low, high : (n_pairs,) float arrays
        Geometric mean of the time of the second over that of the first, above 1 where the first is faster, and the
        ends of its interval; nan where too few instances are solved by both.
    n_common : (n_pairs,) float array
        Instances that both solve.
    why : tuple of str
        By pair, why a number is nan; "" where none is.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    n_common: FloatArray
    why: tuple[str, ...]


def as_times(times: ArrayLike, limit: float) -> FloatArray:
    """Return a float copy of runtimes, infinite where a run did not end within the limit."""
    if not 0 < limit < math.inf:
        raise ValueError(f"limit: got {limit!r}; a positive number is needed")
    matrix = np.array(times, dtype=np.float64)
    if matrix.ndim != 2 or min(matrix.shape) < 1:
        raise ValueError(f"times: got an array of shape {matrix.shape}; a matrix is needed")
    wrong = np.argwhere(~((matrix >= 0) & ((matrix <= limit) | np.isposinf(matrix))))
    if wrong.size:
        row, column = wrong[0].tolist()
        raise ValueError(
            f"times: row {row} column {column} is {matrix[row, column]}; numbers from 0 to the limit of {limit:g},"
            " or inf where a run did not end within it, are needed"
        )
    return matrix


def solved(times: ArrayLike, limit: float) -> BoolArray:
    """Whether each run ended within the limit.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.

    Returns
    -------
    (n_instances, n_algorithms) bool array

    Raises
    ------
    ValueError
        For times below 0, above the limit or missing, and a limit that is not positive.

    Examples
    --------
    >>> solved([[1, 2], [np.inf, 5]], 60).sum(axis=0).tolist()
    [1, 2]
    """
    return np.isfinite(as_times(times, limit))


def penalized(times: ArrayLike, limit: float, factor: float) -> FloatArray:
    """Runtimes in which a run that did not end counts as a multiple of the limit, whose mean is PAR-k.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    factor : float
        k of PAR-k, at least 1: 2 and 10 are in use.

    Returns
    -------
    (n_instances, n_algorithms) float array
        Lower is better.

    Raises
    ------
    ValueError
        For times that are none, and factors below 1.

    References
    ----------
    .. [1] Hutter, F., Hoos, H. H., Leyton-Brown, K. and Stützle, T. (2009). ParamILS: an automatic algorithm
       configuration framework. Journal of Artificial Intelligence Research 36, 267-306. doi:10.1613/jair.2861

    Examples
    --------
    >>> penalized([[1, 2], [np.inf, 5]], 60, 10).mean(axis=0).tolist()
    [300.5, 3.5]
    """
    if not 1 <= factor < math.inf:
        raise ValueError(f"factor: got {factor!r}; a number of at least 1 is needed")
    matrix = as_times(times, limit)
    return np.where(np.isfinite(matrix), matrix, factor * limit)


def shifted_geometric_mean(times: ArrayLike, limit: float, shift: float = 10.0, factor: float = 1.0) -> FloatArray:
    """Geometric mean of the runtimes plus a shift, less the shift.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    shift : float
        Added to each time, so that instances of no time weigh little; in the unit of the times.
    factor : float
        A run that did not end counts as so many times the limit.

    Returns
    -------
    (n_algorithms,) float array
        Lower is better.

    Raises
    ------
    ValueError
        For times that are none, a shift that is not positive, and factors below 1.

    References
    ----------
    .. [1] Achterberg, T. (2007). Constraint integer programming. Thesis, TU Berlin, appendix A.3.
       doi:10.14279/depositonce-1634

    Examples
    --------
    >>> shifted_geometric_mean([[0, 30], [30, 30]], 60).round(6).tolist()
    [10.0, 30.0]
    """
    if not 0 < shift < math.inf:
        raise ValueError(f"shift: got {shift!r}; a positive number is needed")
    mean: FloatArray = np.exp(np.log(penalized(times, limit, factor) + shift).mean(axis=0)) - shift
    return mean


def virtual_best(times: ArrayLike, limit: float) -> FloatArray:
    """Time of the fastest algorithm on each instance, that of a selector which is never wrong.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.

    Returns
    -------
    (n_instances,) float array
        inf where none solves the instance.

    Raises
    ------
    ValueError
        For times that are none.

    Examples
    --------
    >>> virtual_best([[1, 2], [np.inf, 5]], 60).tolist()
    [1.0, 5.0]
    """
    best: FloatArray = as_times(times, limit).min(axis=1)
    return best


def marginal_contributions(times: ArrayLike, limit: float, factor: float = 10.0) -> FloatArray:
    """By how much PAR-k of the virtual best solver rises without each algorithm.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes of at least two algorithms, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    factor : float
        k of PAR-k.

    Returns
    -------
    (n_algorithms,) float array
        0 where another is as fast on every instance.

    Raises
    ------
    ValueError
        For times that are none, and of one algorithm alone.

    References
    ----------
    .. [1] Xu, L., Hutter, F., Hoos, H. and Leyton-Brown, K. (2012). Evaluating component solver contributions to
       portfolio-based algorithm selectors. SAT 2012, 228-241. doi:10.1007/978-3-642-31612-8_18

    Examples
    --------
    >>> marginal_contributions([[1, 2], [np.inf, 5]], 60).tolist()
    [0.5, 297.5]
    """
    costs = penalized(times, limit, factor)
    if costs.shape[1] < 2:
        raise ValueError(f"times: got {costs.shape[1]} algorithm; at least 2 are needed")
    others = [np.delete(costs, algorithm, axis=1).min(axis=1) for algorithm in range(costs.shape[1])]
    rise: FloatArray = np.array(others).mean(axis=1) - costs.min(axis=1).mean()
    return rise


def solved_alone(times: ArrayLike, limit: float) -> FloatArray:
    """How many instances each algorithm is the only one to solve.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.

    Returns
    -------
    (n_algorithms,) float array

    Raises
    ------
    ValueError
        For times that are none.

    Examples
    --------
    >>> solved_alone([[1, 2], [np.inf, 5]], 60).tolist()
    [0.0, 1.0]
    """
    ended = solved(times, limit)
    alone: FloatArray = (ended & (ended.sum(axis=1, keepdims=True) == 1)).sum(axis=0).astype(np.float64)
    return alone


def closed_gap(times: ArrayLike, limit: float, factor: float = 10.0) -> FloatArray:
    """Part of the way from the single best algorithm to the virtual best solver, by PAR-k.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    factor : float
        k of PAR-k.

    Returns
    -------
    (n_algorithms,) float array
        0 for the single best, below 0 for the others; nan where the single best is the virtual best.

    Raises
    ------
    ValueError
        For times that are none.

    References
    ----------
    .. [1] Lindauer, M., van Rijn, J. N. and Kotthoff, L. (2019). The algorithm selection competitions 2015 and 2017.
       Artificial Intelligence 272, 86-100. doi:10.1016/j.artint.2018.10.004

    Examples
    --------
    >>> closed_gap([[1, 2], [np.inf, 5]], 60).tolist()
    [-594.0, 0.0]
    """
    costs = penalized(times, limit, factor)
    means, best = costs.mean(axis=0), costs.min(axis=1).mean()
    gap = means.min() - best
    return (means.min() - means) / gap if gap > 0 else np.full_like(means, np.nan)


def shapley_values(times: ArrayLike, limit: float, factor: float = 10.0) -> FloatArray:
    """Shapley value of each algorithm in the portfolio of all, by PAR-k of the virtual best solver.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    factor : float
        k of PAR-k.

    Returns
    -------
    (n_algorithms,) float array
        They add up to what PAR-k of all algorithms together is below that of none, k times the limit.

    Raises
    ------
    ValueError
        For times that are none.

    Notes
    -----
    On an instance a set of algorithms is worth what its fastest saves, so that the values have a closed form: each
    step in the sorted savings is shared by those that save as much or more.

    References
    ----------
    .. [1] Fréchette, A., Kotthoff, L., Michalak, T., Rahwan, T., Hoos, H. and Leyton-Brown, K. (2016). Using the
       Shapley value to analyze algorithm portfolios. AAAI 2016, 3397-3403. doi:10.1609/aaai.v30i1.10440
    .. [2] Littlechild, S. C. and Owen, G. (1973). A simple expression for the Shapley value in a special case.
       Management Science 20, 370-372. doi:10.1287/mnsc.20.3.370

    Examples
    --------
    >>> shapley_values([[1, 2], [np.inf, 5]], 60).tolist()
    [150.0, 447.0]
    """
    savings = factor * limit - penalized(times, limit, factor)
    order = np.argsort(savings, axis=1, kind="stable")
    steps = np.diff(np.take_along_axis(savings, order, axis=1), axis=1, prepend=0.0)
    shared = np.cumsum(steps / np.arange(savings.shape[1], 0, -1), axis=1)
    values = np.empty_like(savings)
    np.put_along_axis(values, order, shared, axis=1)
    mean: FloatArray = values.mean(axis=0)
    return mean


def performance_profile(times: ArrayLike, limit: float, ratios: ArrayLike) -> FloatArray:
    """Share of the instances that each algorithm solves within a multiple of the fastest one's time.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    limit : float
        Of the runs.
    ratios : (n_ratios,) array_like
        The multiples, at least 1.

    Returns
    -------
    (n_ratios, n_algorithms) float array
        Between 0 and 1; an instance that none solves counts for none.

    Raises
    ------
    ValueError
        For times that are none and ratios below 1.

    References
    ----------
    .. [1] Dolan, E. D. and Moré, J. J. (2002). Benchmarking optimization software with performance profiles.
       Mathematical Programming 91, 201-213. doi:10.1007/s101070100263

    Examples
    --------
    >>> performance_profile([[1, 2], [np.inf, 5]], 60, [1, 2]).tolist()
    [[0.5, 0.5], [0.5, 1.0]]
    """
    multiples = as_vector("ratios", ratios)
    if (multiples < 1).any():
        raise ValueError(f"ratios: got {multiples.min():g}; multiples of at least 1 are needed")
    matrix = as_times(times, limit)
    ratio = ratios_to_best(matrix)
    # Ratios that are equal but for rounding are equal.
    within = ratio[None] <= multiples[:, None, None] * (1 + 1e-12)
    share: FloatArray = (within & np.isfinite(ratio)).mean(axis=1)
    return share


def ratios_to_best(times: FloatArray) -> FloatArray:
    """Each time as a multiple of the least on its instance; 1 where both are 0, inf where the run did not end."""
    best = times.min(axis=1, keepdims=True)
    ratio = np.full_like(times, np.inf)
    ended = np.isfinite(times)
    np.divide(times, best, out=ratio, where=ended & (best > 0))
    ratio[ended & (times == 0)] = 1.0
    return ratio


def censored_wilcoxon(times: ArrayLike, pairs: ArrayLike, limit: float) -> PairTests:
    """Wilcoxon's signed-ranks test of the logarithms of the ratios of runtimes, censored pairs at the extreme ranks.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    limit : float
        Of the runs.

    Returns
    -------
    PairTests
        As of `wilcoxon`. Both unsolved is a difference of zero; where one is unsolved the ratio is taken to be larger
        than all ratios of times, and all such pairs share the extreme ranks. `details` has `n_censored`, the
        instances that one of the two did not solve.

    Raises
    ------
    ValueError
        For times and pairs that are none, and times of 0, which have no logarithm.

    Notes
    -----
    The ranks of the censored pairs are a convention: how long an unsolved run would have taken is not known. Symmetry
    of the differences about zero, which the test assumes, is then an assumption on ranks that were not observed.

    Examples
    --------
    >>> test = censored_wilcoxon([[1, 2], [np.inf, 5], [4, 9], [3, 7]], [[0, 1]], 60)
    >>> test.details["n_censored"].tolist(), test.details["r_minus"].tolist()
    ([1.0], [4.0])
    """
    matrix = as_times(times, limit)
    if (matrix == 0).any():
        raise ValueError("times: there are times of 0; ratios need times above 0")
    a, b = as_pairs(pairs, matrix.shape[1]).T
    one = np.isinf(matrix[:, a]) != np.isinf(matrix[:, b])
    none = np.isinf(matrix[:, a]) & np.isinf(matrix[:, b])
    logarithms = np.log(np.where(np.isinf(matrix), 1.0, matrix))
    differences = np.where(none, 0.0, logarithms[:, b] - logarithms[:, a])
    beyond = np.abs(differences, where=~one, out=np.zeros_like(differences)).max() + 1
    differences = np.where(one, np.where(np.isinf(matrix[:, b]), beyond, -beyond), differences)
    stacked = np.column_stack([differences, np.zeros(len(differences))])
    last = differences.shape[1]
    tests = wilcoxon(stacked, np.column_stack([np.arange(last), np.full(last, last)]))
    details = {**tests.details, "n_censored": one.sum(axis=0).astype(np.float64)}
    return PairTests("censored-wilcoxon", tests.statistic, tests.p, details, tests.why, tests.of)


def speedups(times: ArrayLike, pairs: ArrayLike, limit: float, level: float = 0.95) -> Speedups:
    """Geometric mean of the ratios of two runtimes over the instances that both solve.

    Parameters
    ----------
    times : (n_instances, n_algorithms) array_like
        Runtimes, inf where a run did not end within the limit.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    limit : float
        Of the runs.
    level : float
        Confidence level of the intervals, Student's over the logarithms.

    Returns
    -------
    Speedups
        Above 1 where the first is faster.

    Raises
    ------
    ValueError
        For times and pairs that are none, and levels outside 0 to 1.

    Notes
    -----
    Instances that one of the two does not solve do not count, which favors the one that solves fewer: it is to be read
    with the numbers of instances solved. Times of 0 do not count either.

    Examples
    --------
    >>> speed = speedups([[1, 2], [np.inf, 5], [4, 16]], [[0, 1]], 60)
    >>> speed.estimate.round(6).tolist(), speed.n_common.tolist()
    ([2.828427], [2.0])
    """
    check_level("level", level)
    matrix = as_times(times, limit)
    each = []
    for a, b in as_pairs(pairs, matrix.shape[1]).tolist():
        both = matrix[:, [a, b]]
        both = both[np.isfinite(both).all(axis=1) & (both > 0).all(axis=1)]
        logarithms = np.log(both[:, 1] / both[:, 0])
        if len(logarithms) < 2:
            each.append((math.nan, math.nan, math.nan, float(len(both))))
            continue
        error = logarithms.std(ddof=1) / math.sqrt(len(logarithms))
        half = float(t_two_sided_isf(1 - level, len(logarithms) - 1)) * error
        ends = np.exp(logarithms.mean() + np.array([0.0, -half, half])).tolist()
        each.append((*ends, float(len(both))))
    estimate, low, high, n_common = np.array(each).T
    return Speedups(estimate, low, high, n_common, tuple("" if n > 1 else NO_COMMON for n in n_common))
