"""What making many tests does to the chance of an error, and what a p-value states at best."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from rankpress.stats.arrays import FloatArray, check_count, check_level
from rankpress.stats.tails import normal_quadrature

_NODES = 100  # of the integral over what correlated tests share


def expected_errors(n_tests: int, alpha: float) -> float:
    """Return how many of these tests reject on average where every null hypothesis is true.

    Parameters
    ----------
    n_tests : int
        Number of tests.
    alpha : float
        Level of each.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For no test, or a level outside 0 to 1.

    References
    ----------
    .. [1] Salzberg, S. L. (1997). Data Mining and Knowledge Discovery 1, 317-328, section 3.1.
       doi:10.1023/A:1009752403260

    Examples
    --------
    Fourteen variants of an algorithm on eleven data sets:

    >>> round(expected_errors(154, 0.05), 1)
    7.7
    """
    check_count("n_tests", n_tests, 1)
    check_level("alpha", alpha)
    return n_tests * alpha


def chance_of_any_error(n_tests: int, alpha: float, correlation: float = 0.0) -> float:
    """Return the chance that at least one test rejects where every null hypothesis is true.

    Parameters
    ----------
    n_tests : int
        Number of tests.
    alpha : float
        Level of each, two-sided.
    correlation : float
        Of the statistics of any two, which are normal, from 0 (independent tests) to below 1.

    Returns
    -------
    float
        1 - (1 - alpha)^n for independent tests, without loss of digits for small levels.

    Raises
    ------
    ValueError
        For no test, a level outside 0 to 1, or a correlation outside.

    Notes
    -----
    Statistics with one correlation r are sqrt(r) u + sqrt(1 - r) e with a u that all share; given u they are
    independent ([2]_). Bonferroni's bound, n alpha, holds whatever the dependence.

    References
    ----------
    .. [1] Salzberg, S. L. (1997). Data Mining and Knowledge Discovery 1, 317-328, section 3.1.
       doi:10.1023/A:1009752403260
    .. [2] Dunnett, C. W. and Sobel, M. (1955). Approximations to the probability integral and certain percentage
       points of a multivariate analogue of Student's t-distribution. Biometrika 42, 258-260. doi:10.2307/2333443

    Examples
    --------
    >>> round(chance_of_any_error(154, 0.05), 4)
    0.9996
    >>> round(chance_of_any_error(4, 0.05, correlation=0.5), 3)
    0.156
    """
    check_count("n_tests", n_tests, 1)
    check_level("alpha", alpha)
    if not 0 <= correlation < 1:
        raise ValueError(f"correlation: got {correlation}; a number from 0 to below 1 is needed")
    if correlation == 0:
        return -math.expm1(n_tests * math.log1p(-alpha))
    shared, weights = normal_quadrature(_NODES)
    mean, sd = math.sqrt(correlation) * shared, math.sqrt(1 - correlation)
    limit = -ndtri(alpha / 2)
    accepted = ndtr((limit - mean) / sd) - ndtr((-limit - mean) / sd)
    return float(1 - weights @ accepted**n_tests)


def level_for_family(n_tests: int, family_alpha: float) -> float:
    """Return the level of each test that keeps the chance of any error at this level, the tests being independent.

    Parameters
    ----------
    n_tests : int
        Number of tests.
    family_alpha : float
        Chance of any error that is put up with.

    Returns
    -------
    float
        1 - (1 - alpha)^(1/n).

    Raises
    ------
    ValueError
        For no test, or a level outside 0 to 1.

    References
    ----------
    .. [1] Salzberg, S. L. (1997). Data Mining and Knowledge Discovery 1, 317-328, section 3.1.
       doi:10.1023/A:1009752403260

    Examples
    --------
    >>> round(level_for_family(154, 0.05), 4)
    0.0003
    """
    check_count("n_tests", n_tests, 1)
    check_level("family_alpha", family_alpha)
    return -math.expm1(math.log1p(-family_alpha) / n_tests)


def bayes_factor_bound(p: float) -> float:
    """Return the least Bayes factor in favor of the null hypothesis that a p-value is compatible with.

    Parameters
    ----------
    p : float
        Above 0 and at most 1.

    Returns
    -------
    float
        -e p ln p for p below 1/e; 1 above, where the p-value says nothing against the hypothesis.

    Raises
    ------
    ValueError
        If p is not above 0 and at most 1.

    References
    ----------
    .. [1] Sellke, T., Bayarri, M. J. and Berger, J. O. (2001). The American Statistician 55, 62-71.
       doi:10.1198/000313001300339950
    .. [2] Berrar, D. (2017). Machine Learning 106, 911-949, section 3.2. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> round(bayes_factor_bound(0.03), 2)
    0.29
    """
    if not 0 < p <= 1:
        raise ValueError(f"p: got {p}; a number above 0 and at most 1 is needed")
    return 1.0 if p >= 1 / math.e else -math.e * p * math.log(p)


def error_probability_bound(p: float) -> float:
    """Return the least probability of a true null hypothesis that a p-value leaves, both being as likely before.

    Parameters
    ----------
    p : float
        Above 0 and at most 1.

    Returns
    -------
    float
        1 / (1 + 1/B), B the bound of the Bayes factor.

    Raises
    ------
    ValueError
        If p is not above 0 and at most 1.

    References
    ----------
    .. [1] Sellke, T., Bayarri, M. J. and Berger, J. O. (2001). The American Statistician 55, 62-71.
       doi:10.1198/000313001300339950

    Examples
    --------
    >>> round(error_probability_bound(0.03), 2), round(error_probability_bound(0.05), 2)
    (0.22, 0.29)
    """
    bound = bayes_factor_bound(p)
    return bound / (1 + bound)


def least_p_of_signs(n_used: ArrayLike) -> FloatArray:
    """Return the least two-sided p that the sign, signed-ranks and permutation tests can give."""
    # Under the hypothesis all 2^n ways to give signs to n differences are as likely, and the two in which all signs are
    # alike are the most extreme of any of these statistics. A p-value below this cannot come out, whatever the scores.
    # Reference: Fisher 1935, section 21.
    n = np.asarray(n_used, dtype=np.float64)
    if not (n >= 0).all():
        raise ValueError(f"n_used: got {n.tolist()}; numbers of at least 0 are needed")
    return np.asarray(np.minimum(1.0, 2.0 * 0.5**n), dtype=np.float64)
