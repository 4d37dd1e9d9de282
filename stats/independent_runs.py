"""Two algorithms on one data set over independent runs: tests of rank sums, of means and of chances."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, FloatArray, as_pairs, check_count, refuse_unfinite
from rankpress.stats.resampled import WithinTests
from rankpress.stats.tails import normal_two_sided, t_two_sided

_EXACT_UP_TO = 60
"""Most runs of the two together for which the rank-sum test is exact."""

ALL_ARRANGEMENTS_UP_TO = 50_000
"""Most ways to share out the runs of two that the permutation test tries all of; of more it draws some."""

TOO_FEW = "each of the two needs at least two runs"
ALL_ALIKE = "all runs of the two score alike; p is 1"
CONSTANT = "the runs of each score alike, so that the statistic is infinite; p is its limit"
SEPARATED = (
    "all runs of one are better than all runs of the other, so that the statistic is infinite; p is that of the"
    " rank-sum test, the share of arrangements that are as far apart"
)
_NO_STANDARD_ERROR = "the test has no standard error of the difference"

_Samples = tuple[FloatArray, FloatArray]
_Tested = tuple[float, float, float, float, str]  # standard error, degrees of freedom, statistic, p, why


def least_p(n_a: int, n_b: int) -> float:
    """Smallest p-value that the rank-sum test can give for so many runs.

    Parameters
    ----------
    n_a, n_b : int
        Runs of the one algorithm and of the other.

    Returns
    -------
    float
        Two of all arrangements of the runs, if no scores are tied; 1 where there is one arrangement alone.

    Examples
    --------
    >>> least_p(3, 3), round(least_p(5, 5), 4)
    (0.1, 0.0079)
    """
    check_count("n_a", n_a, 0)
    check_count("n_b", n_b, 0)
    return min(1.0, 2 / math.comb(n_a + n_b, n_a))


def rank_sum(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Wilcoxon's rank-sum test of two algorithms over independent runs, exact given the ties.

    Parameters
    ----------
    runs : (n_runs, n_algorithms) array_like
        The score of each run; nan where an algorithm has fewer. Rows pair nothing.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        `statistic` is U of the first: for how many pairs of runs that of the first is higher, ties as halves. p is the
        share of all arrangements of the pooled scores in which U is as far from its mean. With more than 60 runs
        together it is by the normal distribution, corrected for ties and continuity (`details["exact"]` is 0).
        `details` has n_a, n_b, u_a, u_b and least_p, the smallest p that these scores could give.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    Notes
    -----
    The null hypothesis is that the runs of both come from one distribution. Where the spreads differ, the test may
    reject at another rate than its level although neither is better; `brunner_munzel` allows for that.

    References
    ----------
    .. [1] Mann, H. B. and Whitney, D. R. (1947). On a test of whether one of two random variables is stochastically
       larger than the other. Annals of Mathematical Statistics 18, 50-60. doi:10.1214/aoms/1177730491

    Examples
    --------
    >>> test = rank_sum([[0.91, 0.89], [0.92, 0.90], [0.90, 0.91], [0.93, 0.88], [0.94, 0.90]], [[0, 1]])
    >>> test.statistic.tolist(), test.p.round(10).tolist()
    ([22.5], [0.0555555556])
    """
    samples = list(_samples(runs, pairs))
    u = np.array([_u(*both) for both in samples])
    counts = _counts(samples)
    exact = counts.sum(axis=1) <= _EXACT_UP_TO
    tests = _each("rank-sum", samples, _rank_sum, exchanged="other count")
    least = np.array([_least_of_ranks(*both) for both in samples])
    counted = {"u_a": u, "u_b": counts.prod(axis=1) - u, "exact": exact.astype(np.float64), "least_p": least}
    return replace(tests, details={**tests.details, **counted})


