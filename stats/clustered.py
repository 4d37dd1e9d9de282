"""Student's t over the questions of a benchmark, with standard errors clustered by passage, task or conversation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, check_level, exponents
from rankpress.stats.resampled import CONSTANT_TO, WithinTests
from rankpress.stats.tails import t_two_sided

NO_DIFFERENCE = "the two score alike on every question"
NO_VARIANCE = "the mean difference is the same in every cluster, so that the statistic is infinite; p is its limit"


@dataclass(frozen=True)
class ClusteredMeans:
    """Mean scores over questions with their intervals.

    Parameters
    ----------
    mean, standard_error, low, high : (n_algorithms,) float arrays
        The mean, its clustered standard error, and the ends of its interval by Student's t, which may leave the range
        of the scores.
    unclustered_error : (n_algorithms,) float array
        The standard error that takes the questions for independent.
    sampling_share : (n_algorithms,) float array
        Share of the squared standard error that comes of the number of answers to a question and would vanish with
        more of them; nan where that is not known.
    n, clusters : int
        Questions and clusters.
    level : float
        Of the intervals.
    """

    mean: FloatArray
    standard_error: FloatArray
    low: FloatArray
    high: FloatArray
    unclustered_error: FloatArray
    sampling_share: FloatArray
    n: int
    clusters: int
    level: float


def clustered_means(
    scores: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    answer_variance: ArrayLike | None = None,
    level: float = 0.95,
) -> ClusteredMeans:
    """Return the mean score of each algorithm over the questions, with an interval that allows for clusters.

    Parameters
    ----------
    scores : (n_questions, n_algorithms) array_like
        Score of each answer, binary or graded; the mean over several answers to a question.
    clusters : (n_questions,) array_like, optional
        The cluster of each question; each question one of its own without.
    answer_variance : (n_questions, n_algorithms) array_like, optional
        Estimated variance of each entry of `scores` over further answers to the question: the sample variance of its
        answers divided by their number.
    level : float
        Of the intervals.

    Returns
    -------
    ClusteredMeans

    Raises
    ------
    ValueError
        For fewer than two clusters, scores that are missing, or arrays that do not fit.

    Notes
    -----
    With residuals r about the mean of n questions, the squared standard error is G / (G - 1) times the sum over the G
    clusters of the squared sum of r in the cluster, divided by n^2: equation 4 of [1]_ but for the factor, which makes
    it the usual one where each question is a cluster. The interval takes Student's t with G - 1 degrees of freedom.

    References
    ----------
    .. [1] Miller, E. (2024). Adding error bars to evals: a statistical approach to language model evaluations.
       arXiv:2411.00640, sections 2.2 and 3.1. doi:10.48550/arXiv.2411.00640

    Examples
    --------
    >>> found = clustered_means([[1.0], [1.0], [0.0], [0.0], [1.0], [0.0]], [1, 1, 2, 2, 3, 3])
    >>> found.mean.tolist(), found.standard_error.round(4).tolist(), found.unclustered_error.round(4).tolist()
    ([0.5], [0.2887], [0.2236])
    """
    check_level("level", level)
    matrix = as_matrix("scores", scores, rows=2, columns=1)
    codes, n_clusters = _codes(clusters, len(matrix))
    mean = matrix.mean(axis=0)
    error = _clustered_error(matrix, codes, n_clusters)
    half = float(scipy.special.stdtrit(n_clusters - 1, (1 + level) / 2)) * error
    squared = _sampling_variance(answer_variance, matrix)
    share = np.divide(squared, error**2, out=np.full_like(error, np.nan), where=error > 0)
    alone = _clustered_error(matrix, np.arange(len(matrix)), len(matrix))
    return ClusteredMeans(
        mean, error, mean - half, mean + half, alone, np.minimum(share, 1.0), len(matrix), n_clusters, level
    )


def clustered_t(
    differences: ArrayLike, clusters: ArrayLike | None = None, *, answer_variance: ArrayLike | None = None
) -> WithinTests:
    """Return Student's t of the mean paired difference over questions, with clustered standard errors.

    Parameters
    ----------
    differences : (n_questions, n_pairs) array_like
        Score of the first less that of the second on each question; with several answers to a question, the difference
        of their means.
    clusters : (n_questions,) array_like, optional
        The cluster of each question: the passage, task or conversation that it belongs to. Each question one of its
        own without.
    answer_variance : (n_questions, n_pairs) array_like, optional
        Estimated variance of each difference over further answers to the question.

    Returns
    -------
    WithinTests
        t with one degree of freedom less than there are clusters. `details` has `n` questions, `clusters`, the
        `unclustered_error`, which takes the questions for independent, and `sampling_share`, the share of the squared
        standard error that comes of the number of answers to a question; nan where that is not known. Where the
        residuals of each cluster add up to 0 there is no t: p is 1 if the mean difference is zero, else 0, and `why`
        says so.

    Raises
    ------
    ValueError
        For fewer than two clusters, differences that are missing, or arrays that do not fit.

    Notes
    -----
    The standard error is that of `clustered_means`, of the differences ([1]_, section 4.2, with equation 4). It is too
    small for few clusters, of which the degrees of freedom make up a part: below some 30 clusters, and where these are
    of very different sizes, the test rejects too often [2]_.

    References
    ----------
    .. [1] Miller, E. (2024). Adding error bars to evals: a statistical approach to language model evaluations.
       arXiv:2411.00640. doi:10.48550/arXiv.2411.00640
    .. [2] Cameron, A. C. and Miller, D. L. (2015). A practitioner's guide to cluster-robust inference. Journal of
       Human Resources 50, 317-372, section VI. doi:10.3368/jhr.50.2.317

    Examples
    --------
    Four passages of two questions each; residuals about the mean, 0.5, sum up to 1, 0, -1 and 0 in them:

    >>> test = clustered_t([[1], [1], [0], [1], [0], [0], [1], [0]], ["a", "a", "b", "b", "c", "c", "d", "d"])
    >>> test.standard_error.round(4).tolist(), test.df.tolist(), test.p.round(4).tolist()
    ([0.2041], [3.0], [0.0917])
    """
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    codes, n_clusters = _codes(clusters, len(matrix))
    difference = matrix.mean(axis=0)
    error = _clustered_error(matrix, codes, n_clusters)
    constant: BoolArray = np.asarray(error == 0)
    absent = constant & ~matrix.any(axis=0)
    statistic = np.divide(difference, error, out=np.full_like(difference, np.nan), where=~constant)
    df = np.full_like(difference, n_clusters - 1)
    # clusters that cancel out within themselves say nothing against no difference
    none = constant & (np.abs(difference) <= CONSTANT_TO * np.abs(matrix).max(axis=0))
    p = np.where(constant, none.astype(np.float64), t_two_sided(statistic, df))
    squared = _sampling_variance(answer_variance, matrix)
    share = np.divide(squared, error**2, out=np.full_like(error, np.nan), where=~constant)
    details = {
        "n": np.full_like(difference, len(matrix)),
        "clusters": np.full_like(difference, n_clusters),
        "unclustered_error": _clustered_error(matrix, np.arange(len(matrix)), len(matrix)),
        "sampling_share": np.minimum(share, 1.0),
    }
    why = tuple(
        NO_DIFFERENCE if nothing else NO_VARIANCE if same else ""
        for nothing, same in zip(absent, constant, strict=True)
    )
    return WithinTests("clustered-t", difference, error, df, statistic, p, why, details)


def _codes(clusters: ArrayLike | None, n: int) -> tuple[IntArray, int]:
    if clusters is None:
        return np.arange(n), n
    names, codes = np.unique(np.asarray(clusters), return_inverse=True)
    if codes.size != n:
        raise ValueError(f"clusters: got {codes.size} entries; {n} are needed, one for each question")
    if len(names) < 2:
        raise ValueError("clusters: all questions are in one; at least two clusters are needed")
    return codes.ravel().astype(np.int64), len(names)


def _clustered_error(values: FloatArray, codes: IntArray, n_clusters: int) -> FloatArray:
    """Standard error of the mean of each column, exactly 0 where the clusters sum up alike but for rounding."""
    powers = exponents(values)
    scaled = np.ldexp(values, -powers)  # squares stay within a float
    residual = scaled - scaled.mean(axis=0)
    sums = np.zeros((n_clusters, values.shape[1]))
    np.add.at(sums, codes, residual)
    size = np.bincount(codes).max()
    sums[np.abs(sums) <= CONSTANT_TO * size * np.abs(scaled).max(axis=0)] = 0.0
    error = np.sqrt((sums**2).sum(axis=0) * n_clusters / (n_clusters - 1)) / len(values)
    return np.asarray(np.ldexp(error, powers), dtype=np.float64)


def _sampling_variance(answer_variance: ArrayLike | None, values: FloatArray) -> FloatArray:
    """Variance of the mean of each column that comes of the number of answers; nan where that is not known."""
    if answer_variance is None:
        return np.full(values.shape[1], np.nan)
    matrix = np.array(answer_variance, dtype=np.float64)
    if matrix.shape != values.shape:
        raise ValueError(f"answer_variance: got an array of shape {matrix.shape}; {values.shape} is needed")
    return np.asarray(matrix.sum(axis=0) / len(matrix) ** 2)
