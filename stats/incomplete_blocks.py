"""Tests of studies in which results are missing: Skillings and Mack's, and Durbin's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, as_pairs
from rankpress.stats.friedman import ALL_TIED
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.ranks import rank_scores
from rankpress.stats.tails import chi_squared_sf, f_sf, normal_two_sided, t_two_sided


@dataclass(frozen=True)
class Incidence:
    """Which algorithms have a result on which data sets."""

    present: BoolArray  # (n_datasets, n_algorithms): where there is a result
    per_algorithm: IntArray  # (n_algorithms,): data sets on which the algorithm has a result
    per_dataset: IntArray  # (n_datasets,): algorithms that have a result on the data set
    # (n_algorithms, n_algorithms): data sets on which both have a result; on the diagonal those of the one
    shared: IntArray
    # algorithms that are linked by data sets which they share, directly or by way of others: each part in ascending
    # order, the parts by their first algorithm
    components: tuple[tuple[int, ...], ...]
    # whether all data sets have equally many algorithms, at least two, all algorithms equally many data sets, and all
    # pairs share equally many. Complete results are balanced.
    balanced: bool

    @property
    def complete(self) -> bool:
        """Whether no result is missing."""
        return bool(self.present.all())

    @property
    def connected(self) -> bool:
        """Whether all algorithms are linked, so that any two can be compared."""
        return len(self.components) == 1

    @property
    def never_together(self) -> IntArray:
        """(n, 2) int array of the pairs of algorithms that share no data set, the smaller index first."""
        return np.argwhere(np.triu(self.shared == 0, k=1))


def incidence(scores: ArrayLike) -> Incidence:
    """Describe which results there are."""
    present = ~np.isnan(as_matrix("scores", scores, rows=1, columns=1, missing=True))
    counts = present.astype(np.int64)
    shared: IntArray = counts.T @ counts
    per_dataset: IntArray = counts.sum(axis=1)
    return Incidence(
        present=present,
        per_algorithm=counts.sum(axis=0),
        per_dataset=per_dataset,
        shared=shared,
        components=linked(shared > 0),
        balanced=_balanced(per_dataset, shared),
    )


def linked(joined: ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Divide algorithms into parts with no link between them."""
    reach = np.array(joined, dtype=bool)
    np.fill_diagonal(reach, True)
    while True:
        further = (reach.astype(np.float64) @ reach) > 0
        if (further == reach).all():
            break
        reach = further
    return tuple(tuple(np.flatnonzero(row).tolist()) for index, row in enumerate(reach) if not row[:index].any())


def ranks_in_blocks(ranks: ArrayLike) -> tuple[FloatArray, int]:
    """Rank again on each data set among the algorithms that have a result, where at least two do."""
    matrix = as_matrix("ranks", ranks, rows=1, columns=2, missing=True)
    retained = np.count_nonzero(~np.isnan(matrix), axis=1) >= 2
    if not retained.any():
        return matrix[retained], len(matrix)
    return rank_scores(matrix[retained], better="lower", missing="gap"), int(np.count_nonzero(~retained))


def _balanced(per_dataset: IntArray, shared: IntArray) -> bool:
    together = shared[np.triu_indices(len(shared), k=1)]
    is_constant = [np.unique(counts).size <= 1 for counts in (per_dataset, np.diag(shared), together)]
    return all(is_constant) and int(per_dataset[0]) >= 2


UNLINKED = "the algorithms fall into parts that share no data set, so that they cannot be compared"
UNLINKED_PAIR = "no chain of data sets that they share links the two"
UNLINKED_BY_TIES = "the algorithms fall into parts that are tied on every data set which they share"

_ROUNDING = 1e-12
"""Effects that differ by less than this part of the largest are equal but for rounding."""


