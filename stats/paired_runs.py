"""Two algorithms on one data set over runs that are paired by their seed: signed ranks, Student's t, sign flips."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_pairs, refuse_unfinite, standard_deviation
from rankpress.stats.paired_t import paired_t
from rankpress.stats.pairs import PairTests
from rankpress.stats.permutation import permutation
from rankpress.stats.resampled import WithinTests
from rankpress.stats.wilcoxon import wilcoxon

_TOO_FEW = "fewer than two seeds have a run of both"
BOTH = np.array([[0, 1]])


def signed_rank(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Wilcoxon's signed-ranks test of two algorithms over the seeds that both ran with.

    Parameters
    ----------
    runs : (n_seeds, n_algorithms) array_like
        The score of each run, one row per seed; nan where there is none.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        `statistic` is the sum of the signed ranks; p is exact up to 50 differences, given ties. `details` has n_runs,
        the seeds that both ran with, and least_p, the smallest p of so many.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    References
    ----------
    .. [1] Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
       doi:10.2307/3001968

    Examples
    --------
    >>> signed_rank([[0.91, 0.89], [0.92, 0.90], [0.95, 0.91], [0.93, 0.88], [0.94, 0.93]], [[0, 1]]).p.tolist()
    [0.0625]
    """
    return _each("signed-rank", runs, pairs, wilcoxon)


def paired_t_of_runs(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Student's paired t test of two algorithms over the seeds that both ran with.

    Parameters
    ----------
    runs : (n_seeds, n_algorithms) array_like
        The score of each run, one row per seed; nan where there is none.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        t with n_runs - 1 degrees of freedom. Where the difference is the same with every seed there is no t: p is 1
        if it is zero, else 0, and `why` says so.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    References
    ----------
    .. [1] Student (1908). The probable error of a mean. Biometrika 6, 1-25. doi:10.1093/biomet/6.1.1

    Examples
    --------
    >>> test = paired_t_of_runs([[0.91, 0.89], [0.92, 0.90], [0.95, 0.91], [0.93, 0.88], [0.94, 0.93]], [[0, 1]])
    >>> test.statistic.round(4).tolist(), test.df.tolist(), test.p.round(4).tolist()
    ([3.8103], [4.0], [0.0189])
    """
    return _each("paired-t", runs, pairs, paired_t)


def sign_flips_of_runs(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Exchange the two algorithms at random with each seed, to test their mean difference.

    Parameters
    ----------
    runs : (n_seeds, n_algorithms) array_like
        The score of each run, one row per seed; nan where there is none.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        `statistic` is the mean difference; p is exact up to 24 differences that are not zero. `details` has n_runs and
        least_p.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    References
    ----------
    .. [1] Fisher, R. A. (1935). The Design of Experiments, section 21. Oliver and Boyd.

    Examples
    --------
    >>> sign_flips_of_runs([[0.91, 0.89], [0.92, 0.90], [0.95, 0.91], [0.93, 0.88]], [[0, 1]]).p.tolist()
    [0.125]
    """
    return _each("sign-flips", runs, pairs, permutation)


def _each(
    name: str, runs: ArrayLike, pairs: ArrayLike, test: Callable[[FloatArray, ArrayLike], PairTests]
) -> WithinTests:
    """Test each pair over the seeds that both ran with."""
    matrix = np.asarray(runs, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"runs: got an array of shape {matrix.shape}; a matrix is needed")
    refuse_unfinite("runs", matrix, missing=True)
    tested = [_of_pair(matrix[:, pair], test) for pair in as_pairs(pairs, matrix.shape[1])]
    difference, error, statistic, p, n_runs, least = np.array([numbers for numbers, _ in tested]).T
    df = n_runs - 1 if name == "paired-t" else np.full_like(n_runs, np.nan)
    details = {"n_runs": n_runs, "least_p": least}
    return WithinTests(name, difference, error, df, statistic, p, tuple(why for _, why in tested), details)


def _of_pair(runs: FloatArray, test: Callable[[FloatArray, ArrayLike], PairTests]) -> tuple[list[float], str]:
    """Difference, standard error, statistic, p, seeds and least p of two, and why something is nan."""
    both = runs[np.isfinite(runs).all(axis=1)]
    differences = both[:, :1] - both[:, 1:]
    difference = float(differences.mean()) if len(both) else math.nan
    if len(both) < 2:
        return [difference, math.nan, math.nan, math.nan, len(both), math.nan], _TOO_FEW
    tested = test(both, BOTH)
    error = float(standard_deviation(differences)[0]) / math.sqrt(len(both))
    statistic = tested.leaning if tested.of == "signed ranks" else tested.statistic
    least = float(tested.details["least_p"][0]) if "least_p" in tested.details else 0.0
    why = tested.why[0] if tested.why else ""
    return [difference, error, float(statistic[0]), float(tested.p[0]), len(both), least], why
