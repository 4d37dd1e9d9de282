"""Tukey's test of all pairs, by the studentized range."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_count
from rankpress.stats.nemenyi import studentized_range_sf
from rankpress.stats.studentized import studentized_sf


def tukey_sf(q: ArrayLike, k: int, df: float) -> FloatArray:
    """Chance that the range of k normal variables exceeds q estimated standard deviations.

    Parameters
    ----------
    q : array_like
        At least 0, of any shape; may be infinite.
    k : int
        Number of variables, at least 2.
    df : float
        Degrees of freedom of the estimate; infinity gives `studentized_range_sf`.

    Returns
    -------
    float array of the shape of q

    Raises
    ------
    ValueError
        For a negative or undefined range, fewer than two variables, or df that is not at least 1.

    Examples
    --------
    The upper 5% point for three variables and ten degrees of freedom is 3.877 in all tables:

    >>> tukey_sf(3.877, 3, 10).round(4).tolist()
    0.05
    """
    check_count("k", k, 2)
    ranges = check_studentized("q", q, df)
    if math.isinf(df):
        return studentized_range_sf(ranges, k)
    # The range of two is sqrt(2) normal deviates, and no range has a heavier tail.
    return studentized_sf(lambda x: studentized_range_sf(x * math.sqrt(2), k), ranges / math.sqrt(2), df)


def tukey(t: ArrayLike, n_algorithms: int, df: float) -> FloatArray:
    """Adjust the t statistics of all pairs by Tukey's single-step test.

    Parameters
    ----------
    t : (n_pairs,) array_like
        As `block_t` gives them for all pairs, with one error of `df` degrees of freedom; may be infinite.
    n_algorithms : int
        At least 2.
    df : float
        (n_algorithms - 1) (n_datasets - 1) in a complete design.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values: the chance that the largest of all t is at least as large.

    Raises
    ------
    ValueError
        If a t is not a number, there are fewer than two algorithms, or df is not at least 1.

    Notes
    -----
    The range of the means in standard errors is sqrt(2) |t|. The error must be that of the block design: with that of
    independent groups, which takes in how data sets differ, the test can lose all its power.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.1.
    .. [2] Tukey, J. W. (1949). Comparing individual means in the analysis of variance. Biometrics 5, 99-114.
       doi:10.2307/3001913

    Examples
    --------
    3.877 is the upper 5% point for three algorithms on six data sets:

    >>> tukey([3.877 / math.sqrt(2), -1.0, 0.0], 3, 10).round(3).tolist()
    [0.05, 0.593, 1.0]
    """
    return tukey_sf(np.abs(t) * math.sqrt(2), n_algorithms, df)


def check_studentized(name: str, values: ArrayLike, df: float) -> FloatArray:
    """A float array of statistics of at least 0, with degrees of freedom of at least 1."""
    statistics = np.array(values, dtype=np.float64)
    if not (statistics >= 0).all():
        raise ValueError(f"{name}: got {statistics[~(statistics >= 0)].flat[0]}; numbers of at least 0 are needed")
    if not df >= 1:
        raise ValueError(f"df: got {df!r}; a number of at least 1 is needed")
    return statistics