def skillings_mack(ranks: ArrayLike) -> OmnibusTest:
    """Test as Skillings and Mack that all algorithms perform equally well, with results missing.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result. Ties may bear the ranks of any tie rule: the test
        averages them.

    Returns
    -------
    OmnibusTest
        A statistic that is chi-squared with n_algorithms - 1 degrees of freedom where all perform equally well,
        corrected for ties; `uncorrected` is the formula of [1]_. nan, with the reason in `why`, if the algorithms fall
        into parts that share no data set or are only tied there; see `rankpress.stats.incomplete_blocks` for the parts.
        `details` has `datasets_used` and `datasets_left_out`, those with fewer than two results.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or infinite ranks.

    Notes
    -----
    On data set i, whose k_i results have ranks r_ij and mean rank (k_i + 1) / 2, the ranks are centred and weighted by
    w_i = sqrt(12 / (k_i + 1)). With A the sums of these over the data sets and S their covariance where all orders on a
    data set are equally likely, the statistic is A' S^- A, S^- a generalized inverse [1]_. A data set adds to S
    w_i^2 s_i^2 (I - J / k_i), where s_i^2 is the sample variance of its ranks: k_i (k_i + 1) / 12 without ties, which
    the uncorrected form takes always. With complete results the statistic is Friedman's, corrected or not. Data sets
    are assumed independent, and results to be missing for reasons that have nothing to do with how good they would
    have been. The chi-squared distribution is approximate.

    References
    ----------
    .. [1] Skillings, J. H. and Mack, G. A. (1981). On the use of a Friedman-type statistic in balanced and unbalanced
       block designs. Technometrics 23, 171-177. doi:10.1080/00401706.1981.10486261

    Examples
    --------
    Table 1 of [1]_, times of four ways to assemble a product:

    >>> nan = float("nan")
    >>> times = [[3.2, 4.1, 3.8, 4.2], [3.1, 3.9, 3.4, 4.0], [4.3, 3.5, 4.6, 4.8], [3.5, 3.6, 3.9, 4.0],
    ...     [3.6, 4.2, 3.7, 3.9], [4.5, 4.7, 3.7, nan], [nan, 4.2, 3.4, nan], [4.3, 4.6, 4.4, 4.9],
    ...     [3.5, nan, 3.7, 3.9]]
    >>> test = skillings_mack(times)
    >>> round(test.statistic, 3), test.df, round(test.p, 4)
    (15.493, (3.0,), 0.0014)
    """
    matrix, left_out = ranks_in_blocks(ranks)
    details = {"datasets_used": float(len(matrix)), "datasets_left_out": float(left_out)}
    plain = _omnibus(matrix, details, ties=False)
    return _omnibus(matrix, details, ties=True, uncorrected=plain)


