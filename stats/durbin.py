"""Durbin's test that all algorithms perform alike, where each data set has some of them in a balanced way."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_pairs
from rankpress.stats.friedman import ALL_TIED
from rankpress.stats.incidence import incidence, ranks_in_blocks
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import chi_squared_sf, f_sf, t_two_sided

UNBALANCED = (
    "the results are not balanced: data sets must have equally many algorithms, algorithms equally many data sets, and"
    " pairs must share equally many"
)


@dataclass(frozen=True)
class _Design:
    """Rank sums in a balanced design of b data sets with k of t algorithms each, r data sets an algorithm.

    `total` is the sum of all squared centred ranks, in Conover's letters A - C; `chi_squared` is his T1.
    """

    sums: FloatArray
    n_datasets: int
    per_dataset: int
    per_algorithm: int
    total: float
    total_without_ties: float

    @property
    def df_error(self) -> int:
        b, k, t = self.n_datasets, self.per_dataset, len(self.sums)
        return b * k - b - t + 1

    @property
    def most(self) -> int:
        """The largest chi-squared that is possible: all data sets agree."""
        return self.n_datasets * (self.per_dataset - 1)

    def chi_squared(self, total: float) -> float:
        return (len(self.sums) - 1) * float((self.sums**2).sum()) / total


def durbin(ranks: ArrayLike) -> OmnibusTest:
    """Durbin's test that all algorithms perform alike, in a balanced incomplete design.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result. Ties may bear the ranks of any tie rule: the test
        averages them.

    Returns
    -------
    OmnibusTest
        Chi-squared with n_algorithms - 1 degrees of freedom, corrected for ties as in [2]_; `uncorrected` is the
        formula for ranks without ties. `details` has the F form of [2]_: `f`, `f_df1`, `f_df2` and `f_p`; where all
        data sets agree, `f` is nan and `f_p` its limit 0. All are nan, with the reason in `why`, if the design is not
        balanced or all is tied.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or infinite ranks.

    Notes
    -----
    Balanced means that each data set has the same number of algorithms, each algorithm the same number of data sets,
    and each pair of algorithms the same number that they share; data sets with fewer than two results are left out.
    Without ties the statistic is that of Skillings and Mack, and with complete results it is Friedman's; F is that of
    an analysis of variance of the ranks. Data sets are assumed independent. With ties, the variance of ranks is pooled
    over data sets, where Skillings and Mack's test takes that of each.

    References
    ----------
    .. [1] Durbin, J. (1951). Incomplete blocks in ranking experiments. British Journal of Psychology (Statistical
       Section) 4, 85-90. doi:10.1111/j.2044-8317.1951.tb00310.x
    .. [2] Conover, W. J. (1999). Practical Nonparametric Statistics, 3rd edition. Wiley, section 5.9, pages 388-391.

    Examples
    --------
    Seven varieties of ice cream, three to a judge ([2]_, page 391):

    >>> varieties = [[0, 1, 3], [1, 2, 4], [2, 3, 5], [3, 4, 6], [0, 4, 5], [1, 5, 6], [0, 2, 6]]
    >>> given = [[2, 3, 1], [3, 1, 2], [2, 1, 3], [1, 2, 3], [3, 1, 2], [3, 1, 2], [3, 1, 2]]
    >>> ranks = np.full((7, 7), np.nan)
    >>> for judge in range(7):
    ...     ranks[judge, varieties[judge]] = given[judge]
    >>> test = durbin(ranks)
    >>> round(test.statistic, 6), test.df, round(test.p, 4), round(test.details["f"], 6), test.details["f_df2"]
    (12.0, (6.0,), 0.062, 8.0, 8.0)
    """
    design = _design(ranks)
    if isinstance(design, int):
        return OmnibusTest("durbin", math.nan, (design - 1.0,), math.nan, None, UNBALANCED)
    plain = _durbin(design, design.total_without_ties)
    return _durbin(design, design.total, plain)


def durbin_pairs(ranks: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Conover's t test of two algorithms, which follows Durbin's test.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result; balanced.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t of the rank sum of the first less that of the second, negative where the first is better. Where all data sets
        agree, t is infinite and p is 0 unless the rank sums are equal; where these are, t is 0 and p is 1.

    Raises
    ------
    ValueError
        For a design that is not balanced or leaves no degrees of freedom for the error, infinite ranks, or pairs that
        are not of these algorithms.

    Notes
    -----
    The variance of a difference of rank sums is taken as 2 r times that of the error, for r data sets an algorithm. As
    ranks on a data set have a fixed sum, in an incomplete design it is truly less, by the factor t (k - 1) /
    (k (t - 1)) for k of t algorithms on each: p-values are then too large, and
    `rankpress.stats.skillings_mack_pairs` finds more.

    References
    ----------
    .. [1] Conover, W. J. (1999). Practical Nonparametric Statistics, 3rd edition. Wiley, section 5.9, pages 388-391.

    Examples
    --------
    >>> nan = float("nan")
    >>> tests = durbin_pairs([[1, 2, nan], [nan, 1, 2], [1, nan, 2], [2, 1, nan], [nan, 1, 2], [1, nan, 2]], [[0, 2]])
    >>> tests.statistic.round(3).tolist(), tests.p.round(3).tolist()
    ([-2.121], [0.101])
    """
    design = _design(ranks)
    if isinstance(design, int):
        raise ValueError(f"ranks: {UNBALANCED}")
    indices = as_pairs(pairs, len(design.sums))
    df = design.df_error
    if df < 1:
        raise ValueError(f"ranks: got {design.n_datasets} data set; one leaves no degrees of freedom for the error")
    share = 0.0 if design.total == 0 else max(1 - design.chi_squared(design.total) / design.most, 0.0)
    standard_error = math.sqrt(2 * design.per_algorithm * design.total * share / df)
    difference = design.sums[indices[:, 0]] - design.sums[indices[:, 1]]
    certain = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    # A share that differs from 0 by rounding only is that of data sets which all agree.
    t = certain if share < 1e-12 else difference / standard_error
    return PairTests("durbin", t, t_two_sided(t, float(df)))


