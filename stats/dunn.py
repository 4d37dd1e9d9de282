"""The Bonferroni-Dunn test of each algorithm against a control."""

from __future__ import annotations

from numpy.typing import ArrayLike

from rankpress.stats.adjustments import bonferroni
from rankpress.stats.arrays import FloatArray, check_count, check_level
from rankpress.stats.nemenyi import CriticalDifference
from rankpress.stats.ranks import rank_standard_error
from rankpress.stats.tails import normal_isf


def bonferroni_dunn(p: ArrayLike) -> FloatArray:
    """Adjust the p-values of the comparisons with a control.

    Parameters
    ----------
    p : (n_algorithms - 1,) array_like
        p-values of the comparisons with the control, in any order.

    Returns
    -------
    (n_algorithms - 1,) float array
        Adjusted p-values, at most 1, in the same order.

    Raises
    ------
    ValueError
        If there is no p-value or one is not between 0 and 1.

    References
    ----------
    .. [1] Dunn, O. J. (1961). Multiple comparisons among means. Journal of the American Statistical
       Association 56, 52-64. doi:10.1080/01621459.1961.10482090
    .. [2] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.

    Examples
    --------
    >>> bonferroni_dunn([0.016, 0.019, 0.607]).round(3).tolist()
    [0.048, 0.057, 1.0]
    """
    return bonferroni(p)


def bonferroni_dunn_critical_difference(alpha: float, n_algorithms: int, n_datasets: int) -> CriticalDifference:
    """The critical difference of the Bonferroni-Dunn test against a control.

    Parameters
    ----------
    alpha : float
        Family-wise significance level.
    n_algorithms, n_datasets : int
        At least 2, the control included, and 1.

    Returns
    -------
    CriticalDifference
        q is the two-sided normal quantile at alpha / (n_algorithms - 1).

    Raises
    ------
    ValueError
        If alpha is no probability or there are too few algorithms or data sets.

    Notes
    -----
    Table 5(b) of [1]_ misprints the value for 0.05 and nine algorithms, 2.734, as 2.724.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2, Table 5(b).

    Examples
    --------
    >>> difference = bonferroni_dunn_critical_difference(0.05, 4, 14)
    >>> round(difference.q, 3), round(difference.cd, 3)
    (2.394, 1.168)
    """
    check_level("alpha", alpha)
    check_count("n_algorithms", n_algorithms, 2)
    q = normal_isf(alpha / (2 * (n_algorithms - 1)))
    return CriticalDifference(alpha, q, q * rank_standard_error(n_datasets, n_algorithms))
