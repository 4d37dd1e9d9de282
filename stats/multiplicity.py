"""What making many tests does to the chance of an error (Salzberg 1997)."""

from __future__ import annotations

import math

from rankpress.stats.arrays import check_count, check_level


def expected_errors(n_tests: int, alpha: float) -> float:
    """How many of these tests reject on average where every null hypothesis is true.

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


def chance_of_any_error(n_tests: int, alpha: float) -> float:
    """The chance that at least one test rejects where every null hypothesis is true and the tests are independent.

    Parameters
    ----------
    n_tests : int
        Number of tests.
    alpha : float
        Level of each.

    Returns
    -------
    float
        1 - (1 - alpha)^n, without loss of digits for small levels.

    Raises
    ------
    ValueError
        For no test, or a level outside 0 to 1.

    Notes
    -----
    Tests that share algorithms or data sets are not independent; Bonferroni's bound, n alpha, holds all the same.

    References
    ----------
    .. [1] Salzberg, S. L. (1997). Data Mining and Knowledge Discovery 1, 317-328, section 3.1.
       doi:10.1023/A:1009752403260

    Examples
    --------
    >>> round(chance_of_any_error(154, 0.05), 4)
    0.9996
    """
    check_count("n_tests", n_tests, 1)
    check_level("alpha", alpha)
    return -math.expm1(n_tests * math.log1p(-alpha))


def level_for_family(n_tests: int, family_alpha: float) -> float:
    """The level of each test that keeps the chance of any error at this level, the tests being independent.

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
