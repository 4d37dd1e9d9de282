"""Scores or ranks of algorithms over data sets split into what is due to the algorithms and what is left."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.differences import ROUNDING
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import PairTests
from rankpress.stats.resampled import why_undefined
from rankpress.stats.tails import f_sf, t_two_sided

NO_DIFFERENCES = "all algorithms are equal on every data set"
NO_ERROR = "all data sets separate the algorithms alike, so that F is infinite; p is its limit"
NO_DEGREES = "one data set leaves no degrees of freedom for the error"


@dataclass(frozen=True)
class TwoWay:
    """An analysis of variance of data sets (rows) by algorithms (columns), one value a cell.

    Parameters
    ----------
    n_datasets, n_algorithms : int
    effects : (n_algorithms,) float array
        Mean of each algorithm less that of all.
    between : float
        Sum of squares of the algorithms.
    error : float
        Sum of squares of what neither algorithms nor data sets account for; exactly 0 where that is only rounding.
    exponent : int
        All of these are of the matrix divided by 2 to this power, so that no square over- or underflows.
    """

    n_datasets: int
    n_algorithms: int
    effects: FloatArray
    between: float
    error: float
    exponent: int

    @property
    def df(self) -> tuple[float, float]:
        """Degrees of freedom of the algorithms and of the error."""
        df = self.n_algorithms - 1.0
        return df, df * (self.n_datasets - 1)

    @property
    def standard_error(self) -> float:
        """Standard error of the difference of two effects."""
        return math.sqrt(2 * self.error / self.df[1] / self.n_datasets)


def two_way(matrix: FloatArray) -> TwoWay:
    """Split the squares of a matrix, a row a data set and a column an algorithm."""
    n_datasets, n_algorithms = matrix.shape
    values, exponent = scaled(matrix)
    within = values - values.mean(axis=1, keepdims=True)  # what a data set adds to all its scores cannot swamp them
    effects = within.mean(axis=0)
    residual = within - effects
    effects = np.where(np.abs(effects) <= ROUNDING, 0.0, effects)
    error = 0.0 if np.abs(residual).max() <= ROUNDING else float((residual**2).sum())
    return TwoWay(n_datasets, n_algorithms, effects, n_datasets * float((effects**2).sum()), error, exponent)


def scaled(matrix: FloatArray) -> tuple[FloatArray, int]:
    """The matrix divided by a power of two, so that its largest entry is between 1/2 and 1, and the power."""
    exponent = int(np.frexp(np.abs(matrix).max())[1])
    return np.ldexp(matrix, -exponent), exponent


def f_test(name: str, split: TwoWay) -> OmnibusTest:
    """Test whether the algorithms differ at all by the F ratio; nan and why where there is none."""
    if split.n_datasets < 2:
        return OmnibusTest(name, math.nan, split.df, math.nan, why=NO_DEGREES)
    if split.error == 0:
        none = split.between == 0
        return OmnibusTest(
            name, math.nan, split.df, math.nan if none else 0.0, why=NO_DIFFERENCES if none else NO_ERROR
        )
    df, df_error = split.df
    statistic = split.between / df / (split.error / df_error)
    return OmnibusTest(name, statistic, split.df, float(f_sf(statistic, df, df_error)))


def t_tests(name: str, split: TwoWay, pairs: IntArray) -> PairTests:
    """Compare pairs by Student's t with the error that all algorithms share; `details` has its degrees of freedom.

    Where there is no error, t is nan, and p is 1 for algorithms that are equal and 0 for others; `why` says so.
    """
    difference = split.effects[pairs[:, 0]] - split.effects[pairs[:, 1]]
    details = {"df": np.full(difference.shape, split.df[1])}
    if split.error == 0:
        absent = difference == 0
        why = why_undefined(np.ones_like(absent), absent, otherwise="")
        return PairTests(name, np.full(difference.shape, np.nan), absent.astype(np.float64), details, why)
    t = difference / split.standard_error
    return PairTests(name, t, t_two_sided(t, split.df[1]), details)