def skillings_mack_pairs(ranks: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by contrasts of estimated effects whether two algorithms perform equally well, with results missing.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        z of the effect of the first minus that of the second, negative where the first is better; two-sided p of the
        normal distribution. `details` has `shared`, the data sets on which both have a result. For a pair that no
        chain of shared data sets links both are nan and `why` says so; z is 0 and p is 1 for one that ties alone link.

    Raises
    ------
    ValueError
        For infinite ranks, or pairs that are not of these algorithms.

    Notes
    -----
    With A and S as in `skillings_mack`, which the test follows, the sums A cannot be compared: what an algorithm adds
    up depends on which opponents it met, and one that met only the best looks worse than it is. If the algorithms have
    effects t on the weighted ranks, the expected value of A is near S t, so that S^- A estimates t as adjusted
    treatment effects do in an analysis of variance of incomplete blocks. Where all perform equally well, A has
    covariance S and S^- A has S^-; z is (t_a - t_b) / sqrt(S^-_aa + S^-_bb - 2 S^-_ab), which is the same for every
    generalized inverse. The normal distribution is approximate. Without ties and gaps it is the z test of average
    ranks.

    References
    ----------
    .. [1] Skillings, J. H. and Mack, G. A. (1981). On the use of a Friedman-type statistic in balanced and unbalanced
       block designs. Technometrics 23, 171-177. doi:10.1080/00401706.1981.10486261

    Examples
    --------
    >>> nan = float("nan")
    >>> tests = skillings_mack_pairs([[1, 2, 3], [1, 2, nan], [nan, 1, 2], [1, nan, 2]], [[0, 1], [0, 2]])
    >>> tests.statistic.round(3).tolist(), tests.p.round(3).tolist(), tests.details["shared"].tolist()
    ([-1.077, -2.155], [0.281, 0.031], [2.0, 2.0])
    """
    matrix, _ = ranks_in_blocks(ranks)
    indices = as_pairs(pairs, matrix.shape[1])
    sums, covariance, links = _sums(matrix, ties=True)
    apart = _apart(linked(links > 0), indices)
    z = np.where(apart, np.nan, 0.0)
    for part in linked(covariance < 0):
        place = np.full(matrix.shape[1], -1)
        place[list(part)] = np.arange(len(part))
        within = np.flatnonzero((place[indices] >= 0).all(axis=1))
        if not within.size:
            continue
        inverse = _inverse(covariance[np.ix_(part, part)])
        effects = inverse @ sums[list(part)]
        a, b = place[indices[within]].T
        variance = inverse[a, a] + inverse[b, b] - 2 * inverse[a, b]
        difference = effects[a] - effects[b]
        difference[np.abs(difference) <= _ROUNDING * np.abs(effects).max()] = 0.0
        z[within] = difference / np.sqrt(variance)
    shared = links[indices[:, 0], indices[:, 1]]
    why = tuple(UNLINKED_PAIR if is_unlinked else "" for is_unlinked in apart.tolist()) if apart.any() else ()
    return PairTests("skillings-mack", z, normal_two_sided(z), {"shared": shared}, why, "ranks")


def _omnibus(
    matrix: FloatArray, details: Mapping[str, float], ties: bool, uncorrected: OmnibusTest | None = None
) -> OmnibusTest:
    df = (matrix.shape[1] - 1.0,)
    sums, covariance, links = _sums(matrix, ties)
    why = ""
    if len(linked(links > 0)) > 1:
        why = UNLINKED
    elif not covariance.any():
        why = ALL_TIED
    elif len(linked(covariance < 0)) > 1:
        why = UNLINKED_BY_TIES
    if why:
        return OmnibusTest("skillings-mack", math.nan, df, math.nan, uncorrected, why, details)
    statistic = max(float(sums @ _inverse(covariance) @ sums), 0.0)
    return OmnibusTest("skillings-mack", statistic, df, chi_squared_sf(statistic, df[0]), uncorrected, "", details)


def _sums(matrix: FloatArray, ties: bool) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the weighted sums of centred ranks, their covariance, and on how many data sets two algorithms meet."""
    present = (~np.isnan(matrix)).astype(np.float64)
    size = present.sum(axis=1, keepdims=True)
    centred = np.where(present > 0, matrix - (size + 1) / 2, 0.0)
    squared_weight = 12 / (size + 1)
    spread = (centred**2).sum(axis=1, keepdims=True) / (size - 1) if ties else size * (size + 1) / 12
    per_block = squared_weight * spread
    covariance = -(present.T @ (present * per_block / size))
    np.fill_diagonal(covariance, 0.0)
    np.fill_diagonal(covariance, -covariance.sum(axis=0))  # rows sum to 0, as centred ranks do
    return (np.sqrt(squared_weight) * centred).sum(axis=0), covariance, present.T @ present


def _inverse(covariance: FloatArray) -> FloatArray:
    """The Moore-Penrose inverse of a covariance of linked algorithms, whose null vectors are the constant ones."""
    k = len(covariance)
    if k == 1:
        return np.zeros((1, 1))
    shift = np.full((k, k), np.trace(covariance) / k**2)
    inverse: FloatArray = np.linalg.inv(covariance + shift) - shift / (k * shift[0, 0]) ** 2
    return (inverse + inverse.T) / 2


def _apart(parts: tuple[tuple[int, ...], ...], indices: IntArray) -> BoolArray:
    """Return which pairs are of different parts."""
    part = np.empty(sum(map(len, parts)), dtype=np.int64)
    for number, members in enumerate(parts):
        part[list(members)] = number
    apart: BoolArray = part[indices[:, 0]] != part[indices[:, 1]]
    return apart


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
    """Test by Durbin's statistic that all algorithms perform equally well, in a balanced incomplete design.

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
    and each pair of algorithms the same number that they share; data sets with fewer than two results are omitted.
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
    """Compare two algorithms by Conover's t test, which follows Durbin's test.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result; balanced.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t of the rank sum of the first minus that of the second, negative where the first is better. Where all data sets
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
    return PairTests("durbin", t, t_two_sided(t, float(df)), of="ranks")


def _design(ranks: ArrayLike) -> _Design | int:
    """Return the balanced design; the number of algorithms where it is not balanced."""
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
    remainder = design.most - statistic
    if design.df_error > 0 and remainder > 1e-12 * design.most:
        f = (statistic / f_df[0]) / (remainder / f_df[1])
        details |= {"f": f, "f_p": float(f_sf(f, *f_df))}
    elif design.df_error > 0:
        details["f_p"] = 0.0
    return OmnibusTest("durbin", statistic, df, chi_squared_sf(statistic, df[0]), uncorrected, "", details)
