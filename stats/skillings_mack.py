"""Skillings and Mack's test that all algorithms perform alike, where some have no result on some data sets."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_pairs
from rankpress.stats.friedman import ALL_TIED
from rankpress.stats.incidence import linked, ranks_in_blocks
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import PairTests
from rankpress.stats.tails import chi_squared_sf, normal_two_sided

UNLINKED = "the algorithms fall into parts that share no data set, so that they cannot be compared"
UNLINKED_PAIR = "no chain of data sets that they share links the two"
UNLINKED_BY_TIES = "the algorithms fall into parts that are tied on every data set which they share"

_ROUNDING = 1e-12
"""Effects that differ by less than this part of the largest are equal but for rounding."""


def skillings_mack(ranks: ArrayLike) -> OmnibusTest:
    """Skillings and Mack's test that all algorithms perform alike, with results missing.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result. Ties may bear the ranks of any tie rule: the test
        averages them.

    Returns
    -------
    OmnibusTest
        A statistic that is chi-squared with n_algorithms - 1 degrees of freedom where all perform alike, corrected for
        ties; `uncorrected` is the formula of [1]_. nan, with the reason in `why`, if the algorithms fall into parts
        that share no data set or are only tied there; see `rankpress.stats.incidence` for the parts. `details` has
        `datasets_used` and `datasets_left_out`, those with fewer than two results, which tell nothing.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or infinite ranks.

    Notes
    -----
    On data set i, whose k_i results have ranks r_ij and mean rank (k_i + 1) / 2, the ranks are centred and weighted by
    w_i = sqrt(12 / (k_i + 1)). With A the sums of these over the data sets and S their covariance where all orders on a
    data set are equally likely, the statistic is A' S^- A, S^- a generalised inverse [1]_. A data set adds to S
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
    """Test by contrasts of estimated effects whether two algorithms perform alike, with results missing.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best on the data set, nan for a missing result.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        z of the effect of the first less that of the second, negative where the first is better; two-sided p of the
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
    treatment effects do in an analysis of variance of incomplete blocks. Where all perform alike, A has covariance S
    and S^- A has S^-; z is (t_a - t_b) / sqrt(S^-_aa + S^-_bb - 2 S^-_ab), which is the same for every generalised
    inverse. The normal distribution is approximate. Without ties and gaps it is the z test of average ranks.

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
    why = tuple(UNLINKED_PAIR if one else "" for one in apart.tolist()) if apart.any() else ()
    return PairTests("skillings-mack", z, normal_two_sided(z), {"shared": shared}, why)


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
    """The weighted sums of centred ranks, their covariance, and on how many data sets two algorithms meet."""
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
    """Which pairs are of different parts."""
    part = np.empty(sum(map(len, parts)), dtype=np.int64)
    for number, members in enumerate(parts):
        part[list(members)] = number
    apart: BoolArray = part[indices[:, 0]] != part[indices[:, 1]]
    return apart
