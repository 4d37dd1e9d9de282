"""Analysis of variance of algorithms over data sets, and Student's t with its error."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, FloatArray, IntArray, as_matrix, as_pairs
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.resampled import why_undefined
from rankpress.stats.tails import chi_squared_sf, f_sf, t_two_sided

NO_DIFFERENCES = "all algorithms are equal on every data set"
NO_ERROR = "the algorithms differ by the same amounts on all data sets, so that F is infinite; p is its limit"
_NO_DEGREES = "one data set leaves no degrees of freedom for the error"


@dataclass(frozen=True)
class TwoWay:
    """An analysis of variance of data sets (rows) by algorithms (columns), one value a cell."""

    n_datasets: int
    n_algorithms: int
    effects: FloatArray  # (n_algorithms,): mean of each algorithm less that of all
    between: float  # sum of squares of the algorithms
    # sum of squares of what neither algorithms nor data sets account for; exactly 0 where that is only rounding
    error: float
    exponent: int  # all of these are of the matrix divided by 2 to this power, so that no square over- or underflows

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
    """Split the squares of a matrix, one row per data set and one column per algorithm."""
    n_datasets, n_algorithms = matrix.shape
    values, exponent = scale_to_one(matrix)
    within = values - values.mean(axis=1, keepdims=True)  # what a data set adds to all its scores cannot swamp them
    effects = within.mean(axis=0)
    residual = within - effects
    effects = np.where(np.abs(effects) <= ROUNDING, 0.0, effects)
    error = 0.0 if np.abs(residual).max() <= ROUNDING else float((residual**2).sum())
    return TwoWay(n_datasets, n_algorithms, effects, n_datasets * float((effects**2).sum()), error, exponent)


def scale_to_one(matrix: FloatArray) -> tuple[FloatArray, int]:
    """Return the matrix divided by a power of two, so that its largest entry is between 1/2 and 1, and the power."""
    exponent = int(np.frexp(np.abs(matrix).max())[1])
    return np.ldexp(matrix, -exponent), exponent


def f_test(name: str, split: TwoWay) -> OmnibusTest:
    """Test whether the algorithms differ at all by the F ratio; nan and why where there is none."""
    if split.n_datasets < 2:
        return OmnibusTest(name, math.nan, split.df, math.nan, why=_NO_DEGREES)
    if split.error == 0:
        none = split.between == 0
        return OmnibusTest(
            name, math.nan, split.df, math.nan if none else 0.0, why=NO_DIFFERENCES if none else NO_ERROR
        )
    df, df_error = split.df
    statistic = split.between / df / (split.error / df_error)
    return OmnibusTest(name, statistic, split.df, float(f_sf(statistic, df, df_error)))


def t_tests(name: str, split: TwoWay, pairs: IntArray) -> PairTests:
    """Compare pairs by Student's t with the error that all algorithms share; `details` has its degrees of freedom."""
    # Where there is no error, t is nan, and p is 1 for algorithms that are equal and 0 for others; `why` says so.
    difference = split.effects[pairs[:, 0]] - split.effects[pairs[:, 1]]
    details = {"df": np.full(difference.shape, split.df[1])}
    if split.error == 0:
        absent = difference == 0
        why = why_undefined(np.ones_like(absent), absent, otherwise="")
        return PairTests(name, np.full(difference.shape, np.nan), absent.astype(np.float64), details, why, "ranks")
    t = difference / split.standard_error
    return PairTests(name, t, t_two_sided(t, split.df[1]), details, of="ranks")


TOO_FEW_FOR_MAUCHLY = "Mauchly's test needs at least as many data sets as algorithms"