def _design(ranks: ArrayLike) -> _Design | int:
    """The balanced design; the number of algorithms where it is not balanced."""
    matrix, _ = ranks_in_blocks(ranks)
    n_algorithms = int(matrix.shape[1])
    if not len(matrix):
        return n_algorithms
    pattern = incidence(matrix)
    if not pattern.balanced or not pattern.connected:
        return n_algorithms
    b, k = len(matrix), int(pattern.per_dataset[0])
    centred = np.where(pattern.present, matrix - (k + 1) / 2, 0.0)  # multiples of 1/2, so that sums are exact
    return _Design(
        sums=centred.sum(axis=0),
        n_datasets=b,
        per_dataset=k,
        per_algorithm=int(pattern.per_algorithm[0]),
        total=float((centred**2).sum()),
        total_without_ties=b * k * (k**2 - 1) / 12,
    )


def _durbin(design: _Design, total: float, uncorrected: OmnibusTest | None = None) -> OmnibusTest:
    df = (len(design.sums) - 1.0,)
    f_df = (df[0], float(design.df_error))
    details = {"f": math.nan, "f_df1": f_df[0], "f_df2": f_df[1], "f_p": math.nan}
    if total == 0:
        return OmnibusTest("durbin", math.nan, df, math.nan, uncorrected, ALL_TIED, details)
    statistic = design.chi_squared(total)
    rest = design.most - statistic
    if design.df_error > 0 and rest > 1e-12 * design.most:
        f = (statistic / f_df[0]) / (rest / f_df[1])
        details |= {"f": f, "f_p": float(f_sf(f, *f_df))}
    elif design.df_error > 0:
        details["f_p"] = 0.0
    return OmnibusTest("durbin", statistic, df, chi_squared_sf(statistic, df[0]), uncorrected, "", details)