def welch_t(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Welch's t test of two algorithms over independent runs, which may vary differently.

    Parameters
    ----------
    runs : (n_runs, n_algorithms) array_like
        The score of each run; nan where an algorithm has fewer. Rows pair nothing.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        The interval of the difference at a level is it plus and minus t with `df` degrees of freedom times
        `standard_error`. Where the runs of each are all alike there is no t: p is 1 if the two are alike, else 0, and
        `why` says so.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    References
    ----------
    .. [1] Welch, B. L. (1947). The generalization of "Student's" problem when several different population variances
       are involved. Biometrika 34, 28-35. doi:10.1093/biomet/34.1-2.28

    Examples
    --------
    >>> test = welch_t([[0.91, 0.89], [0.92, 0.90], [0.90, 0.91], [0.93, 0.88], [0.94, 0.90]], [[0, 1]])
    >>> test.statistic.round(10).tolist(), test.df.round(10).tolist(), test.p.round(10).tolist()
    ([2.7529888064], [7.274559194], [0.0273292813])
    """
    return _each("welch-t", list(_samples(runs, pairs)), _welch)


def brunner_munzel(runs: ArrayLike, pairs: ArrayLike) -> WithinTests:
    """Brunner and Munzel's test of whether a run of either algorithm is as likely to be the better one.

    Parameters
    ----------
    runs : (n_runs, n_algorithms) array_like
        The score of each run; nan where an algorithm has fewer. Rows pair nothing.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    WithinTests
        `statistic` is positive where the first has the higher scores; p by t with `df` degrees of freedom. Where all
        runs of one are better than all of the other the statistic is infinite, and p that of the rank-sum test.

    Raises
    ------
    ValueError
        For infinite scores and pairs that are none.

    Notes
    -----
    Spreads and shapes of the two may differ. With fewer than ten runs each it rejects somewhat too often.

    References
    ----------
    .. [1] Brunner, E. and Munzel, U. (2000). The nonparametric Behrens-Fisher problem: asymptotic theory and a
       small-sample approximation. Biometrical Journal 42, 17-25.
       doi:10.1002/(SICI)1521-4036(200001)42:1<17::AID-BIMJ17>3.0.CO;2-U

    Examples
    --------
    >>> test = brunner_munzel([[0.91, 0.89], [0.92, 0.90], [0.90, 0.91], [0.93, 0.88], [0.94, 0.90]], [[0, 1]])
    >>> test.statistic.round(10).tolist(), test.p.round(10).tolist()
    ([4.2163702136], [0.0037120603])
    """
    return _each("brunner-munzel", list(_samples(runs, pairs)), _brunner_munzel)


def permutation_runs(runs: ArrayLike, pairs: ArrayLike, *, draws: int = 20_000, seed: int = 0) -> WithinTests:
    """Permutation test of the mean difference of two algorithms over independent runs.

    Parameters
    ----------
    runs : (n_runs, n_algorithms) array_like
        The score of each run; nan where an algorithm has fewer. Rows pair nothing.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    draws : int
        Arrangements that are drawn where there are more than 50,000.
    seed : int
        Of the generator that draws them.

    Returns
    -------
    WithinTests
        `statistic` is the mean difference. p is the share of all arrangements of the pooled scores with a mean
        difference as far from 0, or of those drawn, the observed one among them. `details` has n_a and n_b.

    Raises
    ------
    ValueError
        For infinite scores, pairs that are none, and draws below 1.

    References
    ----------
    .. [1] Pitman, E. J. G. (1937). Significance tests which may be applied to samples from any populations.
       Supplement to the Journal of the Royal Statistical Society 4, 119-130. doi:10.2307/2984124

    Examples
    --------
    >>> test = permutation_runs([[0.91, 0.89], [0.92, 0.90], [0.90, 0.91], [0.93, 0.88], [0.94, 0.90]], [[0, 1]])
    >>> test.p.round(4).tolist()
    [0.0556]
    """
    check_count("draws", draws, 1)
    return _each("permutation-runs", list(_samples(runs, pairs)), lambda a, b: _permutation(a, b, draws, seed))


def _samples(runs: ArrayLike, pairs: ArrayLike) -> Iterator[_Samples]:
    """Yield the runs that the two of each pair have."""
    matrix = np.asarray(runs, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"runs: got an array of shape {matrix.shape}; a matrix is needed")
    refuse_unfinite("runs", matrix, missing=True)
    there = [column[np.isfinite(column)] for column in matrix.T]
    for a, b in as_pairs(pairs, matrix.shape[1]).tolist():
        yield there[a], there[b]


def _counts(samples: list[_Samples]) -> FloatArray:
    return np.array([[a.size, b.size] for a, b in samples], dtype=np.float64)


def _each(
    name: str, samples: list[_Samples], test: Callable[[FloatArray, FloatArray], _Tested], exchanged: str = "negative"
) -> WithinTests:
    """Test each pair that has two runs of each."""
    tested = [
        test(a, b) if min(a.size, b.size) > 1 else (math.nan, math.nan, math.nan, math.nan, TOO_FEW) for a, b in samples
    ]
    error, df, statistic, p = np.array([numbers[:4] for numbers in tested]).T
    difference = np.array([a.mean() - b.mean() if a.size and b.size else math.nan for a, b in samples])
    n_a, n_b = _counts(samples).T
    return WithinTests(
        name,
        difference,
        error,
        df,
        statistic,
        p,
        tuple(numbers[4] for numbers in tested),
        {"n_a": n_a, "n_b": n_b},
        "other count" if exchanged == "other count" else "negative",
    )


def _u(a: FloatArray, b: FloatArray) -> float:
    """For how many pairs of runs that of the first is higher, ties as halves."""
    ordered = np.sort(b)
    return float((np.searchsorted(ordered, a, "left") + np.searchsorted(ordered, a, "right")).sum() / 2)


def _doubled_ranks(pooled: FloatArray) -> list[int]:
    """Twice the average ranks, which are whole."""
    ordered = np.sort(pooled)
    ends = np.searchsorted(ordered, pooled, "left") + np.searchsorted(ordered, pooled, "right")
    return [int(rank) + 1 for rank in ends]


def _rank_sum(a: FloatArray, b: FloatArray) -> _Tested:
    pooled = np.concatenate([a, b])
    if (pooled == pooled[0]).all():
        return math.nan, math.nan, _u(a, b), 1.0, ALL_ALIKE
    doubled = _doubled_ranks(pooled)
    if len(doubled) <= _EXACT_UP_TO:
        p = _as_far(doubled, a.size, sum(doubled[: a.size]))
    else:
        p = _normal_p(a, b, doubled)
    return math.nan, math.nan, _u(a, b), p, _NO_STANDARD_ERROR


def _as_far(doubled: list[int], n: int, total: int) -> float:
    """Chance that n of the doubled ranks add up to something as far from the mean as this; all numbers are whole."""
    chances = _chances(tuple(sorted(doubled)), n)
    mean = n * (len(doubled) + 1)
    return min(1.0, float(chances[np.abs(np.arange(chances.size) - mean) >= abs(total - mean)].sum()))


def _least_of_ranks(a: FloatArray, b: FloatArray) -> float:
    """Smallest p that the pooled scores could give, shared out otherwise; 0 where p is by the normal distribution."""
    if min(a.size, b.size) < 2 or a.size + b.size > _EXACT_UP_TO:
        return 0.0 if a.size + b.size > _EXACT_UP_TO else math.nan
    ordered = sorted(_doubled_ranks(np.concatenate([a, b])))
    return min(_as_far(ordered, a.size, sum(ordered[: a.size])), _as_far(ordered, a.size, sum(ordered[-a.size :])))


@lru_cache(maxsize=256)
def _chances(doubled: tuple[int, ...], n: int) -> FloatArray:
    """Return the chance of each sum of n of the doubled ranks, all choices of n being equally likely."""
    # in units of what all differ by from the smallest, 2 without ties
    unit = math.gcd(*(rank - doubled[0] for rank in doubled)) or 1
    units = [(rank - doubled[0]) // unit for rank in doubled]
    ways = np.zeros((n + 1, sum(units[-n:]) + 1))
    ways[0, 0] = 1.0
    largest = 0
    for number, rank in enumerate(units, start=1):
        rows, largest = min(number, n), min(largest + rank, ways.shape[1] - 1)
        ways[1 : rows + 1, rank : largest + 1] += ways[:rows, : largest + 1 - rank].copy()
    chances: FloatArray = np.zeros(sum(doubled[-n:]) + 1)
    chances[n * doubled[0] :: unit] = ways[n] / math.comb(len(doubled), n)
    chances.setflags(write=False)
    return chances


def _normal_p(a: FloatArray, b: FloatArray, doubled: list[int]) -> float:
    """Return p by the normal distribution, with the variance given the ties and half a step of continuity."""
    n_a, n_b, n = a.size, b.size, a.size + b.size
    of_ties = np.unique(doubled, return_counts=True)[1].astype(np.float64)
    variance = n_a * n_b / 12 * (n + 1 - (of_ties**3 - of_ties).sum() / (n * (n - 1)))
    off = max(0.0, abs(_u(a, b) - n_a * n_b / 2) - 0.5)
    return float(normal_two_sided(off / math.sqrt(variance)))


def _welch(a: FloatArray, b: FloatArray) -> _Tested:
    errors = np.array([a.var(ddof=1) / a.size, b.var(ddof=1) / b.size])
    difference = float(a.mean() - b.mean())
    size = ROUNDING * max(np.abs(a).max(), np.abs(b).max())
    if max(np.ptp(a), np.ptp(b)) <= size:
        absent = abs(difference) <= size
        return 0.0, math.nan, math.nan, float(absent), ALL_ALIKE if absent else CONSTANT
    error = math.sqrt(errors.sum())
    shares = errors / errors.sum()
    df = 1 / float(shares[0] ** 2 / (a.size - 1) + shares[1] ** 2 / (b.size - 1))
    statistic = difference / error
    return error, df, statistic, float(t_two_sided(statistic, df)), ""


def _brunner_munzel(a: FloatArray, b: FloatArray) -> _Tested:
    n_a, n_b = a.size, b.size
    pooled = np.concatenate([a, b])
    if (pooled == pooled[0]).all():
        return math.nan, math.nan, math.nan, 1.0, ALL_ALIKE
    # Placements: for each run, how many of the other algorithm it beats, ties as halves.
    of_a, of_b = _placements(a, b), _placements(b, a)
    variances = np.array([of_a.var(ddof=1) / n_b**2 / n_a, of_b.var(ddof=1) / n_a**2 / n_b])
    chance = of_a.mean() / n_b
    if variances.sum() == 0:
        return math.nan, math.nan, math.nan, _rank_sum(a, b)[3], SEPARATED
    statistic = (chance - 0.5) / math.sqrt(variances.sum())
    shares = variances / variances.sum()
    df = 1 / float(shares[0] ** 2 / (n_a - 1) + shares[1] ** 2 / (n_b - 1))
    return math.nan, df, float(statistic), float(t_two_sided(statistic, df)), _NO_STANDARD_ERROR


def _placements(a: FloatArray, b: FloatArray) -> FloatArray:
    ordered = np.sort(b)
    return (np.searchsorted(ordered, a, "left") + np.searchsorted(ordered, a, "right")) / 2


def _permutation(a: FloatArray, b: FloatArray, draws: int, seed: int) -> _Tested:
    pooled = np.concatenate([a, b])
    pooled = pooled - pooled.mean()
    observed = abs(float(pooled[: a.size].sum()))
    # Arrangements whose sums differ by rounding alone are as extreme as the observed one.
    least = observed - ROUNDING * pooled.size * float(np.abs(pooled).max())
    if (pooled == pooled[0]).all():
        return math.nan, math.nan, 0.0, 1.0, ALL_ALIKE
    if math.comb(pooled.size, a.size) <= ALL_ARRANGEMENTS_UP_TO:
        sums = pooled[np.array(list(combinations(range(pooled.size), a.size)))].sum(axis=1)
        p = float(np.mean(np.abs(sums) >= least))
    else:
        rng = np.random.default_rng(seed)
        sums = rng.permuted(np.tile(pooled, (draws, 1)), axis=1)[:, : a.size].sum(axis=1)
        p = float((1 + np.count_nonzero(np.abs(sums) >= least)) / (1 + draws))
    return math.nan, math.nan, float(a.mean() - b.mean()), p, _NO_STANDARD_ERROR
