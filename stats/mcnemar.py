"""Tests on the same test examples: McNemar's of two algorithms, Cochran's Q of several."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, as_vector
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.resampled import WithinTests
from rankpress.stats.tails import chi_squared_sf, fair_coin_mid_p, fair_coin_two_sided, normal_two_sided

EXACT = "the exact test has no degrees of freedom"
NONE_DIFFERS = "there is no example on which only one of the two is right; p is 1"


def mcnemar_exact(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> WithinTests:
    """Run McNemar's exact test: whether two algorithms are right on as many examples.

    Parameters
    ----------
    only_a, only_b : (n_pairs,) array_like
        On how many test examples only the first is right, and only the second.
    n : int or (n_pairs,) array_like
        Test examples in all; p does not depend on it.

    Returns
    -------
    WithinTests
        `difference` is that of the accuracies, `standard_error` that of two dependent proportions. `statistic` is
        only_a, and p the two-sided one of a fair coin tossed only_a + only_b times, 1 for no toss; there are no
        degrees of freedom (nan, and `why` says so). `details` has only_a, only_b and n.

    Raises
    ------
    ValueError
        For counts that are negative or not whole, and where only_a + only_b exceeds n.

    Notes
    -----
    The examples are taken for independent draws, and the two algorithms as trained once: the test says nothing of how
    they would vary over training sets. Its p is never too small, and mostly too large; the mid-p is nearer to the
    level.

    References
    ----------
    .. [1] McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or
       percentages. Psychometrika 12, 153-157. doi:10.1007/BF02295996
    .. [2] Fagerland, M. W., Lydersen, S. and Laake, P. (2013). The McNemar test for binary matched-pairs data: mid-p
       and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91.
       doi:10.1186/1471-2288-13-91

    Examples
    --------
    Table 1 of [2]_, hyper-responsiveness of 21 children before and after a transplantation:

    >>> mcnemar_exact([1], [7], 21).p.round(4).tolist()
    [0.0703]
    """
    a, b, examples = _counts(only_a, only_b, n)
    return _of_counts("mcnemar", a, b, examples, statistic=a, p=fair_coin_two_sided(a, a + b))


def binomial(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> WithinTests:
    """Run Salzberg's binomial test over the examples on which only one of two algorithms is right.

    It is `mcnemar_exact` by another name: Salzberg adds up the binomial probabilities of as many successes or more and
    doubles them, which is the exact form of McNemar's test.

    Parameters
    ----------
    only_a, only_b : (n_pairs,) array_like
        On how many test examples only the first is right, and only the second.
    n : int or (n_pairs,) array_like
        Test examples in all.

    Returns
    -------
    WithinTests
        As of `mcnemar_exact`.

    Raises
    ------
    ValueError
        As `mcnemar_exact`.

    References
    ----------
    .. [1] Salzberg, S. L. (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining
       and Knowledge Discovery 1, 317-328, section 3. doi:10.1023/A:1009752403260

    Examples
    --------
    >>> binomial([35], [15], 100).p.round(4).tolist()
    [0.0066]
    """
    return replace(mcnemar_exact(only_a, only_b, n), name="binomial")


def mcnemar_mid_p(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> WithinTests:
    """Run McNemar's test with the mid-p: half the probability of what was observed is omitted.

    Parameters
    ----------
    only_a, only_b : (n_pairs,) array_like
        On how many test examples only the first is right, and only the second.
    n : int or (n_pairs,) array_like
        Test examples in all; p does not depend on it.

    Returns
    -------
    WithinTests
        As of `mcnemar_exact`, but for p.

    Raises
    ------
    ValueError
        As `mcnemar_exact`.

    Notes
    -----
    p is that of the exact test less the probability of only_a successes, or where only_a = only_b, 1 less half of it.
    It may exceed its level, though [1]_ found no case in which it did.

    References
    ----------
    .. [1] Fagerland, M. W., Lydersen, S. and Laake, P. (2013). The McNemar test for binary matched-pairs data: mid-p
       and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91.
       doi:10.1186/1471-2288-13-91

    Examples
    --------
    Table 1 of [1]_:

    >>> mcnemar_mid_p([1], [7], 21).p.round(4).tolist()
    [0.0391]
    """
    a, b, examples = _counts(only_a, only_b, n)
    return _of_counts("mcnemar-mid-p", a, b, examples, statistic=a, p=fair_coin_mid_p(a, a + b))


def mcnemar_chi2(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> WithinTests:
    """Run McNemar's test by the chi-squared distribution, without continuity correction.

    Parameters
    ----------
    only_a, only_b : (n_pairs,) array_like
        On how many test examples only the first is right, and only the second.
    n : int or (n_pairs,) array_like
        Test examples in all; p does not depend on it.

    Returns
    -------
    WithinTests
        `statistic` is (only_a - only_b)^2 / (only_a + only_b) with 1 degree of freedom; nan, and p 1, where both are
        0, and `why` says so. Otherwise as of `mcnemar_exact`.

    Raises
    ------
    ValueError
        As `mcnemar_exact`.

    References
    ----------
    .. [1] McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or
       percentages. Psychometrika 12, 153-157. doi:10.1007/BF02295996

    Examples
    --------
    >>> test = mcnemar_chi2([1], [7], 21)
    >>> test.statistic.tolist(), test.p.round(4).tolist()
    ([4.5], [0.0339])
    """
    return _chi_squared("mcnemar-chi2", *_counts(only_a, only_b, n), correction=0.0)


def mcnemar_chi2_corrected(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> WithinTests:
    """Run McNemar's test by the chi-squared distribution, with continuity correction.

    Parameters
    ----------
    only_a, only_b : (n_pairs,) array_like
        On how many test examples only the first is right, and only the second.
    n : int or (n_pairs,) array_like
        Test examples in all; p does not depend on it.

    Returns
    -------
    WithinTests
        `statistic` is (abs(only_a - only_b) - 1)^2 / (only_a + only_b), 0 where the two counts are equal, with 1 degree
        of freedom. Otherwise as of `mcnemar_chi2`.

    Raises
    ------
    ValueError
        As `mcnemar_exact`.

    References
    ----------
    .. [1] Edwards, A. L. (1948). Note on the "correction for continuity" in testing the significance of the difference
       between correlated proportions. Psychometrika 13, 185-187. doi:10.1007/BF02289261
    .. [2] Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923, section 3.1. doi:10.1162/089976698300017197

    Examples
    --------
    >>> test = mcnemar_chi2_corrected([1], [7], 21)
    >>> test.statistic.tolist(), test.p.round(4).tolist()
    ([3.125], [0.0771])
    """
    return _chi_squared("mcnemar-chi2-corrected", *_counts(only_a, only_b, n), correction=1.0)


def _chi_squared(name: str, a: FloatArray, b: FloatArray, n: FloatArray, correction: float) -> WithinTests:
    differing = a + b
    distance = np.maximum(np.abs(a - b) - correction, 0)
    statistic = np.divide(distance**2, differing, out=np.full_like(a, np.nan), where=differing > 0)
    p = np.where(differing > 0, normal_two_sided(np.sqrt(statistic)), 1.0)
    test = _of_counts(name, a, b, n, statistic=statistic, p=p)
    why = tuple(NONE_DIFFERS if none else "" for none in differing == 0)
    return replace(test, df=np.ones_like(a), why=why, exchanged="same")


def _of_counts(
    name: str, a: FloatArray, b: FloatArray, n: FloatArray, statistic: FloatArray, p: FloatArray
) -> WithinTests:
    # the variance of a difference of two proportions of the same n examples
    error = np.sqrt(a + b - (a - b) ** 2 / n) / n
    details = {"only_a": a, "only_b": b, "n": n}
    none, why = np.full_like(a, np.nan), (EXACT,) * a.size
    return WithinTests(name, (a - b) / n, error, none, statistic, p, why, details, "other count")


def _counts(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    a = as_vector("only_a", only_a)
    b = as_vector("only_b", only_b, length=a.size)
    examples = as_vector("n", np.full(a.size, n) if np.ndim(n) == 0 else n, length=a.size)
    for name, counts in (("only_a", a), ("only_b", b), ("n", examples)):
        wrong = np.flatnonzero((counts < 0) | (counts != np.floor(counts)))
        if wrong.size:
            raise ValueError(f"{name}: entry {wrong[0]} is {counts[wrong[0]]}; whole numbers of at least 0 are needed")
    wrong = np.flatnonzero((a + b > examples) | (examples < 1))
    if wrong.size:
        index = wrong[0]
        raise ValueError(
            f"n: entry {index} is {examples[index]:.0f}; at least only_a + only_b = {a[index] + b[index]:.0f} are"
            " needed, and 1"
        )
    return a, b, examples


ALL_ALIKE = "all algorithms are right on the same examples"


def cochran_q(outcomes: ArrayLike) -> OmnibusTest:
    """Test whether several algorithms have the same accuracy, from their outcomes on the same test examples.

    Parameters
    ----------
    outcomes : (n_examples, n_algorithms) array_like
        1 where the algorithm is right on the example, 0 where it is wrong.

    Returns
    -------
    OmnibusTest
        Q, with n_algorithms - 1 degrees of freedom of chi-squared; nan where each example is right for all algorithms
        or for none, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two algorithms, no example, or entries other than 0 and 1.

    Notes
    -----
    The examples are taken for independent draws. For two algorithms Q is McNemar's chi-squared without continuity
    correction.

    References
    ----------
    .. [1] Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika 37, 256-266.
       doi:10.1093/biomet/37.3-4.256

    Examples
    --------
    Nine, eight and three examples right: Q = 2 (3 (81 + 64 + 9) - 20^2) / (3 x 20 - (3 x 9 + 4 x 4 + 3)) = 124 / 14.

    >>> outcomes = [[1, 1, 1]] * 3 + [[1, 1, 0]] * 4 + [[1, 0, 0]] * 2 + [[0, 1, 0]] + [[0, 0, 0]] * 2
    >>> test = cochran_q(outcomes)
    >>> round(test.statistic, 4), test.df, round(test.p, 4)
    (8.8571, (2.0,), 0.0119)
    """
    matrix = as_matrix("outcomes", outcomes, rows=1, columns=2)
    if not np.isin(matrix, (0.0, 1.0)).all():
        row, column = np.argwhere(~np.isin(matrix, (0.0, 1.0)))[0].tolist()
        raise ValueError(f"outcomes: row {row} column {column} is {matrix[row, column]}; 0 or 1 is needed")
    return cochran_q_from_both_right(matrix.T @ matrix)


def cochran_q_from_both_right(both: ArrayLike) -> OmnibusTest:
    """Cochran's Q from how often algorithms are right, singly and in pairs: no more is needed."""
    # The number of algorithms that are right on an example, squared and summed over the examples, is the sum over all
    # pairs of algorithms, each with itself included, of the examples on which both are right. Reference: Cochran 1950.
    counts = as_matrix("both", both, rows=2, columns=2)
    if counts.shape[0] != counts.shape[1] or (counts != counts.T).any() or (counts < 0).any():
        raise ValueError(f"both: got an array of shape {counts.shape}; a symmetric matrix of counts is needed")
    k = len(counts)
    right = np.diag(counts)
    unlike = k * right.sum() - counts.sum()
    if unlike == 0:
        return OmnibusTest("cochran-q", np.nan, (k - 1.0,), np.nan, why=ALL_ALIKE)
    statistic = float((k - 1) * (k * (right**2).sum() - right.sum() ** 2) / unlike)
    return OmnibusTest("cochran-q", statistic, (k - 1.0,), chi_squared_sf(statistic, k - 1))
