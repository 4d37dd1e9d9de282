"""A mixed model of the differences on folds, with an effect of each data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, as_pairs
from rankpress.stats.paired_t import paired_t
from rankpress.stats.pairs import PairTests
from rankpress.stats.resampled import CONSTANT_TO
from rankpress.stats.tails import t_two_sided

TOO_FEW = "the two share fewer than two data sets"

_DETAILS = ("mean_difference", "standard_error", "df", "n_used", "variance_between", "variance_within")


def mixed(scores: ArrayLike, pairs: ArrayLike, *, folds: Sequence[ArrayLike | None] | None = None) -> PairTests:
    """Test by a mixed model whether the mean difference of two algorithms over data sets is zero.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Mean scores, higher being better; with `folds`, nan where a result is missing. A pair is then compared over the
        data sets that both have.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    folds : sequence of ((n_folds, n_algorithms) array_like or None), optional
        By data set the scores on its folds, of which `scores` has the means; None where it has one score per algorithm.

    Returns
    -------
    PairTests
        `statistic` is t, positive where the first of the pair is better; p is two-sided. `details` has
        `mean_difference`, its `standard_error` and `df`, `n_used`, the number of data sets, and the estimates
        `variance_between` data sets and `variance_within` them, both nan where the folds are as many everywhere and so
        do not matter.

    Raises
    ------
    ValueError
        If scores, folds and pairs do not fit each other.

    Notes
    -----
    The difference on a fold is a mean difference, plus an effect of its data set, plus an error; both are normal. The
    two variances are estimated by restricted maximum likelihood, and the degrees of freedom after Satterthwaite [1]_,
    from the observed information. Scores of folds are dependent, since training sets overlap. A correlation that is the
    same for all folds of a data set is part of the variance between data sets, so that the test allows for it.

    That variance may be estimated below 0, as far as the variances of the means of the data sets stay above it. Setting
    it to 0 would take all folds for independent. So where all data sets have as many folds, this is the paired t test
    of their means, and its size is the level [2]_.

    References
    ----------
    .. [1] Kuznetsova, A., Brockhoff, P. B. and Christensen, R. H. B. (2017). lmerTest package: tests in linear mixed
       effects models. Journal of Statistical Software 82 (13), 1-26, section 2. doi:10.18637/jss.v082.i13
    .. [2] Patterson, H. D. and Thompson, R. (1971). Recovery of inter-block information when block sizes are unequal.
       Biometrika 58, 545-554. doi:10.1093/biomet/58.3.545

    Examples
    --------
    Three data sets, of three, three and two folds:

    >>> folds = [[[0.9, 0.8], [0.8, 0.7], [0.9, 0.7]], [[0.6, 0.5], [0.6, 0.6], [0.7, 0.6]], [[0.9, 0.7], [0.8, 0.6]]]
    >>> test = mixed([np.mean(matrix, axis=0) for matrix in folds], [[0, 1]], folds=folds)
    >>> test.details["mean_difference"].round(4).tolist(), test.details["df"].round(2).tolist()
    ([0.1311], [1.92])
    """
    matrix = as_matrix("scores", scores, rows=2, columns=2, missing=folds is not None)
    indices = as_pairs(pairs, matrix.shape[1])
    if folds is None:
        test = paired_t(matrix, indices)
        unknown = np.full(len(indices), np.nan)
        return replace(test, name="mixed", details={**dict.fromkeys(_DETAILS, unknown), **test.details})
    by_dataset = [
        row[None] if scores_of is None else np.asarray(scores_of, dtype=np.float64)
        for scores_of, row in zip(folds, matrix, strict=True)
    ]
    if any(scores_of.ndim != 2 or scores_of.shape[1] != matrix.shape[1] for scores_of in by_dataset):
        raise ValueError(f"folds: matrices of {matrix.shape[1]} columns are needed, one for each algorithm")
    pair_tests = [_test([scores_of[:, [a, b]] for scores_of in by_dataset]) for a, b in indices.tolist()]
    details = {name: np.array([getattr(pair_test, name) for pair_test in pair_tests]) for name in _DETAILS}
    statistic, p = (np.array([getattr(pair_test, name) for pair_test in pair_tests]) for name in ("statistic", "p"))
    return PairTests("mixed", statistic, p, details, tuple(pair_test.why for pair_test in pair_tests))


@dataclass(frozen=True)
class _Tested:
    statistic: float
    p: float
    why: str
    mean_difference: float
    standard_error: float
    df: float
    n_used: int
    variance_between: float = np.nan
    variance_within: float = np.nan


def _test(scores: list[FloatArray]) -> _Tested:
    """Test one pair, whose scores are in two columns."""
    complete = [both for both in scores if np.isfinite(both).all()]
    if len(complete) < 2:
        return _Tested(np.nan, 1.0, TOO_FEW, np.nan, np.nan, np.nan, len(complete))
    differences = [both[:, 0] - both[:, 1] for both in complete]
    mean, n = (
        np.array([of_dataset.mean() for of_dataset in differences]),
        np.array([float(len(of_dataset)) for of_dataset in differences]),
    )
    squares = float(sum(((of_dataset - of_dataset.mean()) ** 2).sum() for of_dataset in differences))
    largest = max(np.abs(of_dataset).max() for of_dataset in differences)
    if n.min() == n.max() or squares <= (CONSTANT_TO * largest) ** 2:
        # of as many folds everywhere the means say all; and without errors on folds they are all there is
        test = paired_t(np.array([both.mean(axis=0) for both in complete]), [[0, 1]])
        center, error, df = (float(test.details[name][0]) for name in ("mean_difference", "standard_error", "df"))
        return _Tested(float(test.statistic[0]), float(test.p[0]), test.why[0], center, error, df, len(complete))
    return _fitted(_Means(mean / largest, n, squares / largest**2), largest)


def _fitted(means: _Means, unit: float) -> _Tested:
    between, within = means.estimate()
    variance = between + within / means.n
    total = (1 / variance).sum()
    center = float((means.mean / variance).sum() / total)
    slope = means.moments(variance, 2)
    gradient = np.array([slope[0, 0], slope[0, 1]]) / total**2
    df = float(1 / total**2 / (gradient @ np.linalg.solve(means.information(between, within), gradient)))
    error = float(1 / np.sqrt(total))
    statistic = center / error
    p = float(t_two_sided(np.array([statistic]), np.array([df]))[0])
    variances = between * unit**2, within * unit**2
    return _Tested(statistic, p, "", center * unit, error * unit, df, len(means.n), *variances)


@dataclass(frozen=True)
class _Means:
    """What the likelihood of a pair rests on: means and numbers of folds, and the sum of squares about the means."""

    mean: FloatArray
    n: FloatArray
    squares: float

    @property
    def _df_within(self) -> float:
        return float((self.n - 1).sum())

    def estimate(self) -> tuple[float, float]:
        """Return the variances between and within data sets by restricted maximum likelihood."""
        # the ratio of the two is above -1 / n, where the variance of the mean of the most folds is 0
        low = -1 / self.n.max()
        coarse = np.linspace(-14.0, 16.0, 61)
        values = [self._deviance(low + np.exp(step)) for step in coarse]
        best = int(np.argmin(values))
        bounds = coarse[max(best - 1, 0)], coarse[min(best + 1, len(coarse) - 1)]
        from scipy import optimize  # slow to import

        minimum = optimize.minimize_scalar(
            lambda step: self._deviance(low + np.exp(step)), bounds=bounds, method="bounded", options={"xatol": 1e-10}
        )
        ratio = low + float(np.exp(minimum.x))
        within = self._within(ratio)
        return ratio * within, within

    def _within(self, ratio: float) -> float:
        variance = ratio + 1 / self.n
        residual = self.mean - (self.mean / variance).sum() / (1 / variance).sum()
        return float((self.squares + (residual**2 / variance).sum()) / (self.n.sum() - 1))

    def _deviance(self, ratio: float) -> float:
        variance = ratio + 1 / self.n
        logarithms = np.log(variance).sum() + np.log((1 / variance).sum())
        return float((self.n.sum() - 1) * np.log(self._within(ratio)) + logarithms)

    def moments(self, variance: FloatArray, power: int, weight: FloatArray | float = 1.0) -> FloatArray:
        """Return sums over data sets of products of derivatives of the variance of a mean, divided by its power."""
        derivatives = np.stack([np.ones_like(self.n), 1 / self.n])  # by the variances between and within
        return np.asarray((weight / variance**power * derivatives) @ derivatives.T)

    def information(self, between: float, within: float) -> FloatArray:
        """Return the matrix of second derivatives of the restricted deviance by the two variances."""
        variance = between + within / self.n
        total = (1 / variance).sum()
        residual = self.mean - (self.mean / variance).sum() / total
        first = self.moments(variance, 2)[0]
        pull = self.moments(variance, 2, residual)[0]
        second = -self.moments(variance, 2) + 2 * self.moments(variance, 3) / total
        second += 2 * self.moments(variance, 3, residual**2)
        second -= np.outer(first, first) / total**2 + 2 * np.outer(pull, pull) / total
        second[1, 1] += 2 * self.squares / within**3 - self._df_within / within**2
        return np.asarray(second)
