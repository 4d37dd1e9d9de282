"""Student's paired t test over data sets, of the differences as they are and relative to the scores."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import (
    BoolArray,
    FloatArray,
    as_matrix,
    as_pairs,
    exponents,
    paired_differences,
    standard_deviation,
)
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import t_two_sided
from rankpress.stats.walsh import in_blocks

_NO_DIFFERENCE = "the two score alike on every data set"
_NO_VARIANCE = "the difference is the same on every data set, so that the statistic is infinite; p is its limit"


@in_blocks
def paired_t(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by Student's t whether the mean difference of two algorithms over data sets is zero.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        `statistic` is t, positive where the first of the pair has the higher mean; p is two-sided. `details` has
        `mean_difference`, first less second, its `standard_error`, `df` and `n_used`, the number of data sets.
        Where all differences are equal there is no t: p is 1 if they are all zero, else 0, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, or pairs that are not of these
        algorithms.

    Notes
    -----
    The test takes the differences for independent draws from one normal distribution: for scores that are on
    one scale on all data sets, and without outliers. [1]_ doubts both for most comparisons of classifiers.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30, section 3.1.2. https://www.jmlr.org/papers/v7/demsar06a.html
    .. [2] Student (1908). The probable error of a mean. Biometrika 6, 1-25. doi:10.2307/2331554

    Examples
    --------
    Hours of sleep that two drugs brought ten patients, the data of section IX of [2]_, of which R's t.test gives t as
    4.0621 and p as 0.002833:

    >>> first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    >>> second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    >>> test = paired_t(np.column_stack([second, first]), [[0, 1]])
    >>> test.details["mean_difference"].round(2).tolist(), test.statistic.round(4).tolist(), test.p.round(6).tolist()
    ([1.58], [4.0621], [0.002833])
    """
    differences, rounding = paired_differences(scores, pairs, rows=2)
    return _of_differences("t", "mean_difference", differences, rounding)


@in_blocks
def relative_t(scores: ArrayLike, pairs: ArrayLike, *, crossing: bool = False) -> PairTests:
    """Test by Student's t whether the mean relative difference of two algorithms over data sets is zero.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets. Those of lower-is-better metrics come with their sign turned.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    crossing : bool
        Whether two scores may be of different sign, as in studies that were simulated; they count as 2 or -2, which
        the relative difference comes to as the smaller score comes to 0.

    Returns
    -------
    PairTests
        As from `paired_t`, with `mean_relative_difference`.

    Raises
    ------
    ValueError
        As from `paired_t`, and unless `crossing` where two scores to compare are of different sign.

    Notes
    -----
    Each difference is divided by the average of the two scores, as in [1]_, so that a data set counts no more
    for having larger scores. Here it is the absolute value of the average: scores that are all negative, such as
    error rates with their sign turned, then keep the direction of their differences. The relative difference lies
    between -2 and 2; it is 0 where both scores are. Two scores of different sign may have an average of or near 0,
    to which nothing can be relative. Otherwise as `paired_t`.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30, section 3.1.2. https://www.jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    Errors of 0.3 against 0.2 and of 0.03 against 0.01 are 40% and 100% of their averages:

    >>> test = relative_t([[-0.2, -0.3], [-0.01, -0.03]], [[0, 1]])
    >>> test.details["mean_relative_difference"].round(12).tolist()
    [0.7]
    """
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    first, second = matrix[:, indices[:, 0]], matrix[:, indices[:, 1]]
    refused = np.argwhere(np.sign(first) * np.sign(second) < 0)
    if len(refused) and not crossing:
        row, pair = refused[0].tolist()
        raise ValueError(
            f"scores: row {row} has {first[row, pair]} in column {indices[pair, 0]} and {second[row, pair]} in column "
            f"{indices[pair, 1]}; two scores of which neither is negative, or neither positive, are needed"
        )
    differences, rounding = paired_differences(matrix, indices)
    average = np.abs(first) / 2 + np.abs(second) / 2
    relative, relative_rounding = (
        np.divide(values, average, out=np.zeros_like(average), where=average > 0) for values in (differences, rounding)
    )
    return _of_differences("relative-t", "mean_relative_difference", relative, relative_rounding)


def _of_differences(name: str, mean_name: str, differences: FloatArray, rounding: FloatArray) -> PairTests:
    n_datasets, powers = len(differences), exponents(differences)
    scaled = np.ldexp(differences, -powers)  # t has no unit, and of the smallest floats the error would be 0
    mean, error = scaled.mean(axis=0), standard_deviation(scaled) / math.sqrt(n_datasets)
    absent: BoolArray = np.asarray(~differences.any(axis=0))
    constant: BoolArray = absent | (np.ptp(differences, axis=0) <= rounding.max(axis=0))
    error = np.where(constant, 0.0, error)
    statistic = np.divide(mean, error, out=np.full_like(mean, np.nan), where=~constant)
    df = np.full_like(mean, n_datasets - 1)
    p = np.where(constant, absent.astype(np.float64), t_two_sided(statistic, df))
    estimates = {mean_name: np.ldexp(mean, powers), "standard_error": np.ldexp(error, powers)}
    details = {**estimates, "df": df, "n_used": np.full_like(mean, n_datasets)}
    why = tuple(
        _NO_DIFFERENCE if none else _NO_VARIANCE if same else "" for same, none in zip(constant, absent, strict=True)
    )
    return PairTests(name, statistic, p, details, why)
