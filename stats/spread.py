"""Summaries of columns of scores, how far their means vary, and how far a score falls short of the best of its row."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix


@dataclass(frozen=True)
class Spread:
    """Hold five numbers and the mean of each column; nan where a column has no values.

    Parameters
    ----------
    n : (n_columns,) int array
        Values in each.
    least, lower, median, upper, greatest : (n_columns,) float arrays
        Ends, quartiles and median.
    mean : (n_columns,) float array
        Arithmetic means.

    Examples
    --------
    >>> spread([[1.0], [2.0], [3.0]]).median.tolist()
    [2.0]
    """

    n: IntArray
    least: FloatArray
    lower: FloatArray
    median: FloatArray
    upper: FloatArray
    greatest: FloatArray
    mean: FloatArray


def spread(values: ArrayLike) -> Spread:
    """Summarize each column of a matrix.

    Parameters
    ----------
    values : (n_rows, n_columns) array_like
        nan where there is none.

    Returns
    -------
    Spread
        Quartiles are those of R's type 7 [1]_: of n values in order, the one at place 1 + (n - 1) / 4, or between its
        neighbors in proportion.

    Raises
    ------
    ValueError
        If the values are no matrix, or infinite.

    References
    ----------
    .. [1] Hyndman, R. J. and Fan, Y. (1996). Sample quantiles in statistical packages. The American Statistician 50,
       361-365. doi:10.1080/00031305.1996.10473566

    Examples
    --------
    >>> found = spread([[1, 4], [2, 4], [3, 4], [4, float("nan")]])
    >>> found.lower.tolist(), found.median.tolist(), found.mean.tolist(), found.n.tolist()
    ([1.75, 4.0], [2.5, 4.0], [2.5, 4.0], [4, 3])
    """
    matrix = as_matrix("values", values, rows=1, columns=1, missing=True)
    columns = [column[np.isfinite(column)] for column in matrix.T]
    summaries = np.array([_summary(column) for column in columns])
    least, lower, median, upper, greatest, mean = summaries.T
    return Spread(np.array([column.size for column in columns]), least, lower, median, upper, greatest, mean)


def _summary(column: FloatArray) -> FloatArray:
    if not column.size:
        return np.full(6, np.nan)
    five = np.quantile(column, [0.0, 0.25, 0.5, 0.75, 1.0])
    # Rounded once, so that the mean does not depend on the order of the rows.
    return np.asarray([*five, math.fsum(column) / column.size], dtype=np.float64)


def shortfall_from_best(scores: ArrayLike) -> FloatArray:
    """Take each score from the best one of its row."""
    matrix = as_matrix("scores", scores, rows=1, columns=1, missing=True)
    best = np.fmax.reduce(matrix, axis=1, keepdims=True)  # nan in a row without any result
    with np.errstate(over="ignore"):
        short = best - matrix
    if np.isinf(short).any():
        raise ValueError("scores: the difference of two on one data set is too large for a float")
    return short


def standard_deviations(scores: FloatArray) -> FloatArray:
    """Return the standard deviation of each column of scores over folds or runs; nan of fewer than two of these."""
    if len(scores) < 2:
        return np.full(scores.shape[1], np.nan)
    deviations: FloatArray = np.ascontiguousarray(scores).std(axis=0, ddof=1)  # the sums depend on the layout
    return deviations


def standard_errors(scores: FloatArray, test_train_ratio: float = 0.0) -> FloatArray:
    """Return the standard error of each column's mean, corrected as in the corrected resampled t test."""
    # The ratio of test to training cases stands for the overlap of training sets; 0 where these are independent.
    return standard_deviations(scores) * math.sqrt(1 / len(scores) + test_train_ratio)


def half_widths(scores: FloatArray, test_train_ratio: float = 0.0, level: float = 0.95) -> FloatArray:
    """Return half the width of the interval of Student's t about the mean of each column of scores."""
    # needs scipy, which most builds do without
    from rankpress.stats.tails import t_two_sided_isf

    errors, n = standard_errors(scores, test_train_ratio), len(scores)
    return errors * float(t_two_sided_isf(1 - level, n - 1)) if n > 1 else errors


def half_widths_of_runs(deviations: FloatArray, n: FloatArray, level: float = 0.95) -> FloatArray:
    """Return half the width of the interval of Student's t about means of n independent runs; nan of fewer than two."""
    from rankpress.stats.tails import t_two_sided_isf

    several = np.where(n > 1, n, np.nan)
    widths: FloatArray = deviations / np.sqrt(several) * t_two_sided_isf(1 - level, several - 1)
    return widths
