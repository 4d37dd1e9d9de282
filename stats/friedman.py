"""Friedman's test that all algorithms perform equally well, Iman and Davenport's form, and its exact distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix, as_vector, check_count
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.ranks import rank_scores
from rankpress.stats.tails import chi_squared_sf, f_sf

MOST_STEPS = 2_000_000
"""Most sums of a state and an arrangement that are formed; up to about 0.1 seconds."""

STEPS_AT_LAST = 20
"""So many sums with the last data set, which need not be sorted, count as one of the others."""

MOST_ARRANGEMENTS = 40_320
"""Most orders that the ranks of one data set are put into: those of eight algorithms."""


def friedman_exact(ranks: ArrayLike) -> float:
    """Return the exact p-value of Friedman's test, conditional on the ranks as they stand.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best. Ties may bear the ranks of any tie rule: the test averages them.

    Returns
    -------
    float
        Chance of rank sums at least as far apart; nan where that would take more than `MOST_STEPS` steps. 1 if all
        algorithms are tied on every data set.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or ranks that are not finite.

    Notes
    -----
    If all algorithms perform equally well, the ranks of a data set, tied or not, are as likely in any order,
    independently of the other data sets. Friedman's statistic and Iman and Davenport's both rise with the sum of the
    squared deviations of the rank sums from their mean, given the ties, so that the one p-value is that of both. The
    distribution is built up data set by data set. Only the sorted rank sums matter: which algorithm has which is a
    matter of names. It is feasible up to about 100 data sets of three algorithms, 25 of four, 9 of five and 5 of six.

    References
    ----------
    .. [1] Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of
       variance. Journal of the American Statistical Association 32, 675-701. doi:10.1080/01621459.1937.10503522

    Examples
    --------
    Of the 36 pairs of orders of three algorithms, 6 agree; with three data sets 6 of 216 do, all alike:

    >>> friedman_exact([[1, 2, 3], [1, 2, 3]]) == 6 / 36, friedman_exact([[1, 2, 3]] * 3) == 6 / 216
    (True, True)
    """
    matrix = rank_scores(as_matrix("ranks", ranks, rows=1, columns=2), better="lower")
    doubled = np.rint(2 * matrix).astype(np.int64) - (matrix.shape[1] + 1)  # halves, centred: whole numbers
    observed = int((doubled.sum(axis=0) ** 2).sum())
    blocks = np.sort(doubled, axis=1)
    blocks = blocks[blocks.any(axis=1)]  # of a data set that ties all there is one order
    fewest_ties_first = sorted(map(tuple, blocks.tolist()), key=lambda block: (-len(set(block)), block))
    return _chance(tuple(fewest_ties_first), observed)


@lru_cache(maxsize=64)  # the tests of one study, Friedman's and those that rise with it, ask for the same
def _chance(blocks: tuple[tuple[int, ...], ...], observed: int) -> float:
    """Chance that the squares of the rank sums come to what was observed or more."""
    if len(blocks) < 2:
        return 1.0  # one order of ranks is as far apart as another
    if _fewest_steps(len(blocks), len(blocks[0])) > MOST_STEPS:
        return math.nan
    before = _before_last(blocks)
    return math.nan if before is None else _last(*before, _arrangements(blocks[-1]), observed)


@lru_cache(maxsize=16)  # studies that omit one data set or another of a study have few different ties
def _before_last(blocks: tuple[tuple[int, ...], ...]) -> tuple[IntArray, FloatArray] | None:
    """Return the sorted rank sums without the last data set, and the chance of each; None where that takes too long."""
    # The first data set may stand in any one order, and the sums with the last need no sorting: both cost little, so
    # that those of most orders are taken for them.
    first, *others, last = blocks
    states, chances, steps = np.array([first], dtype=np.int64), np.ones(1), 0
    for block in others:
        orders = _arrangements(block)
        steps += len(states) * len(orders)
        if steps > MOST_STEPS:
            return None
        states, chances = _add(states, chances, orders)
    is_feasible = steps + len(states) * len(_arrangements(last)) / STEPS_AT_LAST <= MOST_STEPS
    return (states, chances) if is_feasible else None


def _fewest_steps(n: int, k: int) -> float:
    """About how many steps ranks without ties take; with ties there are more states, or fewer arrangements."""
    if math.factorial(k) > MOST_ARRANGEMENTS:
        return math.inf
    # Sums of n orders of 1, ..., k are about k^(k-2) n^(k-1) vectors, and k! times fewer once they are sorted.
    return float(k ** (k - 2) * (n - 2) ** (k - 1))


@lru_cache(maxsize=4)  # most data sets of a study have the same ranks, those without ties
def _arrangements(block: tuple[int, ...]) -> IntArray:
    """Return the different orders of a data set's ranks, all equally likely."""
    return np.array(sorted(set(permutations(block))), dtype=np.int64)