def repeated_measures_anova(scores: ArrayLike) -> OmnibusTest:
    """Test by repeated-measures analysis of variance that all algorithms have the same mean score.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.

    Returns
    -------
    OmnibusTest
        F with k - 1 and (k - 1) (N - 1) degrees of freedom for k algorithms and N data sets. `details` has Mauchly's
        test that the differences of all pairs have one variance (sphericity), which F assumes: `mauchly_w`,
        `mauchly_chi2`, `mauchly_df`, `mauchly_p`; and p corrected where they have not: `greenhouse_geisser_epsilon`,
        `greenhouse_geisser_p`, `huynh_feldt_epsilon`, `huynh_feldt_p`. With fewer data sets than algorithms Mauchly's
        are nan, and `why` says so. Where the algorithms differ alike on all data sets F is infinite: nan, with the
        limit of p.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no data set, or scores that are missing or infinite.

    Notes
    -----
    Scores are assumed to be normal around the sum of an effect of the data set and one of the algorithm. With S the
    covariance matrix of k - 1 orthonormal contrasts of the algorithms over the data sets, W [2]_ is
    det S / (trace S / (k - 1))^(k - 1), and its p that of Box's expansion to second order. R's ``mauchly.test`` gives
    the same for such contrasts; with ``X = ~1`` one term of it is wrong, by which p is off in the fifth place.
    Greenhouse and Geisser's epsilon is (trace S)^2 / ((k - 1) trace S^2) [3]_; Huynh and Feldt's is
    (N (k - 1) e - 2) / ((k - 1) (N - 1 - (k - 1) e)) [4]_, e being the former, and at most 1. Lecoutre's correction of
    the latter changes nothing for a single group of data sets, as here. Both degrees of freedom are multiplied by an
    epsilon.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.1.
    .. [2] Mauchly, J. W. (1940). Significance test for sphericity of a normal n-variate distribution. Annals of
       Mathematical Statistics 11, 204-209. doi:10.1214/aoms/1177731915
    .. [3] Greenhouse, S. W. and Geisser, S. (1959). On methods in the analysis of profile data. Psychometrika 24,
       95-112. doi:10.1007/BF02289823
    .. [4] Huynh, H. and Feldt, L. S. (1976). Estimation of the Box correction for degrees of freedom from sample data
       in randomized block and split-plot designs. Journal of Educational Statistics 1, 69-82.
       doi:10.3102/10769986001001069

    Examples
    --------
    Two algorithms, which differ by 2, 3, 2 and 1: the square of the paired t, 2 / sqrt(1 / 6).

    >>> test = repeated_measures_anova([[10, 12], [50, 53], [20, 22], [90, 91]])
    >>> round(test.statistic, 6), test.df, round(test.p, 4), test.details["greenhouse_geisser_epsilon"]
    (24.0, (1.0, 3.0), 0.0163, 1.0)
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    test = f_test("rm-anova", two_way(matrix))
    if test.why:
        return test
    covariance = _covariance_of_contrasts(scale_to_one(matrix)[0])
    details = {**_mauchly(covariance, len(matrix)), **_corrections(covariance, len(matrix), test)}
    why = TOO_FEW_FOR_MAUCHLY if math.isnan(details["mauchly_w"]) else ""
    return replace(test, details=details, why=why)


def _covariance_of_contrasts(matrix: FloatArray) -> FloatArray:
    """Covariance of orthonormal contrasts of the columns, a row for each (Helmert's)."""
    k = matrix.shape[1]
    contrasts = np.tril(np.ones((k - 1, k)))
    contrasts[np.arange(k - 1), np.arange(1, k)] = -np.arange(1.0, k)
    contrasts /= np.sqrt((contrasts**2).sum(axis=1, keepdims=True))
    values = (matrix - matrix.mean(axis=1, keepdims=True)) @ contrasts.T
    values -= values.mean(axis=0)
    return np.asarray(values.T @ values / (len(matrix) - 1), dtype=np.float64)


def _mauchly(covariance: FloatArray, n_datasets: int) -> dict[str, float]:
    """Mauchly's W and its p; W is 0 where some difference of algorithms is the same on all data sets."""
    p = len(covariance)
    df = p * (p + 1) / 2 - 1
    statistics = {"mauchly_w": math.nan, "mauchly_chi2": math.nan, "mauchly_df": df, "mauchly_p": math.nan}
    if n_datasets <= p:
        return statistics
    if p == 1:  # a single difference has one variance
        return statistics | {"mauchly_w": 1.0, "mauchly_chi2": 0.0, "mauchly_p": 1.0}
    roots = np.linalg.eigvalsh(covariance)
    if roots[0] <= p * np.finfo(np.float64).eps * roots[-1]:
        return statistics | {"mauchly_w": 0.0, "mauchly_p": 0.0}
    log_w = float(np.log(roots / roots.mean()).sum())
    n = n_datasets - 1
    rho = 1 - (2 * p**2 + p + 2) / (6 * n * p)
    second = (p + 2) * (p - 1) * (p - 2) * (2 * p**3 + 6 * p**2 + 3 * p + 2) / (288 * (n * p * rho) ** 2)
    chi2 = -n * rho * log_w
    first = chi_squared_sf(chi2, df)
    chance = first + second * (chi_squared_sf(chi2, df + 4) - first)
    return statistics | {"mauchly_w": math.exp(log_w), "mauchly_chi2": chi2, "mauchly_p": min(max(chance, 0.0), 1.0)}


def _corrections(covariance: FloatArray, n_datasets: int, test: OmnibusTest) -> dict[str, float]:
    """Epsilons of Greenhouse and Geisser and of Huynh and Feldt, and p with both."""
    p = len(covariance)
    greenhouse_geisser = min(float(np.trace(covariance) ** 2 / (p * (covariance**2).sum())), 1.0) if p > 1 else 1.0
    denominator = n_datasets - 1 - p * greenhouse_geisser  # 0 but for rounding with two data sets
    huynh_feldt = (n_datasets * p * greenhouse_geisser - 2) / (p * denominator) if denominator > 1e-9 else math.inf
    corrected = {}
    for name, epsilon in (("greenhouse_geisser", greenhouse_geisser), ("huynh_feldt", min(huynh_feldt, 1.0))):
        corrected[f"{name}_epsilon"] = epsilon
        corrected[f"{name}_p"] = float(f_sf(test.statistic, test.df[0] * epsilon, test.df[1] * epsilon))
    return corrected


def block_t(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their mean scores whether two algorithms perform equally well, data sets being blocks.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t, positive where the first of the pair is better. `details` has `mean_difference` and its `standard_error` in
        the unit of the scores, and the degrees of freedom `df`. Where the algorithms differ alike on all data sets t is
        nan, and p is 1 for two that are equal and 0 for others; `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, scores that are missing, or pairs that are not of these algorithms.

    Notes
    -----
    t is the difference of the means divided by sqrt(2 MSE / N), with (k - 1) (N - 1) degrees of freedom for k
    algorithms and N data sets. MSE is the mean square of what neither algorithms nor data sets account for, so that
    data sets that differ in difficulty take no power from the test. Scores are assumed to be normal around the sum of
    an effect of the data set and one of the algorithm, with one variance everywhere: all differences of two algorithms
    vary alike (sphericity, which Mauchly's test asks for). For two algorithms it is the paired t test.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.1.

    Examples
    --------
    On four data sets whose scores lie far apart, the second algorithm gains 2, 3, 2 and 1:

    >>> test = block_t([[10, 12], [50, 53], [20, 22], [90, 91]], [[1, 0]])
    >>> test.statistic.round(4).tolist(), test.details["df"].tolist(), test.p.round(4).tolist()
    ([4.899], [3.0], [0.0163])
    """
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    indices, split = as_pairs(pairs, matrix.shape[1]), two_way(matrix)
    tests = t_tests("block-t", split, indices)
    details = {
        "mean_difference": np.ldexp(split.effects[indices[:, 0]] - split.effects[indices[:, 1]], split.exponent),
        "standard_error": np.full(len(indices), np.ldexp(split.standard_error, split.exponent)),
        **tests.details,
    }
    return replace(tests, details=details, of="scores")