def _add(states: IntArray, chances: FloatArray, orders: IntArray) -> tuple[IntArray, FloatArray]:
    """Return the sorted rank sums after one more data set, in lexicographic order, and the chance of each."""
    # Divided by the unit that they differ by, sums are small whole numbers from 0.
    unit = int(np.gcd.reduce(np.concatenate([(each - each[0, 0]).ravel() for each in (states, orders)]))) or 1
    summands = [((each - each.min()) // unit).T.astype(np.int32) for each in (states, orders)]
    sums = _sort_columns([np.add.outer(one, other).ravel() for one, other in zip(*summands, strict=True)])
    places = _places(sums[:-1], int(summands[0].max() + summands[1].max()))  # the last follows from the others
    weights = np.repeat(chances / len(orders), len(orders))
    added = np.asarray(np.bincount(places, weights=weights), dtype=np.float64)
    reached = np.flatnonzero(added)
    one_of = np.empty(len(added), dtype=np.int64)
    one_of[places] = np.arange(len(places))
    least = int(states.min() + orders.min())
    return np.column_stack([each[one_of[reached]] for each in sums]).astype(np.int64) * unit + least, added[reached]


def _sort_columns(columns: list[IntArray]) -> list[IntArray]:
    """Sort across columns, of which there are few: neighbours are exchanged where they stand the wrong way round."""
    for end in range(len(columns) - 1, 0, -1):
        for place in range(end):
            one, other = columns[place : place + 2]
            columns[place : place + 2] = np.minimum(one, other), np.maximum(one, other)
    return columns


def _places(ascending: list[IntArray], most: int) -> IntArray:
    """Return the place of each ascending row of numbers from 0 to the most among all of them, lexicographically."""
    # Of rows as long, those come later that are larger in the first number in which they differ. From there on they
    # ascend within the numbers that are left, in as many ways as a binomial coefficient says, a sum of smaller ones.
    place = np.full(len(ascending[0]), math.comb(most + len(ascending), len(ascending)) - 1, dtype=np.int64)
    later = np.arange(most + 1)
    for column in reversed(ascending):
        place -= later[::-1][column]
        later = np.cumsum(later)
    return place


def _last(states: IntArray, chances: FloatArray, orders: IntArray, observed: int) -> float:
    """Chance after the last data set, by |u + v|^2 = |u|^2 + |v|^2 + 2 u v."""
    needed = (observed - (states**2).sum(axis=1) - (orders[0] ** 2).sum()) / 2
    reached = np.empty(len(states))
    rows = max(1, 2_000_000 // len(orders))
    for start in range(0, len(states), rows):
        part = slice(start, start + rows)
        products = states[part].astype(np.float64) @ orders.T.astype(np.float64)  # whole numbers, hence exact
        reached[part] = (products >= needed[part, np.newaxis]).sum(axis=1)
    return min(1.0, float(chances @ reached) / len(orders))


UNKNOWN_TIES = "ties are not known from average ranks"
ALL_TIED = "all algorithms are tied on every data set"
PERFECT_AGREEMENT = "every data set ranks the algorithms in the same order, so that F is infinite; p is its limit"
_ONE_DATASET = "one data set leaves no degrees of freedom for the error"


@dataclass(frozen=True)
class _Dispersion:
    """How far ranks are spread.

    `between` is the sum over algorithms of (rank sum - mean rank sum) squared; `total` the sum over all cells
    of (rank - mean rank) squared, and `total_without_ties` what that would be if there were no ties.
    """

    n_datasets: int
    n_algorithms: int
    between: float
    total: float
    total_without_ties: float


def friedman(ranks: ArrayLike, *, exact: bool = True) -> OmnibusTest:
    """Test by Friedman's statistic that all algorithms perform equally well.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best. Ties may bear the ranks of any tie rule: the test averages them.
    exact : bool
        Whether the exact p is computed too, which can take a tenth of a second.

    Returns
    -------
    OmnibusTest
        Chi-squared, corrected for ties (as R's ``friedman.test`` and SciPy give it), with n_algorithms - 1
        degrees of freedom; `uncorrected` is the formula of [2]_. `details` has `exact_p` where `friedman_exact`
        can give it. If all algorithms are tied everywhere, the corrected statistic is 0 / 0: nan, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or ranks that are not finite.

    Notes
    -----
    The data sets are assumed independent. The chi-squared distribution is approximate, good for more than
    about 10 data sets and 5 algorithms [2]_.

    References
    ----------
    .. [1] Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the analysis
       of variance. Journal of the American Statistical Association 32, 675-701.
       doi:10.1080/01621459.1937.10503522
    .. [2] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> test = friedman([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> round(test.statistic, 6), test.df, round(test.p, 4)
    (4.5, (2.0,), 0.1054)
    """
    dispersion = _dispersion(ranks)
    plain = _friedman(dispersion, dispersion.total_without_ties)
    test = _friedman(dispersion, dispersion.total, plain)
    return _with_exact_p(test, ranks) if exact else test


def iman_davenport(ranks: ArrayLike, *, exact: bool = True) -> OmnibusTest:
    """Test as Iman and Davenport that all algorithms perform equally well: Friedman's statistic in an F ratio.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        1 for the best. Ties may bear the ranks of any tie rule: the test averages them.
    exact : bool
        Whether the exact p is computed too, which can take a tenth of a second.

    Returns
    -------
    OmnibusTest
        F with n_algorithms - 1 and (n_algorithms - 1) (n_datasets - 1) degrees of freedom, from the
        chi-squared corrected for ties; `uncorrected` is the formula of [2]_. `details` has `exact_p` where
        `friedman_exact` can give it. If all data sets rank the algorithms in the same order, F is infinite: the
        statistic is nan, p its limit 0, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or ranks that are not finite.

    References
    ----------
    .. [1] Iman, R. L. and Davenport, J. M. (1980). Approximations of the critical region of the Friedman
       statistic. Communications in Statistics A9, 571-595. doi:10.1080/03610928008827904
    .. [2] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> test = iman_davenport([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> round(test.statistic, 6), test.df, round(test.p, 4)
    (3.857143, (2.0, 6.0), 0.0837)
    """
    dispersion = _dispersion(ranks)
    plain = _iman_davenport(dispersion, dispersion.total_without_ties)
    test = _iman_davenport(dispersion, dispersion.total, plain)
    return _with_exact_p(test, ranks) if exact else test


def _with_exact_p(test: OmnibusTest, ranks: ArrayLike) -> OmnibusTest:
    """Return the test with its exact p in the details, where that is feasible; both statistics have the same."""
    p = friedman_exact(ranks)
    return test if math.isnan(p) else replace(test, details={"exact_p": p})


def friedman_from_average_ranks(average: ArrayLike, n_datasets: int) -> OmnibusTest:
    """Run Friedman's test on published average ranks, where ties can no longer be seen.

    Parameters
    ----------
    average : (n_algorithms,) array_like
        Average ranks, printed to one decimal or more.
    n_datasets : int
        How many data sets they are averages over.

    Returns
    -------
    OmnibusTest
        The formula of [1]_ stands in `uncorrected`; the corrected statistic and p are nan, for ties are not
        known.

    Raises
    ------
    ValueError
        If they are no average ranks of so many algorithms: the sum must be k (k + 1) / 2 but for rounding.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> round(friedman_from_average_ranks([3.143, 2.000, 2.893, 1.964], 14).uncorrected.statistic, 2)
    9.28
    """
    dispersion = _dispersion_of_averages(average, n_datasets)
    plain = _friedman(dispersion, dispersion.total_without_ties)
    return OmnibusTest(plain.name, math.nan, plain.df, math.nan, plain, UNKNOWN_TIES)


def iman_davenport_from_average_ranks(average: ArrayLike, n_datasets: int) -> OmnibusTest:
    """Run Iman and Davenport's test on published average ranks, where ties can no longer be seen.

    Parameters
    ----------
    average : (n_algorithms,) array_like
        Average ranks, printed to one decimal or more.
    n_datasets : int
        How many data sets they are averages over.

    Returns
    -------
    OmnibusTest
        The formula of [1]_ stands in `uncorrected`; the corrected statistic and p are nan, for ties are not
        known.

    Raises
    ------
    ValueError
        If they are no average ranks of so many algorithms: the sum must be k (k + 1) / 2 but for rounding.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> round(iman_davenport_from_average_ranks([3.143, 2.000, 2.893, 1.964], 14).uncorrected.statistic, 2)
    3.69
    """
    dispersion = _dispersion_of_averages(average, n_datasets)
    plain = _iman_davenport(dispersion, dispersion.total_without_ties)
    return OmnibusTest(plain.name, math.nan, plain.df, math.nan, plain, UNKNOWN_TIES)


def _dispersion(ranks: ArrayLike) -> _Dispersion:
    matrix = rank_scores(as_matrix("ranks", ranks, rows=1, columns=2), better="lower")
    n_datasets, n_algorithms = matrix.shape
    centred = matrix - (n_algorithms + 1) / 2  # multiples of 1/2, so that the sums below are exact
    between = float((centred.sum(axis=0) ** 2).sum())
    total = float((centred**2).sum())
    return _Dispersion(n_datasets, n_algorithms, between, total, _total_without_ties(n_datasets, n_algorithms))


def _dispersion_of_averages(average: ArrayLike, n_datasets: int) -> _Dispersion:
    ranks = as_vector("average", average, least=2)
    check_count("n_datasets", n_datasets, 1)
    k = ranks.size
    if abs(ranks.sum() - k * (k + 1) / 2) > 0.05 * k or (ranks < 1).any() or (ranks > k).any():
        raise ValueError(
            f"average: got {ranks.tolist()} with sum {ranks.sum():g}; average ranks of {k} algorithms lie "
            f"between 1 and {k} and sum to {k * (k + 1) / 2:g} but for rounding"
        )
    # Demsar's formula as printed, for ranks whose rounding keeps them from summing to k (k + 1) / 2.
    between = max(n_datasets**2 * float((ranks**2).sum() - k * (k + 1) ** 2 / 4), 0.0)
    total = _total_without_ties(n_datasets, k)
    return _Dispersion(n_datasets, k, between, total, total)


def _total_without_ties(n_datasets: int, n_algorithms: int) -> float:
    return n_datasets * n_algorithms * (n_algorithms**2 - 1) / 12


def _friedman(dispersion: _Dispersion, total: float, uncorrected: OmnibusTest | None = None) -> OmnibusTest:
    df = dispersion.n_algorithms - 1.0
    if total == 0:
        return OmnibusTest("friedman", math.nan, (df,), math.nan, uncorrected, ALL_TIED)
    statistic = df * dispersion.between / total
    return OmnibusTest("friedman", statistic, (df,), chi_squared_sf(statistic, df), uncorrected)


def _iman_davenport(dispersion: _Dispersion, total: float, uncorrected: OmnibusTest | None = None) -> OmnibusTest:
    n_datasets = dispersion.n_datasets
    df1 = dispersion.n_algorithms - 1.0
    df = (df1, df1 * (n_datasets - 1))

    def undefined(p: float, why: str) -> OmnibusTest:
        return OmnibusTest("iman-davenport", math.nan, df, p, uncorrected, why)

    if n_datasets < 2:
        return undefined(math.nan, _ONE_DATASET)
    if total == 0:
        return undefined(math.nan, ALL_TIED)
    within = n_datasets * total - dispersion.between
    if within <= 0:  # below 0 only by the rounding of printed average ranks
        return undefined(0.0, PERFECT_AGREEMENT)
    statistic = (n_datasets - 1) * dispersion.between / within
    return OmnibusTest("iman-davenport", statistic, df, float(f_sf(statistic, *df)), uncorrected)
